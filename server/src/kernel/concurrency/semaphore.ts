// Semaphores whose queue is bounded in length and in time, and maps of such semaphores by key.
import { overloaded } from '../errors/problems.ts'

export interface SemaphoreSettings {
  /** Permits that can be held concurrently; 0 is no limit. */
  readonly limit: number
  /** Requests that may wait for a permit. Further requests are refused immediately. */
  readonly queue: number
  /** Milliseconds that a request may wait. */
  readonly waitMs: number
}
export type Release = () => void
export interface AcquireOptions {
  readonly waitMs?: number
  readonly queue?: number
  /** On abort, the request leaves the queue and the promise rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
}
export interface Semaphore {
  /** Grants permits in the order of arrival. Rejects with 503 if the queue is full or the wait times out. A second release has no effect. */
  acquire(options?: AcquireOptions): Promise<Release>
  readonly active: number
  readonly waiting: number
}

const UNLIMITED: Release = () => undefined

export function createSemaphore(
  { limit, queue: defaultQueue, waitMs: defaultWaitMs }: SemaphoreSettings,
  onIdle: () => void = UNLIMITED,
): Semaphore {
  const waiters: ((release: Release) => void)[] = []
  let active = 0
  const createRelease = (): Release => {
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      const next = waiters.shift()
      if (next) return next(createRelease())
      active -= 1
      if (active === 0) onIdle()
    }
  }
  const wait = (waitMs: number, signal: AbortSignal | undefined): Promise<Release> =>
    new Promise((resolve, reject) => {
      const settle = (finish: () => void): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
        finish()
      }
      const leave = (reason: unknown): void => {
        waiters.splice(waiters.indexOf(waiter), 1)
        settle(() => reject(reason))
      }
      const waiter = (release: Release): void => settle(() => resolve(release))
      const onAbort = (): void => leave(signal?.reason)
      const timer = setTimeout(() => leave(overloaded('queue_timeout')), waitMs)
      signal?.addEventListener('abort', onAbort)
      waiters.push(waiter)
    })
  return {
    async acquire({ waitMs = defaultWaitMs, queue = defaultQueue, signal } = {}) {
      if (limit === 0) return UNLIMITED
      signal?.throwIfAborted()
      if (active < limit) {
        active += 1
        return createRelease()
      }
      if (waiters.length >= queue || waitMs <= 0) throw overloaded(waitMs <= 0 ? 'queue_timeout' : 'queue_full')
      return wait(waitMs, signal)
    },
    get active() {
      return active
    },
    get waiting() {
      return waiters.length
    },
  }
}

export interface KeyedSemaphore {
  acquire(key: string, options?: AcquireOptions): Promise<Release>
  /** Keys that hold or wait for a permit. */
  readonly keys: number
}
/** Creates one semaphore per key. A key without permits uses no memory. */
export function createKeyedSemaphore(settings: SemaphoreSettings): KeyedSemaphore {
  const semaphores = new Map<string, Semaphore>()
  return {
    async acquire(key, options) {
      // Without a permit, no release would delete the key.
      if (settings.limit === 0) return UNLIMITED
      options?.signal?.throwIfAborted()
      let semaphore = semaphores.get(key)
      if (semaphore === undefined) semaphores.set(key, (semaphore = createSemaphore(settings, () => semaphores.delete(key))))
      return semaphore.acquire(options)
    },
    get keys() {
      return semaphores.size
    },
  }
}
