// Compares a calendar with its mirror, record by record, as an anonymous caller reads both. IDs and URLs are those of the calendar.
import assert from 'node:assert/strict'
import type { Json, TestServer } from '../support/server.ts'

/** Keys that belong to the calendar, not to the record, or that only editors set. */
const OWN =
  /^(?:id|author|url|urls|rest_url|global_id|global_id_lineage|external_ids|translations|date|modified|modified_utc|series|split_from|overrides|recurrence|count|parent)$/
function normalize(record: Json, base: string): Json {
  const isDate = record['series'] !== null && record['series'] !== undefined
  return JSON.parse(
    JSON.stringify(record, function (this: Json, key: string, value: unknown) {
      if (OWN.test(key)) return undefined
      // The slug and the publication of a date are those of its series.
      if (this === record && isDate && (key === 'date_utc' || key === 'type')) return undefined
      if (key === 'image' && value !== null && typeof value === 'object') {
        const { width, height } = value as Json
        return { width, height }
      }
      return typeof value === 'string' ? value.replaceAll(base, '') : value
    }),
  ) as Json
}

type Server = Pick<TestServer, 'get' | 'base'>
async function readList({ get }: Server, plural: string, query: string): Promise<Json[]> {
  const found: Json[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { json, status, text } = await get(`/${plural}?per_page=100&page=${page}&${query}`)
    assert.equal(status, 200, text)
    pages = Number(json['total_pages'])
    found.push(...(json[plural] as Json[]))
  }
  return found
}
/** Dates, records, venues and organizers, by content. Recurrences are compared without exclusions, which the dates show. */
async function readCalendar(server: Server): Promise<Map<string, Json>> {
  const shown = new Map<string, Json>()
  const add = (name: string, record: Json): unknown => shown.set(name, normalize(record, server.base))
  const isOpen = (event: Json): boolean => event['protected'] !== true
  for (const event of (await readList(server, 'events', 'from=0002-01-01')).filter(isOpen))
    add(`date ${String(event['slug'])} ${String(event['original_start_date'])}`, event)
  for (const event of (await readList(server, 'events', 'from=0002-01-01&records=true&type=single,series')).filter(isOpen)) {
    const { rules = null, dates = null } = (event['recurrence'] ?? {}) as Json
    add(`record ${String(event['slug'])}`, { ...event, own_rules: rules, own_dates: dates })
  }
  for (const plural of ['venues', 'organizers'])
    for (const record of await readList(server, plural, '')) add(`${plural} ${String(record['slug'])}`, record)
  return shown
}
const readTerms = async (server: Server): Promise<Map<string, Json>> => {
  const shown = new Map<string, Json>()
  for (const plural of ['categories', 'tags']) {
    const terms = await readList(server, plural, 'hide_empty=false')
    const slugs = new Map(terms.map(({ id, slug }) => [id, slug]))
    for (const term of terms)
      shown.set(`${plural} ${String(term['slug'])}`, { ...normalize(term, server.base), above: slugs.get(term['parent']) ?? null })
  }
  return shown
}

export interface Comparison {
  readonly records: number
  readonly differences: readonly (readonly [name: string, there: Json | null, here: Json | null])[]
}
/** Terms that the calendar no longer has stay in the mirror. */
export async function compareCalendars(there: Server, here: Server): Promise<Comparison> {
  const [expected, actual] = [await readCalendar(there), await readCalendar(here)]
  const [terms, ownTerms] = [await readTerms(there), await readTerms(here)]
  for (const [name, term] of terms) expected.set(name, term)
  for (const [name, term] of ownTerms) if (terms.has(name)) actual.set(name, term)
  const names = new Set([...expected.keys(), ...actual.keys()])
  const differences = [...names].flatMap((name) => {
    const [a, b] = [expected.get(name) ?? null, actual.get(name) ?? null]
    return JSON.stringify(a) === JSON.stringify(b) ? [] : [[name, a, b] as const]
  })
  return { records: expected.size, differences }
}
