// Writes the dates of a series as properties of iCalendar, and tells which dates every reader computes from them (contract 13.6).
import { formatDay, dayOfSeconds, formatWall, wallSeconds, type LocalDay, type WallTime } from '../../kernel/recurrence/calendar-days.ts'
import { formatRule, type RecurrenceRule } from '../../kernel/recurrence/rule.ts'
import { formatDateTime, localToInstant, toLocal } from '../../kernel/time/date-times.ts'
import { canUseLocalTime } from './icalendar-times.ts'

/** A stored date of a series. */
export interface StoredDate {
  readonly id: number
  /** Local start by the recurrence. */
  readonly wall: WallTime
  /** Null if the date is an exception. */
  readonly plain: { readonly start: WallTime; readonly end: WallTime | null; readonly utcStart: WallTime; readonly utcEnd: WallTime } | null
  /** Whether the filters of the feed, except its window, match the date. */
  readonly matches: boolean
}

/** How the times of a series are written. */
export interface SeriesClock {
  readonly zone: string
  readonly allDay: boolean
  /** Whether times are local times with a TZID. Otherwise they are in UTC. */
  readonly isLocal: boolean
  /** Whether a rule has the same meaning in the times that are written. */
  readonly hasRules: boolean
}
export interface GroupDates {
  readonly first: WallTime
  /** Wall seconds; null if the end is not known. */
  readonly length: number | null
  readonly rule: RecurrenceRule | null
  readonly until: LocalDay | null
  readonly add: readonly WallTime[]
  readonly exclude: readonly WallTime[]
}

const toBasic = (text: string): string => text.replaceAll(/[-:]/g, '').replace(' ', 'T')
export const utcOf = (wall: WallTime, zone: string): WallTime =>
  formatDateTime(toLocal(localToInstant(Temporal.PlainDateTime.from(wall), zone), 'UTC'))
/** Parameters and values of a property with dates: `;TZID=Europe/Berlin:20270501T180000`. */
function dateValues(walls: readonly WallTime[], { zone, allDay, isLocal }: SeriesClock): string {
  if (allDay) return `;VALUE=DATE:${walls.map((wall) => toBasic(wall.slice(0, 10))).join(',')}`
  if (isLocal) return `;TZID=${zone}:${walls.map(toBasic).join(',')}`
  return `:${walls.map((wall) => `${toBasic(utcOf(wall, zone))}Z`).join(',')}`
}
export const recurrenceId = (wall: WallTime, clock: SeriesClock): string => `RECURRENCE-ID${dateValues([wall], clock)}`

/** Dates per property, because some readers limit the length of a line. */
const VALUES_PER_LINE = 50
function* listLines(name: string, walls: readonly WallTime[], clock: SeriesClock): Generator<string> {
  for (let from = 0; from < walls.length; from += VALUES_PER_LINE) yield name + dateValues(walls.slice(from, from + VALUES_PER_LINE), clock)
}

export function groupLines({ first, length, rule, until, add, exclude }: GroupDates, clock: SeriesClock): string[] {
  return [
    `DTSTART${dateValues([first], clock)}`,
    ...endLines(first, length, clock),
    ...(rule ? [`RRULE:${formatRule(rule)}${until === null ? '' : `;UNTIL=${formatUntil(until, clock)}`}`] : []),
    ...listLines('RDATE', add, clock),
    ...listLines('EXDATE', exclude, clock),
  ]
}
/** UNTIL is in UTC unless the dates are days (RFC 5545 3.3.10). */
const formatUntil = (until: LocalDay, { zone, allDay }: SeriesClock): string =>
  allDay ? toBasic(until) : `${toBasic(utcOf(`${until} 23:59:59`, zone))}Z`

/** DTEND, or DURATION if the clocks change during the first date, so that the length does not apply to all others. */
function endLines(first: WallTime, length: number | null, clock: SeriesClock): string[] {
  if (length === null || length === 0) return []
  const end = wallSeconds(first) + length
  if (clock.allDay) {
    const days = Math.ceil(length / 86_400)
    const next = formatDay(dayOfSeconds(end) + 1)
    return [next.length > 10 ? `DURATION:P${days}D` : `DTEND;VALUE=DATE:${toBasic(next)}`]
  }
  const isRegular = isRegularSpan({ start: first, end: formatWall(end), ...utcSpan(first, formatWall(end), clock) }, length, clock)
  if (isRegular) return [`DTEND${dateValues([formatWall(end)], clock)}`]
  return [`DURATION:PT${Math.floor(length / 3_600)}H${Math.floor(length / 60) % 60}M${length % 60}S`]
}
const utcSpan = (start: WallTime, end: WallTime, { zone }: SeriesClock) => ({ utcStart: utcOf(start, zone), utcEnd: utcOf(end, zone) })

/** Whether every reader finds the same instant for a local start. */
export function isRegularStart(wall: WallTime, clock: SeriesClock): boolean {
  if (clock.allDay || !clock.isLocal) return true
  const utc = utcOf(wall, clock.zone)
  return canUseLocalTime({
    start_date: wall,
    end_date: null,
    utc_start_date: utc,
    utc_end_date: null,
    timezone: clock.zone,
    all_day: false,
  })
}

/** Whether a date without changes of its own has the start and the end that every reader computes. */
export function isRegularDate({ wall, plain }: StoredDate, length: number | null, clock: SeriesClock): boolean {
  if (!plain) return false
  if (clock.allDay) return plain.end === null ? length === null : wallSeconds(plain.end) - wallSeconds(plain.start) === length
  return (!clock.isLocal || plain.start === wall) && isRegularSpan(plain, length, clock)
}
function isRegularSpan(span: NonNullable<StoredDate['plain']>, length: number | null, { zone, isLocal }: SeriesClock): boolean {
  if ((span.end === null) !== (length === null)) return false
  const seconds = (from: string, to: string): number => wallSeconds(to) - wallSeconds(from)
  if (span.end !== null && seconds(span.utcStart, span.utcEnd) !== length) return false
  if (!isLocal) return true
  if (span.end !== null && seconds(span.start, span.end) !== length) return false
  return canUseLocalTime({
    start_date: span.start,
    end_date: span.end,
    utc_start_date: span.utcStart,
    utc_end_date: span.end === null ? null : span.utcEnd,
    timezone: zone,
    all_day: false,
  })
}
