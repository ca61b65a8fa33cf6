// GET /auth/oidc/start and GET /auth/oidc/callback: redirects of the browser to the OpenID Connect provider and back (contract 15.4).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Site } from '../../engine/definition/kind.ts'
import type { Database } from '../../kernel/database/database.ts'
import { Problem } from '../../kernel/errors/problems.ts'
import { toHttpRequest } from '../../kernel/http/http-request.ts'
import { ANONYMOUS } from '../../kernel/security/caller.ts'
import { expiredOidcCookie, oidcCookie, readOidcCookie, requireSameOrigin } from '../../kernel/security/sessions.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import { record, type AccountServices } from './account-services.ts'
import { userOfIdentity } from './oidc-accounts.ts'
import { OidcError, type OidcSignIn } from './oidc-provider.ts'
import { storeSignIn, takeSignIn } from './oidc-sign-ins.ts'
import { signIn, type SignInRequest } from './sign-in.ts'

export const CALLBACK_PATH = '/auth/oidc/callback'
export interface OidcRouteServices {
  readonly site: Site
  readonly clock: Clock
  readonly database: Database
  readonly accounts: AccountServices
}
interface OidcContext extends OidcRouteServices {
  readonly oidc: OidcSignIn
}

/** The routes exist only if people sign in with OpenID Connect. */
export function oidcRoutes(app: FastifyInstance, services: OidcRouteServices): void {
  const { oidc, sessions } = services.accounts
  if (!oidc) return
  const own = { ...services, oidc }
  // A HEAD request must neither start a sign-in nor use one.
  const options = { exposeHeadRoute: false }
  app.get('/auth/oidc/start', options, async (request, reply) => {
    requireSameOrigin(toHttpRequest(request, reply).headers, sessions)
    if (!sessions.allowsSignIn) throw new Problem('rest_sign_in_needs_https')
    return redirect(own, request, reply, startSignIn)
  })
  app.get(CALLBACK_PATH, options, (request, reply) => redirect(own, request, reply, finishSignIn))
}

interface BrowserRequest extends SignInRequest {
  readonly query: string
}
type Step = (own: OidcContext, request: BrowserRequest) => Promise<string>

/** Redirects to the URL that a step returns, or to the sign-in page with an error code. */
async function redirect(own: OidcContext, request: FastifyRequest, reply: FastifyReply, step: Step): Promise<FastifyReply> {
  const { headers, clientIp } = toHttpRequest(request, reply)
  const ctx = { caller: ANONYMOUS, now: own.clock.now() }
  const setCookie = (cookie: string): void => void reply.header('set-cookie', cookie)
  void reply.header('cache-control', 'no-store')
  const query = request.url.slice(request.url.indexOf('?') + 1 || request.url.length)
  const sent: BrowserRequest = { headers, clientIp, ctx, setCookie, query }
  try {
    return reply.redirect(await step(own, sent), 303)
  } catch (error) {
    const code = error instanceof OidcError ? error.code : 'internal_error'
    if (error instanceof OidcError)
      await record(own.database, 'sign-in failed', sent, { method: 'oidc', error: code, reason: error.reason })
    else request.log.error({ err: error }, 'sign-in with OpenID Connect failed')
    return reply.redirect(`${own.site.publicUrl}/admin/sign-in?error=${code}`, 303)
  }
}

async function startSignIn({ database, accounts, oidc }: OidcContext, { ctx, setCookie }: BrowserRequest): Promise<string> {
  const { url, ...started } = await oidc.provider.start()
  setCookie(oidcCookie(await storeSignIn(database, started, ctx.now), accounts.sessions))
  return url
}

async function finishSignIn(own: OidcContext, request: BrowserRequest): Promise<string> {
  const { database, accounts, oidc, site } = own
  const { headers, ctx, setCookie } = request
  const secret = readOidcCookie(headers, accounts.sessions)
  setCookie(expiredOidcCookie(accounts.sessions))
  const started = secret === null ? null : await takeSignIn(database, secret, ctx.now)
  if (!started) throw new OidcError('sign_in_expired', secret === null ? 'no_cookie' : 'not_started')
  const identity = await oidc.provider.finish(request.query, started)
  const cookies = await database.transaction(async (db) => {
    const set: string[] = []
    const userId = await userOfIdentity(db, { identity, rules: oidc.rules, site, request })
    await signIn(db, accounts.sessions, { userId, method: 'oidc' }, { ...request, setCookie: (cookie) => set.push(cookie) })
    return set
  })
  cookies.forEach(setCookie)
  return `${site.publicUrl}/admin/`
}
