// External ids inside the server: the change log, permanent deletion, and moving them to another record (contract 7.16).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moveExternalIds } from '../../src/engine/write/external-ids.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { testServer, unique, type Json } from '../support/server.ts'

const server = await testServer()
const { database } = server.app
const venue = (external_ids: Json) => server.make('venues', { venue: unique(), external_ids })
const stored = (id: number) =>
  database.query<{ source: string; external_id: string }>(
    sql`select source, external_id from external_ids where record_id = ${id} order by source`,
  )

void test('7.16 the change log has the external ids of a create, and both sides of a change', async () => {
  const { id } = await venue({ b: '1', a: '2' })
  await server.patch(`/venues/${id}`, { external_ids: { b: '1' } })
  await server.patch(`/venues/${id}`, { city: 'Lyon', external_ids: { b: '1' } })
  const rows = await database.query<{ before: Json | null; after: Json }>(
    sql`select before, after from changes where record_id = ${id} order by version`,
  )
  assert.deepEqual(
    rows.map(({ before, after }) => [before?.['external_ids'], after['external_ids']]),
    [
      [undefined, { a: '2', b: '1' }],
      [{ a: '2', b: '1' }, { b: '1' }],
      [undefined, undefined],
    ],
  )
})

void test('7.16 a permanent deletion deletes the external ids, whoever deletes the row', async () => {
  const [one, other] = [await venue({ ticketing: unique() }), await venue({ ticketing: unique() })]
  await server.remove(`/venues/${one.id}?force=true`)
  await database.query(sql`delete from venues where id = ${other.id}`)
  assert.deepEqual([await stored(one.id), await stored(other.id)], [[], []])
})

void test('7.16 moving keeps the external id of the target, then that of the first record, and leaves the others behind', async () => {
  const target = await venue({ a: 'target a' })
  const first = await venue({ a: 'first a', b: 'first b' })
  const second = await venue({ b: 'second b', c: 'second c' })
  const bystander = await venue({ d: 'bystander d' })
  await moveExternalIds(database, [first.id, second.id], target.id)
  const rows = await Promise.all([target, first, second, bystander].map(({ id }) => stored(id)))
  assert.deepEqual(
    rows.map((ids) => ids.map(({ external_id }) => external_id)),
    [['target a', 'first b', 'second c'], ['first a'], ['second b'], ['bystander d']],
  )
})
