// Who is asking: a user behind a token or an application password, or nobody.
import { createHash, randomBytes } from 'node:crypto'
import type { Db } from './database.ts'
import { Problem } from './problems.ts'
import { sql } from './sql.ts'

export const ROLES = ['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'administrator'] as const
export type Role = (typeof ROLES)[number]
export interface Caller {
  readonly id: number | null
  readonly login: string | null
  readonly role: Role
}
export const ANONYMOUS: Caller = { id: null, login: null, role: 'anonymous' }
/** Roles stand in a row, each with all of the one before. */
export const atLeast = (caller: Caller, role: Role): boolean => ROLES.indexOf(caller.role) >= ROLES.indexOf(role)

/** A secret is 256 random bits, so a plain digest hides it, and is the key to look it up by. */
export const newSecret = (): string => `kal_${randomBytes(32).toString('base64url')}`
export const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** The caller behind an Authorization header. One secret is sent either way: as a Bearer token, or as the password of its user. */
export async function identify(db: Db, header: string | undefined, now: Temporal.Instant): Promise<Caller> {
  if (header === undefined) return ANONYMOUS
  const sent = secretIn(header)
  const [row] = sent
    ? await db.query<{ id: number; login: string; role: Role }>(sql`
        select u.id, u.login, u.role
        from credentials c
        join users u on u.id = c.user_id
        where c.digest = ${digestOf(sent.secret)}
          and c.revoked_at is null
          and (c.expires_at is null or c.expires_at > ${now.toString()})
          and u.disabled_at is null
          and (${sent.login}::text is null or u.login = ${sent.login})`)
    : []
  if (!row) throw new Problem('rest_unauthorized')
  return row
}

function secretIn(header: string): { secret: string; login: string | null } | null {
  const [, scheme = '', value = ''] = /^(\S+) +(\S.*)$/.exec(header.trim()) ?? []
  if (scheme.toLowerCase() === 'bearer') return { secret: value, login: null }
  if (scheme.toLowerCase() !== 'basic') return null
  const [, login, secret] = /^([^:]+):(.+)$/s.exec(Buffer.from(value, 'base64').toString('utf8')) ?? []
  return login === undefined || secret === undefined ? null : { login, secret }
}
