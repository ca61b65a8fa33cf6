// Fetches one page of a list of The Events Calendar.
import { isObject } from '../../../kernel/http/request-parsing.ts'
import { fetchJson, type SiteReader } from '../fetch-json.ts'
import { UnreadableDocument } from '../importer.ts'

export interface ListPage {
  readonly records: readonly Readonly<Record<string, unknown>>[]
  readonly total: number
  readonly pages: number
}

/** Returns null if the site has no such page. Throws an `UnreadableDocument` with the code of the reason. */
export async function fetchListPage(reader: SiteReader, url: string, part: string): Promise<ListPage | null> {
  const page = await fetchJson(reader, url, { parse: (json) => parsePage(json, part), unreadable: 'not_tec' })
  if (typeof page !== 'number') return page
  if (page === 404) return null
  throw new UnreadableDocument('not_fetched')
}

function parsePage(json: unknown, part: string): ListPage | null {
  if (!isObject(json) || !Array.isArray(json[part])) return null
  const records = (json[part] as unknown[]).filter(isObject)
  const count = (value: unknown): number => (Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : 0)
  return { records, total: count(json['total']), pages: count(json['total_pages']) }
}
