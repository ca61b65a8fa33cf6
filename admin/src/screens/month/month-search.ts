// The search parameters of the month view: the month, and the filters that it shares with the list.
import { validateEventSearch, type EventSearch, type LinkFilter } from '../events/event-search.ts'

type SharedFilters = Pick<EventSearch, 'status' | LinkFilter>
export interface MonthSearch extends SharedFilters {
  /** Such as `2026-11`. The default is the current month. */
  readonly month?: string
}

const SHARED = ['status', 'category', 'venue', 'organizer'] as const satisfies readonly (keyof SharedFilters)[]
/** The filters that the list and the month view have in common. */
export const sharedFilters = (search: EventSearch): SharedFilters =>
  Object.fromEntries(SHARED.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])))

const MONTH = /^[1-9]\d{3}-(?:0[1-9]|1[0-2])$/
/** Keeps valid parameters of an address that anybody may have written. */
export function validateMonthSearch(search: Record<string, unknown>): MonthSearch {
  const { month } = search
  return { ...sharedFilters(validateEventSearch(search)), ...(typeof month === 'string' && MONTH.test(month) && { month }) }
}
