// Contract 13.3: lists of dates and series over HTTP.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { badInputs, idsOf, testServer, unique, type Json } from '../support/server.ts'

const server = await testServer({}, { now: () => Temporal.Instant.from('2027-01-01T12:00:00Z') })
const PERIOD = 'start_date=2020-01-01&end_date=2028-01-01&per_page=100'
const body = (more: Json = {}): Json => ({
  title: unique(),
  start_date: '2027-02-02 18:00:00',
  end_date: '2027-02-02 20:00:00',
  timezone: 'UTC',
  ...more,
})
const weekly = (more: Json = {}): Json => body({ recurrence: 'FREQ=WEEKLY;COUNT=4', ...more })
const listed = async (path: string): Promise<number[]> => {
  const { json } = await server.get(path)
  const records = Object.values(json)[0]
  assert.equal(json['total'], (records as Json[]).length)
  return idsOf(records)
}

/** A category with a single event, and a series of four dates of which the third is an exception. */
async function makeMixed() {
  const category = unique()
  const single = await server.make('events', body({ categories: [category], start_date: '2027-01-20 18:00', end_date: '2027-01-20 20:00' }))
  const series = await server.make('events', weekly({ categories: [category] }))
  const list = (query = ''): Promise<number[]> => listed(`/events?categories=${category}&${PERIOD}${query}`)
  const dates = (await list()).slice(1)
  const exception = dates[2] ?? 0
  assert.equal((await server.patch(`/events/${exception}`, { featured: true })).status, 200)
  return { category, single: single.id, series: series.id, dates, exception, plain: dates.filter((id) => id !== exception), list }
}

void test('13.3.2 lists can be filtered by series, by recurrence and by type', async () => {
  const { single, series, dates, exception, plain, list } = await makeMixed()
  const cases: Readonly<Record<string, readonly number[]>> = {
    [`series=${series}`]: dates,
    [`series=${plain[1]}`]: dates,
    [`series=${exception}`]: dates,
    [`series=${single}`]: [],
    'recurring=true': dates,
    'recurring=false': [single],
    'type=single': [single],
    'type=occurrence': plain,
    'type=exception': [exception],
    'type=exception,single': [single, exception],
  }
  for (const [query, wanted] of Object.entries(cases)) assert.deepEqual(await list(`&${query}`), wanted, query)
  assert.deepEqual(badInputs(await server.get('/events?type=date')), ['type'])
  const unknown = await server.get('/events?series=999999')
  assert.equal(unknown.headers.get('x-unmatched-values'), 'series=999999')
})

void test('13.3.3 collapse shows one date of each series and the number of matching dates, also in feeds', async () => {
  const { category, single, dates, exception, list } = await makeMixed()
  const collapsed = async (query = ''): Promise<unknown[]> => {
    const { json } = await server.get(`/events?categories=${category}&${PERIOD}&collapse=series&_fields=id,matching_dates${query}`)
    assert.equal(json['total'], (json['events'] as Json[]).length)
    return (json['events'] as Json[]).map((event) => [event['id'], event['matching_dates']])
  }
  assert.deepEqual(await collapsed(), [
    [single, 1],
    [dates[0], 4],
  ])
  assert.deepEqual(await collapsed('&order=desc'), [
    [dates[3], 4],
    [single, 1],
  ])
  assert.deepEqual(await collapsed('&featured=true'), [[exception, 1]])
  await server.make('events', weekly({ categories: [category], recurrence: 'FREQ=DAILY;COUNT=101' }))
  assert.deepEqual(
    (await collapsed()).map((entry) => (entry as unknown[])[1]),
    [1, 4, null],
  )
  assert.deepEqual(await list('&type=single'), [single])
  const feed = await server.get(`/events.rss?categories=${category}&${PERIOD}&collapse=series`)
  assert.equal(feed.text.match(/<item>/g)?.length, 3)
  assert.deepEqual(badInputs(await server.get('/events?collapse=yes')), ['collapse'])
})

void test('13.3.3 a date that ends after the window does not hide a later one', async () => {
  const category = unique()
  await server.make('events', weekly({ categories: [category] }))
  const query = `/events?categories=${category}&start_date=2027-02-01&end_date=2027-02-12`
  const [first, second] = await listed(query)
  await server.patch(`/events/${first}`, { end_date: '2027-02-13 20:00:00' })
  assert.deepEqual(await listed(`${query}&collapse=series`), [second])
})

void test('13.3.4 records=true lists singles and series, by their next matching date', async () => {
  const { category, single, series, exception, plain, list } = await makeMixed()
  assert.deepEqual(await list('&records=true'), [single, series])
  assert.deepEqual(await list('&records=true&order=desc'), [series, single])
  assert.deepEqual(await list('&records=true&type=series'), [series])
  assert.deepEqual(await list('&records=true&type=exception'), [exception])
  assert.deepEqual(await list('&records=true&recurring=false'), [single])
  assert.deepEqual(await list('&records=true&featured=true'), [], 'filters look at the record of the series, not at its exceptions')
  const records = `/events?categories=${category}&records=true`
  assert.deepEqual(await listed(`${records}&start_date=2027-02-20&end_date=2027-03-01`), [series])
  assert.deepEqual(await listed(`${records}&start_date=2027-03-20&end_date=2027-04-01`), [])
  const [shown] = (await server.get(`${records}&type=series`)).json['events'] as Json[]
  assert.deepEqual([shown?.['id'], shown?.['type']], [series, 'series'])
  const second = await server.get(`${records}&per_page=1&page=2`)
  assert.deepEqual([idsOf(second.json['events']), second.json['total'], second.json['next_cursor']], [[series], 2, null])
  assert.deepEqual(badInputs(await server.get('/events?type=series')), ['type'])
  assert.deepEqual(badInputs(await server.get('/events?records=true&cursor=')), ['cursor'])
  assert.deepEqual(badInputs(await server.get('/events?records=true&collapse=series')), ['collapse'])
  const moved = await server.patch(`/events/${plain[0]}`, { start_date: '2027-01-10 18:00', end_date: '2027-01-10 20:00' })
  assert.equal(moved.status, 200)
  assert.deepEqual(await list('&records=true'), [series, single])
  await server.remove(`/events/${series}`)
  assert.deepEqual(await list('&records=true'), [single])
  const trash = await server.get(`${records}&status=trash`, { as: 'admin' })
  assert.deepEqual([idsOf(trash.json['events']), trash.json['total']], [[series], 1])
})

void test('13.3.5 include and exclude accept ids of dates and of series', async () => {
  const { single, series, dates, exception, plain, list } = await makeMixed()
  assert.deepEqual(await listed(`/events?include=${plain[0]},${single}`), [single, plain[0]])
  assert.deepEqual(await listed(`/events?include=${series}`), dates)
  assert.deepEqual(await list(`&exclude=${series}`), [single])
  assert.deepEqual(await list(`&exclude=${exception},${plain[0]}`), [single, ...plain.slice(1)])
})

void test('13.3.5 event and post accept the id of a date; post_parent does not', async () => {
  const { series, exception, plain } = await makeMixed()
  const [usual, other] = [await server.make('venues', { venue: unique() }), await server.make('venues', { venue: unique() })]
  const tag = await server.make('tags', { name: unique() })
  await server.patch(`/events/${series}`, { venue: usual.id })
  await server.patch(`/events/${exception}`, { venue: other.id, tags: [tag.id] })
  assert.deepEqual(await listed(`/venues?event=${plain[0]}`), [usual.id])
  assert.deepEqual(await listed(`/venues?event=${series}`), [usual.id])
  assert.deepEqual(await listed(`/venues?event=${exception}`), [other.id])
  assert.deepEqual(await listed(`/tags?post=${exception}&hide_empty=false`), [tag.id])
  assert.deepEqual(await listed(`/tags?post=${plain[0]}&hide_empty=false`), [])
  for (const id of [plain[0], exception])
    assert.deepEqual(badInputs(await server.post('/events', body({ post_parent: id }))), ['post_parent'])
  assert.equal((await server.post('/events', body({ post_parent: series }))).status, 201)
})

void test('13.3.6 terms count singles and series, and upcoming events are looked up by date', async () => {
  const { category, exception } = await makeMixed()
  const [found] = (await server.get(`/categories?slug=${category}`)).json['categories'] as Json[]
  assert.equal(found?.['count'], 2)
  const [word, pastWord] = [unique(), unique()]
  const venue = await server.make('venues', { venue: word })
  await server.patch(`/events/${exception}`, { venue: venue.id })
  assert.deepEqual(await listed(`/venues?search=${word}&has_events=true&only_with_upcoming=true`), [venue.id])
  const past = await server.make('venues', { venue: pastWord })
  const begun = { start_date: '2026-12-20 18:00:00', end_date: '2026-12-20 20:00:00', venue: past.id }
  await server.make('events', weekly({ ...begun, recurrence: 'FREQ=WEEKLY;COUNT=2' }))
  assert.deepEqual(await listed(`/venues?search=${pastWord}&has_events=true&only_with_upcoming=true`), [])
  await server.make('events', weekly({ ...begun, recurrence: 'FREQ=WEEKLY;COUNT=3' }))
  assert.deepEqual(await listed(`/venues?search=${pastWord}&only_with_upcoming=true`), [past.id])
})

void test('13.3.7 a list that reaches past the horizon names it', async () => {
  const until = async (query: string): Promise<string | null> => (await server.get(`/events${query}`)).headers.get('x-occurrences-until')
  assert.equal(await until(''), null)
  assert.equal(await until('?end_date=2029-12-31'), null)
  assert.equal(await until('?end_date=2030-01-02'), '2030-01-01')
  assert.equal(await until('?from=2027-01-01'), '2030-01-01')
  assert.equal(await until('?relative=past'), null)
  assert.equal(await until('?include=1'), null)
  assert.equal(await until('.rss'), '2030-01-01')
})
