// Converts errors of recurrences to errors of the field `recurrence`.
import { FieldError } from '../kernel/errors/problems.ts'
import type { RecurrenceError } from '../kernel/recurrence/recurrence-error.ts'

export function toFieldError({ code, path, limit, detail }: RecurrenceError): FieldError {
  switch (code) {
    case 'too-many-rules':
    case 'too-many-dates':
    case 'too-many-exclusions':
    case 'too-many-occurrences':
      return new FieldError('too_many', { max: limit ?? 0 })
    case 'too-many-steps':
      return new FieldError('too_many_steps', { max: limit ?? 0 })
    case 'too-long':
      return new FieldError('too_long', { max: limit ?? 0 })
    case 'sub-daily-frequency':
      return new FieldError('not_choice', { words: 'FREQ=DAILY, FREQ=WEEKLY, FREQ=MONTHLY, FREQ=YEARLY' })
    case 'no-dates':
      return new FieldError('no_dates')
    case 'pattern-not-movable':
      return new FieldError('not_movable')
    case 'end-before-start':
      return new FieldError('backwards')
    default:
      return new FieldError('not_recurrence', { detail: [path, code, detail].filter(Boolean).join(' ') })
  }
}
