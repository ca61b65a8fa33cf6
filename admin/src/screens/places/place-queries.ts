// Loads lists of venues and organizers, the numbers of their tabs, and the number of upcoming events of one of them.
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Status, StatusCounts } from '@kalends/client'
import { useClient, useLanguage } from '../../lib/language.tsx'
import { LIBRARY_KEY } from '../library/use-library-change.ts'
import type { PlaceKind, PlacePage } from './place-kinds.ts'
import type { PlaceSearch } from './place-search.ts'

const PAGE_SIZE = 30

export function usePlaceList(kind: PlaceKind, search: PlaceSearch) {
  const { client, language } = useLanguage()
  const { search: text } = search
  const status: Status | 'any' = search.status ?? 'any'
  return useInfiniteQuery({
    queryKey: [LIBRARY_KEY, kind.plural, 'list', language, text, status],
    queryFn: ({ pageParam, signal }): Promise<PlacePage> =>
      kind.list(client, { ...(text && { search: text }), status, cursor: pageParam, per_page: PAGE_SIZE }, signal),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })
}

export function usePlaceCounts({ plural }: PlaceKind, { search }: PlaceSearch) {
  const client = useClient()
  return useQuery<StatusCounts>({
    queryKey: [LIBRARY_KEY, plural, 'counts', search],
    queryFn: ({ signal }) => client.countByStatus(plural, search ? { search } : {}, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** How many events from today on take place there. A series counts once. */
export function useUpcomingEvents({ plural, nameField }: PlaceKind, id: number) {
  const client = useClient()
  return useQuery({
    queryKey: [LIBRARY_KEY, plural, 'upcoming', id],
    queryFn: async ({ signal }) => {
      const params = { [nameField]: id, status: 'any', records: true, per_page: 1 } as const
      return (await client.events.list(params, { fields: ['id'], signal })).total
    },
    staleTime: 60_000,
  })
}
