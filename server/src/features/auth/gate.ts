// Authenticates callers and enforces rate limits before a request is parsed. Also limits failed logins and wrong event passwords.
import { isDeepStrictEqual } from 'node:util'
import { clientIpKey } from '../../kernel/http/client-ip.ts'
import { ANONYMOUS, authenticate, type Caller } from '../../kernel/security/caller.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import type { Database } from '../../kernel/database/database.ts'
import type { RequestHead } from '../../kernel/http/http-request.ts'
import {
  enforceRateLimit,
  rateLimitHeaders,
  secondsLeft,
  tooManyRequests,
  WINDOW_MS,
  type RateLimit,
  type RateLimiter,
  type RateUsage,
} from '../../kernel/security/rate-limiter.ts'
import { Problem } from '../../kernel/errors/problems.ts'
import { recordSecurityEvent, type SecurityEvent } from '../../kernel/security/security-log.ts'
import {
  findSessionCaller,
  isSessionRequest,
  readSessionCookie,
  requireSameOrigin,
  type SessionOrigin,
} from '../../kernel/security/sessions.ts'

export interface GateSettings {
  readonly anonymousRate: number
  readonly callerRate: number
  readonly filesRate: number
  readonly failedLogins: number
  /** Wrong passwords per minute for one record from one client. */
  readonly passwordAttempts: number
  /** Wrong passwords per hour for one record from all clients together. */
  readonly recordPasswordAttempts: number
  readonly sessions: SessionOrigin
}
type Counted = Pick<RequestHead, 'clientIp' | 'setHeaders'>
export interface Gate {
  /** Counts a request without credentials. Returns null if such requests are not limited. */
  anonymous(clientIp: string): RateUsage | Promise<RateUsage> | null
  /** Counts a request that no API route admits: pages, files and refused requests. */
  count(rate: 'anonymous' | 'files', request: Counted): Promise<void>
  /** Authenticates the caller and counts the request. */
  admit(request: RequestHead): Promise<Caller>
  /** Counts a request to sign in, out or up. A page of the calendar itself must have sent it; its credentials are not read. */
  admitSignIn(request: RequestHead): Promise<Caller>
  /** Whether the credentials of an earlier request are still valid and have the same rights. */
  isStillValid(request: Pick<RequestHead, 'headers'>, caller: Caller): Promise<boolean>
  /** Charges the cost of a request beyond 1, at most a quarter of the rate. If `isRefused` is true, it throws 429 above the rate. */
  charge(request: Counted, caller: Caller, cost: number, isRefused: boolean): Promise<void>
  /** Checks one password, unless there were too many wrong passwords before it. */
  attemptPassword(request: Counted, caller: Caller, record: string, isRight: () => Promise<boolean>): Promise<boolean>
}

interface GateContext {
  readonly database: Database
  readonly limiter: RateLimiter
  readonly clock: Clock
  readonly settings: GateSettings
  /** Runs tasks with the same key one after another. */
  readonly inSequence: KeyedQueue
}

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

export function openGate(database: Database, limiter: RateLimiter, clock: Clock, settings: GateSettings): Gate {
  const gate: GateContext = { database, limiter, clock, settings, inSequence: keyedQueue() }
  return {
    anonymous: (clientIp) => (settings.anonymousRate === 0 ? null : limiter.increment(`anonymous ${clientIpKey(clientIp)}`, WINDOW_MS)),
    count: (rate, request) => countRequest(gate, rate, request),
    admit: (request) => admitRequest(gate, request),
    admitSignIn: (request) => admitSignIn(gate, request),
    isStillValid: (request, caller) => isStillValid(gate, request, caller),
    charge: (request, caller, cost, isRefused) => chargeRequest(gate, rateOf(gate, request, caller), { request, cost, isRefused }),
    attemptPassword: (request, caller, record, isRight) =>
      attemptPassword(gate, { clientIp: request.clientIp, callerId: caller.id, record }, isRight),
  }
}

function countRequest({ limiter, settings }: GateContext, rate: 'anonymous' | 'files', { clientIp, setHeaders }: Counted): Promise<void> {
  const limit = rate === 'files' ? settings.filesRate : settings.anonymousRate
  return enforceRateLimit(limiter, { name: rate, key: clientIpKey(clientIp), limit }, setHeaders)
}

async function admitRequest(gate: GateContext, request: RequestHead): Promise<Caller> {
  const { database, limiter, clock, settings, inSequence } = gate
  const authorization = request.headers['authorization']
  if (isSessionRequest(request.headers)) {
    const caller = await admitSession(gate, request)
    if (caller) return caller
  }
  if (authorization === undefined) {
    await countRequest(gate, 'anonymous', request)
    return ANONYMOUS
  }
  // A token has 256 random bits, so valid tokens need not be refused because of wrong ones from the same client.
  const key = `login ${clientIpKey(request.clientIp)}`
  const identify = (): Promise<Caller> => authenticate(database, authorization, clock.now())
  const isSuspect = settings.failedLogins > 0 && (await limiter.peek(key)) >= settings.failedLogins
  // A client with too many failures uses at most one connection of the pool.
  const caller = await (isSuspect ? inSequence(key, identify) : identify()).catch(async (error: unknown) => {
    if (error instanceof Problem && error.code === 'rest_unauthorized') await countFailedLogin(gate, key, request)
    throw error
  })
  await enforceRateLimit(limiter, { name: 'caller', key: String(caller.id), limit: settings.callerRate }, request.setHeaders)
  return caller
}

/** Returns null if the request has no session cookie. */
async function admitSession(gate: GateContext, request: RequestHead): Promise<Caller | null> {
  const { database, limiter, clock, settings } = gate
  const { headers, setHeaders } = request
  await requirePage(gate, request)
  const secret = readSessionCookie(headers, settings.sessions)
  if (secret === null) return null
  const caller = headers['authorization'] === undefined ? await findSessionCaller(database, secret, clock.now()) : null
  if (!caller) {
    await countRequest(gate, 'anonymous', request)
    throw new Problem(headers['authorization'] === undefined ? 'rest_unauthorized' : 'rest_two_credentials')
  }
  await enforceRateLimit(limiter, { name: 'caller', key: String(caller.id), limit: settings.callerRate }, setHeaders)
  return caller
}
async function admitSignIn(gate: GateContext, request: RequestHead): Promise<Caller> {
  await requirePage(gate, request)
  await countRequest(gate, 'anonymous', request)
  if (!gate.settings.sessions.allowsSignIn) throw new Problem('rest_sign_in_needs_https')
  return ANONYMOUS
}
/** Requests of other origins are counted before they are refused. */
async function requirePage(gate: GateContext, request: RequestHead): Promise<void> {
  try {
    requireSameOrigin(request.headers, gate.settings.sessions)
  } catch (error) {
    await countRequest(gate, 'anonymous', request)
    throw error
  }
}

async function isStillValid(gate: GateContext, { headers }: Pick<RequestHead, 'headers'>, caller: Caller): Promise<boolean> {
  const { database, clock, settings } = gate
  const secret = isSessionRequest(headers) ? readSessionCookie(headers, settings.sessions) : null
  if (secret !== null) return isDeepStrictEqual(await findSessionCaller(database, secret, clock.now()), caller)
  try {
    return isDeepStrictEqual(await authenticate(database, headers['authorization'], clock.now()), caller)
  } catch (error) {
    if (error instanceof Problem && error.code === 'rest_unauthorized') return false
    throw error
  }
}

/** Counts wrong credentials, and throws 429 instead of 401 above the limit. */
async function countFailedLogin(gate: GateContext, key: string, request: Counted): Promise<void> {
  const { database, limiter, settings } = gate
  const { clientIp: address } = request
  const limit = settings.failedLogins
  // Without a separate limit, wrong credentials count as anonymous requests.
  if (limit === 0) await countRequest(gate, 'anonymous', request)
  const usage = limit === 0 ? null : await limiter.increment(key, WINDOW_MS)
  if (usage === null || usage.count <= limit)
    await recordSecurityEvent(database, { action: 'login failed', actorId: null, address, details: {} })
  else await rejectTooMany(database, usage, limit, { action: 'logins refused', actorId: null, address, details: {} })
}

/** Throws 429. The first refusal of a window is logged. */
async function rejectTooMany(database: Database, usage: RateUsage, limit: number, event: SecurityEvent): Promise<never> {
  if (usage.count === limit + 1) await recordSecurityEvent(database, event)
  throw tooManyRequests(event.action === 'logins refused' ? 'failed_logins' : 'password_guesses', secondsLeft(usage))
}

const rateOf = ({ settings }: GateContext, { clientIp }: Counted, { id }: Caller): RateLimit =>
  id === null
    ? { name: 'anonymous', key: clientIpKey(clientIp), limit: settings.anonymousRate }
    : { name: 'caller', key: String(id), limit: settings.callerRate }

interface Charge {
  readonly request: Counted
  readonly cost: number
  readonly isRefused: boolean
}
async function chargeRequest(
  { limiter }: GateContext,
  { name, key, limit }: RateLimit,
  { request: { setHeaders }, cost, isRefused }: Charge,
): Promise<void> {
  const charged = Math.min(cost, Math.floor(limit / 4))
  if (charged <= 0) return
  if (isRefused) await enforceRateLimit(limiter, { name, key, limit }, setHeaders, charged)
  else setHeaders(rateLimitHeaders(await limiter.increment(`${name} ${key}`, WINDOW_MS, charged), name, limit))
}

interface PasswordAttempt {
  readonly clientIp: string
  readonly callerId: number | null
  readonly record: string
}
function attemptPassword(
  { database, limiter, settings, inSequence }: GateContext,
  { clientIp, callerId, record }: PasswordAttempt,
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  const client = clientIpKey(clientIp)
  const key = `guess ${record} ${client}`
  const opened = `opened ${record} ${client}`
  const event: SecurityEvent = { action: 'guesses refused', actorId: callerId, address: clientIp, details: { record } }
  const attempts = attemptLimiter(database, limiter, event)
  const recordLimit = settings.recordPasswordAttempts
  return inSequence(key, () =>
    attempts({ key, limit: settings.passwordAttempts, windowMs: WINDOW_MS }, async () => {
      // Wrong passwords of other clients do not lock out a client that has opened the record before.
      if (recordLimit === 0 || (await limiter.peek(opened)) > 0) return isRight()
      const right = await attempts({ key: `guess-record ${record}`, limit: recordLimit, windowMs: HOUR_MS }, isRight)
      if (right) await limiter.increment(opened, DAY_MS)
      return right
    }),
  )
}

interface AttemptLimit {
  readonly key: string
  readonly limit: number
  readonly windowMs: number
}
/** Counts an attempt before checking it, so that concurrent attempts cannot exceed the limit, and refunds it unless it was wrong. */
const attemptLimiter =
  (database: Database, limiter: RateLimiter, event: SecurityEvent) =>
  async ({ key, limit, windowMs }: AttemptLimit, isRight: () => Promise<boolean>): Promise<boolean> => {
    if (limit === 0) return isRight()
    const usage = await limiter.increment(key, windowMs)
    if (usage.count > limit) await rejectTooMany(database, usage, limit, event)
    let isWrong = false
    try {
      isWrong = !(await isRight())
      return !isWrong
    } finally {
      if (!isWrong) await limiter.increment(key, windowMs, -1)
    }
  }

type KeyedQueue = <T>(key: string, task: () => Promise<T>) => Promise<T>
function keyedQueue(): KeyedQueue {
  const last = new Map<string, Promise<unknown>>()
  return async (key, task) => {
    const current = (last.get(key) ?? Promise.resolve()).then(task, task)
    last.set(key, current)
    try {
      return await current
    } finally {
      if (last.get(key) === current) last.delete(key)
    }
  }
}
