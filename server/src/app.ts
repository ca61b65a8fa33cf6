// The composition root: the only file that knows every part.
import { kindRoutes, canUseRoute, type Route } from './engine/routes.ts'
import { cacheExpiry } from './engine/response/responses.ts'
import { createRevision, watchChanges, type ChangeWatcher } from './engine/changes/change-watcher.ts'
import type { RequestContext, Site } from './engine/definition/kind.ts'
import type { Config } from './config.ts'
import { clientOf, costsOf, limitWork, probeSettings, requestLimits, reserveConnections } from './capacity.ts'
import { jobsOf } from './scheduled-jobs.ts'
import { gateSettings, httpSettings, peerWarnings } from './http-settings.ts'
import { openMedia } from './media.ts'
import { openGate, type Gate } from './features/auth/gate.ts'
import { meRoute } from './features/auth/me.ts'
import { errorCatalog } from './features/openapi/error-catalog.ts'
import { docRoute, buildOpenApi } from './features/openapi/openapi.ts'
import { rootRoute } from './features/openapi/route-index.ts'
import { feedRoutes } from './features/feeds/routes.ts'
import { healthRoutes, type Health } from './features/health/health.ts'
import { pageRoutes } from './features/pages/pages.ts'
import { importImagesByUrl } from './features/media/import-by-url.ts'
import { fileRoutes } from './features/media/file-routes.ts'
import { imageOf, type Media } from './features/media/image-library.ts'
import { mediaRoutes } from './features/media/upload.ts'
import type { Inputs } from './kernel/http/request-parsing.ts'
import { ignoredParametersHeader } from './engine/response/sparse-fields.ts'
import type { Caller } from './kernel/security/caller.ts'
import type { Clock } from './kernel/time/clock.ts'
import { openDatabase, type Database } from './kernel/database/database.ts'
import { withSignal } from './kernel/database/database-views.ts'
import type { HttpRequest, RequestHead } from './kernel/http/http-request.ts'
import type { HttpResponse, HttpRoute } from './kernel/http/route.ts'
import { createHttpServer, type HttpServer } from './kernel/http/server.ts'
import { startJobs } from './kernel/runtime/jobs.ts'
import { createLruCache } from './kernel/cache/lru-cache.ts'
import { createMemoryRateLimiter, createRedisRateLimiter } from './kernel/security/rate-limiter.ts'
import type { Logger } from './kernel/runtime/logger.ts'
import { createMetrics, type Metrics } from './kernel/runtime/metrics.ts'
import { migrate, readMigrations, type Migration } from './kernel/database/migrations.ts'
import { forbidden } from './kernel/errors/problems.ts'
import { createResponseCache } from './kernel/cache/response-cache.ts'
import { images, kinds } from './resources/index.ts'

export const NAMESPACE = 'calendar/events/v1'

export interface Parts {
  readonly config: Config
  readonly clock: Clock
  readonly log: Logger
  /** Who asks when no credentials are sent; for trying out. */
  readonly everyone?: (request: RequestHead) => Caller
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
    publicUrl: config.PUBLIC_URL || `http://${namedHost(config.HOST)}:${config.PORT}`,
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
    maxPerPage: config.PER_PAGE_MAX,
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
  }
}

/** An address that others can ask: listening everywhere is no name. */
const namedHost = (host: string): string => (host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host)

export const databaseOf = (config: Config, log: Logger): Database =>
  openDatabase({
    url: config.DATABASE_URL,
    poolSize: config.DATABASE_POOL_SIZE,
    connectTimeoutMs: config.DATABASE_CONNECT_TIMEOUT_MS,
    statementTimeoutMs: config.DATABASE_STATEMENT_TIMEOUT_MS,
    lockTimeoutMs: config.DATABASE_LOCK_TIMEOUT_MS,
    idleTransactionTimeoutMs: config.DATABASE_IDLE_TRANSACTION_TIMEOUT_MS,
    prepared: config.DATABASE_PREPARED_STATEMENTS,
    onError: (error) => log.warn({ err: error }, 'connection to the database lost'),
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
async function runMigrations(database: Database, migrations: readonly Migration[], log: Logger): Promise<void> {
  const applied = await migrate(database, migrations)
  if (applied.length > 0) log.info({ applied }, 'database brought up to date')
}

export async function buildApp(parts: Parts): Promise<App> {
  const { config, clock, log } = parts
  const site = siteOf(config)
  const database = databaseOf(config, log)
  const migrations = await readMigrations()
  if (config.MIGRATE_ON_START) await orClose(database, () => runMigrations(database, migrations, log))
  const media = await orClose(database, () => openMedia(config, database, log))
  const own = createMemoryRateLimiter(() => clock.now().epochMilliseconds)
  const limiter = config.REDIS_URL ? createRedisRateLimiter(config.REDIS_URL, own, log) : own
  const gate = openGate(database, limiter, clock, gateSettings(config))
  const routes = routesOf(site, media)
  const { CACHE_MAX_STALENESS_MS: maxStalenessMs, CACHE_MIN_REFRESH_MS: minRefreshMs } = config
  const follower =
    config.CACHE_MB > 0
      ? watchChanges(
          database,
          { maxStalenessMs, minRefreshMs, onGap: () => [site.nestedCache, site.recordCache].forEach((each) => each.clear()) },
          log,
        )
      : null
  const responseCache = createResponseCache({
    maxBytes: config.CACHE_MB * 1_048_576,
    now: () => clock.now().epochMilliseconds,
    generation: () => follower?.generation() ?? null,
  })
  const metrics = createMetrics(database, responseCache)
  const reads = reserveConnections(database, config)
  const http = createHttpServer(
    { ...httpSettings(config, NAMESPACE), ...requestLimits(config, media) },
    routes.map((route) => toHttpRoute(route, site, { database, reads }, gate, media, parts, follower)),
    {
      work: limitWork(config),
      responseCache,
      take: (address) => gate.anonymous(address),
      count: (rate, request) => gate.count(rate, request),
      warnings: peerWarnings(database, log),
      rate: { name: 'anonymous', limit: config.RATE_LIMIT_ANONYMOUS },
      observe: (...answered) => metrics.observe(...answered),
      log,
    },
  )
  const health: Health = { stopping: false }
  const probe = databaseOf(probeSettings(config), log)
  healthRoutes(http.app, probe, migrations, health, () => media.folder.report().state === 'ok')
  pageRoutes(http.app, { site, document: (language) => buildOpenApi(site, routes, language), codes: errorCatalog(kinds) })
  fileRoutes(http.app, site.restRoot, media.store, async (digest) => (await imageOf(database, digest)) !== null)
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
function toHttpRoute(
  route: Route,
  site: Site,
  { database, reads }: { readonly database: Database; readonly reads: Database },
  gate: Gate,
  media: Media,
  { clock, config, everyone }: Parts,
  follower: ChangeWatcher | null,
): HttpRoute<Caller> {
  const costs = costsOf(config)
  return {
    method: route.method,
    path: route.path,
    ...(route.acceptsFile && { acceptsFile: true }),
    isCacheable: route.method === 'GET' && !route.isStreamed,
    params: new Set(Object.keys(route.params)),
    async authorize(request) {
      const caller = everyone && request.headers['authorization'] === undefined ? everyone(request) : await gate.admit(request)
      if (!canUseRoute(caller, route)) throw forbidden(caller.id === null)
      return caller
    },
    clientOf,
    ...(route.admissionClass && { admissionClass: ({ query }) => route.admissionClass?.(query) ?? null }),
    async handle(request, body, caller, signal): Promise<HttpResponse> {
      const db = withSignal(route.method === 'GET' ? reads : database, signal)
      const admissionClass = route.admissionClass?.(request.query) ?? null
      await gate.charge(request, caller, costs.ahead(admissionClass), true)
      const ctx = requestContext(request, body, caller, site, clock)
      const { params: path, query, queryPairs, headers } = request
      const brought = await importImagesByUrl(db, media, route, { ctx, path, body })
      const {
        ignored = [],
        cacheLifetime,
        ...reply
      } = await route.handle(db, {
        ctx: { ...ctx, importedImages: brought },
        path,
        query,
        pairs: queryPairs,
        body,
        headers,
        guess: (record, isRight) => gate.attemptPassword(request, caller, record, isRight),
      })
      if (route.method !== 'GET') follower?.noteLocalWrite()
      await gate.charge(request, caller, costs.after(admissionClass, reply), false)
      return {
        ...reply,
        headers: { 'content-language': ctx.language, ...ignoredParametersHeader(ignored), ...reply.headers },
        ...(cacheLifetime && caller.id === null && { expiresAt: cacheExpiry(cacheLifetime, ctx) }),
      }
    },
  }
}

function requestContext(request: HttpRequest, body: Inputs, caller: Caller, site: Site, clock: Clock): RequestContext {
  // A language that is not ours is told with all else that is wrong, where inputs are read.
  const [named] = [body['i18n_language'], request.query['i18n_language']].filter((word) => site.languages.includes(word as string))
  const root = (named ?? request.languagePrefix) as string | null
  return {
    site,
    caller,
    now: clock.now(),
    language: root ?? site.defaultLanguage,
    hasExplicitLanguage: root !== null,
    languagePrefix: root === null ? '' : `/${root}`,
    strict: /(^|[,;\s])handling=strict\b/i.test(request.headers['prefer'] ?? ''),
  }
}
