// Types of routes and of their responses, and the properties that the server adds to Fastify's requests.
import type { CacheResult } from '../observability/http-metrics.ts'
import type { Client, AdmissionClass } from '../concurrency/admission.ts'
import type { Problem } from '../errors/problems.ts'
import type { HttpRequest, RequestHead } from './http-request.ts'
import type { Inputs } from './request-parsing.ts'
import type { DeferredBody, EventStream } from './event-stream.ts'

/** Patterns of variables in paths. A path with another value is not that of a route. */
export const PATH_PATTERNS: Readonly<Record<string, string>> = {
  id: '\\d+',
  date: '\\d{4}-\\d\\d-\\d\\d(?:T\\d\\d\\d\\d)?',
  version: '\\d+',
  delivery_id: '\\d+',
  run_id: '\\d+',
  change_id: '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
}

export interface HttpResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: ResponseBody
  /** Only on responses that any client may get: when the response expires if nothing is written, in milliseconds since 1970. */
  readonly expiresAt?: number
}
/** A text, its bytes, chunks that are generated while the client reads, events as they happen, or a text that is known later. */
export type ResponseBody = string | Buffer | AsyncIterable<string> | EventStream | DeferredBody
export interface HttpRoute<Context> {
  readonly method: string
  /** Path under the namespace. The patterns of PATH_PATTERNS apply; any other name stands for a text without a slash. */
  readonly path: string
  /** Whether all clients without credentials get the same response. The server then renders it once and caches it. */
  readonly isCacheable: boolean
  /** The body may be a file, or a form with one. `file` among the inputs is then an `Upload`. */
  readonly acceptsFile?: true
  /** Query parameters of the route. Responses to requests with others are not cached, because anyone could fill the cache with them. */
  readonly params: ReadonlySet<string>
  /** Identifies the caller and checks its rights, before the body is read. */
  authorize(request: RequestHead): Promise<Context>
  /** The client that the work is counted for. */
  clientOf(address: string, context: Context): Client
  /** The class of expensive work that a request belongs to, if any. */
  admissionClass?(request: HttpRequest): AdmissionClass | null
  /** The signal is aborted when the client disconnects or the deadline passes. */
  handle(request: HttpRequest, body: Inputs, context: Context, signal: AbortSignal): Promise<HttpResponse>
  /** Errors of a page are pages too. Without this function they are JSON. */
  readonly renderProblem?: RenderProblem
}
type ProblemPage = Pick<HttpResponse, 'status' | 'headers'> & { readonly body: string }
export type RenderProblem = (problem: Problem, request: RequestHead) => ProblemPage

declare module 'fastify' {
  interface FastifyRequest {
    httpRequest: HttpRequest
    context: unknown
    client: Client
    endBody?: () => void
    /** Set for requests to cacheable routes. */
    cacheResult?: CacheResult
    /** Time in which the request waited for changes of the calendar. It is no processing time. */
    waitedMs?: number
  }
  interface FastifyContextConfig {
    path?: string
    /** The rate limit that requests of a route are charged to; default `anonymous`. With `route`, the route charges them itself. */
    rate?: 'files' | 'route' | 'none'
    renderProblem?: RenderProblem
  }
}
