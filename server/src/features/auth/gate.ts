// Admission to every route: identifies the caller and counts the request before parsing any of it. Counts failed logins and wrong passwords.
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
  type RateLimiter,
  type RateUsage,
} from '../../kernel/security/rate-limiter.ts'
import { Problem } from '../../kernel/errors/problems.ts'
import { recordSecurityEvent, type SecurityEvent } from '../../kernel/security/security-log.ts'

export interface GateSettings {
  readonly anonymousRate: number
  readonly callerRate: number
  readonly filesRate: number
  readonly failedLogins: number
  /** Wrong passwords a minute for one record from one client. */
  readonly guesses: number
  /** Wrong passwords an hour for one record from all clients together. */
  readonly recordGuesses: number
}
type Counted = Pick<RequestHead, 'clientIp' | 'setHeaders'>
export interface Gate {
  /** Counts a request without credentials; null where they are not counted. */
  anonymous(address: string): RateUsage | Promise<RateUsage> | null
  /** Counts a request that no API route admits: pages, files and refused requests. */
  count(rate: 'anonymous' | 'files', request: Counted): Promise<void>
  admit(request: RequestHead): Promise<Caller>
  /** Charges the cost of a request beyond 1, at most a quarter of the rate. `isRefused`: throws 429 above the rate. */
  charge(request: Counted, caller: Caller, cost: number, isRefused: boolean): Promise<void>
  /** Checks one password, unless there were too many wrong ones before it. */
  attemptPassword(request: Counted, caller: Caller, record: string, isRight: () => Promise<boolean>): Promise<boolean>
}

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

export function openGate(database: Database, limiter: RateLimiter, clock: Clock, settings: GateSettings): Gate {
  const inSequence = keyedQueue()
  const count: Gate['count'] = (rate, { clientIp: address, setHeaders }) =>
    enforceRateLimit(
      limiter,
      { name: rate, key: clientIpKey(address), limit: rate === 'files' ? settings.filesRate : settings.anonymousRate },
      setHeaders,
    )

  /** Counts wrong credentials, and throws 429 instead of 401 above the limit. */
  const countFailedLogin = async (key: string, request: Counted): Promise<void> => {
    const { clientIp: address } = request
    const limit = settings.failedLogins
    // Without a separate limit, wrong credentials count as anonymous requests.
    if (limit === 0) await count('anonymous', request)
    const taken = limit === 0 ? null : await limiter.increment(key, WINDOW_MS)
    if (taken === null || taken.count <= limit)
      await recordSecurityEvent(database, { action: 'login failed', actorId: null, address, details: {} })
    else await rejectTooMany(taken, limit, { action: 'logins refused', actorId: null, address, details: {} })
  }
  /** Throws 429. The first refusal of a window is logged. */
  const rejectTooMany = async (taken: RateUsage, limit: number, event: SecurityEvent): Promise<never> => {
    if (taken.count === limit + 1) await recordSecurityEvent(database, event)
    throw tooManyRequests(secondsLeft(taken))
  }
  /** Counts an attempt before checking it, so that concurrent attempts cannot exceed the limit, and refunds it unless it was wrong. */
  const evaluate = async (
    key: string,
    limit: number,
    window_ms: number,
    event: SecurityEvent,
    isRight: () => Promise<boolean>,
  ): Promise<boolean> => {
    if (limit === 0) return isRight()
    const taken = await limiter.increment(key, window_ms)
    if (taken.count > limit) await rejectTooMany(taken, limit, event)
    let isWrong = false
    try {
      isWrong = !(await isRight())
      return !isWrong
    } finally {
      if (!isWrong) await limiter.increment(key, window_ms, -1)
    }
  }
  return {
    anonymous: (address) => (settings.anonymousRate === 0 ? null : limiter.increment(`anonymous ${clientIpKey(address)}`, WINDOW_MS)),
    count,
    async admit(request) {
      const { headers, clientIp: address, setHeaders } = request
      const header = headers['authorization']
      if (header === undefined) {
        await count('anonymous', request)
        return ANONYMOUS
      }
      // A secret has 256 random bits, so valid ones need not be refused because of wrong ones from the same address.
      const key = `login ${clientIpKey(address)}`
      const look = (): Promise<Caller> => authenticate(database, header, clock.now())
      const isSuspect = settings.failedLogins > 0 && (await limiter.peek(key)) >= settings.failedLogins
      // An address with too many failures uses at most one connection of the pool.
      const caller = await (isSuspect ? inSequence(key, look) : look()).catch(async (error: unknown) => {
        if (error instanceof Problem && error.code === 'rest_unauthorized') await countFailedLogin(key, request)
        throw error
      })
      await enforceRateLimit(limiter, { name: 'caller', key: String(caller.id), limit: settings.callerRate }, setHeaders)
      return caller
    },
    async charge({ clientIp: address, setHeaders }, { id }, cost, isRefused) {
      const [name, key, limit] =
        id === null
          ? (['anonymous', clientIpKey(address), settings.anonymousRate] as const)
          : (['caller', String(id), settings.callerRate] as const)
      const charged = Math.min(cost, Math.floor(limit / 4))
      if (charged <= 0) return
      if (isRefused) await enforceRateLimit(limiter, { name, key, limit }, setHeaders, charged)
      else setHeaders(rateLimitHeaders(await limiter.increment(`${name} ${key}`, WINDOW_MS, charged), name, limit))
    },
    attemptPassword({ clientIp: address }, { id }, record, isRight) {
      const client = clientIpKey(address)
      const key = `guess ${record} ${client}`
      const opened = `opened ${record} ${client}`
      const event: SecurityEvent = { action: 'guesses refused', actorId: id, address, details: { record } }
      const limit = settings.recordGuesses
      return inSequence(key, () =>
        evaluate(key, settings.guesses, WINDOW_MS, event, async () => {
          // Wrong passwords of other clients do not lock out a client that has opened the record before.
          if (limit === 0 || (await limiter.peek(opened)) > 0) return isRight()
          const right = await evaluate(`guess-record ${record}`, limit, HOUR_MS, event, isRight)
          if (right) await limiter.increment(opened, DAY_MS)
          return right
        }),
      )
    },
  }
}

/** Runs the work of one key sequentially. */
function keyedQueue(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, mine)
    try {
      return await mine
    } finally {
      if (last.get(key) === mine) last.delete(key)
    }
  }
}
