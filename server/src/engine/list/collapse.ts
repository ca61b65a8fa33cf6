// Builds the SQL of lists that show one date of each series (contract 13.3.3), for any filters and any order. No I/O.
import { and, raw, sql, type Sql } from '../../kernel/database/sql.ts'
import * as values from '../../kernel/validation/value-types.ts'
import type { TimeWindow } from '../definition/time-window.ts'
import { param } from '../definition/resource.ts'
import { isAfter, type KeysetCursor, type SortOrder } from './sort-order.ts'
import { windowConditions, type PageSlice, type RowSource } from './time-window.ts'

export const COLLAPSE_PARAM = param(
  values.oneOf(['series']),
  'If `series`, returns of each series only the first matching date, in the order of the list.',
)

/** Rows of dates, with the expression of their series. */
export interface SeriesRows extends RowSource {
  readonly series: Sql
}
export interface CollapsedSlice extends PageSlice {
  readonly order: SortOrder
  readonly after: KeysetCursor | null
}
/** The page and the total of a list that shows the first matching date of each series. */
export const collapsedByDistinct = (rows: SeriesRows, window: TimeWindow, slice: CollapsedSlice): { page: Sql; total: Sql } => ({
  page: collapsedPage(rows, window, slice),
  total: countSeries(rows, window),
})
/** The first matching date of each series, as the rows `m` with the columns `id` and `by`. */
export function firstDates({ series, ...rows }: SeriesRows, window: TimeWindow, order: SortOrder, direction: PageSlice['direction']): Sql {
  const way = raw(direction)
  const wheres = [...rows.wheres, ...windowConditions(window)]
  return sql`(
select distinct on (${series}) ${rows.id} as id, ${order.value} as by from ${rows.from}${order.join ?? raw('')}
where ${and(wheres)}
order by ${series}, ${order.value} ${way}, ${rows.id} ${way}
) m`
}
/** The position is compared with the dates that are shown. A date after the position may belong to a series that is shown before it. */
export function collapsedPage(rows: SeriesRows, window: TimeWindow, slice: CollapsedSlice, columns: Sql = raw('m.id')): Sql {
  const { order, after, direction, limit, offset } = slice
  const shown: SortOrder = { ...order, value: raw('m.by'), id: raw('m.id') }
  const where = after ? sql`\nwhere ${isAfter(shown, after, direction)}` : raw('')
  const way = raw(direction)
  return sql`select ${columns} from ${firstDates(rows, window, order, direction)}${where}
order by m.by ${way}, m.id ${way} limit ${limit} offset ${offset}`
}
const countSeries = ({ series, from, wheres }: SeriesRows, window: TimeWindow): Sql =>
  sql`(select count(distinct ${series}) from ${from} where ${and([...wheres, ...windowConditions(window)])})`
