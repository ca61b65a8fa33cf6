// Deadlines of handlers: work in time, work that ends after the abort, and work that hangs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runWithDeadline } from './handler-deadline.ts'
import { Problem } from '../errors/problems.ts'

const isOverloaded = (error: unknown): boolean => error instanceof Problem && error.code === 'rest_overloaded'
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

void test('work that meets its deadline is returned and not aborted', async () => {
  const controller = new AbortController()
  assert.equal(await runWithDeadline({ timeoutMs: 50, graceMs: 50 }, controller, async () => 'done'), 'done')
  await pause(60)
  assert.equal(controller.signal.aborted, false)
})
void test('work that heeds the signal rejects; work that completes despite it succeeds', async () => {
  const heeding = new AbortController()
  const waits = () =>
    new Promise<never>((_, reject) => heeding.signal.addEventListener('abort', () => reject(heeding.signal.reason as Error)))
  await assert.rejects(runWithDeadline({ timeoutMs: 10, graceMs: 5_000 }, heeding, waits), isOverloaded)
  const committed = new AbortController()
  const late = (): Promise<string> => pause(30).then(() => 'committed')
  assert.equal(await runWithDeadline({ timeoutMs: 10, graceMs: 5_000 }, committed, late), 'committed')
  assert.equal(committed.signal.aborted, true)
})
void test('work that hangs is abandoned', async () => {
  const start = performance.now()
  await assert.rejects(
    runWithDeadline({ timeoutMs: 10, graceMs: 50 }, new AbortController(), () => new Promise<never>(() => undefined)),
    isOverloaded,
  )
  assert.ok(performance.now() - start < 10_000)
})
