// Redirects from merged records to the record that took their place, by id and by slug (contract 7.17).
import type { Db } from '../../kernel/database/database.ts'
import { ref, sql } from '../../kernel/database/sql.ts'
import type { Kind, RequestContext } from '../definition/kind.ts'
import type { RecordLocator } from './records.ts'

/** Stores redirects, and changes those that lead to a merged record, so that each leads to a record that exists. */
export async function addRedirects(
  db: Db,
  kind: Kind,
  { from, to }: { readonly from: readonly number[]; readonly to: number },
  { now }: RequestContext,
): Promise<void> {
  await db.query(sql`update redirects set target_id = ${to} where target_id = any(${from}::bigint[])`)
  await db.query(sql`
insert into redirects (id, kind, target_id, slugs, merged_at)
select r.id, ${kind.name}, ${to}, array(select distinct x.slug from ${ref(kind.texts)} x where x.id = r.id and x.slug is not null), ${now.toString()}
from ${ref(kind.table)} r where r.id = any(${from}::bigint[])`)
}

/** Returns the id of the record that took the place of a merged one, or null. If several merged records had the slug, the last one counts. */
export async function findRedirect(db: Db, kind: Kind, locator: RecordLocator): Promise<number | null> {
  const isLocated = 'id' in locator ? sql`id = ${locator.id}` : sql`slugs @> ${[locator.slug]}::text[]`
  const [found] = await db.query<{ target_id: number }>(
    sql`select target_id from redirects where kind = ${kind.name} and ${isLocated} order by merged_at desc, id desc limit 1`,
  )
  return found?.target_id ?? null
}

/** The records that were merged into each of these records before. */
export async function loadRedirectsTo(db: Db, targets: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
  const rows = await db.query<{ id: number; target_id: number }>(
    sql`select id, target_id from redirects where target_id = any(${targets}::bigint[]) order by id`,
  )
  return new Map(targets.map((target) => [target, rows.flatMap(({ id, target_id }) => (target_id === target ? [id] : []))]))
}
/** Ends the redirect of a record that exists again. Records that were merged into it lead to it again, unless they were merged elsewhere since. */
export async function endRedirect(db: Db, id: number, merged: readonly number[], from: number): Promise<void> {
  await db.query(sql`delete from redirects where id = ${id}`)
  await db.query(sql`update redirects set target_id = ${id} where id = any(${merged}::bigint[]) and target_id = ${from}`)
}

/** Removes the redirects to a record, and returns the ids of the records that were merged into it. */
export async function removeRedirects(db: Db, id: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`delete from redirects where target_id = ${id} returning id`)
  return rows.map((row) => row.id)
}
