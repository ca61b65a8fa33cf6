// Tests that a disk that hangs delays a request by at most the deadline, and occupies at most two threads of the process.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../kernel/errors/problems.ts'
import type { StoreMonitor, StoreReport, StoreState } from './store-monitor.ts'
import { DISK_LIMITS, guardStore } from './store-guard.ts'
import type { Store } from './store.ts'

const monitorIn = (state: StoreState): Pick<StoreMonitor, 'report' | 'check'> => {
  const report: StoreReport = { state, found: '', remedy: '' }
  return { report: () => report, check: async () => report }
}
const isUnavailable = (error: unknown): boolean => error instanceof Problem && error.code === 'rest_media_unavailable'

void test('A3 operations that hang end after the deadline, and only two of them run at a time', async () => {
  let running = 0
  const never = (): Promise<never> => {
    running += 1
    return new Promise(() => undefined)
  }
  const store = guardStore({ find: never, createTempFolder: never } as unknown as Store, monitorIn('ok'), {
    ...DISK_LIMITS,
    deadlineMs: 50,
  })
  const ended = await Promise.allSettled([store.find('a', 'b'), store.createTempFolder(), store.find('c', 'd'), store.find('e', 'f')])
  assert.deepEqual(
    ended.map((each) => each.status === 'rejected' && isUnavailable(each.reason)),
    [true, true, true, true],
  )
  assert.equal(running, 2)
})
void test('A3 a folder that may belong to another calendar is read but not written to; while it hangs, no operation starts', async () => {
  let calls = 0
  const work = async (): Promise<null> => {
    calls += 1
    return null
  }
  const of = (state: StoreState): Store =>
    guardStore({ find: work, createTempFolder: work, remove: work } as unknown as Store, monitorIn(state), DISK_LIMITS)
  for (const state of ['foreign', 'unclaimed', 'missing', 'unchecked'] as const) {
    await of(state).find('a', 'b')
    await assert.rejects(of(state).createTempFolder(), isUnavailable)
    await assert.rejects(of(state).remove('a'), isUnavailable)
  }
  assert.equal(calls, 4)
  await assert.rejects(of('hanging').find('a', 'b'), isUnavailable)
  assert.equal(calls, 4)
  await of('unwritable').createTempFolder()
  assert.equal(calls, 5, 'the operation itself finds out whether the folder is writable now')
})
void test('at most two operations run at a time, and all of them finish', async () => {
  let most = 0
  let running = 0
  const find = async (): Promise<null> => {
    most = Math.max(most, ++running)
    await new Promise((done) => setTimeout(done, 2))
    running -= 1
    return null
  }
  const store = guardStore({ find } as unknown as Store, monitorIn('ok'), DISK_LIMITS)
  await Promise.all(Array.from({ length: 20 }, () => store.find('a', 'b')))
  assert.deepEqual([most, running], [2, 0])
})
