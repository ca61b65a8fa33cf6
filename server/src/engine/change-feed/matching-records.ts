// Finds which records match the filters of the change feed now. The conditions are those of lists of records (contract 13.3.4).
import type { Db } from '../../kernel/database/database.ts'
import { and, join, raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import { visibleTo } from '../access/visibility.ts'
import type { Kind, Listing, RequestContext } from '../definition/kind.ts'
import { conditionsOf, isLinkedToAny, linksOf } from '../list/list-conditions.ts'
import { windowConditions } from '../list/time-window.ts'
import type { FeedFilters } from './feed-filters.ts'

export interface Match {
  /** Whether the record matches all filters. */
  readonly matches: boolean
  /** Whether one of its dates is in the window, also if the caller cannot see it because of the status of the series. */
  readonly hasDateInWindow: boolean
}
export async function loadMatches(
  db: Db,
  kind: Kind,
  { ids, filters }: { readonly ids: readonly number[]; readonly filters: FeedFilters },
  ctx: RequestContext,
): Promise<ReadonlyMap<number, Match>> {
  const { listing } = kind
  if (!listing || ids.length === 0) return new Map()
  const { conditions } = conditionsOf(kind, filters, ctx)
  const links = linksOf(kind, filters).map(({ filter, ids: linked }) => isLinkedToAny(kind, filter, linked, ctx))
  const wheres = [...conditions, ...links]
  const { window } = filters
  const isListed = and([visibleTo(kind, 'o', ctx.caller), sql`not ${ref(`o.${listing.hidden}`)}`])
  // A date that was never shown together with its series must not tell that it exists.
  const followsSeries = sql`(o.record_id <> o.id or exists (
  select 1 from ${ref(kind.table)} e where e.id = o.record_id and coalesce(e.own_status, 'publish') = 'publish'
))`
  const dates = window
    ? sql`select bool_or(${isListed}) as listed, bool_or(${isListed} or ${followsSeries}) as found from ${ref(listing.table)} o
where (o.id = c.id or o.${ref(listing.seriesColumn)} = c.id) and ${and(windowConditions(window))}`
    : raw('select true as listed, true as found')
  const rows = await db.query<{ id: number; matches: boolean | null; found: boolean | null }>(
    sql`select c.id, c.matches and d.listed as matches, d.found
from (select o.id, ${wheres.length > 0 ? and(wheres) : raw('true')} as matches from ${recordRows(kind, listing, ids)} o) c
cross join lateral (${dates}) d`,
    { customPlan: true },
  )
  return new Map(rows.map(({ id, matches, found }) => [id, { matches: matches === true, hasDateInWindow: found === true }]))
}

/** Records, and dates of series that are no records, with the columns that conditions on lists refer to. */
function recordRows({ table }: Kind, listing: Listing, ids: readonly number[]): Sql {
  const series = ref(listing.seriesColumn)
  const shared = (alias: string): Sql => join(listing.sharedColumns.map((name) => ref(`${alias}.${name}`)))
  return sql`(
select r.id, r.id as record_id, case when r.${ref(listing.recurrenceColumn)} is null then r.${series} else r.id end as ${series}, ${shared('r')}
from ${ref(table)} r where r.id = any(${ids}::bigint[])
union all
select d.id, d.record_id, d.${series}, ${shared('d')} from ${ref(listing.table)} d where d.id = any(${ids}::bigint[]) and d.record_id <> d.id
)`
}
