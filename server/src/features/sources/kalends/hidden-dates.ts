// Finds dates of a series that the other calendar does not show, because they are hidden or not published. A copy excludes them.
import { isObject } from '../../../kernel/http/request-parsing.ts'
import { expandRecurrence } from '../../../kernel/recurrence/expand.ts'
import { parseRecurrence } from '../../../kernel/recurrence/parse-recurrence.ts'
import { isRecurrenceError } from '../../../kernel/recurrence/recurrence-error.ts'
import { normalizeRecurrence } from '../../../kernel/recurrence/recurrence.ts'
import { formatDateTime, normalizeZone, toLocal } from '../../../kernel/time/date-times.ts'
import type { CalendarApi, RemoteRecord } from './calendar-api.ts'

/** Returns the original starts of hidden dates; null if no date is shown. */
export async function findHiddenDates(api: CalendarApi, series: RemoteRecord, until: string): Promise<string[] | null> {
  const id = String(series['id'])
  const shown = await api.list(`dates ${id}`, 'events', { inventory: true, series: id })
  if (shown.length === 0) return null
  const expected = expand(series, until)
  // The number is compared first, because the starts are not in the inventory.
  if (!expected || expected.starts.length === shown.length) return []
  const listed = await api.list(`starts ${id}`, 'events', { series: id, from: '0002-01-01', _fields: 'original_start_date' })
  const starts = new Set(listed.map((date) => String(date['original_start_date'])))
  const last = [...starts].sort().at(-1) ?? ''
  // Dates of an endless series after the last one may not be stored yet.
  return expected.starts.filter((start) => !starts.has(start) && (expected.isComplete || start < last))
}

/** The starts that the recurrence has up to the horizon of the other calendar; null if it cannot be expanded. */
function expand(series: RemoteRecord, until: string): { readonly starts: readonly string[]; readonly isComplete: boolean } | null {
  const { recurrence, start_date: start, end_date: end, all_day: allDay } = series
  const zone = normalizeZone(String(series['timezone'])) ?? 'UTC'
  const parsed = isObject(recurrence) ? parseRecurrence(recurrence) : null
  if (!parsed || isRecurrenceError(parsed)) return null
  const times = { start: String(start), end: typeof end === 'string' ? end : null, allDay: allDay === true }
  const local = (ms: number): string => formatDateTime(toLocal(Temporal.Instant.fromEpochMilliseconds(ms), zone))
  const stored = normalizeRecurrence(parsed, times, local)
  if (isRecurrenceError(stored)) return null
  const expanded = expandRecurrence(stored, times, { throughDay: until })
  return isRecurrenceError(expanded) ? null : { starts: expanded.dates.map((date) => date.start), isComplete: expanded.isComplete }
}
