// Outbound requests to a server that the operator allowed.
import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { createEgress } from '../../src/kernel/outbound/egress.ts'

const answer: RequestListener = (request, reply) => {
  const url = new URL(request.url ?? '/', 'http://x')
  if (url.pathname === '/gzip') return reply.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('text'))
  if (url.pathname === '/br') return reply.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync('text'))
  if (url.pathname === '/deflate') return reply.writeHead(200, { 'content-encoding': 'deflate' }).end(deflateSync('text'))
  if (url.pathname === '/moved') return reply.writeHead(302, { location: '/here?a=1' }).end('moved')
  if (request.headers['if-none-match'] === '"a"') return reply.writeHead(304, { etag: '"a"', 'content-encoding': 'gzip' }).end()
  return reply.writeHead(200, { etag: '"a"', 'content-type': 'application/json' }).end(JSON.stringify(request.headers))
}
const server = createServer(answer).listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))
const { port } = server.address() as AddressInfo
const egress = createEgress({
  deadlineMs: 5_000,
  maxBytes: 10_000,
  redirects: 3,
  ports: [80, 443],
  allow: [`127.0.0.1:${port}`],
  dns: [],
  inFlight: 2,
})
const at = (path: string): string => `http://127.0.0.1:${port}${path}`
after(() => server.close())

void test('a response has its body, status, headers and URL', async () => {
  const { status, headers, body, url } = await egress.fetch(at('/a?b=c'), { headers: { 'x-own': 'yes' } })
  assert.equal(status, 200)
  assert.equal(headers.etag, '"a"')
  assert.equal(url, at('/a?b=c'))
  assert.deepEqual(JSON.parse(body.toString()), {
    accept: '*/*',
    'user-agent': 'Kalends',
    'accept-encoding': 'gzip, br, deflate',
    'x-own': 'yes',
    host: `127.0.0.1:${port}`,
    connection: 'close',
  })
})
void test('a body is decoded', async () => {
  for (const coding of ['gzip', 'br', 'deflate']) assert.equal(String((await egress.fetch(at(`/${coding}`))).body), 'text', coding)
})
void test('a redirect is followed, and headers are kept within the origin', async () => {
  const { url, body } = await egress.fetch(at('/moved'), { headers: { 'x-own': 'yes' } })
  assert.equal(url, at('/here?a=1'))
  assert.equal(JSON.parse(body.toString())['x-own'], 'yes')
})
void test('a matching ETag returns 304', async () => {
  const { status, body } = await egress.fetch(at('/'), { headers: { 'if-none-match': '"a"' } })
  assert.deepEqual([status, body.length], [304, 0])
})
void test('a fetch above the concurrency limit is rejected', async () => {
  const all = await Promise.allSettled([1, 2, 3].map(() => egress.fetch(at('/'))))
  assert.deepEqual(
    all.map((one) => (one.status === 'fulfilled' ? one.value.status : one.reason.reason)),
    [200, 200, 'busy'],
  )
  assert.equal((await egress.fetch(at('/'))).status, 200)
})
