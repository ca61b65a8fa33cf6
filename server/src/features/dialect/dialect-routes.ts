// Serves `/wp-json/tribe/events/v1` as the original does (contract 18). Each route authorizes callers as the route of the API that it uses.
import { canAttempt } from '../../engine/access/permissions.ts'
import type { Kind, Site } from '../../engine/definition/kind.ts'
import { NO_STORE } from '../../engine/response/responses.ts'
import { contentHash } from '../../kernel/http/etags.ts'
import type { HttpResponse, HttpRoute } from '../../kernel/http/route.ts'
import type { Caller } from '../../kernel/security/caller.ts'
import { renderDialectProblem } from './dialect-errors.ts'
import type { Json, Plural } from './dialect-records.ts'
import { answer, findApiRoute, type DialectAnswer, type DialectExchange, type DialectServices } from './dialect-requests.ts'

const DIALECT_PATH = '/wp-json/tribe/events/v1'
const OWNED_METHODS = ['GET', 'DELETE', 'POST', 'PUT', 'PATCH']
const TERM_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

export const dialectRoutes = (services: DialectServices): HttpRoute<Caller>[] =>
  [...services.site.kinds.values()]
    .filter(({ access }) => access !== 'library')
    .flatMap((kind) => {
      const items = kind.access === 'owned' ? ['/{id}', '/by-slug/{slug}'] : ['/{id}']
      const route = (method: string, path: string): HttpRoute<Caller> => toDialectRoute(services, kind, method, `/${kind.plural}${path}`)
      return [route('GET', ''), route('POST', ''), ...items.flatMap((path) => OWNED_METHODS.map((method) => route(method, path)))]
    })

function toDialectRoute(services: DialectServices, kind: Kind, method: string, path: string): HttpRoute<Caller> {
  const { site } = services
  const inner = findApiRoute(services, method, path)
  return {
    ...inner,
    path: `${DIALECT_PATH}${path}`,
    handle: async (request, body, caller, signal) => {
      const base = `${site.publicUrl}${request.languagePrefix === null ? '' : `/${request.languagePrefix}`}${DIALECT_PATH}`
      const allow = allowedMethods(kind, '/{id}', caller)
      const exchange = { ...services, kind, plural: kind.plural as Plural, base, allow, request, body, caller, signal, read: [] }
      const allowed = { allow: allowedMethods(kind, path, caller).join(', ') }
      request.setHeaders(allowed)
      return respond(exchange, await answer(exchange, method, path), allowed)
    },
    renderProblem: (problem, { params, headers, languagePrefix }) => {
      const isKnown = headers['authorization'] !== undefined && problem.code !== 'rest_unauthorized'
      const isRefused = problem.code === 'rest_forbidden' || /^rest-(venue|organizer)-not-found$/.test(problem.code)
      // The body is read after the caller is authorized.
      const allowed = isRefused ? ['GET'] : problem.code === 'rest_invalid_json' ? allowedMethods(kind, path) : null
      const failed = { method, kind: kind.name, isBySlug: 'slug' in params, language: languagePrefix ?? site.defaultLanguage }
      const { status, body } = renderDialectProblem(problem, failed)
      const caching = isKnown ? PRIVATE : { 'cache-control': NO_STORE }
      return {
        status,
        headers: { ...dialectHeaders(site), ...caching, ...(allowed && { allow: allowed.join(', ') }) },
        body: JSON.stringify(body),
      }
    },
  }
}

const dialectHeaders = ({ publicUrl }: Site): Readonly<Record<string, string>> => ({
  'content-type': 'application/json; charset=UTF-8',
  'x-robots-tag': 'noindex',
  link: `<${publicUrl}/wp-json/>; rel="https://api.w.org/"`,
  'access-control-expose-headers': 'X-WP-Total, X-WP-TotalPages, Link',
  'access-control-allow-headers': 'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type',
})
const PRIVATE = { expires: 'Wed, 11 Jan 1984 05:00:00 GMT', 'cache-control': 'no-cache, must-revalidate, max-age=0, no-store, private' }

function allowedMethods(kind: Kind, path: string, caller?: Caller): readonly string[] {
  const isItem = path.includes('{')
  if (caller && !canAttempt(caller, kind, isItem ? 'change' : 'create')) return ['GET']
  return isItem ? (kind.access === 'owned' ? OWNED_METHODS : TERM_METHODS) : ['GET', 'POST']
}

function respond(
  { site, request, caller, read }: DialectExchange,
  { status, json, headers, expiresAt: latest = Infinity }: DialectAnswer,
  allowed: { readonly allow: string },
): HttpResponse {
  const { _fields: fields, _envelope: envelope } = request.query
  const chosen = fields === undefined ? json : chooseFields(json, String(fields).split(','))
  const body = JSON.stringify(envelope === undefined ? chosen : { body: chosen, status, headers: { ...headers, Allow: allowed.allow } })
  const kept = ['cache-control', 'content-language', ...site.surrogateKeys.headers.map((name) => name.toLowerCase())]
  const inner = Object.entries(read[0]?.headers ?? {}).filter(([name]) => kept.includes(name.toLowerCase()))
  const own = { ...Object.fromEntries(inner), ...dialectHeaders(site), ...headers, etag: `"${contentHash(body)}"` }
  const expiresAt = Math.min(latest, ...read.map((response) => response.expiresAt ?? 0))
  const caching = caller.id !== null ? PRIVATE : latest === 0 ? { 'cache-control': NO_STORE } : {}
  return { status, headers: { ...own, ...allowed, ...caching }, body, ...(caller.id === null && expiresAt > 0 && { expiresAt }) }
}
/** A path below a list, such as `events.id`, selects none of its items, as on the original. */
const chooseFields = (json: Json, names: readonly string[]): Json =>
  Object.fromEntries(
    Object.entries(json).flatMap(([key, value]) =>
      names.includes(key) ? [[key, value]] : names.some((name) => name.startsWith(`${key}.`)) ? [[key, []]] : [],
    ),
  )
