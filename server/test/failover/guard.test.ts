// A cluster whose test is killed is stopped: its processes end, and its files are deleted.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { stateOf } from '../../../scripts/cluster/processes.ts'
import { until } from '../faults/launch.ts'

const CLUSTER = fileURLToPath(new URL('../../../scripts/cluster/cluster.ts', import.meta.url))
/** A process that starts the guard of a cluster, and a program in the place of HAProxy, and then waits. */
const OWNER = `
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { startGuard } from '${CLUSTER}'
const cluster = JSON.parse(process.argv[1])
startGuard(cluster)
const child = spawn('tail', ['-f', cluster.folder + '/haproxy.cfg'], { detached: true, stdio: 'ignore' })
writeFileSync(cluster.folder + '/pids/haproxy', String(child.pid))
setInterval(() => undefined, 1_000)
`
for (const signal of ['SIGKILL', 'SIGTERM'] as const)
  void test(`21 the cluster of a process that ends by ${signal} is stopped`, { timeout: 60_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kalends-cluster-'))
    const etcdFolder = mkdtempSync(join(tmpdir(), 'kalends-etcd-'))
    for (const name of ['pids', 'n1', 'n2', 'n3']) mkdirSync(join(folder, name))
    writeFileSync(join(folder, 'haproxy.cfg'), '')
    const cluster = { folder, etcdFolder, tag: basename(folder), password: '' }
    const owner = spawn(process.execPath, ['--input-type=module', '--eval', OWNER, JSON.stringify(cluster)], { stdio: 'ignore' })
    const file = join(folder, 'pids', 'haproxy')
    await until('the program runs', 20_000, () => existsSync(file) && readFileSync(file, 'utf8') !== '')
    const pid = Number(readFileSync(file, 'utf8'))
    assert.ok(stateOf(pid))
    owner.kill(signal)
    await once(owner, 'exit')
    await until('the program has ended', 20_000, () => [null, 'Z'].includes(stateOf(pid)))
    await until('the files are deleted', 20_000, () => !existsSync(folder) && !existsSync(etcdFolder))
  })
