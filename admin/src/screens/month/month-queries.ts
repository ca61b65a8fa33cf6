// Loads all events of the weeks that a month view shows.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Event } from '@kalends/client'
import { addDays } from '../../lib/days.ts'
import { useLanguage } from '../../lib/language.tsx'
import { EVENTS_KEY } from '../events/event-queries.ts'
import type { MonthSearch } from './month-search.ts'

const FIELDS = [
  'id',
  'author',
  'status',
  'date',
  'title',
  'language',
  'all_day',
  'start_date',
  'end_date',
  'series',
  'event_status',
  'categories',
] as const
export type MonthEvent = Pick<Event, (typeof FIELDS)[number]>
export interface MonthEvents {
  readonly events: readonly MonthEvent[]
  /** Whether there are more events than the limit. */
  readonly isCut: boolean
}
/** The largest number of events that are loaded for one view. */
export const EVENT_LIMIT = 500
/** The API compares days in the time zone of the calendar. Days in other time zones differ from them by less than two days. */
const ZONE_MARGIN_DAYS = 2

export function useMonthEvents(firstDay: string, lastDay: string, { status, category, venue, organizer }: Omit<MonthSearch, 'month'>) {
  const { client, language } = useLanguage()
  const params = {
    status: status ?? ('any' as const),
    from: addDays(firstDay, -ZONE_MARGIN_DAYS),
    to: addDays(lastDay, ZONE_MARGIN_DAYS),
    order: 'asc' as const,
    ...(category !== undefined && { categories: category }),
    ...(venue !== undefined && { venue }),
    ...(organizer !== undefined && { organizer }),
  }
  return useQuery<MonthEvents>({
    queryKey: [...EVENTS_KEY, 'month', language, params],
    queryFn: async ({ signal }) => {
      const events: MonthEvent[] = []
      for await (const event of client.events.all(params, { fields: FIELDS, signal })) {
        if (events.length === EVENT_LIMIT) return { events, isCut: true }
        events.push(event)
      }
      return { events, isCut: false }
    },
    placeholderData: keepPreviousData,
    // After a failure the events are loaded again every few seconds.
    refetchInterval: ({ state }) => (state.status === 'error' ? 5_000 : false),
  })
}
export type MonthQuery = ReturnType<typeof useMonthEvents>
