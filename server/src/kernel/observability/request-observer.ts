// Observes each HTTP request: its id, its line in the log, its metrics and its span.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Problem } from '../errors/problems.ts'
import { REQUEST_COMPLETED } from '../runtime/log-output.ts'
import { withoutRedaction, type Logger } from '../runtime/logger.ts'
import type { CompletedRequest, HttpMetrics } from './http-metrics.ts'
import { describeRequestSpan, startRequestSpan, traceIdOf, withRequestSpan } from './tracing.ts'

export interface LoggedRequest extends CompletedRequest {
  readonly id: string
  readonly request: IncomingMessage
  readonly url: string
  readonly ip: string
  /** The id of the authenticated caller. */
  readonly callerId?: string | undefined
}
export interface RequestObserver {
  /** Called when the headers of a request have arrived. */
  started(request: IncomingMessage, response: ServerResponse): void
  /** Runs the processing of a request that has no cached response, until its response is closed. */
  process(request: IncomingMessage, response: ServerResponse, work: () => void): void
  completed(request: LoggedRequest): void
  /** Called with each error response. */
  refused(problem: Problem): void
}
export interface RequestObserverOptions {
  readonly log: Logger
  readonly metrics: HttpMetrics
  /** Requests that take longer are logged as warnings; 0 is no limit. */
  readonly slowRequestMs: number
}

/** Successful health checks are frequent and uninteresting, so they are logged at the level `debug`. */
const HEALTH_ROUTES = new Set(['/livez', '/readyz'])

export function observeRequests({ log, metrics, slowRequestMs }: RequestObserverOptions): RequestObserver {
  // All fields are known here and none is secret, so searching them for secrets would only cost time.
  const lines = withoutRedaction(log)
  const slowMs = slowRequestMs || Number.POSITIVE_INFINITY
  return {
    started: startRequestSpan,
    process(request, response, work) {
      metrics.state.inFlight += 1
      response.once('close', () => (metrics.state.inFlight -= 1))
      withRequestSpan(request, work)
    },
    completed(completed) {
      const { id, request, method, url, route, status, elapsedMs, ip, callerId, cache } = completed
      metrics.completed(completed)
      describeRequestSpan(request, route, ip)
      const isSlow = elapsedMs > slowMs
      const level = isSlow ? 'warn' : status < 400 && HEALTH_ROUTES.has(route) ? 'debug' : 'info'
      lines[level](
        {
          request_id: id,
          trace_id: traceIdOf(request),
          method,
          // The query string may contain a password.
          path: url.split('?', 1)[0],
          route,
          status,
          duration_ms: Math.round(elapsedMs * 10) / 10,
          ip,
          caller_id: callerId,
          cache,
        },
        isSlow ? 'slow request completed' : REQUEST_COMPLETED,
      )
    },
    refused: (problem) => metrics.refused(problem),
  }
}

const REQUEST_ID = /^[\w.:/+=-]{1,128}$/
/** The `X-Request-Id` of the client if it is short and harmless in logs; otherwise a new UUID. */
export function requestIdOf({ headers: { 'x-request-id': header } }: Pick<IncomingMessage, 'headers'>): string {
  return typeof header === 'string' && REQUEST_ID.test(header) ? header : randomUUID()
}
