// Extends the dates of endless series to the horizon, in small transactions (contract 13.2.10).
import type { Database, Db } from '../../kernel/database/database.ts'
import { ref, sql } from '../../kernel/database/sql.ts'
import { recordBulkChange } from '../changes/change-log.ts'
import { horizonDay } from '../definition/horizon.ts'
import type { Kind, Listing, RequestContext, StoredRow } from '../definition/kind.ts'
import { syncPublicRows } from './listing-rows.ts'
import { syncDates } from './sync-dates.ts'

const BATCH = 50
/**
 * Stores the dates of series that are not stored up to the horizon, oldest first. Returns the number of series. Processes skip locked series.
 * `reportBacklog` receives the number of series that are due, at the beginning and at the end.
 */
export async function extendSeries(
  database: Database,
  kind: Kind,
  ctx: RequestContext,
  reportBacklog: (series: number) => void,
): Promise<number> {
  const { listing } = kind
  if (!listing) return 0
  const horizon = horizonDay(ctx).toString()
  reportBacklog(await countDue(database, kind, horizon))
  let [count, extended] = [0, BATCH]
  while (extended === BATCH) {
    extended = await extendBatch(database, kind, listing, { horizon, ctx })
    count += extended
  }
  reportBacklog(await countDue(database, kind, horizon))
  return count
}
async function countDue(db: Db, { table }: Kind, horizon: string): Promise<number> {
  const [due] = await db.query<{ n: number }>(sql`select count(*)::int as n from ${ref(table)} where expanded_until < ${horizon}`)
  return due?.n ?? 0
}

interface Extension {
  readonly horizon: string
  readonly ctx: RequestContext
}
const extendBatch = (database: Database, kind: Kind, listing: Listing, { horizon, ctx }: Extension): Promise<number> =>
  database.transaction(async (db) => {
    const due = await db.query<StoredRow>(sql`
select * from ${ref(kind.table)} where expanded_until < ${horizon} order by expanded_until, id limit ${BATCH} for update skip locked`)
    for (const series of due) {
      const columns = listing.recurring.extend(series, ctx)
      await db.query(sql`update ${ref(kind.table)} set expanded_until = ${columns['expanded_until']} where id = ${series['id']}`)
      await syncDates(db, kind, listing, { series: { ...series, ...columns } }, ctx)
    }
    if (due.length > 0) {
      await syncPublicRows(
        db,
        listing,
        due.map((series) => series['id'] as number),
      )
      // One row of the change log invalidates cached lists, instead of one for each series.
      await recordBulkChange(db, 'derived', ctx.changeId)
    }
    return due.length
  })
