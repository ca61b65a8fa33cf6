// The secret of a link from a mail or from the terminal of the server. It is the fragment of the address, which browsers do not send.
import { useState } from 'react'

/** Reads the secret once and removes it from the address, so that it is neither bookmarked nor seen on a screen. */
export function useLinkToken(): string {
  const [token] = useState(() => location.hash.slice(1))
  if (location.hash !== '') history.replaceState(history.state, '', location.pathname + location.search)
  return token
}
