// `kalends serve --open`: nobody needs credentials, so only this machine is let in, and no page of another origin.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { after, test } from 'node:test'
import { freshDatabase } from '../support/database.ts'
import { NS } from '../support/server.ts'
import { exchange, launch, untilReady, type RawAnswer } from './launch.ts'

const LIMIT = { timeout: 20_000 }
const database = await freshDatabase()
const server = await launch({ DATABASE_URL: database.url, HOST: '0.0.0.0' }, ['--open'])
after(async () => {
  await server.kill()
  await database.drop()
})
await untilReady(server, 15_000)
const { port } = server

void test('it says on stderr that it is open, and where it listens', () => {
  assert.match(server.stderr(), /OPEN: anybody on this machine may read and change everything, without credentials\./)
  assert.match(server.stderr(), /Never use --open/)
  assert.ok(server.stderr().includes(`Kalends listens on http://127.0.0.1:${port}${NS}`), server.stderr())
})

void test('it listens on the loopback only, whatever HOST says', LIMIT, async () => {
  const others = Object.values(networkInterfaces()).flatMap((addresses) =>
    (addresses ?? []).flatMap(({ address, internal, family, scopeid }) => (internal || (family === 'IPv6' && scopeid) ? [] : [address])),
  )
  // Another address of the loopback stands in where the machine has no other interface.
  for (const address of [...others, '127.0.0.2']) assert.equal(await knock(address), 'ECONNREFUSED', address)
  assert.equal(await knock('127.0.0.1'), 'open')
})

void test('without credentials everything may be read and changed', LIMIT, async () => {
  const made = await send('POST', '/categories', { host: `localhost:${port}` }, { name: 'Music' })
  assert.equal(made.status, 201, made.body)
  const { id } = JSON.parse(made.body) as { id: number }
  assert.equal((await send('PATCH', `/categories/${id}`, { host: `127.0.0.1:${port}` }, { name: 'Noise' })).status, 200)
  assert.equal((await send('GET', '/events?status=any', { host: `[::1]:${port}` })).status, 200)
  const me = await send('GET', '/me', { host: 'localhost' })
  assert.equal((JSON.parse(me.body) as { role: string }).role, 'administrator')
  assert.equal((await send('DELETE', `/categories/${id}`, { host: 'LOCALHOST' })).status, 200)
})

void test('credentials that are sent must be right', LIMIT, async () => {
  const answer = await send('GET', '/events', { host: 'localhost', authorization: 'Bearer wrong' })
  assertRefused(answer, 401, 'rest_unauthorized')
})

for (const host of [
  'example.org',
  'localhost.example.org',
  '127.0.0.1.nip.io',
  'example.org:3000',
  '192.168.0.1',
  '0.0.0.0',
  'localhost@example.org',
])
  void test(`a Host of ${host} is refused`, LIMIT, async () => {
    for (const method of ['GET', 'POST'] as const)
      assertRefused(await send(method, '/categories', { host }, method === 'POST' ? { name: 'Evil' } : undefined), 403, 'rest_forbidden')
  })

for (const origin of [
  'http://example.org',
  'https://localhost.example.org',
  'null',
  'http://127.0.0.1.nip.io:3000',
  'http://example.org/localhost',
  'file://',
])
  void test(`an Origin of ${origin} is refused`, LIMIT, async () => {
    for (const method of ['GET', 'POST'] as const)
      assertRefused(
        await send(method, '/categories', { host: 'localhost', origin }, method === 'POST' ? { name: 'Evil' } : undefined),
        403,
        'rest_forbidden',
      )
  })

void test('an Origin of this machine is let in', LIMIT, async () => {
  for (const origin of ['http://localhost', 'http://localhost:5173', 'http://127.0.0.1:8080', 'https://[::1]:3000'])
    assert.equal((await send('GET', '/events', { host: 'localhost', origin })).status, 200, origin)
})

void test('nothing was made by those who were refused', LIMIT, async () => {
  const { body } = await send('GET', '/categories?hide_empty=false', { host: 'localhost' })
  assert.deepEqual((JSON.parse(body) as { categories: { name: string }[] }).categories, [])
})

/** What happens to who connects to an address. */
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
