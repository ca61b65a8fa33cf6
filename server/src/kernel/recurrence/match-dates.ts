// Matches the known dates of a series to its new dates, so that a date keeps its id (recurrence 13.4.1).
import type { WallTime } from './calendar-days.ts'

export interface KnownDate {
  readonly id: number
  readonly start: WallTime
  /** Whether an earlier write removed the date. It gets its id back if it returns. */
  readonly retired: boolean
}
export interface MatchedDates {
  readonly kept: readonly { readonly id: number; readonly from: WallTime; readonly to: WallTime }[]
  readonly added: readonly WallTime[]
  /** The ids of dates that were live and match no new date. */
  readonly retired: readonly number[]
}

/** Matches by the same start, then by explicit moves, then by the same day in order of start, live dates before retired ones. */
export function matchDates(
  known: readonly KnownDate[],
  next: readonly WallTime[],
  moves: ReadonlyMap<WallTime, WallTime> = new Map(),
): MatchedDates {
  const ordered = known.toSorted((a, b) => Number(a.retired) - Number(b.retired) || compare(a.start, b.start) || a.id - b.id)
  const open = new Set([...new Set(next)].sort())
  const targets = new Map<KnownDate, WallTime>()
  const assign = (date: KnownDate, target: WallTime | undefined): void => {
    if (target !== undefined && !targets.has(date) && open.delete(target)) targets.set(date, target)
  }
  const [live, retired] = [ordered.filter((date) => !date.retired), ordered.filter((date) => date.retired)]
  for (const date of live) assign(date, date.start)
  // A retired date that had the new start long ago must not take it from the live date that moves there.
  for (const date of live) assign(date, moves.get(date.start))
  for (const date of retired) assign(date, date.start)
  const byDay = Map.groupBy(open, dayOf)
  for (const date of ordered) if (!targets.has(date)) assign(date, byDay.get(dayOf(date.start))?.shift())
  return {
    kept: [...targets].map(([{ id, start }, to]) => ({ id, from: start, to })).sort((a, b) => compare(a.to, b.to)),
    added: [...open],
    retired: known.filter((date) => !date.retired && !targets.has(date)).map(({ id }) => id),
  }
}
const dayOf = (wall: WallTime): string => wall.slice(0, 10)
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
