// Tells whether saving asks for the dates. The question itself is loaded when it is asked.
import type { EventDetail } from '@kalends/client'
import type { SavePlan } from './inputs.ts'

/** The visibility of a series is the same for all of its dates, so it raises no question. */
const OF_SERIES = ['status', 'date', 'date_utc', 'featured', 'hide_from_listings', 'slug']
/** Whether a change can apply to some dates of a series. */
export function appliesToDates({ type }: EventDetail, { writes }: SavePlan): boolean {
  if (type !== 'series') return type !== 'single' && writes.length > 0
  return writes.some(({ body }) => Object.keys(body).some((name) => !OF_SERIES.includes(name)))
}
