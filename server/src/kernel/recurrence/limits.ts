// Limits of recurrences (contract 13.2.9): their defaults, and the highest values that an operator can set.

export interface RecurrenceLimits {
  readonly maxRules: number
  readonly maxDates: number
  readonly maxExclusions: number
  /** Dates that one write may add. */
  readonly maxOccurrences: number
  readonly maxSteps: number
}
export const DEFAULT_LIMITS: RecurrenceLimits = {
  maxRules: 20,
  maxDates: 1_000,
  maxExclusions: 1_000,
  maxOccurrences: 5_000,
  maxSteps: 200_000,
}
/** A stored series is expanded within these limits, so that it stays valid when an operator lowers a limit. */
export const HIGHEST_LIMITS: RecurrenceLimits = {
  maxRules: 100,
  maxDates: 10_000,
  maxExclusions: 10_000,
  maxOccurrences: 50_000,
  maxSteps: 1_000_000,
}
