// Contract 15.5: the cookie counts only on requests of the calendar's own pages, and no shared cache sees what a session reads.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/kernel/database/sql.ts'
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

const SITES = [undefined, 'same-origin', 'same-site', 'cross-site', 'none', '', 'Same-Origin', 'same-origin, same-origin']
const SENT_ORIGINS = [
  undefined,
  server.base,
  'null',
  '',
  'https://attacker.example',
  `${server.base}/`,
  server.base.replace('http:', 'https:'),
  server.base.replace(/\d+$/, '1'),
  server.base.replace('127.0.0.1', 'localhost'),
]
const SESSION_HEADERS = [undefined, '1', '0', '', 'true', '1, 1']
test('15.5 every combination of Sec-Fetch-Site, Origin and X-Kalends-Session', async (t) => {
  const wrong: string[] = []
  let cells = 0
  for (const site of SITES)
    for (const origin of SENT_ORIGINS)
      for (const session of SESSION_HEADERS) {
        const headers = {
          cookie,
          ...(site !== undefined && { 'sec-fetch-site': site }),
          ...(origin !== undefined && { origin }),
          ...(session !== undefined && { 'x-kalends-session': session }),
        }
        const isOwn = site === 'same-origin' || (site === undefined && origin === server.base)
        const me = await server.get('/me', { headers })
        // One address may send 30 such requests in 15 minutes.
        await server.app.database.query(sql`delete from sign_in_attempts`)
        const reset = await server.request('POST', '/password-reset', { body: { login }, headers })
        const seen = `${me.status} ${String(me.json['login'])} ${reset.status}`
        const own = session === '1' ? (isOwn ? `200 ${login}` : '403 undefined') : '200 null'
        if (seen !== `${own} ${isOwn ? 202 : 403}`) wrong.push(`${JSON.stringify([site, origin, session])}: ${seen}`)
        cells += 2
      }
  t.diagnostic(`${cells} cells`)
  assert.deepEqual(wrong, [])
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
test('15.5 without X-Kalends-Session a cookie beside a token is not read', async () => {
  const answer = await server.get('/me', { headers: { cookie, authorization: `Bearer ${server.tokens.author}` } })
  assert.equal(answer.json['login'], 'author')
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
test('15.5 with https the cookies have the prefix __Host- and are secure, and others are not read', async () => {
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
  // Another host of the same domain can plant a cookie without the prefix.
  const [, secret = ''] = /=([\w-]{43})/.exec(answer.headers.getSetCookie()[0] ?? '') ?? []
  const me = async (cookie: string): Promise<unknown> =>
    (await secure.get('/me', { headers: { cookie, 'x-kalends-session': '1', origin: 'https://calendar.example' } })).json['login']
  assert.deepEqual([await me(`kalends=${secret}`), await me(`__Host-kalends=${secret}`)], [null, name])
})
