// Builds the services of public pages from the settings, and registers their routes.
import type { Config } from './config.ts'
import { clientOf } from './capacity.ts'
import { acceptsSubmissions } from './configured-submissions.ts'
import type { Site } from './engine/definition/kind.ts'
import type { Gate } from './features/auth/gate.ts'
import { embedFileRoutes } from './features/embed/embed-file-routes.ts'
import { EMBED_ROUTES } from './features/embed/embed-pages.ts'
import { accentStyles } from './features/site/accent.ts'
import { createApiReader } from './features/site/api-reader.ts'
import { readSiteAssets, siteAssetRoutes } from './features/site/site-assets.ts'
import { toPageRoute, type SiteServices } from './features/site/site-request.ts'
import { siteRoutes } from './features/site/site-routes.ts'
import type { SiteSettings } from './features/site/site-view.ts'
import type { ResponseCache } from './kernel/cache/response-cache.ts'
import type { HttpRoute } from './kernel/http/route.ts'
import type { HttpServer } from './kernel/http/server.ts'
import type { Caller } from './kernel/security/caller.ts'
import type { Clock } from './kernel/time/clock.ts'
import { mediaOrigin } from './media-stores.ts'

export interface SiteParts {
  readonly site: Site
  readonly publicPages: SiteSettings
  readonly clock: Clock
  readonly gate: Gate
  readonly responseCache: ResponseCache
  /** The routes of the API, which pages read from. */
  readonly apiRoutes: readonly HttpRoute<Caller>[]
  /** Whether requests without credentials are anonymous, as pages are. */
  readonly isAuthenticated: boolean
}

export const siteSettings = (config: Config, site: Site): SiteSettings => ({
  site,
  assets: readSiteAssets({ accent: config.ACCENT_COLOR, logoFile: config.LOGO }),
  tagline: config.TAGLINE,
  footer: config.FOOTER,
  hasDocumentation: config.DOCUMENTATION,
  acceptsSubmissions: acceptsSubmissions(config),
  mapTiles: config.MAP_TILES,
  mediaOrigin: mediaOrigin(config),
  imageOrigins: [config.MAP_TILES && new URL(config.MAP_TILES.replaceAll(/[{}]/g, '')).origin, mediaOrigin(config)].filter(Boolean),
  mapAttribution: config.MAP_ATTRIBUTION,
  noIndexDays: config.NOINDEX_DAYS,
  accentStyles: accentStyles(config.ACCENT_COLOR),
  embedOrigins: config.EMBED_ORIGINS,
})

export const siteServices = ({ site, publicPages, clock, gate, responseCache, apiRoutes, isAuthenticated }: SiteParts): SiteServices => ({
  settings: publicPages,
  reader: createApiReader({
    routes: apiRoutes,
    responseCache,
    base: `${site.restRoot}/${site.namespace}`,
    sharesCache: isAuthenticated,
  }),
  clock,
  count: (request) => gate.count('anonymous', request),
  clientOf,
})

export function registerSite(http: HttpServer<Caller>, services: SiteServices): void {
  siteAssetRoutes(http.app, services.settings.assets)
  embedFileRoutes(http.app, services.settings)
  const routes = [...siteRoutes(services.settings), ...EMBED_ROUTES]
  http.addPages(routes.map((route) => toPageRoute(route, services)))
}
