// Names, addresses and ports of the test cluster, and the file that describes a running one.
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

export const NODES = ['n1', 'n2', 'n3'] as const
export type NodeName = (typeof NODES)[number]
/** Every node has a network namespace of its own. HAProxy and PgBouncer run in `hub`, which has the bridge. */
export type Place = NodeName | 'hub'

export const NETWORK = '10.77.0.0/24'
export const HUB_ADDRESS = '10.77.0.1'
export const addressOf = (node: NodeName): string => `10.77.0.1${node.slice(1)}`
export const PORTS = { etcd: 12_379, etcdPeers: 12_380, patroni: 18_008, postgres: 15_432 } as const
/** The ports of the sockets that a program outside the namespaces connects to. */
export const ENTRY_PORTS = { primary: 15_000, replicas: 15_001, pooler: 16_432 } as const
/** The scope of Patroni, below which it stores its keys in etcd. */
export const SCOPE = 'kalends'
export const ROLE = 'kalends'

export interface FailoverCluster {
  /** The folder of all files, except those of etcd. */
  readonly folder: string
  /** etcd writes to memory: PostgreSQL on the same disk would delay it until leases expire. */
  readonly etcdFolder: string
  /** The prefix of the network namespaces. */
  readonly tag: string
  readonly password: string
}
export const nodeFolder = ({ folder }: FailoverCluster, node: NodeName): string => join(folder, node)
export const socketFolder = ({ folder }: FailoverCluster): string => join(folder, 'sockets')
export const namespaceOf = ({ tag }: FailoverCluster, place: Place): string => `${tag}-${place}`

/** The URL of one of the entry ports. Unix sockets work across network namespaces. */
export const clusterUrl = (cluster: FailoverCluster, entry: keyof typeof ENTRY_PORTS, database: string = ROLE): string =>
  `postgresql://${ROLE}:${cluster.password}@localhost/${database}?host=${socketFolder(cluster)}&port=${ENTRY_PORTS[entry]}`

/** Names the cluster that `npm run cluster -- start` started last. */
const CURRENT = join(tmpdir(), `kalends-cluster-${userInfo().uid}.json`)
export const currentFile = (): string => CURRENT
export function readCurrent(): FailoverCluster {
  if (!existsSync(CURRENT)) throw new Error('No cluster is running. Start one with: npm run cluster -- start')
  return JSON.parse(readFileSync(CURRENT, 'utf8')) as FailoverCluster
}
