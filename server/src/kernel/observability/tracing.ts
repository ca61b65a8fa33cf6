// OpenTelemetry spans of requests and statements. They are recorded only where an SDK is registered; otherwise the API does nothing.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { context, INVALID_TRACEID, propagation, SpanKind, SpanStatusCode, trace, type Context, type Span } from '@opentelemetry/api'

const tracer = trace.getTracer('kalends')

interface RequestSpan {
  readonly span: Span
  readonly context: Context
}
const requestSpans = new WeakMap<IncomingMessage, RequestSpan>()

/** Starts the span of a request, as a child of the span in `traceparent`. It ends when the response is closed. */
export function startRequestSpan(request: IncomingMessage, response: ServerResponse): void {
  const parent = propagation.extract(context.active(), request.headers)
  const span = tracer.startSpan(request.method ?? '', { kind: SpanKind.SERVER }, parent)
  if (span.spanContext().traceId === INVALID_TRACEID) return
  requestSpans.set(request, { span, context: trace.setSpan(parent, span) })
  const { method = '', url = '', headers, httpVersion, socket } = request
  span.setAttributes({
    'http.request.method': method,
    // The query string may contain a password.
    'url.path': url.split('?', 1)[0],
    'url.scheme': 'http',
    'network.protocol.version': httpVersion,
    'network.peer.address': socket.remoteAddress,
    'server.address': headers.host,
    'user_agent.original': headers['user-agent'],
  })
  response.once('close', () => endRequestSpan(span, response))
}
function endRequestSpan(span: Span, { statusCode, writableFinished }: ServerResponse): void {
  span.setAttribute('http.response.status_code', statusCode)
  if (!writableFinished) span.setAttribute('error.type', 'connection_closed')
  else if (statusCode >= 500) span.setAttribute('error.type', String(statusCode))
  if (!writableFinished || statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

/** Names the span of a request after its route, which is known only after routing. */
export function describeRequestSpan(request: IncomingMessage, route: string, clientIp: string): void {
  const span = requestSpans.get(request)?.span
  if (span === undefined) return
  span.updateName(`${request.method} ${route}`)
  span.setAttributes({ 'http.route': route, 'client.address': clientIp })
}

/** Runs work as part of the span of a request. Reading the body loses the context, so handlers need this as well. */
export function withRequestSpan<T>(request: IncomingMessage, work: () => T): T {
  const own = requestSpans.get(request)
  return own === undefined ? work() : context.with(own.context, work)
}

/** Starts the span of a statement; null if none is recorded. Its parameters are not part of it. */
export function startQuerySpan(operation: string, text: string): ((errorCode: string | null) => void) | null {
  const span = tracer.startSpan(operation, { kind: SpanKind.CLIENT })
  if (!span.isRecording()) return null
  span.setAttributes({ 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': text })
  return (errorCode) => {
    if (errorCode !== null) {
      span.setAttributes({ 'db.response.status_code': errorCode, 'error.type': errorCode || 'other' })
      span.setStatus({ code: SpanStatusCode.ERROR })
    }
    span.end()
  }
}

/** https://www.w3.org/TR/trace-context/: version, trace id, parent id and flags. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:$|-)/

/** The trace that a request belongs to: that of its span, or that of its `traceparent` header if no span is recorded. */
export function traceIdOf(request: IncomingMessage): string | undefined {
  const own = requestSpans.get(request)
  if (own !== undefined) return own.span.spanContext().traceId
  const header = request.headers['traceparent']
  return typeof header === 'string' ? TRACEPARENT.exec(header)?.[1] : undefined
}
/** The trace of the work that is running now, if a span is recorded. */
export const activeTraceId = (): string | undefined => trace.getActiveSpan()?.spanContext().traceId
