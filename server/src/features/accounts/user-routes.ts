// Routes of users: GET and POST {ns}/users, GET, PATCH and DELETE {ns}/users/{id}, and POST …/invitation (contract 15.1 and 15.2).
import type { Params, Site } from '../../engine/definition/kind.ts'
import { param } from '../../engine/definition/resource.ts'
import { languageOnly, privateResponse, writeReply } from '../../engine/plain-routes.ts'
import { apiUrl } from '../../engine/response/responses.ts'
import { requireValidQuery, type Route, type RouteRequest, type RouteResponse } from '../../engine/route.ts'
import type { Database, Db } from '../../kernel/database/database.ts'
import { sql, type Sql } from '../../kernel/database/sql.ts'
import { forbidden, Problem } from '../../kernel/errors/problems.ts'
import { hasRole, type Role } from '../../kernel/security/caller.ts'
import { endSessions } from '../../kernel/security/sessions.ts'
import { hashUserPassword } from '../../kernel/security/user-passwords.ts'
import * as values from '../../kernel/validation/value-types.ts'
import {
  ACCOUNT,
  IS_ACCOUNT,
  invitedUserSchema,
  requireAccount,
  showUser,
  STATUS_OF_USER,
  USER_STATUSES,
  userListSchema,
  userSchema,
  type Account,
  type UserStatus,
} from './account.ts'
import {
  accountHandlers,
  parseAccountBody,
  passwordParam,
  record,
  requireStrongPassword,
  withAccountErrors,
  type AccountServices,
} from './account-services.ts'
import { changeAddress, requireFreeEmail } from './email-address.ts'
import { addMail } from './mail-tasks.ts'
import { replaceLink, type OneTimeLink } from './one-time-links.ts'
import { currentSession } from './session-routes.ts'
import { loginType, removeAccount, USER_ROLES } from './users.ts'

const JSON_TYPE = 'application/json'
const [PER_PAGE, PER_PAGE_MAX, PAGE_MAX] = [20, 100, 100_000]
const TEXTS = {
  list: 'Returns the users of the calendar, ordered by login.',
  create: 'Adds a user. Without a password the user is invited, and the response shows the link of the invitation once.',
  read: 'Returns one user. Users who are not administrators can read only themselves.',
  change: 'Updates a user. Users who are not administrators can change only their own name, email address and language.',
  remove: 'Removes a user with all personal data. Another user becomes the author of the records.',
  invite: 'Invites a user again, and shows the new link once. The previous link stops working.',
} as const

const OPTIONAL = { isOptional: true } as const
const ownParams = (site: Site): Params => ({
  name: param(values.plainText(200), 'Name of the user.', OPTIONAL),
  email: param(values.email, 'Email address of the user.', OPTIONAL),
  language: param(values.oneOf(site.languages), 'Language of the messages to the user.', OPTIONAL),
})
const createParams = (site: Site): Params => ({
  login: param(loginType, 'Login: 1 to 100 characters without spaces and colons. It cannot be changed.'),
  role: param(values.oneOf(USER_ROLES), 'Role of the user.'),
  ...ownParams(site),
  password: passwordParam('Password, with at least 12 characters. Without it, the user is invited.', OPTIONAL),
})
const changeParams = (site: Site): Params => ({
  ...ownParams(site),
  role: param(values.oneOf(USER_ROLES), 'Role of the user.'),
  status: param(values.oneOf(['active', 'disabled']), 'Whether the user may use the calendar. The sessions of a disabled user end.'),
})
const removeParams: Params = { reassign: param(values.integer(1), 'ID of the user who becomes the author of the records.') }
const listParams = (site: Site): Params => ({
  page: param(values.integer(1, PAGE_MAX), 'Page number, starting at 1.', { fallback: 1 }),
  per_page: param(values.integer(1, PER_PAGE_MAX), 'Number of users per page.', { fallback: PER_PAGE }),
  search: param(values.plainText(200), 'Returns only users whose login, name or email address contains this text.'),
  role: param(values.oneOf(USER_ROLES), 'Returns only users with this role.'),
  status: param(values.oneOf(USER_STATUSES), 'Returns only users with this status.'),
  ...languageOnly(site),
})

interface OwnFields {
  readonly name?: string
  readonly email?: string
  readonly language?: string
}
interface NewUser extends OwnFields {
  readonly login: string
  readonly role: Role
  readonly password?: string
}
interface UserChange extends OwnFields {
  readonly role?: Role
  readonly status?: 'active' | 'disabled'
}

export function userRoutes(site: Site, services: AccountServices | null): Route[] {
  const params = languageOnly(site)
  const withServices = accountHandlers(services)
  const [creating, changing, listing] = [createParams(site), changeParams(site), listParams(site)]
  const [path, userPath] = ['/users', '/users/{id}']
  const shared = { access: 'administrators', params, acceptsBody: false } as const
  const response = { type: JSON_TYPE, schema: userSchema(site) }
  return [
    {
      ...shared,
      method: 'GET',
      path,
      params: listing,
      response: { ...response, name: 'list_users', description: TEXTS.list, schema: userListSchema(site) },
      handle: (database, request) => listUsers(database, listing, request),
    },
    {
      ...shared,
      method: 'POST',
      path,
      acceptsBody: true,
      bodyParams: creating,
      response: { ...response, name: 'create_user', description: TEXTS.create, schema: invitedUserSchema(site), status: 201 },
      handle: withServices((database, own, request) => createUser(database, own, creating, request)),
    },
    {
      ...shared,
      access: 'users',
      method: 'GET',
      path: userPath,
      response: { ...response, name: 'get_user', description: TEXTS.read },
      handle: async (database, request) => {
        const { ignored } = requireValidQuery(params, request.query, request.ctx)
        return { ...privateResponse(showUser(await requireAccount(database, visibleId(request))), request.ctx), ignored }
      },
    },
    {
      ...shared,
      access: 'users',
      method: 'PATCH',
      path: userPath,
      acceptsBody: true,
      bodyParams: changing,
      response: { ...response, name: 'update_user', description: TEXTS.change },
      handle: withServices((database, own, request) => updateUser(database, own, changing, request)),
    },
    {
      ...shared,
      method: 'DELETE',
      path: userPath,
      params: { ...removeParams, ...params },
      response: { ...response, name: 'delete_user', description: TEXTS.remove },
      handle: withServices((database, own, request) => deleteUser(database, own, request)),
    },
    {
      ...shared,
      method: 'POST',
      path: `${userPath}/invitation`,
      response: { ...response, name: 'invite_user', description: TEXTS.invite, schema: invitedUserSchema(site) },
      handle: withServices(inviteAgain),
    },
  ]
}

/** The id in the path. Throws 404 for another user than the caller, unless the caller is an administrator. */
function visibleId({ path, ctx: { caller } }: RouteRequest): number {
  const id = Number(path['id'])
  if (id !== caller.id && !hasRole(caller, 'administrator')) throw new Problem('rest_user_not_found')
  return id
}

async function listUsers(database: Database, params: Params, { ctx, query }: RouteRequest): Promise<RouteResponse> {
  const { values: sent, ignored } = requireValidQuery(params, query, ctx)
  const { page = 1, per_page = PER_PAGE, search, role, status } = sent as ListQuery
  const conditions: Sql[] = [IS_ACCOUNT]
  // `strpos` compares texts, so that no character of the search has a meaning of its own.
  if (search !== undefined) conditions.push(sql`strpos(lower(concat_ws(' ', u.login, u.name, u.email)), lower(${search})) > 0`)
  if (role !== undefined) conditions.push(sql`u.role = ${role}`)
  if (status !== undefined) conditions.push(sql`${STATUS_OF_USER} = ${status}`)
  const where = conditions.reduce((all, condition) => sql`${all} and ${condition}`)
  const rows = await database.query<Account>(
    sql`select ${ACCOUNT} from users u where ${where} order by u.login limit ${per_page} offset ${(page - 1) * per_page}`,
  )
  const [counted] = await database.query<{ total: number }>(sql`select count(*)::int as total from users u where ${where}`)
  const total = counted?.total ?? 0
  return { ...privateResponse({ users: rows.map(showUser), total, total_pages: Math.ceil(total / per_page) }, ctx), ignored }
}
interface ListQuery {
  readonly page?: number
  readonly per_page?: number
  readonly search?: string
  readonly role?: Role
  readonly status?: UserStatus
}

async function createUser(database: Database, own: AccountServices, params: Params, request: RouteRequest): Promise<RouteResponse> {
  const { ctx } = request
  const { sent, ignored } = parseAccountBody<NewUser>(params, request, ['login', 'role'])
  const { login: name, role, name: fullName = '', email = null, language = null, password } = sent
  if (password !== undefined) await requireStrongPassword(password, { login: name, name: fullName, email }, ctx)
  const digest = password === undefined ? null : await hashUserPassword(password)
  return withAccountErrors(() =>
    database.transaction(async (db) => {
      const [row] = await db.query<{ id: number }>(sql`
insert into users (login, role, name, email, language, password, invited_at)
values (${name}, ${role}, ${fullName}, ${email}, ${language}, ${digest}, ${digest === null ? ctx.now.toString() : null})
on conflict do nothing returning id`)
      // A violated constraint would make the transaction run again, several times.
      if (!row) throw new Problem('rest_user_exists')
      const { id } = row
      await record(db, 'user added', request, { login: name, role })
      const link = digest === null ? await invite(db, own, id, request) : null
      const shown = withInvitation(await requireAccount(db, id), link)
      return writeReply(201, shown, ignored, { location: apiUrl(ctx, `/users/${id}`) })
    }),
  )
}
async function invite(db: Db, { mail }: AccountServices, userId: number, request: RouteRequest): Promise<OneTimeLink> {
  const { site, now } = request.ctx
  const link = await replaceLink(db, { purpose: 'invitation', userId, publicUrl: site.publicUrl, now })
  if (mail) await addMail(db, mail, 'invitation', userId)
  await record(db, 'user invited', request, { user: userId })
  return link
}
const withInvitation = (account: Account, link: OneTimeLink | null) => ({
  ...showUser(account),
  invitation: link && { url: link.url, expires_utc: link.expires },
})

async function inviteAgain(database: Database, own: AccountServices, request: RouteRequest): Promise<RouteResponse> {
  const { ignored } = parseAccountBody({}, request)
  return database.transaction(async (db) => {
    const account = await requireAccount(db, Number(request.path['id']), true)
    if (account.status !== 'invited') throw new Problem('rest_not_invited')
    return writeReply(200, withInvitation(account, await invite(db, own, account.id, request)), ignored)
  })
}

function updateUser(database: Database, own: AccountServices, params: Params, request: RouteRequest): Promise<RouteResponse> {
  const { ctx } = request
  const { sent, ignored } = parseAccountBody<UserChange>(params, request)
  const id = visibleId(request)
  const isManaged = sent.role !== undefined || sent.status !== undefined
  if (isManaged && !hasRole(ctx.caller, 'administrator')) throw forbidden(false)
  const cleared = clearedFields(request)
  const isSent = sent.email !== undefined || 'email' in cleared
  return withAccountErrors(() =>
    database.transaction(async (db) => {
      const account = await requireAccount(db, id, true)
      const next = { ...account, ...sent, ...cleared }
      if (next.email !== account.email) await requireFreeEmail(db, next)
      const address = await changeAddress(db, own, account, { email: next.email, isSent, now: ctx.now })
      const isDisabled = sent.status === undefined ? account.status === 'disabled' : sent.status === 'disabled'
      await db.query(sql`
update users set name = ${next.name}, email = ${address.email}, pending_email = ${address.pending}, language = ${next.language}, role = ${next.role},
  disabled_at = case when ${isDisabled}::boolean then coalesce(disabled_at, ${ctx.now.toString()}) end
where id = ${id}`)
      if (next.role !== account.role) await record(db, 'role changed', request, { user: id, role: next.role })
      if (isDisabled !== (account.status === 'disabled'))
        await record(db, isDisabled ? 'user disabled' : 'user enabled', request, { user: id })
      // A session must not outlive the rights that it was started with.
      if (next.role !== account.role || isDisabled) await endSessions(db, id, isDisabled ? null : currentSession(request.headers, own))
      return writeReply(200, showUser(await requireAccount(db, id)), ignored)
    }),
  )
}
/** `null` and an empty text remove a value. */
function clearedFields({ body }: RouteRequest): Partial<Account> {
  const isCleared = (name: string): boolean => body[name] === null || body[name] === ''
  return {
    ...(isCleared('name') && { name: '' }),
    ...(isCleared('email') && { email: null }),
    ...(isCleared('language') && { language: null }),
  }
}

async function deleteUser(database: Database, { kinds }: AccountServices, request: RouteRequest): Promise<RouteResponse> {
  const { ctx } = request
  const { sent, ignored } = parseAccountBody<{ reassign?: number }>(removeParams, request)
  const id = Number(request.path['id'])
  const account = await requireAccount(database, id)
  const by = { actorId: ctx.caller.id, address: request.clientIp }
  await withAccountErrors(() => removeAccount(database, { id, to: sent.reassign ?? null, kinds, now: ctx.now, by }))
  return writeReply(200, showUser(account), ignored)
}
