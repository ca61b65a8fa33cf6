// The services and inputs that the routes of accounts share.
import type { Kind, Params, RequestContext } from '../../engine/definition/kind.ts'
import { requireValidParams } from '../../engine/input/write-inputs.ts'
import { languageOnly, rejectDryRun } from '../../engine/plain-routes.ts'
import type { Route, RouteRequest, RouteResponse } from '../../engine/route.ts'
import type { Database, Db } from '../../kernel/database/database.ts'
import { errorCode } from '../../kernel/database/database-errors.ts'
import { FieldError, invalidParams, missingParams, Problem } from '../../kernel/errors/problems.ts'
import type { JobQueue } from '../../kernel/jobs/job-queue.ts'
import { isStrongPassword } from '../../kernel/security/password-strength.ts'
import { recordSecurityEvent, type SecurityEvent } from '../../kernel/security/security-log.ts'
import type { SessionMethod, SessionOrigin } from '../../kernel/security/sessions.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '../../kernel/security/user-passwords.ts'
import { param } from '../../engine/definition/resource.ts'
import * as values from '../../kernel/validation/value-types.ts'
import type { OidcSignIn } from './oidc-provider.ts'
import { LAST_ADMINISTRATOR } from './users.ts'

export interface AccountServices {
  readonly sessions: SessionOrigin
  readonly kinds: readonly Kind[]
  /** The queue of mail; null if no mail is sent. */
  readonly mail: JobQueue | null
  /** The ways to sign in that the operator offers. */
  readonly methods: ReadonlySet<SignInMethod>
  /** Null if nobody signs in with OpenID Connect. */
  readonly oidc: OidcSignIn | null
}
export type SignInMethod = Exclude<SessionMethod, 'invitation'>
/** Throws 403 if the operator has switched off this way to sign in. */
export function requireMethod({ methods }: Pick<AccountServices, 'methods'>, method: SignInMethod): void {
  if (!methods.has(method)) throw new Problem('rest_sign_in_method_off')
}
type AccountHandler = (database: Database, services: AccountServices, request: RouteRequest) => Promise<RouteResponse>
/** Without services the routes can be described but not called. */
export const accountHandlers =
  (services: AccountServices | null) =>
  (handle: AccountHandler): Route['handle'] =>
  (database, request) => {
    if (!services) throw new Error('The routes of accounts can only be described.')
    return handle(database, services, request)
  }

/** Parses the body of a write. Throws 400 with all invalid inputs, or with all required ones that are missing. */
export function parseAccountBody<T>(params: Params, request: RouteRequest, required: readonly (keyof T & string)[] = []) {
  const { ctx, query, body } = request
  rejectDryRun(ctx)
  const { values: sent, ignored } = requireValidParams({ ...params, ...languageOnly(ctx.site) }, { query, body }, ctx)
  const missing = required.filter((name) => sent[name] === undefined)
  if (missing.length > 0) throw missingParams(missing)
  return { sent: sent as T, ignored }
}

/** Composition rules make passwords weaker, so there are none (contract 15.4). */
export const passwordParam = (description: string, more: { readonly isOptional?: true } = {}) =>
  param(values.boundedText(PASSWORD_MAX), description, more)
export interface PasswordOwner {
  readonly login: string
  readonly name: string
  readonly email: string | null
}
/** Throws 400 unless the password is long enough and hard to guess. */
export async function requireStrongPassword(
  password: string,
  { login, name, email }: PasswordOwner,
  { site }: RequestContext,
): Promise<void> {
  if ([...password].length < PASSWORD_MIN) throw invalidParams({ password: new FieldError('too_short', { min: PASSWORD_MIN }) })
  const known = [login, name, ...name.split(/\s+/), email ?? '', site.name, new URL(site.publicUrl).hostname]
  if (!(await isStrongPassword({ password, knownWords: known.filter(Boolean) })))
    throw invalidParams({ password: new FieldError('weak_password') })
}

export const record = (
  db: Db,
  action: SecurityEvent['action'],
  { ctx, clientIp }: Pick<RouteRequest, 'clientIp'> & { readonly ctx: Pick<RequestContext, 'caller'> },
  details: SecurityEvent['details'] = {},
): Promise<unknown> => recordSecurityEvent(db, { action, actorId: ctx.caller.id, address: clientIp, details })

/** Converts errors of constraints and of the trigger that keeps an administrator. */
export async function withAccountErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (errorCode(error) === '23505') throw new Problem('rest_user_exists', { cause: error })
    if (errorCode(error) === LAST_ADMINISTRATOR) throw new Problem('rest_last_administrator', { cause: error })
    throw error
  }
}
