// Scheduled jobs of the server, and the interval of each.
import type { Config } from './config.ts'
import { newChangeId } from './engine/changes/change-log.ts'
import { eraseLeftTraces } from './engine/changes/erase.ts'
import { extendSeries } from './engine/write/extend-series.ts'
import { emptyTrash, publishDue } from './engine/write/lifecycle-jobs.ts'
import type { RequestContext, Site } from './engine/definition/kind.ts'
import { collectGarbage } from './features/media/garbage-collection.ts'
import type { Media } from './features/media/image-library.ts'
import { ANONYMOUS, type Caller } from './kernel/security/caller.ts'
import type { Clock } from './kernel/time/clock.ts'
import type { Database } from './kernel/database/database.ts'
import { deleteExpiredKeys } from './kernel/http/idempotency.ts'
import { withJobLock, type ScheduledJob } from './kernel/runtime/jobs.ts'
import type { WorkMetrics } from './kernel/observability/work-metrics.ts'
import type { Logger } from './kernel/runtime/logger.ts'
import { pruneChanges, pruneSecurityLog } from './engine/changes/retention.ts'
import { sql } from './kernel/database/sql.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

export interface JobServices {
  readonly site: Site
  readonly database: Database
  readonly media: Media
  readonly clock: Clock
  readonly config: Config
  readonly log: Logger
  readonly metrics: Pick<WorkMetrics, 'seriesBacklog'>
}

export function scheduledJobs(services: JobServices): ScheduledJob[] {
  const { site, database, media, clock, config, metrics } = services
  const owned = [...site.kinds.values()].filter((kind) => kind.access === 'owned')
  const ctx = (): RequestContext => ({
    site,
    now: clock.now(),
    caller: SYSTEM_CALLER,
    language: site.defaultLanguage,
    hasExplicitLanguage: false,
    languagePrefix: '',
    changeId: newChangeId(),
    strict: false,
  })
  return [
    ...owned.map(
      (kind): ScheduledJob => ({
        name: `publish ${kind.plural}`,
        everyMs: SECOND_MS,
        run: async () => void (await publishDue(database, kind, ctx())),
      }),
    ),
    ...owned.map(
      (kind): ScheduledJob => ({
        name: `empty the trash of ${kind.plural}`,
        everyMs: 3 * SECOND_MS,
        run: async () => void (await emptyTrash(database, kind, clock.now().subtract({ hours: 24 * config.TRASH_DAYS }), ctx())),
      }),
    ),
    ...owned.flatMap((kind): ScheduledJob[] =>
      kind.listing
        ? [
            {
              name: `extend series of ${kind.plural}`,
              everyMs: HOUR_MS,
              run: async () => void (await extendSeries(database, kind, ctx(), (series) => metrics.seriesBacklog(kind.plural, series))),
            },
          ]
        : [],
    ),
    {
      name: 'fold counts',
      everyMs: 5 * SECOND_MS,
      run: () => withJobLock(database, 'fold counts', async (db) => void (await db.query(sql`select fold_counts()`))),
    },
    {
      name: 'collect images',
      everyMs: HOUR_MS,
      firstMs: HOUR_MS,
      run: () => collectImages(services, ctx()),
    },
    {
      name: 'check the media folder',
      everyMs: MINUTE_MS / 2,
      run: async () => void (await media.folder.check()),
    },
    {
      name: 'erase traces of deleted records',
      everyMs: 10 * SECOND_MS,
      run: () => eraseLeftTraces(database, site),
    },
    ...pruneJob('prune changes', config.CHANGES_KEEP_DAYS, clock, (before) => pruneChanges(database, before)),
    ...pruneJob('prune the security log', config.SECURITY_LOG_KEEP_DAYS, clock, (before) => pruneSecurityLog(database, before)),
    {
      name: 'delete expired idempotency keys',
      everyMs: MINUTE_MS,
      run: () =>
        withJobLock(
          database,
          'idempotency keys',
          async (db) => void (await deleteExpiredKeys(db, clock.now().subtract({ hours: site.idempotencyHours }))),
        ),
    },
  ]
}
/** Returns an hourly job that deletes rows older than `days`, or no job if they are kept forever. */
const pruneJob = (name: string, days: number, clock: Clock, prune: (before: Temporal.Instant) => Promise<void>): ScheduledJob[] =>
  days === 0 ? [] : [{ name, everyMs: HOUR_MS, firstMs: MINUTE_MS, run: () => prune(clock.now().subtract({ hours: 24 * days })) }]
/** Skips the collection unless the media folder belongs to this calendar. */
async function collectImages({ database, media, config, log }: JobServices, ctx: RequestContext): Promise<void> {
  const { state } = await media.folder.check()
  if (state !== 'ok') return
  const retention = { unusedDays: config.MEDIA_UNUSED_DAYS, keepDays: config.MEDIA_KEEP_DAYS }
  const collected = await collectGarbage(database, media, retention, ctx)
  if (Object.values(collected).some((count) => count > 0)) log.info({ folder: config.MEDIA_DIR, ...collected }, 'images collected')
}
/** Caller of scheduled jobs. It may do everything; the change log records no user for it. */
const SYSTEM_CALLER: Caller = { ...ANONYMOUS, role: 'administrator', scope: 'admin' }
