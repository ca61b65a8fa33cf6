// Metrics of HTTP requests: duration, requests in flight, use of the response cache, and refused requests.
import prom, { type Registry } from '@prometheus-io/client'
import { RATE_LIMIT_NAMES, UNAVAILABLE_REASONS, type Problem } from '../errors/problems.ts'

/** Whether a request to a cacheable route got a cached response, caused a new one, or must not use the cache. */
export type CacheResult = 'hit' | 'miss' | 'bypass'

/** Plain numbers that are read at each scrape, because a labeled counter costs more than the increment of a number. */
export interface HttpState {
  inFlight: number
  readonly responseCache: Record<CacheResult, number>
}
export interface HttpMetrics {
  readonly state: HttpState
  completed(request: CompletedRequest): void
  /** Counts a response with status 429 by its limit, or one with status 503 by its reason. */
  refused(problem: Problem): void
}
export interface CompletedRequest {
  readonly method: string
  readonly route: string
  readonly status: number
  readonly elapsedMs: number
  readonly cache?: CacheResult | undefined
}

/** Clients choose the method, so all others share one label value. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export function createHttpMetrics(registry: Registry): HttpMetrics {
  const state: HttpState = { inFlight: 0, responseCache: { hit: 0, miss: 0, bypass: 0 } }
  const duration = new prom.Histogram({
    name: 'kalends_http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const limited = new prom.Counter({
    name: 'kalends_rate_limited_total',
    help: 'Responses with status 429, by the limit that was exceeded.',
    labelNames: ['limit'],
    registers: [registry],
  })
  const unavailable = new prom.Counter({
    name: 'kalends_unavailable_total',
    help: 'Error responses with status 503, by reason.',
    labelNames: ['reason'],
    registers: [registry],
  })
  for (const limit of RATE_LIMIT_NAMES) limited.inc({ limit }, 0)
  for (const reason of UNAVAILABLE_REASONS) unavailable.inc({ reason }, 0)
  return {
    state,
    completed({ method, route, status, elapsedMs, cache }) {
      duration.observe({ method: METHODS.has(method) ? method : 'other', route, status }, elapsedMs / 1_000)
      if (cache !== undefined) state.responseCache[cache] += 1
    },
    refused({ status, details: { reason } }) {
      if (reason === undefined) return
      if (status === 429) limited.inc({ limit: reason })
      else if (status === 503) unavailable.inc({ reason })
    },
  }
}
