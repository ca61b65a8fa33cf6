// The composition root: the only file that knows every part.
import { kindRoutes, mayUse, type Route } from './engine/routes.ts'
import { trueUntil } from './engine/response/responses.ts'
import { createRevision, followChanges, type Follower } from './engine/changes/change-watcher.ts'
import type { Ask, Site } from './engine/definition/resource.ts'
import type { Config } from './config.ts'
import { clientOf, costsOf, limitWork, probeSettings, requestLimits, reserveConnections } from './capacity.ts'
import { jobsOf } from './scheduled-jobs.ts'
import { gateSettings, httpSettings, peerWarnings } from './http-settings.ts'
import { openMedia } from './media.ts'
import { openGate, type Gate } from './features/auth/gate.ts'
import { meRoute } from './features/auth/me.ts'
import { everyCode } from './features/openapi/error-catalog.ts'
import { docRoute, openapi } from './features/openapi/openapi.ts'
import { rootRoute } from './features/openapi/route-index.ts'
import { feedRoutes } from './features/feeds/routes.ts'
import { healthRoutes, type Health } from './features/health/health.ts'
import { pageRoutes } from './features/pages/pages.ts'
import { bring } from './features/media/import-by-url.ts'
import { fileRoutes } from './features/media/file-routes.ts'
import { imageOf, type Media } from './features/media/image-library.ts'
import { mediaRoutes } from './features/media/upload.ts'
import { ignoredHeader, type Inputs } from './kernel/http/request-parsing.ts'
import type { Caller } from './kernel/security/caller.ts'
import type { Clock } from './kernel/time/clock.ts'
import { openDatabase, type Database } from './kernel/database/database.ts'
import { withSignal } from './kernel/database/database-views.ts'
import { createHttp, type HttpArrival, type HttpReply, type HttpRequest, type HttpRoute, type HttpServer } from './kernel/http/server.ts'
import { startJobs } from './kernel/runtime/jobs.ts'
import { openKept } from './kernel/cache/lru-cache.ts'
import { createMemoryLimiter, createRedisLimiter } from './kernel/security/rate-limiter.ts'
import type { Log } from './kernel/runtime/logger.ts'
import { openMetrics, type Metrics } from './kernel/runtime/metrics.ts'
import { migrate, readMigrations, type Migration } from './kernel/database/migrations.ts'
import { forbidden } from './kernel/errors/problems.ts'
import { openShelf } from './kernel/cache/response-cache.ts'
import { images, kinds } from './resources/index.ts'

export const NAMESPACE = 'calendar/events/v1'

export interface Parts {
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
  /** Who asks when no credentials are sent; for trying out. */
  readonly everyone?: (request: HttpArrival) => Caller
}
export interface App {
  readonly database: Database
  readonly http: HttpServer
  readonly metrics: Metrics
  readonly health: Health
  readonly routes: readonly Route[]
  startJobs(): void
  close(): Promise<void>
}

export function siteOf(config: Config): Site {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]))
  return {
    public_url: config.PUBLIC_URL || `http://${namedHost(config.HOST)}:${config.PORT}`,
    rest_root: config.REST_ROOT,
    namespace: NAMESPACE,
    zone: config.SITE_TIMEZONE,
    languages: config.LANGUAGES,
    default_language: config.DEFAULT_LANGUAGE,
    pages: {
      event: config.EVENT_URL,
      venue: config.VENUE_URL,
      organizer: config.ORGANIZER_URL,
      category: config.CATEGORY_URL,
      tag: config.TAG_URL,
    },
    per_page_max: config.PER_PAGE_MAX,
    idempotency_hours: config.IDEMPOTENCY_HOURS,
    name: config.CALENDAR_NAME,
    color: config.CALENDAR_COLOR,
    list_max_age: config.LIST_MAX_AGE,
    record_max_age: config.RECORD_MAX_AGE,
    purging: { headers: config.PURGE_HEADERS, most: config.PURGE_NAMES_MAX },
    kinds: byName,
    kept: openKept((config.RECORD_CACHE_MB / 2) * 1_048_576),
    written: openKept((config.RECORD_CACHE_MB / 2) * 1_048_576),
    revision: createRevision(),
  }
}

/** An address that others can ask: listening everywhere is no name. */
const namedHost = (host: string): string => (host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host)

export const databaseOf = (config: Config, log: Log): Database =>
  openDatabase({
    url: config.DATABASE_URL,
    pool_size: config.DATABASE_POOL,
    connect_timeout_ms: config.CONNECT_TIMEOUT_MS,
    statement_timeout_ms: config.STATEMENT_TIMEOUT_MS,
    lock_timeout_ms: config.LOCK_TIMEOUT_MS,
    idle_transaction_timeout_ms: config.IDLE_TRANSACTION_TIMEOUT_MS,
    prepared: config.DATABASE_PREPARED,
    on_error: (error) => log.warn({ err: error }, 'connection to the database lost'),
  })

/** Every route of the interface; without media, for those who only describe them. */
export function routesOf(site: Site, media: Media | null = null): Route[] {
  const routes: Route[] = [
    rootRoute(site, () => routes),
    docRoute(site, () => routes),
    meRoute(site),
    ...kinds.flatMap((kind) => (kind === images ? mediaRoutes(site, media) : kindRoutes(kind, site))),
    ...feedRoutes(site),
  ]
  return routes
}

/** What cannot start leaves nothing open behind it. */
async function orClose<T>(database: Database, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await database.close()
    throw error
  }
}
async function bringUpToDate(database: Database, migrations: readonly Migration[], log: Log): Promise<void> {
  const applied = await migrate(database, migrations)
  if (applied.length > 0) log.info({ applied }, 'database brought up to date')
}

export async function buildApp(parts: Parts): Promise<App> {
  const { config, clock, log } = parts
  const site = siteOf(config)
  const database = databaseOf(config, log)
  const migrations = await readMigrations()
  if (config.MIGRATE_ON_START) await orClose(database, () => bringUpToDate(database, migrations, log))
  const media = await orClose(database, () => openMedia(config, database, log))
  const own = createMemoryLimiter(() => clock.now().epochMilliseconds)
  const limiter = config.REDIS_URL ? createRedisLimiter(config.REDIS_URL, own, log) : own
  const gate = openGate(database, limiter, clock, gateSettings(config))
  const routes = routesOf(site, media)
  const { CACHE_STALE_MS: bound_ms, CACHE_CALM_MS: calm_ms } = config
  const follower =
    config.CACHE_MB > 0
      ? followChanges(database, { bound_ms, calm_ms, on_gap: () => [site.kept, site.written].forEach((each) => each.clear()) }, log)
      : null
  const shelf = openShelf({
    max_bytes: config.CACHE_MB * 1_048_576,
    now: () => clock.now().epochMilliseconds,
    generation: () => follower?.generation() ?? null,
  })
  const metrics = openMetrics(database, shelf)
  const reads = reserveConnections(database, config)
  const http = createHttp(
    { ...httpSettings(config, NAMESPACE), ...requestLimits(config, media) },
    routes.map((route) => served(route, site, { database, reads }, gate, media, parts, follower)),
    {
      work: limitWork(config),
      shelf,
      take: (address) => gate.anonymous(address),
      count: (rate, request) => gate.count(rate, request),
      warnings: peerWarnings(database, log),
      rate: { name: 'anonymous', limit: config.RATE_ANONYMOUS },
      observe: (...answered) => metrics.observe(...answered),
      log,
    },
  )
  const health: Health = { stopping: false }
  const probe = databaseOf(probeSettings(config), log)
  healthRoutes(http.app, probe, migrations, health, () => media.folder.report().state === 'ok')
  pageRoutes(http.app, { site, document: (language) => openapi(site, routes, language), codes: everyCode(kinds) })
  fileRoutes(http.app, site.rest_root, media.store, async (digest) => (await imageOf(database, digest)) !== null)
  let jobs: { stop(): Promise<void> } | undefined
  return {
    database,
    http,
    metrics,
    health,
    routes,
    startJobs: () => {
      jobs = startJobs(jobsOf(site, database, media, clock, config, log), log)
    },
    close: async () => {
      await http.app.close()
      await jobs?.stop()
      await follower?.close()
      media.encoder.close()
      await limiter.close()
      await Promise.all([database.close(), probe.close()])
    },
  }
}

/** A route of the engine as the server takes it: the caller is known, and may try, before a body is read. */
function served(
  route: Route,
  site: Site,
  { database, reads }: { readonly database: Database; readonly reads: Database },
  gate: Gate,
  media: Media,
  { clock, config, everyone }: Parts,
  follower: Follower | null,
): HttpRoute<Caller> {
  const costs = costsOf(config)
  return {
    method: route.method,
    path: route.path,
    ...(route.takes_file && { takes_file: true }),
    is_shared: route.method === 'GET' && !route.is_streamed,
    params: new Set(Object.keys(route.params)),
    async admit(request) {
      const caller = everyone && request.headers['authorization'] === undefined ? everyone(request) : await gate.admit(request)
      if (!mayUse(caller, route)) throw forbidden(caller.id === null)
      return caller
    },
    clientOf,
    ...(route.workClass && { workClass: ({ query }) => route.workClass?.(query) ?? null }),
    async handle(request, body, caller, signal): Promise<HttpReply> {
      const db = withSignal(route.method === 'GET' ? reads : database, signal)
      const work_class = route.workClass?.(request.query) ?? null
      await gate.charge(request, caller, costs.ahead(work_class), true)
      const ask = askOf(request, body, caller, site, clock)
      const { params: path, query, pairs, headers } = request
      const brought = await bring(db, media, route, { ask, path, body })
      const {
        ignored = [],
        stays,
        ...reply
      } = await route.handle(db, {
        ask: { ...ask, brought },
        path,
        query,
        pairs,
        body,
        headers,
        guess: (record, isRight) => gate.guess(request, caller, record, isRight),
      })
      if (route.method !== 'GET') follower?.wrote()
      await gate.charge(request, caller, costs.after(work_class, reply), false)
      return {
        ...reply,
        headers: { 'content-language': ask.language, ...ignoredHeader(ignored), ...reply.headers },
        ...(stays && caller.id === null && { true_until: trueUntil(stays, ask) }),
      }
    },
  }
}

function askOf(request: HttpRequest, body: Inputs, caller: Caller, site: Site, clock: Clock): Ask {
  // A language that is not ours is told with all else that is wrong, where inputs are read.
  const [named] = [body['i18n_language'], request.query['i18n_language']].filter((word) => site.languages.includes(word as string))
  const root = (named ?? request.root) as string | null
  return {
    site,
    caller,
    now: clock.now(),
    language: root ?? site.default_language,
    named: root !== null,
    root: root === null ? '' : `/${root}`,
    strict: /(^|[,;\s])handling=strict\b/i.test(request.headers['prefer'] ?? ''),
  }
}
