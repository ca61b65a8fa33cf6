// Rate limits: counters per client in fixed windows, in the memory of the process or shared through Redis.
import { createClient } from '@redis/client'
import type { Logger } from '../runtime/logger.ts'
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

const INCREMENT_SCRIPT = `local n = redis.call('INCRBY', KEYS[1], ARGV[2])
if n == tonumber(ARGV[2]) then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return {n, redis.call('PTTL', KEYS[1])}`
/** Time that a request waits for Redis before it is counted locally. */
const REDIS_REPLY_MS = 100
const REDIS_CONNECT_MS = 1_000
const REDIS_RETRY_MS = 1_000

type RedisClient = ReturnType<typeof createRedisClient>
const createRedisClient = (url: string) =>
  createClient({ url, disableOfflineQueue: true, socket: { connectTimeout: REDIS_CONNECT_MS, reconnectStrategy: false } })

/** Connects and waits for one reply, because a server that accepts connections may still hang. */
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

/**
 * Shares counters between all processes that use the same Redis. After an error or a timeout, requests are counted
 * locally until a new connection responds.
 */
export function createRedisRateLimiter(url: string, local: RateLimiter, log: Logger): RateLimiter {
  let client: RedisClient | null = null
  let isDown = false
  let isClosed = false
  const disconnect = (error: unknown, lost: RedisClient | null): void => {
    if (lost !== client || isClosed) return
    client = null
    lost?.destroy()
    if (!isDown) log.warn({ err: error }, 'Redis unavailable; rate limits fall back to per-process counters')
    isDown = true
    setTimeout(() => void connect(), REDIS_RETRY_MS).unref()
  }
  const connect = async (): Promise<void> => {
    if (isClosed) return
    try {
      const connected = await connectRedis(url, disconnect)
      if (isClosed) connected.destroy()
      else client = connected
    } catch (error) {
      return disconnect(error, null)
    }
    if (isDown) log.info('Redis available again; rate limits are shared')
    isDown = false
  }
  void connect()
  const withLocalFallback = async <T>(shared: (redis: RedisClient) => Promise<T>, fallback: () => T | Promise<T>): Promise<T> => {
    const redis = client
    if (redis === null) return fallback()
    try {
      return await within(REDIS_REPLY_MS, shared(redis))
    } catch (error) {
      disconnect(error, redis)
      return fallback()
    }
  }
  return {
    increment: (key, windowMs, cost = 1) =>
      withLocalFallback(
        async (redis) => {
          const reply = await redis.eval(INCREMENT_SCRIPT, { keys: [`kalends:${key}`], arguments: [String(windowMs), String(cost)] })
          const [count, resetMs] = reply as unknown as [number, number]
          return { count, resetMs }
        },
        () => local.increment(key, windowMs, cost),
      ),
    peek: (key) =>
      withLocalFallback(
        async (redis) => Number((await redis.get(`kalends:${key}`)) ?? 0),
        () => local.peek(key),
      ),
    close: async () => {
      isClosed = true
      client?.destroy()
    },
  }
}

/** Rejects if the promise takes longer. A reply that arrives while the event loop is blocked still counts as in time. */
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
    return error instanceof Error ? error.message || 'no reply' : String(error)
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
