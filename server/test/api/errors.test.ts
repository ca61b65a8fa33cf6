// Contract section 4: errors, code by code.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { before, test } from 'node:test'
import { sql } from '../../src/kernel/database/sql.ts'
import { badInputs, NS, testServer, unique, type Answer, type Json, type Sending, type TestServer } from '../support/server.ts'

const api = await testServer()
/** One with little patience and small limits. */
const LIMITS = { BODY_LIMIT_BYTES: '2048', URL_LIMIT_CHARS: '1024', HEADERS_LIMIT_BYTES: '4096' }
const tight = await testServer({ ...LIMITS, HEADERS_TIMEOUT_MS: '300', REQUEST_TIMEOUT_MS: '600', DATABASE_LOCK_TIMEOUT_MS: '200' })
const limited = await testServer({ RATE_LIMIT_ANONYMOUS: '3', RATE_LIMIT_AUTHENTICATED: '3' })

const KINDS = { events: 'event', venues: 'venue', organizers: 'organizer', categories: 'category', tags: 'tag' } as const
const TITLES = { events: 'title', venues: 'venue', organizers: 'organizer', categories: 'name', tags: 'name' } as const
type Plural = keyof typeof KINDS
const ALL = Object.keys(KINDS) as Plural[]
const OWNED = ['events', 'venues', 'organizers'] as const
const TERMS = ['categories', 'tags'] as const
const NOBODY = 8_000_000_000_000
const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE']
const bodyOf = (plural: Plural, more: Json = {}): Json => ({
  [TITLES[plural]]: unique(),
  ...(plural === 'events' && { start_date: '2032-03-04 18:00', end_date: '2032-03-04 20:00' }),
  ...more,
})
const add = async (plural: Plural, more: Json = {}) => api.make(plural, bodyOf(plural, more))
/** The answer is this error, in the shape of an error. */
const is = (answer: Answer, status: number, code: string): Json => {
  assert.deepEqual([answer.status, answer.json['code'], answer.headers.get('cache-control')], [status, code, 'no-store'], answer.text)
  const data = answer.json['data'] as Json
  assert.equal(data['status'], status)
  return data
}
const ok = (answer: Answer, status = 200): Json => {
  assert.equal(answer.status, status, answer.text)
  return answer.json
}
const wrong = (answer: Answer, ...names: string[]): void => assert.deepEqual(badInputs(answer).sort(), names.sort(), answer.text)
const made = {} as Record<Plural, Json & { id: number; slug: string }>
before(async () => {
  for (const plural of ALL) made[plural] = await add(plural)
})
/** Where a record of the kind is, by id and where it can be by slug. */
const pathsOf = (plural: Plural, { id, slug }: { id: number; slug: string }): string[] =>
  plural === 'categories' || plural === 'tags' ? [`/${plural}/${id}`] : [`/${plural}/${id}`, `/${plural}/by-slug/${slug}`]
/** Returns the response to bytes that may not be a valid request. */
const say = (bytes: string): Promise<{ status: number; head: string; json: Json }> =>
  new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(Number(new URL(tight.base).port), '127.0.0.1', () => socket.write(bytes))
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    socket.on('error', reject).on('close', () => {
      const [head = '', body = ''] = text.split('\r\n\r\n')
      resolve({
        status: Number(head.split(' ')[1]),
        head: head.toLowerCase(),
        json: body.startsWith('{') ? (JSON.parse(body) as Json) : {},
      })
    })
  })

void test('4 rest_no_route and rest_method_not_allowed', async () => {
  for (const path of ['/nothing', '/events/by-slug', '/tags/x/y']) is(await api.post(path, {}), 404, 'rest_no_route')
  for (const plural of ALL)
    for (const method of ['PUT', 'PATCH', 'DELETE'])
      is(await api.request(method, `/${plural}`, { as: 'admin' }), 405, 'rest_method_not_allowed')
})
void test('4 rest_invalid_json, rest_unsupported_media_type and rest_body_too_large', async () => {
  const send = (server: TestServer, raw: string, type = 'application/json'): Promise<Answer> =>
    server.request('POST', '/tags', { as: 'admin', raw, headers: { 'content-type': type } })
  is(await send(api, '{"name":'), 400, 'rest_invalid_json')
  is(await send(api, 'name=x'), 400, 'rest_invalid_json')
  is(await send(api, '{}', 'text/csv'), 415, 'rest_unsupported_media_type')
  const body = JSON.stringify({ name: unique() })
  ok(await send(tight, body.padEnd(2048)), 201)
  is(await send(tight, body.padEnd(2049)), 413, 'rest_body_too_large')
  is(await send(tight, `name=${'x'.repeat(2048)}`, 'application/x-www-form-urlencoded'), 413, 'rest_body_too_large')
})
void test('4 rest_uri_too_long and rest_headers_too_large: 8 kB and 16 kB, or the configured limits', async () => {
  const start = `${NS}/tags?x=`.length
  for (const [server, url, headers] of [
    [tight, 1024, 4096],
    [api, 8192, 16_384],
  ] as const) {
    ok(await server.get(`/tags?x=${'y'.repeat(url - start)}`))
    is(await server.get(`/tags?x=${'y'.repeat(url - start + 1)}`), 414, 'rest_uri_too_long')
    ok(await server.get('/tags', { headers: { 'x-filler': 'y'.repeat(headers - 600) } }))
    is(await server.get('/tags', { headers: { 'x-filler': 'y'.repeat(headers) } }), 431, 'rest_headers_too_large')
  }
})
void test('4 requests that cannot be parsed get the same error format: rest_bad_url, rest_headers_too_large, rest_timeout', async () => {
  for (const slug of ['%', '%zz', '%E0%A4', 'a%F']) is(await api.remove(`/events/by-slug/${slug}`), 400, 'rest_bad_url')
  const start = `GET ${NS}/tags HTTP/1.1\r\nhost: x\r\n`
  const slow = `${start.replace('GET', 'POST')}authorization: Bearer ${tight.tokens.admin}\r\ncontent-length: 9\r\ncontent-type: application/json\r\n\r\n{`
  const cases: [string, number, string][] = [
    ['NONSENSE\r\n\r\n', 400, 'rest_bad_url'],
    [`${start}no colon\r\n\r\n`, 400, 'rest_bad_url'],
    [`${start}x: ${'y'.repeat(9000)}\r\n\r\n`, 431, 'rest_headers_too_large'],
    [start, 408, 'rest_timeout'],
    [slow, 408, 'rest_timeout'],
  ]
  for (const [bytes, status, code] of cases) {
    const { head, json } = await say(bytes)
    assert.deepEqual([json['code'], json['data'], head.split(' ')[1]], [code, { status }, String(status)], head)
    assert.match(head, /content-type: application\/json; charset=utf-8/)
    assert.match(head, /cache-control: no-store/)
  }
  assert.equal((await say(`${start}connection: close\r\n\r\n`)).status, 200)
})
void test('4 a request without Host is rejected in the same shape', async () => {
  const { status, json } = await say(`GET ${NS}/tags HTTP/1.1\r\nconnection: close\r\n\r\n`)
  assert.deepEqual([status, json['code']], [400, 'rest_bad_url'])
})

void test('4 rest_missing_callback_param names all that is absent, in declared order', async () => {
  for (const plural of ALL) {
    const required = plural === 'events' ? ['title', 'start_date', 'end_date'] : [TITLES[plural]]
    for (const sending of [
      { body: {} },
      { body: { description: 'x', status: 'odd' } },
      { form: 'description=x' },
      {},
    ] satisfies Sending[]) {
      const answer = await api.request('POST', `/${plural}`, { as: 'admin', ...sending })
      assert.deepEqual(is(answer, 400, 'rest_missing_callback_param')['params'], required)
    }
  }
  const some = await api.post('/events', { end_date: '2032-01-01' })
  assert.deepEqual(is(some, 400, 'rest_missing_callback_param')['params'], ['title', 'start_date'])
})
const UNKNOWN = { categories: NOBODY, tags: [NOBODY], venue: NOBODY, organizer: [{ id: NOBODY }], post_parent: NOBODY }
const WRONG: Readonly<Record<Plural, Json>> = {
  events: { ...UNKNOWN, author: NOBODY, status: 'x', timezone: 'Mars/A', all_day: 'x', image: 'x', website: 'ftp://a', custom_fields: [1] },
  venues: { author: NOBODY, status: 'x', website: '/a', geo_lat: 91, geo_lng: 'x', show_map: 'x', image: NOBODY },
  organizers: { author: 'x', status: 'x', website: 'x', email: 'a@', date: 'x', date_utc: 'x' },
  categories: { parent: NOBODY, i18n_language: 'xx', slug: '!!' },
  tags: { i18n_language: 'xx', slug: '!!' },
}
for (const plural of ALL)
  void test(`4 rest_invalid_param: every wrong input of ${plural}, alone and together`, async () => {
    for (const [name, value] of Object.entries(WRONG[plural])) {
      wrong(await api.post(`/${plural}`, bodyOf(plural, { [name]: value })), name)
      wrong(await api.patch(`/${plural}/${made[plural].id}`, { [name]: value }), name)
    }
    wrong(await api.post(`/${plural}`, bodyOf(plural, WRONG[plural])), ...Object.keys(WRONG[plural]))
  })
void test('4 rest_invalid_param: an end before the start, and filters that are malformed', async () => {
  wrong(await api.post('/events', bodyOf('events', { end_date: '2032-03-04 17:59:59' })), 'end_date')
  wrong(await api.patch(`/events/${made.events.id}`, { start_date: '2032-03-04 20:00:01' }), 'start_date')
  ok(await api.post('/events', bodyOf('events', { end_date: '2032-03-04 18:00' })), 201)
  for (const query of 'events?venue=x events?include=1.5 events?status=x venues?event=x categories?parent=x tags?order=x'.split(' '))
    wrong(await api.get(`/${query}`), /\?(\w+)/.exec(query)?.[1] ?? '')
})

void test('4 rest_unauthorized: wrong credentials on any operation, public reads too', async () => {
  const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`
  const bad = ['Bearer x', 'Bearer', 'Digest x', basic('admin:x'), basic(`nobody:${api.tokens.admin}`), `Bearer ${api.tokens.admin}x`]
  const paths = ALL.flatMap((plural) => [`/${plural}`, ...pathsOf(plural, made[plural])])
  for (const headers of bad.map((authorization) => ({ authorization }))) {
    for (const path of ['', '/doc', '/me', ...paths]) {
      const answer = await api.get(path, { headers })
      is(answer, 401, 'rest_unauthorized')
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer')
    }
    for (const method of WRITES) is(await api.request(method, `/tags/${made.tags.id}`, { headers, body: {} }), 401, 'rest_unauthorized')
  }
  ok(await api.get('/events', { headers: { authorization: basic(`admin:${api.tokens.admin}`) } }))
})
for (const plural of ALL)
  void test(`4 rest_forbidden: ${plural} cannot be written by anonymous callers (401) or subscribers (403), with any body`, async () => {
    const odd = ['application/json', 'text/plain'].map((type) => ({ raw: '{', headers: { 'content-type': type } }))
    const targets = [...pathsOf(plural, made[plural]), `/${plural}/${NOBODY}`].flatMap((path) => WRITES.map((method) => [method, path]))
    for (const sending of [{ body: bodyOf(plural) }, { body: { status: 7 } }, ...odd, {}])
      for (const [method = '', path = ''] of [['POST', `/${plural}`], ...targets]) {
        const answer = await api.request(method, path, sending)
        is(answer, 401, 'rest_forbidden')
        assert.equal(answer.headers.get('www-authenticate'), 'Bearer')
        is(await api.request(method, path, { as: 'subscriber', ...sending }), 403, 'rest_forbidden')
      }
    assert.equal(ok(await api.get(`/${plural}/${made[plural].id}`))['slug'], made[plural].slug)
  })
void test('4 rest_forbidden: requests for records that are not public', async () => {
  for (const plural of OWNED) {
    const answer = await api.get(`/${plural}?status=draft`)
    is(answer, 401, 'rest_forbidden')
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer')
    ok(await api.get(`/${plural}?status=draft`, { as: 'subscriber' }))
    is(await api.patch(`/${plural}/${made[plural].id}`, {}, { as: 'author' }), 403, 'rest_forbidden')
  }
})

for (const plural of ALL)
  void test(`4 not found: ${plural} that do not exist, or that the caller cannot see`, async () => {
    const code = `rest-${KINDS[plural]}-not-found`
    for (const path of pathsOf(plural, { id: NOBODY, slug: unique() }))
      for (const method of ['GET', ...WRITES])
        is(await api.request(method, path, { as: 'admin', ...(method !== 'GET' && { body: {} }) }), 404, code)
    if (plural === 'categories' || plural === 'tags') return
    const draft = await add(plural, { status: 'draft' })
    for (const path of pathsOf(plural, draft)) {
      is(await api.get(path), 404, code)
      is(await api.patch(path, {}, { as: 'author' }), 404, code)
      ok(await api.get(path, { as: 'editor' }))
    }
  })
void test('4 event-password-protected', async () => {
  const event = await add('events', { password: 'sesame' })
  for (const path of pathsOf('events', event)) {
    for (const query of ['', '?password=', '?password=Sesame']) is(await api.get(path + query), 403, 'event-password-protected')
    is(await api.get(path, { as: 'author', headers: { 'x-event-password': 'x' } }), 403, 'event-password-protected')
    ok(await api.get(`${path}?password=sesame`))
    ok(await api.get(path, { headers: { 'x-event-password': 'sesame' } }))
    ok(await api.get(path, { as: 'editor' }))
  }
})
for (const plural of OWNED)
  void test(`4 in the trash: ${plural} deleted twice, or read after they were public`, async () => {
    const kind = KINDS[plural]
    const [open, draft] = [await add(plural), await add(plural, { status: 'draft' })]
    for (const { id } of [open, draft]) {
      ok(await api.remove(`/${plural}/${id}`))
      is(await api.remove(`/${plural}/${id}`), 410, `${kind}-is-in-trash`)
      assert.equal(ok(await api.get(`/${plural}/${id}`, { as: 'editor' }))['status'], 'trash')
    }
    for (const path of pathsOf(plural, open)) is(await api.get(path), 410, `${kind}-is-in-trash`)
    for (const path of pathsOf(plural, draft)) is(await api.get(path), 404, `rest-${kind}-not-found`)
    ok(await api.remove(`/${plural}/${open.id}?force=true`))
    is(await api.get(`/${plural}/${open.id}`), 404, `rest-${kind}-not-found`)
  })
for (const plural of TERMS)
  void test(`4 term_exists: a name that one of ${plural} has under the same parent`, async () => {
    const name = `Été ${unique()}`
    const [first, other] = [await add(plural, { name }), await add(plural)]
    assert.equal(is(await api.post(`/${plural}`, { name }), 409, 'term_exists')['term_id'], first.id)
    assert.equal(is(await api.patch(`/${plural}/${other.id}`, { name }), 409, 'term_exists')['term_id'], first.id)
    ok(await api.patch(`/${plural}/${first.id}`, { name, description: 'mine' }))
    const parallel = unique()
    const answers = await Promise.all(Array.from({ length: 5 }, () => api.post(`/${plural}`, { name: parallel })))
    const winner = answers.find(({ status }) => status === 201)?.json['id']
    for (const answer of answers) if (answer.status !== 201) assert.equal(is(answer, 409, 'term_exists')['term_id'], winner)
    assert.equal(answers.filter(({ status }) => status === 201).length, 1)
    if (plural === 'tags') return
    const below = await add('categories', { name, parent: other.id })
    assert.equal(is(await api.patch(`/categories/${below.id}`, { parent: 0 }), 409, 'term_exists')['term_id'], first.id)
  })
for (const plural of ALL)
  void test(`4 rest_slug_taken, rest_precondition_failed and rest_idempotency_conflict of ${plural}`, async () => {
    const [mine, other] = [await add(plural), await add(plural)]
    is(await api.post(`/${plural}`, bodyOf(plural, { slug: other.slug })), 409, 'rest_slug_taken')
    is(await api.patch(`/${plural}/${mine.id}`, { slug: other.slug.toUpperCase() }), 409, 'rest_slug_taken')
    ok(await api.patch(`/${plural}/${mine.id}`, { slug: mine.slug }))
    const path = `/${plural}/${mine.id}`
    for (const tag of ['"2"', '"2.x"', 'W/"0"', 'nonsense'])
      for (const method of WRITES) {
        const answer = await api.request(method, path, { as: 'admin', headers: { 'if-match': tag }, body: { description: 'x' } })
        is(answer, 412, 'rest_precondition_failed')
      }
    for (const tag of ['*', '"1"', 'W/"1.x"', String((await api.get(path)).headers.get('etag'))])
      ok(await api.patch(path, {}, { headers: { 'if-match': tag } }))
    const headers = { 'idempotency-key': unique() }
    const body = bodyOf(plural)
    const { id } = ok(await api.post(`/${plural}`, body, { headers }), 201)
    is(await api.post(`/${plural}`, { ...body, description: 'x' }, { headers }), 422, 'rest_idempotency_conflict')
    const again = await api.post(`/${plural}`, body, { headers })
    assert.deepEqual([ok(again, 201)['id'], again.headers.get('idempotent-replayed')], [id, 'true'])
  })
void test('4 rest_idempotency_conflict is 409 while the first request is still running', async () => {
  const [headers, body] = [{ 'idempotency-key': unique() }, bodyOf('tags')]
  const waits = sql`select 1 from pg_locks l join pg_database d on d.oid = l.database where not granted and datname = current_database()`
  let first: Promise<Answer> | undefined
  await api.app.database.transaction(async (db) => {
    // Nobody can write a tag until this ends.
    await db.query(sql`lock table tags in share mode`)
    first = api.post('/tags', body, { headers })
    for (let i = 0; i < 100 && (await db.query(waits)).length === 0; i += 1) await new Promise((resolve) => setTimeout(resolve, 15))
    is(await api.post('/tags', body, { headers }), 409, 'rest_idempotency_conflict')
  })
  assert.ok(first)
  ok(await first, 201)
})
void test('4 rest_overloaded is 503 with Retry-After, and the request has no effect', async () => {
  const { id } = await tight.make('tags', { name: unique() })
  await tight.app.database.transaction(async (db) => {
    await db.query(sql`select 1 from tags where id = ${id} for update`)
    const answer = await tight.patch(`/tags/${id}`, { description: 'x' })
    is(answer, 503, 'rest_overloaded')
    assert.match(String(answer.headers.get('retry-after')), /^[1-9]\d*$/)
  })
  assert.equal(ok(await tight.get(`/tags/${id}`))['description'], '')
})
void test('4 11.2 rest_too_many_requests is 429 with Retry-After, for anonymous and authenticated callers', async () => {
  for (const sending of [{}, { as: 'author' }] satisfies Sending[]) {
    for (let i = 0; i < 3; i += 1) ok(await limited.get('/tags', sending))
    const answer = await limited.get('/tags', sending)
    is(answer, 429, 'rest_too_many_requests')
    assert.match(String(answer.headers.get('retry-after')), /^([1-5]?\d|60)$/)
  }
})
