// The preview of an event: the page of an unpublished event or of a working copy, for callers who may edit it only (contract 17.7).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inDays, testServer, unique, type Caller } from '../support/server.ts'

const api = await testServer()
const STATUSES = ['publish', 'draft', 'pending', 'private', 'future'] as const

void test('17.7 callers who may edit an event see its page in every status; all others get the error of a hidden record', async () => {
  for (const status of STATUSES) {
    const word = unique()
    const body = {
      title: `Preview ${word}`,
      start_date: inDays(3),
      end_date: inDays(3),
      status,
      ...(status === 'future' && { date: inDays(2) }),
    }
    const event = await api.make('events', body, 'author')
    for (const as of ['admin', 'editor', 'author'] as const) {
      const answer = await api.get(`/events/${event.id}/preview`, { as })
      assert.equal(answer.status, 200, `${status} ${as}`)
      assert.match(answer.text, new RegExp(`<h1>Preview ${word}</h1>`))
      assert.deepEqual(
        [answer.headers.get('content-type'), answer.headers.get('cache-control')],
        ['text/html; charset=utf-8', 'private, no-store'],
      )
      assert.match(answer.headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/)
    }
    for (const as of [undefined, 'subscriber', 'contributor', 'other'] as readonly (Caller | undefined)[]) {
      const answer = await api.get(`/events/${event.id}/preview`, as ? { as } : {})
      assert.ok([401, 403, 404].includes(answer.status), `${status} ${String(as)} ${answer.status}`)
      assert.ok(!answer.text.includes(word))
    }
  }
})

void test('17.7 with working_copy the page shows its edits, and without one it is 404', async () => {
  const event = await api.make('events', { title: 'Plain title', start_date: inDays(3), end_date: inDays(3) })
  const missing = await api.get(`/events/${event.id}/preview?working_copy=true`, { as: 'admin' })
  assert.deepEqual([missing.status, missing.json['code']], [404, 'rest_working_copy_not_found'])
  await api.request('PUT', `/events/${event.id}/working-copy`, { as: 'admin', body: { title: 'Edited title' } })
  const [plain, edited] = [
    await api.get(`/events/${event.id}/preview`, { as: 'admin' }),
    await api.get(`/events/${event.id}/preview?working_copy=true`, { as: 'admin' }),
  ]
  assert.ok(plain.text.includes('<h1>Plain title</h1>') && edited.text.includes('<h1>Edited title</h1>'))
  assert.equal((await api.get(`//events/${event.slug}`)).text.includes('Edited title'), false)
})
