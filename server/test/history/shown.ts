// All records and lists as the API shows them in each language, without the values that each write changes (contract 14.4.4).
import { raw } from '../../src/kernel/database/sql.ts'
import { NS, type Json, type TestServer } from '../support/server.ts'

const PLURALS = ['events', 'venues', 'organizers', 'categories', 'tags', 'media'] as const
export const LANGUAGES = ['en', 'fr', 'ar'] as const
const CHANGING = ['modified', 'modified_utc', 'modified_details', 'modified_utc_details', 'translation_status', 'translation_fields']
const YEARS = 'start_date=2000-01-01&end_date=2099-01-01'
const QUERIES: Readonly<Record<(typeof PLURALS)[number], string>> = {
  events: `status=any&records=true&type=single,series,exception&${YEARS}`,
  venues: 'status=any',
  organizers: 'status=any',
  categories: 'hide_empty=false',
  tags: 'hide_empty=false',
  media: 'order=asc',
}

const withoutChanging = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutChanging)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !CHANGING.includes(name))
      .map(([name, each]) => [name, withoutChanging(each)]),
  )
}

export type Shown = Readonly<Record<string, unknown>>
/** The records in every status but the trash, the dates that everybody may list, and, with `singles`, each record by its ID. */
export async function readShown(server: Pick<TestServer, 'get'>, singles = false): Promise<Shown> {
  const shown: Record<string, unknown> = {}
  const reads = LANGUAGES.flatMap((language) => [
    readList(server, `/events?${YEARS}&i18n_language=${language}`, 'events', {}).then((dates) => (shown[`dates ${language}`] = dates)),
    ...PLURALS.map(async (plural) => {
      const records = await readList(server, `/${plural}?${QUERIES[plural]}&i18n_language=${language}`, plural, ALL)
      shown[`${plural} ${language}`] = records
      for (const record of singles ? records : []) {
        const path = `/${plural}/${String(record['id'])}?i18n_language=${language}`
        shown[path] = withoutChanging((await server.get(`/${NS}${path}`, ALL)).json)
      }
    }),
  ])
  await Promise.all(reads)
  return shown
}
const ALL = { as: 'admin' } as const
async function readList(server: Pick<TestServer, 'get'>, path: string, key: string, sending: { as?: 'admin' }): Promise<Json[]> {
  const records: Json[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    // With the whole path, the test does not compare the response with the document, which takes longer than the request.
    const answer = await server.get(`/${NS}${path}&per_page=100&page=${page}`, sending)
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`)
    pages = Number(answer.json['total_pages'] ?? 1)
    records.push(...(withoutChanging(answer.json[key]) as Json[]))
  }
  return records
}

/** Deletes all records but images, so that the next test reads few of them. */
export const deleteRecords = ({ app }: Pick<TestServer, 'app'>): Promise<unknown> =>
  app.database.query(
    raw(
      'truncate events, venues, organizers, categories, tags, occurrences, retired_occurrences, listings, counts, count_changes, external_ids, redirects cascade',
    ),
  )
