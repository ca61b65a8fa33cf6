// Capacity of the process, from its settings: concurrency limits, deadlines, costs, and connections reserved for writes.
import type { Config } from './config.ts'
import type { Media } from './features/media/image-library.ts'
import type { Caller } from './kernel/security/caller.ts'
import { clientKey } from './kernel/outbound/ip-ranges.ts'
import { createSemaphore } from './kernel/concurrency/semaphore.ts'
import type { Database } from './kernel/database/database.ts'
import { withPermits } from './kernel/database/database-views.ts'
import type { HttpReply } from './kernel/http/server.ts'
import { createWork, type Client, type Work, type WorkClass } from './kernel/concurrency/admission.ts'

export const limitWork = (config: Config): Work =>
  createWork({
    anonymous: config.CONCURRENCY_ANONYMOUS,
    caller: config.CONCURRENCY_CALLER,
    queue: config.CONCURRENCY_QUEUE,
    wait_ms: config.CONCURRENCY_WAIT_MS,
    bodies: config.CONCURRENCY_BODIES,
    classes: { feed: config.CONCURRENCY_FEEDS, search: config.CONCURRENCY_SEARCHES, upload: config.CONCURRENCY_UPLOADS },
    max_in_flight: config.MAX_IN_FLIGHT,
  })

/** Time limits of a request, and the folder for uploads that are being received. */
export const requestLimits = (config: Config, { store, limit_bytes }: Pick<Media, 'store' | 'limit_bytes'>) => ({
  handler_timeout_ms: config.HANDLER_TIMEOUT_MS,
  stream_timeout_ms: config.STREAM_TIMEOUT_MS,
  grace_ms: config.STATEMENT_TIMEOUT_MS + 2_000,
  event_loop_delay_ms: config.EVENT_LOOP_DELAY_MS,
  uploads: { scratch: () => store.scratch(), limit_bytes, timeout_ms: config.REQUEST_TIMEOUT_MS + 1_000 },
})

/** Health checks use a separate connection with short timeouts. */
export const probeSettings = (config: Config): Config => ({
  ...config,
  DATABASE_POOL: 1,
  CONNECT_TIMEOUT_MS: Math.min(config.CONNECT_TIMEOUT_MS, PROBE_TIMEOUT_MS),
  STATEMENT_TIMEOUT_MS: Math.min(config.STATEMENT_TIMEOUT_MS, PROBE_TIMEOUT_MS),
})
const PROBE_TIMEOUT_MS = 2_000

/** An authenticated caller is counted by its id, all others by their network. */
export const clientOf = (address: string, { id }: Caller): Client =>
  id === null ? { key: clientKey(address), is_caller: false } : { key: String(id), is_caller: true }

/** Returns the database for reads, which leave some connections of the pool to writes. */
export function reserveConnections(database: Database, config: Config): Database {
  const { DATABASE_POOL: size, DATABASE_RESERVED: reserved, CONNECT_TIMEOUT_MS: wait_ms } = config
  if (reserved === 0) return database
  return withPermits(database, createSemaphore({ limit: Math.max(1, size - reserved), queue: Number.POSITIVE_INFINITY, wait_ms }))
}

export interface Costs {
  /** Cost of a request beyond 1 that is known before it is processed. */
  ahead(work_class: WorkClass | null): number
  /** Cost of a request beyond 1 that depends on its response: a whole feed costs by its events, an unchanged one nothing. */
  after(work_class: WorkClass | null, response: Pick<HttpReply, 'status' | 'headers'>): number
}
export const costsOf = (config: Config): Costs => ({
  ahead: (work_class) =>
    Math.max(0, (work_class === 'search' ? config.RATE_COST_SEARCH : work_class === 'upload' ? config.RATE_COST_UPLOAD : 1) - 1),
  after: (work_class, { status, headers }) =>
    work_class === 'feed' && status === 200 && config.RATE_FEED_EVENTS > 0
      ? Math.floor(Number(headers['x-total'] ?? 0) / config.RATE_FEED_EVENTS)
      : 0,
})
