// GET /media/{digest}/{file}: serves the files of images. A file never changes, so caches may keep it for a year.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { matchesIfNoneMatch } from '../../kernel/http/etags.ts'
import { Problem } from '../../kernel/errors/problems.ts'
import type { Store, StoredFile } from './store.ts'

const TYPES: Readonly<Record<string, string>> = { webp: 'image/webp', jpg: 'image/jpeg', png: 'image/png' }
const PATH = '/media/:digest(^[0-9a-f]{64}$)/:file(^(?:thumbnail|medium|large|full)\\.(?:webp|jpg|png)$)'

export function fileRoutes(
  app: FastifyInstance,
  restRoot: string,
  store: Store,
  isDigestOfImage: (digest: string) => Promise<boolean>,
): void {
  app.get(`${restRoot}${PATH}`, { config: { rate: 'files' } }, async (request, reply) => {
    const { digest, file } = request.params as { digest: string; file: string }
    const found = (await store.find(digest, file)) ?? (await findInTrash(store, digest, file, isDigestOfImage))
    if (!found) throw new Problem('rest_no_route')
    const etag = `"${digest.slice(0, 32)}-${file}"`
    void reply.headers({
      etag,
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
      'content-type': TYPES[file.split('.')[1] ?? ''] ?? '',
    })
    reply.removeHeader('vary')
    if (matchesIfNoneMatch(request.headers['if-none-match'], etag)) return reply.code(304).removeHeader('content-type').send()
    return send(reply, found, parseRange(request, etag, found.bytes))
  })
}

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

function send(reply: FastifyReply, file: StoredFile, range: Range | 'unsatisfiable' | null): FastifyReply {
  const { bytes } = file
  if (range === 'unsatisfiable')
    return reply
      .code(416)
      .removeHeader('content-type')
      .headers({ 'content-range': `bytes */${bytes}`, 'cache-control': 'no-store' })
      .send()
  const [first, last] = range ?? [0, bytes - 1]
  if (range) void reply.code(206).header('content-range', `bytes ${first}-${last}/${bytes}`)
  return reply.header('content-length', String(last - first + 1)).send(file.read(first, last))
}
