// Migrations beside running transactions: they wait for locks briefly, so that requests do not queue behind them, and build indexes concurrently.
// A process that is killed while it builds one leaves nothing that the next run cannot complete.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openDatabase, type Database } from '../../src/kernel/database/database.ts'
import { CONCURRENT_DIRECTIVE, indexStatements } from '../../src/kernel/database/migration-steps.ts'
import { migrate, type Migration } from '../../src/kernel/database/migrations.ts'
import { emptyDatabase, LOOSE } from '../support/database.ts'

const LIMIT = { timeout: 120_000 }
const migration = (name: string, text: string): Migration => ({ name, text, digest: name })
const TABLE = migration(
  '0001_table.sql',
  'create table things (id int primary key, name text); insert into things select i, i from generate_series(1, 1000) i',
)
const COLUMN = migration('0002_column.sql', 'alter table things add column size int')
const INDEX = migration(
  '0002_index.sql',
  `${CONCURRENT_DIRECTIVE}\n-- Finds things by name.\ncreate index concurrently things_name on things (name);\n`,
)

/** A migrated database, and a client of it. */
async function setUp(t: TestContext): Promise<{ readonly url: string; readonly database: Database; readonly client: pg.Client }> {
  const { url, drop } = await emptyDatabase()
  const database = openDatabase({ ...LOOSE, url })
  await migrate(database, [TABLE])
  const client = await connect(url)
  t.after(async () => {
    await client.end()
    await database.close()
    await drop()
  })
  return { url, database, client }
}
async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'test' })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

const READ_LIMIT_MS = 1_500
/** Starts a migration of a table that a transaction is reading, and reads the table beside them. Returns whether a read waited too long. */
async function migrateBesideTransaction(
  t: TestContext,
  lockTimeoutMs: number,
): Promise<{ readonly blocked: boolean; readonly reports: string[] }> {
  const { url, database, client } = await setUp(t)
  const reader = await connect(url)
  await reader.query(`set lock_timeout = ${READ_LIMIT_MS}`)
  await client.query('begin; select from things limit 1')
  const reports: string[] = []
  const migrated = migrate(database, [TABLE, COLUMN], { lockTimeoutMs, report: ({ message }) => reports.push(message) })
  let blocked = false
  while (reports.length < 3 && !blocked) {
    await reader.query('select from things limit 1').catch(() => (blocked = true))
    await sleep(20)
  }
  await client.query('commit')
  assert.deepEqual(await migrated, [COLUMN.name])
  assert.equal((await reader.query('select size from things')).rowCount, 1_000)
  await reader.end()
  return { blocked, reports }
}

test('a migration releases its lock request while a transaction uses the table, so that reads do not queue behind it', LIMIT, async (t) => {
  const { blocked, reports } = await migrateBesideTransaction(t, 100)
  assert.equal(blocked, false)
  assert.match(
    reports[0] ?? '',
    /^attempt 1 did not get a lock within 100 ms, next attempt in 250 ms; the oldest transaction has run for \d s in process \d+ of PostgreSQL$/,
  )
})
test('without the limit, reads queue behind the migration, and the test finds it', LIMIT, async (t) => {
  assert.deepEqual(await migrateBesideTransaction(t, 0), { blocked: true, reports: [] })
})

test('an error other than a lock ends the migration, and nothing of it remains', LIMIT, async (t) => {
  const { database, client } = await setUp(t)
  const broken = migration('0002_broken.sql', 'create table others (); select 1 / 0')
  await assert.rejects(migrate(database, [TABLE, broken]), /^Error: Migration 0002_broken\.sql failed: division by zero$/)
  assert.equal((await client.query(`select from pg_class where relname = 'others'`)).rowCount, 0)
})

const indexState = async (client: pg.Client): Promise<boolean | undefined> =>
  (await client.query<{ indisvalid: boolean }>(`select indisvalid from pg_index where indexrelid = to_regclass('things_name')`)).rows[0]
    ?.indisvalid
const builders = `select pid from pg_stat_activity where datname = current_database() and query like 'create index concurrently%'`
async function untilBuilding(client: pg.Client): Promise<void> {
  while ((await client.query(builders)).rowCount !== 1 || (await indexState(client)) !== false) await sleep(20)
}

test('an index is built while a transaction writes to the table, by two processes that start at the same time', LIMIT, async (t) => {
  const { url, database, client } = await setUp(t)
  const other = openDatabase({ ...LOOSE, url })
  t.after(() => other.close())
  const writer = await connect(url)
  await writer.query(`begin; update things set name = 'a' where id = 1`)
  const migrated = [migrate(database, [TABLE, INDEX]), migrate(other, [TABLE, INDEX])]
  await untilBuilding(client)
  await client.query(`set lock_timeout = ${READ_LIMIT_MS}; update things set name = 'b' where id = 2`)
  await writer.query('commit')
  assert.deepEqual((await Promise.all(migrated)).flat(), [INDEX.name])
  assert.equal(await indexState(client), true)
  await writer.end()
})

test('the server ends a connection in the middle of a build: the next run builds the index again', LIMIT, async (t) => {
  const { url, database, client } = await setUp(t)
  const writer = await connect(url)
  await writer.query(`begin; update things set name = 'a' where id = 1`)
  const failed = assert.rejects(migrate(database, [TABLE, INDEX]))
  await untilBuilding(client)
  await client.query(`select pg_terminate_backend(pid) from (${builders}) b`)
  await failed
  assert.equal(await indexState(client), false)
  await writer.query('commit')
  const reports: string[] = []
  assert.deepEqual(await migrate(database, [TABLE, INDEX], { report: ({ message }) => reports.push(message) }), [INDEX.name])
  assert.equal(reports[0], 'index things_name is not complete and is built again')
  assert.equal(await indexState(client), true)
  await writer.end()
})

const CHILD = `
import { openDatabase } from '${new URL('../../src/kernel/database/database.ts', import.meta.url).href}'
import { migrate } from '${new URL('../../src/kernel/database/migrations.ts', import.meta.url).href}'
const [settings, migrations] = JSON.parse(process.env.MIGRATE)
await migrate(openDatabase({ ...settings, onError: () => undefined }), migrations)`

test('a process is killed in the middle of a build: the next run waits for its statement, and records the index', LIMIT, async (t) => {
  const { url, database, client } = await setUp(t)
  const writer = await connect(url)
  await writer.query(`begin; update things set name = 'a' where id = 1`)
  const env = { ...process.env, MIGRATE: JSON.stringify([{ ...LOOSE, url }, [TABLE, INDEX]]) }
  const child = spawn(process.execPath, ['--input-type=module', '--eval', CHILD], { env, stdio: 'ignore' })
  await untilBuilding(client)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const migrated = migrate(database, [TABLE, INDEX])
  await sleep(300)
  await writer.query('commit')
  assert.deepEqual(await migrated, [INDEX.name])
  assert.equal(await indexState(client), true)
  assert.deepEqual(await migrate(database, [TABLE, INDEX]), [])
  await writer.end()
})

test('a migration without a transaction has statements that can be repeated, and no others', () => {
  const parse = (text: string) => indexStatements({ name: '0003_x.sql', text: `${CONCURRENT_DIRECTIVE}\n${text}` })
  assert.equal(indexStatements({ name: '0003_x.sql', text: 'create index a on b (c)' }), null)
  assert.deepEqual(parse('drop index concurrently if exists a;\ncreate unique index concurrently b on c (d)\nwhere d > 0;'), [
    { text: 'drop index concurrently if exists a', action: 'drop', index: 'a' },
    { text: 'create unique index concurrently b on c (d)\nwhere d > 0', action: 'create', index: 'b' },
  ])
  for (const text of [
    'create index a on b (c)',
    'create index concurrently on b (c)',
    'update a set b = 1',
    'create index concurrently "A" on b (c)',
  ])
    assert.throws(() => parse(text), /may only create or drop indexes concurrently/, text)
})
