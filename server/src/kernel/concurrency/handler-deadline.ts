// Deadlines of request handlers: aborts the work at its deadline, and abandons it if it does not settle.
import { outcomeUnknown, overloaded } from '../errors/problems.ts'

export interface HandlerDeadline {
  /** 0 is no deadline. */
  readonly timeoutMs: number
  /** Time that aborted work has to settle, for example to end its statement and roll back. */
  readonly graceMs: number
  /** Work that is abandoned may still be stored. */
  readonly isWrite?: boolean
}

/**
 * Aborts the work after `timeoutMs` and returns its outcome. Rejects with 503 if it has not settled within `graceMs`.
 * Work that completes despite the abort succeeds, because the client must not get an error for a committed write.
 */
export async function runWithDeadline<T>(
  { timeoutMs, graceMs, isWrite = false }: HandlerDeadline,
  controller: AbortController,
  work: () => Promise<T>,
): Promise<T> {
  if (timeoutMs === 0) return work()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      controller.abort(overloaded('deadline'))
      timer = setTimeout(() => reject(isWrite ? outcomeUnknown(null) : overloaded('deadline')), graceMs)
    }, timeoutMs)
  })
  try {
    return await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
  }
}
