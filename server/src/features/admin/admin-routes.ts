// Routes of the admin: one page for all of its screens, and the scripts and styles of that page.
import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Site } from '../../engine/definition/kind.ts'
import { Problem } from '../../kernel/errors/problems.ts'
import { IMMUTABLE, sendBuiltFile } from '../../kernel/http/built-files.ts'
import { refuseOtherMethods } from '../../kernel/http/read-only-routes.ts'
import { readAdminFiles, type AdminFiles } from './admin-files.ts'

export interface AdminSettings {
  readonly site: Site
  /** False while the server runs with `--no-auth`: nobody signs in then. */
  readonly isAuthenticated: boolean
  /** The other origins from which screens show images: those of map tiles and of pictures. */
  readonly imageOrigins: readonly string[]
  /** The template of the URL of map tiles; empty if there are no maps. */
  readonly mapTiles: string
  readonly mapAttribution: string
}

/** The page has no inline scripts and styles. React Aria adds two style elements with the nonce. `blob:` shows a picture before it is uploaded. */
const contentSecurityPolicy = (nonce: string, { imageOrigins }: AdminSettings): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    ['img-src', "'self'", 'blob:', ...imageOrigins].join(' '),
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const COMMON_HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

export function adminRoutes(app: FastifyInstance, settings: AdminSettings): void {
  const files = readAdminFiles()
  const page = files === null ? NOT_BUILT : renderAdminPage(files, settings)
  const sendPage = async (_: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const nonce = randomBytes(16).toString('base64url')
    return reply
      .code(files === null ? 503 : 200)
      .headers({
        ...COMMON_HEADERS,
        'content-security-policy': contentSecurityPolicy(nonce, settings),
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
      })
      .send(page.replace('{nonce}', nonce))
  }
  for (const url of ['/admin', '/admin/*']) {
    app.get(url, sendPage)
    refuseOtherMethods(app, url)
  }
  app.get('/admin/assets/:name', { config: { rate: 'files' } }, async (request, reply) => {
    const file = files?.assets.get((request.params as { name: string }).name)
    if (!file) throw new Problem('rest_no_route')
    return sendBuiltFile(file, IMMUTABLE, request, reply.headers(COMMON_HEADERS))
  })
}

/** Inserts the settings that the screens need before anybody has signed in, and the path of the calendar on its host. */
function renderAdminPage({ page }: AdminFiles, { site, isAuthenticated, mapTiles, mapAttribution }: AdminSettings): string {
  const base = new URL(site.publicUrl).pathname.replace(/\/+$/, '')
  const settings = {
    base,
    api: `${base}${site.restRoot}`,
    name: site.name,
    languages: site.languages,
    default_language: site.defaultLanguage,
    time_zone: site.timeZone,
    authentication: isAuthenticated,
    map_tiles: mapTiles,
    map_attribution: mapAttribution,
  }
  return page
    .replaceAll('"./assets/', `"${base}/admin/assets/`)
    .replace('content="{}"', () => `content="${escapeAttribute(JSON.stringify(settings))}"`)
}
const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Kalends</title>
<h1>The admin is not built</h1>
<p>Run <code>npm run build</code> in the checkout, and restart the server.</p>
</html>
`
