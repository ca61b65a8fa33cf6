// The cost of counting: 100,000 client addresses cost as much CPU per request as 1,000, and addresses of one IPv6 /64 share one budget.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { createMemoryRateLimiter } from '../../src/kernel/security/rate-limiter.ts'
import { freshDatabase } from '../support/database.ts'
import { reportEvidence, scaled } from '../support/evidence.ts'
import { freePort, startServer } from '../support/process.ts'
import { NS } from '../support/server.ts'

const RATE = 600
const database = await freshDatabase()
interface Counting {
  readonly port: number
  /** CPU seconds of the process so far. */
  cpu(): Promise<number>
  stop(): Promise<unknown>
}
async function startCounting(): Promise<Counting> {
  const metrics = await freePort()
  const server = await startServer({
    DATABASE_URL: database.url,
    TRUSTED_PROXIES: '127.0.0.1',
    RATE_LIMIT_ANONYMOUS: String(RATE),
    METRICS_PORT: String(metrics),
    LOG_LEVEL: 'error',
  })
  return {
    port: Number(new URL(server.base).port),
    cpu: async () => {
      const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text()
      return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1])
    },
    stop: () => server.stop(),
  }
}
const [few, many] = [await startCounting(), await startCounting()]
after(async () => {
  await Promise.all([few.stop(), many.stop()])
  await database.drop()
})

const DEPTH = 8
/** Sends one request for each address, several at a time on one connection, and returns how often each status came. */
function sendRequests(port: number, addresses: readonly string[]): Promise<Map<string, number>> {
  return new Promise((resolve, reject) => {
    const statuses = new Map<string, number>()
    let [sent, answered, rest] = [0, 0, '']
    const socket = connect(port, '127.0.0.1').setEncoding('latin1').setTimeout(30_000)
    const sendMore = (): void => {
      const batch = addresses.slice(sent, answered + DEPTH)
      sent += batch.length
      const requests = batch.map((address) => `GET ${NS}/tags HTTP/1.1\r\nhost: test\r\nx-forwarded-for: ${address}\r\n\r\n`)
      if (requests.length > 0) socket.write(requests.join(''))
    }
    socket.on('data', (chunk: string) => {
      rest += chunk
      for (const [, status = ''] of rest.matchAll(/HTTP\/1\.1 (\d{3})/g)) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        answered += 1
      }
      // A status line may be split between two chunks.
      rest = /HTTP\/1\.1 \d{0,2}$|H(?:T(?:T(?:P(?:\/(?:1(?:\.(?:1 ?)?)?)?)?)?)?)?$/.exec(rest)?.[0] ?? ''
      if (answered < addresses.length) return sendMore()
      socket.destroy()
      resolve(statuses)
    })
    socket.on('connect', sendMore)
    socket.on('timeout', () => socket.destroy(new Error(`${answered} of ${addresses.length} answered`)))
    socket.on('error', reject)
  })
}
const addressOf = (i: number): string => `10.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}`

test('B8 over HTTP, 100,000 addresses cost as much CPU per request as 1,000', { timeout: 1_800_000 }, async () => {
  const total = scaled(100_000, 3_000)
  const [addresses, batch] = [scaled(1_000, 100), scaled(5_000, 1_000)]
  const used = { few: 0, many: 0 }
  const measure = async (name: 'few' | 'many', server: Counting, from: number, modulo: number): Promise<void> => {
    const before = await server.cpu()
    const statuses = await sendRequests(
      server.port,
      Array.from({ length: batch }, (_, i) => addressOf((from + i) % modulo)),
    )
    used[name] += (await server.cpu()) - before
    assert.deepEqual(statuses, new Map([['200', batch]]))
  }
  // The first round compiles the code of both and is not counted.
  for (const server of [few, many])
    await sendRequests(
      server.port,
      Array.from({ length: 1_000 }, (_, i) => `172.16.${i >> 8}.${i & 255}`),
    )
  const begun = performance.now()
  for (let from = 0; from < total; from += batch) {
    await measure('few', few, from, addresses)
    await measure('many', many, from, total)
  }
  const [few_us, many_us] = [(1e6 * used.few) / total, (1e6 * used.many) / total]
  reportEvidence('rate-limiter', {
    http: {
      requests: total,
      addresses: { few: addresses, many: total },
      cpu_us_per_request: { few: Math.round(few_us), many: Math.round(many_us) },
      ratio: Number((many_us / few_us).toFixed(2)),
      seconds: Math.round((performance.now() - begun) / 1_000),
    },
  })
  assert.ok(many_us < 2 * few_us, `${few_us.toFixed(0)} µs with ${addresses} addresses, ${many_us.toFixed(0)} µs with ${total}`)
})
test('B8 in the limiter, the cost of a new client does not grow with the number of live ones', () => {
  const limiter = createMemoryRateLimiter(() => 0)
  const cpuOf = (from: number, count: number): number => {
    const before = process.cpuUsage()
    for (let i = from; i < from + count; i += 1) void limiter.increment(`anonymous ${addressOf(i)}`, 60_000)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / count
  }
  const few_us = cpuOf(0, 1_000)
  cpuOf(1_000, 120_000)
  const many_us = cpuOf(121_000, 20_000)
  const full = cpuOf(141_000, scaled(1_000_000, 100_000))
  const round = (us: number): number => Number(us.toFixed(2))
  reportEvidence('rate-limiter', {
    limiter: { cpu_us_per_new_client: { live_1_000: round(few_us), live_121_000: round(many_us), bounded_at_1_141_000: round(full) } },
  })
  assert.ok(Math.max(many_us, full) < 100, `${few_us.toFixed(1)} µs, then ${many_us.toFixed(1)} and ${full.toFixed(1)} µs`)
})
test('B8 forged addresses of one IPv6 /64 share one budget', async () => {
  const count = scaled(10_000, 1_000)
  const forged = Array.from({ length: count }, (_, i) => `2001:db8:5:6:${(i & 0xffff).toString(16)}:${((i * 31) & 0xffff).toString(16)}::1`)
  const statuses = await sendRequests(few.port, forged)
  reportEvidence('rate-limiter', { forged: { addresses: count, answered_200: statuses.get('200'), answered_429: statuses.get('429') } })
  assert.deepEqual([statuses.get('200'), statuses.get('429')], [RATE, count - RATE])
})
