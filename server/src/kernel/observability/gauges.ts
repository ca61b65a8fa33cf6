// Metrics that are read from their sources at each scrape: pool, caches, requests in flight, change watcher and queues.
import prom, { type Gauge, type Registry } from '@prometheus-io/client'
import { JOB_STATES, type QueueState } from '../jobs/queue-state.ts'
import type { HttpState } from './http-metrics.ts'

export interface MetricSources {
  readonly pool: () => { readonly total: number; readonly idle: number; readonly waiting: number }
  readonly poolLimit: number
  /** The replicas, in the order of the setting. */
  readonly replicas: () => readonly { readonly isUp: boolean; readonly lagMs: number }[]
  readonly responseCache: () => { readonly entries: number; readonly bytes: number }
  /** Caches of values in memory, by name. */
  readonly caches: Readonly<Record<string, () => CacheUsage>>
  /** Milliseconds since the change log was last read. */
  readonly changeWatcherAgeMs: () => number
  readonly liveReaders: () => number
  readonly encoderQueue: () => number
  readonly jobQueues: () => Promise<readonly QueueState[]>
}
interface CacheUsage {
  readonly hits: number
  readonly misses: number
}

export function registerGauges(registry: Registry, http: HttpState, sources: MetricSources): void {
  const gauge = (name: string, help: string, read: () => number): void => {
    const collect = function (this: Gauge): void {
      this.set(read())
    }
    registry.registerMetric(new prom.Gauge({ name, help, registers: [], collect }))
  }
  gauge(
    'kalends_http_requests_in_flight',
    'Requests that are being processed, without those served from the cache at once.',
    () => http.inFlight,
  )
  gauge('kalends_response_cache_entries', 'Responses in the response cache.', () => sources.responseCache().entries)
  gauge('kalends_response_cache_bytes', 'Memory that the response cache uses.', () => sources.responseCache().bytes)
  gauge('kalends_db_pool_connections_max', 'Maximum number of connections in the pool.', () => sources.poolLimit)
  gauge('kalends_db_pool_waiting_requests', 'Number of requests that wait for a connection of the pool.', () => sources.pool().waiting)
  gauge(
    'kalends_change_watcher_age_seconds',
    'Time since the change log was last read; the response cache is off while it is too long.',
    () => sources.changeWatcherAgeMs() / 1_000,
  )
  gauge('kalends_change_streams', 'Number of open change streams and of requests that wait for changes.', sources.liveReaders)
  gauge('kalends_encoder_queue_length', 'Number of pictures that are being encoded or waiting to be encoded.', sources.encoderQueue)
  const connections = new prom.Gauge({
    name: 'kalends_db_pool_connections',
    help: 'Open connections of the pool, by state.',
    labelNames: ['state'],
    registers: [],
    collect() {
      const { total, idle } = sources.pool()
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'used' }, total - idle)
    },
  })
  const lookups = new prom.Counter({
    name: 'kalends_cache_requests_total',
    help: 'Lookups in the caches of the process, by result.',
    labelNames: ['cache', 'result'],
    registers: [],
    collect() {
      this.reset()
      for (const [result, count] of Object.entries(http.responseCache)) this.inc({ cache: 'response', result }, count)
      for (const [cache, read] of Object.entries(sources.caches)) {
        const { hits, misses } = read()
        this.inc({ cache, result: 'hit' }, hits)
        this.inc({ cache, result: 'miss' }, misses)
      }
    },
  })
  registry.registerMetric(connections)
  registry.registerMetric(lookups)
  registerReplicas(registry, sources.replicas)
  registerJobQueues(registry, sources.jobQueues)
}

function registerReplicas(registry: Registry, read: MetricSources['replicas']): void {
  const lag = new prom.Gauge({
    name: 'kalends_db_replica_lag_seconds',
    help: 'Time by which a replica was behind the primary when it was last asked, by its number in DATABASE_READ_URL.',
    labelNames: ['replica'],
    registers: [],
    collect() {
      read().forEach(({ lagMs }, i) => this.set({ replica: String(i + 1) }, lagMs / 1_000))
    },
  })
  const up = new prom.Gauge({
    name: 'kalends_db_replica_up',
    help: 'Whether a replica answers (1) or not (0), by its number in DATABASE_READ_URL.',
    labelNames: ['replica'],
    registers: [],
    collect() {
      read().forEach(({ isUp }, i) => this.set({ replica: String(i + 1) }, isUp ? 1 : 0))
    },
  })
  registry.registerMetric(lag)
  registry.registerMetric(up)
}

/** The queues are in the database, so every process reports the same figures. While the database is unavailable, there are none. */
export function registerJobQueues(registry: Registry, read: () => Promise<readonly QueueState[]>): void {
  const queues = (): Promise<readonly QueueState[]> => read().catch(() => [])
  const oldest = new prom.Gauge({
    name: 'kalends_job_queue_oldest_waiting_seconds',
    help: 'Time since the oldest waiting job of a queue became due; 0 if none is waiting.',
    labelNames: ['queue'],
    registers: [],
    async collect() {
      const states = await queues()
      this.reset()
      for (const { queue, oldestSeconds } of states) this.set({ queue }, oldestSeconds)
    },
  })
  const jobs = new prom.Gauge({
    name: 'kalends_job_queue_jobs',
    help: 'Jobs in the queues of the database, by state. A stuck job is also running; a failing job is also waiting or scheduled.',
    labelNames: ['queue', 'state'],
    registers: [],
    async collect() {
      const states = await queues()
      this.reset()
      for (const counts of states) for (const state of JOB_STATES) this.set({ queue: counts.queue, state }, counts[state])
    },
  })
  registry.registerMetric(jobs)
  registry.registerMetric(oldest)
}
