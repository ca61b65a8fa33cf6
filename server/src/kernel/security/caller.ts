// Callers: roles, scopes, and authentication by a token or an application password.
import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../database/database.ts'
import { Problem } from '../errors/problems.ts'
import { sql } from '../database/sql.ts'

export const ROLES = ['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'administrator'] as const
export type Role = (typeof ROLES)[number]
/** The rights of its user that a token grants: reading, writing up to the role of editor, or all. */
export const SCOPES = ['read', 'write', 'admin'] as const
export type Scope = (typeof SCOPES)[number]
export interface Caller {
  readonly id: number | null
  readonly login: string | null
  readonly role: Role
  readonly scope: Scope
}
export const ANONYMOUS: Caller = { id: null, login: null, role: 'anonymous', scope: 'read' }
/** Whether the caller has the role or a higher one. Each role includes the rights of those before it. */
export const hasRole = (caller: Caller, role: Role): boolean => ROLES.indexOf(caller.role) >= ROLES.indexOf(role)

/** A token has 256 random bits, so an unsalted digest protects it and can serve as its lookup key. */
export const generateToken = (): string => `kal_${randomBytes(32).toString('base64url')}`
export const hashToken = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** Authenticates an Authorization header. Clients send a token as a Bearer token, or as the password of its user. */
export async function authenticate(db: Db, header: string | undefined, now: Temporal.Instant): Promise<Caller> {
  if (header === undefined) return ANONYMOUS
  const credentials = parseAuthorization(header)
  const [row] = credentials
    ? await db.query<Caller & { id: number; credential_id: number; is_used: boolean }>(sql`
        select u.id, u.login, u.role, c.scope, c.id as credential_id, c.last_used_at > ${now.toString()}::timestamptz - interval '1 minute' as is_used
        from credentials c
        join users u on u.id = c.user_id
        where c.digest = ${hashToken(credentials.secret)}
          and c.revoked_at is null
          and (c.expires_at is null or c.expires_at > ${now.toString()})
          and u.disabled_at is null
          and (${credentials.login}::text is null or u.login = ${credentials.login})`)
    : []
  if (!row) throw new Problem('rest_unauthorized')
  // The time of last use is accurate to a minute, which saves most of the updates.
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
