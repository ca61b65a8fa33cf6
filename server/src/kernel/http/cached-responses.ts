// Responses from the response cache: a fast path before Fastify, and the functions that render, store and send them.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CachedResponse, ResponseCache } from '../cache/response-cache.ts'
import { compressResponse, encodingFor, etagForEncoding } from './compression.ts'
import { matchesIfNoneMatch } from './etags.ts'
import { COMMON_HEADERS, VARY } from './error-responses.ts'
import { countHosts, headersSize } from './http-request.ts'
import { requestIdOf, type RequestObserver } from '../observability/request-observer.ts'
import type { Logger } from '../runtime/logger.ts'
import { rateLimitHeaders, type RateUsage } from '../security/rate-limiter.ts'
import { overrideMethod } from './method-override.ts'

export interface CachedResponseDeps {
  readonly responseCache: ResponseCache
  /** Charges a request without credentials to the anonymous rate limit. Returns null if there is no limit. */
  readonly take: (address: string) => RateUsage | Promise<RateUsage> | null
  readonly rate: { readonly name: string; readonly limit: number }
  readonly addressOf: (request: IncomingMessage) => string
  readonly isDraining: () => boolean
  readonly headersLimitBytes: number
  readonly observer: RequestObserver
  readonly log: Logger
}

/** A request with one of these headers may need a response that differs from the cached one. */
const BYPASS_HEADERS = [
  'authorization',
  'x-kalends-session',
  'x-consistency-token',
  'x-event-password',
  'prefer',
  'range',
  'upgrade',
  'expect',
  'x-http-method-override',
] as const
/** Unsent bytes on a connection above which requests skip the fast path, because Fastify limits pending responses. */
const MAX_UNSENT_BYTES = 1_048_576

/** Serves requests from the cache where possible. All other requests reach Fastify. */
export function installCacheFastPath(app: FastifyInstance, deps: CachedResponseDeps): void {
  const [handle] = app.server.listeners('request') as [(request: IncomingMessage, response: ServerResponse) => void]
  app.server.removeListener('request', handle)
  app.server.prependListener('request', (request, response) => {
    overrideMethod(request)
    deps.observer.started(request, response)
    const next = (): void => deps.observer.process(request, response, () => handle(request, response))
    try {
      serveFromCache(deps, request, response, next)
    } catch (error) {
      deps.log.error({ err: error }, 'failed to serve cached response')
      if (!response.headersSent) next()
    }
  })
}

/** Sends the cached response, or calls `next`. The fast path never compresses: a request for a missing variant goes to Fastify. */
function serveFromCache(deps: CachedResponseDeps, request: IncomingMessage, response: ServerResponse, next: () => void): void {
  const { method = '', url = '', headers } = request
  const cached = isCacheableRequest(request) && !deps.isDraining() ? deps.responseCache.get(url) : null
  if (cached === null || request.socket.writableLength > MAX_UNSENT_BYTES || headersSize(request) > deps.headersLimitBytes) return next()
  const encoding = encodingFor(cached, headers['accept-encoding'])
  const body = encoding === null ? cached.body : cached.compressed.get(encoding)
  if (body === undefined) return next()
  const start = performance.now()
  const ip = deps.addressOf(request)
  const send = (usage: RateUsage | null): void => {
    if (usage !== null && usage.count > deps.rate.limit) return next()
    const etag = etagForEncoding(cached.etag, encoding)
    const isNotModified = matchesIfNoneMatch(headers['if-none-match'], etag)
    const id = requestIdOf(request)
    const head = [...cached.headers, 'etag', etag, 'x-request-id', id]
    if (!isNotModified) head.push('content-length', String(body.length))
    if (!isNotModified && encoding !== null) head.push('content-encoding', encoding)
    if (usage !== null)
      for (const [name, value] of Object.entries(rateLimitHeaders(usage, deps.rate.name, deps.rate.limit))) head.push(name, value)
    const status = isNotModified ? 304 : 200
    response.writeHead(status, head)
    response.end(isNotModified || method === 'HEAD' ? undefined : body)
    const elapsedMs = performance.now() - start
    deps.observer.completed({ id, request, method, url, route: cached.route, status, elapsedMs, ip, cache: 'hit' })
  }
  const usage = deps.take(ip)
  if (usage instanceof Promise) usage.then(send, next)
  else send(usage)
}

/** Whether any client may get the cached response: no part of the request identifies a caller or asks for another representation. */
export function isCacheableRequest(request: IncomingMessage): boolean {
  const { method, url = '', headers } = request
  if ((method !== 'GET' && method !== 'HEAD') || countHosts(request) !== 1 || url.includes('password')) return false
  for (const name of BYPASS_HEADERS) if (headers[name] !== undefined) return false
  return true
}

export const JSON_TYPE = 'application/json; charset=utf-8'
export const isBuffered = (body: unknown): body is string | Buffer => typeof body === 'string' || Buffer.isBuffer(body)
interface RenderedResponse {
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  readonly expiresAt?: number
}
/** Renders a response and caches it if any client may get it. Its generation is the one at the start, so a later write invalidates it. */
export async function renderAndCache<T extends RenderedResponse>(
  responseCache: ResponseCache,
  url: string,
  route: string,
  render: () => Promise<T>,
): Promise<T | CachedResponse> {
  const generation = responseCache.generation() ?? -1
  const rendered = await render()
  if (rendered.expiresAt === undefined || !isBuffered(rendered.body)) return rendered
  const { etag = '', ...headers } = rendered.headers
  const cached: CachedResponse = {
    url,
    generation,
    expiresAt: rendered.expiresAt,
    route,
    headers: Object.entries({ ...COMMON_HEADERS, vary: VARY, 'content-type': JSON_TYPE, ...headers }).flat(),
    etag,
    body: typeof rendered.body === 'string' ? Buffer.from(rendered.body) : rendered.body,
    compressed: new Map(),
    compressing: new Map(),
  }
  responseCache.set(cached)
  return cached
}

/** Sends a cached response through Fastify. It is compressed first if the client accepts an encoding that is not cached yet. */
export async function sendCachedResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  cached: CachedResponse,
  responseCache: ResponseCache,
): Promise<FastifyReply> {
  const encoding = encodingFor(cached, request.headers['accept-encoding'])
  const etag = etagForEncoding(cached.etag, encoding)
  for (let i = 0; i < cached.headers.length; i += 2) reply.header(cached.headers[i] ?? '', cached.headers[i + 1])
  reply.header('etag', etag)
  if (matchesIfNoneMatch(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding === null) return reply.send(cached.body)
  const body = cached.compressed.get(encoding) ?? (await compressResponse(responseCache, cached, encoding))
  return reply.header('content-encoding', encoding).send(body)
}
