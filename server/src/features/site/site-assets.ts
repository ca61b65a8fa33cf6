// Serves the style sheet, the script, the font and the logo of public pages under URLs that contain a hash of the content.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { negotiateEncoding, type Encoding } from '../../kernel/cache/content-encoding.ts'
import { Problem } from '../../kernel/errors/problems.ts'
import { refuseOtherMethods } from '../../kernel/http/read-only-routes.ts'
import { accentStyles } from './accent.ts'

interface SiteAsset {
  readonly type: string
  readonly bytes: Buffer
  /** The compressed variants, which are made on first use. Null for files that are compressed by themselves. */
  readonly variants: Map<Encoding, Buffer> | null
}
export interface SiteAssets {
  /** Returns the path of a file by the name that templates use: `site.css`, `site.js`, `submit`, `logo` or `icon`. */
  readonly path: (name: string) => string
  /** Files by the name in their path, such as `site.3fa9c2d1e0.css`. */
  readonly files: ReadonlyMap<string, SiteAsset>
}
export interface AssetSettings {
  readonly accent: string
  /** A file with the logo; empty for the icon of Kalends. */
  readonly logoFile: string
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
const COMPRESSIBLE = ['.css', '.js', '.svg']
/** One style sheet in the order of the cascade. */
const STYLES = ['tokens.css', 'site.css', 'list.css', 'month.css', 'event.css', 'subscribe.css', 'submit.css', 'print.css']
const FONT = '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2'

const read = (name: string): Buffer => readFileSync(new URL(`assets/${name}`, import.meta.url))

export function readSiteAssets({ accent, logoFile }: AssetSettings): SiteAssets {
  const files = new Map<string, SiteAsset>()
  const paths = new Map<string, string>()
  const add = (name: string, extension: string, bytes: Buffer): string => {
    const file = `${name}.${createHash('sha256').update(bytes).digest('hex').slice(0, 10)}${extension}`
    const variants = COMPRESSIBLE.includes(extension) ? new Map<Encoding, Buffer>() : null
    files.set(file, { type: TYPES[extension] ?? 'application/octet-stream', bytes, variants })
    paths.set(name === 'site' ? `${name}${extension}` : name, `/assets/${file}`)
    return file
  }
  const font = add('serif', '.woff2', readFileSync(fileURLToPath(import.meta.resolve(FONT))))
  const styles = STYLES.map((name) => read(name).toString()).join('\n')
  add('site', '.css', Buffer.from(styles.replace('serif.woff2', font) + accentStyles(accent)))
  add('site', '.js', read('site.js'))
  add('submit', '.js', read('submit.js'))
  add('icon', '.svg', read('icon.svg'))
  if (logoFile !== '') add('logo', extname(logoFile).toLowerCase(), readFileSync(logoFile))
  return { path: (name) => paths.get(name) ?? paths.get('icon') ?? '', files }
}

export function siteAssetRoutes(app: FastifyInstance, { files }: SiteAssets): void {
  refuseOtherMethods(app, '/assets/:name')
  app.get('/assets/:name', { config: { rate: 'files' } }, async (request, reply) => {
    const file = files.get((request.params as { name: string }).name)
    if (!file) throw new Problem('rest_no_route')
    const encoding = file.variants && negotiateEncoding(request.headers['accept-encoding'])
    if (encoding) reply.header('content-encoding', encoding)
    return reply
      .headers({ 'content-type': file.type, 'cache-control': 'public, max-age=31536000, immutable', vary: 'Accept-Encoding' })
      .send(encoding ? variantOf(file, encoding) : file.bytes)
  })
}
function variantOf({ bytes, variants }: SiteAsset, encoding: Encoding): Buffer {
  const known = variants?.get(encoding)
  if (known) return known
  const made = encoding === 'br' ? brotliCompressSync(bytes) : gzipSync(bytes)
  variants?.set(encoding, made)
  return made
}
