// Asks etcd and Patroni for the roles and the health of the nodes of the test cluster.
import { addressOf, NODES, PORTS, SCOPE, type FailoverCluster, type NodeName } from './layout.ts'
import { runIn } from './processes.ts'

/** How nodes are named by their role: `replica` is the standby that is not synchronous. */
export type Target = 'primary' | 'sync' | 'replica' | NodeName
export const TARGETS: readonly Target[] = ['primary', 'sync', 'replica', ...NODES]

/** The node that holds the leader key, or null. */
export const primaryOf = (cluster: FailoverCluster): Promise<NodeName | null> => readKey(cluster, 'leader') as Promise<NodeName | null>
export async function syncStandbyOf(cluster: FailoverCluster): Promise<NodeName | null> {
  const text = await readKey(cluster, 'sync')
  return text === null ? null : ((JSON.parse(text) as { sync_standby: NodeName | null }).sync_standby ?? null)
}

export async function nodeOf(cluster: FailoverCluster, target: Target): Promise<NodeName> {
  const [primary, sync] = await Promise.all([primaryOf(cluster), syncStandbyOf(cluster)])
  const replica = NODES.find((node) => node !== primary && node !== sync)
  const node = target === 'primary' ? primary : target === 'sync' ? sync : target === 'replica' ? (replica ?? null) : target
  if (node === null) throw new Error(`No node is ${target} now.`)
  return node
}

interface NodeState {
  readonly role: string
  readonly state: string
  readonly timeline?: number
  readonly replication?: readonly { readonly state: string; readonly sync_state: string }[]
}
/** The state of a node as its Patroni reports it, or null if Patroni does not answer. */
export async function stateOfNode(cluster: FailoverCluster, node: NodeName): Promise<NodeState | null> {
  try {
    return JSON.parse(await fetchText(cluster, node, PORTS.patroni, '/patroni')) as NodeState
  } catch {
    return null
  }
}

/** One primary, and two standbys that stream from it, one of them synchronous. */
export async function isHealthy(cluster: FailoverCluster): Promise<boolean> {
  const [primary, sync, ...states] = await Promise.all([
    primaryOf(cluster),
    syncStandbyOf(cluster),
    ...NODES.map((node) => stateOfNode(cluster, node)),
  ])
  if (primary === null || sync === null || primary === sync || states.some((each) => each?.state !== 'running')) return false
  const { replication = [], timeline } = states[NODES.indexOf(primary)] ?? {}
  const streaming = replication.filter(({ state }) => state === 'streaming')
  return (
    streaming.length === 2 &&
    streaming.some(({ sync_state }) => sync_state === 'sync') &&
    states.every((each) => each?.timeline === timeline)
  )
}

export async function promoteStandby(cluster: FailoverCluster): Promise<NodeName> {
  const [leader, candidate] = await Promise.all([nodeOf(cluster, 'primary'), nodeOf(cluster, 'sync')])
  const url = `http://${addressOf(leader)}:${PORTS.patroni}/switchover`
  const json = ['-H', 'Content-Type: application/json', '-d', JSON.stringify({ leader, candidate })]
  await runIn(cluster, 'hub', ['curl', '-sf', '-m', '60', ...json, url])
  return candidate
}

/** Reads a key of Patroni with version 2 of the API of etcd, from the first member that answers. */
async function readKey(cluster: FailoverCluster, key: string): Promise<string | null> {
  for (const node of NODES) {
    try {
      const text = await fetchText(cluster, node, PORTS.etcd, `/v2/keys/service/${SCOPE}/${key}?quorum=true`)
      const { node: entry, errorCode } = JSON.parse(text) as { node?: { value: string }; errorCode?: number }
      if (entry !== undefined) return entry.value
      if (errorCode === KEY_NOT_FOUND) return null
    } catch {
      // The next member may answer.
    }
  }
  return null
}
const KEY_NOT_FOUND = 100
const fetchText = (cluster: FailoverCluster, node: NodeName, port: number, path: string): Promise<string> =>
  runIn(cluster, 'hub', ['curl', '-s', '-m', '1', `http://${addressOf(node)}:${port}${path}`])
