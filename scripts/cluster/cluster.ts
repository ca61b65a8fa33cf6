// Starts, breaks, heals and stops the test cluster: three PostgreSQL servers under Patroni with etcd, HAProxy and PgBouncer.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { haproxyConfiguration, patroniConfiguration, pgbouncerConfiguration, postBootstrapScript } from './configuration.ts'
import {
  addressOf,
  HUB_ADDRESS,
  namespaceOf,
  nodeFolder,
  NODES,
  PORTS,
  ROLE,
  socketFolder,
  type FailoverCluster,
  type NodeName,
} from './layout.ts'
import { isHealthy, nodeOf, primaryOf, type Target } from './members.ts'
import { childrenOf, pidOf, postgresPids, signalAll, startEtcd, startHaproxy, startPatroni, startPgbouncer, stateOf } from './processes.ts'

const PROGRAMS = ['etcd', 'patroni', 'haproxy', 'pgbouncer', 'curl', 'nsenter', 'setpriv', 'ip']
const PACKAGES = 'patroni etcd-server haproxy pgbouncer curl iproute2 util-linux'

interface ClusterOptions {
  /** The files of each node are in a file system of this size, in memory. Without it, disks cannot become full. */
  readonly diskMb?: number
  /** Stops the cluster when this process ends, also after SIGKILL. */
  readonly endsWithProcess?: boolean
  /** Returns when there is a primary. The standbys are still being copied from it then. */
  readonly isEarly?: boolean
}
/** Starts a cluster and waits until it is healthy. */
export async function startCluster({ diskMb, endsWithProcess, isEarly }: ClusterOptions = {}): Promise<FailoverCluster> {
  requirePrograms()
  const folder = mkdtempSync(join(tmpdir(), 'kalends-cluster-'))
  const etcdFolder = mkdtempSync('/dev/shm/kalends-etcd-')
  const cluster = { folder, etcdFolder, tag: basename(folder), password: randomBytes(12).toString('hex') }
  if (endsWithProcess) startGuard(cluster)
  try {
    writeFiles(cluster, diskMb)
    addNetwork(cluster)
    for (const node of NODES) startEtcd(cluster, node)
    for (const node of NODES) startPatroni(cluster, node)
    startHaproxy(cluster)
    startPgbouncer(cluster)
    await waitUntil('a primary', 90, async () => (await primaryOf(cluster)) !== null)
    if (!isEarly) await waitUntilHealthy(cluster)
    return cluster
  } catch (error) {
    await stopCluster(cluster)
    throw error
  }
}

/** The pipe to the guard of each cluster, by folder. */
const guards = new Map<string, Writable>()
const GUARD = fileURLToPath(new URL('guard.ts', import.meta.url))
/**
 * Starts a process that stops the cluster when its standard input ends. The kernel ends it with this process, also after SIGKILL. A cluster
 * that was stopped is not touched.
 */
export function startGuard(cluster: FailoverCluster): void {
  const child = spawn(process.execPath, [GUARD], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] }).on('error', () => undefined)
  child.stdin.on('error', () => undefined).write(JSON.stringify(cluster))
  guards.set(cluster.folder, child.stdin)
  // Neither the process nor the pipe keeps this process alive.
  child.unref()
  if (child.stdin instanceof Socket) child.stdin.unref()
}

function requirePrograms(): void {
  if (process.getuid?.() !== 0) throw new Error('The cluster uses network namespaces: run the command as root.')
  const missing = PROGRAMS.filter((program) => {
    try {
      execFileSync('which', [program], { stdio: 'ignore', env: { PATH: `${process.env['PATH']}:/usr/sbin:/sbin` } })
      return false
    } catch {
      return true
    }
  })
  if (missing.length > 0)
    throw new Error(`${missing.join(', ')} not found. On Debian: npm run cluster -- install (it installs ${PACKAGES}).`)
}

/** Installs the packages. Those of etcd, Patroni and HAProxy start services on the default ports, unless policy-rc.d forbids it. */
export function installPackages(): void {
  const script = `policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ]; then printf '#!/bin/sh\\nexit 101\\n' >$policy && chmod 755 $policy && trap "rm $policy" EXIT; fi
apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends ${PACKAGES}`
  execFileSync('sh', ['-c', script], { stdio: ['ignore', 'ignore', 'inherit'] })
}

function writeFiles(cluster: FailoverCluster, diskMb: number | undefined): void {
  const { folder, etcdFolder, password } = cluster
  for (const name of ['pids', 'logs']) mkdirSync(join(folder, name))
  mkdirSync(socketFolder(cluster))
  for (const node of NODES) {
    mkdirSync(nodeFolder(cluster, node), { mode: 0o700 })
    if (diskMb !== undefined) execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m,mode=0700`, 'tmpfs', nodeFolder(cluster, node)])
    mkdirSync(join(nodeFolder(cluster, node), 'sockets'), { mode: 0o700 })
    mkdirSync(join(etcdFolder, node), { mode: 0o700 })
    symlinkSync(join(etcdFolder, node), join(nodeFolder(cluster, node), 'etcd'))
    writeFileSync(join(nodeFolder(cluster, node), 'patroni.json'), patroniConfiguration(cluster, node), { mode: 0o600 })
  }
  writeFileSync(join(folder, 'haproxy.cfg'), haproxyConfiguration(cluster))
  writeFileSync(join(folder, 'pgbouncer.ini'), pgbouncerConfiguration(cluster), { mode: 0o600 })
  writeFileSync(join(folder, 'userlist.txt'), `"${ROLE}" "${password}"\n`, { mode: 0o600 })
  writeFileSync(join(folder, 'post-bootstrap.sh'), postBootstrapScript(password), { mode: 0o700 })
  execFileSync('chown', ['-R', 'postgres:postgres', folder, etcdFolder])
  chmodSync(folder, 0o755)
}

/** The bridge is in a namespace too, so the machine gets no interface and no route. */
function addNetwork(cluster: FailoverCluster): void {
  const ip = (...words: string[]): Buffer => execFileSync('ip', words, { stdio: ['ignore', 'pipe', 'inherit'] })
  const hub = namespaceOf(cluster, 'hub')
  ip('netns', 'add', hub)
  ip('-n', hub, 'link', 'set', 'lo', 'up')
  ip('-n', hub, 'link', 'add', 'br0', 'type', 'bridge')
  ip('-n', hub, 'addr', 'add', `${HUB_ADDRESS}/24`, 'dev', 'br0')
  ip('-n', hub, 'link', 'set', 'br0', 'up')
  for (const node of NODES) {
    const own = namespaceOf(cluster, node)
    ip('netns', 'add', own)
    ip('-n', hub, 'link', 'add', node, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', own)
    ip('-n', hub, 'link', 'set', node, 'master', 'br0', 'up')
    ip('-n', own, 'addr', 'add', `${addressOf(node)}/24`, 'dev', 'eth0')
    ip('-n', own, 'link', 'set', 'lo', 'up')
    ip('-n', own, 'link', 'set', 'eth0', 'up')
  }
}
const setLink = (cluster: FailoverCluster, node: NodeName, state: 'up' | 'down'): Buffer =>
  execFileSync('ip', ['-n', namespaceOf(cluster, 'hub'), 'link', 'set', node, state])

/**
 * `kill` is SIGKILL and `stop` SIGSTOP of Patroni and PostgreSQL; `partition` cuts the node off from all others, its etcd included; `full` fills
 * its disk, if it has one of its own.
 */
export const FAULTS = ['kill', 'stop', 'partition', 'full'] as const
export type Fault = (typeof FAULTS)[number]
/** Breaks a node and returns its name. */
export async function breakNode(cluster: FailoverCluster, fault: Fault, target: Target): Promise<NodeName> {
  const node = await nodeOf(cluster, target)
  if (fault === 'partition') setLink(cluster, node, 'down')
  else if (fault === 'full') fillDisk(cluster, node)
  else {
    const signal = fault === 'kill' ? 'SIGKILL' : 'SIGSTOP'
    // Patroni is the first, because it restarts PostgreSQL. The postmaster may have started another process before it was stopped.
    signalAll([pidOf(cluster, `patroni-${node}`), ...postgresPids(cluster, node)], signal)
    if (fault === 'stop') signalAll(postgresPids(cluster, node), signal)
  }
  return node
}

const fillerOf = (cluster: FailoverCluster, node: NodeName): string => join(nodeFolder(cluster, node), 'filler')
/** Fills the disk, and asks for new segments of the log, because PostgreSQL has some in reserve. */
function fillDisk(cluster: FailoverCluster, node: NodeName): void {
  if (!isMounted(nodeFolder(cluster, node))) throw new Error('The nodes have no disks of their own: start the cluster with `--disk`.')
  // Both commands are expected to fail.
  spawnSync('dd', ['if=/dev/zero', `of=${fillerOf(cluster, node)}`, 'bs=1M', 'status=none'], { stdio: 'ignore' })
  const statement = "select pg_logical_emit_message(false, '', 'x'), pg_switch_wal() from generate_series(1, 60)"
  const server = ['-h', join(nodeFolder(cluster, node), 'sockets'), '-p', String(PORTS.postgres), '-U', 'postgres', '-d', 'postgres']
  spawnSync('psql', [...server, '-qXc', statement], { stdio: 'ignore', timeout: 5_000 })
}
const isMounted = (folder: string): boolean => spawnSync('mountpoint', ['-q', folder]).status === 0

/** Undoes all faults and waits until the cluster is healthy. */
export async function healCluster(cluster: FailoverCluster): Promise<void> {
  for (const node of NODES) {
    setLink(cluster, node, 'up')
    rmSync(fillerOf(cluster, node), { force: true })
    signalAll([...postgresPids(cluster, node), pidOf(cluster, `patroni-${node}`), pidOf(cluster, `etcd-${node}`)], 'SIGCONT')
    if (pidOf(cluster, `etcd-${node}`) === null) startEtcd(cluster, node)
    if (pidOf(cluster, `patroni-${node}`) === null) startPatroni(cluster, node)
  }
  if (pidOf(cluster, 'haproxy') === null) startHaproxy(cluster)
  if (pidOf(cluster, 'pgbouncer') === null) startPgbouncer(cluster)
  await waitUntilHealthy(cluster)
}
export const waitUntilHealthy = (cluster: FailoverCluster): Promise<void> => waitUntil('a healthy cluster', 120, () => isHealthy(cluster))

/** Ends every process, and deletes the namespaces and all files. Nothing has to shut down cleanly. */
export async function stopCluster(cluster: FailoverCluster): Promise<void> {
  const names = ['haproxy', 'pgbouncer', ...NODES.flatMap((node) => [`patroni-${node}`, `etcd-${node}`])]
  const servers = names.flatMap((name) => pidOf(cluster, name) ?? [])
  const pids = [...servers.flatMap((pid) => [pid, ...childrenOf(pid)]), ...NODES.flatMap((node) => postgresPids(cluster, node))]
  signalAll(pids, 'SIGKILL')
  await waitUntil('the end of all processes', 20, async () => pids.every((pid) => [null, 'Z'].includes(stateOf(pid))))
  for (const place of [...NODES, 'hub'] as const) {
    try {
      execFileSync('ip', ['netns', 'del', namespaceOf(cluster, place)], { stdio: 'ignore' })
    } catch {
      // The start failed before the namespace was added.
    }
  }
  for (const folder of NODES.map((node) => nodeFolder(cluster, node)).filter(isMounted)) execFileSync('umount', ['-l', folder])
  for (const folder of [cluster.folder, cluster.etcdFolder])
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  guards.get(cluster.folder)?.end()
  guards.delete(cluster.folder)
}

async function waitUntil(expected: string, seconds: number, isDone: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + seconds * 1_000
  while (!(await isDone())) {
    if (performance.now() > end) throw new Error(`No sign of ${expected} after ${seconds} seconds.`)
    // Each query of the cluster members starts several processes.
    await sleep(400)
  }
}
