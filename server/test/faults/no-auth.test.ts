// `kalends serve --no-auth`: requests need no credentials, so only the server's own origin on this machine is accepted.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { after, test } from 'node:test'
import { freshDatabase } from '../support/database.ts'
import { kalends } from '../support/process.ts'
import { NS } from '../support/server.ts'
import { exchange, launch, rowsOf, untilReady, type RawAnswer } from './launch.ts'

const LIMIT = { timeout: 20_000 }
const database = await freshDatabase()
// A user who happens to be called like the mode, or like its former name, keeps the role that the operator gave.
for (const login of ['open', 'no-auth']) kalends(['user', 'add', login, '--role', 'contributor'], { DATABASE_URL: database.url })
const server = await launch({ DATABASE_URL: database.url, HOST: '0.0.0.0' }, ['--no-auth'])
after(async () => {
  await server.kill()
  await database.drop()
})
await untilReady(server, 30_000)
const { port } = server

const own = `127.0.0.1:${port}`

void test('--open is unknown, and the error names --no-auth', LIMIT, () => {
  const { code, stderr } = kalends(['serve', '--open'], { DATABASE_URL: database.url }, true)
  assert.equal(code, 2)
  assert.match(stderr, /unknown option '--open'[^]*--no-auth/)
})

void test('it warns on stderr, and prints the URLs to open', () => {
  assert.match(server.stderr(), /NO AUTHENTICATION: anyone on this machine can read and change everything\./)
  for (const path of ['/', '/docs', '/subscribe', NS]) assert.ok(server.stderr().includes(` http://${own}${path}\n`), server.stderr())
})

void test('it listens on the loopback interface only, regardless of HOST', LIMIT, async () => {
  const others = Object.values(networkInterfaces()).flatMap((addresses) =>
    (addresses ?? []).flatMap(({ address, internal, family, scopeid }) => (internal || (family === 'IPv6' && scopeid) ? [] : [address])),
  )
  // Another address of the loopback stands in where the machine has no other interface.
  for (const address of [...others, '127.0.0.2']) assert.equal(await knock(address), 'ECONNREFUSED', address)
  assert.equal(await knock('127.0.0.1'), 'open')
})

void test('without credentials everything may be read and changed', LIMIT, async () => {
  const made = await send('POST', '/categories', { host: own }, { name: 'Music' })
  assert.equal(made.status, 201, made.body)
  const { id } = JSON.parse(made.body) as { id: number }
  assert.equal((await send('PATCH', `/categories/${id}`, { host: own }, { name: 'Noise' })).status, 200)
  assert.equal((await send('GET', '/events?status=any', { host: own })).status, 200)
  const me = JSON.parse((await send('GET', '/me', { host: own })).body) as { role: string; login: string }
  assert.deepEqual([me.role, me.login], ['administrator', ':no-auth'])
  const page = { host: own, 'x-kalends-session': '1', 'sec-fetch-site': 'same-origin' }
  assert.equal((JSON.parse((await send('GET', '/me', page)).body) as { role: string }).role, 'administrator')
  assert.equal((await send('DELETE', `/categories/${id}`, { host: own })).status, 200)
})

void test('no user becomes an administrator, and no user can be given the login of the mode', LIMIT, async () => {
  const users = await rowsOf<{ login: string; role: string }>(database.url, 'select login, role from users order by login collate "C"')
  assert.deepEqual(
    users.map(({ login, role }) => `${login} ${role}`),
    [':no-auth subscriber', 'no-auth contributor', 'open contributor'],
  )
  const { code, stderr } = kalends(['user', 'add', ':no-auth', '--role', 'editor'], { DATABASE_URL: database.url }, true)
  assert.equal(code, 2, stderr)
})

void test('credentials that are sent must be right', LIMIT, async () => {
  const answer = await send('GET', '/events', { host: own, authorization: 'Bearer wrong' })
  assertRefused(answer, 401, 'rest_unauthorized')
})

/** Headers of requests that a page of another origin can make a browser send, or that reach the server by another name. */
const OTHERS: readonly Readonly<Record<string, string>>[] = [
  ...['example.org', `localhost.example.org:${port}`, '127.0.0.1.nip.io', `0.0.0.0:${port}`, `user@${own}`].map((host) => ({ host })),
  // Another process may listen on this port of ::1, where browsers look for localhost first.
  ...['127.0.0.1', '127.0.0.1:1', 'localhost', `localhost:${port}`, `[::1]:${port}`].map((host) => ({ host })),
  ...['http://example.org', 'null', 'file://', `https://${own}`, `http://${own}/`].map((origin) => ({ host: own, origin })),
  ...['http://localhost:5173', 'http://127.0.0.1:8080', 'http://127.0.0.1'].map((origin) => ({ host: own, origin })),
  ...['cross-site', 'same-site', 'Same-Origin'].map((site) => ({ host: own, 'sec-fetch-site': site })),
]
for (const headers of OTHERS)
  void test(`refused: ${JSON.stringify(headers).replaceAll(String(port), 'PORT')}`, LIMIT, async () => {
    for (const method of ['GET', 'POST'] as const) {
      const answer = await send(method, '/categories', headers, method === 'POST' ? { name: 'Evil' } : undefined)
      assertRefused(answer, 403, 'rest_forbidden')
      assert.ok(answer.body.includes(`accepts only requests to http://${own}.`), answer.body)
    }
  })

void test("a page of the server's own origin, and an address that was typed, are accepted", LIMIT, async () => {
  for (const headers of [{ origin: `http://${own}`, 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }])
    assert.equal((await send('GET', '/events', { host: own, ...headers })).status, 200)
})

void test('rejected requests created nothing', LIMIT, async () => {
  const { body } = await send('GET', '/categories?hide_empty=false', { host: own })
  assert.deepEqual((JSON.parse(body) as { categories: { name: string }[] }).categories, [])
})

/** Returns the result of a connection to an address. */
const knock = (address: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect({ host: address, port, timeout: 2_000 })
    const end = (what: string) => () => {
      socket.destroy()
      resolve(what)
    }
    socket.once('connect', end('open')).once('timeout', end('timeout'))
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? '')())
  })

function send(method: string, path: string, headers: Readonly<Record<string, string>>, body?: unknown): Promise<RawAnswer> {
  const text = body === undefined ? '' : JSON.stringify(body)
  const all = {
    connection: 'close',
    ...(text && { 'content-type': 'application/json', 'content-length': String(text.length) }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return exchange(port, (socket) => socket.write(`${method} ${NS}${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`))
}

function assertRefused({ status, headers, body }: RawAnswer, expected: number, code: string): void {
  assert.equal(status, expected, body)
  assert.equal((JSON.parse(body) as { code: string }).code, code)
  assert.equal(headers['cache-control'], 'no-store')
}
