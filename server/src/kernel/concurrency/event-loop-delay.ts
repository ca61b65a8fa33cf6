// Measures the event-loop delay, so that an overloaded process refuses requests until it recovers.
import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface EventLoopDelay {
  isOverloaded(): boolean
  close(): void
}

const INTERVAL_MS = 1_000
const RESOLUTION_MS = 10
/** Overload affects several intervals in a row. A single pause, such as a garbage collection, affects only one. */
const INTERVALS = 2

/**
 * Reports overload while the delay of each of the last intervals is above the limit; 0 is no limit. The delay is the length of the pause
 * that an arriving request can expect (the sum of squares over the sum). A plain mean would hide long pauses among many short turns.
 */
export function watchEventLoop(limitMs: number): EventLoopDelay {
  if (limitMs === 0) return { isOverloaded: () => false, close: () => undefined }
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  histogram.enable()
  let overloadedIntervals = 0
  const timer = setInterval(() => {
    const { mean, stddev } = histogram
    const delayMs = (mean + stddev ** 2 / mean) / 1e6 - RESOLUTION_MS
    overloadedIntervals = delayMs > limitMs ? overloadedIntervals + 1 : 0
    histogram.reset()
  }, INTERVAL_MS).unref()
  return {
    isOverloaded: () => overloadedIntervals >= INTERVALS,
    close: () => {
      clearInterval(timer)
      histogram.disable()
    },
  }
}
