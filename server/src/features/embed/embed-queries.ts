// The requests of the embedded calendar: the attributes of its elements, and the parameters of /embed/list and /embed/month, as queries of the API.

export const EMBED_FILTERS = ['categories', 'tags', 'venue', 'organizer'] as const
export type EmbedFilters = Readonly<Partial<Record<(typeof EMBED_FILTERS)[number], string>>>
export interface EmbedOptions {
  readonly language: string
  readonly filters: EmbedFilters
  /** `series` lists each series once. It has no use in a month, which shows every date. */
  readonly collapse: string | null
  /** The number of events in the list. */
  readonly limit: string
}

export const DEFAULT_LIMIT = '5'
const EVENT_FIELDS = 'id,url,title,language,all_day,start_date,end_date,event_status,venue.venue,image.sizes,image.focal_point'
const TIME_FIELDS = 'all_day,start_date,end_date,utc_start_date,utc_end_date'

/** The next events, and those that are in progress. */
export const upcomingQuery = ({ filters, collapse, language, limit }: EmbedOptions): URLSearchParams =>
  new URLSearchParams({
    ...filters,
    ...(collapse !== null && { collapse }),
    from: 'today',
    per_page: limit,
    i18n_language: language,
    _fields: EVENT_FIELDS,
  })

/** The events of a day. */
export const dayQuery = ({ filters, language, limit }: EmbedOptions, day: string): URLSearchParams =>
  new URLSearchParams({ ...filters, from: day, to: day, per_page: limit, i18n_language: language, _fields: EVENT_FIELDS })

/** The times of the events between two days, in pages. */
export const timesQuery = (
  { filters, language }: EmbedOptions,
  [first, last]: readonly [first: string, last: string],
  [page, perPage]: readonly [page: number, perPage: number],
): URLSearchParams =>
  new URLSearchParams({
    ...filters,
    from: first,
    to: last,
    page: String(page),
    per_page: String(perPage),
    i18n_language: language,
    _fields: TIME_FIELDS,
  })

/** The largest number of pages of `timesQuery` that are read for a month. */
export const MAX_TIME_PAGES = 5

/** The path of the same view without scripts. */
export function embedPath(view: 'list' | 'month', { filters, collapse, language, limit }: EmbedOptions, date?: string): string {
  const query = new URLSearchParams({
    ...filters,
    ...(view === 'list' && collapse !== null && { collapse }),
    ...(limit !== DEFAULT_LIMIT && { limit }),
    ...(date !== undefined && { date }),
  })
  return `/${language}/embed/${view}${query.size === 0 ? '' : `?${query.toString()}`}`
}

/** Reads the options from the query of a page. A parameter may occur several times, as in a form with several choices. */
export function optionsOfQuery({ query, language }: { readonly query: URLSearchParams; readonly language: string }): EmbedOptions {
  const valueOf = (name: string): string => query.getAll(name).filter(Boolean).join(',')
  const filters = EMBED_FILTERS.map((name) => [name, valueOf(name)] as const).filter(([, value]) => value !== '')
  return {
    language,
    filters: Object.fromEntries(filters),
    limit: query.get('limit') || DEFAULT_LIMIT,
    collapse: query.get('collapse') || null,
  }
}
