// A backup restored into an empty cluster gives every record back, equal; a broken backup and a database with tables are refused.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openDatabase, type Database } from '../../src/kernel/database/database.ts'
import { raw } from '../../src/kernel/database/sql.ts'
import { makeCluster } from '../support/cluster.ts'
import { emptyDatabase, freshDatabase, LOOSE } from '../support/database.ts'
import { kalends, startServer } from '../support/process.ts'
import { form, fresh } from '../media/pictures.ts'
import { NS } from '../support/server.ts'
import { rowsOf, until } from './launch.ts'

const folder = mkdtempSync(join(tmpdir(), 'kalends-restore-'))
const source = await freshDatabase()
const cluster = await makeCluster()
after(async () => {
  cluster.remove()
  await source.drop()
  rmSync(folder, { recursive: true })
})
const script = (name: string, ...args: string[]): { code: number | null; text: string } => {
  const { status, stdout, stderr } = spawnSync('bash', [new URL(`../../../scripts/${name}`, import.meta.url).pathname, ...args], {
    encoding: 'utf8',
  })
  return { code: status, text: `${stdout}${stderr}` }
}
/** Digest and number of rows of every table. */
async function tables(url: string): Promise<Record<string, unknown>> {
  const database: Database = openDatabase({ ...LOOSE, url })
  try {
    const names = await database.query<{ name: string }>(
      raw("select tablename as name from pg_tables where schemaname = 'public' order by 1"),
    )
    const digest = (name: string) =>
      database.query<{ n: number; digest: string }>(
        raw(`select count(*) as n, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest from ${name} t`),
      )
    return Object.fromEntries(await Promise.all(names.map(async ({ name }) => [name, (await digest(name))[0]])))
  } finally {
    await database.close()
  }
}

const countDates = async (base: string): Promise<number> =>
  ((await (await fetch(`${base}${NS}/events?starts_after=2000-01-01`)).json()) as { total: number }).total

/** Sends a picture to a server of its own, and returns the URL of its file and the number of dates that the server lists. */
async function sendPicture(database: string, pictures: string, token: string): Promise<{ readonly url: string; readonly dates: number }> {
  const server = await startServer({ DATABASE_URL: database, LOG_LEVEL: 'error', MEDIA_DIR: pictures })
  try {
    const headers = { authorization: `Bearer ${token}` }
    const made = await fetch(`${server.base}${NS}/media`, { method: 'POST', headers, body: form(await fresh()) })
    assert.equal(made.status, 201)
    return { url: ((await made.json()) as { url: string }).url, dates: await countDates(server.base) }
  } finally {
    await server.stop()
  }
}

test('operating: backup, restore into an empty cluster, every record equal, and the service reads them', async () => {
  const [pictures, restoredPictures] = [join(folder, 'media'), join(folder, 'media-restored')]
  kalends(['seed', '--events', '400'], { DATABASE_URL: source.url, MEDIA_DIR: pictures })
  kalends(['user', 'add', 'ed', '--role', 'editor'], { DATABASE_URL: source.url })
  const token = kalends(['token', 'add', 'ed'], { DATABASE_URL: source.url }).stdout.trim()
  const { url, dates } = await sendPicture(source.url, pictures, token)
  const file = join(folder, 'calendar.dump')
  assert.equal(script('backup.sh', source.url, file, pictures).code, 0)
  for (const each of [file, `${file}.media`]) assert.equal(statSync(each).mode & 0o777, 0o600, 'nobody else reads a backup')
  const refused = script('restore.sh', file, cluster.url, pictures)
  assert.deepEqual([refused.code, /not empty/.test(refused.text)], [1, true], refused.text)
  const restored = script('restore.sh', file, cluster.url, restoredPictures)
  assert.equal(restored.code, 0, restored.text)
  const [before, there] = [await tables(source.url), await tables(cluster.url)]
  assert.deepEqual(there, before)
  // The demo data have exceptions of series beside the 400 events.
  assert.ok((before['events'] as { n: number }).n > 400)
  const server = await startServer({ DATABASE_URL: cluster.url, LOG_LEVEL: 'error', MEDIA_DIR: restoredPictures })
  try {
    assert.ok(dates > 400)
    assert.equal(await countDates(server.base), dates)
    assert.equal((await fetch(server.base + new URL(url).pathname)).status, 200, 'pictures came along')
    const made = await fetch(`${server.base}${NS}/tags`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'After the restore' }),
    })
    assert.equal(made.status, 201, 'callers and the sequence of ids came along')
  } finally {
    await server.stop()
  }
})
const DAY_MS = 86_400_000
const filesIn = (pictures: string): string[] =>
  readdirSync(pictures, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('work'))
    .toSorted()
/** Lets the garbage collection of a server run at once, as if all files and images without a use were old. */
async function collect(url: string, pictures: string): Promise<void> {
  const old = new Date(Date.now() - 10 * DAY_MS)
  for (const name of filesIn(pictures)) utimesSync(join(pictures, name), old, old)
  const job = `pgboss.job where singleton_key = 'collect images' and state in ('created', 'retry')`
  await until('the job is in the queue', 30_000, async () => (await rowsOf(url, `select 1 from ${job}`)).length === 1)
  await rowsOf(url, `update ${job.replace(' where', ' set start_after = now() where')}`)
  await until('the job has run', 60_000, async () => (await rowsOf(url, `select 1 from ${job} and start_after > now()`)).length === 1)
}

test('operating: a restored copy on the media folder of the live service deletes and moves nothing there, until it adopts the folder', async () => {
  const pictures = join(folder, 'media')
  const token = kalends(['token', 'add', 'ed'], { DATABASE_URL: source.url }).stdout.trim()
  const { url: newer } = await sendPicture(source.url, pictures, token)
  const before = filesIn(pictures)
  const [digest = '?'] = /[0-9a-f]{64}/.exec(newer) ?? []
  assert.ok(before.some((name) => name.endsWith(digest) && !name.startsWith('trash')))
  const env = { DATABASE_URL: cluster.url, LOG_LEVEL: 'warn', MEDIA_DIR: pictures, MEDIA_KEEP_DAYS: '1' }
  const copy = await startServer(env)
  try {
    assert.match(copy.output(), /another database of it .* deletes no files there/)
    await collect(cluster.url, pictures)
    assert.equal((await fetch(copy.base + new URL(newer).pathname)).status, 200)
    assert.deepEqual(filesIn(pictures), before)
    // The same collection moves the file to the trash when the folder is that of the copy.
    kalends(['media', 'adopt'], env)
    await collect(cluster.url, pictures)
    assert.ok(filesIn(pictures).some((name) => name.startsWith(join('trash', digest))))
  } finally {
    await copy.stop()
  }
})
test('operating: after a failover, the new database deletes files when the former one has not done so for MEDIA_KEEP_DAYS', async () => {
  const pictures = join(folder, 'media')
  const note = join(pictures, 'deleting-database')
  const env = { DATABASE_URL: source.url, LOG_LEVEL: 'warn', MEDIA_DIR: pictures, MEDIA_KEEP_DAYS: '2' }
  const service = await startServer(env)
  try {
    const [id = ''] = readFileSync(note, 'utf8').split(' ')
    for (const [days, isTaken] of [
      [1, false],
      [3, true],
    ] as const) {
      const at = new Date(Date.now() - days * DAY_MS).toISOString().replace('T', ' ').replace('Z', '+00')
      writeFileSync(note, `${id} ${at}\n`)
      await collect(source.url, pictures)
      assert.equal(readFileSync(note, 'utf8').startsWith(`${id} `), !isTaken)
    }
  } finally {
    await service.stop()
  }
})
test('operating: a database that has tables is rejected, and so is a truncated backup', async () => {
  const file = join(folder, 'calendar.dump')
  const again = script('restore.sh', file, cluster.url)
  assert.equal(again.code, 1)
  assert.match(again.text, /empty/)
  truncateSync(file, Math.floor(statSync(file).size * 0.9))
  const empty = await emptyDatabase()
  try {
    assert.equal(script('restore.sh', file, empty.url).code, 1)
    assert.deepEqual(await tables(empty.url), {}, 'all of it or nothing')
  } finally {
    await empty.drop()
  }
  assert.equal(readFileSync(file).subarray(0, 5).toString(), 'PGDMP')
})
