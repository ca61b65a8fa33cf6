// Rate limits that all processes share through Redis. Loaded only with REDIS_URL, because the library has more modules than the server.
import { createClient } from '@redis/client'
import type { Logger } from '../runtime/logger.ts'
import type { RateLimiter } from './rate-limiter.ts'

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
