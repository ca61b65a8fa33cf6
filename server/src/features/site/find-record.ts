// Finds the record of a page by its slug. Slugs of other languages, and records that were merged or split off, are redirected.
import { Problem } from '../../kernel/errors/problems.ts'
import { localUrl } from './record-links.ts'
import type { ApiRecord, SiteView } from './site-view.ts'

interface Addressed {
  readonly id: number
  readonly slug: string
  readonly url: string
  readonly rest_url?: string
  readonly translations: Readonly<Record<string, string>>
}
type Found<T> = { readonly record: T } | { readonly location: string }

export async function findRecord<T extends Addressed>(view: SiteView, plural: string): Promise<Found<T>> {
  const { params, reads } = view
  const { slug = '', date } = params
  const path = `/${plural}/by-slug/{slug}${date === undefined ? '' : '/{date}'}`
  const found =
    plural === 'categories' ? await findTerm(view, slug) : await reads.json(path, { params: { slug, ...(date !== undefined && { date }) } })
  if (typeof found['location'] === 'string') return { location: await movedTo(view, found['location']) }
  const record = found as unknown as T
  if (record.slug === slug.normalize('NFC')) return { record }
  return { location: pathTo(view, plural, record.slug) }
}
/** Terms have no address by slug. Their list finds them by the slug of any language. */
async function findTerm({ reads }: SiteView, slug: string): Promise<ApiRecord> {
  const query = [
    ['slug', slug],
    ['hide_empty', 'false'],
    ['per_page', '1'],
  ] as const
  const { categories } = (await reads.json('/categories', { query })) as unknown as { readonly categories: readonly ApiRecord[] }
  const [found] = categories
  if (!found) throw new Problem('rest_not_found')
  return found
}
const pathTo = ({ link, params: { date } }: SiteView, plural: string, slug: string): string =>
  link(`${plural}/${encodeURIComponent(slug)}${date === undefined ? '' : `/${date}`}`)

/** Converts a redirect of the API to the URL of the page. */
async function movedTo(view: SiteView, location: string): Promise<string> {
  const { site, reads } = view
  const [, plural = '', rest = ''] = new RegExp(`/${site.namespace}/(\\w+)/([^?]+)`).exec(location) ?? []
  const dated = /^by-slug\/([^/]+)\/([^/]+)$/.exec(rest)
  if (dated) return view.link(`${plural}/${dated[1]}/${dated[2]}`)
  const record = await reads.json(`/${plural}/{id}`, { params: { id: rest } })
  return localUrl(view, String(record['url']))
}

/** Returns the path of a page without the host and the language root, from the URL of its record. */
export const pathOf = ({ site }: SiteView, url: string, language: string): string =>
  [`${site.publicUrl}/${language}/`, `${site.publicUrl}/`].reduce(
    (rest, base) => (rest.startsWith(base) ? rest.slice(base.length) : rest),
    url,
  )

/** Returns the paths of a page in the languages that its record has texts in. A record with a page elsewhere has none here. */
export async function alternatesOf(view: SiteView, plural: string, record: Addressed): Promise<Record<string, string>> {
  const languages = Object.keys(record.translations)
  const others = await Promise.all(
    languages.map(async (language) => {
      const other = await reader(view, plural, record, language)
      return other ? ([[language, pageFor(other, plural)]] as const) : []
    }),
  )
  return Object.fromEntries(others.flat())
}
const reader = (view: SiteView, plural: string, { id }: Addressed, root: string): Promise<ApiRecord | null> =>
  view.reads.json(`/${plural}/{id}`, { params: { id: String(id) }, root }).catch(orNull)
const pageFor = (record: ApiRecord, plural: string): string => {
  const day = typeof record['original_start_date'] === 'string' ? `/${record['original_start_date'].slice(0, 10)}` : ''
  return `${plural}/${encodeURIComponent(String(record['slug']))}${day}`
}

/** A part of a page that visitors may not see is left out. */
export const orNull = (error: unknown): null => {
  if (error instanceof Problem && error.status < 500 && error.status !== 429) return null
  throw error
}
