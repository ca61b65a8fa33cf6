// Adds deadlines to the store: an operation on a disk or a service that fails or hangs ends with 503, and the cause is logged.
import { createSemaphore } from '../../kernel/concurrency/semaphore.ts'
import { withDiskDeadline } from '../../kernel/concurrency/disk-deadline.ts'
import { errorCode } from '../../kernel/database/database-errors.ts'
import { DEADLINE } from '../../kernel/outbound/s3-bucket.ts'
import { mediaUnavailable, Problem } from '../../kernel/errors/problems.ts'
import type { StoreMonitor, StoreState } from './store-monitor.ts'
import type { Store } from './store.ts'

export interface GuardLimits {
  readonly deadlineMs: number
  readonly concurrent: number
  /** How long an operation may wait for the others. */
  readonly queueMs: number
}
/**
 * Node has four threads for files, compression and password hashes. A disk that hangs may occupy two of them. The queue is longer than the deadline,
 * which determines the response.
 */
export const DISK_LIMITS: GuardLimits = { deadlineMs: 5_000, concurrent: 2, queueMs: 10_000 }

type Guarded = Pick<Store, 'createTempFolder' | 'place' | 'find' | 'remove' | 'moveToTrash' | 'placeInTrash' | 'restore'>
/** States in which writes are refused. While the store hangs, reads are refused too. */
const READ_ONLY_STATES: readonly StoreState[] = ['unchecked', 'foreign', 'unclaimed', 'missing', 'hanging']

export function guardStore(
  store: Store,
  monitor: Pick<StoreMonitor, 'report' | 'check'>,
  { deadlineMs, concurrent, queueMs }: GuardLimits,
): Store {
  const permits = createSemaphore({ limit: concurrent, queue: Number.POSITIVE_INFINITY, waitMs: queueMs })
  const withPermit = async <T>(work: () => Promise<T>): Promise<T> => {
    const release = await permits.acquire()
    return work().finally(release)
  }
  const run = async <T>(name: keyof Guarded, work: () => Promise<T>): Promise<T> => {
    const { state, found } = monitor.report().state === 'unchecked' ? await monitor.check() : monitor.report()
    if (state === 'hanging' || (name !== 'find' && READ_ONLY_STATES.includes(state))) throw unavailable(new Error(found))
    try {
      return await withDiskDeadline(withPermit(work), deadlineMs, async () => {
        // The check logs whether the whole store hangs.
        void monitor.check()
        throw new Error(`${name} on the media store did not finish within ${deadlineMs / 1_000} s`)
      })
    } catch (error) {
      if (errorCode(error) === DEADLINE) void monitor.check()
      throw unavailable(error)
    }
  }
  return {
    ...store,
    createTempFolder: () => run('createTempFolder', () => store.createTempFolder()),
    place: (digest, from) => run('place', () => store.place(digest, from)),
    find: async (digest, name) => {
      const file = await run('find', () => store.find(digest, name))
      return file && { ...file, read: (first, last) => run('find', () => file.read(first, last)) }
    },
    remove: (digest) => run('remove', () => store.remove(digest)),
    moveToTrash: (digest, before, now) => run('moveToTrash', () => store.moveToTrash(digest, before, now)),
    placeInTrash: (digest, from, now) => run('placeInTrash', () => store.placeInTrash(digest, from, now)),
    restore: (digest) => run('restore', () => store.restore(digest)),
  }
}

const unavailable = (cause: unknown): Problem => (cause instanceof Problem ? cause : mediaUnavailable(cause))
