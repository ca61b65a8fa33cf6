// Loads the list of events, the numbers of its tabs, and the recurrence of series in words.
import { keepPreviousData, useInfiniteQuery, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Event, EventList, PickFields, StatusCounts } from '@kalends/client'
import { useCallback } from 'react'
import { useLanguage } from '../../lib/language.tsx'
import { useMe } from '../../lib/me.ts'
import { ALL_RECORDS, filtersOf, orderOf, STATUSES, type EventSearch } from './event-search.ts'

const FIELDS = [
  'id',
  'author',
  'status',
  'date',
  'title',
  'language',
  'image',
  'all_day',
  'start_date',
  'end_date',
  'type',
  'series',
  'overrides',
  'event_status',
  'categories',
  'venue',
  'organizer',
  'translation_status',
  'translation_fields',
] as const
export type ListedEvent = Pick<Event, (typeof FIELDS)[number]>
type ListPage = EventList<PickFields<Event, (typeof FIELDS)[number]>>
const PAGE_SIZE = 50

/** The key of everything that shows events. Invalidate it after each write. */
export const EVENTS_KEY = ['events'] as const

export function useEventList(search: EventSearch) {
  const { client, language } = useLanguage()
  return useInfiniteQuery({
    queryKey: [...EVENTS_KEY, 'list', language, search],
    queryFn: ({ pageParam, signal }): Promise<ListPage> =>
      client.events.list(
        { ...filtersOf(search), status: search.status ?? 'any', order: orderOf(search), per_page: PAGE_SIZE, cursor: pageParam },
        { fields: FIELDS, signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    // After a failure the list is loaded again every few seconds.
    refetchInterval: ({ state }) => (state.status === 'error' ? 5_000 : false),
  })
}
export type EventListQuery = ReturnType<typeof useEventList>

/** How many events each tab has. */
export function useTabCounts(search: EventSearch) {
  const { client, language } = useLanguage()
  const filters = filtersOf(search)
  return useQuery<StatusCounts>({
    queryKey: [...EVENTS_KEY, 'counts', language, filters],
    queryFn: ({ signal }) => client.countByStatus('events', filters, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** How many events the calendar has: each series counts once, and the trash does not count. */
export function useEventTotal() {
  const { client } = useLanguage()
  const { data: me } = useMe()
  return useQuery<StatusCounts, Error, { readonly total: number; readonly trashed: number }>({
    queryKey: [...EVENTS_KEY, 'total'],
    queryFn: ({ signal }) => client.countByStatus('events', ALL_RECORDS, { signal }),
    select: ({ trash, ...others }) => ({ total: sum(Object.values(others)), trashed: trash }),
    enabled: me !== undefined,
    staleTime: 300_000,
  })
}
export const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

const SUMMARY_FIELDS = ['id', 'recurrence_text', 'occurrences'] as const
export type SeriesSummary = Pick<Event, (typeof SUMMARY_FIELDS)[number]>
const NO_SUMMARIES: ReadonlyMap<number, SeriesSummary> = new Map()

/** The recurrences of all listed series in words. The series of one page share one request. */
export function useSeriesSummaries(pages: readonly ListPage[] | undefined): ReadonlyMap<number, SeriesSummary> {
  const { client, language } = useLanguage()
  const idsByPage = (pages ?? []).map(({ events }) => [...new Set(events.flatMap(({ series }) => series ?? []))])
  return useQueries({
    queries: idsByPage.map((ids) => ({
      queryKey: [...EVENTS_KEY, 'summaries', language, ids],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        client.events.list({ include: ids, status: STATUSES, records: true, per_page: PAGE_SIZE }, { fields: SUMMARY_FIELDS, signal }),
      enabled: ids.length > 0,
      staleTime: 60_000,
    })),
    combine: combineSummaries,
  })
}
const combineSummaries = (results: readonly { readonly data: { readonly events: readonly SeriesSummary[] } | undefined }[]) =>
  results.every(({ data }) => data === undefined)
    ? NO_SUMMARIES
    : new Map(results.flatMap(({ data }) => data?.events ?? []).map((summary) => [summary.id, summary]))

export function useReloadEvents(): () => Promise<void> {
  const queries = useQueryClient()
  return useCallback(() => queries.invalidateQueries({ queryKey: EVENTS_KEY }), [queries])
}

/** Removes rows from all loaded lists before the server has answered. The result brings them back. */
export function useHideRows(): (ids: ReadonlySet<number>) => () => void {
  const queries = useQueryClient()
  return useCallback(
    (ids) => {
      const queryKey = [...EVENTS_KEY, 'list']
      const before = queries.getQueriesData<{ pages: ListPage[] }>({ queryKey })
      for (const [key, list] of before) if (list) queries.setQueryData(key, { ...list, pages: withoutRows(list.pages, ids) })
      return () => before.forEach(([key, list]) => queries.setQueryData(key, list))
    },
    [queries],
  )
}

function withoutRows(pages: readonly ListPage[], ids: ReadonlySet<number>): ListPage[] {
  const left = pages.map(({ events }) => events.filter(({ id }) => !ids.has(id)))
  const removed = sum(pages.map(({ events }, index) => events.length - (left[index] ?? []).length))
  return pages.map((page, index) => ({ ...page, events: left[index] ?? [], total: page.total - removed }))
}
