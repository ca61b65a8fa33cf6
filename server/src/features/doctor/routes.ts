// The routes with the state of the server for administrators (contract 16).
import type { Site } from '../../engine/definition/kind.ts'
import type { Route } from '../../engine/route.ts'
import type { ShownSetting } from '../../kernel/validation/setting-types.ts'
import { doctorRoute } from './doctor-route.ts'
import { settingsRoute } from './settings-route.ts'
import type { DoctorRuns } from './shared-runs.ts'

export interface AdministrationServices {
  readonly settings: readonly ShownSetting[]
  readonly doctor: DoctorRuns
}
/** Without services the routes can be described but not called. */
export const administrationRoutes = (site: Site, services: AdministrationServices | null): Route[] => [
  settingsRoute(site, services?.settings ?? []),
  doctorRoute(site, services?.doctor ?? null),
]
