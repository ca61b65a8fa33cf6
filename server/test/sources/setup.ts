// Shared code of the tests of sources: a server with sources and runs over HTTP, and the text of iCalendar files.
import assert from 'node:assert/strict'
import { scaled } from '../support/evidence.ts'
import { testServer, type Answer, type Caller, type Json, type TestServer } from '../support/server.ts'
import type { Config } from '../../src/config.ts'
import { systemClock, type Clock } from '../../src/kernel/time/clock.ts'

export interface ShownRun {
  readonly id: number
  readonly state: string
  readonly reason: string | null
  readonly total: number
  readonly counts: Readonly<Record<string, number>>
}
export interface ShownItem {
  readonly position: number
  readonly kind: string
  readonly external_id: string | null
  readonly title: string
  readonly outcome: string
  readonly record_id: number | null
  readonly reason: string | null
  readonly errors: readonly { readonly field: string | null; readonly code: string; readonly message: string }[]
  readonly left_alone: readonly string[]
  readonly notes: readonly string[]
  readonly duplicates: readonly number[]
}
export interface SourceServer extends TestServer {
  createSource(body?: Json, as?: Caller): Promise<number>
  startRun(source: number, file: string | null, query?: string): Promise<Answer>
  /** Starts a run with a file, or with the URL of the source, and waits for its end. */
  run(source: number, file: string | null, query?: string): Promise<ShownRun>
  ended(source: number, run: number, ms?: number): Promise<ShownRun>
  items(source: number, run: number, query?: string): Promise<ShownItem[]>
  event(id: number | null | undefined): Promise<Json>
}

/** Runs of a full count, or on a busy machine, take minutes. */
const MAX_RUN_MS = scaled(1_200_000, 300_000)
const POLL_MAX_MS = 1_000

export async function sourceServer(
  settings: Partial<Record<keyof Config, string>> = {},
  clock: Clock = systemClock,
  jobs = true,
): Promise<SourceServer> {
  const server = await testServer({ SOURCES_MAX: '1000', ...settings }, clock, jobs)
  const startRun = (source: number, file: string | null, query = ''): Promise<Answer> =>
    server.request('POST', `/sources/${source}/runs${query}`, {
      as: 'editor',
      ...(file !== null && { upload: new Blob([file]), headers: { 'content-type': 'application/octet-stream' } }),
    })
  const ended = async (source: number, run: number, ms = MAX_RUN_MS): Promise<ShownRun> => {
    const deadline = Date.now() + ms
    // The server counts the items of the run for each answer, so frequent questions would slow down a long run.
    for (let pause = 30; ; pause = Math.min(pause * 1.2, POLL_MAX_MS)) {
      await new Promise((resolve) => setTimeout(resolve, pause))
      const shown = (await server.get(`/sources/${source}/runs/${run}`, { as: 'admin' })).json as unknown as ShownRun
      if (!['waiting', 'running', 'undoing'].includes(shown.state)) return shown
      assert.ok(Date.now() < deadline, JSON.stringify(shown))
    }
  }
  return {
    ...server,
    startRun,
    ended,
    createSource: async (body = {}, as = 'editor') => {
      const answer = await server.post('/sources', { name: 'Source', ...body }, { as })
      assert.equal(answer.status, 201, answer.text)
      return Number(answer.json['id'])
    },
    run: async (source, file, query) => {
      const answer = await startRun(source, file, query)
      assert.equal(answer.status, 202, answer.text)
      return ended(source, Number(answer.json['id']))
    },
    items: async (source, run, query = '?per_page=1000') => {
      const answer = await server.get(`/sources/${source}/runs/${run}/items${query}`, { as: 'admin' })
      assert.equal(answer.status, 200, answer.text)
      return answer.json['items'] as ShownItem[]
    },
    event: async (id) => (await server.get(`/events/${id}`, { as: 'admin' })).json,
  }
}

/** The counts of a run without zeros. */
export const counted = ({ counts }: ShownRun): Json => Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))

export const calendarFile = (events: readonly (readonly string[])[], header: readonly string[] = []): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Example//Test//EN',
    ...header,
    ...events.flatMap((lines) => ['BEGIN:VEVENT', 'DTSTAMP:20270101T000000Z', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n')
/** An event on a day of January 2028. */
export const simpleEvent = (uid: string, title: string, day = 1, more: readonly string[] = []): string[] => [
  `UID:${uid}`,
  `SUMMARY:${title}`,
  `DTSTART:202801${String(day).padStart(2, '0')}T180000Z`,
  `DTEND:202801${String(day).padStart(2, '0')}T200000Z`,
  ...more,
]
