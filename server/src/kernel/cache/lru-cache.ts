// Caches bounded in bytes: a thin wrapper of the package lru-cache, which evicts the least recently used values.
import { LRUCache } from 'lru-cache'

export interface LruCache<T> {
  get(key: string): T | undefined
  /** Stores the value, unless it is too large. A value that changed its size must be set again. */
  set(key: string, value: T): void
  delete(key: string): void
  clear(): void
  /** False if the limit is 0, so that no value is ever stored. */
  readonly isEnabled: boolean
  readonly stats: { readonly entries: number; readonly bytes: number; readonly hits: number; readonly misses: number }
}
export interface LruCacheOptions<T> {
  /** Estimates the memory that a value takes, without its key. */
  readonly sizeOf?: (value: T) => number
  /** Larger values are not stored; default: a quarter of the cache, so that one value cannot evict most others. */
  readonly maxEntryBytes?: number
}

export function createLruCache<T extends object>(
  maxBytes: number,
  { sizeOf = estimateBytes, maxEntryBytes = maxBytes / 4 }: LruCacheOptions<T> = {},
): LruCache<T> {
  // The package requires a positive limit. With a limit of 0, every value is too large to be stored.
  const cache = new LRUCache<string, T>({ maxSize: Math.max(1, maxBytes) })
  let [hits, misses] = [0, 0]
  return {
    get: (key) => {
      const value = cache.get(key)
      if (value === undefined) misses += 1
      else hits += 1
      return value
    },
    isEnabled: maxBytes > 0,
    set: (key, value) => {
      if (maxBytes <= 0) return
      const size = sizeOf(value) + 2 * key.length
      // Setting the same value again does not update its size, so it is deleted first.
      cache.delete(key)
      if (size <= maxEntryBytes) cache.set(key, value, { size })
    },
    delete: (key) => void cache.delete(key),
    clear: () => cache.clear(),
    get stats() {
      return { entries: cache.size, bytes: cache.calculatedSize, hits, misses }
    },
  }
}

/** Estimates the memory of a value: two bytes per character, and a constant for each string, number and object. */
function estimateBytes(value: unknown): number {
  if (typeof value === 'string') return 2 * value.length + 16
  if (typeof value !== 'object' || value === null) return 16
  if (ArrayBuffer.isView(value)) return value.byteLength + 96
  let sum = 48
  for (const name in value) sum += estimateBytes((value as Readonly<Record<string, unknown>>)[name])
  return sum
}
