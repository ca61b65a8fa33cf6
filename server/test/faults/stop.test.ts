// Stopping: whoever was let in is answered whole, nobody fails before the listener closes, and the process ends in time with 0.
import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { test, type TestContext } from 'node:test'
import { freshDatabase } from '../support/database.ts'
import { adminToken, launch, logged, pause, rowsOf, statusOf, until, untilReady, within, type Launched } from './launch.ts'

const LIMIT = { timeout: 120_000 }
const CLIENTS = 32

void test('SIGTERM under load: every response is complete, no request fails before the listener closes, exit code 0', LIMIT, async (t) => {
  const { server, token, url } = await started(t, { SHUTDOWN_DELAY_MS: '1000' })
  const load = startLoad(server, token)
  t.after(load.end)
  await until('all clients were answered', 60_000, () => load.results.length > 10 * CLIENTS)
  server.child.kill('SIGTERM')
  const signalled = performance.now()
  await pause(150)
  const ready = await fetch(`${server.base}/readyz`)
  assert.equal(ready.status, 503, 'balancers are told to look elsewhere')
  assert.deepEqual(await ready.json(), { status: 'not ready', checks: { stopping: true, database: true, migrations: true, media: true } })
  assert.equal(await statusOf(`${server.base}/livez`), 200, 'nobody restarts what is stopping')
  const code = await within('the process ends', 11_500, server.ended)
  const took = performance.now() - signalled
  load.end()
  await load.ended
  assert.equal(code, 0, server.stderr())
  assert.ok(took >= 1_000, `it listened on for ${Math.round(took)} ms`)
  assert.deepEqual(logged(server, ['warn', 'error', 'fatal']), [])

  const answered = load.results.filter(({ status }) => status > 0)
  const refused = load.results.filter(({ code: why }) => why === 'ECONNREFUSED')
  const failed = load.results.filter(({ code: why }) => why !== '' && why !== 'ECONNREFUSED')
  t.diagnostic(
    `${answered.length} answered, ${answered.filter(({ at }) => at > signalled).length} of them after the signal, ` +
      `${refused.length} refused, ${failed.length} failed otherwise; ended ${Math.round(took)} ms after the signal`,
  )
  assert.deepEqual([...new Set(answered.map(({ status }) => status))].sort(), [200, 201])
  assert.ok(
    answered.every(({ whole }) => whole),
    'every answer is whole',
  )
  assert.ok(refused.length > 0, 'the load went on to the end')
  const closed = Math.min(...refused.map(({ at }) => at))
  assert.deepEqual(
    failed.map(
      ({ code: why, fresh, at }) =>
        `${why} on a ${fresh ? 'fresh' : 'kept'} connection, ${Math.round(closed - at)} ms before the first refusal`,
    ),
    [],
    'nobody fails otherwise than by being refused',
  )
  // The database contains exactly the writes that clients saw confirmed.
  const made = await rowsOf<{ name: string }>(url, 'select organizer as name from organizer_texts order by 1')
  const told = answered.flatMap(({ status, name }) => (status === 201 ? [name] : []))
  assert.deepEqual(made.map(({ name }) => name).sort(), told.sort())
  const lines = server
    .stdout()
    .split('\n')
    .filter((line) => line.includes('"msg":"request completed"') && line.includes('/organizers"'))
  assert.equal(lines.length, answered.length, 'as many answers arrived as were sent')
})

void test('requests that are running at the signal complete, and the process exits after the last of them', LIMIT, async (t) => {
  const { server, token, url } = await started(t, { DATABASE_LOCK_TIMEOUT_MS: '4500' })
  const holding = rowsOf(url, 'begin; lock table organizers in access exclusive mode; select pg_sleep(2.4); commit')
  await pause(200)
  const [read, write] = [statusOf(`${server.api}/organizers`), statusOf(`${server.api}/organizers`, writing(token, 'late'))]
  await pause(200)
  server.child.kill('SIGTERM')
  assert.deepEqual(await Promise.all([read, write]), [200, 201])
  assert.equal(await within('the process ends', 2_000, server.ended), 0)
  await holding
})

void test('connections without a request do not delay the shutdown', LIMIT, async (t) => {
  const { server } = await started(t, { HEADERS_TIMEOUT_MS: '1000', REQUEST_TIMEOUT_MS: '1500', SHUTDOWN_TIMEOUT_MS: '5000' })
  const silent = connect(server.port, '127.0.0.1')
  const half = connect(server.port, '127.0.0.1', () => half.write('GET /livez HTTP/1.1\r\nhost: x\r\n'))
  for (const socket of [silent, half]) {
    socket.on('error', () => undefined)
    t.after(() => socket.destroy())
  }
  await pause(200)
  server.child.kill('SIGTERM')
  const start = performance.now()
  const code = await within('the process ends', 8_000, server.ended)
  assert.equal(code, 0, `after ${Math.round(performance.now() - start)} ms: ${logged(server, ['error']).join()}`)
  assert.ok(performance.now() - start < 3_000, 'silence is cut off when its time is up')
})

void test('a request that does not end is given up after the timeout, with exit code 1', LIMIT, async (t) => {
  const { server, token, url } = await started(t, { SHUTDOWN_TIMEOUT_MS: '500' })
  const holding = rowsOf(url, 'begin; lock table organizers in access exclusive mode; select pg_sleep(1.9); commit')
  await pause(200)
  const write = statusOf(`${server.api}/organizers`, writing(token, 'too late'))
  await pause(200)
  server.child.kill('SIGTERM')
  assert.equal(await within('the process ends', 1_500, server.ended), 1)
  assert.equal(await write, 0)
  await holding
})

async function started(t: TestContext, env: Readonly<Record<string, string>>): Promise<{ server: Launched; token: string; url: string }> {
  const { url, drop } = await freshDatabase()
  t.after(drop)
  const token = await adminToken(url)
  const server = await launch({ DATABASE_URL: url, ...env })
  t.after(() => server.kill())
  await untilReady(server, 15_000)
  return { server, token, url }
}
const writing = (token: string, organizer: string) => ({
  method: 'POST',
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  body: JSON.stringify({ organizer }),
})

interface Result {
  /** When it was over. */
  readonly at: number
  /** 0 when no answer came. */
  readonly status: number
  readonly whole: boolean
  /** Why there was no answer, or none that was whole. */
  readonly code: string
  /** Whether the connection was made for it. */
  readonly fresh: boolean
  readonly name: string
}
/** Clients that each keep one connection, read and write in turn, and connect anew when told that it closes. */
function startLoad(server: Launched, token: string): { results: Result[]; end(): void; ended: Promise<unknown> } {
  const results: Result[] = []
  let isOver = false
  const client = async (i: number): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let n = 0; !isOver; n += 1) {
      const result = await sendRequest(agent, server, token, (i + n) % 2 === 0 ? null : `load ${i} ${n}`)
      results.push(result)
      if (result.code === 'ECONNREFUSED') await pause(50)
    }
    agent.destroy()
  }
  const ended = Promise.all(Array.from({ length: CLIENTS }, (_, i) => client(i)))
  return {
    results,
    ended,
    end: () => {
      isOver = true
    },
  }
}

/** One request: a read, or the write of a name. */
const sendRequest = (agent: Agent, { api }: Launched, token: string, name: string | null): Promise<Result> =>
  new Promise((resolve) => {
    const { method, headers, body } = name === null ? { method: 'GET', headers: {}, body: '' } : writing(token, name)
    let status = 0
    const over = (whole: boolean, code: string): void =>
      resolve({ at: performance.now(), status, whole, code, fresh: !sent.reusedSocket, name: name ?? '' })
    const sent = request(`${api}/organizers`, { agent, method, headers: { ...headers, 'content-length': Buffer.byteLength(body) } })
    sent.on('response', (answer) => {
      status = answer.statusCode ?? 0
      let text = ''
      answer.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
      answer.on('error', (error: NodeJS.ErrnoException) => over(false, error.code ?? error.message))
      answer.on('end', () => over(answer.complete && Number(answer.headers['content-length']) === text.length, ''))
    })
    sent.on('error', (error: NodeJS.ErrnoException) => over(false, error.code ?? error.message))
    sent.end(body)
  })
