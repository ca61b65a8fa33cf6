// Reassigns the records of a user to another author. Each record gets a new version and an entry in the change log.
import type { Db } from '../../kernel/database/database.ts'
import { ref, sql } from '../../kernel/database/sql.ts'
import type { Kind, RequestContext, StoredRow } from '../definition/kind.ts'
import { syncListing } from './listing-rows.ts'

const BATCH = 1_000
export const hasAuthor = ({ access }: Kind): boolean => access === 'owned' || access === 'library'

export async function countByAuthor(db: Db, kind: Kind, author: number): Promise<number> {
  const [row] = await db.query<{ n: number }>(sql`select count(*)::int as n from ${ref(kind.table)} where author_id = ${author}`)
  return row?.n ?? 0
}

/** Must run in a transaction. Returns the number of records. */
export async function reassign(
  db: Db,
  kind: Kind,
  { from, to }: { from: number; to: number },
  { now, changeId }: Pick<RequestContext, 'now' | 'changeId'>,
): Promise<number> {
  for (let count = 0; ; ) {
    const rows = await db.query<StoredRow>(sql`
with moved as (
  update ${ref(kind.table)} set author_id = ${to}, version = version + 1, modified_at = ${now.toString()}
  where id in (select id from ${ref(kind.table)} where author_id = ${from} limit ${BATCH})
  returning *
), noted as (
  insert into changes (kind, record_id, version, action, change_id, before, after)
  select ${kind.name}, id, version, 'update', ${changeId}::uuid, jsonb_build_object('author_id', ${from}::bigint), jsonb_build_object('author_id', ${to}::bigint) from moved
)
select * from moved`)
    await syncListing(db, kind, rows)
    count += rows.length
    if (rows.length < BATCH) return count
  }
}
