// Webhooks: creating, reading, changing and deleting them, by every role (contract 14.3.1, 14.3.5).
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { addToken } from '../../src/features/accounts/users.ts'
import { badInputs, inDays, testServer, type Answer, type Caller, type Json } from '../support/server.ts'
import { startReceiver } from './receiver.ts'

const receiver = await startReceiver()
const server = await testServer({ WEBHOOK_HTTP: 'true', EGRESS_ALLOW: `127.0.0.1:${receiver.port}`, WEBHOOKS_MAX: '3' })
type Shown = Json & { id: number; secret: string }
async function create(t: TestContext, body: Json = {}, as: Caller = 'editor'): Promise<Shown> {
  const answer = await server.post('/webhooks', { url: receiver.url, ...body }, { as })
  assert.equal(answer.status, 201, answer.text)
  const { id } = answer.json as Shown
  t.after(() => server.remove(`/webhooks/${id}`))
  return answer.json as Shown
}
const event = (title: string): Json => ({ title, start_date: inDays(3), end_date: inDays(4), status: 'publish' })
const webhooksOf = async (as: Caller): Promise<number[]> =>
  ((await server.get('/webhooks', { as })).json['webhooks'] as { id: number }[]).map(({ id }) => id)
async function deliveries(id: number, as: Caller = 'editor', query = ''): Promise<Json[]> {
  const answer = await server.get(`/webhooks/${id}/deliveries${query}`, { as })
  assert.equal(answer.status, 200, answer.text)
  return answer.json['deliveries'] as Json[]
}
async function settled(id: number, as: Caller = 'editor'): Promise<Json> {
  for (;;) {
    const [newest] = await deliveries(id, as)
    if (newest && newest['state'] !== 'waiting' && newest['state'] !== 'sending') return newest
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

test('14.3.1 a webhook has its inputs and defaults, and shows its secret once', async (t) => {
  const made = await create(t)
  const { id, secret, created, modified, public_key, ...rest } = made
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.match(String(public_key), /^whpk_[A-Za-z0-9+/]{43}=$/)
  assert.equal(created, modified)
  assert.deepEqual(rest, {
    owner: server.ids.editor,
    url: receiver.url,
    description: '',
    events: ['*'],
    filter: {},
    language: 'en',
    active: true,
    inactive_reason: null,
    failing_since: null,
  })
  const read = await server.get(`/webhooks/${id}`, { as: 'editor' })
  const { secret: _, ...withoutSecret } = made
  assert.deepEqual(read.json, withoutSecret)
  assert.equal(read.headers.get('cache-control'), 'private, no-store')
  const rotated = await server.post(`/webhooks/${id}/rotate`, {}, { as: 'editor' })
  assert.match(String(rotated.json['secret']), /^whsec_/)
  assert.notEqual(rotated.json['secret'], secret)
  const changes = { description: 'Mirror', events: ['event.removed', 'venue.created'], filter: { featured: true }, language: 'fr' }
  const changed = await server.patch(`/webhooks/${id}`, changes, { as: 'editor' })
  assert.deepEqual(
    ['description', 'events', 'filter', 'language', 'url'].map((name) => changed.json[name]),
    ['Mirror', changes.events, { featured: 'true' }, 'fr', receiver.url],
  )
  const off = await server.patch(`/webhooks/${id}`, { active: false, description: '' }, { as: 'editor' })
  assert.deepEqual([off.json['active'], off.json['inactive_reason'], off.json['description']], [false, 'manual', ''])
  const on = await server.patch(`/webhooks/${id}`, { active: true }, { as: 'editor' })
  assert.deepEqual([on.json['active'], on.json['inactive_reason']], [true, null])
})

test('14.3.1 inputs are checked', async (t) => {
  const post = (body: unknown): Promise<Answer> => server.post('/webhooks', body, { as: 'editor' })
  assert.equal((await post({})).json['code'], 'rest_missing_callback_param')
  for (const [body, names] of [
    [{ url: 'ftp://receiver.example/' }, ['url']],
    [{ url: 'https://user:word@receiver.example/' }, ['url']],
    [{ url: receiver.url, events: ['event.moved'] }, ['events']],
    [{ url: receiver.url, events: [] }, ['events']],
    [{ url: receiver.url, language: 'xx', active: 'perhaps' }, ['language', 'active']],
    [{ url: receiver.url, filter: { search: 'jazz' } }, ['filter']],
    [{ url: receiver.url, filter: { featured: 'perhaps' } }, ['filter.featured']],
    [{ url: receiver.url, secret: 'whsec_mine' }, ['secret']],
    [{ url: receiver.url, dry_run: true }, ['dry_run']],
  ] as const) {
    const answer = await post(body)
    assert.equal(answer.status, 400, JSON.stringify(body))
    assert.deepEqual(badInputs(answer), names, JSON.stringify(body))
  }
  const { id } = await create(t)
  assert.deepEqual(badInputs(await server.post(`/webhooks/${id}/replay`, { since: 'x' }, { as: 'editor' })), ['since'])
  const encrypted = await testServer({}, undefined, false)
  assert.deepEqual(badInputs(await encrypted.post('/webhooks', { url: 'http://receiver.example/' }, { as: 'editor' })), ['url'])
})

test('14.3.1 an owner has a limited number of webhooks', async (t) => {
  for (let i = 0; i < 3; i += 1) await create(t)
  const answers = await Promise.all([1, 2].map(() => server.post('/webhooks', { url: receiver.url }, { as: 'editor' })))
  assert.deepEqual(
    answers.map(({ status, json }) => [status, json['code']]),
    Array.from({ length: 2 }, () => [422, 'rest_too_many_webhooks']),
  )
})

test('14.3.1 editors have their own webhooks, administrators see all, and others none', async (t) => {
  const [own, others] = [await create(t), await create(t, {}, 'admin')]
  assert.deepEqual(await webhooksOf('editor'), [own.id])
  assert.deepEqual(await webhooksOf('admin'), [own.id, others.id])
  const operations = (id: number): readonly (readonly [string, string, Json?])[] => [
    ['GET', `/webhooks/${id}`],
    ['PATCH', `/webhooks/${id}`, { description: 'Taken' }],
    ['POST', `/webhooks/${id}/rotate`, {}],
    ['POST', `/webhooks/${id}/test`, {}],
    ['POST', `/webhooks/${id}/replay`, { since: 'x' }],
    ['GET', `/webhooks/${id}/deliveries`],
    ['POST', `/webhooks/${id}/deliveries/1/redeliver`, {}],
    ['DELETE', `/webhooks/${id}`],
  ]
  for (const [method, path, body] of operations(others.id)) {
    const answer = await server.request(method, path, { as: 'editor', body })
    assert.deepEqual([answer.status, answer.json['code']], [404, 'rest_webhook_not_found'], `${method} ${path}`)
  }
  const all = [['GET', '/webhooks'], ['POST', '/webhooks', { url: receiver.url }], ...operations(own.id)] as const
  for (const [method, path, body] of all) {
    for (const as of ['author', 'contributor', 'subscriber'] as const)
      assert.equal((await server.request(method, path, { as, body })).status, 403, `${as} ${method} ${path}`)
    assert.equal((await server.request(method, path, { body })).status, 401, `${method} ${path}`)
  }
  const { secret: token } = await addToken(server.app.database, 'editor', { label: 'reads', scope: 'read' })
  const headers = { authorization: `Bearer ${token}` }
  assert.equal((await server.request('GET', `/webhooks/${own.id}`, { headers })).status, 200)
  assert.equal((await server.request('POST', `/webhooks/${own.id}/rotate`, { headers, body: {} })).status, 403)
  const changed = await server.patch(`/webhooks/${own.id}`, { description: 'By an administrator' })
  assert.deepEqual([changed.json['description'], changed.json['owner']], ['By an administrator', server.ids.editor])
})

test('14.3.5 deliveries are listed, and can be repeated; only the owner sees the answers of the receiver', async (t) => {
  receiver.answer = (_, reply) => void reply.writeHead(200).end('z'.repeat(5_000))
  const { id } = await create(t)
  const answer = await server.post(`/webhooks/${id}/test`, {}, { as: 'editor' })
  assert.equal(answer.status, 202, answer.text)
  const { message } = await receiver.message(({ type }) => type === 'calendar.test')
  assert.deepEqual(message.data, { kind: null, id: null, version: null, record: null })
  const done = await settled(id)
  assert.deepEqual([done['state'], done['tries'], done['status'], done['error']], ['delivered', 1, 200, null])
  assert.equal(done['answer'], 'z'.repeat(1_024))
  assert.equal((await deliveries(id, 'admin'))[0]?.['answer'], null)
  const before = receiver.received.length
  const again = await server.post(`/webhooks/${id}/deliveries/${String(done['id'])}/redeliver`, {}, { as: 'editor' })
  assert.deepEqual([again.status, again.json['id'], again.json['state']], [202, done['id'], 'waiting'])
  await receiver.arrived(before + 1)
  const ids = receiver.received.slice(-2).map(({ headers }) => headers['webhook-id'])
  assert.equal(ids[0], ids[1], 'the message has the same id')
  assert.equal((await settled(id))['state'], 'delivered')
  assert.deepEqual(await deliveries(id, 'editor', '?state=failed'), [])
  assert.equal((await deliveries(id, 'editor', '?state=delivered&per_page=1')).length, 1)
})

test('14.3.5 changes since a cursor are sent again', async (t) => {
  receiver.answer = (_, reply) => void reply.writeHead(204).end()
  const { id } = await create(t, { events: ['event.created'] })
  const cursor = (await server.get('/changes?since=now', { as: 'editor' })).json['next']
  const made = await server.make('events', event('Replayed'))
  const isOf = ({ data }: { readonly data: { readonly id: number | null } }): boolean => data.id === made.id
  await receiver.message(isOf)
  await settled(id)
  const others = (await server.get('/changes?since=now', { as: 'author' })).json['next']
  assert.equal((await server.post(`/webhooks/${id}/replay`, { since: others }, { as: 'editor' })).status, 410)
  assert.equal((await server.post(`/webhooks/${id}/replay`, { since: cursor }, { as: 'editor' })).status, 202)
  await receiver.arrived(receiver.received.length + 1)
  assert.equal(receiver.received.filter(({ message }) => isOf(message)).length, 2)
})

test('14.3.1 a deleted webhook disappears with its deliveries', async () => {
  const { json } = await server.post('/webhooks', { url: receiver.url }, { as: 'editor' })
  const id = Number(json['id'])
  await server.post(`/webhooks/${id}/test`, {}, { as: 'editor' })
  assert.equal((await server.remove(`/webhooks/${id}`, { as: 'editor' })).json['id'], id)
  assert.equal((await server.get(`/webhooks/${id}`, { as: 'editor' })).status, 404)
})
