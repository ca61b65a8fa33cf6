// The search parameters of a list of venues or organizers.
import type { Status } from '@kalends/client'
import { STATUSES } from '../events/event-search.ts'

export interface PlaceSearch {
  readonly search?: string
  readonly status?: Status
}

/** Keeps valid parameters of an address that anybody may have written. */
export function validatePlaceSearch({ search, status }: Record<string, unknown>): PlaceSearch {
  const known = STATUSES.find((each) => each === status)
  const text = ['string', 'number'].includes(typeof search) ? String(search) : ''
  return { ...(text && { search: text }), ...(known && { status: known }) }
}
