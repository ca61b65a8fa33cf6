// Timers of one process: run some work at an interval until they are stopped.

export interface Timer {
  /** Time between the end of a run and the next one. */
  readonly everyMs: () => number
  readonly firstMs: number
  readonly run: () => Promise<void>
}

/** Runs the work at its interval until stopped. A failed run is reported, and the work runs again after its interval. */
export function startTimer({ everyMs, firstMs, run }: Timer, onError: (error: unknown) => void): { stop(): Promise<void> } {
  let isStopped = false
  let timeout: NodeJS.Timeout
  let running: Promise<void> = Promise.resolve()
  const schedule = (waitMs: number): void => {
    timeout = setTimeout(() => {
      running = run()
        .catch(onError)
        .finally(() => {
          if (!isStopped) schedule(everyMs())
        })
    }, waitMs)
  }
  schedule(firstMs)
  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timeout)
      await running
    },
  }
}
