// Contract 13.7.3: with `expand`, iCalendar contains the open days of an event with opening hours.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer, unique, type Json } from '../support/server.ts'
import { requiresTools } from '../support/tools.ts'
import { readByIcal, readByPython, type Seen } from './readers.ts'

const server = await testServer({}, { now: () => Temporal.Instant.from('2027-01-01T12:00:00Z') })
const makeEvent = async (more: Json) => {
  const category = unique()
  const { id } = await server.make('events', { title: 'Club', timezone: 'Europe/Berlin', categories: [category], ...more })
  const feed = async (query = ''): Promise<string> => (await server.get(`/events.ics?categories=${category}&expand=true${query}`)).text
  return { id, category, feed }
}
const NIGHTS = {
  start_date: '2027-03-26 00:00',
  end_date: '2027-03-30 23:59:59',
  all_day: true,
  hours: {
    weekly: [
      { days: ['fr', 'sa'], opens: '22:00', closes: '04:00' },
      { days: ['mo'], opens: '10:00', closes: '12:00' },
      { days: ['mo'], opens: '14:00', closes: '18:30' },
      { days: ['tu'], opens: '23:00', closes: '02:30' },
    ],
    adjusted: [{ from: '2027-03-28', to: '2027-03-28', opens: '02:30', closes: '05:00', note: 'Breakfast' }],
  },
}
const times = (events: readonly Seen[]): string[] => events.map(({ start, end }) => `${start} to ${String(end)}`)
const suffixes = (events: readonly Seen[]): string[] => events.map(({ uid }) => uid.slice(36))
/** The clocks change on March 28 at 02:00. The last night ends with the event. */
const NIGHT_TIMES = [
  '2027-03-26 21:00:00 to 2027-03-27 03:00:00',
  '2027-03-27 21:00:00 to 2027-03-28 02:00:00',
  '2027-03-28 01:00:00 to 2027-03-28 03:00:00',
  '2027-03-29 08:00:00 to 2027-03-29 10:00:00',
  '2027-03-29 12:00:00 to 2027-03-29 16:30:00',
  '2027-03-30 21:00:00 to 2027-03-30 21:59:59',
]

void test('13.7.3 each time that the event is open is a VEVENT with its exact times, also past midnight and when the clocks change', async () => {
  const { feed } = await makeEvent(NIGHTS)
  const read = readByIcal(await feed())
  assert.deepEqual(times(read), NIGHT_TIMES)
  assert.deepEqual(suffixes(read), ['-20270326', '-20270327', '-20270328', '-20270329', '-20270329-2', '-20270330'])
})
void test('13.7.3 icalendar reads the same times of open days', requiresTools('icalendar'), async () => {
  const { feed } = await makeEvent(NIGHTS)
  assert.deepEqual(times(await readByPython(await feed())), NIGHT_TIMES)
})

void test('13.7.3 without expand, and without opening hours, an event is one VEVENT with the UID of the event', async () => {
  const { id, category, feed } = await makeEvent(NIGHTS)
  const [whole] = readByIcal((await server.get(`/events.ics?categories=${category}`)).text)
  const [first] = readByIcal(await feed())
  assert.equal(first?.uid, `${whole?.uid}-20270326`)
  assert.equal(first?.url, whole?.url)
  await server.patch(`/events/${id}`, { hours: null })
  assert.deepEqual(suffixes(readByIcal(await feed())), [''])
})

void test('13.7.3 the UID of a day depends on neither the window nor the times', async () => {
  const { id, feed } = await makeEvent(NIGHTS)
  const all = readByIcal(await feed())
  await server.patch(`/events/${id}`, {
    hours: { weekly: [{ days: ['fr', 'sa', 'mo'], opens: '21:00', closes: '23:00' }], adjusted: null },
  })
  const later = readByIcal(await feed('&from=2027-03-27'))
  assert.deepEqual(suffixes(later), ['-20270327', '-20270329'])
  for (const { uid } of later)
    assert.ok(
      all.some((each) => each.uid === uid),
      uid,
    )
})

void test('13.7.3 the date filters of the feed apply to the open days', async () => {
  const { feed } = await makeEvent(NIGHTS)
  const days = async (query: string): Promise<string[]> => suffixes(readByIcal(await feed(query)))
  assert.deepEqual(await days('&from=2027-03-29&to=2027-03-29'), ['-20270329', '-20270329-2'])
  // The night of March 26 ends on the next day.
  assert.deepEqual(await days('&from=2027-03-27&to=2027-03-27'), ['-20270326', '-20270327'])
  assert.deepEqual(await days('&ends_before=2027-03-27'), [])
})

void test('13.7.3 at most 366 days of an event are written, from the later of its start and the start of the window', async () => {
  const hours = { weekly: [{ days: ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'], opens: '10:00', closes: '18:00' }] }
  const { feed } = await makeEvent({ start_date: '2026-11-01 10:00', end_date: null, hours })
  const all = readByIcal(await feed('&from=2026-01-01'))
  assert.deepEqual([all.length, all.at(0)?.uid.slice(36), all.at(-1)?.uid.slice(36)], [366, '-20261101', '-20271101'])
  const window = readByIcal(await feed())
  // The feed begins 30 days ago. The day before is examined, because it may be open past midnight.
  assert.deepEqual([window.length, window.at(0)?.uid.slice(36)], [365, '-20261202'])
})

void test('13.7.3 closed days, and days of a protected event, are not written', async () => {
  const { id, feed } = await makeEvent({
    ...NIGHTS,
    hours: {
      weekly: [{ days: ['fr', 'sa', 'su', 'mo'], opens: '10:00', closes: '18:00' }],
      closed: [{ from: '2027-03-27', to: '2027-03-28' }],
    },
  })
  assert.deepEqual(suffixes(readByIcal(await feed())), ['-20270326', '-20270329'])
  await server.patch(`/events/${id}`, { password: 'open sesame' })
  assert.deepEqual(suffixes(readByIcal(await feed())), [''])
})
