// Finds the REST interface of The Events Calendar from the address of its site, and builds the URLs of its lists.
const NAMESPACE = 'tribe/events/v1'
const PER_PAGE = 50
/** Without dates, the interface lists only upcoming events of the next two years. */
const ALL_DATES = { start_date: '1000-01-01', end_date: '3000-01-01' }

export const PARTS = ['categories', 'tags', 'venues', 'organizers', 'events'] as const
export type Part = (typeof PARTS)[number]

/** The root of the REST interface of WordPress that an address leads to, if the site has permalinks. The address may be that of the interface itself. */
export function restRootOf(address: string): URL {
  const url = new URL(address)
  const path = url.pathname.replace(/\/wp-json(?:\/.*)?$/, '').replace(/\/+$/, '')
  url.hash = ''
  if (url.searchParams.has('rest_route')) return url
  url.search = ''
  url.pathname = `${path}/wp-json/`
  return url
}

const REST_LINK = /<([^<>\s]{1,2000})>;\s{0,5}rel="https:\/\/api\.w\.org\/"/
/** The root that a page of the site names in its `Link` header. */
export function linkedRestRoot(header: unknown, pageUrl: string): URL | null {
  const found = REST_LINK.exec([header].flat().join(', ').slice(0, 8_000))?.[1]
  return found !== undefined && URL.canParse(found, pageUrl) ? new URL(found, pageUrl) : null
}

/** The URL of one page of a list. Sites without permalinks have the path in a parameter. */
export function listUrl(root: URL, part: Part, page: number): string {
  const url = new URL(root)
  const path = `${NAMESPACE}/${part}`
  if (url.searchParams.has('rest_route')) url.searchParams.set('rest_route', `/${path}`)
  else url.pathname = `${url.pathname.replace(/\/*$/, '/')}${path}`
  const own = part === 'events' ? ALL_DATES : part === 'categories' || part === 'tags' ? { hide_empty: 'false' } : {}
  for (const [name, value] of Object.entries({ page: String(page), per_page: String(PER_PAGE), ...own })) url.searchParams.set(name, value)
  return url.href
}
