// The search parameters of the list of events, and the request that they stand for. Parameters with their default value are left out.
import type { EventListParams, Status } from '@kalends/client'
import { addDays, todayIn } from '../../lib/days.ts'
import { pageSettings } from '../../lib/page-settings.ts'

export const RANGES = ['today', 'week', 'month', 'year', 'all', 'past'] as const
export type Range = (typeof RANGES)[number]
export const DEFAULT_RANGE: Range = 'month'
export const STATUSES = ['publish', 'pending', 'draft', 'future', 'private', 'trash'] as const satisfies readonly Status[]

export interface EventSearch {
  readonly status?: Status
  readonly search?: string
  readonly range?: Range
  /** One ID as a number, several as text with commas: both have a legible form in the address. */
  readonly category?: number | string
  readonly venue?: number | string
  readonly organizer?: number | string
  /** Language without a translation. */
  readonly missing?: string
}
export type LinkFilter = 'category' | 'venue' | 'organizer'
export const LINK_FILTERS: readonly LinkFilter[] = ['category', 'venue', 'organizer']

export const idsIn = (value: number | string | undefined): number[] =>
  value === undefined
    ? []
    : String(value)
        .split(',')
        .map(Number)
        .filter((id) => Number.isSafeInteger(id) && id > 0)
export const idsParam = (ids: readonly number[]): number | string | undefined => (ids.length > 1 ? ids.join() : ids[0])

/** Keeps valid parameters of an address that anybody may have written. */
export function validateEventSearch(search: Record<string, unknown>): EventSearch {
  const text = (name: string): string => (['string', 'number'].includes(typeof search[name]) ? String(search[name]) : '')
  const oneOf = <T extends string>(values: readonly T[], name: string): T | undefined => values.find((value) => value === text(name))
  const range = oneOf(RANGES, 'range')
  const links = LINK_FILTERS.map((name) => [name, idsParam(idsIn(text(name)))])
  return dropUndefined({
    status: oneOf(STATUSES, 'status'),
    search: text('search') || undefined,
    range: range === DEFAULT_RANGE ? undefined : range,
    missing: oneOf(pageSettings.languages, 'missing'),
    ...Object.fromEntries(links),
  })
}
const dropUndefined = (values: object): EventSearch =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''))

/** Returns the search with other values. */
export const changeSearch = (
  search: EventSearch,
  changes: { readonly [K in keyof EventSearch]?: EventSearch[K] | undefined },
): EventSearch =>
  dropUndefined({
    ...search,
    ...changes,
    range: (changes.range ?? search.range) === DEFAULT_RANGE ? undefined : (changes.range ?? search.range),
  })

/** Whether the search selects fewer events than the list without parameters does. */
export const isFiltered = (search: EventSearch): boolean => Object.keys(search).some((name) => name !== 'range')

/** Without a date filter, the API lists the events from now on. */
const FIRST_DAY = '0001-01-02'
const LAST_DAYS = { today: 0, week: 6, month: 29, year: 364 } as const
export const todayOfCalendar = (): string => todayIn(pageSettings.time_zone)

function datesOf(range: Range): EventListParams {
  const today = todayOfCalendar()
  if (range === 'all') return { starts_after: FIRST_DAY }
  if (range === 'past') return { ends_before: addDays(today, -1) }
  return { from: today, to: addDays(today, LAST_DAYS[range]) }
}

/** The filters of the list, without the status. */
export const filtersOf = ({ search, range = DEFAULT_RANGE, category, venue, organizer, missing }: EventSearch): EventListParams => ({
  ...datesOf(range),
  ...(search && { search }),
  ...(category !== undefined && { categories: category }),
  ...(venue !== undefined && { venue }),
  ...(organizer !== undefined && { organizer }),
  ...(missing && { missing_translation: missing }),
})
export const orderOf = ({ range }: EventSearch): 'asc' | 'desc' => (range === 'past' ? 'desc' : 'asc')
/** Every record of the calendar: a series counts once. */
export const ALL_RECORDS = { starts_after: FIRST_DAY, records: true } as const
