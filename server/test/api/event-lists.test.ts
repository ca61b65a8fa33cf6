// Contract section 5: lists of events. The site is in New York, so that no day of it is a day of UTC.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { badInputs, idsOf, inDays, testServer, unique, type Answer, type Caller, type Json } from '../support/server.ts'

const ZONE = 'America/New_York'
const server = await testServer({ SITE_TIMEZONE: ZONE })
const NOBODY = 8_000_000_000_000
type Query = Readonly<Record<string, string | number | boolean>>
const event = (body: Json = {}, as?: Caller) =>
  server.make('events', { title: unique(), start_date: '2031-03-03 10:00', end_date: '2031-03-03 12:00', ...body }, as)
const NAMES = { venues: 'venue', organizers: 'organizer', categories: 'name', tags: 'name' } as const
const named = (plural: keyof typeof NAMES, body: Json = {}) => server.make(plural, { [NAMES[plural]]: unique(), ...body })
/** A list as it is asked, nothing added. */
const list = (query: Query, as?: Caller, headers: Record<string, string> = {}): Promise<Answer> => {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return server.get(`/events?${pairs.join('&')}`, { ...(as && { as }), headers })
}
const found = async (query: Query, as?: Caller): Promise<number[]> => {
  const { status, json, text } = await list({ per_page: 100, ...query }, as)
  assert.equal(status, 200, text)
  assert.equal(json['total'], idsOf(json['events']).length, 'total')
  return idsOf(json['events'])
}
/** The same of all dates. */
const ids = (query: Query, as?: Caller): Promise<number[]> => found({ starts_after: '1900-01-01', ...query }, as)
/** The names of what is found, in the order of the list. */
const letters = async (query: Query, names: ReadonlyMap<number, string>, between: string): Promise<string> =>
  (await found(query)).map((id) => names.get(id) ?? '?').join(between)

// 2 November 2031 has 25 hours in New York: from 04:00 UTC to 05:00 UTC of the next day.
const D = '2031-11-02'
const STARTS = ['2T03:00Z', '2T03:30Z', '2T04:00Z', '2T04:00Z', '2T16:00Z', '3T04:30Z', '3T04:45Z', '3T05:00Z']
const ENDS = ['2T03:30Z', '2T04:00Z', '2T05:00Z', '2T04:00Z', '2T17:00Z', '3T05:00Z', '3T06:00Z', '3T06:00Z']
const [around, nearby] = [new Map<number, string>(), new Map<number, string>()]
let [day, now] = [0, 0]
before(async () => {
  day = (await named('venues')).id
  for (const [i, name] of [...'abcndegf'].entries()) {
    const times = { start_date: `2031-11-0${STARTS[i]}`, end_date: `2031-11-0${ENDS[i]}`, timezone: 'UTC' }
    around.set((await event({ ...times, venue: day })).id, name)
  }
  now = (await named('venues')).id
  const morning = Temporal.Now.zonedDateTimeISO(ZONE).startOfDay().toInstant().toString()
  for (const [name, start_date, end_date] of [
    ['old', inDays(-800), inDays(-799)],
    ['past', inDays(-9), inDays(-8)],
    ['running', inDays(-3), inDays(3)],
    ['today', morning, inDays(2)],
    ['next', inDays(720), inDays(721)],
    ['far', inDays(740), inDays(741)],
  ] as const)
    nearby.set((await event({ start_date, end_date, timezone: 'UTC', venue: now })).id, name)
})

void test('5.12 a zero-length event at the start of the period is included, regardless of ends_after', async () => {
  const at = '2033-03-10 00:00:00'
  const { id } = await event({ start_date: at, end_date: at, timezone: ZONE })
  for (const beside of [{ start_date: '2033-03-10' }, { starts_after: '2033-03-09' }, { from: '2033-03-10' }])
    assert.deepEqual(await found({ ...beside, ends_after: '2033-03-01' }), [id], JSON.stringify(beside))
})

const S = { strict_dates: true }
const [F, L] = ['2031-10-01', '2031-12-01']
/** Rules, filter, what is asked beside it, and for each value the events found. */
type Row = readonly [rules: string, filter: string, beside: Query, wanted: Readonly<Record<string, string>>]
const AROUND_MIDNIGHT: readonly Row[] = [
  ['5.1 5.3', 'start_date', { end_date: L }, { [D]: 'cndegf', [`${D} 18:00`]: 'cndegf', '2031-11-03': 'f' }],
  ['5.1 5.3', 'end_date', { start_date: F }, { [D]: 'abcnde', [`${D} 00:30`]: 'abcnde', '2031-11-01': 'abn' }],
  ['5.1 5.3', 'starts_before', {}, { [D]: 'abcndeg', '2031-11-01 23:00': 'ab' }],
  ['5.1 5.3', 'starts_after', {}, { [D]: 'f', '2031-11-01': 'cndegf' }],
  ['5.1 5.3', 'ends_before', {}, { [D]: 'abcnd', '2031-11-01': 'a' }],
  ['5.1 5.3', 'ends_after', {}, { [D]: 'gf', '2031-11-01 09:00': 'cdegf' }],
  ['5.1 5.3 5.4', 'start_date', { end_date: L, ...S }, { [`${D} 11:00`]: 'degf', [`${D} 11:00:01`]: 'egf' }],
  ['5.1 5.3 5.4', 'end_date', { start_date: F, ...S }, { [`${D} 12:00`]: 'abcnd', [`${D} 11:59:59`]: 'abcn' }],
  ['5.1 5.3 5.4', 'starts_before', S, { [`${D} 11:00`]: 'abcn', [`${D} 11:00:01`]: 'abcnd' }],
  ['5.1 5.3 5.4', 'starts_after', S, { [`${D} 11:00`]: 'egf', [`${D} 10:59:59`]: 'degf', [D]: 'degf' }],
  ['5.1 5.3 5.4', 'ends_before', S, { [`${D} 12:00`]: 'abcn', [`${D} 12:00:01`]: 'abcnd' }],
  ['5.1 5.3 5.4', 'ends_after', S, { [`${D} 12:00`]: 'egf', [`${D} 11:59:59`]: 'degf' }],
  ['5.4', 'starts_after', S, { [`${D}T21:59:59+06:00`]: 'degf', [`${D}T22:00:00+06:00`]: 'egf' }],
  ['5.3 5.4', 'starts_before', {}, { '2031-11-03T04:30:00Z': 'abcndeg', '2031-11-02T03:30:00Z': 'ab' }],
  ['5.1', 'ends_before', { starts_after: '2031-11-01' }, { [D]: 'cnd' }],
  ['5.1', 'starts_before', { start_date: D, end_date: '2031-11-03', starts_after: D, ends_after: `${D} 00:30`, ...S }, { [L]: 'de' }],
  ['5.13', 'from', { to: D }, { [D]: 'cndeg', [`${D} 23:00`]: 'cndeg', '2031-10-31': 'abcndeg' }],
  ['5.13', 'from', {}, { [D]: 'cndegf', '2031-11-03': 'gf' }],
  ['5.13', 'to', {}, { [D]: 'abcndeg', [`${D} 00:10`]: 'abcndeg', '2031-11-01': 'ab' }],
  ['5.13 5.3', 'from', { to: `${D} 23:31`, ...S }, { [`${D} 11:30`]: 'de', [`${D} 12:00`]: 'e', [`${D} 00:00`]: 'cnde' }],
  ['5.13 5.3', 'to', { from: `${D} 11:30`, ...S }, { [`${D} 23:30`]: 'd', [`${D} 23:30:01`]: 'de' }],
  ['5.13 5.1', 'ends_before', { from: D, to: D }, { [D]: 'cnd' }],
]
for (const [rules, filter, beside, wanted] of AROUND_MIDNIGHT)
  for (const [value, found] of Object.entries(wanted))
    void test(`${rules} around a midnight: ${filter}=${value} with ${JSON.stringify(beside)}`, async () =>
      assert.equal(await letters({ venue: day, ...beside, [filter]: value }, around, ''), found))

const FROM_NOW: readonly Row[] = [
  ['5.2', 'strict_dates', {}, { false: 'today next', true: 'next' }],
  ['5.2', 'start_date', {}, { [inDays(-30)]: 'past running today next' }],
  ['5.2', 'end_date', {}, { [inDays(4)]: 'today' }],
  ['5.2', 'starts_after', {}, { [inDays(-30)]: 'past running today next far' }],
  ['5.2', 'starts_before', {}, { [inDays(730)]: 'old past running today next' }],
  ['5.2', 'ends_before', S, { [inDays(730)]: 'old past running today next', now: 'old past' }],
  ['5.2', 'ends_after', S, { [inDays(-30)]: 'past running today next far', now: 'running today next far' }],
  ['5.2', 'starts_after', { end_date: inDays(730) }, { [inDays(-30)]: 'past running today next' }],
  ['5.2', 'ends_after', { start_date: inDays(-5) }, { [inDays(-30)]: 'running today next far' }],
  ['5.13 5.2', 'from', { to: inDays(730) }, { [inDays(-1)]: 'running today next' }],
  ['5.13 5.2', 'from', {}, { [inDays(4)]: 'next far' }],
  ['5.13 5.2', 'to', {}, { [inDays(-20)]: 'old' }],
]
for (const [rules, filter, beside, wanted] of FROM_NOW)
  for (const [value, found] of Object.entries(wanted))
    void test(`${rules} from now: ${filter}=${value} with ${JSON.stringify(beside)}`, async () =>
      assert.equal(await letters({ venue: now, ...beside, [filter]: value }, nearby, ' '), found))

void test('5.4 instants are compared, never wall clocks', async () => {
  const venue = (await named('venues')).id
  const east = await event({ venue, timezone: 'Pacific/Auckland', start_date: '2031-05-10 09:00', end_date: '2031-05-10 10:00' })
  const west = await event({ venue, timezone: 'Pacific/Honolulu', start_date: '2031-05-09 20:00', end_date: '2031-05-09 21:00' })
  assert.deepEqual(await ids({ venue }), [east.id, west.id])
  assert.deepEqual(await ids({ venue, starts_before: '2031-05-09' }), [east.id])
  assert.deepEqual(await ids({ venue, starts_after: '2031-05-09' }), [west.id])
})
void test('5.4 a whole-day event falls on its own day at the site; the same hours as a timed event do not', async () => {
  const venue = (await named('venues')).id
  const tokyo = { venue, timezone: 'Asia/Tokyo', start_date: '2031-05-10 00:00:00', end_date: '2031-05-10 23:59:59' }
  const [whole, timed] = [await event({ ...tokyo, all_day: true }), await event(tokyo)]
  assert.deepEqual([whole['utc_start_date'], whole['utc_end_date']], ['2031-05-09 15:00:00', '2031-05-10 14:59:59'])
  assert.deepEqual(await ids({ venue, from: '2031-05-09', to: '2031-05-09' }), [timed.id])
  assert.deepEqual(await ids({ venue, start_date: '2031-05-10', end_date: '2031-05-10' }), [whole.id])
  assert.deepEqual(await ids({ venue, start_date: '2031-05-10 00:00', end_date: '2031-05-10 23:59:59', ...S }), [whole.id])
  assert.deepEqual(await ids({ venue, ends_after: '2031-05-10 11:00', ...S }), [whole.id])
})

void test('5.5 order: start, then ID, in the requested direction; invalid orderby and order are 400', async () => {
  const venue = (await named('venues')).id
  const make1 = async (title: string, start: string, date: string) =>
    (await event({ venue, title, start_date: `${start} 10:00`, end_date: `${start} 11:00`, date })).id
  const b = await make1('banana', '2031-04-02', '2020-03-01')
  const a = await make1('Äpple', '2031-04-03', '2020-01-01')
  const c = await make1('Cherry', '2031-04-01', '2020-02-01')
  const b2 = await make1('banana', '2031-04-02', '2020-03-01')
  const orders = { event_date: [c, b, b2, a], date: [a, c, b, b2], title: [a, b, b2, c], id: [b, a, c, b2] }
  assert.deepEqual(await ids({ venue }), orders.event_date)
  for (const [orderby, wanted] of Object.entries(orders)) {
    assert.deepEqual(await ids({ venue, orderby }), wanted, orderby)
    assert.deepEqual(await ids({ venue, orderby, order: 'desc' }), wanted.toReversed(), `${orderby} desc`)
  }
  await server.patch(`/events/${a}`, { website: 'https://example.org/' })
  await server.patch(`/events/${b}`, { i18n_language: 'fr', title: 'Zèbre' })
  assert.deepEqual(await ids({ venue, orderby: 'modified' }), [c, b2, a, b])
  assert.deepEqual(await ids({ venue, orderby: 'modified', order: 'desc' }), [b, a, b2, c])
  assert.deepEqual(await ids({ venue, orderby: 'title', i18n_language: 'fr' }), [a, b2, c, b])
  assert.deepEqual(badInputs(await list({ orderby: 'start', order: 'up' })).sort(), ['order', 'orderby'])
})

for (const [title, finds, misses] of [
  ['Harvest Ball', ['harvest', 'BALL harvest', 'arv'], ['harvests', 'harvest moon']],
  ['Fête de l’Été à Orléans', ['fete ORLEANS', 'été', "l'ete"], ['fetes']],
  ['مُهَرْجَان القَاهِرَة', ['مهرجان', 'القاهرة مهرجان', 'قَاهِر'], ['بغداد']],
  ['Мир МУЗЫКИ', ['музыки', 'МИР'], ['музыка']],
  ['東京夏祭り', ['夏祭', '東京'], ['京都']],
  ['50% off_beat', ['50%', 'off_beat'], ['50_', '5%f']],
  ['One two three four five six seven eight nine ten', ['nine one'], ['one two three four five six seven eight nine ten eleven']],
] as const)
  void test(`5.6 search: ${title}`, async () => {
    const { id } = await event({ title })
    for (const search of finds) assert.deepEqual(await ids({ include: id, search }), [id], search)
    for (const search of misses) assert.deepEqual(await ids({ include: id, search }), [], search)
  })
void test('5.6 search: every word in title, description or excerpt, in the requested language with its fallback', async () => {
  const word = unique()
  const { id } = await event({ title: `Market ${word}`, description: '<p>Fresh <b>mangoes</b></p>', excerpt: '<p>at dawn</p>' })
  await server.patch(`/events/${id}`, { i18n_language: 'fr', title: `Marché ${word}` })
  for (const search of ['mangoes', 'dawn', 'market mangoes dawn'])
    assert.deepEqual(await ids({ search: `${word} ${search}` }), [id], search)
  for (const search of ['mangoes dusk', 'marche']) assert.deepEqual(await ids({ search: `${word} ${search}` }), [], search)
  const french = async (search: string) => ids({ search: `${word} ${search}`, i18n_language: 'fr' })
  assert.deepEqual([await french('marche mangoes'), await french('market')], [[id], []])
  assert.deepEqual(await ids({ search: `${word} market`, i18n_language: 'sw' }), [id])
})

void test('5.7 links: any of the values, a category with all below it, filters ANDed, each event once', async () => {
  const top = await named('categories')
  const low = await named('categories', { parent: (await named('categories', { parent: top.id })).id })
  const [side, t1, t2] = [await named('categories'), await named('tags'), await named('tags')]
  const [v1, v2, o1, o2] = [await named('venues'), await named('venues'), await named('organizers'), await named('organizers')]
  const x = (await event({ categories: low.id, tags: t1.id, venue: [v1.id, v2.id], organizer: o1.id })).id
  const y = (await event({ categories: side.id, tags: [t1.id, t2.id], venue: v2.id, organizer: [o1.id, o2.id] })).id
  const z = (await event({ categories: top.id })).id
  const any = {
    categories: { [top.id]: [x, z], [top.slug]: [x, z], [low.slug]: [x], [`${side.slug},${low.id}`]: [x, y] },
    tags: { [t2.id]: [y], [t2.slug]: [y], [`${t1.id},${t2.slug}`]: [x, y] },
    venue: { [v1.id]: [x], [v2.id]: [x, y], [`${v1.id},${v2.id}`]: [x, y] },
    organizer: { [o2.id]: [y], [`${o1.id},${o2.id}`]: [x, y] },
  }
  for (const [filter, values] of Object.entries(any))
    for (const [value, wanted] of Object.entries(values)) assert.deepEqual(await ids({ [filter]: value }), wanted, `${filter}=${value}`)
  assert.deepEqual(await ids({ tags: t1.id, categories: side.id }), [y])
  assert.deepEqual(await ids({ venue: v1.id, organizer: o2.id }), [])
  assert.deepEqual(await ids({ venue: v2.id, organizer: o1.id, tags: t1.slug, categories: top.id }), [x])
})
void test('5.7 a value that matches no record is reported; with strict handling, or malformed, it is 400', async () => {
  const [tag, gone] = [await named('tags'), await named('categories')]
  const { id } = await event({ tags: tag.id })
  await server.remove(`/categories/${gone.id}`)
  const nothing = { categories: gone.id, tags: 'was-été', venue: NOBODY, organizer: NOBODY, post_parent: NOBODY }
  for (const [name, value] of Object.entries(nothing)) {
    const answer = await list({ starts_after: '1900-01-01', [name]: value })
    assert.deepEqual([answer.status, answer.json['total']], [200, 0], name)
    assert.equal(answer.headers.get('x-unmatched-values'), `${name}=${encodeURIComponent(value)}`)
    assert.deepEqual(badInputs(await list({ [name]: value }, undefined, { prefer: 'handling=strict' })), [name])
  }
  const half = await list({ starts_after: '1900-01-01', tags: `${tag.slug},nowhere,gone` })
  assert.deepEqual([idsOf(half.json['events']), half.headers.get('x-unmatched-values')], [[id], 'tags=nowhere, tags=gone'])
  assert.equal((await list({ tags: tag.id })).headers.get('x-unmatched-values'), null)
  for (const name of ['venue', 'organizer', 'post_parent', 'include'])
    for (const value of ['x', '1.5', '--1']) assert.deepEqual(badInputs(await list({ [name]: value })), [name], value)
})

void test('5.8 include, post_parent, featured and ticketed', async () => {
  const parent = await event({ start_date: '1990-01-01', end_date: '1990-01-02' })
  const post_parent = parent.id
  const child = async (featured: boolean, ticketed: boolean) => (await event({ post_parent, featured, ticketed })).id
  const [ft, f, t, none] = [await child(true, true), await child(true, false), await child(false, true), await child(false, false)]
  assert.deepEqual(idsOf((await list({ include: `${ft},${NOBODY},${parent.id}` })).json['events']), [parent.id, ft])
  assert.equal((await list({ include: NOBODY })).json['total'], 0)
  assert.deepEqual(await ids({ include: `${ft},${parent.id}`, featured: true }), [ft])
  assert.deepEqual(await ids({ post_parent }), [ft, f, t, none])
  assert.deepEqual(await ids({ post_parent: ft }), [])
  assert.deepEqual(await ids({ post_parent, featured: true }), [ft, f])
  assert.deepEqual(await ids({ post_parent, featured: false }), [t, none])
  assert.deepEqual(await ids({ post_parent, ticketed: true }), [ft, t])
  assert.deepEqual(await ids({ post_parent, ticketed: false }), [f, none])
  assert.deepEqual(badInputs(await list({ featured: 'maybe', ticketed: 2 })).sort(), ['featured', 'ticketed'])
})

void test('5.9 geoloc: some venue with coordinates or none; a circle, also over the date line; latitude and longitude only together', async () => {
  const tags = (await named('tags')).id
  const at = async (...places: readonly (readonly [number, number] | null)[]) => {
    const venue: number[] = []
    for (const place of places) venue.push((await named('venues', place ? { geo_lat: place[0], geo_lng: place[1] } : {})).id)
    return (await event({ tags, venue })).id
  }
  // 0.2 degrees of latitude are 22.2 km, 0.25 are 27.8 km.
  const [middle, near, off] = [await at([-6.8, 39.28]), await at([-6.6, 39.28]), await at([-6.55, 39.28])]
  const [mixed, zero, blank, nowhere] = [await at(null, [0, 179.9]), await at([0, 0]), await at(null), await at()]
  assert.deepEqual(await ids({ tags, geoloc: true }), [middle, near, off, mixed, zero])
  assert.deepEqual(await ids({ tags, geoloc: false }), [blank, nowhere])
  const circle = { tags, geoloc_lat: -6.8, geoloc_lng: 39.28 }
  assert.deepEqual(await ids(circle), [middle, near])
  assert.deepEqual(await ids({ ...circle, geoloc_radius: 20 }), [middle])
  assert.deepEqual(await ids({ ...circle, geoloc_radius: 28 }), [middle, near, off])
  assert.deepEqual(await ids({ tags, geoloc_lat: 0, geoloc_lng: -179.95 }), [mixed])
  for (const query of [{ geoloc_lat: 0 }, { geoloc_lng: 0 }] as const) assert.equal(badInputs(await list(query)).length, 1)
  assert.deepEqual(badInputs(await list({ geoloc_lat: 90.5, geoloc_lng: 'x', geoloc_radius: -1 })).length, 3)
})

void test('5.10 hide_from_listings: in no list but by include, read by id and slug', async () => {
  const [venue, tag] = [(await named('venues')).id, await named('tags')]
  const { id, slug } = await event({ venue, tags: tag.id, hide_from_listings: true })
  for (const as of [undefined, 'admin'] as const) {
    for (const query of [{ venue }, { tags: tag.id }, { search: slug }, { venue, from: '2031-03-01', to: '2031-04-01' }])
      assert.deepEqual(await ids(query, as), [], JSON.stringify(query))
    assert.deepEqual(await ids({ include: id }, as), [id])
  }
  for (const path of [`/events/${id}`, `/events/by-slug/${slug}`]) assert.equal((await server.get(path)).json['hide_from_listings'], true)
  await server.patch(`/events/${id}`, { hide_from_listings: false })
  assert.deepEqual(await ids({ venue }), [id])
})

void test('5.11 status: publish by default; other statuses if the caller may see them; 401 for anonymous callers, 400 for an invalid status', async () => {
  const tags = (await named('tags')).id
  const [publish, draft] = [(await event({ tags }, 'author')).id, (await event({ tags, status: 'draft' }, 'author')).id]
  const pending = (await event({ tags, status: 'pending' }, 'author')).id
  const hidden = (await event({ tags, status: 'private' }, 'author')).id
  const future = (await event({ tags, date: inDays(9) }, 'author')).id
  const trash = (await event({ tags }, 'author')).id
  await server.remove(`/events/${trash}`)
  for (const as of [undefined, 'subscriber', 'author', 'admin'] as const)
    assert.deepEqual(await ids({ tags }, as), [publish], as ?? 'anonymous')
  for (const as of ['author', 'editor', 'admin'] as const) {
    assert.deepEqual(await ids({ tags, status: 'any' }, as), [publish, draft, pending, hidden, future])
    assert.deepEqual(await ids({ tags, status: 'draft,future' }, as), [draft, future])
    for (const [status, id] of Object.entries({ publish, draft, pending, private: hidden, future, trash }))
      assert.deepEqual(await ids({ tags, status }, as), [id], status)
  }
  for (const as of ['subscriber', 'contributor', 'other'] as const)
    for (const [status, wanted] of Object.entries({ any: [publish], 'draft,trash': [] }))
      assert.deepEqual(await ids({ tags, status }, as), wanted, `${as} ${status}`)
  for (const status of ['any', 'draft', 'pending', 'private', 'future', 'trash', 'publish,draft'])
    assert.deepEqual([(await list({ status })).status, (await list({ status })).json['code']], [401, 'rest_forbidden'], status)
  for (const as of [undefined, 'admin'] as const) assert.deepEqual(badInputs(await list({ status: 'publish,odd' }, as)), ['status'])
})

void test('5.12 total is exact over all pages, without gaps and doubles', async () => {
  const [tag, other] = [await named('tags'), await named('tags')]
  const made: number[] = []
  for (let i = 0; i < 7; i += 1) made.push((await event({ tags: [tag.id, other.id], ...(i === 3 && { status: 'draft' }) })).id)
  made.splice(3, 1)
  const seen: number[] = []
  for (let page = 1; page <= 2; page += 1) {
    const { json } = await list({ starts_after: '1900-01-01', tags: `${tag.id},${other.id}`, per_page: 4, page })
    assert.deepEqual([json['total'], json['total_pages']], [6, 2])
    seen.push(...idsOf(json['events']))
  }
  assert.deepEqual(seen, made)
})
void test('5.1 the first and the last day there are bound a list like any other, far pages too', async () => {
  const names = ['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after', 'from', 'to']
  for (const name of names)
    for (const other of names)
      for (const strict of ['true', 'false']) {
        const query = { strict_dates: strict, [name]: '0001-01-01', ...(other !== name && { [other]: '9999-12-31' }) }
        for (const page of [1, 900]) assert.equal((await list({ ...query, page })).status, 200, JSON.stringify({ ...query, page }))
      }
})
