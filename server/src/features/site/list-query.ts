// The filters of the list of events in the query string of a page, and the reads of the API that follow from them.
import type { Pair } from '../../kernel/http/request-parsing.ts'
import { toLocal } from '../../kernel/time/date-times.ts'
import type { ShownEvent } from './site-records.ts'
import type { ReadOptions, SiteView } from './site-view.ts'

/** Filters that pages share with the list of events of the API. `place` is the name of a place in words. */
export const FILTER_PARAMS = ['search', 'categories', 'tags', 'venue', 'organizer', 'place'] as const
export type FilterParam = (typeof FILTER_PARAMS)[number]
export const LIST_PARAMS: readonly string[] = [...FILTER_PARAMS, 'from', 'to', 'view', 'date', 'page']
export const PAGE_SIZE = 20
const MAX_VALUE_LENGTH = 200
/** Venues that a place in words may stand for. */
const MAX_PLACES = 50

export type Filters = Readonly<Partial<Record<FilterParam | 'from' | 'to', string>>>

/** Fields that a visitor left empty are no filters, and neither are days that do not exist. */
export function readFilters({ query }: SiteView): Filters {
  const texts = FILTER_PARAMS.map((name) => {
    const values = query.getAll(name).map((each) => each.trim())
    return [name, values.filter(Boolean).join(',').slice(0, MAX_VALUE_LENGTH)] as const
  })
  const days = (['from', 'to'] as const).map((name) => [name, parsePageDay(query.get(name))?.toString() ?? ''] as const)
  return Object.fromEntries([...texts, ...days].filter(([, value]) => value !== ''))
}
/** Parses a day such as `2027-05-03`. Returns null for anything else. */
export function parsePageDay(text: string | null): Temporal.PlainDate | null {
  if (text === null || !/^\d{4}-\d\d-\d\d$/.test(text)) return null
  try {
    return Temporal.PlainDate.from(text)
  } catch {
    return null
  }
}
export const hasFilters = (filters: Filters): boolean => Object.keys(filters).length > 0

/** The current day in the time zone of the site. */
export const todayOf = ({ now, site }: SiteView): Temporal.PlainDate => toLocal(now, site.timeZone).toPlainDate()

/** Returns the query string of a list with these filters, with a question mark unless it is empty. */
export function filterQuery(filters: Filters, more: Readonly<Record<string, string | undefined>> = {}): string {
  const pairs = Object.entries({ ...filters, ...more }).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
}

/** Returns the filters as parameters of the API, or null if no venue has the place in words. */
export async function apiFilters(view: SiteView, filters: Filters): Promise<readonly Pair[] | null> {
  const { place, from: _from, to: _to, ...rest } = filters
  const pairs = Object.entries(rest).map(([name, value]): Pair => [name, value])
  if (place === undefined) return pairs
  const query: Pair[] = [
    ['search', place],
    ['per_page', String(Math.min(MAX_PLACES, view.site.maxPerPage))],
  ]
  const { venues } = (await view.reads.json('/venues', { query })) as unknown as { venues: readonly { readonly id: number }[] }
  if (venues.length === 0) return null
  return [...pairs.filter(([name]) => name !== 'venue'), ['venue', venues.map(({ id }) => id).join(',')]]
}

export interface EventPage {
  readonly events: readonly ShownEvent[]
  readonly total: number
  readonly total_pages: number
  /** Another search that matches, if the search matches nothing. */
  readonly suggested_search?: string
}
export const NO_EVENTS: EventPage = { events: [], total: 0, total_pages: 0 }
export const readEvents = async (view: SiteView, query: readonly Pair[], options: ReadOptions = {}): Promise<EventPage> =>
  (await view.reads.json('/events', { ...options, query })) as unknown as EventPage
