// Derives the date columns of an event from the input: local times, time zone and instants (contract 3.2, 7.1, 7.2). Pure functions.
import type { RequestContext, DerivedColumns, StoredRow } from '../engine/definition/kind.ts'
import {
  dayStart,
  fromDatabase,
  isLocalYearSupported,
  localToInstant,
  isSupportedYear,
  toInstant,
  formatDateTime,
  toDatabase,
  toLocal,
  type DateTimeInput,
} from '../kernel/time/date-times.ts'
import { FieldError } from '../kernel/errors/problems.ts'
import { abbreviation } from './zone-abbreviations.ts'

interface DatesInput {
  readonly start_date?: DateTimeInput | null
  readonly end_date?: DateTimeInput | null
  readonly timezone?: string | null
  readonly all_day?: boolean | null
  /** Whether the event has opening hours after the write. */
  readonly hasHours?: boolean
  /** Whether the event is a series after the write. Its local times are those of its pattern, also if the clocks skip them on the first day. */
  readonly isSeries?: boolean
}
interface Endpoint {
  readonly wall: Temporal.PlainDateTime
  readonly instant: Temporal.Instant
}

/** Version of the time zone data that computed the instants. When zone rules change, it identifies the instants to recompute. */
const ZONE_DATA = process.versions['tz'] ?? 'unknown'

/** The parts of the request context that dates depend on. */
type DatesContext = Pick<RequestContext, 'now'> & { readonly site: Pick<RequestContext['site'], 'timeZone'> }
/** Derives the columns, or returns the errors. Without new dates, local times stay the same even if the zone or its rules change. */
export function deriveDates(sent: DatesInput, stored: StoredRow | null, ctx: DatesContext): DerivedColumns {
  const zone = sent.timezone ?? (stored && sent.timezone !== null ? String(stored['timezone']) : ctx.site.timeZone)
  const allDay = sent.all_day ?? (stored && sent.all_day !== null ? stored['all_day'] === true : false)
  const endpoint = (date: DateTimeInput | null | undefined, name: 'starts' | 'ends'): Endpoint | null => {
    const found = date
      ? toEndpoint(date, zone, sent.isSeries === true, ctx)
      : stored && storedEndpoint(stored, name, zone, sent.isSeries === true)
    return found && allDay ? wholeDay(found, name, zone) : found
  }
  const isOpenEnd = sent.end_date === null || (sent.end_date === undefined && stored?.['ends_at'] === null)
  const [start, end] = [endpoint(sent.start_date, 'starts'), isOpenEnd ? null : endpoint(sent.end_date, 'ends')]
  // If a required input is missing, the validation of the input reports it.
  if (!start || (!end && !isOpenEnd)) return { columns: {}, fieldErrors: {} }
  const fieldErrors = findErrors(start, end, sent)
  if (Object.keys(fieldErrors).length > 0) return { columns: {}, fieldErrors }
  return {
    columns: {
      ...toColumns(start, end, { zone, allDay }, ctx),
      ...(stored && hasSameInstants(stored, start, end) && { zone_data: stored['zone_data'] }),
      ...(sent.hasHours && !end && { listing_ends_at: FURTHER_NOTICE }),
    },
    fieldErrors,
  }
}

interface ZoneAndLength {
  readonly zone: string
  readonly allDay: boolean
}
const toColumns = (start: Endpoint, end: Endpoint | null, { zone, allDay }: ZoneAndLength, ctx: DatesContext) => ({
  starts_local: formatDateTime(start.wall),
  ends_local: end && formatDateTime(end.wall),
  timezone: zone,
  zone_data: ZONE_DATA,
  starts_at: toDatabase(start.instant),
  ends_at: end && toDatabase(end.instant),
  all_day: allDay,
  ...listingTimes(start, end, allDay, ctx),
})

/** Local times without a zone, as a recurrence yields them. */
export interface LocalTimes extends ZoneAndLength {
  readonly start: string
  readonly end: string | null
}
/** The date columns of an event with these local times. A start in the gap of a time change moves forward, as that of a single event does. */
export function localDateColumns({ start, end, zone, allDay }: LocalTimes, ctx: DatesContext) {
  const endpoint = (text: string): Endpoint => {
    const instant = localToInstant(Temporal.PlainDateTime.from(text), zone)
    return { instant, wall: allDay ? Temporal.PlainDateTime.from(text) : toLocal(instant, zone) }
  }
  const from = endpoint(start)
  const to = end === null ? null : endpoint(end)
  // A start that moves forward may pass the end.
  return toColumns(from, to && Temporal.Instant.compare(to.instant, from.instant) < 0 ? from : to, { zone, allDay }, ctx)
}

/** Whether the instants are unchanged. The version of the time zone data then stays the same too. */
const hasSameInstants = (stored: StoredRow, start: Endpoint, end: Endpoint | null): boolean =>
  stored['starts_at'] === toDatabase(start.instant) && stored['ends_at'] === (end && toDatabase(end.instant))

function toEndpoint(date: DateTimeInput, zone: string, isSeries: boolean, ctx: DatesContext): Endpoint {
  const instant = toInstant(date, zone, ctx.now)
  return { instant, wall: isSeries && date.type === 'local' ? date.local : toLocal(instant, zone) }
}
/** Keeps the stored local time. Also keeps the instant if it still has that local time, which preserves the second hour of an overlap. */
function storedEndpoint(stored: StoredRow, name: 'starts' | 'ends', zone: string, isSeries: boolean): Endpoint {
  const wall = Temporal.PlainDateTime.from(String(stored[`${name}_local`]))
  const storedInstant = fromDatabase(String(stored[`${name}_at`]))
  if (zone === stored['timezone'] && toLocal(storedInstant, zone).equals(wall)) return { wall, instant: storedInstant }
  const instant = localToInstant(wall, zone)
  return { instant, wall: isSeries ? wall : toLocal(instant, zone) }
}
/** Extends the endpoint to the first second of the first day or to the last second of the last day. */
function wholeDay({ wall }: Endpoint, name: 'starts' | 'ends', zone: string): Endpoint {
  const extended = wall.withPlainTime(name === 'starts' ? '00:00:00' : '23:59:59')
  return { wall: extended, instant: localToInstant(extended, zone) }
}

function findErrors(start: Endpoint, end: Endpoint | null, sent: DatesInput): Record<string, FieldError> {
  const fieldErrors: Record<string, FieldError> = {}
  if (!isRepresentable(start)) fieldErrors['start_date'] = new FieldError('not_moment')
  if (end && !isRepresentable(end)) fieldErrors['end_date'] = new FieldError('not_moment')
  if (end && Temporal.Instant.compare(end.instant, start.instant) < 0)
    fieldErrors[sent.end_date ? 'end_date' : 'start_date'] ??= new FieldError('backwards')
  return fieldErrors
}
const isRepresentable = ({ wall, instant }: Endpoint): boolean => isSupportedYear(instant) && isLocalYearSupported(wall)

/** An event with opening hours and without an end lasts until further notice (contract 13.7). */
const FURTHER_NOTICE = '9999-12-31 23:59:59+00'

/**
 * Times by which lists find the event. The days of an all-day event are days in the site's time zone, whatever its own zone.
 * An event without a known end lasts until its start, or its whole first day (contract 7.14).
 */
function listingTimes(start: Endpoint, end: Endpoint | null, allDay: boolean, { site }: DatesContext) {
  if (!allDay) return { listing_starts_at: toDatabase(start.instant), listing_ends_at: toDatabase((end ?? start).instant) }
  const from = dayStart(start.wall.toPlainDate(), site.timeZone)
  const to = dayStart((end ?? start).wall.toPlainDate().add({ days: 1 }), site.timeZone).subtract({ seconds: 1 })
  return { listing_starts_at: toDatabase(from), listing_ends_at: toDatabase(to) }
}

/** Splits a date of a response: `{year: '2031', month: '05', …}`. */
export const splitDate = (date: string) => ({
  year: date.slice(0, 4),
  month: date.slice(5, 7),
  day: date.slice(8, 10),
  hour: date.slice(11, 13),
  minutes: date.slice(14, 16),
  seconds: date.slice(17, 19),
})

export const zoneAbbreviation = (row: StoredRow): string => abbreviation(String(row['timezone']), fromDatabase(String(row['starts_at'])))
