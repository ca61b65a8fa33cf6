// F5: whatever a server does, it is over by the deadline, nothing beyond the limit is kept, and no connection stays behind.
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { EgressError, createEgress } from '../../src/kernel/outbound/egress.ts'

const DEADLINE_MS = 1_500
const LATE_MS = 500
const MAX_BYTES = 10 * 1_048_576
const MEMORY_BYTES = 128 * 1_048_576

/** Expected result of each hostile response; all others fail. */
const OUTCOMES: Readonly<Record<string, string>> = {
  fine: 'fine',
  'held-open': 'fine',
  'length-too-short': 'fine',
  'redirect-with-endless-body': 'fine',
  'endless-body': 'too_large',
  'endless-chunks': 'too_large',
  'ten-gigabytes': 'too_large',
  'chunk-of-exabytes': 'too_large',
  'gzip-bomb': 'too_large',
  'brotli-bomb': 'too_large',
  'deflate-bomb': 'too_large',
  'endless-gzip': 'too_large',
  'gzip-without-output': 'too_large',
  'gzip-twice': 'encoding',
  'unknown-coding': 'encoding',
  'endless-redirect': 'redirects',
  'redirect-to-nothing': 'url',
  'redirect-far': 'url',
  silent: 'deadline',
  'endless-hints': 'deadline',
  'drip-status': 'deadline',
  'drip-header-lines': 'deadline',
  'drip-body': 'deadline',
  'drip-chunks': 'deadline',
  'held-open-without-length': 'deadline',
}

const server = fork(new URL('./hostile.ts', import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
after(() => server.disconnect())
const [{ ports, tricks }] = (await once(server, 'message')) as [{ ports: [number, number]; tricks: string[] }]
const [port, mute] = ports
const egress = createEgress({
  deadlineMs: DEADLINE_MS,
  maxBytes: MAX_BYTES,
  redirects: 3,
  ports: [80, 443],
  allow: ports.map((one) => `127.0.0.1:${one}`),
  dns: [],
  inFlight: 16,
})
const outcome = async (path: string, base = `http://127.0.0.1:${port}`): Promise<string> => {
  try {
    return String((await egress.fetch(`${base}/${path}`)).body)
  } catch (error) {
    assert.ok(error instanceof EgressError, String(error))
    return error.reason
  }
}
interface Measured<T> {
  readonly result: T
  readonly ms: number
  readonly grown: number
}
/** Runs it, and gives the milliseconds and the bytes by which the process grew at its peak. */
const measured = async <T>(work: () => Promise<T>): Promise<Measured<T>> => {
  const before = process.memoryUsage.rss()
  let peak = before
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5)
  const start = performance.now()
  const result = await work()
  const ms = performance.now() - start
  clearInterval(timer)
  return { result, ms, grown: Math.max(peak, process.memoryUsage.rss()) - before }
}
const stillOpen = async (): Promise<number> => {
  for (let i = 0; i < 50; i += 1) {
    if ((await outcome('open')) === '0') return 0
    await setTimeout(20)
  }
  return Number(await outcome('open'))
}

void test('F5 every trick ends as it should, in time, within memory, and leaves no connection', { timeout: 60_000 }, async (t) => {
  const wrong: string[] = []
  let [slowest, largest] = [0, 0]
  const tell = ({ result, ms, grown }: Measured<string>, trick: string): void => {
    ;[slowest, largest] = [Math.max(slowest, ms), Math.max(largest, grown)]
    if (result !== (OUTCOMES[trick] ?? 'failed')) wrong.push(`${trick}: ${result.slice(0, 100)}`)
    if (ms > DEADLINE_MS + LATE_MS) wrong.push(`${trick} took ${ms} ms`)
    if (grown > MEMORY_BYTES) wrong.push(`${trick} took ${grown} bytes`)
  }
  const isSlow = (trick: string): boolean => OUTCOMES[trick] === 'deadline'
  for (const trick of tricks.filter((one) => !isSlow(one))) tell(await measured(() => outcome(trick)), trick)
  // Those that only the deadline ends wait together.
  await Promise.all(tricks.filter(isSlow).map(async (trick) => tell(await measured(() => outcome(trick)), trick)))
  t.diagnostic(`${tricks.length} tricks, the slowest ${Math.round(slowest)} ms, the largest ${Math.round(largest / 1_048_576)} MB`)
  assert.deepEqual(wrong, [])
  assert.equal(await stillOpen(), 0)
})
void test('F5 noise and silence instead of TLS', async () => {
  const noise = await measured(() => outcome('', `https://127.0.0.1:${port}`))
  assert.deepEqual([noise.result, noise.ms < DEADLINE_MS], ['failed', true])
  const silence = await measured(() => outcome('', `https://127.0.0.1:${mute}`))
  assert.deepEqual([silence.result, silence.ms < DEADLINE_MS + LATE_MS], ['deadline', true])
  assert.equal(await stillOpen(), 0)
})
void test('F5 sixteen concurrent fetches stay within the memory limit, and a seventeenth is rejected', async (t) => {
  const many = [
    'endless-body',
    'endless-gzip',
    'gzip-bomb',
    'brotli-bomb',
    'drip-body',
    'endless-headers',
    'endless-chunks',
    'gzip-without-output',
  ]
  const { result, ms, grown } = await measured(() => Promise.all([...many, ...many, 'fine'].map((trick) => outcome(trick))))
  t.diagnostic(`sixteen at once: ${Math.round(ms)} ms, ${Math.round(grown / 1_048_576)} MB`)
  assert.equal(result.at(-1), 'busy')
  assert.deepEqual(
    result.slice(0, 16).filter((one) => !['too_large', 'failed', 'deadline'].includes(one)),
    [],
  )
  assert.ok(ms < DEADLINE_MS + LATE_MS, `${ms} ms`)
  // Each may hold what it read, and once more while it is put together.
  assert.ok(grown < 16 * 2 * MAX_BYTES, `${grown}`)
  assert.equal(await stillOpen(), 0)
})
void test('F5 a limit and a deadline of one errand hold', async () => {
  await assert.rejects(egress.fetch(`http://127.0.0.1:${port}/fine`, { maxBytes: 3 }), { reason: 'too_large' })
  assert.equal(String((await egress.fetch(`http://127.0.0.1:${port}/fine`, { maxBytes: 4 })).body), 'fine')
  const start = performance.now()
  await assert.rejects(egress.fetch(`http://127.0.0.1:${port}/silent`, { deadlineMs: 100 }), { reason: 'deadline' })
  assert.ok(performance.now() - start < 100 + LATE_MS)
})
