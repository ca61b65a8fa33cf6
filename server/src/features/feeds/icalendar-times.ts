// When an event happens, as iCalendar says it: whole days, a local time with its zone, or an instant where a local time would be read wrong.
import type { Event } from '../../resources/events.ts'
import { localText, zoneBlock, type ZoneBlock } from './vtimezone.ts'

type Dates = Pick<Event, 'start_date' | 'end_date' | 'utc_start_date' | 'utc_end_date' | 'timezone' | 'all_day'>
export interface Edges {
  readonly start: Temporal.Instant
  readonly end: Temporal.Instant
}

export const wall = (shown: string): Temporal.PlainDateTime => Temporal.PlainDateTime.from(shown.replace(' ', 'T'))
/** `20310506T070809`, of a shown date. */
const basic = (shown: string): string => shown.replaceAll(/[-:]/g, '').replace(' ', 'T')
const instant = (shown: string): Temporal.Instant => Temporal.Instant.from(`${shown.replace(' ', 'T')}Z`)
export const endpoints = (event: Dates): Edges => ({ start: instant(event.utc_start_date), end: instant(event.utc_end_date) })

/** Whether both times can be said in the clock of the zone: a place's zone, in whole minutes, and far enough from a change of the clock for every reader. */
export function isLocal(event: Dates): boolean {
  const { timezone: zone } = event
  if (event.all_day || zone === 'UTC' || /^UTC[+-]/.test(zone)) return false
  return isPlain(event.start_date, event.utc_start_date, zone) && isPlain(event.end_date, event.utc_end_date, zone)
}
const millis = (shown: string): number => Date.parse(`${shown.replace(' ', 'T')}Z`)

function isPlain(local: string, utc: string, zone: string): boolean {
  const at = millis(utc)
  const { offset, from, to } = stretchAt(zone, at)
  // What is stored may be of older zone data than ours.
  if (local < '1601' || offset % MINUTE_MS !== 0 || millis(local) - at !== offset) return false
  const isFar = at - from > NEAR_HOURS * 60 * MINUTE_MS && to - at > NEAR_HOURS * 60 * MINUTE_MS
  return isFar || STEADY.every(([hours, most]) => Math.abs(offsetAt(zone, at + hours * 60 * MINUTE_MS) - offset) <= most * 60 * MINUTE_MS)
}
const MINUTE_MS = 60_000
const NEAR_HOURS = 26
/** So many hours away the clock may go differently by so many hours: readers err close to a change, and days from one that skips a day. */
const STEADY: readonly (readonly [hours: number, most: number])[] = [
  [-1, 0],
  [1, 0],
  [-2, 1],
  [2, 1],
  [-NEAR_HOURS, 3],
  [NEAR_HOURS, 3],
]
const clockAt = (zone: string, at: number): Temporal.ZonedDateTime => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
const offsetAt = (zone: string, at: number): number => clockAt(zone, at).offsetNanoseconds / 1e6

interface Stretch {
  readonly from: number
  readonly to: number
  readonly offset: number
}
/** The last stretch between two changes that was asked for, by zone: events come in the order of time. */
const stretches = new Map<string, Stretch>()
function stretchAt(zone: string, at: number): Stretch {
  const known = stretches.get(zone)
  if (known && known.from <= at && at < known.to) return known
  const clock = clockAt(zone, at)
  const before = clock.add({ milliseconds: 1 }).getTimeZoneTransition('previous')
  const next = clock.getTimeZoneTransition('next')
  const stretch = {
    from: before?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
    to: next?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    offset: clock.offsetNanoseconds / 1e6,
  }
  stretches.set(zone, stretch)
  return stretch
}

/** Zones as they are needed: each is told once, before the first event that refers to it. */
export class TimeZones {
  readonly #known = new Map<string, ZoneBlock>()
  readonly #now: Temporal.Instant
  constructor(now: Temporal.Instant) {
    this.#now = now
  }
  /** Blocks of the zones that these events are the first to need, from the earliest of them on. */
  newBlocks(events: readonly Dates[]): string {
    let told = ''
    for (const [zone, own] of Map.groupBy(events.filter(isLocal), ({ timezone }) => timezone)) {
      if (this.#known.has(zone)) continue
      const first = own.map((event) => endpoints(event).start).reduce((a, b) => (Temporal.Instant.compare(a, b) <= 0 ? a : b))
      const block = zoneBlock(zone, first, this.#now)
      this.#known.set(zone, block)
      told += block.text
    }
    return told
  }
  /** Start and end as content lines, without their endings. */
  lines(event: Dates): string[] {
    if (event.all_day) return wholeDays(event)
    const { start, end } = endpoints(event)
    const isMoment = event.utc_start_date === event.utc_end_date
    const local = isLocal(event) && this.#known.get(event.timezone)?.covers(start, end) === true
    const write = (name: string, time: string, utc: string): string =>
      local ? `${name};TZID=${event.timezone}:${basic(time)}` : `${name}:${basic(utc)}Z`
    // What ends when it starts has no end of its own (RFC 5545 3.8.2.2).
    return [
      write('DTSTART', event.start_date, event.utc_start_date),
      ...(isMoment ? [] : [write('DTEND', event.end_date, event.utc_end_date)]),
    ]
  }
}

/** The end is the day after the last; of the last day there is, how many days. */
function wholeDays(event: Dates): string[] {
  const [first, last] = [wall(event.start_date).toPlainDate(), wall(event.end_date).toPlainDate()]
  const next = last.add({ days: 1 })
  const days = (day: Temporal.PlainDate): string => localText(day.toPlainDateTime()).slice(0, 8)
  return [
    `DTSTART;VALUE=DATE:${days(first)}`,
    next.year > 9999 ? `DURATION:P${first.until(next, { largestUnit: 'days' }).days}D` : `DTEND;VALUE=DATE:${days(next)}`,
  ]
}

export const stampText = (shown: string): string => `${basic(shown)}Z`
