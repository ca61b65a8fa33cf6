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
  }
}

const CHECK_MS = 30_000
/** Each process checks the store itself, because a folder may be mounted, or a service may be reachable, in some of them only. */
export const checkStore = ({ monitor }: Media, log: Logger): { stop(): Promise<void> } =>
  startTimer({ everyMs: () => CHECK_MS, firstMs: CHECK_MS, run: async () => void (await monitor.check()) }, (error) =>
    log.warn({ err: error }, 'the media store could not be checked'),
  )
