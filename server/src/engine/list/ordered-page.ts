// Builds the SQL of a page in the order of an index of records, instead of sorting all matching dates. No I/O.
import { and, raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import type { SortIndex } from '../definition/kind.ts'
import { hasValueFrom, isAfter, type KeysetCursor, type SortOrder } from './sort-order.ts'
import type { PageSlice, RowSource } from './time-window.ts'

/** Records that are read in the order of an index at most: at least so many, and so many for each date. If they do not suffice, all matching dates are sorted. */
const RECORDS_MAX = { least: 5_000, perDate: 20 }
/** Records that may be read before the first match, because the matching dates may belong to few series. */
const RECORDS_AHEAD = 100

interface OrderedList {
  readonly index: SortIndex
  /** Conditions on the rows `k` of the index. */
  readonly wheres: readonly Sql[]
  readonly type: SortOrder['type']
  /** The matching rows of the listing table. */
  readonly dates: RowSource
  readonly after: KeysetCursor | null
  readonly total: Sql
  /** The ids of the same page from all matching dates. */
  readonly sorted: Sql
}
/**
 * The total and the ids of a page. Records are read in the order of the index until the page is full, if the share of records that match, which the
 * total tells, makes this cheaper than sorting all matching dates. The dates of records with one value may have ids in any order, so all of them are
 * read.
 */
export function orderedPage(list: OrderedList, { direction, limit, offset }: PageSlice): Sql {
  const { index, dates, after, type } = list
  const end = offset + limit
  const max = Math.max(RECORDS_MAX.least, RECORDS_MAX.perDate * end)
  const [way, beyond] = direction === 'asc' ? [raw('asc'), raw('>')] : [raw('desc'), raw('<')]
  const position = after ? [isAfter({ value: raw('r.by'), id: dates.id, join: null, type }, after, direction)] : []
  const records = sql`(
  select k.id, ${index.value} as by from ${ref(index.table)} k
  where ${and([raw('(select g.ok from g)'), ...list.wheres, ...(after ? [hasValueFrom(index.value, { ...after, type }, direction)] : [])])}
  order by ${index.value} ${way}, k.id ${way} limit ${max}
) r`
  return sql`with c as materialized (select ${list.total} as n),
g as materialized (
  select c.n > 0 and ${RECORDS_AHEAD} + ${end} * greatest(t.reltuples, 0) / greatest(c.n, 1) <= least(c.n / 4, ${max / 2}) as ok
  from c, pg_class t where t.oid = ${index.table}::regclass
),
m as materialized (
  select r.by, o.id from ${records}
  cross join lateral (select ${dates.id} as id from ${dates.from} where ${and([raw('o.record_id = r.id'), ...position, ...dates.wheres])} offset 0) o
  order by r.by ${way}, o.id ${way} limit ${end}
)
select c.n::int as total, case when g.ok
  and (exists (select 1 from ${records} where r.by ${beyond} (select m.by from m order by m.by ${way} offset ${end - 1}))
    or (select count(*) from ${records}) < ${max})
then array(
  select m.id from m order by m.by ${way}, m.id ${way} limit ${limit} offset ${offset}
) else array(
${list.sorted}
) end as ids from c, g`
}
