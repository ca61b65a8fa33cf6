// The order of a list as SQL, and the condition that a page begins after a position in that order.
import { raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import type { Kind, RequestContext, Sort } from '../definition/kind.ts'

/** A position in a list: the sort value of a record, as text, and its id. */
export interface KeysetCursor {
  readonly at: string
  readonly id: number
}
interface SortRequest {
  readonly order: string
  readonly values: Readonly<Record<string, unknown>>
}
export interface SortOrder {
  readonly value: Sql
  readonly id: Sql
  /** Joins the main table as `r` to the listing row `o`. Null if the row `o` has the value. */
  readonly join: Sql | null
  readonly type: Sort['type']
}

export function sortOf(kind: Kind, order: string): Sort {
  const sort = kind.sorts[order]
  if (!sort) throw new TypeError(`${kind.plural} cannot be sorted by ${order}`)
  return sort
}
export function sortOrder(kind: Kind, request: SortRequest, ctx: RequestContext): SortOrder {
  const sort = sortOf(kind, request.order)
  const id = raw('o.id')
  if (!kind.listing) return { value: sort.value('o', ctx, request.values), id, join: null, type: sort.type }
  if (sort.listingColumn) return { value: ref(`o.${sort.listingColumn}`), id, join: null, type: sort.type }
  const join = sql` join ${ref(kind.table)} r on r.id = o.record_id`
  return { value: sort.value('r', ctx, request.values), id, join, type: sort.type }
}
/** The same for the rows of `entriesFrom`. */
export function entryOrder(kind: Kind, request: SortRequest, ctx: RequestContext): SortOrder {
  const sort = sortOf(kind, request.order)
  const value = kind.listing && sort.listingColumn ? ref(`o.${sort.listingColumn}`) : sort.value('r', ctx, request.values)
  return { value, id: raw('i.id'), join: null, type: sort.type }
}
export const sortValueText = (kind: Kind, request: SortRequest, ctx: RequestContext): Sql =>
  sql`(${entryOrder(kind, request, ctx).value})::text`

const SQL_TYPES = { moment: 'timestamptz', text: 'text', integer: 'bigint' } as const
/** The rows after a position. Two rows never have the same position, because ids are unique. */
export function isAfter({ value, id, type }: SortOrder, { at, id: afterId }: KeysetCursor, direction: 'asc' | 'desc'): Sql {
  const beyond = raw(direction === 'asc' ? '>' : '<')
  return sql`(${value}, ${id}) ${beyond} (${at}::${raw(SQL_TYPES[type])}, ${afterId}::bigint)`
}
/** The rows after a position, and all rows with the same value. */
export const hasValueFrom = (
  value: Sql,
  { at, type }: Pick<KeysetCursor, 'at'> & Pick<SortOrder, 'type'>,
  direction: 'asc' | 'desc',
): Sql => sql`${value} ${raw(direction === 'asc' ? '>=' : '<=')} ${at}::${raw(SQL_TYPES[type])}`
