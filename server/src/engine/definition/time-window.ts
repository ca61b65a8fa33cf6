// Types of a time window: bounds on the start and the end of the rows of a list.

/** A bound on the start or the end of a row, in milliseconds since 1970. */
export interface Bound {
  readonly of: 'starts_at' | 'ends_at'
  readonly sign: '>=' | '>' | '<' | '<='
  readonly at: number
}
export interface TimeWindow {
  readonly bounds: readonly Bound[]
  /** Matches rows that are ongoing at this instant or start later. */
  readonly overlapsFrom: number | null
}
