// OpenTelemetry spans with a registered SDK: one per request and one per statement, in the trace of the client.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { sql } from '../../src/kernel/database/sql.ts'
import { NS, testServer, unique } from '../support/server.ts'

const exporter = new InMemorySpanExporter()
// An operator's SDK registers the same three parts.
trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }))
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
propagation.setGlobalPropagator(new W3CTraceContextPropagator())
const server = await testServer({}, undefined, false)

let traces = 0
/** Runs a request in a trace of its own and returns the spans of that trace. */
async function traced(method: string, path: string, body?: unknown) {
  traces += 1
  const traceId = traces.toString(16).padStart(32, 'a')
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` }
  const response = await server.request(method, path, { headers, ...(body !== undefined && { body, as: 'admin' }) })
  for (let attempt = 0; attempt < 1_500; attempt += 1) {
    const spans = exporter.getFinishedSpans().filter((span) => span.spanContext().traceId === traceId)
    const request = spans.find(({ kind }) => kind === SpanKind.SERVER)
    if (request) return { response, request, statements: spans.filter((span) => span !== request) }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return assert.fail(`no span of ${method} ${path}`)
}

void test('a request has a server span with the attributes of the HTTP conventions', async () => {
  const { request, statements } = await traced('GET', '/tags/999999?password=word')
  assert.equal(request.name, 'GET /tags/{id}')
  assert.equal(request.parentSpanContext?.spanId, 'b7ad6b7169203331')
  const { 'server.address': host, 'user_agent.original': agent, ...attributes } = request.attributes
  assert.ok(host !== undefined && agent !== undefined)
  assert.deepEqual(attributes, {
    'http.request.method': 'GET',
    'url.path': `${NS}/tags/999999`,
    'url.scheme': 'http',
    'network.protocol.version': '1.1',
    'network.peer.address': '127.0.0.1',
    'http.route': '/tags/{id}',
    'client.address': '127.0.0.1',
    'http.response.status_code': 404,
  })
  assert.equal(request.status.code, SpanStatusCode.UNSET)
  assert.ok(statements.length >= 1)
})

void test('each statement has a client span under the span of its request, also after a body was read', async () => {
  const { response, request, statements } = await traced('POST', '/tags', { name: unique() })
  assert.equal(response.status, 201)
  assert.ok(statements.length >= 2, `${statements.length} statements`)
  for (const { name, kind, attributes, ...span } of statements) {
    assert.equal(kind, SpanKind.CLIENT)
    assert.equal(attributes['db.system.name'], 'postgresql')
    assert.equal(attributes['db.operation.name'], name)
    assert.equal(span.parentSpanContext?.spanId, request.spanContext().spanId)
  }
  const text = statements.map(({ attributes }) => attributes['db.query.text']).join('\n')
  assert.match(text, /insert into "?tags/)
  assert.ok(!text.includes(server.tokens.admin), 'parameters are not recorded')
})

void test('a cached response has a span without statements', async () => {
  const path = `/tags?per_page=9`
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const { request, statements } = await traced('GET', path)
    assert.equal(request.name, 'GET /tags')
    if (statements.length === 0) return
  }
  assert.fail('no request got a cached response')
})

void test('requests without traceparent start a trace of their own', async () => {
  exporter.reset()
  await server.get('/tags/999998')
  await new Promise((resolve) => setTimeout(resolve, 50))
  const spans = exporter.getFinishedSpans().filter(({ kind }) => kind === SpanKind.SERVER)
  assert.equal(spans.length, 1)
  assert.equal(spans[0]?.parentSpanContext, undefined)
})

void test('a failed statement marks its span as an error', async () => {
  exporter.reset()
  await assert.rejects(server.app.database.query(sql`select 1 / ${0}::int`))
  const [span] = exporter.getFinishedSpans().filter(({ attributes }) => String(attributes['db.query.text']).includes('1 /'))
  assert.equal(span?.status.code, SpanStatusCode.ERROR)
  assert.equal(span?.attributes['error.type'], '22012')
})
