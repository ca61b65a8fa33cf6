// Settings that change rules of sections 1, 2, 3, 5 and 9 of the contract: root path, URLs, time zone, language and page size.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { badInputs, idsOf, NS, testServer, unique, type Answer, type Json } from '../support/server.ts'

const api = await testServer({
  REST_ROOT: '/api',
  SITE_TIMEZONE: 'Africa/Nairobi',
  PUBLIC_URL: 'https://calendar.example/base',
  EVENT_URL: 'https://example.org/{language}/events/{slug}',
  DEFAULT_LANGUAGE: 'fr',
  PER_PAGE_MAX: '5',
  PAGES: '',
})
/** Servers behind a proxy that they know or not, and what the second address behind it is told. Made before any test: hooks run early else. */
const behind = [
  { server: await testServer({ RATE_LIMIT_ANONYMOUS: '1' }), second: 429 },
  { server: await testServer({ RATE_LIMIT_ANONYMOUS: '1', TRUSTED_PROXIES: '10.0.0.0/8' }), second: 429 },
  { server: await testServer({ RATE_LIMIT_ANONYMOUS: '1', TRUSTED_PROXIES: '127.0.0.1' }), second: 200 },
]
const PUBLIC = `https://calendar.example/base/api${NS}`
const TITLES = { events: 'title', venues: 'venue', organizers: 'organizer', categories: 'name', tags: 'name' } as const
type Plural = keyof typeof TITLES
const ALL = Object.keys(TITLES) as Plural[]
const OWNED = ['events', 'venues', 'organizers'] as const
const add = async (plural: Plural, more: Json = {}) =>
  api.make(plural, {
    [TITLES[plural]]: unique(),
    ...(plural === 'events' && { start_date: '2031-05-06 00:30', end_date: '2031-05-06 01:00' }),
    ...more,
  })
const ok = (answer: Answer, status = 200): Json => {
  assert.equal(answer.status, status, answer.text)
  return answer.json
}
const made = {} as Record<Plural, Json & { id: number; slug: string }>
before(async () => {
  for (const plural of ALL) made[plural] = await add(plural)
})

void test('1.1 1.2 the REST root precedes the namespace, and the language precedes the REST root', async () => {
  for (const plural of ALL)
    for (const path of [`/${plural}`, `/${plural}/${made[plural].id}`]) {
      for (const [root, status] of Object.entries({ '/api': 200, '/sw/api': 200, '/sw': 404, '/api/sw': 404, '/api/api': 404 }))
        assert.equal((await api.get(`/${root}${NS}${path}`.replace(/^\/(?!\/)/, '//'))).status, status, `${root} ${path}`)
      assert.equal((await api.request('OPTIONS', path)).status, 204)
      assert.equal((await api.request('PROPFIND', path)).status, 405)
    }
})
void test('1.1 paths without the REST root are 404', async () => {
  for (const plural of ALL) assert.equal((await api.get(`/${NS}/${plural}`.replace(/^\/(?!\/)/, '//'))).status, 404, plural)
})
void test('1.8 links are built from PUBLIC_URL with its path, regardless of the requested host', async () => {
  for (const plural of ALL) {
    const answer = await api.post(`/${plural}`, { ...made[plural], slug: null, [TITLES[plural]]: unique() })
    const { id, rest_url, urls, translations, url } = ok(answer, 201)
    const self = `${PUBLIC}/${plural}/${String(id)}`
    assert.deepEqual([answer.headers.get('location'), rest_url ?? (urls as Json)['self']], [self, self])
    assert.deepEqual(translations, { fr: self.replace('/api', '/fr/api') })
    if (plural !== 'events') assert.equal(url, self)
    const list = await api.get(`/${plural}?per_page=1&hide_empty=0&starts_after=2000-01-01`, { root: '/ar' })
    const start = `https://calendar.example/base/ar/api${NS}/${plural}?`
    for (const name of ['rest_url', 'next_rest_url']) assert.ok(String(ok(list)[name]).startsWith(start), String(list.json[name]))
    assert.ok(list.headers.get('link')?.startsWith(`<${start}`))
  }
  const index = ok(await api.get(''))
  assert.deepEqual(index['_links'], { self: [{ href: PUBLIC }], doc: [{ href: `${PUBLIC}/doc` }] })
})
void test('1.8 global_id is host and path of PUBLIC_URL, and the id', () => {
  for (const plural of OWNED) {
    const name = `calendar.example/base?id=${made[plural].id}`
    assert.deepEqual([made[plural]['global_id'], made[plural]['global_id_lineage']], [name, [name]])
  }
})
void test('1.8 url follows the template of its kind, with language and encoded slug', async () => {
  const { id, slug, ...event } = await add('events', { slug: `fête-${unique()}` })
  assert.equal(event['url'], `https://example.org/fr/events/${encodeURIComponent(slug)}`)
  assert.equal(event['rest_url'], `${PUBLIC}/events/${id}`)
  const text = ok(await api.patch(`/events/${id}`, { title: 'Sherehe', slug: `sherehe-${unique()}` }, { root: '/sw' }))
  assert.equal(text['url'], `https://example.org/sw/events/${String(text['slug'])}`)
  assert.equal(ok(await api.get(`/events/${id}`))['url'], event['url'])
  const [listed] = ok(await api.get(`/events?include=${id}`))['events'] as Json[]
  assert.equal(listed?.['url'], event['url'])
})

void test('1.8 forwarded headers count only from a configured proxy', async () => {
  for (const { server, second } of behind) {
    const from = async (address: string): Promise<number> => (await server.get('/me', { headers: { 'x-forwarded-for': address } })).status
    assert.deepEqual([await from('192.0.2.1'), await from('192.0.2.2'), await from('192.0.2.1')], [200, second, 429])
  }
})

void test('3.2 date and modified are in the zone of the site, date_utc and modified_utc in UTC', async () => {
  const utc = '2021-12-31 22:00:00'
  for (const plural of OWNED) {
    for (const more of [
      { date: '2022-01-01 01:00' },
      { date_utc: utc },
      { date: '2022-01-01 01:00', date_utc: utc },
      { date: `${utc}Z` },
    ]) {
      const { date, date_utc, modified, modified_utc } = await add(plural, more)
      assert.deepEqual([date, date_utc], ['2022-01-01 01:00:00', utc], JSON.stringify(more))
      assert.equal(Date.parse(`${String(modified)}Z`) - Date.parse(`${String(modified_utc)}Z`), 3 * 3_600_000)
      assert.ok(Math.abs(Date.parse(`${String(modified_utc)}Z`) - Date.now()) < 30_000)
    }
    const times = plural === 'events' ? { start_date: '2031-01-01', end_date: '2031-01-01' } : {}
    const apart = { [TITLES[plural]]: unique(), ...times, date: utc, date_utc: utc }
    assert.equal(badInputs(await api.post(`/${plural}`, apart)).length, 1)
  }
})
void test('7.1 a bare time of an event without a zone is wall time of the site', () => {
  const { start_date, utc_start_date, timezone, timezone_abbr } = made.events
  assert.deepEqual(
    [start_date, utc_start_date, timezone, timezone_abbr],
    ['2031-05-06 00:30:00', '2031-05-05 21:30:00', 'Africa/Nairobi', 'EAT'],
  )
})
void test('5.3 5.4 bare values of filters are read in the zone of the site, others are instants', async () => {
  const title = unique()
  const { id } = await add('events', { title })
  const cases = {
    'start_date=2031-05-06&end_date=2031-05-06': true,
    'start_date=2031-05-05&end_date=2031-05-05': false,
    'from=2031-05-06&to=2031-05-06': true,
    'from=2031-05-05&to=2031-05-05': false,
    'starts_after=2031-05-06 00:29:59&strict_dates=1': true,
    'starts_after=2031-05-06 00:30:00&strict_dates=1': false,
    'starts_after=2031-05-05T21:29:59Z&strict_dates=1': true,
    'starts_after=2031-05-05T21:30:00Z&strict_dates=1': false,
    'ends_before=2031-05-06 01:00:01&strict_dates=1': true,
    'ends_before=2031-05-06 01:00:00&strict_dates=1': false,
  }
  for (const [query, wanted] of Object.entries(cases))
    assert.deepEqual(idsOf(ok(await api.get(`/events?search=${title}&${query}`))['events']), wanted ? [id] : [], query)
})
void test('2.5 the first day of the years is no failure where it begins before year 1 of UTC', async () => {
  for (const name of ['start_date', 'starts_after', 'ends_before', 'from'])
    assert.ok([200, 400].includes((await api.get(`/events?${name}=0001-01-01`)).status), name)
  assert.deepEqual(badInputs(await api.post('/venues', { venue: unique(), date: '0001-01-01' })), ['date'])
})

void test('9.1 a request without a language gets the language of the site, in content and in errors', async () => {
  for (const plural of ALL) {
    assert.equal(made[plural]['language'], 'fr')
    const path = `/${plural}/${made[plural].id}`
    const answers = [await api.get(path), await api.get(`/${plural}`), await api.get(`/${plural}/0`), await api.get(path, { root: '/en' })]
    assert.deepEqual(answers.map(({ headers }) => headers.get('content-language')).join(' '), 'fr fr fr en')
  }
})
void test('3.9 per_page is limited by the configured maximum', async () => {
  for (let i = 0; i < 6; i += 1) for (const plural of ALL) await add(plural)
  for (const plural of ALL) {
    const all = `/${plural}?hide_empty=0&starts_after=2000-01-01`
    assert.deepEqual(badInputs(await api.get(`${all}&per_page=6`)), ['per_page'])
    assert.equal(idsOf(ok(await api.get(`${all}&per_page=5`))[plural]).length, 5)
  }
})
void test('3.9 a page that names no size is not above the maximum either', async () => {
  for (const plural of ALL) {
    const list = ok(await api.get(`/${plural}?hide_empty=0&starts_after=2000-01-01`))
    assert.deepEqual([idsOf(list[plural]).length, list['total_pages']], [5, Math.ceil(Number(list['total']) / 5)])
  }
})
