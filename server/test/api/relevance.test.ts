// Contract 5.21: lists of a search by relevance, with pages, cursors and access conditions as in every list.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer, type Json, type Sending } from '../support/server.ts'

const { make, get, patch, remove } = await testServer(
  { LANGUAGES: 'en,fr,ar' },
  { now: () => Temporal.Instant.from('2030-12-01T00:00:00Z') },
)
const on = (day: number): Json => ({
  start_date: `2031-01-${String(day).padStart(2, '0')} 10:00`,
  end_date: `2031-01-${String(day).padStart(2, '0')} 11:00`,
  timezone: 'UTC',
})
const WINDOW = 'from=2030-01-01&to=2031-02-01'

async function list(query: string, sending: Sending = {}): Promise<Json> {
  const { status, json, text } = await get(`/events?${WINDOW}&orderby=relevance&${query}`, sending)
  assert.equal(status, 200, text)
  return json
}
const titlesOf = (json: Json, name = 'title', plural = 'events'): unknown[] => (json[plural] as Json[]).map((each) => each[name])
const titles = async (search: string, more = '', sending: Sending = {}): Promise<unknown[]> =>
  titlesOf(await list(`search=${encodeURIComponent(search)}&per_page=100&_fields=title${more}`, sending))
/** Follows cursors from the first page to the last. */
async function walk(query: string, perPage: number): Promise<unknown[]> {
  const found: unknown[] = []
  for (let cursor: unknown = ''; cursor !== null; ) {
    const json = await list(`${query}&per_page=${perPage}&cursor=${String(cursor)}`)
    found.push(...titlesOf(json))
    cursor = json['next_cursor']
  }
  return found
}
const refuses = async (path: string, ...names: string[]): Promise<void> => {
  const { status, json, text } = await get(path)
  assert.equal(status, 400, text)
  assert.equal(json['code'], 'rest_invalid_param')
  assert.deepEqual(Object.keys((json['data'] as { params: Json }).params).toSorted(), names.toSorted())
}

const ORDERED = ['Jazz nightfall', 'jazz NIGHT again', 'A night of Jazz', '(Night) Acid-Jazz', 'Midnight jazz', 'Nothing of the kind']
for (const [i, title] of ORDERED.entries())
  await make('events', {
    title,
    ...on(i % 2 === 0 ? 20 - i : 4 + i),
    ...(title.startsWith('Nothing') && { ...on(1), description: 'A jazz night' }),
  })
await make('events', { title: 'Jazz without the other word', ...on(2) })

void test('5.21 titles that begin with the search come first, then those with its words at beginnings of words, then anywhere, then all other matches', async () => {
  const [phrase, words] = [
    ['jazz NIGHT again', 'Jazz nightfall'],
    ['(Night) Acid-Jazz', 'A night of Jazz'],
  ]
  assert.deepEqual(await titles('Jazz  night'), [...phrase, ...words, 'Midnight jazz', 'Nothing of the kind'])
  assert.deepEqual(await titles('jázz NIGHT'), await titles('Jazz  night'))
  assert.deepEqual((await titles('night jazz')).at(-1), 'Nothing of the kind')
  assert.deepEqual(await titles('ـ'), [])
})
void test('5.21 a letter or digit before a word means that it does not begin there', async () => {
  for (const title of ['Zebra3com', 'Zebra-com', 'Zebracom', 'Zebra’com', 'Comzebra']) await make('events', { title, ...on(3) })
  assert.deepEqual(await titles('com zebra'), ['Zebra-com', 'Zebra’com', 'Zebra3com', 'Zebracom', 'Comzebra'])
  assert.deepEqual(await titles('zebra com'), ['Zebra-com', 'Zebra’com', 'Zebra3com', 'Zebracom', 'Comzebra'])
})
void test('5.21 total, filters, statuses and page links are those of every list', async () => {
  const json = await list('search=jazz+night&per_page=4&page=2')
  assert.deepEqual([json['total'], json['total_pages'], ...titlesOf(json)], [6, 2, 'Midnight jazz', 'Nothing of the kind'])
  assert.match(String(json['previous_rest_url']), /orderby=relevance/)
  assert.equal(json['next_rest_url'], null)
  const category = await make('categories', { name: 'Quiet' })
  for (const [title, more] of [
    ['Loud whisper', { categories: category.id }],
    ['Whisper quietly', { categories: category.id }],
    ['Whisper elsewhere', {}],
    ['Whisper hidden', { status: 'draft', categories: category.id }],
    ['Behind a password', { password: 'p', description: 'whisper', categories: category.id }],
  ] as const)
    await make('events', { title, ...on(4), ...more })
  const quiet = `&categories=${category.id}`
  assert.deepEqual(await titles('whisper', quiet), ['Whisper quietly', 'Loud whisper'])
  assert.deepEqual(await titles('whisper', `${quiet}&status=any`, { as: 'admin' }), ['Whisper quietly', 'Whisper hidden', 'Loud whisper'])
  assert.equal((await get('/events?search=whisper&orderby=relevance&status=draft')).status, 401)
})
void test('5.21 the title is that of the requested language, with its fallback', async () => {
  const { id } = await make('events', { title: 'Carousel', description: 'manège', ...on(6), i18n_language: 'en' })
  await make('events', { title: 'Le grand manège', ...on(5), i18n_language: 'fr' })
  await patch(`/events/${id}`, { title: 'Manège' }, { as: 'admin' })
  assert.deepEqual(await titles('manege'), ['Manège', 'Le grand manège'])
  await patch(`/events/${id}?i18n_language=en`, { title: 'Carousel' }, { as: 'admin' })
  await patch(`/events/${id}?i18n_language=fr`, { title: 'Manège' }, { as: 'admin' })
  assert.deepEqual(await titles('manege', '&i18n_language=fr'), ['Manège', 'Le grand manège'])
  assert.deepEqual(await titles('manege'), ['Le grand manège', 'Carousel'])
  await make('events', { title: 'ليلة موسيقى', ...on(5), i18n_language: 'ar' })
  await make('events', { title: 'مُوسِيقَى', ...on(6), i18n_language: 'ar' })
  assert.deepEqual(await titles('موسيقي', '&i18n_language=ar'), ['مُوسِيقَى', 'ليلة موسيقى'])
})
void test('5.21 a list of one date of each series, and a list of records, are ranked as well', async () => {
  await make('events', { title: 'Daily puzzle', ...on(7), recurrence: 'FREQ=DAILY;COUNT=3' })
  await make('events', { title: 'Puzzle party', ...on(9) })
  assert.deepEqual(await titles('puzzle'), ['Puzzle party', ...Array<string>(3).fill('Daily puzzle')])
  assert.deepEqual(await titles('puzzle', '&collapse=series'), ['Puzzle party', 'Daily puzzle'])
  assert.deepEqual(await titles('puzzle', '&records=true'), ['Puzzle party', 'Daily puzzle'])
})
void test('5.21 without a search, with a blank one, and with a direction it is 400', async () => {
  await refuses('/events?orderby=relevance', 'search')
  await refuses('/events?orderby=relevance&search=%20', 'search')
  await refuses('/events?orderby=relevance&search=jazz&order=asc', 'order')
  await refuses('/events?orderby=relevance&order=desc', 'order', 'search')
  const { text } = await get('/events?orderby=relevance')
  assert.match(text, /This is required with `orderby=relevance`\./)
  for (const plural of ['categories', 'tags']) await refuses(`/${plural}?orderby=relevance&search=jazz`, 'orderby')
})
void test('5.21 venues, organizers and images are ranked by their names', async () => {
  for (const [plural, name] of [
    ['venues', 'venue'],
    ['organizers', 'organizer'],
  ] as const) {
    for (const value of ['Lantern hall', 'The lantern', 'Other'])
      await make(plural, { [name]: value, ...(value === 'Other' && { description: 'lantern' }) })
    const { json } = await get(`/${plural}?search=lantern&orderby=relevance`)
    assert.deepEqual(titlesOf(json, name, plural), ['Lantern hall', 'The lantern', 'Other'])
    const first = await get(`/${plural}?search=lantern&orderby=relevance&cursor=&per_page=2`)
    const second = await get(`/${plural}?search=lantern&orderby=relevance&per_page=2&cursor=${String(first.json['next_cursor'])}`)
    assert.deepEqual(titlesOf(second.json, name, plural), ['Other'])
  }
  assert.equal((await get('/media?search=lantern&orderby=relevance', { as: 'admin' })).status, 200)
})
void test('5.21 pages by cursor are complete while others write, and a cursor of another order or search is 400', async () => {
  for (let i = 0; i < 5; i++) await make('events', { title: i % 2 === 0 ? `Harvest ${i}` : `Late harvest ${i}`, ...on(10 + i) })
  const all = ['Harvest 0', 'Harvest 2', 'Harvest 4', 'Late harvest 1', 'Late harvest 3']
  assert.deepEqual(await walk('search=harvest', 2), all)
  const first = await list('search=harvest&per_page=2&cursor=')
  const early = await make('events', { title: 'Harvest before', ...on(9) })
  const later = await make('events', { title: 'Harvest after', ...on(20) })
  const query = `search=harvest&per_page=10&cursor=${String(first['next_cursor'])}`
  assert.deepEqual(titlesOf(await list(query)), [...all.slice(2), 'Harvest after'])
  for (const { id } of [early, later]) await remove(`/events/${id}?force=true`, { as: 'admin' })
  const cursor = String(first['next_cursor'])
  await refuses(`/events?${WINDOW}&search=harvest&cursor=${cursor}`, 'cursor')
  await refuses(`/events?${WINDOW}&search=harves&orderby=relevance&cursor=${cursor}`, 'cursor')
  const parts = Buffer.from(cursor, 'base64url').toString()
  const bent = [parts.replace(/\|2031/, '|yesterday'), parts.replace(/2031[^|]*$/, 'now'), parts.replace(/ \d\|/, ' 7|')]
  for (const each of bent) {
    assert.notEqual(each, parts)
    await refuses(`/events?${WINDOW}&search=harvest&orderby=relevance&cursor=${Buffer.from(each).toString('base64url')}`, 'cursor')
  }
})
void test('5.21 the first 1,000 matches in the order of dates are ranked, and all others follow', async () => {
  for (const [title, hour] of [
    ['Open workshop', 8],
    ['Workshop', 9],
  ])
    await make('events', {
      title,
      start_date: `2031-02-01 0${hour}:00`,
      end_date: `2031-02-01 0${hour}:30`,
      timezone: 'UTC',
      recurrence: 'FREQ=DAILY;COUNT=520',
    })
  const window = 'from=2031-02-01&to=2032-12-31'
  const read = async (more: string): Promise<Json> => {
    const { status, json, text } = await get(`/events?${window}&search=workshop&orderby=relevance&_fields=title&${more}`)
    assert.equal(status, 200, text)
    return json
  }
  const expected = [
    ...Array<string>(500).fill('Workshop'),
    ...Array<string>(500).fill('Open workshop'),
    ...Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? 'Open workshop' : 'Workshop')),
  ]
  const pages: unknown[] = []
  for (let page = 1; page <= 12; page++) pages.push(...titlesOf(await read(`per_page=95&page=${page}`)))
  assert.deepEqual(pages, expected)
  const byCursor: unknown[] = []
  for (let cursor: unknown = ''; cursor !== null; ) {
    const json = await read(`per_page=95&cursor=${String(cursor)}`)
    assert.equal(json['total'], 1_040)
    byCursor.push(...titlesOf(json))
    cursor = json['next_cursor']
  }
  assert.deepEqual(byCursor, expected)
})
void test('5.21 records of a cached list are in the order of relevance', async () => {
  for (let i = 0; i < 2; i++) assert.deepEqual(titlesOf(await list(`search=jazz+night&per_page=${90 + i}`)), await titles('jazz night'))
})
void test('5.21 5.22 feeds have the default order and no highlight, and facets are those of the list', async () => {
  const feed = await get(`/events.json?${WINDOW}&search=jazz+night&orderby=relevance`)
  const list = await get(`/events?${WINDOW}&search=jazz+night&_fields=title`)
  assert.deepEqual(titlesOf(feed.json, 'title', 'items'), titlesOf(list.json))
  const marked = await get(`/events.json?${WINDOW}&search=jazz&highlight=true`)
  assert.deepEqual([marked.status, marked.headers.get('x-ignored-parameters')], [200, 'highlight'])
  for (const more of ['', '&collapse=series']) {
    const facets = async (order: string): Promise<unknown> =>
      (await get(`/events?${WINDOW}&search=puzzle&facets=month,tags${more}${order}`)).json['facets']
    assert.deepEqual(await facets('&orderby=relevance'), await facets(''))
  }
})
