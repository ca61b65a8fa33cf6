// Sign-ins that were started at the OpenID Connect provider. Each belongs to one browser and works once.
import type { Db } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import { hashToken } from '../../kernel/security/caller.ts'
import { generateSecret, OIDC_MINUTES } from '../../kernel/security/sessions.ts'
import type { StartedSignIn } from './oidc-provider.ts'

/** Stores a started sign-in, and returns the secret for the cookie of the browser. */
export async function storeSignIn(db: Db, { state, nonce, codeVerifier }: StartedSignIn, now: Temporal.Instant): Promise<string> {
  const secret = generateSecret()
  await db.query(sql`
insert into oidc_sign_ins (digest, state, nonce, code_verifier, expires_at)
values (${hashToken(secret)}, ${state}, ${nonce}, ${codeVerifier}, ${now.add({ minutes: OIDC_MINUTES }).toString()})`)
  return secret
}
/** Deletes and returns a started sign-in. Returns null if it was used or has expired. */
export async function takeSignIn(db: Db, secret: string, now: Temporal.Instant): Promise<StartedSignIn | null> {
  const [row] = await db.query<{ state: string; nonce: string; code_verifier: string; is_valid: boolean }>(sql`
delete from oidc_sign_ins where digest = ${hashToken(secret)}
returning state, nonce, code_verifier, expires_at > ${now.toString()} as is_valid`)
  return row?.is_valid ? { state: row.state, nonce: row.nonce, codeVerifier: row.code_verifier } : null
}
export const pruneOidcSignIns = (db: Db, now: Temporal.Instant): Promise<unknown> =>
  db.query(sql`delete from oidc_sign_ins where expires_at < ${now.toString()}`)
