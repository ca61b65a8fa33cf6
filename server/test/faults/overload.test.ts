// One client that asks for too much, in the real process: it waits or gets 503, and others are served. Locked tables stand for slow statements.
import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { after, test, type TestContext } from 'node:test'
import pg from 'pg'
import { freshDatabase } from '../support/database.ts'
import { NS } from '../support/server.ts'
import { adminToken, launch, pause, rowsOf, statusOf, until, untilReady } from './launch.ts'

const LIMIT = { timeout: 60_000 }
const WAIT_MS = 700
const HANDLER_MS = 2_500
const database = await freshDatabase()
const token = await adminToken(database.url)
const server = await launch({
  DATABASE_URL: database.url,
  MAX_IN_FLIGHT: '20',
  CONCURRENCY_ANONYMOUS: '2',
  CONCURRENCY_CALLER: '12',
  CONCURRENCY_QUEUE: '3',
  CONCURRENCY_WAIT_MS: String(WAIT_MS),
  CONCURRENCY_BODIES: '40',
  CONCURRENCY_SEARCHES: '2',
  DATABASE_POOL_SIZE: '5',
  DATABASE_RESERVED: '2',
  HANDLER_TIMEOUT_MS: String(HANDLER_MS),
  DATABASE_STATEMENT_TIMEOUT_MS: '8000',
  DATABASE_LOCK_TIMEOUT_MS: '8000',
  DATABASE_CONNECT_TIMEOUT_MS: '8000',
  EVENT_LOOP_DELAY_MS: '200',
})
after(async () => {
  await server.kill()
  await database.drop()
})
await untilReady(server, 30_000)
const { api, base, port } = server
const AUTHORIZED = { authorization: `Bearer ${token}` }
const JSON_BODY = { ...AUTHORIZED, 'content-type': 'application/json' }
const post = (path: string, body: unknown, headers = {}): Promise<number> =>
  statusOf(`${api}${path}`, { method: 'POST', headers: { ...JSON_BODY, ...headers }, body: JSON.stringify(body) })

/** Locks a table until `unlock`, so that statements on it wait. */
async function lock(t: TestContext, table: string): Promise<{ unlock(): Promise<void> }> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  let isOpen = true
  const unlock = async (): Promise<void> => {
    if (isOpen) await client.end()
    isOpen = false
  }
  t.after(unlock)
  await client.query(`begin; lock table ${table} in access exclusive mode`)
  return { unlock }
}
/** Connections of the server's pool that wait for a lock. */
const countBlocked = async (): Promise<number> => {
  const [row] = await rowsOf<{ count: number }>(
    database.url,
    `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return row?.count ?? 0
}
interface Timed {
  readonly status: number
  readonly retryAfter: string | null
  readonly ms: number
}
async function timed(url: string, init: RequestInit = {}): Promise<Timed> {
  const start = performance.now()
  const response = await fetch(url, { signal: AbortSignal.timeout(20_000), ...init })
  await response.arrayBuffer()
  return { status: response.status, retryAfter: response.headers.get('retry-after'), ms: performance.now() - start }
}
const assertBusy = ({ status, retryAfter }: Timed): void => {
  assert.equal(status, 503)
  assert.match(retryAfter ?? 'none', /^\d+$/)
}

/** Sends the head of a write, and a part of its body. */
function openBody(): Socket {
  const head = `POST ${NS}/organizers HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n`
  const socket = connect(port, '127.0.0.1', () => socket.write(`${head}content-length: 1000\r\n\r\n{"organizer":"`))
  return socket.on('error', () => undefined)
}

void test('11.2 bodies that arrive slowly take no place from others, and one client sends only so many', LIMIT, async (t) => {
  let refused = 0
  const open = (): Socket =>
    openBody().on('data', (chunk: Buffer) => {
      if (/^HTTP\/1.1 503/.test(chunk.toString())) refused += 1
    })
  const sockets = Array.from({ length: 60 }, open)
  t.after(() => sockets.forEach((socket) => socket.destroy()))
  await until('the bodies beyond the limit are refused', 30_000, () => refused === 20)
  const reads = await Promise.all(Array.from({ length: 4 }, (_, i) => statusOf(`${api}/organizers?per_page=${i + 1}`)))
  assert.deepEqual(reads, [200, 200, 200, 200])
  assert.equal(await post('/tags', { name: 'beside slow bodies' }), 503, 'the same client sends too many bodies')
  sockets.forEach((socket) => socket.destroy())
  await until('the places for bodies are free again', 5_000, async () => (await post('/tags', { name: 'after slow bodies' })) === 201)
})

void test('11.2 clients that leave while they are identified hold no places for bodies', LIMIT, async (t) => {
  const { unlock } = await lock(t, 'credentials')
  const sockets = Array.from({ length: 50 }, openBody)
  await until('they are looked up', 30_000, async () => (await countBlocked()) === 5)
  await pause(200)
  sockets.forEach((socket) => socket.destroy())
  await pause(200)
  await unlock()
  await until('writes are taken', 5_000, async () => (await post('/tags', { name: 'after clients that left' })) === 201)
})

void test(
  '11.2 a client beyond its places waits in order, then gets 503; caches, health and other clients do not notice',
  LIMIT,
  async (t) => {
    assert.equal(await statusOf(`${api}/organizers`), 200)
    const { unlock } = await lock(t, 'occurrences')
    const running = [1, 2].map((n) => timed(`${api}/events?per_page=${n}`))
    await until('two are worked on', 30_000, async () => (await countBlocked()) === 2)
    const waiting = [3, 4, 5].map((n) => timed(`${api}/events?per_page=${n}`))
    await pause(100)
    const refused = await timed(`${api}/events?per_page=6`)
    assertBusy(refused)
    assert.ok(refused.ms < WAIT_MS, `the queue is full, but this took ${refused.ms} ms`)
    assert.equal(await statusOf(`${api}/organizers`), 200, 'a response from the cache')
    assert.equal(await statusOf(`${api}/tags`, { headers: AUTHORIZED }), 200, 'another client')
    assert.equal(await statusOf(`${base}/livez`), 200)
    assert.equal(await countBlocked(), 2)
    for (const each of await Promise.all(waiting)) {
      assertBusy(each)
      assert.ok(each.ms > WAIT_MS / 2, `waited ${each.ms} ms`)
    }
    await unlock()
    for (const { status } of await Promise.all(running)) assert.equal(status, 200)
    assert.equal(await statusOf(`${api}/events?per_page=7`), 200)
  },
)

void test('11.2 reads that wait for the database leave connections to writes, and /readyz has its own', LIMIT, async (t) => {
  const { unlock } = await lock(t, 'occurrences')
  const reads = Array.from({ length: 8 }, (_, i) => timed(`${api}/events?per_page=${i + 1}`, { headers: AUTHORIZED }))
  await until('all connections for reads are taken', 30_000, async () => (await countBlocked()) >= 3)
  await pause(100)
  assert.equal(await countBlocked(), 3)
  assert.equal(await post('/organizers', { organizer: 'written beside slow reads' }), 201)
  const checks = await Promise.all(Array.from({ length: 30 }, () => statusOf(`${base}/readyz`)))
  assert.deepEqual([...new Set(checks)], [200])
  await unlock()
  for (const { status } of await Promise.all(reads)) assert.equal(status, 200)
})

void test('11.2 a read beyond its deadline is 503, stops there, and gives its place back', LIMIT, async (t) => {
  const { unlock } = await lock(t, 'occurrences')
  const late = await Promise.all([1, 2].map((n) => timed(`${api}/events?per_page=${n}`)))
  for (const each of late) {
    assertBusy(each)
    assert.ok(each.ms >= HANDLER_MS && each.ms < HANDLER_MS + 4_000, `${each.ms} ms`)
  }
  assert.equal(await statusOf(`${api}/tags?per_page=3`), 200)
  await unlock()
})

void test('11.2 a write beyond its deadline is rolled back completely or reported as successful', LIMIT, async (t) => {
  const names = { plain: `late ${process.pid} plain`, keyed: `late ${process.pid} keyed` }
  const { unlock } = await lock(t, 'organizers')
  const plain = post('/organizers', { organizer: names.plain })
  const keyed = post('/organizers', { organizer: names.keyed }, { 'idempotency-key': `late-${process.pid}` })
  await pause(HANDLER_MS + 500)
  await unlock()
  const statuses = { plain: await plain, keyed: await keyed }
  const found = await rowsOf<{ organizer: string }>(database.url, `select organizer from organizer_texts where organizer like 'late %'`)
  const stored = found.map(({ organizer }) => organizer)
  assert.equal(statuses.keyed, 503, 'its next statement was not sent')
  for (const each of ['plain', 'keyed'] as const)
    assert.equal(stored.includes(names[each]), statuses[each] === 201, `${each}: ${statuses[each]}`)
})

void test('11.2 searches of the whole calendar have few places, of which one client gets half', LIMIT, async (t) => {
  const { unlock } = await lock(t, 'event_texts')
  const search = (query: string) => timed(`${api}/events?search=word&${query}`, { headers: AUTHORIZED })
  const first = search('per_page=1')
  await until('it is worked on', 30_000, async () => (await countBlocked()) === 1)
  const second = await search('per_page=2')
  assertBusy(second)
  assert.ok(second.ms > WAIT_MS / 2 && second.ms < HANDLER_MS, `${second.ms} ms`)
  const narrow = search('venue=1')
  await pause(WAIT_MS)
  await unlock()
  assert.deepEqual([(await first).status, (await narrow).status], [200, 200])
})

void test(
  '11.2 a process whose event loop is late for seconds refuses requests, but for health checks, files and the cache',
  LIMIT,
  async (t) => {
    assert.equal(await statusOf(`${api}/organizers`), 200)
    // Stopped most of the time: what a process does that is kept busy by something else.
    let isOver = false
    const stall = (async () => {
      while (!isOver) {
        server.child.kill('SIGSTOP')
        await pause(500)
        server.child.kill('SIGCONT')
        await pause(20)
      }
    })()
    t.after(() => {
      isOver = true
      server.child.kill('SIGCONT')
    })
    let n = 0
    const read = (): Promise<number> => statusOf(`${api}/venues?slug=never-cached-${(n += 1)}`)
    const ms = await until('requests are refused', 15_000, async () => (await read()) === 503)
    t.diagnostic(`refused after ${Math.round(ms)} ms`)
    const [refused, cached, alive, file] = await Promise.all([
      timed(`${api}/venues?per_page=8`),
      timed(`${api}/organizers`),
      timed(`${base}/livez`),
      timed(`${base}/docs/assets/icon.svg`),
    ])
    assertBusy(refused)
    assert.deepEqual([cached.status, alive.status, file.status], [200, 200, 200])
    isOver = true
    await stall
    await until('requests are served again', 10_000, async () => (await read()) === 200)
  },
)
