// Builds the links of a list to its pages and to its other formats (contract 3.8 to 3.10). Pure functions.
import type { Pair } from '../../kernel/http/request-parsing.ts'

export const toQueryString = (pairs: readonly Pair[]): string =>
  pairs.length === 0 ? '' : `?${pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')}`

/** Returns the pairs without these parameters, also without those in brackets such as `name[0]`. */
export const withoutParams = (pairs: readonly Pair[], names: readonly string[]): Pair[] =>
  pairs.filter(([name]) => !names.includes(name.replace(/\[.*$/s, '')))

export interface Pagination {
  readonly page: number
  readonly total: number
  readonly perPage: number
  /** Set if the client pages with cursors: the cursor of the next page, or null if there is none. */
  readonly nextCursor?: string | null
}
/** Builds the links to this page and to others. They contain all parameters except a password, and dates as they were applied. */
export function pageLinks(
  url: string,
  pairs: readonly Pair[],
  resolvedParams: Readonly<Record<string, string>>,
  { page, total, perPage, nextCursor }: Pagination,
) {
  const last = Math.ceil(total / perPage)
  if (nextCursor !== undefined) {
    // The cursor contains the time of the first page, so dates need not be resolved.
    const params = withoutParams(pairs, ['page', 'password', 'cursor'])
    const next = nextCursor === null ? null : url + toQueryString([...params, ['cursor', nextCursor]])
    const rest_url = url + toQueryString(withoutParams(pairs, ['page', 'password']))
    return { rest_url, next_rest_url: next, previous_rest_url: null, total_pages: last, header: next ? [`<${next}>; rel="next"`] : [] }
  }
  const linkParams = withoutParams(pairs, ['page', 'password'])
  const link = (n: number, params: readonly Pair[]): string => {
    const all = n === 1 && !pairs.some(([name]) => name === 'page') ? params : [...params, ['page', String(n)] as const]
    return url + toQueryString(all)
  }
  const resolved: Pair[] = [...linkParams.filter(([name]) => !Object.hasOwn(resolvedParams, name)), ...Object.entries(resolvedParams)]
  const to = (n: number): string | null => (n >= 1 && n <= last ? link(n, resolved) : null)
  const [next, previous] = [to(page + 1), to(Math.min(page - 1, last))]
  const rels = { next, prev: previous, first: to(1), last: to(last) }
  const header = Object.entries(rels).flatMap(([rel, href]) => (href ? [`<${href}>; rel="${rel}"`] : []))
  return { rest_url: link(page, linkParams), next_rest_url: next, previous_rest_url: previous, total_pages: last, header }
}

/** Parameters that other formats do not have, and the password, which no link may contain. */
const LIST_ONLY_PARAMS = ['page', 'per_page', 'cursor', '_fields', 'password']
/** Links to the same list in other formats, for the Link header (`formats`: extension → media type). */
export function alternateLinks(url: string, formats: Readonly<Record<string, string>> = {}, pairs: readonly Pair[] = []): string[] {
  const query = toQueryString(withoutParams(pairs, LIST_ONLY_PARAMS))
  return Object.entries(formats).map(([extension, type]) => `<${url}.${extension}${query}>; rel="alternate"; type="${type}"`)
}
