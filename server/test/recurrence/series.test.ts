// Contract 13: series, their dates and exceptions, over HTTP.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { siteOf } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import type { RequestContext } from '../../src/engine/definition/kind.ts'
import { extendSeries } from '../../src/engine/write/extend-series.ts'
import { rebuild } from '../../src/features/rebuild/rebuild.ts'
import { ANONYMOUS } from '../../src/kernel/security/caller.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { events } from '../../src/resources/events.ts'
import { badInputs, testServer, unique, type Answer, type Json } from '../support/server.ts'

const START = Temporal.Instant.from('2027-01-01T12:00:00Z')
let now = START
const server = await testServer({}, { now: () => now })
const site = siteOf(readConfig({ PUBLIC_URL: server.base }))
const context = (): RequestContext => ({
  site,
  now,
  caller: ANONYMOUS,
  language: 'en',
  hasExplicitLanguage: false,
  languagePrefix: '',
  changeId: '00000000-0000-7000-8000-000000000000',
  strict: false,
})
const weekly = (more: Json = {}): Json => ({
  title: unique(),
  start_date: '2027-02-02 18:00:00',
  end_date: '2027-02-02 20:00:00',
  timezone: 'Europe/Berlin',
  recurrence: 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=6',
  ...more,
})
/** Creates a series with a category of its own, by which lists find its dates. */
const makeSeries = async (more: Json = {}) => {
  const category = unique()
  const { id } = await server.make('events', weekly({ categories: [category], ...more }))
  const list = async (query = ''): Promise<Json[]> => {
    const answer = await server.get(`/events?categories=${category}&start_date=2020-01-01&end_date=2040-01-01&per_page=100${query}`)
    assert.equal(answer.json['total'], (answer.json['events'] as Json[]).length)
    return answer.json['events'] as Json[]
  }
  return { id, list }
}
const is = (answer: Answer, status: number): Json => {
  assert.equal(answer.status, status, answer.text)
  return answer.json
}
const starts = (events: readonly Json[]): unknown[] => events.map((event) => String(event['start_date']).slice(0, 16))
const ids = (events: readonly Json[]): unknown[] => events.map((event) => event['id'])
const effectOf = ({ effect }: Json): Json => effect as Json

void test('13.1 13.3 a list shows the dates of a series, each with its own id and dates', async () => {
  const { id, list } = await makeSeries()
  const events = await list()
  assert.deepEqual(
    starts(events),
    [2, 4, 9, 11, 16, 18].map((day) => `2027-02-${String(day).padStart(2, '0')} 18:00`),
  )
  assert.ok(events.every((event) => event['type'] === 'occurrence' && event['series'] === id && event['recurrence'] === null))
  assert.equal(new Set(ids(events)).size, 6)
  const series = is(await server.get(`/events/${id}`), 200)
  assert.deepEqual(series['recurrence'], {
    rules: [{ rrule: 'FREQ=WEEKLY;COUNT=6;BYDAY=TU,TH', from: null, start_time: null, end_time: null }],
    dates: [],
    exclude: [],
  })
  const one = is(await server.get(`/events/${String(events[3]?.['id'])}`), 200)
  assert.deepEqual(
    [one['start_date'], one['original_start_date'], one['type']],
    ['2027-02-11 18:00:00', '2027-02-11 18:00:00', 'occurrence'],
  )
})

void test('13.5.2 13.5.5 an exception keeps its own fields and follows its series in all others', async () => {
  const { id, list } = await makeSeries()
  const [first, second] = await list()
  const changed = is(
    await server.patch(`/events/${String(second?.['id'])}`, {
      title: 'Special',
      start_date: '2027-02-05 10:00',
      end_date: '2027-02-05 12:00',
    }),
    200,
  )
  assert.deepEqual(
    [changed['id'], changed['type'], changed['overrides']],
    [second?.['id'], 'exception', ['end_date', 'start_date', 'title.en']],
  )
  is(await server.patch(`/events/${id}`, { title: 'Other', website: 'https://example.org/' }), 200)
  const after = await list()
  assert.deepEqual(
    after.slice(0, 2).map((event) => [event['title'], event['website'], event['start_date']]),
    [
      ['Other', 'https://example.org/', '2027-02-02 18:00:00'],
      ['Special', 'https://example.org/', '2027-02-05 10:00:00'],
    ],
  )
  assert.deepEqual(ids(after), ids(await list()))
  assert.equal(after[0]?.['id'], first?.['id'])
})

void test('13.5.2 a date that is sent back as it was shown creates no exception', async () => {
  const { list } = await makeSeries()
  const [first] = await list()
  const shown = is(await server.get(`/events/${String(first?.['id'])}`), 200)
  const sent = is(await server.patch(`/events/${String(first?.['id'])}`, shown), 200)
  assert.deepEqual([sent['type'], effectOf(sent)['exceptions_changed']], ['occurrence', []])
})

void test('13.4.1 dates keep their ids when the time of the series changes, and removed dates are 410', async () => {
  const { id, list } = await makeSeries()
  const before = await list()
  const moved = is(await server.patch(`/events/${id}`, { start_date: '2027-02-02 19:00' }), 200)
  assert.deepEqual([effectOf(moved)['moved'], ids(await list())], [6, ids(before)])
  is(await server.patch(`/events/${id}`, { recurrence: 'FREQ=WEEKLY;BYDAY=TU;COUNT=3' }), 200)
  assert.deepEqual(
    ids(await list()),
    [0, 2, 4].map((i) => before[i]?.['id']),
  )
  const gone = await server.get(`/events/${String(before[1]?.['id'])}`)
  assert.deepEqual([gone.status, gone.json['code']], [410, 'event-occurrence-removed'])
  is(await server.patch(`/events/${id}`, { recurrence: 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=6' }), 200)
  assert.deepEqual(ids(await list()), ids(before))
})

void test('13.5.3 13.5.6 a series whose only earlier date is a kept exception is split at its first regular date', async () => {
  const { id, list } = await makeSeries({ recurrence: 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=1' })
  const [first] = await list()
  is(await server.patch(`/events/${String(first?.['id'])}`, { title: 'Special' }), 200)
  // The series now starts later than the date of its exception.
  is(await server.patch(`/events/${id}`, { recurrence: 'FREQ=WEEKLY;BYDAY=FR;COUNT=1' }), 200)
  const before = await list()
  assert.equal(before.length, 2)
  is(await server.patch(`/events/${String(before[1]?.['id'])}?scope=following`, { website: 'https://example.org/' }), 200)
  const after = await list()
  assert.deepEqual([ids(after), starts(after)], [ids(before), starts(before)])
  assert.deepEqual(
    after.map(({ website }) => website),
    [null, 'https://example.org/'],
  )
})

void test('13.5.3 following splits the series; dates, ids and exceptions stay', async () => {
  const { id, list } = await makeSeries()
  const before = await list()
  is(await server.patch(`/events/${String(before[4]?.['id'])}`, { title: 'Special' }), 200)
  const answer = await server.patch(`/events/${String(before[3]?.['id'])}?scope=following`, { website: 'https://example.org/' })
  const split = is(answer, 200)
  assert.deepEqual([split['type'], split['split_from'], effectOf(split)['scope']], ['series', id, 'following'])
  assert.match(answer.headers.get('location') ?? '', new RegExp(`/events/${String(split['id'])}$`))
  const after = await list()
  assert.deepEqual([ids(after), starts(after)], [ids(before), starts(before)])
  assert.deepEqual(
    after.map((event) => [event['series'], event['website']]),
    Array.from({ length: 6 }, (_, i) => (i < 3 ? [id, null] : [split['id'], 'https://example.org/'])),
  )
  assert.equal(after[4]?.['title'], 'Special')
  const rules = [id, split['id']].map(async (each) => ((await server.get(`/events/${String(each)}`)).json['recurrence'] as Json)['rules'])
  assert.deepEqual(
    (await Promise.all(rules)).map((each) => (each as Json[])[0]?.['rrule']),
    ['FREQ=WEEKLY;COUNT=3;BYDAY=TU,TH', 'FREQ=WEEKLY;COUNT=3;BYDAY=TU,TH'],
  )
})

void test('13.5.4 all moves one weekday of the pattern, with ids and exceptions', async () => {
  const { list } = await makeSeries()
  const before = await list()
  const moved = is(
    await server.patch(`/events/${String(before[0]?.['id'])}?scope=all`, { start_date: '2027-02-03 18:00', end_date: '2027-02-03 20:00' }),
    200,
  )
  assert.deepEqual(((moved['recurrence'] as Json)['rules'] as Json[])[0]?.['rrule'], 'FREQ=WEEKLY;COUNT=6;BYDAY=WE,TH')
  const after = await list()
  assert.deepEqual(
    starts(after),
    [3, 4, 10, 11, 17, 18].map((day) => `2027-02-${String(day).padStart(2, '0')} 18:00`),
  )
  assert.deepEqual(ids(after), ids(before))
  const refused = await server.patch(`/events/${String(before[0]?.['id'])}?scope=all`, {
    start_date: '2027-02-20 18:00',
    end_date: '2027-02-20 20:00',
  })
  assert.equal(refused.status, 400, refused.text)
})

void test('13.5.7 deleting one date excludes it, and a status brings it back with its own changes', async () => {
  const { id, list } = await makeSeries()
  const before = await list()
  const target = String(before[2]?.['id'])
  is(await server.patch(`/events/${target}`, { title: 'Special' }), 200)
  const removed = is(await server.remove(`/events/${target}`), 200)
  assert.equal(effectOf(removed)['removed'], 1)
  assert.equal((await list()).length, 5)
  assert.deepEqual(((await server.get(`/events/${id}`)).json['recurrence'] as Json)['exclude'], ['2027-02-09 18:00:00'])
  assert.equal((await server.get(`/events/${target}`)).status, 410)
  is(await server.patch(`/events/${target}`, { title: 'Special', featured: true }), 200)
  assert.equal((await list()).length, 5, 'a write without a status does not bring it back')
  is(await server.patch(`/events/${target}`, { status: 'publish' }), 200)
  const after = await list()
  assert.deepEqual([ids(after), after[2]?.['title']], [ids(before), 'Special'])
})

void test('13.5.3 at the first date that is not excluded, following is all', async () => {
  const { id, list } = await makeSeries()
  const [first, second] = await list()
  is(await server.patch(`/events/${String(first?.['id'])}`, { title: 'Special' }), 200)
  is(await server.remove(`/events/${String(first?.['id'])}`), 200)
  const written = is(await server.patch(`/events/${String(second?.['id'])}?scope=following`, { title: 'Renamed' }), 200)
  assert.equal(written['id'], id)
  assert.deepEqual([...new Set((await list()).map((date) => date['title']))], ['Renamed'])
})

void test('13.5.3 following at an excluded date is an error if no later date is left', async () => {
  const { list } = await makeSeries()
  const last = String((await list()).at(-1)?.['id'])
  is(await server.patch(`/events/${last}`, { title: 'Special' }), 200)
  is(await server.remove(`/events/${last}`), 200)
  const refused = await server.patch(`/events/${last}?scope=following`, { title: 'Renamed' })
  assert.deepEqual([refused.status, badInputs(refused)], [400, ['scope']])
})

void test('13.5.8 an exception that became a single event in the trash does not return as a date of a new series', async () => {
  const { id, list } = await makeSeries()
  const target = String((await list())[2]?.['id'])
  is(await server.patch(`/events/${target}`, { title: 'Special' }), 200)
  is(await server.remove(`/events/${target}`), 200)
  is(await server.patch(`/events/${id}`, { recurrence: null }), 200)
  is(await server.patch(`/events/${id}`, { recurrence: 'FREQ=WEEKLY;COUNT=6' }), 200)
  const dates = await list()
  assert.ok(!ids(dates).includes(Number(target)))
  is(await server.patch(`/events/${String(dates[2]?.['id'])}`, { title: 'Other' }), 200)
  assert.equal(is(await server.patch(`/events/${target}`, { status: 'publish' }), 200)['title'], 'Special')
})

void test('13.5.7 a status does not bring back a date of an event that no longer repeats', async () => {
  const { id, list } = await makeSeries()
  const target = String((await list())[2]?.['id'])
  is(await server.remove(`/events/${target}`), 200)
  is(await server.patch(`/events/${id}`, { recurrence: null }), 200)
  is(await server.patch(`/events/${target}`, { status: 'publish' }), 410)
})

void test('13.5.7 deleting following dates and the whole series; restoring brings everything back', async () => {
  const { id, list } = await makeSeries()
  const before = await list()
  is(await server.patch(`/events/${String(before[1]?.['id'])}`, { title: 'Special' }), 200)
  is(await server.remove(`/events/${String(before[4]?.['id'])}?scope=following`), 200)
  assert.deepEqual(ids(await list()), ids(before.slice(0, 4)))
  is(await server.remove(`/events/${String(before[0]?.['id'])}?scope=all`), 200)
  assert.deepEqual(await list(), [])
  is(await server.patch(`/events/${id}`, { status: 'publish' }), 200)
  const after = await list()
  assert.deepEqual([ids(after), after[1]?.['title']], [ids(before.slice(0, 4)), 'Special'])
})

void test('13.5.9 trashing a series by its status removes all dates, and an upsert of a series reports its effect', async () => {
  const { id, list } = await makeSeries()
  const before = await list()
  const trashed = is(await server.patch(`/events/${String(before[0]?.['id'])}?scope=all`, { status: 'trash' }), 200)
  assert.equal(effectOf(trashed)['removed'], before.length)
  is(await server.patch(`/events/${id}`, { status: 'publish' }), 200)
  assert.equal(effectOf(is(await server.patch(`/events/${id}`, { status: 'trash' }), 200))['removed'], before.length)
  const path = `/events/by-external/plan/${unique()}`
  const upsert = (body: Json): Promise<Answer> => server.request('PUT', path, { body, as: 'admin' })
  assert.equal('effect' in is(await upsert(weekly()), 201), false)
  const shortened = is(await upsert({ recurrence: 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4' }), 200)
  assert.deepEqual([effectOf(shortened)['removed'], effectOf(shortened)['unchanged']], [2, 4])
  assert.equal(effectOf(is(await upsert({ status: 'trash' }), 200))['removed'], 4)
})

void test('13.5.6 13.5.8 no change of the rule loses an exception, and clearing the recurrence leaves single events', async () => {
  const { id, list } = await makeSeries()
  const before = await list()
  const target = before[1]?.['id']
  is(await server.patch(`/events/${String(target)}`, { title: 'Special' }), 200)
  const changed = is(await server.patch(`/events/${id}`, { recurrence: 'FREQ=WEEKLY;BYDAY=TU;COUNT=3' }), 200)
  assert.deepEqual(effectOf(changed)['exceptions_kept'], [target])
  assert.deepEqual((changed['recurrence'] as Json)['dates'], [{ start: '2027-02-04 18:00:00', end: null }])
  assert.equal((await list()).length, 4)
  is(await server.patch(`/events/${id}`, { recurrence: null }), 200)
  assert.deepEqual(
    (await list()).map((event) => [event['id'], event['type'], event['start_date']]),
    [
      [id, 'single', '2027-02-02 18:00:00'],
      [target, 'single', '2027-02-04 18:00:00'],
    ],
  )
})

void test('13.5.8 clearing the recurrence of a series whose start is excluded leaves a single event at its first date', async () => {
  const { id, list } = await makeSeries()
  const [first, second] = await list()
  is(await server.remove(`/events/${String(first?.['id'])}`), 200)
  const cleared = is(await server.patch(`/events/${id}`, { recurrence: null }), 200)
  assert.deepEqual([cleared['start_date'], cleared['end_date']], [second?.['start_date'], second?.['end_date']])
})

void test('13.2.7 13.2.8 a series whose first date has a time that the clocks skip keeps its time on all other dates', async () => {
  const { id, list } = await makeSeries({
    start_date: '2027-03-13 02:30',
    end_date: '2027-03-13 04:30',
    timezone: 'America/New_York',
    recurrence: 'FREQ=WEEKLY;BYDAY=SU;COUNT=3',
  })
  const starts = async (): Promise<unknown[]> => (await list()).map((event) => event['start_date'])
  const expected = ['2027-03-14 03:30:00', '2027-03-21 02:30:00', '2027-03-28 02:30:00']
  assert.deepEqual(await starts(), expected)
  is(await server.patch(`/events/${id}`, { end_date: '2027-03-14 05:00' }), 200)
  assert.deepEqual(await starts(), expected)
  is(await server.patch(`/events/${id}`, { start_date: '2027-03-14 02:30' }), 200)
  assert.deepEqual(await starts(), expected)
  is(await server.patch(`/events/${id}`, { recurrence: null }), 200)
  assert.deepEqual(await starts(), expected.slice(0, 1))
})

void test('13.5.4 a move of all dates to a day on which the clocks skip their time keeps the time on all other days', async () => {
  const { list } = await makeSeries({
    start_date: '2027-03-13 02:30',
    end_date: '2027-03-13 04:30',
    timezone: 'America/New_York',
    recurrence: 'FREQ=WEEKLY;COUNT=3',
  })
  const [first] = await list()
  is(
    await server.patch(`/events/${String(first?.['id'])}?scope=all`, { start_date: '2027-03-14 02:30', end_date: '2027-03-14 04:30' }),
    200,
  )
  const starts = (await list()).map((event) => event['start_date'])
  assert.deepEqual(starts, ['2027-03-14 03:30:00', '2027-03-21 02:30:00', '2027-03-28 02:30:00'])
})

void test('13.5.10 the version of a date is that of its series plus its own writes', async () => {
  const { id, list } = await makeSeries()
  const [first] = await list()
  const version = async (each: unknown): Promise<string | null> =>
    (await server.get(`/events/${String(each)}`)).headers.get('etag')?.slice(1).split('.')[0] ?? null
  assert.deepEqual([await version(id), await version(first?.['id'])], ['1', '1'])
  is(await server.patch(`/events/${String(first?.['id'])}`, { title: 'Special' }), 200)
  assert.deepEqual([await version(id), await version(first?.['id'])], ['1', '2'])
  is(await server.patch(`/events/${id}`, { website: 'https://example.org/' }), 200)
  assert.deepEqual([await version(id), await version(first?.['id'])], ['2', '3'])
  is(await server.patch(`/events/${id}`, { recurrence: null }), 200)
  assert.deepEqual([await version(id), await version(first?.['id'])], ['3', '4'])
})

void test('7.18 13.5.9 a dry run has the effect of the write', async () => {
  const { id, list } = await makeSeries()
  const before = await list()
  const path = `/events/${String(before[3]?.['id'])}?scope=following`
  const dry = is(await server.patch(`${path}&dry_run=true`, { title: 'Later' }), 200)
  assert.deepEqual(await list(), before)
  const written = is(await server.patch(path, { title: 'Later' }), 200)
  assert.deepEqual(dry['occurrences'], written['effect'])
  assert.notEqual(written['id'], id)
})

void test('13.1.2 a single read of a series has its dates and its sentence, until the next date has passed', async () => {
  const { id } = await makeSeries()
  const series = is(await server.get(`/events/${id}?i18n_language=en`), 200)
  assert.deepEqual(series['occurrences'], {
    total: 6,
    first: '2027-02-02 18:00:00',
    last: '2027-02-18 18:00:00',
    next: '2027-02-02 18:00:00',
    expanded_until: null,
  })
  assert.equal(series['recurrence_text'], 'Every Tuesday and Thursday from 18:00 to 20:00, 6 times in total')
  // 3.10: a list of records has them if _fields names them, and dates have none.
  const other = (await makeSeries()).id
  const fields = '_fields=id,occurrences,recurrence_text&i18n_language=en'
  const listed = is(await server.get(`/events?include=${id},${other}&records=true&${fields}`), 200)['events'] as Json[]
  const { occurrences, recurrence_text } = series
  assert.deepEqual(
    listed.toSorted((one, two) => Number(one['id']) - Number(two['id'])),
    [id, other].map((each) => ({ id: each, occurrences, recurrence_text })),
  )
  const [date] = is(await server.get(`/events?include=${id}&${fields}`), 200)['events'] as Json[]
  assert.deepEqual([date?.['occurrences'], date?.['recurrence_text']], [null, null])
  now = Temporal.Instant.from('2027-02-02T19:00:00Z')
  assert.equal((is(await server.get(`/events/${id}`), 200)['occurrences'] as Json)['next'], '2027-02-04 18:00:00')
  now = START
})

void test('13.2.10 the dates of an endless series are stored up to the horizon, which a job moves on', async () => {
  const { id, list } = await makeSeries({
    recurrence: 'FREQ=MONTHLY;BYMONTHDAY=15',
    start_date: '2027-02-15 18:00',
    end_date: '2027-02-15 20:00',
  })
  const before = await list()
  assert.deepEqual([starts(before).at(-1), before.length], ['2030-01-15 18:00', 36])
  const series = is(await server.get(`/events/${id}`), 200)
  assert.deepEqual([(series['occurrences'] as Json)['total'], (series['occurrences'] as Json)['expanded_until']], [null, '2030-01-01'])
  now = Temporal.Instant.from('2027-04-20T12:00:00Z')
  const backlog: number[] = []
  const extend = (): Promise<number> => extendSeries(server.app.database, events, context(), (series) => backlog.push(series))
  await server.app.database.transaction(async (db) => {
    await db.query(sql`select 1 from events where id = ${id} for update`)
    assert.deepEqual([await extend(), backlog], [0, [1, 1]], 'the backlog has a series that another transaction has locked')
  })
  assert.deepEqual([await extend(), backlog], [1, [1, 1, 1, 0]])
  const after = await list()
  assert.deepEqual([starts(after).at(-1), ids(after.slice(0, 36))], ['2030-05-15 18:00', ids(before)])
  now = START
})

void test('13.6.3 rebuild derives the dates of series and exceptions again, with their ids', async () => {
  const { list } = await makeSeries()
  const [first, second, third] = await list()
  is(await server.patch(`/events/${String(second?.['id'])}`, { title: 'Special' }), 200)
  is(await server.patch(`/events/${String(third?.['id'])}`, { title: 'Removed' }), 200)
  is(await server.remove(`/events/${String(third?.['id'])}`), 200)
  const before = await list()
  await server.app.database.query(
    sql`update occurrences set starts_at = starts_at + interval '1 hour', ends_at = ends_at + interval '1 hour' where id = ${first?.['id']}`,
  )
  await server.app.database.query(sql`delete from listings where id = ${second?.['id']}`)
  const quiet = { step: () => undefined, end: () => undefined }
  await rebuild(server.app.database, site, now, () => quiet)
  assert.deepEqual(await list(), before)
  assert.equal((await server.get(`/events/${String(third?.['id'])}`)).status, 410)
})

void test('7.17 13.5.10 a merge of the venue of an exception does not let its version fall', async () => {
  const [venue, other, target] = await Promise.all([1, 2, 3].map(async () => (await server.make('venues', { venue: unique() })).id))
  const { id, list } = await makeSeries({ venue })
  const [first] = await list()
  const date = String(first?.['id'])
  const version = async (): Promise<number> => Number((await server.get(`/events/${date}`)).headers.get('etag')?.slice(1).split('.')[0])
  is(await server.patch(`/events/${date}`, { venue: other }), 200)
  is(await server.post(`/venues/${String(target)}/merge`, { from: [other] }), 200)
  const merged = await version()
  is(await server.patch(`/events/${id}`, { title: 'Other' }), 200)
  assert.deepEqual([merged, await version()], [3, 4])
})

void test('2.9 13.2.10 a later write stores all dates up to its horizon, and one without a change changes nothing', async () => {
  const monthly = { recurrence: 'FREQ=MONTHLY;BYMONTHDAY=15', start_date: '2027-02-15 18:00', end_date: '2027-02-15 20:00' }
  const { id, list } = await makeSeries(monthly)
  now = Temporal.Instant.from('2027-04-20T12:00:00Z')
  const shown = await server.get(`/events/${id}`, { as: 'admin' })
  const same = await server.patch(`/events/${id}`, shown.json)
  assert.deepEqual([is(same, 200)['title'], same.headers.get('x-record-version')], [shown.json['title'], '1'])
  is(await server.patch(`/events/${id}`, { title: 'Other' }), 200)
  const renamed = (is(await server.get(`/events/${id}`), 200)['occurrences'] as Json)['expanded_until']
  assert.ok(String(starts(await list()).at(-1)) > String(renamed), 'the last date is after the day up to which dates are stored')
  is(await server.patch(`/events/${id}`, { recurrence: 'FREQ=MONTHLY;BYMONTHDAY=15' }), 200)
  const until = (is(await server.get(`/events/${id}`), 200)['occurrences'] as Json)['expanded_until']
  assert.ok(String(starts(await list()).at(-1)) > String(until), 'the same rule sent again')
  now = START
})

void test('13.7.3 opening hours sent to a series are rejected', async () => {
  const { id } = await makeSeries()
  const answer = await server.patch(`/events/${id}`, { hours: { weekly: [{ days: ['mo'], opens: '10:00', closes: '18:00' }] } })
  assert.deepEqual([answer.status, Object.keys((answer.json['data'] as { params: Json }).params)], [400, ['hours']])
})
