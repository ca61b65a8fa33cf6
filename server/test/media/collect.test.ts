// Images that nothing shows go after their time, once; files without an image, and work of the dead, go too.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { siteOf } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import type { Ask } from '../../src/engine/resource.ts'
import { collect } from '../../src/features/media/collect.ts'
import type { Media } from '../../src/features/media/library.ts'
import { diskStore } from '../../src/features/media/store.ts'
import { ANONYMOUS } from '../../src/kernel/caller.ts'
import { sql } from '../../src/kernel/sql.ts'
import { testServer, type Json } from '../support/server.ts'
import { form, fresh } from './pictures.ts'

const folder = join(tmpdir(), `media-collect-${randomUUID()}`)
const server = await testServer({ MEDIA_DIR: folder }, undefined, false)
const { request, make, patch, get } = server
const site = siteOf(readConfig({}))
const media = { store: diskStore(folder) } as Media
const START = Temporal.Instant.from('2030-01-01T00:00:00Z')
/** What the job does, so many days on. */
const run = (days: number, keep_days = 30): Promise<void> => {
  const now = START.add({ hours: 24 * days })
  const ask: Ask = {
    site,
    now,
    caller: { ...ANONYMOUS, role: 'administrator', scope: 'admin' },
    language: 'en',
    named: false,
    root: '',
    strict: false,
  }
  return collect(server.app.database, media, keep_days, ask)
}
type Image = Json & { id: number; url: string }
const image = async (): Promise<Image> => (await request('POST', '/media', { as: 'author', upload: form(await fresh()) })).json as Image
const isThere = async ({ id, url }: Image): Promise<boolean> => {
  const [row, file] = [(await get(`/media/${id}`, { as: 'editor' })).status === 200, (await fetch(url)).status === 200]
  assert.equal(row, file, 'an image and its files go together')
  return row
}

void test('media: what nothing shows is kept for its time from when it was last shown, then goes with its files', async () => {
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
void test('media: files without an image go, and so does the work of those who died; work that goes on stays', async () => {
  const own = await image()
  const orphan = 'ab'.repeat(32)
  mkdirSync(join(folder, 'ab', orphan), { recursive: true })
  writeFileSync(join(folder, 'ab', orphan, 'full.jpg'), 'x')
  for (const [name, hours] of [
    ['dead', 7],
    ['alive', 1],
  ] as const) {
    const at = new Date(START.epochMilliseconds - hours * 3_600_000)
    mkdirSync(join(folder, 'work', name), { recursive: true })
    utimesSync(join(folder, 'work', name), at, at)
  }
  await run(0, 0)
  assert.equal(existsSync(join(folder, 'ab', orphan)), false)
  assert.deepEqual(readdirSync(join(folder, 'work')), ['alive'])
  assert.equal(await isThere(own), true)
})
