// Requests of the widget to a calendar. They need no credentials, and every site may send them.
import type { EmbedEvent } from '../../server/src/features/embed/embed-markup.ts'
import type { EmbedTimes } from '../../server/src/features/embed/embed-days.ts'

/** The content of `/embed/calendar.json`. */
export interface EmbedCalendar {
  readonly name: string
  readonly url: string
  /** The URL of the API without a language. */
  readonly api: string
  readonly has_pages: boolean
  readonly languages: readonly string[]
  readonly default_language: string
  readonly time_zone: string
  readonly per_page_max: number
}
export interface EventPage<T extends EmbedEvent | EmbedTimes> {
  readonly events: readonly T[]
  readonly total: number
}

const TIMEOUT_MS = 20_000
const calendars = new Map<string, Promise<EmbedCalendar>>()

/** All elements of a page share one request for each calendar. */
export function loadCalendar(server: string): Promise<EmbedCalendar> {
  const known = calendars.get(server)
  if (known !== undefined) return known
  const loaded = requestJson<EmbedCalendar>(`${server}/embed/calendar.json`)
  calendars.set(server, loaded)
  loaded.catch(() => calendars.delete(server))
  return loaded
}

export const loadEvents = <T extends EmbedEvent | EmbedTimes>(
  { api }: EmbedCalendar,
  query: URLSearchParams,
  signal: AbortSignal,
): Promise<EventPage<T>> => requestJson(`${api}/events?${query.toString()}`, signal)

async function requestJson<T>(url: string, signal?: AbortSignal): Promise<T> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(url, { credentials: 'omit', signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]) })
  const body = (await response.json()) as T & { readonly message?: string }
  if (!response.ok) throw new Error(body.message ?? `${response.status} ${url}`)
  return body
}

/** The language of the calendar that matches a language of the page: `fr-CA` matches `fr`, and `pt` matches `pt-pt`. */
export function matchLanguage(
  wanted: string,
  { languages, default_language: fallback }: Pick<EmbedCalendar, 'languages' | 'default_language'>,
): string {
  const code = wanted.toLowerCase()
  const [primary] = code.split('-')
  return (
    languages.find((each) => each === code) ??
    languages.find((each) => each === primary) ??
    languages.find((each) => each.split('-')[0] === primary) ??
    fallback
  )
}
