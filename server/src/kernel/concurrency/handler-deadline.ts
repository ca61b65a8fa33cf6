// Deadlines of handlers: work is aborted at its deadline, and abandoned if it does not settle after that.
import { overloaded } from '../errors/problems.ts'

export interface HandlerDeadline {
  /** 0 is no deadline. */
  readonly timeoutMs: number
  /** Time that aborted work has to settle, for example to end its statement and roll back. */
  readonly graceMs: number
}

/**
 * Aborts the work after `timeout_ms` and returns its outcome; rejects with 503 if it has not settled within `grace_ms`.
 * Work that completes despite the abort is a success: the client must not get an error for a committed write.
 */
export async function runWithDeadline<T>(
  { timeoutMs, graceMs }: HandlerDeadline,
  controller: AbortController,
  work: () => Promise<T>,
): Promise<T> {
  if (timeoutMs === 0) return work()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      controller.abort(overloaded())
      timer = setTimeout(() => reject(overloaded()), graceMs)
    }, timeoutMs)
  })
  try {
    return await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
  }
}
