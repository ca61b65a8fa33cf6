// Only callers who may edit a record read its history and restore it, and an undo requires the permission for each write (contract 14.4, 8.2).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addToken } from '../../src/features/accounts/users.ts'
import { testServer, unique, type Caller, type Json } from '../support/server.ts'

const server = await testServer()
const { make, patch, post } = server
const CALLERS = ['subscriber', 'contributor', 'author', 'other', 'editor', 'admin'] as const satisfies readonly Caller[]
type Statuses = readonly [anonymous: number, ...callers: number[]]
const event = (more: Json = {}): Json => ({ title: unique(), start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00', ...more })

/** The statuses of a request by an anonymous caller and by each role. */
async function statusesOf(method: string, path: string): Promise<Statuses> {
  const statuses: [number, ...number[]] = [(await server.request(method, path)).status]
  for (const as of CALLERS) statuses.push((await server.request(method, path, { as })).status)
  return statuses
}

const NOBODY = 401
for (const [name, status, author, expected] of [
  ['a published event of an author', 'publish', 'author', [NOBODY, 403, 403, 200, 403, 200, 200]],
  ['a draft of an author', 'draft', 'author', [NOBODY, 403, 404, 200, 404, 200, 200]],
  ['a draft of a contributor', 'draft', 'contributor', [NOBODY, 403, 200, 404, 404, 200, 200]],
] as const)
  test(`14.4.2 14.4.3 history and restore of ${name}`, async () => {
    const { id } = await make('events', event({ status }), author)
    assert.deepEqual(await statusesOf('GET', `/events/${id}/history`), expected)
    assert.deepEqual(await statusesOf('POST', `/events/${id}/history/1/restore`), expected)
  })
test('14.4.2 14.4.3 history and restore of terms are for editors, and of images for their author', async () => {
  const { id } = await make('tags', { name: unique() })
  const expected = [NOBODY, 403, 403, 403, 403, 200, 200]
  assert.deepEqual(await statusesOf('GET', `/tags/${id}/history`), expected)
  assert.deepEqual(await statusesOf('POST', `/tags/${id}/history/1/restore`), expected)
  assert.deepEqual(await statusesOf('GET', '/media/999999/history'), [NOBODY, 403, 403, 404, 404, 404, 404])
})
test('14.4.2 a token that only reads may read the history, and may not restore', async () => {
  const { id } = await make('events', event())
  const { secret } = await addToken(server.app.database, 'editor', { label: 'reader', scope: 'read' })
  const headers = { authorization: `Bearer ${secret}` }
  assert.equal((await server.get(`/events/${id}/history`, { headers })).status, 200)
  assert.equal((await server.request('POST', `/events/${id}/history/1/restore`, { headers })).status, 403)
})

test('14.4.4 an undo requires the permission to edit each record', async () => {
  const { id } = await make('events', event(), 'author')
  const first = await patch(`/events/${id}`, { title: unique() }, { as: 'author' })
  const path = `/changes/${String(first.headers.get('x-change-id'))}/undo?dry_run=true`
  // A change of which a caller may edit no record does not exist for them.
  assert.deepEqual(await statusesOf('POST', path), [NOBODY, 403, 404, 200, 404, 200, 200])
})
test('14.4.4 if a caller may edit some records of the change, the undo is 403', async () => {
  const [own, other] = [await make('events', event(), 'author'), await make('events', event(), 'other')]
  const operations = [own, other].map(({ id }, i) => ({ id: `o${i}`, method: 'PATCH', path: `/events/${id}`, body: { title: unique() } }))
  const batch = await post('/batch', { operations })
  const path = `/changes/${String(batch.headers.get('x-change-id'))}/undo?dry_run=true`
  assert.deepEqual(await statusesOf('POST', path), [NOBODY, 403, 404, 403, 403, 200, 200])
})
test('14.4.4 authors cannot undo a change of author, nor remove terms', async () => {
  const { id } = await make('events', event(), 'author')
  const moved = await patch(`/events/${id}`, { author: server.ids['other'] })
  const undo = (answer: { headers: Headers }, as: Caller) => post(`/changes/${String(answer.headers.get('x-change-id'))}/undo`, {}, { as })
  assert.equal((await undo(moved, 'other')).status, 403)
  const made = await post('/events', event({ tags: [unique()] }), { as: 'author' })
  assert.equal((await undo(made, 'author')).status, 403)
  assert.equal((await undo(made, 'editor')).status, 200)
})
test('14.4.4 contributors cannot publish by an undo', async () => {
  const { id } = await make('events', event({ status: 'draft' }), 'contributor')
  await patch(`/events/${id}`, { status: 'publish' })
  const back = await patch(`/events/${id}`, { status: 'draft' })
  const path = `/changes/${String(back.headers.get('x-change-id'))}/undo`
  assert.equal((await post(path, {}, { as: 'contributor' })).status, 403)
  assert.equal((await post(path, {}, { as: 'editor' })).status, 200)
})

test('14.4.2 a history names no linked record that the caller may not see, and no secret', async () => {
  const hidden = await make('venues', { venue: unique(), status: 'private' })
  const shown = await make('venues', { venue: unique() })
  const secret = unique()
  const { id } = await make('events', event(), 'author')
  await patch(`/events/${id}`, { venue: [hidden.id, shown.id], password: secret })
  await patch(`/events/${id}`, { venue: [], post_parent: (await make('events', event({ status: 'private' }))).id })
  const { text, json } = await server.get(`/events/${id}/history`, { as: 'author' })
  const changes = (json['history'] as { changes: { field: string; before: unknown; after: unknown }[] }[]).flatMap((each) => each.changes)
  const venues = changes.filter(({ field }) => field === 'venue')
  assert.deepEqual(
    venues.map(({ before, after }) => [before, after]),
    [
      [[shown.id], []],
      [[], [shown.id]],
    ],
  )
  assert.deepEqual(
    changes.filter(({ field }) => field === 'post_parent'),
    [],
  )
  assert.deepEqual(
    changes.filter(({ field }) => field === 'password'),
    [{ field: 'password', language: null, before: null, after: null }],
  )
  assert.ok(!text.includes(secret) && !text.includes('scrypt'))
})
test('14.4.2 names of other users are for editors', async () => {
  const { id } = await make('events', event(), 'author')
  await patch(`/events/${id}`, { title: unique() }, { as: 'editor' })
  const authors = async (as: Caller) =>
    ((await server.get(`/events/${id}/history`, { as })).json['history'] as { author: { id: number; name: string | null } }[]).map(
      ({ author }) => [author.id, author.name === null],
    )
  assert.deepEqual(await authors('author'), [
    [server.ids['editor'], true],
    [server.ids['author'], false],
  ])
  assert.deepEqual(await authors('editor'), [
    [server.ids['editor'], false],
    [server.ids['author'], false],
  ])
})
