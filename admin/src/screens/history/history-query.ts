// Loads the history of an event page by page, and the event itself for its title and its current version.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { etagOf, type HistoryEntry, type HistoryPage } from '@kalends/client'
import { useEffect } from 'react'
import { useLanguage } from '../../lib/language.tsx'
import { EVENTS_KEY } from '../events/event-queries.ts'

const PAGE_SIZE = 20

export const historyKey = (id: number, language: string): readonly unknown[] => [...EVENTS_KEY, 'history', id, language]

export function useHistory(id: number) {
  const { client, language } = useLanguage()
  return useInfiniteQuery({
    queryKey: historyKey(id, language),
    queryFn: ({ pageParam, signal }): Promise<HistoryPage> =>
      client.history('events', id, { page: pageParam, per_page: PAGE_SIZE }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total_pages }, _pages, page) => (page < total_pages ? page + 1 : undefined),
  })
}
export type HistoryQuery = ReturnType<typeof useHistory>

export interface EventHead {
  readonly title: string
  /** Language of the title. */
  readonly language: string
  /** For `If-Match`. The version of a date also rises with its series, so the history of the date does not have it. */
  readonly etag: string | undefined
}
export function useEventHead(id: number) {
  const { client, language } = useLanguage()
  return useQuery<EventHead>({
    queryKey: [...EVENTS_KEY, 'head', id, language],
    queryFn: async ({ signal }) => {
      const record = await client.events.get(id, { fields: ['title', 'language'], signal })
      return { title: record.title, language: record.language, etag: etagOf(record) }
    },
  })
}

/** A change that is made between two requests moves entries to the next page, so an entry may be loaded twice. */
export function entriesOf(pages: readonly HistoryPage[]): HistoryEntry[] {
  const entries = new Map<number, HistoryEntry>()
  for (const { history } of pages) for (const entry of history) if (!entries.has(entry.version)) entries.set(entry.version, entry)
  return [...entries.values()]
}

/** Loads more pages until they have the version that the address names. */
export function useWantedVersion(
  { data, hasNextPage, isFetching, isError, fetchNextPage }: HistoryQuery,
  version: number | undefined,
): void {
  const isMissing = version !== undefined && data !== undefined && !entriesOf(data.pages).some((entry) => entry.version === version)
  const isWanted = isMissing && hasNextPage && !isFetching && !isError
  useEffect(() => {
    if (isWanted) void fetchNextPage()
  }, [isWanted, fetchNextPage])
}
