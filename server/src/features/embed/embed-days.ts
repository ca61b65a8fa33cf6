// Days of a month as text, such as `2026-12-04`, and the days on which an event takes place. Calculations use UTC.

/** The times of an event in a list of the API. */
export interface EmbedTimes {
  readonly all_day: boolean
  readonly start_date: string
  /** Null if the end is not known. */
  readonly end_date: string | null
  readonly utc_start_date: string
  readonly utc_end_date: string | null
}

const DAY_MS = 86_400_000
const WEEK_DAYS = 7
const asTime = (wall: string): number => Date.parse(`${wall.replace(' ', 'T')}Z`)
const asDay = (time: number): string => new Date(time).toISOString().slice(0, 10)

export const shiftDay = (day: string, days: number): string => asDay(Date.parse(day) + days * DAY_MS)
/** The same day of another month, or the last one of it. */
export function shiftMonth(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return asDay(Date.UTC(year, month - 1 + months, Math.min(date, lastOfMonth)))
}

/** The first day is a Monday if `firstWeekday` is 1, and a Sunday if it is 7. The weeks contain all days of the month. */
export function weeksOfMonth(month: string, firstWeekday: number): string[][] {
  const first = Date.parse(`${month}-01`)
  const daysBefore = (new Date(first).getUTCDay() - firstWeekday + WEEK_DAYS) % WEEK_DAYS
  const length = Number(shiftMonth(`${month}-31`, 0).slice(8))
  return Array.from({ length: Math.ceil((daysBefore + length) / WEEK_DAYS) }, (_, week) =>
    Array.from({ length: WEEK_DAYS }, (_, day) => asDay(first + (week * WEEK_DAYS + day - daysBefore) * DAY_MS)),
  )
}

const zones = new Map<string | undefined, Intl.DateTimeFormat>()
/** The day of a moment in a time zone; the default is the zone of the reader. */
export function dayInZone(time: number, timeZone?: string): string {
  // Swedish dates have the form of ISO 8601.
  const format = zones.get(timeZone) ?? new Intl.DateTimeFormat('sv', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  zones.set(timeZone, format)
  return format.format(time)
}

/** The first and the last day of an event, as the filters `from` and `to` of the API compare them (contract 5.4, 5.13). */
export function daysOfEvent(event: EmbedTimes, timeZone: string): readonly [first: string, last: string] {
  const { all_day: isAllDay, start_date, end_date, utc_start_date, utc_end_date } = event
  const dayOf = isAllDay ? asDay : (time: number): string => dayInZone(time, timeZone)
  const start = asTime(isAllDay ? start_date : utc_start_date)
  const end = (isAllDay ? end_date : utc_end_date) ?? null
  // An event that ends at midnight does not take place on the day that begins then.
  return [dayOf(start), dayOf(end === null ? start : Math.max(start, asTime(end) - 1))]
}

export interface CountedDays {
  readonly counts: ReadonlyMap<string, number>
  /** From this day on there are more events than were counted; null if all were. */
  readonly uncountedFrom: string | null
}
/** Counts the events of each day. `events` are the first of `total` events, sorted by their start. */
export function countByDay(
  events: readonly EmbedTimes[],
  days: readonly string[],
  { zone, total }: { readonly zone: string; readonly total: number },
): CountedDays {
  const counts = new Map(days.map((day) => [day, 0]))
  const ranges = events.map((event) => daysOfEvent(event, zone))
  for (const [first, last] of ranges) for (const day of days) if (day >= first && day <= last) counts.set(day, (counts.get(day) ?? 0) + 1)
  return { counts, uncountedFrom: events.length < total ? (ranges.at(-1)?.[0] ?? days[0] ?? null) : null }
}

export interface ShownDate {
  readonly month: string
  /** Null if the reader has selected no day. */
  readonly day: string | null
}
/** Reads a month or a day. Anything else is today. */
export function parseShownDate(text: string | null | undefined, today: string): ShownDate {
  const [, month, day] = /^((?:19|20|21)\d\d-(?:0[1-9]|1[0-2]))(-\d\d)?$/.exec(text ?? '') ?? []
  if (month === undefined) return { month: today.slice(0, 7), day: today }
  if (day === undefined) return { month, day: today.startsWith(month) ? today : null }
  return shiftMonth(month + day, 0) === month + day && day !== '-00' ? { month, day: month + day } : { month, day: null }
}
