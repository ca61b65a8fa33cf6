// Compression of cached responses: selects the encoding for a client, and compresses each variant once.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiateEncoding, type Encoding } from '../cache/content-encoding.ts'
import type { CachedResponse, ResponseCache } from '../cache/response-cache.ts'

/** Compressing a smaller body saves too little. */
const MIN_COMPRESS_BYTES = 1_024

/** Returns the encoding in which a client gets a response, or null for identity. */
export const encodingFor = ({ body }: CachedResponse, acceptEncoding: string | undefined): Encoding | null =>
  body.length < MIN_COMPRESS_BYTES ? null : negotiateEncoding(acceptEncoding)

/** A compressed variant has other bytes, so it has its own ETag. */
export const etagForEncoding = (etag: string, encoding: Encoding | null): string =>
  encoding === null ? etag : `${etag.slice(0, -1)}-${encoding}"`

/** Compresses a response and adds the variant to the cache. Concurrent calls for one variant share the work. */
export function compressResponse(responseCache: ResponseCache, cached: CachedResponse, encoding: Encoding): Promise<Buffer> {
  const running = cached.compressing.get(encoding)
  if (running) return running
  const compression = COMPRESSORS[encoding](cached.body).then((bytes) => {
    responseCache.addVariant(cached, encoding, bytes)
    return bytes
  })
  cached.compressing.set(encoding, compression)
  return compression.finally(() => cached.compressing.delete(encoding))
}

const COMPRESSORS: Readonly<Record<Encoding, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
  gzip: (body) => promisify(gzip)(body, { level: 6 }),
}
