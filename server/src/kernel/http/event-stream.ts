// Server-sent events: sends the head of the response and hands the open connection to the handler of the route.
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A body that is sent as long as the connection is open. It counts neither as a running request nor toward deadlines. */
export interface EventStream {
  open(connection: StreamConnection): void
}
export interface StreamConnection {
  readonly write: (bytes: Buffer | string) => void
  /** Whether the client has read nearly everything that was written. */
  readonly isReady: () => boolean
  /** Calls the function once, when the client has read what was written. */
  readonly onceReady: (run: () => void) => void
  readonly onceClosed: (run: () => void) => void
  readonly end: () => void
}
/** A body that is known later. It counts neither as a running request nor toward deadlines while it waits. */
export interface DeferredBody {
  wait(signal: AbortSignal): Promise<string | Buffer>
}

export const isEventStream = (body: unknown): body is EventStream => typeof body === 'object' && body !== null && 'open' in body
export const isDeferred = (body: unknown): body is DeferredBody => typeof body === 'object' && body !== null && 'wait' in body

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // nginx would collect events until its buffer is full.
  'x-accel-buffering': 'no',
} as const

/** Sends the head at once. From then on, the stream writes to the connection itself. */
export function sendEventStream(request: FastifyRequest, reply: FastifyReply, stream: EventStream): FastifyReply {
  const { raw } = reply
  reply.headers(STREAM_HEADERS)
  reply.hijack()
  if (raw.closed) return reply
  raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>)
  raw.flushHeaders()
  const start = performance.now()
  raw.once('close', () => {
    request.waitedMs = performance.now() - start
  })
  // Errors of the connection are followed by `close`.
  raw.on('error', () => undefined)
  stream.open({
    write: (bytes) => void raw.write(bytes),
    isReady: () => !raw.writableNeedDrain,
    onceReady: (run) => void raw.once('drain', run),
    onceClosed: (run) => void raw.once('close', run),
    end: () => void raw.end(),
  })
  return reply
}
