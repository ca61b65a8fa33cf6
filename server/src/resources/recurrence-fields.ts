// Fields of events that describe series and their dates (contract 13.1, 13.2).
import Type from 'typebox'
import { computed, derived, readOnlyReference } from '../engine/definition/fields.ts'
import type { StoredRow } from '../engine/definition/kind.ts'
import { recordIdOf } from '../engine/read/entries.ts'
import { FieldError } from '../kernel/errors/problems.ts'
import { HIGHEST_LIMITS } from '../kernel/recurrence/limits.ts'
import { parseRecurrence, type ParsedRecurrence } from '../kernel/recurrence/parse-recurrence.ts'
import { isRecurrenceError } from '../kernel/recurrence/recurrence-error.ts'
import { showRecurrence } from '../kernel/recurrence/recurrence.ts'
import { fromDatabase, localToInstant } from '../kernel/time/date-times.ts'
import type { ValueType } from '../kernel/validation/value-types.ts'
import * as values from '../kernel/validation/value-types.ts'
import { storedRecurrence, timesOf } from './event-recurrence.ts'
import { toFieldError } from './recurrence-errors.ts'
import { recurrenceText } from './recurrence-text.ts'
import { NULLABLE_DATE_TIME } from './shared-fields.ts'

export const EVENT_TYPES = ['single', 'series', 'occurrence', 'exception'] as const
const TIME = Type.Union([Type.String({ pattern: '^\\d\\d:\\d\\d:\\d\\d$' }), Type.Null()])
const NULLABLE_TEXT = Type.Union([Type.String(), Type.Null()])
const RULE = Type.Object({ rrule: Type.String(), from: NULLABLE_TEXT, start_time: TIME, end_time: TIME })
const RECURRENCE = Type.Union([
  Type.Object({
    rules: Type.Array(RULE),
    dates: Type.Array(Type.Object({ start: Type.String(), end: NULLABLE_TEXT })),
    exclude: Type.Array(Type.String()),
  }),
  Type.Null(),
])
const NULLABLE_ID = Type.Union([Type.Integer({ minimum: 1 }), Type.Null()])

const recurrenceInput: ValueType<ParsedRecurrence> = {
  schema: Type.Union([Type.Object({}), Type.String()]),
  parse: (value) => {
    // The limits of the site are checked together with the dates.
    const parsed = parseRecurrence(value, HIGHEST_LIMITS)
    return isRecurrenceError(parsed) ? toFieldError(parsed) : parsed
  },
}
const overridesInput: ValueType<string[]> = {
  schema: Type.Array(Type.String()),
  parse: (value) =>
    Array.isArray(value) && value.length <= 500 ? values.listOf(values.boundedText(100)).parse(value) : new FieldError('not_list'),
}

/** An exception is a date with a record of its own; an occurrence shows the record of its series. */
export function eventType(row: StoredRow): (typeof EVENT_TYPES)[number] {
  if ((row['recurrence'] ?? null) !== null) return 'series'
  if ((row['series_id'] ?? null) === null) return 'single'
  return recordIdOf(row) === row['id'] ? 'exception' : 'occurrence'
}
const shownRecurrence = (row: StoredRow) => {
  const stored = storedRecurrence(row)
  if (!stored) return null
  const toUtc = (wall: string): number => localToInstant(Temporal.PlainDateTime.from(wall), String(row['timezone'])).epochMilliseconds
  const { rules, dates, exclude } = showRecurrence(stored, timesOf(row), toUtc)
  return { rules: [...rules], dates: [...dates], exclude: [...exclude] }
}

const SUMMARY = Type.Union([
  Type.Object({
    total: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
    first: NULLABLE_DATE_TIME,
    last: NULLABLE_DATE_TIME,
    next: NULLABLE_DATE_TIME,
    expanded_until: NULLABLE_TEXT,
  }),
  Type.Null(),
])
interface DateSummary {
  readonly total: number
  readonly first: string | null
  readonly last: string | null
  readonly next: string | null
  /** The instant at which `next` changes. */
  readonly next_end: string | null
}
/** Fields that the response for one event contains, and a list that names them. */
export const seriesSummaryFields = {
  occurrences: computed(
    'Dates of a series: their number, the first, last and next start, and the day up to which dates are stored. The number and the last start are `null` if the series has no end. `null` for other events.',
    SUMMARY,
    (row) => {
      const summary = row['date_summary'] as DateSummary | undefined
      if (!summary) return null
      const until = (row['expanded_until'] ?? null) as string | null
      const { first, next } = summary
      const [total, last] = until === null ? [summary.total, summary.last] : [null, null]
      return { total, first, last, next, expanded_until: until }
    },
    {
      onlyIn: 'named',
      changesAt: (row) => {
        const end = (row['date_summary'] as DateSummary | undefined)?.next_end
        return end ? fromDatabase(end).epochMilliseconds : Infinity
      },
    },
  ),
  recurrence_text: computed(
    'The recurrence of a series as a sentence in the requested language. `null` for other events.',
    NULLABLE_TEXT,
    (row, { language }) => {
      const stored = storedRecurrence(row)
      return stored && recurrenceText(stored, timesOf(row), language)
    },
    { onlyIn: 'named' },
  ),
}

export const recurrenceFields = {
  type: computed(
    'Whether the event happens once (`single`), is a series (`series`), or is a date of a series. A date that was edited on its own is an `exception`, any other date an `occurrence`.',
    Type.String({ enum: [...EVENT_TYPES] }),
    eventType,
  ),
  recurrence: derived(
    'Rules, additional dates and exclusions of a series, in the local time of the event. The input may also be one rule, such as `FREQ=WEEKLY;BYDAY=TU`, or the lines RRULE, RDATE and EXDATE of iCalendar. `null` for other events.',
    { input: recurrenceInput, output: RECURRENCE },
    shownRecurrence,
  ),
  series: computed(
    'ID of the series of a date. `null` for other events.',
    NULLABLE_ID,
    (row) => (row['series_id'] ?? null) as number | null,
  ),
  original_start_date: computed(
    'Start of a date by the recurrence of its series, in the time zone of the series. `null` for other events.',
    NULLABLE_DATE_TIME,
    (row) => (row['original_start'] ?? null) as string | null,
  ),
  overrides: derived(
    'Names of the fields that an exception does not take from its series. Texts are named with their language, such as `title.fr`. Fields that are left out when this is sent follow the series again.',
    { input: overridesInput, output: Type.Array(Type.String()) },
    (row) => (eventType(row) === 'exception' ? [...(row['overrides'] as readonly string[])] : []),
    { redactedValue: [] },
  ),
  split_from: readOnlyReference('ID of the series from which this series was split off.', 'event', 'split_from'),
}
