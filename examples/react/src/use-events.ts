// Loads a page of upcoming events, and aborts the request when the search, the language or the page changes.
import { isKalendsError, type Client, type EventList } from '@kalends/client'
import { useEffect, useState } from 'react'

interface EventsQuery {
  readonly language: string
  readonly search: string
  readonly page: number
}
interface EventsState {
  readonly list?: EventList
  readonly error?: string
}

export function useEvents(client: Client, { language, search, page }: EventsQuery): EventsState {
  const [state, setState] = useState<EventsState>({})
  useEffect(() => {
    const controller = new AbortController()
    const params = { from: 'today', per_page: 10, page, ...(search && { search }) }
    client.events.list(params, { language, signal: controller.signal }).then(
      (list) => setState({ list }),
      (error: unknown) => {
        if (controller.signal.aborted) return
        setState({ error: isKalendsError(error) ? error.message : String(error) })
      },
    )
    return () => controller.abort()
  }, [client, language, search, page])
  return state
}
