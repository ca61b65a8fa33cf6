// The sitemap and the robots file. The sitemap is an index of pages with one API list each, so that a large calendar needs little memory.
import type { Pair } from '../../kernel/http/request-parsing.ts'
import { Problem } from '../../kernel/errors/problems.ts'
import { html, type Markup } from '../../kernel/text/markup.ts'
import { todayOf } from './list-query.ts'
import type { SiteResult } from './site-request.ts'
import type { SiteView } from './site-view.ts'

export const SITEMAP_PARAMS: readonly string[] = ['kind', 'page']
const XML = 'application/xml; charset=utf-8'
/** Search engines accept an index of at most 50,000 sitemaps. */
const MAX_PAGES = 10_000

interface ListedRecord {
  readonly id: number
  readonly slug: string
  readonly modified_utc?: string
  readonly translations: Readonly<Record<string, string>>
}
const NAMES: Readonly<Record<string, string>> = { events: 'event', venues: 'venue', organizers: 'organizer', categories: 'category' }

/** `GET /sitemap.xml` is the index, and `?kind=venues&page=2` one of its parts. Both exist without a language root only. */
export async function renderSitemap(view: SiteView): Promise<SiteResult> {
  if (view.root !== null) throw new Problem('rest_no_route')
  const kind = view.query.get('kind')
  if (kind === null) return { type: XML, text: await renderIndex(view) }
  const page = Number(view.query.get('page') ?? 1)
  if (!kindsOf(view).includes(kind) || !Number.isInteger(page) || page < 1 || page > MAX_PAGES) throw new Problem('rest_no_route')
  return { type: XML, text: await renderPart(view, kind, page) }
}

/** Kinds whose pages are elsewhere are not part of this sitemap. */
const kindsOf = ({ site }: SiteView): string[] =>
  Object.entries(NAMES).flatMap(([plural, name]) => (site.pages.includes(plural) && !site.publicUrlTemplates[name] ? [plural] : []))

async function renderIndex(view: SiteView): Promise<string> {
  const parts: Markup[] = []
  for (const plural of kindsOf(view)) {
    const { total_pages } = (await view.reads.json(`/${plural}`, { query: listQuery(view, plural, 1) })) as {
      readonly total_pages?: number
    }
    for (let page = 1; page <= Math.min(total_pages ?? 0, MAX_PAGES); page += 1)
      parts.push(html`<sitemap><loc>${view.site.publicUrl}/sitemap.xml?kind=${plural}&page=${page}</loc></sitemap>\n`)
  }
  return html`<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${parts}</sitemapindex>
`.text
}

async function renderPart(view: SiteView, plural: string, page: number): Promise<string> {
  const { site } = view
  const lists = await Promise.all(site.languages.map(async (root) => [root, await readList(view, plural, { root, page })] as const))
  const slugs = new Map(lists.map(([language, records]) => [language, new Map(records.map(({ id, slug }) => [id, slug]))]))
  const records = lists.find(([language]) => language === site.defaultLanguage)?.[1] ?? []
  return html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${records.map((record) => entriesOf(view, plural, record, slugs))}</urlset>
`.text
}
type Slugs = ReadonlyMap<string, ReadonlyMap<number, string>>
/** One entry for each language that the record has texts in, and each names all of them. */
function entriesOf({ absolute }: SiteView, plural: string, record: ListedRecord, slugs: Slugs): Markup {
  const pages = Object.keys(record.translations).flatMap((language) => {
    const slug = slugs.get(language)?.get(record.id)
    return slug === undefined ? [] : [{ language, url: absolute(`${plural}/${encodeURIComponent(slug)}`, language) }]
  })
  const alternates = pages.map(({ language, url }) => html`<xhtml:link rel="alternate" hreflang="${language}" href="${url}"/>`)
  const lastmod = record.modified_utc && html`<lastmod>${record.modified_utc.replace(' ', 'T')}Z</lastmod>`
  return html`${pages.map(({ url }) => html`<url><loc>${url}</loc>${lastmod}${pages.length > 1 && alternates}</url>\n`)}`
}

async function readList(
  view: SiteView,
  plural: string,
  { root, page }: { readonly root: string; readonly page: number },
): Promise<readonly ListedRecord[]> {
  const found = await view.reads.json(`/${plural}`, { query: listQuery(view, plural, page), root })
  return found[plural] as readonly ListedRecord[]
}
/** Events that ended long ago are left out, as search engines are asked to forget them. A series counts while it has dates. */
function listQuery(view: SiteView, plural: string, page: number): Pair[] {
  const since = todayOf(view).subtract({ days: view.settings.noIndexDays }).toString()
  return [
    ...(plural === 'events'
      ? ([
          ['records', 'true'],
          ['ends_after', since],
        ] as Pair[])
      : []),
    ['_fields', 'id,slug,modified_utc,translations'],
    ['orderby', 'id'],
    ['order', 'asc'],
    ['per_page', String(Math.min(100, view.site.maxPerPage))],
    ['page', String(page)],
  ]
}

/** Search engines need neither the API nor the admin, nor the same events in every order. */
export async function renderRobots(view: SiteView): Promise<SiteResult> {
  if (view.root !== null) throw new Problem('rest_no_route')
  const { site } = view
  const base = new URL(site.publicUrl).pathname.replace(/\/+$/, '')
  const closed = [
    '/admin',
    '/auth',
    `${site.restRoot}/${site.namespace}`,
    ...site.languages.map((each) => `/${each}${site.restRoot}/${site.namespace}`),
  ]
  const lines = ['User-agent: *', ...closed.map((path) => `Disallow: ${base}${path}`), 'Disallow: /*?*view=day', 'Disallow: /*?*search=']
  return { type: 'text/plain; charset=utf-8', text: [...lines, '', `Sitemap: ${site.publicUrl}/sitemap.xml`, ''].join('\n') }
}
