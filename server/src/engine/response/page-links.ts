// Addresses of the pages of a list (contract 3.8 to 3.10). Pure.
import type { Pair } from '../../kernel/http/request-parsing.ts'

export const toQueryString = (pairs: readonly Pair[]): string =>
  pairs.length === 0 ? '' : `?${pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')}`

/** Returns the pairs without these parameters, also without those in brackets such as `name[0]`. */
export const withoutParams = (pairs: readonly Pair[], names: readonly string[]): Pair[] =>
  pairs.filter(([name]) => !names.includes(name.replace(/\[.*$/s, '')))

export interface PageRequest {
  readonly page: number
  readonly total: number
  readonly perPage: number
}
/** Links to this and the other pages. They carry every parameter but a password; dates as they were applied. */
export function pageLinks(
  address: string,
  pairs: readonly Pair[],
  applied: Readonly<Record<string, string>>,
  { page, total, perPage }: PageRequest,
) {
  const last = Math.ceil(total / perPage)
  const kept = withoutParams(pairs, ['page', 'password'])
  const link = (n: number, params: readonly Pair[]): string => {
    const all = n === 1 && !pairs.some(([name]) => name === 'page') ? params : [...params, ['page', String(n)] as const]
    return address + toQueryString(all)
  }
  const resolved: Pair[] = [...kept.filter(([name]) => !Object.hasOwn(applied, name)), ...Object.entries(applied)]
  const to = (n: number): string | null => (n >= 1 && n <= last ? link(n, resolved) : null)
  const [next, previous] = [to(page + 1), to(Math.min(page - 1, last))]
  const rels = { next, prev: previous, first: to(1), last: to(last) }
  const header = Object.entries(rels).flatMap(([rel, href]) => (href ? [`<${href}>; rel="${rel}"`] : []))
  return { rest_url: link(page, kept), next_rest_url: next, previous_rest_url: previous, total_pages: last, header }
}

/** Parameters that are not for other formats, or for nobody's eyes. */
const OWN_PARAMS = ['page', 'per_page', '_fields', 'password']
/** Links to the same list in other formats, for the Link header (`formats`: extension → media type). */
export function alternateLinks(address: string, formats: Readonly<Record<string, string>> = {}, pairs: readonly Pair[] = []): string[] {
  const query = toQueryString(withoutParams(pairs, OWN_PARAMS))
  return Object.entries(formats).map(([ending, type]) => `<${address}.${ending}${query}>; rel="alternate"; type="${type}"`)
}
