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
const sorted = (words: string): string[] => words.split(' ').sort()
const keysOf = (record: unknown): string[] => Object.keys(record as Json).sort()
const valuesOf = (record: Json, names: string): unknown[] => names.split(' ').map((name) => record[name])

const RECORD = `id global_id global_id_lineage author status date date_utc modified modified_utc url rest_url description slug language external_ids`
const DATES = ['start_date', 'end_date', 'utc_start_date', 'utc_end_date'].map((name) => `${name} ${name}_details`).join(' ')
const FLAGS = 'all_day show_map show_map_link hide_from_listings sticky featured ticketed protected'
const TERM = 'id name slug description taxonomy count language translations external_ids url urls'
const OPTIONAL =
  'hours hours_text image cost website previous_start_date online_url attendance availability post_parent address city country province state zip phone stateprovince geo_lat geo_lng email'
const LINKS = 'venue organizer categories tags'
const KEYS: Readonly<Record<Plural, string>> = {
  events: `${RECORD} ${DATES} ${FLAGS} ${LINKS} translations image title excerpt timezone timezone_abbr cost cost_details website event_status event_status_reason previous_start_date online_url attendance availability post_parent custom_fields hours hours_text type recurrence series original_start_date overrides split_from`,
  venues: `${RECORD} ${OPTIONAL.replace(/ (cost|post_parent|email|previous_start_date|online_url|attendance|availability)/g, '')} translations venue show_map show_map_link`,
  organizers: `${RECORD} translations image organizer phone website email`,
  categories: `${TERM} parent color`,
  tags: TERM,
}
for (const plural of ALL)
  void test(`3.1 3.4 3.5 3.6 3.7 a record of ${plural} always has every key, even if no optional field is set`, async () => {
    const made = await add(plural)
    const path = `/${plural}/${made.id}`
    const single = await read(path)
    assert.deepEqual(
      keysOf(single),
      sorted(
        `${KEYS[plural]} translation_status translation_fields${isOwned(plural) ? ' json_ld' : ''}${plural === 'events' || plural === 'venues' ? ' open_now next_opening' : ''}${plural === 'events' ? ' occurrences recurrence_text origin' : ''}`,
      ),
    )
    const [listed] = (await read(`/${plural}?hide_empty=0&search=${String(made[TITLES[plural]])}`))[plural] as Json[]
    const changed = ok(await api.patch(path, { description: '' }))
    for (const record of [made, listed, changed, ok(await api.remove(path))]) assert.deepEqual(keysOf(record), sorted(KEYS[plural]))
    for (const name of `${OPTIONAL} recurrence series original_start_date split_from color`.split(' '))
      if (name in single) assert.equal(single[name], null, name)
    for (const name of ['description', 'excerpt']) if (name in single) assert.equal(single[name], '', name)
    assert.deepEqual(single['translation_status'], { ar: 'missing', en: 'current', fr: 'missing', 'pt-pt': 'missing', sw: 'missing' })
    if (plural !== 'events') return
    const free = { currency_symbol: null, currency_code: null, currency_position: null, values: [] }
    assert.deepEqual(valuesOf(single, `${LINKS} custom_fields cost_details`), [[], [], [], [], {}, free])
    assert.deepEqual(valuesOf(single, FLAGS), [false, true, true, false, false, false, false, false])
  })
void test('3.1 3.3 answers are JSON in UTF-8; titles and names are plain text, not HTML', async () => {
  for (const plural of ALL)
    for (const word of ['Ünï', 'موسيقى', '🪘 "\\/', `<b>R&B</b> &amp; 'n' 3 > 2`]) {
      const name = `${word} ${unique()}`
      const made = await add(plural, { [TITLES[plural]]: name })
      const answer = await fetch(`${base}${NS}/${plural}/${made.id}`)
      assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
      const text = new TextDecoder('utf-8', { fatal: true }).decode(await answer.arrayBuffer())
      assert.deepEqual([made[TITLES[plural]], (JSON.parse(text) as Json)[TITLES[plural]]], [name, name])
    }
})
void test('3.2 dates are wall time of the event and UTC, with their parts', async () => {
  const [start_date, end_date] = ['2031-01-05 22:03:04', '2031-07-06 01:00:09']
  const event = await add('events', { start_date, end_date, timezone: 'America/New_York' })
  const utc = { utc_start_date: '2031-01-06 03:03:04', utc_end_date: '2031-07-06 05:00:09' }
  for (const [name, value] of Object.entries({ start_date, end_date, ...utc })) {
    const [year, month, day, hour, minutes, seconds] = value.split(/[- :]/)
    assert.deepEqual([event[name], event[`${name}_details`]], [value, { year, month, day, hour, minutes, seconds }])
  }
  for (const plural of OWNED) {
    const { id } = await add(plural, { date: '2019-08-07 06:05' })
    const { modified, modified_utc, date, date_utc } = ok(await api.patch(`/${plural}/${id}`, { description: 'x' }))
    assert.deepEqual([modified, date, date_utc], [modified_utc, '2019-08-07 06:05:00', '2019-08-07 06:05:00'])
    assert.ok(Math.abs(Date.parse(`${String(modified_utc)}Z`) - Date.now()) < 30_000)
  }
})
const EVIL = `<script>x()</script><img src="https://a.test/i.png" onerror="x()"><a href="javascript:x()">l</a><a href="JAVA&#115;cript:x()">l</a>
<p onclick=x()>t</p><svg onload=x()><iframe src="https://a.test"></iframe><style>p{}</style><a href="data:text/html,x()">l</a>
<p style="background:url(javascript:x())">t</p><math><a xlink:href="javascript:x()">l</a></math><form action="javascript:x()"><button>`
const KEPT = `<h2>H</h2><p>a <strong>b</strong> <em>c</em><br></p><ul><li>1</li></ul><table><tbody><tr><td colspan="2">2</td></tr></tbody></table>
<p><a href="https://a.test/?b=1">l</a> <img src="https://a.test/i.png" alt="i"></p>`
for (const as of ['admin', 'author', 'contributor'] as const)
  void test(`3.3 HTML of ${as} is sanitized and otherwise unchanged`, async () => {
    for (const plural of as === 'contributor' ? OWNED : ALL) {
      const texts = { description: KEPT + EVIL, ...(plural === 'events' && { excerpt: EVIL }) }
      const { description, excerpt } = await api.make(plural, bodyOf(plural, texts), as)
      assert.ok(String(description).startsWith(KEPT), String(description))
      for (const text of [String(description), String(excerpt)])
        assert.doesNotMatch(text, /script|\bon\w+=|<(svg|iframe|style|form|button)|style=|data:|x\(\)/i)
    }
  })
void test('3.4 3.5 3.6 linked records are complete and in link order, terms are ordered by name, and json_ld contains them', async () => {
  const word = unique()
  const [v, w, o] = [await add('venues', { city: 'Kilifi' }), await add('venues'), await add('organizers')]
  const names = ['danse', 'eau', 'Échasses', 'Feu'].map((name) => `${name} ${word}`)
  const event = await add('events', { venue: [w.id, v.id], organizer: o.id, categories: names.toReversed(), tags: names.toReversed() })
  const nested = (record: Json): Json => Object.fromEntries(Object.entries(record).filter(([name]) => name !== 'external_ids'))
  assert.deepEqual([event['venue'], event['organizer']], [[nested(w), nested(v)], [nested(o)]])
  const namesOf = (list: unknown): unknown[] => (list as Json[]).map(({ name }) => name)
  assert.deepEqual([namesOf(event['categories']), namesOf(event['tags'])], [names, names])
  const ld = (await read(`/events/${event.id}`))['json_ld'] as Json
  assert.deepEqual(
    [ld['name'], namesOf(ld['location']), namesOf(ld['organizer'])],
    [event['title'], [w['venue'], v['venue']], [o['organizer']]],
  )
  for (const [path, type] of [`/venues/${v.id} Place`, `/organizers/${o.id} Organization`].map((pair) => pair.split(' ')))
    assert.equal(((await read(String(path)))['json_ld'] as Json)['@type'], type)
})
void test('3.4 3.5 cost_details, author, translations, post_parent; stateprovince and the flags of venues', async () => {
  const event = await add('events', { cost: ['90 EUR', '5 EUR', '10.5 EUR'] })
  const price = { currency_symbol: '€', currency_code: 'EUR', currency_position: 'postfix', values: ['5', '10.5', '90'] }
  assert.deepEqual([event['cost_details'], event['author']], [price, api.ids.admin])
  ok(await api.patch(`/events/${event.id}`, { i18n_language: 'sw', title: 'Ngoma' }))
  const path = `${NS}/events/${event.id}`
  assert.deepEqual((await read(`/events/${event.id}`))['translations'], { en: `${base}/en${path}`, sw: `${base}/sw${path}` })
  assert.equal((await add('events', { post_parent: event.id }))['post_parent'], event.id)
  const places = [{ province: 'P' }, { province: 'P', state: 'S' }, { province: 'P', state: 'S', stateprovince: 'X' }]
  for (const place of places) assert.equal((await add('venues', place))['stateprovince'], Object.values(place).at(-1))
  for (const [word, flag] of Object.entries({ yes: true, ON: true, 0: false, off: false }))
    assert.deepEqual(valuesOf(await add('venues', { show_map: word, show_map_link: word }), 'show_map show_map_link'), [flag, flag])
})
void test('3.7 terms have one shape, links of their own, and count their published events', async () => {
  const top = await add('categories')
  for (const plural of ['categories', 'tags'] as const) {
    const { id } = await add(plural, plural === 'categories' ? { parent: top.id } : {})
    const event = await add('events', { [plural]: id })
    for (const status of ['publish', 'draft']) await add('events', { [plural]: id, status })
    const { translation_status: _, translation_fields: fields, ...single } = await read(`/${plural}/${id}`)
    assert.deepEqual(fields, Object.fromEntries(['ar', 'fr', 'pt-pt', 'sw'].map((language) => [language, { name: 'missing' }])))
    const { count, external_ids: __, ...nested } = single
    const collection = `${base}${NS}/${plural}`
    const up = plural === 'categories' && { up: `${collection}/${top.id}` }
    assert.deepEqual([count, nested['urls']], [2, { self: `${collection}/${id}`, collection, ...up }])
    assert.equal(nested['taxonomy'], plural === 'tags' ? 'event_tag' : 'event_category')
    assert.deepEqual([(await read(`/events/${event.id}`))[plural], (await read(`/${plural}?include=${id}`))[plural]], [[nested], [single]])
    ok(await api.remove(`/events/${event.id}`))
    assert.equal((await read(`/${plural}/${id}`))['count'], 1)
  }
  const { count, parent, urls } = await read(`/categories/${top.id}`)
  assert.deepEqual([count, parent, (urls as Json)['up']], [0, 0, null])
})
const paramsOf = (link: unknown): Json => Object.fromEntries(new URL(String(link)).searchParams)
for (const plural of ALL)
  void test(`3.8 3.9 lists of ${plural}: envelope, links and headers of every page`, async () => {
    const [word, ids, seen]: [string, number[], number[]] = [unique(), [], []]
    for (const n of [1, 2, 3, 4, 5]) ids.push((await add(plural, { [TITLES[plural]]: `${word} é${n}` })).id)
    const asked = { search: `${word} é`, per_page: '2', hide_empty: 'off', 'x[]': 'a b&c' }
    for (const page of [1, 2, 3, 6]) {
      const { headers, json } = await api.get(`/${plural}?${String(new URLSearchParams(asked))}&password=sesame&page=${page}`, {
        root: '/fr',
      })
      assert.deepEqual(
        keysOf(json),
        sorted(`${plural} rest_url next_rest_url previous_rest_url next_cursor total total_pages${plural === 'events' ? ' applied' : ''}`),
      )
      assert.deepEqual([json['total'], json['total_pages'], headers.get('x-total'), headers.get('x-totalpages')], [5, 3, '5', '3'])
      seen.push(...idsOf(json[plural]))
      const rels = [...(headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, link, rel]) => [rel, link])
      const links: Json = { prev: null, next: null, ...Object.fromEntries(rels), self: json['rest_url'] }
      assert.deepEqual([links['next'], links['prev']], [json['next_rest_url'], json['previous_rest_url']])
      const pages = { next: page < 3 ? page + 1 : null, prev: page > 1 ? Math.min(page - 1, 3) : null, first: 1, last: 3, self: page }
      for (const [rel, to] of Object.entries(pages)) {
        const link = String(links[rel])
        if (to === null) assert.equal(link, 'null', rel)
        if (to === null) continue
        assert.ok(link.startsWith(`${base}/fr${NS}/${plural}?`) && /^[\x21-\x7e]+$/.test(link), link)
        const { start_date, end_date, strict_dates: _, ...carried } = paramsOf(link)
        assert.deepEqual(carried, { ...asked, page: String(to) }, rel)
        assert.equal(plural === 'events' && rel !== 'self', start_date !== undefined && end_date !== undefined, rel)
      }
    }
    seen.sort((a, b) => a - b)
    assert.deepEqual(seen, ids)
    const none = await read(`/${plural}?search=${word}none&page=2`)
    assert.deepEqual(valuesOf(none, `${plural} total total_pages next_rest_url previous_rest_url`), [[], 0, 0, null, null])
    for (const query of ['page=0', 'page=-1', 'per_page=0', 'per_page=101'])
      assert.deepEqual(badInputs(await api.get(`/${plural}?${query}`)), [query.split('=')[0]])
    ok(await api.get(`/${plural}?per_page=100`))
  })
void test('3.8 default and relative dates are resolved in paging links', async () => {
  const venue = (await add('venues')).id
  const ids = [(await add('events', { venue })).id, (await add('events', { venue, start_date: inDays(3.5) })).id]
  for (const query of 'start_date=now|end_date=%2B9+days&start_date=today|ends_after=now&strict_dates=1|from=today&to=%2B9+days'.split(
    '|',
  )) {
    const first = await read(`/events?venue=${venue}&per_page=1&${query === 'start_date=now' ? '' : query}`)
    const params = paramsOf(first['next_rest_url'])
    for (const name of new URLSearchParams(query).keys())
      assert.match(String(params[name]), name === 'strict_dates' ? /^1$/ : /^20\d\d-\d\d-\d\dT[\d:]+Z$/, `${name} of ${query}`)
    const second = await read(String(first['next_rest_url']).replace(`${base}${NS}`, ''))
    assert.deepEqual([...idsOf(first['events']), ...idsOf(second['events'])], ids, query)
  }
})
void test('3.8 a password is in no link, however it is written', async () => {
  for (const name of ['password', 'password[]', 'password[0]', 'password[a]'])
    assert.doesNotMatch(String((await read(`/events?${encodeURIComponent(name)}=sesame`))['rest_url']), /sesame/, name)
})
void test('3.10 _fields gives these fields of each record, and the envelope', async () => {
  const venue = await add('venues', { city: 'Voi', zip: '1' })
  const { id, title } = await add('events', { venue: venue.id })
  const wanted = { id, title, venue: [{ city: 'Voi' }] }
  for (const query of ['_fields=id,title,venue.city', '_fields[]=id&_fields[]=title&_fields[]=venue.city']) {
    assert.deepEqual(await read(`/events/${id}?${query}`), wanted)
    const list = await read(`/events?include=${id}&${query}`)
    assert.deepEqual([list['events'], list['total'], keysOf(list).length], [[wanted], 1, 8])
  }
  for (const plural of ALL)
    assert.deepEqual(keysOf(await read(`/${plural}/${(await add(plural)).id}?_fields=slug,nothing,id`)), ['id', 'slug'])
})
for (const plural of ALL)
  void test(`3.11 3.12 writes of ${plural} answer with the whole record and its version; tags follow`, async () => {
    const created = await api.post(`/${plural}`, bodyOf(plural))
    const made = ok(created, 201)
    const path = `/${plural}/${String(made['id'])}`
    assert.equal(created.headers.get('location'), `${base}${NS}${path}`)
    assert.deepEqual([created.headers.get('x-record-version'), created.headers.get('cache-control')], ['1', 'private, no-store'])
    const first = await api.get(path)
    const tag = String(first.headers.get('etag'))
    assert.match(tag, /^"1\.[\w-]{8,}"$/)
    for (const match of [tag, `"x", W/${tag}`, '*']) {
      const { status, text, headers } = await api.get(path, { headers: { 'if-none-match': match } })
      assert.deepEqual([status, text, headers.get('etag')], [304, '', tag])
    }
    ok(await api.get(path, { headers: { 'if-none-match': '"1"', 'if-modified-since': new Date(Date.now() + 1e8).toUTCString() } }))
    const seconds = Date.parse(String(first.headers.get('last-modified')))
    assert.ok(Math.abs(seconds - Date.now()) < 30_000)
    if (isOwned(plural)) assert.equal(seconds, Date.parse(`${String(made['modified_utc'])}Z`))
    const updated = await api.patch(path, { description: '<p>2</p>' })
    assert.deepEqual([ok(updated)['description'], updated.headers.get('x-record-version')], ['<p>2</p>', '2'])
    assert.match(String((await api.get(path, { headers: { 'if-none-match': tag } })).headers.get('etag')), /^"2\./)
    assert.match(String((await api.get(`/${plural}`)).headers.get('etag')), /^"[\w-]+"$/)
    const removed = await api.remove(path)
    assert.deepEqual([ok(removed)['description'], removed.headers.get('x-record-version')], ['<p>2</p>', '3'])
    if (isOwned(plural)) assert.equal(removed.json['status'], 'trash')
  })
void test('3.12 the tag follows the bytes: language, caller, _fields and nested records; the version does not', async () => {
  const venue = await add('venues', { status: 'private' })
  const path = `/events/${(await add('events', { venue: venue.id })).id}`
  const plain = { headers: { 'accept-encoding': 'identity' } }
  const tag = async (at: string, sending: Sending = {}): Promise<string> =>
    String((await api.get(at, { ...plain, ...sending })).headers.get('etag'))
  const tags = async (): Promise<string[]> =>
    Promise.all([tag(path), tag(path, { root: '/fr' }), tag(path, { as: 'admin' }), tag(`${path}?_fields=id`)])
  const before = await tags()
  ok(await api.patch(`/venues/${venue.id}`, { status: 'publish' }))
  const after = await tags()
  assert.equal(new Set([...before, ...after]).size, 6, `${before.join()} ${after.join()}`)
  assert.ok([...before, ...after].every((each) => each.startsWith('"1.')))
  const packed = await tag(path, { headers: { 'accept-encoding': 'br' } })
  assert.equal(packed, after[0]?.replace(/"$/, '-br"'))
})
void test('3.12 caching, Vary and CORS', async () => {
  const { id } = await add('events', { password: 'sesame' })
  const open = { headers: { 'x-event-password': 'sesame' } }
  const shared = (seconds: number): string => `public, max-age=0, s-maxage=${seconds}`
  const cases: [string, Sending, string][] = [
    ...ALL.map((plural): [string, Sending, string] => [`/${plural}`, {}, shared(60)]),
    [`/tags/${(await add('tags')).id}`, {}, shared(0)],
    ['/tags', { as: 'subscriber' }, 'private, no-store'],
    [`/events/${id}`, { as: 'admin' }, 'private, no-store'],
    [`/events/${id}`, open, 'private, no-store'],
    [`/events/${id}?password=sesame`, {}, 'private, no-store'],
    [`/events/${id}`, {}, 'no-store'],
    ['/nothing', {}, 'no-store'],
    ['/events?page=x', {}, 'no-store'],
  ]
  const exposed =
    'ETag, Location, Link, Retry-After, X-Total, X-TotalPages, X-Ignored-Parameters, X-Unmatched-Values, X-Occurrences-Until, X-Unpublished-Links, X-Reused-Records, X-Possible-Duplicates, X-Record-Version, X-Change-Id, X-Consistency-Token, X-Not-Restored, X-Dry-Run, Idempotent-Replayed, X-Request-Id, Content-Disposition, RateLimit, RateLimit-Policy, X-Kalends-Version, Preference-Applied'
  for (const [path, sending, wanted] of cases) {
    const { status, headers } = await api.get(path, sending)
    assert.equal(headers.get('cache-control'), wanted, path)
    assert.equal(
      headers.get('vary'),
      `Authorization, Accept-Encoding, X-Event-Password, X-Kalends-Session${status < 400 ? '' : ', Accept, Accept-Language'}`,
    )
    assert.deepEqual([headers.get('access-control-allow-origin'), headers.get('access-control-allow-credentials')], ['*', null])
    assert.equal(headers.get('access-control-expose-headers'), exposed)
  }
})
const problem = { headers: { accept: 'application/problem+json' } }
void test('3.13 errors have one shape, or that of RFC 9457, in the language of the request', async () => {
  const cases = { '/nothing': 'rest_no_route', '/tags/0': 'rest-tag-not-found', '/tags?page=x': 'rest_invalid_param' }
  for (const [path, code] of Object.entries(cases)) {
    const { status, json, headers } = await api.get(path)
    assert.deepEqual([keysOf(json), json['code'], (json['data'] as Json)['status']], [['code', 'data', 'message'], code, status])
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
    const other = await api.get(path, problem)
    assert.equal(other.headers.get('content-type'), 'application/problem+json; charset=utf-8')
    assert.deepEqual(valuesOf(other.json, 'status code detail'), [status, code, json['message']])
    const asked = [await api.get(path, { root: '/ar' }), await api.get(path, { headers: { 'accept-language': 'de, sw;q=0.5' } })]
    assert.deepEqual([asked[0]?.headers.get('content-language'), asked[1]?.headers.get('content-language')], ['ar', 'sw'])
  }
  const { params, details } = (await api.get('/tags?page=x&order=x')).json['data'] as { params: Json; details: Record<string, Json> }
  assert.deepEqual([keysOf(params), details['page']], [['order', 'page'], { code: 'not_integer', message: params['page'] }])
  assert.deepEqual(keysOf((await api.get('/tags?page=x', problem)).json['params']), ['page'])
  assert.deepEqual(((await api.post('/events', {})).json['data'] as Json)['params'], ['title', 'start_date', 'end_date'])
})
void test('3.13 responses reveal no internals', async () => {
  const odd =
    "search='%3B--|search=%00|tags=%27|include[a][b]=1|venue[$ne]=1|_fields=__proto__.x|page=1%00|search[]=a&search[]=b|orderby=id;x"
  for (const query of odd.split('|')) {
    const { status, text } = await api.get(`/events?${query}`)
    assert.ok(status === 200 || status === 400, `${query} ${status}`)
    assert.doesNotMatch(text, /select |syntax|\.ts\b|node_modules|postgres|constraint/i)
  }
})
