// Sources over HTTP: inputs, permissions, schedules, documents that are fetched, and pictures (contract 19.1 and 19.2).
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { startDueRuns } from '../../src/features/sources/import-worker.ts'
import { IMPORT_QUEUE } from '../../src/features/sources/source-services.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { openJobQueue } from '../../src/kernel/jobs/job-queue.ts'
import { createLogger } from '../../src/kernel/runtime/logger.ts'
import { badInputs, type Caller, type Json } from '../support/server.ts'
import { calendarFile, counted, simpleEvent, sourceServer, type ShownItem, type ShownRun } from './setup.ts'

const drawPicture = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .png()
    .toBuffer()
const [picture, slowPicture] = [await drawPicture('teal'), await drawPicture('olive')]
let served = calendarFile([])
let pictures = 0
/** Sends the pictures that were requested and wait. */
const slowPictures: (() => void)[] = []
const site = createServer((request, response) => {
  if (request.url === '/calendar.ics') return void response.writeHead(200, { 'content-type': 'text/calendar' }).end(served)
  if (request.url === '/picture.png') {
    pictures += 1
    return void response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
  }
  if (request.url?.startsWith('/slow/')) {
    slowPictures.push(() => response.writeHead(200, { 'content-type': 'image/png' }).end(slowPicture))
    return
  }
  return void response.writeHead(404).end('none')
})
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
after(() => site.close())
const address = site.address()
const port = typeof address === 'object' && address ? address.port : 0
const url = `http://127.0.0.1:${port}/calendar.ics`
const server = await sourceServer({ EGRESS_ALLOW: `127.0.0.1:${port}`, SOURCES_MAX: '30' })

test('19.1 a source has its inputs and defaults', async () => {
  const made = await server.post('/sources', { name: 'Club', url: 'webcal://club.example/calendar.ics' }, { as: 'editor' })
  const { id, created, modified, ...rest } = made.json
  assert.equal(made.headers.get('location'), `${server.base}/calendar/events/v1/sources/${String(id)}`)
  assert.equal(created, modified)
  assert.deepEqual(rest, {
    owner: server.ids.editor,
    name: 'Club',
    type: 'icalendar',
    url: 'https://club.example/calendar.ics',
    mapping: {},
    language: 'en',
    status: 'publish',
    vanished: 'keep',
    precedence: 'editors',
    every_hours: null,
    next_run: null,
    external_source: `source-${String(id)}`,
  })
  assert.deepEqual((await server.get(`/sources/${String(id)}`, { as: 'editor' })).json, made.json)
  const changed = await server.patch(`/sources/${String(id)}`, { every_hours: 6, mapping: { categories: 'categories' } }, { as: 'editor' })
  assert.deepEqual([changed.json['every_hours'], changed.json['mapping'], changed.json['name']], [6, { categories: 'categories' }, 'Club'])
  assert.ok(changed.json['next_run'])
  const cleared = await server.patch(`/sources/${String(id)}`, { every_hours: null, url: null }, { as: 'editor' })
  assert.deepEqual([cleared.json['every_hours'], cleared.json['next_run'], cleared.json['url']], [null, null, null])
  assert.equal((await server.remove(`/sources/${String(id)}`, { as: 'editor' })).status, 200)
  assert.equal((await server.get(`/sources/${String(id)}`, { as: 'editor' })).json['code'], 'rest_source_not_found')
})

test('19.1 invalid inputs are 400 with their names', async () => {
  const all = {
    name: 'x',
    type: 'xml',
    url: 'file:///etc/passwd',
    mapping: { a: 1 },
    status: 'trash',
    vanished: 'x',
    precedence: 'x',
    every_hours: 0,
  }
  const answer = await server.post('/sources', all, { as: 'editor' })
  assert.deepEqual(badInputs(answer).toSorted(), ['every_hours', 'mapping', 'precedence', 'status', 'type', 'url', 'vanished'])
  assert.equal((await server.post('/sources', {}, { as: 'editor' })).json['code'], 'rest_missing_callback_param')
  assert.deepEqual(badInputs(await server.post('/sources', { name: 'x', every_hours: 3 }, { as: 'editor' })), ['url'])
  assert.deepEqual(badInputs(await server.post('/sources', { name: 'x', dry_run: true }, { as: 'editor' })), ['dry_run'])
})

test('19.1 editors see their own sources, administrators all, and nobody else any', async () => {
  const id = await server.createSource()
  const foreign = await server.createSource({}, 'admin')
  const run = await server.run(id, calendarFile([simpleEvent('a', 'A')]))
  const paths: [string, string][] = [
    ['GET', '/sources'],
    ['POST', '/sources'],
    ['GET', `/sources/${id}`],
    ['PATCH', `/sources/${id}`],
    ['DELETE', `/sources/${id}`],
    ['GET', `/sources/${id}/runs`],
    ['POST', `/sources/${id}/runs`],
    ['GET', `/sources/${id}/runs/${run.id}`],
    ['GET', `/sources/${id}/runs/${run.id}/items`],
    ['GET', `/sources/${id}/runs/${run.id}/failed-rows`],
    ['POST', `/sources/${id}/runs/${run.id}/undo`],
  ]
  for (const [method, path] of paths) {
    assert.equal((await server.request(method, path)).status, 401, path)
    for (const as of ['subscriber', 'contributor', 'author'] satisfies Caller[])
      assert.equal((await server.request(method, path, { as })).status, 403, `${method} ${path} ${as}`)
  }
  assert.equal((await server.get(`/sources/${foreign}`, { as: 'editor' })).status, 404)
  assert.equal((await server.get(`/sources/${foreign}/runs/${run.id}`, { as: 'admin' })).json['code'], 'rest_run_not_found')
  assert.equal((await server.get(`/sources/${id}`, { as: 'admin' })).status, 200)
  const listed = (await server.get('/sources', { as: 'editor' })).json['sources'] as Json[]
  assert.ok(listed.every(({ owner }) => owner === server.ids.editor))
})

test('19.2.6 a run that is canceled while it fetches pictures fetches no other one', async () => {
  const source = await server.createSource()
  const events = [1, 2, 3].map((n) =>
    simpleEvent(`picture-${n}`, `Slide show ${n}`, n, [`ATTACH;FMTTYPE=image/png:http://127.0.0.1:${port}/slow/${n}.png`]),
  )
  const id = Number((await server.startRun(source, calendarFile(events))).json['id'])
  while (slowPictures.length === 0) await pause(20)
  assert.equal((await server.post(`/sources/${source}/runs/${id}/cancel`, {}, { as: 'editor' })).json['reason'], 'canceled')
  const stored = async (): Promise<number> => Number((await server.get('/media', { as: 'admin' })).json['total'])
  const before = await stored()
  for (const send of slowPictures) send()
  while ((await stored()) === before) await pause(50)
  await pause(1_000)
  assert.equal(slowPictures.length, 1)
})

test('19.1 a user has a limited number of sources', async () => {
  let last = 0
  for (let i = 0; i < 31 && last !== 422; i += 1) last = (await server.post('/sources', { name: `n ${i}` }, { as: 'admin' })).status
  assert.equal(last, 422)
})

test('19.2 a document is fetched from the URL; pictures are fetched once; what cannot be fetched is reported', async () => {
  const source = await server.createSource({ url })
  const lines = simpleEvent('p', 'With a picture', 1, [`IMAGE;VALUE=URI:http://127.0.0.1:${port}/picture.png`])
  const without = simpleEvent('q', 'Without', 2, [`ATTACH;FMTTYPE=image/png:http://127.0.0.1:${port}/none.png`])
  served = calendarFile([lines, without])
  const first = await server.run(source, null)
  assert.deepEqual(counted(first), { new: 2 })
  const items = await server.items(source, first.id)
  assert.ok((await server.event(items[0]?.record_id))['image'])
  assert.deepEqual(items[1]?.notes, ['picture_not_fetched'])
  assert.deepEqual(counted(await server.run(source, null)), { unchanged: 2 })
  assert.equal(pictures, 1)
  await server.patch(`/sources/${source}`, { url: `http://127.0.0.1:${port}/elsewhere.ics` }, { as: 'editor' })
  assert.equal((await server.run(source, null)).reason, 'not_fetched')
  await server.patch(`/sources/${source}`, { url: 'http://127.0.0.1:1/calendar.ics' }, { as: 'editor' })
  assert.equal((await server.run(source, null)).reason, 'not_fetched')
})

test('19.3 the same address in two sources makes records of each, lists likely duplicates, and each source removes its own', async () => {
  const events = [1, 2, 3, 4].map((day) => simpleEvent(`twice-${day}`, `Twice ${day}`, day))
  served = calendarFile(events)
  const sources = [await server.createSource({ url, vanished: 'trash' }), await server.createSource({ url, vanished: 'trash' })] as const
  const itemsOf = async (source: number): Promise<ShownItem[]> => {
    const run = await server.run(source, null)
    assert.deepEqual(counted(run), { new: 4 })
    return server.items(source, run.id)
  }
  const [first, second] = [await itemsOf(sources[0]), await itemsOf(sources[1])]
  assert.ok(first.every(({ duplicates }) => duplicates.length === 0))
  assert.deepEqual(
    second.map(({ duplicates }) => duplicates),
    first.map(({ record_id }) => [record_id]),
  )
  const statusOf = async (item: ShownItem | undefined): Promise<unknown> => (await server.event(item?.record_id))['status']
  const statuses = async (): Promise<unknown[]> => [await statusOf(first[3]), await statusOf(second[3])]
  served = calendarFile(events.slice(0, 3))
  assert.deepEqual(counted(await server.run(sources[0], null)), { unchanged: 3, trashed: 1 })
  assert.deepEqual(await statuses(), ['trash', 'publish'])
  assert.deepEqual(counted(await server.run(sources[1], null)), { unchanged: 3, trashed: 1 })
  assert.deepEqual(await statuses(), ['trash', 'trash'])
})

test('19.2 a source with a schedule runs by itself, unless its owner is no editor any more', async () => {
  served = calendarFile([simpleEvent('s', 'Scheduled')])
  const source = await server.createSource({ url, every_hours: 1 })
  const { database } = server.app
  const queue = openJobQueue({ database, log: createLogger('silent'), isWorker: false, queues: [IMPORT_QUEUE], stopTimeoutMs: 1_000 })
  after(() => queue.stop())
  const runs = async (): Promise<ShownRun[]> => (await server.get(`/sources/${source}/runs`, { as: 'admin' })).json['runs'] as ShownRun[]
  const startDue = async (): Promise<ShownRun> => {
    await database.query(sql`update sources set next_run_at = now() - interval '1 minute' where id = ${source}`)
    const before = (await runs()).length
    await startDueRuns(database, queue, Temporal.Now.instant())
    await startDueRuns(database, queue, Temporal.Now.instant())
    const [newest, ...others] = await runs()
    assert.equal(others.length, before)
    return server.ended(source, newest?.id ?? 0)
  }
  assert.deepEqual(counted(await startDue()), { new: 1 })
  assert.equal((await server.patch(`/users/${server.ids.editor}`, { role: 'author' })).status, 200)
  const failed = await startDue()
  assert.deepEqual([failed.state, failed.reason], ['failed', 'owner'])
})
