// The second factor of users who sign in with a password: codes of an authenticator app, and recovery codes (contract 15.4).
import type { Database, Db } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import { hashToken } from '../../kernel/security/caller.ts'
import { generateRecoveryCodes, generateTotpSecret, matchTotp, normalizeCode } from '../../kernel/security/one-time-passwords.ts'

/** Stores a new secret, which replaces one that was not confirmed. Returns null if the user has a confirmed one. */
export async function startSecondFactor(db: Db, userId: number): Promise<string | null> {
  const [row] = await db.query<{ secret: string }>(sql`
insert into second_factors as f (user_id, secret) values (${userId}, ${generateTotpSecret()})
on conflict (user_id) do update set secret = excluded.secret where f.confirmed_at is null
returning secret`)
  return row?.secret ?? null
}

/** Confirms the secret with a first code. Returns the recovery codes, or null if the code is wrong or there is no secret to confirm. */
export async function confirmSecondFactor(db: Db, userId: number, code: string, now: Temporal.Instant): Promise<string[] | null> {
  const [row] = await db.query<{ secret: string }>(
    sql`select secret from second_factors where user_id = ${userId} and confirmed_at is null for update`,
  )
  const step = row ? matchTotp(row.secret, normalizeCode(code), now) : null
  if (step === null) return null
  await db.query(sql`update second_factors set confirmed_at = ${now.toString()}, last_step = ${step} where user_id = ${userId}`)
  return replaceRecoveryCodes(db, userId)
}

export async function replaceRecoveryCodes(db: Db, userId: number): Promise<string[]> {
  const codes = generateRecoveryCodes()
  await db.query(sql`delete from recovery_codes where user_id = ${userId}`)
  await db.query(sql`
insert into recovery_codes (user_id, digest) select ${userId}, unnest(${codes.map((code) => hashToken(normalizeCode(code)))}::bytea[])`)
  return codes
}

/** Returns whether the user had a second factor. */
export async function removeSecondFactor(db: Db, userId: number): Promise<boolean> {
  const rows = await db.query<{ was_on: boolean }>(
    sql`delete from second_factors where user_id = ${userId} returning confirmed_at is not null as was_on`,
  )
  return rows.some((row) => row.was_on)
}

/** Accepts a code of the app or a recovery code, each once. */
export async function acceptCode(database: Database, userId: number, sent: string, now: Temporal.Instant): Promise<boolean> {
  const code = normalizeCode(sent)
  const [row] = await database.query<{ secret: string }>(
    sql`select secret from second_factors where user_id = ${userId} and confirmed_at is not null`,
  )
  if (!row) return false
  const step = matchTotp(row.secret, code, now)
  // A code of an earlier step than the last one may have been seen by somebody else.
  const statement =
    step === null
      ? sql`delete from recovery_codes where user_id = ${userId} and digest = ${hashToken(code)} returning 1`
      : sql`update second_factors set last_step = ${step} where user_id = ${userId} and last_step < ${step} returning 1`
  // The outcome of a transaction is known also if the connection is lost.
  return (await database.transaction((db) => db.query(statement))).length > 0
}
