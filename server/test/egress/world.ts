// A network of its own in which every address there is leads to this machine: whatever is called by mistake answers, and is seen.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { createServer as createSink, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { EgressError, createEgress, type Egress, type EgressSettings } from '../../src/kernel/outbound/egress.ts'
import { makeCertificate } from '../support/certificate.ts'
import { isCi } from '../support/tools.ts'

/** Addresses that are public as far as anybody can tell. Nothing sent to them leaves this machine. */
export const PUBLIC = '11.1.1.1'
export const PUBLIC_6 = '2a00:1450::1'
/** Names the certificate of the world is for. */
export const SECURE = 'secure.example'

/** A proxy that the environment names. */
export const PROXY = '10.9.9.9'
const PROXIED = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: `http://${PROXY}:8080`, HTTPS_PROXY: `http://${PROXY}:8080`, NO_PROXY: '' }
const ENTER = 'ip link set lo up && ip route add local default dev lo && ip -6 route add local default dev lo && exec "$@"'
/** Returns the reason to skip: user and network namespaces are missing. On CI nothing is skipped. */
const cannot = (): string | false =>
  isCi || (process.platform === 'linux' && spawnSync('unshare', ['-rn', 'ip', 'link']).status === 0) ? false : 'no network can be made here'

/** Registers the tests of a file inside a network of its own: the file is run once more in there. */
export async function inOwnNetwork(file: string, register: () => Promise<void>): Promise<void> {
  if (process.env['OWN_NETWORK']) return register()
  void test('in a network of its own', { skip: cannot() }, (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'kalends-world-'))
    t.after(() => rmSync(folder, { recursive: true }))
    makeCertificate(folder, SECURE)
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const inside = { ...env, ...PROXIED, OWN_NETWORK: folder, NODE_EXTRA_CA_CERTS: join(folder, 'certificate.pem') }
    const command = ['-rn', 'sh', '-c', ENTER, 'sh', process.execPath, '--test-reporter=spec', file]
    const ran = spawnSync('unshare', command, { env: inside, encoding: 'utf8', timeout: 120_000 })
    if (ran.status !== 0) throw new Error(`${ran.stdout}\n${ran.stderr}`)
    for (const [line] of ran.stdout.matchAll(/^\s*(✔ F|ℹ \d).*$/gm)) t.diagnostic(line.trim())
  })
}

export interface Call {
  readonly address: string
  readonly port: number
}
export interface World {
  /** Every connection that reached anything, by the address that was called. */
  readonly calls: Call[]
  /** Those to addresses that are not public. */
  strangers(): Call[]
  close(): void
}

/** Serves HTTP on 80 and 8080, HTTPS on 443, and takes connections on ports where other things usually listen. */
export async function openWorld(answer: RequestListener): Promise<World> {
  const calls: Call[] = []
  const sockets = new Set<Socket>()
  const folder = process.env['OWN_NETWORK'] ?? ''
  const secure = { key: readFileSync(join(folder, 'key.pem')), cert: readFileSync(join(folder, 'certificate.pem')) }
  const servers: [Server, number][] = [
    [createServer(answer), 80],
    [createServer(answer), 8080],
    [createSecureServer(secure, answer), 443],
    ...[22, 25, 53, 3306, 5432, 6379, 8000, 9200, 11211].map((port): [Server, number] => [createSink(), port]),
  ]
  for (const [server, port] of servers) {
    server.on('connection', (socket: Socket) => {
      calls.push({ address: (socket.localAddress ?? '').replace(/^::ffff:/, ''), port })
      sockets.add(socket.once('close', () => sockets.delete(socket)))
    })
    await new Promise<void>((resolve) => server.listen(port, '::', resolve))
  }
  return {
    calls,
    strangers: () => calls.filter(({ address }) => address !== PUBLIC && address !== PUBLIC_6),
    close: () => {
      for (const [server] of servers) server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

export const door = (settings: Partial<EgressSettings>): Egress =>
  createEgress({ deadlineMs: 3_000, maxBytes: 100_000, redirects: 3, ports: [80, 443], allow: [], dns: [], inFlight: 64, ...settings })

/** The status of what was fetched, or the reason why it was not. */
export const outcome = (egress: Egress, url: string, headers: Readonly<Record<string, string>> = {}): Promise<string> =>
  egress.fetch(url, { headers }).then(
    ({ status }) => String(status),
    (error: unknown) => (error instanceof EgressError ? error.reason : `thrown: ${String(error)}`),
  )
