// Lifecycle jobs: publishes scheduled records when they are due, and deletes records that have been in the trash for long enough.
import type { Database } from '../../kernel/database/database.ts'
import { raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import { recordChange } from '../changes/change-log.ts'
import type { Kind, Listing, RequestContext, StoredRow } from '../definition/kind.ts'
import { findOne } from '../read/records.ts'
import { deletePermanently } from './delete-records.ts'
import { syncListing } from './listing-rows.ts'

/** An exception with a status of its own gets it when its series is published. */
const OWN_STATUS = `status = case when own_status is null or own_status = 'future' then 'publish' else own_status end,
own_status = case when own_status = 'future' then 'publish' else own_status end`
/** An exception is not published before its series. */
const isSeriesDue = ({ table }: Kind, { seriesColumn }: Listing, now: string): Sql =>
  sql` and not exists (select 1 from ${ref(table)} s where s.id = x.${ref(seriesColumn)} and s.status <> 'publish' and not (s.status = 'future' and s.published_at <= ${now}))`
/** Publishes records whose publication time has come. Several processes may run it: each row is locked by one of them. */
export async function publishDue(database: Database, kind: Kind, ctx: RequestContext): Promise<number> {
  const now = ctx.now.toString()
  const isDue = sql`x.status = 'future' and x.published_at <= ${now}${kind.listing ? isSeriesDue(kind, kind.listing, now) : sql``}`
  const [due] = await database.query(sql`select 1 from ${ref(kind.table)} x where ${isDue} limit 1`)
  if (!due) return 0
  return database.transaction(async (db) => {
    const rows = await db.query<StoredRow & { id: number; version: number }>(sql`
update ${ref(kind.table)}
set ${kind.listing ? raw(OWN_STATUS) : raw(`status = 'publish'`)}, version = version + 1, modified_at = ${now}
where id in (select x.id from ${ref(kind.table)} x where ${isDue} order by x.published_at limit 200 for update skip locked)
returning *`)
    await syncListing(db, kind, rows)
    for (const { id, version, status } of rows)
      await recordChange(db, {
        kind,
        id,
        version,
        action: status === 'publish' ? 'publish' : 'update',
        caller: ctx.caller,
        changeId: ctx.changeId,
        language: null,
        before: { status: 'future' },
        after: { status },
      })
    return rows.length
  })
}

/** Permanently deletes records that were moved to the trash before `since`. Processes skip rows that another process has locked. */
export async function emptyTrash(database: Database, kind: Kind, since: Temporal.Instant, ctx: RequestContext): Promise<number> {
  // The exceptions of a series are deleted together with it.
  const hasOwnTrash = kind.listing
    ? sql` and not exists (select 1 from ${ref(kind.table)} s where s.id = x.${ref(kind.listing.seriesColumn)} and s.status = 'trash')`
    : sql``
  const due = sql`select x.id from ${ref(kind.table)} x where x.status = 'trash' and x.trashed_at < ${since.toString()}${hasOwnTrash}`
  const [any] = await database.query(sql`${due} limit 1`)
  if (!any) return 0
  return database.transaction(async (db) => {
    const rows = await db.query<{ id: number }>(sql`${due} order by trashed_at limit 100 for update skip locked`)
    for (const { id } of rows) await deletePermanently(db, kind, await findOne(db, kind, { id }, ctx), ctx)
    return rows.length
  })
}
