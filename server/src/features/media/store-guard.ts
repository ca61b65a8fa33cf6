// Adds deadlines to the store: an operation on a disk that fails or hangs ends with 503, and the cause is logged.
import { createSemaphore } from '../../kernel/concurrency/semaphore.ts'
import { withDiskDeadline } from '../../kernel/concurrency/disk-deadline.ts'
import { mediaUnavailable, Problem } from '../../kernel/errors/problems.ts'
import type { FolderState, MediaFolder } from './media-folder.ts'
import type { Store } from './store.ts'

const DEADLINE_MS = 5_000
/** Node has four threads for files, compression and password hashes. A disk that hangs may occupy two of them. */
const MAX_CONCURRENT = 2

type Guarded = Pick<Store, 'createTempFolder' | 'place' | 'find' | 'remove' | 'restore'>
/** States in which writes are refused. While the folder hangs, reads are refused too. */
const READ_ONLY_STATES: readonly FolderState[] = ['unchecked', 'foreign', 'unclaimed', 'missing', 'hanging']

export function guardStore(store: Store, folder: MediaFolder, deadlineMs = DEADLINE_MS): Store {
  // The wait is longer than the deadline, which determines the response. An abandoned operation leaves the queue afterwards.
  const permits = createSemaphore({ limit: MAX_CONCURRENT, queue: Number.POSITIVE_INFINITY, waitMs: 2 * deadlineMs })
  const withPermit = async <T>(work: () => Promise<T>): Promise<T> => {
    const release = await permits.acquire()
    return work().finally(release)
  }
  const run = async <T>(name: keyof Guarded, work: () => Promise<T>): Promise<T> => {
    const { state, found } = folder.report().state === 'unchecked' ? await folder.check() : folder.report()
    if (state === 'hanging' || (name !== 'find' && READ_ONLY_STATES.includes(state))) throw unavailable(new Error(found))
    try {
      return await withDiskDeadline(withPermit(work), deadlineMs, async () => {
        // The check logs whether the whole folder hangs.
        void folder.check()
        throw new Error(`${name} on the media folder did not finish within ${deadlineMs / 1_000} s`)
      })
    } catch (error) {
      throw unavailable(error)
    }
  }
  return {
    ...store,
    createTempFolder: () => run('createTempFolder', () => store.createTempFolder()),
    place: (digest, from) => run('place', () => store.place(digest, from)),
    find: (digest, name) => run('find', () => store.find(digest, name)),
    remove: (digest) => run('remove', () => store.remove(digest)),
    restore: (digest) => run('restore', () => store.restore(digest)),
  }
}

const unavailable = (cause: unknown): Problem => (cause instanceof Problem ? cause : mediaUnavailable(cause))
