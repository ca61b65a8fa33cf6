// Counts wrong passwords per account, device and address in PostgreSQL, and refuses further ones (contract 15.7).
import type { Db } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export interface AttemptLimit {
  /** The account, the device or the address whose attempts are counted. */
  readonly key: string
  /** Wrong attempts, until there were none for 15 minutes. */
  readonly limit: number
  /** Whether one attempt a minute is allowed beyond the limit. */
  readonly continues: boolean
}
const WINDOW = sql`interval '15 minutes'`

/**
 * Counts an attempt before its password is compared, so that concurrent attempts cannot exceed the limit. Returns whether it is allowed.
 * A refused attempt does not extend the window.
 */
export async function takeAttempt(db: Db, { key, limit, continues }: AttemptLimit, now: Temporal.Instant): Promise<boolean> {
  const at = sql`${now.toString()}::timestamptz`
  const rows = await db.query(sql`
insert into sign_in_attempts as a (key, count, last_at) values (${key}, 1, ${at})
on conflict (key) do update set
  count = case when a.last_at <= ${at} - ${WINDOW} then 1 else a.count + 1 end,
  is_refused = a.is_refused and a.last_at > ${at} - ${WINDOW},
  last_at = ${at}
where a.last_at <= ${at} - ${WINDOW} or a.count < ${limit} or (${continues}::boolean and a.last_at <= ${at} - interval '1 minute')
returning 1`)
  return rows.length > 0
}
/** Takes back an attempt whose password was right. */
export const refundAttempt = (db: Db, key: string): Promise<unknown> =>
  db.query(sql`update sign_in_attempts set count = greatest(count - 1, 0) where key = ${key}`)
/** Notes that attempts are refused. Returns whether this is the first refusal of the window. */
export async function noteRefusal(db: Db, key: string): Promise<boolean> {
  const rows = await db.query(sql`update sign_in_attempts set is_refused = true where key = ${key} and not is_refused returning 1`)
  return rows.length > 0
}
export const pruneAttempts = (db: Db, now: Temporal.Instant): Promise<unknown> =>
  db.query(sql`delete from sign_in_attempts where last_at < ${now.toString()}::timestamptz - interval '1 day'`)
