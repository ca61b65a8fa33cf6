// Presence: the users who are editing a record at the moment (contract 15.10).
import type { Db } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'

const PRESENT_SECONDS = 60
export interface Editing {
  readonly id: number
  readonly userId: number | null
  readonly now: Temporal.Instant
}
/** Registers that the user is editing the record, and returns the others who are. */
export async function announce(db: Db, { id, userId, now }: Editing): Promise<{ readonly id: number; readonly name: string }[]> {
  const expires = now.add({ seconds: PRESENT_SECONDS })
  await db.query(sql`
insert into presence (record_id, user_id, expires_at) values (${id}, ${userId}, ${expires.toString()})
on conflict (record_id, user_id) do update set expires_at = excluded.expires_at`)
  return db.query(sql`
select u.id, u.name from presence p join users u on u.id = p.user_id
where p.record_id = ${id} and p.user_id <> ${userId} and p.expires_at > ${now.toString()} order by u.id`)
}

export const prunePresence = (db: Db, now: Temporal.Instant): Promise<unknown> =>
  db.query(sql`delete from presence where expires_at <= ${now.toString()}`)
