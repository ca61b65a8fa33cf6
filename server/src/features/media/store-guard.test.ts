// A disk that hangs costs a request a deadline, and the process no more than two threads.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../kernel/errors/problems.ts'
import type { FolderReport, FolderState, MediaFolder } from './media-folder.ts'
import { guardStore } from './store-guard.ts'
import type { Store } from './store.ts'

const folderIn = (state: FolderState): MediaFolder => {
  const report: FolderReport = { state, found: '', remedy: '' }
  return { report: () => report, check: async () => report }
}
const isUnavailable = (error: unknown): boolean => error instanceof Problem && error.code === 'rest_media_unavailable'

void test('A3 operations that hang end after the deadline, and only two of them run at a time', async () => {
  let running = 0
  const never = (): Promise<never> => {
    running += 1
    return new Promise(() => undefined)
  }
  const store = guardStore({ find: never, scratch: never } as unknown as Store, folderIn('ok'), 50)
  const ended = await Promise.allSettled([store.find('a', 'b'), store.scratch(), store.find('c', 'd'), store.find('e', 'f')])
  assert.deepEqual(
    ended.map((each) => each.status === 'rejected' && isUnavailable(each.reason)),
    [true, true, true, true],
  )
  assert.equal(running, 2)
})
void test('A3 in a folder that is not known to be ours files are read, and nothing is written; while it hangs nothing is tried', async () => {
  let calls = 0
  const work = async (): Promise<null> => {
    calls += 1
    return null
  }
  const of = (state: FolderState): Store => guardStore({ find: work, scratch: work, remove: work } as unknown as Store, folderIn(state))
  for (const state of ['foreign', 'unclaimed', 'missing', 'unchecked'] as const) {
    await of(state).find('a', 'b')
    await assert.rejects(of(state).scratch(), isUnavailable)
    await assert.rejects(of(state).remove('a'), isUnavailable)
  }
  assert.equal(calls, 4)
  await assert.rejects(of('hanging').find('a', 'b'), isUnavailable)
  assert.equal(calls, 4)
  await of('unwritable').scratch()
  assert.equal(calls, 5, 'the disk says whether it can be written to now')
})
void test('one after the other has its turn', async () => {
  let most = 0
  let running = 0
  const find = async (): Promise<null> => {
    most = Math.max(most, ++running)
    await new Promise((done) => setTimeout(done, 2))
    running -= 1
    return null
  }
  const store = guardStore({ find } as unknown as Store, folderIn('ok'))
  await Promise.all(Array.from({ length: 20 }, () => store.find('a', 'b')))
  assert.deepEqual([most, running], [2, 0])
})
