// The HTTP server: creates the Fastify instance, limits every request, and registers the routes.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest, type RouteOptions } from 'fastify'
import { parseFormPairs, expandBrackets, parseJson } from './request-parsing.ts'
import { COMMON_HEADERS, toProblem, respondToParserError, sendProblem, VARY, type LanguageOptions } from './error-responses.ts'
import { parseQueryString, toHttpRequest, enforceRequestLimits, type RequestHead } from './http-request.ts'
import { overloaded, type Problem } from '../errors/problems.ts'
import { requestIdOf, type RequestObserver } from '../observability/request-observer.ts'
import type { Logger } from '../runtime/logger.ts'
import { refuseOverride } from './method-override.ts'
import { clientAddress, watchPeers, type PeerSettings, type PeerWarnings } from './peers.ts'
import { watchEventLoop } from '../concurrency/event-loop-delay.ts'
import { installCacheFastPath, type CachedResponseDeps } from './cached-responses.ts'
import { runRoute, startBody, type RunParts } from './run-route.ts'
import { closeIdleOnShutdown } from './graceful-shutdown.ts'
import { unknownRouteHandler } from './unknown-routes.ts'
import { FILE_TYPES, receiveUpload, type UploadSettings } from './uploads.ts'
import type { Admission } from '../concurrency/admission.ts'
import { refuseOtherMethods } from './read-only-routes.ts'
import { PATH_PATTERNS, type HttpRoute, type RenderProblem } from './route.ts'

export interface HttpServerOptions extends LanguageOptions, PeerSettings {
  readonly restRoot: string
  readonly namespace: string
  readonly bodyLimitBytes: number
  readonly urlLimit: number
  readonly headersLimitBytes: number
  readonly headersTimeoutMs: number
  readonly requestTimeoutMs: number
  readonly keepAliveMs: number
  /** Idle time after which a connection whose client stops reading its response is closed. */
  readonly unreadTimeoutMs: number
  readonly maxConnections: number
  /** Time in which a handler must return a response; 0 is no limit. */
  readonly handlerTimeoutMs: number
  /** Time in which a streamed response must be sent; 0 is no limit. */
  readonly streamTimeoutMs: number
  readonly graceMs: number
  /** Event-loop delay above which requests are refused; 0 is no limit. */
  readonly eventLoopDelayMs: number
  readonly uploads: UploadSettings
}
export interface HttpServer<Context> {
  readonly app: FastifyInstance
  /** Registers pages outside the namespace: without a prefix, and under the prefix of each language. */
  addPages(pages: readonly HttpRoute<Context>[]): void
  /** Registers routes outside the namespace in the same way. An unknown method is an unknown route. */
  addRoutes(routes: readonly HttpRoute<Context>[]): void
  /** From now on, each connection closes after its response. The server still accepts requests. */
  drain(): void
}
export interface HttpServerDeps extends Pick<CachedResponseDeps, 'responseCache' | 'take' | 'rate' | 'observer' | 'log'> {
  readonly work: Admission
  /** Charges a request to its client, or throws 429. */
  readonly count: (rate: 'anonymous' | 'files', request: Pick<RequestHead, 'clientIp' | 'setHeaders'>) => Promise<void>
  readonly warnings: PeerWarnings
}

/** Health checks get a response even when all other requests are refused. */
const HEALTH_PATHS = ['/livez', '/readyz']
/** Health checks and files take little time of the event loop, so an overloaded server still serves them. */
const isSheddable = ({ routeOptions: { url = '', config } }: FastifyRequest): boolean =>
  !HEALTH_PATHS.includes(url) && config?.rate !== 'files'

export function createHttpServer<Context>(
  settings: HttpServerOptions,
  routes: readonly HttpRoute<Context>[],
  deps: HttpServerDeps,
): HttpServer<Context> {
  let isDraining = false
  const chargeRequest = requestCharger(deps)
  const app = createFastify(settings, deps.log, chargeRequest)
  app.server.maxConnections = settings.maxConnections
  watchPeers(app.server, settings, deps.warnings)
  closeIdleOnShutdown(app)
  installCacheFastPath(app, {
    ...deps,
    headersLimitBytes: settings.headersLimitBytes,
    isDraining: () => isDraining,
    addressOf: clientAddress(settings),
  })
  addBodyParsers(app)
  const handleUnknownRoute = unknownRouteHandler(routes, settings)
  checkRequests(app, settings, { chargeRequest, handleUnknownRoute })
  app.addHook('onSend', async (_, reply) => {
    if (isDraining) reply.header('connection', 'close')
  })
  observeResponses(app, deps.observer)
  app.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error)
    deps.observer.refused(problem)
    if (problem.status >= 500 && problem.cause !== undefined)
      request.log.error({ err: problem.cause }, problem.details.logMessage ?? problem.code)
    const renderProblem = request.routeOptions.config?.renderProblem
    return renderProblem ? sendProblemPage(renderProblem, problem, request, reply) : sendProblem(problem, request, reply, settings)
  })
  app.setNotFoundHandler(handleUnknownRoute)
  const run = { ...deps, ...settings }
  registerRoutes(app, routes, settings, { run, base: `${settings.restRoot}/${settings.namespace}` })
  return {
    app,
    addRoutes: (others) => registerRoutes(app, others, settings, { run, base: '' }),
    addPages: (pages) => registerRoutes(app, pages, settings, { run, base: '', refusesOtherMethods: true }),
    drain: () => {
      isDraining = true
    },
  }
}

/** Charges a request to the rate limit of its route, or throws 429. Routes of the API charge requests themselves. */
type ChargeRequest = (request: FastifyRequest, reply: FastifyReply) => Promise<void>
const requestCharger =
  ({ count }: HttpServerDeps): ChargeRequest =>
  async ({ ip, routeOptions }, reply) => {
    const { rate = 'anonymous' } = routeOptions.config ?? {}
    const setHeaders = (headers: Readonly<Record<string, string>>): void => void reply.headers({ ...headers })
    if (rate === 'anonymous' || rate === 'files') await count(rate, { clientIp: ip, setHeaders })
  }

function createFastify(settings: HttpServerOptions, log: Logger, chargeRequest: ChargeRequest): FastifyInstance {
  /** Refuses a request that has no route because its URL cannot be parsed. */
  const refuseUnrouted = async (request: FastifyRequest, reply: FastifyReply, cause: unknown): Promise<void> => {
    const refused = await chargeRequest(request, reply).catch((tooMany: unknown) => tooMany)
    void sendProblem(toProblem(refused ?? cause), request, reply, settings)
  }
  return fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: requestIdOf,
    trustProxy: settings.trustedProxies.length > 0 ? [...settings.trustedProxies] : false,
    bodyLimit: settings.bodyLimitBytes,
    requestTimeout: settings.requestTimeoutMs,
    keepAliveTimeout: settings.keepAliveMs,
    // This deadline also covers pages and files. Routes of the API have their own, shorter deadline.
    handlerTimeout: settings.streamTimeoutMs,
    connectionTimeout: settings.unreadTimeoutMs,
    forceCloseConnections: false,
    return503OnClosing: false,
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: settings.urlLimit,
      querystringParser: () => ({}),
    },
    http: {
      requireHostHeader: false,
      maxHeaderSize: 2 * settings.headersLimitBytes,
      headersTimeout: settings.headersTimeoutMs,
      connectionsCheckingInterval: 500,
    },
    frameworkErrors: (error, request, reply) => void refuseUnrouted(request, reply as unknown as FastifyReply, error),
    clientErrorHandler: (error, socket) => respondToParserError(error, socket, settings),
  })
}

function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_: unknown, text: string) => parseJson(text))
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, async (_: unknown, text: string) =>
    expandBrackets(parseFormPairs(text)),
  )
}

interface RequestChecks {
  readonly chargeRequest: ChargeRequest
  readonly handleUnknownRoute: (request: FastifyRequest, reply: FastifyReply) => FastifyReply
}
/** Checks every request before its body is read, so that a refused request costs little. */
function checkRequests(app: FastifyInstance, settings: HttpServerOptions, { chargeRequest, handleUnknownRoute }: RequestChecks): void {
  const eventLoop = watchEventLoop(settings.eventLoopDelayMs)
  app.addHook('onClose', async () => eventLoop.close())
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...COMMON_HEADERS, vary: VARY, 'x-request-id': request.id })
    limitPipelining(request, reply)
    if (eventLoop.isOverloaded() && isSheddable(request)) throw overloaded('event_loop')
    enforceRequestLimits(request, settings)
    refuseOverride(request.raw)
    await chargeRequest(request, reply)
    // The body of a request to an unknown route is not read.
    if (request.is404) return handleUnknownRoute(request, reply)
  })
}

function observeResponses(app: FastifyInstance, observer: RequestObserver): void {
  app.addHook('onResponse', async (request, reply) => {
    const { id, raw, method, url, routeOptions, ip, client, cacheResult: cache, waitedMs = 0 } = request
    observer.completed({
      id,
      request: raw,
      method,
      url,
      route: routeOptions.config?.path ?? routeOptions.url ?? 'none',
      status: reply.statusCode,
      elapsedMs: reply.elapsedTime - waitedMs,
      ip,
      callerId: client?.isCaller ? client.key : undefined,
      cache,
    })
  })
}

interface Registration {
  readonly run: RunParts
  readonly base: string
  /** Refuses methods that no route of a path has. The API does so for all of its routes together. */
  readonly refusesOtherMethods?: true
}
/** Registers each route twice: without a prefix, and under the prefix of each language. */
function registerRoutes<Context>(
  app: FastifyInstance,
  routes: readonly HttpRoute<Context>[],
  settings: HttpServerOptions,
  { run, base, refusesOtherMethods }: Registration,
): void {
  for (const prefix of ['', `/:root(^(?:${settings.languages.join('|')})$)`])
    for (const route of routes) {
      const fastifyRoute = toFastifyRoute(route, `${prefix}${base}`, run)
      if (refusesOtherMethods && route.method === 'GET')
        refuseOtherMethods(
          app,
          fastifyRoute.url,
          routes.flatMap(({ path, method }) => (path === route.path && method !== 'GET' ? [method] : [])),
        )
      if (!route.acceptsFile) app.route(fastifyRoute)
      // A separate scope keeps the parser of files away from all other routes.
      else
        void app.register(async (scope) => {
          scope.addContentTypeParser(FILE_TYPES, async (_: unknown, payload: IncomingMessage) => receiveUpload(payload, settings.uploads))
          scope.route(fastifyRoute)
        })
    }
}

function toFastifyRoute<Context>(route: HttpRoute<Context>, base: string, run: RunParts): RouteOptions {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => `:${name}${name in PATH_PATTERNS ? `(^${PATH_PATTERNS[name]}$)` : ''}`)
  return {
    method: route.method,
    url: `${base}${path}`,
    config: { path: route.path, rate: 'route', ...(route.renderProblem && { renderProblem: route.renderProblem }) },
    onRequest: async (request, reply) => {
      const head = toHttpRequest(request, reply)
      request.context = await route.authorize(head)
      // The query string is parsed only after the request is admitted.
      request.httpRequest = { ...head, ...parseQueryString(request.url) }
      startBody(route, request, reply, run)
    },
    handler: (request, reply) => runRoute(route, request, reply, run),
  }
}

function sendProblemPage(render: RenderProblem, problem: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, headers, body } = render(problem, toHttpRequest(request, reply))
  return reply
    .code(status)
    .headers({ ...problem.details.headers, ...headers })
    .send(body)
}

/** Pending responses per connection. A client that pipelines requests and reads no response would otherwise fill the memory of the server. */
const MAX_PENDING_RESPONSES = 8
const pendingResponses = new WeakMap<Socket, number>()
function limitPipelining({ raw: { socket } }: FastifyRequest, reply: FastifyReply): void {
  const pending = (pendingResponses.get(socket) ?? 0) + 1
  pendingResponses.set(socket, pending)
  reply.raw.once('close', () => pendingResponses.set(socket, (pendingResponses.get(socket) ?? 1) - 1))
  if (pending > MAX_PENDING_RESPONSES) throw overloaded('pipelining')
}
