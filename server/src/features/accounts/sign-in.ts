// Sign-in by password: compares the password, unless there were too many wrong ones (contract 15.4 and 15.7).
import { createHash } from 'node:crypto'
import Type from 'typebox'
import { nullable } from '../../engine/definition/fields.ts'
import type { RequestContext, Site } from '../../engine/definition/kind.ts'
import type { RouteRequest } from '../../engine/route.ts'
import type { Database, Db } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import { FieldError, invalidParams, Problem } from '../../kernel/errors/problems.ts'
import { clientIpKey } from '../../kernel/http/client-ip.ts'
import { hashToken } from '../../kernel/security/caller.ts'
import { tooManyRequests } from '../../kernel/security/rate-limiter.ts'
import {
  deviceCookie,
  generateSecret,
  readDeviceCookie,
  sessionCookie,
  startSession,
  type SessionMethod,
  type SessionOrigin,
} from '../../kernel/security/sessions.ts'
import { noteRefusal, refundAttempt, takeAttempt, type AttemptLimit } from '../../kernel/security/sign-in-attempts.ts'
import { verifyUserPassword } from '../../kernel/security/user-passwords.ts'
import { findAccount, INSTANT, requireAccount, showUser, userSchema, type Account } from './account.ts'
import { record } from './account-services.ts'
import { createSecret } from './one-time-links.ts'

const ACCOUNT_ATTEMPTS = 10
const DEVICE_ATTEMPTS = 10
const ADDRESS_ATTEMPTS = 30
const RETRY_SECONDS = 60

export interface PasswordSignIn {
  readonly login: string
  readonly password: string
}
/** Returns the user whose password it is. Throws 401, or 429 after too many wrong passwords, alike for accounts that do not exist. */
export async function checkPassword(
  database: Database,
  sessions: SessionOrigin,
  { login, password }: PasswordSignIn,
  request: RouteRequest,
): Promise<Account> {
  const account = await findAccount(database, login)
  const check = async (): Promise<Account | null> => {
    const isRight = await verifyUserPassword(password, account?.password ?? null)
    return account && isRight && account.status === 'active' ? account : null
  }
  return withAttempt(database, sessions, { account, login, check }, request)
}

/** The same for the caller, who is signed in already. Throws 400 for a wrong password. */
export async function checkCurrentPassword(
  database: Database,
  sessions: SessionOrigin,
  password: string,
  request: RouteRequest,
): Promise<Account> {
  const account = await requireAccount(database, Number(request.ctx.caller.id))
  // Somebody at an unlocked computer must not be able to guess the password without limit.
  const check = checkPassword(database, sessions, { login: account.login, password }, request)
  return check.catch((error: unknown) => {
    throw error instanceof Problem && error.code === 'rest_sign_in_failed'
      ? invalidParams({ current_password: new FieldError('wrong_password') })
      : error
  })
}

interface Attempt {
  readonly account: Account | null
  /** The login or email address of the request, by which attempts on accounts that do not exist are counted. */
  readonly login: string
  /** The message of the error, if it is not about a password. */
  readonly text?: string
  /** Returns the user, or null if the password or the code is wrong. */
  readonly check: () => Promise<Account | null>
}
/** Counts an attempt, and takes it back if it succeeds. Throws 401 if it fails, and 429 if there were too many. */
export async function withAttempt(
  database: Database,
  sessions: SessionOrigin,
  { account, login, text, check }: Attempt,
  request: RouteRequest,
): Promise<Account> {
  const device = readDeviceCookie(request.headers, sessions)
  const limits = await limitsOf(database, account ?? login, device, request.clientIp)
  for (const limit of limits)
    if (!(await takeAttempt(database, limit, request.ctx.now))) await refuseAttempt(database, limit, account, request)
  const refund = async (): Promise<void> => {
    for (const { key } of limits) await refundAttempt(database, key)
  }
  const found = await check().catch(async (error: unknown) => {
    // Too many passwords waited to be compared, so this one was not.
    await refund()
    throw error
  })
  if (!found) {
    await record(database, 'sign-in failed', request, account ? { user: account.id } : {})
    throw new Problem('rest_sign_in_failed', text === undefined ? {} : { text })
  }
  await refund()
  return found
}

/** A device that the user has signed in from has a budget of its own, so that the owner gets in while others guess. */
async function limitsOf(db: Db, account: Account | string, device: string | null, clientIp: string): Promise<AttemptLimit[]> {
  if (typeof account !== 'string' && device !== null && (await isKnownDevice(db, account.id, device)))
    return [{ key: `device ${account.id} ${digestOf(device)}`, limit: DEVICE_ATTEMPTS, continues: false }]
  // Attempts on an account that does not exist are counted by its name, so that both are refused alike.
  const name = typeof account === 'string' ? digestOf(account.toLowerCase()) : String(account.id)
  return [
    { key: `address ${clientIpKey(clientIp)}`, limit: ADDRESS_ATTEMPTS, continues: false },
    { key: `account ${name}`, limit: ACCOUNT_ATTEMPTS, continues: true },
  ]
}
const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Throws 429. The first refusal of a window is logged. */
export async function refuseAttempt(db: Db, { key }: AttemptLimit, account: Account | null, request: RouteRequest): Promise<never> {
  const [limit] = key.split(' ', 1)
  if (await noteRefusal(db, key)) await record(db, 'sign-ins refused', request, { limit, ...(account && { user: account.id }) })
  throw tooManyRequests('sign_ins', RETRY_SECONDS)
}

async function isKnownDevice(db: Db, userId: number, secret: string): Promise<boolean> {
  const rows = await db.query(sql`select from known_devices where user_id = ${userId} and digest = ${hashToken(secret)}`)
  return rows.length > 0
}

/** The response to a sign-in with a password. */
export const signedInSchema = (site: Site) =>
  Type.Object({
    user: nullable(userSchema(site)),
    second_factor: nullable(Type.Object({ token: Type.String(), expires_utc: INSTANT })),
  })
/** Signs the user in or, if the user has a second factor, returns the token with which the sign-in is completed. */
export async function signInOrAsk(
  db: Db,
  sessions: SessionOrigin,
  { userId, method }: { readonly userId: number; readonly method: SessionMethod },
  request: RouteRequest,
) {
  const account = await requireAccount(db, userId)
  if (account.has_second_factor) {
    const { secret, expires } = await createSecret(db, { purpose: 'second-factor', userId, now: request.ctx.now })
    return { user: null, second_factor: { token: secret, expires_utc: expires } }
  }
  await signIn(db, sessions, { userId, method }, request)
  return { user: showUser(await requireAccount(db, userId)), second_factor: null }
}

export interface SignInRequest extends Pick<RouteRequest, 'headers' | 'clientIp' | 'setCookie'> {
  readonly ctx: Pick<RequestContext, 'now' | 'caller'>
}
/** Starts a session with a new id, and remembers the device. */
export async function signIn(
  db: Db,
  sessions: SessionOrigin,
  { userId, method }: { readonly userId: number; readonly method: SessionMethod },
  request: SignInRequest,
): Promise<void> {
  const { headers, ctx, clientIp, setCookie } = request
  const secret = await startSession(db, { userId, method, userAgent: headers['user-agent'] ?? '', address: clientIp, now: ctx.now })
  setCookie(sessionCookie(secret, sessions))
  setCookie(deviceCookie(await rememberDevice(db, userId, readDeviceCookie(headers, sessions), ctx.now), sessions))
  await record(db, 'signed in', request, { user: userId, method })
}
/** A device that this user does not know gets a new id. Otherwise somebody could plant the id of their own device. */
async function rememberDevice(db: Db, userId: number, current: string | null, now: Temporal.Instant): Promise<string> {
  const secret = current !== null && (await isKnownDevice(db, userId, current)) ? current : generateSecret()
  await db.query(sql`
insert into known_devices (user_id, digest, last_used_at) values (${userId}, ${hashToken(secret)}, ${now.toString()})
on conflict (user_id, digest) do update set last_used_at = excluded.last_used_at`)
  return secret
}
/** Browsers delete the cookie after 400 days. */
export const pruneDevices = (db: Db, now: Temporal.Instant): Promise<unknown> =>
  db.query(sql`delete from known_devices where last_used_at < ${now.toString()}::timestamptz - interval '400 days'`)
