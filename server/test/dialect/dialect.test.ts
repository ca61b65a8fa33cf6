// The dialect beyond the recorded exchanges: the setting, languages, lists, permissions and limits (contract 18).
import { test } from 'node:test'
import assert from 'node:assert/strict'
import { inDays, testServer, type Answer, type Caller, type Json } from '../support/server.ts'

const ROOT = '//wp-json/tribe/events/v1'
const server = await testServer({ DIALECT: 'tec' })
const off = await testServer()
const dates = { start_date: inDays(3), end_date: inDays(4) }
const send = (method: string, path: string, body?: Json, as: Caller = 'admin'): Promise<Answer> =>
  server.request(method, `${ROOT}${path}`, { as, ...(body && { body }) })
const read = (path: string, as?: Caller): Promise<Answer> => server.request('GET', `${ROOT}${path}`, as ? { as } : {})

test('18.1 without the setting there is no dialect', async () => {
  assert.equal((await off.get(`${ROOT}/events`)).status, 404)
  assert.equal((await read('/events')).status, 200)
})
test('18.1 18.3 the language is that of `wpml_language` or of the prefix', async () => {
  const { id } = await server.make('events', { ...dates, title: 'Story hour' })
  await server.patch(`/events/${id}`, { title: 'L’heure du conte', i18n_language: 'fr' })
  const title = async (path: string): Promise<unknown> => (await server.get(path)).json['title']
  assert.equal(await title(`${ROOT}/events/${id}`), 'Story hour')
  assert.equal(await title(`${ROOT}/events/${id}?wpml_language=fr`), 'L’heure du conte')
  assert.equal(await title(`${ROOT}/events/${id}?wpml_language=xx`), 'Story hour')
  const french = await server.get(`//fr${ROOT.slice(1)}/events/${id}`)
  assert.equal(french.json['title'], 'L’heure du conte')
  assert.match(String(french.json['rest_url']), /\/fr\/wp-json\/tribe\/events\/v1\/events\/\d+$/)
  await send('PUT', `/events/${id}`, { title: 'Heure du conte', wpml_language: 'fr' })
  assert.equal(await title(`/events/${id}`), 'Story hour')
})
test('18.3 several venues are a list, an open end is the start, and dates of a series are events', async () => {
  const venue = [{ venue: 'North hall' }, { venue: 'South hall' }]
  const { id } = await server.make('events', { ...dates, end_date: null, title: 'Open <end>', venue, custom_fields: { color: 'red' } })
  const { json } = await read(`/events/${id}`)
  assert.deepEqual(
    (json['venue'] as Json[]).map(({ venue: name }) => name),
    ['North hall', 'South hall'],
  )
  assert.equal(json['title'], 'Open &lt;end&gt;')
  assert.equal(json['end_date'], json['start_date'])
  assert.deepEqual(json['custom_fields'], { color: 'red' })
  const series = await server.make('events', { ...dates, title: 'Weekly walk', recurrence: 'FREQ=WEEKLY;COUNT=3' })
  const found = (await read('/events?search=weekly')).json['events'] as Json[]
  assert.equal(found.length, 3)
  assert.ok(found.every(({ id: date }) => date !== series.id))
  assert.equal((await read(`/events/${String(found[1]?.['id'])}`)).json['title'], 'Weekly walk')
})
test('18.3 inputs that the original does not know are ignored, at every level', async () => {
  const body = {
    ...dates,
    title: 'Lenient',
    password: 'secret',
    recurrence: 'FREQ=DAILY',
    dry_run: true,
    venue: { venue: 'Barn', wibble: 1 },
  }
  const created = await send('POST', '/events?force=true&x=1', body)
  assert.equal(created.status, 201, created.text)
  const own = (await server.get(`/events/${String(created.json['id'])}`)).json
  assert.deepEqual([own['protected'], own['type']], [false, 'single'])
  const removed = await send('DELETE', `/events/${String(created.json['id'])}?force=true`)
  assert.equal(removed.json['status'], 'trash')
  assert.equal((await server.get(`/events/${String(created.json['id'])}`, { as: 'admin' })).status, 200)
})
test('18.2 a venue with the name of a venue of somebody else is a new venue to those who may not change it', async () => {
  const town = await server.make('venues', { venue: 'Town hall', city: 'Lyon' })
  const own = await send('POST', '/venues', { venue: 'Town hall', city: 'Nice' }, 'contributor')
  assert.equal(own.status, 201, own.text)
  assert.notEqual(own.json['id'], town.id)
  assert.equal((await read(`/venues/${town.id}`)).json['city'], 'Lyon')
  const changed = await send('POST', '/venues', { venue: 'Town hall', city: 'Nice' })
  assert.deepEqual([changed.json['id'], changed.json['city']], [town.id, 'Nice'])
})
test('18.3 long lists of terms are refused, and lists have at most 50 records', async () => {
  const categories = Array.from({ length: 101 }, (_, i) => i + 1)
  assert.equal((await send('POST', '/events', { ...dates, title: 'Many', categories })).status, 400)
  for (let i = 0; i < 51; i += 1) await server.make('tags', { name: `Tag ${i}` })
  const { json, headers } = await read('/tags?hide_empty=0&per_page=500')
  assert.equal((json['tags'] as Json[]).length, 50)
  assert.equal(headers.get('x-tec-totalpages'), '2')
})
test('18.2 rate limits apply, and their errors have the form of the original', async () => {
  const limited = await testServer({ DIALECT: 'tec', RATE_LIMIT_ANONYMOUS: '3' })
  const answers = []
  for (let i = 0; i < 5; i += 1) answers.push(await limited.get(`${ROOT}/events?page=1&per_page=${i + 1}`))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 429, 429],
  )
  assert.match(answers[4]?.headers.get('retry-after') ?? '', /^\d+$/)
  assert.deepEqual(Object.keys(answers[4]?.json ?? {}), ['code', 'message', 'data'])
})
test('18.2 a response to an anonymous caller is cached until a write', async () => {
  const total = async (): Promise<unknown> => (await read('/organizers')).json['total']
  const before = Number(await total())
  await server.make('organizers', { organizer: 'Chess club' })
  assert.equal(await total(), before + 1)
  const { headers } = await read('/organizers')
  const again = await server.request('GET', `${ROOT}/organizers`, { headers: { 'if-none-match': headers.get('etag') ?? '' } })
  assert.equal(again.status, 304)
  assert.match((await read('/organizers', 'admin')).headers.get('cache-control') ?? '', /no-store, private/)
})
test('18.2 a cached list changes when its default dates change, and relative dates are not cached', async () => {
  let now = Temporal.Instant.from('2027-05-03T23:59:50Z')
  const dated = await testServer({ DIALECT: 'tec' }, { now: () => now }, false)
  const start = async (query: string): Promise<string> =>
    /start_date=(\S+)/.exec(String((await dated.get(`${ROOT}/events?per_page=5${query}`)).json['rest_url']))?.[1] ?? ''
  assert.deepEqual([await start(''), await start('&start_date=tomorrow')], ['2027-05-02', '2027-05-04'])
  now = now.add({ seconds: 20 })
  assert.deepEqual([await start(''), await start('&start_date=tomorrow')], ['2027-05-03', '2027-05-05'])
  const relative = await dated.get(`${ROOT}/events?start_date=tomorrow`)
  assert.equal(relative.headers.get('cache-control'), 'private, no-store')
})
test('18.2 a record that was merged is read as the record that it became', async () => {
  const [kept, merged] = [await server.make('venues', { venue: 'Library' }), await server.make('venues', { venue: 'Old library' })]
  assert.equal((await server.post(`/venues/${kept.id}/merge`, { from: [merged.id] })).status, 200)
  for (const path of [`/venues/${merged.id}`, `/venues/by-slug/${merged.slug}`]) {
    const { status, json } = await read(path)
    assert.deepEqual([status, json['id'], json['venue']], [200, kept.id, 'Library'], path)
  }
  assert.equal((await send('PUT', `/venues/${merged.id}`, { city: 'Lyon' })).status, 400)
})
