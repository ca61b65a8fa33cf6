// The HTTP server: limits on everything that comes in, one shape for everything that goes out, errors of the framework and the parser included.
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { nest, pairsOf, parseJson, type Inputs, type Pair } from './bodies.ts'
import { codeOf } from './database.ts'
import { describe, negotiate, translator } from './languages.ts'
import type { Log } from './log.ts'
import { busy, Problem } from './problems.ts'

export interface HttpSettings {
  readonly languages: readonly string[]
  readonly default_language: string
  readonly rest_root: string
  readonly namespace: string
  readonly trusted_proxies: readonly string[]
  readonly body_limit_bytes: number
  readonly url_limit: number
  readonly headers_limit_bytes: number
  readonly headers_timeout_ms: number
  readonly request_timeout_ms: number
  readonly keep_alive_ms: number
  readonly max_connections: number
}
export interface HttpRequest {
  readonly id: string
  readonly params: Readonly<Record<string, string>>
  /** The language of the root that was used, if any. */
  readonly root: string | null
  readonly query: Inputs
  readonly pairs: readonly Pair[]
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly address: string
}
export interface HttpReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
export interface HttpRoute<Context> {
  readonly method: string
  /** Under the namespace, with {id} for digits and {slug} for anything. */
  readonly path: string
  /** Before the body is read: who is asking, and may he. */
  admit(request: HttpRequest): Promise<Context>
  handle(request: HttpRequest, body: Inputs, context: Context): Promise<HttpReply>
}
export interface HttpServer {
  readonly app: FastifyInstance
  /** From now on connections end with their answer; nothing is refused. */
  drain(): void
}
declare module 'fastify' {
  interface FastifyRequest {
    asked: HttpRequest
    context: unknown
  }
}

const EXPOSED =
  'ETag, Location, Link, Retry-After, X-Total, X-TotalPages, X-Ignored-Parameters, X-Unmatched-Values, X-Unpublished-Links, X-Record-Version, Idempotent-Replayed, X-Request-Id'
const ALLOWED = 'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Prefer, X-Event-Password, Accept-Language'
/** On every answer of the interface. */
const COMMON: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED,
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}
const VARY = 'Authorization, Accept-Encoding, X-Event-Password'

export function createHttp<Context>(settings: HttpSettings, routes: readonly HttpRoute<Context>[], log: Log): HttpServer {
  let draining = false
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: settings.trusted_proxies.length > 0 ? [...settings.trusted_proxies] : false,
    bodyLimit: settings.body_limit_bytes,
    requestTimeout: settings.request_timeout_ms,
    keepAliveTimeout: settings.keep_alive_ms,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: settings.url_limit,
      querystringParser: () => ({}),
    },
    http: {
      maxHeaderSize: 2 * settings.headers_limit_bytes,
      headersTimeout: settings.headers_timeout_ms,
      connectionsCheckingInterval: 500,
    },
    frameworkErrors: (error, request, reply) => void sendProblem(problemOf(error), request, reply as unknown as FastifyReply, settings),
    clientErrorHandler: (error, socket) => refuseRaw(error, socket, settings),
  })
  app.server.maxConnections = settings.max_connections
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_: unknown, text: string) => parseJson(text))
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, async (_: unknown, text: string) =>
    nest(pairsOf(text)),
  )

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...COMMON, vary: VARY, 'x-request-id': request.id })
    if (draining) reply.header('connection', 'close')
    refuseLong(request, settings)
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
    request.log.info(at, 'answered')
  })
  app.setErrorHandler((error, request, reply) => {
    const problem = problemOf(error)
    if (problem.status >= 500) request.log.error({ err: problem.cause ?? error }, problem.code)
    return sendProblem(problem, request, reply, settings)
  })

  const allow = allowedMethods(routes, settings)
  app.setNotFoundHandler((request, reply) => {
    const methods = allow(request.url.split('?', 1)[0] ?? '')
    if (!methods) return sendProblem(new Problem('rest_no_route'), request, reply, settings)
    reply.header('allow', methods)
    if (request.method === 'OPTIONS')
      return reply
        .code(204)
        .headers({ 'access-control-allow-methods': methods, 'access-control-allow-headers': ALLOWED, 'access-control-max-age': '86400' })
        .send()
    return sendProblem(new Problem('rest_method_not_allowed'), request, reply, settings)
  })
  const pattern = settings.languages.join('|')
  for (const root of ['', `/:root(^(?:${pattern})$)`]) for (const route of routes) register(app, root, route, settings)
  return {
    app,
    drain: () => {
      draining = true
    },
  }
}

function register<Context>(app: FastifyInstance, root: string, route: HttpRoute<Context>, settings: HttpSettings): void {
  const path = route.path.replace('{id}', ':id(^\\d+$)').replace('{slug}', ':slug')
  app.route({
    method: route.method,
    url: `${root}${settings.rest_root}/${settings.namespace}${path}`,
    config: { path: route.path },
    onRequest: async (request) => {
      request.asked = asked(request)
      request.context = await route.admit(request.asked)
    },
    handler: async (request, reply) => {
      const { status, headers, body } = await route.handle(request.asked, (request.body ?? {}) as Inputs, request.context as Context)
      return reply
        .code(status)
        .headers({ 'content-type': 'application/json; charset=utf-8', ...headers })
        .send(body)
    },
  })
}

function asked(request: FastifyRequest): HttpRequest {
  const { root = null, ...params } = request.params as Record<string, string>
  const pairs = pairsOf(request.url.slice(request.url.indexOf('?') + 1 || request.url.length))
  return {
    id: request.id,
    params,
    root,
    pairs,
    query: nest(pairs),
    headers: request.headers as Record<string, string | undefined>,
    address: request.ip,
  }
}

function refuseLong(request: FastifyRequest, settings: HttpSettings): void {
  if (request.url.length > settings.url_limit) throw new Problem('rest_uri_too_long')
  const size = request.raw.rawHeaders.reduce((sum, each) => sum + each.length + 2, 0)
  if (size > settings.headers_limit_bytes) throw new Problem('rest_headers_too_large')
}

/** The methods of a path, for Allow; null for no path of ours. */
function allowedMethods<Context>(routes: readonly HttpRoute<Context>[], settings: HttpSettings): (path: string) => string | null {
  const table = new Map<string, string[]>()
  for (const { path, method } of routes) table.set(path, [...(table.get(path) ?? []), method])
  const base = `^(?:/(?:${settings.languages.join('|')}))?${settings.rest_root}/${settings.namespace}`
  const patterns = [...table].map(([path, methods]) => ({
    pattern: new RegExp(`${base}${path.replace('{id}', '\\d+').replace('{slug}', '[^/]+')}/?$`),
    methods: [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', '),
  }))
  return (path) => patterns.find(({ pattern }) => pattern.test(path))?.methods ?? null
}

/** Whatever was thrown, as an answer. What is not ours says nothing of itself. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  switch (codeOf(error)) {
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_ASYNC_CONSTRAINT':
      return new Problem('rest_bad_url')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_EMPTY_TYPE':
      return new Problem('rest_unsupported_media_type')
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem('rest_body_too_large')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return new Problem('rest_invalid_json')
    case '57014': // statement timeout
    case '55P03': // lock timeout
    case '57P01': // the database is going down, or coming up
    case '57P02':
    case '57P03':
    case '53300': // too many connections
    case 'ECONNREFUSED':
    case 'ECONNRESET':
      return busy(error)
  }
  const isLost =
    error instanceof Error && /timeout exceeded when trying to connect|Connection terminated|Query read timeout/.test(error.message)
  return isLost ? busy(error) : new Problem('rest_internal_error', { cause: error })
}

/** The language of a message: what the request names, its root, what its header prefers, the site's. */
function messageLanguage(request: FastifyRequest, { languages, default_language }: HttpSettings): string {
  const { url, headers } = request
  const named = new URLSearchParams(url.slice(url.indexOf('?') + 1 || url.length)).get('i18n_language')
  const body = (request.body as Inputs | undefined)?.['i18n_language']
  const root = url.split(/[/?]/, 2)[1]
  const asked = [body, named, root].find((word): word is string => typeof word === 'string' && languages.includes(word))
  return asked ?? negotiate(headers['accept-language'], languages) ?? default_language
}

function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply, settings: HttpSettings): FastifyReply {
  const language = messageLanguage(request, settings)
  const asProblem = /application\/problem\+json/i.test(request.headers.accept ?? '')
  return reply
    .code(problem.status)
    .headers({
      ...COMMON,
      'x-request-id': request.id,
      vary: `${VARY}, Accept, Accept-Language`,
      'cache-control': 'no-store',
      'content-language': language,
      'content-type': asProblem ? 'application/problem+json; charset=utf-8' : 'application/json; charset=utf-8',
      ...(problem.status === 401 && { 'www-authenticate': 'Bearer' }),
      ...(problem.status === 413 && { connection: 'close' }),
      ...problem.details.headers,
    })
    .send(JSON.stringify(describe(problem, translator(language), asProblem)))
}

/** What the parser could not read never becomes a request: the answer is written on the socket itself. */
function refuseRaw(error: Error & { code?: string }, socket: Socket, settings: HttpSettings): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const problem = new Problem(
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'rest_headers_too_large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'rest_timeout'
        : 'rest_bad_url',
  )
  const body = JSON.stringify(describe(problem, translator(settings.default_language), false))
  const headers = {
    ...COMMON,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'close',
    'content-length': String(Buffer.byteLength(body)),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${problem.status} Refused\r\n${lines.join('')}\r\n${body}`)
}
