// Contract 14.1: the change feed, over HTTP.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pruneChanges } from '../../src/engine/changes/retention.ts'
import { recordBulkChange } from '../../src/engine/changes/change-log.ts'
import { ADMIN_URL, connected } from '../support/database.ts'
import { testServer, unique, type Answer, type Caller, type Json } from '../support/server.ts'

const server = await testServer({ CACHE_MB: '0' })
const is = (answer: Answer, status = 200): Json => {
  assert.equal(answer.status, status, answer.text)
  return answer.json
}
type Change = Json & { readonly id: number; readonly action: string; readonly kind: string }
interface Page {
  readonly changes: readonly Change[]
  readonly next: string
  readonly more: boolean
}
const read = async (query: string, as?: Caller): Promise<Page> =>
  is(await server.get(`/changes?${query}`, as ? { as } : {})) as unknown as Page
const now = async (as?: Caller): Promise<string> => (await read('since=now', as)).next
/** All changes since a cursor, and the next cursor. */
async function follow(since: string, as?: Caller, perPage = 100): Promise<{ readonly changes: readonly Change[]; readonly next: string }> {
  const changes: Change[] = []
  for (let next = since; ; ) {
    const page = await read(`since=${next}&per_page=${perPage}`, as)
    changes.push(...page.changes)
    next = page.next
    if (!page.more) return { changes, next }
  }
}
const shown = (changes: readonly Change[]): unknown[] => changes.map(({ action, kind, id, reason }) => [action, kind, id, reason])
const event = (more: Json = {}): Json => ({ title: unique(), start_date: '2031-01-01 10:00', end_date: '2031-01-01 11:00', ...more })

void test('14.1.2 a new, a changed and a deleted record; each at most once, as it is now', async () => {
  const since = await now()
  const made = await server.make('events', event({ title: 'First' }))
  is(await server.patch(`/events/${made.id}`, { title: 'Second' }))
  const { changes, next } = await follow(since)
  assert.deepEqual(shown(changes), [['upsert', 'event', made.id, null]])
  const [change] = changes
  assert.ok(change)
  assert.equal((change['record'] as Json)['title'], 'Second')
  assert.deepEqual([change['version'], change['rest_url']], [2, made['rest_url']])
  assert.deepEqual((await follow(String(change['cursor']))).changes, [])
  is(await server.remove(`/events/${made.id}`))
  assert.deepEqual(shown((await follow(next)).changes), [['remove', 'event', made.id, 'trashed']])
  is(await server.remove(`/events/${made.id}?force=true`))
  assert.deepEqual(shown((await follow(next)).changes), [['remove', 'event', made.id, 'deleted']])
  const thin = await read(`since=${since}&content=thin`)
  assert.equal(
    thin.changes.every(({ record }) => record === null),
    true,
  )
})

void test('14.1.3 a record that the caller could never see does not appear, and the cursor does not tell of it', async () => {
  const [since, own] = [await now(), await now('author')]
  const { id } = await server.make('events', event({ status: 'draft' }), 'author')
  is(await server.patch(`/events/${id}`, { title: 'Still a draft' }, { as: 'author' }))
  assert.deepEqual(await read(`since=${since}`), { ...(await read(`since=${since}`)), changes: [], next: since, more: false })
  assert.deepEqual(shown((await follow(own, 'author')).changes), [['upsert', 'event', id, null]])
  is(await server.patch(`/events/${id}`, { status: 'publish' }, { as: 'admin' }))
  is(await server.patch(`/events/${id}`, { status: 'draft' }, { as: 'admin' }))
  // It was public between two requests of the client.
  assert.deepEqual(shown((await follow(since)).changes), [['remove', 'event', id, 'unpublished']])
})

void test('14.1.4 a transaction that commits late is not lost, and a long one stalls nobody', async () => {
  const since = await now()
  await connected(ADMIN_URL.replace(/\/[^/]*$/, `/${new URL(server.database_url).pathname.slice(1)}`), async (late) => {
    const first = await server.make('tags', { name: unique() })
    await late.query('begin')
    await late.query(`insert into changes (kind, record_id, version, action, before) values ('tag', ${first.id}, 2, 'update', '{}')`)
    const second = await server.make('tags', { name: unique() })
    const before = await follow(since)
    assert.deepEqual(
      before.changes.map(({ id }) => id),
      [first.id, second.id],
    )
    await late.query('commit')
    assert.deepEqual(
      (await follow(before.next)).changes.map(({ id }) => id),
      [first.id],
    )
  })
})

void test('14.1.4 14.1.5 cursors of another caller, of another log, of pruned rows and of bulk changes are 410', async () => {
  const since = await now()
  const gone = async (cursor: string, as?: Caller): Promise<void> => {
    const answer = await server.get(`/changes?since=${cursor}`, as ? { as } : {})
    assert.deepEqual([answer.status, answer.json['code']], [410, 'rest_cursor_expired'], answer.text)
  }
  await gone(since, 'editor')
  assert.equal((await server.get(`/changes?since=${since.slice(0, -2)}AA`)).status, 400)
  assert.equal((await server.get(`/changes?since=${since}&kinds=tag`)).status, 400)
  await recordBulkChange(server.app.database, 'derived', '00000000-0000-7000-8000-000000000002')
  assert.deepEqual((await read(`since=${since}`)).changes, [])
  await recordBulkChange(server.app.database, 'records', '00000000-0000-7000-8000-000000000001')
  await gone(since)
  const later = await now()
  await server.make('tags', { name: unique() })
  await pruneChanges(server.app.database, Temporal.Now.instant().add({ hours: 1 }))
  await gone(later)
  assert.deepEqual((await read(`since=${await now()}`)).changes, [])
})

void test('14.1.6 an unchanged calendar is 304', async () => {
  const since = await now()
  const first = await server.get(`/changes?since=${since}`)
  const second = await server.get(`/changes?since=${since}`, { headers: { 'if-none-match': String(first.headers.get('etag')) } })
  assert.deepEqual([first.status, second.status], [200, 304])
})
