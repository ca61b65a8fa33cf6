// The length of the queue of the review, for the navigation.
import { useQuery } from '@tanstack/react-query'
import type { Me } from '@kalends/client'
import { useClient } from '../../lib/language.tsx'
import { EVENTS_KEY } from '../events/event-queries.ts'

/** Writes of events also change the queue. */
export const QUEUE_KEY = [...EVENTS_KEY, 'reviews'] as const
export const REFRESH_MS = 60_000

/** How many submissions wait for this person: for editors those to decide on, for others those that were returned. */
export function useReviewTotal(me: Me, isEnabled: boolean) {
  const client = useClient()
  const state = me.may.edit_others ? 'waiting' : 'returned'
  return useQuery({
    queryKey: [...QUEUE_KEY, 'total', state],
    queryFn: ({ signal }) => client.reviews({ state, per_page: 1 }, { signal }),
    select: ({ total }) => total,
    refetchInterval: REFRESH_MS,
    enabled: isEnabled,
  })
}
