// Starts and signals the processes of the test cluster, in their network namespaces and as user postgres.
import { execFile, spawn } from 'node:child_process'
import { openSync, closeSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { POSTGRES_BIN } from './configuration.ts'
import { addressOf, namespaceOf, nodeFolder, NODES, PORTS, type FailoverCluster, type NodeName, type Place } from './layout.ts'

const run = promisify(execFile)
export const runIn = async (cluster: FailoverCluster, place: Place, command: readonly string[]): Promise<string> =>
  (await run('nsenter', [`--net=/run/netns/${namespaceOf(cluster, place)}`, ...command])).stdout

/**
 * Starts a process that outlives this one. It has a session of its own: if a process group loses its leader while one of its members is
 * stopped, the kernel sends SIGHUP to the whole group. nsenter and setpriv replace themselves, so the pid is that of the server.
 */
function start(cluster: FailoverCluster, place: Place, name: string, command: readonly string[]): void {
  const log = openSync(join(cluster.folder, 'logs', `${name}.log`), 'a')
  const enter = [`--net=/run/netns/${namespaceOf(cluster, place)}`, 'setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups']
  const child = spawn('nsenter', [...enter, ...command], {
    cwd: cluster.folder,
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: `${POSTGRES_BIN}:/usr/sbin:/usr/bin:/sbin:/bin`, HOME: cluster.folder, LANG: 'C.UTF-8' },
  })
  closeSync(log)
  child.on('error', () => undefined)
  child.unref()
  writeFileSync(pidFile(cluster, name), String(child.pid))
}
const pidFile = ({ folder }: FailoverCluster, name: string): string => join(folder, 'pids', name)

export const startEtcd = (cluster: FailoverCluster, node: NodeName): void => {
  const url = (port: number, each: NodeName = node): string => `http://${addressOf(each)}:${port}`
  const members = NODES.map((each) => `${each}=${url(PORTS.etcdPeers, each)}`).join(',')
  const options = {
    name: node,
    'data-dir': join(nodeFolder(cluster, node), 'etcd'),
    'listen-client-urls': url(PORTS.etcd),
    'advertise-client-urls': url(PORTS.etcd),
    'listen-peer-urls': url(PORTS.etcdPeers),
    'initial-advertise-peer-urls': url(PORTS.etcdPeers),
    'initial-cluster': members,
    'heartbeat-interval': '100',
    'election-timeout': '1000',
    'log-level': 'warn',
    logger: 'zap',
    'enable-v2': 'true',
  }
  start(cluster, node, `etcd-${node}`, ['etcd', ...Object.entries(options).map(([option, value]) => `--${option}=${value}`)])
}
export const startPatroni = (cluster: FailoverCluster, node: NodeName): void =>
  start(cluster, node, `patroni-${node}`, ['patroni', join(nodeFolder(cluster, node), 'patroni.json')])
export const startHaproxy = (cluster: FailoverCluster): void =>
  start(cluster, 'hub', 'haproxy', ['haproxy', '-W', '-f', join(cluster.folder, 'haproxy.cfg')])
export const startPgbouncer = (cluster: FailoverCluster): void =>
  start(cluster, 'hub', 'pgbouncer', ['pgbouncer', join(cluster.folder, 'pgbouncer.ini')])

/** The pid of a process that is running. A pid is that of the cluster only if its command line names the folder of the cluster. */
export function pidOf(cluster: FailoverCluster, name: string): number | null {
  return ownPid(cluster, readText(pidFile(cluster, name)))
}
/** The postmaster of a node and its children. */
export function postgresPids(cluster: FailoverCluster, node: NodeName): number[] {
  const postmaster = ownPid(cluster, readText(join(nodeFolder(cluster, node), 'data', 'postmaster.pid')).split('\n', 1)[0] ?? '')
  return postmaster === null ? [] : [postmaster, ...childrenOf(postmaster)]
}
export const childrenOf = (pid: number): number[] => readText(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)
function ownPid({ folder }: FailoverCluster, text: string): number | null {
  const pid = Number(text.trim())
  return pid > 0 && readText(`/proc/${pid}/cmdline`).includes(`${folder}/`) ? pid : null
}

export function signalAll(pids: readonly (number | null)[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    if (pid === null) continue
    try {
      process.kill(pid, signal)
    } catch {
      // The process has ended.
    }
  }
}
/** The state of a process as in /proc: R, S, T (stopped), Z, or null if it has ended. */
export const stateOf = (pid: number): string | null => /^State:\s+(\w)/m.exec(readText(`/proc/${pid}/status`))?.[1] ?? null

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
