// Answers kept ready: what anybody may read, as bytes, packed copies included, until something is written or its time is over.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Encoding } from './content-encoding.ts'

export interface CachedResponse {
  readonly url: string
  /** What was known to be written when it was made. */
  readonly generation: number
  /** Milliseconds since 1970 after which it is not true any more, though nothing was written. */
  readonly expiresAt: number
  /** For metrics and the log. */
  readonly route: string
  /** Names and values in turn; length, etag and encoding are added for each copy. */
  readonly headers: readonly string[]
  readonly etag: string
  readonly body: Buffer
  readonly compressed: Map<Encoding, Buffer>
  /** Copies in the making. */
  readonly compressing: Map<Encoding, Promise<Buffer>>
}

export interface ResponseCache {
  /** The answer to this address, if it is still true. */
  get(url: string): CachedResponse | null
  /** The number of what was written so far; null while that is not known, and nothing may be kept or taken. */
  generation(): number | null
  set(ready: CachedResponse): void
  compress(ready: CachedResponse, encoding: Encoding): Promise<Buffer>
  /** One piece of work for all who ask the same at the same time. While it is not known what was written meanwhile, each has his own. */
  coalesce<T>(url: string, work: () => Promise<T>): Promise<T>
  readonly stats: { readonly answers: number; readonly bytes: number }
}
export interface ResponseCacheOptions {
  readonly maxBytes: number
  readonly now: () => number
  readonly generation: () => number | null
}

/** Smaller bodies are not worth packing. */
export const MIN_COMPRESS_BYTES = 1_024

export function createResponseCache({ maxBytes, now, generation }: ResponseCacheOptions): ResponseCache {
  const answers = new Map<string, CachedResponse>()
  const working = new Map<string, Promise<unknown>>()
  let bytes = 0
  const drop = (ready: CachedResponse): void => {
    answers.delete(ready.url)
    bytes -= sizeInBytes(ready)
  }
  /** The oldest go first; what is asked for again moves to the end. */
  const shrink = (): void => {
    for (const ready of answers.values()) {
      if (bytes <= maxBytes) return
      drop(ready)
    }
  }
  return {
    generation,
    get(url) {
      const ready = answers.get(url)
      if (!ready) return null
      const current = generation()
      if (current === null) return null
      if (ready.generation !== current || ready.expiresAt <= now()) {
        drop(ready)
        return null
      }
      // One in sixteen is enough to know what is in use.
      if ((turn = (turn + 1) & 15) === 0) {
        answers.delete(url)
        answers.set(url, ready)
      }
      return ready
    },
    set(ready) {
      // One answer does not push out a quarter of all others.
      if (ready.generation !== generation() || sizeInBytes(ready) > maxBytes / 4) return
      const old = answers.get(ready.url)
      if (old) drop(old)
      answers.set(ready.url, ready)
      bytes += sizeInBytes(ready)
      shrink()
    },
    compress(ready, encoding) {
      const running = ready.compressing.get(encoding)
      if (running) return running
      const own = COMPRESSORS[encoding](ready.body).then((packed) => {
        ready.compressed.set(encoding, packed)
        if (answers.get(ready.url) === ready) bytes += packed.length
        shrink()
        return packed
      })
      ready.compressing.set(encoding, own)
      return own.finally(() => ready.compressing.delete(encoding))
    },
    coalesce<T>(url: string, work: () => Promise<T>): Promise<T> {
      const current = generation()
      if (current === null) return work()
      const key = `${current} ${url}`
      const running = working.get(key) as Promise<T> | undefined
      if (running) return running
      const own = work().finally(() => working.delete(key))
      working.set(key, own)
      return own
    },
    get stats() {
      return { answers: answers.size, bytes }
    },
  }
}
let turn = 0

/** Bytes an answer takes, with what is needed to hold it. */
function sizeInBytes({ url, body, headers: head, compressed: packed }: CachedResponse): number {
  let sum = body.length + 2 * url.length + 512
  for (const part of head) sum += 2 * part.length
  for (const copy of packed.values()) sum += copy.length
  return sum
}

const COMPRESSORS: Readonly<Record<Encoding, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
  gzip: (body) => promisify(gzip)(body, { level: 6 }),
}
/** The etag of a packed copy: other bytes, another name. */
export const etagForEncoding = (etag: string, encoding: Encoding | null): string =>
  encoding === null ? etag : `${etag.slice(0, -1)}-${encoding}"`
