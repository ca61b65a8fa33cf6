// Composition root: builds every component from the settings and connects them. No other file imports all of them.
import { kindRoutes } from './engine/routes.ts'
import type { Route } from './engine/route.ts'
import { createRevision, watchChanges } from './engine/changes/change-watcher.ts'
import type { Site } from './engine/definition/kind.ts'
import type { Config } from './config.ts'
import { databaseOf } from './configured-database.ts'
import { readsOf, replicasOf } from './configured-reads.ts'
import { costsOf, limitWork, liveReaderSettings, openRateLimiter, probeSettings, requestLimits, reserveConnections } from './capacity.ts'
import { openQueue, startWorker } from './worker.ts'
import { gateSettings, httpSettings, peerWarnings } from './http-settings.ts'
import { maintainStore, openMedia } from './media.ts'
import { featureServices, type FeatureServices } from './feature-services.ts'
import { toBatchHttpRoute } from './batch-requests.ts'
import { registerPages } from './browser-routes.ts'
import { toHttpRoute, type RouteServices } from './request-context.ts'
import { openGate } from './features/auth/gate.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { meRoute } from './features/auth/me.ts'
import { administrationRoutes } from './features/doctor/routes.ts'
import { BATCH_PATH, batchRoute } from './engine/batch-route.ts'
import { createLiveReaders } from './engine/change-feed/live-readers.ts'
import { changesRoute, changesStreamRoute } from './engine/changes-route.ts'
import { historyRoutes, undoRoute } from './engine/history-routes.ts'
import { reviewQueueRoute, reviewRoutes } from './engine/review-routes.ts'
import { workingCopyRoutes } from './engine/working-copy-routes.ts'
import { docRoute } from './features/openapi/openapi.ts'
import { rootRoute } from './features/openapi/route-index.ts'
import { feedRoutes } from './features/feeds/routes.ts'
import { healthRoutes, type Health } from './features/health/health.ts'
import { mediaRoutes } from './features/media/upload.ts'
import { previewRoute } from './features/site/preview-route.ts'
import { sourceRoutes } from './features/sources/source-routes.ts'
import { usesRoute } from './features/media/uses-route.ts'
import { webhookRoutes } from './features/webhooks/routes.ts'
import { submissionRoutes } from './features/submissions/submission-routes.ts'
import type { Caller } from './kernel/security/caller.ts'
import { millisecondsOf, type Clock } from './kernel/time/clock.ts'
import type { Database } from './kernel/database/database.ts'
import type { Replicas } from './kernel/database/replicas.ts'
import type { RequestHead } from './kernel/http/http-request.ts'
import type { HttpRoute } from './kernel/http/route.ts'
import { createHttpServer, type HttpServer } from './kernel/http/server.ts'
import { readQueueState } from './kernel/jobs/queue-state.ts'
import { createLruCache } from './kernel/cache/lru-cache.ts'
import type { Logger } from './kernel/runtime/logger.ts'
import { createMetrics, type Metrics } from './kernel/observability/metrics.ts'
import { observeRequests } from './kernel/observability/request-observer.ts'
import { observeStatements } from './kernel/observability/statement-observer.ts'
import { migrate, readMigrations, type Migration } from './kernel/database/migrations.ts'
import { createResponseCache } from './kernel/cache/response-cache.ts'
import { images, kinds } from './resources/index.ts'
import { VERSION } from './kernel/runtime/version.ts'

export const NAMESPACE = 'calendar/events/v1'

export interface AppOptions {
  readonly config: Config
  readonly clock: Clock
  readonly log: Logger
  /** Returns the caller of a request without credentials, for `kalends serve --no-auth`. */
  readonly anonymousCaller?: (request: RequestHead) => Caller
}
export interface App {
  readonly database: Database
  readonly http: HttpServer<Caller>
  readonly metrics: Metrics
  readonly health: Health
  readonly routes: readonly Route[]
  /** Starts the checks of this process, and runs jobs unless WORKER is false. */
  startJobs(): void
  close(): Promise<void>
}

export function siteOf(config: Config): Site {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]))
  return {
    publicUrl: config.PUBLIC_URL || `http://${reachableHost(config.HOST)}:${config.PORT}`,
    restRoot: config.REST_ROOT,
    namespace: NAMESPACE,
    timeZone: config.SITE_TIMEZONE,
    languages: config.LANGUAGES,
    defaultLanguage: config.DEFAULT_LANGUAGE,
    publicUrlTemplates: {
      event: config.EVENT_URL,
      venue: config.VENUE_URL,
      organizer: config.ORGANIZER_URL,
      category: config.CATEGORY_URL,
      tag: config.TAG_URL,
    },
    pages: config.PAGES,
    maxPerPage: config.PER_PAGE_MAX,
    recurrenceHorizonMonths: config.RECURRENCE_HORIZON_MONTHS,
    recurrenceLimits: {
      maxRules: config.RECURRENCE_MAX_RULES,
      maxDates: config.RECURRENCE_MAX_DATES,
      maxExclusions: config.RECURRENCE_MAX_EXCLUSIONS,
      maxOccurrences: config.RECURRENCE_MAX_OCCURRENCES,
      maxSteps: config.RECURRENCE_MAX_STEPS,
    },
    idempotencyHours: config.IDEMPOTENCY_HOURS,
    name: config.CALENDAR_NAME,
    color: config.CALENDAR_COLOR,
    listMaxAge: config.LIST_MAX_AGE,
    recordMaxAge: config.RECORD_MAX_AGE,
    surrogateKeys: { headers: config.SURROGATE_KEY_HEADERS, maxKeys: config.SURROGATE_KEYS_MAX },
    kinds: byName,
    nestedCache: createLruCache((config.RECORD_CACHE_MB / 2) * 1_048_576),
    recordCache: createLruCache((config.RECORD_CACHE_MB / 2) * 1_048_576),
    revision: createRevision(),
    listVersions: { cache: createLruCache(Math.min(config.RECORD_CACHE_MB, 1) * 1_048_576), revision: createRevision() },
  }
}

/** Returns a host name for URLs. A client cannot connect to the wildcard addresses `0.0.0.0` and `::`. */
const reachableHost = (host: string): string =>
  host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host

export function routesOf(site: Site, services: FeatureServices | null = null): Route[] {
  const routes: Route[] = [
    rootRoute(site, () => routes),
    docRoute(site, () => routes),
    meRoute(site),
    batchRoute(site),
    changesRoute(site),
    changesStreamRoute(site),
    undoRoute(site),
    reviewQueueRoute(site),
    ...kinds.flatMap((kind) => [
      ...(kind === images ? mediaRoutes(site, services?.media ?? null) : kindRoutes(kind, site)),
      ...(kind.referencedBy ? [usesRoute(kind, site)] : []),
      ...historyRoutes(kind, site),
      ...(kind.access === 'owned' ? [...workingCopyRoutes(kind, site), ...reviewRoutes(kind, site)] : []),
    ]),
    ...feedRoutes(site),
    previewRoute(site, () => routes, services?.publicPages ?? null),
    ...webhookRoutes(site, services?.webhooks ?? null),
    ...sourceRoutes(site, services?.sources ?? null),
    ...accountRoutes(site, services?.accounts ?? null),
    ...submissionRoutes(site, services?.submissions ?? null),
    ...administrationRoutes(site, services?.administration ?? null),
  ]
  return routes
}

/** Closes the database if a step of the start fails. */
async function orClose<T>(database: Database, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await database.close()
    throw error
  }
}
export async function runMigrations(database: Database, migrations: readonly Migration[], log: Logger): Promise<void> {
  const applied = await migrate(database, migrations, {
    report: ({ migration, level, message }) => log[level]({ migration }, `migration: ${message}`),
  })
  if (applied.length > 0) log.info({ applied }, 'migrations applied')
}

export async function buildApp(options: AppOptions): Promise<App> {
  const { config, clock, log, anonymousCaller } = options
  const site = siteOf(config)
  const metrics = createMetrics(VERSION)
  const observer = observeStatements({ log, metrics: metrics.database, slowStatementMs: config.SLOW_STATEMENT_MS })
  const database = databaseOf(config, log, observer)
  const migrations = await readMigrations()
  if (config.MIGRATE_ON_START) await orClose(database, () => runMigrations(database, migrations, log))
  const media = await orClose(database, () => openMedia(config, database, log, metrics.work))
  const queue = openQueue(config, database, log)
  const limiter = await openRateLimiter(options)
  const gate = openGate(database, limiter, clock, gateSettings(config, site.publicUrl))
  const features = featureServices({ config, log, database, migrations, site, media, queue, limiter })
  const routes = routesOf(site, features)
  const probe = databaseOf(probeSettings(config), log)
  const replicas = replicasOf(config, log, { primary: probe, observer })
  const { liveReaders, changeWatcher, responseCache, reads } = followChanges(options, { database, replicas, metrics }, site)
  metrics.watch({
    ...databaseSources(config, database, replicas),
    responseCache: () => responseCache.stats,
    caches: { nested: () => site.nestedCache.stats, record: () => site.recordCache.stats },
    changeWatcherAgeMs: changeWatcher.ageMs,
    liveReaders: () => liveReaders.count,
    encoderQueue: () => media.encoder.queueLength,
  })
  const services = {
    site,
    clock,
    database,
    reads,
    gate,
    ...features,
    costs: costsOf(config),
    changeWatcher,
    liveReaders,
    log,
    errorPagesUrl: `${site.publicUrl}/docs/errors`,
    anonymousCaller,
  }
  const apiRoutes = toHttpRoutes(routes, services)
  const http = createHttpServer(
    { ...httpSettings(config, NAMESPACE), errorPagesUrl: services.errorPagesUrl, ...requestLimits(config, media) },
    apiRoutes,
    {
      work: limitWork(config),
      responseCache,
      take: (address) => gate.anonymous(address),
      count: (rate, request) => gate.count(rate, request),
      warnings: peerWarnings(database, log),
      rate: { name: 'anonymous', limit: config.RATE_LIMIT_ANONYMOUS },
      observer: observeRequests({ log, metrics: metrics.http, slowRequestMs: config.SLOW_REQUEST_MS }),
      log,
    },
  )
  // Streams never end by themselves, and would keep the server from closing.
  http.app.addHook('preClose', async () => liveReaders.close())
  const health: Health = { stopping: false }
  healthRoutes(http.app, { database: probe, migrations, health, isMediaWritable: () => media.monitor.report().state === 'ok' })
  registerPages(http, { ...services, responseCache, apiRoutes, isAuthenticated: !anonymousCaller, dialect: config.DIALECT }, routes)
  const running: { stop(): Promise<void> }[] = []
  return {
    database,
    http,
    metrics,
    health,
    routes,
    startJobs: () => {
      running.push(maintainStore(media))
      if (config.WORKER) running.push(startWorker({ site, database, media, clock, config, log, queue, metrics: metrics.work }))
    },
    close: async () => {
      await Promise.all([http.app.close(), ...running.map((each) => each.stop())])
      await queue.stop()
      await changeWatcher.close()
      media.encoder.close()
      await limiter.close()
      await Promise.all([database.close(), probe.close(), replicas?.close()])
    },
  }
}

const databaseSources = (config: Config, database: Database, replicas: Replicas | null) => ({
  pool: () => database.pool,
  poolLimit: config.DATABASE_POOL_SIZE,
  replicas: () => replicas?.states() ?? [],
  jobQueues: () => readQueueState(database),
})

const toHttpRoutes = (routes: readonly Route[], services: RouteServices): HttpRoute<Caller>[] =>
  routes.map((route) => (route.path === BATCH_PATH ? toBatchHttpRoute(route, routes, services) : toHttpRoute(route, services)))

interface WatchedParts {
  readonly database: Database
  readonly replicas: Replicas | null
  readonly metrics: Metrics
}
/** Watches the change log, for the caches of the process, for reads from replicas, and for clients that wait for changes. */
function followChanges({ config, clock, log }: AppOptions, { database, replicas, metrics }: WatchedParts, site: Site) {
  const readDatabase = reserveConnections(database, config)
  // After a gap in the change log, the record caches may hold records that were never committed.
  const onGap = (): void => [site.nestedCache, site.recordCache, site.listVersions.cache].forEach((cache) => cache.clear())
  const liveReaders = createLiveReaders(liveReaderSettings(config), { database: readDatabase, clock, log })
  const { CACHE_MAX_STALENESS_MS: maxStalenessMs, CACHE_MIN_REFRESH_MS: minRefreshMs } = config
  const onPosition = replicas?.notePrimary
  const changeWatcher = watchChanges(database, { maxStalenessMs, minRefreshMs, onGap, onChange: liveReaders.wake, onPosition }, log)
  const responseCache = createResponseCache({
    maxBytes: config.CACHE_MB * 1_048_576,
    now: millisecondsOf(clock),
    generation: changeWatcher.generation,
  })
  const cachePosition = changeWatcher.position
  const reads = readsOf({ database, replicas, primary: readDatabase, cachePosition, ...metrics.database, log })
  return { liveReaders, changeWatcher, responseCache, reads }
}
