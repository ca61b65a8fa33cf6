// Finds events, venues and organizers by a part of their text, and reads the names of records by ID.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Client, Status } from '@kalends/client'
import { useDebounced } from '../../lib/delayed.ts'
import type { RecordKind } from '../../lib/destinations.ts'
import { useLanguage } from '../../lib/language.tsx'
import { readRecent } from '../../lib/recent-records.ts'
import { ALL_RECORDS } from '../events/event-search.ts'

export interface FoundRecord {
  readonly kind: RecordKind
  readonly id: number
  readonly name: string
  readonly language: string
  readonly status: Status
  /** The start of an event on the clocks of its place. */
  readonly start?: string
  readonly city?: string
}
const FOUND_MAX = 20
const PAUSE_MS = 150

const EVENT = ['id', 'title', 'language', 'status', 'start_date'] as const
const VENUE = ['id', 'venue', 'language', 'status', 'city'] as const
const ORGANIZER = ['id', 'organizer', 'language', 'status'] as const
type Named = Pick<FoundRecord, 'id' | 'language' | 'status'>
const pick = ({ id, language, status }: Named): Named => ({ id, language, status })
const toEvent = (each: Named & { readonly title: string; readonly start_date: string }): FoundRecord => ({
  ...pick(each),
  kind: 'event',
  name: each.title,
  start: each.start_date,
})
const toVenue = (each: Named & { readonly venue: string; readonly city?: string | null }): FoundRecord => ({
  ...pick(each),
  kind: 'venue',
  name: each.venue,
  ...(each.city && { city: each.city }),
})
const toOrganizer = (each: Named & { readonly organizer: string }): FoundRecord => ({
  ...pick(each),
  kind: 'organizer',
  name: each.organizer,
})

/** Those that changed last come first. */
async function findRecords(client: Client, search: string, signal: AbortSignal): Promise<readonly FoundRecord[]> {
  const params = { search, status: 'any', per_page: FOUND_MAX, orderby: 'modified', order: 'desc' } as const
  const [{ events }, { venues }, { organizers }] = await Promise.all([
    client.events.list({ ...ALL_RECORDS, ...params }, { fields: EVENT, signal }),
    client.venues.list(params, { fields: VENUE, signal }),
    client.organizers.list(params, { fields: ORGANIZER, signal }),
  ])
  return [...events.map(toEvent), ...venues.map(toVenue), ...organizers.map(toOrganizer)]
}

/** The records that match the text, after the person has paused. A request for an earlier text is aborted. */
export function useFoundRecords(text: string) {
  const { client, language } = useLanguage()
  const wanted = text.trim()
  const search = useDebounced(wanted, PAUSE_MS)
  const query = useQuery({
    queryKey: ['palette', 'found', language, search],
    queryFn: ({ signal }) => findRecords(client, search, signal),
    placeholderData: keepPreviousData,
    enabled: search !== '',
  })
  const isCurrent = search === wanted && !query.isPlaceholderData
  return {
    records: wanted === '' ? [] : (query.data ?? []),
    isCurrent,
    isSearching: wanted !== '' && !(isCurrent && !query.isFetching),
    query,
  }
}

const LOADERS: Readonly<Record<RecordKind, (client: Client, id: number, signal: AbortSignal) => Promise<FoundRecord>>> = {
  event: async (client, id, signal) => toEvent(await client.events.get(id, { fields: EVENT, signal })),
  venue: async (client, id, signal) => toVenue(await client.venues.get(id, { fields: VENUE, signal })),
  organizer: async (client, id, signal) => toOrganizer(await client.organizers.get(id, { fields: ORGANIZER, signal })),
}
/** The records that the person opened last. Records that no longer exist, or that the person may no longer see, are left out. */
export function useRecentRecords(userId: number | null): readonly FoundRecord[] {
  const { client, language } = useLanguage()
  const recent = readRecent(userId)
  const { data = [] } = useQuery({
    queryKey: ['palette', 'recent', language, recent],
    queryFn: async ({ signal }) => {
      const loaded = await Promise.allSettled(recent.map(({ kind, id }) => LOADERS[kind](client, id, signal)))
      return loaded.flatMap((each) => (each.status === 'fulfilled' && each.value.status !== 'trash' ? [each.value] : []))
    },
    enabled: recent.length > 0,
  })
  return data
}
