// Routes of the files of the widget and of frames, and of the facts about the calendar that the widget needs.
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Site } from '../../engine/definition/kind.ts'
import { Problem } from '../../kernel/errors/problems.ts'
import { builtFile, IMMUTABLE, readBuiltFiles, sendBuiltFile } from '../../kernel/http/built-files.ts'
import { refuseOtherMethods } from '../../kernel/http/read-only-routes.ts'
import type { SiteSettings } from '../site/site-view.ts'
import { EMBED_MONTH_STYLE } from './embed-month-style.ts'
import { EMBED_STYLE } from './embed-style.ts'

const BUILT = fileURLToPath(new URL('../../../embed/', import.meta.url))
const ASSETS = fileURLToPath(new URL('assets/', import.meta.url))
/** Pages of other sites load these files by fixed URLs. An upgrade of the server reaches them within this time. */
const FIXED_URL_CACHE = 'public, max-age=600'
/** Files that any page may load. */
const CROSS_ORIGIN = { 'cross-origin-resource-policy': 'cross-origin' }

export function embedFileRoutes(app: FastifyInstance, { site, accentStyles }: SiteSettings): void {
  const built = readBuiltFiles(BUILT)
  const fixed = new Map([
    ['/embed.js', built.get('embed.js')],
    ...[...readBuiltFiles(ASSETS)].map(([name, file]) => [`/embed/${name}`, file] as const),
    ['/embed/style.css', builtFile('style.css', Buffer.from(EMBED_STYLE + EMBED_MONTH_STYLE + frameStyles(accentStyles)))],
    ['/embed/calendar.json', builtFile('calendar.json', Buffer.from(JSON.stringify(calendarOf(site))))],
  ])
  for (const [url, file] of fixed) {
    app.get(url, { config: { rate: 'files' } }, async (request, reply) => send(file, FIXED_URL_CACHE, request, reply))
    refuseOtherMethods(app, url)
  }
  // Names contain a hash of the content.
  app.get('/embed/:name(^[\\w-]+\\.js$)', { config: { rate: 'files' } }, async (request, reply) =>
    send(built.get(`embed/${(request.params as { name: string }).name}`), IMMUTABLE, request, reply),
  )
}

function send(file: ReturnType<typeof builtFile> | undefined, cache: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!file) throw new Problem('rest_no_route')
  return sendBuiltFile(file, cache, request, reply.headers(CROSS_ORIGIN))
}

/** A frame has no page around it that could set colors and fonts, so it has those of the calendar. */
const frameStyles = (accentStyles: string): string => `${accentStyles}
html { --kalends-accent: var(--accent); --kalends-on-accent: var(--on-accent); font-family: system-ui, sans-serif; }
body { margin: 0; }
`

const calendarOf = (site: Site) => ({
  name: site.name,
  url: site.publicUrl,
  api: `${site.publicUrl}${site.restRoot}/${site.namespace}`,
  has_pages: site.pages.includes('events'),
  languages: site.languages,
  default_language: site.defaultLanguage,
  time_zone: site.timeZone,
  per_page_max: site.maxPerPage,
})
