// Caches during failures: a writer reads its own writes, other readers see bounded staleness, and memory stays bounded.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { buildApp, type App } from '../../src/app.ts'
import { readConfig, type Config } from '../../src/config.ts'
import { systemClock } from '../../src/kernel/time/clock.ts'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { createLogger } from '../../src/kernel/runtime/logger.ts'
import { raw } from '../../src/kernel/database/sql.ts'
import { LOOSE, portOf, throughPort } from '../support/database.ts'
import { freezable } from '../support/line.ts'
import { freePort } from '../support/process.ts'
import { inDays, NS, testServer, type Json } from '../support/server.ts'

const server = await testServer({}, systemClock, false)
const direct = openDatabase({ ...LOOSE, url: server.database_url })
after(() => direct.close())
const line = await freezable(portOf(server.database_url))
after(() => line.close())

interface Other {
  readonly app: App
  get(path: string): Promise<{ status: number; text: string }>
  /** Answers and bytes that are kept, as metrics tell it. */
  kept(): Promise<{ answers: number; bytes: number }>
}
/** Another process on the same database, over the line that can be frozen. */
async function another(settings: Partial<Record<keyof Config, string>>): Promise<Other> {
  const port = await freePort()
  const url = throughPort(server.database_url, line.port)
  const config = readConfig({ DATABASE_URL: url, PORT: String(port), PUBLIC_URL: server.base, RATE_LIMIT_ANONYMOUS: '0', ...settings })
  const app = await buildApp({ config, clock: systemClock, log: createLogger('silent') })
  await app.http.app.listen({ host: '127.0.0.1', port })
  after(() => app.close())
  const other: Other = {
    app,
    get: async (path) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path.startsWith('/fr/') ? '/fr' : ''}${NS}${path.replace(/^\/fr/, '')}`)
      return { status: answer.status, text: await answer.text() }
    },
    kept: async () => {
      const text = await app.metrics.text()
      const figure = (unit: string): number => Number(new RegExp(`^kalends_response_cache_${unit} (\\d+)`, 'm').exec(text)?.[1])
      return { answers: figure('entries'), bytes: figure('bytes') }
    },
  }
  if (config.CACHE_MB > 0)
    await until('the log is followed', 30_000, async () => {
      await other.get('/tags')
      return (await other.kept()).answers > 0
    })
  return other
}
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
async function until(what: string, limit_ms: number, isDone: () => Promise<boolean>): Promise<number> {
  const begun = performance.now()
  while (!(await isDone())) {
    assert.ok(performance.now() - begun < limit_ms, `${what}: not within ${limit_ms} ms`)
    await pause(5)
  }
  return performance.now() - begun
}
const event = (title: string, more: Json = {}): Json => ({ title, start_date: inDays(2), end_date: inDays(2), ...more })
/** Statements that lists are read with; `gate` lets their results wait. */
function watchLists({ database }: App, gate: () => Promise<void> = async () => undefined): { count: number; end(): void } {
  const query = database.query.bind(database)
  const watched = { count: 0, end: () => void Object.assign(database, { query }) }
  Object.assign(database, {
    query: async (...args: Parameters<typeof query>) => {
      const rows = await query(...args)
      if (!JSON.stringify(args[0]).includes(' as total')) return rows
      watched.count += 1
      await gate()
      return rows
    },
  })
  return watched
}

test('cache: concurrent identical requests are coalesced', async () => {
  const other = await another({})
  let open = (): void => undefined
  const gate = new Promise<void>((resolve) => (open = resolve))
  const watched = watchLists(other.app, () => gate)
  const asked = Array.from({ length: 30 }, () => other.get('/events?per_page=7'))
  await until('all have asked', 30_000, async () => watched.count > 0)
  await pause(100)
  open()
  const answers = await Promise.all(asked)
  watched.end()
  assert.equal(watched.count, 1)
  assert.equal(new Set(answers.map(({ status, text }) => status + text)).size, 1)
  assert.equal(answers[0]?.status, 200)
})
for (const CACHE_MB of ['0', '64'])
  test(`cache: a request after a write does not get a response that was started before it, with ${CACHE_MB} MB`, {
    timeout: 20_000,
  }, async () => {
    const other = await another({ CACHE_MB })
    await other.get('/events')
    let open = (): void => undefined
    const gate = new Promise<void>((resolve) => (open = resolve))
    let waiting = 0
    const watched = watchLists(other.app, () => (waiting++ === 0 ? gate : Promise.resolve()))
    const path = `/events?per_page=99&search=begun${CACHE_MB}`
    const before = other.get(path)
    await until('a reader waits', 30_000, async () => waiting === 1)
    const headers = { authorization: `Bearer ${server.tokens.admin}`, 'content-type': 'application/json' }
    const base = other.app.http.app.listeningOrigin
    const written = await fetch(`${base}${NS}/events`, { method: 'POST', headers, body: JSON.stringify(event(`Begun${CACHE_MB}`)) })
    assert.equal(written.status, 201)
    const next = other.get(path)
    assert.match((await next).text, new RegExp(`Begun${CACHE_MB}`))
    open()
    assert.doesNotMatch((await before).text, new RegExp(`"title":"Begun${CACHE_MB}`))
    // A late response must not replace a newer cached one.
    assert.match((await other.get(path)).text, new RegExp(`Begun${CACHE_MB}`))
    watched.end()
  })
test('cache: memory is bounded, and the least recently used responses are evicted first', async () => {
  const other = await another({ CACHE_MB: '1' })
  await server.make('events', event('Heavy', { description: 'x'.repeat(20_000) }))
  const path = (n: number): string => `/events?search=heavy&per_page=${(n % 60) + 1}&order=${n < 60 ? 'asc' : 'desc'}`
  for (let n = 0; n < 120; n += 1) assert.equal((await other.get(path(n))).status, 200)
  const { answers, bytes } = await other.kept()
  assert.ok(bytes <= 1_048_576 && bytes > 800_000, `${bytes} bytes`)
  assert.ok(answers > 20 && answers < 60, `${answers} answers`)
  const watched = watchLists(other.app)
  await other.get(path(119))
  assert.equal(watched.count, 0)
  await other.get(path(0))
  assert.equal(watched.count, 1)
  // One that would take more than a quarter is not kept.
  for (const title of ['Whole', 'Whole too']) await server.make('events', event(title, { description: 'y'.repeat(150_000) }))
  await until('news', 2_000, async () => (await other.get('/events?search=whole')).text.includes('Whole too'))
  const count = watched.count
  await other.get('/events?search=whole')
  assert.equal(watched.count, count + 1)
  watched.end()
})
test('cache: each language has answers of its own', async () => {
  const { id } = await server.make('events', event('Morning'))
  await server.patch(`/events/${id}?i18n_language=fr`, { title: 'Matin' })
  const other = await another({})
  for (let turn = 0; turn < 2; turn += 1)
    for (const [path, title] of [
      [`/events/${id}`, 'Morning'],
      [`/fr/events/${id}`, 'Matin'],
      [`/events/${id}?i18n_language=fr`, 'Matin'],
      ['/events?search=morning', 'Morning'],
      ['/fr/events?search=matin', 'Matin'],
    ] as const)
      assert.match((await other.get(path)).text, new RegExp(`"title":"${title}"`), path)
})
test('cache: many writes of another process make a list anew some times a second, not each time', async () => {
  const other = await another({ CACHE_MIN_REFRESH_MS: '500', CACHE_MAX_STALENESS_MS: '4000' })
  const watched = watchLists(other.app)
  let [reads, ended] = [0, false]
  const reading = (async () => {
    while (!ended) {
      await other.get('/events?search=burst')
      reads += 1
      await pause(2)
    }
  })()
  const begun = performance.now()
  let writes = 0
  while (performance.now() - begun < 2_000) await server.make('events', event(`Burst ${(writes += 1)}`))
  const took = performance.now() - begun
  const made = watched.count
  await until('the last is seen', 1_500, async () => (await other.get(`/events?search=burst+${writes}`)).text.includes(`Burst ${writes}`))
  ended = true
  await reading
  watched.end()
  // One for each time of calm, one for each look that is made in any case, and some to begin with.
  assert.ok(made <= took / 500 + took / 1_000 + 4, `${made} lists were made in ${Math.round(took)} ms`)
  assert.ok(writes > made && reads > 2 * made, `${writes} writes, ${reads} reads, ${made} made`)
})
test('cache: while the change connection is silent, no response is older than the limit', async () => {
  const STALE = 1_000
  const other = await another({ CACHE_MAX_STALENESS_MS: String(STALE) })
  await other.get('/events?search=untold')
  line.freeze('kalends-listener')
  try {
    for (let turn = 1; turn <= 3; turn += 1) {
      await other.get('/events?search=untold')
      await server.make('events', event(`Untold ${turn}`))
      const written = performance.now()
      for (;;) {
        const asked = performance.now()
        if ((await other.get('/events?search=untold')).text.includes(`Untold ${turn}`)) break
        assert.ok(asked - written <= STALE, `older than ${STALE} ms`)
        await pause(3)
      }
    }
  } finally {
    line.thaw()
  }
  await server.make('events', event('Told again'))
  await until('told again', STALE + 1_500, async () => (await other.get('/events?search=told+again')).text.includes('Told again'))
})
test('cache: a busy pool does not evict cached responses', async () => {
  const other = await another({
    DATABASE_POOL_SIZE: '2',
    DATABASE_RESERVED: '0',
    CACHE_MAX_STALENESS_MS: '500',
    DATABASE_LOCK_TIMEOUT_MS: '4000',
    DATABASE_CONNECT_TIMEOUT_MS: '4000',
  })
  await pause(400)
  const kept = await other.get('/events?per_page=3')
  const stuck: Promise<{ status: number }>[] = []
  await direct.transaction(async (db) => {
    await db.query(raw('lock table venues in access exclusive mode'))
    for (let i = 0; i < 6; i += 1) stuck.push(other.get(`/venues?per_page=${i + 1}`))
    await until('the pool is busy', 30_000, async () => other.app.database.pool.waiting > 0)
    await pause(1_200)
    const begun = performance.now()
    assert.deepEqual(await other.get('/events?per_page=3'), kept)
    assert.ok(performance.now() - begun < 300)
  })
  for (const { status } of await Promise.all(stuck)) assert.equal(status, 200)
})
test('cache: during an outage cached responses are served up to the limit, then 503; afterwards no earlier response is used', async () => {
  const STALE = 1_500
  const other = await another({
    CACHE_MAX_STALENESS_MS: String(STALE),
    DATABASE_STATEMENT_TIMEOUT_MS: '500',
    DATABASE_CONNECT_TIMEOUT_MS: '500',
  })
  const venue = await server.make('venues', { venue: 'Old name' })
  const { id } = await server.make('events', event('Outage', { venue: venue.id }))
  const path = `/events/${id}`
  // Until what was written before is known, and the answer is kept.
  await pause(800)
  const before = await other.get(path)
  assert.match(before.text, /Old name/)
  line.freeze()
  const frozen = performance.now()
  try {
    assert.deepEqual(await other.get(path), before)
    // As if another server had taken the place of the first, on which the write never was: the version is the same, the record is not.
    await direct.query(raw(`update venue_texts set venue = 'New name' where id = ${venue.id}`))
    for (;;) {
      const asked = performance.now()
      const { status } = await other.get(path)
      if (status === 503) break
      assert.equal(status, 200)
      assert.ok(asked - frozen <= STALE, 'kept for too long')
      await pause(20)
    }
    assert.equal((await other.get(path)).status, 503)
  } finally {
    line.thaw()
  }
  await until('back', 5_000, async () => (await other.get(path)).status === 200)
  assert.match((await other.get(path)).text, /New name/)
})
test('cache: a log that a dump brought from another server is followed, and does not make everything new all the time', async () => {
  await direct.query(
    raw(`insert into changes (xact, kind, record_id, version, action)
select (pg_current_xact_id()::text::bigint + 1000000 + n)::text::xid8, 'event', n, 1, 'update' from generate_series(1, 5) n`),
  )
  const other = await another({ CACHE_MAX_STALENESS_MS: '400' })
  await other.get('/events?search=dumped')
  const watched = watchLists(other.app)
  await pause(500)
  await other.get('/events?search=dumped')
  assert.equal(watched.count, 0)
  watched.end()
  await server.make('events', event('Dumped'))
  await until('news', 1_000, async () => (await other.get('/events?search=dumped')).text.includes('Dumped'))
})
