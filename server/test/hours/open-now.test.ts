// `open_now` and `next_opening` over HTTP, and how long the response is cached (13.7.3).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer, type Json } from '../support/server.ts'

const clock = { at: Date.parse('2027-03-02T09:59:50Z') }
const api = await testServer(
  { RECORD_MAX_AGE: '3600', SITE_TIMEZONE: 'Europe/Lisbon' },
  { now: () => Temporal.Instant.fromEpochMilliseconds(clock.at) },
  false,
)
const hours = { weekly: [{ days: ['tu', 'we'], opens: '10:00', closes: '18:00' }] }
const event: Json = { title: 'Exhibition', start_date: '2027-01-01', end_date: null, timezone: 'Europe/Lisbon', hours }

for (const [plural, body] of Object.entries({ events: event, venues: { venue: 'Museum', hours } }))
  void test(`13.7.3 open_now and next_opening of ${plural} follow the clock although responses are cached until they change`, async () => {
    const { id } = await api.make(plural, body)
    const statusAt = async (time: string): Promise<unknown[]> => {
      clock.at = Date.parse(`2027-03-${time}Z`)
      const { json, headers } = await api.get(`/${plural}/${id}`)
      return [json['open_now'], json['next_opening'], /s-maxage=(\d+)/.exec(headers.get('cache-control') ?? '')?.[1]]
    }
    assert.deepEqual(await statusAt('02T09:59:50'), [false, '2027-03-02 10:00:00', '10'])
    assert.deepEqual(await statusAt('02T09:59:59'), [false, '2027-03-02 10:00:00', '10'])
    assert.deepEqual(await statusAt('02T10:00:00'), [true, '2027-03-03 10:00:00', '3600'])
    assert.deepEqual(await statusAt('02T17:59:00'), [true, '2027-03-03 10:00:00', '3600'])
    assert.deepEqual(await statusAt('02T18:00:00'), [false, '2027-03-03 10:00:00', '3600'])
    assert.deepEqual(await statusAt('03T18:00:00'), [false, '2027-03-09 10:00:00', '3600'])
  })

void test('13.7.3 an event is open between its start and its end only, and without hours the values are null', async () => {
  clock.at = Date.parse('2027-03-02T11:00:00Z')
  const statusOf = async (more: Json): Promise<unknown[]> => {
    const { id } = await api.make('events', { ...event, ...more })
    const { json } = await api.get(`/events/${id}`)
    return [json['open_now'], json['next_opening']]
  }
  assert.deepEqual(await statusOf({ start_date: '2027-03-02 12:00' }), [false, '2027-03-02 12:00:00'])
  assert.deepEqual(await statusOf({ end_date: '2027-03-02 11:00' }), [false, null])
  assert.deepEqual(await statusOf({ end_date: '2027-03-02 11:01' }), [true, null])
  assert.deepEqual(await statusOf({ hours: null }), [null, null])
})
