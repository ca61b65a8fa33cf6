// Random series with exceptions, canceled, excluded and additional dates in many zones, created over HTTP.
import assert from 'node:assert/strict'
import { showRecurrence } from '../../src/kernel/recurrence/recurrence.ts'
import { localToInstant } from '../../src/kernel/time/date-times.ts'
import { Random, seedOf } from '../model/random.ts'
import { makeSeries } from '../recurrence/random-series.ts'
import { unique, type Json, type TestServer } from '../support/server.ts'
import type { SeenDate } from './recurrence-readers.ts'

export const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Africa/Cairo',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Asia/Beirut',
  'Pacific/Chatham',
  'Asia/Tokyo',
  'America/St_Johns',
  'UTC',
  'UTC+5',
]
/** Dates are compared up to this day, which is before the horizon of a server whose time is `NOW`. */
export const NOW = '2027-01-01T12:00:00Z'
export const COMPARED = { from: '2020-01-01', to: '2029-12-20' }

export interface MadeSeries {
  readonly id: number
  readonly category: string
}
/** Creates a random series in a category of its own, and in `shared`. Null if the API refuses it, because it has too many dates or none. */
export async function createSeries(server: TestServer, seed: number, index: number, shared?: string): Promise<MadeSeries | null> {
  const series = makeSeries(seed, index)
  if (!series || series.times.start >= COMPARED.to) return null
  const random = new Random(seedOf(seed + 1_000, index))
  const category = unique()
  const timezone = ZONES[index % ZONES.length] as string
  const toUtc = (wall: string): number => localToInstant(Temporal.PlainDateTime.from(wall), timezone).epochMilliseconds
  const { start, end, allDay } = series.times
  const made = await server.post('/events', {
    title: `Series ${index}`,
    start_date: start,
    end_date: end,
    all_day: allDay,
    timezone,
    categories: [category, ...(shared === undefined ? [] : [shared])],
    recurrence: showRecurrence(series.recurrence, series.times, toUtc),
  })
  if (made.status === 400) return null
  assert.equal(made.status, 201, made.text)
  const id = made.json['id'] as number
  // A series has up to some thousand dates, of which only a few are read.
  const dates = (await server.get(`/events?series=${id}&inventory=true`)).json['events'] as { id: number }[]
  for (const date of random.some(dates, 6)) await changeDate(server, (await server.get(`/events/${date.id}`)).json, random)
  return { id, category }
}

/** Moves, renames, cancels, hides or deletes a date. */
async function changeDate(server: TestServer, date: Json, random: Random): Promise<void> {
  const path = `/events/${String(date['id'])}`
  const later = (name: string): string | null =>
    date[name] === null ? null : Temporal.PlainDateTime.from(String(date[name])).add({ hours: 26 }).toString().replace('T', ' ')
  const changes: readonly Json[] = [
    { title: 'Special' },
    { event_status: 'cancelled' },
    { event_status: 'cancelled' },
    { start_date: later('start_date'), end_date: later('end_date') },
    { status: 'draft' },
    { hide_from_listings: true },
  ]
  const answer = random.chance(0.2) ? await server.remove(path) : await server.patch(path, random.pick(changes))
  // The last date of a series cannot be deleted.
  assert.ok(answer.status === 200 || answer.status === 400, answer.text)
}

/** All dates that the API lists. */
export async function listDates(server: TestServer, category: string, language = 'en'): Promise<Json[]> {
  const dates: Json[] = []
  for (let page = 1; ; page += 1) {
    const query = `categories=${category}&start_date=2000-01-01&end_date=2200-01-01&per_page=100&i18n_language=${language}`
    const answer = await server.get(`/events?${query}&page=${page}`)
    const events = (answer.json['events'] ?? []) as Json[]
    dates.push(...events)
    if (events.length < 100) return dates
  }
}
/** A date of the API as a reader of iCalendar should see it. */
export function expectedDate(event: Json): SeenDate {
  const isAllDay = event['all_day'] === true
  const start = isAllDay ? String(event['start_date']).slice(0, 10) : String(event['utc_start_date'])
  const next = (date: unknown): string => Temporal.PlainDate.from(String(date).slice(0, 10)).add({ days: 1 }).toString()
  const end = event['end_date'] === null ? start : isAllDay ? next(event['end_date']) : String(event['utc_end_date'])
  const status = { cancelled: 'CANCELLED', postponed: 'TENTATIVE' }[String(event['event_status'])] ?? 'CONFIRMED'
  return [start, end, status, String(event['title'])]
}

/** Fails with the first differences, so that a message stays short. */
export function assertSameDates(actual: readonly SeenDate[], expected: readonly SeenDate[], label: string): void {
  const [a, e] = [actual, expected].map((dates) => new Set(dates.map((date) => date.join(' | ')))) as [Set<string>, Set<string>]
  const missing = [...e.difference(a)].sort().slice(0, 3)
  const surplus = [...a.difference(e)].sort().slice(0, 3)
  assert.deepEqual({ missing, surplus, count: actual.length }, { missing: [], surplus: [], count: expected.length }, label)
}
