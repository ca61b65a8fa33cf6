// Builds the media services from the settings: folder, file store, encoder and HTTP client for images.
import type { Config } from './config.ts'
import { openEncoder } from './features/media/encoder.ts'
import { openMediaFolder } from './features/media/media-folder.ts'
import { guardStore } from './features/media/store-guard.ts'
import type { Media } from './features/media/image-library.ts'
import { diskStore } from './features/media/store.ts'
import type { Db } from './kernel/database/database.ts'
import { createEgress } from './kernel/outbound/egress.ts'
import type { WorkMetrics } from './kernel/observability/work-metrics.ts'
import type { Logger } from './kernel/runtime/logger.ts'
import { startTimer } from './kernel/runtime/timers.ts'

/** Throws if the folder belongs to another calendar. */
export async function openMedia(config: Config, db: Db, log: Logger, metrics?: WorkMetrics): Promise<Media> {
  const folder = await openMediaFolder(config.MEDIA_DIR, db, log)
  return {
    folder,
    store: guardStore(diskStore(config.MEDIA_DIR), folder),
    encoder: openEncoder(config.MEDIA_MEGAPIXELS, { metrics }),
    egress: createEgress({
      deadlineMs: config.EGRESS_DEADLINE_MS,
      maxBytes: config.EGRESS_MAX_BYTES,
      redirects: 3,
      ports: config.EGRESS_PORTS.map(Number),
      allow: config.EGRESS_ALLOW,
      dns: config.EGRESS_DNS,
      inFlight: config.EGRESS_IN_FLIGHT,
    }),
    limitBytes: config.MEDIA_LIMIT_BYTES,
  }
}

const FOLDER_CHECK_MS = 30_000
/** Each process checks the media folder itself, because the folder may be mounted in some of them only. */
export const checkFolder = ({ folder }: Media, log: Logger): { stop(): Promise<void> } =>
  startTimer({ everyMs: () => FOLDER_CHECK_MS, firstMs: FOLDER_CHECK_MS, run: async () => void (await folder.check()) }, (error) =>
    log.warn({ err: error }, 'the media folder could not be checked'),
  )
