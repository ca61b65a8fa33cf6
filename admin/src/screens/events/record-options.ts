// Finds categories, tags, venues and organizers by a part of their name, for filters and for bulk changes.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Client } from '@kalends/client'
import { useState } from 'react'
import { useDebounced } from '../../lib/delayed.ts'
import { useLanguage } from '../../lib/language.tsx'
import type { PickerOption } from '../../ui/picker.tsx'

export type OptionKind = 'category' | 'tag' | 'venue' | 'organizer'
const LIMIT = 30
const SEARCH_PAUSE_MS = 200

interface OptionSource {
  find(client: Client, search: string, signal: AbortSignal): Promise<PickerOption[]>
  get(client: Client, id: number): Promise<PickerOption>
}
const SOURCES: Readonly<Record<OptionKind, OptionSource>> = {
  category: {
    find: async (client, search, signal) => {
      const params = { per_page: LIMIT, hide_empty: false, ...(search && { search }) }
      const { categories } = await client.categories.list(params, { fields: ['id', 'name', 'language'], signal })
      return categories.map(toOption)
    },
    get: async (client, id) => toOption(await client.categories.get(id, { fields: ['id', 'name', 'language'] })),
  },
  tag: {
    find: async (client, search, signal) => {
      const params = { per_page: LIMIT, hide_empty: false, ...(search && { search }) }
      const { tags } = await client.tags.list(params, { fields: ['id', 'name', 'language'], signal })
      return tags.map(toOption)
    },
    get: async (client, id) => toOption(await client.tags.get(id, { fields: ['id', 'name', 'language'] })),
  },
  venue: {
    find: async (client, search, signal) => {
      const params = { per_page: LIMIT, status: 'any', ...(search && { search }) } as const
      const { venues } = await client.venues.list(params, { fields: ['id', 'venue', 'language'], signal })
      return venues.map(({ venue, ...others }) => toOption({ name: venue, ...others }))
    },
    get: async (client, id) => {
      const { venue, ...others } = await client.venues.get(id, { fields: ['id', 'venue', 'language'] })
      return toOption({ name: venue, ...others })
    },
  },
  organizer: {
    find: async (client, search, signal) => {
      const params = { per_page: LIMIT, status: 'any', ...(search && { search }) } as const
      const { organizers } = await client.organizers.list(params, { fields: ['id', 'organizer', 'language'], signal })
      return organizers.map(({ organizer, ...others }) => toOption({ name: organizer, ...others }))
    },
    get: async (client, id) => {
      const { organizer, ...others } = await client.organizers.get(id, { fields: ['id', 'organizer', 'language'] })
      return toOption({ name: organizer, ...others })
    },
  },
}
const toOption = ({ id, name, language }: { readonly id: number; readonly name: string; readonly language: string }): PickerOption => ({
  id,
  name,
  lang: language,
})

/** The options are loaded when the list is opened. */
export function useOptions(kind: OptionKind) {
  const { client, language } = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const settled = useDebounced(search, SEARCH_PAUSE_MS).trim()
  const query = useQuery({
    queryKey: ['options', kind, language, settled],
    queryFn: ({ signal }) => SOURCES[kind].find(client, settled, signal),
    placeholderData: keepPreviousData,
    enabled: isOpen,
  })
  return {
    search,
    setSearch,
    setOpen,
    options: query.data ?? [],
    isSettled: settled === search.trim() && !query.isPlaceholderData && query.isSuccess,
  }
}

/** The names of the records that a filter selects. A record that does not exist has none. */
export function useSelectedOptions(kind: OptionKind, ids: readonly number[]): readonly PickerOption[] {
  const { client, language } = useLanguage()
  const { data = [] } = useQuery({
    queryKey: ['options', kind, language, ids],
    queryFn: async () => {
      const found = await Promise.allSettled(ids.map((id) => SOURCES[kind].get(client, id)))
      return found.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    },
    enabled: ids.length > 0,
    staleTime: 300_000,
  })
  return ids.length > 0 ? data : []
}
