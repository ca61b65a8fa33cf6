// Reassigns the records of a user to another author. Each record gets a new version and an entry in the change log.
import type { Db } from '../../kernel/database/database.ts'
import { ref, sql } from '../../kernel/database/sql.ts'
import type { Kind, RequestContext } from '../definition/kind.ts'
import { syncListing } from './write-records.ts'

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
  const rows = await db.query<{ id: number }>(sql`
with moved as (
  update ${ref(kind.table)} set author_id = ${to}, version = version + 1, modified_at = ${now.toString()} where author_id = ${from}
  returning id, version
), noted as (
  insert into changes (kind, record_id, version, action, change_id, before, after)
  select ${kind.name}, id, version, 'update', ${changeId}::uuid, jsonb_build_object('author_id', ${from}::bigint), jsonb_build_object('author_id', ${to}::bigint) from moved
)
select id from moved`)
  const ids = rows.map(({ id }) => id)
  for (let start = 0; start < ids.length; start += BATCH) await syncListing(db, kind, ids.slice(start, start + BATCH))
  return ids.length
}
