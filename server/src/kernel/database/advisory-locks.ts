// Advisory locks of PostgreSQL, held until the end of a transaction.
import type { Db } from './database.ts'
import { sql } from './sql.ts'

/** Waits for the lock, and holds it until the transaction ends. */
export const advisoryLock = (db: Db, key: string): Promise<unknown> =>
  db.query(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
/** Waits for several locks. All transactions take them in the same order, so that no two wait for each other. */
export const advisoryLocks = (db: Db, keys: readonly string[]): Promise<unknown> =>
  db.query(sql`select pg_advisory_xact_lock(hashtextextended(w, 0)) from unnest(${[...new Set(keys)].sort()}::text[]) w`)
/** Takes the lock without waiting. Returns whether it was free. */
export async function tryAdvisoryLock(db: Db, key: string): Promise<boolean> {
  const [row] = await db.query<{ free: boolean }>(sql`select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as free`)
  return row?.free === true
}
