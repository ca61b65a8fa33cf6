// The log of a real process: one line per request with its ids, caller and cache result, and warnings about slow work.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import pg from 'pg'
import { freshDatabase } from '../support/database.ts'
import { startServer } from '../support/process.ts'
import { NS } from '../support/document.ts'

const database = await freshDatabase()
after(() => database.drop())
const server = await startServer({
  DATABASE_URL: database.url,
  LOG_LEVEL: 'debug',
  SLOW_STATEMENT_MS: '300',
  SLOW_REQUEST_MS: '300',
  RATE_LIMIT_ANONYMOUS: '1000',
})
after(() => server.stop())
const tokens = await server.makeCallers({ ada: 'administrator' })

type Line = Readonly<Record<string, unknown>>
const lines = (): Line[] =>
  server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)
/** Sends a request and returns its response and its line in the log. */
async function logged(path: string, init: RequestInit = {}): Promise<{ readonly response: Response; readonly line: Line }> {
  const response = await fetch(server.base + path, init)
  await response.text()
  const id = response.headers.get('x-request-id')
  for (let attempt = 0; attempt < 1_500; attempt += 1) {
    const line = lines().findLast(({ request_id, msg }) => request_id === id && String(msg).endsWith('request completed'))
    if (line) return { response, line }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  assert.fail(`no line for ${path} ${id}`)
}
const TAGS = `${NS}/tags`
const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

void test('a line names process, version, request, route, status, duration and client', async () => {
  const { line } = await logged(`${TAGS}/999999?password=hidden-word`)
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }
  const { pid, hostname, duration_ms, time, ...rest } = line
  assert.equal(pid, server.child.pid)
  assert.ok(typeof hostname === 'string' && hostname !== '')
  assert.ok(typeof duration_ms === 'number' && !Number.isNaN(Date.parse(String(time))))
  assert.match(String(rest['request_id']), UUID)
  const { request_id: _, ...known } = rest
  const expected = {
    level: 'info',
    version,
    method: 'GET',
    path: `${TAGS}/999999`,
    route: '/tags/{id}',
    status: 404,
    ip: '127.0.0.1',
    cache: 'bypass',
    msg: 'request completed',
  }
  assert.deepEqual(known, expected)
  assert.ok(!server.output().includes('hidden-word'))
})

void test('a valid X-Request-Id is used and returned, and any other is replaced', async () => {
  for (const id of ['a', 'job-7:step.2/x+y=', 'A_'.repeat(64)]) {
    const { response, line } = await logged(TAGS, { headers: { 'x-request-id': id } })
    assert.deepEqual([response.headers.get('x-request-id'), line['request_id']], [id, id])
  }
  for (const id of ['', 'two words', 'a"b', 'a{b}', 'é', 'x'.repeat(129), '<b>', 'a\tb', 'a,b'])
    for (const path of [TAGS, `${NS}/unknown`]) {
      const { response } = await logged(path, { headers: { 'x-request-id': id } })
      assert.match(response.headers.get('x-request-id') ?? '', UUID, JSON.stringify(id))
    }
})

void test('the trace id of a valid traceparent is logged', async () => {
  const trace = '0af7651916cd43dd8448eb211c80319c'
  const valid = [`00-${trace}-b7ad6b7169203331-01`, `cc-${trace}-b7ad6b7169203331-00-later`]
  for (const traceparent of valid) assert.equal((await logged(TAGS, { headers: { traceparent } })).line['trace_id'], trace, traceparent)
  const invalid = [
    'x',
    `ff-${trace}-b7ad6b7169203331-01`,
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `00-${trace.toUpperCase()}-b7ad6b7169203331-01`,
    `00-${trace}-b7ad6b7169203331-01x`,
  ]
  for (const traceparent of invalid)
    assert.equal((await logged(TAGS, { headers: { traceparent } })).line['trace_id'], undefined, traceparent)
})

void test('the log names the caller and the result of the cache, with one spelling of the route', async () => {
  const path = `${TAGS}?per_page=7`
  const { line: first } = await logged(path)
  assert.equal(first['cache'], 'miss')
  let hit: Line = {}
  for (let attempt = 0; attempt < 100 && hit['cache'] !== 'hit'; attempt += 1) hit = (await logged(path)).line
  assert.equal(hit['cache'], 'hit')
  assert.deepEqual([hit['route'], hit['path'], hit['caller_id']], [first['route'], first['path'], undefined])
  const { line } = await logged(`/fr${path}`, { headers: { authorization: `Bearer ${tokens.ada}` } })
  assert.deepEqual([line['route'], line['cache'], line['caller_id']], ['/tags', 'bypass', '1'])
  assert.equal((await logged('/docs')).line['cache'], undefined)
})

void test('successful health checks are logged at the level debug', async () => {
  for (const path of ['/livez', '/readyz']) assert.equal((await logged(path)).line['level'], 'debug')
})

void test('slow requests and slow statements are warnings', async () => {
  const tag = (name: string): Promise<Response> =>
    fetch(server.base + TAGS, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.ada}`, 'content-type': 'application/json', 'x-request-id': 'slow-one' },
      body: JSON.stringify({ name }),
    })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query('begin; lock table tags in access exclusive mode')
  const created = tag('slow')
  await new Promise((resolve) => setTimeout(resolve, 600))
  await client.query('commit')
  await client.end()
  assert.equal((await created).status, 201)
  // On a busy machine, other requests and statements are slow, too.
  const found = () => lines().find(({ msg, request_id }) => msg === 'slow request completed' && request_id === 'slow-one')
  for (let attempt = 0; attempt < 1_500 && !found(); attempt += 1) await new Promise((resolve) => setTimeout(resolve, 20))
  const request = found()
  assert.deepEqual([request?.['level'], request?.['request_id'], request?.['route']], ['warn', 'slow-one', '/tags'])
  const statement = lines().find(({ msg, text }) => msg === 'slow statement' && String(text).includes('tags'))
  assert.equal(statement?.['level'], 'warn')
  assert.ok(Number(statement?.['duration_ms']) > 300, JSON.stringify(statement))
})

void test('LOG_FORMAT=pretty writes readable lines', async () => {
  const pretty = await startServer({ DATABASE_URL: database.url, LOG_FORMAT: 'pretty' })
  await fetch(pretty.base + TAGS)
  await pretty.stop()
  assert.match(pretty.output(), /^\d\d:\d\d:\d\d INFO {2}request completed request_id=\S+ method=GET .*route=\/tags status=200/m)
  assert.ok(!pretty.output().includes('{"level"'))
})
