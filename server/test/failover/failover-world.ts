// A cluster with failover and two servers on it. Nodes of the cluster are broken and servers are killed at any time.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { breakNode, healCluster, startCluster, stopCluster, waitUntilHealthy, type Fault } from '../../../scripts/cluster/cluster.ts'
import { clusterUrl, ROLE, type FailoverCluster } from '../../../scripts/cluster/layout.ts'
import { isHealthy } from '../../../scripts/cluster/members.ts'
import { adminToken, launch, logged, pause, rowsOf, statusOf, until, within, type Launched } from '../faults/launch.ts'
import { defaultLimits, kalends, NO_RATES } from '../support/process.ts'

const DISK_MB = 1_024
const READY_MS = 60_000
const SERVERS = 2
/** `npm run check` has compiled the sources already. */
const SHARED_CACHE = process.env['NODE_COMPILE_CACHE']

/** The way of a server to the cluster: PgBouncer 1.18 in transaction mode needs these settings (docs/operating.md). */
const settingsOf = (cluster: FailoverCluster, isPooled: boolean): Record<string, string> =>
  isPooled
    ? {
        DATABASE_URL: clusterUrl(cluster, 'pooler'),
        DATABASE_READ_URL: clusterUrl(cluster, 'pooler', `${ROLE}_read`),
        DATABASE_PREPARED_STATEMENTS: 'false',
      }
    : { DATABASE_URL: clusterUrl(cluster, 'primary'), DATABASE_READ_URL: clusterUrl(cluster, 'replicas') }

export class FailoverWorld {
  readonly #cluster: FailoverCluster
  readonly #folder = mkdtempSync(join(tmpdir(), 'kalends-failover-'))
  readonly #servers: (Launched | null)[] = Array.from({ length: SERVERS }, () => null)
  readonly #launched: Launched[] = []
  /** Those of the launched servers that go through PgBouncer. */
  readonly #pooled = new Set<number>()
  readonly #isPooled: (server: number) => boolean
  #isClosed = false
  token = ''
  private constructor(cluster: FailoverCluster, isPooled: (server: number) => boolean) {
    this.#cluster = cluster
    this.#isPooled = isPooled
  }
  static async start(isPooled: (server: number) => boolean): Promise<FailoverWorld> {
    // The servers start while the standbys are copied.
    const world = new FailoverWorld(await startCluster({ diskMb: DISK_MB, endsWithProcess: true, isEarly: true }), isPooled)
    try {
      // While the standbys join, HAProxy may close a connection.
      const env = { DATABASE_URL: clusterUrl(world.#cluster, 'primary') }
      await until('the schema exists', READY_MS, () => kalends(['migrate'], env, true).code === 0)
      world.token = await adminToken(clusterUrl(world.#cluster, 'primary'))
      await world.#compile()
      await Promise.all(world.#servers.keys().map((index) => world.#launch(index)))
      await waitUntilHealthy(world.#cluster)
      return world
    } catch (error) {
      await world.close()
      throw error
    }
  }

  /** A process that ends by itself stores its compiled sources, with which the others start in half of the processor time. */
  async #compile(): Promise<void> {
    if (SHARED_CACHE !== undefined) return
    await this.#launch(0)
    this.#servers[0]?.child.kill('SIGTERM')
    await this.#servers[0]?.ended
  }
  async #launch(index: number): Promise<void> {
    const server = await launch({
      ...defaultLimits(),
      ...NO_RATES,
      ...settingsOf(this.#cluster, this.#isPooled(index)),
      HANDLER_TIMEOUT_MS: '20000',
      MIGRATE_ON_START: 'false',
      MEDIA_DIR: join(this.#folder, 'media'),
      NODE_COMPILE_CACHE: SHARED_CACHE ?? join(this.#folder, 'compiled'),
      LOG_LEVEL: 'warn',
    })
    this.#servers[index] = server
    if (this.#isPooled(index)) this.#pooled.add(this.#launched.length)
    this.#launched.push(server)
    const end = performance.now() + READY_MS
    while (!this.#isClosed && (await statusOf(`${server.base}/livez`)) !== 200) {
      if (!server.isRunning()) throw new Error(`The server ended with ${server.child.exitCode}: ${server.stdout()}${server.stderr()}`)
      if (performance.now() > end) throw new Error(`The server did not start: ${server.stderr()}`)
      await pause(50)
    }
  }
  /** The API of one of the servers that run. */
  api(index: number): string | null {
    const server = this.#servers[index % SERVERS]
    return server?.isRunning() ? server.api : null
  }
  /** How the server with this API reaches PostgreSQL. */
  wayOf(api: string | null): string {
    const index = this.#launched.findLastIndex((server) => server.api === api)
    return this.#pooled.has(index) ? 'a server behind PgBouncer' : 'a server behind HAProxy'
  }
  /** Kills a server, and starts it again. */
  async killServer(index: number): Promise<void> {
    await this.#servers[index]?.kill()
    await this.#launch(index)
  }
  /** Log entries of requests that failed with 500. */
  readonly internalErrors = (): string[] =>
    this.#launched.flatMap((server) => logged(server, ['error']).filter((line) => line.includes('"msg":"rest_internal_error"')))

  readonly break = (fault: Fault): Promise<unknown> => breakNode(this.#cluster, fault, 'primary')
  readonly heal = (): Promise<void> => healCluster(this.#cluster)
  readonly isHealthy = (): Promise<boolean> => isHealthy(this.#cluster)
  readonly rows = <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    rowsOf<Row & Record<string, unknown>>(clusterUrl(this.#cluster, 'primary'), text, values)

  async close(): Promise<void> {
    this.#isClosed = true
    try {
      for (const server of this.#servers) if (server) await within('the end of a server', 10_000, server.kill())
    } finally {
      await stopCluster(this.#cluster)
      rmSync(this.#folder, { recursive: true, force: true })
    }
  }
}
