// When an event happens: from what was sent to wall time, zone and instant, and back (contract 3.2, 7.1, 7.2). Pure.
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
}
interface Endpoint {
  readonly wall: Temporal.PlainDateTime
  readonly instant: Temporal.Instant
}

/** The version of the zone data that computed the instants: when a government changes its rules, we know what to compute again. */
const ZONE_DATA = process.versions['tz'] ?? 'unknown'

/** All that times hang on of a request. */
type DatesContext = Pick<RequestContext, 'now'> & { readonly site: Pick<RequestContext['site'], 'timeZone'> }
/** Columns of the times, or what is wrong with them. What was not sent stays: wall times also when the zone, or what is known of it, changes. */
export function deriveDates(sent: DatesInput, stored: StoredRow | null, ctx: DatesContext): DerivedColumns {
  const zone = sent.timezone ?? (stored && sent.timezone !== null ? String(stored['timezone']) : ctx.site.timeZone)
  const allDay = sent.all_day ?? (stored && sent.all_day !== null ? stored['all_day'] === true : false)
  const edge = (moment: DateTimeInput | null | undefined, name: 'starts' | 'ends'): Endpoint | null => {
    const found = moment ? edgeOf(moment, zone, ctx) : stored && storedEndpoint(stored, name, zone)
    return found && allDay ? wholeDay(found, name, zone) : found
  }
  const [start, end] = [edge(sent.start_date, 'starts'), edge(sent.end_date, 'ends')]
  if (!start || !end) return { columns: {}, fieldErrors: {} } // A required input is missing, and said so elsewhere.
  const fieldErrors = faultsOf(start, end, sent)
  if (Object.keys(fieldErrors).length > 0) return { columns: {}, fieldErrors }
  return {
    columns: {
      starts_local: formatDateTime(start.wall),
      ends_local: formatDateTime(end.wall),
      timezone: zone,
      zone_data: stored && isKept(stored, start, end) ? stored['zone_data'] : ZONE_DATA,
      starts_at: toDatabase(start.instant),
      ends_at: toDatabase(end.instant),
      all_day: allDay,
      ...searchedTimes(start, end, allDay, ctx),
    },
    fieldErrors,
  }
}

/** The instants are as they were: so is the version of the zone data that computed them. */
const isKept = (stored: StoredRow, start: Endpoint, end: Endpoint): boolean =>
  stored['starts_at'] === toDatabase(start.instant) && stored['ends_at'] === toDatabase(end.instant)

function edgeOf(moment: DateTimeInput, zone: string, ctx: DatesContext): Endpoint {
  const instant = toInstant(moment, zone, ctx.now)
  return { instant, wall: toLocal(instant, zone) }
}
/** What was not sent keeps its wall time; its instant too, as long as it shows that wall time in that zone (the second hour of an overlap stays). */
function storedEndpoint(stored: StoredRow, name: 'starts' | 'ends', zone: string): Endpoint {
  const wall = Temporal.PlainDateTime.from(String(stored[`${name}_local`]))
  const known = fromDatabase(String(stored[`${name}_at`]))
  if (zone === stored['timezone'] && toLocal(known, zone).equals(wall)) return { wall, instant: known }
  const instant = localToInstant(wall, zone)
  return { instant, wall: toLocal(instant, zone) }
}
/** From the first moment of the first day to the last second of the last. */
function wholeDay({ wall }: Endpoint, name: 'starts' | 'ends', zone: string): Endpoint {
  const edge = wall.withPlainTime(name === 'starts' ? '00:00:00' : '23:59:59')
  return { wall: edge, instant: localToInstant(edge, zone) }
}

function faultsOf(start: Endpoint, end: Endpoint, sent: DatesInput): Record<string, FieldError> {
  const fieldErrors: Record<string, FieldError> = {}
  if (!isShowable(start)) fieldErrors['start_date'] = new FieldError('not_moment')
  if (!isShowable(end)) fieldErrors['end_date'] = new FieldError('not_moment')
  if (Temporal.Instant.compare(end.instant, start.instant) < 0)
    fieldErrors[sent.end_date ? 'end_date' : 'start_date'] ??= new FieldError('backwards')
  return fieldErrors
}
const isShowable = ({ wall, instant }: Endpoint): boolean => isSupportedYear(instant) && isLocalYearSupported(wall)

/** When lists find it. A whole-day event falls on its own days everywhere: its dates are read at the site. */
function searchedTimes(start: Endpoint, end: Endpoint, allDay: boolean, { site }: DatesContext): Record<string, string> {
  if (!allDay) return { listing_starts_at: toDatabase(start.instant), listing_ends_at: toDatabase(end.instant) }
  const from = dayStart(start.wall.toPlainDate(), site.timeZone)
  const to = dayStart(end.wall.toPlainDate().add({ days: 1 }), site.timeZone).subtract({ seconds: 1 })
  return { listing_starts_at: toDatabase(from), listing_ends_at: toDatabase(to) }
}

/** `{year: '2031', month: '05', …}` of a shown date. */
export const detailsOf = (shown: string) => ({
  year: shown.slice(0, 4),
  month: shown.slice(5, 7),
  day: shown.slice(8, 10),
  hour: shown.slice(11, 13),
  minutes: shown.slice(14, 16),
  seconds: shown.slice(17, 19),
})

export const zoneAbbreviation = (row: StoredRow): string => abbreviation(String(row['timezone']), fromDatabase(String(row['starts_at'])))
