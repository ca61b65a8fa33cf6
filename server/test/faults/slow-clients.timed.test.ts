// Clients that drip, stall, flood or talk nonsense: each is cut off in time with an answer of our shape, and nobody beside them notices.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { after, test, type TestContext } from 'node:test'
import { freshDatabase } from '../support/database.ts'
import { NS } from '../support/server.ts'
import { adminToken, exchange, launch, logged, pause, statusOf, untilReady, type Launched, type RawAnswer } from './launch.ts'

const LIMIT = { timeout: 30_000 }
const HEADERS_MS = 1_500
const REQUEST_MS = 2_500
const SLACK_MS = 1_500
const database = await freshDatabase()
const token = await adminToken(database.url)
const server = await launch({
  DATABASE_URL: database.url,
  HEADERS_TIMEOUT_MS: String(HEADERS_MS),
  REQUEST_TIMEOUT_MS: String(REQUEST_MS),
})
/** One that has room for few requests at a time. */
const small = await launch({ DATABASE_URL: database.url, MAX_IN_FLIGHT: '20' })
after(async () => {
  await Promise.all([server.kill(), small.kill()])
  await database.drop()
})
await Promise.all([untilReady(server, 20_000), untilReady(small, 20_000)])
const { port } = server
const POST = `POST ${NS}/organizers HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n`

void test(
  'who says nothing, drips headers or drips a body is cut off with 408, and honest requests beside them succeed',
  LIMIT,
  async (t) => {
    const honest = startHonest(t)
    const [silent, headers, body, chunked] = await Promise.all([
      exchange(port, () => undefined),
      exchange(port, (socket) => drip(socket, `GET ${NS}/organizers HTTP/1.1\r\nhost: x\r\n`, 'x-slow: 1\r\n')),
      exchange(port, (socket) => drip(socket, `${POST}content-length: 1000\r\n\r\n{"organizer":"`, 'a')),
      exchange(port, (socket) => drip(socket, `${POST}transfer-encoding: chunked\r\n\r\n`, '1\r\na\r\n')),
    ])
    const seen = await honest.end()
    for (const [answer, limit] of [
      [silent, HEADERS_MS],
      [headers, HEADERS_MS],
      [body, REQUEST_MS],
      [chunked, REQUEST_MS],
    ] as const) {
      assertRefusal(answer, 408, 'rest_timeout')
      assert.ok(answer.ms >= limit - 100 && answer.ms < limit + SLACK_MS, `cut off after ${Math.round(answer.ms)} ms, of ${limit}`)
    }
    assertHonest(seen)
  },
)

void test('a client that never reads its responses does not block others', LIMIT, async (t) => {
  // The document is built once, at the first request.
  assert.equal(await statusOf(`${server.api}/doc`), 200)
  const honest = startHonest(t)
  const stalled = Array.from({ length: 20 }, () => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.pause()
      socket.write(`GET ${NS}/doc HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(4))
    })
    return socket.on('error', () => undefined)
  })
  t.after(() => stalled.forEach((socket) => socket.destroy()))
  await pause(1_500)
  assertHonest(await honest.end())
  assert.ok(server.isRunning())
})

void test('a client that sends many requests and never reads exhausts neither the limits nor memory', LIMIT, async (t) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ venue: 'Long', description: `<p>${long(190_000)}</p>` })
  const made = await Promise.all(Array.from({ length: 8 }, () => statusOf(`${server.api}/venues`, { method: 'POST', headers, body })))
  assert.deepEqual(
    made,
    made.map(() => 201),
  )
  const before = await memoryOf(server)
  for (const { port: to } of [small, server]) {
    const socket = connect(to, '127.0.0.1', () => {
      socket.pause()
      // Each answer has 1.5 MB.
      socket.write(`GET ${NS}/venues HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(100))
    })
    socket.on('error', () => undefined)
    t.after(() => socket.destroy())
  }
  await pause(2_000)
  for (const { api } of [small, server]) assert.equal(await statusOf(`${api}/organizers`), 200)
  const grown = (await memoryOf(server)) - before
  t.diagnostic(`${Math.round(grown)} MiB more for 5 kB that were sent`)
  assert.ok(grown < 80, `it holds ${Math.round(grown)} MiB more for 5 kB that were sent`)
})

void test('a client that disconnects before its response frees its place', LIMIT, async () => {
  for (const [what, request] of [
    ['in the middle of his body', `${POST}content-length: 1000\r\n\r\n{"organizer":"`],
    ['before a long answer', get('/doc')],
    ['before a short answer', get('/organizers')],
  ] as const) {
    const gone = Array.from({ length: 40 }, () => exchange(small.port, (socket) => socket.write(request, () => socket.resetAndDestroy())))
    await Promise.all(gone)
    await pause(300)
    assert.equal(await statusOf(`${small.api}/organizers`), 200, `after some who went away ${what}`)
  }
})

void test('a client that disconnects while sending its body causes no server error', LIMIT, async () => {
  for (let i = 0; i < 5; i += 1) {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${POST}content-length: 1000\r\n\r\n{"organizer":"`))
    socket.on('error', () => undefined)
    await pause(100)
    socket.destroy()
  }
  await pause(300)
  const blamed = logged(server, ['error', 'fatal']).filter((line) => line.includes('aborted'))
  assert.deepEqual(blamed.slice(0, 3), [])
})

const MIB = 1_048_576
const long = (length: number): string => 'a'.repeat(length)
const REFUSED: readonly (readonly [name: string, bytes: string, status: number, code: string])[] = [
  ['headers above the limit', get('/organizers', `x-large: ${long(17_000)}\r\n`), 431, 'rest_headers_too_large'],
  ['many headers above the limit', get('/organizers', `x-large: ${long(100)}\r\n`.repeat(170)), 431, 'rest_headers_too_large'],
  ['headers far above the limit', get('/organizers', `x-large: ${long(100_000)}\r\n`), 431, 'rest_headers_too_large'],
  ['an address above the limit', get(`/organizers?search=${long(9_000)}`), 414, 'rest_uri_too_long'],
  ['an address above the limit, of nothing', get(`/${long(9_000)}`), 414, 'rest_uri_too_long'],
  ['an address as long as headers may be', get(`/organizers?search=${long(20_000)}`), 414, 'rest_uri_too_long'],
  ['a body declared above the limit', `${POST}content-length: ${MIB + 1}\r\n\r\n`, 413, 'rest_body_too_large'],
  ['a body sent above the limit', `${POST}content-length: ${2 * MIB}\r\n\r\n${long(2 * MIB)}`, 413, 'rest_body_too_large'],
  ['a chunked body above the limit', `${POST}transfer-encoding: chunked\r\n\r\n${chunks(2 * MIB)}`, 413, 'rest_body_too_large'],
  ['no HTTP at all', 'hello\r\n\r\n', 400, 'rest_bad_url'],
  ['the start of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, 'rest_bad_url'],
  ['the start of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'rest_bad_url'],
  ['a method nobody knows', get('/organizers').replace('GET', 'FETCH'), 400, 'rest_bad_url'],
  ['a version nobody knows', get('/organizers').replace('HTTP/1.1', 'HTTP/9.9'), 400, 'rest_bad_url'],
  ['a header without a name', get('/organizers', ': x\r\n'), 400, 'rest_bad_url'],
  ['a header with a line break in it', get('/organizers', 'x: a\rb\r\n'), 400, 'rest_bad_url'],
  ['no Host', `GET ${NS}/organizers HTTP/1.1\r\nconnection: close\r\n\r\n`, 400, 'rest_bad_url'],
  ['a length that is none', `${POST}content-length: x\r\n\r\n`, 400, 'rest_bad_url'],
  ['two lengths', `${POST}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`, 400, 'rest_bad_url'],
  ['a length and chunks', `${POST}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`, 400, 'rest_bad_url'],
  ['a chunk whose size is none', `${POST}transfer-encoding: chunked\r\n\r\nzz\r\n`, 400, 'rest_bad_url'],
]
for (const [name, bytes, status, code] of REFUSED)
  void test(`${name}: ${status}, of our shape, not to be stored`, LIMIT, async (t) => {
    const honest = startHonest(t)
    assertRefusal(await exchange(port, (socket) => socket.write(bytes, 'latin1')), status, code)
    assertHonest(await honest.end())
  })
void test('malformed requests did not harm the server', () => {
  assert.ok(server.isRunning())
  assert.deepEqual(logged(server, ['fatal']), [])
})

function get(path: string, headers = ''): string {
  return `GET ${NS}${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers}\r\n`
}
function chunks(bytes: number): string {
  return `${`4000\r\n${long(0x4000)}\r\n`.repeat(bytes / 0x4000)}0\r\n\r\n`
}

/** MiB that a server holds; where that cannot be known, none. */
async function memoryOf({ child }: Launched): Promise<number> {
  const text = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) / 1024
}

/** Sends the beginning at once, and then a little every 200 ms for as long as it is let. */
function drip(socket: Socket, beginning: string, little: string): void {
  socket.write(beginning)
  const timer = setInterval(() => socket.writable && socket.write(little), 200)
  socket.once('close', () => clearInterval(timer))
}

function assertRefusal({ status, headers, body }: RawAnswer, expected: number, code: string): void {
  assert.equal(status, expected, body)
  assert.match(headers['content-type'] ?? 'none', /^application\/json/, body)
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(Number(headers['content-length']), Buffer.byteLength(body))
  const { code: told, message, data } = JSON.parse(body) as { code: string; message: string; data: { status: number } }
  assert.deepEqual([told, typeof message, data.status], [code, 'string', expected])
}

interface Honest {
  readonly statuses: readonly number[]
  readonly slowest: number
}
/** Two clients that behave, one reading and one writing. */
function startHonest(t: TestContext): { end(): Promise<Honest> } {
  const statuses: number[] = []
  let [slowest, isOver] = [0, false]
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const client = async (sendRequest: (n: number) => Promise<number>): Promise<void> => {
    for (let n = 0; n === 0 || !isOver; n += 1) {
      const start = performance.now()
      statuses.push(await sendRequest(n))
      slowest = Math.max(slowest, performance.now() - start)
      await pause(20)
    }
  }
  const both = Promise.all([
    client(() => statusOf(`${server.api}/organizers`)),
    client((n) => statusOf(`${server.api}/organizers`, { method: 'POST', headers, body: JSON.stringify({ organizer: `honest ${n}` }) })),
  ])
  t.after(() => {
    isOver = true
  })
  return {
    end: async () => {
      isOver = true
      await both
      return { statuses, slowest }
    },
  }
}
function assertHonest({ statuses, slowest }: Honest): void {
  assert.deepEqual([...new Set(statuses)].sort(), [200, 201])
  assert.ok(slowest < 1_500, `the slowest honest answer took ${Math.round(slowest)} ms`)
}
