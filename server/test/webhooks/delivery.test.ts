// Attempts: success, retries, 410, 429, 503, redirects and receivers that hang; one delivery per record; behind after an outage (contract 14.3.3, 14.3.4).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setRole } from '../../src/features/accounts/users.ts'
import { DELIVERY_QUEUE, jobOf, type Delivery } from '../../src/features/webhooks/deliveries.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { openQueueOn } from '../jobs/test-queue.ts'
import { inDays } from '../support/server.ts'
import { startReceiver, type Answer } from './receiver.ts'
import { webhookServer } from './setup.ts'

const [receiver, second] = [await startReceiver(), await startReceiver()]
const server = await webhookServer([receiver, second], { WEBHOOK_TIMEOUT_MS: '1500' })
const OK: Answer = (_, reply) => void reply.writeHead(200).end()
const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): Answer =>
  (_, reply) =>
    void reply.writeHead(code, headers).end('no')
const HANG: Answer = () => undefined
const messagesSince = (from: number, on = receiver) => on.received.slice(from).map(({ message }) => message)
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

test('14.3.2 messages tell of created, updated and removed records, as the owner sees them, in the language of the webhook', async (t) => {
  receiver.answer = OK
  const { id } = await server.createWebhook(t, receiver, { language: 'fr' })
  const from = receiver.received.length
  const made = await server.publish('Concert')
  await server.settled(id)
  await server.patch(`/events/${made.id}?i18n_language=fr`, { title: 'Concert du soir' })
  await receiver.arrived(from + 2)
  await server.settled(id)
  await server.remove(`/events/${made.id}`)
  await receiver.arrived(from + 3)
  const [created, updated, removed] = messagesSince(from)
  assert.deepEqual([created?.type, updated?.type, removed?.type], ['event.created', 'event.updated', 'event.removed'])
  assert.deepEqual(updated?.data.record?.['title'], 'Concert du soir')
  assert.equal(updated?.data.version, 2)
  assert.deepEqual(removed?.data, { kind: 'event', id: made.id, version: null, record: null })
})

test('14.3.1 only chosen events and matching records are sent, and a record that stops matching is removed', async (t) => {
  receiver.answer = OK
  const { id } = await server.createWebhook(t, receiver, { events: ['event.created', 'event.removed'], filter: { featured: 'true' } })
  const from = receiver.received.length
  await server.make('venues', { venue: 'Not an event' })
  await server.publish('Not featured')
  const made = await server.publish('Featured', { featured: true })
  await receiver.arrived(from + 1)
  await server.settled(id)
  await server.patch(`/events/${made.id}`, { title: 'Updated' })
  await server.patch(`/events/${made.id}`, { featured: false })
  await receiver.arrived(from + 2)
  await pause(100)
  assert.deepEqual(
    messagesSince(from).map(({ type, data }) => [type, data.id]),
    [
      ['event.created', made.id],
      ['event.removed', made.id],
    ],
  )
})

test('14.3.2 a message stays below 20 kB', async (t) => {
  receiver.answer = OK
  await server.createWebhook(t, receiver)
  const made = await server.publish('Long', { description: `<p>${'long text '.repeat(3_000)}</p>` })
  const { body, message } = await receiver.message(({ data }) => data.id === made.id)
  assert.ok(body.length < 20_000)
  assert.deepEqual([message.data.version, message.data.record], [1, null])
})

test('14.3.3 a failed message is tried again with the same id, and no redirect is followed; it fails after ten attempts', async (t) => {
  const answers: Answer[] = [status(500), (_, reply) => void reply.destroy(), status(302, { location: second.url }), OK]
  let tries = 0
  receiver.answer = (received, reply) => answers[Math.min(tries++, 3)]?.(received, reply)
  const { id } = await server.createWebhook(t, receiver)
  const [from, redirected] = [receiver.received.length, second.received.length]
  await server.publish('Retried')
  await receiver.arrived(from + 4)
  const [done] = await server.settled(id)
  assert.deepEqual([done?.state, done?.tries, done?.status, done?.error], ['delivered', 4, 200, null])
  assert.equal(new Set(receiver.received.slice(from).map(({ headers }) => headers['webhook-id'])).size, 1)
  assert.equal(second.received.length, redirected, 'the redirect was not followed')
  assert.equal((await server.webhook(id))['failing_since'], null)
  for (const [answer, error, code] of [
    [status(301, { location: second.url }), 'redirect', 301],
    [status(404), 'status', 404],
    [HANG, 'timeout', null],
  ] as const) {
    receiver.answer = answer
    const failed = await server.createWebhook(t, receiver)
    await server.post(`/webhooks/${failed.id}/test`, {}, { as: 'editor' })
    await skipTo(failed.id, 9)
    const [last] = await server.settled(failed.id)
    assert.deepEqual([last?.state, last?.tries, last?.error, last?.status], ['failed', 10, error, code])
  }
})
/** Waits until the first two attempts have failed, and pretends that more have. The third follows after 0.3 seconds. */
async function skipTo(webhook: number, tries: number): Promise<void> {
  for (let isSkipped = false; !isSkipped; await pause(5)) {
    const rows = await server.app.database.query(sql`
update webhook_deliveries set tries = ${tries} where webhook_id = ${webhook} and state = 'waiting' and tries = 2 returning 1`)
    isSkipped = rows.length > 0
  }
}

test('14.3.3 410 switches the webhook off; when it is switched on again, the changes since then are sent', async (t) => {
  receiver.answer = status(410)
  const { id } = await server.createWebhook(t, receiver)
  const gone = await server.publish('Gone')
  await server.settled(id)
  const off = await server.webhook(id)
  assert.deepEqual([off['active'], off['inactive_reason']], [false, 'gone'])
  const [event] = await server.app.database.query<{ details: unknown }>(
    sql`select details from security_log where action = 'webhook switched off' order by id desc limit 1`,
  )
  assert.deepEqual(event?.details, { webhook: id, owner: server.ids.editor, reason: 'gone' })
  const from = receiver.received.length
  const missed = await server.publish('Missed')
  await pause(300)
  assert.equal(receiver.received.length, from)
  receiver.answer = OK
  await server.patch(`/webhooks/${id}`, { active: true }, { as: 'editor' })
  await receiver.arrived(from + 2)
  assert.deepEqual(
    messagesSince(from)
      .map(({ data }) => data.id)
      .sort(),
    [gone.id, missed.id],
  )
})

test('14.3.3 429 and 503 with Retry-After are heeded', async (t) => {
  // 3,000 seconds are 3 seconds with the scale of the test.
  const date = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toUTCString()
  for (const [code, value] of [
    [429, '3000'],
    [503, date(3_000)],
  ] as const) {
    receiver.answer = status(code, { 'retry-after': value })
    const { id } = await server.createWebhook(t, receiver)
    const from = receiver.received.length
    await server.publish(`Later ${code}`)
    await receiver.arrived(from + 1)
    await pause(200)
    receiver.answer = OK
    const [waiting] = await server.deliveries(id)
    assert.deepEqual([waiting?.state, waiting?.tries, waiting?.status], ['waiting', 1, code])
    await receiver.arrived(from + 2)
    const [first, again] = receiver.received.slice(from)
    const waited = (again?.at ?? 0) - (first?.at ?? 0)
    assert.ok(waited > 2_500 && waited < 6_000, `${waited} ms`)
    await server.remove(`/webhooks/${id}`)
  }
})

test('14.3.4 at most four messages of a webhook are sent at a time, and a receiver that hangs delays no other', async (t) => {
  receiver.answer = (_, reply) => void setTimeout(() => reply.writeHead(200).end(), 50)
  const slow = await server.createWebhook(t, receiver)
  await Promise.all(Array.from({ length: 12 }, (_, i) => server.publish(`Many ${i}`)))
  await server.settled(slow.id)
  assert.ok(receiver.open.most <= 4, `${receiver.open.most} at a time`)
  assert.ok(receiver.open.most > 1)
  receiver.answer = HANG
  second.answer = OK
  await server.createWebhook(t, second)
  const made = await Promise.all(Array.from({ length: 12 }, (_, i) => server.publish(`Hanging ${i}`)))
  const from = Date.now()
  for (const { id } of made) await second.message(({ data }) => data.id === id)
  assert.ok(Date.now() - from < 5_000, `${Date.now() - from} ms`)
})

test('14.3.3 messages that a dead worker left on their way to a receiver that fails do not wait for each other', async (t) => {
  receiver.answer = OK
  const { id } = await server.createWebhook(t, receiver)
  const from = receiver.received.length
  for (const title of ['First', 'Second']) await server.publish(title)
  await receiver.arrived(from + 2)
  await server.settled(id)
  const { database } = server.app
  const opened = openQueueOn(server.database_url, false, [DELIVERY_QUEUE])
  t.after(() => opened.close())
  await database.transaction(async (db) => {
    await db.query(sql`update webhooks set failing_since = now() where id = ${id}`)
    const left = await db.query<Delivery>(
      sql`update webhook_deliveries set state = 'sending', run = run + 1 where webhook_id = ${id} returning *`,
    )
    assert.equal(left.length, 2)
    await opened.queue.addAll(
      db,
      DELIVERY_QUEUE,
      left.map((delivery) => jobOf(id, delivery)),
    )
  })
  await receiver.arrived(from + 4)
  await server.settled(id)
})

test('14.3.4 a record that changes while its message waits is sent once, as it is then; one that changes after the first attempt is sent again', async (t) => {
  const held: (() => void)[] = []
  receiver.answer = (_, reply) => void held.push(() => reply.writeHead(200).end())
  const { id } = await server.createWebhook(t, receiver, {}, 'admin')
  const from = receiver.received.length
  // Four messages occupy the webhook, so the others wait.
  const first = await server.publish('First')
  await Promise.all([1, 2, 3].map((i) => server.publish(`Other ${i}`)))
  await receiver.arrived(from + 4)
  const waiting = await server.publish('Waiting')
  await pause(150)
  await server.patch(`/events/${waiting.id}`, { title: 'Waiting still' })
  await server.patch(`/events/${first.id}`, { title: 'First again' })
  const removed = await server.publish('Removed')
  await pause(150)
  await server.remove(`/events/${removed.id}?force=true`)
  await pause(300)
  receiver.answer = OK
  for (const release of held) release()
  await server.settled(id)
  const of = (record: number) => messagesSince(from).filter(({ data }) => data.id === record)
  assert.deepEqual(
    of(waiting.id).map(({ type, data }) => [type, data.record?.['title']]),
    [['event.created', 'Waiting still']],
  )
  assert.deepEqual(
    of(first.id).map(({ data }) => data.record?.['title']),
    ['First', 'First again'],
  )
  assert.deepEqual(
    of(removed.id).map(({ type, data }) => [type, data.record]),
    [['event.removed', null]],
  )
})

test('14.3.3 after a long outage the receiver gets one message with a cursor, from which the feed has everything', async (t) => {
  receiver.answer = status(500)
  const { id } = await server.createWebhook(t, receiver)
  const first = await server.publish('Before the outage')
  await receiver.arrived(receiver.received.length + 1)
  // The receiver has failed for more than a day.
  await server.app.database.query(sql`update webhooks set failing_since = now() - interval '100 seconds' where id = ${id}`)
  const later = await server.publish('During the outage')
  await receiver.message(({ type }) => type === 'calendar.behind')
  const last = await server.publish('Also during the outage')
  await pause(300)
  receiver.answer = OK
  const from = receiver.received.length
  const all = await server.settled(id)
  // A change that comes while the message is on its way causes another one, because the receiver may have read the feed already.
  const messages = messagesSince(from)
  const behind = messages.filter(({ type }) => type === 'calendar.behind')
  assert.deepEqual([...new Set(behind.map(({ data }) => data.reason))], ['backlog'])
  assert.ok(behind.length <= 2)
  // A message that was being sent when the receiver fell behind is not dropped.
  const direct = new Set(messages.flatMap(({ type, data }) => (type === 'calendar.behind' ? [] : [data.id])))
  assert.equal(direct.has(last.id), false)
  const others = all.filter(({ type }) => type !== 'calendar.behind')
  assert.ok(others.length >= 2)
  assert.equal(others.filter(({ state }) => state === 'delivered').length, direct.size)
  assert.deepEqual(
    [...new Set(others.map(({ state, error }) => `${state} ${error}`))].filter((each) => !each.startsWith('delivered')),
    ['dropped behind'],
  )
  const feeds = await Promise.all(
    behind.map(async ({ data }) => {
      const feed = await server.get(`/changes?since=${encodeURIComponent(data.cursor ?? '')}`, { as: 'editor' })
      return (feed.json['changes'] as { id: number }[]).map((change) => change.id)
    }),
  )
  const longest = feeds.toSorted((a, b) => b.length - a.length)[0] ?? []
  assert.deepEqual(
    [first.id, later.id, last.id].filter((each) => !longest.includes(each) && !direct.has(each)),
    [],
  )
})

test('14.3.3 more than 1,000 waiting messages are replaced by one', async (t) => {
  receiver.answer = OK
  const { id } = await server.createWebhook(t, receiver, { events: ['tag.created'] })
  const insert = (count: number) =>
    server.app.database.query(sql`
insert into webhook_deliveries (webhook_id, message_id, type, kind, record_id, cursor, created_at)
select w.id, 'msg_' || n, 'tag.created', 'tag', 1000000 + n, w.cursor, now() from webhooks w, generate_series(1, ${count}::int) n where w.id = ${id}
on conflict do nothing`)
  await insert(999)
  const isBehind = ({ type, data }: { readonly type: string; readonly data: { readonly reason?: string } }): boolean =>
    type === 'calendar.behind' && data.reason === 'backlog'
  const before = messagesSince(0).filter(isBehind).length
  await server.make('tags', { name: 'Not too many' })
  await pause(300)
  assert.equal(messagesSince(0).filter(isBehind).length, before)
  await insert(1_000)
  await server.make('tags', { name: 'Too many' })
  for (let left = 200; left > 0 && messagesSince(0).filter(isBehind).length === before; left -= 1) await pause(20)
  assert.equal(
    messagesSince(0).filter(isBehind).length,
    before + 1,
    JSON.stringify(
      await server.app.database.query(
        sql`select state, error, type, count(*) from webhook_deliveries where webhook_id = ${id} group by 1, 2, 3`,
      ),
    ),
  )
  const rows = await server.app.database.query<{ state: string; error: string | null }>(
    sql`select distinct state, error from webhook_deliveries where webhook_id = ${id} and state = 'dropped'`,
  )
  assert.deepEqual(rows, [{ state: 'dropped', error: 'behind' }])
})

test('14.3.3 after five days of failures the webhook is switched off, and the security log says so', async (t) => {
  receiver.answer = status(500)
  const { id } = await server.createWebhook(t, receiver)
  await server.publish('Nobody listens')
  await receiver.arrived(receiver.received.length + 1)
  await server.app.database.query(sql`update webhooks set failing_since = now() - interval '500 seconds' where id = ${id}`)
  await server.settled(id)
  const off = await server.webhook(id)
  assert.deepEqual([off['active'], off['inactive_reason']], [false, 'failing'])
  const [logged] = await server.app.database.query<{ reason: string }>(
    sql`select details ->> 'reason' as reason from security_log where details ->> 'webhook' = ${String(id)}`,
  )
  assert.equal(logged?.reason, 'failing')
})

test('14.3.1 nothing is sent that the owner cannot see: a webhook stops when its owner is no editor any more', async (t) => {
  receiver.answer = OK
  const { id } = await server.createWebhook(t, receiver)
  const from = receiver.received.length
  await setRole(server.app.database, 'editor', 'author')
  t.after(() => setRole(server.app.database, 'editor', 'editor'))
  await server.make('events', { title: 'Draft', start_date: inDays(1), end_date: inDays(2), status: 'draft' })
  await pause(500)
  const off = await server.webhook(id)
  assert.deepEqual([off['active'], off['inactive_reason'], receiver.received.length], [false, 'owner', from])
})

test('14.3.3 an expired cursor gives one message, and the next changes are sent', async (t) => {
  receiver.answer = OK
  const { id } = await server.createWebhook(t, receiver)
  const from = receiver.received.length
  await server.app.database.query(sql`update webhooks set cursor = 'not a cursor' where id = ${id}`)
  await server.publish('Not in the feed')
  await receiver.arrived(from + 1)
  await server.settled(id)
  const made = await server.publish('In the feed')
  await receiver.arrived(from + 2)
  const [behind, next] = messagesSince(from)
  assert.deepEqual([behind?.type, behind?.data.reason, next?.type, next?.data.id], ['calendar.behind', 'expired', 'event.created', made.id])
  const feed = await server.get(`/changes?since=${encodeURIComponent(behind?.data.cursor ?? '')}`, { as: 'editor' })
  assert.equal(feed.status, 200)
})
