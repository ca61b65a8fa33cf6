// GET /media/{digest}/{file}: serves the files of images. A file never changes, so caches may keep it for a year.
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { matchesIfNoneMatch } from '../../kernel/http/etags.ts'
import { Problem } from '../../kernel/errors/problems.ts'
import { FILE_CACHING, fileType } from './file-types.ts'
import type { Store, StoredFile } from './store.ts'

const PATH = '/media/:digest(^[0-9a-f]{64}$)/:file(^(?:thumbnail|medium|large|full)\\.(?:webp|jpg|png)$)'

export interface FileRouteSettings {
  readonly restRoot: string
  readonly store: Store
  /** URL at which a bucket or a CDN has the files. If it is empty, this server sends them. */
  readonly publicUrl: string
  readonly isDigestOfImage: (digest: string) => Promise<boolean>
}
export function fileRoutes(app: FastifyInstance, { restRoot, store, publicUrl, isDigestOfImage }: FileRouteSettings): void {
  app.get(`${restRoot}${PATH}`, { config: { rate: 'files' } }, async (request, reply) => {
    const { digest, file } = request.params as { digest: string; file: string }
    if (publicUrl !== '') return redirect(reply, `${publicUrl}/${digest}/${file}`)
    const found = (await store.find(digest, file)) ?? (await findInTrash(store, digest, file, isDigestOfImage))
    if (!found) throw new Problem('rest_no_route')
    return sendFile(request, reply, found, { digest, file })
  })
}

/** The redirect is not kept as long as a file, because its target is a setting. */
const redirect = (reply: FastifyReply, url: string): FastifyReply =>
  reply
    .removeHeader('vary')
    .headers({ 'cache-control': 'public, max-age=3600', 'cross-origin-resource-policy': 'cross-origin' })
    .redirect(url, 307)

/** Restores files from the trash if an image has them. */
async function findInTrash(
  store: Store,
  digest: string,
  file: string,
  isDigestOfImage: (digest: string) => Promise<boolean>,
): Promise<StoredFile | null> {
  if (!(await isDigestOfImage(digest)) || !(await store.restore(digest))) return null
  return store.find(digest, file)
}

type Range = readonly [first: number, last: number]
/** Parses a Range header with one range. Returns null for the whole file, also if the header is invalid. */
function parseRange({ headers }: FastifyRequest, etag: string, bytes: number): Range | 'unsatisfiable' | null {
  const { range, 'if-range': ifRange } = headers
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? []
  if ((from === '' && to === '') || (ifRange !== undefined && ifRange !== etag)) return null
  if (from === '') return Number(to) === 0 ? 'unsatisfiable' : [Math.max(0, bytes - Number(to)), bytes - 1]
  if (Number(from) >= bytes) return 'unsatisfiable'
  if (to !== '' && Number(to) < Number(from)) return null
  return [Number(from), Math.min(to === '' ? bytes : Number(to), bytes - 1)]
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, read }: StoredFile,
  { digest, file }: { readonly digest: string; readonly file: string },
): Promise<FastifyReply> {
  const etag = `"${digest.slice(0, 32)}-${file}"`
  const isUnmodified = matchesIfNoneMatch(request.headers['if-none-match'], etag)
  const range = parseRange(request, etag, bytes)
  const [first, last] = range === null || range === 'unsatisfiable' ? [0, bytes - 1] : range
  const hasBody = request.method !== 'HEAD' && !isUnmodified && range !== 'unsatisfiable'
  // The store may fail here, before the headers of a file are set.
  const body = hasBody ? await read(first, last) : Readable.from([])
  reply.removeHeader('vary').headers({
    etag,
    'accept-ranges': 'bytes',
    'cache-control': FILE_CACHING,
    'cross-origin-resource-policy': 'cross-origin',
  })
  if (isUnmodified) return reply.code(304).send()
  if (range === 'unsatisfiable')
    return reply
      .code(416)
      .headers({ 'content-range': `bytes */${bytes}`, 'cache-control': 'no-store' })
      .send()
  if (range) void reply.code(206).header('content-range', `bytes ${first}-${last}/${bytes}`)
  return reply.headers({ 'content-type': fileType(extname(file)), 'content-length': String(last - first + 1) }).send(body)
}
