// The short way: an answer that is ready goes out before the framework sees the request. Rates, log and metrics count it like any other.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { negotiateEncoding } from '../cache/content-encoding.ts'
import { COMMON_HEADERS, VARY } from './error-responses.ts'
import { countHosts, headersSize } from './http-request.ts'
import type { Logger } from '../runtime/logger.ts'
import { rateLimitHeaders, type RateUsage } from '../security/rate-limiter.ts'
import { overrideMethod } from './method-override.ts'
import { MIN_COMPRESS_BYTES, etagForEncoding, type CachedResponse, type ResponseCache } from '../cache/response-cache.ts'

export interface CachedResponseDeps {
  readonly responseCache: ResponseCache
  /** Counts a request of nobody in particular; null where nothing is counted. */
  readonly take: (address: string) => RateUsage | Promise<RateUsage> | null
  readonly rate: { readonly name: string; readonly limit: number }
  readonly addressOf: (request: IncomingMessage) => string
  readonly isDraining: () => boolean
  readonly headersLimitBytes: number
  readonly observe: (method: string, route: string, status: number, seconds: number) => void
  readonly log: Logger
  /** The log of answers. */
  readonly answered: Logger
}

/** What makes an answer one for somebody in particular, or another than the ready one. */
const BYPASS_HEADERS = ['authorization', 'x-event-password', 'prefer', 'range', 'upgrade', 'expect', 'x-http-method-override'] as const
/** Unread bytes on a connection beyond which requests take the long way, where they are counted. */
const MAX_UNSENT_BYTES = 1_048_576

/** Serves requests from the cache where possible; all others reach the framework. */
export function installCacheFastPath(app: FastifyInstance, parts: CachedResponseDeps): void {
  const [handle] = app.server.listeners('request') as [(request: IncomingMessage, response: ServerResponse) => void]
  app.server.removeListener('request', handle)
  app.server.prependListener('request', (request, response) => {
    overrideMethod(request)
    const next = (): void => handle(request, response)
    try {
      serveFromCache(parts, request, response, next)
    } catch (error) {
      parts.log.error({ err: error }, 'failed to serve a cached response')
      if (!response.headersSent) next()
    }
  })
}

/** Answers the request if an answer is ready for it; else hands it on. */
function serveFromCache(parts: CachedResponseDeps, request: IncomingMessage, response: ServerResponse, handOn: () => void): void {
  const { method = '', url = '', headers } = request
  const ready = isCacheableRequest(request) && !parts.isDraining() ? parts.responseCache.get(url) : null
  if (ready === null || request.socket.writableLength > MAX_UNSENT_BYTES || headersSize(request) > parts.headersLimitBytes) return handOn()
  const encoding = ready.body.length < MIN_COMPRESS_BYTES ? null : negotiateEncoding(headers['accept-encoding'])
  const body = encoding === null ? ready.body : ready.compressed.get(encoding)
  if (body === undefined) return handOn()
  const begun = performance.now()
  const address = parts.addressOf(request)
  const send = (taken: RateUsage | null): void => {
    if (taken !== null && taken.count > parts.rate.limit) return handOn()
    const etag = etagForEncoding(ready.etag, encoding)
    const known = matchesIfNoneMatch(headers['if-none-match'], etag)
    const id = randomUUID()
    const head = [...ready.headers, 'etag', etag, 'x-request-id', id]
    if (!known) head.push('content-length', String(body.length))
    if (!known && encoding !== null) head.push('content-encoding', encoding)
    if (taken !== null)
      for (const [name, value] of Object.entries(rateLimitHeaders(taken, parts.rate.name, parts.rate.limit))) head.push(name, value)
    const status = known ? 304 : 200
    response.writeHead(status, head)
    response.end(known || method === 'HEAD' ? undefined : body)
    const elapsed = performance.now() - begun
    parts.observe(method, ready.route, status, elapsed / 1_000)
    parts.answered.info(
      {
        reqId: id,
        method,
        path: url.split('?', 1)[0],
        route: ready.route,
        status,
        duration_ms: Math.round(elapsed * 10) / 10,
        ip: address,
      },
      'answered',
    )
  }
  const taken = parts.take(address)
  if (taken instanceof Promise) taken.then(send, handOn)
  else send(taken)
}

/** Nothing in the request makes it one of somebody in particular, or asks for another answer than all get. */
export function isCacheableRequest(request: IncomingMessage): boolean {
  const { method, url = '', headers } = request
  if ((method !== 'GET' && method !== 'HEAD') || countHosts(request) !== 1 || url.includes('password')) return false
  for (const name of BYPASS_HEADERS) if (headers[name] !== undefined) return false
  return true
}

/** Whether the client has these bytes already. */
export const matchesIfNoneMatch = (ifNoneMatch: string | undefined, etag: string | undefined): boolean =>
  ifNoneMatch !== undefined &&
  etag !== undefined &&
  (ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((each) => plain(each) === plain(etag)))
const plain = (etag: string): string => etag.trim().replace(/^W\//, '')

export const JSON_TYPE = 'application/json; charset=utf-8'
export const isBuffered = (body: unknown): body is string | Buffer => typeof body === 'string' || Buffer.isBuffer(body)
interface RenderedResponse {
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  readonly expiresAt?: number
}
/** What anybody may read is kept for the next who asks, as of what was written before it was begun. */
export async function renderAndCache<T extends RenderedResponse>(
  responseCache: ResponseCache,
  url: string,
  route: string,
  make: () => Promise<T>,
): Promise<T | CachedResponse> {
  const generation = responseCache.generation() ?? -1
  const made = await make()
  if (made.expiresAt === undefined || !isBuffered(made.body)) return made
  const { etag = '', ...headers } = made.headers
  const head = Object.entries({ ...COMMON_HEADERS, vary: VARY, 'content-type': JSON_TYPE, ...headers }).flat()
  const body = typeof made.body === 'string' ? Buffer.from(made.body) : made.body
  const ready = {
    url,
    generation,
    expiresAt: made.expiresAt,
    route,
    headers: head,
    etag,
    body,
    compressed: new Map(),
    compressing: new Map(),
  }
  responseCache.set(ready)
  return ready
}
/** A ready answer by the long way: packed for who takes it so, which the short way does not wait for. */
export async function sendCachedResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  ready: CachedResponse,
  responseCache: ResponseCache,
): Promise<FastifyReply> {
  const encoding = ready.body.length < MIN_COMPRESS_BYTES ? null : negotiateEncoding(request.headers['accept-encoding'])
  const etag = etagForEncoding(ready.etag, encoding)
  for (let i = 0; i < ready.headers.length; i += 2) reply.header(ready.headers[i] ?? '', ready.headers[i + 1])
  reply.header('etag', etag)
  if (matchesIfNoneMatch(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding === null) return reply.send(ready.body)
  return reply.header('content-encoding', encoding).send(ready.compressed.get(encoding) ?? (await responseCache.compress(ready, encoding)))
}
