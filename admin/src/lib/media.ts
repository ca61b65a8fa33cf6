// Conditions of the window, such as its width.
import { useCallback, useSyncExternalStore } from 'react'

/** Where the navigation moves to the lower edge, and screens have one column. */
export const NARROW = '(max-width: 48rem)'

export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
