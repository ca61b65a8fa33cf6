// The ends of the years that there are, 1 to 9999, in sites west and east of UTC: every input that takes dates, feeds and JSON-LD.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DATES } from '../../src/resources/event-filters.ts'
import { idsOf, testServer, type Json, type TestServer } from '../support/server.ts'

const ZONES = ['America/New_York', 'Asia/Tokyo'] as const
const EDGES = ['0001-01-01', '0001-01-01T00:00:00Z', '9999-12-31', '9999-12-31 23:59:59', '9999-12-31T23:59:59Z']
const FEEDS = ['.ics', '.rss', '.atom', '.csv', '.json'] as const
const servers = await Promise.all(ZONES.map(async (zone) => [zone, await testServer({ SITE_TIMEZONE: zone })] as const))

/** Creates an event where its instants are within the years, and says which it was. */
async function tryEvent(server: TestServer, body: Json): Promise<number | null> {
  const answer = await server.post('/events', { title: 'Edge', ...body })
  assert.ok([201, 400].includes(answer.status), `${JSON.stringify(body)}: ${answer.status} ${answer.text}`)
  return answer.status === 201 ? Number(answer.json['id']) : null
}

for (const [zone, server] of servers)
  void test(`2.5 the first and the last day at ${zone}`, async () => {
    const made: number[] = []
    for (const date of EDGES)
      for (const timezone of ['UTC', zone, 'UTC+14', 'UTC-12'])
        for (const all_day of [true, false]) {
          const id = await tryEvent(server, { start_date: date, end_date: date, timezone, all_day })
          if (id !== null) made.push(id)
        }
    for (const date of ['0001-01-01', '9999-12-31'])
      assert.ok(await tryEvent(server, { start_date: date, end_date: date, timezone: 'UTC', all_day: true }), `whole day ${date} in UTC`)
    for (const name of ['date', 'date_utc'])
      for (const date of EDGES) {
        const answer = await server.post('/events', { title: 'Published', start_date: '2031-01-01', end_date: '2031-01-01', [name]: date })
        assert.ok([201, 400].includes(answer.status), `${name}=${date}: ${answer.text}`)
        if (answer.status === 400) continue
        for (const shown of ['date', 'date_utc']) assert.match(String(answer.json[shown]), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
      }
    for (const id of made) {
      const { status, json, text } = await server.get(`/events/${id}`)
      assert.equal(status, 200, text)
      assert.ok(json['json_ld'])
      assert.equal((await server.get(`/events/${id}.ics`)).status, 200)
      const moved = await server.patch(`/events/${id}`, { timezone: 'Asia/Kolkata' })
      assert.ok([200, 400].includes(moved.status), moved.text)
    }
  })

for (const [zone, server] of servers)
  void test(`5.3 filters by the first and the last day at ${zone}`, async () => {
    const whole = async (date: string): Promise<number> =>
      (await tryEvent(server, { start_date: date, end_date: date, timezone: 'UTC', all_day: true })) ?? assert.fail(date)
    const [first, last] = [await whole('0001-01-01'), await whole('9999-12-31')]
    for (const name of DATES)
      for (const date of EDGES)
        for (const strict of ['', '&strict_dates=true']) {
          const query = `${name}=${encodeURIComponent(date)}${strict}&per_page=1`
          const { status, json, text } = await server.get(`/events?${query}`)
          assert.equal(status, 200, `${query}: ${text}`)
          if (json['next_rest_url']) assert.equal((await fetch(String(json['next_rest_url']))).status, 200, String(json['next_rest_url']))
          if (json['total'] === 0) assert.deepEqual(json['events'], [], query)
        }
    const idsBy = async (query: string): Promise<number[]> => {
      const { json } = await server.get(`/events?${query}&per_page=100&_fields=id`)
      assert.equal(json['total'], idsOf(json['events']).length, query)
      return idsOf(json['events'])
    }
    for (const query of ['start_date=0001-01-01&end_date=0001-01-01', 'from=0001-01-01&to=0001-01-01', 'ends_before=0001-01-01'])
      assert.ok((await idsBy(query)).includes(first), query)
    for (const query of ['start_date=9999-12-31&end_date=9999-12-31', 'from=9999-12-31&to=9999-12-31', 'starts_after=9999-12-30'])
      assert.ok((await idsBy(query)).includes(last), query)
    for (const query of ['starts_after=9999-12-31', 'ends_after=9999-12-31']) assert.ok(!(await idsBy(query)).includes(last), query)
    for (const ending of FEEDS)
      for (const query of ['from=0001-01-01', 'to=0001-01-01', 'from=9999-12-31', 'start_date=0001-01-01&end_date=9999-12-31']) {
        const answer = await server.get(`/events${ending}?${query}`)
        assert.equal(answer.status, 200, `${ending} ${query}: ${answer.text}`)
      }
  })
