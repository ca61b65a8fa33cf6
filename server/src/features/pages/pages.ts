// Routes of the HTML pages: home page, guide, API reference, search and subscribe page. The server renders them, without a build step.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Site } from '../../engine/definition/kind.ts'
import { createLruCache } from '../../kernel/cache/lru-cache.ts'
import { contentHash, matchesIfNoneMatch } from '../../kernel/http/etags.ts'
import { refuseOtherMethods } from '../../kernel/http/read-only-routes.ts'
import { negotiateLanguage, translator } from '../../kernel/text/messages.ts'
import { findAsset } from './asset-files.ts'
import { documentedErrors, errorPage, type DocumentedError, type ErrorEntry } from './error-pages.ts'
import { chapterPage, chapterTitle, guideIndex } from './guide.ts'
import { landingPage } from './landing.ts'
import { renderLayout, type Page } from './layout.ts'
import { html } from '../../kernel/text/markup.ts'
import { CHAPTERS, chapterPath, renderNavigation } from './navigation.ts'
import { groupOperations, type OpenApiModel, type OperationGroup } from './openapi-model.ts'
import { operationPage, referenceIndex } from './reference.ts'
import type { SitePage } from '../site/site-layout.ts'
import { searchEntries } from './search-entries.ts'
import { createSearchIndex, type SearchIndex } from './search-index.ts'
import { searchPage } from './search-page.ts'
import { subscribePage, subscribeTitle } from './subscribe.ts'
import { createView, type PageRequest, type View } from './view.ts'

export interface PageSettings {
  readonly site: Site
  /** Whether everybody may read the guide and the reference. */
  readonly hasDocumentation: boolean
  /** Builds the OpenAPI document in a language. */
  readonly document: (language: string) => unknown
  /** Every error code that the API can return. */
  readonly codes: readonly ErrorEntry[]
  /** Renders a page of the calendar itself, with its name and its colors. */
  readonly renderPublicPage: (page: SitePage, request: Pick<PageRequest, 'root' | 'query'> & { readonly path: string }) => string
}
/** The OpenAPI document of a language, and the values computed from it. */
interface Documentation {
  readonly document: OpenApiModel
  readonly groups: readonly OperationGroup[]
  readonly search: SearchIndex
}
type Template = (view: View, param: string, docs: Documentation) => Page | null

/** Allows resources of this origin only, and no inline scripts or styles. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
const HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'public, max-age=0, must-revalidate',
  vary: 'Accept-Language, Accept-Encoding',
}
/** Only these pages depend on the query string. All other pages are rendered once for each language. */
const QUERY_PAGES = ['/subscribe', '/docs/search']

export function pageRoutes(app: FastifyInstance, settings: PageSettings): void {
  const { site, hasDocumentation, document, codes } = settings
  const errors = documentedErrors(codes)
  const documentation = documentationByLanguage(site, document, errors)
  const cache = createLruCache<RenderedPage>(PAGE_CACHE_BYTES)
  const roots = ['', `/:root(^(?:${site.languages.join('|')})$)`]
  for (const root of roots)
    for (const [path, template] of Object.entries(pageTemplates(site, errors))) {
      // The list of events is the home page.
      if (path === '' && site.pages.includes('events')) continue
      if (path.startsWith('/docs') && !hasDocumentation) continue
      const url = `${root}${path}` || '/'
      refuseOtherMethods(app, url)
      app.get(url, async (request, reply) => {
        const { param = '' } = request.params as { param?: string }
        const asked = path === '/subscribe' ? publicRequest(request, site) : pageRequest(request, site)
        const render = (query: string): RenderedPage => {
          const view = createView({ ...asked, query }, site)
          return renderPage(template(view, param, documentation(asked.language)), view, settings)
        }
        if (QUERY_PAGES.includes(path)) return send(render(asked.query), request, reply)
        const key = `${asked.root ?? ''} ${asked.language} ${asked.path}`
        const page = cache.get(key) ?? render('')
        if (page.status === 200) cache.set(key, page)
        return send(page, request, reply)
      })
    }
  assetRoute(app, settings)
}

function assetRoute(app: FastifyInstance, settings: PageSettings): void {
  const { site } = settings
  app.get('/docs/assets/:name', { config: { rate: 'files' } }, async (request, reply) => {
    const asset = findAsset((request.params as { name: string }).name)
    if (!asset) return send(renderPage(null, createView(pageRequest(request, site), site), settings), request, reply)
    const headers = {
      ...HEADERS,
      'content-type': asset.type,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    }
    return reply.headers(headers).send(asset.text)
  })
}

function pageTemplates(site: Site, errors: readonly DocumentedError[]): Readonly<Record<string, Template>> {
  const contents = (view: View, { groups }: Documentation) => renderNavigation(groups, view)
  return {
    '': (view) => ({ title: '', main: landingPage(view) }),
    '/subscribe': (view) => ({ title: subscribeTitle(view), main: subscribePage(view), isPublic: true }),
    '/docs': (view, _, docs) => ({ title: view.strings.guide, main: guideIndex(view), contents: contents(view, docs) }),
    '/docs/search': (view, _, docs) => ({
      title: view.strings.search_title,
      main: searchPage(docs.search, view),
      contents: contents(view, docs),
    }),
    '/docs/:param': (view, param, docs) => {
      const chapter = CHAPTERS.find((each) => chapterPath(each) === `docs/${param}`)
      return chapter ? { title: chapterTitle(chapter), main: chapterPage(chapter, errors, view), contents: contents(view, docs) } : null
    },
    '/docs/errors/:param': (view, param, docs) => {
      const error = errors.find(({ code }) => code === param)
      return error ? { title: error.code, main: errorPage(error, view), contents: contents(view, docs) } : null
    },
    '/docs/reference': (view, _, docs) => ({
      title: view.strings.reference,
      main: referenceIndex(docs.groups, view),
      contents: contents(view, docs),
    }),
    '/docs/reference/:param': (view, param, docs) => {
      const operation = docs.groups.flatMap(({ operations }) => operations).find(({ operationId }) => operationId === param)
      if (!operation) return null
      return {
        title: operation.summary,
        main: operationPage(operation, docs.document, site.namespace, view),
        contents: contents(view, docs),
        wide: true,
      }
    },
  }
}

/** Builds the documentation of a language on first use, and keeps it: the OpenAPI document is large. */
function documentationByLanguage(
  site: Site,
  build: PageSettings['document'],
  errors: readonly DocumentedError[],
): (language: string) => Documentation {
  const built = new Map<string, Documentation>()
  return (language) => {
    const known = built.get(language)
    if (known) return known
    const document = build(language) as OpenApiModel
    const groups = groupOperations(document, site.namespace)
    let index: SearchIndex | undefined
    const fresh: Documentation = {
      document,
      groups,
      get search() {
        index ??= createSearchIndex(searchEntries({ language, translate: translator(language), document, groups, errors }))
        return index
      },
    }
    built.set(language, fresh)
    return fresh
  }
}

function pageRequest({ url, params, headers }: FastifyRequest, site: Site): PageRequest {
  const [path = '/', query = ''] = url.split('?', 2)
  const { root } = params as { root?: string }
  return { path, query, root, language: root ?? negotiateLanguage(headers['accept-language'], site.languages) ?? site.defaultLanguage }
}

/** The language of a public page depends on its URL only. */
const publicRequest = (request: FastifyRequest, site: Site): PageRequest => {
  const asked = pageRequest(request, site)
  return { ...asked, language: asked.root ?? site.defaultLanguage }
}

interface RenderedPage {
  readonly status: number
  readonly language: string
  readonly etag: string
  readonly body: Buffer
}
/** About twice the size of all pages in five languages. */
const PAGE_CACHE_BYTES = 33_554_432

function renderPage(page: Page | null, view: View, { renderPublicPage }: Pick<PageSettings, 'renderPublicPage'>): RenderedPage {
  const script = html`<script type="module" src="${view.asset('pages.js')}"></script>`
  const request = { root: view.root || undefined, query: view.query.toString(), path: view.path }
  const body = page?.isPublic ? renderPublicPage({ ...page, head: script }, request) : renderLayout(page ?? notFoundPage(view), view)
  return { status: page ? 200 : 404, language: view.language, etag: `"${contentHash(body)}"`, body: Buffer.from(body) }
}
function send({ status, language, etag, body }: RenderedPage, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers({ ...HEADERS, 'content-language': language, etag })
  if (status === 200 && matchesIfNoneMatch(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.code(status).send(body)
}
const notFoundPage = ({ strings: t, link }: View): Page => ({
  title: t.page_not_found,
  main: html`<h1>${t.page_not_found}</h1><p><a href="${link('')}">${t.back_to_home}</a></p>`,
})
