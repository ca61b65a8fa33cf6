// Links that work once: invitations and password resets. The database has only their digests.
import type { Db } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import { Problem } from '../../kernel/errors/problems.ts'
import { hashToken } from '../../kernel/security/caller.ts'
import { generateSecret } from '../../kernel/security/sessions.ts'
import { fromDatabase } from '../../kernel/time/date-times.ts'

const LINKS = {
  invitation: { minutes: 7 * 24 * 60, page: 'invitation' },
  'password-reset': { minutes: 30, page: 'password-reset' },
} as const
export type LinkPurpose = keyof typeof LINKS

export interface OneTimeLink {
  readonly url: string
  readonly expires: string
}
/** Creates a link. Earlier links of the user for this purpose stop working. */
export async function createLink(
  db: Db,
  { purpose, userId, publicUrl, now }: { purpose: LinkPurpose; userId: number; publicUrl: string; now: Temporal.Instant },
): Promise<OneTimeLink> {
  const secret = generateSecret()
  const { minutes, page } = LINKS[purpose]
  const expires = now.add({ minutes }).round('second').toString()
  await deleteLinks(db, userId, purpose)
  await db.query(
    sql`insert into one_time_secrets (digest, purpose, user_id, expires_at) values (${hashToken(secret)}, ${purpose}, ${userId}, ${expires})`,
  )
  // Browsers do not send the fragment of a URL, so the secret is in no log of a server or proxy.
  return { url: `${publicUrl}/admin/${page}#${secret}`, expires }
}
export const deleteLinks = (db: Db, userId: number, purpose: LinkPurpose): Promise<unknown> =>
  db.query(sql`delete from one_time_secrets where user_id = ${userId} and purpose = ${purpose}`)

/** Returns the user of a link, and locks the link. Throws 410 if it was used or has expired. */
export async function findLink(db: Db, purpose: LinkPurpose, secret: string, now: Temporal.Instant): Promise<{ userId: number }> {
  const [row] = await db.query<{ user_id: number; expires_at: string }>(
    sql`select user_id, expires_at from one_time_secrets where digest = ${hashToken(secret)} and purpose = ${purpose} for update`,
  )
  if (!row || Temporal.Instant.compare(fromDatabase(row.expires_at), now) <= 0) throw new Problem('rest_link_expired')
  return { userId: row.user_id }
}
export const pruneLinks = (db: Db, now: Temporal.Instant): Promise<unknown> =>
  db.query(sql`delete from one_time_secrets where expires_at < ${now.toString()}`)
