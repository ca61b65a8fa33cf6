// Sign-in by password: compares the password, unless there were too many wrong ones (contract 15.4 and 15.7).
import { createHash } from 'node:crypto'
import type { RouteRequest } from '../../engine/route.ts'
import type { Database, Db } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import { Problem } from '../../kernel/errors/problems.ts'
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
import { findAccount, type Account } from './account.ts'
import { record } from './account-services.ts'

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
  const { ctx } = request
  const account = await findAccount(database, login)
  const device = readDeviceCookie(request.headers, sessions)
  const limits = await limitsOf(database, account ?? login, device, request.clientIp)
  for (const limit of limits) if (!(await takeAttempt(database, limit, ctx.now))) await refuse(database, limit, account, request)
  const refund = async (): Promise<void> => {
    for (const { key } of limits) await refundAttempt(database, key)
  }
  const isRight = await verifyUserPassword(password, account?.password ?? null).catch(async (error: unknown) => {
    // Too many passwords waited to be compared, so this one was not.
    await refund()
    throw error
  })
  if (!account || !isRight || account.status !== 'active') {
    await record(database, 'sign-in failed', request, account ? { user: account.id } : {})
    throw new Problem('rest_sign_in_failed')
  }
  await refund()
  return account
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

async function refuse(db: Db, { key }: AttemptLimit, account: Account | null, request: RouteRequest): Promise<never> {
  const [limit] = key.split(' ', 1)
  if (await noteRefusal(db, key)) await record(db, 'sign-ins refused', request, { limit, ...(account && { user: account.id }) })
  throw tooManyRequests('sign_ins', RETRY_SECONDS)
}

async function isKnownDevice(db: Db, userId: number, secret: string): Promise<boolean> {
  const rows = await db.query(sql`select from known_devices where user_id = ${userId} and digest = ${hashToken(secret)}`)
  return rows.length > 0
}

/** Starts a session with a new id, and remembers the device. */
export async function signIn(
  db: Db,
  sessions: SessionOrigin,
  { userId, method }: { readonly userId: number; readonly method: SessionMethod },
  request: RouteRequest,
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
