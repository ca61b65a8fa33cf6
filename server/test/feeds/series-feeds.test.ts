// Contract 13.6: series in iCalendar, and their dates in all other feeds.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer, unique, type Json } from '../support/server.ts'

const server = await testServer({}, { now: () => Temporal.Instant.from('2027-01-01T12:00:00Z') })
const lines = (ics: string, pattern: RegExp): string[] =>
  ics
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .filter((line) => pattern.test(line))
const makeSeries = async (more: Json = {}) => {
  const category = unique()
  const series = await server.make('events', {
    title: 'Class',
    start_date: '2027-02-02 18:00:00',
    end_date: '2027-02-02 20:00:00',
    timezone: 'Europe/Berlin',
    recurrence: 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=6',
    categories: [category],
    ...more,
  })
  const list = async (): Promise<Json[]> => (await server.get(`/events?categories=${category}&per_page=100`)).json['events'] as Json[]
  const feed = async (query = '', ending = 'ics'): Promise<string> =>
    (await server.get(`/events.${ending}?categories=${category}${query}`)).text
  return { id: series.id, category, list, feed }
}
/** Dates and status of the events in a calendar, without its time zones. */
const datesIn = (ics: string): string[] =>
  lines(ics.replaceAll(/BEGIN:VTIMEZONE.*END:VTIMEZONE/gs, ''), /^(DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|STATUS)/)
const idOf = (date: Json | undefined): string => String(date?.['id'])

void test('13.6.1 a series is written whole, with EXDATE for excluded and CANCELLED for canceled dates', async () => {
  const { list, feed } = await makeSeries()
  const dates = await list()
  await server.remove(`/events/${idOf(dates[1])}`)
  await server.patch(`/events/${idOf(dates[2])}`, { event_status: 'cancelled' })
  await server.patch(`/events/${idOf(dates[3])}`, { start_date: '2027-02-12 10:00', end_date: '2027-02-12 11:00' })
  await server.patch(`/events/${idOf(dates[4])}`, { status: 'draft' })
  const ics = await feed('&from=2027-02-01&to=2027-02-03')
  assert.deepEqual(datesIn(ics), [
    'DTSTART;TZID=Europe/Berlin:20270202T180000',
    'DTEND;TZID=Europe/Berlin:20270202T200000',
    'RRULE:FREQ=WEEKLY;COUNT=6;BYDAY=TU,TH',
    'EXDATE;TZID=Europe/Berlin:20270204T180000,20270216T180000',
    'STATUS:CONFIRMED',
    'RECURRENCE-ID;TZID=Europe/Berlin:20270209T180000',
    'DTSTART;TZID=Europe/Berlin:20270209T180000',
    'DTEND;TZID=Europe/Berlin:20270209T200000',
    'STATUS:CANCELLED',
    'RECURRENCE-ID;TZID=Europe/Berlin:20270211T180000',
    'DTSTART;TZID=Europe/Berlin:20270212T100000',
    'DTEND;TZID=Europe/Berlin:20270212T110000',
    'STATUS:CONFIRMED',
  ])
  assert.deepEqual(datesIn(await feed('&from=2027-02-01&collapse=series')), datesIn(ics))
})

void test('13.6.1 the UID derives from the id of the series, and depends on no filter or window', async () => {
  const { id, list, feed } = await makeSeries()
  const uids = (ics: string): string[] => [...new Set(lines(ics, /^UID:/))]
  const [own] = uids((await server.get(`/events/${id}.ics`)).text)
  const [first] = await list()
  for (const query of ['', '&from=2027-02-10&to=2027-02-12', '&start_date=2027-02-17', `&exclude=${idOf(first)}`])
    assert.deepEqual(uids(await feed(query)), [own], query)
  const expanded = uids(await feed('&expand=true'))
  assert.equal(expanded.length, 6)
  const alone = (await server.get(`/events/${idOf(first)}.ics`)).text
  assert.deepEqual([uids(alone), lines(alone, /^(RRULE:FREQ=W|RDATE|RECURRENCE-ID)/)], [expanded.slice(0, 1), []])
})

void test('13.6.1 dates in another venue are EXDATE, and a feed of that venue has only them', async () => {
  const [hall, park] = [await server.make('venues', { venue: unique() }), await server.make('venues', { venue: unique() })]
  const { list, feed } = await makeSeries({ venue: hall.id })
  await server.patch(`/events/${idOf((await list())[2])}`, { venue: park.id })
  assert.deepEqual(lines(await feed(`&venue=${hall.id}`), /^(RRULE:FREQ=W|RDATE|EXDATE|RECURRENCE-ID)/), [
    'RRULE:FREQ=WEEKLY;COUNT=6;BYDAY=TU,TH',
    'EXDATE;TZID=Europe/Berlin:20270209T180000',
  ])
  assert.deepEqual(lines(await feed(`&venue=${park.id}`), /^(RRULE:FREQ=W|RDATE|EXDATE|RECURRENCE-ID)/), [
    'RDATE:20270209T170000Z',
    'RECURRENCE-ID:20270209T170000Z',
  ])
})

void test('13.6.1 each further rule has a UID with a suffix, and a start of two rules is excluded from the later', async () => {
  const { feed } = await makeSeries({
    recurrence: {
      rules: [
        { rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=3' },
        { rrule: 'FREQ=DAILY;COUNT=3' },
        { rrule: 'FREQ=WEEKLY;BYDAY=SA;COUNT=2', start_time: '10:00', end_time: '11:00' },
      ],
    },
  })
  const ics = await feed()
  assert.deepEqual(
    lines(ics, /^UID:/).map((line) => line.slice(40)),
    ['', '-r2', '-r3'],
  )
  assert.deepEqual(lines(ics, /^(DTSTART;TZID=.*T1|RRULE:FREQ=[WD].*COUNT|EXDATE)/), [
    'DTSTART;TZID=Europe/Berlin:20270202T180000',
    'RRULE:FREQ=WEEKLY;COUNT=3;BYDAY=TU',
    'DTSTART;TZID=Europe/Berlin:20270203T180000',
    'RRULE:FREQ=DAILY;COUNT=2',
    'DTSTART;TZID=Europe/Berlin:20270206T100000',
    'RRULE:FREQ=WEEKLY;COUNT=2;BYDAY=SA',
  ])
})

void test('13.6.2 a date on a night on which the clocks change has a RECURRENCE-ID, and UNTIL is in UTC', async () => {
  const { feed } = await makeSeries({
    start_date: '2027-03-27 02:30:00',
    end_date: '2027-03-27 04:30:00',
    recurrence: 'FREQ=DAILY;UNTIL=20270329',
  })
  assert.deepEqual(datesIn(await feed()), [
    'DTSTART;TZID=Europe/Berlin:20270327T023000',
    'DTEND;TZID=Europe/Berlin:20270327T043000',
    'RRULE:FREQ=DAILY;UNTIL=20270329T215959Z',
    'STATUS:CONFIRMED',
    'RECURRENCE-ID;TZID=Europe/Berlin:20270328T023000',
    'DTSTART:20270328T013000Z',
    'DTEND:20270328T023000Z',
    'STATUS:CONFIRMED',
  ])
})

void test('13.6.2 rules that readers compute differently are RDATEs in UTC, apart by their time in UTC', async () => {
  const { feed } = await makeSeries({ recurrence: 'FREQ=MONTHLY;BYDAY=TU,TH;BYSETPOS=1;COUNT=3' })
  const text = await feed()
  assert.deepEqual(lines(text, /^(RRULE:FREQ=M|RDATE|EXDATE)/), ['RDATE:20270202T170000Z,20270302T170000Z', 'RDATE:20270401T160000Z'])
  const [first = '', second = ''] = lines(text, /^UID/)
  assert.equal(second, `${first}-u160000`)
})

void test('13.6.3 the ETag of a feed changes with dates outside its window', async () => {
  const { category, list } = await makeSeries()
  const path = `/events.ics?categories=${category}&from=2027-02-01&to=2027-02-03`
  const before = (await server.get(path)).headers.get('etag') ?? ''
  assert.equal((await server.get(path, { headers: { 'if-none-match': before } })).status, 304)
  await server.patch(`/events/${idOf((await list())[5])}`, { title: 'Last' })
  const after = await server.get(path, { headers: { 'if-none-match': before } })
  assert.deepEqual([after.status, lines(after.text, /^SUMMARY/).length], [200, 2])
})

void test('13.6.3 the time zone of a feed covers the whole series', async () => {
  const { category, feed } = await makeSeries({
    start_date: '2019-01-01 18:00:00',
    end_date: '2019-01-01 20:00:00',
    recurrence: 'FREQ=WEEKLY;BYDAY=TU',
  })
  await server.make('events', {
    title: 'Single',
    start_date: '2027-01-02 18:00',
    end_date: '2027-01-02 19:00',
    timezone: 'Europe/Berlin',
    categories: [category],
  })
  const ics = await feed('&from=2027-01-01')
  assert.equal(lines(ics, /^BEGIN:VTIMEZONE/).length, 1)
  assert.deepEqual(lines(ics, /^(DTSTART:2018|DTSTART;|RRULE:FREQ=W)/), [
    'DTSTART:20181028T030000',
    'DTSTART;TZID=Europe/Berlin:20270102T180000',
    'DTSTART;TZID=Europe/Berlin:20190101T180000',
    'RRULE:FREQ=WEEKLY;BYDAY=TU',
  ])
})

for (const [ending, idsIn] of Object.entries({
  rss: (text: string) => [...text.matchAll(/<guid[^>]*>([^<]+)</g)].map(([, id]) => id),
  atom: (text: string) => [...text.matchAll(/<entry[^>]*>\s*<id>([^<]+)</g)].map(([, id]) => id),
  json: (text: string) => (JSON.parse(text) as { items: { id: string }[] }).items.map(({ id }) => id),
  csv: (text: string) => [...text.matchAll(/^(\d+),/gm)].map(([, id]) => id),
  'fullcalendar.json': (text: string) => (JSON.parse(text) as { id: string }[]).map(({ id }) => id),
}))
  void test(`13.6.5 events.${ending} has one item per date, with an id of its own that stays`, async () => {
    const { list, feed } = await makeSeries()
    const ids = idsIn(await feed('', ending))
    assert.deepEqual([ids.length, new Set(ids).size], [6, 6])
    await server.patch(`/events/${idOf((await list())[1])}`, { title: 'Special' })
    assert.deepEqual(idsIn(await feed('', ending)), ids)
  })
