// Builds the services of imports from the shared parts of the process.
import type { Site } from './engine/definition/kind.ts'
import type { Media } from './features/media/image-library.ts'
import { importImage } from './features/media/import-by-url.ts'
import type { ImportServices } from './features/sources/source-services.ts'
import type { Database } from './kernel/database/database.ts'
import type { Logger } from './kernel/runtime/logger.ts'
import type { Clock } from './kernel/time/clock.ts'

export interface ImportParts {
  readonly site: Site
  readonly database: Database
  readonly media: Media
  readonly clock: Clock
  readonly log: Logger
}
export const importServices = ({ site, database, media, clock, log }: ImportParts): ImportServices => ({
  site,
  database,
  clock,
  log,
  egress: media.egress,
  importPicture: (url, ctx) => importImage(database, media, url, ctx),
})
