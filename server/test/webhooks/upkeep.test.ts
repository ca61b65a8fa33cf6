// The upkeep of webhooks: what messages never contain, what is kept for how long, and what an operator is told (contract 14.3, 8.4).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { removeUser } from '../../src/features/accounts/users.ts'
import { checkWebhooks } from '../../src/features/doctor/webhook-checks.ts'
import { pruneDeliveries } from '../../src/features/webhooks/deliveries.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { kinds } from '../../src/resources/index.ts'
import { startReceiver } from './receiver.ts'
import { webhookServer } from './setup.ts'

const receiver = await startReceiver()
const server = await webhookServer([receiver])
const { database } = server.app
const count = async (id: number): Promise<number> =>
  (await database.query<{ n: number }>(sql`select count(*)::int as n from webhook_deliveries where webhook_id = ${id}`))[0]?.n ?? 0

test('7.9 8.4 no message contains a password, nor content that only a password opens', async (t) => {
  const { id } = await server.createWebhook(t, receiver)
  const made = await server.publish('Open title', { password: 'kanari-password', description: 'kanari-description' })
  await server.settled(id)
  await server.patch(`/events/${made.id}`, { password: 'kanari-other', title: 'Another title' })
  await receiver.message(({ data }) => data.id === made.id && data.version === 2)
  await server.settled(id)
  const bodies = receiver.received.map(({ body }) => body).join('\n')
  assert.match(bodies, /Another title/)
  assert.doesNotMatch(bodies, /kanari-(password|other)/)
  const { json } = await server.get(`/events/${made.id}`, { as: 'editor' })
  assert.equal(bodies.includes('kanari-description'), JSON.stringify(json).includes('kanari-description'), 'as the owner sees it')
})

test('14.3.3 deliveries are kept for 30 days', async (t) => {
  const { id } = await server.createWebhook(t, receiver)
  await server.publish('Kept')
  await server.settled(id)
  assert.equal(await count(id), 1)
  const inDays = (days: number): Temporal.Instant => Temporal.Now.instant().add({ hours: 24 * days })
  await pruneDeliveries(database, inDays(29))
  assert.equal(await count(id), 1)
  await pruneDeliveries(database, inDays(31))
  assert.equal(await count(id), 0)
})

test('kalends doctor names webhooks that fail or were switched off, without the query of their URL', async (t) => {
  const { id } = await server.createWebhook(t, receiver, { url: `${receiver.url}?key=kanari` })
  assert.equal((await checkWebhooks(database)).state, 'ok')
  await database.query(sql`update webhooks set failing_since = now() - interval '30 minutes' where id = ${id}`)
  assert.equal((await checkWebhooks(database)).state, 'ok')
  await database.query(sql`update webhooks set failing_since = now() - interval '2 hours' where id = ${id}`)
  const failing = await checkWebhooks(database)
  assert.deepEqual([failing.state, failing.found], ['warning', `${id} (${receiver.url}) fails`])
  await database.query(sql`update webhooks set active = false, inactive_reason = 'gone' where id = ${id}`)
  const off = await checkWebhooks(database)
  assert.deepEqual([off.state, off.found], ['warning', `${id} (${receiver.url}) was switched off: gone`])
  assert.match(off.remedy, /"active": true/)
})

test('14.3.1 the webhooks of a user are removed together with the user', async (t) => {
  const { id } = await server.createWebhook(t, receiver, {}, 'editor')
  await removeUser(database, { kinds, login: 'editor', successor: 'admin', now: Temporal.Now.instant() })
  assert.equal((await server.get(`/webhooks/${id}`, { as: 'admin' })).status, 404)
  assert.equal(await count(id), 0)
})
