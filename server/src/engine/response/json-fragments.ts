// An answer put together from parts that are bytes already: each is written, and its mark reckoned, once.
import { contentHash } from '../../kernel/http/etags.ts'
import type { JsonFragment } from '../definition/caching.ts'

export function jsonFragment(value: unknown): JsonFragment {
  const text = JSON.stringify(value)
  return { bytes: Buffer.from(text), hash: contentHash(text) }
}

const COMMA = Buffer.from(',')
/** An object with the pieces as a list under `name`, and all else after it. */
export function joinFragments(name: string, pieces: readonly JsonFragment[], rest: Readonly<Record<string, unknown>>): JsonFragment {
  const [head, tail] = [`{"${name}":[`, `],${JSON.stringify(rest).slice(1)}`]
  const parts = pieces.flatMap(({ bytes }, i) => (i === 0 ? [bytes] : [COMMA, bytes]))
  return {
    bytes: Buffer.concat([Buffer.from(head), ...parts, Buffer.from(tail)]),
    hash: contentHash(`${head}${pieces.map(({ hash: mark }) => mark).join()}${tail}`),
  }
}
