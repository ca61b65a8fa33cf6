// Deadlines: work is told to stop when its time is over, and is given up if it does not.
import { busy } from './problems.ts'

export interface Deadline {
  /** 0 is no deadline. */
  readonly timeout_ms: number
  /** Time that aborted work has to settle, such as to end its statement and roll back. */
  readonly grace_ms: number
}

/**
 * Aborts the work after `timeout_ms` and returns its outcome; if it has not settled within the grace, rejects with 503.
 * Work that is done in spite of the abort is a success: a client is not told that a committed write failed.
 */
export async function runWithDeadline<T>(
  { timeout_ms, grace_ms }: Deadline,
  controller: AbortController,
  work: () => Promise<T>,
): Promise<T> {
  if (timeout_ms === 0) return work()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      controller.abort(busy())
      timer = setTimeout(() => reject(busy()), grace_ms)
    }, timeout_ms)
  })
  try {
    return await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
  }
}
