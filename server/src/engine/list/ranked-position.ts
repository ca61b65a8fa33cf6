// The position of a ranked record in a list by relevance, as the text in its cursor: its rank, the last ranked record, and its place in the default order.
import type { KeysetCursor } from './sort-order.ts'

export interface RankedPosition {
  readonly rank: number
  /** The last ranked record in the default order. Records after it are not ranked, also if they were written since. */
  readonly end: KeysetCursor
  readonly after: KeysetCursor
}
const PARTS = /^([0-3])\|([1-9]\d{0,14})\|([^|]*)\|([^|]*)$/

export const rankedPositionText = ({ rank, end, after }: RankedPosition): string => `${rank}|${end.id}|${end.at}|${after.at}`
/** Returns null for the position of a record that is not ranked, which is that in the default order. */
export function parseRankedPosition({ at: text, id }: KeysetCursor): RankedPosition | null {
  const [, rank, endId, endAt, at] = PARTS.exec(text) ?? []
  if (rank === undefined || endAt === undefined || at === undefined) return null
  return { rank: Number(rank), end: { at: endAt, id: Number(endId) }, after: { at, id } }
}
