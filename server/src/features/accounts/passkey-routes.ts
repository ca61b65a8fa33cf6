// Routes of passkeys: {ns}/session/passkey to sign in, and {ns}/me/passkeys (contract 15.4).
import Type from 'typebox'
import { nullable } from '../../engine/definition/fields.ts'
import type { Params, Site } from '../../engine/definition/kind.ts'
import { param } from '../../engine/definition/resource.ts'
import { languageOnly, privateResponse, writeReply } from '../../engine/plain-routes.ts'
import { requireValidQuery, type Route, type RouteRequest, type RouteResponse } from '../../engine/route.ts'
import type { Database, Db } from '../../kernel/database/database.ts'
import { FieldError, invalidParams, OTHER_TEXTS, Problem } from '../../kernel/errors/problems.ts'
import { clientIpKey } from '../../kernel/http/client-ip.ts'
import { endSessions } from '../../kernel/security/sessions.ts'
import { refundAttempt, takeAttempt, type AttemptLimit } from '../../kernel/security/sign-in-attempts.ts'
import { showInstant, showInstantOrNull } from '../../kernel/time/date-times.ts'
import * as values from '../../kernel/validation/value-types.ts'
import { INSTANT, requireAccount, showUser, userSchema } from './account.ts'
import { accountHandlers, parseAccountBody, record, requireMethod, type AccountServices } from './account-services.ts'
import {
  newCredential,
  REGISTRATION_OPTIONS,
  SIGN_IN_OPTIONS,
  signInCredential,
  type NewCredential,
  type SignInCredential,
} from './passkey-credentials.ts'
import {
  deletePasskey,
  listPasskeys,
  lockPasskey,
  registrationOptions,
  signInOptions,
  storePasskey,
  takeChallenge,
  usePasskey,
  verifyRegistration,
  type Passkey,
} from './passkeys.ts'
import { requireSession } from './session-routes.ts'
import { refuseAttempt, signIn } from './sign-in.ts'

const JSON_TYPE = 'application/json'
const PASSKEYS_MAX = 20
const TEXTS = {
  signInOptions: 'Starts a sign-in with a passkey, and returns the options for `navigator.credentials.get`. They are valid for 5 minutes.',
  signIn: 'Signs a person in with a passkey, and sets the session cookie. A passkey replaces the password and the second factor.',
  list: 'Returns the passkeys of the caller.',
  options:
    'Starts the registration of a passkey, and returns the options for `navigator.credentials.create`. They are valid for 5 minutes.',
  create: 'Adds a passkey of the caller. All other sessions of the caller end.',
  remove: 'Removes a passkey of the caller. All other sessions of the caller end.',
} as const

const PASSKEY_SCHEMA = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  label: Type.String(),
  created_utc: INSTANT,
  last_used_utc: nullable(INSTANT),
})
const showPasskey = ({ id, label, created_at, last_used_at }: Passkey) => ({
  id,
  label,
  created_utc: showInstant(created_at),
  last_used_utc: showInstantOrNull(last_used_at),
})

const SIGN_IN_PARAMS: Params = { credential: param(signInCredential, 'The response of `navigator.credentials.get`, as JSON.') }
const CREATE_PARAMS: Params = {
  label: param(values.plainText(200), 'Name of the passkey, such as that of the device.', { fallback: '' }),
  credential: param(newCredential, 'The response of `navigator.credentials.create`, as JSON.'),
}

export function passkeyRoutes(site: Site, services: AccountServices | null): Route[] {
  const params = languageOnly(site)
  const withServices = accountHandlers(services)
  const shared = { method: 'POST', access: 'pages', params, acceptsBody: true } as const
  const signedIn = Type.Object({ user: userSchema(site) })
  return [
    {
      ...shared,
      path: '/session/passkey/options',
      bodyParams: {},
      response: { type: JSON_TYPE, name: 'start_passkey_sign_in', description: TEXTS.signInOptions, schema: SIGN_IN_OPTIONS },
      handle: withServices(startSignIn),
    },
    {
      ...shared,
      path: '/session/passkey/verify',
      bodyParams: SIGN_IN_PARAMS,
      response: { type: JSON_TYPE, name: 'sign_in_with_passkey', description: TEXTS.signIn, schema: signedIn },
      handle: withServices(finishSignIn),
    },
    ...ownPasskeyRoutes(site, services),
  ]
}

function ownPasskeyRoutes(site: Site, services: AccountServices | null): Route[] {
  const params = languageOnly(site)
  const withServices = accountHandlers(services)
  const shared = { access: 'users', params, acceptsBody: false } as const
  const path = '/me/passkeys'
  const listSchema = Type.Object({ passkeys: Type.Array(PASSKEY_SCHEMA) })
  return [
    {
      ...shared,
      method: 'GET',
      path,
      response: { type: JSON_TYPE, name: 'list_own_passkeys', description: TEXTS.list, schema: listSchema },
      handle: async (database, { ctx, query }) => {
        const { ignored } = requireValidQuery(params, query, ctx)
        const rows = await listPasskeys(database, ctx.caller.id)
        return { ...privateResponse({ passkeys: rows.map(showPasskey) }, ctx), ignored }
      },
    },
    {
      ...shared,
      method: 'POST',
      path: `${path}/options`,
      acceptsBody: true,
      bodyParams: {},
      response: { type: JSON_TYPE, name: 'start_passkey_registration', description: TEXTS.options, schema: REGISTRATION_OPTIONS },
      handle: withServices(startRegistration),
    },
    {
      ...shared,
      method: 'POST',
      path,
      acceptsBody: true,
      bodyParams: CREATE_PARAMS,
      response: { type: JSON_TYPE, name: 'create_own_passkey', description: TEXTS.create, schema: PASSKEY_SCHEMA, status: 201 },
      handle: withServices(addPasskey),
    },
    {
      ...shared,
      method: 'DELETE',
      path: `${path}/{id}`,
      response: { type: JSON_TYPE, name: 'delete_own_passkey', description: TEXTS.remove, schema: PASSKEY_SCHEMA },
      handle: withServices(removePasskey),
    },
  ]
}

/** Every request stores a challenge. */
const challengesOf = ({ clientIp }: RouteRequest): AttemptLimit => ({
  key: `passkey-address ${clientIpKey(clientIp)}`,
  limit: 300,
  continues: true,
})
/** Every failure makes an entry in the security log. */
const failuresOf = ({ clientIp }: RouteRequest): AttemptLimit => ({
  key: `passkey-failures ${clientIpKey(clientIp)}`,
  limit: 30,
  continues: true,
})
async function take(database: Database, limit: AttemptLimit, request: RouteRequest): Promise<void> {
  if (!(await takeAttempt(database, limit, request.ctx.now))) await refuseAttempt(database, limit, null, request)
}

async function startSignIn(database: Database, own: AccountServices, request: RouteRequest): Promise<RouteResponse> {
  requireMethod(own, 'passkey')
  const { ignored } = parseAccountBody({}, request)
  await take(database, challengesOf(request), request)
  return writeReply(200, { options: await signInOptions(database, own.sessions, request.ctx.now) }, ignored)
}

async function finishSignIn(database: Database, own: AccountServices, request: RouteRequest): Promise<RouteResponse> {
  requireMethod(own, 'passkey')
  const { ctx } = request
  const { sent, ignored } = parseAccountBody<{ credential: SignInCredential }>(SIGN_IN_PARAMS, request, ['credential'])
  await take(database, failuresOf(request), request)
  // The challenge is deleted outside the transaction, so that a response that is not valid uses it up too.
  const challenge = await takeChallenge(database, sent.credential.response, { userId: null, now: ctx.now })
  const details = await database.transaction(async (db) => {
    const found = challenge === null ? null : await lockPasskey(db, sent.credential.id)
    if (challenge === null || !found) return { userId: null, log: {} }
    const { account, passkey } = found
    const log = { user: account.id, passkey: passkey.id }
    const response = { credential: sent.credential, challenge, userId: account.id }
    const isValid = account.status === 'active' && (await usePasskey(db, passkey, response, { sessions: own.sessions, now: ctx.now }))
    if (!isValid) return { userId: null, log }
    await signIn(db, own.sessions, { userId: account.id, method: 'passkey' }, request)
    return { userId: account.id, log }
  })
  if (details.userId === null) {
    await record(database, 'sign-in failed', request, { ...details.log, method: 'passkey' })
    throw new Problem('rest_sign_in_failed', { text: OTHER_TEXTS.rest_sign_in_failed })
  }
  for (const { key } of [challengesOf(request), failuresOf(request)]) await refundAttempt(database, key)
  return writeReply(200, { user: showUser(await requireAccount(database, details.userId)) }, ignored)
}

/** Throws 409 unless the user may have one more. */
async function requireFewPasskeys(db: Db, userId: number): Promise<void> {
  if ((await listPasskeys(db, userId)).length >= PASSKEYS_MAX)
    throw new Problem('rest_too_many_passkeys', { values: { max: PASSKEYS_MAX } })
}

async function startRegistration(database: Database, own: AccountServices, request: RouteRequest): Promise<RouteResponse> {
  const { site, now } = request.ctx
  requireMethod(own, 'passkey')
  requireSession(request.headers, own)
  const { ignored } = parseAccountBody({}, request)
  const account = await requireAccount(database, Number(request.ctx.caller.id))
  await requireFewPasskeys(database, account.id)
  return writeReply(200, { options: await registrationOptions(database, own.sessions, { account, site, now }) }, ignored)
}

async function addPasskey(database: Database, own: AccountServices, request: RouteRequest): Promise<RouteResponse> {
  requireMethod(own, 'passkey')
  const session = requireSession(request.headers, own)
  const { sent, ignored } = parseAccountBody<{ label?: string; credential: NewCredential }>(CREATE_PARAMS, request, ['credential'])
  const { now } = request.ctx
  const userId = Number(request.ctx.caller.id)
  const invalid = invalidParams({ credential: new FieldError('not_passkey') })
  const challenge = await takeChallenge(database, sent.credential.response, { userId, now })
  const key = challenge === null ? null : await verifyRegistration(sent.credential, challenge, own.sessions)
  if (!key) throw invalid
  return database.transaction(async (db) => {
    // The lock keeps concurrent requests from exceeding the limit.
    await requireAccount(db, userId, true)
    await requireFewPasskeys(db, userId)
    const passkey = await storePasskey(db, { userId, label: sent.label ?? '', now }, key)
    if (!passkey) throw invalid
    await endSessions(db, userId, session)
    await record(db, 'passkey added', request, { user: userId, passkey: passkey.id })
    return writeReply(201, showPasskey(passkey), ignored)
  })
}

async function removePasskey(database: Database, own: AccountServices, request: RouteRequest): Promise<RouteResponse> {
  const session = requireSession(request.headers, own)
  const { ignored } = parseAccountBody({}, request)
  const [id, userId] = [Number(request.path['id']), Number(request.ctx.caller.id)]
  return database.transaction(async (db) => {
    await requireAccount(db, userId, true)
    const passkey = Number.isSafeInteger(id) ? await deletePasskey(db, userId, id) : null
    if (!passkey) throw new Problem('rest_passkey_not_found')
    await endSessions(db, userId, session)
    await record(db, 'passkey removed', request, { user: userId, passkey: id })
    return writeReply(200, showPasskey(passkey), ignored)
  })
}
