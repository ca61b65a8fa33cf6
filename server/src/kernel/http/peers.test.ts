// Limits of connections per peer, and warnings about untrusted proxies.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { atMostEvery, watchPeers, type PeerSettings } from './peers.ts'

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
async function listening(t: TestContext, settings: Partial<PeerSettings>): Promise<{ port: number; warnings: string[] }> {
  const warnings: string[] = []
  const server = createServer((_, response) => response.end())
  watchPeers(
    server,
    { trustedProxies: [], maxConnectionsPerAddress: 0, ...settings },
    { untrustedProxy: (peer) => warnings.push(`proxy ${peer}`), tooManyConnections: (peer) => warnings.push(`connections ${peer}`) },
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close().closeAllConnections())
  return { port: (server.address() as AddressInfo).port, warnings }
}
async function holdConnections(port: number, count: number): Promise<{ open: number; sockets: readonly Socket[] }> {
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1').on('error', () => undefined))
  const countOpen = (): number => sockets.filter(({ readyState }) => readyState === 'open').length
  // A refused connection is open for a moment.
  for (let open = -1; open !== countOpen() || sockets.some(({ connecting }) => connecting); await wait(200)) open = countOpen()
  return { open: countOpen(), sockets }
}

test('B10 connections per peer are limited, and closing some allows new ones', async (t) => {
  const { port, warnings } = await listening(t, { maxConnectionsPerAddress: 10 })
  const first = await holdConnections(port, 25)
  assert.deepEqual([first.open, warnings.length, warnings[0]], [10, 15, 'connections 127.0.0.1'])
  for (const socket of first.sockets) socket.destroy()
  await wait(100)
  assert.equal((await holdConnections(port, 10)).open, 10)
})
test('B10 0 is no limit, and trusted proxies are exempt', async (t) => {
  assert.equal((await holdConnections((await listening(t, {})).port, 25)).open, 25)
  const proxied = await listening(t, { maxConnectionsPerAddress: 10, trustedProxies: ['127.0.0.0/8'] })
  assert.deepEqual([(await holdConnections(proxied.port, 25)).open, proxied.warnings], [25, []])
})
test('B9 X-Forwarded-For is reported unless a trusted proxy sends it', async (t) => {
  const [unknown, trusted] = [await listening(t, { trustedProxies: ['10.0.0.1'] }), await listening(t, { trustedProxies: ['127.0.0.1'] })]
  for (const { port } of [unknown, trusted])
    for (const headers of [{}, { 'x-forwarded-for': '192.0.2.1' }]) await fetch(`http://127.0.0.1:${port}/`, { headers })
  assert.deepEqual([unknown.warnings, trusted.warnings], [['proxy 127.0.0.1'], []])
})
test('atMostEvery runs a function at most once per interval', async () => {
  const calls: number[] = []
  const call = atMostEvery(50, (n: number) => calls.push(n))
  for (const n of [1, 2, 3]) call(n)
  await wait(80)
  call(4)
  assert.deepEqual(calls, [1, 4])
})
