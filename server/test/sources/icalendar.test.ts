// The importer of iCalendar files: times and zones, series and changed dates, and the shapes that programs export (contract 19.6).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCalendar } from '../../src/features/sources/icalendar/read-calendar.ts'
import type { ImportedItem } from '../../src/features/sources/importer.ts'
import { readDocument } from '../../src/features/sources/read-document.ts'
import type { Json } from '../support/server.ts'
import { calendarFile, counted, simpleEvent, sourceServer } from './setup.ts'

const server = await sourceServer()
const read = (events: readonly (readonly string[])[], header: readonly string[] = [], mapping: Record<string, string> = {}) =>
  readCalendar(Buffer.from(calendarFile(events, header)), { mapping, timeZone: 'Africa/Nairobi' })
const timesOf = ({ fields, error }: ImportedItem) => [
  error,
  fields['start_date'],
  fields['end_date'],
  fields['all_day'],
  fields['timezone'],
]
const readOne = (lines: readonly string[], header: readonly string[] = [], mapping: Record<string, string> = {}): ImportedItem => {
  const [item] = read([['UID:a', 'SUMMARY:A', ...lines]], header, mapping)
  assert.ok(item)
  return item
}
const zone = (tzid: string, offsets: readonly [string, string][], more: readonly string[] = []) => [
  'BEGIN:VTIMEZONE',
  `TZID:${tzid}`,
  ...more,
  ...offsets.flatMap(([part, to]) => [`BEGIN:${part}`, 'DTSTART:16010101T000000', 'TZOFFSETFROM:+0000', `TZOFFSETTO:${to}`, `END:${part}`]),
  'END:VTIMEZONE',
]

test('19.6 the times of events in all their forms', () => {
  const cases: [lines: string[], expected: unknown[], header?: string[]][] = [
    [
      ['DTSTART:20280105T100000Z', 'DTEND:20280105T113000Z'],
      ['2028-01-05 10:00:00Z', '2028-01-05 11:30:00Z', false, 'Africa/Nairobi'],
    ],
    [['DTSTART:20280105T100000Z'], ['2028-01-05 10:00:00Z', null, false, 'Europe/Paris'], ['X-WR-TIMEZONE:Europe/Paris']],
    [
      ['DTSTART:20280105T100000', 'DURATION:PT90M'],
      ['2028-01-05 10:00:00', '2028-01-05 08:30:00Z', false, 'Africa/Nairobi'],
    ],
    [['DTSTART;VALUE=DATE:20280105'], ['2028-01-05', '2028-01-05', true, 'Africa/Nairobi']],
    [
      ['DTSTART;VALUE=DATE:20280105', 'DTEND;VALUE=DATE:20280108'],
      ['2028-01-05', '2028-01-07', true, 'Africa/Nairobi'],
    ],
    [
      ['DTSTART;VALUE=DATE:20280105', 'DTEND;VALUE=DATE:20280105'],
      ['2028-01-05', '2028-01-05', true, 'Africa/Nairobi'],
    ],
    [
      ['DTSTART;VALUE=DATE:20280105', 'DURATION:P2D'],
      ['2028-01-05', '2028-01-06', true, 'Africa/Nairobi'],
    ],
    [
      ['DTSTART:20280105', 'DTEND:20280106'],
      ['2028-01-05', '2028-01-05', true, 'Africa/Nairobi'],
    ],
    [
      ['DTSTART;TZID=Europe/Berlin:20280705T100000', 'DTEND;TZID=Europe/London:20280705T100000'],
      ['2028-07-05 10:00:00', '2028-07-05 09:00:00Z', false, 'Europe/Berlin'],
    ],
    [['DTSTART;TZID=W. Europe Standard Time:20280705T100000'], ['2028-07-05 10:00:00', null, false, 'Europe/Berlin']],
    [
      ['DTSTART;TZID="/freeassociation.example/Tzfile/Europe/Lisbon":20280705T100000'],
      ['2028-07-05 10:00:00', null, false, 'Europe/Lisbon'],
    ],
    [
      ['DTSTART;TZID=Office:20280705T100000'],
      ['2028-07-05 10:00:00', null, false, 'America/Chicago'],
      zone('Office', [['STANDARD', '-0600']], ['X-LIC-LOCATION:America/Chicago']),
    ],
  ]
  for (const [lines, expected, header] of cases) assert.deepEqual(timesOf(readOne(lines, header)), [null, ...expected], lines.join(' '))
})

test('19.6 a zone that only its offsets describe is guessed, and the report says so', () => {
  const header = zone('Customized Time Zone', [
    ['STANDARD', '+0100'],
    ['DAYLIGHT', '+0200'],
  ])
  const lines = ['DTSTART;TZID=Customized Time Zone:20280705T100000']
  const item = readOne(lines, [...header, 'X-WR-TIMEZONE:Europe/Rome'])
  assert.deepEqual([item.fields['timezone'], item.notes], ['Europe/Rome', ['time_zone_guessed']])
  assert.equal(readOne(lines).error, 'unknown_time_zone')
})

test('19.6 texts, places, categories, pictures, status and class', () => {
  const item = readOne([
    'DTSTART:20280105T100000Z',
    'DESCRIPTION:One\\, two\\n<three> & four\\n\\nFive',
    'LOCATION:Town Hall\\, Main Street 1\\, Springfield',
    'GEO:48.85;2.35',
    'CATEGORIES:Music,Jazz\\, blues,2028',
    'URL:https://a.example/x',
    'ORGANIZER;CN="The Club":mailto:club@a.example',
    'ATTACH;FMTTYPE=application/pdf:https://a.example/p.pdf',
    'ATTACH;FMTTYPE=image/png:https://a.example/p.png',
    'STATUS:CANCELLED',
    'CLASS:PRIVATE',
    'X-BROKEN',
    'BEGIN:VALARM',
    'DESCRIPTION:Alarm',
    'END:VALARM',
  ])
  const { title, description, venue, organizer, tags, website, online_url, image, event_status } = item.fields
  assert.deepEqual(
    { title, description, venue, organizer, tags, website, online_url, image, event_status },
    {
      title: 'A',
      description: '<p>One, two<br>&#60;three&#62; &#38; four</p>\n<p>Five</p>',
      venue: { venue: 'Town Hall', address: 'Main Street 1, Springfield', geo_lat: 48.85, geo_lng: 2.35 },
      organizer: { organizer: 'The Club' },
      tags: ['Music', 'Jazz, blues'],
      website: 'https://a.example/x',
      online_url: null,
      image: 'https://a.example/p.png',
      event_status: 'cancelled',
    },
  )
  assert.deepEqual([item.isPrivate, item.notes], [true, ['categories_skipped']])
  const online = readOne(['DTSTART:20280105T100000Z', 'LOCATION:https://meet.example/1', 'CATEGORIES:A'], [], { categories: 'categories' })
  assert.deepEqual(
    [online.fields['online_url'], online.fields['venue'], online.fields['categories']],
    ['https://meet.example/1', null, ['A']],
  )
})

const series = (more: readonly string[] = []) => [
  'UID:weekly',
  'SUMMARY:Weekly',
  'DTSTART;TZID=Europe/Berlin:20280106T190000',
  'DTEND;TZID=Europe/Berlin:20280106T210000',
  'RRULE:FREQ=WEEKLY;COUNT=6',
  ...more,
]
const override = (id: string, ...lines: readonly string[]) => ['UID:weekly', `RECURRENCE-ID;${id}`, ...lines]
/** Starts in UTC and titles of the dates of a series. */
async function datesOf(id: number | null | undefined): Promise<(readonly [unknown, unknown, unknown])[]> {
  const list = await server.get(`/events?series=${id}&start_date=2000-01-01&per_page=50&status=any`, { as: 'admin' })
  return (list.json['events'] as Json[]).map((each) => [each['utc_start_date'], each['title'], each['event_status']])
}

test('19.6 a series and its changed dates share a UID; what vanishes from the file follows the series again', async () => {
  const source = await server.createSource()
  const moved = override(
    'TZID=Europe/Berlin:20280113T190000',
    'SUMMARY:Later',
    'DTSTART;TZID=Europe/Berlin:20280113T200000',
    'DTEND;TZID=Europe/Berlin:20280113T220000',
  )
  const canceled = override(
    'VALUE=DATE-TIME:20280120T180000Z',
    'SUMMARY:Weekly',
    'DTSTART:20280120T180000Z',
    'DTEND:20280120T200000Z',
    'STATUS:CANCELLED',
  )
  const file = calendarFile([
    moved,
    canceled,
    series(['EXDATE;TZID=Europe/Berlin:20280127T190000', 'RDATE;TZID=Europe/Berlin:20280301T190000']),
  ])
  const first = await server.run(source, file)
  assert.deepEqual([counted(first), first.total], [{ new: 1, changed: 2 }, 3], JSON.stringify(await server.items(source, first.id)))
  const [item] = await server.items(source, first.id, '?outcome=new')
  const expected = [
    ['2028-01-06 18:00:00', 'Weekly', 'scheduled'],
    ['2028-01-13 19:00:00', 'Later', 'scheduled'],
    ['2028-01-20 18:00:00', 'Weekly', 'cancelled'],
    ['2028-02-03 18:00:00', 'Weekly', 'scheduled'],
    ['2028-02-10 18:00:00', 'Weekly', 'scheduled'],
    ['2028-03-01 18:00:00', 'Weekly', 'scheduled'],
  ]
  assert.deepEqual(await datesOf(item?.record_id), expected)
  for (const _ of [2, 3]) assert.deepEqual(counted(await server.run(source, file)), { unchanged: 3 })
  const withoutMoved = calendarFile([canceled, series(['EXDATE;TZID=Europe/Berlin:20280127T190000'])])
  const second = await server.run(source, withoutMoved)
  assert.deepEqual(counted(second), { changed: 2, unchanged: 1 })
  assert.deepEqual(await datesOf(item?.record_id), [expected[0], ['2028-01-13 18:00:00', 'Weekly', 'scheduled'], ...expected.slice(2, 5)])
  const undo = await server.post(`/sources/${source}/runs/${second.id}/undo`, {}, { as: 'editor' })
  assert.equal(undo.status, 202)
  assert.equal((await server.ended(source, second.id)).state, 'undone')
  assert.deepEqual(await datesOf(item?.record_id), expected)
  assert.deepEqual(counted(await server.run(source, file)), { unchanged: 3 })
})

test('19.4 a date that an editor changed keeps its changes', async () => {
  const source = await server.createSource()
  const file = (title: string) =>
    calendarFile([
      series().map((line) => line.replace('Weekly', title)),
      override(
        'TZID=Europe/Berlin:20280113T190000',
        'SUMMARY:Special',
        'DTSTART;TZID=Europe/Berlin:20280113T190000',
        'DTEND;TZID=Europe/Berlin:20280113T210000',
      ),
    ])
  const first = await server.run(source, file('Weekly'))
  const [date] = await server.items(source, first.id, '?outcome=changed')
  await server.patch(`/events/${date?.record_id}`, { title: 'Very special' })
  const second = await server.run(source, file('Every week'))
  assert.deepEqual(counted(second), { changed: 1, left_alone: 1 })
  assert.equal((await server.event(date?.record_id))['title'], 'Very special')
  const origin = (await server.event(date?.record_id))['origin'] as Json
  assert.deepEqual([origin['source'], origin['external_id']], [source, 'weekly#2028-01-13 19:00:00'])
  assert.equal((await server.get(`/events/${date?.record_id}`)).json['origin'], null)
})

test('19.6 a changed date after the horizon waits until the date is stored', async () => {
  const source = await server.createSource()
  const endless = series().map((line) => line.replace(';COUNT=6', ''))
  const far = override('TZID=Europe/Berlin:20480109T190000', 'SUMMARY:Far', 'DTSTART;TZID=Europe/Berlin:20480109T200000')
  const none = override('TZID=Europe/Berlin:20280107T190000', 'SUMMARY:None', 'DTSTART;TZID=Europe/Berlin:20280107T200000')
  const items = await server.items(source, (await server.run(source, calendarFile([endless, far, none]))).id)
  assert.deepEqual(
    items.map(({ outcome, reason }) => [outcome, reason]),
    [
      ['new', null],
      ['left_alone', 'beyond_horizon'],
      ['failed', 'no_such_date'],
    ],
  )
})

test('19.6 a changed date without its series is an event of its own', async () => {
  const source = await server.createSource()
  const run = await server.run(
    source,
    calendarFile([override('TZID=Europe/Berlin:20280113T190000', 'SUMMARY:Alone', 'DTSTART:20280113T190000Z')]),
  )
  const [item] = await server.items(source, run.id)
  assert.deepEqual([item?.outcome, (await server.event(item?.record_id))['type']], ['new', 'single'])
})

test('19.6 events that share a UID without a RECURRENCE-ID stay apart, and parents are found whatever their order', async () => {
  const source = await server.createSource({ status: 'private' })
  const file = calendarFile([
    [...simpleEvent('child', 'Child', 2), 'RELATED-TO:parent'],
    simpleEvent('same', 'One', 3),
    simpleEvent('same', 'Two', 4),
    simpleEvent('same', 'Two', 4),
    simpleEvent('parent', 'Parent', 1),
    ['SUMMARY:Without a UID', 'DTSTART:20280109T100000Z'],
  ])
  const first = await server.run(source, file)
  assert.deepEqual(counted(first), { new: 5, failed: 1 })
  const items = await server.items(source, first.id)
  const byTitle = new Map(items.map((item) => [item.title, item]))
  assert.equal((await server.event(byTitle.get('Child')?.record_id))['post_parent'], byTitle.get('Parent')?.record_id)
  assert.deepEqual(counted(await server.run(source, file)), { unchanged: 5, failed: 1 })
})

test('19.6 a recurrence bomb fails alone, within the limits of recurrences', async () => {
  const source = await server.createSource()
  const bombs = ['FREQ=SECONDLY', 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', 'FREQ=YEARLY;BYYEARDAY=366;BYDAY=MO;INTERVAL=7;BYMONTH=3'].map(
    (rule, i) => [...simpleEvent(`bomb-${i}`, 'Bomb'), `RRULE:${rule}`],
  )
  const dates = Array.from(
    { length: 4_000 },
    (_, i) =>
      `2028${String(1 + (i % 12)).padStart(2, '0')}${String(1 + (i % 28)).padStart(2, '0')}T${String(i % 24).padStart(2, '0')}${String(i % 60).padStart(2, '0')}00Z`,
  )
  const run = await server.run(
    source,
    calendarFile([...bombs, [...simpleEvent('dates', 'Bomb'), `RDATE:${dates.join(',')}`], simpleEvent('ok', 'Fine')]),
  )
  assert.deepEqual([run.state, counted(run)], ['finished', { failed: 4, new: 1 }])
  for (const { errors } of await server.items(source, run.id, '?outcome=failed')) assert.equal(errors[0]?.field, 'recurrence')
})

test('19.6 a file of a hundred thousand lines is read in a worker thread, and requests do not wait for it', async () => {
  const source = await server.createSource({ status: 'draft' })
  const text = Array.from({ length: 990 }, (_, i) => ` line ${i} of a text that goes on\\n`)
  const file = calendarFile(
    Array.from({ length: 100 }, (_, i) => [...simpleEvent(`long-${i}`, `Long ${i}`, 1 + (i % 28)), 'DESCRIPTION:Begin', ...text]),
  )
  assert.ok(file.split('\r\n').length > 99_000)
  assert.deepEqual(counted(await server.run(source, file)), { new: 100 })
  let answered = 0
  const reading = readDocument({ type: 'icalendar', document: Buffer.from(file), options: { mapping: {}, timeZone: 'UTC' } })
  const isRead = reading.then(() => true)
  while (!(await Promise.race([isRead, server.get('').then(() => false)]))) answered += 1
  assert.ok(answered > 1, `${answered} requests`)
})
