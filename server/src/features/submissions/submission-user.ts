// The built-in user that owns submitted records. It is disabled in the database, so nobody can act as it from outside.
import type { Db } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import { overloaded } from '../../kernel/errors/problems.ts'
import type { Caller } from '../../kernel/security/caller.ts'

/** Returns the caller that the server acts as for senders. The first submission adds the user. */
export async function submissionCaller(db: Db, now: Temporal.Instant): Promise<Caller> {
  const user = (await findUser(db)) ?? (await addBuiltInUser(db, now)) ?? (await findUser(db))
  if (!user) throw overloaded('conflict')
  return { ...user, role: 'contributor', scope: 'write' }
}

interface BuiltInUser {
  readonly id: number
  readonly login: string
}
async function findUser(db: Db): Promise<BuiltInUser | undefined> {
  const [row] = await db.query<BuiltInUser>(sql`select id, login from users where built_in = 'submissions'`)
  return row
}
/** A person may have the login already. No person can have one with a space. */
async function addBuiltInUser(db: Db, now: Temporal.Instant): Promise<BuiltInUser | undefined> {
  const [row] = await db.query<BuiltInUser>(sql`
insert into users (login, name, role, disabled_at, built_in)
select case when exists (select from users where login = 'submissions') then 'submissions (built-in)' else 'submissions' end,
  'Submissions', 'contributor', ${now.toString()}, 'submissions'
on conflict do nothing returning id, login`)
  return row
}
