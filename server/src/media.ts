// Builds the media services from the settings: store of files, encoder and HTTP client for images.
import type { Config } from './config.ts'
import { openEncoder } from './features/media/encoder.ts'
import { monitorStore } from './features/media/store-monitor.ts'
import { guardStore } from './features/media/store-guard.ts'
import type { Media } from './features/media/image-library.ts'
import { configuredStore } from './media-stores.ts'
import type { Db } from './kernel/database/database.ts'
import { createEgress } from './kernel/outbound/egress.ts'
import type { WorkMetrics } from './kernel/observability/work-metrics.ts'
import type { Logger } from './kernel/runtime/logger.ts'
import { startTimer } from './kernel/runtime/timers.ts'
import { systemClock } from './kernel/time/clock.ts'

/** Throws if the store belongs to another calendar. */
export async function openMedia(config: Config, db: Db, log: Logger, metrics?: WorkMetrics): Promise<Media> {
  const { store, place, limits } = configuredStore(config)
  const monitor = await monitorStore(place, db, log, limits.deadlineMs)
  return {
    monitor,
    publicUrl: config.MEDIA_PUBLIC_URL,
    store: guardStore(store, monitor, limits),
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
    log,
  }
}

const CHECK_MS = 30_000
const CLEAN_MS = 3_600_000
/** Encoding takes seconds, so an older temporary folder was left by a process that crashed. */
const TEMP_FOLDER_HOURS = 6
/**
 * Each process checks the store itself, because a folder may be mounted, or a service may be reachable, in some of them only. Each of them deletes
 * old temporary folders, because every machine may have folders of its own.
 */
export function maintainStore({ monitor, store, log }: Pick<Media, 'monitor' | 'store' | 'log'>): { stop(): Promise<void> } {
  // The times of folders come from the clock of the machine.
  const deleteTempFolders = (): Promise<void> => store.deleteTempFolders(systemClock.now().subtract({ hours: TEMP_FOLDER_HOURS }))
  const timers = [
    startTimer({ everyMs: () => CHECK_MS, firstMs: CHECK_MS, run: async () => void (await monitor.check()) }, (error) =>
      log.warn({ err: error }, 'the media store could not be checked'),
    ),
    startTimer({ everyMs: () => CLEAN_MS, firstMs: CHECK_MS, run: deleteTempFolders }, (error) =>
      log.warn({ err: error }, 'old temporary folders of uploads could not be deleted'),
    ),
  ]
  return { stop: async () => void (await Promise.all(timers.map((timer) => timer.stop()))) }
}
