// All routes of accounts (contract 15).
import type { Site } from '../../engine/definition/kind.ts'
import type { Route } from '../../engine/route.ts'
import type { AccountServices } from './account-services.ts'
import { emailRoute } from './email-address.ts'
import { firstAdministratorRoute } from './first-administrator.ts'
import { passkeyRoutes } from './passkey-routes.ts'
import { passwordRoutes } from './password-routes.ts'
import { secondFactorRoutes } from './second-factor-routes.ts'
import { securityLogRoute } from './security-log-route.ts'
import { sessionRoutes } from './session-routes.ts'
import { tokenRoutes } from './token-routes.ts'
import { userRoutes } from './user-routes.ts'

/** Without services the routes can be described but not called. */
export const accountRoutes = (site: Site, services: AccountServices | null): Route[] => [
  ...sessionRoutes(site, services),
  ...secondFactorRoutes(site, services),
  ...passkeyRoutes(site, services),
  ...passwordRoutes(site, services),
  emailRoute(site, services),
  firstAdministratorRoute(site, services),
  ...tokenRoutes(site),
  ...userRoutes(site, services),
  securityLogRoute(site),
]
