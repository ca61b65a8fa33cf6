import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLogger } from './kernel/runtime/logger.ts'
import { maintainStore } from './media.ts'

void test('each process deletes old temporary folders of uploads, soon after its start and every hour', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.UTC(2026, 0, 1) })
  const deletedBefore: string[] = []
  const maintenance = maintainStore({
    monitor: { check: async () => undefined } as never,
    store: { deleteTempFolders: async (before: Temporal.Instant) => void deletedBefore.push(before.toString()) } as never,
    log: createLogger('silent'),
  })
  const wait = async (ms: number): Promise<void> => {
    t.mock.timers.tick(ms)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await wait(60_000)
  assert.equal(deletedBefore.length, 1)
  for (let minutes = 0; minutes < 60; minutes += 1) await wait(60_000)
  assert.equal(deletedBefore.length, 2)
  await maintenance.stop()
})
