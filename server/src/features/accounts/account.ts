// Users as the API shows them, and their rows.
import Type from 'typebox'
import { nullable } from '../../engine/definition/fields.ts'
import type { Site } from '../../engine/definition/kind.ts'
import type { Db } from '../../kernel/database/database.ts'
import { raw, sql } from '../../kernel/database/sql.ts'
import { Problem } from '../../kernel/errors/problems.ts'
import type { Role } from '../../kernel/security/caller.ts'
import { showInstantOrNull } from '../../kernel/time/date-times.ts'
import { USER_ROLES } from './users.ts'

export const USER_STATUSES = ['active', 'invited', 'disabled'] as const
export type UserStatus = (typeof USER_STATUSES)[number]
export interface Account {
  readonly id: number
  readonly login: string
  readonly name: string
  readonly email: string | null
  readonly role: Role
  readonly language: string | null
  readonly status: UserStatus
  readonly pending_email: string | null
  readonly password: string | null
  readonly has_second_factor: boolean
  readonly last_seen_at: string | null
}
export const STATUS_OF_USER = raw(
  "case when u.disabled_at is not null then 'disabled' when u.invited_at is not null then 'invited' else 'active' end",
)
export const ACCOUNT = sql`u.id, u.login, u.name, u.email, u.role, u.language, ${STATUS_OF_USER} as status, u.pending_email, u.password,
  exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as has_second_factor, u.last_seen_at`

/** Users who belong to the calendar itself are no accounts: nobody signs in as them, changes them or lists them. */
export const IS_ACCOUNT = raw('u.built_in is null')

/** Returns a user by id. Throws 404 if there is none. */
export async function requireAccount(db: Db, id: number, lock = false): Promise<Account> {
  const [row] = Number.isSafeInteger(id)
    ? await db.query<Account>(sql`select ${ACCOUNT} from users u where u.id = ${id} and ${IS_ACCOUNT}${raw(lock ? ' for update' : '')}`)
    : []
  if (!row) throw new Problem('rest_user_not_found')
  return row
}
/** Finds a user by login or, if no user has the login, by email address. */
export async function findAccount(db: Db, name: string): Promise<Account | null> {
  const [row] = await db.query<Account>(sql`
select ${ACCOUNT} from users u where (u.login = ${name} or lower(u.email) = lower(${name})) and ${IS_ACCOUNT} order by u.login = ${name} desc limit 1`)
  return row ?? null
}

export const INSTANT = Type.String({ format: 'date-time' })
const userKeys = (site: Site) => ({
  id: Type.Integer({ minimum: 1 }),
  login: Type.String(),
  name: Type.String(),
  email: nullable(Type.String()),
  pending_email: nullable(Type.String()),
  role: Type.String({ enum: [...USER_ROLES] }),
  language: nullable(Type.String({ enum: [...site.languages] })),
  status: Type.String({ enum: [...USER_STATUSES] }),
  second_factor: Type.Boolean(),
  last_seen_utc: nullable(INSTANT),
})
export const userSchema = (site: Site) => Type.Object(userKeys(site))
/** The link of an invitation is shown only when it is made. */
export const invitedUserSchema = (site: Site) =>
  Type.Object({ ...userKeys(site), invitation: nullable(Type.Object({ url: Type.String(), expires_utc: INSTANT })) })
export const userListSchema = (site: Site) =>
  Type.Object({
    users: Type.Array(userSchema(site)),
    total: Type.Integer({ minimum: 0 }),
    total_pages: Type.Integer({ minimum: 0 }),
  })

export const showUser = (user: Account) => ({
  id: user.id,
  login: user.login,
  name: user.name,
  email: user.email,
  pending_email: user.pending_email,
  role: user.role,
  language: user.language,
  status: user.status,
  second_factor: user.has_second_factor,
  last_seen_utc: showInstantOrNull(user.last_seen_at),
})
