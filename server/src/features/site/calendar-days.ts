// Reads the events of a period day by day, for the month and for the small calendar beside lists.
import type { Pair } from '../../kernel/http/request-parsing.ts'
import { firstDayOfWeek, lastDay, toWall } from './format-dates.ts'
import { readEvents } from './list-query.ts'
import type { ShownEvent } from './site-records.ts'
import type { ReadOptions, SiteView } from './site-view.ts'

type Day = Temporal.PlainDate
export interface DayEvents {
  readonly day: Day
  /** The first events of the day, by start. */
  readonly events: readonly ShownEvent[]
  readonly total: number
}
/** A month is read in one piece if it has at most this many pages, otherwise day by day. */
const MAX_PAGES = 3
/** Options of `readDays`. */
interface DayOptions extends ReadOptions {
  /** Events that are read of each day of a full month. */
  readonly perDay: number
}
/** Days that are read at the same time. */
const AT_ONCE = 7

/** The weeks that a month touches, each with all of its days. */
export function weeksOf(month: Temporal.PlainYearMonth, language: string): Day[][] {
  const first = month.toPlainDate({ day: 1 })
  const start = first.subtract({ days: (first.dayOfWeek - firstDayOfWeek(language) + 7) % 7 })
  const count = Math.ceil((start.until(first).days + month.daysInMonth) / 7)
  return Array.from({ length: count }, (_, week) => Array.from({ length: 7 }, (__, day) => start.add({ days: week * 7 + day })))
}

export async function readDays(
  view: SiteView,
  filters: readonly Pair[],
  days: readonly Day[],
  { perDay, ...options }: DayOptions,
): Promise<DayEvents[]> {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const perPage = Math.min(100, view.site.maxPerPage)
  const period = (from: Day, to: Day, size: number): Pair[] => [
    ...filters,
    ['from', from.toString()],
    ['to', to.toString()],
    ['per_page', String(size)],
  ]
  const whole = await readEvents(view, period(first, last, perPage), options)
  if (whole.total_pages > MAX_PAGES) return readEachDay(days, (day) => readEvents(view, period(day, day, perDay), options))
  const events = [...whole.events]
  for (let page = 2; page <= whole.total_pages; page += 1)
    events.push(...(await readEvents(view, [...period(first, last, perPage), ['page', String(page)]], options)).events)
  // The days of an event are parsed once, not for each day of the period.
  const byDay = new Map<string, ShownEvent[]>(days.map((day) => [day.toString(), []]))
  for (const event of events) {
    const end = earlier(lastDay(event) ?? last, last)
    for (
      let day = later(toWall(event.start_date).toPlainDate(), first);
      Temporal.PlainDate.compare(day, end) <= 0;
      day = day.add({ days: 1 })
    )
      byDay.get(day.toString())?.push(event)
  }
  return days.map((day) => {
    const onDay = byDay.get(day.toString()) ?? []
    return { day, events: onDay, total: onDay.length }
  })
}
const earlier = (a: Day, b: Day): Day => (Temporal.PlainDate.compare(a, b) < 0 ? a : b)
const later = (a: Day, b: Day): Day => (Temporal.PlainDate.compare(a, b) > 0 ? a : b)

async function readEachDay(days: readonly Day[], read: (day: Day) => Promise<{ events: readonly ShownEvent[]; total: number }>) {
  const found: DayEvents[] = []
  for (let i = 0; i < days.length; i += AT_ONCE) {
    const some = days.slice(i, i + AT_ONCE)
    found.push(...(await Promise.all(some.map(async (day) => ({ day, ...(await read(day)) })))))
  }
  return found
}

export function takesPlaceOn(event: ShownEvent, day: Day): boolean {
  const last = lastDay(event)
  const hasBegun = Temporal.PlainDate.compare(toWall(event.start_date).toPlainDate(), day) <= 0
  return hasBegun && (last === null || Temporal.PlainDate.compare(day, last) <= 0)
}
