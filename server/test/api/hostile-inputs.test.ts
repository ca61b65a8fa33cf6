// Contract 2.7, 4, 11.1: inputs made to break a reader are refused like any other bad input.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { badInputs, inDays, NS, testServer, unique } from '../support/server.ts'

const api = await testServer()
const event = (more: Record<string, unknown> = {}) => ({ title: unique(), start_date: inDays(1), end_date: inDays(2), ...more })

/** The status of a request whose head is written by hand. */
const rawStatus = (head: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(api.base)
    const socket = connect(Number(port), hostname, () => socket.write(`${head}\r\nconnection: close\r\n\r\n`))
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
    socket.on('error', reject).on('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1])))
  })

void test('8.1 a NUL in a login is 401', async () => {
  for (const login of ['admin\0', '\0', 'a\0b']) {
    const authorization = `Basic ${Buffer.from(`${login}:${api.tokens.admin}`).toString('base64')}`
    assert.equal((await api.get('/me', { headers: { authorization } })).status, 401)
  }
})
void test('2.7 strict handling rejects names of properties of every object', async () => {
  const headers = { prefer: 'handling=strict', 'content-type': 'application/json' }
  for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
    for (const path of ['/events', '/events.ics', '/tags', '/me', '']) {
      assert.deepEqual(badInputs(await api.get(`${path}?${name}=1`, { headers })), [name], path)
    }
    const raw = JSON.stringify(event()).replace('{', `{"${name}":1,`)
    // Names that begin with an underscore are ignored on writes.
    if (!name.startsWith('_')) assert.deepEqual(badInputs(await api.request('POST', '/events', { as: 'admin', headers, raw })), [name])
  }
})
void test('RFC 9112 3.2: two Host headers are 400, also where the response is cached', async () => {
  const path = `${NS}/events`
  for (const turn of [1, 2]) {
    assert.equal(await rawStatus(`GET ${path} HTTP/1.1\r\nHost: a.example`), 200, String(turn))
    assert.equal(await rawStatus(`GET ${path} HTTP/1.1\r\nHost: a.example\r\nHOST: b.example`), 400)
    assert.equal(await rawStatus(`GET ${path} HTTP/1.1\r\nHost: a.example\r\nHost: a.example`), 400)
    assert.equal(await rawStatus(`GET ${path} HTTP/1.1`), 400)
    assert.equal(await rawStatus(`GET ${path} HTTP/1.0`), 200)
  }
})
void test('3.12 an encoding is not matched by part of its name', async () => {
  for (let i = 0; i < 5; i += 1) await api.make('events', event({ description: 'x'.repeat(500) }))
  for (const accepted of ['brotli', 'x-foobr', 'br;Q=0', 'br;q=0', 'identity, br;q=0.5'])
    for (const turn of [1, 2]) {
      const answer = await fetch(`${api.base}${NS}/events`, { headers: { 'accept-encoding': accepted } })
      assert.equal(answer.headers.get('content-encoding'), null, `${accepted} ${turn}`)
      assert.ok((await answer.text()).length > 1_024)
    }
})
void test('11.1 large HTML is sanitized like small HTML, also in inline records', async () => {
  const description = '<p onclick="x()">Fish & chips</p>'.repeat(2_000)
  const cleaned = '<p>Fish &amp; chips</p>'.repeat(2_000)
  const made = await api.make('events', event({ description, excerpt: '<b>x', venue: { venue: unique(), description } }))
  const [venue] = made['venue'] as { description: string }[]
  assert.deepEqual([made['description'], made['excerpt'], venue?.description], [cleaned, '<b>x</b>', cleaned])
  const again = await api.patch(`/events/${made.id}`, made)
  assert.equal(again.headers.get('x-record-version'), '1')
  const changed = await api.patch(`/events/${made.id}`, { description: `${description}<script>` })
  assert.deepEqual([changed.json['description'], changed.headers.get('x-record-version')], [cleaned, '1'])
})
void test('11.1 HTML that is too deep or too long is rejected in every field', async () => {
  const deep = '<b>'.repeat(50_000)
  const long = '<b>x</b>'.repeat(25_001)
  const answer = await api.post(
    '/events',
    event({ description: deep, excerpt: long, venue: { venue: unique(), description: '<i>'.repeat(300) } }),
  )
  assert.deepEqual(badInputs(answer).sort(), ['description', 'excerpt', 'venue.description'])
  const { details } = answer.json['data'] as { details: Record<string, { code: string }> }
  assert.deepEqual([details['description']?.code, details['excerpt']?.code], ['too_deep', 'too_long'])
})
