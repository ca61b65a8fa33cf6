// Users and API tokens, managed from the command line. A token is shown once; the database stores only its hash.
import { hashToken, generateToken, ROLES, type Role, type Scope } from '../../kernel/security/caller.ts'
import { countByAuthor, hasAuthor, reassign } from '../../engine/write/reassign-author.ts'
import { newChangeId } from '../../engine/changes/change-log.ts'
import type { Kind } from '../../engine/definition/kind.ts'
import { errorCode, type Database, type Db } from '../../kernel/database/database.ts'
import { eraseLogin, recordSecurityEvent, type SecurityEvent } from '../../kernel/security/security-log.ts'
import { sql, type Sql } from '../../kernel/database/sql.ts'

/** A wrong use of the command line. The message says how to correct it. */
export class UsageError extends Error {}

export const USER_ROLES: readonly Role[] = ROLES.filter((role) => role !== 'anonymous')

export interface UserRow {
  readonly id: number
  readonly login: string
  readonly name: string
  readonly role: Role
  readonly disabled: boolean
}
const USER = sql`id, login, name, role, disabled_at is not null as disabled`

export async function addUser(db: Db, login: string, role: Role, name: string): Promise<UserRow> {
  if (!/^[^\s:]{1,100}$/.test(login)) throw new UsageError('A login must have 1 to 100 characters and must not contain spaces or colons.')
  try {
    const [row] = await db.query<UserRow>(sql`insert into users (login, role, name) values (${login}, ${role}, ${name}) returning ${USER}`)
    await recordEvent(db, 'user added', { login, role })
    return row as UserRow
  } catch (error) {
    if (errorCode(error) === '23505') throw new UsageError(`A user "${login}" already exists. See: kalends user list`)
    throw error
  }
}
export const listUsers = (db: Db): Promise<UserRow[]> => db.query<UserRow>(sql`select ${USER} from users order by login`)
export const setRole = (db: Db, login: string, role: Role): Promise<UserRow> =>
  updateUser(db, login, sql`role = ${role}`, { action: 'role changed', details: { role } })
export const setDisabled = (db: Db, login: string, disabled: boolean): Promise<UserRow> =>
  updateUser(db, login, sql`disabled_at = ${disabled ? sql`now()` : null}`, {
    action: disabled ? 'user disabled' : 'user enabled',
    details: {},
  })

export interface RemovedUser {
  readonly id: number
  readonly login: string
  readonly reassigned: number
}
export interface UserRemoval {
  readonly kinds: readonly Kind[]
  readonly login: string
  /** Login of the user who becomes the author of the records. Null: the removal fails if the user has records. */
  readonly successor: string | null
  readonly now: Temporal.Instant
}
/** Removes a user and all tokens of the user. Another user becomes the author of the records; the logs retain only the id. */
export const removeUser = (database: Database, removal: UserRemoval): Promise<RemovedUser> =>
  database.session(async (db) => {
    await db.query(sql`begin`)
    try {
      const removed = await removeInTransaction(db, removal)
      await db.query(sql`commit`)
      return removed
    } catch (error) {
      await db.query(sql`rollback`)
      throw error
    }
  })
async function removeInTransaction(db: Db, { kinds, login, successor, now }: UserRemoval): Promise<RemovedUser> {
  // The lock keeps concurrent requests from writing a record of this user.
  const id = await lockUser(db, login)
  const counts: string[] = []
  let reassigned = 0
  const to = successor === null ? null : await lockUser(db, successor)
  if (to === id) throw new UsageError('--reassign-to must not name the user to be removed.')
  const changeId = newChangeId()
  for (const kind of kinds.filter(hasAuthor)) {
    if (to !== null) {
      reassigned += await reassign(db, kind, { from: id, to }, { now, changeId })
      continue
    }
    const count = await countByAuthor(db, kind, id)
    if (count > 0) counts.push(`${count} ${kind.plural}`)
  }
  if (counts.length > 0)
    throw new UsageError(
      `User "${login}" is the author of ${counts.join(', ')}. Reassign them to another user: kalends user remove ${login} --reassign-to LOGIN`,
    )
  await db.query(sql`delete from users where id = ${id}`)
  await eraseLogin(db, login, id)
  await recordEvent(db, 'user removed', { user: id, ...(to !== null && { reassigned_to: to }) })
  return { id, login, reassigned }
}
async function lockUser(db: Db, login: string): Promise<number> {
  const [row] = await db.query<{ id: number }>(sql`select id from users where login = ${login} for update`)
  if (!row) throw new UsageError(`User "${login}" does not exist. See: kalends user list`)
  return row.id
}

async function updateUser(
  db: Db,
  login: string,
  set: Sql,
  { action, details }: Pick<SecurityEvent, 'action' | 'details'>,
): Promise<UserRow> {
  const [row] = await db.query<UserRow>(sql`update users set ${set} where login = ${login} returning ${USER}`)
  if (!row) throw new UsageError(`User "${login}" does not exist. See: kalends user list`)
  await recordEvent(db, action, { login, ...details })
  return row
}
const recordEvent = (db: Db, action: SecurityEvent['action'], details: Record<string, unknown>): Promise<unknown> =>
  recordSecurityEvent(db, { action, actorId: null, address: null, details })

export interface TokenRow {
  readonly id: number
  readonly login: string
  readonly label: string
  readonly scope: Scope
  readonly last_used_at: string | null
  readonly created_at: string
  readonly expires_at: string | null
  readonly revoked: boolean
}
export interface NewToken {
  readonly label?: string
  /** Null: the token does not expire. */
  readonly days?: number | null
  readonly scope?: Scope
}
export async function addToken(
  db: Db,
  login: string,
  { label = '', days = null, scope = 'write' }: NewToken = {},
): Promise<{ readonly id: number; readonly secret: string; readonly expires_at: string | null }> {
  const secret = generateToken()
  const [row] = await db.query<{ id: number; expires_at: string | null }>(sql`
insert into credentials (user_id, label, scope, digest, expires_at)
select id, ${label}, ${scope}, ${hashToken(secret)}, now() + ${days}::int * interval '1 day' from users where login = ${login}
returning id, expires_at`)
  if (!row) throw new UsageError(`User "${login}" does not exist. See: kalends user list`)
  await recordEvent(db, 'token added', { login, token: row.id, scope })
  return { id: row.id, secret, expires_at: row.expires_at }
}
export const listTokens = (db: Db, login: string | null): Promise<TokenRow[]> =>
  db.query<TokenRow>(sql`
select c.id, u.login, c.label, c.scope, c.last_used_at, c.created_at, c.expires_at, c.revoked_at is not null as revoked
from credentials c
join users u on u.id = c.user_id
where ${login}::text is null or u.login = ${login}
order by c.id`)
export async function revokeToken(db: Db, id: number): Promise<void> {
  const [row] = await db.query(sql`update credentials set revoked_at = coalesce(revoked_at, now()) where id = ${id} returning id`)
  if (!row) throw new UsageError(`Token ${id} does not exist. See: kalends token list`)
  await recordEvent(db, 'token revoked', { token: id })
}
