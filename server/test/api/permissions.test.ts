// Contract section 8: who may do what, and who sees what.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/kernel/database/sql.ts'
import { badInputs, idsOf, inDays, testServer, unique, type Answer, type Caller, type Json, type Sending } from '../support/server.ts'

const server = await testServer()
const NOBODY = 8_000_000_000_000
const KINDS = { events: 'title', venues: 'venue', organizers: 'organizer', categories: 'name', tags: 'name' } as const
type Plural = keyof typeof KINDS
const OWNED = ['events', 'venues', 'organizers'] as const
const TERMS = ['categories', 'tags'] as const
/** Callers that may not see hidden records of an author, and callers that may. */
const OUTSIDERS = [undefined, 'subscriber', 'contributor', 'other'] as const
const INSIDERS = ['author', 'editor', 'admin'] as const
const EVERYONE = [...OUTSIDERS, ...INSIDERS]
const HIDDEN = ['draft', 'pending', 'private', 'future'] as const
const body = (plural: Plural, more: Json = {}): Json => ({
  [KINDS[plural]]: unique(),
  ...(plural === 'events' && { start_date: inDays(3), end_date: inDays(4) }),
  ...more,
})
const make = (plural: Plural, more: Json = {}, as?: Caller) => server.make(plural, body(plural, more), as)
const hide = (plural: Plural, status: string, more: Json = {}, as: Caller = 'author') =>
  make(plural, { status, ...(status === 'future' && { date: inDays(9) }), ...more }, as)
const by = (as?: Caller, more: Sending = {}): Sending => ({ ...(as && { as }), ...more })
const is = (answer: Answer, status: number, code?: string): Answer => {
  assert.deepEqual([answer.status, answer.json['code']], [status, code], answer.text)
  return answer
}
const missing = (plural: Plural): string => `rest-${plural.slice(0, -1)}-not-found`
const addresses = (plural: Plural, made: { id: number; slug: string }) => [`/${plural}/${made.id}`, `/${plural}/by-slug/${made.slug}`]
/** The ids of a list, of every status that the caller may ask for. */
const ids = async (path: string, as?: Caller): Promise<number[]> => {
  const answer = await server.get(`${path}${as && /^.(events|venues|organizers)/.test(path) ? '&status=any' : ''}`, by(as))
  const list = Object.values(is(answer, 200).json).find(Array.isArray)
  assert.equal(answer.json['total'], list?.length)
  return idsOf(list)
}
void test('8.1 Bearer and Basic authenticate, no credentials are anonymous, and invalid credentials are 401', async () => {
  const { id } = await make('venues', { status: 'draft' }, 'author')
  const secret = server.tokens.author
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
  const sendRequest = (authorization: string, path = `/venues/${id}`) => server.get(path, { headers: { authorization } })
  for (const good of [`Bearer ${secret}`, `bearer ${secret}`, basic(`author:${secret}`)])
    assert.equal(is(await sendRequest(good), 200).json['id'], id)
  is(await server.get(`/venues/${id}`), 404, 'rest-venue-not-found')
  for (const bad of [`Bearer ${secret}x`, basic(`author:${secret}x`), basic(`editor:${secret}`), `Token ${secret}`])
    for (const path of ['/events', `/venues/${id}`, '/me']) {
      const { headers } = is(await sendRequest(bad, path), 401, 'rest_unauthorized')
      assert.match(headers.get('www-authenticate') ?? '', /^Bearer\b(?!.*Basic)/)
    }
})
void test('8.1 secrets are stored hashed', async () => {
  const rows = await server.app.database.query<{ row: string }>(sql`select c::text as row from credentials c`)
  assert.equal(rows.length, 6)
  const kept = rows.map(({ row }) => row).join('\n')
  for (const secret of Object.values(server.tokens))
    for (const form of [secret, secret.slice(4), Buffer.from(secret).toString('hex')]) assert.ok(!kept.includes(form))
})
for (const plural of OWNED) {
  void test(`8.2 ${plural}: which records each role can create, and with which status`, async () => {
    is(await server.request('POST', `/${plural}`, { body: body(plural) }), 401, 'rest_forbidden')
    is(await server.post(`/${plural}`, body(plural, { status: 'draft' }), { as: 'subscriber' }), 403, 'rest_forbidden')
    const full = { publish: 'publish', future: 'future', draft: 'draft', pending: 'pending', private: 'private' }
    const less = { publish: 'pending', future: 'pending', draft: 'draft', pending: 'pending' }
    const roles = { contributor: less, author: full, editor: full, admin: full }
    for (const [as, statuses] of Object.entries(roles) as [Caller, Record<string, string>][])
      for (const [asked, status] of Object.entries(statuses)) {
        const made = await hide(plural, asked, {}, as)
        assert.deepEqual([made['status'], made['author']], [status, server.ids[as]], `${as} ${asked}`)
        const { id } = await hide(plural, 'draft', {}, as)
        const later = await server.patch(`/${plural}/${id}`, { status: asked, ...(asked === 'future' && { date: inDays(9) }) }, { as })
        assert.equal(is(later, 200).json['status'], status, `${as} ${asked} later`)
      }
  })
  void test(`8.2 ${plural}: which roles can change and delete which records`, async () => {
    const none = { subscriber: 403, contributor: 403, other: 403, author: 403, editor: 200, admin: 200 }
    const unseen = { ...none, contributor: 404, other: 404, author: 404 }
    const rows: [owner: Caller, statuses: string[], answers: Record<string, number>][] = [
      ['contributor', ['draft', 'pending'], { ...unseen, contributor: 200 }],
      ['contributor', ['publish'], none],
      ['author', ['draft', 'private'], { ...unseen, author: 200 }],
      ['author', ['publish'], { ...none, author: 200 }],
      ['editor', ['draft', 'private'], unseen],
    ]
    const cases = rows.flatMap(([owner, statuses, answers]) => statuses.map((status) => ({ owner, status, answers })))
    for (const { owner, status, answers } of cases)
      for (const [as, wanted] of [[undefined, 401], ...Object.entries(answers)] as [Caller | undefined, number][]) {
        const made = await make(plural, { status, author: server.ids[owner] }, 'editor')
        const code = { 401: 'rest_forbidden', 403: 'rest_forbidden', 404: missing(plural) }[wanted]
        const [path = '', slug = ''] = addresses(plural, made)
        for (const method of ['POST', 'PUT', 'PATCH', ...(wanted === 200 ? [] : ['DELETE'])])
          is(await server.request(method, path, by(as, { body: { description: method } })), wanted, code)
        is(await server.request('PATCH', slug, by(as, { body: { description: 'by slug' } })), wanted, code)
        const { description } = (await server.get(path, { as: 'admin' })).json
        assert.equal(description, wanted === 200 ? 'by slug' : '', `${status} of ${owner} by ${as ?? 'anonymous'}`)
        if (wanted === 200) assert.equal(is(await server.remove(`/${plural}/${made.id}`, by(as)), 200).json['status'], 'trash')
      }
  })
  void test(`8.2 ${plural}: everyone reads published records; editors set the author of a record`, async () => {
    const made = await make(plural, {}, 'author')
    for (const as of EVERYONE)
      for (const path of addresses(plural, made)) assert.equal(is(await server.get(path, by(as)), 200).json['id'], made.id)
    for (const as of ['contributor', 'other'] as const) {
      is(await server.post(`/${plural}`, body(plural, { author: server.ids.author }), { as }), 403, 'rest_forbidden')
      const mine = await make(plural, { author: server.ids[as], status: 'draft' }, as)
      is(await server.patch(`/${plural}/${mine.id}`, { author: server.ids.author }, { as }), 403, 'rest_forbidden')
    }
    assert.equal((await make(plural, { author: server.ids.author }, 'editor'))['author'], server.ids.author)
    const given = is(await server.patch(`/${plural}/${made.id}`, { author: server.ids.other }, { as: 'editor' }), 200)
    assert.equal(given.json['author'], server.ids.other)
    assert.deepEqual(badInputs(await server.post(`/${plural}`, body(plural, { author: NOBODY }))), ['author'])
  })
}
for (const plural of TERMS)
  void test(`8.2 ${plural}: authors create, editors change and delete`, async () => {
    is(await server.request('POST', `/${plural}`, { body: body(plural) }), 401, 'rest_forbidden')
    for (const [as, status] of Object.entries({ subscriber: 403, contributor: 403, author: 201, editor: 201, admin: 201 }))
      is(await server.post(`/${plural}`, body(plural), { as: as as Caller }), status, status === 403 ? 'rest_forbidden' : undefined)
    const { id } = await make(plural, {}, 'author')
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const write = (as?: Caller) => server.request(method, `/${plural}/${id}`, by(as, { body: { description: method } }))
      for (const as of [...OUTSIDERS, 'author'] as const) is(await write(as), as ? 403 : 401, 'rest_forbidden')
      assert.equal(is(await write('editor'), 200).json['description'], method === 'DELETE' ? 'PATCH' : method)
    }
    is(await server.get(`/${plural}/${id}`), 404, plural === 'tags' ? 'rest-tag-not-found' : 'rest-category-not-found')
  })
void test('8.2 each role includes the permissions of lower roles, as /me reports', async () => {
  const all = ['create', 'publish', 'create_terms', 'edit_others', 'manage_users']
  const counts = { subscriber: 0, contributor: 1, author: 3, editor: 4, admin: 5 }
  for (const [as, count] of [[undefined, 0] as const, ...Object.entries(counts)]) {
    const { may } = (await server.get('/me', by(as as Caller))).json as { may: Json }
    assert.deepEqual(may, Object.fromEntries(all.map((what, i) => [what, i < count])), as ?? 'anonymous')
  }
})
for (const plural of OWNED) {
  void test(`8.3 ${plural}: only publish is public, own records are visible, and there is no other status`, async () => {
    for (const status of HIDDEN) {
      const made = await hide(plural, status)
      for (const path of addresses(plural, made)) {
        for (const as of OUTSIDERS) is(await server.get(path, by(as)), 404, missing(plural))
        for (const as of INSIDERS) assert.equal(is(await server.get(path, { as }), 200).json['status'], status)
      }
    }
    for (const status of ['odd', 'any', 'inherit', 1])
      assert.deepEqual(badInputs(await server.post(`/${plural}`, body(plural, { status }))), ['status'])
  })
  void test(`8.3 ${plural}: callers who may edit a record can read it in the trash; for others it is 410 if it was public before, otherwise 404`, async () => {
    const [open, once] = [await hide(plural, 'draft'), await make(plural, {}, 'author')]
    await server.patch(`/${plural}/${open.id}`, { status: 'publish' })
    await server.patch(`/${plural}/${once.id}`, { status: 'draft' })
    for (const { id } of [open, once]) is(await server.remove(`/${plural}/${id}`), 200)
    for (const [i, made] of [open, once].entries())
      for (const path of addresses(plural, made)) {
        for (const as of OUTSIDERS)
          is(await server.get(path, by(as)), i ? 404 : 410, i ? missing(plural) : `${plural.slice(0, -1)}-is-in-trash`)
        for (const as of INSIDERS) assert.equal(is(await server.get(path, { as }), 200).json['status'], 'trash')
      }
  })
}

type Word = number | string
/** The same request for what is hidden and for what never was gets the same answer. */
const asMissing = async (method: string, path: (word: Word) => string, shut: Word, none: Word, sending: Sending): Promise<Answer> => {
  const [hidden, never] = [await server.request(method, path(shut), sending), await server.request(method, path(none), sending)]
  // The word alone is blanked, not where it is a part of another: 4 is in 404 too.
  const blank = ({ status, text, headers }: Answer, word: Word) => {
    const told = [text, headers.get('x-unmatched-values'), headers.get('etag') === null].join('\n')
    return [status, told.replaceAll(new RegExp(`(?<![\\w-])${word}(?![\\w-])`, 'g'), '*')].join('\n')
  }
  assert.equal(blank(hidden, shut), blank(never, none), `${method} ${path(shut)}`)
  return hidden
}
for (const status of HIDDEN) {
  for (const plural of OWNED)
    void test(`8.4 ${status} ${plural}: as if it never was, by id, by slug, in lists and searches, on writes`, async () => {
      const word = unique()
      const open = await make(plural, { [KINDS[plural]]: `Open ${word}` }, 'author')
      const shut = await hide(plural, status, { [KINDS[plural]]: `Shut ${word}` })
      const list = `/${plural}?${plural === 'events' ? 'starts_after=1900-01-01&' : ''}search=${word}`
      for (const as of OUTSIDERS) {
        for (const method of ['GET', 'HEAD', 'PATCH', 'DELETE']) {
          const sending = by(as, /GET|HEAD/.test(method) ? { headers: { 'if-none-match': '*' } } : { body: { description: 'no' } })
          const answer = await asMissing(method, (id) => `/${plural}/${id}`, shut.id, NOBODY, sending)
          await asMissing(method, (slug) => `/${plural}/by-slug/${slug}`, shut.slug, unique(), sending)
          if (method === 'GET') is(answer, 404, missing(plural))
        }
        assert.deepEqual(await ids(list, as), [open.id])
        assert.deepEqual(await ids(`${list}+shut`, as), [])
        if (plural === 'events') assert.deepEqual(await ids(`/events?include=${shut.id},${open.id}`, as), [open.id])
      }
      for (const as of INSIDERS) assert.deepEqual(new Set(await ids(list, as)), new Set([open.id, shut.id]))
    })
  for (const kind of ['venue', 'organizer'] as const)
    void test(`8.4 ${status} ${kind}: not in events, not by their filters, not to be linked`, async () => {
      const [word, open] = [unique(), await make(`${kind}s`)]
      const shut = await hide(`${kind}s`, status, { [kind]: word, ...(kind === 'venue' && { geo_lat: 1, geo_lng: 1 }) })
      const made = await make('events', { [kind]: [shut.id, open.id] })
      for (const as of OUTSIDERS) {
        for (const path of [...addresses('events', made), `/events?include=${made.id}`]) {
          const { json, text } = await server.get(path, by(as))
          const [shown] = (json['events'] ?? [json]) as Json[]
          assert.deepEqual([idsOf(shown?.[kind]), text.includes(word)], [[open.id], false])
        }
        assert.deepEqual(await ids(`/${kind}s?event=${made.id}`, as), [open.id])
        assert.deepEqual(await ids(`/events?include=${made.id}&geoloc=true`, as), [])
        is(await asMissing('GET', (id) => `/events?starts_after=1900-01-01&${kind}=${id}`, shut.id, NOBODY, by(as)), 200)
        if (as !== 'contributor' && as !== 'other') continue
        const linked = (id: number) => server.post('/events', body('events', { status: 'draft', [kind]: id }), { as })
        assert.deepEqual([badInputs(await linked(shut.id)), (await linked(shut.id)).text], [[kind], (await linked(NOBODY)).text])
      }
      for (const as of INSIDERS) assert.deepEqual(idsOf((await server.get(`/events/${made.id}`, { as })).json[kind]), [shut.id, open.id])
      assert.deepEqual(await ids(`/events?starts_after=1900-01-01&${kind}=${shut.id}`, 'author'), [made.id])
      assert.deepEqual(await ids(`/events?include=${made.id}&geoloc=true`, 'author'), kind === 'venue' ? [made.id] : [])
    })
  void test(`8.4 ${status} event: not in counts, has_events, the filters of others, nor as a parent`, async () => {
    const [venue, organizer, category, tag] = [await make('venues'), await make('organizers'), await make('categories'), await make('tags')]
    const shut = await hide('events', status, { venue: venue.id, organizer: organizer.id, categories: category.id, tags: tag.id })
    const child = await make('events', { post_parent: shut.id })
    for (const as of [...OUTSIDERS, 'author'] as const) {
      const sees = as === 'author'
      for (const [plural, { id, slug }] of Object.entries({ venues: venue, organizers: organizer })) {
        for (const query of ['has_events=true', 'only_with_upcoming=true', `event=${shut.id}`])
          assert.deepEqual(await ids(`/${plural}?search=${slug}&${query}`, as), sees ? [id] : [], `${plural} ${query} ${as}`)
        assert.deepEqual(await ids(`/${plural}?search=${slug}&has_events=false`, as), sees ? [] : [id])
        if (!sees) await asMissing('GET', (event) => `/${plural}?event=${event}`, shut.id, NOBODY, by(as))
      }
      for (const [plural, { id, slug }] of Object.entries({ categories: category, tags: tag })) {
        assert.equal((await server.get(`/${plural}/${id}`, by(as))).json['count'], 0)
        assert.deepEqual(await ids(`/${plural}?search=${slug}`, as), [])
        assert.deepEqual(await ids(`/${plural}?hide_empty=false&post=${shut.id}`, as), sees ? [id] : [])
        assert.deepEqual(await ids(`/events?starts_after=1900-01-01&${plural}=${id}`, as), sees ? [shut.id] : [])
        if (!sees) await asMissing('GET', (event) => `/${plural}?hide_empty=false&post=${event}`, shut.id, NOBODY, by(as))
      }
      assert.equal((await server.get(`/events/${child.id}`, by(as))).json['post_parent'], sees ? shut.id : null)
      assert.deepEqual(await ids(`/events?starts_after=1900-01-01&post_parent=${shut.id}`, as), sees ? [child.id] : [])
    }
  })
}
void test('8.4 the one exception: a caller who may create learns that a slug or a name is in use, and nothing more', async () => {
  for (const plural of OWNED) {
    const word = unique()
    const shut = await hide(plural, 'draft', { [KINDS[plural]]: word, description: 'secret' })
    const { text } = is(await server.post(`/${plural}`, body(plural, { slug: word }), { as: 'other' }), 409, 'rest_slug_taken')
    assert.ok(!text.includes('secret') && !text.includes(String(shut.id)), text)
    assert.equal((await make(plural, { [KINDS[plural]]: word }, 'other')).slug, `${word}-2`)
  }
  for (const plural of TERMS) {
    const { id, name } = await make(plural, {}, 'author')
    const { data } = is(await server.post(`/${plural}`, { name }, { as: 'other' }), 409, 'term_exists').json
    assert.deepEqual(data, { status: 409, term_id: id })
  }
})

const [WORD, SECRET] = [unique(), unique()]
const venue = (await make('venues', { venue: `V ${WORD}`, geo_lat: 1, geo_lng: 2 })).id
const organizer = (await make('organizers', { organizer: `O ${WORD}` })).id
const inside = {
  description: SECRET,
  excerpt: SECRET,
  cost: '77',
  website: `https://example.org/${SECRET}`,
  online_url: `https://example.org/${SECRET}`,
  event_status_reason: SECRET,
  attendance: 'mixed',
  custom_fields: { SECRET },
}
const guarded = await make('events', { ...inside, venue, organizer, title: `Ball ${WORD}`, featured: true, password: 'x' }, 'author')
void test('8.5 lists show the title, dates, URLs and flags of a protected event, and all fields to callers who may edit it', async () => {
  const empty = {
    description: '',
    excerpt: '',
    image: null,
    cost: null,
    website: null,
    online_url: null,
    event_status_reason: '',
    attendance: null,
    venue: [],
    organizer: [],
    custom_fields: {},
  }
  for (const as of EVERYONE) {
    const { json, text } = await server.get(`/events?search=${WORD}`, by(as))
    const [shown] = json['events'] as Json[]
    for (const name of ['title', 'start_date', 'utc_end_date', 'timezone', 'url', 'rest_url', 'slug', 'status', 'featured', 'all_day'])
      assert.deepEqual(shown?.[name], guarded[name], name)
    assert.equal(shown?.['protected'], true)
    const outside = OUTSIDERS.some((each) => each === as)
    assert.equal(text.includes(SECRET), !outside)
    for (const [name, value] of Object.entries(empty)) assert.deepEqual(shown[name], outside ? value : guarded[name], `${name} for ${as}`)
    assert.deepEqual((shown['cost_details'] as Json)['values'], outside ? [] : ['77'])
  }
})
void test('8.5 search finds a protected event only by words of its title, for every caller, as soon as it is protected', async () => {
  for (const as of EVERYONE) {
    assert.deepEqual(await ids(`/events?search=${SECRET}`, as), [])
    assert.deepEqual(await ids(`/events?search=ball+${WORD}`, as), [guarded.id])
  }
  const { id, slug } = await make('events', { description: 'cellar' })
  await server.patch(`/events/${id}`, { i18n_language: 'fr', excerpt: 'cave' })
  for (const password of [null, 'x', null]) {
    await server.patch(`/events/${id}`, { password })
    for (const query of ['cellar', 'cave&i18n_language=fr'])
      assert.deepEqual(await ids(`/events?search=${slug}+${query}`), password ? [] : [id], query)
  }
})
void test('8.5 filters and links treat a protected event as not linked, except for callers who may edit it', async () => {
  for (const as of EVERYONE) {
    const sees = INSIDERS.some((each) => each === as)
    for (const query of [
      `venue=${venue}`,
      `organizer=${organizer}`,
      'geoloc=true',
      'geoloc_lat=1&geoloc_lng=2',
      'attendance=offline,online,mixed',
    ])
      assert.deepEqual(await ids(`/events?search=${WORD}&${query}`, as), sees ? [guarded.id] : [], query)
    assert.deepEqual(await ids(`/events?search=${WORD}&geoloc=false`, as), sees ? [] : [guarded.id])
    for (const [plural, id] of Object.entries({ venues: venue, organizers: organizer })) {
      for (const query of [`event=${guarded.id}`, 'has_events=true', 'only_with_upcoming=true'])
        assert.deepEqual(await ids(`/${plural}?search=${WORD}&${query}`, as), sees ? [id] : [], query)
      assert.deepEqual(await ids(`/${plural}?search=${WORD}&has_events=false`, as), sees ? [] : [id])
    }
  }
})
