// Fields of events with the start and the end, in the time zone of the event and in UTC (contract 3.2, 7.14).
import Type from 'typebox'
import { computed, derived } from '../engine/definition/fields.ts'
import type { StoredRow } from '../engine/definition/kind.ts'
import { formatInZone } from '../kernel/time/date-times.ts'
import * as values from '../kernel/validation/value-types.ts'
import { splitDate } from './event-dates.ts'
import { DATE_TIME, NULLABLE_DATE_TIME } from './shared-fields.ts'

const TWO_DIGITS = Type.String({ pattern: '^\\d\\d$' })
const DATE_DETAILS = Type.Object({
  year: Type.String({ pattern: '^\\d{4}$' }),
  month: TWO_DIGITS,
  day: TWO_DIGITS,
  hour: TWO_DIGITS,
  minutes: TWO_DIGITS,
  seconds: TWO_DIGITS,
})
const utcDate = (column: string) => (row: StoredRow) => formatInZone(String(row[column]), 'UTC')
const dateDetails = (column: string) => (row: StoredRow) => splitDate(String(row[column]))
/** Null if the column is null. */
const ifKnown =
  <T>(column: string, format: (row: StoredRow) => T) =>
  (row: StoredRow): T | null =>
    row[column] === null ? null : format(row)
const NULLABLE_DETAILS = Type.Union([DATE_DETAILS, Type.Null()])

export const dateFields = {
  start_date: derived('Start in the time zone of the event.', { input: values.dateTime, output: DATE_TIME }, utcDate('starts_local'), {
    required: true,
  }),
  start_date_details: computed('Components of the start in the time zone of the event.', DATE_DETAILS, dateDetails('starts_local')),
  end_date: derived(
    'End in the time zone of the event. Required when an event is created. `null` means that the end is not known.',
    { input: values.dateTime, output: NULLABLE_DATE_TIME },
    ifKnown('ends_local', utcDate('ends_local')),
    { required: true, acceptsNull: true },
  ),
  end_date_details: computed(
    'Components of the end in the time zone of the event.',
    NULLABLE_DETAILS,
    ifKnown('ends_local', dateDetails('ends_local')),
  ),
  utc_start_date: computed('Start in UTC.', DATE_TIME, utcDate('starts_at')),
  utc_start_date_details: computed('Components of the start in UTC.', DATE_DETAILS, dateDetails('starts_at')),
  utc_end_date: computed('End in UTC.', NULLABLE_DATE_TIME, ifKnown('ends_at', utcDate('ends_at'))),
  utc_end_date_details: computed('Components of the end in UTC.', NULLABLE_DETAILS, ifKnown('ends_at', dateDetails('ends_at'))),
}
