// The dates that lists of events are asked by (contract 5.1 to 5.4, 5.13): days at the site, or exact instants. Pure.
import { filter, param, type Ask } from '../engine/resource.ts'
import { dayStart, resolveMoment, wallOf, type Moment } from '../kernel/moments.ts'
import { all, sql, type Sql } from '../kernel/sql.ts'
import * as values from '../kernel/values.ts'

const DATES = ['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after', 'from', 'to'] as const
type DateName = (typeof DATES)[number]
type DateValues = { readonly [K in DateName]?: Moment } & { readonly strict_dates?: boolean; readonly include?: readonly number[] }

export const dates = filter(
  {
    start_date: param(values.moment, 'Starts at this date or later; now, unless another date is asked for.'),
    end_date: param(values.moment, 'Ends at this date or earlier; in two years, unless another date is asked for.'),
    starts_before: param(values.moment, 'Starts before this date.'),
    starts_after: param(values.moment, 'Starts after this date.'),
    ends_before: param(values.moment, 'Ends before this date.'),
    ends_after: param(values.moment, 'Ends after this date.'),
    from: param(values.moment, 'Touches the time from this date on.'),
    to: param(values.moment, 'Touches the time up to this date.'),
    strict_dates: param(values.boolean, 'Take dates as exact moments, not as whole days.', { fallback: false }),
    include: param(values.listOf(values.integer(1)), 'These records, whatever their dates.'),
  },
  (given, ask) => (given.include ? sql`o.event_id = any(${given.include}::bigint[])` : all(bounds(given, ask))),
  { applied },
)

/** The instants that were meant, defaults included. */
function instants(given: DateValues, ask: Ask): Partial<Record<DateName, Temporal.Instant>> {
  const found: Partial<Record<DateName, Temporal.Instant>> = {}
  for (const name of DATES) {
    const moment = given[name]
    if (moment) found[name] = resolveMoment(moment, ask.site.zone, ask.now)
  }
  const relative = DATES.some((name) => name !== 'start_date' && name !== 'end_date' && found[name])
  if (relative) return found
  const now = ask.now.round({ smallestUnit: 'second', roundingMode: 'floor' })
  const ahead = now.toZonedDateTimeISO('UTC').add({ years: 2 }).toInstant()
  return { ...found, start_date: found.start_date ?? now, end_date: found.end_date ?? ahead }
}

function bounds(given: DateValues, ask: Ask): Sql[] {
  const at = instants(given, ask)
  const strict = given.strict_dates === true
  const first = (instant: Temporal.Instant): string => (strict ? instant : dayStart(dayOf(instant, ask), ask.site.zone)).toString()
  const end = (instant: Temporal.Instant): string => (strict ? instant : dayStart(dayOf(instant, ask).add({ days: 1 }), ask.site.zone)).toString()
  const made: Sql[] = []
  if (at.start_date) made.push(sql`o.starts_at >= ${first(at.start_date)}`)
  if (at.end_date) made.push(sql`o.ends_at <= ${end(at.end_date)}`, sql`o.starts_at <= ${end(at.end_date)}`)
  if (at.starts_before) made.push(sql`o.starts_at < ${end(at.starts_before)}`)
  if (at.starts_after) made.push(strict ? sql`o.starts_at > ${end(at.starts_after)}` : sql`o.starts_at >= ${end(at.starts_after)}`)
  if (at.ends_before) made.push(sql`o.ends_at < ${end(at.ends_before)}`)
  if (at.ends_after) made.push(sql`o.ends_at > ${end(at.ends_after)}`)
  if (at.to) made.push(sql`o.starts_at < ${end(at.to)}`)
  if (at.from) made.push(sql`(o.ends_at > ${first(at.from)} or o.starts_at >= ${first(at.from)})`)
  return made
}
const dayOf = (instant: Temporal.Instant, ask: Ask): Temporal.PlainDate => wallOf(instant, ask.site.zone).toPlainDate()

/** Dates as they were applied, so that page 2 belongs to page 1 also when a day has passed. */
function applied(given: DateValues, ask: Ask): Record<string, string> {
  if (given.include) return {}
  return Object.fromEntries(Object.entries(instants(given, ask)).map(([name, instant]) => [name, instant.toString()]))
}
