// Runs the handler of a route: serves the cached response, or admits the request and applies its deadline.
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Inputs } from './request-parsing.ts'
import { runWithDeadline } from '../concurrency/handler-deadline.ts'
import type { HttpResponse, HttpRoute } from './route.ts'
import { overloaded, Problem } from '../errors/problems.ts'
import { isCacheableRequest, isBuffered, JSON_TYPE, renderAndCache, sendCachedResponse } from './cached-responses.ts'
import { matchesIfNoneMatch } from './etags.ts'
import { isDeferred, isEventStream, sendEventStream, type DeferredBody } from './event-stream.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import { withRequestSpan } from '../observability/tracing.ts'
import { Upload } from './uploads.ts'
import type { AdmissionSlot, Admission } from '../concurrency/admission.ts'

export interface RunParts {
  readonly responseCache: ResponseCache
  readonly work: Admission
  readonly handlerTimeoutMs: number
  readonly streamTimeoutMs: number
  /** Time that a running statement has after the deadline to end, so that the outcome of a write is known. */
  readonly graceMs: number
}
/** Late reads are abandoned sooner than writes. */
const READ_GRACE_MS = 1_000

/** Runs when a request is admitted, before its body is read. A slow body does not count as concurrent work. */
export function startBody<Context>(route: HttpRoute<Context>, request: FastifyRequest, reply: FastifyReply, { work }: RunParts): void {
  request.client = route.clientOf(request.ip, request.context as Context)
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  if (length === undefined && encoding === undefined) return
  // The client disconnected while it was identified, so neither its body nor another `close` event will come.
  if (reply.raw.closed) throw new Problem('rest_timeout')
  if (work.isFull()) throw overloaded('in_flight')
  request.endBody = work.receiveBody(request.client)
  reply.raw.once('close', request.endBody)
}

export async function runRoute<Context>(
  route: HttpRoute<Context>,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: RunParts,
): Promise<FastifyReply> {
  request.endBody?.()
  try {
    return await withRequestSpan(request.raw, () => respond(route, request, reply, parts))
  } finally {
    const { file } = (request.body ?? {}) as Inputs
    if (file instanceof Upload) await file.discard()
  }
}

async function respond<Context>(
  route: HttpRoute<Context>,
  request: FastifyRequest,
  reply: FastifyReply,
  { responseCache, work, ...timeouts }: RunParts,
): Promise<FastifyReply> {
  const { httpRequest, client, url } = request
  const isKnownQuery = Object.keys(httpRequest.query).every((name) => route.params.has(name))
  const isShared = route.isCacheable && isKnownQuery && isCacheableRequest(request.raw)
  const cached = isShared ? responseCache.get(url) : null
  if (route.isCacheable) request.cacheResult = cached ? 'hit' : isShared ? 'miss' : 'bypass'
  if (cached) return sendCachedResponse(request, reply, cached, responseCache)

  const disconnected = signalOfClose(reply)
  const controller = new AbortController()
  // Other clients may wait for shared work, and a write that has begun must finish.
  if (route.method === 'GET' && !isShared) disconnected.addEventListener('abort', () => controller.abort(disconnected.reason))
  const admissionClass = route.admissionClass?.(httpRequest) ?? null
  const slot = await work.enter(client, admissionClass, disconnected)
  const isWrite = route.method !== 'GET'
  const deadline = { timeoutMs: timeouts.handlerTimeoutMs, graceMs: isWrite ? timeouts.graceMs : READ_GRACE_MS, isWrite }
  const handle = (): Promise<HttpResponse> =>
    runWithDeadline(deadline, controller, () =>
      route.handle(httpRequest, (request.body ?? {}) as Inputs, request.context as Context, controller.signal),
    )
  try {
    // Another request may have cached the same response while this one was queued.
    const response = isShared
      ? (responseCache.get(url) ?? (await responseCache.coalesce(url, () => renderAndCache(responseCache, url, route.path, handle))))
      : await handle()
    if ('compressed' in response) {
      slot.release()
      return await sendCachedResponse(request, reply, response, responseCache)
    }
    const { status, headers, body } = response
    reply.code(status).headers({ 'content-type': JSON_TYPE, ...headers })
    const isKnownToClient = route.method === 'GET' && matchesIfNoneMatch(request.headers['if-none-match'], headers['etag'])
    if (isKnownToClient || isBuffered(body) || request.method === 'HEAD') {
      slot.release()
      if (isKnownToClient) return reply.code(304).send()
      return reply.send(isBuffered(body) ? body : Readable.from([]))
    }
    if (isDeferred(body) || isEventStream(body)) {
      slot.release()
      return isEventStream(body) ? sendEventStream(request, reply, body) : await sendDeferred(request, reply, body, disconnected)
    }
    const paced = admissionClass ? work.pace(client, admissionClass, body, controller.signal) : body
    return sendStream(reply, Readable.from(paced), slot, timeouts.streamTimeoutMs)
  } catch (error) {
    slot.release()
    throw error
  }
}

async function sendDeferred(
  request: FastifyRequest,
  reply: FastifyReply,
  body: DeferredBody,
  disconnected: AbortSignal,
): Promise<FastifyReply> {
  const start = performance.now()
  const known = await body.wait(disconnected).finally(() => {
    request.waitedMs = performance.now() - start
  })
  return reply.send(known)
}

/** A streamed body counts as work of its client until it ends. At its deadline, the connection is closed. */
function sendStream(reply: FastifyReply, stream: Readable, slot: AdmissionSlot, timeoutMs: number): FastifyReply {
  slot.releaseClass()
  const timer = timeoutMs === 0 ? undefined : setTimeout(() => stream.destroy(overloaded('deadline')), timeoutMs)
  const end = (): void => {
    clearTimeout(timer)
    slot.release()
  }
  reply.raw.once('close', end)
  if (reply.raw.closed) end()
  return reply.send(stream)
}

/** Returns a signal that is aborted when the connection closes before the response is complete. */
function signalOfClose({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const abort = (): void => {
    if (!raw.writableFinished) controller.abort(new Problem('rest_timeout'))
  }
  if (raw.closed) abort()
  else raw.once('close', abort)
  return controller.signal
}
