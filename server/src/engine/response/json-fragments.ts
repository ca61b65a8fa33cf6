// An answer put together from parts that are bytes already: each is written, and its mark reckoned, once.
import { hashOf } from '../../kernel/http/etags.ts'

export interface Piece {
  readonly bytes: Buffer
  /** Another for other bytes. */
  readonly mark: string
}
export function pieceOf(value: unknown): Piece {
  const text = JSON.stringify(value)
  return { bytes: Buffer.from(text), mark: hashOf(text) }
}

const COMMA = Buffer.from(',')
/** An object with the pieces as a list under `name`, and all else after it. */
export function bodyOf(name: string, pieces: readonly Piece[], rest: Readonly<Record<string, unknown>>): Piece {
  const [head, tail] = [`{"${name}":[`, `],${JSON.stringify(rest).slice(1)}`]
  const parts = pieces.flatMap(({ bytes }, i) => (i === 0 ? [bytes] : [COMMA, bytes]))
  return {
    bytes: Buffer.concat([Buffer.from(head), ...parts, Buffer.from(tail)]),
    mark: hashOf(`${head}${pieces.map(({ mark }) => mark).join()}${tail}`),
  }
}
