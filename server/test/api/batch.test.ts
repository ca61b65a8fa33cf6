// Inner properties of batches: the change id, deadlocks of atomic batches, rates, and the permissions of each operation (contract 7.19).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/kernel/database/sql.ts'
import { testServer, unique, type Caller, type Json } from '../support/server.ts'

const server = await testServer({ RATE_LIMIT_AUTHENTICATED: '4000' })
interface Result {
  readonly id: string
  readonly status: number
  readonly body: Json
}
async function batch(operations: readonly Json[], { as = 'admin', ...more }: { as?: Caller; atomic?: boolean } = {}) {
  const answer = await server.request('POST', '/batch', { as, body: { ...more, operations } })
  assert.equal(answer.status, 200, answer.text)
  return { answer, results: answer.json['results'] as Result[] }
}
const remaining = (headers: Headers): number => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])
const statusesOf = (results: readonly Result[]): number[] => results.map(({ status }) => status)

for (const atomic of [false, true])
  void test(`7.19 all rows of the change log that a batch writes have one change id (atomic: ${atomic})`, async () => {
    const { results } = await batch(
      [
        { id: 'a', method: 'POST', path: '/venues', body: { venue: unique() } },
        { id: 'b', method: 'PATCH', path: '/venues/{a}', body: { city: 'Bern' } },
        { id: 'c', method: 'POST', path: '/tags', body: { name: unique() } },
      ],
      { atomic },
    )
    const ids = results.map(({ body }) => body['id'])
    const rows = await server.app.database.query<{ change_id: string }>(
      sql`select change_id::text from changes where record_id in (${ids[0]}, ${ids[2]})`,
    )
    assert.equal(rows.length, 3)
    assert.equal(new Set(rows.map(({ change_id }) => change_id)).size, 1)
  })

void test('7.19 atomic batches that lock the same records in opposite order all succeed', async () => {
  const records = [await server.make('venues', { venue: unique() }), await server.make('venues', { venue: unique() })]
  const update = (order: readonly Json[]) =>
    batch(
      order.map(({ id }, i) => ({ id: `o${i}`, method: 'PATCH', path: `/venues/${String(id)}`, body: { city: unique() } })),
      { atomic: true },
    )
  for (let round = 0; round < 3; round += 1) {
    const both = await Promise.all([update(records), update(records.toReversed())])
    for (const { results } of both) assert.deepEqual(statusesOf(results), [200, 200])
  }
  const [stored] = await server.app.database.query<{ version: number }>(sql`select version from venues where id = ${records[0]?.id}`)
  assert.equal(stored?.version, 7)
})

void test('7.19 each operation is charged to the rate of the caller', async () => {
  const before = remaining((await server.get('/me', { as: 'contributor' })).headers)
  const operations = Array.from({ length: 5 }, (_, i) => ({ id: `o${i}`, method: 'POST', path: '/events', body: {} }))
  const { answer } = await batch(operations, { as: 'contributor' })
  assert.equal(before - remaining(answer.headers), operations.length)
})

void test('7.19 each operation has the permissions of its single request', async () => {
  const event = () => ({ title: unique(), start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00' })
  const mine = await server.make('events', event(), 'author')
  const hidden = await server.make('events', { ...event(), status: 'private' }, 'author')
  const tag = await server.make('tags', { name: unique() })
  const cells: readonly (readonly [Caller, string, string, Json, number])[] = [
    ['contributor', 'POST', '/events', event(), 201],
    ['contributor', 'PATCH', `/events/${mine.id}`, { title: 'X' }, 403],
    ['contributor', 'PATCH', `/events/${hidden.id}`, { title: 'X' }, 404],
    ['contributor', 'POST', '/tags', { name: unique() }, 403],
    ['author', 'PATCH', `/events/${mine.id}`, { title: 'X' }, 200],
    ['other', 'DELETE', `/events/${hidden.id}`, {}, 404],
    ['other', 'PATCH', `/tags/${tag.id}`, { description: 'X' }, 403],
    ['editor', 'PATCH', `/events/${hidden.id}`, { title: 'X' }, 200],
  ]
  for (const atomic of [false, true])
    for (const [as, method, path, body, expected] of cells) {
      const sent = method === 'POST' && path === '/events' ? event() : body
      const { results } = await batch([{ id: 'x', method, path, body: sent }], { as, atomic })
      assert.deepEqual(statusesOf(results), [expected], `${as} ${method} ${path}`)
    }
})
