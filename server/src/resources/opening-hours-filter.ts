// Filters of events by their opening hours: `open_on` and `open_at` (contract 13.7). Pure functions.
import { notProtectedOrEditable } from '../engine/access/visibility.ts'
import { filter, param } from '../engine/definition/resource.ts'
import type { RequestContext } from '../engine/definition/kind.ts'
import type { Bound } from '../engine/definition/time-window.ts'
import { and, raw, sql, type Sql } from '../kernel/database/sql.ts'
import { weekdayOf } from '../kernel/recurrence/calendar-days.ts'
import { databaseText, dayStart, toInstant, toLocal, type DateTimeInput } from '../kernel/time/date-times.ts'
import { zoneClocks } from '../kernel/time/zone-clocks.ts'
import * as values from '../kernel/validation/value-types.ts'

export const OPEN_PARAMS = {
  open_on: param(
    values.dateTime,
    'Returns only events that are open on this day: they take place on it, and their opening hours have a time that begins on it. An event without opening hours is open while it takes place.',
  ),
  open_at: param(
    values.dateTime,
    'Returns only events that are open at this time. An event without opening hours is open while it takes place.',
  ),
}
export interface OpenValues {
  readonly open_on?: DateTimeInput
  readonly open_at?: DateTimeInput
}

/** The day of `open_on`. It is a day of the calendar, which begins and ends in each event's own time zone. */
const openDay = (input: DateTimeInput, { site, now }: RequestContext): Temporal.PlainDate =>
  input.type === 'local' ? input.local.toPlainDate() : toLocal(toInstant(input, site.timeZone, now), site.timeZone).toPlainDate()
const openInstant = (input: DateTimeInput, { site, now }: RequestContext): number =>
  Math.floor(toInstant(input, site.timeZone, now).epochMilliseconds / 1_000) * 1_000

/** No time zone is further from UTC, including those of the past. */
const MAX_OFFSET_MS = 16 * 3_600_000
/** The time from the beginning of a day in the first time zone to its end in the last one. */
function widestDay(day: Temporal.PlainDate): { readonly from: number; readonly to: number } {
  const start = dayStart(day, 'UTC').epochMilliseconds
  return { from: start - MAX_OFFSET_MS, to: start + 86_400_000 + MAX_OFFSET_MS }
}

/** Bounds that all matching events have in common, so that an index finds them. */
export function openBounds({ open_on: on, open_at: at }: OpenValues, ctx: RequestContext): Bound[] {
  const bounds: Bound[] = []
  if (on) bounds.push({ of: 'starts_at', sign: '<', at: widestDay(openDay(on, ctx)).to })
  if (at) {
    const instant = openInstant(at, ctx)
    bounds.push({ of: 'starts_at', sign: '<=', at: instant }, { of: 'ends_at', sign: '>', at: instant })
  }
  return bounds
}
/** The instant after which all matching events end or start. */
export const openOverlap = ({ open_on: on }: OpenValues, ctx: RequestContext): number[] => (on ? [widestDay(openDay(on, ctx)).from] : [])
/** Absolute values for the links to other pages. */
export const resolveOpen = ({ open_on: on, open_at: at }: OpenValues, ctx: RequestContext): Record<string, string> => ({
  ...(on && { open_on: openDay(on, ctx).toString() }),
  ...(at && { open_at: Temporal.Instant.fromEpochMilliseconds(openInstant(at, ctx)).toString() }),
})

/** The condition on the row `o`. Its bounds are in the time window of the dates. */
export const openingFilter = filter(
  OPEN_PARAMS,
  ({ open_on: on, open_at: at }, ctx) => {
    const wheres = [...(on ? [openOnWhere(openDay(on, ctx), ctx)] : []), ...(at ? [openAtWhere(openInstant(at, ctx), ctx)] : [])]
    return wheres.length === 0 ? null : and(wheres)
  },
  { customPlan: true },
)

const isWithin = (column: 'closed' | 'adjusted', day: Sql): Sql => sql`coalesce(${raw(`h.${column}`)} @> ${day}, false)`

interface HoursLookup {
  readonly isOpen: Sql
  readonly otherwise: Sql
  /** Joins values that `isOpen` needs. */
  readonly from?: Sql
}
/**
 * Looks up the hours of the event of the row `o`, and returns whether it is open. Without hours, the result is `otherwise`.
 * The hours of a protected event do not matter for callers who may not edit it.
 */
function lookUpHours({ isOpen, otherwise, from = raw('') }: HoursLookup, ctx: RequestContext): Sql {
  const event = ctx.site.kinds.get('event')
  const isEditable = event
    ? sql`exists (select 1 from events r where r.id = h.event_id and ${notProtectedOrEditable(event, 'r', ctx.caller)})`
    : raw('true')
  return sql`coalesce((
  select ${isOpen} from event_hours h${from} where h.event_id = o.record_id and (not h.protected or ${isEditable})
), ${otherwise})`
}

/** Events with hours are compared with the day in their own time zone, all others with the day in the time zone of the site. */
function openOnWhere(date: Temporal.PlainDate, ctx: RequestContext): Sql {
  const zone = ctx.site.timeZone
  const [start, end] = [dayStart(date, zone), dayStart(date.add({ days: 1 }), zone)].map((each) => databaseText(each.epochMilliseconds))
  const day = sql`${date.toString()}::date`
  const hasStretch = sql`not ${isWithin('closed', day)} and (h.weekdays >> ${date.dayOfWeek - 1}::int & 1 = 1 or ${isWithin('adjusted', day)})`
  const overlaps = sql`o.starts_at < ${end} and (o.ends_at > ${start} or o.starts_at >= ${start})`
  return lookUpHours({ isOpen: sql`h.first_day <= ${day} and h.last_day >= ${day} and ${hasStretch}`, otherwise: overlaps }, ctx)
}

/**
 * The clocks of all time zones are parameters of the statement, because zones are never converted in SQL. Most events have no exception at the time:
 * two minutes of the week decide on them, one counted from today and one from yesterday.
 */
function openAtWhere(at: number, ctx: RequestContext): Sql {
  const { zones, clocks } = zoneClocks(at)
  const minutes = Object.fromEntries(zones.map((zone, i) => [zone, minuteOfWeek(clocks[i] ?? at)]))
  const from = sql` cross join lateral (select (${JSON.stringify(minutes)}::jsonb ->> h.timezone)::int as today offset 0) z`
  const yesterday = raw(
    `case when z.today >= ${WEEKDAY_MINUTES} then z.today - ${DAY_MINUTES} else z.today + ${6 * WEEKDAY_MINUTES + DAY_MINUTES} end`,
  )
  const utc = wallText(at)
  const nearby = sql`daterange(${utc}::date - 2, ${utc}::date + 2)`
  const hasException = sql`h.closed && ${nearby} or h.adjusted && ${nearby} or z.today is null`
  const week = sql`h.weekly @> z.today or h.weekly @> (${yesterday})`
  const isOpen = sql`case when ${hasException} then ${isOpenAtWall(at)} else ${week} end`
  const instant = databaseText(at)
  return sql`o.starts_at <= ${instant} and o.ends_at > ${instant} and ${lookUpHours({ isOpen, otherwise: raw('true'), from }, ctx)}`
}
const DAY_MINUTES = 1_440
/** Each weekday has two days of minutes, because stretches end on the next day at the latest. */
const WEEKDAY_MINUTES = 2 * DAY_MINUTES
const dayOfClock = (clock: number): number => Math.floor(clock / 86_400_000)
const minuteOfWeek = (clock: number): number =>
  weekdayOf(dayOfClock(clock)) * WEEKDAY_MINUTES + Math.floor(clock / 60_000) - dayOfClock(clock) * DAY_MINUTES

/** Whether the hours are open, with all exceptions. A time zone that is an offset has no clock among the parameters. */
function isOpenAtWall(at: number): Sql {
  const utc = wallText(at)
  const offset = raw("(substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval")
  // The weekday tells whether the clock of the zone shows the day of UTC, the day before, or the day after.
  const days = sql`(z.today / ${raw(String(WEEKDAY_MINUTES))} - ${raw(String(weekdayOf(dayOfClock(at))))} + 8) % 7 - 1`
  const minutes = raw(`z.today % ${WEEKDAY_MINUTES} * interval '1 minute'`)
  const wall = sql`coalesce(${utc}::date + (${days}) + ${minutes}, ${utc}::timestamp + ${offset})`
  return sql`(
    select ${isOpenFrom(raw('c.day'), raw('c.minute'))} or ${isOpenFrom(raw('c.day - 1'), raw('c.minute + 1440'))}
    from (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute from (select ${wall} as wall offset 0) w offset 0) c
  )`
}
const wallText = (ms: number): string => databaseText(ms).replace('+00', '')

/** Whether a stretch that begins on the day includes the minute, which is counted from the midnight that begins the day. */
const isOpenFrom = (
  day: Sql,
  minute: Sql,
): Sql => sql`(not ${isWithin('closed', sql`(${day})`)} and case when ${isWithin('adjusted', sql`(${day})`)}
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (${day}) and a.minutes @> (${minute}))
    else h.weekly @> ((extract(isodow from ${day})::int - 1) * 2880 + ${minute}) end)`
