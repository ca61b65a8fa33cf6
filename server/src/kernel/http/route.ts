// Types of routes and of their responses, and the properties that the server adds to Fastify's requests.
import type { Client, AdmissionClass } from '../concurrency/admission.ts'
import type { HttpRequest, RequestHead } from './http-request.ts'
import type { Inputs } from './request-parsing.ts'

export interface HttpResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: ResponseBody
  /** An answer for anybody: until when it is true if nothing is written, in milliseconds since 1970. */
  readonly expiresAt?: number
}
/** What goes out: a text, its bytes, or pieces that are made as they are read. */
export type ResponseBody = string | Buffer | AsyncIterable<string>
export interface HttpRoute<Context> {
  readonly method: string
  /** Under the namespace, with {id} for digits and {slug} for anything. */
  readonly path: string
  /** Whether all who ask without credentials get the same: made once for those who ask at the same time, and kept ready. */
  readonly isCacheable: boolean
  /** The body may be a file, or a form with one: then `file` among the inputs is an `Upload`. */
  readonly acceptsFile?: true
  /** Query parameters of the route. Responses to requests with others are not cached, because anyone could fill the cache with them. */
  readonly params: ReadonlySet<string>
  /** Before the body is read: who is asking, and may he. */
  authorize(request: RequestHead): Promise<Context>
  /** The client that the work is counted for. */
  clientOf(address: string, context: Context): Client
  /** The class of expensive work that a request belongs to, if any. */
  admissionClass?(request: HttpRequest): AdmissionClass | null
  /** The signal is aborted when the client disconnects or the deadline passes. */
  handle(request: HttpRequest, body: Inputs, context: Context, signal: AbortSignal): Promise<HttpResponse>
}

declare module 'fastify' {
  interface FastifyRequest {
    asked: HttpRequest
    context: unknown
    client: Client
    endBody?: () => void
  }
  interface FastifyContextConfig {
    path?: string
    /** The budget that requests of a route are charged to. `route`: the route admits and counts them itself. Default: `anonymous`. */
    rate?: 'files' | 'route' | 'none'
  }
}
