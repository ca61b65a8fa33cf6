// The HTTP server: limits on everything that comes in, one shape for everything that goes out, errors of the framework and the parser included.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { parseFormPairs, expandBrackets, parseJson } from './request-parsing.ts'
import {
  ALLOWED_REQUEST_HEADERS,
  COMMON_HEADERS,
  toProblem,
  respondToParserError,
  sendProblem,
  VARY,
  type LanguageOptions,
} from './error-responses.ts'
import { parseQueryString, toHttpRequest, enforceRequestLimits, type RequestHead } from './http-request.ts'
import { overloaded, Problem } from '../errors/problems.ts'
import { withoutRedaction } from '../runtime/logger.ts'
import { refuseOverride } from './method-override.ts'
import { clientAddress, watchPeers, type PeerSettings, type PeerWarnings } from './peers.ts'
import { watchEventLoop } from '../concurrency/event-loop-delay.ts'
import { installCacheFastPath, type CachedResponseDeps } from './cached-responses.ts'
import { runRoute, startBody, type RunParts } from './run-route.ts'
import { closeIdleOnShutdown } from './graceful-shutdown.ts'
import { FILE_TYPES, receiveUpload, type UploadSettings } from './uploads.ts'
import type { Admission } from '../concurrency/admission.ts'
import type { HttpRoute } from './route.ts'

export interface HttpServerOptions extends LanguageOptions, PeerSettings {
  readonly restRoot: string
  readonly namespace: string
  readonly bodyLimitBytes: number
  readonly urlLimit: number
  readonly headersLimitBytes: number
  readonly headersTimeoutMs: number
  readonly requestTimeoutMs: number
  readonly keepAliveMs: number
  /** A connection on which nothing moves for so long while it is owed an answer is cut. */
  readonly unreadTimeoutMs: number
  readonly maxConnections: number
  /** Time in which a handler must return a response, and in which a streamed one must be sent; 0 is no limit. */
  readonly handlerTimeoutMs: number
  readonly streamTimeoutMs: number
  readonly graceMs: number
  /** Event-loop delay above which requests are refused; 0 is no limit. */
  readonly eventLoopDelayMs: number
  readonly uploads: UploadSettings
}
export interface HttpServer {
  readonly app: FastifyInstance
  /** From now on connections end with their answer; nothing is refused. */
  drain(): void
}
export interface HttpServerDeps extends Pick<CachedResponseDeps, 'responseCache' | 'take' | 'rate' | 'observe' | 'log'> {
  readonly work: Admission
  /** Charges a request to its client, or throws 429. */
  readonly count: (rate: 'anonymous' | 'files', request: Pick<RequestHead, 'clientIp' | 'setHeaders'>) => Promise<void>
  readonly warnings: PeerWarnings
}

/** Health checks get a response even when all other requests are refused. */
const HEALTH_PATHS = ['/livez', '/readyz']
/** Health checks and files take little time of the event loop: they are served under pressure too. */
const isSheddable = ({ routeOptions: { url = '', config } }: FastifyRequest): boolean =>
  !HEALTH_PATHS.includes(url) && config?.rate !== 'files'

export function createHttpServer<Context>(
  settings: HttpServerOptions,
  routes: readonly HttpRoute<Context>[],
  parts: HttpServerDeps,
): HttpServer {
  const { log } = parts
  const answered = withoutRedaction(log)
  let draining = false
  const count = async ({ ip: address, routeOptions }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { rate = 'anonymous' } = routeOptions.config ?? {}
    const setHeaders = (headers: Readonly<Record<string, string>>): void => void reply.headers({ ...headers })
    if (rate === 'anonymous' || rate === 'files') await parts.count(rate, { clientIp: address, setHeaders })
  }
  /** Refuses a request that has no route because its URL cannot be parsed. */
  const refuseUnrouted = async (request: FastifyRequest, reply: FastifyReply, cause: unknown): Promise<void> => {
    const refused = await count(request, reply).catch((tooMany: unknown) => tooMany)
    void sendProblem(toProblem(refused ?? cause), request, reply, settings)
  }
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: settings.trustedProxies.length > 0 ? [...settings.trustedProxies] : false,
    bodyLimit: settings.bodyLimitBytes,
    requestTimeout: settings.requestTimeoutMs,
    keepAliveTimeout: settings.keepAliveMs,
    // The last resort, which also covers pages and files: API routes have their own, shorter deadline.
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
  app.server.maxConnections = settings.maxConnections
  watchPeers(app.server, settings, parts.warnings)
  const pressure = watchEventLoop(settings.eventLoopDelayMs)
  app.addHook('onClose', async () => pressure.close())
  closeIdleOnShutdown(app)
  installCacheFastPath(app, {
    answered,
    ...parts,
    headersLimitBytes: settings.headersLimitBytes,
    isDraining: () => draining,
    addressOf: clientAddress(settings),
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_: unknown, text: string) => parseJson(text))
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, async (_: unknown, text: string) =>
    expandBrackets(parseFormPairs(text)),
  )

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...COMMON_HEADERS, vary: VARY, 'x-request-id': request.id })
    limitPipelining(request, reply)
    if (pressure.isOverloaded() && isSheddable(request)) throw overloaded()
    enforceRequestLimits(request, settings)
    refuseOverride(request.raw)
    await count(request, reply)
    // Said before a body is read: what is not there does not look at what was sent.
    if (request.is404) return notFoundOrMethodNotAllowed(request, reply)
  })
  app.addHook('onSend', async (_, reply) => {
    if (draining) reply.header('connection', 'close')
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, ip } = request
    // The path without its query: passwords may stand there.
    const at = {
      method,
      path: request.url.split('?', 1)[0],
      route: routeOptions.url,
      status: reply.statusCode,
      duration_ms: Math.round(reply.elapsedTime * 10) / 10,
      ip,
    }
    answered.info({ reqId: request.id, ...at }, 'answered')
    parts.observe(method, routeOptions.config?.path ?? 'none', reply.statusCode, reply.elapsedTime / 1_000)
  })
  app.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error)
    if (problem.status >= 500 && problem.cause !== undefined) request.log.error({ err: problem.cause }, problem.code)
    return sendProblem(problem, request, reply, settings)
  })

  const allow = allowedMethods(routes, settings)
  const notFoundOrMethodNotAllowed = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const methods = allow(request.url.split('?', 1)[0] ?? '')
    // If the preflight failed, a page could not read the 404 of the actual request.
    const isPreflight = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
    if (!methods && !isPreflight) return sendProblem(new Problem('rest_no_route'), request, reply, settings)
    if (methods) reply.header('allow', methods)
    if (request.method === 'OPTIONS')
      return reply
        .code(204)
        .headers(preflightHeaders(methods ?? ANY_METHOD))
        .send()
    return sendProblem(new Problem('rest_method_not_allowed'), request, reply, settings)
  }
  app.setNotFoundHandler(notFoundOrMethodNotAllowed)
  const run: RunParts = { ...parts, ...settings }
  const pattern = settings.languages.join('|')
  for (const root of ['', `/:root(^(?:${pattern})$)`])
    for (const route of routes) {
      if (!route.acceptsFile) register(app, root, route, settings, run)
      // In a scope of its own: nobody else takes files.
      else
        void app.register(async (scope) => {
          scope.addContentTypeParser(FILE_TYPES, async (_: unknown, payload: IncomingMessage) => receiveUpload(payload, settings.uploads))
          register(scope, root, route, settings, run)
        })
    }
  return {
    app,
    drain: () => {
      draining = true
    },
  }
}

const ANY_METHOD = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
const preflightHeaders = (methods: string): Record<string, string> => ({
  'access-control-allow-methods': methods,
  'access-control-allow-headers': ALLOWED_REQUEST_HEADERS,
  'access-control-max-age': '86400',
})

function register<Context>(
  app: FastifyInstance,
  root: string,
  route: HttpRoute<Context>,
  settings: HttpServerOptions,
  run: RunParts,
): void {
  const path = route.path.replace('{id}', ':id(^\\d+$)').replace('{slug}', ':slug')
  app.route({
    method: route.method,
    url: `${root}${settings.restRoot}/${settings.namespace}${path}`,
    config: { path: route.path, rate: 'route' },
    onRequest: async (request, reply) => {
      const arrival = toHttpRequest(request, reply)
      request.context = await route.authorize(arrival)
      // The query string is parsed only after the request is admitted.
      request.asked = { ...arrival, ...parseQueryString(request.url) }
      startBody(route, request, reply, run)
    },
    handler: (request, reply) => runRoute(route, request, reply, run),
  })
}

/** Answers that one connection may leave unread: who sends many requests at once and reads nothing fills our memory with what he is owed. */
const MAX_PENDING_RESPONSES = 8
const unreadOn = new WeakMap<Socket, number>()
function limitPipelining({ raw: { socket } }: FastifyRequest, reply: FastifyReply): void {
  const unread = (unreadOn.get(socket) ?? 0) + 1
  unreadOn.set(socket, unread)
  reply.raw.once('close', () => unreadOn.set(socket, (unreadOn.get(socket) ?? 1) - 1))
  if (unread > MAX_PENDING_RESPONSES) throw overloaded()
}

/** The methods of a path, for Allow; null for no path of ours. */
function allowedMethods<Context>(routes: readonly HttpRoute<Context>[], settings: HttpServerOptions): (path: string) => string | null {
  const table = new Map<string, string[]>()
  for (const { path, method } of routes) table.set(path, [...(table.get(path) ?? []), method])
  const base = `^(?:/(?:${settings.languages.join('|')}))?${settings.restRoot}/${settings.namespace}`
  const patterns = [...table].map(([path, methods]) => ({
    pattern: new RegExp(`${base}${path.replaceAll('.', '\\.').replace('{id}', '\\d+').replace('{slug}', '[^/]+')}/?$`),
    methods: [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', '),
  }))
  return (path) => patterns.find(({ pattern }) => pattern.test(path))?.methods ?? null
}
