// Contract 7.14: an event without a known end in eight outputs, with a time and all day, and after `kalends rebuild`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { siteOf } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { rebuild } from '../../src/features/rebuild/rebuild.ts'
import { testServer, type Json } from '../support/server.ts'

const server = await testServer({ PUBLIC_URL: 'https://calendar.example' }, undefined, false)
const DAY = { title: 'Jam', start_date: '2031-05-06 19:00', end_date: null, timezone: 'Europe/Paris' }
const [timed, days] = [await server.make('events', DAY), await server.make('events', { ...DAY, all_day: true })]
const IDS = [timed.id, days.id]
const feed = async (ending: string): Promise<string> => (await server.get(`/events.${ending}?include=${IDS.join()}&orderby=id`)).text
const count = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length
const ends = async (id: number): Promise<unknown[]> => {
  const { json } = await server.get(`/events/${id}`)
  return ['end_date', 'end_date_details', 'utc_end_date', 'utc_end_date_details'].map((name) => json[name])
}

void test('7.14 JSON', async () => {
  for (const id of IDS) assert.deepEqual(await ends(id), [null, null, null, null])
})
void test('7.14 JSON-LD', async () => {
  for (const id of IDS) {
    const { json } = await server.get(`/events/${id}.jsonld`)
    assert.deepEqual(['startDate' in json, 'endDate' in json], [true, false])
  }
})
void test('7.14 iCalendar', async () => {
  const text = await feed('ics')
  assert.deepEqual([...text.matchAll(/^DTSTART.*:20310506.*$/gm)].length, 2)
  assert.equal(count(text, /^(?:DTEND|DURATION)/gm), 0)
})
for (const [name, ending] of [
  ['RSS', 'rss'],
  ['Atom', 'atom'],
] as const)
  void test(`7.14 ${name}`, async () => {
    const text = await feed(ending)
    assert.deepEqual([count(text, /<ev:startdate>/g), count(text, /<ev:enddate>/g)], [2, 0])
  })
void test('7.14 JSON Feed', async () => {
  const { items } = JSON.parse(await feed('json')) as { items: { _event: Json }[] }
  assert.deepEqual(
    items.map(({ _event }) => [_event['id'], _event['end_date'], _event['utc_end_date']]),
    IDS.map((id) => [id, null, null]),
  )
})
void test('7.14 CSV', async () => {
  const [head = [], ...rows] = (await feed('csv'))
    .trim()
    .replace('\ufeff', '')
    .split('\r\n')
    .map((line) => line.split(','))
  const cells = (row: readonly string[]): unknown[] => ['id', 'end_date', 'utc_end_date'].map((name) => row[head.indexOf(name)])
  assert.deepEqual(
    rows.map(cells),
    IDS.map((id) => [String(id), '', '']),
  )
})
void test('7.14 FullCalendar', async () => {
  const items = JSON.parse(await feed('fullcalendar.json')) as Json[]
  assert.deepEqual(
    items.map((item) => [item['id'], item['allDay'], 'end' in item]),
    [
      [String(timed.id), false, false],
      [String(days.id), true, false],
    ],
  )
})
void test('7.14 a rebuild keeps the end open, and lists the all-day event for its first day', async () => {
  await rebuild(server.app.database, siteOf(readConfig({ PUBLIC_URL: server.base })), Temporal.Now.instant(), () => ({
    step: () => undefined,
    end: () => undefined,
  }))
  for (const id of IDS) assert.deepEqual(await ends(id), [null, null, null, null])
  const running = async (at: string): Promise<unknown> =>
    (await server.get(`/events?relative=running&relative_to=${encodeURIComponent(at)}&_fields=id`)).json['events']
  assert.deepEqual(await running('2031-05-06T23:59:58Z'), [{ id: days.id }])
  assert.deepEqual(await running('2031-05-07T00:00:00Z'), [])
})
