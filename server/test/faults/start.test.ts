// Starting: several at once, on a database that does not fit, with settings that are wrong, before and after migrations.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { readMigrations } from '../../src/kernel/database/migrations.ts'
import { emptyDatabase, freshDatabase, type TestDatabase } from '../support/database.ts'
import { freePort, kalends } from '../support/process.ts'
import { launch, logged, pause, rowsOf, statusOf, until, untilReady, within, type Launched } from './launch.ts'

const LIMIT = { timeout: 60_000 }
const migrations = await readMigrations()

for (const count of [2, 4])
  void test(`${count} servers that start at once on an empty database all come up, and migrations are applied once`, LIMIT, async (t) => {
    const database = await given(t, emptyDatabase())
    const servers = await Promise.all(Array.from({ length: count }, () => started(t, { DATABASE_URL: database.url, REST_ROOT: '/api' })))
    await Promise.all(servers.map((server) => untilReady(server, 30_000)))
    const rows = await rowsOf<{ name: string }>(database.url, 'select name from migrations order by name')
    assert.deepEqual(
      rows.map(({ name }) => name),
      migrations.map(({ name }) => name),
    )
    const applying = servers.filter((server) => server.stdout().includes('migrations applied'))
    assert.equal(applying.length, 1, 'one server applied them, and it applied them all')
    for (const server of servers) {
      assert.deepEqual(logged(server, ['warn', 'error', 'fatal']), [])
      assert.match(server.stderr(), /^Kalends is listening on http:\S+\n/)
      for (const path of ['/', '/docs', '/subscribe', '/api/calendar/events/v1'])
        assert.ok(server.stderr().includes(` ${server.base}${path}\n`), server.stderr())
    }
  })

void test('a server waits for the migrations of another, however long they take', LIMIT, async (t) => {
  const database = await given(t, emptyDatabase())
  const holding = rowsOf(database.url, `select pg_advisory_lock(hashtextextended('kalends migrations', 0)), pg_sleep(3.5)`)
  await until('the lock is held', 30_000, async () => {
    const [row] = await rowsOf<{ n: number }>(
      database.url,
      `select count(*)::int as n from pg_locks l join pg_database d on d.oid = l.database
       where l.locktype = 'advisory' and l.granted and d.datname = current_database()`,
    )
    return row?.n === 1
  })
  const server = await started(t, { DATABASE_URL: database.url, DATABASE_STATEMENT_TIMEOUT_MS: '1000', DATABASE_LOCK_TIMEOUT_MS: '1000' })
  await holding
  await untilReady(server, 15_000)
})

void test('a database with newer migrations is rejected with a remedy', LIMIT, async (t) => {
  const database = await given(t, freshDatabase())
  await rowsOf(database.url, `insert into migrations (name, digest) values ('9999_wonders.sql', 'abc')`)
  const { code, stderr, lingered } = await failed(t, { DATABASE_URL: database.url })
  assert.equal(code, 1)
  assert.match(stderr, /9999_wonders\.sql.*Run the newer version of Kalends\./)
  assert.doesNotMatch(stderr, /^\s+at /m, 'no stack')
  assert.ok(lingered < 2_000, `it ends at once, not ${Math.round(lingered)} ms after it said so`)
})

void test(
  'a database with migrations of another line of versions is refused by `migrate` and `serve`, and stays unchanged',
  LIMIT,
  async (t) => {
    const database = await given(t, emptyDatabase())
    await rowsOf(
      database.url,
      'create table migrations (name text primary key, digest text not null, applied_at timestamptz default now())',
    )
    await rowsOf(
      database.url,
      `insert into migrations (name, digest) values ('0001_callers_and_log.sql', 'a'), ('0020_touched_events.sql', 'b')`,
    )
    const message =
      'The database has migrations that this version does not know: 0001_callers_and_log.sql, 0020_touched_events.sql. ' +
      'Another line of versions created this database, and it cannot be migrated. Use an empty database, or run the version that created it.'
    const { code, stderr } = kalends(['migrate'], { DATABASE_URL: database.url }, true)
    assert.deepEqual([code, stderr], [1, `${message}\n`])
    assert.deepEqual((await failed(t, { DATABASE_URL: database.url })).code, 1)
    const tables = await rowsOf<{ name: string }>(database.url, `select tablename as name from pg_tables where schemaname = 'public'`)
    assert.deepEqual(tables, [{ name: 'migrations' }])
  },
)

void test('a migration that was changed after it was applied is rejected with a remedy', LIMIT, async (t) => {
  const database = await given(t, freshDatabase())
  const [first] = migrations
  await rowsOf(database.url, 'update migrations set digest = $1 where name = $2', ['0'.repeat(64), first?.name])
  const { code, stderr } = await failed(t, { DATABASE_URL: database.url })
  assert.equal(code, 1)
  assert.ok(stderr.includes(first?.name ?? '?'), stderr)
  assert.match(stderr, /Restore the file, and put the change in a new one\./)
  assert.equal(kalends(['migrate'], { DATABASE_URL: database.url }, true).code, 1, 'so does `kalends migrate`')
})

void test('wrong settings are all reported together, with exit code 2', LIMIT, async (t) => {
  const wrong = { PORT: '70000', DATABASE_POOL_SIZE: '1', LOG_LEVEL: 'loud', SITE_TIMEZONE: 'Mars/Olympus', MIGRATE_ON_START: 'perhaps' }
  const { code, stderr, lingered } = await failed(t, wrong)
  assert.equal(code, 2)
  for (const [name, value] of Object.entries(wrong)) assert.ok(stderr.includes(name) && stderr.includes(`"${value}"`), `${name}: ${stderr}`)
  assert.match(stderr, /docs\/settings\.md/)
  assert.doesNotMatch(stderr, /^\s+at /m, 'no stack')
  assert.ok(lingered < 2_000, `it ends at once, not ${Math.round(lingered)} ms after it said so`)
})

void test('a port that is in use and a missing database are reported in one sentence', LIMIT, async (t) => {
  const database = await given(t, freshDatabase())
  const first = await started(t, { DATABASE_URL: database.url })
  await untilReady(first, 10_000)
  const second = await failed(t, { DATABASE_URL: database.url, PORT: String(first.port) })
  assert.equal(second.code, 1)
  const taken = `Port ${first.port} on 127.0.0.1 is already in use. Set PORT to another port, or stop the process that uses it.\n`
  assert.equal(second.stderr, taken)
  assert.ok(second.lingered < 2_000, `it ends at once, not ${Math.round(second.lingered)} ms after it said so`)
  const third = await failed(t, { DATABASE_URL: 'postgresql://127.0.0.1:1/none' })
  assert.equal(third.code, 1)
  assert.equal(
    third.stderr,
    'Cannot connect to PostgreSQL at 127.0.0.1:1, database "none": connection refused (ECONNREFUSED). Start PostgreSQL, or correct the host and the port in DATABASE_URL.\n',
  )
  for (const url of ['mysql://ada:s3cret@127.0.0.1/kalends', 'nonsense']) {
    const refused = await failed(t, { DATABASE_URL: url })
    assert.equal(refused.code, 2)
    assert.match(refused.stderr, /DATABASE_URL must be a URL such as postgresql:\/\/user:password@host:5432\/database; it is "/)
    assert.doesNotMatch(refused.stderr, /s3cret/)
  }
})

void test('a METRICS_PORT that is taken is named, and the process ends without having taken a request', LIMIT, async (t) => {
  const database = await given(t, freshDatabase())
  const metrics = String(await freePort())
  const env = { DATABASE_URL: database.url, METRICS_PORT: metrics, REUSE_PORT: 'true' }
  const first = await started(t, env)
  await untilReady(first, 10_000)
  const sentence = `Port ${metrics} on 127.0.0.1 is already in use. Set METRICS_PORT to another port, or stop the process that uses it.`
  // On a port of its own, and on the port of the first, as several processes of one machine share it.
  for (const [more, hint] of [
    [{ REUSE_PORT: 'false' }, ''],
    [{ PORT: String(first.port) }, ' With REUSE_PORT each process needs a METRICS_PORT of its own, or 0 for none.'],
  ] as const) {
    const { code, stderr, lingered } = await failed(t, { ...env, ...more })
    assert.deepEqual([code, stderr], [1, `${sentence}${hint}\n`])
    assert.ok(lingered < 2_000, `it ended ${Math.round(lingered)} ms after the message`)
  }
  assert.equal(await statusOf(`${first.base}/readyz`), 200)
  assert.equal(await statusOf(`http://127.0.0.1:${metrics}/metrics`), 200)
})

void test('not ready while migrations are missing; ready after `kalends migrate`', LIMIT, async (t) => {
  const database = await given(t, emptyDatabase())
  const env = { DATABASE_URL: database.url, MIGRATE_ON_START: 'false' }
  const server = await started(t, env)
  await until('alive', 10_000, async () => (await statusOf(`${server.base}/livez`)) === 200)
  const before = await fetch(`${server.base}/readyz`)
  assert.equal(before.status, 503)
  assert.equal(before.headers.get('cache-control'), 'no-store')
  assert.deepEqual(await before.json(), {
    status: 'not ready',
    checks: { stopping: false, database: true, migrations: false, media: false },
  })
  await pause(300)
  assert.equal(await statusOf(`${server.base}/readyz`), 503, 'it does not migrate by itself')
  const { stdout } = kalends(['migrate'], env)
  assert.equal(stdout, `${migrations.map(({ name }) => `applied ${name}`).join('\n')}\n`)
  await until('ready', 2_000, async () => (await statusOf(`${server.base}/readyz`)) === 200)
  assert.equal(await statusOf(`${server.api}/events`), 200)
  assert.equal(kalends(['migrate'], env).stdout, 'The database is up to date.\n')
})

async function given(t: TestContext, made: Promise<TestDatabase>): Promise<TestDatabase> {
  const database = await made
  t.after(() => database.drop())
  return database
}
async function started(t: TestContext, env: Readonly<Record<string, string>>): Promise<Launched> {
  const server = await launch(env)
  t.after(() => server.kill())
  return server
}
interface Failure {
  readonly code: number | null
  readonly stderr: string
  /** Milliseconds between what it said and its end. */
  readonly lingered: number
}
/** Starts what is not to start, and gives how it ended. */
async function failed(t: TestContext, env: Readonly<Record<string, string>>): Promise<Failure> {
  const server = await started(t, env)
  const said = new Promise<number>((resolve) => server.child.stderr?.once('data', () => resolve(performance.now())))
  const code = await within('the process ends', 30_000, server.ended)
  const over = performance.now()
  return { code, stderr: server.stderr(), lingered: over - (await within('a message', 1_000, said)) }
}
