// `npm run cluster`: a PostgreSQL cluster with failover on one machine, for development and tests.
import { rmSync, writeFileSync } from 'node:fs'
import { breakNode, FAULTS, healCluster, installPackages, startCluster, stopCluster, type Fault } from './cluster/cluster.ts'
import { clusterUrl, currentFile, NODES, readCurrent, ROLE, type FailoverCluster } from './cluster/layout.ts'
import { primaryOf, promoteStandby, stateOfNode, syncStandbyOf, TARGETS, type Target } from './cluster/members.ts'
import { pidOf, postgresPids, stateOf } from './cluster/processes.ts'

const USAGE = `npm run cluster                            starts a cluster, and stops it on Ctrl-C
npm run cluster -- install                 installs the Debian packages, without starting their services
npm run cluster -- start | status | stop   a cluster that runs until it is stopped
npm run cluster -- start --disk            the same, with a small disk for each node, in memory
npm run cluster -- fault KIND [TARGET]     KIND: ${FAULTS.join(', ')}; TARGET: ${TARGETS.join(', ')}
npm run cluster -- heal                    undoes all faults, and waits until the cluster is healthy
npm run cluster -- switchover              makes the synchronous standby the primary
`
const print = (text: string): void => void process.stdout.write(`${text}\n`)

const COMMANDS: Readonly<Record<string, (...words: string[]) => Promise<void> | void>> = {
  install: installPackages,
  start: async (option = '') => {
    const cluster = await startCluster(option === '--disk' ? { diskMb: 1_024 } : {})
    writeFileSync(currentFile(), JSON.stringify(cluster), { mode: 0o600 })
    describe(cluster)
  },
  status: () => showStatus(readCurrent()),
  stop: async () => {
    await stopCluster(readCurrent())
    rmSync(currentFile())
  },
  fault: async (fault = '', target = 'primary') => {
    if (!FAULTS.includes(fault as Fault) || !TARGETS.includes(target as Target)) throw new Error(USAGE)
    print(await breakNode(readCurrent(), fault as Fault, target as Target))
  },
  heal: () => healCluster(readCurrent()),
  switchover: async () => print(await promoteStandby(readCurrent())),
}

function describe(cluster: FailoverCluster): void {
  print(`folder     ${cluster.folder}`)
  print(`primary    DATABASE_URL='${clusterUrl(cluster, 'primary')}'`)
  print(`replicas   DATABASE_READ_URL='${clusterUrl(cluster, 'replicas')}'`)
  print(`PgBouncer  '${clusterUrl(cluster, 'pooler')}' and '${clusterUrl(cluster, 'pooler', `${ROLE}_read`)}'`)
}

async function showStatus(cluster: FailoverCluster): Promise<void> {
  const [primary, sync] = await Promise.all([primaryOf(cluster), syncStandbyOf(cluster)])
  for (const node of NODES) {
    const state = await stateOfNode(cluster, node)
    const role = node === primary ? 'primary' : node === sync ? 'sync' : 'replica'
    const processes = [
      ['etcd', pidOf(cluster, `etcd-${node}`)] as const,
      ['patroni', pidOf(cluster, `patroni-${node}`)] as const,
      ['postgres', postgresPids(cluster, node)[0] ?? null] as const,
    ].map(([name, pid]) => `${name} ${pid === null ? 'ended' : stateOf(pid) === 'T' ? 'stopped' : 'running'}`)
    print(
      `${node}  ${role.padEnd(8)} ${(state?.state ?? 'no answer').padEnd(10)} timeline ${state?.timeline ?? '?'}  ${processes.join(', ')}`,
    )
  }
  describe(cluster)
}

/** Without a command, the cluster lives as long as this process. */
async function runUntilSignal(): Promise<void> {
  const cluster = await startCluster({ endsWithProcess: true })
  describe(cluster)
  const timer = setInterval(() => undefined, 60_000)
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  clearInterval(timer)
  await stopCluster(cluster)
}

const [name, ...words] = process.argv.slice(2)
const command = name === undefined ? runUntilSignal : COMMANDS[name]
if (command === undefined) {
  process.stderr.write(USAGE)
  process.exitCode = 2
} else
  try {
    await command(...words)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
