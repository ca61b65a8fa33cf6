// Users and API tokens. A token is shown once; the database stores only its hash.
import { hashToken, generateToken, ROLES, type Role, type Scope } from '../../kernel/security/caller.ts'
import { countByAuthor, hasAuthor, reassign } from '../../engine/write/reassign-author.ts'
import { reassignWorkingCopies } from '../../engine/review/working-copies.ts'
import { newChangeId } from '../../engine/changes/change-log.ts'
import type { Kind } from '../../engine/definition/kind.ts'
import type { Database, Db } from '../../kernel/database/database.ts'
import { errorCode } from '../../kernel/database/database-errors.ts'
import { eraseLogin, recordSecurityEvent, type SecurityEvent } from '../../kernel/security/security-log.ts'
import { removeSecondFactor } from './second-factor.ts'
import { replaceLink } from './one-time-links.ts'
import { sql, type Sql } from '../../kernel/database/sql.ts'
import { FieldError, invalidParams, Problem } from '../../kernel/errors/problems.ts'
import * as values from '../../kernel/validation/value-types.ts'

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

const isLogin = (login: string): boolean => /^[^\s:\0]{1,100}$/.test(login)
export const loginType: values.ValueType<string> = {
  schema: { ...values.boundedText(100).schema, pattern: '^[^\\s:]+$' },
  parse: (value) => (typeof value === 'string' && isLogin(value) ? value : new FieldError('not_login')),
}
export async function addUser(db: Db, login: string, role: Role, name: string): Promise<UserRow> {
  if (!isLogin(login)) throw new UsageError('A login must have 1 to 100 characters and must not contain spaces or colons.')
  try {
    const [row] = await db.query<UserRow>(sql`insert into users (login, role, name) values (${login}, ${role}, ${name}) returning ${USER}`)
    await recordEvent(db, 'user added', { login, role })
    return row as UserRow
  } catch (error) {
    if (errorCode(error) === '23505') throw new UsageError(`A user "${login}" already exists. See: kalends user list`)
    throw error
  }
}
export interface PrintedLink {
  readonly login: string
  readonly url: string
  readonly expires: string
}
/** Adds a user without a password, and returns the link of the invitation. */
export async function inviteUser(database: Database, login: string, { role, publicUrl, now }: Invitation): Promise<PrintedLink> {
  return inOneTransaction(database, async (db) => {
    const { id } = await addUser(db, login, role, '')
    await db.query(sql`update users set invited_at = ${now.toString()} where id = ${id}`)
    await recordEvent(db, 'user invited', { user: id })
    return { login, ...(await replaceLink(db, { purpose: 'invitation', userId: id, publicUrl, now })) }
  })
}
interface Invitation {
  readonly role: Role
  readonly publicUrl: string
  readonly now: Temporal.Instant
}
interface Reset {
  readonly publicUrl: string
  readonly now: Temporal.Instant
  /** Whether the second factor is turned off too, for a user who has lost the device and the recovery codes. */
  readonly removesSecondFactor: boolean
}
/** Returns a link with which the user chooses a new password. */
export async function resetPassword(
  database: Database,
  login: string,
  { publicUrl, now, removesSecondFactor }: Reset,
): Promise<PrintedLink> {
  return inOneTransaction(database, async (db) => {
    const id = await requireUserId(db, login)
    if (removesSecondFactor && (await removeSecondFactor(db, id))) await recordEvent(db, 'second factor removed', { user: id })
    await recordEvent(db, 'password reset requested', { user: id })
    return { login, ...(await replaceLink(db, { purpose: 'password-reset', userId: id, publicUrl, now })) }
  })
}
export const listUsers = (db: Db): Promise<UserRow[]> =>
  db.query<UserRow>(sql`select ${USER} from users where built_in is null order by login`)
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
interface Removal {
  readonly kinds: readonly Kind[]
  readonly now: Temporal.Instant
  /** The caller who removes the user, for the security log. */
  readonly by: Pick<SecurityEvent, 'actorId' | 'address'>
}
export interface UserRemoval extends Pick<Removal, 'kinds' | 'now'> {
  readonly login: string
  /** Login of the user who becomes the author of the records. Null: the removal fails if the user has records. */
  readonly successor: string | null
}
/** Removes a user and all tokens of the user. Another user becomes the author of the records; the logs retain only the id. */
export const removeUser = (database: Database, { login, successor, kinds, now }: UserRemoval): Promise<RemovedUser> =>
  withUsageErrors(() =>
    inOneTransaction(database, async (db) => {
      const id = await requireUserId(db, login)
      const to = successor === null ? null : await requireUserId(db, successor)
      if (to === id) throw new UsageError('--reassign-to must not name the user to be removed.')
      const { counts, reassigned } = await removeById(db, { id, to, kinds, now, by: COMMAND_LINE })
      if (counts.length > 0)
        throw new UsageError(
          `User "${login}" is the author of ${counts.join(', ')}. Reassign them to another user: kalends user remove ${login} --reassign-to LOGIN`,
        )
      return { id, login, reassigned }
    }),
  )
/** The same for the API. Throws 404 or 409. */
export const removeAccount = (database: Database, removal: Removal & { readonly id: number; readonly to: number | null }): Promise<void> =>
  inOneTransaction(database, async (db) => {
    if (removal.to === removal.id) throw invalidParams({ reassign: new FieldError('unknown') })
    const { counts, hasSuccessor } = await removeById(db, removal)
    if (!hasSuccessor) throw invalidParams({ reassign: new FieldError('unknown') })
    if (counts.length > 0) throw new Problem('rest_user_has_records')
  })
async function inOneTransaction<T>(database: Database, work: (db: Db) => Promise<T>): Promise<T> {
  return database.session(async (db) => {
    await db.query(sql`begin`)
    try {
      const result = await work(db)
      await db.query(sql`commit`)
      return result
    } catch (error) {
      await db.query(sql`rollback`)
      throw error
    }
  })
}

/** If there are `counts`, the records keep the user from being removed. */
async function removeById(
  db: Db,
  { id, to, kinds, now, by }: Removal & { readonly id: number; readonly to: number | null },
): Promise<{ counts: string[]; reassigned: number; hasSuccessor: boolean }> {
  // The locks keep concurrent requests from writing a record of this user.
  const locked = await db.query<{ id: number; login: string }>(
    sql`select id, login from users where id = any (${[id, ...(to === null ? [] : [to])]}) and built_in is null order by id for update`,
  )
  const hasSuccessor = to === null || locked.some((row) => row.id === to)
  if (!hasSuccessor) return { counts: [], reassigned: 0, hasSuccessor }
  const counts: string[] = []
  let reassigned = 0
  const changeId = newChangeId()
  for (const kind of kinds.filter(hasAuthor)) {
    if (to !== null) {
      reassigned += await reassign(db, kind, { from: id, to }, { now, changeId })
      continue
    }
    const count = await countByAuthor(db, kind, id)
    if (count > 0) counts.push(`${count} ${kind.plural}`)
  }
  if (counts.length > 0) return { counts, reassigned, hasSuccessor }
  if (to !== null) await reassignWorkingCopies(db, { from: id, to })
  await db.query(sql`delete from users where id = ${id}`)
  await eraseLogin(db, locked.find((row) => row.id === id)?.login ?? '', id)
  await recordSecurityEvent(db, { ...by, action: 'user removed', details: { user: id, ...(to !== null && { reassigned_to: to }) } })
  return { counts, reassigned, hasSuccessor }
}
async function requireUserId(db: Db, login: string): Promise<number> {
  const [row] = await db.query<{ id: number }>(sql`select id from users where login = ${login} and built_in is null`)
  if (!row) throw new UsageError(`User "${login}" does not exist. See: kalends user list`)
  return row.id
}

async function updateUser(
  db: Db,
  login: string,
  set: Sql,
  { action, details }: Pick<SecurityEvent, 'action' | 'details'>,
): Promise<UserRow> {
  const [row] = await withUsageErrors(() =>
    db.query<UserRow>(sql`update users set ${set} where login = ${login} and built_in is null returning ${USER}`),
  )
  if (!row) throw new UsageError(`User "${login}" does not exist. See: kalends user list`)
  await recordEvent(db, action, { login, ...details })
  return row
}
/** The error code of the trigger `keep_administrator`. */
export const LAST_ADMINISTRATOR = 'KA001'
async function withUsageErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (errorCode(error) !== LAST_ADMINISTRATOR) throw error
    throw new UsageError(
      'This user is the last administrator. Make another user an administrator first: kalends user role LOGIN administrator',
    )
  }
}
const COMMAND_LINE = { actorId: null, address: null }
const recordEvent = (db: Db, action: SecurityEvent['action'], details: Record<string, unknown>): Promise<unknown> =>
  recordSecurityEvent(db, { ...COMMAND_LINE, action, details })

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
select id, ${label}, ${scope}, ${hashToken(secret)}, now() + ${days}::int * interval '1 day' from users where login = ${login} and built_in is null
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
