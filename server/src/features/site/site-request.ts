// Serves public pages: HTML through the response cache, with a strong ETag, surrogate keys and a strict content security policy.
// Cookies, credentials and Accept-Language never change a page. Only the language root of the URL selects its language.
import { NO_STORE } from '../../engine/response/responses.ts'
import type { Problem } from '../../kernel/errors/problems.ts'
import { contentHash } from '../../kernel/http/etags.ts'
import type { HttpRequest, RequestHead } from '../../kernel/http/http-request.ts'
import type { HttpResponse, HttpRoute } from '../../kernel/http/route.ts'
import { ANONYMOUS, type Caller } from '../../kernel/security/caller.ts'
import { html } from '../../kernel/text/markup.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import { dayContaining } from '../../kernel/time/date-times.ts'
import type { ApiReader } from './api-reader.ts'
import { renderSiteLayout, type SitePage } from './site-layout.ts'
import { createSiteView, trackReads, type PageReads, type SiteSettings, type SiteView } from './site-view.ts'

export interface SiteServices {
  readonly settings: SiteSettings
  readonly reader: ApiReader
  readonly clock: Clock
  /** Charges a request to its client, or throws 429. */
  readonly count: (request: RequestHead) => Promise<void>
  readonly clientOf: HttpRoute<Caller>['clientOf']
}
/** A public page. It throws a Problem if its record does not exist. */
export interface SiteRoute {
  /** The path without a language root, such as `/venues/{slug}`. */
  readonly path: string
  /** The query parameters of the page. Responses to requests with others are not cached. */
  readonly params: readonly string[]
  readonly admissionClass?: HttpRoute<Caller>['admissionClass']
  render(view: SiteView): Promise<SiteResult>
  /** Renders an error in place of the page for errors, which must not be framed. */
  readonly renderError?: (problem: Problem, view: SiteView) => ErrorPage
}
export interface ErrorPage {
  readonly status: number
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}
/** A page; a redirect to another page; or another kind of document, such as a sitemap. */
export type SiteResult =
  | { readonly page: SitePage; readonly status?: number }
  | { readonly location: string }
  | { readonly type: string; readonly text: string; readonly headers?: Readonly<Record<string, string>> }

/** Allows resources of this origin only, and no inline scripts or styles. Map tiles and pictures may have another origin. */
export const pagePolicy = ({ imageOrigins }: Pick<SiteSettings, 'imageOrigins'>, frameAncestors = "'none'"): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    ['img-src', "'self'", ...imageOrigins].join(' '),
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors}`,
  ].join('; ')

export function toPageRoute(route: SiteRoute, services: SiteServices): HttpRoute<Caller> {
  const { count, clientOf } = services
  return {
    method: 'GET',
    path: route.path,
    isCacheable: true,
    params: new Set(route.params),
    authorize: async (request) => {
      await count(request)
      return ANONYMOUS
    },
    clientOf,
    ...(route.admissionClass && { admissionClass: route.admissionClass }),
    handle: (request, _body, _caller, signal) => respond(route, request, services, signal),
    renderProblem: (problem, request) => {
      const view = viewOf(route, { ...request, query: {}, queryPairs: [] }, services, AbortSignal.timeout(0))
      const { headers, ...page } = (route.renderError ?? problemPage)(problem, view)
      return { ...page, headers: { ...pageHeaders(view).headers, ...headers } }
    },
  }
}

export function viewOf(
  { path }: Pick<SiteRoute, 'path'>,
  request: HttpRequest,
  { settings, reader, clock }: SiteServices,
  signal: AbortSignal,
): SiteView {
  const { params, queryPairs: pairs, languagePrefix: root } = request
  const reads = trackReads({ reader, client: request, signal, root, keyHeaders: settings.site.surrogateKeys.headers })
  const filled = path.slice(1).replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return createSiteView({ path: filled, params, pairs, root, now: clock.now(), reads }, settings)
}

async function respond(route: SiteRoute, request: HttpRequest, services: SiteServices, signal: AbortSignal): Promise<HttpResponse> {
  const view = viewOf(route, request, services, signal)
  const result = await route.render(view)
  if ('location' in result) return { status: 308, headers: { ...pageHeaders(view).headers, location: result.location }, body: '' }
  const body = 'text' in result ? result.text : renderSiteLayout(view, result.page)
  const expiresAt = Math.min(view.reads.expiresAt(), endOfDay(view))
  const secondsLeft = Math.max(0, Math.floor((expiresAt - view.now.epochMilliseconds) / 1_000))
  return {
    status: 'status' in result ? (result.status ?? 200) : 200,
    headers: {
      ...pageHeaders(view).headers,
      ...('type' in result && { 'content-type': result.type, ...result.headers }),
      etag: `"${contentHash(body)}"`,
      'cache-control': `public, max-age=0, s-maxage=${Math.min(view.reads.sharedMaxAge(), secondsLeft)}`,
      ...view.reads.surrogateKeys(),
    },
    body,
    expiresAt,
  }
}
/** Pages name the current day. */
const endOfDay = ({ now, site }: SiteView): number => dayContaining(now, site.timeZone).end.epochMilliseconds

export const pageHeaders = ({ language, settings }: SiteView): { readonly headers: Readonly<Record<string, string>> } => ({
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-language': language,
    'content-security-policy': pagePolicy(settings),
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cache-control': NO_STORE,
    vary: 'Accept-Encoding',
  },
})

/** An error in words. A record that visitors may not see looks like one that does not exist. */
export function describeError(problem: Problem, { strings: t }: SiteView): { status: number; title: string; about: string } {
  const status = problem.status === 401 ? 404 : problem.status
  const [title, about] =
    problem.code === 'rest_protected'
      ? [t.protected_title, t.protected_about]
      : status === 404 || status === 403
        ? [t.not_found, t.not_found_about]
        : status === 410
          ? [t.gone, t.gone_about]
          : status === 400
            ? [t.invalid, t.invalid_about]
            : [t.unavailable, t.unavailable_about]
  return { status, title, about }
}

export function problemPage(problem: Problem, view: SiteView): ErrorPage {
  const { status, title, about } = describeError(problem, view)
  const main = html`<div class="frame message"><h1>${title}</h1><p class="lead">${about}</p><p><a class="btn primary big" href="${view.link('events')}">${view.strings.whats_on}</a></p></div>`
  return { status, body: renderSiteLayout(view, { title, main, isHidden: true }) }
}

const NO_READS: PageReads = {
  json: () => Promise.reject(new Error('This page reads no records.')),
  expiresAt: () => Infinity,
  sharedMaxAge: () => 0,
  surrogateKeys: () => ({}),
}
/** Renders a page that reads no records, for routes that other features serve. */
export function renderPlainPage(
  page: SitePage,
  request: { root: string | undefined; query: string; path: string },
  { settings, clock }: SiteServices,
): string {
  const { root = null, query, path } = request
  const pairs = [...new URLSearchParams(query)]
  return renderSiteLayout(createSiteView({ path, params: {}, pairs, root, now: clock.now(), reads: NO_READS }, settings), page)
}
