// The database goes away, comes back, stands still or loses connections: the service answers 503, lives on, and recovers by itself.
import assert from 'node:assert/strict'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { after, test, type TestContext } from 'node:test'
import { makeCluster } from '../support/cluster.ts'
import { freezable } from '../support/line.ts'
import { kalends } from '../support/process.ts'
import { adminToken, launch, logged, pause, rowsOf, statusOf, until, untilReady, type Launched } from './launch.ts'

const LIMIT = { timeout: 40_000 }
const CONNECT_MS = 1_000
const cluster = await makeCluster()
after(() => cluster.remove())
kalends(['migrate'], { DATABASE_URL: cluster.url })
const token = await adminToken(cluster.url)

for (const [way, url] of [
  ['over the network', cluster.url],
  ['over a socket in the file system', cluster.socket_url],
] as const)
  void test(`the database is unavailable ${way}: 503, live, and recovery within 5 s`, LIMIT, async (t) => {
    const server = await started(t, { DATABASE_URL: url })
    const load = startLoad(t, server)
    await pause(300)
    cluster.stop()
    t.after(() => cluster.start())
    const gone = performance.now()
    await pause(200)
    for (const [method, path] of [
      ['GET', '/events'],
      ['GET', '/organizers/1'],
      ['POST', '/organizers'],
      ['GET', '/me'],
    ] as const)
      await assertBusy(server, method, path, CONNECT_MS + 500)
    assert.equal(await statusOf(`${server.base}/livez`), 200)
    // The outcome of a check is shared for a second.
    await until('not ready', 3_000, async () => (await statusOf(`${server.base}/readyz`)) === 503)
    const ready = await fetch(`${server.base}/readyz`)
    assert.equal(ready.status, 503)
    assert.deepEqual(await ready.json(), {
      status: 'not ready',
      checks: { stopping: false, database: false, migrations: false, media: true },
    })
    assert.match(((await (await fetch(`${server.api}/organizers/1`)).json()) as { message: string }).message, /temporarily unavailable/)
    const entries = logged(server, ['error']).filter((line) => line.includes('"msg":"database unavailable"'))
    assert.ok(entries.length > 0, 'an outage is logged as an error that names the database')
    await pause(1_500)
    cluster.start()
    const ms = await until('reads and writes again', 5_000, async () => (await write(server)).status === 201)
    await pause(300)
    const seen = await load.end()
    const outage = Math.round(performance.now() - gone)
    t.diagnostic(
      `outage and recovery ${outage} ms, recovered ${Math.round(ms)} ms after the start, statuses ${JSON.stringify(seen.statuses)}`,
    )
    assertOnly(seen.statuses, ['200', '201', '503'])
    assert.ok(seen.slowestRead < CONNECT_MS + 1_000, `the slowest read took ${Math.round(seen.slowestRead)} ms`)
    // A write that was interrupted is answered when the database can tell its outcome (contract 21.1).
    assert.ok(seen.slowest < outage + 3_000, `the slowest write took ${Math.round(seen.slowest)} ms`)
    assert.ok(server.isRunning())
    assert.deepEqual(await missing(seen.acknowledged), [], 'no acknowledged write is lost')
  })

void test('backends that are killed under load cost a 503 each, and nothing else', LIMIT, async (t) => {
  const server = await started(t, { DATABASE_URL: cluster.url })
  const load = startLoad(t, server)
  let killed = 0
  for (let i = 0; i < 20; i += 1) {
    await pause(100)
    const rows = await rowsOf(cluster.url, `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kalends'`)
    killed += rows.length
  }
  await pause(300)
  const seen = await load.end()
  t.diagnostic(`${killed} backends killed, statuses ${JSON.stringify(seen.statuses)}`)
  assert.ok(killed > 20, `${killed} backends were killed`)
  assertOnly(seen.statuses, ['200', '201', '503'])
  assert.ok(server.isRunning())
  assert.equal((await write(server)).status, 201)
  assert.equal(await statusOf(`${server.base}/readyz`), 200)
  assert.deepEqual(await missing(seen.acknowledged), [])
})

void test('a frozen database: 503 within the time limit, and recovery when it continues', LIMIT, async (t) => {
  const line = await freezable(Number(new URL(cluster.url).port))
  t.after(() => line.close())
  const url = Object.assign(new URL(cluster.url), { port: String(line.port) }).href
  const server = await started(t, { DATABASE_URL: url, DATABASE_STATEMENT_TIMEOUT_MS: '1000', DATABASE_POOL_SIZE: '4' })
  assert.equal((await write(server)).status, 201)
  line.freeze()
  // The client's own limit is a second above the one the database keeps.
  const limit = 1_000 + 1_000 + 700
  await Promise.all([assertBusy(server, 'GET', '/events', limit), assertBusy(server, 'POST', '/organizers', limit + CONNECT_MS)])
  assert.equal(await statusOf(`${server.base}/livez`), 200)
  await assertBusy(server, 'GET', '/events', CONNECT_MS + limit)
  line.thaw()
  await until('reads and writes again', 5_000, async () => (await write(server)).status === 201)
  assert.ok(server.isRunning())
})

void test('a database that accepts the connection and does not respond: 503 within the time limit', LIMIT, async (t) => {
  const silent = createServer()
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const sockets = new Set<Socket>()
  silent.on('connection', (socket) => sockets.add(socket.on('error', () => undefined)))
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
  await assertUnreachable(t, `postgresql://x@127.0.0.1:${(silent.address() as AddressInfo).port}/x`)
})
void test('a database whose host name cannot be resolved: 503 within the time limit', LIMIT, (t) =>
  assertUnreachable(t, 'postgresql://x@no-such-host.invalid/x'),
)

async function started(t: TestContext, env: Readonly<Record<string, string>>): Promise<Launched> {
  const server = await launch({ DATABASE_CONNECT_TIMEOUT_MS: String(CONNECT_MS), ...env })
  t.after(() => server.kill())
  await untilReady(server, 15_000)
  return server
}

/** A server whose database cannot be reached from the start lives, and says 503. */
async function assertUnreachable(t: TestContext, url: string): Promise<void> {
  const server = await launch({ DATABASE_URL: url, MIGRATE_ON_START: 'false', DATABASE_CONNECT_TIMEOUT_MS: String(CONNECT_MS) })
  t.after(() => server.kill())
  await until('alive', 10_000, async () => (await statusOf(`${server.base}/livez`)) === 200)
  await assertBusy(server, 'GET', '/events', CONNECT_MS + 500)
  assert.equal(await statusOf(`${server.base}/readyz`), 503)
  assert.ok(server.isRunning())
}

let n = 0
async function write({ api }: Launched): Promise<{ status: number; organizer: string }> {
  const organizer = `outage ${process.pid} ${(n += 1)}`
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return { organizer, status: await statusOf(`${api}/organizers`, { method: 'POST', headers, body: JSON.stringify({ organizer }) }) }
}

/** 503 of our shape, with Retry-After, in time. */
async function assertBusy({ api }: Launched, method: string, path: string, limit_ms: number): Promise<void> {
  const start = performance.now()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(`${api}${path}`, { method, headers, ...(method === 'POST' && { body: '{"organizer":"nobody"}' }) })
  const text = await answer.text()
  const ms = performance.now() - start
  assert.equal(answer.status, 503, `${method} ${path}: ${text}`)
  assert.match(answer.headers.get('retry-after') ?? 'none', /^[1-9]\d?$/)
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  const { code, message, data } = JSON.parse(text) as { code: string; message: string; data: { status: number } }
  assert.deepEqual([code, data.status], ['rest_overloaded', 503])
  assert.match(message, /^The service is (overloaded|temporarily unavailable)\. Try again later\.$/)
  assert.ok(ms < limit_ms, `${method} ${path} took ${Math.round(ms)} ms of ${limit_ms}`)
}

interface Seen {
  readonly statuses: Readonly<Record<string, number>>
  readonly slowest: number
  readonly slowestRead: number
  /** Names of what was answered with 201. */
  readonly acknowledged: readonly string[]
}
/** Eight clients that read and write until told to end. */
function startLoad(t: TestContext, server: Launched): { end(): Promise<Seen> } {
  const statuses: Record<string, number> = {}
  const acknowledged: string[] = []
  let [slowest, slowestRead, ended] = [0, 0, false]
  const client = async (i: number): Promise<void> => {
    while (!ended) {
      const start = performance.now()
      const reading = i % 2 === 0
      const { status, organizer } = reading ? { status: await statusOf(`${server.api}/organizers`), organizer: '' } : await write(server)
      statuses[status] = (statuses[status] ?? 0) + 1
      slowest = Math.max(slowest, performance.now() - start)
      if (reading) slowestRead = Math.max(slowestRead, performance.now() - start)
      if (status === 201) acknowledged.push(organizer)
      await pause(5)
    }
  }
  const clients = Array.from({ length: 8 }, (_, i) => client(i))
  t.after(() => {
    ended = true
  })
  return {
    end: async () => {
      ended = true
      await Promise.all(clients)
      return { statuses, slowest, slowestRead, acknowledged }
    },
  }
}
const assertOnly = (statuses: Readonly<Record<string, number>>, allowed: readonly string[]): void =>
  assert.deepEqual(
    Object.keys(statuses).filter((status) => !allowed.includes(status)),
    [],
    JSON.stringify(statuses),
  )
/** Those of the names that are not in the database. */
async function missing(names: readonly string[]): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    cluster.url,
    'select n.name from unnest($1::text[]) n(name) where not exists (select 1 from organizer_texts t where t.organizer = n.name)',
    [names],
  )
  return rows.map(({ name }) => name)
}
