// Sessions of people: an opaque id in a cookie, which counts only on requests of the same origin that ask for it (contract 15.5).
import { randomBytes } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { Db } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { Problem } from '../errors/problems.ts'
import { hashToken, type Caller } from './caller.ts'

type Headers = Readonly<Record<string, string | undefined>>

/** The cookie is read only on requests with this header. No other origin can send it, because it is not among the allowed headers of CORS. */
const SESSION_HEADER = 'x-kalends-session'
export const isSessionRequest = (headers: Headers): boolean => headers[SESSION_HEADER] === '1'

const IDLE_HOURS = 12
const MAX_DAYS = 14
const DEVICE_DAYS = 400
export const OIDC_MINUTES = 10
export const SESSION_METHODS = ['invitation', 'password', 'passkey', 'oidc'] as const
export type SessionMethod = (typeof SESSION_METHODS)[number]

/** The address of the calendar, from which the names of cookies and the allowed origin follow. */
export interface SessionOrigin {
  readonly origin: string
  readonly isSecure: boolean
  /** Whether people may sign in: with https, or with http on this machine. */
  readonly allowsSignIn: boolean
}
export function sessionOrigin(publicUrl: string): SessionOrigin {
  const { origin, protocol, hostname } = new URL(publicUrl)
  const isSecure = protocol === 'https:'
  return { origin, isSecure, allowsSignIn: isSecure || isLoopback(hostname) }
}
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)

/** Throws 403 unless a page of the calendar itself sent the request. Browsers that do not send `Sec-Fetch-Site` send `Origin`. */
export function requireSameOrigin(headers: Headers, { origin }: SessionOrigin): void {
  const site = headers['sec-fetch-site']
  if (site === undefined ? headers['origin'] !== origin : site !== 'same-origin') throw new Problem('rest_cross_origin')
}

/** Browsers accept the prefix only for cookies that are secure, have the path `/`, and belong to this host alone. */
const nameOf = (name: string, { isSecure }: SessionOrigin): string => (isSecure ? `__Host-${name}` : name)
const [SESSION_COOKIE, DEVICE_COOKIE, OIDC_COOKIE] = ['kalends', 'kalends-device', 'kalends-oidc']
const readCookie = (headers: Headers, name: string, origin: SessionOrigin): string | null =>
  parseCookie(headers['cookie'] ?? '')[nameOf(name, origin)] ?? null
export const readSessionCookie = (headers: Headers, origin: SessionOrigin): string | null => readCookie(headers, SESSION_COOKIE, origin)
export const readDeviceCookie = (headers: Headers, origin: SessionOrigin): string | null => readCookie(headers, DEVICE_COOKIE, origin)
export const readOidcCookie = (headers: Headers, origin: SessionOrigin): string | null => readCookie(headers, OIDC_COOKIE, origin)

const setCookie = (name: string, value: string, maxAge: number, origin: SessionOrigin): string =>
  stringifySetCookie({
    name: nameOf(name, origin),
    value,
    maxAge,
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: origin.isSecure,
  })
export const sessionCookie = (secret: string, origin: SessionOrigin): string => setCookie(SESSION_COOKIE, secret, MAX_DAYS * 86_400, origin)
export const expiredSessionCookie = (origin: SessionOrigin): string => setCookie(SESSION_COOKIE, '', 0, origin)
export const deviceCookie = (secret: string, origin: SessionOrigin): string =>
  setCookie(DEVICE_COOKIE, secret, DEVICE_DAYS * 86_400, origin)
/** Ties a sign-in that was started at the OpenID Connect provider to the browser that started it. */
export const oidcCookie = (secret: string, origin: SessionOrigin): string => setCookie(OIDC_COOKIE, secret, OIDC_MINUTES * 60, origin)
export const expiredOidcCookie = (origin: SessionOrigin): string => setCookie(OIDC_COOKIE, '', 0, origin)

/** 256 random bits, so an unsalted digest protects them and can serve as their lookup key. */
export const generateSecret = (): string => randomBytes(32).toString('base64url')

const isAlive = (now: string) =>
  sql`s.last_seen_at > ${now}::timestamptz - ${IDLE_HOURS} * interval '1 hour' and s.created_at > ${now}::timestamptz - ${MAX_DAYS} * interval '1 day'`

/** Returns the caller of a session. A session has all rights of its user. */
export async function findSessionCaller(db: Db, secret: string, instant: Temporal.Instant): Promise<Caller | null> {
  const now = instant.toString()
  const [row] = await db.query<Pick<Caller, 'login' | 'role'> & { id: number; session_id: number; is_seen: boolean }>(sql`
select u.id, u.login, u.role, s.id as session_id, s.last_seen_at > ${now}::timestamptz - interval '1 minute' as is_seen
from sessions s
join users u on u.id = s.user_id
where s.digest = ${hashToken(secret)} and u.disabled_at is null and ${isAlive(now)}`)
  if (!row) return null
  // The times are accurate to a minute, which saves most of the updates.
  if (!row.is_seen)
    await db.query(sql`
with seen as (update sessions set last_seen_at = ${now} where id = ${row.session_id})
update users set last_seen_at = ${now} where id = ${row.id}`)
  return { id: row.id, login: row.login, role: row.role, scope: 'admin' }
}

export interface NewSession {
  readonly userId: number
  readonly method: SessionMethod
  readonly userAgent: string
  readonly address: string
  readonly now: Temporal.Instant
}
const USER_AGENT_MAX = 300
/** Starts a session and returns its secret. */
export async function startSession(db: Db, { userId, method, userAgent, address, now }: NewSession): Promise<string> {
  const secret = generateSecret()
  const at = now.toString()
  await db.query(sql`
with seen as (update users set last_seen_at = ${at} where id = ${userId})
insert into sessions (user_id, digest, method, created_at, last_seen_at, user_agent, address)
values (${userId}, ${hashToken(secret)}, ${method}, ${at}, ${at}, ${userAgent.slice(0, USER_AGENT_MAX)}, ${address})`)
  return secret
}
/** Ends a session, and returns the method by which it was started. */
export async function endSession(db: Db, secret: string): Promise<SessionMethod | null> {
  const [row] = await db.query<{ method: SessionMethod }>(sql`delete from sessions where digest = ${hashToken(secret)} returning method`)
  return row?.method ?? null
}
/** Ends the sessions of a user, except the one with this secret. Returns their number. */
export async function endSessions(db: Db, userId: number, except: string | null = null): Promise<number> {
  const kept = except === null ? null : hashToken(except)
  return (await db.query(sql`delete from sessions where user_id = ${userId} and digest is distinct from ${kept} returning 1`)).length
}

export interface SessionRow {
  readonly id: number
  readonly method: SessionMethod
  readonly created_at: string
  readonly last_seen_at: string
  readonly user_agent: string
  readonly address: string
  readonly is_current: boolean
}
export const listSessions = (db: Db, userId: number, current: string | null, now: Temporal.Instant): Promise<SessionRow[]> =>
  db.query<SessionRow>(sql`
select s.id, s.method, s.created_at, s.last_seen_at, s.user_agent, s.address, s.digest = ${current === null ? null : hashToken(current)} is true as is_current
from sessions s
where s.user_id = ${userId} and ${isAlive(now.toString())}
order by s.last_seen_at desc, s.id desc`)

/** Deletes sessions that have ended. */
export const pruneSessions = (db: Db, now: Temporal.Instant): Promise<unknown> =>
  db.query(sql`delete from sessions s where not (${isAlive(now.toString())})`)
