// Event-loop delay: a process that cannot keep up refuses requests until it can.
import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface EventLoopDelay {
  isOverloaded(): boolean
  close(): void
}

const INTERVAL_MS = 1_000
const RESOLUTION_MS = 10
/** A single long pause, such as a garbage collection or a suspended machine, affects one interval; overload affects several in a row. */
const INTERVALS = 2

/**
 * Reports overload while the delay of each of the last intervals is above the limit; 0 is no limit. The delay is the expected length of the pause
 * at a random moment (the sum of squares over the sum). The plain mean would hide long pauses behind the many short turns between them.
 */
export function watchEventLoop(limit_ms: number): EventLoopDelay {
  if (limit_ms === 0) return { isOverloaded: () => false, close: () => undefined }
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  histogram.enable()
  let late = 0
  const timer = setInterval(() => {
    const { mean, stddev } = histogram
    const delay_ms = (mean + stddev ** 2 / mean) / 1e6 - RESOLUTION_MS
    late = delay_ms > limit_ms ? late + 1 : 0
    histogram.reset()
  }, INTERVAL_MS).unref()
  return {
    isOverloaded: () => late >= INTERVALS,
    close: () => {
      clearInterval(timer)
      histogram.disable()
    },
  }
}
