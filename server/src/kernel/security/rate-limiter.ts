// Rate limits: counters per client in fixed windows, in this process or shared through Redis. Without Redis each process counts alone.
import { createClient } from '@redis/client'
import type { Logger } from '../runtime/logger.ts'
import { Problem } from '../errors/problems.ts'

export interface RateUsage {
  readonly count: number
  readonly resetMs: number
}
export interface RateLimiter {
  /** Adds the cost of one request to a key, in a window that begins with the first. Keys are a name, a space and the client. */
  increment(key: string, window_ms: number, cost?: number): RateUsage | Promise<RateUsage>
  /** Returns the current count without adding to it. */
  peek(key: string): number | Promise<number>
  close(): Promise<void>
}

/** Keys retained per limit until their window ends; at most twice as many are in memory. */
const RETAINED_KEYS = 100_000

interface Counter {
  count: number
  end: number
}
interface CounterTable {
  take(key: string, window_ms: number, cost: number, now: number): RateUsage
  find(key: string, now: number): Counter | undefined
}
/** Keeps two generations of counters and drops the older one as a whole: memory is bounded, and no request iterates over all keys. */
function createCounterTable(): CounterTable {
  let [current, previous] = [new Map<string, Counter>(), new Map<string, Counter>()]
  let rotate_at = 0
  const find = (key: string, now: number): Counter | undefined => {
    const counter = current.get(key) ?? previous.get(key)
    return counter && counter.end > now ? counter : undefined
  }
  return {
    find,
    take(key, window_ms, cost, now) {
      const counter = find(key, now) ?? { count: 0, end: now + window_ms }
      if (current.size >= RETAINED_KEYS || now >= rotate_at) {
        previous = current
        current = new Map()
        rotate_at = now + window_ms
      }
      counter.count += cost
      current.set(key, counter)
      return { count: counter.count, resetMs: counter.end - now }
    },
  }
}

export function createMemoryRateLimiter(now: () => number): RateLimiter {
  // One table per name: a flood of requests cannot evict the counters of wrong passwords.
  const tables = new Map<string, CounterTable>()
  const tableOf = (key: string): CounterTable => {
    const name = key.slice(0, key.indexOf(' '))
    let table = tables.get(name)
    if (table === undefined) tables.set(name, (table = createCounterTable()))
    return table
  }
  return {
    increment: (key, window_ms, cost = 1) => tableOf(key).take(key, window_ms, cost, now()),
    peek: (key) => tableOf(key).find(key, now())?.count ?? 0,
    close: async () => undefined,
  }
}

const TAKE = `local n = redis.call('INCRBY', KEYS[1], ARGV[2])
if n == tonumber(ARGV[2]) then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return {n, redis.call('PTTL', KEYS[1])}`
/** Time a request waits for Redis before it is counted locally. */
const REDIS_ANSWER_MS = 100
const REDIS_CONNECT_MS = 1_000
const REDIS_RETRY_MS = 1_000

type RedisClient = ReturnType<typeof createRedisClient>
const createRedisClient = (url: string) =>
  createClient({ url, disableOfflineQueue: true, socket: { connectTimeout: REDIS_CONNECT_MS, reconnectStrategy: false } })

/** Connects and waits for one reply: a Redis that accepts connections may still hang. */
async function connectRedis(url: string, onError: (error: unknown, client: RedisClient) => void): Promise<RedisClient> {
  const client = createRedisClient(url)
  client.on('error', (error) => onError(error, client))
  try {
    await within(
      REDIS_CONNECT_MS,
      client.connect().then(() => client.ping()),
    )
    return client
  } catch (error) {
    client.destroy()
    throw error
  }
}

/** Counters shared by all processes with the same Redis. After one error or timeout, Redis is not used until a new connection responds. */
export function createRedisRateLimiter(url: string, local: RateLimiter, log: Logger): RateLimiter {
  let client: RedisClient | null = null
  let isDown = false
  let isClosed = false
  const lose = (error: unknown, lost: RedisClient | null): void => {
    if (lost !== client || isClosed) return
    client = null
    lost?.destroy()
    if (!isDown) log.warn({ err: error }, 'Redis does not answer: each process counts requests alone')
    isDown = true
    setTimeout(() => void connect(), REDIS_RETRY_MS).unref()
  }
  const connect = async (): Promise<void> => {
    if (isClosed) return
    try {
      const connected = await connectRedis(url, lose)
      if (isClosed) connected.destroy()
      else client = connected
    } catch (error) {
      return lose(error, null)
    }
    if (isDown) log.info('Redis answers again: requests are counted together')
    isDown = false
  }
  void connect()
  const ctx = async <T>(shared: (redis: RedisClient) => Promise<T>, alone: () => T | Promise<T>): Promise<T> => {
    const asked = client
    if (asked === null) return alone()
    try {
      return await within(REDIS_ANSWER_MS, shared(asked))
    } catch (error) {
      lose(error, asked)
      return alone()
    }
  }
  return {
    increment: (key, window_ms, cost = 1) =>
      ctx(
        async (redis) => {
          const reply = await redis.eval(TAKE, { keys: [`kalends:${key}`], arguments: [String(window_ms), String(cost)] })
          const [count, resetMs] = reply as unknown as [number, number]
          return { count, resetMs }
        },
        () => local.increment(key, window_ms, cost),
      ),
    peek: (key) =>
      ctx(
        async (redis) => Number((await redis.get(`kalends:${key}`)) ?? 0),
        () => local.peek(key),
      ),
    close: async () => {
      isClosed = true
      client?.destroy()
    },
  }
}

/** Rejects if the promise takes longer. A reply that arrived while the event loop was blocked still counts as in time. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => setImmediate(reject, new Error(`no reply within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Returns null if Redis responds, or the error. */
export async function pingRedis(url: string): Promise<string | null> {
  try {
    const client = await connectRedis(url, () => undefined)
    client.destroy()
    return null
  } catch (error) {
    return error instanceof Error ? error.message || 'no answer' : String(error)
  }
}

export const WINDOW_MS = 60_000
/** Charges a request to a limit per minute and sets the headers; throws 429 above the limit. 0 is no limit. */
export async function enforceRateLimit(
  limiter: RateLimiter,
  name: string,
  key: string,
  limit: number,
  tell: (headers: Record<string, string>) => void,
  cost = 1,
): Promise<void> {
  if (limit === 0) return
  const taken = await limiter.increment(`${name} ${key}`, WINDOW_MS, cost)
  tell(rateLimitHeaders(taken, name, limit))
  if (taken.count > limit) throw tooManyRequests(secondsLeft(taken))
}
export const rateLimitHeaders = (taken: RateUsage, name: string, limit: number): Record<'ratelimit' | 'ratelimit-policy', string> => ({
  ratelimit: `"${name}";r=${Math.max(0, limit - taken.count)};t=${secondsLeft(taken)}`,
  'ratelimit-policy': `"${name}";q=${limit};w=${WINDOW_MS / 1_000}`,
})
export const secondsLeft = ({ resetMs }: RateUsage): number => Math.max(1, Math.ceil(resetMs / 1_000))
export const tooManyRequests = (seconds: number): Problem =>
  new Problem('rest_too_many_requests', { headers: { 'retry-after': String(seconds) } })
