// Errors of recurrences. Functions return them; the caller maps codes to messages.

export type RecurrenceErrorCode =
  /** The text is not a rule, the block is not iCalendar, or the value has another type. `detail` names the part. */
  | 'syntax'
  | 'unknown-key'
  | 'too-long'
  | 'unknown-part'
  | 'duplicate-part'
  /** A part of the rule has a value that is not allowed. `detail` is the part, `limit` its maximum if it has one. */
  | 'invalid-part'
  | 'missing-frequency'
  | 'sub-daily-frequency'
  | 'count-and-until'
  /** Two parts of the rule exclude each other. `detail` names them. */
  | 'part-combination'
  | 'invalid-date'
  | 'invalid-time'
  | 'end-before-start'
  | 'too-many-rules'
  | 'too-many-dates'
  | 'too-many-exclusions'
  /** The expansion yields more dates than one write may add. */
  | 'too-many-occurrences'
  | 'too-many-steps'
  | 'no-dates'
  /** A date cannot be moved together with its pattern: the new recurrence must be sent. `detail` is the reason. */
  | 'pattern-not-movable'

export interface RecurrenceError {
  readonly code: RecurrenceErrorCode
  /** The place in the input: `rules.0.rrule`. */
  readonly path?: string
  readonly limit?: number
  readonly detail?: string
}

export const isRecurrenceError = (value: object | string): value is RecurrenceError => typeof value === 'object' && 'code' in value
