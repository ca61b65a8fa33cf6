import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { bufferLogEntries, REQUEST_COMPLETED } from './log-output.ts'

/** A logger, and the number of lines of each write. */
function record() {
  const writes: number[] = []
  const log = pino(
    {},
    bufferLogEntries((lines) => void writes.push(lines.trimEnd().split('\n').length)),
  )
  return { writes, log }
}

void test('completed requests of a moment are written together, and those after it by themselves', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { writes, log } = record()
  log.info({ status: 200 }, REQUEST_COMPLETED)
  log.info({ status: 200 }, REQUEST_COMPLETED)
  assert.deepEqual(writes, [])
  t.mock.timers.tick(100)
  assert.deepEqual(writes, [2])
  log.info({ status: 200 }, REQUEST_COMPLETED)
  t.mock.timers.tick(100)
  assert.deepEqual(writes, [2, 1])
})

void test('other entries are written at once, after those that wait', () => {
  const { writes, log } = record()
  log.info(REQUEST_COMPLETED)
  log.warn('warning')
  assert.deepEqual(writes, [2])
  log.info('listening')
  assert.deepEqual(writes, [2, 1])
})

void test('a write has at most 4,096 bytes, except that of one longer entry', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const sizes: number[] = []
  const log = pino(
    {},
    bufferLogEntries((lines) => void sizes.push(Buffer.byteLength(lines))),
  )
  for (let i = 0; i < 40; i += 1) log.info({ path: 'ü'.repeat(300) }, REQUEST_COMPLETED)
  assert.ok(sizes.length > 4)
  assert.ok(Math.max(...sizes) <= 4_096 && Math.min(...sizes) > 2_000, sizes.join())
  log.info({ path: 'x'.repeat(9_000) }, REQUEST_COMPLETED)
  t.mock.timers.tick(100)
  assert.ok((sizes.at(-1) ?? 0) > 9_000)
})
