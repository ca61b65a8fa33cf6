// Routes to choose a password: by invitation, after a reset, and for oneself (contract 15.2 and 15.3).
import Type from 'typebox'
import type { Params, Site } from '../../engine/definition/kind.ts'
import { param } from '../../engine/definition/resource.ts'
import { languageOnly, writeReply } from '../../engine/plain-routes.ts'
import type { Route, RouteRequest, RouteResponse } from '../../engine/route.ts'
import type { Database } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import { Problem } from '../../kernel/errors/problems.ts'
import { clientIpKey } from '../../kernel/http/client-ip.ts'
import { takeAttempt } from '../../kernel/security/sign-in-attempts.ts'
import { hashToken } from '../../kernel/security/caller.ts'
import { endSessions } from '../../kernel/security/sessions.ts'
import { hashUserPassword } from '../../kernel/security/user-passwords.ts'
import * as values from '../../kernel/validation/value-types.ts'
import { findAccount, requireAccount, showUser, userSchema } from './account.ts'
import {
  accountHandlers,
  parseAccountBody,
  passwordParam,
  record,
  requireMethod,
  requireStrongPassword,
  type AccountServices,
} from './account-services.ts'
import { addMail, requireMailBudget } from './mail-tasks.ts'
import { deleteLinks, findLink } from './one-time-links.ts'
import { currentSession } from './session-routes.ts'
import { checkCurrentPassword, signedInSchema, signInOrAsk } from './sign-in.ts'

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
      response: { type: JSON_TYPE, name: 'accept_invitation', description: TEXTS.accept, schema: signedInSchema(site) },
      handle: withServices((database, own, request) =>
        choosePassword(database, own, { purpose: 'invitation', params: invitationParams }, request),
      ),
    },
    {
      ...shared,
      path: '/password-reset',
      bodyParams: requestParams,
      response: { type: JSON_TYPE, name: 'request_password_reset', description: TEXTS.request, schema: ACCEPTED, status: 202 },
      handle: withServices((database, own, request) => requestReset(database, own, requestParams, request)),
    },
    {
      ...shared,
      path: '/password-reset/confirm',
      bodyParams: linkParams,
      response: { type: JSON_TYPE, name: 'reset_password', description: TEXTS.reset, schema: signedInSchema(site) },
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

const [RESETS_OF_ACCOUNT, RESETS_OF_ADDRESS] = [5, 30]
/** Known and unknown accounts take the same statements, so that the time does not tell them apart. The mail is sent by a job. */
async function requestReset(database: Database, own: AccountServices, params: Params, request: RouteRequest): Promise<RouteResponse> {
  requireMethod(own, 'password')
  const { now } = request.ctx
  const { sent, ignored } = parseAccountBody<{ login: string }>(params, request, ['login'])
  await requireMailBudget(database, `reset-address ${clientIpKey(request.clientIp)}`, RESETS_OF_ADDRESS, now)
  const account = await findAccount(database, sent.login)
  const key = `reset ${account ? account.id : hashToken(sent.login.toLowerCase()).toString('base64url')}`
  const isAllowed = await takeAttempt(database, { key, limit: RESETS_OF_ACCOUNT, continues: false }, now)
  await record(database, 'password reset requested', request, account ? { user: account.id } : {})
  // Nobody can fill the mailbox of a user. The response does not tell, because it would be different for unknown accounts.
  if (own.mail && isAllowed) await addMail(database, own.mail, 'password-reset', account?.id ?? null)
  return writeReply(202, { status: 'accepted' }, ignored)
}

/** The link is checked before the password is estimated, so that nobody without a link can make the server work. */
async function choosePassword(
  database: Database,
  own: AccountServices,
  { purpose, params }: { readonly purpose: 'invitation' | 'password-reset'; readonly params: Params },
  request: RouteRequest,
): Promise<RouteResponse> {
  const { ctx } = request
  if (purpose === 'password-reset') requireMethod(own, 'password')
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
    const method = purpose === 'invitation' ? 'invitation' : 'password'
    return writeReply(200, await signInOrAsk(db, own.sessions, { userId, method }, request), ignored)
  })
}

async function changePassword(database: Database, own: AccountServices, params: Params, request: RouteRequest): Promise<RouteResponse> {
  const { ctx } = request
  const { sent, ignored } = parseAccountBody<PasswordChange>(params, request, ['current_password', 'password'])
  const account = await checkCurrentPassword(database, own.sessions, sent.current_password, request)
  await requireStrongPassword(sent.password, account, ctx)
  const digest = await hashUserPassword(sent.password)
  return database.transaction(async (db) => {
    await db.query(sql`update users set password = ${digest} where id = ${account.id}`)
    await endSessions(db, account.id, currentSession(request.headers, own))
    await record(db, 'password changed', request, { user: account.id })
    return writeReply(200, { user: showUser(await requireAccount(db, account.id)) }, ignored)
  })
}
