// Loads people, and whether the calendar sends mail.
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { User } from '@kalends/client'
import { useCallback } from 'react'
import { useClient } from '../../lib/language.tsx'
import { SETTINGS_KEY } from '../run/settings-query.ts'
import type { PeopleSearch } from './people-search.ts'

export const USERS_KEY = ['users'] as const
const PAGE_SIZE = 50

export function usePeople(search: PeopleSearch) {
  const client = useClient()
  return useInfiniteQuery({
    queryKey: [...USERS_KEY, 'list', search],
    queryFn: ({ pageParam, signal }) => {
      const { state, ...others } = search
      return client.users.list({ ...others, ...(state && { status: state }), page: pageParam, per_page: PAGE_SIZE }, { signal })
    },
    initialPageParam: 1,
    getNextPageParam: ({ total_pages }, _pages, page) => (page < total_pages ? page + 1 : undefined),
    placeholderData: keepPreviousData,
  })
}
export function useReloadPeople(): () => Promise<void> {
  const queries = useQueryClient()
  return useCallback(() => queries.invalidateQueries({ queryKey: USERS_KEY }), [queries])
}

/** Whether the calendar sends mail. Undefined while it is not known. */
export function useSendsMail(): boolean | undefined {
  const client = useClient()
  const { data } = useQuery({ queryKey: SETTINGS_KEY, queryFn: ({ signal }) => client.settings({ signal }), staleTime: 300_000 })
  return data && data.settings.some(({ name, source }) => name === 'SMTP_URL' && source !== 'default')
}

export const nameOfUser = ({ name, login }: Pick<User, 'name' | 'login'>): string => name || login

const NAMES_MAX = 100
/** The names of people by ID. A calendar with more people than one page shows the others by their number. */
export function useUserNames(): (id: number) => string {
  const client = useClient()
  const { data } = useQuery({
    queryKey: [...USERS_KEY, 'names'],
    queryFn: ({ signal }) => client.users.list({ per_page: NAMES_MAX }, { signal }),
    staleTime: 60_000,
  })
  return useCallback(
    (id) => {
      const user = data?.users.find((each) => each.id === id)
      return user ? nameOfUser(user) : `#${id}`
    },
    [data],
  )
}
