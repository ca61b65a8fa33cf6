// A database of an earlier version is migrated: it gets the schema of a new database, and its records are as they were.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { buildApp, type App } from '../../src/app.ts'
import { readConfig, type Config } from '../../src/config.ts'
import { addToken } from '../../src/features/accounts/users.ts'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { migrate, readMigrations } from '../../src/kernel/database/migrations.ts'
import { createLogger } from '../../src/kernel/runtime/logger.ts'
import { systemClock } from '../../src/kernel/time/clock.ts'
import { connected, emptyDatabase, freshDatabase, LOOSE } from '../support/database.ts'
import { freePort, kalends, NO_RATES, PATIENT, PATIENT_DATABASE, startServer } from '../support/process.ts'
import { NS } from '../support/server.ts'
import { differences, dumps, restore, schemaOf, SETTINGS_OF_DUMPS, type Dump } from './restore.ts'

const LIMIT = { timeout: 120_000 }
const newest = await freshDatabase()
const media = await mkdtemp(join(tmpdir(), 'kalends-upgrades-'))
after(async () => {
  await newest.drop()
  await rm(media, { recursive: true, force: true })
})
const newestSchema = schemaOf(newest.url)
const migrations = (await readMigrations()).map(({ name }) => name)

test('there is a dump of every version of the schema that was replaced by a later migration', () => {
  const names = new Set(dumps.map(({ name }) => `${name}.sql`))
  const replaced = migrations.length === 1 ? migrations : migrations.slice(0, -1)
  assert.deepEqual(
    replaced.filter((name) => !names.has(name)),
    [],
    'server/test/upgrades/README.md says how to make a dump',
  )
})

/** Settings of a server in this process, which starts faster than one of its own. */
async function configFor(url: string): Promise<Config> {
  const port = String(await freePort())
  const settings = { ...NO_RATES, ...PATIENT, ...PATIENT_DATABASE, ...SETTINGS_OF_DUMPS, MEDIA_DIR: join(media, port) }
  return readConfig({ NODE_ENV: 'test', ...settings, DATABASE_URL: url, PORT: port })
}

for (const dump of dumps)
  test(`upgrade from ${dump.name}: schema, records and writes`, LIMIT, async (t) => {
    const database = await emptyDatabase()
    let app: App | undefined
    t.after(async () => {
      await app?.close()
      await database.drop()
    })
    await restore(database.url, dump.sql)
    const pending = migrations.filter((name) => name > `${dump.name}.sql`)
    const opened = openDatabase({ ...LOOSE, url: database.url })
    assert.deepEqual(await migrate(opened, await readMigrations()), pending)
    const { secret: token } = await addToken(opened, 'editor', { label: 'test', scope: 'admin' })
    await opened.close()
    assert.equal(schemaOf(database.url), newestSchema)
    const config = await configFor(database.url)
    app = await buildApp({ config, clock: systemClock, log: createLogger(config.LOG_LEVEL) })
    const base = await app.http.app.listen({ host: '127.0.0.1', port: config.PORT })
    app.startJobs()
    await compareResponses(dump, base, token)
    const made = await fetch(`${base}${NS}/tags`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'After the upgrade' }),
    })
    assert.equal(made.status, 201, await made.text())
  })

async function compareResponses({ responses }: Dump, base: string, token: string): Promise<void> {
  assert.ok(Object.keys(responses).length > 5)
  for (const [path, expected] of Object.entries(responses)) {
    const response = await fetch(`${base}${NS}${path}`, { headers: { authorization: `Bearer ${token}` } })
    assert.equal(response.status, 200, path)
    assert.deepEqual(differences(expected, await response.json()), [], path)
  }
}

test('upgrade from 0013_working_copies: all fields of an outdated translation are outdated', LIMIT, async (t) => {
  const dump = dumps.find(({ name }) => name === '0013_working_copies')
  assert.ok(dump)
  const database = await emptyDatabase()
  t.after(() => database.drop())
  await restore(database.url, dump.sql)
  const [id] = await connected(database.url, async (client) => {
    const { rows } = await client.query<{ id: string }>(`update event_texts b set changed_at = b.changed_at + interval '1 minute'
from event_texts x where x.id = b.id and b.original and x.language = 'fr' returning b.id`)
    return rows.map((row) => row.id)
  })
  const env = { ...SETTINGS_OF_DUMPS, DATABASE_URL: database.url }
  kalends(['migrate'], env)
  const server = await startServer(env)
  t.after(() => server.stop())
  const read = async (path: string): Promise<Readonly<Record<string, unknown>>> =>
    (await (await fetch(`${server.base}${NS}${path}`)).json()) as Readonly<Record<string, unknown>>
  const { translation_fields: fields } = (await read(`/events/${id}`)) as { translation_fields: Readonly<Record<string, unknown>> }
  assert.deepEqual(fields['fr'], { title: 'outdated', description: 'outdated' })
  assert.deepEqual((await read(`/events?include=${id}&outdated_translation=fr&_fields=id`))['events'], [{ id: Number(id) }])
})

test('the comparison of schemas finds a column, an index and a changed function', async (t) => {
  for (const change of [
    'alter table tags add column stray int',
    'drop index tags_name',
    'create or replace function fold_counts() returns void language sql as $$ select null::void $$',
  ]) {
    const database = await freshDatabase()
    t.after(() => database.drop())
    await connected(database.url, (client) => client.query(change))
    assert.notEqual(schemaOf(database.url), newestSchema, change)
  }
})

test('the comparison of records finds changed, missing and additional values, and accepts new properties', () => {
  const expected = { title: 'A', venue: { id: 1 }, tags: [1, 2] }
  assert.deepEqual(differences(expected, { ...expected, added: true }), [])
  assert.deepEqual(differences(expected, { ...expected, title: 'B' }), ['/title: expected "A", got "B"'])
  assert.deepEqual(differences(expected, { ...expected, venue: {} }), ['/venue/id: expected 1, got undefined'])
  assert.deepEqual(differences(expected, { ...expected, tags: [1] }), ['/tags: expected 2 items, got [1]'])
  assert.deepEqual(differences(expected, null), [': expected an object, got null'])
})
