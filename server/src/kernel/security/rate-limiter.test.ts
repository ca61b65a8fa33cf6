// Rate limits in memory: windows, costs, and bounded memory.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMemoryRateLimiter, type RateUsage } from './rate-limiter.ts'

const MINUTE = 60_000
function limiterAt(): { now: number; take: (key: string, cost?: number) => RateUsage; peek: (key: string) => unknown } {
  const clock = { now: 1_000_000 }
  const limiter = createMemoryRateLimiter(() => clock.now)
  return Object.assign(clock, {
    take: (key: string, cost = 1) => limiter.increment(key, MINUTE, cost) as RateUsage,
    peek: (key: string) => limiter.peek(key),
  })
}

test('a window starts with the first request, adds costs, and ends', () => {
  const limiter = limiterAt()
  assert.deepEqual(limiter.take('anonymous a'), { count: 1, resetMs: MINUTE })
  limiter.now += 20_000
  assert.deepEqual(limiter.take('anonymous a', 5), { count: 6, resetMs: 40_000 })
  assert.deepEqual([limiter.peek('anonymous a'), limiter.peek('anonymous b')], [6, 0])
  limiter.now += 40_000
  assert.equal(limiter.peek('anonymous a'), 0)
  assert.deepEqual(limiter.take('anonymous a'), { count: 1, resetMs: MINUTE })
})
test('a window survives the rotation of the counters', () => {
  const limiter = limiterAt()
  limiter.take('anonymous first')
  for (const at of [30_000, 59_000]) {
    limiter.now = 1_000_000 + at
    limiter.take(`anonymous ${at}`, 3)
  }
  limiter.now = 1_000_000 + 61_000
  limiter.take('anonymous other')
  assert.deepEqual([limiter.peek('anonymous 30000'), limiter.peek('anonymous 59000')], [3, 3])
})
test('B8 100,000 other clients do not evict a counter, nor any counter of another limit', () => {
  const limiter = limiterAt()
  limiter.take('guess event 1 192.0.2.1', 9)
  limiter.take('anonymous 192.0.2.1', 9)
  for (let i = 0; i < 99_999; i += 1) limiter.take(`anonymous ${i}`)
  assert.equal(limiter.peek('anonymous 192.0.2.1'), 9)
  for (let i = 0; i < 300_000; i += 1) limiter.take(`anonymous x${i}`)
  assert.equal(limiter.peek('guess event 1 192.0.2.1'), 9, 'a flood of requests leaves wrong guesses alone')
  assert.equal(limiter.peek('anonymous 192.0.2.1'), 0, 'memory is bounded: the oldest requests are forgotten')
})
