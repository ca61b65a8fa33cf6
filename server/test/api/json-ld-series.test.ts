// Contract 13.6.4: series and their dates in JSON-LD.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer, unique, type Json } from '../support/server.ts'

const server = await testServer({}, { now: () => Temporal.Instant.from('2027-01-01T12:00:00Z') })
const make = async (recurrence: unknown) => {
  const category = unique()
  const { id } = await server.make('events', {
    title: 'Class',
    start_date: '2027-02-02 18:00:00',
    end_date: '2027-02-02 20:00:00',
    timezone: 'Europe/Berlin',
    categories: [category],
    recurrence,
  })
  const dates = (await server.get(`/events?categories=${category}`)).json['events'] as Json[]
  return { id, ld: await linkedData(id), dates }
}
const linkedData = async (id: unknown): Promise<Json> => (await server.get(`/events/${String(id)}`)).json['json_ld'] as Json

void test('13.6.4 a series is an EventSeries with a schedule for each rule that schema.org can express', async () => {
  const { ld } = await make({
    rules: [
      { rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;UNTIL=20271231' },
      { rrule: 'FREQ=MONTHLY;BYDAY=2SA;COUNT=4', start_time: '10:00', end_time: '11:30' },
      { rrule: 'FREQ=MONTHLY;BYDAY=TU,TH;BYSETPOS=-1;COUNT=2' },
    ],
    exclude: ['2027-02-04'],
  })
  const common = { '@type': 'Schedule', startDate: '2027-02-02', scheduleTimezone: 'Europe/Berlin', exceptDate: ['2027-02-04'] }
  assert.equal(ld['@type'], 'EventSeries')
  assert.deepEqual(ld['eventSchedule'], [
    {
      ...common,
      repeatFrequency: 'P2W',
      byDay: ['https://schema.org/Tuesday', 'https://schema.org/Thursday'],
      endDate: '2027-12-31',
      startTime: '18:00:00',
      endTime: '20:00:00',
    },
    { ...common, repeatFrequency: 'P1M', byDay: ['2SA'], startTime: '10:00:00', endTime: '11:30:00', repeatCount: 4 },
  ])
})

void test('13.6.4 a date is an Event with its series as superEvent', async () => {
  const { id, ld, dates } = await make('FREQ=WEEKLY;BYDAY=TU;COUNT=3')
  const date = await linkedData(dates[1]?.['id'])
  assert.deepEqual([date['@type'], date['startDate'], date['eventSchedule']], ['Event', '2027-02-09T18:00:00+01:00', undefined])
  assert.deepEqual(date['superEvent'], { '@type': 'EventSeries', '@id': ld['@id'], name: 'Class', url: ld['url'] })
  await server.patch(`/events/${String(dates[1]?.['id'])}`, { title: 'Special' })
  const special = await linkedData(dates[1]?.['id'])
  assert.deepEqual([special['name'], (special['superEvent'] as Json)['name']], ['Special', undefined])
  assert.ok(String((special['superEvent'] as Json)['@id']).endsWith(`/events/${id}`))
})
