// Contract 11.1: large HTML is sanitized in worker threads, with a deadline.
import assert from 'node:assert/strict'
import { syncBuiltinESMExports } from 'node:module'
import { test } from 'node:test'
import threads from 'node:worker_threads'
import { sanitizeHtml, MAX_NESTING } from './html.ts'
import { sanitizeInWorker } from './html-worker-pool.ts'
import { FieldError, Problem } from '../errors/problems.ts'

const LARGE = '<p onclick="x()">Fish & chips</p>'.repeat(6_000)

// This test runs first, because it needs a pool without threads.
void test('a thread that cannot be started does not count as running', async (t) => {
  const refusing = t.mock.method(threads, 'Worker', function () {
    throw new Error('Worker initialization failure: EAGAIN')
  })
  syncBuiltinESMExports()
  for (let i = 0; i < 3; i += 1)
    await assert.rejects(sanitizeInWorker(['<b>x']), (error) => error instanceof Problem && error.status === 503)
  refusing.mock.restore()
  syncBuiltinESMExports()
  assert.equal(refusing.mock.callCount(), 3)
  assert.equal((await sanitizeInWorker(['<b>x'])).get('<b>x'), '<b>x</b>')
})
void test('a thread sanitizes like the event loop, without blocking it', async () => {
  await sanitizeInWorker(['<b>'])
  const before = process.threadCpuUsage()
  const deep = '<i>'.repeat(MAX_NESTING + 1)
  const cleaned = await sanitizeInWorker([LARGE, deep, 'plain'])
  const { user, system } = process.threadCpuUsage(before)
  const inline = process.threadCpuUsage()
  const expected = sanitizeHtml(LARGE)
  const spent = process.threadCpuUsage(inline)
  assert.equal(cleaned.get(LARGE), expected)
  assert.deepEqual(cleaned.get(deep), new FieldError('too_deep', { max: MAX_NESTING }))
  assert.equal(cleaned.get('plain'), 'plain')
  assert.ok(user + system < (spent.user + spent.system) / 2, `${user + system} µs here, ${spent.user + spent.system} µs inline`)
})
void test('a batch that misses the deadline is rejected, and the next one is sanitized', async () => {
  const late = await Promise.all([1, 2, 3, 4].map(() => sanitizeInWorker([LARGE], 1)))
  for (const cleaned of late) assert.deepEqual(cleaned.get(LARGE), new FieldError('too_complex'))
  assert.equal((await sanitizeInWorker(['<b>x'])).get('<b>x'), '<b>x</b>')
})
void test('the queue of batches is bounded', async () => {
  const results = await Promise.allSettled(Array.from({ length: 60 }, () => sanitizeInWorker(['<b>x'])))
  const refused = results.filter((result) => result.status === 'rejected')
  assert.equal(refused.length, 60 - 52)
  for (const { reason } of refused) assert.ok(reason instanceof Problem && reason.status === 503)
})
