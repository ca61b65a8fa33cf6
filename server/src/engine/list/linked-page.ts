// Builds the SQL of public lists by linked records that a filter selects by their own columns, such as venues in an area. No I/O.
import { and, join, raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import type { Listing } from '../definition/kind.ts'
import type { TimeWindow } from '../definition/time-window.ts'
import { isAfter, type KeysetCursor, type SortOrder } from './sort-order.ts'
import { ongoingAt, ongoingSplit, textOf, windowConditions, type PageSlice } from './time-window.ts'

interface LinkedList {
  readonly listing: Listing
  /** The selected linked records, as the rows `id` and `rank`. */
  readonly linkedTo: Sql
  readonly window: TimeWindow
  /** Its value is that of the row `d`, which has `rank` and `starts_at`. */
  readonly order: SortOrder
  readonly after: KeysetCursor | null
}
/**
 * The total and the ids of a page. All matching dates are read once: a date that is linked to several of the records counts once, so the total
 * cannot be a sum of daily counts.
 */
export function linkedPage({ listing, linkedTo, window, order, after }: LinkedList, { direction, limit, offset }: PageSlice): Sql {
  const from = sql`(select p.id, p.starts_at, p.ends_at, near.rank from near join ${ref(listing.publicTable)} p on p.ref_id = near.id) o`
  const rows = { from, wheres: [], id: raw('o.id') }
  const columns = raw('o.id, o.starts_at, o.rank')
  const conditions = windowConditions(window)
  const at = ongoingSplit(window)
  const parts =
    at === null
      ? [sql`select ${columns} from ${from} where ${and(conditions)}`]
      : [
          ...ongoingAt(rows, at, { columns, wheres: [sql`o.starts_at < ${textOf(at)}`, ...conditions] }),
          sql`select ${columns} from ${from} where ${and([sql`o.starts_at >= ${textOf(at)}`, ...conditions])}`,
        ]
  const way = raw(direction)
  const shown: SortOrder = { ...order, value: raw('m.by'), id: raw('m.id') }
  return sql`with near as materialized (${linkedTo}), m as materialized (
select d.id, ${order.value} as by from (
${join(parts, '\nunion all\n')}
) d group by d.id, d.starts_at
)
select (select count(*) from m)::int as total,
array(select m.id from m${after ? sql` where ${isAfter(shown, after, direction)}` : raw('')} order by m.by ${way}, m.id ${way} limit ${limit} offset ${offset}) as ids`
}
/** The sort value of the row `d`. Null if this order needs columns that the row does not have. */
export const linkedOrder = (
  order: SortOrder,
  linkedValue: ((rank: Sql, start: Sql) => Sql) | undefined,
  sortsByTime: boolean,
): SortOrder | null =>
  sortsByTime
    ? { ...order, value: raw('d.starts_at') }
    : linkedValue
      ? { ...order, value: linkedValue(raw('min(d.rank)'), raw('d.starts_at')) }
      : null
