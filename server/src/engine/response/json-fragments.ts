// Builds responses from JSON fragments. Each fragment is serialized and hashed once.
import { contentHash } from '../../kernel/http/etags.ts'
import type { JsonFragment } from '../definition/caching.ts'

export function jsonFragment(value: unknown): JsonFragment {
  const bytes = Buffer.from(JSON.stringify(value))
  // Hashing the text instead would encode it a second time.
  return { bytes, hash: contentHash(bytes) }
}

/** Adds a property to an object that is already serialized. */
export function appendProperty(fragment: JsonFragment, name: string, value: unknown): JsonFragment {
  const end = `,${JSON.stringify(name)}:${JSON.stringify(value)}}`
  const bytes = Buffer.concat([fragment.bytes.subarray(0, -1), Buffer.from(end)])
  return { ...fragment, bytes, hash: contentHash(`${fragment.hash}${end}`) }
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
