// Connections that are lost during a commit: the answer says what the database has, and 503 `rest_outcome_unknown` only if nobody can tell.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { pause, rowsOf, until } from '../faults/launch.ts'
import { makeCluster } from '../support/cluster.ts'
import { connected, portOf, throughPort } from '../support/database.ts'
import { testServer, unique, type Answer } from '../support/server.ts'
import { cuttingProxy } from './cutting-proxy.ts'

const HANDLER_MS = 3_000
const cluster = await makeCluster()
after(() => cluster.remove())
const proxy = await cuttingProxy(portOf(cluster.url))
after(() => proxy.close())
const server = await testServer(
  { DATABASE_URL: throughPort(cluster.url, proxy.port), HANDLER_TIMEOUT_MS: String(HANDLER_MS) },
  undefined,
  false,
)
const COMMIT = 'commit\0'
const INSERT = 'insert into "organizers"'
const rows = (text: string): Promise<Record<string, unknown>[]> => rowsOf(cluster.url, text)
const organizer = () => server.make('organizers', { organizer: unique() })
const is = (answer: Answer, status: number, code?: string): void =>
  assert.deepEqual([answer.status, answer.json['code']], [status, code], answer.text)
const nameOf = async (id: number): Promise<unknown> =>
  (await rows(`select organizer from organizer_texts where id = ${id}`))[0]?.['organizer']

void test('21.1 a write whose commit took place is acknowledged although its connection was lost', async () => {
  const { id } = await organizer()
  const name = unique()
  proxy.cut('after', COMMIT)
  const answer = await server.patch(`/organizers/${id}`, { organizer: name })
  is(answer, 200)
  assert.deepEqual([answer.json['organizer'], answer.headers.get('x-record-version'), await nameOf(id)], [name, '2', name])
})
void test('21.1 a create that is one statement is acknowledged although its connection was lost', async () => {
  const name = unique()
  proxy.cut('after', INSERT)
  const answer = await server.post('/organizers', { organizer: name })
  is(answer, 201)
  const found = await rows(`select id from organizer_texts where organizer = '${name}'`)
  assert.deepEqual(found, [{ id: String(answer.json['id']) }])
})
void test('21.1 a write whose commit did not take place is 503, and nothing is stored', async () => {
  const { id, organizer: before } = await organizer()
  proxy.cut('before', COMMIT)
  const answer = await server.patch(`/organizers/${id}`, { organizer: unique() })
  is(answer, 503, 'rest_overloaded')
  assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d?$/)
  assert.equal(await nameOf(id), before)
})
void test('21.2 a write whose outcome cannot be found out is 503 rest_outcome_unknown within the deadline', async () => {
  const { id } = await organizer()
  const name = unique()
  proxy.cut('after', COMMIT, HANDLER_MS + 500)
  const start = performance.now()
  const answer = await server.patch(`/organizers/${id}`, { organizer: name }, { headers: { 'if-match': '"1"' } })
  is(answer, 503, 'rest_outcome_unknown')
  assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d?$/)
  assert.ok(performance.now() - start < HANDLER_MS + 5_000)
  await until('connections are accepted', 10_000, async () => (await server.get(`/organizers/${id}`)).status === 200)
  is(await server.patch(`/organizers/${id}`, { organizer: name }, { headers: { 'if-match': '"1"' } }), 412, 'rest_precondition_failed')
  assert.equal(await nameOf(id), name)
})
void test('21.2 a create without a key that is not found is 503 rest_outcome_unknown', async () => {
  proxy.cut('before', INSERT)
  const answer = await server.post('/organizers', { organizer: unique() })
  is(answer, 503, 'rest_outcome_unknown')
})
void test('21.2 a create that was stored is 503 rest_outcome_unknown if it cannot be read afterwards', async () => {
  const name = unique()
  proxy.cut('answered', INSERT, 500)
  const answer = await server.post('/organizers', { organizer: name })
  is(answer, 503, 'rest_outcome_unknown')
  assert.equal((await rows(`select id from organizer_texts where organizer = '${name}'`)).length, 1)
  await until('connections are accepted', 10_000, async () => (await server.get('/organizers')).status === 200)
})
void test('7.19 21.2 a batch that stored operations before its deadline is 503 rest_outcome_unknown, and one that stored none rest_overloaded', async () => {
  const { id } = await organizer()
  const change = { id: 'change', method: 'PATCH', path: `/organizers/${id}`, body: { organizer: unique() } }
  const name = unique()
  const create = { id: 'create', method: 'POST', path: '/organizers', body: { organizer: name } }
  for (const [operations, code] of [
    [[create, change], 'rest_outcome_unknown'],
    [[change], 'rest_overloaded'],
  ] as const) {
    const blocked = connected(cluster.url, async (client) => {
      await client.query(`begin; select 1 from organizers where id = ${id} for update`)
      // The statement that waits for the row ends after the deadline and before the request is abandoned.
      await pause(HANDLER_MS + 300)
    })
    await pause(50)
    is(await server.post('/batch', { operations }), 503, code)
    await blocked
  }
  assert.equal((await rows(`select id from organizer_texts where organizer = '${name}'`)).length, 1)
})
void test('21.3 a commit that was canceled while it waited for a standby is not acknowledged before a standby has it', async () => {
  const { id } = await organizer()
  const [changed, created] = [unique(), unique()]
  const writes: readonly (readonly [query: string, status: number, name: string, write: () => Promise<Answer>])[] = [
    ['commit', 200, changed, () => server.patch(`/organizers/${id}`, { organizer: changed })],
    [`%${INSERT}%`, 201, created, () => server.post('/organizers', { organizer: created })],
  ]
  for (const [query, status, name, write] of writes) {
    await rows(`alter system set synchronous_standby_names = 'nobody'`)
    await rows('select pg_reload_conf()')
    let answer: Answer | null = null
    const sent = write().then((given) => (answer = given))
    const waiting = `from pg_stat_activity where wait_event = 'SyncRep' and query like '${query}'`
    await until('the commit waits', 10_000, async () => (await rows(`select pid ${waiting}`)).length === 1)
    await rows(`select pg_cancel_backend(pid) ${waiting}`)
    await until('the cancel arrives', 10_000, async () => (await rows(`select pid ${waiting}`)).length === 0)
    await pause(300)
    assert.equal(answer, null)
    await rows('alter system reset synchronous_standby_names')
    await rows('select pg_reload_conf()')
    is(await sent, status)
    assert.equal(await nameOf(Number((await sent).json['id'])), name)
  }
})
