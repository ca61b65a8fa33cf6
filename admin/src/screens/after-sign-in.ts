// The step after the password: either the person is signed in, or a code of the second factor is needed.
import { useNavigate } from '@tanstack/react-router'
import type { SignInResult } from '@kalends/client'
import { useCallback } from 'react'
import { useForgetEverything } from '../lib/me.ts'

/** Opens the screen that the person wanted. Only paths of the admin count, because anybody can write a link with another address. */
export function useEnter(): (wanted?: string) => void {
  const navigate = useNavigate()
  const forget = useForgetEverything()
  return useCallback(
    (wanted) => {
      forget()
      const path = wanted !== undefined && /^\/(?![/\\])/.test(wanted) ? wanted : '/'
      void navigate({ to: path as '/', replace: true })
    },
    [navigate, forget],
  )
}

/** Returns the token of the second step, or null after the person has been let in. */
export function useCompletion(): (result: SignInResult, wanted?: string) => string | null {
  const enter = useEnter()
  return useCallback(
    (result, wanted) => {
      if (result.second_factor !== null) return result.second_factor.token
      enter(wanted)
      return null
    },
    [enter],
  )
}
