// Inventories (contract 14.1.8): the ids and versions of all records of a list, by which a client finds out how its copy differs.
import type { Db } from '../../kernel/database/database.ts'
import { FieldError, type FieldErrors } from '../../kernel/errors/problems.ts'
import type { Inputs } from '../../kernel/http/request-parsing.ts'
import * as values from '../../kernel/validation/value-types.ts'
import { and, raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import { param } from '../definition/resource.ts'
import type { Kind, RequestContext } from '../definition/kind.ts'
import { matchingDates, type ListRequest, type ListStatement } from './list-query.ts'
import { windowConditions } from './time-window.ts'

export const DATES_PARAM = param(
  values.boolean,
  'Whether an inventory lists dates instead of records. With `series`, it always lists dates.',
  {
    fallback: false,
  },
)
/** An inventory does not have the type of lists, so that the types of lists in generated clients have records only. */
export const INVENTORY_TYPE = 'application/vnd.kalends.inventory+json'
/** Records of a page, unless the request asks for fewer. */
export const INVENTORY_PAGE = 100_000

/** An inventory has one order and one representation, and is paginated by cursors only. */
const NOT_WITH_INVENTORY = ['page', 'orderby', 'order', 'collapse', 'records', 'facets', '_fields', 'highlight']
export function findInventoryErrors(sent: Readonly<Record<string, unknown>>): FieldErrors {
  if (sent['inventory'] !== true) return {}
  const names = NOT_WITH_INVENTORY.filter((name) => sent[name] !== undefined)
  return Object.fromEntries(names.map((name) => [name, new FieldError('not_with', { name: 'inventory' })]))
}
/** Whether an inventory of a kind with dates lists dates. */
export const listsDates = (sent: Readonly<Record<string, unknown>>): boolean => sent['dates'] === true || sent['series'] !== undefined

/** Whether the query asks for an inventory that may have as many records as the calendar. */
export const isWholeInventory = (query: Inputs): boolean =>
  values.boolean.parse(query['inventory']) === true && (query['series'] ?? '') === ''

export interface InventoryPage {
  /** The items of a JSON array. */
  readonly items: string
  /** The last id of the page, if there is a next page. */
  readonly last: number | null
}
export async function loadInventory(db: Db, kind: Kind, request: ListRequest, ctx: RequestContext): Promise<InventoryPage> {
  const { statement, customPlan } = inventoryStatement(kind, request, ctx)
  const [page] = await db.query<{ items: string | null; last: number | null }>(statement, { customPlan })
  return { items: page?.items ?? '', last: page?.last ?? null }
}

/** Builds one statement that returns a page as JSON. The database builds it, because a page may have 100,000 items. */
export function inventoryStatement(kind: Kind, request: ListRequest, ctx: RequestContext): ListStatement {
  const { rows, window } = matchingDates(kind, request, ctx)
  const hasDates = kind.listing !== undefined && !request.records
  const wheres = [
    ...rows.wheres,
    ...(hasDates ? windowConditions(window) : []),
    ...(request.after ? [sql`o.id > ${request.after.id}::bigint`] : []),
  ]
  const from = hasDates ? sql`${rows.from} join ${ref(kind.table)} r on r.id = o.record_id` : rows.from
  const version = hasDates ? VERSION_OF_DATE : raw('o.version')
  const item = sql`'{"id":' || o.id || ',"version":' || ${version}${kind.listing ? TYPE : raw('')} || '}'`
  // The rows of the subquery are sorted, so the aggregate need not sort them again. One more row tells whether there is a next page.
  const statement = sql`select string_agg(p.item, ',') filter (where p.n <= ${request.perPage}) as items,
  case when count(*) > ${request.perPage} then max(p.id) filter (where p.n <= ${request.perPage}) end as last
from (
select o.id, ${item} as item, row_number() over (order by o.id) as n from ${from}
where ${and(wheres)}
order by o.id limit ${request.perPage + 1}
) p`
  return { statement, customPlan: true }
}
/** A date without a record of its own has the version of its series plus the number of writes to the date (contract 13.5.10). */
const VERSION_OF_DATE = raw('(r.version + case when o.record_id = o.id then 0 else o.own_version end)')
const TYPE: Sql = raw(`|| ',"type":"' || case when o.series_id is null then 'single' when o.series_id = o.id then 'series'
when o.record_id = o.id then 'exception' else 'occurrence' end || '"'`)
