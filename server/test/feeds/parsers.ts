// Random events, written as one .ics: two others must read in it what the API says.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { sql } from '../../src/kernel/database/sql.ts'
import { Random } from '../model/random.ts'
import { testServer, type Json, type TestServer } from '../support/server.ts'
import { requiresTools } from '../support/tools.ts'
import { randomEvent } from './generate.ts'
import { readByIcal, readByPython, wanted, type Seen } from './readers.ts'

/** FEED_EVENTS: how many. FEED_SEED: which. */
export async function testReaders(most: number, which: number): Promise<void> {
  const [count, seed] = [Number(process.env['FEED_EVENTS'] ?? most), Number(process.env['FEED_SEED'] ?? which)]
  const patient = { DATABASE_STATEMENT_TIMEOUT_MS: '60000', DATABASE_LOCK_TIMEOUT_MS: '60000', DATABASE_CONNECT_TIMEOUT_MS: '60000' }
  const server = await testServer({ SITE_TIMEZONE: 'Europe/Paris', ...patient }, undefined, false)
  void test(
    `feeds: ${count} random events are read by ical.js and by icalendar as the API says (seed ${seed})`,
    requiresTools('icalendar'),
    async (t) => {
      t.diagnostic(await compareReaders(server, count, seed))
    },
  )
}

async function compareReaders(server: TestServer, count: number, seed: number): Promise<string> {
  const random = new Random(seed)
  const ids: number[] = []
  const bodies = Array.from({ length: count }, () => randomEvent(random))
  for (let i = 0; i < count; i += 6)
    for (const { status, json, text } of await Promise.all(bodies.slice(i, i + 6).map((body) => server.post('/events', body)))) {
      // A whole day that its zone has skipped is refused; all else is not.
      const isSkipped = status === 400 && text.includes('backwards') && json['code'] === 'rest_invalid_param'
      assert.ok(status === 201 || isSkipped, text)
      if (status === 201) ids.push(json['id'] as number)
    }
  assert.ok(ids.length > 0.99 * count, `${ids.length} of ${count} were taken`)
  const changed = ids.filter(() => random.chance(0.2))
  for (const id of changed) await server.patch(`/events/${id}`, { featured: true })
  const identity = String((await server.app.database.query<{ id: string }>(sql`select id::text from calendar_identity`))[0]?.id)

  const all = 'status=any&starts_after=0001-01-01T00:00:00Z&strict_dates=true'
  const feed = await server.get(`/events.ics?${all}`, { as: 'editor' })
  if (process.env['FEED_KEEP']) writeFileSync(process.env['FEED_KEEP'], feed.text)
  const api: Json[] = []
  for (let page = 1; api.length < ids.length; page += 1) {
    const { json } = await server.get(`/events?${all}&per_page=100&page=${page}`, { as: 'editor' })
    assert.ok((json['events'] as Json[]).length > 0, `${api.length} of ${ids.length}`)
    api.push(...(json['events'] as Json[]))
  }
  const rows = await server.app.database.query<{ id: number; version: number; seconds: number }>(
    sql`select id, version, floor(extract(epoch from date_trunc('milliseconds', modified_at) - date_trunc('milliseconds', created_at)))::int as seconds from events`,
  )
  const sequences = new Map(rows.map(({ id, version, seconds }) => [id, version - 1 + seconds]))
  const expected = api.map((event) => wanted(event, identity, sequences.get(event['id'] as number) ?? -1))
  // ical.js takes a backslash in a parameter for the beginning of an escape, which the standard does not know there.
  const taken = (name: string): string => name.replace(/\\([\\;,nN])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign))
  const byIcal = expected.map((each): Seen => ({ ...each, organizer: each.organizer && [taken(each.organizer[0]), each.organizer[1]] }))
  differences('ical.js', readByIcal(feed.text), byIcal, api)
  differences('icalendar', await readByPython(feed.text), expected, api)
  const local = (feed.text.match(/^DTSTART;TZID=/gm) ?? []).length
  const zones = (feed.text.match(/^BEGIN:VTIMEZONE/gm) ?? []).length
  const days = (feed.text.match(/^DTSTART;VALUE=DATE/gm) ?? []).length
  const open = api.filter((event) => event['end_date'] === null).length
  assert.ok(open > count / 20, `${open} without a known end`)
  assert.ok(local > count / 4 && zones > Math.min(100, count / 10) && days > count / 20, `${local} local, ${days} of days, ${zones} zones`)
  return `${ids.length} events, ${local} with a local time, ${days} of whole days, ${zones} zones, ${Buffer.byteLength(feed.text)} bytes`
}

function differences(reader: string, seen: readonly Seen[], expected: readonly Seen[], api: readonly Json[]): void {
  assert.equal(seen.length, expected.length, `${reader} reads another number of events`)
  const found = expected.flatMap((event, i) =>
    (Object.keys(event) as (keyof Seen)[]).flatMap((name) =>
      isDeepStrictEqual(seen[i]?.[name], event[name])
        ? []
        : [`${name} of ${zoneOf(api[i])}: ${JSON.stringify(seen[i]?.[name])}, not ${JSON.stringify(event[name])}`],
    ),
  )
  assert.equal(found.length, 0, `${reader} reads otherwise than the API says, ${found.length} times:\n${found.slice(0, 10).join('\n')}`)
}
const zoneOf = (event: Json | undefined): string =>
  `${String(event?.['id'])} at ${String(event?.['start_date'])} ${String(event?.['timezone'])}`
