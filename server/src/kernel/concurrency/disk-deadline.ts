// Deadlines for work that cannot be aborted, such as operations on a disk that hangs.

let overdue = 0

/** Returns the result of the work, or the result of `late()` after the deadline. The work itself continues. */
export async function withDiskDeadline<T>(work: Promise<T>, ms: number, late: () => T | Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<'late'>((done) => (timer = setTimeout(done, ms, 'late')))
  try {
    const first = await Promise.race([work.then((value) => ({ value })), limit])
    if (first !== 'late') return first.value
    overdue += 1
    const settle = (): void => void (overdue -= 1)
    work.then(settle, settle)
    return await late()
  } finally {
    clearTimeout(timer)
  }
}

/** Whether work that missed its deadline is still running. Such work keeps the process alive, and process.exit() waits for it too. */
export const hasOverdueWork = (): boolean => overdue > 0
