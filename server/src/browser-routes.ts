// Registers pages, the admin, files of images, redirects and the dialect, which are not part of the API.
import { registerSite, siteServices, type SiteParts } from './configured-site.ts'
import { registerSubmitPages, type SubmitPageParts } from './configured-submissions.ts'
import type { Route } from './engine/route.ts'
import { oidcRoutes, type OidcRouteServices } from './features/accounts/oidc-routes.ts'
import { adminRoutes } from './features/admin/admin-routes.ts'
import { dialectRoutes } from './features/dialect/dialect-routes.ts'
import { fileRoutes } from './features/media/file-routes.ts'
import { findImageId, type Media } from './features/media/image-library.ts'
import { errorCatalog } from './features/openapi/error-catalog.ts'
import { buildOpenApi } from './features/openapi/openapi.ts'
import { pageRoutes } from './features/pages/pages.ts'
import { renderPlainPage } from './features/site/site-request.ts'
import type { HttpServer } from './kernel/http/server.ts'
import type { Caller } from './kernel/security/caller.ts'
import { kinds } from './resources/index.ts'

export interface BrowserServices extends OidcRouteServices, SiteParts, SubmitPageParts {
  readonly media: Media
  /** The interface of another product that the server also provides, or an empty text. */
  readonly dialect: string
}

export function registerPages(http: HttpServer<Caller>, services: BrowserServices, routes: readonly Route[]): void {
  const { app } = http
  const { site, database, media, isAuthenticated } = services
  const document = (language: string): unknown => buildOpenApi(site, routes, language)
  const pages = siteServices(services)
  pageRoutes(app, {
    site,
    hasDocumentation: services.publicPages.hasDocumentation,
    document,
    codes: errorCatalog(kinds),
    renderPublicPage: (page, request) => renderPlainPage(page, request, pages),
  })
  fileRoutes(app, {
    restRoot: site.restRoot,
    store: media.store,
    publicUrl: media.publicUrl,
    isDigestOfImage: async (digest) => (await findImageId(database, digest)) !== null,
  })
  oidcRoutes(app, services)
  const { imageOrigins, mapTiles, mapAttribution } = pages.settings
  adminRoutes(app, { site, isAuthenticated, imageOrigins, mapTiles, mapAttribution })
  registerSite(http, pages)
  registerSubmitPages(http, services, pages)
  if (services.dialect === 'tec') http.addRoutes(dialectRoutes(services))
}
