// Contract 14.2: change streams and long polls, over HTTP.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { revokeToken } from '../../src/features/accounts/users.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { NS, testServer, unique, type Answer, type Caller, type Json } from '../support/server.ts'
import { openStream, secondApp, type OpenStream, type StreamOptions } from './event-source.ts'

const SETTINGS = { SSE_MAX: '30', SSE_MAX_PER_CALLER: '3', SSE_MAX_PER_ADDRESS: '8', SOCKET_TIMEOUT_MS: '1200' }
const server = await testServer(SETTINGS)
const streams: OpenStream[] = []
after(() => streams.forEach((each) => each.close()))
const stream = async (query = '', as?: Caller, options: StreamOptions = {}, base = server.base): Promise<OpenStream> => {
  const headers = { ...options.headers, ...(as && { authorization: `Bearer ${server.tokens[as]}` }) }
  const opened = await openStream(`${base}${NS}/changes/stream${query}`, { ...options, headers })
  streams.push(opened)
  return opened
}
const is = (answer: Answer, status = 200): Json => {
  assert.equal(answer.status, status, answer.text)
  return answer.json
}
const event = (more: Json = {}): Json => ({ title: unique(), start_date: '2031-01-01 10:00', end_date: '2031-01-01 11:00', ...more })
const shown = ({ events }: OpenStream): unknown[] => events.map(({ event: name, data }) => [name, data['kind'], data['id'], data['reason']])
const closeAll = async (): Promise<void> => {
  for (const each of streams.splice(0)) each.close()
  for (let n = 0; n < 300 && (await openReaders()) > 0; n += 1) await pause(10)
}
const openReaders = async (): Promise<number> =>
  Number(/^kalends_change_streams(?:\{[^}]*\})? (\d+)/m.exec(await server.app.metrics.text())?.[1] ?? 0)

void test('14.2 a stream sends each change at once, with the cursor as its id, and continues after the last id', async () => {
  const first = await stream()
  assert.deepEqual(
    [first.status, first.headers['content-type'], first.headers['cache-control'], first.headers['x-accel-buffering']],
    [200, 'text/event-stream; charset=utf-8', 'no-store', 'no'],
  )
  assert.equal(first.headers['content-encoding'], undefined)
  await first.until((each) => each.lastId() !== '')
  const made = await server.make('events', event({ title: 'On the stream' }))
  await first.until(({ events }) => events.length === 1)
  assert.deepEqual(shown(first), [['upsert', 'event', made.id, null]])
  assert.equal((first.events[0]?.data['record'] as Json | undefined)?.['title'], 'On the stream')
  const feed = is(await server.get(`/changes?since=${encodeURIComponent(first.lastId())}`))
  assert.deepEqual(feed['changes'], [], 'the id is the cursor after the event')
  first.close()
  is(await server.remove(`/events/${made.id}`))
  const tag = await server.make('tags', { name: unique() })
  const again = await stream('?since=now', undefined, { headers: { 'last-event-id': first.lastId() } })
  await again.until(({ events }) => events.length === 2)
  assert.deepEqual(shown(again), [
    ['remove', 'event', made.id, 'trashed'],
    ['upsert', 'tag', tag.id, null],
  ])
  await closeAll()
})

void test('14.2 each reader gets what its caller may see and what matches its filters, and nothing tells of the rest', async () => {
  const [anonymous, editor, tags, thin] = [
    await stream('?kinds=event,tag'),
    await stream('?kinds=event,tag', 'editor'),
    await stream('?kinds=tag&_fields=id'),
    await stream('?content=thin'),
  ]
  const draft = await server.make('events', event({ status: 'draft' }))
  await editor.until(({ events }) => events.length === 1)
  const tag = await server.make('tags', { name: unique() })
  for (const each of [anonymous, tags, thin]) await each.until(({ events }) => events.length > 0)
  await editor.until(({ events }) => events.length === 2)
  assert.deepEqual(shown(editor), [
    ['upsert', 'event', draft.id, null],
    ['upsert', 'tag', tag.id, null],
  ])
  for (const each of [anonymous, tags, thin]) assert.deepEqual(shown(each), [['upsert', 'tag', tag.id, null]])
  assert.equal(anonymous.text().match(/^id:/gm)?.length, 2, 'a draft moves no id')
  assert.deepEqual([tags.events[0]?.data['record'], thin.events[0]?.data['record']], [{ id: tag.id }, null])
  await closeAll()
})

void test('14.2 invalid parameters, and a cursor of another caller, are refused before the stream begins', async () => {
  const { next } = is(await server.get('/changes?since=now', { as: 'editor' }))
  assert.equal((await stream('?kinds=nothing')).status, 400)
  assert.equal((await stream('?since=nothing')).status, 400)
  assert.equal((await stream(`?since=${encodeURIComponent(String(next))}`)).status, 410)
  await closeAll()
})

void test('14.2 a stream is alive without changes, and a caller and an address have a limited number of streams', async () => {
  const own = await Promise.all([1, 2, 3].map(() => stream('', 'author')))
  assert.deepEqual([(await stream('', 'author')).status, own.map(({ status }) => status)], [429, [200, 200, 200]])
  assert.equal((await stream('', 'other')).status, 200, 'another caller')
  const anonymous = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => stream()))
  const refused = await stream()
  assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '30'])
  assert.equal(is(await server.get('/changes?since=now', { headers: { prefer: 'wait=1' } }), 429)['code'], 'rest_too_many_requests')
  // SOCKET_TIMEOUT_MS closes silent connections.
  await pause(1_600)
  assert.ok(anonymous.every((each) => !each.isEnded() && each.text().includes(':\n\n')))
  anonymous[0]?.close()
  await pause(100)
  assert.equal((await stream()).status, 200, 'a closed stream leaves its place')
  await closeAll()
})

void test('14.2 revoked credentials and a changed role end a stream', async () => {
  const [revoked, demoted, stays] = [await stream('', 'contributor'), await stream('', 'subscriber'), await stream('', 'editor')]
  await revokeToken(server.app.database, await tokenId('contributor'))
  await server.app.database.query(sql`update users set role = 'author' where id = ${server.ids.subscriber}`)
  await Promise.all([revoked, demoted].map((each) => each.until(({ isEnded }) => isEnded())))
  assert.equal(stays.isEnded(), false)
  await closeAll()
})
const tokenId = async (login: Caller): Promise<number> => {
  const [row] = await server.app.database.query<{ id: number }>(sql`select id from credentials where user_id = ${server.ids[login]}`)
  assert.ok(row)
  return row.id
}

void test('14.2 a reader that stops reading delays nobody, gets everything when it reads again, and is dropped if it does not', {
  timeout: 60_000,
}, async () => {
  const { close, base } = await secondApp(server.database_url)
  // The other server has a patient SOCKET_TIMEOUT_MS.
  const [slow, beside, dead, other] = [
    await stream('', undefined, {}, base),
    await stream('', undefined, {}, base),
    await stream(),
    await stream(),
  ]
  slow.response.pause()
  dead.response.pause()
  // More than the buffers of both sockets.
  const description = 'x'.repeat(60_000)
  const ids: number[] = []
  for (let n = 0; n < 120; n += 1) ids.push((await server.make('events', event({ description }))).id)
  const hasAll = ({ events }: OpenStream): boolean => new Set(events.map(({ data }) => data['id'])).size === ids.length
  for (const each of [beside, other]) await each.until(hasAll)
  assert.ok(slow.events.length < ids.length)
  slow.response.resume()
  await slow.until(hasAll, 10_000)
  for (let n = 0; n < 200 && (await openReaders()) > 1; n += 1) await pause(50)
  assert.equal(await openReaders(), 1)
  assert.equal(other.isEnded(), false, 'only the reader that reads nothing is disconnected')
  dead.response.socket.destroy()
  await close()
  await closeAll()
})

void test('14.2 a long poll answers at the first change, and after its time without one', async () => {
  const since = encodeURIComponent(String(is(await server.get('/changes?since=now'))['next']))
  const start = performance.now()
  const waiting = server.get(`/changes?since=${since}`, { headers: { prefer: 'wait=20' } })
  await pause(200)
  const tag = await server.make('tags', { name: unique() })
  const answer = await waiting
  assert.ok(performance.now() - start < 5_000)
  assert.deepEqual(
    (is(answer)['changes'] as Json[]).map(({ id }) => id),
    [tag.id],
  )
  assert.deepEqual(
    ['cache-control', 'preference-applied', 'etag'].map((name) => answer.headers.get(name)),
    ['private, no-store', 'wait=20', null],
  )
  // There are changes already, so it does not wait.
  const known = is(await server.get(`/changes?since=${since}`, { headers: { prefer: 'wait=20' } }))['changes'] as Json[]
  assert.deepEqual(
    known.map(({ id }) => id),
    [tag.id],
  )
  const { next } = answer.json
  const begun = performance.now()
  const empty = is(await server.get(`/changes?since=${encodeURIComponent(String(next))}`, { headers: { prefer: 'wait=1' } }))
  assert.deepEqual([empty['changes'], empty['next'], empty['more']], [[], next, false])
  assert.ok(performance.now() - begun >= 990)
  await closeAll()
})

void test('14.2 when filters refer to other records, the stream ends, and its last id is 410', async () => {
  const parent = await server.make('categories', { name: unique() })
  const child = await server.make('categories', { name: unique() })
  const filtered = await stream(`?categories=${parent.id}`)
  await filtered.until((each) => each.lastId() !== '')
  is(await server.patch(`/categories/${child.id}`, { parent: parent.id }))
  await filtered.until(({ isEnded }) => isEnded())
  assert.equal((await stream('', undefined, { headers: { 'last-event-id': filtered.lastId() } })).status, 410)
  await closeAll()
})

void test('14.2 changes of another process arrive, and a server that stops ends its streams at once', async () => {
  const { close, base } = await secondApp(server.database_url)
  const [here, there] = [await stream(), await stream('', undefined, {}, base)]
  const tag = await server.make('tags', { name: unique() })
  await Promise.all([here, there].map((each) => each.until(({ events }) => events.length === 1, 2_000)))
  assert.deepEqual(shown(there), [['upsert', 'tag', tag.id, null]])
  const start = performance.now()
  const closing = close()
  await there.until(({ isEnded }) => isEnded())
  assert.ok(performance.now() - start < 1_000)
  assert.equal(here.isEnded(), false)
  await closing
  await closeAll()
})
