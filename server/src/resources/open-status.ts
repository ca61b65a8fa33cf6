// Whether opening hours are open at an instant, and when they open next (contract 13.7). Pure functions.
import { formatDay, formatWall, LAST_DAY, parseDay, weekdayOf, type LocalDay, type WallTime } from '../kernel/recurrence/calendar-days.ts'
import { formatDateTime, temporalZone, toLocal } from '../kernel/time/date-times.ts'
import { DAY_CODES, findRange, intervalsOn, type OpeningTimes, type WallInterval } from './opening-hours.ts'

/** The time zone of opening hours, and the instants between which they apply; `endsAt` is null until further notice. */
export interface OpeningRun {
  readonly zone: string
  readonly startsAt: Temporal.Instant | null
  readonly endsAt: Temporal.Instant | null
}
export interface OpenStatus {
  readonly isOpen: boolean
  /** The next instant at which it opens, as wall time. Null if there is none. */
  readonly nextOpening: WallTime | null
  /** The instant at which one of the others changes, in milliseconds since 1970. Null if they never change. */
  readonly changesAt: number | null
}

/** Number of days that are examined. Days on which it is closed for a long time count once. */
const MAX_DAYS = 800

export function openStatus(hours: OpeningTimes, run: OpeningRun, now: Temporal.Instant): OpenStatus {
  const at = now.epochMilliseconds
  let closesAt: number | null = null
  for (const [opens, closes] of intervalsFrom(hours, run, now)) {
    if (opens <= at || (closesAt !== null && opens <= closesAt)) closesAt = Math.max(closesAt ?? closes, closes)
    else {
      const nextOpening = formatDateTime(toLocal(Temporal.Instant.fromEpochMilliseconds(opens), run.zone))
      return { isOpen: closesAt !== null, nextOpening, changesAt: closesAt ?? opens }
    }
  }
  return { isOpen: closesAt !== null, nextOpening: null, changesAt: closesAt }
}

type Interval = readonly [opens: number, closes: number]
/** Yields the intervals within the run that close after an instant, in the order in which they open. */
function* intervalsFrom(hours: OpeningTimes, { zone, startsAt, endsAt }: OpeningRun, now: Temporal.Instant): Generator<Interval> {
  const [start, end] = [startsAt?.epochMilliseconds ?? -Infinity, endsAt?.epochMilliseconds ?? Infinity]
  const since = Temporal.Instant.fromEpochMilliseconds(Math.max(start, now.epochMilliseconds))
  const local = toLocal(since, zone).toPlainDate().subtract({ days: 1 })
  for (const interval of adjoined(hours, parseDay(local.toString()) ?? 0)) {
    const opens = Math.max(start, instantOfHours(formatWall(interval[0]), zone))
    const closes = Math.min(end, instantOfHours(formatWall(interval[1]), zone))
    if (opens >= end) return
    if (closes > opens && closes > now.epochMilliseconds) yield [opens, closes]
  }
}
/** Yields the intervals from a day on. Intervals that adjoin or overlap are one. */
function* adjoined(hours: OpeningTimes, from: number): Generator<WallInterval> {
  let last: WallInterval | null = null
  for (const day of openDays(hours, from))
    for (const interval of intervalsOn(hours, day)) {
      if (last && interval[0] > last[1]) yield last
      last = last && interval[0] <= last[1] ? [last[0], Math.max(last[1], interval[1])] : interval
    }
  if (last) yield last
}

/** Yields the days from a day on that have intervals. */
function* openDays(hours: OpeningTimes, from: number): Generator<LocalDay> {
  const weekdays = new Set(hours.weekly.flatMap(({ days }) => days))
  for (let day = from, i = 0; day <= LAST_DAY && i < MAX_DAYS; i += 1) {
    const text = formatDay(day)
    const closed = findRange(hours.closed, text)
    if (!closed && (findRange(hours.adjusted, text) || weekdays.has(DAY_CODES[weekdayOf(day)] ?? 'mo'))) yield text
    day = closed ? dayAfter(closed.to) : weekdays.size > 0 ? day + 1 : nextAdjusted(hours, text)
  }
}
const dayAfter = (day: LocalDay): number => (parseDay(day) ?? LAST_DAY) + 1
/** The next day with adjusted hours after a day. */
const nextAdjusted = ({ adjusted }: OpeningTimes, day: LocalDay): number =>
  Math.min(...adjusted.flatMap(({ from, to }) => (to > day ? [from > day ? dayAfter(from) - 1 : dayAfter(day)] : [])), LAST_DAY + 1)

/**
 * Converts a time of opening hours to an instant, in milliseconds since 1970. A time that comes twice is the first one. A time that the clock skips
 * is the instant at which it skips it, so that later times are never earlier instants.
 */
export function instantOfHours(time: WallTime, zone: string): number {
  const wall = Temporal.PlainDateTime.from(time)
  const before = wall.toZonedDateTime(temporalZone(zone), { disambiguation: 'earlier' })
  if (before.toPlainDateTime().equals(wall)) return before.epochMilliseconds
  return before.getTimeZoneTransition('next')?.epochMilliseconds ?? before.epochMilliseconds
}
