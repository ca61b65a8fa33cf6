// Reads the API of another Kalends: finds it from an address, and reads its lists to the end.
import { isObject } from '../../../kernel/http/request-parsing.ts'
import { fetchJson, type SiteReader } from '../fetch-json.ts'
import { MAX_ITEMS_OF_RUN, UnreadableDocument } from '../importer.ts'
import type { Once } from './steps.ts'

export type RemoteRecord = Readonly<Record<string, unknown>>
export type Query = Readonly<Record<string, string | number | boolean>>
export interface Calendar {
  readonly api: string
  /** The language in which texts are read; null for the default one. */
  readonly language: string | null
  readonly perPage: number
}
export interface CalendarApi {
  readonly once: Once
  readonly calendar: Calendar
  /** Returns the status if it is not 200. */
  get(path: string, query: Query): Promise<RemoteRecord | number>
  /** Reads all pages of a list by cursors, or by numbers where it has no cursors. */
  list(part: string, plural: string, query: Query): Promise<RemoteRecord[]>
}

const UNREADABLE = 'not_kalends'
const PER_PAGE = 100
const fetchObject = (reader: SiteReader, url: string): Promise<RemoteRecord | number> =>
  fetchJson(reader, url, { parse: (json) => (isObject(json) ? json : null), unreadable: UNREADABLE })

/** The address is that of the calendar, or of its API. */
export async function findCalendar(reader: SiteReader, address: string, language: string): Promise<Calendar> {
  const url = new URL(address)
  const base = `${url.origin}${url.pathname.replace(/\/+$/, '')}`
  const about = await fetchObject(reader, `${base}/embed/calendar.json`)
  if (typeof about !== 'number' && typeof about['api'] === 'string' && Array.isArray(about['languages'])) {
    const api = new URL(about['api'], base)
    // The public URL of a calendar may be another one than the address that this server reaches.
    const own = `${url.origin}${api.pathname.replace(/\/+$/, '')}`
    const perPage = Math.min(Number(about['per_page_max']) || PER_PAGE, PER_PAGE)
    return { api: own, language: about['languages'].includes(language) ? language : null, perPage }
  }
  for (const each of [language, null]) {
    const found = await fetchObject(reader, `${base}/changes?since=now${each === null ? '' : `&i18n_language=${encodeURIComponent(each)}`}`)
    if (typeof found !== 'number' && typeof found['next'] === 'string') return { api: base, language: each, perPage: PER_PAGE }
    if (found !== 400) break
  }
  throw new UnreadableDocument(UNREADABLE)
}

export function calendarApi(reader: SiteReader, calendar: Calendar, once: Once): CalendarApi {
  const get: CalendarApi['get'] = (path, query) => {
    const all: Query = { ...query, ...(calendar.language !== null && { i18n_language: calendar.language }) }
    const search = new URLSearchParams(Object.entries(all).map(([name, value]) => [name, String(value)]))
    return fetchObject(reader, `${calendar.api}${path}?${search.toString()}`)
  }
  const list: CalendarApi['list'] = async (part, plural, query) => {
    const records: RemoteRecord[] = []
    const [hasCursor, isInventory] = [query['records'] === undefined, query['inventory'] === true]
    for (let page = 1, cursor: string | null = ''; cursor !== null; page += 1) {
      // The first page of an inventory has neither, and as many records as the server allows.
      const at: Query = isInventory
        ? { ...(cursor !== '' && { cursor }) }
        : { per_page: calendar.perPage, ...(hasCursor ? { cursor } : { page }) }
      const shown: RemoteRecord = await once(part, page, () => required(get(`/${plural}`, { ...query, ...at })))
      const found = Array.isArray(shown[plural]) ? shown[plural].filter(isObject) : []
      records.push(...found)
      if (records.length > MAX_ITEMS_OF_RUN && !isInventory) throw new UnreadableDocument('too_many_items')
      const more = hasCursor ? shown['next_cursor'] : page < Number(shown['total_pages']) ? '' : null
      cursor = found.length > 0 && typeof more === 'string' ? more : null
    }
    return records
  }
  return { once, calendar, get, list }
}
export async function required(answer: Promise<RemoteRecord | number>): Promise<RemoteRecord> {
  const found = await answer
  if (typeof found === 'number') throw new UnreadableDocument('not_fetched')
  return found
}
