// Writes the dates of events in iCalendar: dates, local times with a time zone, or UTC where readers might misread a local time.
import type { Event } from '../../resources/events.ts'
import { formatBasic, zoneBlock, type ZoneBlock } from './vtimezone.ts'

type Dates = Pick<Event, 'start_date' | 'end_date' | 'utc_start_date' | 'utc_end_date' | 'timezone' | 'all_day'>
interface InstantRange {
  readonly start: Temporal.Instant
  /** Null if the end is not known. */
  readonly end: Temporal.Instant | null
}

export const parseLocal = (date: string): Temporal.PlainDateTime => Temporal.PlainDateTime.from(date.replace(' ', 'T'))
/** Converts a date of a response to `20310506T070809`. */
const toBasic = (date: string): string => date.replaceAll(/[-:]/g, '').replace(' ', 'T')
const parseUtc = (date: string): Temporal.Instant => Temporal.Instant.from(`${date.replace(' ', 'T')}Z`)
export const endpoints = (event: Dates): InstantRange => ({
  start: parseUtc(event.utc_start_date),
  end: event.utc_end_date === null ? null : parseUtc(event.utc_end_date),
})

/** Whether both times can be written as local times. This requires an IANA zone, an offset in minutes, and no transition nearby. */
export function canUseLocalTime(event: Dates): boolean {
  const { timezone: zone } = event
  if (event.all_day || zone === 'UTC' || /^UTC[+-]/.test(zone)) return false
  const { end_date: end, utc_end_date: utcEnd } = event
  if (end !== null && utcEnd !== null && !isUnambiguous(end, utcEnd, zone)) return false
  return isUnambiguous(event.start_date, event.utc_start_date, zone)
}
const toMillis = (date: string): number => Date.parse(`${date.replace(' ', 'T')}Z`)

function isUnambiguous(local: string, utc: string, zone: string): boolean {
  const at = toMillis(utc)
  const { offset, from, to } = offsetPeriodAt(zone, at)
  // The stored instant may come from older time zone data than the runtime has.
  if (local < '1601' || offset % MINUTE_MS !== 0 || toMillis(local) - at !== offset) return false
  const isFar = at - from > NEAR_HOURS * 60 * MINUTE_MS && to - at > NEAR_HOURS * 60 * MINUTE_MS
  return (
    isFar ||
    MAX_OFFSET_CHANGES.every(
      ([distance, change]) => Math.abs(offsetAt(zone, at + distance * 60 * MINUTE_MS) - offset) <= change * 60 * MINUTE_MS,
    )
  )
}
const MINUTE_MS = 60_000
const NEAR_HOURS = 26
/**
 * Greatest allowed change of the offset at several distances from an event, in hours. Some readers misread local times close to a
 * transition, and times within a day of a transition that skips a day.
 */
const MAX_OFFSET_CHANGES: readonly (readonly [distance: number, change: number])[] = [
  [-1, 0],
  [1, 0],
  [-2, 1],
  [2, 1],
  [-NEAR_HOURS, 3],
  [NEAR_HOURS, 3],
]
const zonedAt = (zone: string, at: number): Temporal.ZonedDateTime => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
const offsetAt = (zone: string, at: number): number => zonedAt(zone, at).offsetNanoseconds / 1e6

interface OffsetPeriod {
  readonly from: number
  readonly to: number
  readonly offset: number
}
/** The last used period between two transitions of each zone. Events are sorted by time, so consecutive events share a period. */
const periods = new Map<string, OffsetPeriod>()
function offsetPeriodAt(zone: string, at: number): OffsetPeriod {
  const cached = periods.get(zone)
  if (cached && cached.from <= at && at < cached.to) return cached
  const local = zonedAt(zone, at)
  const previous = local.add({ milliseconds: 1 }).getTimeZoneTransition('previous')
  const next = local.getTimeZoneTransition('next')
  const period = {
    from: previous?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
    to: next?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    offset: local.offsetNanoseconds / 1e6,
  }
  periods.set(zone, period)
  return period
}

const earlier = (a: Temporal.Instant, b: Temporal.Instant): Temporal.Instant => (Temporal.Instant.compare(a, b) <= 0 ? a : b)

/** The VTIMEZONE components of a calendar. Each is written once, before the first event that refers to it. */
export class TimeZones {
  readonly #blocks = new Map<string, ZoneBlock>()
  readonly #now: Temporal.Instant
  readonly #earliest: Temporal.Instant | null
  /** `earliest` is the first date of the series in the calendar. */
  constructor(now: Temporal.Instant, earliest: Temporal.Instant | null = null) {
    this.#now = now
    this.#earliest = earliest
  }
  /** Returns the VTIMEZONE components that these events are the first to need, from the earliest event or series on. */
  newBlocks(events: readonly Dates[]): string {
    let text = ''
    for (const [zone, own] of Map.groupBy(events.filter(canUseLocalTime), ({ timezone }) => timezone)) {
      const starts = own.map((event) => endpoints(event).start)
      if (!this.#blocks.has(zone)) text += this.#add(zone, starts.reduce(earlier)).text
    }
    return text
  }
  /** Returns the VTIMEZONE component of a zone that a series refers to, unless it was written before. */
  blockOf(zone: string, start: Temporal.Instant): string {
    return this.#blocks.has(zone) ? '' : this.#add(zone, start).text
  }
  #add(zone: string, start: Temporal.Instant): ZoneBlock {
    const block = zoneBlock(zone, this.#earliest ? earlier(start, this.#earliest) : start, this.#now)
    this.#blocks.set(zone, block)
    return block
  }
  /** Returns DTSTART and DTEND as content lines without line breaks. */
  lines(event: Dates): string[] {
    if (event.all_day) return allDayLines(event)
    const { start, end } = endpoints(event)
    const { end_date: endDate, utc_end_date: utcEnd } = event
    const local = canUseLocalTime(event) && this.#blocks.get(event.timezone)?.covers(start, end ?? start) === true
    const write = (name: string, time: string, utc: string): string =>
      local ? `${name};TZID=${event.timezone}:${toBasic(time)}` : `${name}:${toBasic(utc)}Z`
    // DTEND must be later than DTSTART, so an event without duration has none (RFC 5545 3.8.2.2), like an event without a known end.
    return [
      write('DTSTART', event.start_date, event.utc_start_date),
      ...(endDate === null || utcEnd === null || utcEnd === event.utc_start_date ? [] : [write('DTEND', endDate, utcEnd)]),
    ]
  }
}

/** DTEND is the day after the last day. Year 10000 cannot be written, so events that end in 9999 have a DURATION instead. */
function allDayLines(event: Dates): string[] {
  const formatDay = (day: Temporal.PlainDate): string => formatBasic(day.toPlainDateTime()).slice(0, 8)
  const first = parseLocal(event.start_date).toPlainDate()
  const start = `DTSTART;VALUE=DATE:${formatDay(first)}`
  if (event.end_date === null) return [start]
  const next = parseLocal(event.end_date).toPlainDate().add({ days: 1 })
  return [start, next.year > 9999 ? `DURATION:P${first.until(next, { largestUnit: 'days' }).days}D` : `DTEND;VALUE=DATE:${formatDay(next)}`]
}

/** Converts a UTC date of a response to `20310506T070809Z`. */
export const toBasicUtc = (utcDate: string): string => `${toBasic(utcDate)}Z`
