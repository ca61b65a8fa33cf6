// The composition root: the only file that knows every part.
import { ignoredHeader, kindRoutes, mayUse, type Route } from './engine/routes.ts'
import { emptyTrash, publishDue } from './engine/remove.ts'
import type { Ask, Site } from './engine/resource.ts'
import type { Config } from './config.ts'
import { openGate, type Gate } from './features/auth/gate.ts'
import { meRoute } from './features/auth/me.ts'
import { docRoute } from './features/doc/openapi.ts'
import { rootRoute } from './features/doc/root.ts'
import { healthRoutes, type Health } from './features/health/health.ts'
import type { Inputs } from './kernel/bodies.ts'
import { ANONYMOUS, type Caller } from './kernel/caller.ts'
import type { Clock } from './kernel/clock.ts'
import { openDatabase, type Database } from './kernel/database.ts'
import { createHttp, type HttpReply, type HttpRequest, type HttpRoute, type HttpServer } from './kernel/http.ts'
import { forget } from './kernel/idempotency.ts'
import { alone, startJobs, type Job } from './kernel/jobs.ts'
import { memoryLimiter, redisLimiter } from './kernel/limits.ts'
import type { Log } from './kernel/log.ts'
import { openMetrics, type Metrics } from './kernel/metrics.ts'
import { migrate, readMigrations, type Migration } from './kernel/migrate.ts'
import { forbidden } from './kernel/problems.ts'
import { kinds } from './resources/index.ts'

export const NAMESPACE = 'calendar/events/v1'

export interface Parts {
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
  /** Who asks when no credentials are sent; for trying out. */
  readonly everyone?: (request: HttpRequest) => Caller
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
    list_max_age: config.LIST_MAX_AGE,
    record_max_age: config.RECORD_MAX_AGE,
    kinds: byName,
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

/** Every route of the interface. */
export function routesOf(site: Site): Route[] {
  const routes: Route[] = [
    rootRoute(site, () => routes),
    docRoute(site, () => routes),
    meRoute(site),
    ...kinds.flatMap((kind) => kindRoutes(kind, site)),
  ]
  return routes
}

/** What cannot start leaves nothing open behind it. */
async function bringUpToDate(database: Database, migrations: readonly Migration[], log: Log): Promise<void> {
  try {
    const applied = await migrate(database, migrations)
    if (applied.length > 0) log.info({ applied }, 'database brought up to date')
  } catch (error) {
    await database.close()
    throw error
  }
}

export async function buildApp(parts: Parts): Promise<App> {
  const { config, clock, log } = parts
  const site = siteOf(config)
  const database = databaseOf(config, log)
  const migrations = await readMigrations()
  if (config.MIGRATE_ON_START) await bringUpToDate(database, migrations, log)
  const own = memoryLimiter(() => clock.now().epochMilliseconds)
  const limiter = config.REDIS_URL ? redisLimiter(config.REDIS_URL, own, log) : own
  const gate = openGate(database, limiter, clock, {
    anonymous_rate: config.RATE_ANONYMOUS,
    caller_rate: config.RATE_CALLER,
    failed_logins: config.RATE_FAILED_LOGINS,
    guesses: config.RATE_GUESSES,
  })
  const routes = routesOf(site)
  const http = createHttp(
    httpSettings(config),
    routes.map((route) => served(route, site, database, gate, parts)),
    log,
  )
  const metrics = openMetrics(database)
  metrics.watch(http.app)
  const health: Health = { stopping: false }
  healthRoutes(http.app, database, migrations, health)
  let jobs: { stop(): Promise<void> } | undefined
  return {
    database,
    http,
    metrics,
    health,
    routes,
    startJobs: () => {
      jobs = startJobs(jobsOf(site, database, clock, config.TRASH_DAYS), log)
    },
    close: async () => {
      await http.app.close()
      await jobs?.stop()
      await limiter.close()
      await database.close()
    },
  }
}

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
function jobsOf(site: Site, database: Database, clock: Clock, trash_days: number): Job[] {
  const owned = [...site.kinds.values()].filter((kind) => kind.access === 'owned')
  const ask = (): Ask => ({
    site,
    now: clock.now(),
    caller: HOUSEKEEPER,
    language: site.default_language,
    named: false,
    root: '',
    strict: false,
  })
  return [
    ...owned.map(
      (kind): Job => ({
        name: `publish ${kind.plural}`,
        every_ms: SECOND_MS,
        run: async () => void (await publishDue(database, kind, clock.now())),
      }),
    ),
    ...owned.map(
      (kind): Job => ({
        name: `empty the trash of ${kind.plural}`,
        every_ms: 3 * SECOND_MS,
        run: async () => void (await emptyTrash(database, kind, clock.now().subtract({ hours: 24 * trash_days }), ask())),
      }),
    ),
    {
      name: 'forget idempotency keys',
      every_ms: MINUTE_MS,
      run: () => alone(database, 'forget', async (db) => void (await forget(db, clock.now().subtract({ hours: site.idempotency_hours })))),
    },
  ]
}
/** Who does what happens by itself: sees everything, and is nobody in the log. */
const HOUSEKEEPER: Caller = { ...ANONYMOUS, role: 'administrator', scope: 'admin' }

const httpSettings = (config: Config) => ({
  languages: config.LANGUAGES,
  default_language: config.DEFAULT_LANGUAGE,
  rest_root: config.REST_ROOT,
  namespace: NAMESPACE,
  trusted_proxies: config.TRUSTED_PROXIES,
  body_limit_bytes: config.BODY_LIMIT_BYTES,
  url_limit: config.URL_LIMIT,
  headers_limit_bytes: config.HEADERS_LIMIT_BYTES,
  headers_timeout_ms: config.HEADERS_TIMEOUT_MS,
  request_timeout_ms: config.REQUEST_TIMEOUT_MS,
  keep_alive_ms: config.KEEP_ALIVE_MS,
  max_connections: config.MAX_CONNECTIONS,
  max_in_flight: config.MAX_IN_FLIGHT,
})

/** A route of the engine as the server takes it: the caller is known, and may try, before a body is read. */
function served(route: Route, site: Site, database: Database, gate: Gate, { clock, everyone }: Parts): HttpRoute<Caller> {
  return {
    method: route.method,
    path: route.path,
    async admit(request) {
      const caller = everyone && request.headers['authorization'] === undefined ? everyone(request) : await gate.admit(request)
      if (!mayUse(caller, route)) throw forbidden(caller.id === null)
      return caller
    },
    async handle(request, body, caller): Promise<HttpReply> {
      const ask = askOf(request, body, caller, site, clock)
      const { params: path, query, pairs, headers } = request
      const { ignored = [], ...reply } = await route.handle(database, {
        ask,
        path,
        query,
        pairs,
        body,
        headers,
        guesses: gate.guesses(request, caller),
      })
      return { ...reply, headers: { 'content-language': ask.language, ...ignoredHeader(ignored), ...reply.headers } }
    },
  }
}

function askOf(request: HttpRequest, body: Inputs, caller: Caller, site: Site, clock: Clock): Ask {
  // A language that is not ours is told with all else that is wrong, where inputs are read.
  const [named] = [body['i18n_language'], request.query['i18n_language']].filter((word) => site.languages.includes(word as string))
  const language = (named ?? request.root ?? site.default_language) as string
  return {
    site,
    caller,
    now: clock.now(),
    language,
    named: named !== undefined || request.root !== null,
    root: request.root ? `/${request.root}` : '',
    strict: /(^|[,;\s])handling=strict\b/i.test(request.headers['prefer'] ?? ''),
  }
}
