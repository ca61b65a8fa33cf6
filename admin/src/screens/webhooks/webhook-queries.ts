// Loads webhooks and their deliveries.
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Client, WebhookDelivery, WebhookDeliveryState } from '@kalends/client'
import { useCallback } from 'react'
import { useClient } from '../../lib/language.tsx'

const WEBHOOKS_KEY = ['webhooks'] as const
const PAGE_SIZE = 20
/** How often messages are loaded again while some are on their way, and otherwise. */
const [WATCH_MS, IDLE_MS] = [1_000, 5_000]

export function useWebhooks() {
  const client = useClient()
  return useQuery({ queryKey: [...WEBHOOKS_KEY, 'list'], queryFn: ({ signal }) => client.webhooks.list({ signal }) })
}
export function useWebhook(id: number) {
  const client = useClient()
  return useQuery({
    queryKey: [...WEBHOOKS_KEY, 'one', id],
    queryFn: ({ signal }) => client.webhooks.get(id, { signal }),
    refetchInterval: IDLE_MS,
  })
}

/** Deliveries that are on their way are loaded again until they have arrived. */
export function useDeliveries(id: number, state: WebhookDeliveryState | undefined) {
  const client = useClient()
  return useInfiniteQuery({
    queryKey: [...WEBHOOKS_KEY, 'deliveries', id, state],
    queryFn: ({ pageParam, signal }) =>
      client.webhooks.deliveries(id, { page: pageParam, per_page: PAGE_SIZE, ...(state && { state }) }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total_pages }, _pages, page) => (page < total_pages ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.pages.some(({ deliveries }) => deliveries.some(isOnItsWay)) ? WATCH_MS : IDLE_MS),
  })
}
const isOnItsWay = ({ state }: WebhookDelivery): boolean => state === 'waiting' || state === 'sending'

export function useFailedCount(id: number) {
  const client = useClient()
  return useQuery({
    queryKey: [...WEBHOOKS_KEY, 'failed', id],
    queryFn: async ({ signal }) => (await client.webhooks.deliveries(id, { state: 'failed', per_page: 1 }, { signal })).total,
    refetchInterval: IDLE_MS,
  })
}

const FAILED_PER_PAGE = 100
/** Sends all failed messages again, and returns how many. A message that is sent again leaves the list of failed ones. */
export async function redeliverFailed(client: Client, id: number): Promise<number> {
  const failed: number[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { deliveries, total_pages } = await client.webhooks.deliveries(id, { state: 'failed', page, per_page: FAILED_PER_PAGE })
    pages = total_pages
    failed.push(...deliveries.map((delivery) => delivery.id))
  }
  for (const delivery of failed) await client.webhooks.redeliver(id, delivery)
  return failed.length
}

export function useReloadWebhooks(): () => Promise<void> {
  const queries = useQueryClient()
  return useCallback(() => queries.invalidateQueries({ queryKey: WEBHOOKS_KEY }), [queries])
}
