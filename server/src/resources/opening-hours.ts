// Opening hours: their stored form, and the days and times at which they are open (contract 13.7). Pure functions.
import {
  DAY_SECONDS,
  formatWall,
  parseDay,
  parseTimeOfDay,
  wallSeconds,
  weekdayOf,
  type LocalDay,
  type WallTime,
} from '../kernel/recurrence/calendar-days.ts'

export const DAY_CODES = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'] as const
export type Weekday = (typeof DAY_CODES)[number]

/** A time from opening to closing, as `HH:MM`. If it does not close after it opens, it closes on the next day. */
export interface Stretch {
  readonly opens: string
  readonly closes: string
}
export interface WeeklyStretch extends Stretch {
  readonly days: readonly Weekday[]
}
/** Days as `YYYY-MM-DD`, including the last one. */
export interface DayRange {
  readonly from: string
  readonly to: string
}
export interface OpeningTimes {
  readonly weekly: readonly WeeklyStretch[]
  readonly closed: readonly DayRange[]
  readonly adjusted: readonly (DayRange & Stretch)[]
}
/** Texts by language. */
export type Notes = Readonly<Record<string, string>>
interface Noted<Note> {
  readonly note: Note
}
/** Opening hours with a note on each exception: `Notes` as they are stored, a text in one language as responses show them. */
export interface OpeningHours<Note> extends OpeningTimes {
  readonly closed: readonly (DayRange & Noted<Note>)[]
  readonly adjusted: readonly (DayRange & Stretch & Noted<Note>)[]
}
export type StoredHours = OpeningHours<Notes>
export type ShownHours = OpeningHours<string | null>

/** A time during which it is open, in wall time. */
export interface OpenInterval {
  readonly opens: WallTime
  readonly closes: WallTime
}
/** Returns the intervals that begin on a day, in their order. Overlapping stretches are one interval. */
export const openIntervals = (hours: OpeningTimes, day: LocalDay): OpenInterval[] =>
  intervalsOn(hours, day).map(([opens, closes]) => ({ opens: formatWall(opens), closes: formatWall(closes) }))
/** The same in seconds of wall time. */
export const intervalsOn = (hours: OpeningTimes, day: LocalDay): WallInterval[] => {
  const midnight = wallSeconds(`${day} 00:00`)
  return mergeIntervals(stretchesOf(hours, day).map((stretch) => wallInterval(stretch, midnight)))
}

/** Closed days win over adjusted hours, and adjusted hours over weekly ones. */
function stretchesOf(hours: OpeningTimes, day: LocalDay): readonly Stretch[] {
  if (findRange(hours.closed, day)) return []
  if (findRange(hours.adjusted, day)) return hours.adjusted.filter((range) => includesDay(range, day))
  const code = DAY_CODES[weekdayOf(parseDay(day) ?? 0)]
  return hours.weekly.filter(({ days }) => days.some((each) => each === code))
}
const includesDay = ({ from, to }: DayRange, day: LocalDay): boolean => from <= day && day <= to
export const findRange = <R extends DayRange>(ranges: readonly R[], day: LocalDay): R | undefined =>
  ranges.find((range) => includesDay(range, day))

export type WallInterval = readonly [opens: number, closes: number]
function wallInterval({ opens, closes }: Stretch, midnight: number): WallInterval {
  const [start, end] = [parseTimeOfDay(opens) ?? 0, parseTimeOfDay(closes) ?? 0]
  return [midnight + start, midnight + (end > start ? end : end + DAY_SECONDS)]
}
function mergeIntervals(intervals: readonly WallInterval[]): WallInterval[] {
  const merged: WallInterval[] = []
  for (const [opens, closes] of [...intervals].sort(([a], [b]) => a - b)) {
    const last = merged.at(-1)
    if (last && opens <= last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], closes)]
    else merged.push([opens, closes])
  }
  return merged
}
