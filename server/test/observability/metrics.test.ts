// The metrics of a real server follow its work, and clients cannot add series without bound.
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { sql } from '../../src/kernel/database/sql.ts'
import { statementOperation } from '../../src/kernel/observability/database-metrics.ts'
import { form, fresh } from '../media/pictures.ts'
import { inDays, NS, testServer, unique } from '../support/server.ts'
import { parseSamples, sumOf, type Sample } from './samples.ts'

const server = await testServer({ CONCURRENCY_ANONYMOUS: '1', CONCURRENCY_QUEUE: '0', RATE_LIMIT_FAILED_LOGINS: '2' })
const samples = async (): Promise<Sample[]> => parseSamples(await server.app.metrics.text())
type Labels = Readonly<Record<string, string>>
/** The increase of a metric during the work. */
async function increase(name: string, labels: Labels, work: () => Promise<unknown>): Promise<number> {
  const before = sumOf(await samples(), name, labels)
  await work()
  return sumOf(await samples(), name, labels) - before
}
async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (await condition()) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  assert.fail('the condition was not met within 30 s')
}
const send = (method: string, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(server.base + path, { method }, (response) => response.resume().on('end', () => resolve(response.statusCode ?? 0)))
    sent.on('error', reject).end()
  })

void test('the response cache counts hits, misses and bypasses', async () => {
  await server.make('tags', { name: unique() })
  const lookups = (result: string, work: () => Promise<unknown>): Promise<number> =>
    increase('kalends_cache_requests_total', { cache: 'response', result }, work)
  const path = `/tags?search=${unique()}`
  assert.ok((await lookups('miss', () => server.get(path))) >= 1)
  await waitUntil(async () => (await lookups('hit', () => server.get(path))) === 1)
  assert.equal(await lookups('bypass', () => server.get(path, { as: 'admin' })), 1)
})

void test('caches of records count hits and misses', async () => {
  const { id } = await server.make('venues', { venue: unique() })
  await server.make('events', { title: unique(), start_date: inDays(30), end_date: inDays(31), status: 'publish', venue: id })
  let size = 1
  /** A list that is not in the response cache. */
  const list = (): Promise<unknown> => server.get(`/events?per_page=${(size += 1)}`)
  assert.ok((await increase('kalends_cache_requests_total', { cache: 'record', result: 'miss' }, list)) >= 1)
  assert.ok((await increase('kalends_cache_requests_total', { cache: 'record', result: 'hit' }, list)) >= 1)
  assert.ok(sumOf(await samples(), 'kalends_cache_requests_total', { cache: 'nested' }) >= 1)
})

void test('requests are measured by method, route and status, and clients cannot add series', async () => {
  const name = 'kalends_http_request_duration_seconds_count'
  assert.equal(await increase(name, { method: 'GET', route: '/tags/{id}', status: '404' }, () => server.get('/tags/999999999')), 1)
  assert.equal(await increase(name, { method: 'GET', route: '/livez', status: '200' }, () => server.get('//livez')), 1)
  const flood = async (): Promise<number> => {
    for (let i = 0; i < 20; i += 1) {
      await send('GET', `/${unique()}`)
      await send(['PROPFIND', 'MKCOL', 'LOCK', 'PURGE'][i % 4] ?? '', `${NS}/events`)
      await send('GET', `${NS}/tags/by-slug/${unique()}?${unique()}=1`)
    }
    return (await samples()).length
  }
  assert.equal(await flood(), await flood())
  assert.ok(sumOf(await samples(), name, { method: 'other', route: 'none' }) >= 40)
})

void test('429 is counted by limit, and 503 by reason', async () => {
  const headers = { authorization: 'Bearer wrong' }
  const login = async (): Promise<void> => {
    for (let i = 0; i < 4; i += 1) await server.get('/tags', { headers })
  }
  assert.equal(await increase('kalends_rate_limited_total', { limit: 'failed_logins' }, login), 2)
  const statuses: number[] = []
  const refused = await increase('kalends_unavailable_total', { reason: 'queue_full' }, async () => {
    const all = Array.from({ length: 20 }, () => server.get(`/events?search=${unique()}`))
    statuses.push(...(await Promise.all(all)).map(({ status }) => status))
  })
  assert.equal(refused, statuses.filter((status) => status === 503).length)
  assert.ok(refused > 0 && statuses.includes(200), statuses.join(' '))
})

void test('statements are measured by operation, and errors by class', async () => {
  const { database } = server.app
  const count = 'kalends_db_query_duration_seconds_count'
  assert.ok((await increase(count, { operation: 'select' }, () => database.query(sql`select 1`))) >= 1)
  assert.ok((await increase(count, { operation: 'transaction' }, () => database.transaction(async (db) => db.query(sql`select 1`)))) >= 2)
  assert.ok((await increase('kalends_db_pool_wait_seconds_count', {}, () => database.query(sql`select 1`))) >= 1)
  const fails = (statement: string): Promise<number> =>
    increase('kalends_db_query_errors_total', { class: statement }, async () => {
      const failing = statement === 'other' ? sql`select 1 / ${0}::int` : sql`insert into users (id) select id from users limit 1`
      await assert.rejects(database.query(failing))
    })
  assert.equal(await fails('other'), 1)
  assert.equal(await fails('constraint'), 1)
})

void test('operations of statements', () => {
  const expected = {
    'select 1': 'select',
    '\n  with a as (select 1) select * from a': 'select',
    'with gone as (delete from tags where id = $1 returning id) select * from gone': 'delete',
    'with made as (insert into tags (id) values ($1)) select 1': 'insert',
    'with changed as (update tags set name = $1) select 1': 'update',
    'with changed as (update tags r set name = $1) select 1': 'update',
    begin: 'transaction',
    'set plan_cache_mode = auto': 'other',
  }
  for (const [text, operation] of Object.entries(expected)) assert.equal(statementOperation(text), operation, text)
})

void test('jobs have a counter and the time of their last success', async () => {
  const job_name = 'publish records'
  await waitUntil(async () => sumOf(await samples(), 'kalends_job_runs_total', { job_name, result: 'success' }) >= 1)
  const age = Date.now() / 1_000 - sumOf(await samples(), 'kalends_job_last_success_timestamp_seconds', { job_name })
  assert.ok(age >= 0 && age < 30, `${age} s`)
})

void test('13.2.10 the job that extends series reports its backlog', async () => {
  const backlog = async (): Promise<boolean> =>
    /^kalends_recurrence_backlog_series\{kind="events"\} 0$/m.test(await server.app.metrics.text())
  await waitUntil(backlog)
})

void test('the encoder is measured by result', async () => {
  const upload = (bytes: Buffer | string): Promise<number> =>
    increase('kalends_encoder_duration_seconds_count', { result: typeof bytes === 'string' ? 'rejected' : 'success' }, () =>
      server.request('POST', '/media', { as: 'author', upload: form(bytes) }),
    )
  assert.equal(await upload(await fresh()), 1)
  assert.equal(await upload('no picture'), 1)
})

void test('requests in flight return to 0, also when the client disconnects', async () => {
  const controller = new AbortController()
  const aborted = fetch(`${server.base}${NS}/events.ics`, { signal: controller.signal }).catch(() => null)
  setTimeout(() => controller.abort(), 5)
  await aborted
  await waitUntil(async () => sumOf(await samples(), 'kalends_http_requests_in_flight') === 0)
})

void test('the change watcher is never old while the database answers', async () => {
  const age = sumOf(await samples(), 'kalends_change_watcher_age_seconds')
  assert.ok(age >= 0 && age < 5, `${age} s`)
})
