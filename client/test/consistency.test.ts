// Tests that reads send the consistency token of the last write, whatever the order of the responses.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '../src/index.ts'
import { thrown } from './support/thrown.ts'

interface Sent {
  readonly method: string
  readonly token: string | null
}
/** A client of a server that returns the given tokens, one for each write. Null stands for none, and `fail` for an error. */
function clientOf(tokens: readonly (string | null)[]) {
  const sent: Sent[] = []
  const left = [...tokens]
  const client = createClient({
    baseUrl: 'http://calendar.example',
    token: 'secret',
    retries: 0,
    fetch: async (_, { method = 'GET', headers } = {}) => {
      sent.push({ method, token: new Headers(headers).get('x-consistency-token') })
      const token = method === 'GET' ? null : (left.shift() ?? null)
      if (token === 'fail') return new Response('{"code":"rest_overloaded","message":"x"}', { status: 503 })
      return new Response('{"id":1}', { headers: { ...(token !== null && { 'x-consistency-token': token }) } })
    },
  })
  return { client, sent, read: async () => (await client.tags.get(1), sent.at(-1)?.token) }
}

void test('client: a read sends the token of the last write, and a write sends none', async () => {
  const { client, sent, read } = clientOf(['7.1.0/AA', '7.1.0/FF'])
  assert.equal(await read(), null)
  await client.tags.update(1, { name: 'a' })
  assert.equal(await read(), '7.1.0/AA')
  await client.tags.update(1, { name: 'b' })
  assert.equal(await read(), '7.1.0/FF')
  assert.deepEqual(
    sent.filter(({ method }) => method !== 'GET').map(({ token }) => token),
    [null, null],
  )
})

void test('client: the latest token is kept, not the last one that arrived', async () => {
  const later = ['7.1.0/9', '7.1.0/10', '7.1.1/0', '7.2.0/1', '8.1.0/1']
  for (const [i, token] of later.entries()) {
    const { client, read } = clientOf([token, later[i - 1] ?? '7.1.0/8'])
    await client.tags.update(1, { name: 'a' })
    await client.tags.update(1, { name: 'b' })
    // A token of another database replaces the one before.
    assert.equal(await read(), token === '8.1.0/1' ? '7.2.0/1' : token)
  }
})

void test('client: after a write without a token, and after one that may have been stored, reads send none', async () => {
  for (const second of [null, 'fail']) {
    const { client, read } = clientOf(['7.1.0/AA', second])
    await client.tags.update(1, { name: 'a' })
    const write = client.tags.update(1, { name: 'b' })
    if (second === 'fail') assert.equal((await thrown(write)).status, 503)
    else await write
    assert.equal(await read(), null)
  }
})
