// Contract section 1: addresses, rule by rule.
import assert from 'node:assert/strict'
import { request as open } from 'node:http'
import { before, test } from 'node:test'
import { idsOf, NS, testServer, unique, type Answer, type Json } from '../support/server.ts'

const api = await testServer()
const { base } = api

/** Plurals with the name of the kind and of its title. */
const KINDS = {
  events: ['event', 'title'],
  venues: ['venue', 'venue'],
  organizers: ['organizer', 'organizer'],
  categories: ['category', 'name'],
  tags: ['tag', 'name'],
} as const
type Plural = keyof typeof KINDS
const ALL = Object.keys(KINDS) as Plural[]
const OWNED = ['events', 'venues', 'organizers'] as const
const bodyOf = (plural: Plural, more: Json = {}): Json => ({
  [KINDS[plural][1]]: unique(),
  ...(plural === 'events' && { start_date: '2032-03-04 18:00', end_date: '2032-03-04 20:00' }),
  ...more,
})
const has = (answer: Answer, status: number, code: string): void =>
  assert.deepEqual([answer.status, answer.json['code']], [status, code], answer.text)

const made = {} as Record<Plural, Json & { id: number; slug: string }>
before(async () => {
  for (const plural of ALL) made[plural] = await api.make(plural, bodyOf(plural))
})
/** Every address with something behind it, and the methods it takes beside HEAD and OPTIONS. */
const addresses = (): [path: string, methods: string][] => [
  ['', 'GET'],
  ['/doc', 'GET'],
  ['/me', 'GET'],
  ...ALL.map((plural): [string, string] => [`/${plural}`, 'GET POST']),
  ...ALL.map((plural): [string, string] => [`/${plural}/${made[plural].id}`, 'DELETE GET PATCH POST PUT']),
  ...OWNED.map((plural): [string, string] => [`/${plural}/by-slug/${made[plural].slug}`, 'DELETE GET PATCH POST PUT']),
]
const allowed = (answer: Answer): string => (answer.headers.get('allow') ?? '').split(', ').sort().join(' ')
const withHead = (methods: string): string => [...methods.split(' '), 'HEAD', 'OPTIONS'].sort().join(' ')

/** A request whose Host is not where it goes. */
const forged = (path: string): Promise<{ status: number; text: string; link: string }> =>
  new Promise((resolve, reject) => {
    const headers = {
      host: 'evil.test',
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.test;proto=https',
    }
    open(`${base}${NS}${path}`, { headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text, link: String(response.headers['link']) }))
    })
      .on('error', reject)
      .end()
  })

void test('1.1 the namespace is at the root of the host, and nowhere else', async () => {
  for (const plural of ALL) {
    const answer = await fetch(`${base}/calendar/events/v1/${plural}`)
    assert.equal(answer.status, 200)
    assert.equal(((await answer.json()) as Json)['rest_url'], `${base}/calendar/events/v1/${plural}`)
    for (const root of ['/api', '/wp-json', '/v1']) has(await api.get(`/${root}${NS}/${plural}`), 404, 'rest_no_route')
  }
})

for (const language of ['ar', 'en', 'fr', 'pt-pt', 'sw'])
  void test(`1.2 /${language} is a root of its own, for reading and writing`, async () => {
    const root = `/${language}`
    for (const [path] of addresses()) {
      const answer = await api.get(path, { root })
      assert.deepEqual([answer.status, answer.headers.get('content-language')], [200, language], path)
    }
    for (const plural of ALL) {
      const { status, json, headers } = await api.post(`/${plural}`, bodyOf(plural), { root })
      assert.deepEqual([status, json['language']], [201, language])
      assert.equal(headers.get('location'), `${base}${root}${NS}/${plural}/${String(json['id'])}`)
      assert.equal((await api.remove(`/${plural}/${String(json['id'])}`, { root })).status, 200)
    }
  })
void test('1.2 a language that is not configured, or written otherwise, is no root', async () => {
  for (const root of ['/de', '/pt', '/FR', '/fr-ca', '/en/fr']) has(await api.get('/events', { root }), 404, 'rest_no_route')
})

void test('1.3 a trailing slash changes nothing', async () => {
  for (const [path] of addresses()) {
    const [plain, slashed] = [await api.get(path), await api.get(`${path}/`)]
    assert.deepEqual([slashed.status, slashed.headers.get('etag')], [200, plain.headers.get('etag')], path)
    assert.deepEqual(slashed.json, plain.json, path)
  }
  for (const plural of ALL) {
    const { status, json } = await api.post(`/${plural}/`, bodyOf(plural))
    assert.equal(status, 201)
    const one = `/${plural}/${String(json['id'])}/`
    assert.equal((await api.patch(one, { description: 'slashed' })).json['description'], 'slashed')
    assert.equal((await api.remove(one)).json['id'], json['id'])
  }
})
void test('1.3 HEAD answers as GET does, without a body', async () => {
  for (const [path] of addresses()) {
    const [read, head] = [await api.get(path), await api.request('HEAD', path)]
    assert.deepEqual([head.status, head.text], [200, ''], path)
    for (const name of ['etag', 'content-type', 'content-language', 'last-modified', 'x-total', 'cache-control', 'vary'])
      assert.equal(head.headers.get(name), read.headers.get(name), `${name} of ${path}`)
  }
  for (const path of ['/events/987654321', '/nowhere', '/tags/x']) {
    const head = await api.request('HEAD', path)
    assert.deepEqual([head.status, head.text], [404, ''], path)
  }
})
void test('1.3 OPTIONS answers with Allow and CORS on every path, and on no other', async () => {
  for (const root of ['', '/sw'])
    for (const [path, methods] of addresses()) {
      const answer = await api.request('OPTIONS', path, {
        root,
        headers: { origin: 'https://app.test', 'access-control-request-method': 'PUT' },
      })
      assert.equal(answer.status, 204, path)
      assert.equal(allowed(answer), withHead(methods), path)
      assert.equal(answer.headers.get('access-control-allow-methods'), answer.headers.get('allow'))
      assert.equal(answer.headers.get('access-control-allow-origin'), '*')
      assert.equal(
        answer.headers.get('access-control-allow-headers'),
        'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, Prefer, X-Consistency-Token, X-Event-Password, Accept-Language, Content-Disposition, X-HTTP-Method-Override',
      )
    }
  has(await api.request('OPTIONS', '/nowhere'), 404, 'rest_no_route')
})

for (const plural of ALL)
  void test(`1.4 an id of ${plural} is digits, and a huge one is not found`, async () => {
    const missing = `rest-${KINDS[plural][0]}-not-found`
    for (const id of ['abc', '12a', '-3', '+3', '3.0', '3e2', '%D9%A3', '%20', '3%203'])
      has(await api.get(`/${plural}/${id}`), 404, 'rest_no_route')
    assert.equal((await api.get(`/${plural}/000${made[plural].id}`)).json['id'], made[plural].id)
    for (const id of ['0', String(2 ** 53 - 1), '9007199254740992', '18446744073709551616', '7'.repeat(300)]) {
      has(await api.get(`/${plural}/${id}`), 404, missing)
      has(await api.patch(`/${plural}/${id}`, { description: 'x' }), 404, missing)
      has(await api.remove(`/${plural}/${id}`), 404, missing)
    }
  })

for (const plural of OWNED)
  void test(`1.5 a slug of ${plural} is any Unicode, decoded once`, async () => {
    const missing = `rest-${KINDS[plural][0]}-not-found`
    for (const word of ['سوق-الليل', '雪まつり', 'čaj-ďábel', 'ukumbi', '𝒳-5']) {
      const { id, slug } = await api.make(plural, bodyOf(plural, { slug: `${word}-${unique()}` }))
      const encoded = encodeURIComponent(slug)
      assert.equal((await api.get(`/${plural}/by-slug/${encoded}`)).json['id'], id, slug)
      assert.equal((await api.get(`/${plural}/by-slug/${encodeURIComponent(slug.normalize('NFD'))}`)).json['id'], id, slug)
      assert.equal((await api.patch(`/${plural}/by-slug/${encoded.toLowerCase()}`, { description: word })).json['description'], word)
      if (encoded !== slug) has(await api.get(`/${plural}/by-slug/${encodeURIComponent(encoded)}`), 404, missing)
      assert.equal((await api.remove(`/${plural}/by-slug/${encoded}?force=1`)).json['id'], id)
    }
    const digits = await api.make(plural, bodyOf(plural, { slug: String(10 ** 12 + made[plural].id) }))
    assert.equal((await api.get(`/${plural}/by-slug/${digits.slug}`)).json['id'], digits.id)
    for (const odd of ['a%2Fb', '%00', '%2525', '%F0%9F%92%83', '..%2F..', 'x'.repeat(1500)])
      has(await api.get(`/${plural}/by-slug/${odd}`), 404, missing)
    for (const broken of ['%', '%4', '%zz', '%E2%82']) has(await api.get(`/${plural}/by-slug/${broken}`), 400, 'rest_bad_url')
  })

void test('1.6 a known path with another method is 405 and names those it takes', async () => {
  for (const [path, methods] of addresses())
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
      if (methods.includes(method)) continue
      const answer = await api.request(method, path, { as: 'admin' })
      has(answer, 405, 'rest_method_not_allowed')
      assert.equal(allowed(answer), withHead(methods), `${method} ${path}`)
    }
})
void test('1.6 an unknown path is 404, whatever the method', async () => {
  const below = [
    '/nowhere',
    '/event',
    '/Events',
    '/events/5/venues',
    '/events/by-slug',
    '/events/by-slug/a/b',
    '/categories/by-slug/a',
    '/tags/by-slug/a',
  ]
  for (const path of [...below, '//nowhere', '//calendar', '//calendar/events/v2/events', '//fr/nowhere'])
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answer = await api.request(method, path, { as: 'admin' })
      has(answer, 404, 'rest_no_route')
      assert.equal(answer.headers.get('allow'), null)
    }
})

for (const plural of ALL)
  void test(`1.7 an id in a body or query never selects one of ${plural}`, async () => {
    const title = KINDS[plural][1]
    const [mine, other] = [await api.make(plural, bodyOf(plural)), await api.make(plural, bodyOf(plural))]
    for (const method of ['POST', 'PUT', 'PATCH']) {
      const name = unique()
      const answer = await api.request(method, `/${plural}/${mine.id}`, { as: 'admin', body: { id: other.id, [title]: name } })
      assert.deepEqual([answer.status, answer.json['id'], answer.json[title]], [200, mine.id, name])
    }
    assert.equal((await api.get(`/${plural}/${mine.id}?id=${other.id}`)).json['id'], mine.id)
    const fresh = await api.make(plural, bodyOf(plural, { id: other.id }))
    assert.ok(fresh.id > other.id)
    assert.equal((await api.get(`/${plural}/${other.id}`)).json[title], other[title])
  })
for (const plural of ALL)
  void test(`1.7 a slug in a body of ${plural} renames, it never selects`, async () => {
    const [mine, other] = [await api.make(plural, bodyOf(plural)), await api.make(plural, bodyOf(plural))]
    const named = ['categories', 'tags'].includes(plural) ? [mine.id] : [mine.id, `by-slug/${mine.slug}`]
    has(await api.patch(`/${plural}/${named.at(-1)}`, { slug: other.slug, description: 'lost' }), 409, 'rest_slug_taken')
    assert.deepEqual(
      [(await api.get(`/${plural}/${other.id}`)).json['description'], (await api.get(`/${plural}/${mine.id}`)).json['description']],
      ['', ''],
    )
    const slug = unique()
    const answer = await api.patch(`/${plural}/${named.at(-1)}`, { slug, description: 'renamed' })
    assert.deepEqual([answer.json['id'], answer.json['slug'], answer.json['description']], [mine.id, slug, 'renamed'])
    if (named.length === 1) return
    assert.equal((await api.get(`/${plural}/by-slug/${slug}`)).json['id'], mine.id)
    assert.equal((await api.get(`/${plural}/by-slug/${mine.slug}`)).status, 404)
  })

void test('1.8 links are built from PUBLIC_URL, never from Host or forwarded headers', async () => {
  const word = unique()
  for (const plural of ALL) {
    const { json, headers } = await api.post(`/${plural}`, bodyOf(plural, { [KINDS[plural][1]]: word }))
    const self = `${base}${NS}/${plural}/${String(json['id'])}`
    assert.equal(headers.get('location'), self)
    assert.equal(json['rest_url'] ?? (json['urls'] as Json)['self'], self)
    const slug = encodeURIComponent(String(json['slug']))
    assert.equal(json['url'], plural === 'tags' ? `${base}/events?tags=${slug}` : `${base}/${plural}/${slug}`, 'without a template')
    assert.deepEqual(json['translations'], { en: `${base}/en${NS}/${plural}/${String(json['id'])}` })
    const read = await forged(`/${plural}/${String(json['id'])}`)
    assert.deepEqual([read.status, JSON.parse(read.text)], [200, (await api.get(`/${plural}/${String(json['id'])}`)).json])
    await api.make(plural, bodyOf(plural, { [KINDS[plural][1]]: `${word} 2` }))
    const path = `/${plural}?search=${word}&per_page=1&hide_empty=0&starts_after=2000-01-01`
    const { text, link } = await forged(path)
    const honest = await api.get(path)
    assert.deepEqual([JSON.parse(text), link], [honest.json, honest.headers.get('link')])
    assert.ok(String(honest.json['next_rest_url']).startsWith(`${base}${NS}/${plural}?`))
  }
  for (const path of ['', '/doc']) assert.ok(!(await forged(path)).text.includes('evil'))
})
void test('1.8 global_id is the host with its port, and the id', () => {
  for (const plural of OWNED) {
    const wanted = `${base.replace('http://', '')}?id=${made[plural].id}`
    assert.deepEqual([made[plural]['global_id'], made[plural]['global_id_lineage']], [wanted, [wanted]])
  }
})
void test('1.8 one id names one record of one kind', async () => {
  const records = Object.values(made)
  for (const plural of ALL) records.push(await api.make(plural, bodyOf(plural)))
  assert.equal(new Set(idsOf(records)).size, records.length)
  for (const plural of ALL)
    for (const other of ALL)
      assert.equal(
        (await api.get(`/${plural}/${made[other].id}`, { as: 'admin' })).status,
        plural === other ? 200 : 404,
        `${plural} ${other}`,
      )
})
