// Who is asking: a user behind a token or an application password, or nobody.
import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../database/database.ts'
import { Problem } from '../errors/problems.ts'
import { sql } from '../database/sql.ts'

export const ROLES = ['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'administrator'] as const
export type Role = (typeof ROLES)[number]
/** What a secret lends of its user's rights: reading, writing up to what an editor may, or all. */
export const SCOPES = ['read', 'write', 'admin'] as const
export type Scope = (typeof SCOPES)[number]
export interface Caller {
  readonly id: number | null
  readonly login: string | null
  readonly role: Role
  readonly scope: Scope
}
export const ANONYMOUS: Caller = { id: null, login: null, role: 'anonymous', scope: 'read' }
/** Roles stand in a row, each with all of the one before. */
export const hasRole = (caller: Caller, role: Role): boolean => ROLES.indexOf(caller.role) >= ROLES.indexOf(role)

/** A secret is 256 random bits, so a plain digest hides it, and is the key to look it up by. */
export const generateToken = (): string => `kal_${randomBytes(32).toString('base64url')}`
export const hashToken = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** The caller behind an Authorization header. One secret is sent either way: as a Bearer token, or as the password of its user. */
export async function authenticate(db: Db, header: string | undefined, now: Temporal.Instant): Promise<Caller> {
  if (header === undefined) return ANONYMOUS
  const sent = parseAuthorization(header)
  const [row] = sent
    ? await db.query<Caller & { id: number; credential_id: number; is_used: boolean }>(sql`
        select u.id, u.login, u.role, c.scope, c.id as credential_id, c.last_used_at > ${now.toString()}::timestamptz - interval '1 minute' as is_used
        from credentials c
        join users u on u.id = c.user_id
        where c.digest = ${hashToken(sent.secret)}
          and c.revoked_at is null
          and (c.expires_at is null or c.expires_at > ${now.toString()})
          and u.disabled_at is null
          and (${sent.login}::text is null or u.login = ${sent.login})`)
    : []
  if (!row) throw new Problem('rest_unauthorized')
  // To the minute is enough to tell which tokens are in use.
  if (!row.is_used) await db.query(sql`update credentials set last_used_at = ${now.toString()} where id = ${row.credential_id}`)
  const role = row.scope === 'admin' || row.role !== 'administrator' ? row.role : 'editor'
  return { id: row.id, login: row.login, role, scope: row.scope }
}

function parseAuthorization(header: string): { secret: string; login: string | null } | null {
  const [, scheme = '', value = ''] = /^(\S+) +(\S.*)$/.exec(header.trim()) ?? []
  if (scheme.toLowerCase() === 'bearer') return { secret: value, login: null }
  if (scheme.toLowerCase() !== 'basic') return null
  const [, login, secret] = /^([^:]+):(.+)$/s.exec(Buffer.from(value, 'base64').toString('utf8')) ?? []
  // PostgreSQL rejects NUL in text, and no login contains it.
  return login === undefined || secret === undefined || login.includes('\0') ? null : { login, secret }
}
