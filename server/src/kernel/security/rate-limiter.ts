// Rate limits: counters per client in fixed windows, in the memory of the process. `redis-rate-limiter.ts` shares them between processes.
import { Problem, type RateLimitName } from '../errors/problems.ts'

export interface RateUsage {
  readonly count: number
  readonly resetMs: number
}
export interface RateLimiter {
  /** Adds the cost of one request to a key, in a window that starts with the first. A key is a name, a space and the client. */
  increment(key: string, windowMs: number, cost?: number): RateUsage | Promise<RateUsage>
  /** Returns the current count without adding to it. */
  peek(key: string): number | Promise<number>
  close(): Promise<void>
}

/** Keys that each limit retains until their window ends. At most twice as many are in memory. */
const RETAINED_KEYS = 100_000

interface Counter {
  count: number
  end: number
}
interface CounterTable {
  increment(key: string, windowMs: number, cost: number, now: number): RateUsage
  find(key: string, now: number): Counter | undefined
}
/** Keeps two generations of counters and drops the older one as a whole. This bounds the memory, and no request iterates over all keys. */
function createCounterTable(): CounterTable {
  let [current, previous] = [new Map<string, Counter>(), new Map<string, Counter>()]
  let rotateAt = 0
  const find = (key: string, now: number): Counter | undefined => {
    const counter = current.get(key) ?? previous.get(key)
    return counter && counter.end > now ? counter : undefined
  }
  return {
    find,
    increment(key, windowMs, cost, now) {
      const counter = find(key, now) ?? { count: 0, end: now + windowMs }
      if (current.size >= RETAINED_KEYS || now >= rotateAt) {
        previous = current
        current = new Map()
        rotateAt = now + windowMs
      }
      counter.count += cost
      current.set(key, counter)
      return { count: counter.count, resetMs: counter.end - now }
    },
  }
}

export function createMemoryRateLimiter(now: () => number): RateLimiter {
  // Each limit has its own table, so that a flood of requests cannot evict the counters of wrong passwords.
  const tables = new Map<string, CounterTable>()
  const tableOf = (key: string): CounterTable => {
    const name = key.slice(0, key.indexOf(' '))
    let table = tables.get(name)
    if (table === undefined) tables.set(name, (table = createCounterTable()))
    return table
  }
  return {
    increment: (key, windowMs, cost = 1) => tableOf(key).increment(key, windowMs, cost, now()),
    peek: (key) => tableOf(key).find(key, now())?.count ?? 0,
    close: async () => undefined,
  }
}

export const WINDOW_MS = 60_000
/** One rate limit of one client, per minute. */
export interface RateLimit {
  readonly name: RateLimitName
  /** The client: a key of its IP address, or the id of its user. */
  readonly key: string
  /** 0 is no limit. */
  readonly limit: number
}
/** Charges a request to a rate limit and sets the headers of the response; throws 429 above the limit. */
export async function enforceRateLimit(
  limiter: RateLimiter,
  { name, key, limit }: RateLimit,
  setHeaders: (headers: Record<string, string>) => void,
  cost = 1,
): Promise<void> {
  if (limit === 0) return
  const usage = await limiter.increment(`${name} ${key}`, WINDOW_MS, cost)
  setHeaders(rateLimitHeaders(usage, name, limit))
  if (usage.count > limit) throw tooManyRequests(name, secondsLeft(usage))
}
export const rateLimitHeaders = (usage: RateUsage, name: string, limit: number): Record<'ratelimit' | 'ratelimit-policy', string> => ({
  ratelimit: `"${name}";r=${Math.max(0, limit - usage.count)};t=${secondsLeft(usage)}`,
  'ratelimit-policy': `"${name}";q=${limit};w=${WINDOW_MS / 1_000}`,
})
export const secondsLeft = ({ resetMs }: RateUsage): number => Math.max(1, Math.ceil(resetMs / 1_000))
export const tooManyRequests = (limit: RateLimitName, seconds: number): Problem =>
  new Problem('rest_too_many_requests', { headers: { 'retry-after': String(seconds) }, reason: limit })
