// A random calendar with texts in several scripts, random searches, and the records that a search must find, filtered from the list without the search.
import { siteOf } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { newChangeId } from '../../src/engine/changes/change-log.ts'
import type { RequestContext } from '../../src/engine/definition/kind.ts'
import { listStatement, type ListRequest } from '../../src/engine/list/list-query.ts'
import { listParams, parseListRequest } from '../../src/engine/list/list-records.ts'
import type { Database } from '../../src/kernel/database/database.ts'
import { sql, type Sql } from '../../src/kernel/database/sql.ts'
import type { Inputs } from '../../src/kernel/http/request-parsing.ts'
import { ANONYMOUS } from '../../src/kernel/security/caller.ts'
import { fold } from '../../src/kernel/text/fold.ts'
import { events } from '../../src/resources/index.ts'
import type { Random } from '../model/random.ts'
import type { Json, TestServer } from '../support/server.ts'

export const NOW = Temporal.Instant.from('2031-03-22T10:00:00Z')
export const LANGUAGES = ['en', 'fr', 'ar']
export const siteWith = (languages: string) => siteOf(readConfig({ LANGUAGES: languages }))
export const site = siteWith(LANGUAGES.join(','))
export const contextIn = (language: string): RequestContext => ({
  site,
  caller: ANONYMOUS,
  now: NOW,
  language,
  hasExplicitLanguage: true,
  languagePrefix: '',
  changeId: newChangeId(),
  strict: false,
})
const WORDS = [
  ...'concert Konzert Straßenfest café théâtre naïve jazz 10 3D rock’n’roll open-air a I % _ \\ C++'.split(' '),
  ...'موسيقى مَوسيقى حفلة ٢٠٣١ música dança Афиша концерт ёлка Συναυλία μουσικής תערוכה นิทรรศการ प्रदर्शनी'.split(' '),
  '東京国際フォーラムで春の音楽祭',
  '音楽',
  '🎷🎺',
  'https://tickets.example/events/2031/spring-festival?from=newsletter&language=en',
]
const HOURS = [0, 1, 2, 3, 30, 90, 900]

const words = (random: Random, most: number): string => Array.from({ length: 1 + random.below(most) }, () => random.pick(WORDS)).join(' ')
/** A word of Japanese has no spaces, so it may be longer than the words that the index has. */
const longWord = (random: Random): string =>
  Array.from({ length: 12 }, () => random.pick(['春の', '音楽', '会', '東京', 'コンサート'])).join('')
const texts = (random: Random): Json => ({
  title: words(random, 3),
  description: `<p>${words(random, 8)}</p>${random.chance(0.15) ? `<p>${longWord(random)}</p>` : ''}`,
  ...(random.chance(0.3) && { excerpt: words(random, 3) }),
})
const wall = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
const times = (random: Random): Json => {
  const start = NOW.epochMilliseconds + (random.below(800) - 200) * 86_400_000 + random.below(48) * 1_800_000
  return { start_date: wall(start), end_date: wall(start + random.pick(HOURS) * 3_600_000) }
}
const event = (random: Random): Json => ({
  ...texts(random),
  ...times(random),
  timezone: 'UTC',
  ...(random.chance(0.1) && { status: 'draft' }),
  ...(random.chance(0.05) && { hide_from_listings: true }),
  ...(random.chance(0.05) && { password: 'secret password' }),
  ...(random.chance(0.3) && { recurrence: `FREQ=WEEKLY;COUNT=${2 + random.below(9)}` }),
})

export async function makeEvents(server: TestServer, random: Random, size: number): Promise<number[]> {
  const ids: number[] = []
  for (let i = 0; i < size; i++) {
    const language = random.pick(['en', 'en', 'fr', 'ar'])
    const { id } = await server.make('events', { ...event(random), i18n_language: language })
    ids.push(id)
    const other = random.pick(LANGUAGES)
    if (random.chance(0.3) && other !== language) await change(server, id, { ...texts(random), i18n_language: other })
  }
  return ids
}
async function change(server: TestServer, id: number, body: Json): Promise<void> {
  const { status, text } = await server.patch(`/events/${id}`, body, { as: 'admin' })
  if (status !== 200) throw new Error(`PATCH /events/${id}: ${status} ${text}`)
}
/** Changes, deletes and adds events and dates of series. */
export async function writeEvents(server: TestServer, random: Random, ids: readonly number[], size: number): Promise<void> {
  await makeEvents(server, random, size)
  for (let i = 0; i < size; i++) {
    const id = random.pick(ids)
    const { status, json } = await server.get(`/events/${id}`, { as: 'admin' })
    if (status !== 200) continue
    if (random.chance(0.2)) await server.remove(`/events/${id}`, { as: 'admin' })
    else if (random.chance(0.3)) await change(server, id, { title: words(random, 3), i18n_language: random.pick(LANGUAGES) })
    else if (json['recurrence']) await writeSeries(server, random, id)
    else await change(server, id, random.chance(0.5) ? times(random) : { status: random.pick(['publish', 'draft']) })
  }
}
async function writeSeries(server: TestServer, random: Random, id: number): Promise<void> {
  const { json } = await server.get(`/events?series=${id}&from=2030-01-01&per_page=50&_fields=id`)
  const dates = (json['events'] as Json[]).map((each) => each['id'] as number)
  if (dates.length > 0 && random.chance(0.6)) await change(server, random.pick(dates), { title: words(random, 2) })
  else await change(server, id, { recurrence: `FREQ=WEEKLY;COUNT=${2 + random.below(9)}` })
}

/** A part of a text, or several; sometimes something that no text has. */
export function randomSearch(random: Random, pool: readonly string[]): string {
  const term = (): string => {
    if (random.chance(0.05)) return random.pick(['zz', 'qqqq', 'xyx', '東大寺音楽', 'كككك'])
    const letters = [...random.pick(pool)]
    const length = 1 + random.below(7)
    const start = random.below(Math.max(1, letters.length - length))
    return letters.slice(start, start + length).join('')
  }
  return (random.chance(0.3) ? [term(), term()] : [term()]).join(' ').trim()
}

export interface SearchQuery {
  readonly language: string
  readonly order: string
  readonly collapse: boolean
  readonly window: Readonly<Record<string, string>>
}
const WINDOWS: readonly Readonly<Record<string, string>>[] = [
  {},
  { start_date: '2030-11-01', end_date: '2032-01-01' },
  { from: '2031-03-01', to: '2031-09-30' },
  { from: '2031-01-15 18:00:00' },
  { starts_before: '2031-06-01 12:00:00', ends_after: '2031-02-01' },
  { relative: 'past' },
  { relative: 'upcoming' },
]
export const randomQuery = (random: Random): SearchQuery => ({
  language: random.pick(LANGUAGES),
  order: random.pick(['asc', 'asc', 'desc']),
  collapse: random.chance(0.4),
  window: random.pick(WINDOWS),
})
export const paramsOf = ({ language, order, collapse, window }: SearchQuery): Record<string, string> => ({
  i18n_language: language,
  order,
  ...window,
  ...(collapse && { collapse: 'series' }),
})

export interface Listed {
  readonly id: number
  /** The id of the series, or of the single event. */
  readonly series: number
  readonly text: string
}
/** The statement of a list as the API builds it, or of a search that uses the index. */
export async function statementOf(database: Database, inputs: Inputs, more: Partial<ListRequest> = {}): Promise<Sql> {
  const ctx = contextIn(String(inputs['i18n_language'] ?? 'en'))
  const { request, time } = await parseListRequest(database, events, { params: listParams(events, 100, LANGUAGES), inputs }, ctx)
  return listStatement(events, { ...request, ...more }, time.ctx).statement
}
interface Page {
  readonly total: number | null
  readonly ids: readonly number[]
}
export async function readPage(database: Database, statement: Sql): Promise<Page> {
  const [page] = await database.query<Page>(statement, { customPlan: true })
  return page ?? { total: null, ids: [] }
}
/** All dates of a list without a search, with the folded text that a reader sees: that of the language, of the default language, or the original. */
export async function readList(database: Database, query: SearchQuery): Promise<Listed[]> {
  const statement = await statementOf(database, paramsOf({ ...query, collapse: false }), { perPage: 100_000 })
  const { ids } = await readPage(database, statement)
  const rows = await database.query<{ id: number; series: number; texts: Record<string, string>; original: string }>(sql`
select o.id, coalesce(o.series_id, o.id) as series, jsonb_object_agg(t.language, t.search) as texts, min(t.language) filter (where t.original) as original
from occurrences o join event_texts t on t.id = o.record_id where o.id = any(${ids}::bigint[]) group by o.id`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [{ id, series: row.series, text: row.texts[query.language] ?? row.texts['en'] ?? row.texts[row.original] ?? '' }] : []
  })
}
/** The records that a search must find. */
export function filterList(list: readonly Listed[], search: string, collapse: boolean): number[] {
  const terms = fold(search).split(/\s+/).filter(Boolean)
  const matching = list.filter(({ text }) => terms.every((term) => text.includes(term)))
  if (!collapse) return matching.map(({ id }) => id)
  const seen = new Set<number>()
  return matching.filter(({ series }) => !seen.has(series) && seen.add(series)).map(({ id }) => id)
}
