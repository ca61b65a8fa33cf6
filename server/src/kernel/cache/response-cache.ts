// Response cache: public responses as bytes, with their compressed variants, until something is written or they expire.
import type { Encoding } from './content-encoding.ts'
import { createLruCache } from './lru-cache.ts'

export interface CachedResponse {
  readonly url: string
  /** The cache generation when rendering began. */
  readonly generation: number
  /** Milliseconds since 1970 after which the response is stale, even if nothing is written. */
  readonly expiresAt: number
  /** For metrics and the log. */
  readonly route: string
  /** Names and values, alternating. Length, ETag and encoding are added for each variant. */
  readonly headers: readonly string[]
  readonly etag: string
  readonly body: Buffer
  readonly compressed: Map<Encoding, Buffer>
  /** Compressions in progress. */
  readonly compressing: Map<Encoding, Promise<Buffer>>
}

export interface ResponseCache {
  /** Returns the response to a URL, or null if it is not cached or not valid any more. */
  get(url: string): CachedResponse | null
  /** A number that changes with each write. Null while it is unknown: then nothing is cached or served from the cache. */
  generation(): number | null
  set(response: CachedResponse): void
  /** Adds a compressed variant to a response, and counts its bytes. */
  addVariant(response: CachedResponse, encoding: Encoding, bytes: Buffer): void
  /**
   * Coalesces concurrent requests for one URL into a single render. Off while the generation is unknown,
   * so a request that arrives after a write never joins a render that began before it.
   */
  coalesce<T>(url: string, render: () => Promise<T>): Promise<T>
  readonly stats: { readonly entries: number; readonly bytes: number }
}
export interface ResponseCacheOptions {
  readonly maxBytes: number
  readonly now: () => number
  readonly generation: () => number | null
}

export function createResponseCache({ maxBytes, now, generation }: ResponseCacheOptions): ResponseCache {
  // Variants may make a response larger than the limit that `set` applies to its body.
  const cache = createLruCache<CachedResponse>(maxBytes, { sizeOf: sizeInBytes, maxEntryBytes: maxBytes })
  return {
    generation,
    get(url) {
      const response = cache.get(url)
      if (!response) return null
      const current = generation()
      if (current === null) return null
      if (response.generation === current && response.expiresAt > now()) return response
      cache.delete(url)
      return null
    },
    set(response) {
      // One response must not evict a quarter of all others.
      if (response.generation !== generation() || sizeInBytes(response) > maxBytes / 4) return
      cache.set(response.url, response)
    },
    addVariant(response, encoding, bytes) {
      response.compressed.set(encoding, bytes)
      if (cache.get(response.url) === response) cache.set(response.url, response)
    },
    coalesce: createCoalescer(generation),
    get stats() {
      const { entries, bytes } = cache.stats
      return { entries, bytes }
    },
  }
}

function createCoalescer(generation: () => number | null): ResponseCache['coalesce'] {
  const inProgress = new Map<string, Promise<unknown>>()
  return <T>(url: string, render: () => Promise<T>): Promise<T> => {
    const current = generation()
    if (current === null) return render()
    const key = `${current} ${url}`
    const running = inProgress.get(key) as Promise<T> | undefined
    if (running) return running
    const rendering = render().finally(() => inProgress.delete(key))
    inProgress.set(key, rendering)
    return rendering
  }
}

/** Estimates the memory of a response without its URL: body, headers, variants, and a constant for the objects. */
function sizeInBytes({ body, headers, compressed }: CachedResponse): number {
  let sum = body.length + 512
  for (const part of headers) sum += 2 * part.length
  for (const variant of compressed.values()) sum += variant.length
  return sum
}
