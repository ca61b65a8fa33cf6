// A rolling upgrade from the version before, behind HAProxy and under load: no request fails, and nothing is lost.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { launch, logged, pause, rowsOf, statusOf, until, untilReady, within, type Launched } from '../faults/launch.ts'
import { readMigrations } from '../../src/kernel/database/migrations.ts'
import { isFullRun, reportEvidence, scaled } from '../support/evidence.ts'
import { emptyDatabase } from '../support/database.ts'
import { freePort, kalends, restartablePort } from '../support/process.ts'
import { requiresTools } from '../support/tools.ts'
import { previousRelease } from './previous-release.ts'
import { dumps, restore, SETTINGS_OF_DUMPS } from './restore.ts'
import { VisitorsAndEditors } from './visitors-and-editors.ts'

const UPGRADES = scaled(10, 1)
/** Eight of them read, and eight write. */
const CLIENTS = 16
/** Time under load before, between and after the steps. */
const PHASE_MS = scaled(5_000, 1_000)
const START_MS = 60_000
const OPERATING = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8')

interface Upgrade {
  readonly requests: number
  readonly failed: readonly string[]
  readonly failedAfterRepeats: readonly string[]
  readonly acknowledged: number
  readonly lost: number
  readonly migrations: number
}
const { skip } = requiresTools('haproxy')
const release = previousRelease()
after(() => release.remove())

void test(`operating: ${UPGRADES} rolling upgrades under load fail no request and lose no write`, {
  skip,
  timeout: 3_600_000,
}, async (t) => {
  const upgrades: Upgrade[] = []
  for (let i = 0; i < UPGRADES; i += 1) upgrades.push(await upgrade())
  const sum = (count: (each: Upgrade) => number): number => upgrades.reduce((total, each) => total + count(each), 0)
  const report = {
    upgrades: upgrades.length,
    from: release.commit,
    migrations: upgrades[0]?.migrations,
    clients: CLIENTS,
    requests: sum(({ requests }) => requests),
    failed: sum(({ failed }) => failed.length),
    failed_after_repeats: sum(({ failedAfterRepeats }) => failedAfterRepeats.length),
    acknowledged: sum(({ acknowledged }) => acknowledged),
    lost: sum(({ lost }) => lost),
  }
  if (release.commit === null)
    t.diagnostic('The clone lacks the commit in server/test/upgrades/releases.json. To test it, run: git fetch --unshallow')
  t.diagnostic(JSON.stringify(report))
  reportEvidence('rolling-upgrade', report)
  if (isFullRun) assert.notEqual(release.commit, null, 'evidence needs the commit of the version before: git fetch --unshallow')
  assert.deepEqual(
    upgrades.flatMap(({ failed, failedAfterRepeats }) => [...failed, ...failedAfterRepeats]),
    [],
  )
  assert.equal(report.lost, 0)
})

async function upgrade(): Promise<Upgrade> {
  const database = await emptyDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'kalends-upgrade-'))
  const ports = [await restartablePort(), await restartablePort()] as const
  const entry = await freePort()
  const base = `http://127.0.0.1:${entry}`
  const env = (port: number): Record<string, string> => ({
    ...SETTINGS_OF_DUMPS,
    DATABASE_URL: database.url,
    PUBLIC_URL: base,
    MEDIA_DIR: join(folder, 'media'),
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(folder, 'compiled'),
    MIGRATE_ON_START: 'false',
    SHUTDOWN_DELAY_MS: '1000',
    LOG_LEVEL: 'warn',
    PORT: String(port),
  })
  const servers: Launched[] = []
  const start = async (port: number, main?: string): Promise<Launched> => {
    const server = await launch(env(port), [], main)
    servers.push(server)
    await untilReady(server, START_MS)
    return server
  }
  const proxy = { child: null as ReturnType<typeof spawn> | null }
  let clients: VisitorsAndEditors | null = null
  try {
    const dump = release.dump ?? dumps.at(-1)
    assert.ok(dump)
    await restore(database.url, dump.sql)
    if (release.commit === null) kalends(['migrate'], env(0))
    const token = editorToken(env(0))
    const before = [await start(ports[0], release.main), await start(ports[1], release.main)]
    const file = join(folder, 'haproxy.cfg')
    writeFileSync(file, configuration(entry, ports))
    proxy.child = spawn('haproxy', ['-db', '-f', file], { env: { PATH: `${process.env['PATH']}:/usr/sbin` }, stdio: 'ignore' })
    await until('the proxy answers', START_MS, async () => (await statusOf(`${base}/livez`)) === 200)

    clients = new VisitorsAndEditors(base, token, CLIENTS / 2)
    await pause(PHASE_MS)
    const { stdout, stderr } = kalends(['migrate'], env(0))
    for (const [i, old] of before.entries()) {
      await pause(PHASE_MS)
      old.child.kill('SIGTERM')
      assert.equal(await within('the old process ends', 30_000, old.ended), 0, old.stderr())
      const server = await start(ports[i] ?? 0)
      // A server is used when HAProxy has found it ready.
      await pause(1_000)
      assert.ok(server.isRunning())
    }
    await pause(PHASE_MS)
    const counted = { requests: clients.requests, failed: [...clients.failed], failedAfterRepeats: [...clients.failedAfterRepeats] }
    await breakOne(servers, clients)
    await clients.end()
    assert.deepEqual(
      servers.flatMap((server) => logged(server, ['error', 'fatal'])),
      [],
    )
    const { acknowledged } = clients
    assert.ok(acknowledged.size > CLIENTS)
    const lost = await rowsOf(
      database.url,
      `select n.id from unnest($1::bigint[], $2::text[]) n(id, titles)
       where not exists (select 1 from event_texts t where t.id = n.id and t.title = any (string_to_array(n.titles, '|')))`,
      [[...acknowledged.keys()], [...acknowledged.values()].map((titles) => titles.join('|'))],
    )
    const all = await readMigrations()
    const pending = release.commit === null ? [] : all.filter(({ name }) => name > `${dump.name}.sql`)
    for (const { name } of pending) assert.ok(`${stdout}${stderr}`.includes(`applied ${name}`), name)
    return { ...counted, acknowledged: acknowledged.size, lost: lost.length, migrations: pending.length }
  } finally {
    await clients?.end()
    proxy.child?.kill('SIGKILL')
    for (const server of servers) await server.kill()
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Ends a process without a warning, and fails if the clients do not notice that. It is frozen first, so that requests are under way. */
async function breakOne(servers: readonly Launched[], clients: VisitorsAndEditors): Promise<void> {
  const before = clients.failed.length
  servers.at(-1)?.child.kill('SIGSTOP')
  await pause(200)
  await servers.at(-1)?.kill()
  await until('the clients notice a process that is killed', 30_000, () => clients.failed.length > before)
}

/** The command of the previous version, because the database has its schema. */
function editorToken(env: Readonly<Record<string, string>>): string {
  const args = [release.main, 'token', 'add', 'editor', '--scope', 'admin']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env: { ...process.env, ...env }, encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  return stdout.trim()
}

/** The configuration of the documentation with the ports of the test. */
function configuration(entry: number, ports: readonly [number, number]): string {
  const [, documented] = /^```text\n(defaults\n {2}mode http\n.*?)^```$/ms.exec(OPERATING) ?? []
  assert.ok(documented, 'docs/operating.md has the configuration of HAProxy')
  const text = documented
    .replace('bind :80', `bind 127.0.0.1:${entry}`)
    .replace('10.77.0.21:3000', `127.0.0.1:${ports[0]}`)
    .replace('10.77.0.22:3000', `127.0.0.1:${ports[1]}`)
  assert.ok([entry, ...ports].every((port) => text.includes(`:${port}`)))
  return text
}
