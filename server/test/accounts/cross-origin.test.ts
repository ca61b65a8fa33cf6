// Contract 15.5: the cookie counts only on requests of the calendar's own pages, and no shared cache sees what a session reads.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer, unique } from '../support/server.ts'
import { addPerson, PASSWORD, person } from './person.ts'

const server = await testServer()
const login = unique()
await addPerson(server, login)
const ada = person(server)
await ada.signIn(login)
const { cookie = '' } = ada.headers()

const ORIGINS: readonly (readonly [name: string, headers: Readonly<Record<string, string>>, isAllowed: boolean])[] = [
  ['no header', {}, false],
  ['same origin', { 'sec-fetch-site': 'same-origin' }, true],
  ['same site', { 'sec-fetch-site': 'same-site' }, false],
  ['another site', { 'sec-fetch-site': 'cross-site' }, false],
  ['the address bar', { 'sec-fetch-site': 'none' }, false],
  ['an old browser at the own origin', { origin: server.base }, true],
  ['an old browser at another origin', { origin: 'https://attacker.example' }, false],
  ['an opaque origin', { origin: 'null' }, false],
  ['another site that names the own origin', { 'sec-fetch-site': 'cross-site', origin: server.base }, false],
]
for (const [name, headers, isAllowed] of ORIGINS)
  test(`15.5 ${name}: ${isAllowed ? 'the session counts' : 'reads, writes and sign-ins are refused'}`, async () => {
    const session = { cookie, 'x-kalends-session': '1', ...headers }
    const requests = [
      await server.get('/me', { headers: session }),
      await server.request('POST', '/tags', { body: { name: unique() }, headers: session }),
      await server.request('POST', '/session', { body: { login, password: PASSWORD }, headers }),
      await server.request('POST', '/password-reset', { body: { login }, headers }),
    ]
    assert.deepEqual(
      requests.map(({ status }) => status),
      isAllowed ? [200, 201, 200, 202] : [403, 403, 403, 403],
    )
    if (!isAllowed) for (const { json } of requests) assert.equal(json['code'], 'rest_cross_origin')
    const invitation = await server.request('POST', '/invitations/accept', { body: { token: 'x', password: PASSWORD }, headers })
    assert.equal(invitation.status, isAllowed ? 410 : 403)
  })

test('15.5 without X-Kalends-Session the cookie is not read, and forms of other sites change nothing', async () => {
  const me = await server.get('/me', { headers: { cookie, 'sec-fetch-site': 'same-origin' } })
  assert.equal(me.json['role'], 'anonymous')
  for (const type of ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']) {
    const raw = type === 'application/json' ? '{"name":"x"}' : 'name=x'
    const answer = await server.request('POST', '/tags', { raw, headers: { cookie, 'content-type': type, 'sec-fetch-site': 'cross-site' } })
    assert.equal(answer.status, 401, type)
  }
})
test('15.5 another origin may not send the header, and never gets credentials', async () => {
  const headers = {
    origin: 'https://attacker.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'x-kalends-session',
  }
  const answer = await server.request('OPTIONS', '/events', { headers })
  assert.doesNotMatch(answer.headers.get('access-control-allow-headers') ?? '', /x-kalends-session/i)
  for (const each of [answer, await server.get('/events'), await ada.send('GET', '/me')])
    assert.equal(each.headers.get('access-control-allow-credentials'), null)
})
test('15.5 a cookie and a token together are refused', async () => {
  const answer = await ada.send('GET', '/me', undefined, { authorization: `Bearer ${server.tokens.admin}` })
  assert.deepEqual([answer.status, answer.json['code']], [400, 'rest_two_credentials'])
})
test('15.5 3.12 reads of a session are neither taken from a cache nor put into one', async () => {
  const path = `/events?search=${unique()}`
  const anonymous = await server.get(path)
  assert.match(anonymous.headers.get('vary') ?? '', /X-Kalends-Session/)
  for (const headers of [ada.headers(), { 'x-kalends-session': '1', 'sec-fetch-site': 'same-origin' }]) {
    const answer = await server.get(path, { headers })
    assert.equal(answer.headers.get('cache-control'), 'private, no-store')
    assert.match(answer.headers.get('vary') ?? '', /X-Kalends-Session/)
  }
  const draft = await server.make('events', { title: unique(), start_date: '2030-01-01', end_date: '2030-01-01', status: 'draft' })
  const address = `/events/${draft.id}`
  assert.deepEqual(
    [(await server.get(address)).status, (await ada.send('GET', address)).status, (await server.get(address)).status],
    [404, 200, 404],
  )
})
test('15.5 with http on a host that is not this machine nobody can sign in, and the message says what to do', async () => {
  const remote = await testServer({ PUBLIC_URL: 'http://calendar.example' })
  const answer = await remote.request('POST', '/session', {
    body: { login: 'admin', password: PASSWORD },
    headers: { origin: 'http://calendar.example' },
  })
  assert.deepEqual([answer.status, answer.json['code']], [403, 'rest_sign_in_needs_https'])
  assert.match(String(answer.json['message']), /TLS/)
})
test('15.5 with https the cookies have the prefix __Host- and are secure', async () => {
  const secure = await testServer({ PUBLIC_URL: 'https://calendar.example' })
  const name = unique()
  await addPerson(secure, name)
  const answer = await secure.request('POST', '/session', {
    body: { login: name, password: PASSWORD },
    headers: { origin: 'https://calendar.example' },
  })
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(
    answer.headers.getSetCookie().map((text) => text.replace(/=[\w-]{43}/, '=…')),
    [
      '__Host-kalends=…; Max-Age=1209600; Path=/; HttpOnly; Secure; SameSite=Lax',
      '__Host-kalends-device=…; Max-Age=34560000; Path=/; HttpOnly; Secure; SameSite=Lax',
    ],
  )
})
