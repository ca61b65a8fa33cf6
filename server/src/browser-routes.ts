// Registers pages, the admin, files of images and redirects, which are not part of the API.
import type { FastifyInstance } from 'fastify'
import type { Route } from './engine/route.ts'
import { oidcRoutes, type OidcRouteServices } from './features/accounts/oidc-routes.ts'
import { adminRoutes } from './features/admin/admin-routes.ts'
import { fileRoutes } from './features/media/file-routes.ts'
import { findImageId, type Media } from './features/media/image-library.ts'
import { errorCatalog } from './features/openapi/error-catalog.ts'
import { buildOpenApi } from './features/openapi/openapi.ts'
import { pageRoutes } from './features/pages/pages.ts'
import { kinds } from './resources/index.ts'

export interface BrowserServices extends OidcRouteServices {
  readonly media: Media
  /** False while the server runs with `--no-auth`. */
  readonly isAuthenticated: boolean
}

export function routesForBrowsers(app: FastifyInstance, services: BrowserServices, routes: readonly Route[]): void {
  const { site, database, media, isAuthenticated } = services
  pageRoutes(app, { site, document: (language) => buildOpenApi(site, routes, language), codes: errorCatalog(kinds) })
  fileRoutes(app, site.restRoot, media.store, async (digest) => (await findImageId(database, digest)) !== null)
  oidcRoutes(app, services)
  adminRoutes(app, { site, isAuthenticated })
}
