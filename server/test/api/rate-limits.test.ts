// Rate limits (contract 11.2): counted paths, networks, invalid tokens, invalid passwords, and responses beyond a limit.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addToken } from '../../src/features/accounts/users.ts'
import { recentSecurityEvents } from '../../src/kernel/security/security-log.ts'
import { NS, testServer, unique, type Answer, type TestServer } from '../support/server.ts'

const LIMIT = 5
const proxied = { TRUSTED_PROXIES: '127.0.0.1' }
const server = await testServer({ ...proxied, RATE_LIMIT_ANONYMOUS: String(LIMIT), RATE_LIMIT_FILES: '8' })
const guarded = await testServer({
  ...proxied,
  RATE_LIMIT_FAILED_LOGINS: '20',
  RATE_LIMIT_PASSWORD_ATTEMPTS: '4',
  RATE_LIMIT_PASSWORD_ATTEMPTS_RECORD: '10',
})
let next = 0
/** An address that no other test uses. */
const newAddress = (): string => `198.18.${(next += 1) >> 8}.${next & 255}`
const sendRequest = (to: TestServer, path: string, address: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${to.base}${path}`, { ...init, headers: { 'x-forwarded-for': address, ...init.headers } })
const statusesOf = async (count: number, send: (i: number) => Promise<Response>): Promise<number[]> => {
  const statuses: number[] = []
  for (let i = 0; i < count; i += 1) statuses.push((await send(i)).status)
  return statuses
}
const wrong = (i: number): RequestInit => ({ headers: { authorization: `Bearer kal_${String(i).padStart(43, 'x')}` } })

test('B10 everything but /livez and /readyz is counted: pages, unknown paths, wrong methods, preflights, addresses that cannot be read', async () => {
  const cases: readonly [path: string, method: string, status: number][] = [
    ['/docs', 'GET', 200],
    ['/docs/reference', 'HEAD', 200],
    ['/', 'GET', 200],
    ['/subscribe', 'GET', 200],
    ['/nowhere', 'GET', 404],
    [`${NS}/nowhere`, 'GET', 404],
    [`${NS}/events`, 'DELETE', 405],
    ['/docs', 'POST', 405],
    [`${NS}/events`, 'OPTIONS', 204],
    ['/docs', 'OPTIONS', 204],
    ['/media/nothing', 'GET', 404],
    [`${NS}/events/%ff`, 'GET', 400],
  ]
  for (const [path, method, status] of cases) {
    const address = newAddress()
    const statuses = await statusesOf(LIMIT + 1, () => sendRequest(server, path, address, { method }))
    assert.deepEqual(statuses, [...Array<number>(LIMIT).fill(status), 429], `${method} ${path}`)
    const refused = await sendRequest(server, path, address, { method })
    assert.match(refused.headers.get('ratelimit-policy') ?? '', /^"anonymous";q=5;w=60$/)
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
  }
  const address = newAddress()
  for (const path of ['/livez', '/readyz'])
    assert.deepEqual(await statusesOf(LIMIT + 2, () => sendRequest(server, path, address)), Array<number>(LIMIT + 2).fill(200))
  assert.match((await sendRequest(server, `${NS}/tags`, address)).headers.get('ratelimit') ?? '', /;r=4;/)
})
test('B10 one budget covers pages and the interface; files have one of their own', async () => {
  const address = newAddress()
  const statuses = await statusesOf(LIMIT + 1, (i) => sendRequest(server, i % 2 ? '/docs' : `${NS}/tags`, address))
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
  const files = await statusesOf(9, () => sendRequest(server, '/docs/assets/pages.css', address))
  assert.deepEqual(files, [...Array<number>(8).fill(200), 429])
  assert.equal((await sendRequest(server, '/docs/assets/pages.css', address)).headers.get('ratelimit-policy'), '"files";q=8;w=60')
})
test('B8 addresses of one IPv6 /64 share one budget; another /64 has its own', async () => {
  const inside = (i: number): string => `2001:db8:0:7:${i.toString(16)}::${(i * 7).toString(16)}`
  const statuses = await statusesOf(20, (i) => sendRequest(server, `${NS}/tags`, inside(i)))
  assert.deepEqual(statuses, [...Array<number>(LIMIT).fill(200), ...Array<number>(20 - LIMIT).fill(429)])
  assert.equal((await sendRequest(server, `${NS}/tags`, '2001:db8:0:8::1')).status, 200)
  assert.equal((await sendRequest(server, `${NS}/tags`, '::ffff:198.51.100.9')).headers.get('ratelimit')?.slice(0, 16), '"anonymous";r=4;')
  assert.equal((await sendRequest(server, `${NS}/tags`, '198.51.100.9')).headers.get('ratelimit')?.slice(0, 16), '"anonymous";r=3;')
})
test('B9 concurrent invalid tokens are rejected beyond the limit, and never block valid ones', async () => {
  const { secret } = await addToken(guarded.app.database, 'editor')
  const right = { headers: { authorization: `Bearer ${secret}` } }
  const statuses = (
    await Promise.all(
      Array.from({ length: 400 }, (_, i) => sendRequest(guarded, `${NS}/me`, '2001:db8::1', i % 40 === 39 ? right : wrong(i))),
    )
  ).map(({ status }) => status)
  const count = (wanted: number): number => statuses.filter((status) => status === wanted).length
  assert.deepEqual([count(401), count(429), count(200)], [20, 370, 10])
  assert.equal((await sendRequest(guarded, `${NS}/me`, '2001:db8::2', right)).status, 200)
  const refused = await sendRequest(guarded, `${NS}/me`, '2001:db8::3', wrong(1))
  assert.equal(refused.status, 429)
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  const actions = (await recentSecurityEvents(guarded.app.database, 500)).map(({ action }) => action)
  assert.deepEqual(
    [actions.filter((action) => action === 'login failed').length, actions.filter((action) => action === 'logins refused').length],
    [20, 1],
  )
})

const protectedEvent = (password: string) =>
  guarded.make('events', { title: unique(), start_date: '2031-01-01', end_date: '2031-01-02', password })
const open = (id: number, address: string, query: string, header?: string): Promise<Answer> =>
  guarded.get(`/events/${id}?password=${query}`, {
    headers: { 'x-forwarded-for': address, ...(header !== undefined && { 'x-event-password': header }) },
  })
test('B10 a password in the header and another in the query are two tries', async () => {
  const { id } = await protectedEvent('wombat')
  const address = newAddress()
  const statuses: number[] = []
  for (let i = 0; i < 3; i += 1) statuses.push((await open(id, address, `a${i}`, `b${i}`)).status)
  assert.deepEqual(statuses, [403, 403, 429], 'four tries a minute are two requests of two')
  const same = newAddress()
  for (let i = 0; i < 4; i += 1) assert.equal((await open(id, same, 'same', 'same')).status, 403, 'the same password twice is one try')
  assert.equal((await open(id, same, 'same', 'same')).status, 429)
})
test('B10 wrong passwords for one record are limited over all addresses; an address that has opened it keeps access', async () => {
  const [a, b] = [await protectedEvent('wombat'), await protectedEvent('wombat')]
  const [known, other] = [newAddress(), newAddress()]
  assert.equal((await open(a.id, known, 'wombat')).status, 200)
  const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => open(a.id, newAddress(), `guess${i}`)))
  const statuses = answers.map(({ status }) => status)
  assert.deepEqual([statuses.filter((status) => status === 403).length, statuses.filter((status) => status === 429).length], [10, 20])
  assert.equal((await open(a.id, other, 'wombat')).status, 429, 'not evaluated any more')
  assert.equal((await open(a.id, known, 'wombat')).status, 200)
  assert.equal((await open(b.id, other, 'wombat')).status, 200, 'another record is another count')
})
