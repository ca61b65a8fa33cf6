// Types of the dates of a series.

/** A date of a series: its start by the recurrence, its local start and end, and the times by which lists find it. */
export interface SeriesDate {
  readonly original_start: string
  readonly starts_local: string
  readonly ends_local: string | null
  readonly starts_at: string
  readonly ends_at: string
}
export interface PatternMove {
  readonly originalStart: string
  /** The new local start and end. */
  readonly start: string
  readonly end: string | null
}
export interface MovedPattern {
  /** The columns of the series. */
  readonly columns: Readonly<Record<string, unknown>>
  /** The new local start of each date that moves, by its old one. */
  readonly moves: ReadonlyMap<string, string>
}
/** The columns of a series that has the dates before a split, and of the one that has the others. */
export interface SplitColumns {
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}
