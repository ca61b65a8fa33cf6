// Routes of the second factor: POST {ns}/session/second-factor, and those of the caller under {ns}/me/second-factor (contract 15.4).
import Type from 'typebox'
import type { Params, Site } from '../../engine/definition/kind.ts'
import { param } from '../../engine/definition/resource.ts'
import { languageOnly, writeReply } from '../../engine/plain-routes.ts'
import type { Route, RouteRequest, RouteResponse } from '../../engine/route.ts'
import type { Database, Db } from '../../kernel/database/database.ts'
import { FIELD_ERRORS, FieldError, invalidParams, Problem } from '../../kernel/errors/problems.ts'
import { totpUri } from '../../kernel/security/one-time-passwords.ts'
import { endSessions } from '../../kernel/security/sessions.ts'
import * as values from '../../kernel/validation/value-types.ts'
import { requireAccount, showUser, userSchema, type Account } from './account.ts'
import { accountHandlers, parseAccountBody, passwordParam, record, type AccountServices } from './account-services.ts'
import { deleteLinks, findLink } from './one-time-links.ts'
import { acceptCode, confirmSecondFactor, removeSecondFactor, replaceRecoveryCodes, startSecondFactor } from './second-factor.ts'
import { currentSession } from './session-routes.ts'
import { checkCurrentPassword, signIn, withAttempt } from './sign-in.ts'

const JSON_TYPE = 'application/json'
const TEXTS = {
  signIn: 'Completes a sign-in with a code of the second factor or a recovery code, and sets the session cookie.',
  start: 'Returns a new secret for an authenticator app. Sign-ins need a code after the secret is confirmed.',
  confirm: 'Turns the second factor on with a first code, and returns the recovery codes once. All other sessions end.',
  codes: 'Replaces the recovery codes of the caller, and returns the new ones once.',
  remove: 'Turns the second factor off. All other sessions of the caller end.',
} as const
const SECRET_SCHEMA = Type.Object({ secret: Type.String(), uri: Type.String() })
const CODES_SCHEMA = Type.Object({ recovery_codes: Type.Array(Type.String()) })

const codeParam = param(values.boundedText(40), 'Code of the authenticator app.')
const signInParams: Params = {
  token: param(values.boundedText(100), 'The `token` of the response to the sign-in.'),
  code: param(values.boundedText(40), 'Code of the authenticator app, or a recovery code.'),
}
const confirmParams: Params = { code: codeParam }
const passwordParams: Params = { current_password: passwordParam('Current password of the caller.') }

export function secondFactorRoutes(site: Site, services: AccountServices | null): Route[] {
  const params = languageOnly(site)
  const withServices = accountHandlers(services)
  const path = '/me/second-factor'
  const shared = { method: 'POST', access: 'users', params, acceptsBody: true } as const
  const user = Type.Object({ user: userSchema(site) })
  const withPassword = { ...shared, bodyParams: passwordParams } as const
  return [
    {
      ...shared,
      access: 'pages',
      path: '/session/second-factor',
      bodyParams: signInParams,
      response: { type: JSON_TYPE, name: 'complete_sign_in', description: TEXTS.signIn, schema: user },
      handle: withServices(completeSignIn),
    },
    {
      ...withPassword,
      path,
      response: { type: JSON_TYPE, name: 'start_second_factor', description: TEXTS.start, schema: SECRET_SCHEMA },
      handle: withServices((database, own, request) =>
        afterPassword(database, own, request, async (db, account) => {
          const secret = await startSecondFactor(db, account.id)
          if (secret === null) throw new Problem('rest_second_factor_on')
          return { secret, uri: totpUri(secret, site.name || new URL(site.publicUrl).hostname, account.login) }
        }),
      ),
    },
    {
      ...shared,
      path: `${path}/confirm`,
      bodyParams: confirmParams,
      response: { type: JSON_TYPE, name: 'confirm_second_factor', description: TEXTS.confirm, schema: CODES_SCHEMA },
      handle: withServices(confirm),
    },
    {
      ...withPassword,
      path: `${path}/recovery-codes`,
      response: { type: JSON_TYPE, name: 'replace_recovery_codes', description: TEXTS.codes, schema: CODES_SCHEMA },
      handle: withServices((database, own, request) =>
        afterPassword(database, own, request, async (db, { id, has_second_factor }) => {
          if (!has_second_factor) throw new Problem('rest_second_factor_off')
          await record(db, 'recovery codes replaced', request, { user: id })
          return { recovery_codes: await replaceRecoveryCodes(db, id) }
        }),
      ),
    },
    {
      ...withPassword,
      path: `${path}/remove`,
      response: { type: JSON_TYPE, name: 'remove_second_factor', description: TEXTS.remove, schema: user },
      handle: withServices((database, own, request) =>
        afterPassword(database, own, request, async (db, { id }) => {
          if (!(await removeSecondFactor(db, id))) throw new Problem('rest_second_factor_off')
          await endSessions(db, id, currentSession(request.headers, own))
          await record(db, 'second factor removed', request, { user: id })
          return { user: showUser(await requireAccount(db, id)) }
        }),
      ),
    },
  ]
}

/** Somebody at an unlocked computer must not be able to change the second factor, so these writes need the password. */
async function afterPassword(
  database: Database,
  own: AccountServices,
  request: RouteRequest,
  work: (db: Db, account: Account) => Promise<object>,
): Promise<RouteResponse> {
  const { sent, ignored } = parseAccountBody<{ current_password: string }>(passwordParams, request, ['current_password'])
  const { id } = await checkCurrentPassword(database, own.sessions, sent.current_password, request)
  return database.transaction(async (db) => writeReply(200, await work(db, await requireAccount(db, id, true)), ignored))
}

async function confirm(database: Database, own: AccountServices, request: RouteRequest): Promise<RouteResponse> {
  const { sent, ignored } = parseAccountBody<{ code: string }>(confirmParams, request, ['code'])
  const id = Number(request.ctx.caller.id)
  return database.transaction(async (db) => {
    const codes = await confirmSecondFactor(db, id, sent.code, request.ctx.now)
    if (codes === null) throw invalidParams({ code: new FieldError('wrong_code') })
    await endSessions(db, id, currentSession(request.headers, own))
    await record(db, 'second factor added', request, { user: id })
    return writeReply(200, { recovery_codes: codes }, ignored)
  })
}

/** Wrong codes count like wrong passwords, so that a stolen password does not allow guessing. */
async function completeSignIn(database: Database, { sessions }: AccountServices, request: RouteRequest): Promise<RouteResponse> {
  const { now } = request.ctx
  const { sent, ignored } = parseAccountBody<{ token: string; code: string }>(signInParams, request, ['token', 'code'])
  const { userId } = await findLink(database, 'second-factor', sent.token, now)
  const account = await requireAccount(database, userId)
  const check = async (): Promise<Account | null> =>
    account.status === 'active' && (await acceptCode(database, userId, sent.code, now)) ? account : null
  await withAttempt(database, sessions, { account, login: account.login, text: FIELD_ERRORS.wrong_code, check }, request)
  return database.transaction(async (db) => {
    // Another request may have used the token with another code.
    await findLink(db, 'second-factor', sent.token, now)
    await deleteLinks(db, userId, 'second-factor')
    await signIn(db, sessions, { userId, method: 'password' }, request)
    return writeReply(200, { user: showUser(await requireAccount(db, userId)) }, ignored)
  })
}
