// Contract 5.21: the order by relevance equals a ranking of all matches by brute force, with and without the search index, by pages and by cursors.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeCursor } from '../../src/engine/list/cursor.ts'
import { listParams, parseListRequest } from '../../src/engine/list/list-records.ts'
import { indexedStatement } from '../../src/engine/list/list-query.ts'
import { pageStatement } from '../../src/engine/list/relevance.ts'
import { updateSearchIndex } from '../../src/engine/list/search-index.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import type { KeysetCursor } from '../../src/engine/list/sort-order.ts'
import { fold } from '../../src/kernel/text/fold.ts'
import { events } from '../../src/resources/index.ts'
import { Random } from '../model/random.ts'
import { reportEvidence, scaled, seed } from '../support/evidence.ts'
import { testServer } from '../support/server.ts'
import {
  contextIn,
  filterList,
  LANGUAGES,
  makeEvents,
  NOW,
  paramsOf,
  randomQuery,
  randomSearch,
  readList,
  readPage,
  site,
  writeEvents,
  type Listed,
  type SearchQuery,
} from './search-world.ts'

const server = await testServer({ CACHE_MB: '0', RECORD_CACHE_MB: '0', LANGUAGES: LANGUAGES.join(',') }, { now: () => NOW }, false)
const { database } = server.app
const random = new Random(seed)
const ids = await makeEvents(server, random, scaled(400, 80))
const SETTINGS = { minDates: 1, minPending: 1, minPendingDates: 1, maxDates: 40 }

/** The rank as the contract defines it, from the folded title. */
function rankOf(title: string, search: string): number {
  const text = title.trim().replace(/\s+/g, ' ')
  const words = fold(search).trim().split(/\s+/)
  if (text.startsWith(words.join(' '))) return 0
  const isFound = (before: string) => words.every((word) => new RegExp(`${before}${RegExp.escape(word)}`, 'u').test(text))
  return isFound('(?<![\\p{L}\\p{N}])') ? 1 : isFound('') ? 2 : 3
}
/** The first line of a search text is the title. */
function rankedIds(
  list: readonly Listed[],
  search: string,
  { collapse, rankedMax }: { readonly collapse: boolean; readonly rankedMax: number },
): number[] {
  const titles = new Map(list.map(({ id, text }) => [id, text.split('\n', 1)[0] ?? '']))
  const matches = filterList(list, search, collapse)
  const ranks = new Map(matches.map((id) => [id, rankOf(titles.get(id) ?? '', search)]))
  const ranked = matches.slice(0, rankedMax).toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0))
  return [...ranked, ...matches.slice(rankedMax)]
}

interface Reading {
  readonly inputs: Readonly<Record<string, string>>
  readonly rankedMax: number
  readonly usesSearchIndex: boolean
}
interface ReadPage {
  readonly total: number | null
  readonly ids: readonly number[]
  readonly last: KeysetCursor | null
}
/** Reads one page as the API does. After a cursor, a list of matches that are not ranked has one more id, which tells whether there is a next page. */
async function read({ inputs, rankedMax, usesSearchIndex }: Reading, after?: KeysetCursor | null): Promise<ReadPage> {
  const ctx = contextIn(String(inputs['i18n_language']))
  const parsed = await parseListRequest(database, events, { params: listParams(events, 100, LANGUAGES), inputs }, ctx)
  const request = { ...parsed.request, rankedMax, usesSearchIndex, ...(after !== undefined && { after }) }
  const { statement, ranked } = await pageStatement(database, events, request, parsed.time.ctx)
  const page = await readPage(database, statement)
  if (ranked) return { ...page, last: ranked.last }
  const shown = page.ids.slice(0, request.perPage)
  const id = shown.at(-1)
  return {
    total: page.total,
    ids: shown,
    last: id !== undefined && page.ids.length > request.perPage ? { id, at: await startOf(id) } : null,
  }
}
const startOf = async (id: number): Promise<string> =>
  (await database.query<{ at: string }>(sql`select starts_at::text as at from occurrences where id = ${id}`))[0]?.at ?? ''

/** Returns the ids of all pages after a position, read by cursors. */
async function walk(reading: Reading, position: KeysetCursor | null = null): Promise<number[]> {
  const found: number[] = []
  for (let after = position; ; ) {
    const page: ReadPage = await read(reading, after)
    found.push(...page.ids)
    if (page.last === null) return found
    assert.ok(encodeCursor({ fingerprint: 'x'.repeat(22), seconds: 1, after: page.last }).length < 3_000)
    after = page.last
  }
}

let indexed = 0
/** Returns the differences between lists and the order that they must have. */
async function differences(queries: number, chance: Random, usesSearchIndex: boolean): Promise<string[]> {
  const lists = new Map<string, Promise<Listed[]>>()
  const listOf = (query: SearchQuery): Promise<Listed[]> => {
    const key = JSON.stringify(paramsOf({ ...query, collapse: false }))
    const list = lists.get(key) ?? readList(database, query)
    lists.set(key, list)
    return list
  }
  const pool = (await database.query<{ text: string }>(sql`select search as text from event_texts`))
    .flatMap(({ text }) => text.split(/\s+/))
    .filter((word) => fold(word) !== '')
  const found: string[] = []
  for (let i = 0; i < queries; i++) {
    const query = { ...randomQuery(chance), order: 'asc' }
    const search = randomSearch(chance, pool)
    const rankedMax = chance.pick([1, 3, 20, 1_000])
    const expected = rankedIds(await listOf(query), search, { collapse: query.collapse, rankedMax })
    const per_page = chance.pick(expected.length > 200 ? [50, 100] : [1, 2, 7, 100])
    const { order: _, ...params } = paramsOf(query)
    const inputs = { ...params, search, orderby: 'relevance', per_page: String(per_page) }
    const reading: Reading = { inputs, rankedMax, usesSearchIndex }
    const { request, time } = await parseListRequest(
      database,
      events,
      { params: listParams(events, 100, LANGUAGES), inputs },
      contextIn(query.language),
    )
    if (usesSearchIndex && indexedStatement(events, request, time.ctx)) indexed += 1
    const page = 1 + chance.below(Math.ceil(expected.length / per_page) + 1)
    const shown = await read({ ...reading, inputs: { ...inputs, page: String(page) } })
    const wanted = expected.slice((page - 1) * per_page, page * per_page)
    if (shown.total !== expected.length || JSON.stringify(shown.ids) !== JSON.stringify(wanted))
      found.push(JSON.stringify({ ...inputs, rankedMax, page, total: [shown.total, expected.length], shown: shown.ids, wanted }))
    if (!chance.chance(0.3) || expected.length > 40 * per_page) continue
    const walked = await walk(reading)
    if (JSON.stringify(walked) !== JSON.stringify(expected)) found.push(JSON.stringify({ ...inputs, rankedMax, walked, expected }))
  }
  return found
}
async function compare(name: string, queries: number, more: { readonly seed: number; readonly usesSearchIndex: boolean }): Promise<void> {
  const found = await differences(queries, new Random(more.seed), more.usesSearchIndex)
  reportEvidence('relevance', { [name]: queries, [`${name}, different`]: found.length })
  assert.equal(found.length, 0, found.slice(0, 3).join('\n'))
}

void test('5.21 the order without the search index equals brute force', () =>
  compare('without the index', scaled(4_000, 60), { seed: seed + 1, usesSearchIndex: false }))
void test('5.21 the order with the search index equals brute force', async () => {
  await updateSearchIndex(database, site, NOW, { settings: SETTINGS })
  await compare('with the index', scaled(4_000, 60), { seed: seed + 2, usesSearchIndex: true })
  assert.ok(indexed > scaled(1_000, 10), `${indexed} searches used the index.`)
})
void test('5.21 the order with records that were written since the index was built equals brute force', async () => {
  await writeEvents(server, random, ids, scaled(60, 10))
  await compare('with pending records', scaled(2_000, 30), { seed: seed + 3, usesSearchIndex: true })
})
/** The text and the start of each match. */
async function states(query: SearchQuery, search: string): Promise<Map<number, string>> {
  const list = await readList(database, query)
  const matches = new Set(filterList(list, search, false))
  const starts = await database.query<{ id: number; at: string }>(
    sql`select id, starts_at::text as at from occurrences where id = any(${[...matches]}::bigint[])`,
  )
  const startById = new Map(starts.map(({ id, at }) => [id, at]))
  return new Map(list.flatMap(({ id, text }) => (matches.has(id) ? [[id, `${startById.get(id) ?? ''} ${text}`]] : [])))
}
void test('5.21 records that are there from the first page to the last are returned once, whatever is written meanwhile', async () => {
  const chance = new Random(seed + 4)
  const WALKS = scaled(100, 5)
  let returned = 0
  for (let i = 0; i < WALKS; i++) {
    const search = chance.pick(['a', 'concert', 'e', 'jazz'])
    const inputs = { i18n_language: 'en', from: '2030-11-01', search, orderby: 'relevance', per_page: '10' }
    const query = { language: 'en', order: 'asc', collapse: false, window: { from: '2030-11-01' } }
    const reading: Reading = { inputs, rankedMax: chance.pick([10, 40]), usesSearchIndex: chance.chance(0.5) }
    // The matches whose text and start are the same before and after each write.
    let stable = await states(query, search)
    const found: number[] = []
    for (let after: KeysetCursor | null = null, page = 0; page === 0 || after !== null; page++) {
      if (page % 4 === 1 && page < 20) {
        await writeEvents(server, chance, ids, 1)
        const now = await states(query, search)
        stable = new Map([...stable].filter(([id, state]) => now.get(id) === state))
      }
      const shown: ReadPage = await read(reading, after)
      found.push(...shown.ids)
      after = shown.last
    }
    const kept = [...stable.keys()]
    const [missing, twice] = [kept.filter((id) => !found.includes(id)), kept.filter((id) => found.indexOf(id) !== found.lastIndexOf(id))]
    assert.deepEqual([missing, twice], [[], []], JSON.stringify(reading))
    returned += kept.length
  }
  assert.ok(returned > WALKS, 'The walks had records that did not change.')
  reportEvidence('relevance', { 'walks during writes': WALKS })
})
void test('5.21 a page reads further if others have added matches among the ranked ones, and far too many are refused', async () => {
  const add = (title: string, day: string, more: Record<string, string> = {}) =>
    server.make('events', { title, start_date: `${day} 10:00`, end_date: `${day} 11:00`, timezone: 'UTC', ...more })
  const days = ['04-01', '06-18', '06-19', '06-20', '06-21', '06-22', '06-23']
  const [first, , , , last, ...others] = await Promise.all(days.map((day, i) => add(i < 4 && i > 0 ? 'The vvq' : 'Vvq', `2031-${day}`)))
  const inputs = { i18n_language: 'en', search: 'vvq', orderby: 'relevance', per_page: '1' }
  const reading: Reading = { inputs, rankedMax: 5, usesSearchIndex: false }
  const page = await read(reading, null)
  assert.deepEqual(page.ids, [first?.id])
  await add('Avvq', '2031-05-01', { recurrence: 'FREQ=DAILY;COUNT=8' })
  const second = await read(reading, page.last)
  assert.deepEqual([second.total, second.ids], [15, [last?.id]])
  const rest = [...(await walk(reading, second.last))]
  assert.deepEqual([rest.length, ...rest.slice(-2)], [13, ...others.map(({ id }) => id)])
  await add('Bvvq', '2031-05-10', { recurrence: 'FREQ=DAILY;COUNT=20' })
  await assert.rejects(read(reading, page.last), { code: 'rest_invalid_param' })
})
