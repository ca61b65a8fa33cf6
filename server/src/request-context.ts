// Converts routes of the engine to HTTP routes: authorizes the caller, builds the request context, and charges the cost of the request.
import { cacheExpiry, NO_STORE } from './engine/response/responses.ts'
import { dryRunResponse } from './engine/dry-run.ts'
import { separateDryRun } from './engine/input/dry-run-input.ts'
import { canUseRoute, type Route, type RouteRequest, type RouteResponse } from './engine/route.ts'
import { newChangeId, proofOfChange } from './engine/changes/change-log.ts'
import type { LiveReaders } from './engine/change-feed/live-readers.ts'
import type { ChangeWatcher } from './engine/changes/change-watcher.ts'
import type { ReviewEvents } from './engine/review/review-log.ts'
import type { RequestContext, Site } from './engine/definition/kind.ts'
import { clientOf, type Costs } from './capacity.ts'
import { TOKEN_HEADER, type Reads } from './configured-reads.ts'
import type { Gate } from './features/auth/gate.ts'
import type { Media } from './features/media/image-library.ts'
import { discardFetchedImages, fetchImagesByUrl, storeFetchedImages, type FetchedImages } from './features/media/import-by-url.ts'
import type { Database } from './kernel/database/database.ts'
import { inRolledBackTransaction, withProof, withSignal } from './kernel/database/database-views.ts'
import { forbidden } from './kernel/errors/problems.ts'
import { ignoredParametersHeader } from './engine/response/sparse-fields.ts'
import type { Inputs } from './kernel/http/request-parsing.ts'
import { Upload } from './kernel/http/uploads.ts'
import type { Logger } from './kernel/runtime/logger.ts'
import type { HttpRequest, RequestHead } from './kernel/http/http-request.ts'
import type { HttpResponse, HttpRoute } from './kernel/http/route.ts'
import { ANONYMOUS, type Caller } from './kernel/security/caller.ts'
import { isSessionRequest } from './kernel/security/sessions.ts'
import type { Clock } from './kernel/time/clock.ts'

export interface RouteServices {
  readonly site: Site
  readonly clock: Clock
  readonly database: Database
  /** Handles for GET requests. */
  readonly reads: Reads
  readonly gate: Gate
  readonly media: Media
  readonly costs: Costs
  readonly changeWatcher: ChangeWatcher
  readonly liveReaders: LiveReaders
  readonly reviewEvents: ReviewEvents
  readonly log: Logger
  /** The URL below which each error code has a page. */
  readonly errorPagesUrl: string
  /** Returns the caller of a request without credentials. If it is absent, such a caller is anonymous. */
  readonly anonymousCaller?: ((request: RequestHead) => Caller) | undefined
}

/** The server authorizes the caller before it reads the body. */
export function toHttpRoute(route: Route, services: RouteServices): HttpRoute<Caller> {
  const { gate, anonymousCaller } = services
  return {
    method: route.method,
    path: route.path,
    ...(route.acceptsFile && { acceptsFile: true }),
    isCacheable: route.method === 'GET' && !route.isStreamed && !route.isPrivate,
    params: new Set(Object.keys(route.params)),
    async authorize(request) {
      if (route.access === 'pages') return gate.admitSignIn(request)
      const hasCredentials = request.headers['authorization'] !== undefined || isSessionRequest(request.headers)
      const admitted = anonymousCaller && !hasCredentials ? ANONYMOUS : await gate.admit(request)
      const caller = anonymousCaller && admitted.id === null ? anonymousCaller(request) : admitted
      if (!canUseRoute(caller, route)) throw forbidden(caller.id === null)
      return caller
    },
    clientOf,
    ...(route.admissionClass && { admissionClass: ({ query }) => route.admissionClass?.(query) ?? null }),
    handle: (request, body, caller, signal) => handleRequest(route, services, { request, body, caller, signal }),
  }
}

export interface AuthorizedRequest {
  readonly request: HttpRequest
  readonly body: Inputs
  readonly caller: Caller
  readonly signal: AbortSignal
}
async function handleRequest(
  route: Route,
  services: RouteServices,
  { request, body, caller, signal }: AuthorizedRequest,
): Promise<HttpResponse> {
  const { database, reads, gate, costs, changeWatcher } = services
  const isWrite = route.method !== 'GET'
  const reader = isWrite ? null : reads.open(route, caller, request.headers)
  const db = withSignal(reader?.database ?? database, signal)
  const admissionClass = route.admissionClass?.(request.query) ?? null
  await gate.charge(request, caller, costs.ahead(admissionClass), true)
  const handling = preferredHandling(request.headers['prefer'])
  const isPersonal = isSessionRequest(request.headers) || request.headers[TOKEN_HEADER] !== undefined
  const strict = isWrite ? handling !== 'lenient' : handling === 'strict'
  const ctx = { ...requestContext(request, body, caller, services), strict }
  const { params: path, query, queryPairs: pairs, headers } = request
  const routeRequest = { ctx, path, query, pairs, body, headers, ...servicesFor(request, caller, services) }
  const { isDryRun, response: routeResponse } = isWrite
    ? await handleWrite(withProof(db, proofOfChange(ctx.changeId)), services, route, routeRequest)
    : { isDryRun: false, response: await route.handle(db, routeRequest).finally(reader?.end) }
  const { ignored = [], cacheLifetime, ...response } = routeResponse
  if (isWrite && !isDryRun && !route.changesNoRecord) changeWatcher.noteLocalWrite()
  // A client of the change feed compares it with lists, which must not be older.
  const token = (isWrite && !isDryRun) || route.readsPrimary ? await reads.tokenHeader() : {}
  // A response that a replica gave before it had replayed the last writes would stay in the cache after them.
  const isCurrent = reader?.isCurrent() ?? false
  await gate.charge(request, caller, costs.after(admissionClass, response), false)
  return {
    ...response,
    headers: {
      'content-language': ctx.language,
      ...ignoredParametersHeader(ignored),
      ...(isWrite && preferenceApplied(handling)),
      ...response.headers,
      ...token,
      ...(isPersonal && { 'cache-control': NO_STORE }),
    },
    ...(cacheLifetime && caller.id === null && !isPersonal && isCurrent && { expiresAt: cacheExpiry(cacheLifetime, ctx) }),
  }
}

/** Returns the services that a handler uses in the name of the client. */
export const servicesFor = (
  request: HttpRequest,
  caller: Caller,
  { gate, liveReaders, anonymousCaller, reviewEvents }: RouteServices,
): Pick<RouteRequest, 'attemptPassword' | 'live' | 'clientIp' | 'setCookie' | 'reviewEvents'> => ({
  clientIp: request.clientIp,
  reviewEvents,
  // Fastify adds one header per cookie.
  setCookie: (cookie) => request.setHeaders({ 'set-cookie': cookie }),
  attemptPassword: (record, isRight) => gate.attemptPassword(request, caller, record, isRight),
  live: {
    readers: liveReaders,
    client: clientOf(request.clientIp, caller),
    isStillAllowed: async () => anonymousCaller !== undefined || gate.isStillValid(request, caller),
  },
})

/** Runs a write, or its dry run in a transaction that is rolled back. Files are fetched and encoded before the transaction. */
async function handleWrite(db: Database, { media }: RouteServices, route: Route, request: RouteRequest) {
  const { isDryRun, query, body } = separateDryRun(request.query, request.body)
  // A dry run neither reads nor stores the key.
  const headers = isDryRun ? { ...request.headers, 'idempotency-key': undefined } : request.headers
  const inputs = { ...request, ctx: { ...request.ctx, isDryRun }, query, body, headers }
  let fetched: FetchedImages = new Map()
  try {
    const prepared = route.prepare ? await route.prepare(db, inputs) : inputs
    fetched = await fetchImagesByUrl(db, media, route, prepared)
    const run = (own: Database) => runWrite(own, media, { route, request: prepared, fetched })
    const isRolledBack = isDryRun && !route.runsDryRuns
    return { isDryRun, response: isRolledBack ? dryRunResponse(await inRolledBackTransaction(db, run)) : await run(db) }
  } finally {
    // Temporary files are deleted before the response is sent.
    await discardFetchedImages(fetched)
    if (body['file'] instanceof Upload) await body['file'].discard()
  }
}

interface PreparedWrite {
  readonly route: Route
  readonly request: RouteRequest
  readonly fetched: FetchedImages
}
/** Runs a write whose images are fetched already, so that it can be part of a transaction. */
export async function runWrite(db: Database, media: Media, { route, request, fetched }: PreparedWrite): Promise<RouteResponse> {
  const importedImages = await storeFetchedImages(db, media, fetched, request.ctx)
  return route.handle(db, { ...request, ctx: { ...request.ctx, importedImages } })
}

export function requestContext(
  request: Pick<HttpRequest, 'query' | 'languagePrefix'>,
  body: Inputs,
  caller: Caller,
  { site, clock }: Pick<RouteServices, 'site' | 'clock'>,
): Omit<RequestContext, 'strict'> {
  // An unsupported language is ignored here. Validation of the parameters reports it together with all other errors.
  const [requested] = [body['i18n_language'], request.query['i18n_language']].filter((language) =>
    site.languages.includes(language as string),
  )
  const language = (requested ?? request.languagePrefix) as string | null
  return {
    site,
    caller,
    now: clock.now(),
    changeId: newChangeId(),
    language: language ?? site.defaultLanguage,
    hasExplicitLanguage: language !== null,
    languagePrefix: language === null ? '' : `/${language}`,
  }
}

/** Returns the `handling` preference of RFC 7240. The first one counts if there are several. */
export const preferredHandling = (prefer = ''): string | undefined =>
  /(?:^|[,;\s])handling\s*=\s*"?(strict|lenient)\b/i.exec(prefer)?.[1]?.toLowerCase()
export const preferenceApplied = (handling: string | undefined): Readonly<Record<string, string>> =>
  handling === 'lenient' ? { 'preference-applied': 'handling=lenient' } : {}
