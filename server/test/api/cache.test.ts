// Answers kept ready: the same bytes as made afresh, gone with the next write, at midnight, or when the database is silent.
import assert from 'node:assert/strict'
import { request as sendRequest } from 'node:http'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { createLogger } from '../../src/kernel/runtime/logger.ts'
import { raw } from '../../src/kernel/database/sql.ts'
import { freePort } from '../support/process.ts'
import { NS, testServer } from '../support/server.ts'

let moved = 0
const clock = { now: () => Temporal.Now.instant().add({ milliseconds: moved }) }
const server = await testServer({}, clock, false)
const zoned = await testServer({ SITE_TIMEZONE: 'Asia/Kolkata' }, clock)

interface Raw {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}
const rawGet = (base: string, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> =>
  new Promise((resolve, reject) => {
    sendRequest(`${base}${NS}${path}`, { method, headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }))
    })
      .on('error', reject)
      .end()
  })
/** Metrics tell how many statements were run by how many requests; a kept answer runs none. */
async function statements(work: () => Promise<unknown>): Promise<number> {
  const { database } = server.app
  let run = 0
  const query = database.query.bind(database)
  Object.assign(database, {
    query: (...args: Parameters<typeof query>) => {
      if (!JSON.stringify(args[0]).includes('changes')) run += 1
      return query(...args)
    },
  })
  try {
    await work()
  } finally {
    Object.assign(database, { query })
  }
  return run
}
const event = (title: string): Record<string, unknown> => ({
  title,
  start_date: 'tomorrow',
  end_date: 'tomorrow',
  description: 'x'.repeat(2_000),
})
const settled = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 100))

test('cache: the second reader gets the same bytes without a statement, packed and plain, whole and known', async () => {
  await server.make('events', event('Kept'))
  await settled()
  const first = await rawGet(server.base, '/events')
  const run = await statements(async () => {
    const again = await rawGet(server.base, '/events')
    assert.deepEqual(again.body, first.body)
    const { 'x-request-id': a, date: _, ...rest } = again.headers
    const { 'x-request-id': b, date: __, ...other } = first.headers
    assert.deepEqual(rest, other)
    assert.notEqual(a, b)
    const head = await rawGet(server.base, '/events', {}, 'HEAD')
    assert.equal(head.body.length, 0)
    assert.equal(head.headers['content-length'], String(first.body.length))
    for (const [encoding, open] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      for (const turn of [1, 2]) {
        const packed = await rawGet(server.base, '/events', { 'accept-encoding': encoding })
        assert.equal(packed.headers['content-encoding'], encoding, String(turn))
        assert.deepEqual(open(packed.body), first.body)
        const known = await rawGet(server.base, '/events', { 'accept-encoding': encoding, 'if-none-match': String(packed.headers['etag']) })
        assert.deepEqual([known.status, known.body.length], [304, 0])
        assert.equal(known.headers['etag'], packed.headers['etag'])
      }
    }
    assert.equal((await rawGet(server.base, '/events', { 'if-none-match': '"other"' })).status, 200)
  })
  assert.equal(run, 0)
})
test('cache: a write is seen by the next reader, in lists, in the record, and where the record is nested', async () => {
  const venue = await server.make('venues', { venue: 'Old hall' })
  const made = await server.make('events', { ...event('Before'), venue: venue.id })
  const paths = ['/events', `/events/${made.id}`, '/venues', `/venues/${venue.id}`, `/events?venue=${venue.id}`]
  for (const path of paths) await rawGet(server.base, path)
  await server.patch(`/venues/${venue.id}`, { venue: 'New hall' })
  for (const path of paths) assert.match((await rawGet(server.base, path)).body.toString(), /New hall/, path)
  await server.remove(`/events/${made.id}`)
  assert.equal((await rawGet(server.base, `/events/${made.id}`)).status, 410)
})
test('cache: requests with credentials, a password or a preference bypass the cache', async () => {
  const { id } = await server.make('events', { ...event('Closed'), password: 'sesame', description: 'inner' })
  await server.make('events', { ...event('Draft'), status: 'draft' })
  const path = '/events?status=publish'
  const mine = await server.get(`/events?status=any`, { as: 'admin' })
  assert.match(mine.text, /Draft/)
  assert.equal((await server.get(`/events/${id}?password=sesame`)).status, 200)
  assert.equal((await server.get(`/events/${id}?password=wrong`)).status, 403)
  assert.equal((await server.get(`/events/${id}`, { headers: { 'x-event-password': 'sesame' } })).status, 200)
  assert.equal((await server.get(`/events/${id}`)).status, 403)
  const whole = await server.get(path)
  assert.equal(whole.status, 200)
  assert.match(String((await server.get(path, { as: 'admin' })).headers.get('cache-control')), /private/)
  assert.equal((await server.get('/events?nonsense=1')).status, 200)
  assert.equal((await server.get('/events?nonsense=1', { headers: { prefer: 'handling=strict' } })).status, 400)
})
test('cache: lists relative to now expire each second, and lists by days expire at midnight of the site', async () => {
  for (const api of [server, zoned]) {
    const count = async (path: string): Promise<unknown> => JSON.parse((await rawGet(api.base, path)).body.toString())
    const today = clock
      .now()
      .toZonedDateTimeISO(api === zoned ? 'Asia/Kolkata' : 'UTC')
      .toPlainDate()
    await api.make('events', { title: 'Today', all_day: true, start_date: `${today}`, end_date: `${today}` })
    for (const title of ['Soon', 'Later']) await api.make('events', { title, start_date: '+9 days', end_date: '+9 days' })
    await settled()
    const day = await count('/events')
    assert.deepEqual(await count('/events'), day)
    const zone = api === zoned ? 'Asia/Kolkata' : 'UTC'
    const now = clock.now().toZonedDateTimeISO(zone)
    const midnight = now.add({ days: 1 }).startOfDay()
    moved += Math.round(now.until(midnight).total('milliseconds')) - 3_000
    const before = await count('/events')
    moved += 3_500
    assert.notDeepEqual(await count('/events'), before)
    const exact = '/events?strict_dates=true&per_page=1'
    const then = await count(exact)
    moved += 1_000
    assert.notDeepEqual(await count(exact), then)
  }
})

test('cache: other processes are notified, even after the listening connection was lost; cached data expires if the database is silent', async () => {
  const port = await freePort()
  const config = readConfig({
    DATABASE_URL: server.database_url,
    PORT: String(port),
    PUBLIC_URL: server.base,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_ANONYMOUS: '0',
    CACHE_MAX_STALENESS_MS: '1000',
  })
  const other = await buildApp({ config, clock, log: createLogger('silent') })
  await other.http.app.listen({ host: '127.0.0.1', port })
  const base = `http://127.0.0.1:${port}`
  const seenWithin = async (title: string): Promise<number> => {
    const begun = performance.now()
    while (!(await rawGet(base, '/events?per_page=100')).body.toString().includes(title)) {
      assert.ok(performance.now() - begun < 1_500, `${title} is not seen`)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    return performance.now() - begun
  }
  try {
    await rawGet(base, '/events?per_page=100')
    await server.make('events', event('Told'))
    await seenWithin('Told')
    const { database } = server.app
    const cut = await database.query(
      raw(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kalends-listener' and datname = current_database()`,
      ),
    )
    assert.equal(cut.length >= 2, true)
    await rawGet(base, '/events?per_page=100')
    await server.make('events', event('Untold'))
    await seenWithin('Untold')
  } finally {
    await other.close()
  }
})
