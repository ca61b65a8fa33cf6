// verifyWebhook accepts messages that another library has signed, and rejects all others.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { verifyWebhook, WebhookError } from '../src/index.ts'

const [SECRET, OTHER] = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD']
const BODY = JSON.stringify({
  type: 'calendar.test',
  timestamp: '2027-01-01T00:00:00Z',
  data: { kind: null, id: null, version: null, record: null },
})
function signed(secret: string, at = new Date()): Record<string, string> {
  const signature = new Webhook(secret).sign('msg_1', at, BODY)
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)), 'webhook-signature': signature }
}
const rejected = (body: string, headers: Record<string, string | undefined>, message: RegExp) =>
  assert.rejects(verifyWebhook(body, headers, SECRET), (error) => error instanceof WebhookError && message.test(error.message))

test('a signed message is returned, with headers of Node and of fetch', async () => {
  assert.deepEqual(await verifyWebhook(BODY, signed(SECRET), SECRET), JSON.parse(BODY))
  assert.deepEqual(await verifyWebhook(BODY, new Headers(signed(SECRET)), SECRET), JSON.parse(BODY))
})
test('one of several signatures is enough, and other versions are ignored', async () => {
  const both = `v1a,abcd ${signed(OTHER)['webhook-signature']} ${signed(SECRET)['webhook-signature']}`
  assert.ok(await verifyWebhook(BODY, { ...signed(SECRET), 'webhook-signature': both }, SECRET))
})
test('other messages are rejected', async () => {
  const headers = signed(SECRET)
  await rejected(BODY.replace('2027', '2028'), headers, /No signature/)
  await rejected(BODY, { ...headers, 'webhook-id': 'msg_2' }, /No signature/)
  await rejected(BODY, signed(OTHER), /No signature/)
  await rejected(BODY, { ...headers, 'webhook-signature': headers['webhook-signature']?.replace('v1,', 'v1a,') }, /No signature/)
  await rejected(BODY, { ...headers, 'webhook-signature': undefined }, /webhook-signature is missing/)
  await rejected(BODY, { ...headers, 'webhook-signature': 'v1,%%%' }, /Base64/)
  // The clock goes on between the signature and its verification.
  for (const seconds of [-301, 310]) await rejected(BODY, signed(SECRET, new Date(Date.now() + seconds * 1_000)), /too old/)
  for (const seconds of [-290, 290]) assert.ok(await verifyWebhook(BODY, signed(SECRET, new Date(Date.now() + seconds * 1_000)), SECRET))
  await rejected(BODY, { ...headers, 'webhook-timestamp': 'soon' }, /too old/)
})
