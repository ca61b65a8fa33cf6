// Filters of events by their opening hours: `open_on` and `open_at` (contract 13.7). Pure functions.
import { notProtectedOrEditable } from '../engine/access/visibility.ts'
import { param } from '../engine/definition/resource.ts'
import type { RequestContext } from '../engine/definition/kind.ts'
import type { Bound } from '../engine/definition/time-window.ts'
import { raw, sql, type Sql } from '../kernel/database/sql.ts'
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

/** Conditions on the row `o`. */
export const openWhere = ({ open_on: on, open_at: at }: OpenValues, ctx: RequestContext): Sql[] => [
  ...(on ? openOnWhere(openDay(on, ctx), ctx) : []),
  ...(at ? openAtWhere(openInstant(at, ctx), ctx) : []),
]

/** Whether the row `h` has the opening hours that the caller sees in the event `o`. A protected event has none for callers who may not edit it. */
function hoursOf(ctx: RequestContext): Sql {
  const event = ctx.site.kinds.get('event')
  return sql`h.event_id = o.record_id and ${event ? notProtectedOrEditable(event, 'o', ctx.caller) : raw('true')}`
}
const isWithin = (column: 'closed' | 'adjusted', day: Sql): Sql => sql`coalesce(${raw(`h.${column}`)} @> ${day}, false)`

/**
 * The first condition removes events that are closed on the day. The second one decides whether other events take place on it: events with hours
 * by the days in their own time zone, and all others by the day in the time zone of the site. Long events need not be looked up.
 */
function openOnWhere(date: Temporal.PlainDate, ctx: RequestContext): Sql[] {
  const { from, to } = widestDay(date)
  const zone = ctx.site.timeZone
  const [start, end] = [dayStart(date, zone), dayStart(date.add({ days: 1 }), zone)].map((each) => databaseText(each.epochMilliseconds))
  const day = sql`${date.toString()}::date`
  const isOpen = sql`not ${isWithin('closed', day)} and (h.weekdays >> ${date.dayOfWeek - 1}::int & 1 = 1 or ${isWithin('adjusted', day)})`
  const isDayOfRun = sql`h.first_day <= ${day} and h.last_day >= ${day}`
  return [
    sql`not exists (select 1 from event_hours h where ${hoursOf(ctx)} and ${isDayOfRun} and not (${isOpen}))`,
    sql`case when o.starts_at <= ${databaseText(from)} and o.ends_at >= ${databaseText(to)} then true
else coalesce((select ${isDayOfRun} from event_hours h where ${hoursOf(ctx)}), o.starts_at < ${end} and (o.ends_at > ${start} or o.starts_at >= ${start})) end`,
  ]
}

/** All time zones and their clocks are part of the statement, because zones are never converted in SQL. */
function openAtWhere(at: number, ctx: RequestContext): Sql[] {
  const { zones, clocks } = zoneClocks(at)
  const walls = clocks.map((clock) => wallText(clock))
  const utc = wallText(at)
  const instant = databaseText(at)
  const offset = sql`(substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval`
  // Only events that may take place at the instant are examined.
  const mayRun = sql`h.first_day <= ${utc}::date + 2 and h.last_day >= ${utc}::date - 2`
  return [
    sql`o.starts_at <= ${instant} and o.ends_at > ${instant}`,
    sql`not exists (
  select 1 from event_hours h
  left join unnest(${zones}::text[], ${walls}::timestamp[]) z(timezone, wall) on z.timezone = h.timezone
  cross join lateral (select coalesce(z.wall, ${utc}::timestamp + ${offset}) as wall offset 0) w
  cross join lateral (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute offset 0) c
  where ${hoursOf(ctx)} and ${mayRun} and not (${isOpenFrom(raw('c.day'), raw('c.minute'))} or ${isOpenFrom(raw('c.day - 1'), raw('c.minute + 1440'))})
)`,
  ]
}
const wallText = (ms: number): string => databaseText(ms).replace('+00', '')

/** Whether a stretch that begins on the day includes the minute, which is counted from the midnight that begins the day. */
const isOpenFrom = (
  day: Sql,
  minute: Sql,
): Sql => sql`(not ${isWithin('closed', sql`(${day})`)} and case when ${isWithin('adjusted', sql`(${day})`)}
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (${day}) and a.minutes @> (${minute}))
    else h.weekly @> ((extract(isodow from ${day})::int - 1) * 2880 + ${minute}) end)`
