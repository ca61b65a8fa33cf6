// Rows of the public table with the columns that a list needs, and pages of them in any order. No I/O.
import { and, join, raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import type { Listing } from '../definition/kind.ts'
import type { TimeWindow } from '../definition/time-window.ts'
import type { SortOrder } from './sort-order.ts'
import { windowConditions, type PageSlice, type RowSource } from './time-window.ts'

/** Whether a row belongs to one of the linked records. */
export const anyOf = (alias: string, ids: readonly number[]): Sql =>
  ids.length === 1 ? sql`${ref(`${alias}.ref_id`)} = ${ids[0]}` : sql`${ref(`${alias}.ref_id`)} = any(${ids}::bigint[])`

/**
 * The rows of the public table with all columns of the listing table, for conditions and orders that need them. If only the order needs them, each
 * row looks up its columns: the planner would rather read the whole listing table.
 */
export function publicRows({ table, publicTable, columns }: Listing, isFiltered: boolean): Sql {
  const others = columns.filter((name) => name !== 'starts_at' && name !== 'ends_at').map((name) => ref(`d.${name}`))
  const dates = isFiltered
    ? sql`join ${ref(table)} d on d.id = p.id`
    : sql`cross join lateral (select * from ${ref(table)} d where d.id = p.id offset 0) d`
  return sql`(select p.ref_id, p.starts_at, p.ends_at, p.id, d.record_id, ${join(others)} from ${ref(publicTable)} p ${dates}) o`
}

interface SortedSlice extends PageSlice {
  readonly order: SortOrder
}
/** A page in any other order, or of rows linked to one of several records. In the second case, the first rows of each record are merged without duplicates. */
export function sortedPage(rows: RowSource, window: TimeWindow, linkedIds: readonly number[] | null, slice: SortedSlice): Sql {
  const { order, limit, offset } = slice
  const direction = raw(slice.direction)
  const sorted = sql`${order.value} ${direction}, ${order.id} ${direction}`
  const wheres = [...rows.wheres, ...windowConditions(window)]
  if (linkedIds === null)
    return sql`select ${rows.id} from ${rows.from} where ${and(wheres)} order by ${sorted} limit ${limit} offset ${offset}`
  return sql`select m.id from unnest(${linkedIds}::bigint[]) each(ref_id) cross join lateral (
  select ${rows.id} as id, ${order.value} as by from ${rows.from} where ${and([raw('o.ref_id = each.ref_id'), ...wheres])} order by ${sorted} limit ${offset + limit}
) m group by m.id, m.by order by m.by ${direction}, m.id ${direction} limit ${limit} offset ${offset}`
}
