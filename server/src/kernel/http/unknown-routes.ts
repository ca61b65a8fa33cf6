// Requests that match no route: 404, 405 with the allowed methods, or the response to a CORS preflight.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../errors/problems.ts'
import { ALLOWED_REQUEST_HEADERS, sendProblem, type LanguageOptions } from './error-responses.ts'
import { PATH_PATTERNS, type HttpRoute } from './route.ts'

export interface ApiLocation extends LanguageOptions {
  readonly restRoot: string
  readonly namespace: string
}
type RoutePath = Pick<HttpRoute<never>, 'method' | 'path'>

export function unknownRouteHandler(
  routes: readonly RoutePath[],
  settings: ApiLocation,
): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  const allow = allowedMethods(routes, settings)
  return (request, reply) => {
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
}

const ANY_METHOD = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
const preflightHeaders = (methods: string): Record<string, string> => ({
  'access-control-allow-methods': methods,
  'access-control-allow-headers': ALLOWED_REQUEST_HEADERS,
  'access-control-max-age': '86400',
})

/** Returns a function from a path to the value of its Allow header, or to null if no route has the path. */
function allowedMethods(routes: readonly RoutePath[], settings: ApiLocation): (path: string) => string | null {
  const table = new Map<string, string[]>()
  for (const { path, method } of routes) table.set(path, [...(table.get(path) ?? []), method])
  const base = `^(?:/(?:${settings.languages.join('|')}))?${settings.restRoot}/${settings.namespace}`
  const patterns = [...table].map(([path, methods]) => ({
    pattern: new RegExp(
      `${base}${path.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, (_, name: string) => PATH_PATTERNS[name] ?? '[^/]+')}/?$`,
    ),
    methods: [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', '),
  }))
  return (path) => patterns.find(({ pattern }) => pattern.test(path))?.methods ?? null
}
