// Erases submissions that were not confirmed in time, and the senders of those that were decided.
import type { Db } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import { pruneChallenges } from './challenges.ts'
import { CONFIRM_HOURS } from './submission-links.ts'

/** Days for which editors can reach the sender after their decision. */
const SENDER_DAYS = 90

export async function eraseSubmissions(db: Db, now: Temporal.Instant): Promise<void> {
  const at = sql`${now.toString()}::timestamptz`
  await db.query(sql`
delete from submissions
where (confirmed_at is null and created_at <= ${at} - ${CONFIRM_HOURS} * interval '1 hour') or decided_at <= ${at} - ${SENDER_DAYS} * interval '1 day'`)
  await pruneChallenges(db, now)
}
