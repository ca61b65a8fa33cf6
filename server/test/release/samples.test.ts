// The samples that operators copy: the nginx configuration, the systemd unit, compose.yaml, and TLS to PostgreSQL.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { TLSSocket } from 'node:tls'
import { parse } from 'yaml'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { makeCertificate } from '../support/certificate.ts'
import { LOOSE } from '../support/database.ts'
import { freePort } from '../support/process.ts'
import { NS, testServer } from '../support/server.ts'
import { requiresTools } from '../support/tools.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const OPERATING = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8')
const sample = (language: string): string => new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'm').exec(OPERATING)?.[1] ?? ''
const folder = mkdtempSync(join(tmpdir(), 'kalends-samples-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const { key, certificate } = makeCertificate(folder, 'localhost')

const server = await testServer({ TRUSTED_PROXIES: '127.0.0.1' })

void test('nginx: the sample serves over TLS with HSTS, hides the health checks and lets long headers through', {
  timeout: 30_000,
  ...requiresTools('nginx'),
}, async () => {
  const port = await freePort()
  const config = sample('nginx')
    .replace('127.0.0.1:3000', new URL(server.base).host)
    .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
    .replace(/ssl_certificate \S+;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${key};`)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`).join(' ')
  const path = join(folder, 'nginx.conf')
  writeFileSync(
    path,
    `daemon off; master_process off; pid ${join(folder, 'nginx.pid')}; error_log stderr; events {} http { access_log off; ${paths}\n${config}}`,
  )
  const checked = spawnSync('nginx', ['-t', '-c', path], { encoding: 'utf8' })
  assert.equal(checked.status, 0, checked.error?.message ?? checked.stderr)
  const nginx = spawn('nginx', ['-c', path], { stdio: ['ignore', 'ignore', 'pipe'] })
  try {
    const answer = await get(port, `${NS}/events`)
    assert.deepEqual([answer.status, answer.headers['strict-transport-security']], [200, 'max-age=31536000'])
    for (const hidden of ['/livez', '/readyz']) assert.equal((await get(port, hidden)).status, 404)
    const made = await Promise.all([1, 2, 3].map((n) => server.make('events', { title: `${n}`, start_date: '+1 day', end_date: '+1 day' })))
    const ids = [...made.map(({ id }) => id), ...Array.from({ length: 97 }, (_, i) => i + 1e14)]
    const long = `${NS}/events?per_page=1&include=${ids.join(',')}`
    assert.equal((await get(port, long)).status, 200, 'headers of a long request fit the buffers')
  } finally {
    nginx.kill('SIGTERM')
    await once(nginx, 'close')
  }
})

void test('systemd: the unit is hardened', () => {
  const unit = sample('ini')
  for (const line of [
    'ProtectSystem=strict',
    'NoNewPrivileges=true',
    'PrivateTmp=true',
    'StateDirectory=kalends',
    'CapabilityBoundingSet=',
  ])
    assert.ok(unit.split('\n').includes(line), line)
  assert.ok(unit.includes('Environment=MEDIA_DIR=/var/lib/kalends/'), 'pictures go where the unit may write')
})
void test('systemd: the unit is valid', requiresTools('systemd-analyze'), () => {
  const path = join(folder, 'kalends.service')
  // The binary of this machine: the check wants an executable.
  writeFileSync(path, sample('ini').replace('/usr/bin/node', process.execPath))
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', path], { encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  assert.doesNotMatch(stderr, /kalends\.service/, 'no warnings')
})

interface Compose {
  readonly services: Readonly<
    Record<string, { image: string; environment: Record<string, string>; read_only: boolean; deploy: object; ports?: string[] }>
  >
}
void test('compose: no default password, exact versions, limits, nothing published beyond this machine', () => {
  const text = readFileSync(join(ROOT, 'compose.yaml'), 'utf8')
  const { services } = parse(text) as Compose
  const passwords = [...text.matchAll(/\$\{POSTGRES_PASSWORD(.{2})/g)].map(([, operator]) => operator)
  assert.deepEqual(passwords, [':?', ':?'])
  assert.match(services['db']?.image ?? '', /^postgres:\d+\.\d+(@sha256:[0-9a-f]{64})?$/)
  assert.ok(services['kalends']?.environment['TRUSTED_PROXIES'])
  for (const [name, { read_only, deploy, ports = [] }] of Object.entries(services)) {
    assert.equal(read_only, true, name)
    const { cpus, memory, pids } = (deploy as { resources: { limits: Record<string, unknown> } }).resources.limits
    assert.ok(cpus && memory && pids, name)
    for (const port of ports) assert.match(port, /^127\.0\.0\.1:/)
  }
})

void test('sslmode=verify-full accepts the right certificate, and rejects another authority and another name', {
  timeout: 20_000,
}, async (t) => {
  let handshakes = 0
  const fake = createServer((socket) => {
    // A PostgreSQL that speaks TLS and nothing else: what counts is whether the client goes on after the certificate.
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write('S')
      const secure = new TLSSocket(socket, { isServer: true, key: readFileSync(key), cert: readFileSync(certificate) })
      secure.on('error', () => undefined)
      secure.once('data', () => {
        handshakes += 1
        secure.destroy()
      })
    })
  })
  fake.listen(0, '127.0.0.1')
  await once(fake, 'listening')
  t.after(() => fake.close())
  const { port } = fake.address() as { port: number }
  const connect = async (host: string, authority: string): Promise<string> => {
    const url = `postgresql://kalends@${host}:${port}/kalends?sslmode=verify-full${authority && `&sslrootcert=${authority}`}`
    const database = openDatabase({ ...LOOSE, url })
    const outcome = await database.query(sql`select 1`).then(
      () => 'connected',
      (error: unknown) => String((error as NodeJS.ErrnoException).code ?? error),
    )
    await database.close()
    return outcome
  }
  assert.equal(await connect('127.0.0.1', certificate), 'ERR_TLS_CERT_ALTNAME_INVALID')
  assert.equal(await connect('localhost', ''), 'DEPTH_ZERO_SELF_SIGNED_CERT')
  assert.equal(handshakes, 0, 'nothing was sent to a server that was not verified')
  await connect('localhost', certificate)
  assert.ok(handshakes > 0, 'the verified server was spoken to')
})

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
}
/** Asks nginx over TLS; tries again while it is starting. */
async function get(port: number, path: string, tries = 100): Promise<Answer> {
  const asked = request({ host: '127.0.0.1', port, path, servername: 'localhost', ca: readFileSync(certificate), agent: false })
  try {
    const answered = once(asked, 'response') as Promise<[NodeJS.ReadableStream & { statusCode?: number; headers: Record<string, unknown> }]>
    asked.end()
    const [response] = await answered
    response.resume()
    return { status: response.statusCode ?? 0, headers: response.headers }
  } catch (error) {
    if (tries === 0 || (error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') throw error
    await new Promise((done) => setTimeout(done, 50))
    return get(port, path, tries - 1)
  }
}
