// Protected events as their editors see them, in the trash and through a read-only token (contract 8.1, 8.3, 8.5).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addToken } from '../../src/features/accounts/users.ts'
import { idsOf, inDays, testServer, unique, type Answer, type Json } from '../support/server.ts'

const server = await testServer()
const SECRET = unique()
const venue = (await server.make('venues', { venue: unique() })).id
const guarded = (status: string, author: number) =>
  server.make('events', {
    title: unique(),
    start_date: inDays(3),
    end_date: inDays(4),
    description: SECRET,
    password: 'x',
    venue,
    status,
    author,
  })
/** The fields that the password protects, as shown. */
const inside = (record: unknown): unknown[] => [(record as Json)['description'], idsOf((record as Json)['venue'])]
const first = (answer: Answer): unknown => (answer.json['events'] as Json[])[0]

void test('8.3 8.5 a contributor sees all fields of their own protected event in the trash if it was a draft', async () => {
  const { id, slug } = await guarded('draft', server.ids.contributor)
  await server.remove(`/events/${id}`)
  const list = `/events?status=trash&search=${slug}`
  for (const query of [list, `${list}&venue=${venue}`])
    assert.deepEqual(inside(first(await server.get(query, { as: 'contributor' }))), [SECRET, [venue]], query)
  assert.deepEqual(inside((await server.get(`/events/${id}`, { as: 'contributor' })).json), [SECRET, [venue]])
})
void test('8.3 8.5 a contributor may not edit an event that was public, and needs its password in the trash too', async () => {
  const { id, slug } = await guarded('publish', server.ids.contributor)
  await server.remove(`/events/${id}`)
  const list = `/events?status=trash&search=${slug}`
  assert.deepEqual(inside(first(await server.get(list, { as: 'contributor' }))), ['', []])
  assert.equal((await server.get(`${list}&venue=${venue}`, { as: 'contributor' })).json['total'], 0)
  assert.equal((await server.get(`/events/${id}`, { as: 'contributor' })).json['code'], 'event-password-protected')
  assert.deepEqual(inside((await server.get(`/events/${id}?password=x`, { as: 'contributor' })).json), [SECRET, [venue]])
})
void test('8.1 8.5 a token that only reads shows all that its user sees, protected events too', async () => {
  const { id, slug } = await guarded('publish', server.ids.author)
  const { secret } = await addToken(server.app.database, 'author', { label: 'reads', scope: 'read' })
  const headers = { authorization: `Bearer ${secret}` }
  assert.deepEqual(inside((await server.get(`/events/${id}`, { headers })).json), [SECRET, [venue]])
  assert.deepEqual(inside(first(await server.get(`/events?search=${slug}&venue=${venue}`, { headers }))), [SECRET, [venue]])
  assert.equal((await server.request('PATCH', `/events/${id}`, { headers, body: { description: 'no' } })).status, 403)
})
void test('8.3 8.5 lists by venue have a protected event only for its editors, also before and after it has the password', async () => {
  const hall = (await server.make('venues', { venue: unique() })).id
  const dates = { start_date: inDays(3), end_date: inDays(4), venue: hall }
  const found = async (as?: 'editor' | 'other'): Promise<unknown> =>
    (await server.get(`/events?venue=${hall}`, as ? { as } : {})).json['total']
  const seen = async (): Promise<unknown[]> => [await found(), await found('other'), await found('editor')]
  const { id } = await server.make('events', { title: unique(), ...dates, password: 'x' })
  assert.deepEqual(await seen(), [0, 0, 1], 'created with a password')
  await server.patch(`/events/${id}`, { password: '' })
  assert.deepEqual(await seen(), [1, 1, 1], 'without the password')
  await server.patch(`/events/${id}`, { password: 'y' })
  assert.deepEqual(await seen(), [0, 0, 1], 'with a password again')
})
