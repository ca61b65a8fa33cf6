// Counts the dates of series that match a list which shows only the first of them (contract 13.3.3).
import type { Db } from '../../kernel/database/database.ts'
import { and, ref, sql } from '../../kernel/database/sql.ts'
import type { Kind, RequestContext } from '../definition/kind.ts'
import { idsTable } from '../read/entries.ts'
import { dateRows, type ListRequest } from './list-query.ts'

/** Only this many dates of a series are counted. */
const MATCHING_DATES_MAX = 100
/** The number of matching dates by the id of the date that is shown; null if there are more than are counted. */
export type MatchingDates = (id: number) => number | null

export async function countMatchingDates(
  db: Db,
  kind: Kind,
  { request, ids }: { readonly request: ListRequest; readonly ids: readonly number[] },
  ctx: RequestContext,
): Promise<MatchingDates> {
  const { listing } = kind
  if (!listing || ids.length === 0) return () => 1
  const rows = dateRows(kind, request, ctx)
  const series = ref(listing.seriesColumn)
  const dates = sql`select 1 from ${rows.from} where ${and([sql`o.${series} = d.${series}`, ...rows.wheres])} limit ${MATCHING_DATES_MAX + 1}`
  const found = await db.query<{ id: number; n: number }>(
    sql`select i.id, (select count(*)::int from (${dates}) c) as n
from ${idsTable(ids)} join ${ref(listing.table)} d on d.id = i.id and d.${series} is not null`,
    { customPlan: true },
  )
  const counts = new Map(found.map(({ id, n }) => [id, n > MATCHING_DATES_MAX ? null : Math.max(n, 1)]))
  return (id) => (counts.has(id) ? (counts.get(id) ?? null) : 1)
}
