// Error pages: every error code has a page, and `type` of a problem (RFC 9457) is its URL.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorCatalog } from '../../src/features/openapi/error-catalog.ts'
import { kinds } from '../../src/resources/index.ts'
import { inDays, NS, testServer } from '../support/server.ts'

const PUBLIC_URL = 'https://calendar.example/cal'
const api = await testServer({ PUBLIC_URL })

void test('3.13 the type of a problem is the URL of the page of its error', async () => {
  const event = await api.make('events', { title: 'Guarded', start_date: inDays(3), end_date: inDays(3), password: 'secret' })
  const token = { authorization: `Bearer ${api.tokens.editor}` }
  for (const [path, init, code] of [
    ['/nothing', {}, 'rest_no_route'],
    ['/events/999999999', {}, 'rest-event-not-found'],
    ['/events?page=x', {}, 'rest_invalid_param'],
    ['/events', { method: 'POST', headers: { ...token, 'content-type': 'application/json' }, body: '{}' }, 'rest_missing_callback_param'],
    ['/events', { method: 'POST' }, 'rest_forbidden'],
    [`/events/${event.id}`, {}, 'event-password-protected'],
  ] as const) {
    const headers = { accept: 'application/problem+json', ...('headers' in init ? init.headers : {}) }
    const response = await fetch(`${api.base}${NS}${path}`, { ...init, headers })
    const problem = (await response.json()) as { code: string; type: string }
    assert.deepEqual([problem.code, problem.type], [code, `${PUBLIC_URL}/docs/errors/${code}`])
    assert.equal((await fetch(problem.type.replace(PUBLIC_URL, api.base))).status, 200, problem.type)
  }
})

void test('pages: every error code has a page with its status and how to fix it', async () => {
  const errors = errorCatalog(kinds)
  assert.ok(errors.length > 30)
  for (const { code, statuses } of errors) {
    const response = await fetch(`${api.base}/docs/errors/${code}`)
    assert.equal(response.status, 200, code)
    const text = await response.text()
    for (const status of statuses) assert.ok(text.includes(`>${status}</code>`), `${code} ${status}`)
    assert.match(text, /<h2>How to fix it<\/h2>\n<p>[^<]{10,}<\/p>/, code)
    assert.doesNotMatch(text, /…\./, code)
  }
})
