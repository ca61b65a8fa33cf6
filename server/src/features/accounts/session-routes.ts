// Routes of sessions: {ns}/session to sign in and out, and {ns}/me/sessions (contract 15.4 and 15.5).
import Type from 'typebox'
import { nullable } from '../../engine/definition/fields.ts'
import type { Params, Site } from '../../engine/definition/kind.ts'
import { param } from '../../engine/definition/resource.ts'
import { languageOnly, privateResponse, writeReply } from '../../engine/plain-routes.ts'
import { requireValidQuery, type Route, type RouteRequest, type RouteResponse } from '../../engine/route.ts'
import type { Database } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import { Problem } from '../../kernel/errors/problems.ts'
import {
  endSession,
  endSessions,
  expiredSessionCookie,
  isSessionRequest,
  listSessions,
  readSessionCookie,
  SESSION_METHODS,
  type SessionRow,
} from '../../kernel/security/sessions.ts'
import { showInstant } from '../../kernel/time/date-times.ts'
import * as values from '../../kernel/validation/value-types.ts'
import { INSTANT } from './account.ts'
import { accountHandlers, parseAccountBody, passwordParam, record, requireMethod, type AccountServices } from './account-services.ts'
import { checkPassword, signedInSchema, signInOrAsk, type PasswordSignIn } from './sign-in.ts'

const JSON_TYPE = 'application/json'
const TEXTS = {
  methods: 'Returns the ways to sign in that this calendar offers.',
  signIn: 'Signs a person in with a password, and sets the session cookie. Programs use tokens instead.',
  signOut:
    'Ends the session of the caller, and removes its cookie. `provider_sign_out_url` also ends the session at the OpenID Connect provider.',
  list: 'Returns the sessions of the caller, the one that was used last first.',
  revoke: 'Ends one session of the caller.',
  revokeAll: 'Ends all sessions of the caller, except the session of this request.',
} as const

const METHODS_SCHEMA = Type.Object({
  methods: Type.Array(Type.String({ enum: SESSION_METHODS.filter((method) => method !== 'invitation') })),
})
const SESSION_SCHEMA = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  method: Type.String({ enum: [...SESSION_METHODS] }),
  created_utc: INSTANT,
  last_seen_utc: INSTANT,
  user_agent: Type.String(),
  address: Type.String(),
  current: Type.Boolean(),
})
const showSession = (session: SessionRow) => ({
  id: session.id,
  method: session.method,
  created_utc: showInstant(session.created_at),
  last_seen_utc: showInstant(session.last_seen_at),
  user_agent: session.user_agent,
  address: session.address,
  current: session.is_current,
})
const ENDED_SCHEMA = Type.Object({ ended: Type.Integer({ minimum: 0 }) })
const SIGNED_OUT = Type.Object({ ended: Type.Integer({ minimum: 0 }), provider_sign_out_url: nullable(Type.String()) })

export function sessionRoutes(site: Site, services: AccountServices | null): Route[] {
  const params = languageOnly(site)
  const withServices = accountHandlers(services)
  const signInParams: Params = {
    login: param(values.boundedText(254), 'Login or email address of the user.'),
    password: passwordParam('Password of the user.'),
  }
  return [
    {
      method: 'GET',
      path: '/session/methods',
      access: 'everyone',
      params,
      acceptsBody: false,
      response: { type: JSON_TYPE, name: 'list_sign_in_methods', description: TEXTS.methods, schema: METHODS_SCHEMA },
      handle: withServices(async (_, { methods }, { ctx, query }) => {
        const { ignored } = requireValidQuery(params, query, ctx)
        return { ...privateResponse({ methods: [...methods] }, ctx), ignored }
      }),
    },
    {
      method: 'POST',
      path: '/session',
      access: 'pages',
      params,
      acceptsBody: true,
      bodyParams: signInParams,
      response: { type: JSON_TYPE, name: 'sign_in', description: TEXTS.signIn, schema: signedInSchema(site) },
      handle: withServices(async (database, { sessions, ...own }, request) => {
        requireMethod(own, 'password')
        const { sent, ignored } = parseAccountBody<PasswordSignIn>(signInParams, request, ['login', 'password'])
        const account = await checkPassword(database, sessions, sent, request)
        return writeReply(200, await signInOrAsk(database, sessions, { userId: account.id, method: 'password' }, request), ignored)
      }),
    },
    {
      method: 'DELETE',
      path: '/session',
      access: 'users',
      params,
      acceptsBody: false,
      response: { type: JSON_TYPE, name: 'sign_out', description: TEXTS.signOut, schema: SIGNED_OUT },
      handle: withServices(signOut),
    },
    ...ownSessionRoutes(site, services),
  ]
}

function ownSessionRoutes(site: Site, services: AccountServices | null): Route[] {
  const params = languageOnly(site)
  const withServices = accountHandlers(services)
  const shared = { access: 'users', params, acceptsBody: false } as const
  const path = '/me/sessions'
  const listSchema = Type.Object({ sessions: Type.Array(SESSION_SCHEMA) })
  return [
    {
      ...shared,
      method: 'GET',
      path,
      response: { type: JSON_TYPE, name: 'list_own_sessions', description: TEXTS.list, schema: listSchema },
      handle: withServices(async (database, own, { ctx, query, headers }) => {
        const { ignored } = requireValidQuery(params, query, ctx)
        const rows = await listSessions(database, Number(ctx.caller.id), currentSession(headers, own), ctx.now)
        return { ...privateResponse({ sessions: rows.map(showSession) }, ctx), ignored }
      }),
    },
    {
      ...shared,
      method: 'DELETE',
      path,
      response: { type: JSON_TYPE, name: 'end_own_sessions', description: TEXTS.revokeAll, schema: ENDED_SCHEMA },
      handle: withServices(async (database, own, request) => {
        const { ignored } = parseAccountBody({}, request)
        const ended = await database.transaction(async (db) => {
          const count = await endSessions(db, Number(request.ctx.caller.id), currentSession(request.headers, own))
          await record(db, 'sessions ended', request, { ended: count })
          return count
        })
        return writeReply(200, { ended }, ignored)
      }),
    },
    {
      ...shared,
      method: 'DELETE',
      path: `${path}/{id}`,
      response: { type: JSON_TYPE, name: 'end_own_session', description: TEXTS.revoke, schema: ENDED_SCHEMA },
      handle: withServices(async (database, _, request) => {
        const { ignored } = parseAccountBody({}, request)
        const id = Number(request.path['id'])
        if (!Number.isSafeInteger(id)) throw new Problem('rest_session_not_found')
        await database.transaction(async (db) => {
          const rows = await db.query(sql`delete from sessions where id = ${id} and user_id = ${request.ctx.caller.id} returning 1`)
          if (rows.length === 0) throw new Problem('rest_session_not_found')
          await record(db, 'sessions ended', request, { ended: 1 })
        })
        return writeReply(200, { ended: 1 }, ignored)
      }),
    },
  ]
}

/** The secret of the session that sent the request, if it was sent by one. */
export const currentSession = (headers: RouteRequest['headers'], { sessions }: Pick<AccountServices, 'sessions'>): string | null =>
  isSessionRequest(headers) ? readSessionCookie(headers, sessions) : null
/** Throws 403 for a token: one that leaked must not be able to add a way to sign in. */
export function requireSession(...request: Parameters<typeof currentSession>): string {
  const secret = currentSession(...request)
  if (secret === null) throw new Problem('rest_session_required')
  return secret
}

async function signOut(database: Database, own: AccountServices, request: RouteRequest): Promise<RouteResponse> {
  const { ignored } = parseAccountBody({}, request)
  const secret = currentSession(request.headers, own)
  if (secret === null) throw new Problem('rest_session_not_found')
  const method = await endSession(database, secret)
  request.setCookie(expiredSessionCookie(own.sessions))
  await record(database, 'signed out', request)
  const url = method === 'oidc' ? await own.oidc?.provider.signOutUrl() : null
  return writeReply(200, { ended: 1, provider_sign_out_url: url ?? null }, ignored)
}
