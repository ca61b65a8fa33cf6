// Loads the queue of the review, one submission, and the notes about one.
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { QueuedReview } from '@kalends/client'
import { useClient, useLanguage } from '../../lib/language.tsx'
import { itemKey, type ReviewSearch } from './review-search.ts'
import { QUEUE_KEY, REFRESH_MS } from './review-total.ts'
import { COLLECTIONS, loadSubmission } from './submission.ts'

const PAGE_SIZE = 30

export function useReviewQueue({ state }: ReviewSearch) {
  const { client, language } = useLanguage()
  return useInfiniteQuery({
    queryKey: [...QUEUE_KEY, 'list', language, state],
    queryFn: ({ pageParam, signal }) => client.reviews({ state: state ?? 'waiting', page: pageParam, per_page: PAGE_SIZE }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, _pages, page) => (page * PAGE_SIZE < total ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
}
export type ReviewQueue = ReturnType<typeof useReviewQueue>

export function useSubmission(item: QueuedReview) {
  const { client, language } = useLanguage()
  return useQuery({
    queryKey: [...QUEUE_KEY, 'item', itemKey(item), item.at_utc, language],
    queryFn: ({ signal }) => loadSubmission(client, item, signal),
    // An editor decides on the version that is shown, so it changes only when it is loaded again on purpose.
    staleTime: 0,
  })
}

export function useReviewNotes(item: QueuedReview) {
  const client = useClient()
  return useQuery({
    queryKey: [...QUEUE_KEY, 'notes', itemKey(item), item.at_utc],
    queryFn: ({ signal }) => client.reviewNotes(COLLECTIONS[item.kind], item.id, { signal }),
  })
}
