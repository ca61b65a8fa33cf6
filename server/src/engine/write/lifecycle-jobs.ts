// Lifecycle jobs: publishes scheduled records when they are due, and deletes records that have been in the trash for long enough.
import type { Database } from '../../kernel/database/database.ts'
import { ref, sql } from '../../kernel/database/sql.ts'
import { recordChange } from '../changes/change-log.ts'
import type { Kind, RequestContext, StoredRow } from '../definition/kind.ts'
import { findOne } from '../read/records.ts'
import { deletePermanently } from './delete-records.ts'
import { syncListing } from './listing-rows.ts'

/** Publishes records whose publication time has come. Several processes may run it: each row is locked by one of them. */
export async function publishDue(database: Database, kind: Kind, ctx: RequestContext): Promise<number> {
  const now = ctx.now.toString()
  const [due] = await database.query(sql`select 1 from ${ref(kind.table)} where status = 'future' and published_at <= ${now} limit 1`)
  if (!due) return 0
  return database.transaction(async (db) => {
    const rows = await db.query<StoredRow & { id: number; version: number }>(sql`
update ${ref(kind.table)}
set status = 'publish', version = version + 1, modified_at = ${now}
where id in (select id from ${ref(kind.table)} where status = 'future' and published_at <= ${now} order by published_at limit 200 for update skip locked)
returning *`)
    await syncListing(db, kind, rows)
    for (const { id, version } of rows)
      await recordChange(db, {
        kind,
        id,
        version,
        action: 'publish',
        caller: ctx.caller,
        changeId: ctx.changeId,
        language: null,
        before: { status: 'future' },
        after: { status: 'publish' },
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
