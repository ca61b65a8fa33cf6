// Capacity limits of the process, from the settings: concurrency, deadlines, request costs, and connections reserved for writes.
import type { Config } from './config.ts'
import type { Media } from './features/media/image-library.ts'
import type { Caller } from './kernel/security/caller.ts'
import { createMemoryRateLimiter, type RateLimiter } from './kernel/security/rate-limiter.ts'
import type { Logger } from './kernel/runtime/logger.ts'
import { millisecondsOf, type Clock } from './kernel/time/clock.ts'
import { clientIpKey } from './kernel/http/client-ip.ts'
import { createSemaphore } from './kernel/concurrency/semaphore.ts'
import type { Database } from './kernel/database/database.ts'
import { withPermits } from './kernel/database/database-views.ts'
import type { HttpResponse } from './kernel/http/route.ts'
import type { LiveReaderSettings } from './engine/change-feed/live-readers.ts'
import { createAdmission, type Client, type Admission, type AdmissionClass } from './kernel/concurrency/admission.ts'

export const limitWork = (config: Config): Admission =>
  createAdmission({
    anonymous: config.CONCURRENCY_ANONYMOUS,
    caller: config.CONCURRENCY_CALLER,
    queue: config.CONCURRENCY_QUEUE,
    waitMs: config.CONCURRENCY_WAIT_MS,
    bodies: config.CONCURRENCY_BODIES,
    classes: { feed: config.CONCURRENCY_FEEDS, search: config.CONCURRENCY_SEARCHES, upload: config.CONCURRENCY_UPLOADS },
    maxInFlight: config.MAX_IN_FLIGHT,
  })

/** Time limits of a request, and the temporary folder of uploads. */
export const requestLimits = (config: Config, { store, limitBytes }: Pick<Media, 'store' | 'limitBytes'>) => ({
  handlerTimeoutMs: config.HANDLER_TIMEOUT_MS,
  streamTimeoutMs: config.STREAM_TIMEOUT_MS,
  graceMs: config.DATABASE_STATEMENT_TIMEOUT_MS + 2_000,
  eventLoopDelayMs: config.EVENT_LOOP_DELAY_MS,
  uploads: { scratch: () => store.createTempFolder(), limitBytes, timeoutMs: config.REQUEST_TIMEOUT_MS + 1_000 },
})

/** A silent connection is closed after SOCKET_TIMEOUT_MS, so streams send something earlier. */
export const liveReaderSettings = (config: Config): LiveReaderSettings => ({
  maxReaders: config.SSE_MAX,
  maxPerCaller: config.SSE_MAX_PER_CALLER,
  maxPerAddress: config.SSE_MAX_PER_ADDRESS,
  maxMs: config.SSE_MAX_MINUTES * 60_000,
  beatMs: Math.min(15_000, config.SOCKET_TIMEOUT_MS / 3),
})

/** Health checks use a separate connection with short timeouts. */
export const probeSettings = (config: Config): Config => ({
  ...config,
  DATABASE_POOL_SIZE: 1,
  DATABASE_CONNECT_TIMEOUT_MS: Math.min(config.DATABASE_CONNECT_TIMEOUT_MS, PROBE_TIMEOUT_MS),
  DATABASE_STATEMENT_TIMEOUT_MS: Math.min(config.DATABASE_STATEMENT_TIMEOUT_MS, PROBE_TIMEOUT_MS),
})
const PROBE_TIMEOUT_MS = 2_000

/** An authenticated caller is counted by its id, all others by their network. */
export const clientOf = (clientIp: string, { id }: Caller): Client =>
  id === null ? { key: clientIpKey(clientIp), isCaller: false } : { key: String(id), isCaller: true }

/** Returns a database handle for reads, which leaves some connections of the pool to writes. */
export function reserveConnections(database: Database, config: Config): Database {
  const { DATABASE_POOL_SIZE: size, DATABASE_RESERVED: reserved, DATABASE_CONNECT_TIMEOUT_MS: waitMs } = config
  if (reserved === 0) return database
  return withPermits(database, createSemaphore({ limit: Math.max(1, size - reserved), queue: Number.POSITIVE_INFINITY, waitMs }))
}

export interface Costs {
  /** Cost of a request beyond 1 that is known before it is processed. */
  ahead(admissionClass: AdmissionClass | null): number
  /** Cost of a request beyond 1 that depends on its response: a whole feed costs by its events, an unchanged one nothing. */
  after(admissionClass: AdmissionClass | null, response: Pick<HttpResponse, 'status' | 'headers'>): number
}
export const costsOf = (config: Config): Costs => ({
  ahead: (admissionClass) =>
    Math.max(
      0,
      (admissionClass === 'search' ? config.RATE_LIMIT_COST_SEARCH : admissionClass === 'upload' ? config.RATE_LIMIT_COST_UPLOAD : 1) - 1,
    ),
  after: (admissionClass, { status, headers }) =>
    admissionClass === 'feed' && status === 200 && config.RATE_LIMIT_FEED_EVENTS > 0
      ? Math.floor(Number(headers['x-total'] ?? 0) / config.RATE_LIMIT_FEED_EVENTS)
      : 0,
})

interface RateLimiterParts {
  readonly config: Config
  readonly clock: Clock
  readonly log: Logger
}
/** Limits are counted in Redis if it is configured, and in the memory of the process otherwise. */
export async function openRateLimiter({ config, clock, log }: RateLimiterParts): Promise<RateLimiter> {
  const local = createMemoryRateLimiter(millisecondsOf(clock))
  if (!config.REDIS_URL) return local
  const { createRedisRateLimiter } = await import('./kernel/security/redis-rate-limiter.ts')
  return createRedisRateLimiter(config.REDIS_URL, local, log)
}
