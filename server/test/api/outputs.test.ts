// Contract section 3: outputs, rule by rule.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { badInputs, idsOf, inDays, NS, testServer, unique, type Answer, type Json, type Sending } from '../support/server.ts'

const api = await testServer()
const { base } = api

const TITLES = { events: 'title', venues: 'venue', organizers: 'organizer', categories: 'name', tags: 'name' } as const
type Plural = keyof typeof TITLES
const ALL = Object.keys(TITLES) as Plural[]
const OWNED = ['events', 'venues', 'organizers'] as const
const isOwned = (plural: Plural): boolean => plural !== 'categories' && plural !== 'tags'
const bodyOf = (plural: Plural, more: Json = {}): Json => ({
  [TITLES[plural]]: unique(),
  ...(plural === 'events' && { start_date: inDays(3), end_date: inDays(4) }),
  ...more,
})
const add = async (plural: Plural, more: Json = {}) => api.make(plural, bodyOf(plural, more))
const ok = (answer: Answer, status = 200): Json => {
  assert.equal(answer.status, status, answer.text)
  return answer.json
}
const read = async (path: string, sending: Sending = {}): Promise<Json> => ok(await api.get(path, sending))
const header = async (name: string, path: string, sending: Sending = {}): Promise<string | null> =>
  (await api.get(path, sending)).headers.get(name)
const sorted = (words: string): string[] => words.split(' ').sort()
const keysOf = (record: unknown): string[] => Object.keys(record as Json).sort()

const RECORD =
  'id global_id global_id_lineage author status date date_utc modified modified_utc url rest_url description slug language translations image'
const DATES =
  'start_date start_date_details end_date end_date_details utc_start_date utc_start_date_details utc_end_date utc_end_date_details'
const FLAGS = 'all_day show_map show_map_link hide_from_listings sticky featured ticketed protected'
const TERM = 'id name slug description taxonomy count language translations url urls'
const KEYS: Readonly<Record<Plural, string>> = {
  events: `${RECORD} ${DATES} ${FLAGS} title excerpt timezone timezone_abbr cost cost_details website post_parent categories tags venue organizer custom_fields`,
  venues: `${RECORD} venue address city country province state zip phone stateprovince website geo_lat geo_lng show_map show_map_link`,
  organizers: `${RECORD} organizer phone website email`,
  categories: `${TERM} parent`,
  tags: TERM,
}
/** What is shown where nothing was set. */
const UNSET: Readonly<Record<Plural, Json>> = {
  events: {
    ...{
      description: '',
      excerpt: '',
      image: null,
      cost: null,
      website: null,
      post_parent: null,
      venue: [],
      organizer: [],
      categories: [],
      tags: [],
    },
    ...{
      custom_fields: {},
      cost_details: { currency_symbol: null, currency_code: null, currency_position: null, values: [] },
      timezone: 'UTC',
    },
    ...{
      all_day: false,
      show_map: true,
      show_map_link: true,
      hide_from_listings: false,
      sticky: false,
      featured: false,
      ticketed: false,
      protected: false,
    },
  },
  venues: {
    description: '',
    image: null,
    address: null,
    city: null,
    zip: null,
    stateprovince: null,
    geo_lat: null,
    geo_lng: null,
    show_map: true,
  },
  organizers: { description: '', image: null, phone: null, website: null, email: null },
  categories: { description: '', parent: 0, count: 0, taxonomy: 'event_category' },
  tags: { description: '', count: 0, taxonomy: 'event_tag' },
}
for (const plural of ALL)
  void test(`3.1 3.4 3.5 3.6 3.7 one of ${plural} has every key, everywhere, also when nothing is set`, async () => {
    const { id, ...made } = await add(plural)
    const path = `/${plural}/${id}`
    const single = await read(path)
    assert.deepEqual(keysOf(single), sorted(`${KEYS[plural]} translation_status${isOwned(plural) ? ' json_ld' : ''}`))
    assert.deepEqual(single['translation_status'], { ar: 'missing', en: 'current', fr: 'missing', 'pt-pt': 'missing', sw: 'missing' })
    const search = encodeURIComponent(String(made[TITLES[plural]]))
    const [listed] = (await read(`/${plural}?hide_empty=0&search=${search}`))[plural] as Json[]
    const changed = ok(await api.patch(path, { description: '' }))
    const removed = ok(await api.remove(path))
    for (const record of [{ id, ...made }, listed, changed, removed]) assert.deepEqual(keysOf(record), sorted(KEYS[plural]))
    for (const [name, value] of Object.entries(UNSET[plural])) assert.deepEqual(single[name], value, name)
  })
void test('3.1 answers are JSON in UTF-8', async () => {
  for (const name of ['Ünï', 'موسيقى', '音楽', '🪘 "\\/']) {
    const { id } = await add('tags', { name })
    const answer = await fetch(`${base}${NS}/tags/${id}`)
    assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await answer.arrayBuffer())
    assert.equal((JSON.parse(text) as Json)['name'], name)
  }
})

void test('3.2 dates are wall time of the event and UTC, with their parts', async () => {
  const event = await add('events', { start_date: '2031-01-05 22:03:04', end_date: '2031-07-06 01:00:09', timezone: 'America/New_York' })
  const wanted = {
    start_date: '2031-01-05 22:03:04',
    utc_start_date: '2031-01-06 03:03:04',
    end_date: '2031-07-06 01:00:09',
    utc_end_date: '2031-07-06 05:00:09',
  }
  for (const [name, value] of Object.entries(wanted)) {
    const [year, month, day, hour, minutes, seconds] = value.split(/[- :]/)
    assert.deepEqual([event[name], event[`${name}_details`]], [value, { year, month, day, hour, minutes, seconds }])
  }
  for (const plural of OWNED) {
    const { id, ...made } = await add(plural, { date: '2019-08-07 06:05' })
    assert.deepEqual([made['date'], made['date_utc']], ['2019-08-07 06:05:00', '2019-08-07 06:05:00'])
    const { modified, modified_utc, date } = ok(await api.patch(`/${plural}/${id}`, { description: 'x' }))
    assert.deepEqual([modified, date], [modified_utc, '2019-08-07 06:05:00'])
    assert.ok(Math.abs(Date.parse(`${String(modified_utc)}Z`) - Date.now()) < 30_000)
  }
})

void test('3.3 titles and names are plain text, not HTML', async () => {
  for (const plural of ALL) {
    const name = `<b>R&B</b> &amp; "Soul" 'n' 3 > 2 ${unique()}`
    const { id, ...made } = await add(plural, { [TITLES[plural]]: name })
    assert.deepEqual([made[TITLES[plural]], (await read(`/${plural}/${id}`))[TITLES[plural]]], [name, name])
  }
})
const EVIL = [
  '<script>x()</script>',
  '<img src="https://a.test/i.png" onerror="x()">',
  '<a href="javascript:x()">l</a>',
  '<a href="JAVA&#115;cript:x()">l</a>',
  '<p onclick=x()>t</p>',
  '<svg onload=x()>',
  '<iframe src="https://a.test"></iframe>',
  '<style>p{}</style>',
  '<a href="data:text/html,x">l</a>',
  '<p style="background:url(javascript:x())">t</p>',
]
const KEPT =
  '<h2>H</h2><p>a <strong>b</strong> <em>c</em><br></p><ul><li>1</li></ul><table><tbody><tr><td colspan="2">2</td></tr></tbody></table><p><a href="https://a.test/?b=1">l</a> <img src="https://a.test/i.png" alt="i"></p>'
for (const as of ['admin', 'author', 'contributor'] as const)
  void test(`3.3 HTML of ${as} is made harmless, and stays what it is otherwise`, async () => {
    for (const plural of as === 'contributor' ? OWNED : ALL) {
      const { description, ...made } = await api.make(
        plural,
        bodyOf(plural, { description: KEPT + EVIL.join(''), ...(plural === 'events' && { excerpt: EVIL.join('') }) }),
        as,
      )
      assert.ok(String(description).startsWith(KEPT), String(description))
      for (const text of [String(description), String(made['excerpt'])])
        assert.doesNotMatch(text, /script|\bon\w+=|<svg|<iframe|<style|style=|data:|x\(\)/i)
    }
  })

void test('3.4 venues and organizers stand in the order linked, whole; terms by name', async () => {
  const word = unique()
  const [v, w, o] = [await add('venues', { city: 'Kilifi' }), await add('venues'), await add('organizers')]
  const names = ['Échasses', 'danse', 'Feu', 'eau'].map((name) => `${name} ${word}`)
  const event = await add('events', { venue: [w.id, v.id], organizer: o.id, categories: names, tags: names })
  assert.deepEqual([event['venue'], event['organizer']], [[w, v], [o]])
  for (const list of [event['categories'], event['tags']])
    assert.deepEqual(
      (list as Json[]).map(({ name }) => String(name).split(' ')[0]),
      ['danse', 'eau', 'Échasses', 'Feu'],
    )
  const { json_ld } = await read(`/events/${event.id}`)
  const { name, location, organizer } = json_ld as { name: string; location: Json[]; organizer: Json[] }
  assert.deepEqual([name, location.map((each) => each['name']), organizer.length], [event['title'], [w['venue'], v['venue']], 1])
  assert.deepEqual(
    [(await read(`/venues/${v.id}`))['json_ld'], (await read(`/organizers/${o.id}`))['json_ld']].map((ld) => (ld as Json)['@type']),
    ['Place', 'Organization'],
  )
})
void test('3.4 cost, author, translations and post_parent', async () => {
  const event = await add('events', { cost: ['90 EUR', '5 EUR', '10.5 EUR'] })
  assert.deepEqual(event['cost_details'], {
    currency_symbol: '€',
    currency_code: 'EUR',
    currency_position: 'postfix',
    values: ['5', '10.5', '90'],
  })
  assert.equal(event['author'], api.ids.admin)
  ok(await api.patch(`/events/${event.id}`, { i18n_language: 'sw', title: 'Ngoma' }))
  const path = `${NS}/events/${event.id}`
  assert.deepEqual((await read(`/events/${event.id}`))['translations'], { en: `${base}/en${path}`, sw: `${base}/sw${path}` })
  assert.equal((await add('events', { post_parent: event.id }))['post_parent'], event.id)
})
void test('3.5 stateprovince falls back to state, then province; flags are booleans', async () => {
  const cases: [Json, unknown][] = [
    [{ province: 'P' }, 'P'],
    [{ province: 'P', state: 'S' }, 'S'],
    [{ province: 'P', state: 'S', stateprovince: 'X' }, 'X'],
  ]
  for (const [body, wanted] of cases) assert.equal((await add('venues', body))['stateprovince'], wanted)
  for (const [word, wanted] of Object.entries({ yes: true, ON: true, 0: false, off: false })) {
    const { show_map, show_map_link } = await add('venues', { show_map: word, show_map_link: word })
    assert.deepEqual([show_map, show_map_link], [wanted, wanted])
  }
})
void test('3.7 terms have one shape, links of their own, and count their published events', async () => {
  const parent = await add('categories')
  for (const [plural, more] of [
    ['categories', { parent: parent.id }],
    ['tags', {}],
  ] as const) {
    const { id } = await add(plural, more)
    const collection = `${base}${NS}/${plural}`
    const events = [
      await add('events', { [plural]: [id] }),
      await add('events', { [plural]: [id], status: 'draft' }),
      await add('events', { [plural]: [id] }),
    ]
    const { translation_status: _, ...single } = await read(`/${plural}/${id}`)
    assert.deepEqual(
      [single['count'], single['urls']],
      [2, { self: `${collection}/${id}`, collection, ...(plural === 'categories' && { up: `${collection}/${parent.id}` }) }],
    )
    const { count: __, ...nested } = single
    assert.deepEqual((await read(`/events/${events[0]?.id}`))[plural], [nested])
    assert.deepEqual((await read(`/${plural}?include=${id}`))[plural], [single])
    ok(await api.remove(`/events/${events[0]?.id}`))
    assert.equal((await read(`/${plural}/${id}`))['count'], 1)
  }
  const { count, urls } = await read(`/categories/${parent.id}`)
  assert.deepEqual([count, (urls as Json)['up']], [0, null])
})

/** The parameters of a link. */
const paramsOf = (link: unknown): Json => Object.fromEntries(new URL(String(link)).searchParams)
for (const plural of ALL)
  void test(`3.8 3.9 lists of ${plural}: envelope, links and headers of every page`, async () => {
    const word = unique()
    const ids: number[] = []
    for (const n of [1, 2, 3, 4, 5]) ids.push((await add(plural, { [TITLES[plural]]: `${word} é${n}` })).id)
    const asked = { search: `${word} é`, per_page: '2', hide_empty: 'off', 'x[]': 'a b&c' }
    const query = new URLSearchParams({ ...asked, password: 'sesame' }).toString()
    const seen: number[] = []
    for (const page of [1, 2, 3, 4]) {
      const answer = await api.get(`/${plural}?${query}&page=${page}`, { root: '/fr' })
      const { rest_url, next_rest_url, previous_rest_url, total, total_pages, ...rest } = ok(answer)
      assert.deepEqual([total, total_pages, answer.headers.get('x-total'), answer.headers.get('x-totalpages')], [5, 3, '5', '3'])
      assert.deepEqual(Object.keys(rest), [plural])
      seen.push(...idsOf(rest[plural]))
      const links = Object.fromEntries(
        [...(answer.headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, link, rel]) => [rel, link]),
      )
      assert.deepEqual([links['next'] ?? null, links['prev'] ?? null], [next_rest_url, previous_rest_url])
      const pages = { next: page < 3 ? page + 1 : null, prev: page > 1 ? Math.min(page - 1, 3) : null, first: 1, last: 3, self: page }
      for (const [rel, to] of Object.entries(pages)) {
        const link = rel === 'self' ? String(rest_url) : (links[rel] ?? null)
        assert.equal(link && paramsOf(link)['page'], to && String(to), rel)
        if (link === null) continue
        assert.match(link, /^[\x21-\x7e]+$/)
        assert.ok(link.startsWith(`${base}/fr${NS}/${plural}?`), link)
        const { start_date, end_date, ...carried } = paramsOf(link)
        assert.deepEqual(
          [carried, plural === 'events' && rel !== 'self'],
          [{ ...asked, page: String(to) }, Boolean(start_date && end_date)],
        )
      }
    }
    assert.deepEqual(
      seen.sort((a, b) => a - b),
      ids,
    )
    const none = ok(await api.get(`/${plural}?search=${word}none&page=2`))
    assert.deepEqual(
      [none[plural], none['total'], none['total_pages'], none['next_rest_url'], none['previous_rest_url']],
      [[], 0, 0, null, null],
    )
    for (const name of ['page', 'per_page'])
      for (const value of ['0', '-1']) assert.deepEqual(badInputs(await api.get(`/${plural}?${name}=${value}`)), [name])
    assert.deepEqual(badInputs(await api.get(`/${plural}?per_page=101`)), ['per_page'])
    ok(await api.get(`/${plural}?per_page=100`))
  })
void test('3.8 default and relative dates are resolved in paging links', async () => {
  const venue = (await add('venues')).id
  const ids = [(await add('events', { venue })).id, (await add('events', { venue, start_date: inDays(3.5) })).id]
  const cases = {
    '': ['start_date', 'end_date'],
    'start_date=today': ['start_date', 'end_date'],
    'ends_after=now&strict_dates=1': ['ends_after'],
    'from=today&to=%2B9+days': ['from', 'to'],
  }
  for (const [query, names] of Object.entries(cases)) {
    const first = await read(`/events?venue=${venue}&per_page=1&${query}`)
    const params = paramsOf(first['next_rest_url'])
    for (const name of names) assert.match(String(params[name]), /^20\d\d-\d\d-\d\dT[\d:]+Z$/, `${name} of ${query}`)
    assert.deepEqual(
      Object.keys(params).sort(),
      [...new Set([...names, ...new URLSearchParams(query).keys(), 'venue', 'per_page', 'page'])].sort(),
    )
    const second = await read(String(first['next_rest_url']).replace(`${base}${NS}`, ''))
    assert.deepEqual(
      [first, second].map((page) => idsOf(page['events'])),
      [[ids[0]], [ids[1]]],
      query,
    )
  }
})
void test('3.8 a password is in no link, however it is written', async () => {
  for (const name of ['password', 'password[]', 'password[0]', 'password[a]']) {
    const answer = await api.get(`/events?per_page=1&${encodeURIComponent(name)}=sesame`)
    assert.ok(!`${answer.text}${answer.headers.get('link')}`.includes('sesame'), name)
  }
})
