// Finds a date by the slug of its series and its local day, with or without the time of its start (contract 13.4.2).
import type { Db } from '../../kernel/database/database.ts'
import { ref, sql, type Sql } from '../../kernel/database/sql.ts'
import { isLocalYearSupported } from '../../kernel/time/date-times.ts'
import { visibleTo } from '../access/visibility.ts'
import type { Kind, RequestContext } from '../definition/kind.ts'
import { wasPublic } from './records.ts'

export interface DateAddress {
  readonly slug: string
  /** A day, or a day and a time: `2027-02-04` or `2027-02-04T1800`. */
  readonly date: string
}
export interface LocatedDate {
  readonly id: number
  /** Whether the date belongs to a series that was split off from the one with the slug. */
  readonly isSplitOff: boolean
}

/**
 * Returns the date that originally starts in the period, else the date that now starts in it, else one that the series no longer has. Among several,
 * the first one counts. A single event is found under its start. The caller may see the date, or it was public before it was trashed.
 */
export async function locateDate(db: Db, kind: Kind, { slug, date }: DateAddress, ctx: RequestContext): Promise<LocatedDate | null> {
  const { listing } = kind
  const period = parsePeriod(date)
  if (!listing || !period) return null
  const isShown = sql`(${visibleTo(kind, 'r', ctx.caller)} or ${wasPublic(kind)})`
  const isWithin = (column: string): Sql =>
    sql`${ref(column)} >= ${period.from}::timestamp and ${ref(column)} < ${period.from}::timestamp + ${period.length}::interval`
  const [table, series] = [ref(kind.table), ref(`r.${listing.seriesColumn}`)]
  const [found] = await db.query<{ id: number; depth: number }>(sql`
with recursive family as (
  select r.id, 0 as depth from ${ref(kind.texts)} x join ${table} r on r.id = x.id where x.slug = ${slug} and x.slug_owner and ${isShown}
  union all
  select r.id, f.depth + 1 from family f join ${table} r on r.split_from = f.id
), found as (
  select o.id, o.record_id, f.depth, 0 as preference, o.original_start as start
  from family f join ${ref(listing.table)} o on o.series_id = f.id and ${isWithin('o.original_start')}
  union all
  select r.id, r.id, f.depth, 1, r.starts_local
  from family f join ${table} r on ${series} = f.id and exists (select 1 from ${ref(listing.table)} o where o.id = r.id) and ${isWithin('r.starts_local')}
  union all
  select r.id, r.id, f.depth, 1, r.starts_local
  from family f join ${table} r on r.id = f.id and r.${ref(listing.recurrenceColumn)} is null and ${isWithin('r.starts_local')}
  union all
  select x.id, f.id, f.depth, 2, x.original_start
  from family f join retired_occurrences x on x.series_id = f.id and ${isWithin('x.original_start')}
)
select d.id, d.depth from found d join ${table} r on r.id = d.record_id where ${isShown}
order by d.preference, d.depth, d.start, d.id limit 1`)
  return found ? { id: found.id, isSplitOff: found.depth > 0 } : null
}

/** A day, or one minute of it. Null if the calendar does not have it. */
function parsePeriod(date: string): { readonly from: string; readonly length: string } | null {
  const [day = '', time] = date.split('T')
  try {
    const from = Temporal.PlainDateTime.from(time === undefined ? day : `${day}T${time.slice(0, 2)}:${time.slice(2)}`, {
      overflow: 'reject',
    })
    return isLocalYearSupported(from) ? { from: from.toString(), length: time === undefined ? '1 day' : '1 minute' } : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
