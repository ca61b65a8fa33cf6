// Security log: records security events with their actor and IP address. Events are never changed, except to erase a login.
import type { Db } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export interface SecurityEvent {
  readonly action:
    | 'login failed'
    | 'signed in'
    | 'signed out'
    | 'sign-in failed'
    | 'sign-ins refused'
    | 'password changed'
    | 'email address changed'
    | 'second factor added'
    | 'second factor removed'
    | 'recovery codes replaced'
    | 'passkey added'
    | 'passkey removed'
    | 'password reset requested'
    | 'sessions ended'
    | 'user invited'
    | 'user changed'
    | 'invitation accepted'
    | 'identity linked'
    | 'role kept'
    | 'logins refused'
    | 'guesses refused'
    | 'proxy not trusted'
    | 'user added'
    | 'role changed'
    | 'user disabled'
    | 'user enabled'
    | 'user removed'
    | 'token added'
    | 'token revoked'
    | 'webhook switched off'
  readonly actorId: number | null
  /** IP address of the client; null for the command line. */
  readonly address: string | null
  readonly details: Readonly<Record<string, unknown>>
}
export const recordSecurityEvent = (db: Db, { action, actorId, address, details }: SecurityEvent): Promise<unknown> =>
  db.query(
    sql`insert into security_log (action, actor_id, address, details) values (${action}, ${actorId}, ${address}, ${JSON.stringify(details)})`,
  )

/** Replaces the login in past events by the id of the user. */
export const eraseLogin = (db: Db, login: string, id: number): Promise<unknown> =>
  db.query(
    sql`update security_log set details = details - 'login' || jsonb_build_object('user', ${id}::bigint) where details ->> 'login' = ${login}`,
  )

export interface SecurityRow {
  readonly at: string
  readonly action: string
  readonly actor: string | null
  readonly address: string | null
  readonly details: string
}
export const recentSecurityEvents = (db: Db, count: number): Promise<SecurityRow[]> =>
  db.query<SecurityRow>(sql`
select s.at, s.action, u.login as actor, s.address, s.details::text as details
from security_log s
left join users u on u.id = s.actor_id
order by s.id desc
limit ${count}`)
