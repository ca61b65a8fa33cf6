// Contract 14.1.8: inventories have the id, the version and the type of each record that a list shows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer, unique, type Answer, type Caller, type Json } from '../support/server.ts'

const server = await testServer({ CACHE_MB: '0' })
const is = (answer: Answer, status = 200): Json => {
  assert.equal(answer.status, status, answer.text)
  return answer.json
}
interface Item {
  readonly id: number
  readonly version: number
  readonly type?: string
}
/** All items of an inventory, which is read in pages. */
async function inventory(plural: string, query = '', as?: Caller, perPage = 100): Promise<Item[]> {
  const items: Item[] = []
  for (let cursor = ''; ; ) {
    const path = `/${plural}?inventory=true&per_page=${perPage}&cursor=${cursor}${query === '' ? '' : `&${query}`}`
    const page = is(await server.get(path, as ? { as } : {}))
    assert.deepEqual(Object.keys(page), [plural, 'next_rest_url', 'next_cursor'])
    items.push(...(page[plural] as Item[]))
    assert.equal(page['next_cursor'] === null, page['next_rest_url'] === null)
    if (page['next_cursor'] === null) return items
    cursor = String(page['next_cursor'])
  }
}
const idsOf = (items: readonly Item[]): number[] => items.map(({ id }) => id)
const ALWAYS = 'start_date=0002-01-01&end_date=9998-01-01&per_page=100'
const list = async (query: string, as?: Caller): Promise<Json[]> =>
  is(await server.get(`/events?${ALWAYS}&${query}`, as ? { as } : {}))['events'] as Json[]
/** The version of a record, as its ETag states it. */
const versionOf = async (id: number): Promise<number> =>
  Number(/^"(\d+)/.exec(String((await server.get(`/events/${id}`, { as: 'admin' })).headers.get('etag')))?.[1])

async function makeCalendar(): Promise<{ readonly category: string; readonly query: string; readonly series: number }> {
  const category = unique()
  const made = { title: unique(), start_date: '2019-01-01 10:00', end_date: '2019-01-01 11:00', categories: [category] }
  for (const status of ['publish', 'draft', 'private', 'pending']) await server.make('events', { ...made, status }, 'author')
  await server.make('events', { ...made, hide_from_listings: true })
  const trashed = await server.make('events', made)
  is(await server.remove(`/events/${trashed.id}`))
  await server.make('events', { ...made, recurrence: 'FREQ=DAILY;COUNT=3', status: 'draft' }, 'other')
  const hidden = await server.make('events', { ...made, recurrence: 'FREQ=DAILY;COUNT=3' }, 'author')
  for (const { id } of (await list(`series=${hidden.id}`)).slice(1)) is(await server.patch(`/events/${String(id)}`, { title: 'Exception' }))
  is(await server.patch(`/events/${hidden.id}`, { status: 'draft' }))
  const series = await server.make('events', { ...made, start_date: '2028-01-01 10:00', end_date: null, recurrence: 'FREQ=DAILY;COUNT=5' })
  const dates = await list(`series=${series.id}`)
  const [first, second, third] = dates.map(({ id }) => Number(id))
  is(await server.patch(`/events/${first}`, { title: 'Exception' }))
  is(await server.patch(`/events/${second}`, { title: 'Hidden exception', status: 'draft' }))
  is(await server.patch(`/events/${third}`, { title: 'Reset' }))
  is(await server.post(`/events/${third}/reset`, {}))
  is(await server.patch(`/events/${series.id}`, { excerpt: 'Changed' }))
  return { category, query: `categories=${category}`, series: series.id }
}

void test('14.1.8 an inventory has exactly the records, and with dates=true the dates, that the lists of the caller show, by id', async () => {
  const { query, series } = await makeCalendar()
  const callers: readonly (readonly [Caller | undefined, string])[] = [
    [undefined, ''],
    ['subscriber', '&status=any'],
    ['author', '&status=any'],
    ['other', '&status=any'],
    ['other', ''],
    ['editor', '&status=any'],
    ['editor', '&status=draft,trash'],
  ]
  for (const [as, status] of callers) {
    const label = `${as ?? 'anonymous'} ${status}`
    for (const [of, own] of [
      ['', '&records=true&type=single,series,exception'],
      ['&dates=true', ''],
      [`&series=${series}`, ''],
    ] as const) {
      const listed = await list(`${query}${status}${own}${of.replace('&dates=true', '')}`, as)
      const expected = listed.map(({ id, type }) => ({ id: Number(id), type: String(type) })).sort((a, b) => a.id - b.id)
      for (const perPage of [2, 100]) {
        const items = await inventory('events', `${query}${status}${of}`, as, perPage)
        assert.deepEqual(
          items.map(({ id, type }) => ({ id, type })),
          expected,
          `${label} ${of}`,
        )
      }
    }
  }
  const items = [
    ...(await inventory('events', `${query}&status=any`, 'admin')),
    ...(await inventory('events', `${query}&dates=true`, 'admin')),
  ]
  assert.ok(items.some(({ type }) => type === 'series') && items.some(({ type }) => type === 'exception'))
  for (const { id, version } of items) assert.equal(version, await versionOf(id), `version of ${id}`)
})

void test('14.1.8 hide_from_listings hides a record from inventories too, except by include', async () => {
  const { id } = await server.make('events', {
    title: unique(),
    start_date: '2031-01-01',
    end_date: '2031-01-02',
    hide_from_listings: true,
  })
  assert.equal(idsOf(await inventory('events', 'status=any', 'admin')).includes(id), false)
  assert.deepEqual(idsOf(await inventory('events', `include=${id}`)), [id])
})

void test('14.1.8 date filters that are sent apply; those of lists by default do not', async () => {
  const category = unique()
  const made = (start_date: string, more: Json = {}) =>
    server.make('events', { title: unique(), start_date, end_date: null, categories: [category], ...more })
  const [past, far] = [await made('2001-01-01 10:00'), await made('2090-01-01 10:00')]
  const series = await made('2028-03-01 10:00', { recurrence: 'FREQ=DAILY;COUNT=4' })
  const query = `categories=${category}`
  assert.deepEqual(idsOf(await inventory('events', query)), [past.id, far.id, series.id])
  assert.deepEqual(idsOf(await inventory('events', `${query}&start_date=2028-03-02`)), [far.id, series.id])
  assert.deepEqual(idsOf(await inventory('events', `${query}&from=2028-03-03&to=2028-03-31`)), [series.id])
  assert.equal((await inventory('events', `${query}&from=2028-03-03&to=2028-03-31&dates=true`)).length, 2)
  assert.deepEqual(await inventory('events', `${query}&type=occurrence`), [])
  assert.equal((await inventory('events', `${query}&type=occurrence&dates=true`)).length, 4)
})

void test('14.1.8 every kind has an inventory, with the permissions of its list', async () => {
  const tag = unique()
  const [venue] = [await server.make('venues', { venue: unique() }), await server.make('tags', { name: tag })]
  const draft = await server.make('venues', { venue: unique(), status: 'draft' }, 'author')
  assert.deepEqual(
    (await inventory('venues')).filter(({ id }) => id === venue.id),
    [{ id: venue.id, version: 1 }],
  )
  assert.equal(idsOf(await inventory('venues', '', 'author')).includes(draft.id), false)
  assert.equal(idsOf(await inventory('venues', 'status=any', 'author')).includes(draft.id), true)
  assert.equal(idsOf(await inventory('venues', 'status=any', 'other')).includes(draft.id), false)
  assert.equal((await inventory('tags', `hide_empty=false&search=${tag}`)).length, 1)
  for (const plural of ['organizers', 'categories']) await inventory(plural)
  await inventory('media', '', 'author')
  assert.equal((await server.get('/media?inventory=true')).status, (await server.get('/media')).status)
  is(await server.get('/venues?inventory=true&status=any'), 401)
})

void test('14.1.8 what an inventory cannot have is 400, and a cursor belongs to its inventory', async () => {
  for (const query of ['page=2', 'orderby=date', 'order=desc', 'collapse=series', '_fields=id', 'records=true', 'per_page=101']) {
    const name = query.replace(/=.*/, '')
    const problem = is(await server.get(`/events?inventory=true&${query}`), 400)
    assert.deepEqual(Object.keys((problem['data'] as Json)['params'] as Json), [name])
  }
  await server.make('tags', { name: unique() })
  await server.make('tags', { name: unique() })
  const cursor = String(is(await server.get('/tags?inventory=true&hide_empty=false&per_page=1'))['next_cursor'])
  is(await server.get(`/tags?inventory=true&hide_empty=false&cursor=${cursor}`))
  is(await server.get(`/tags?hide_empty=false&orderby=id&cursor=${cursor}`), 400)
  is(await server.get(`/tags?inventory=true&cursor=${cursor}`), 400)
})

void test('11.2 an inventory is charged as a search, unless it is that of one series', async () => {
  const limited = await testServer({ RATE_LIMIT_ANONYMOUS: '600', RATE_LIMIT_COST_SEARCH: '5' })
  const left = async (path: string): Promise<number> =>
    Number(/;r=(\d+)/.exec(String((await limited.get(path)).headers.get('ratelimit')))?.[1])
  const before = await left('/events')
  assert.equal(await left('/events?inventory=true'), before - 5)
  assert.equal(await left('/events?inventory=yes&series=1'), before - 6)
  assert.equal(await left('/venues?inventory=false'), before - 7)
})
