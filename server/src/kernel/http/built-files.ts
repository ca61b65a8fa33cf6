// Reads the files that a build has written for browsers, and sends them from memory in the encoding that the browser accepts.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { negotiateEncoding, type Encoding } from '../cache/content-encoding.ts'
import { contentHash, matchesIfNoneMatch } from './etags.ts'

export interface BuiltFile {
  readonly type: string
  readonly bytes: Buffer
  readonly etag: string
  /** Compressed by the build. Files that are compressed by themselves have no variants. */
  readonly compressed: Readonly<Partial<Record<Encoding, Buffer>>>
}

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}
/** The name of such a file contains a hash of its content. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Describes a file by its name and content. */
export const builtFile = (name: string, bytes: Buffer, compressed: BuiltFile['compressed'] = {}): BuiltFile => ({
  type: TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
  bytes,
  etag: `"${contentHash(bytes.toString('latin1'))}"`,
  compressed,
})

/** Returns the files by their path in the folder, without compressed variants. A folder that does not exist has none. */
export function readBuiltFiles(folder: string): ReadonlyMap<string, BuiltFile> {
  const found = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  const files = new Set(found.map((path) => path.replaceAll('\\', '/')))
  const paths = [...files].filter((path) => Object.hasOwn(TYPES, path.slice(path.lastIndexOf('.') + 1)))
  const variant = (path: string): Buffer | undefined => (files.has(path) ? readFileSync(join(folder, path)) : undefined)
  return new Map(
    paths.map((path) => {
      const [br, gzip] = [variant(`${path}.br`), variant(`${path}.gz`)]
      return [path, builtFile(path, readFileSync(join(folder, path)), { ...(br && { br }), ...(gzip && { gzip }) })]
    }),
  )
}

export function sendBuiltFile(file: BuiltFile, cacheControl: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const encoding = negotiateEncoding(request.headers['accept-encoding'])
  const compressed = encoding === null ? undefined : file.compressed[encoding]
  const etag = compressed === undefined ? file.etag : `${file.etag.slice(0, -1)}-${encoding}"`
  reply.headers({ 'cache-control': cacheControl, etag, vary: 'Accept-Encoding', 'x-content-type-options': 'nosniff' })
  if (matchesIfNoneMatch(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding !== null && compressed) reply.header('content-encoding', encoding)
  return reply.header('content-type', file.type).send(compressed ?? file.bytes)
}
