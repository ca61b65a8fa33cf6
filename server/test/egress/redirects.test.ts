// F3: every hop is looked at like the first, there are three at the most, and what was sent to one origin does not go to another.
import assert from 'node:assert/strict'
import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import { after, beforeEach, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { TLSSocket } from 'node:tls'
import { openDns } from './dns.ts'
import { INNER_ADDRESSES, TABLE } from './table.ts'
import { door, inOwnNetwork, openWorld, outcome, PUBLIC, SECURE } from './world.ts'

const STATUSES = [301, 302, 303, 307, 308]

await inOwnNetwork(import.meta.filename, async () => {
  const seen: { url: string; headers: IncomingHttpHeaders; servername: unknown }[] = []
  const answer: RequestListener = (request, reply) => {
    const url = new URL(request.url ?? '/', 'http://x')
    seen.push({ url: url.pathname, headers: request.headers, servername: (request.socket as TLSSocket).servername })
    if (url.pathname === '/loop') return reply.writeHead(302, { location: '/loop' }).end()
    const [, hops] = /^\/hops\/(\d+)$/.exec(url.pathname) ?? []
    const to = hops === undefined ? url.searchParams.get('to') : Number(hops) > 0 ? `/hops/${Number(hops) - 1}` : null
    if (to === null) return reply.end('there')
    // As bytes, for an address may have letters that a header has not.
    reply
      .writeHead(Number(url.searchParams.get('status') ?? 302), { location: Buffer.from(to).toString('latin1') })
      .end('body of the redirect')
  }
  const dns = await openDns((name) => {
    const [, n] = /^n-(\d+)\.example$/.exec(name) ?? []
    return n ? [INNER_ADDRESSES[Number(n)] ?? ''] : [PUBLIC]
  })
  const world = await openWorld(answer)
  after(() => {
    dns.close()
    world.close()
  })
  beforeEach(() => {
    world.calls.length = 0
    seen.length = 0
  })
  const egress = door({ dns: [dns.server] })
  const via = (to: string, { base = `http://${PUBLIC}`, status = 302 } = {}): string =>
    `${base}/?${new URLSearchParams({ to, status: String(status) }).toString()}`

  void test('F3 a redirect to any address of the table is rejected', async (t) => {
    const named = INNER_ADDRESSES.map((_, n) => `http://n-${n}.example/`)
    // An invalid absolute URL may be a valid relative one that leads to the same host; non-ASCII letters are encoded.
    const isWhole = (url: string): boolean => /^(?!https?:\/?[^/\\])[\x21-\x7e]+$/i.test(url)
    const listed = TABLE.filter(([, reason]) => reason !== 'url').map(([url]) => url)
    const targets = [...listed, ...named, 'http://[::1%25lo]/', 'http://1.2.3.4.5/'].filter(isWhole)
    const wrong: string[] = []
    for (const to of targets)
      await Promise.all(
        STATUSES.map(async (status) => {
          const is = await outcome(egress, via(to, { status }))
          if (/^\d/.test(is)) wrong.push(`${status} to ${to}: ${is}`)
        }),
      )
    await setTimeout(100)
    const redirects = STATUSES.length * targets.length
    t.diagnostic(
      `${redirects} redirects refused, ${world.calls.length} connections, ${world.strangers().length} of them to inner addresses`,
    )
    assert.deepEqual(wrong, [])
    assert.deepEqual(world.strangers(), [])
    assert.equal(world.calls.length, redirects, 'each first hop was called, and nothing after it')
    assert.ok(world.calls.every(({ port }) => port === 80))
  })
  void test('F3 URLs without a scheme or with other letters are resolved correctly', async () => {
    const cases = {
      '//127.0.0.1/': 'address',
      '\\\\127.0.0.1\\': 'address',
      '/\\127.0.0.1': 'address',
      '//localhost/': 'name',
      '//11.1.1.1:6379/': 'port',
    }
    for (const [to, reason] of Object.entries(cases)) assert.equal(await outcome(egress, via(to)), reason, to)
    assert.match(await outcome(egress, via('http://①②⑦.⓪.⓪.①/')), /^(address|name|url|unresolved)$/)
    assert.equal(await outcome(egress, via('//11.1.1.1/fine')), '200')
    assert.deepEqual(world.strangers(), [])
  })
  void test('F3 three hops are followed, four are not, and a loop ends', async () => {
    assert.equal(await outcome(egress, `http://${PUBLIC}/hops/3`), '200')
    assert.equal(world.calls.length, 4)
    assert.equal(await outcome(egress, `http://${PUBLIC}/hops/4`), 'redirects')
    assert.equal(world.calls.length, 8)
    assert.equal(await outcome(egress, `http://${PUBLIC}/?to=/loop`), 'redirects')
  })
  void test('F3 a private address after two public hops is rejected', async () => {
    const last = via('http://169.254.169.254/latest/meta-data/')
    assert.equal(await outcome(egress, via(via(last))), 'address')
    assert.deepEqual(world.strangers(), [])
  })
  void test('F3 other answers with an address are answers', async () => {
    for (const status of [200, 201, 300, 304, 305, 306, 399, 401, 503])
      assert.equal(await outcome(egress, via('http://127.0.0.1/', { status })), String(status))
    assert.deepEqual(world.strangers(), [])
  })
  void test('F3 headers for one origin are not sent to another, not even after a redirect back', async () => {
    const headers = { authorization: 'Bearer secret', cookie: 'a=b', 'if-none-match': '"a"', 'x-own': 'yes' }
    const own = ({ headers: sent }: { headers: IncomingHttpHeaders }): unknown[] => Object.keys(headers).map((name) => sent[name])
    const none = [undefined, undefined, undefined, undefined]
    assert.equal(await outcome(egress, `http://${PUBLIC}/hops/1`, headers), '200')
    assert.deepEqual(seen.splice(0).map(own), [Object.values(headers), Object.values(headers)], 'within the origin it goes along')
    const other = 'http://other.example'
    assert.equal(await outcome(egress, via(via(`${other}/back`), { base: other }), headers), '200')
    assert.deepEqual(seen.map(own), [Object.values(headers), none, none])
    assert.deepEqual(
      seen.map((one) => one.headers.host),
      ['other.example', PUBLIC, 'other.example'],
    )
  })
  void test('F3 https is verified by name, and never left for http', async () => {
    const base = `https://${SECURE}`
    assert.equal(await outcome(egress, `${base}/hops/1`), '200')
    assert.deepEqual(
      seen.map(({ servername }) => servername),
      [SECURE, SECURE],
    )
    assert.equal(await outcome(egress, via(`http://${PUBLIC}/`, { base })), 'downgrade')
    assert.equal(await outcome(egress, via(`${base}/`)), '200', 'from http to https')
    assert.equal(await outcome(egress, 'https://other.example/'), 'failed', 'a certificate for another name')
    assert.equal(await outcome(egress, `https://${PUBLIC}/`), 'failed', 'a certificate for a name, not for an address')
    assert.equal(await outcome(egress, `https://${SECURE}./`), '200', 'the root of names')
  })
})
