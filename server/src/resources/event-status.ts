// Event status, attendance and availability: fields, filters and derived columns of events (contract 7.13, 7.15).
import Type from 'typebox'
import { choiceField, computed, localizedText, urlField } from '../engine/definition/fields.ts'
import { filter, param } from '../engine/definition/resource.ts'
import type { DerivedColumns, RequestContext, StoredRow } from '../engine/definition/kind.ts'
import { canSeeProtectedFields, notProtectedOrEditable, visibleAndNotTrashed } from '../engine/access/visibility.ts'
import { join, literal, raw, sql, type Sql } from '../kernel/database/sql.ts'
import { FieldError } from '../kernel/errors/problems.ts'
import { formatDateTime, fromDatabase, isLocalYearSupported, toLocal } from '../kernel/time/date-times.ts'
import * as values from '../kernel/validation/value-types.ts'
import { NULLABLE_DATE_TIME } from './shared-fields.ts'

const EVENT_STATUSES = ['scheduled', 'cancelled', 'postponed', 'rescheduled', 'moved_online'] as const
export type EventStatus = (typeof EVENT_STATUSES)[number]
export const EVENT_STATUS = Type.String({ enum: [...EVENT_STATUSES] })
const ATTENDANCES = ['offline', 'online', 'mixed'] as const
export type Attendance = (typeof ATTENDANCES)[number]
const AVAILABILITIES = ['available', 'few', 'sold_out'] as const
export type Availability = (typeof AVAILABILITIES)[number]

export const statusFields = {
  event_status: choiceField('Whether the event takes place as announced. `rescheduled` requires a new start.', EVENT_STATUSES, {
    defaultValue: 'scheduled',
  }),
  event_status_reason: localizedText('Reason for the status of the event, such as why it is canceled.'),
  previous_start_date: computed(
    'First announced start of a rescheduled event, in the time zone of the event.',
    NULLABLE_DATE_TIME,
    previousStart,
  ),
}
export const onlineFields = {
  online_url: urlField('URL at which the event takes place online.'),
  availability: choiceField('Whether tickets are available.', AVAILABILITIES),
}
/** Returns null if the year cannot be written in the time zone that the event has now. */
function previousStart({ previous_starts_at: at, timezone }: StoredRow): string | null {
  if (typeof at !== 'string') return null
  const wall = toLocal(fromDatabase(at), String(timezone))
  return isLocalYearSupported(wall) ? formatDateTime(wall) : null
}
/** Must be declared after the fields that it is derived from. */
export const attendanceField = choiceField(
  'Whether people attend on site, online, or both. If it is not sent, it is derived from `venue` and `online_url`.',
  ATTENDANCES,
  { serialize: (row, _, record) => (row['attendance'] ?? deriveAttendance(record)) as Attendance | null },
)

/** `record` is the event as the response shows it, so the result does not reveal hidden venues. */
function deriveAttendance(record: StoredRow): Attendance | null {
  if (record['event_status'] === 'moved_online') return 'online'
  const isOnline = record['online_url'] !== null
  if ((record['venue'] as readonly unknown[]).length > 0) return isOnline ? 'mixed' : 'offline'
  return isOnline ? 'online' : null
}

/** Derives the previous start. `columns` are the columns of the event after the write. */
export function deriveStatus(status: EventStatus | null | undefined, columns: StoredRow, stored: StoredRow | null): DerivedColumns {
  const columnsOf = (previous: unknown): DerivedColumns => ({ columns: { previous_starts_at: previous }, fieldErrors: {} })
  if (status === undefined) return { columns: stored ? {} : { previous_starts_at: null }, fieldErrors: {} }
  if (status === null || status === 'scheduled') return columnsOf(null)
  if (status !== 'rescheduled') return columnsOf(stored?.['previous_starts_at'] ?? null)
  const start = columns['starts_at'] ?? stored?.['starts_at']
  if (!stored || start === stored['starts_at']) return { columns: {}, fieldErrors: { event_status: new FieldError('same_start') } }
  return columnsOf(stored['previous_starts_at'] ?? stored['starts_at'])
}

const EVENT_STATUS_FILTER = param(values.listOf(values.oneOf(EVENT_STATUSES)), 'Returns only events with one of these event statuses.')
const eventStatus = filter(
  { event_status: EVENT_STATUS_FILTER },
  ({ event_status: wanted }) =>
    // Literals, because the partial index needs them.
    wanted === undefined || wanted.length === 0
      ? null
      : sql`o.record_id in (select e.id from events e where e.event_status in (${join([...new Set(wanted)].map(literal))}))`,
  {
    feed: {
      columns: ['event_status'],
      matches: ({ event_status: wanted = [] }, state) => wanted.includes(state['event_status'] as EventStatus),
    },
  },
)

/** Selects by the attendance that responses show to the caller. Protected events match only if the caller may edit them. */
const attendance = filter(
  { attendance: param(values.listOf(values.oneOf(ATTENDANCES)), 'Returns only events that people attend in one of these ways.') },
  ({ attendance: wanted }, ctx) => {
    const event = ctx.site.kinds.get('event')
    if (wanted === undefined || wanted.length === 0 || !event) return null
    return sql`${notProtectedOrEditable(event, 'o', ctx.caller)} and ${attendanceSql(ctx)} = any(${wanted}::text[])`
  },
  {
    feed: {
      columns: ['attendance', 'event_status', 'online_url', 'venue', 'protected', 'status', 'author_id'],
      dependsOn: 'venue',
      matches: ({ attendance: wanted = [] }, state, ctx) => {
        const event = ctx.site.kinds.get('event')
        if (event && !canSeeProtectedFields(event, state, ctx.caller)) return false
        return wanted.includes((state['attendance'] ?? deriveAttendance(state)) as Attendance)
      },
    },
  },
)
export const statusFilters = { event_status: eventStatus, attendance }

function attendanceSql(ctx: RequestContext): Sql {
  const venue = ctx.site.kinds.get('venue')
  const hasVenue = venue
    ? sql`exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and ${visibleAndNotTrashed(venue, 'v', ctx.caller)})`
    : raw('false')
  return sql`(select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when ${hasVenue} then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id)`
}
