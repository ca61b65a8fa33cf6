// Pages for people, beside the interface: the first page, the guide, the reference, addresses to subscribe to. Whole, from our own origin, without a build.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contentHash } from '../../kernel/http/etags.ts'
import type { Site } from '../../engine/definition/kind.ts'
import { createLruCache } from '../../kernel/cache/lru-cache.ts'
import { negotiateLanguage, translator } from '../../kernel/text/messages.ts'
import { Problem } from '../../kernel/errors/problems.ts'
import { matchesIfNoneMatch } from '../../kernel/http/cached-responses.ts'
import { CHAPTERS, chapterPath, renderNavigation } from './navigation.ts'
import { groupOperations, type OpenApiModel, type OperationGroup } from './openapi-model.ts'
import { errorPage, wireErrors, type ErrorEntry, type WireError } from './error-pages.ts'
import { renderLayout, type Page, type View } from './layout.ts'
import { chapterPage, chapterTitle, guideIndex } from './guide.ts'
import { landingPage } from './landing.ts'
import { html } from './markup.ts'
import { operationPage, referenceIndex } from './reference.ts'
import { subscribePage } from './subscribe.ts'
import { translateStrings } from './strings.ts'

export interface PageSettings {
  readonly site: Site
  /** The OpenAPI document in a language. */
  readonly document: (language: string) => unknown
  /** Every code that the interface answers with. */
  readonly codes: readonly ErrorEntry[]
}
interface Described {
  readonly document: OpenApiModel
  readonly groups: readonly OperationGroup[]
}
type Template = (view: View, param: string, described: Described) => Page | null

/** Nothing but what we serve ourselves: no script in the page, no other host, no frame. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
const HEADERS = {
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'public, max-age=0, must-revalidate',
  vary: 'Accept-Language, Accept-Encoding',
}

export function pageRoutes(app: FastifyInstance, { site, document, codes }: PageSettings): void {
  const described = describedIn(site, document)
  const templates = templatesOf(site, wireErrors(codes))
  const rendered = createLruCache<Rendered>(RENDERED_BYTES)
  const roots = ['', `/:root(^(?:${site.languages.join('|')})$)`]
  for (const root of roots)
    for (const [path, template] of Object.entries(templates)) {
      const url = `${root}${path}` || '/'
      onlyRead(app, url)
      app.get(url, async (request, reply) => {
        const { param = '' } = request.params as { param?: string }
        const language = languageOf(request, site)
        const [at = '/', query = ''] = request.url.split('?', 2)
        const render = (search: string): Rendered => {
          const view = viewOf(at, search, language, root === '' ? undefined : language, site)
          return renderPage(template(view, param, described(language)), view)
        }
        // Only the subscription page depends on the query; all others are rendered once per language.
        if (path === '/subscribe') return send(render(query), request, reply)
        const name = `${root === '' ? '' : '/'} ${language} ${at}`
        const page = rendered.get(name) ?? render('')
        if (page.status === 200) rendered.set(name, page)
        return send(page, request, reply)
      })
    }
  app.get('/docs/assets/:name', { config: { rate: 'files' } }, async (request, reply) => {
    const asset = ASSETS.get((request.params as { name: string }).name)
    if (!asset) {
      const view = viewOf(request.url.split('?', 1)[0] ?? '', '', languageOf(request, site), undefined, site)
      return send(renderPage(null, view), request, reply)
    }
    const headers = {
      ...HEADERS,
      'content-type': asset.type,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    }
    return reply.headers(headers).send(asset.text)
  })
}

/** A page is a known address: another method is refused as everywhere (contract 1.6). */
function onlyRead(app: FastifyInstance, url: string): void {
  const allow = { allow: 'GET, HEAD, OPTIONS' }
  app.options(url, async (_, reply) => reply.code(204).headers(allow).send())
  const refuse = async (): Promise<void> => Promise.reject(new Problem('rest_method_not_allowed', { headers: allow }))
  app.route({ method: ['POST', 'PUT', 'PATCH', 'DELETE'], url, onRequest: refuse, handler: refuse })
}

function templatesOf(site: Site, errors: readonly WireError[]): Readonly<Record<string, Template>> {
  const contents = (view: View, { groups }: Described) => renderNavigation(groups, view)
  return {
    '': (view) => ({ title: '', main: landingPage(view) }),
    '/subscribe': (view) => ({ title: view.words.subscribe_title, main: subscribePage(view) }),
    '/docs': (view, _, all) => ({ title: view.words.guide, main: guideIndex(view), contents: contents(view, all) }),
    '/docs/:param': (view, param, all) => {
      const chapter = CHAPTERS.find((each) => chapterPath(each) === `docs/${param}`)
      return chapter ? { title: chapterTitle(chapter), main: chapterPage(chapter, errors, view), contents: contents(view, all) } : null
    },
    '/docs/errors/:param': (view, param, all) => {
      const error = errors.find(({ code }) => code === param)
      return error ? { title: error.code, main: errorPage(error, view), contents: contents(view, all) } : null
    },
    '/docs/reference': (view, _, all) => ({
      title: view.words.reference,
      main: referenceIndex(all.groups, view),
      contents: contents(view, all),
    }),
    '/docs/reference/:param': (view, param, all) => {
      const operation = all.groups.flatMap(({ operations }) => operations).find(({ operationId }) => operationId === param)
      if (!operation) return null
      return {
        title: operation.summary,
        main: operationPage(operation, all.document, site.namespace, view),
        contents: contents(view, all),
        wide: true,
      }
    },
  }
}

/** The document of a language is long, and made once. */
function describedIn(site: Site, make: PageSettings['document']): (language: string) => Described {
  const made = new Map<string, Described>()
  return (language) => {
    const known = made.get(language)
    if (known) return known
    const document = make(language) as OpenApiModel
    const fresh = { document, groups: groupOperations(document, site.namespace) }
    made.set(language, fresh)
    return fresh
  }
}

const languageOf = ({ params, headers }: FastifyRequest, site: Site): string =>
  (params as { root?: string }).root ?? negotiateLanguage(headers['accept-language'], site.languages) ?? site.defaultLanguage

function viewOf(path: string, search: string, language: string, root: string | undefined, site: Site): View {
  // Links are relative, so that the pages also work behind a proxy that puts a path before them.
  const up = '../'.repeat(path.split('/').length - 2)
  const say = translator(language)
  const linkIn = (of: string | undefined, to: string): string => `${up}${of === undefined ? '' : `${of}/`}${to}` || './'
  const rest = `${site.restRoot}/${site.namespace}`.slice(1)
  return {
    language,
    root: root ?? '',
    languages: site.languages,
    path: path.slice(root === undefined ? 1 : root.length + 2).replace(/\/$/, ''),
    words: translateStrings(say),
    say,
    link: (to) => linkIn(root, to),
    linkIn,
    asset: (name) => `${up}docs/assets/${name}?v=${VERSION}`,
    api: linkIn(root, rest),
    publicUrl: site.publicUrl,
    rest,
    name: site.name || say('Events calendar'),
    query: new URLSearchParams(search),
    publicApi: `${site.publicUrl}${root === undefined ? '' : `/${root}`}/${rest}`,
  }
}

interface Rendered {
  readonly status: number
  readonly language: string
  readonly etag: string
  readonly body: Buffer
}
/** About twice the size of all pages in five languages. */
const RENDERED_BYTES = 33_554_432

function renderPage(page: Page | null, view: View): Rendered {
  const body = renderLayout(page ?? notFound(view), view)
  return { status: page ? 200 : 404, language: view.language, etag: `"${contentHash(body)}"`, body: Buffer.from(body) }
}
function send({ status, language, etag, body }: Rendered, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers({ ...HEADERS, 'content-language': language, etag })
  if (status === 200 && matchesIfNoneMatch(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.code(status).send(body)
}
const notFound = ({ words, link }: View): Page => ({
  title: words.page_not_found,
  main: html`<h1>${words.page_not_found}</h1><p><a href="${link('')}">${words.start_over}</a></p>`,
})

const [SCRIPT, STYLE] = ['text/javascript; charset=utf-8', 'text/css; charset=utf-8']
const TYPES = {
  'pages.css': STYLE,
  'pages.js': SCRIPT,
  'dom.js': SCRIPT,
  'try-it.js': SCRIPT,
  'subscribe-form.js': SCRIPT,
  'icon.svg': 'image/svg+xml',
}
const texts = Object.keys(TYPES).map((name) => readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8'))
const VERSION = createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 10)
/** Kept by browsers for good: scripts ask for each other by version too. */
const ASSETS = new Map(
  Object.entries(TYPES).map(([name, type], i) => [
    name,
    { type, text: (texts[i] ?? '').replaceAll(/(?<=from '\.\/\w+\.js)(?=')/g, `?v=${VERSION}`) },
  ]),
)
