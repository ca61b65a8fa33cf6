// Contract section 6: lists of venues, organizers, categories and tags.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { badInputs, idsOf, inDays, testServer, unique, type Answer, type Caller, type Json } from '../support/server.ts'

const server = await testServer()
const NOBODY = 8_000_000_000_000
type Query = Readonly<Record<string, string | number | boolean>>
const PEOPLE = [
  ['venues', 'venue'],
  ['organizers', 'organizer'],
] as const
const TERMS = ['categories', 'tags'] as const

const event = (body: Json, as?: Caller) =>
  server.make('events', { title: unique(), start_date: inDays(4), end_date: inDays(5), ...body }, as)
const list = (plural: string, query: Query, as?: Caller, headers: Record<string, string> = {}): Promise<Answer> => {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return server.get(`/${plural}?${pairs.join('&')}`, { ...(as && { as }), headers })
}
const ids = async (plural: string, query: Query, as?: Caller): Promise<number[]> => {
  const answer = await list(plural, { per_page: 100, ...query }, as)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.json['total'], idsOf(answer.json[plural]).length, 'total')
  return idsOf(answer.json[plural])
}

for (const [plural, name] of PEOPLE) {
  void test(`6.1 ${plural}: newest publication first, ties by id downwards, also over pages`, async () => {
    const word = unique()
    const at = async (date: string) => (await server.make(plural, { [name]: word, date })).id
    const [old, new1, middle, new2] = [await at('2011-01-01'), await at('2019-01-01'), await at('2015-01-01'), await at('2019-01-01')]
    assert.deepEqual(await ids(plural, { search: word }), [new2, new1, middle, old])
    const pages = [1, 2].map(async (page) => idsOf((await list(plural, { search: word, per_page: 3, page })).json[plural]))
    assert.deepEqual(await Promise.all(pages), [[new2, new1, middle], [old]])
  })

  void test(`6.1 ${plural}: event selects the records that are linked to it`, async () => {
    const [a, b] = [await server.make(plural, { [name]: unique() }), await server.make(plural, { [name]: unique() })]
    const both = await event({ [name]: [a.id, b.id] })
    const one = await event({ [name]: a.id })
    assert.deepEqual(await ids(plural, { event: both.id }), [b.id, a.id])
    assert.deepEqual(await ids(plural, { event: one.id }), [a.id])
    assert.deepEqual(await ids(plural, { event: one.id, search: b.slug }), [])
    assert.deepEqual(await ids(plural, { event: (await event({})).id }), [])
  })

  void test(`6.1 ${plural}: has_events and only_with_upcoming go by events that the caller sees and that have not ended`, async () => {
    const search = unique()
    const with1 = async (body: Json | null) => {
      const { id } = await server.make(plural, { [name]: search })
      return { id, event: body && (await event({ [name]: id, ...body }, 'author')) }
    }
    const none = await with1(null)
    const past = await with1({ start_date: inDays(-3), end_date: inDays(-2) })
    const running = await with1({ start_date: inDays(-3), end_date: inDays(1) })
    const ahead = await with1({})
    const draft = await with1({ status: 'draft' })
    const trashed = await with1({})
    await server.remove(`/events/${trashed.event?.id}`)
    const seen = [ahead.id, running.id, past.id]
    for (const as of [undefined, 'other'] as const) {
      assert.deepEqual(await ids(plural, { search, has_events: true }, as), seen)
      assert.deepEqual(await ids(plural, { search, has_events: false }, as), [trashed.id, draft.id, none.id])
      assert.deepEqual(await ids(plural, { search, only_with_upcoming: true }, as), [ahead.id, running.id])
    }
    for (const as of ['author', 'editor'] as const) {
      assert.deepEqual(await ids(plural, { search, has_events: true }, as), [draft.id, ...seen])
      assert.deepEqual(await ids(plural, { search, has_events: false }, as), [trashed.id, none.id])
      assert.deepEqual(await ids(plural, { search, only_with_upcoming: true }, as), [draft.id, ahead.id, running.id])
    }
    assert.equal((await ids(plural, { search, only_with_upcoming: false })).length, 6)
    assert.deepEqual(await ids(plural, { search, only_with_upcoming: true, has_events: false }), [])
    assert.deepEqual(badInputs(await list(plural, { has_events: 'some', only_with_upcoming: 'x' })).sort(), [
      'has_events',
      'only_with_upcoming',
    ])
  })

  void test(`6.3 5.11 ${plural}: status as for events`, async () => {
    const search = unique()
    const of = async (body: Json) => (await server.make(plural, { [name]: search, ...body }, 'author')).id
    const [publish, draft, pending] = [await of({}), await of({ status: 'draft' }), await of({ status: 'pending' })]
    const [secret, future, trash] = [await of({ status: 'private' }), await of({ date: inDays(9) }), await of({})]
    await server.remove(`/${plural}/${trash}`)
    const all: Record<string, number> = { publish, draft, pending, private: secret, future, trash }
    for (const as of [undefined, 'other', 'author', 'admin'] as const) assert.deepEqual(await ids(plural, { search }, as), [publish])
    for (const as of ['author', 'editor'] as const) {
      for (const [status, id] of Object.entries(all)) assert.deepEqual(await ids(plural, { search, status }, as), [id], status)
      assert.deepEqual(await ids(plural, { search, status: 'any' }, as), [future, secret, pending, draft, publish])
      assert.deepEqual(await ids(plural, { search, status: 'draft,private' }, as), [secret, draft])
    }
    for (const as of ['subscriber', 'contributor', 'other'] as const) {
      assert.deepEqual(await ids(plural, { search, status: 'any' }, as), [publish])
      assert.deepEqual(await ids(plural, { search, status: 'draft,trash' }, as), [])
    }
    for (const status of ['any', 'trash', 'publish,draft']) {
      const { status: code, json } = await list(plural, { status })
      assert.deepEqual([code, json['code']], [401, 'rest_forbidden'])
    }
    for (const as of [undefined, 'editor'] as const) assert.deepEqual(badInputs(await list(plural, { status: 'odd' }, as)), ['status'])
  })
}

const FIELDS: Readonly<Record<string, { found: readonly string[]; other: readonly string[] }>> = {
  venues: {
    found: ['venue', 'description', 'address', 'city', 'province', 'state', 'stateprovince', 'zip', 'phone'],
    other: ['country', 'website'],
  },
  organizers: { found: ['organizer', 'description', 'phone', 'email', 'website'], other: [] },
}
for (const [plural, { found, other }] of Object.entries(FIELDS))
  void test(`6.1 ${plural}: search finds every word in one of ${found.join(', ')}, not elsewhere`, async () => {
    const words = Object.fromEntries([...found, ...other].map((field) => [field, unique()]))
    const sent: Json = { ...words, ...(plural === 'organizers' && { email: `${words['email']}@example.org` }) }
    const { id } = await server.make(plural, { ...sent, website: `https://example.org/${words['website']}` })
    for (const field of found) assert.deepEqual(await ids(plural, { search: words[field]?.toUpperCase() ?? '' }), [id], field)
    for (const field of other) assert.deepEqual(await ids(plural, { search: words[field] ?? '' }), [], field)
    assert.deepEqual(
      await ids(plural, {
        search: found
          .map((field) => words[field])
          .join(' ')
          .slice(0, 200),
      }),
      [id],
    )
    assert.deepEqual(await ids(plural, { search: `${words[found[0] ?? '']} ${unique()}` }), [])
  })
void test('6.1 search of venues and organizers: any script, without accents, in the requested language with its fallback', async () => {
  for (const [plural, name] of PEOPLE) {
    const word = unique()
    const { id } = await server.make(plural, { [name]: `Café Étoile ${word}`, description: '<p>قَاعَة <i>Salão</i></p>' })
    await server.patch(`/${plural}/${id}`, { i18n_language: 'sw', [name]: `Mkahawa ${word}` })
    for (const search of ['cafe etoile', 'قاعة', 'SALAO'])
      assert.deepEqual(await ids(plural, { search: `${word} ${search}` }), [id], search)
    assert.deepEqual(await ids(plural, { search: `${word} mkahawa` }), [])
    assert.deepEqual(await ids(plural, { search: `${word} mkahawa salao`, i18n_language: 'sw' }), [id])
    assert.deepEqual(await ids(plural, { search: `${word} cafe`, i18n_language: 'sw' }), [])
  }
})

for (const plural of TERMS) {
  /** Four terms of one word; their counts are 2, 0, 1, 0. */
  const family = async () => {
    const search = unique()
    const make = (name: string, slug: string, description: string) =>
      server.make(plural, { name: `${name} ${search}`, slug: `${slug}-${search}`, description })
    const d = await make('delta', 'w', 'mm')
    const e = await make('Écho', 'z', '')
    const a = await make('alpha', 'y', 'kk')
    const f = await make('Foxtrot', 'x', 'nn')
    const first = await event({ [plural]: [d.id, a.id] })
    await event({ [plural]: d.id })
    await event({ [plural]: [e.id], status: 'draft' })
    return { search, d: d.id, e: e.id, a: a.id, f: f.id, first }
  }

  void test(`6.2 ${plural}: by name in the collation of the requested language; hide_empty is the default`, async () => {
    const { search, d, e, a, f } = await family()
    assert.deepEqual(await ids(plural, { search }), [a, d])
    assert.deepEqual(await ids(plural, { search, hide_empty: true }), [a, d])
    assert.deepEqual(await ids(plural, { search, hide_empty: false }), [a, d, e, f])
    assert.deepEqual(await ids(plural, { search, hide_empty: false, order: 'desc' }), [f, e, d, a])
    await server.patch(`/${plural}/${a}`, { i18n_language: 'fr', name: `Zoulou ${search}` })
    assert.deepEqual(await ids(plural, { search, hide_empty: false, i18n_language: 'fr' }), [d, e, f, a])
  })

  void test(`6.2 6.1 ${plural}: orderby and order, ties by id in the direction of the order; other words 400`, async () => {
    const { search, d, e, a, f } = await family()
    const orders = { name: [a, d, e, f], id: [d, e, a, f], slug: [d, f, a, e], count: [e, f, a, d], description: [e, a, d, f] }
    for (const [orderby, wanted] of Object.entries(orders)) {
      assert.deepEqual(await ids(plural, { search, hide_empty: false, orderby }), wanted, orderby)
      assert.deepEqual(await ids(plural, { search, hide_empty: false, orderby, order: 'desc' }), wanted.toReversed(), `${orderby} desc`)
    }
    for (const include of [`${f},${d},${a}`, `${a},${f},${d}`])
      assert.deepEqual((await ids(plural, { hide_empty: false, include, orderby: 'include' })).join(), include)
    assert.deepEqual(badInputs(await list(plural, { orderby: 'term_id', order: 'random' })).sort(), ['order', 'orderby'])
  })

  void test(`6.2 ${plural}: include, exclude, search in name or slug, slug`, async () => {
    const { search, d, e, a, f } = await family()
    const of = (query: Query) => ids(plural, { hide_empty: false, search, ...query })
    assert.deepEqual(await of({ include: `${e},${NOBODY},${a}` }), [a, e])
    assert.deepEqual(await of({ include: NOBODY }), [])
    assert.deepEqual(await of({ exclude: `${e},${NOBODY}` }), [a, d, f])
    assert.deepEqual(await of({ include: `${d},${f}`, exclude: f }), [d])
    assert.deepEqual(await of({ search: `echo ${search}` }), [e])
    assert.deepEqual(await of({ search: `x-${search}` }), [f])
    assert.deepEqual(await of({ search: `nn ${search}` }), [])
    assert.deepEqual([await of({ slug: `z-${search}` }), await of({ slug: `q-${search}` })], [[e], []])
    assert.deepEqual(badInputs(await list(plural, { include: 'x', exclude: '-1' })).sort(), ['exclude', 'include'])
  })

  void test(`6.2 ${plural}: post and event are one filter`, async () => {
    const { search, d, a, first } = await family()
    const bare = await event({})
    for (const filter of ['post', 'event']) {
      assert.deepEqual(await ids(plural, { [filter]: first.id }), [a, d])
      assert.deepEqual(await ids(plural, { [filter]: first.id, search: `delta ${search}` }), [d])
      assert.deepEqual(await ids(plural, { [filter]: bare.id, hide_empty: false }), [])
    }
  })
}
void test('6.2 categories: parent, the top level, orderby parent, and a count of their own', async () => {
  const search = unique()
  const make = async (name: string, parent: number) => (await server.make('categories', { name: `${name} ${search}`, parent })).id
  const top = await make('A', 0)
  const [y, x] = [await make('Y', top), await make('X', top)]
  const low = await make('B', y)
  const of = (query: Query) => ids('categories', { hide_empty: false, search, ...query })
  assert.deepEqual(
    [await of({ parent: 0 }), await of({ parent: top }), await of({ parent: y }), await of({ parent: low })],
    [[top], [x, y], [low], []],
  )
  assert.deepEqual(await of({ orderby: 'parent' }), [top, y, x, low])
  assert.deepEqual(await of({ orderby: 'parent', order: 'desc' }), [low, x, y, top])
  await event({ categories: low })
  assert.deepEqual(await ids('categories', { search }), [low])
})

for (const [plural, filters] of Object.entries({
  venues: ['event'],
  organizers: ['event'],
  categories: ['event', 'post', 'parent'],
  tags: ['event', 'post'],
}))
  void test(`6.3 ${plural}: an id that does not exist in ${filters.join(', ')} matches nothing and is named`, async () => {
    for (const filter of filters) {
      const answer = await list(plural, { [filter]: NOBODY, ...(plural !== 'venues' && plural !== 'organizers' && { hide_empty: false }) })
      assert.deepEqual([answer.status, answer.json['total'], answer.json[plural]], [200, 0, []])
      assert.equal(answer.headers.get('x-unmatched-values'), `${filter}=${NOBODY}`)
      assert.deepEqual(badInputs(await list(plural, { [filter]: NOBODY }, undefined, { prefer: 'handling=strict' })), [filter])
      for (const value of ['x', '1.5', '-1']) assert.deepEqual(badInputs(await list(plural, { [filter]: value })), [filter], value)
      const known = filter === 'parent' ? 0 : (await event({})).id
      assert.equal((await list(plural, { [filter]: known })).headers.get('x-unmatched-values'), null)
    }
  })
void test('5.11 a blank status selects the default, with every filter', async () => {
  for (const path of [
    '/events?status=%20',
    '/events?status=,&ends_before=2020-01-01&end_date=0',
    '/venues?status=%20',
    '/organizers?status=,',
  ])
    assert.equal((await server.get(path)).status, 200, path)
})
