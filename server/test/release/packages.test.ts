// The npm packages as a release makes them: installed from their tarballs into an empty folder, and used.
// The ordinary run uses this Node; `npm run evidence -- packages` uses every major version that the registry has binaries of.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { packAll, WORKSPACES } from '../../../scripts/packages.ts'
import { emptyDatabase } from '../support/database.ts'
import { isFullRun, reportEvidence } from '../support/evidence.ts'
import { freePort } from '../support/process.ts'
import { NS } from '../support/server.ts'
import { downloadNode, newestOfEachMajor } from './nodes.ts'
import { startCommand } from './start.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const folder = mkdtempSync(join(tmpdir(), 'kalends-packages-'))
const database = await emptyDatabase()
const port = await freePort()
const base = `http://127.0.0.1:${port}`
const env = {
  ...process.env,
  DATABASE_URL: database.url,
  PUBLIC_URL: base,
  HOST: '127.0.0.1',
  PORT: String(port),
  MEDIA_DIR: join(folder, 'media'),
  SHUTDOWN_DELAY_MS: '0',
  PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
}
const started: { stop(): Promise<number | null> }[] = []
after(async () => {
  for (const server of started) await server.stop()
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})
const run = (command: string, args: readonly string[], cwd: string): { status: number | null; stdout: string; stderr: string } =>
  spawnSync(command, args, { cwd, env, encoding: 'utf8', timeout: 120_000 })
const runToSuccess = (command: string, args: readonly string[], cwd: string): string => {
  const { status, stdout, stderr } = run(command, args, cwd)
  assert.equal(status, 0, `${command} ${args.join(' ')}: ${stdout}${stderr}`)
  return stdout
}

for (const workspace of WORKSPACES)
  void test(`packages: a plain npm pack or npm publish of ${workspace} is rejected`, () => {
    const { status, stderr } = run('npm', ['pack', '--dry-run', '--loglevel=error'], join(ROOT, workspace))
    assert.equal(status, 1)
    assert.match(stderr, /Invalid package, must have name and version/)
    const manifest = JSON.parse(readFileSync(join(ROOT, workspace, 'package.json'), 'utf8')) as { private?: boolean }
    assert.equal(manifest.private, true, 'npm publish refuses private packages')
  })

// A release tests exactly the tarballs that it publishes.
const tarballs = process.env['KALENDS_TARBALLS']
if (tarballs === undefined) packAll(folder)
const files = globSync('*.tgz', { cwd: tarballs ?? folder }).map((name) => join(tarballs ?? folder, name))
const home = join(folder, 'home')
const kalends = join(home, 'node_modules/.bin/kalends')

void test('packages: all install into an empty folder', () => {
  assert.equal(files.length, WORKSPACES.length)
  mkdirSync(home)
  writeFileSync(join(home, 'package.json'), '{"private":true,"type":"module"}')
  runToSuccess('npm', ['install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', ...files], home)
})

for (const name of [/kalends-\d/, /kalends-widget-\d/])
  void test(`packages: publint accepts ${name.source}`, () => {
    const tarball = files.find((file) => name.test(file)) ?? ''
    assert.match(runToSuccess(join(ROOT, 'node_modules/.bin/publint'), ['run', tarball, '--strict'], home), /All good/)
  })

let token = ''
void test('packages: the installed server migrates, makes a token, serves and stops', { timeout: 60_000 }, async () => {
  assert.match(runToSuccess(kalends, ['--version'], home), /^\d+\.\d+\.\d+\n$/)
  assert.match(runToSuccess(kalends, ['migrate'], home), /^applied 0001_/)
  runToSuccess(kalends, ['user', 'add', 'ada', '--role', 'editor'], home)
  token = runToSuccess(kalends, ['token', 'add', 'ada'], home).trim()
  started.push(await startCommand(kalends, ['serve'], { cwd: home, env, port }))
  assert.equal((await fetch(`${base}${NS}/events`)).status, 200)
  for (const page of ['docs', 'admin', 'embed.js']) assert.equal((await fetch(`${base}/${page}`)).status, 200, page)
})

const PROGRAM = `
import { createClient } from '@kalends/client'
const client = createClient({ baseUrl: '${base}', token: process.argv[2] })
const made = await client.events.create({ title: 'Node ' + process.version, status: 'publish', start_date: '+1 day', end_date: '+1 day' })
const read = await client.events.get(made.id)
let listed = 0
for await (const event of client.events.all()) listed += event.id === made.id ? 1 : 0
const code = await client.events.get(999999999).catch((error) => error.code)
console.log(JSON.stringify([read.title, listed, code]))
`
const useClient = (node: string, version: string): void => {
  writeFileSync(join(home, 'use.js'), PROGRAM)
  const output = runToSuccess(node, ['use.js', token], home)
  assert.deepEqual(JSON.parse(output), [`Node v${version}`, 1, 'rest-event-not-found'])
}
void test('packages: the installed client writes and reads', () => useClient(process.execPath, process.versions.node))

const testOlderNodes = isFullRun ? test : () => undefined
void testOlderNodes('packages: the client runs, and the server refuses to, on every older Node', { timeout: 3_600_000 }, () => {
  const majors = newestOfEachMajor()
  const clients = ['20.3.0', ...majors.filter((version) => Number.parseInt(version, 10) >= 20)]
  const servers = ['12.0.0', ...majors.filter((version) => Number.parseInt(version, 10) >= 12 && Number.parseInt(version, 10) < 26)]
  for (const version of new Set([...servers, ...clients])) {
    const node = downloadNode(version, folder)
    if (clients.includes(version)) useClient(node, version)
    if (servers.includes(version)) {
      const { status, stdout, stderr } = run(node, [join(home, 'node_modules/kalends/bin/kalends.cjs'), '--help'], home)
      assert.deepEqual([status, stdout], [1, ''], version)
      assert.match(stderr, new RegExp(`^Kalends needs Node 26\\.4 or newer with Temporal; this is Node ${version}\\.\\nInstall .+\\n$`))
    }
    rmSync(dirname(dirname(node)), { recursive: true })
  }
  reportEvidence('packages', { client_ran_on: clients, server_refused_on: servers, server_ran_on: process.versions.node })
})

void test('packages: the server stops with exit code 0', async () => assert.equal(await started.pop()?.stop(), 0))
