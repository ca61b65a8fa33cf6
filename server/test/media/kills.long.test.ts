// kill -9 while pictures are sent, again and again: what was acknowledged is whole, nothing is there by half, and what nobody uses is collected.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { newChangeId } from '../../src/engine/changes/change-log.ts'
import { siteOf } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { collectGarbage } from '../../src/features/media/garbage-collection.ts'
import { folderPlace } from '../../src/features/media/folder-place.ts'
import { openEncoder } from '../../src/features/media/encoder.ts'
import { folderStore } from '../../src/features/media/folder-store.ts'
import { monitorStore } from '../../src/features/media/store-monitor.ts'
import { ANONYMOUS, type Caller } from '../../src/kernel/security/caller.ts'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { errorCode } from '../../src/kernel/database/database-errors.ts'
import { createEgress } from '../../src/kernel/outbound/egress.ts'
import { createLogger } from '../../src/kernel/runtime/logger.ts'
import { adminToken, launch, logged, pause, rowsOf, until, untilReady, within, type Launched } from '../faults/launch.ts'
import { freshDatabase, LOOSE } from '../support/database.ts'
import { freePort } from '../support/process.ts'
import { inDays, NS } from '../support/server.ts'
import { blob, fresh } from './pictures.ts'

const UPLOADS = Number(process.env['UPLOADS'] ?? 100)
const KILLS = Number(process.env['UPLOAD_KILLS'] ?? 5)
const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const CLIENTS = 8
const FILES = ['full.webp', 'large.webp', 'medium.webp', 'thumbnail.webp']

const folder = mkdtempSync(join(tmpdir(), 'kalends-kills-'))
const database = await freshDatabase()
after(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})
const token = await adminToken(database.url)
const port = await freePort()
const env = { DATABASE_URL: database.url, PORT: String(port), LOG_LEVEL: 'warn', MEDIA_DIR: folder }
const authorization = `Bearer ${token}`
const picture = await fresh()
let random = SEED
const dice = (n: number): number => {
  random = (Math.imul(random, 1_103_515_245) + 12_345) & 0x7fffffff
  return (random / 0x80000000) * n
}

interface Image {
  readonly id: number
  readonly digest: string
}
/** Uploads that returned 201, or 200 if an earlier attempt had stored the image. */
const acknowledged: Image[] = []
const unexpected: string[] = []
let [interrupted, sent] = [0, 0]

void test(`${UPLOADS} pictures by ${CLIENTS} clients and ${KILLS} kills: none lost, none by half`, { timeout: 1_200_000 }, async (t) => {
  t.diagnostic(`seed ${SEED}`)
  let server: Launched = await launch(env)
  t.after(() => server.kill())
  await untilReady(server, 30_000)
  const clients = Promise.all(Array.from({ length: CLIENTS }, client))
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const next = Math.floor((kill * UPLOADS) / (KILLS + 1))
    await until(`${next} pictures are stored: ${unexpected.join()}`, 300_000, () => acknowledged.length >= next)
    await pause(dice(300))
    await server.kill()
    assert.deepEqual(logged(server, ['error', 'fatal']), [])
    server = await launch(env)
    await untilReady(server, 30_000)
  }
  await within('the last pictures are stored', 300_000, clients)
  server.child.kill('SIGTERM')
  assert.equal(await within('the process ends', 15_000, server.ended), 0)
  t.diagnostic(`${acknowledged.length} acknowledged, ${interrupted} attempts interrupted by ${KILLS} kills`)
  assert.deepEqual(unexpected, [])
  assert.equal(acknowledged.length, UPLOADS)
  assert.ok(interrupted >= KILLS, 'the kills met uploads')

  const rows = await imagesThere()
  const byDigest = new Map(rows.map((row) => [row.digest, row.id]))
  assert.deepEqual(
    acknowledged.filter(({ id, digest }) => byDigest.get(digest) !== id),
    [],
    'no acknowledged picture is lost',
  )
  assert.equal(rows.length, UPLOADS, 'and no picture is there twice')
  const halves = (await Promise.all(rows.map(faultOf))).filter((fault) => fault !== null)
  assert.deepEqual(halves, [], 'every image has all its files, and each can be opened')
})

void test('files that killed processes left behind are collected, and no others', async (t) => {
  const known = new Set((await imagesThere()).map(({ digest }) => digest))
  const before = digestsOnDisk()
  t.diagnostic(`${before.filter((digest) => !known.has(digest)).length} folders without an image, ${inWork().length} left in work`)
  await collecting((run) => run({ hours: 24 * 8 }, 0))
  assert.deepEqual(digestsOnDisk(), [...known].toSorted())
  await folderStore(folder).deleteTempFolders(Temporal.Now.instant().add({ hours: 1 }))
  assert.deepEqual(inWork(), [])
})

void test('unused images are deleted after the retention time; used images stay', async (t) => {
  const shown = acknowledged.slice(0, 5)
  const server = await launch(env)
  t.after(() => server.kill())
  await untilReady(server, 30_000)
  for (const [i, { id }] of shown.entries()) {
    const body = JSON.stringify({ title: `Event ${i}`, start_date: inDays(1), end_date: inDays(2), image: id })
    const answer = await fetch(`${server.api}/events`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body,
    })
    assert.equal(answer.status, 201, await answer.text())
  }
  server.child.kill('SIGTERM')
  await within('the process ends', 15_000, server.ended)
  await collecting(async (run) => {
    await run({ hours: 0 }, 30)
    assert.equal((await imagesThere()).length, UPLOADS, 'not before their time')
    // So many at a time.
    for (let i = 0; i < Math.ceil(UPLOADS / 100); i += 1) await run({ hours: 24 * 31 }, 30)
  })
  const left = (await imagesThere()).map(({ digest }) => digest)
  assert.deepEqual(left.toSorted(), shown.map(({ digest }) => digest).toSorted())
  assert.deepEqual(digestsOnDisk(), left.toSorted())
})

/** Sends one picture after the other, each until it is acknowledged, with one key for all attempts. */
async function client(): Promise<void> {
  while (sent < UPLOADS && unexpected.length === 0) {
    const key = `picture-${sent++}`
    // Bytes behind a picture are not looked at, and make it another.
    const bytes = Buffer.concat([picture, Buffer.from(key)])
    const digest = createHash('sha256').update(bytes).digest('hex')
    for (let attempt = 0; attempt < 3_000 && unexpected.length === 0; attempt += 1) {
      const { status, text } = await send(key, bytes)
      if (status === 201 || status === 200) {
        acknowledged.push({ id: (JSON.parse(text) as { id: number }).id, digest })
        break
      }
      if (status === 0 && text !== 'ECONNREFUSED') interrupted += 1
      // 409 while the first attempt of a key still runs, 503 while the server is busy.
      if (![0, 409, 503].includes(status)) unexpected.push(`${key}: ${status} ${text}`)
      await pause(100)
    }
  }
}

/** One attempt; status 0 and the code of the failure where no whole answer came. */
async function send(key: string, bytes: Buffer): Promise<{ status: number; text: string }> {
  const data = new FormData()
  data.append('file', blob(bytes), `${key}.jpg`)
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${NS}/media`, {
      method: 'POST',
      headers: { authorization, 'idempotency-key': key },
      body: data,
      signal: AbortSignal.timeout(60_000),
    })
    return { status: answer.status, text: await answer.text() }
  } catch (error) {
    return { status: 0, text: error instanceof Error ? errorCode(error.cause) : '' }
  }
}

const imagesThere = (): Promise<Image[]> => rowsOf<{ id: number; digest: string }>(database.url, 'select id::int, digest from images')
const isShard = (name: string): boolean => /^[0-9a-f]{2}$/.test(name)
const digestsOnDisk = (): string[] =>
  readdirSync(folder)
    .filter(isShard)
    .flatMap((shard) => readdirSync(join(folder, shard)))
    .toSorted()
const inWork = (): string[] => readdirSync(join(folder, 'work'))

/** Returns the errors in the files of an image. */
async function faultOf({ digest }: Image): Promise<string | null> {
  const home = join(folder, digest.slice(0, 2), digest)
  try {
    const names = readdirSync(home).toSorted()
    if (names.length !== 5 || FILES.some((name) => !names.includes(name))) return `${digest}: ${names.join()}`
    for (const name of names)
      await sharp(readFileSync(join(home, name)), { failOn: 'warning' })
        .raw()
        .toBuffer()
    return null
  } catch (error) {
    return `${digest}: ${String(error)}`
  }
}

/** Lets the collection run as if it were so much later. */
async function collecting(use: (run: (later: { hours: number }, days: number) => Promise<unknown>) => Promise<unknown>): Promise<void> {
  const db = openDatabase({ ...LOOSE, url: database.url })
  const site = siteOf(readConfig(env))
  const media = {
    store: folderStore(folder),
    monitor: await monitorStore(folderPlace(folder), db, createLogger('silent')),
    publicUrl: '',
    encoder: openEncoder(1),
    egress: createEgress({ deadlineMs: 1_000, maxBytes: 1_000, redirects: 0, ports: [], allow: [], dns: [], inFlight: 1 }),
    limitBytes: 1_000,
    log: createLogger('silent'),
  }
  const caller: Caller = { ...ANONYMOUS, role: 'administrator', scope: 'admin' }
  const run = ({ hours }: { hours: number }, unusedDays: number): Promise<unknown> =>
    collectGarbage(
      db,
      media,
      { unusedDays, keepDays: 7 },
      {
        site,
        now: Temporal.Now.instant().add({ hours }),
        caller,
        language: site.defaultLanguage,
        hasExplicitLanguage: false,
        languagePrefix: '',
        changeId: newChangeId(),
        strict: false,
      },
    )
  try {
    await use(run)
  } finally {
    await db.close()
  }
}
