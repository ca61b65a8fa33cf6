// How often somebody may ask: counted in this process, or shared through Redis. When Redis is away each process counts for itself, and the service goes on.
import { createClient } from '@redis/client'
import type { Log } from './log.ts'
import { Problem } from './problems.ts'

export interface Taken {
  readonly count: number
  readonly reset_ms: number
}
export interface Limiter {
  /** Counts one more for this key, in a window that began with its first. */
  take(key: string, window_ms: number): Taken | Promise<Taken>
  /** The count as it stands. */
  look(key: string): Promise<number>
  close(): Promise<void>
}

const MOST_KEYS = 100_000

export function memoryLimiter(now: () => number): Limiter {
  const windows = new Map<string, { count: number; end: number }>()
  const current = (key: string): { count: number; end: number } | undefined => {
    const window = windows.get(key)
    return window && window.end > now() ? window : undefined
  }
  return {
    take: (key, window_ms) => {
      const window = current(key) ?? { count: 0, end: now() + window_ms }
      if (windows.size >= MOST_KEYS)
        for (const [old, { end }] of windows) if (end <= now() || windows.size >= MOST_KEYS) windows.delete(old)
      window.count += 1
      windows.set(key, window)
      return { count: window.count, reset_ms: window.end - now() }
    },
    look: async (key) => current(key)?.count ?? 0,
    close: async () => undefined,
  }
}

const TAKE = `local n = redis.call('INCR', KEYS[1])
if n == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return {n, redis.call('PTTL', KEYS[1])}`

/** Shared by all processes that name the same Redis. */
export function redisLimiter(url: string, own: Limiter, log: Log): Limiter {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: 1_000, reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, 2_000) },
  })
  let isAway = false
  client.on('error', (error: Error) => {
    if (!isAway) log.warn({ err: error }, 'Redis is away: each process counts requests for itself')
    isAway = true
  })
  client.on('ready', () => {
    if (isAway) log.info('Redis is back: requests are counted together')
    isAway = false
  })
  client.connect().catch(() => undefined)
  const orOwn = async <T>(shared: () => Promise<T>, alone: () => T | Promise<T>): Promise<T> => {
    if (!client.isReady) return alone()
    try {
      return await shared()
    } catch {
      return alone()
    }
  }
  return {
    take: (key, window_ms) =>
      orOwn(
        async () => {
          const [count, reset_ms] = (await client.eval(TAKE, { keys: [`kalends:${key}`], arguments: [String(window_ms)] })) as [
            number,
            number,
          ]
          return { count, reset_ms }
        },
        () => own.take(key, window_ms),
      ),
    look: (key) =>
      orOwn(
        async () => Number((await client.get(`kalends:${key}`)) ?? 0),
        () => own.look(key),
      ),
    close: async () => client.destroy(),
  }
}

/** Whether Redis answers: null, or what it said. */
export async function pingRedis(url: string): Promise<string | null> {
  const client = createClient({ url, disableOfflineQueue: true, socket: { connectTimeout: 1_000, reconnectStrategy: false } })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.ping()
    return null
  } catch (error) {
    return error instanceof Error ? error.message || 'no answer' : String(error)
  } finally {
    client.destroy()
  }
}

export const WINDOW_MS = 60_000
/** Takes one of `limit` a minute and gives the headers that say so; beyond it throws 429. A limit of 0 is none. */
export async function limitRate(
  limiter: Limiter,
  name: string,
  key: string,
  limit: number,
  tell: (headers: Record<string, string>) => void,
): Promise<void> {
  if (limit === 0) return
  const taken = await limiter.take(`${name} ${key}`, WINDOW_MS)
  tell(rateHeaders(taken, name, limit))
  if (taken.count > limit) throw tooMany(secondsLeft(taken))
}
export const rateHeaders = (taken: Taken, name: string, limit: number): Record<'ratelimit' | 'ratelimit-policy', string> => ({
  ratelimit: `"${name}";r=${Math.max(0, limit - taken.count)};t=${secondsLeft(taken)}`,
  'ratelimit-policy': `"${name}";q=${limit};w=${WINDOW_MS / 1_000}`,
})
const secondsLeft = ({ reset_ms }: Taken): number => Math.max(1, Math.ceil(reset_ms / 1_000))
export const tooMany = (seconds: number): Problem => new Problem('rest_too_many_requests', { headers: { 'retry-after': String(seconds) } })
