// Routes to choose a password: by invitation, after a reset, and for oneself (contract 15.2 and 15.3).
import Type from 'typebox'
import type { Params, Site } from '../../engine/definition/kind.ts'
import { param } from '../../engine/definition/resource.ts'
import { languageOnly, writeReply } from '../../engine/plain-routes.ts'
import type { Route, RouteRequest, RouteResponse } from '../../engine/route.ts'
import type { Database } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import { FieldError, invalidParams, Problem } from '../../kernel/errors/problems.ts'
import { endSessions } from '../../kernel/security/sessions.ts'
import { hashUserPassword } from '../../kernel/security/user-passwords.ts'
import * as values from '../../kernel/validation/value-types.ts'
import { requireAccount, showUser, userSchema } from './account.ts'
import {
  accountHandlers,
  parseAccountBody,
  passwordParam,
  record,
  requireStrongPassword,
  type AccountServices,
} from './account-services.ts'
import { deleteLinks, findLink, type LinkPurpose } from './one-time-links.ts'
import { currentSession } from './session-routes.ts'
import { checkPassword, signIn } from './sign-in.ts'

const JSON_TYPE = 'application/json'
const TEXTS = {
  accept: 'Accepts an invitation: sets the password of the invited user, and signs the user in.',
  request: 'Requests a link to choose a new password. The response is the same whether the account exists or not.',
  reset: 'Sets a new password with the link of a reset. All sessions of the user end.',
  change: 'Changes the password of the caller. All other sessions of the caller end.',
} as const
const ACCEPTED = Type.Object({ status: Type.String({ enum: ['accepted'] }) })

interface LinkBody {
  readonly token: string
  readonly password: string
  readonly name?: string
}
interface PasswordChange {
  readonly current_password: string
  readonly password: string
}

export function passwordRoutes(site: Site, services: AccountServices | null): Route[] {
  const params = languageOnly(site)
  const withServices = accountHandlers(services)
  const linkParams: Params = {
    token: param(values.boundedText(100), 'The part of the link after `#`.'),
    password: passwordParam('New password, with at least 12 characters.'),
  }
  const invitationParams: Params = { ...linkParams, name: param(values.plainText(200), 'Name of the user.', { isOptional: true }) }
  const requestParams: Params = { login: param(values.boundedText(254), 'Login or email address of the user.') }
  const changeParams: Params = {
    current_password: passwordParam('Current password of the caller.'),
    password: passwordParam('New password, with at least 12 characters.'),
  }
  const user = Type.Object({ user: userSchema(site) })
  const shared = { method: 'POST', access: 'pages', params, acceptsBody: true } as const
  return [
    {
      ...shared,
      path: '/invitations/accept',
      bodyParams: invitationParams,
      response: { type: JSON_TYPE, name: 'accept_invitation', description: TEXTS.accept, schema: user },
      handle: withServices((database, own, request) =>
        choosePassword(database, own, { purpose: 'invitation', params: invitationParams }, request),
      ),
    },
    {
      ...shared,
      path: '/password-reset',
      bodyParams: requestParams,
      response: { type: JSON_TYPE, name: 'request_password_reset', description: TEXTS.request, schema: ACCEPTED, status: 202 },
      handle: withServices(async (database, _, request) => {
        const { ignored } = parseAccountBody<{ login: string }>(requestParams, request, ['login'])
        await record(database, 'password reset requested', request)
        return writeReply(202, { status: 'accepted' }, ignored)
      }),
    },
    {
      ...shared,
      path: '/password-reset/confirm',
      bodyParams: linkParams,
      response: { type: JSON_TYPE, name: 'reset_password', description: TEXTS.reset, schema: user },
      handle: withServices((database, own, request) =>
        choosePassword(database, own, { purpose: 'password-reset', params: linkParams }, request),
      ),
    },
    {
      method: 'PUT',
      path: '/me/password',
      access: 'users',
      params,
      acceptsBody: true,
      bodyParams: changeParams,
      response: { type: JSON_TYPE, name: 'change_own_password', description: TEXTS.change, schema: user },
      handle: withServices((database, own, request) => changePassword(database, own, changeParams, request)),
    },
  ]
}

/** The link is checked before the password is estimated, so that nobody without a link can make the server work. */
async function choosePassword(
  database: Database,
  { sessions }: AccountServices,
  { purpose, params }: { readonly purpose: LinkPurpose; readonly params: Params },
  request: RouteRequest,
): Promise<RouteResponse> {
  const { ctx } = request
  const { sent, ignored } = parseAccountBody<LinkBody>(params, request, ['token', 'password'])
  const { userId } = await findLink(database, purpose, sent.token, ctx.now)
  const account = await requireAccount(database, userId)
  await requireStrongPassword(sent.password, { ...account, name: sent.name ?? account.name }, ctx)
  const digest = await hashUserPassword(sent.password)
  return database.transaction(async (db) => {
    // The link may have been used meanwhile.
    await findLink(db, purpose, sent.token, ctx.now)
    const { status } = await requireAccount(db, userId, true)
    if (status === 'disabled') throw new Problem('rest_link_expired')
    await db.query(sql`
update users set password = ${digest}, invited_at = null, name = coalesce(${sent.name ?? null}, name) where id = ${userId}`)
    await deleteLinks(db, userId, purpose)
    await endSessions(db, userId)
    await record(db, purpose === 'invitation' ? 'invitation accepted' : 'password changed', request, { user: userId })
    await signIn(db, sessions, { userId, method: purpose === 'invitation' ? 'invitation' : 'password' }, request)
    return writeReply(200, { user: showUser(await requireAccount(db, userId)) }, ignored)
  })
}

async function changePassword(database: Database, own: AccountServices, params: Params, request: RouteRequest): Promise<RouteResponse> {
  const { ctx } = request
  const { sent, ignored } = parseAccountBody<PasswordChange>(params, request, ['current_password', 'password'])
  const account = await requireAccount(database, Number(ctx.caller.id))
  // Somebody at an unlocked computer must not be able to guess the password without limit.
  const check = checkPassword(database, own.sessions, { login: account.login, password: sent.current_password }, request)
  await check.catch((error: unknown) => {
    throw error instanceof Problem && error.code === 'rest_sign_in_failed'
      ? invalidParams({ current_password: new FieldError('wrong_password') })
      : error
  })
  await requireStrongPassword(sent.password, account, ctx)
  const digest = await hashUserPassword(sent.password)
  return database.transaction(async (db) => {
    await db.query(sql`update users set password = ${digest} where id = ${account.id}`)
    await endSessions(db, account.id, currentSession(request.headers, own))
    await record(db, 'password changed', request, { user: account.id })
    return writeReply(200, { user: showUser(await requireAccount(db, account.id)) }, ignored)
  })
}
