// The gate before every route: who is asking, how often, and how often he was wrong. Nothing of a body is read before it.
import { clientKey } from '../../kernel/addresses.ts'
import { ANONYMOUS, identify, type Caller } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/database.ts'
import type { HttpArrival } from '../../kernel/http.ts'
import { limitRate, tooMany, WINDOW_MS, type Limiter, type Taken } from '../../kernel/limits.ts'
import { Problem } from '../../kernel/problems.ts'
import { note, type SecurityEvent } from '../../kernel/security-log.ts'

export interface GateSettings {
  readonly anonymous_rate: number
  readonly caller_rate: number
  readonly failed_logins: number
  readonly guesses: number
}
export interface Gate {
  /** Counts a request without credentials; null where they are not counted. */
  anonymous(address: string): Taken | Promise<Taken> | null
  admit(request: HttpArrival): Promise<Caller>
  guess(request: HttpArrival, caller: Caller, record: string, isRight: () => Promise<boolean>): Promise<boolean>
}

export function openGate(database: Database, limiter: Limiter, clock: Clock, settings: GateSettings): Gate {
  const inTurn = queues()
  /** So many wrong tries a minute; the first one too many is noted. */
  const refuse = async (key: string, limit: number, event: SecurityEvent): Promise<void> => {
    const tries = limit === 0 ? 0 : await limiter.peek(key)
    if (tries < limit || limit === 0) return
    if (tries === limit) {
      await limiter.take(key, WINDOW_MS)
      await note(database, event)
    }
    throw tooMany(WINDOW_MS / 1_000)
  }
  return {
    anonymous: (address) => (settings.anonymous_rate === 0 ? null : limiter.take(`anonymous ${clientKey(address)}`, WINDOW_MS)),
    async admit({ headers, address, tell }) {
      const header = headers['authorization']
      if (header === undefined) {
        await limitRate(limiter, 'anonymous', clientKey(address), settings.anonymous_rate, tell)
        return ANONYMOUS
      }
      const key = `login ${clientKey(address)}`
      await refuse(key, settings.failed_logins, { action: 'logins refused', actor_id: null, address, details: {} })
      const caller = await identify(database, header, clock.now()).catch(async (error: unknown) => {
        if (error instanceof Problem && error.code === 'rest_unauthorized') {
          if (settings.failed_logins > 0) await limiter.take(key, WINDOW_MS)
          await note(database, { action: 'login failed', actor_id: null, address, details: {} })
        }
        throw error
      })
      await limitRate(limiter, 'caller', String(caller.id), settings.caller_rate, tell)
      return caller
    },
    guess({ address }, { id }, record, isRight) {
      const key = `guess ${record} ${clientKey(address)}`
      return inTurn(key, async () => {
        await refuse(key, settings.guesses, { action: 'guesses refused', actor_id: id, address, details: { record } })
        const right = await isRight()
        if (!right && settings.guesses > 0) await limiter.take(key, WINDOW_MS)
        return right
      })
    },
  }
}

/** Work of one key, one after the other: what is tried all at once is counted like what is tried in turn. */
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
