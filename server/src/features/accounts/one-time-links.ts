// Links that work once: invitations, password resets, and confirmations of email addresses. The database has only their digests.
import type { Db } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import { Problem } from '../../kernel/errors/problems.ts'
import { hashToken } from '../../kernel/security/caller.ts'
import { generateSecret } from '../../kernel/security/sessions.ts'
import { fromDatabase } from '../../kernel/time/date-times.ts'

const HOUR = 60
const DAY = 24 * HOUR
/** Authenticators and browsers have as long for the response. */
export const PASSKEY_MINUTES = 5
/** The lifetime of each secret in minutes. */
const LIFETIMES = {
  invitation: 7 * DAY,
  'password-reset': 30,
  email: DAY,
  'first-administrator': 7 * DAY,
  'second-factor': 10,
  'passkey-registration': PASSKEY_MINUTES,
  'passkey-sign-in': PASSKEY_MINUTES,
} as const
export type SecretPurpose = keyof typeof LIFETIMES
/** Secrets that belong to no user. */
type AnonymousPurpose = 'first-administrator' | 'passkey-sign-in'

export interface OneTimeSecret {
  readonly secret: string
  readonly expires: string
}
export interface OneTimeLink {
  readonly url: string
  readonly expires: string
}
export interface NewSecret {
  readonly purpose: SecretPurpose
  /** Null for the first administrator, who is not a user yet, and for anybody who signs in with a passkey. */
  readonly userId: number | null
  /** The address that the link confirms. */
  readonly email?: string
  readonly now: Temporal.Instant
}
export async function createSecret(db: Db, { purpose, userId, email, now }: NewSecret): Promise<OneTimeSecret> {
  const secret = generateSecret()
  const expires = now.add({ minutes: LIFETIMES[purpose] }).round('second').toString()
  await db.query(sql`
insert into one_time_secrets (digest, purpose, user_id, email, expires_at)
values (${hashToken(secret)}, ${purpose}, ${userId}, ${email ?? null}, ${expires})`)
  return { secret, expires }
}
/** Creates a link to a page of the admin. Earlier links stay valid, because the same link may have been shown and mailed. */
export async function createLink(db: Db, { publicUrl, ...link }: NewSecret & { readonly publicUrl: string }): Promise<OneTimeLink> {
  const { secret, expires } = await createSecret(db, link)
  // Browsers do not send the fragment of a URL, so the secret is in no log of a server or proxy.
  return { url: `${publicUrl}/admin/${link.purpose}#${secret}`, expires }
}
/** Creates a link. Earlier links of the user for this purpose stop working. */
export async function replaceLink(db: Db, link: NewSecret & { readonly publicUrl: string }): Promise<OneTimeLink> {
  await deleteLinks(db, link.userId, link.purpose)
  return createLink(db, link)
}
export const deleteLinks = (db: Db, userId: number | null, purpose: SecretPurpose): Promise<unknown> =>
  db.query(sql`delete from one_time_secrets where user_id is not distinct from ${userId} and purpose = ${purpose}`)

export interface LinkOwner {
  readonly userId: number
  /** The address that the link confirms; null for other purposes. */
  readonly email: string | null
}
/** Returns the user of a link, and locks the link. Throws 410 if it was used or has expired. */
export async function findLink(db: Db, purpose: UserPurpose, secret: string, now: Temporal.Instant): Promise<LinkOwner> {
  const { user_id, email } = await findSecret(db, purpose, secret, now)
  if (user_id === null) throw new Error('The link has no user.')
  return { userId: user_id, email }
}
/** Locks a secret that belongs to no user. Throws 410 like `findLink`. */
export const findSecret = async (db: Db, purpose: SecretPurpose, secret: string, now: Temporal.Instant): Promise<SecretRow> => {
  const [row] = await db.query<SecretRow>(
    sql`select user_id, email, expires_at from one_time_secrets where digest = ${hashToken(secret)} and purpose = ${purpose} for update`,
  )
  if (!row || Temporal.Instant.compare(fromDatabase(row.expires_at), now) <= 0) throw new Problem('rest_link_expired')
  return row
}
type UserPurpose = Exclude<SecretPurpose, AnonymousPurpose>
interface SecretRow {
  readonly user_id: number | null
  readonly email: string | null
  readonly expires_at: string
}
export const pruneLinks = (db: Db, now: Temporal.Instant): Promise<unknown> =>
  db.query(sql`delete from one_time_secrets where expires_at < ${now.toString()}`)
