// The history of a record, restoring a version, and the rules of undo (contract 14.4).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { raw, sql } from '../../src/kernel/database/sql.ts'
import { inDays, testServer, unique, type Answer, type Json } from '../support/server.ts'

const server = await testServer()
const { app, get, make, patch, post, remove } = server
const event = (more: Json = {}): Json => ({ title: unique(), start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00', ...more })
const changeIdOf = (answer: Answer): string | null => answer.headers.get('x-change-id')
const undo = (answer: Answer, query = ''): Promise<Answer> => post(`/changes/${String(changeIdOf(answer))}/undo${query}`, {})
interface Entry {
  readonly version: number
  readonly action: string
  readonly language: string | null
  readonly change_id: string
  readonly changes: { field: string; language: string | null; before: unknown; after: unknown }[]
}
const historyOf = async (path: string): Promise<Entry[]> => (await get(`${path}/history`, { as: 'admin' })).json['history'] as Entry[]

test('14.4.1 a write that changes something has X-Change-Id, and all rows of its log have this id', async () => {
  const created = await post('/events', event({ tags: [unique()] }))
  const id = created.json['id'] as number
  const updated = await patch(`/events/${id}`, { title: unique() })
  const removed = await remove(`/events/${id}`)
  for (const answer of [created, updated, removed]) {
    const rows = await app.database.query(sql`select 1 from changes where change_id = ${changeIdOf(answer)}::uuid`)
    assert.equal(rows.length, answer === created ? 2 : 1)
  }
})
test('14.4.1 a write that changes nothing, a dry run and a refused write have no X-Change-Id', async () => {
  const { id, title } = await make('events', event())
  const answers = [
    await patch(`/events/${id}`, { title }),
    await patch(`/events/${id}?dry_run=true`, { title: unique() }),
    await patch(`/events/${id}`, { title: '' }),
    await get(`/events/${id}`),
  ]
  assert.deepEqual(answers.map(changeIdOf), [null, null, null, null])
})
test('14.4.1 a batch has one id, for the whole request, also if only some operations succeed', async () => {
  const operations = [
    { id: 'a', method: 'POST', path: '/tags', body: { name: unique() } },
    { id: 'b', method: 'POST', path: '/tags', body: {} },
    { id: 'c', method: 'POST', path: '/tags', body: { name: unique() } },
  ]
  const answer = await post('/batch', { operations })
  const rows = await app.database.query(sql`select 1 from changes where change_id = ${changeIdOf(answer)}::uuid`)
  assert.deepEqual([answer.json['failed'], rows.length], [1, 2])
  assert.equal(changeIdOf(await post('/batch', { operations: operations.slice(1, 2) })), null)
  assert.equal(changeIdOf(await post('/batch', { operations, dry_run: true })), null)
})
test('14.4.1 a repeated request has the id of the first one', async () => {
  const body = event()
  const headers = { 'idempotency-key': unique() }
  const [first, second] = [await post('/events', body, { headers }), await post('/events', body, { headers })]
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
  assert.equal(changeIdOf(first), changeIdOf(second))
})
test('14.4.1 a status that brings back an excluded date has an id', async () => {
  const { id } = await make('events', event({ start_date: inDays(7), end_date: inDays(8), recurrence: 'FREQ=WEEKLY;COUNT=4' }))
  const list = await get(`/events?series=${id}&start_date=now&end_date=2040-01-01`)
  const date = (list.json['events'] as { id: number }[])[1]?.id ?? 0
  await remove(`/events/${date}`)
  assert.notEqual(changeIdOf(await patch(`/events/${date}`, { status: 'publish' })), null)
})

test('14.4.2 the history has each change, the newest first, with its fields and languages', async () => {
  const made = await make('events', event({ cost: '10 €' }))
  const [french, other] = [unique(), unique()]
  const updated = await patch(`/events/${made.id}?i18n_language=fr`, { title: french, start_date: '2031-05-01 09:00' })
  await patch(`/events/${made.id}`, { title: other, cost: null, featured: true })
  await remove(`/events/${made.id}`)
  const history = await historyOf(`/events/${made.id}`)
  assert.deepEqual(
    history.map(({ version, action, language }) => [version, action, language]),
    [
      [4, 'trash', null],
      [3, 'update', 'en'],
      [2, 'update', 'fr'],
      [1, 'create', 'en'],
    ],
  )
  assert.equal(history[2]?.change_id, changeIdOf(updated))
  const changed = (entry: Entry | undefined) =>
    Object.fromEntries(
      (entry?.changes ?? []).map(({ field, language, before, after }) => [
        language === null ? field : `${field}.${language}`,
        [before, after],
      ]),
    )
  assert.deepEqual(changed(history[0]), { status: ['publish', 'trash'] })
  assert.deepEqual(changed(history[1]), { 'title.en': [made['title'], other], cost: ['10 €', null], featured: [false, true] })
  assert.deepEqual(changed(history[2]), {
    'title.fr': [null, french],
    'slug.fr': [null, french],
    start_date: ['2031-05-01 10:00:00', '2031-05-01 09:00:00'],
  })
  assert.equal(changed(history[3])['title.en']?.[1], made['title'])
})
test('14.4.2 the history has pages', async () => {
  const { id } = await make('tags', { name: unique() })
  for (let i = 0; i < 4; i += 1) await patch(`/tags/${id}`, { name: unique() })
  const page = await get(`/tags/${id}/history?per_page=2&page=3`, { as: 'admin' })
  assert.deepEqual(
    [page.json['total'], page.json['total_pages'], (page.json['history'] as Entry[]).map(({ version }) => version)],
    [5, 3, [1]],
  )
  assert.equal((await get(`/tags/${id}/history?per_page=101`, { as: 'admin' })).status, 400)
})

test('14.4.3 a restored version is a new version with the texts, fields, links and external ids of then', async () => {
  const tags = [unique(), unique()]
  const made = await make('events', event({ tags: [tags[0]], external_ids: { city: unique() }, cost: '5' }))
  const path = `/events/${made.id}`
  const shown = async () => {
    const {
      modified: _,
      modified_utc: __,
      modified_details: ___,
      modified_utc_details: ____,
      ...record
    } = (await get(path, { as: 'admin' })).json
    return record
  }
  const before = await shown()
  await patch(`${path}?i18n_language=fr`, { title: unique(), tags: [tags[1]] })
  await patch(path, { title: unique(), external_ids: {}, cost: null, start_date: '2031-06-01 10:00', end_date: null, status: 'draft' })
  const dry = await post(`${path}/history/1/restore?dry_run=true`, {})
  assert.deepEqual([dry.json['dry_run'], (dry.json['record'] as Json)['title'], changeIdOf(dry)], [true, made['title'], null])
  assert.equal((await post(`${path}/history/1/restore`, {}, { headers: { 'if-match': '"1"' } })).status, 412)
  const restored = await post(`${path}/history/1/restore`, {}, { headers: { 'if-match': '"3"' } })
  assert.deepEqual([restored.status, restored.headers.get('x-record-version'), restored.headers.get('x-not-restored')], [200, '4', null])
  assert.deepEqual(await shown(), before)
  assert.equal(changeIdOf(await post(`${path}/history/4/restore`, {})), null)
  assert.equal((await undo(restored)).status, 200)
  assert.equal((await get(path, { as: 'admin' })).json['status'], 'draft')
})
test('14.4.3 versions that the log does not have are 404', async () => {
  const { id } = await make('tags', { name: unique() })
  for (let i = 0; i < 3; i += 1) await patch(`/tags/${id}`, { name: unique() })
  for (const version of [0, 5, 99999999999]) assert.equal((await post(`/tags/${id}/history/${version}/restore`, {})).status, 404)
  await app.database.query(sql`delete from changes where record_id = ${id} and version = 3`)
  assert.equal((await post(`/tags/${id}/history/2/restore`, {})).json['code'], 'rest_version_not_found')
  assert.equal((await post(`/tags/${id}/history/3/restore`, {})).status, 200)
})
test('14.4.3 a slug, a name and an external id that another record has taken are 409', async () => {
  const [slug, name, external] = [unique(), unique(), unique()]
  const first = await make('tags', { name, slug, external_ids: { city: external } })
  await patch(`/tags/${first.id}`, { name: unique(), slug: unique(), external_ids: {} })
  const path = `/tags/${first.id}/history/1/restore`
  const taken = await make('tags', { name, slug: unique() })
  assert.deepEqual([(await post(path, {})).json['code'], (await post(path, {})).status], ['term_exists', 409])
  await patch(`/tags/${taken.id}`, { name: unique(), slug })
  assert.equal((await post(path, {})).json['code'], 'rest_slug_taken')
  await patch(`/tags/${taken.id}`, { slug: unique(), external_ids: { city: external } })
  assert.equal((await post(path, {})).json['code'], 'rest_external_id_taken')
})
test('14.4.3 14.4.5 links to deleted records and passwords are named', async () => {
  const tag = await make('tags', { name: unique() })
  const { id } = await make('events', event({ tags: [tag.id], password: unique() }))
  await patch(`/events/${id}`, { tags: [], password: null })
  await remove(`/tags/${tag.id}`)
  const restored = await post(`/events/${id}/history/1/restore`, {})
  assert.deepEqual([restored.status, restored.headers.get('x-not-restored'), restored.json['protected']], [200, 'tags, password', false])
})

test('14.4.4 records that were changed since are 409 with their ids, and skip_changed leaves them as they are', async () => {
  const [a, b] = [await make('tags', { name: unique() }), await make('tags', { name: unique() })]
  const operations = [a, b].map(({ id }, i) => ({ id: `o${i}`, method: 'PATCH', path: `/tags/${id}`, body: { name: unique() } }))
  const batch = await post('/batch', { operations })
  const later = unique()
  await patch(`/tags/${a.id}`, { name: later })
  const refused = await undo(batch)
  assert.deepEqual([refused.status, refused.json['code']], [409, 'rest_changed_since'])
  assert.deepEqual((refused.json['data'] as Json)['records'], [{ kind: 'tag', id: a.id }])
  const skipped = await undo(batch, '?skip_changed=true')
  assert.deepEqual([skipped.status, skipped.json['skipped']], [200, [{ kind: 'tag', id: a.id }]])
  const names = [a, b].map(async ({ id }) => (await get(`/tags/${id}`)).json['name'])
  assert.deepEqual(await Promise.all(names), [later, b['name']])
  assert.equal((await undo(batch)).status, 409)
})
test('14.4.4 changes are undone one after another, the last one first', async () => {
  const { id, name } = await make('tags', { name: unique() })
  const first = await patch(`/tags/${id}`, { name: unique() })
  const second = await patch(`/tags/${id}`, { name: unique() })
  assert.equal((await undo(first)).status, 409)
  const undone = await undo(second)
  assert.equal(undone.json['change_id'], changeIdOf(undone))
  assert.equal((await undo(first)).status, 200)
  assert.equal((await get(`/tags/${id}`)).json['name'], name)
  // The undo of the second change cannot be undone before that of the first.
  assert.equal((await undo(undone)).status, 409)
})
test('14.4.4 a dry run changes nothing', async () => {
  const { id } = await make('tags', { name: unique() })
  const name = unique()
  const renamed = await patch(`/tags/${id}`, { name })
  const dry = await undo(renamed, '?dry_run=true')
  assert.deepEqual(
    [dry.status, (dry.json['record'] as Json)['records'], changeIdOf(dry)],
    [200, [{ kind: 'tag', id, action: 'restored', version: 3 }], null],
  )
  assert.equal((await get(`/tags/${id}`)).json['name'], name)
})
test('14.4.4 a term that another record uses since is 409, and stays with skip_changed', async () => {
  const tag = unique()
  const made = await post('/events', event({ tags: [tag] }))
  const [used] = made.json['tags'] as { id: number }[]
  await make('events', event({ tags: [used?.id] }))
  const refused = await undo(made)
  assert.deepEqual([refused.status, (refused.json['data'] as Json)['records']], [409, [{ kind: 'tag', id: used?.id }]])
  const skipped = await undo(made, '?skip_changed=true')
  assert.deepEqual(skipped.json['skipped'], [{ kind: 'tag', id: used?.id }])
  assert.equal((await get(`/tags/${String(used?.id)}`)).status, 200)
})
test('14.4.4 a term that only records in the trash use is removed, and its links return with it', async () => {
  const tag = await post('/tags', { name: unique() })
  const made = await post('/events', event({ tags: [tag.json['id']] }))
  const removed = await undo(made)
  const undone = await undo(tag)
  assert.deepEqual([undone.status, undone.json['skipped'], undone.json['not_restored']], [200, [], []], undone.text)
  assert.equal((await get(`/tags/${String(tag.json['id'])}`)).status, 404)
  for (const each of [undone, removed]) assert.equal((await undo(each)).status, 200)
  const shown = (await get(`/events/${String(made.json['id'])}`)).json
  assert.deepEqual(
    (shown['tags'] as { id: number }[]).map(({ id }) => id),
    [tag.json['id']],
  )
})
test('14.4.4 changes are undone one after another, also if an undo writes to other records, or to none', async () => {
  const tags = [await make('tags', { name: unique() }), await make('tags', { name: unique() }), await make('tags', { name: unique() })]
  const [into, ...others] = tags.map(({ id }) => id)
  const merges = [await post(`/tags/${into}/merge`, { from: [others[0]] }), await post(`/tags/${into}/merge`, { from: [others[1]] })]
  for (const merge of merges.toReversed()) assert.equal((await undo(merge)).status, 200)
  const { id } = await make('events', event({ recurrence: 'FREQ=WEEKLY;COUNT=4' }))
  const dates = (await get(`/events?series=${id}&start_date=2020-01-01&end_date=2040-01-01`)).json['events'] as { id: number }[]
  await patch(`/events/${dates[1]?.id}`, { event_status: 'cancelled' })
  const rules = [
    await patch(`/events/${id}`, { recurrence: 'FREQ=MONTHLY;COUNT=4' }),
    await patch(`/events/${id}`, { recurrence: 'FREQ=MONTHLY;COUNT=4' }),
  ]
  for (const rule of rules.toReversed().filter((each) => changeIdOf(each) !== null)) assert.equal((await undo(rule)).status, 200)
})
test('14.4.5 content that was deleted permanently is not restored, and is named', async () => {
  const parent = await make('categories', { name: unique() })
  const child = await make('categories', { name: unique(), parent: parent.id })
  const removed = await remove(`/categories/${parent.id}`)
  const undone = await undo(removed)
  assert.deepEqual(undone.json['not_restored'], [
    { kind: 'category', id: parent.id, field: null, reason: 'deleted' },
    { kind: 'category', id: child.id, field: 'parent', reason: 'deleted' },
  ])
  assert.deepEqual([undone.json['records'], undone.json['change_id'], changeIdOf(undone)], [[], null, null])
})
test('14.4.5 a password that was replaced or removed is not restored, and is named; one that was set is removed', async () => {
  const { id } = await make('events', event())
  const set = await patch(`/events/${id}`, { password: unique() })
  const replaced = await patch(`/events/${id}`, { password: unique() })
  const lost = [{ kind: 'event', id, field: 'password', reason: 'secret' }]
  assert.deepEqual((await undo(replaced)).json['not_restored'], lost)
  assert.deepEqual((await undo(set, '?skip_changed=true')).json['skipped'], [{ kind: 'event', id }])
  const other = await make('events', event())
  const again = await patch(`/events/${other.id}`, { password: unique() })
  assert.deepEqual((await undo(again)).json['not_restored'], [])
  assert.equal((await get(`/events/${other.id}`)).json['protected'], false)
})
test('14.4.4 unknown changes are 404', async () => {
  assert.equal((await post('/changes/0198f0c5-7a3e-7000-8000-000000000000/undo', {})).json['code'], 'rest_change_not_found')
  assert.equal((await post('/changes/1/undo', {})).json['code'], 'rest_no_route')
})
test('14.4.4 a change of more than 1,000 rows is 422', async () => {
  const { id } = await make('tags', { name: unique() })
  const renamed = await patch(`/tags/${id}`, { name: unique() })
  await app.database.query(
    raw(`insert into changes (kind, record_id, version, action, change_id, before, after)
select 'tag', ${id}, 2, 'update', '${String(changeIdOf(renamed))}', '{}', '{}' from generate_series(1, 1000)`),
  )
  assert.equal((await undo(renamed)).json['code'], 'rest_undo_too_large')
})
test('14.4.4 the undo of a merge brings back a category together with its parent', async () => {
  const [parent, into] = [await make('categories', { name: unique() }), await make('categories', { name: unique() })]
  const child = await make('categories', { name: unique(), parent: parent.id })
  const merged = await post(`/categories/${into.id}/merge`, { from: [parent.id, child.id] })
  assert.equal((await undo(merged)).status, 200)
  assert.equal((await get(`/categories/${child.id}`)).json['parent'], parent.id)
})
test('14.4.4 the undo of a merge ends its redirects', async () => {
  const [a, b, c] = [
    await make('venues', { venue: unique() }),
    await make('venues', { venue: unique() }),
    await make('venues', { venue: unique() }),
  ]
  await post(`/venues/${b.id}/merge`, { from: [c.id] })
  const merged = await post(`/venues/${a.id}/merge`, { from: [b.id] })
  const target = async (id: number) => (await get(`/venues/${id}`)).headers.get('location')?.split('/').at(-1)
  assert.deepEqual([await target(b.id), await target(c.id)], [String(a.id), String(a.id)])
  await undo(merged)
  assert.deepEqual([(await get(`/venues/${b.id}`)).status, await target(c.id)], [200, String(b.id)])
})
