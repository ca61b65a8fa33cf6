// The person who is signed in.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Me } from '@kalends/client'
import { useCallback } from 'react'
import { useClient } from './language.tsx'
import { pageSettings } from './page-settings.ts'

export function useMe() {
  const client = useClient()
  return useQuery<Me>({ queryKey: ['me'], queryFn: ({ signal }) => client.me({ signal }), staleTime: 60_000 })
}

/** Whether nobody is signed in, although the calendar requires it. */
export const isSignedOut = (me: Me): boolean => pageSettings.authentication && me.id === null

/** Drops everything that the previous person has loaded. */
export function useForgetEverything(): () => void {
  const queries = useQueryClient()
  return useCallback(() => queries.clear(), [queries])
}
