// Admission to every route: identifies the caller and counts the request before parsing any of it. Counts failed logins and wrong passwords.
import { clientKey } from '../../kernel/outbound/ip-ranges.ts'
import { ANONYMOUS, identify, type Caller } from '../../kernel/security/caller.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import type { Database } from '../../kernel/database/database.ts'
import type { HttpArrival } from '../../kernel/http/server.ts'
import { limitRate, rateHeaders, secondsLeft, tooMany, WINDOW_MS, type Limiter, type Taken } from '../../kernel/security/rate-limiter.ts'
import { Problem } from '../../kernel/errors/problems.ts'
import { note, type SecurityEvent } from '../../kernel/security/security-log.ts'

export interface GateSettings {
  readonly anonymous_rate: number
  readonly caller_rate: number
  readonly files_rate: number
  readonly failed_logins: number
  /** Wrong passwords a minute for one record from one client. */
  readonly guesses: number
  /** Wrong passwords an hour for one record from all clients together. */
  readonly record_guesses: number
}
type Counted = Pick<HttpArrival, 'address' | 'tell'>
export interface Gate {
  /** Counts a request without credentials; null where they are not counted. */
  anonymous(address: string): Taken | Promise<Taken> | null
  /** Counts a request that no API route admits: pages, files and refused requests. */
  count(rate: 'anonymous' | 'files', request: Counted): Promise<void>
  admit(request: HttpArrival): Promise<Caller>
  /** Charges the cost of a request beyond 1, at most a quarter of the rate. `isRefused`: throws 429 above the rate. */
  charge(request: Counted, caller: Caller, cost: number, isRefused: boolean): Promise<void>
  /** Checks one password, unless there were too many wrong ones before it. */
  guess(request: Counted, caller: Caller, record: string, isRight: () => Promise<boolean>): Promise<boolean>
}

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

export function openGate(database: Database, limiter: Limiter, clock: Clock, settings: GateSettings): Gate {
  const inTurn = queues()
  const count: Gate['count'] = (rate, { address, tell }) =>
    limitRate(limiter, rate, clientKey(address), rate === 'files' ? settings.files_rate : settings.anonymous_rate, tell)

  /** Counts wrong credentials, and throws 429 instead of 401 above the limit. */
  const countFailedLogin = async (key: string, request: Counted): Promise<void> => {
    const { address } = request
    const limit = settings.failed_logins
    // Without a separate limit, wrong credentials count as anonymous requests.
    if (limit === 0) await count('anonymous', request)
    const taken = limit === 0 ? null : await limiter.take(key, WINDOW_MS)
    if (taken === null || taken.count <= limit) await note(database, { action: 'login failed', actor_id: null, address, details: {} })
    else await refuse(taken, limit, { action: 'logins refused', actor_id: null, address, details: {} })
  }
  /** Throws 429. The first refusal of a window is logged. */
  const refuse = async (taken: Taken, limit: number, event: SecurityEvent): Promise<never> => {
    if (taken.count === limit + 1) await note(database, event)
    throw tooMany(secondsLeft(taken))
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
    const taken = await limiter.take(key, window_ms)
    if (taken.count > limit) await refuse(taken, limit, event)
    let isWrong = false
    try {
      isWrong = !(await isRight())
      return !isWrong
    } finally {
      if (!isWrong) await limiter.take(key, window_ms, -1)
    }
  }
  return {
    anonymous: (address) => (settings.anonymous_rate === 0 ? null : limiter.take(`anonymous ${clientKey(address)}`, WINDOW_MS)),
    count,
    async admit(request) {
      const { headers, address, tell } = request
      const header = headers['authorization']
      if (header === undefined) {
        await count('anonymous', request)
        return ANONYMOUS
      }
      // A secret has 256 random bits, so valid ones need not be refused because of wrong ones from the same address.
      const key = `login ${clientKey(address)}`
      const look = (): Promise<Caller> => identify(database, header, clock.now())
      const isSuspect = settings.failed_logins > 0 && (await limiter.peek(key)) >= settings.failed_logins
      // An address with too many failures uses at most one connection of the pool.
      const caller = await (isSuspect ? inTurn(key, look) : look()).catch(async (error: unknown) => {
        if (error instanceof Problem && error.code === 'rest_unauthorized') await countFailedLogin(key, request)
        throw error
      })
      await limitRate(limiter, 'caller', String(caller.id), settings.caller_rate, tell)
      return caller
    },
    async charge({ address, tell }, { id }, cost, isRefused) {
      const [name, key, limit] =
        id === null
          ? (['anonymous', clientKey(address), settings.anonymous_rate] as const)
          : (['caller', String(id), settings.caller_rate] as const)
      const charged = Math.min(cost, Math.floor(limit / 4))
      if (charged <= 0) return
      if (isRefused) await limitRate(limiter, name, key, limit, tell, charged)
      else tell(rateHeaders(await limiter.take(`${name} ${key}`, WINDOW_MS, charged), name, limit))
    },
    guess({ address }, { id }, record, isRight) {
      const client = clientKey(address)
      const key = `guess ${record} ${client}`
      const opened = `opened ${record} ${client}`
      const event: SecurityEvent = { action: 'guesses refused', actor_id: id, address, details: { record } }
      const limit = settings.record_guesses
      return inTurn(key, () =>
        evaluate(key, settings.guesses, WINDOW_MS, event, async () => {
          // Wrong passwords of other clients do not lock out a client that has opened the record before.
          if (limit === 0 || (await limiter.peek(opened)) > 0) return isRight()
          const right = await evaluate(`guess-record ${record}`, limit, HOUR_MS, event, isRight)
          if (right) await limiter.take(opened, DAY_MS)
          return right
        }),
      )
    },
  }
}

/** Runs the work of one key sequentially. */
function queues(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
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
