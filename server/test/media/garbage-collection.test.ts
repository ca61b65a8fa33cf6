// Images that nothing shows go after their time, once; files without an image, and work of the dead, go too.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { folderStore } from '../../src/features/media/folder-store.ts'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { freshDatabase, LOOSE } from '../support/database.ts'
import { testServer, type Json } from '../support/server.ts'
import { collectorOf } from './collection.ts'
import { form, fresh } from './pictures.ts'

const folder = join(tmpdir(), `media-collect-${randomUUID()}`)
const server = await testServer({ MEDIA_DIR: folder }, undefined, false)
const { request, make, patch, get } = server
const store = folderStore(folder)
const START = Temporal.Instant.from('2030-01-01T00:00:00Z')
const run = collectorOf(server, store, START)
type Image = Json & { id: number; url: string }
const image = async (): Promise<Image> => (await request('POST', '/media', { as: 'author', upload: form(await fresh()) })).json as Image
const isThere = async ({ id, url }: Image): Promise<boolean> => {
  const [row, file] = [(await get(`/media/${id}`, { as: 'editor' })).status === 200, (await fetch(url)).status === 200]
  assert.equal(row, file, 'an image and its files go together')
  return row
}

void test('media: an unused image is deleted with its files after the retention time since its last use', async () => {
  const [used, loose, dropped, told] = [await image(), await image(), await image(), await image()]
  await make('venues', { venue: 'V', image: used.id })
  const venue = await make('venues', { venue: 'W', image: dropped.id })
  await make('events', { title: 'E', start_date: '2031-01-01', end_date: '2031-01-02', description: `<p><img src="${told.url}"></p>` })
  await run(0)
  await run(20)
  await patch(`/venues/${venue.id}`, { image: null })
  await run(25)
  await run(31)
  assert.deepEqual([await isThere(used), await isThere(loose), await isThere(dropped), await isThere(told)], [true, false, true, true])
  await run(54)
  assert.equal(await isThere(dropped), true)
  await run(56)
  assert.deepEqual([await isThere(used), await isThere(dropped), await isThere(told)], [true, false, true])
  const changes = await server.app.database.query(
    sql`select 1 from changes where kind = 'image' and action = 'delete' and record_id = ${loose.id}`,
  )
  assert.equal(changes.length, 1)
})
void test('media: an image of a working copy stays until the copy is deleted', async () => {
  const [own, told] = [await image(), await image()]
  const { id } = await make('venues', { venue: 'V' })
  const inputs = { image: own.id, description: `<p><img src="${told.url}"></p>` }
  assert.equal((await request('PUT', `/venues/${id}/working-copy`, { as: 'editor', body: inputs })).status, 200)
  await run(300)
  await run(340)
  assert.deepEqual([await isThere(own), await isThere(told)], [true, true])
  await request('DELETE', `/venues/${id}/working-copy`, { as: 'editor' })
  await run(341)
  assert.deepEqual([await isThere(own), await isThere(told)], [false, false])
})
void test('media: an image that is shown again begins anew', async () => {
  const own = await image()
  await run(100)
  const venue = await make('venues', { venue: 'V', image: own.id })
  await run(120)
  await patch(`/venues/${venue.id}`, { image: null })
  await run(131)
  await run(140)
  assert.equal(await isThere(own), true)
})
void test('media: eight at once collect each image once', async () => {
  const own = await Promise.all(Array.from({ length: 6 }, image))
  await run(200)
  await Promise.all(Array.from({ length: 8 }, () => run(240)))
  for (const each of own) assert.equal(await isThere(each), false)
  const ids = own.map(({ id }) => id)
  const changes = await server.app.database.query(
    sql`select 1 from changes where kind = 'image' and action = 'delete' and record_id = any(${ids}::bigint[])`,
  )
  assert.equal(changes.length, 6)
})
void test('media: 0 days keeps for ever', async () => {
  const own = await image()
  await run(300, 0)
  await run(4_000, 0)
  assert.equal(await isThere(own), true)
})
void test('A1 files without an image: new files stay, old files move to the trash and are deleted later', async () => {
  const own = await image()
  const orphan = 'ab'.repeat(32)
  const [home, trash] = [join(folder, 'ab', orphan), join(folder, 'trash', orphan)]
  const where = (): string => (existsSync(home) ? 'home' : existsSync(trash) ? 'trash' : 'gone')
  const dated = (path: string, hours: number): void => {
    mkdirSync(path, { recursive: true })
    const at = new Date(START.epochMilliseconds - hours * 3_600_000)
    utimesSync(path, at, at)
  }
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'full.jpg'), 'x')
  dated(home, 0)
  await run(0, 0)
  const seen: [number, string][] = []
  for (const day of [0, 6, 8, 14, 16]) {
    await run(day, 0)
    seen.push([day, where()])
  }
  assert.deepEqual(seen, [
    [0, 'home'],
    [6, 'home'],
    [8, 'trash'],
    [14, 'trash'],
    [16, 'gone'],
  ])
  assert.equal(await isThere(own), true)
})
void test('A1 files in the trash that belong to an image are restored on request and by the next collection', async () => {
  const [asked, found] = [await image(), await image()]
  const digests = [asked, found].map(({ url }) => /[0-9a-f]{64}/.exec(url)?.[0] ?? '')
  const far = START.add({ hours: 24 * 365 })
  for (const digest of digests) assert.equal(await store.moveToTrash(digest, far, START), true)
  assert.equal((await fetch(asked.url)).status, 200)
  const { restored } = await run(0, 0)
  assert.ok(restored >= 1)
  assert.equal(existsSync(join(folder, 'trash', digests[1] ?? '')), false)
  assert.equal(await isThere(found), true)
})
void test('A1 an older copy of the calendar on the same folder takes no picture from the live one', async () => {
  const own = await Promise.all([image(), image()])
  // Restored from before there were images: it has the same identity, and knows none of the files.
  const older = await freshDatabase()
  const copy = openDatabase({ ...LOOSE, url: older.url })
  try {
    const { movedToTrash, deleted } = await run(8, 0, copy)
    assert.ok(movedToTrash >= own.length)
    assert.equal(deleted, 0)
    assert.equal(await isThere(own[0]), true, 'the live calendar takes back what is asked for')
    await run(8, 0)
    for (const day of [9, 16, 17]) {
      await run(day, 0, copy)
      await run(day, 0)
    }
    for (const each of own) assert.equal(await isThere(each), true)
  } finally {
    await copy.close()
    await older.drop()
  }
})
void test('A7 files of an image that a user deletes are deleted immediately, also from the trash', async () => {
  const own = await image()
  const digest = /[0-9a-f]{64}/.exec(own.url)?.[0] ?? ''
  mkdirSync(join(folder, 'trash', digest), { recursive: true })
  assert.equal((await request('DELETE', `/media/${own.id}?force=true`, { as: 'editor' })).status, 200)
  assert.deepEqual([existsSync(join(folder, 'trash', digest)), existsSync(join(folder, digest.slice(0, 2), digest))], [false, false])
  assert.equal((await fetch(own.url)).status, 404)
})
