// The recurring jobs of the service, and the period of each.
import type { Config } from './config.ts'
import { newChangeId } from './engine/changes/change-log.ts'
import { eraseLeftTraces } from './engine/changes/erase.ts'
import { prunePresence } from './engine/review/presence.ts'
import { extendSeries } from './engine/write/extend-series.ts'
import { updateSearchIndex } from './engine/list/search-index.ts'
import { emptyTrash, publishDue } from './engine/write/lifecycle-jobs.ts'
import type { Kind, RequestContext, Site } from './engine/definition/kind.ts'
import { pruneSignIns } from './features/accounts/prune-sign-ins.ts'
import { eraseSubmissions } from './features/submissions/erase-submissions.ts'
import { pruneRuns, startDueRuns } from './features/sources/import-worker.ts'
import { collectGarbage } from './features/media/garbage-collection.ts'
import { pruneDeliveries } from './features/webhooks/deliveries.ts'
import type { Media } from './features/media/image-library.ts'
import { ANONYMOUS, type Caller } from './kernel/security/caller.ts'
import type { Clock } from './kernel/time/clock.ts'
import type { Database } from './kernel/database/database.ts'
import { deleteExpiredKeys } from './kernel/http/idempotency.ts'
import type { JobQueue } from './kernel/jobs/job-queue.ts'
import type { RecurringJob } from './kernel/jobs/recurring-jobs.ts'
import type { WorkMetrics } from './kernel/observability/work-metrics.ts'
import type { Logger } from './kernel/runtime/logger.ts'
import { pruneChanges, pruneSecurityLog } from './engine/changes/retention.ts'
import { sql } from './kernel/database/sql.ts'

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 60 * MINUTE_SECONDS

export interface JobServices {
  readonly site: Site
  readonly database: Database
  readonly media: Media
  readonly clock: Clock
  readonly config: Config
  readonly log: Logger
  readonly queue: JobQueue
  readonly metrics: Pick<WorkMetrics, 'seriesBacklog'>
}

/** Two processes may run the same job for a moment, if one of them did not report for too long. So each job is safe to run twice. */
export function recurringJobs(services: JobServices): RecurringJob[] {
  const { site, database, clock, config, metrics, queue } = services
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
  const daysAgo = (days: number): Temporal.Instant => clock.now().subtract({ hours: 24 * days })
  const extend = (kind: Kind) => extendSeries(database, kind, ctx(), (series) => metrics.seriesBacklog(kind.plural, series))
  return [
    { name: 'publish records', everySeconds: 0.8, run: () => forEachKind(owned, (kind) => publishDue(database, kind, ctx())) },
    {
      name: 'empty the trash',
      everySeconds: 3,
      run: () => forEachKind(owned, (kind) => emptyTrash(database, kind, daysAgo(config.TRASH_DAYS), ctx())),
    },
    {
      name: 'fold counts',
      everySeconds: 5,
      run: async () => void (await database.transaction((db) => db.query(sql`select fold_counts()`))),
    },
    {
      name: 'update the search index',
      everySeconds: 2 * MINUTE_SECONDS,
      run: (isStopped) => updateSearchIndex(database, site, clock.now(), { isStopped }),
    },
    { name: 'erase traces of deleted records', everySeconds: 10, run: () => eraseLeftTraces(database, site) },
    {
      name: 'delete expired idempotency keys',
      everySeconds: MINUTE_SECONDS,
      run: async () => void (await deleteExpiredKeys(database, clock.now().subtract({ hours: site.idempotencyHours }))),
    },
    { name: 'extend series', everySeconds: HOUR_SECONDS, runsAtStart: true, run: () => forEachKind(owned, extend) },
    { name: 'collect images', everySeconds: HOUR_SECONDS, firstSeconds: HOUR_SECONDS, run: () => collectImages(services, ctx()) },
    { name: 'prune webhook deliveries', everySeconds: HOUR_SECONDS, run: async () => void (await pruneDeliveries(database, clock.now())) },
    { name: 'start imports', everySeconds: MINUTE_SECONDS, run: () => startDueRuns(database, queue, clock.now()) },
    { name: 'prune imports', everySeconds: HOUR_SECONDS, run: () => pruneRuns(database, clock.now()) },
    { name: 'prune presence', everySeconds: MINUTE_SECONDS, run: async () => void (await prunePresence(database, clock.now())) },
    { name: 'erase submissions', everySeconds: HOUR_SECONDS, runsAtStart: true, run: () => eraseSubmissions(database, clock.now()) },
    { name: 'prune sign-ins', everySeconds: HOUR_SECONDS, run: () => pruneSignIns(database, clock.now()) },
    ...pruneJob('prune changes', config.CHANGES_KEEP_DAYS, (days) => pruneChanges(database, daysAgo(days))),
    ...pruneJob('prune the security log', config.SECURITY_LOG_KEEP_DAYS, (days) => pruneSecurityLog(database, daysAgo(days))),
  ]
}

/** Runs the work for every kind, also if it fails for one of them. */
async function forEachKind(kinds: readonly Kind[], work: (kind: Kind) => Promise<unknown>): Promise<void> {
  const results = await Promise.allSettled(kinds.map(work))
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
  if (errors.length > 0) throw errors.length === 1 ? errors[0] : new AggregateError(errors, errors.map(String).join('; '))
}
/** Returns an hourly job that deletes rows older than `days`, or no job if they are kept forever. */
const pruneJob = (name: string, days: number, prune: (days: number) => Promise<void>): RecurringJob[] =>
  days === 0 ? [] : [{ name, everySeconds: HOUR_SECONDS, firstSeconds: MINUTE_SECONDS, run: () => prune(days) }]
/** Skips the collection unless the media store belongs to this calendar, and no other database of it deletes files there. */
async function collectImages({ database, media, config, log }: JobServices, ctx: RequestContext): Promise<void> {
  const { state } = await media.monitor.check()
  if (state !== 'ok' || !(await media.monitor.renewDeletion(config.MEDIA_KEEP_DAYS))) return
  const retention = { unusedDays: config.MEDIA_UNUSED_DAYS, keepDays: config.MEDIA_KEEP_DAYS }
  const collected = await collectGarbage(database, media, retention, ctx)
  if (Object.values(collected).some((count) => count > 0))
    log.info({ store: config.MEDIA_URL || config.MEDIA_DIR, ...collected }, 'images collected')
}
/** Caller of recurring jobs. It may do everything; the change log records no user for it. */
const SYSTEM_CALLER: Caller = { ...ANONYMOUS, role: 'administrator', scope: 'admin' }
