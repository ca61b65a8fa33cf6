// Contract 5.6: searches of the whole calendar by the index of words equal brute force, also for records that were written since it was built.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateSearchIndex } from '../../src/engine/list/search-index.ts'
import { fold } from '../../src/kernel/text/fold.ts'
import { raw, sql } from '../../src/kernel/database/sql.ts'
import { Random } from '../model/random.ts'
import { reportEvidence, scaled, seed } from '../support/evidence.ts'
import { testServer, type Json } from '../support/server.ts'
import {
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
  siteWith,
  statementOf,
  writeEvents,
  type Listed,
  type SearchQuery,
} from './search-world.ts'

const server = await testServer({ CACHE_MB: '0', RECORD_CACHE_MB: '0', LANGUAGES: LANGUAGES.join(',') }, { now: () => NOW }, false)
const { database } = server.app
/** Small chunks, so that a calendar of some hundred dates has many. */
const SETTINGS = { minDates: 1, minPending: 1, minPendingDates: 1, maxDates: 40 }
const EVENTS = scaled(400, 60)
const random = new Random(seed)
const ids = await makeEvents(server, random, EVENTS)

const count = async (table: string): Promise<number> =>
  (await database.query<{ n: number }>(raw(`select count(*)::int as n from ${table}`)))[0]?.n ?? 0
/** The lists without a search, which do not change while searches are compared with them. */
function referenceLists() {
  const lists = new Map<string, Promise<Listed[]>>()
  return (query: SearchQuery): Promise<Listed[]> => {
    const key = JSON.stringify(paramsOf({ ...query, collapse: false }))
    const list = lists.get(key) ?? readList(database, query)
    lists.set(key, list)
    return list
  }
}
/** Returns the differences between pages of searches and the dates that they must have. */
async function differences(searches: number, chance: Random): Promise<string[]> {
  const listOf = referenceLists()
  const pool = (await database.query<{ text: string }>(sql`select search as text from event_texts`))
    .flatMap(({ text }) => text.split(/\s+/))
    .filter((word) => fold(word) !== '')
  const found: string[] = []
  for (let i = 0; i < searches; i++) {
    const query = randomQuery(chance)
    const search = randomSearch(chance, pool)
    const list = await listOf(query)
    const wanted = filterList(list, search, query.collapse)
    const per_page = chance.pick([1, 3, 10, 100])
    const page = 1 + chance.below(Math.ceil(wanted.length / per_page) + 1)
    const after = chance.chance(0.3) && wanted.length > 0 ? chance.below(wanted.length) : null
    const position = after === null ? null : { id: wanted[after] ?? 0, at: await startOf(wanted[after] ?? 0) }
    const inputs = { ...paramsOf(query), search, per_page: String(per_page), page: String(page) }
    const statement = await statementOf(database, inputs, { usesSearchIndex: true, ...(position && { after: position }) })
    const { total, ids: shown } = await readPage(database, statement)
    const [start, end] = after === null ? [(page - 1) * per_page, page * per_page] : [after + 1, after + per_page + 2]
    const expected = wanted.slice(start, end)
    if (total === wanted.length && JSON.stringify(shown) === JSON.stringify(expected)) continue
    found.push(JSON.stringify({ ...inputs, after: position, total: [total, wanted.length], shown, expected }))
  }
  return found
}
const startOf = async (id: number): Promise<string> =>
  (await database.query<{ at: string }>(sql`select starts_at::text as at from occurrences where id = ${id}`))[0]?.at ?? ''
async function compare(name: string, searches: number, chance: Random): Promise<void> {
  const found = await differences(searches, chance)
  reportEvidence('search', { [name]: searches, [`${name}, different`]: found.length })
  assert.equal(found.length, 0, found.slice(0, 3).join('\n'))
}

void test('5.6 a small calendar has no index, and the rows of its writes are removed', async () => {
  await updateSearchIndex(database, site, NOW)
  assert.equal(await count('search_chunks'), 0)
  assert.equal(await count('search_pending'), 0)
})
void test('5.6 searches by the index equal brute force', async () => {
  await updateSearchIndex(database, site, NOW, { settings: SETTINGS })
  assert.ok((await count('search_chunks')) > 1)
  await compare('after a build', scaled(5_000, 100), new Random(seed + 1))
})
void test('5.6 records that were written since are found as they are now', async () => {
  await writeEvents(server, random, ids, scaled(100, 15))
  assert.ok((await count('search_pending')) > 0)
  await compare('with pending records', scaled(2_500, 60), new Random(seed + 2))
})
void test('5.6 an update of the index changes no result', async () => {
  await updateSearchIndex(database, site, NOW, { settings: SETTINGS })
  assert.equal(await count('search_pending'), 0)
  const unused = 'select word from search_words w where not exists (select 1 from event_texts t where strpos(t.search, w.word) > 0)'
  assert.deepEqual(await database.query(raw(unused)), [], 'Words of deleted texts are deleted.')
  await compare('after an update', scaled(2_500, 60), new Random(seed + 3))
})

void test('5.6 a write to all dates of a series is noted once, and many dates of few series lead to an update', async () => {
  const times = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00', timezone: 'UTC' }
  const { id } = await server.make('events', { title: 'daily concert', ...times, recurrence: 'FREQ=DAILY;COUNT=60' })
  // The rows are noted by the clock of PostgreSQL.
  const updateIfMany = () =>
    updateSearchIndex(database, site, Temporal.Now.instant(), { settings: { ...SETTINGS, minPending: 1_000, minPendingDates: 100 } })
  await updateSearchIndex(database, site, NOW, { settings: SETTINGS })
  await server.patch(`/events/${id}?scope=all`, { start_date: '2031-05-01 12:00', end_date: '2031-05-01 13:00' })
  const noted = await count('search_pending')
  assert.ok(noted > 0 && noted < 10, `${noted} rows`)
  await compare('with a long series', scaled(500, 20), new Random(seed + 5))
  await updateIfMany()
  assert.equal(await count('search_pending'), noted)
  const other = await server.make('events', { title: 'daily', ...times, recurrence: 'FREQ=DAILY;COUNT=60' })
  await updateSearchIndex(database, site, NOW, { settings: SETTINGS })
  for (const series of [id, other.id]) await server.patch(`/events/${series}`, { title: 'daily again' })
  await updateIfMany()
  assert.equal(await count('search_pending'), 0)
})
void test('5.6 a build that was stopped continues, and a calendar that became small has no index', async () => {
  await database.query(sql`update search_index set ready = false, languages = '{}'`)
  let statements = 0
  await updateSearchIndex(database, site, NOW, { settings: SETTINGS, isStopped: () => (statements += 1) > 3 })
  const built = 'select chunk from search_chunks where built order by chunk'
  const before = await database.query(raw(built))
  assert.equal(before.length, 3)
  await updateSearchIndex(database, site, NOW, { settings: SETTINGS })
  assert.deepEqual((await database.query(raw(built))).slice(0, 3), before)
  await compare('after a continued build', scaled(500, 20), new Random(seed + 6))
  await updateSearchIndex(database, siteWith('en,fr'), NOW, { settings: { ...SETTINGS, minDates: 1_000_000 } })
  for (const table of ['search_pending', 'search_chunks', 'search_dates', 'search_words', 'search_bits'])
    assert.equal(await count(table), 0, table)
  await updateSearchIndex(database, site, NOW, { settings: SETTINGS })
})

void test('5.6 lists of the API have the pages of the index', async () => {
  const query = { i18n_language: 'en', from: '2030-01-01', search: 'concert', _fields: 'id' }
  const ask = async (more: Record<string, string>): Promise<Json> =>
    (await server.get(`/events?${new URLSearchParams({ ...query, ...more }).toString()}`)).json
  const idsIn = ({ events }: Json): number[] => (events as { id: number }[]).map(({ id }) => id)
  const list = filterList(
    await readList(database, { language: 'en', order: 'asc', collapse: false, window: { from: query.from } }),
    query.search,
    false,
  )
  const first = await ask({ per_page: '1', cursor: '' })
  const second = await ask({ per_page: '1', cursor: String(first['next_cursor']) })
  assert.deepEqual([first['total'], ...idsIn(first), ...idsIn(second)], [list.length, ...list.slice(0, 2)])
  await database.query(raw("update search_bits set bits = bits & ~bits where token = '  en'"))
  assert.notEqual((await ask({}))['total'], list.length)
  await database.query(raw('update search_index set ready = false'))
  assert.equal((await ask({}))['total'], list.length)
})

/** Damage to the index, which searches must show: they would not if they did not read it. */
const FAULTS: readonly { readonly name: string; readonly statement: string }[] = [
  { name: 'a bitmap of letters is empty', statement: 'update search_bits set bits = bits & ~bits where length(token) = 2' },
  { name: 'words are missing', statement: 'delete from search_words where length(word) < 20' },
  { name: 'long words are not looked up', statement: "delete from search_bits where token = '   long'" },
  { name: 'written records are not noted', statement: 'delete from search_pending' },
  {
    name: 'all texts are shown in every language',
    statement: "update search_bits set bits = bits | ~bits where token like '  _%' and token not like '   %'",
  },
  { name: 'every date is a single event', statement: "update search_bits set bits = bits | ~bits where token = '   single'" },
]
for (const fault of FAULTS)
  void test(`noticed: ${fault.name}`, async () => {
    await updateSearchIndex(database, site, NOW, { settings: SETTINGS })
    await writeEvents(server, random, ids, 5)
    await database.query(raw(fault.statement))
    const found = await differences(scaled(1_000, 50), new Random(seed + 4))
    await database.query(raw('update search_index set ready = false'))
    assert.notEqual(found.length, 0, 'The fault was not noticed.')
  })
