// The short way: an answer that is ready goes out before the framework sees the request. Rates, log and metrics count it like any other.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { negotiateEncoding } from '../cache/content-encoding.ts'
import { COMMON, VARY } from './error-responses.ts'
import { countHosts, headersSize } from './http-request.ts'
import type { Log } from '../runtime/logger.ts'
import { rateHeaders, type Taken } from '../security/rate-limiter.ts'
import { overrideMethod } from './method-override.ts'
import { PACKED_FROM, tagOf, type Ready, type Shelf } from '../cache/response-cache.ts'

export interface ReadyParts {
  readonly shelf: Shelf
  /** Counts a request of nobody in particular; null where nothing is counted. */
  readonly take: (address: string) => Taken | Promise<Taken> | null
  readonly rate: { readonly name: string; readonly limit: number }
  readonly addressOf: (request: IncomingMessage) => string
  readonly isDraining: () => boolean
  readonly headers_limit_bytes: number
  readonly observe: (method: string, route: string, status: number, seconds: number) => void
  readonly log: Log
  /** The log of answers. */
  readonly answered: Log
}

/** What makes an answer one for somebody in particular, or another than the ready one. */
const OWN = ['authorization', 'x-event-password', 'prefer', 'range', 'upgrade', 'expect', 'x-http-method-override'] as const
/** Unread bytes on a connection beyond which requests take the long way, where they are counted. */
const UNREAD_BYTES = 1_048_576

/** Serves requests from the cache where possible; all others reach the framework. */
export function answerBeforeFramework(app: FastifyInstance, parts: ReadyParts): void {
  const [handle] = app.server.listeners('request') as [(request: IncomingMessage, response: ServerResponse) => void]
  app.server.removeListener('request', handle)
  app.server.prependListener('request', (request, response) => {
    overrideMethod(request)
    const handOn = (): void => handle(request, response)
    try {
      answerReady(parts, request, response, handOn)
    } catch (error) {
      parts.log.error({ err: error }, 'failed to serve a cached response')
      if (!response.headersSent) handOn()
    }
  })
}

/** Answers the request if an answer is ready for it; else hands it on. */
function answerReady(parts: ReadyParts, request: IncomingMessage, response: ServerResponse, handOn: () => void): void {
  const { method = '', url = '', headers } = request
  const ready = isForAnybody(request) && !parts.isDraining() ? parts.shelf.find(url) : null
  if (ready === null || request.socket.writableLength > UNREAD_BYTES || headersSize(request) > parts.headers_limit_bytes) return handOn()
  const encoding = ready.body.length < PACKED_FROM ? null : negotiateEncoding(headers['accept-encoding'])
  const body = encoding === null ? ready.body : ready.packed.get(encoding)
  if (body === undefined) return handOn()
  const begun = performance.now()
  const address = parts.addressOf(request)
  const send = (taken: Taken | null): void => {
    if (taken !== null && taken.count > parts.rate.limit) return handOn()
    const etag = tagOf(ready.etag, encoding)
    const known = isKnown(headers['if-none-match'], etag)
    const id = randomUUID()
    const head = [...ready.head, 'etag', etag, 'x-request-id', id]
    if (!known) head.push('content-length', String(body.length))
    if (!known && encoding !== null) head.push('content-encoding', encoding)
    if (taken !== null)
      for (const [name, value] of Object.entries(rateHeaders(taken, parts.rate.name, parts.rate.limit))) head.push(name, value)
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
export function isForAnybody(request: IncomingMessage): boolean {
  const { method, url = '', headers } = request
  if ((method !== 'GET' && method !== 'HEAD') || countHosts(request) !== 1 || url.includes('password')) return false
  for (const name of OWN) if (headers[name] !== undefined) return false
  return true
}

/** Whether the client has these bytes already. */
export const isKnown = (ifNoneMatch: string | undefined, etag: string | undefined): boolean =>
  ifNoneMatch !== undefined &&
  etag !== undefined &&
  (ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((each) => plain(each) === plain(etag)))
const plain = (etag: string): string => etag.trim().replace(/^W\//, '')

export const JSON_TYPE = 'application/json; charset=utf-8'
export const isWhole = (body: unknown): body is string | Buffer => typeof body === 'string' || Buffer.isBuffer(body)
interface Made {
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  readonly true_until?: number
}
/** What anybody may read is kept for the next who asks, as of what was written before it was begun. */
export async function makeReady<T extends Made>(shelf: Shelf, url: string, route: string, make: () => Promise<T>): Promise<T | Ready> {
  const generation = shelf.generation() ?? -1
  const made = await make()
  if (made.true_until === undefined || !isWhole(made.body)) return made
  const { etag = '', ...headers } = made.headers
  const head = Object.entries({ ...COMMON, vary: VARY, 'content-type': JSON_TYPE, ...headers }).flat()
  const body = typeof made.body === 'string' ? Buffer.from(made.body) : made.body
  const ready = { url, generation, until: made.true_until, route, head, etag, body, packed: new Map(), packing: new Map() }
  shelf.keep(ready)
  return ready
}
/** A ready answer by the long way: packed for who takes it so, which the short way does not wait for. */
export async function sendReady(request: FastifyRequest, reply: FastifyReply, ready: Ready, shelf: Shelf): Promise<FastifyReply> {
  const encoding = ready.body.length < PACKED_FROM ? null : negotiateEncoding(request.headers['accept-encoding'])
  const etag = tagOf(ready.etag, encoding)
  for (let i = 0; i < ready.head.length; i += 2) reply.header(ready.head[i] ?? '', ready.head[i + 1])
  reply.header('etag', etag)
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding === null) return reply.send(ready.body)
  return reply.header('content-encoding', encoding).send(ready.packed.get(encoding) ?? (await shelf.pack(ready, encoding)))
}
