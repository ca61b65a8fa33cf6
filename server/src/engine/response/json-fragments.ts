// Builds responses from JSON fragments. Each fragment is serialized and hashed once.
import { contentHash } from '../../kernel/http/etags.ts'
import type { JsonFragment } from '../definition/caching.ts'

export function jsonFragment(value: unknown): JsonFragment {
  const bytes = Buffer.from(JSON.stringify(value))
  // Hashing the text instead would encode it a second time.
  return { bytes, hash: contentHash(bytes) }
}

const COMMA = Buffer.from(',')
/** Builds an object with the fragments as a list under `name`, followed by the other properties. */
export function joinFragments(name: string, fragments: readonly JsonFragment[], rest: Readonly<Record<string, unknown>>): JsonFragment {
  const [head, tail] = [`{"${name}":[`, `],${JSON.stringify(rest).slice(1)}`]
  const parts = fragments.flatMap(({ bytes }, i) => (i === 0 ? [bytes] : [COMMA, bytes]))
  return {
    bytes: Buffer.concat([Buffer.from(head), ...parts, Buffer.from(tail)]),
    hash: contentHash(`${head}${fragments.map(({ hash }) => hash).join()}${tail}`),
  }
}
