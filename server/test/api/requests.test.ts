// Contract 1.3, 2.1, 2.8, 3.12, 7.11, 7.12: how requests are read, and what their headers say.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { sql } from '../../src/kernel/database/sql.ts'
import { badInputs, testServer, unique, type Answer, type Json } from '../support/server.ts'

const server = await testServer()
const event = (more: Json = {}): Json => ({ title: unique(), start_date: '2031-02-02 10:00', end_date: '2031-02-02 12:00', ...more })
const dataOf = (answer: Answer): Json => answer.json['data'] as Json

void test('2.8 missing and wrong inputs are reported together, by every kind', async () => {
  const bodies: Readonly<Record<string, Json>> = {
    events: { end_date: 'x', website: 'x', venue: { city: 'Nairobi' } },
    venues: { geo_lat: 91, show_map: 'x' },
    organizers: { email: 'x' },
    categories: { parent: 9e9 },
    tags: { i18n_language: 'xx' },
    media: { i18n_language: 'xx' },
  }
  for (const [plural, body] of Object.entries(bodies)) {
    const answer = await server.post(`/${plural}?i18n_language=zz`, body)
    assert.deepEqual([answer.status, answer.json['code']], [400, 'rest_missing_callback_param'], answer.text)
    const { params, details } = dataOf(answer) as { params: string[]; details: Record<string, Json> }
    const wrong = [...new Set([...Object.keys(body).map((name) => (name === 'venue' ? 'venue.venue' : name)), 'i18n_language'])]
    assert.deepEqual(Object.keys(details).sort(), [...params, ...wrong].sort(), plural)
    for (const name of params) assert.equal(details[name]?.['code'], 'required', name)
  }
})

void test('7.10 a number that JSON cannot represent is rejected', async () => {
  const raw = JSON.stringify(event({ custom_fields: { a: 'HUGE' } }))
  const send = (number: string): Promise<Answer> =>
    server.request('POST', '/events', { as: 'admin', raw: raw.replace('"HUGE"', number), headers: { 'content-type': 'application/json' } })
  for (const number of ['1e400', '-1e400']) assert.deepEqual(badInputs(await send(number)), ['custom_fields'])
  assert.deepEqual((await send('1e300')).json['custom_fields'], { a: 1e300 })
})

void test('7.11 a write that publishes names linked records that the public does not see', async () => {
  const venue = await server.make('venues', { venue: unique(), status: 'draft' })
  const organizer = await server.make('organizers', { organizer: unique(), status: 'private' })
  const links = { venue: venue.id, organizer: organizer.id }
  const wanted = `venue=${venue.id}, organizer=${organizer.id}`
  const named = ({ headers }: Answer): string | null => headers.get('x-unpublished-links')
  assert.equal(named(await server.post('/events', event(links))), wanted)
  const draft = await server.post('/events', event({ ...links, status: 'draft' }))
  assert.equal(named(draft), null)
  assert.equal(named(await server.patch(`/events/${String(draft.json['id'])}`, { status: 'publish' })), wanted)
})

void test('1.3 3.12 the preflight of an unknown path succeeds, so that a page can read the 404; other OPTIONS are 404', async () => {
  const preflight = { origin: 'https://app.example', 'access-control-request-method': 'PATCH' }
  const answer = await server.request('OPTIONS', '//nothing/here', { headers: preflight })
  assert.equal(answer.status, 204)
  assert.match(answer.headers.get('access-control-allow-methods') ?? '', /\bPATCH\b/)
  assert.match(answer.headers.get('access-control-allow-headers') ?? '', /\bContent-Disposition\b/)
  assert.equal(answer.headers.get('access-control-allow-origin'), '*')
  assert.equal((await server.request('OPTIONS', '//nothing/here')).status, 404)
  const exposed = (await server.get('/events')).headers.get('access-control-expose-headers') ?? ''
  for (const name of ['Content-Disposition', 'RateLimit', 'RateLimit-Policy']) assert.ok(exposed.split(', ').includes(name), name)
})

const sendJson = (raw: string, headers: Record<string, string> = {}): Promise<Answer> =>
  server.request('POST', '/tags', { as: 'admin', raw, headers: { 'content-type': 'application/json', ...headers } })
void test('2.1 a byte order mark before JSON is passed over', async () => {
  assert.equal((await sendJson(`\ufeff{"name": "${unique()}"}`)).status, 201)
})
void test('7.12 the same JSON with its keys in another order is the same request', async () => {
  const [key, name] = [unique(), unique()]
  const send = (raw: string): Promise<Answer> => sendJson(raw, { 'idempotency-key': key })
  const first = await send(`{"name": "${name}", "description": "a", "slug": "${name}"}`)
  const second = await send(`{"slug": "${name}", "description": "a", "name": "${name}"}`)
  assert.deepEqual([first.status, second.status, second.headers.get('idempotent-replayed')], [201, 201, 'true'])
  assert.equal((await send(`{"slug": "${name}", "description": "b", "name": "${name}"}`)).status, 422)
})
void test('7.12 the fingerprint of a create ignores the password', async () => {
  const [key, body] = [unique(), event({ password: 'tulip' })]
  const send = (more: Json): Promise<Answer> => server.post('/events', { ...body, ...more }, { headers: { 'idempotency-key': key } })
  const first = await send({})
  const stored = async (): Promise<string> => {
    const [row] = await server.app.database.query<{ fingerprint: Buffer }>(sql`select fingerprint from idempotency_keys where key = ${key}`)
    return row?.fingerprint.toString('hex') ?? ''
  }
  const guess = createHash('sha256')
    .update(JSON.stringify(['event', 'en', body]))
    .digest('hex')
  assert.notEqual(await stored(), guess, 'nobody can try passwords against it')
  const second = await send({ password: 'other' })
  assert.deepEqual([second.status, second.json['id'], second.headers.get('idempotent-replayed')], [201, first.json['id'], 'true'])
  const opened = await server.get(`/events/${String(first.json['id'])}`, { headers: { 'x-event-password': 'tulip' } })
  assert.equal(opened.status, 200, 'the first password holds')
  assert.equal((await send({ password: null })).status, 422, 'without a password it is another request')
})

void test('1.9 X-HTTP-Method-Override makes a POST another method, and is rejected anywhere else', async () => {
  const { id } = await server.make('tags', { name: unique() })
  const as = (method: string, sending: { as?: 'author'; method?: string; body?: Json } = {}): Promise<Answer> =>
    server.request(sending.method ?? 'POST', `/tags/${id}`, {
      as: sending.as ?? 'admin',
      headers: { 'x-http-method-override': method },
      ...(sending.body && { body: sending.body }),
    })
  const renamed = await as('put', { body: { name: 'By override' } })
  assert.deepEqual([renamed.status, renamed.json['name']], [200, 'By override'])
  for (const method of ['GET', 'HEAD', 'TRACE', 'x']) assert.deepEqual(badInputs(await as(method)), ['X-HTTP-Method-Override'], method)
  for (const method of ['GET', 'PATCH', 'DELETE'])
    assert.deepEqual(badInputs(await as('PUT', { method, ...(method !== 'GET' && { body: {} }) })), ['X-HTTP-Method-Override'], method)
  assert.equal((await as('PATCH', { method: 'PATCH', body: {} })).status, 200, 'its own method')
  const collection = await server.request('POST', '/tags', { as: 'admin', headers: { 'x-http-method-override': 'DELETE' } })
  assert.deepEqual([collection.status, collection.json['code']], [405, 'rest_method_not_allowed'])
  assert.equal((await as('DELETE', { as: 'author' })).status, 403, 'rights are those of the method')
  assert.equal((await as('DELETE')).status, 200)
  assert.equal((await server.get(`/tags/${id}`)).status, 404)
  const anonymous = await server.get('/tags', { headers: { 'x-http-method-override': 'DELETE' } })
  assert.equal(anonymous.status, 400, 'a cached response does not hide it')
})

void test('3.12 a query with unknown parameters fills no cache', async () => {
  const { id } = await server.make('tags', { name: unique() })
  const entries = async (): Promise<number> => Number(/^kalends_response_cache_entries (\d+)/m.exec(await server.app.metrics.text())?.[1])
  const cached = async (path: string): Promise<number> => {
    const before = await entries()
    for (let tries = 0; tries < 50 && (await entries()) === before; tries += 1) {
      await server.get(path)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return (await entries()) - before
  }
  assert.equal(await cached(`/tags/${id}`), 1)
  const before = await entries()
  for (let i = 0; i < 20; i += 1) {
    const answer = await server.get(`/tags/${id}?x=${i}`)
    assert.equal(answer.headers.get('x-ignored-parameters'), 'x')
  }
  assert.equal(await entries(), before)
  assert.equal(await cached(`/tags/${id}?_fields=id`), 1)
})
