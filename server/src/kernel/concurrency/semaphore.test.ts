// Semaphores: order of permits, bounds of the queue, and memory of keys.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKeyedSemaphore, createSemaphore, type Release } from './semaphore.ts'
import { Problem } from '../errors/problems.ts'

const isOverloaded = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'rest_overloaded' && error.details.headers?.['retry-after'] !== undefined
const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

void test('a semaphore grants a limited number of permits, in the order of arrival', async () => {
  const semaphore = createSemaphore({ limit: 2, queue: 10, waitMs: 1_000 })
  const [first, second] = [await semaphore.acquire(), await semaphore.acquire()]
  const order: number[] = []
  const waiting = [1, 2, 3].map(async (n) => {
    const release = await semaphore.acquire()
    order.push(n)
    return release
  })
  await tick()
  assert.deepEqual([order, semaphore.active, semaphore.waiting], [[], 2, 3])
  first()
  first()
  await tick()
  assert.deepEqual([order, semaphore.active, semaphore.waiting], [[1], 2, 2])
  second()
  await tick()
  assert.deepEqual(order, [1, 2])
  for (const release of await Promise.all([waiting[0], waiting[1]])) release?.()
  ;(await waiting[2])?.()
  assert.deepEqual([order, semaphore.active, semaphore.waiting], [[1, 2, 3], 0, 0])
})

void test('a full queue rejects immediately, and timed-out or aborted requests leave it', async () => {
  const semaphore = createSemaphore({ limit: 1, queue: 2, waitMs: 30 })
  const release = await semaphore.acquire()
  const controller = new AbortController()
  const late = semaphore.acquire()
  const left = semaphore.acquire({ waitMs: 10_000, signal: controller.signal })
  await assert.rejects(semaphore.acquire(), isOverloaded)
  controller.abort(new Error('gone'))
  await assert.rejects(left, /gone/)
  await assert.rejects(late, isOverloaded)
  assert.equal(semaphore.waiting, 0)
  release()
  const again = await semaphore.acquire()
  assert.equal(semaphore.active, 1)
  again()
})

void test('0 is no limit', async () => {
  const semaphore = createSemaphore({ limit: 0, queue: 0, waitMs: 0 })
  await Promise.all(Array.from({ length: 1_000 }, () => semaphore.acquire()))
  assert.equal(semaphore.active, 0)
})

void test('keys are independent, and a key without permits uses no memory', async () => {
  const semaphore = createKeyedSemaphore({ limit: 1, queue: 0, waitMs: 0 })
  const releases: Release[] = []
  for (let i = 0; i < 1_000; i += 1) releases.push(await semaphore.acquire(`client ${i}`))
  await assert.rejects(semaphore.acquire('client 7'), isOverloaded)
  assert.equal(semaphore.keys, 1_000)
  for (const release of releases) release()
  assert.equal(semaphore.keys, 0)
})

void test('a key uses no memory without a limit, or after an abort', async () => {
  const unlimited = createKeyedSemaphore({ limit: 0, queue: 0, waitMs: 0 })
  for (let i = 0; i < 10; i += 1) await unlimited.acquire(`client ${i}`)
  assert.equal(unlimited.keys, 0)
  const limited = createKeyedSemaphore({ limit: 1, queue: 0, waitMs: 0 })
  for (let i = 0; i < 10; i += 1)
    await assert.rejects(limited.acquire(`client ${i}`, { signal: AbortSignal.abort(new Error('gone')) }), /gone/)
  assert.equal(limited.keys, 0)
})
