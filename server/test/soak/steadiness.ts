// Decides whether a series of measurements stays level: its slope is within its noise.

/** The first part of a series is left out, in which caches and connection pools fill. */
const WARM_UP = 1 / 3
/** Spreads of the measurements around their trend that are noise. */
const NOISE = 3

export interface Trend {
  /** Growth from the end of the warm-up to the end, by the slope. */
  readonly growth: number
  /** Growth that is not a trend: `NOISE` times the spread, or the tolerance if that is more. */
  readonly allowed: number
  readonly median: number
  readonly isSteady: boolean
}
/**
 * The slope is the median of the slopes between any two measurements (Theil and Sen), and the spread the median distance from the line.
 * Single outliers change neither. `tolerance` is the growth that is allowed in any case.
 */
export function trendOf(series: readonly number[], tolerance: number): Trend {
  const values = series.slice(Math.floor(series.length * WARM_UP))
  if (values.length < 5) throw new Error(`${values.length} measurements are too few.`)
  const slopes = values.flatMap((value, i) => values.slice(i + 1).map((later, n) => (later - value) / (n + 1)))
  const slope = medianOf(slopes)
  const start = medianOf(values.map((value, i) => value - slope * i))
  const spread = medianOf(values.map((value, i) => Math.abs(value - slope * i - start)))
  const [growth, allowed] = [slope * (values.length - 1), Math.max(NOISE * spread, tolerance)]
  return { growth, allowed, median: medianOf(values), isSteady: growth <= allowed }
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}
