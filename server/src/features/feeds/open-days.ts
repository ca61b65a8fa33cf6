// Replaces events with opening hours by their open days, for iCalendar with `expand` (contract 13.7.3).
import type { TimeWindow } from '../../engine/definition/time-window.ts'
import { formatDay, formatWall, parseDay } from '../../kernel/recurrence/calendar-days.ts'
import { formatDateTime, toLocal } from '../../kernel/time/date-times.ts'
import { instantOfHours } from '../../resources/open-status.ts'
import { intervalsOn, type ShownHours } from '../../resources/opening-hours.ts'
import type { Entry } from './feed.ts'
import { endpoints } from './icalendar-times.ts'
import type { EventBatch } from './iterate-events.ts'

/** Days of one event that are examined, from the later of its first day and of the start of the window. */
const MAX_DAYS = 366
/** Open days that are in memory at the same time. */
const DAYS_AT_ONCE = 50

export async function* expandOpenDays(batches: AsyncIterable<EventBatch>, window: TimeWindow): AsyncGenerator<EventBatch, void> {
  for await (const { entries, isLast } of batches) {
    let written: Entry[] = []
    for (const entry of entries)
      for (const each of entry.hours ? openDays(entry, entry.hours as ShownHours, window) : [entry]) {
        written.push(each)
        if (written.length < DAYS_AT_ONCE) continue
        yield { entries: written, isLast: false }
        written = []
      }
    yield { entries: written, isLast }
  }
}

/** Yields an entry for each time that the event is open within its run and within the window, with the times of the opening hours. */
function* openDays(entry: Entry, hours: ShownHours, window: TimeWindow): Generator<Entry> {
  const { timezone: zone } = entry
  const run = endpoints(entry)
  const [start, end] = [run.start.epochMilliseconds, run.end?.epochMilliseconds ?? Infinity]
  const local = (at: number): string => formatDateTime(toLocal(Temporal.Instant.fromEpochMilliseconds(at), zone))
  const first = Math.max(dayNumber(entry.start_date), firstDayOf(window, local))
  const last = entry.end_date === null ? Infinity : dayNumber(entry.end_date)
  for (let day = first; day <= last && day < first + MAX_DAYS; day += 1) {
    const text = formatDay(day)
    for (const [index, [from, to]] of intervalsOn(hours, text).entries()) {
      const opens = Math.max(start, instantOfHours(formatWall(from), zone))
      const closes = Math.min(end, instantOfHours(formatWall(to), zone))
      if (closes <= opens || !isInWindow(window, opens, closes)) continue
      const suffix = `-${text.replaceAll('-', '')}${index === 0 ? '' : `-${index + 1}`}`
      yield {
        ...entry,
        all_day: false,
        start_date: local(opens),
        end_date: local(closes),
        utc_start_date: utc(opens),
        utc_end_date: utc(closes),
        inSeries: { seriesId: entry.id, suffix, lines: [], isRecurrence: false, zone: null },
      }
    }
  }
}
const dayNumber = (date: string): number => parseDay(date.slice(0, 10)) ?? 0
const utc = (at: number): string => formatDateTime(toLocal(Temporal.Instant.fromEpochMilliseconds(at), 'UTC'))

/** A time that is open when the window begins may have opened on the day before. */
function firstDayOf({ bounds, overlapsFrom }: TimeWindow, local: (at: number) => string): number {
  const begins = [...bounds.flatMap(({ sign, at }) => (sign.startsWith('>') ? [at] : [])), ...(overlapsFrom === null ? [] : [overlapsFrom])]
  return begins.length === 0 ? -Infinity : dayNumber(local(Math.max(...begins))) - 1
}

/** Whether the window matches an event with these times. */
const isInWindow = ({ bounds, overlapsFrom }: TimeWindow, opens: number, closes: number): boolean =>
  bounds.every(({ of, sign, at }) => COMPARE[sign](of === 'starts_at' ? opens : closes, at)) &&
  (overlapsFrom === null || closes > overlapsFrom)
const COMPARE = {
  '>=': (a: number, b: number) => a >= b,
  '>': (a: number, b: number) => a > b,
  '<': (a: number, b: number) => a < b,
  '<=': (a: number, b: number) => a <= b,
}
