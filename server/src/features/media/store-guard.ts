// Guards the store: operations on a disk that fails or hangs end with 503 after a deadline, and the cause is logged.
import { createSemaphore } from '../../kernel/concurrency/semaphore.ts'
import { withDiskDeadline } from '../../kernel/concurrency/disk-deadline.ts'
import { mediaUnavailable, Problem } from '../../kernel/errors/problems.ts'
import type { FolderState, MediaFolder } from './media-folder.ts'
import type { Store } from './store.ts'

const DEADLINE_MS = 5_000
/** A process has four threads for files, compression and passwords; a disk that hangs may occupy two of them. */
const CONCURRENT = 2

type Guarded = Pick<Store, 'scratch' | 'place' | 'find' | 'remove' | 'restore'>
/** In these states writes are refused; while the folder hangs, reads are refused too. */
const CLOSED: readonly FolderState[] = ['unchecked', 'foreign', 'unclaimed', 'missing', 'hanging']

export function guardStore(store: Store, folder: MediaFolder, deadlineMs = DEADLINE_MS): Store {
  // Longer than the deadline, which decides the response; an operation that was given up leaves the queue afterwards.
  const permits = createSemaphore({ limit: CONCURRENT, queue: Number.POSITIVE_INFINITY, waitMs: 2 * deadlineMs })
  const withPermit = async <T>(work: () => Promise<T>): Promise<T> => {
    const release = await permits.acquire()
    return work().finally(release)
  }
  const run = async <T>(name: keyof Guarded, work: () => Promise<T>): Promise<T> => {
    const { state, found } = folder.report().state === 'unchecked' ? await folder.check() : folder.report()
    if (state === 'hanging' || (name !== 'find' && CLOSED.includes(state))) throw unavailable(new Error(found))
    try {
      return await withDiskDeadline(withPermit(work), deadlineMs, async () => {
        // The check logs whether the whole folder hangs.
        void folder.check()
        throw new Error(`the media folder did not ${name} within ${deadlineMs / 1_000} s`)
      })
    } catch (error) {
      throw unavailable(error)
    }
  }
  return {
    ...store,
    scratch: () => run('scratch', () => store.scratch()),
    place: (digest, from) => run('place', () => store.place(digest, from)),
    find: (digest, name) => run('find', () => store.find(digest, name)),
    remove: (digest) => run('remove', () => store.remove(digest)),
    restore: (digest) => run('restore', () => store.restore(digest)),
  }
}

const unavailable = (cause: unknown): Problem => (cause instanceof Problem ? cause : mediaUnavailable(cause))
