// Describes how a write changed the dates of a series, for responses and dry runs (contract 13.5.9).
import type { StoredRow } from '../definition/kind.ts'
import type { DateChange, DatesChange } from '../write/sync-dates.ts'

export interface Effect {
  readonly scope: string
  readonly added: number
  readonly removed: number
  readonly moved: number
  readonly unchanged: number
  readonly exceptions_changed: readonly number[]
  readonly exceptions_kept: readonly number[]
  /** Some of the dates that were added, removed or moved. */
  readonly sample: readonly DateChange[]
}
const SAMPLE_SIZE = 10

/** A dry run and the write name the same ids and dates in the same order. */
const byStart = (a: DateChange, b: DateChange): number => ((a.from ?? a.to ?? '') < (b.from ?? b.to ?? '') ? -1 : 1)
const inOrder = (ids: readonly number[]): readonly number[] => ids.toSorted((a, b) => a - b)
/** How a write or a deletion changed the dates of a series, and which exceptions it changed. */
export interface SeriesChange {
  readonly dates?: Partial<DatesChange> | null
  readonly exceptions?: readonly number[]
}
export function seriesEffect(scope: string, { dates, exceptions = [] }: SeriesChange): Effect {
  const { added = [], removed = [], moved = [], unchanged = 0, exceptionsKept = [] } = dates ?? {}
  return {
    scope,
    added: added.length,
    removed: removed.length,
    moved: moved.length,
    unchanged,
    exceptions_changed: inOrder(exceptions),
    exceptions_kept: inOrder(exceptionsKept),
    sample: [moved, removed, added].flatMap((changes) => changes.toSorted(byStart)).slice(0, SAMPLE_SIZE),
  }
}

/** The effect of a write to one date. */
export function dateEffect(before: StoredRow, after: StoredRow, isUnchanged: boolean): Effect {
  const change = { id: before['id'] as number, from: String(before['starts_local']), to: String(after['starts_local']) }
  const isMoved = change.from !== change.to || before['ends_local'] !== after['ends_local']
  return {
    scope: 'this',
    added: 0,
    removed: 0,
    moved: isMoved ? 1 : 0,
    unchanged: isMoved ? 0 : 1,
    exceptions_changed: isUnchanged ? [] : [change.id],
    exceptions_kept: [],
    sample: isMoved ? [change] : [],
  }
}
