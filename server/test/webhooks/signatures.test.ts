// Messages are signed as Standard Webhooks says: other libraries verify them, also during a rotation of the secret (contract 14.3.2).
import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { test } from 'node:test'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { sql } from '../../src/kernel/database/sql.ts'
import { startReceiver, type Received } from './receiver.ts'
import { webhookServer } from './setup.ts'

const receiver = await startReceiver()
const server = await webhookServer([receiver])

/** Whether both libraries accept the message with this secret. They must agree. */
function isAccepted({ body, headers }: Received, secret: string): boolean {
  const own = { 'webhook-id': '', 'webhook-timestamp': '', 'webhook-signature': '', ...headers }
  const [standard, svix] = [StandardWebhook, SvixWebhook].map((Library) => {
    try {
      new Library(secret).verify(body, own)
      return true
    } catch {
      return false
    }
  })
  assert.equal(standard, svix, 'the libraries disagree')
  return standard === true
}
function isSignedBy(publicKey: string, { body, headers }: Received): boolean {
  const raw = Buffer.from(publicKey.replace(/^whpk_/, ''), 'base64')
  const key = createPublicKey({ key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw]), format: 'der', type: 'spki' })
  const signature = /v1a,(\S+)/.exec(headers['webhook-signature'] ?? '')?.[1] ?? ''
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return verify(null, Buffer.from(content), key, Buffer.from(signature, 'base64'))
}

test('14.3.2 standardwebhooks and svix verify a message, and reject a changed one', async (t) => {
  const { id, secret, public_key: publicKey } = await server.createWebhook(t, receiver)
  await server.publish('Signed – été')
  await server.settled(id)
  const message = receiver.received.at(-1)
  assert.ok(message)
  assert.equal(isAccepted(message, secret), true)
  assert.ok(isSignedBy(String(publicKey), message))
  const changed = { ...message, body: message.body.replace('Signed', 'Forged') }
  assert.equal(isAccepted(changed, secret), false)
  assert.equal(isSignedBy(String(publicKey), changed), false)
  const other = { ...message, headers: { ...message.headers, 'webhook-id': 'msg_other' } }
  assert.equal(isAccepted(other, secret), false)
  const late = { ...message, headers: { ...message.headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1_000) - 400) } }
  assert.equal(isAccepted(late, secret), false)
  assert.equal(isAccepted(message, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'), false)
})

test('14.3.1 during a rotation no message is rejected, whichever secret the receiver has; afterwards only the new one signs', async (t) => {
  const { id, secret } = await server.createWebhook(t, receiver)
  const before = receiver.received.length
  await server.publish('Before the rotation')
  const rotated = await server.post(`/webhooks/${id}/rotate`, {}, { as: 'editor' })
  const next = String(rotated.json['secret'])
  for (let i = 0; i < 5; i += 1) await server.publish(`During the rotation ${i}`)
  await server.settled(id)
  await receiver.arrived(before + 6)
  const messages = receiver.received.slice(before + 1)
  for (const message of messages) assert.deepEqual([isAccepted(message, secret), isAccepted(message, next)], [true, true])
  // A day is 86 seconds with the scale of the test.
  await server.app.database.query(sql`
update webhooks set previous_until = now() - interval '1 second' where id = ${id}`)
  await server.publish('After the rotation')
  await receiver.arrived(before + 7)
  const last = receiver.received.at(-1)
  assert.ok(last)
  assert.deepEqual([isAccepted(last, secret), isAccepted(last, next)], [false, true])
})
