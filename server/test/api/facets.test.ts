// Contract 5.20: the facets of lists equal those of a computation from the dates and links of events.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countsEachRecord } from '../../src/engine/list/facets.ts'
import { facetStatement } from '../../src/engine/list/facet-statement.ts'
import { listParams, parseListRequest } from '../../src/engine/list/list-records.ts'
import { render, sql } from '../../src/kernel/database/sql.ts'
import { events } from '../../src/resources/index.ts'
import { Random } from '../model/random.ts'
import { collapse, makeWorld, NOW, randomQuery, readDates, type DateRow, type ListQuery } from '../recurrence/collapse-world.ts'
import { reportEvidence, scaled, seed } from '../support/evidence.ts'
import { testServer, type Json } from '../support/server.ts'
import { contextIn, LANGUAGES } from './search-world.ts'

const ZONE = 'America/New_York'
const FACETS = ['categories', 'tags', 'venue', 'month'] as const
const server = await testServer({ CACHE_MB: '0', SITE_TIMEZONE: ZONE, RECURRENCE_HORIZON_MONTHS: '25' }, { now: () => NOW }, false)
const { database } = server.app
const random = new Random(seed)
const links = await makeWorld(server, random, scaled(300, 60))
const hidden = await hideVenue()
await database.query(sql`select fold_counts()`)
await moveSomeEvents()
const dates = await readDates(server)

/** Links some events to a venue that only editors see. */
async function hideVenue(): Promise<number> {
  const { id } = await server.make('venues', { venue: 'Hidden' })
  const events = await database.query<{ id: number }>(sql`select id from events where series_id is null order by id`)
  for (const event of random.some(events, 10)) await server.patch(`/events/${event.id}`, { venue: [id] })
  await server.patch(`/venues/${id}`, { status: 'draft' })
  return id
}
/** Makes changes whose counts are not merged yet. */
async function moveSomeEvents(): Promise<void> {
  const events = await database.query<{ id: number }>(sql`select id from events where recurrence is null and series_id is null order by id`)
  for (const { id } of random.some(events, 12)) {
    const day = `2027-0${1 + random.below(9)}-${random.pick(['01', '15', '28'])}`
    const answer = await server.patch(`/events/${id}`, {
      start_date: `${day} 03:00:00`,
      end_date: `${day} 05:00:00`,
      timezone: 'UTC',
      tags: random.some(links.tags, 2),
    })
    assert.equal(answer.status, 200, answer.text)
  }
}

type Counts = Readonly<Record<string, number>>
const monthOf = (ms: number): string =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(ZONE).toPlainDate().toPlainYearMonth().toString()
/** The numbers of a facet, computed from the dates. */
function wantedCounts(query: ListQuery, facet: (typeof FACETS)[number], isCollapsed: boolean): Counts {
  const own = query.byParam.get(facet)
  const conditions = query.conditions.filter((condition) => condition !== own)
  const matching = dates.filter((date) => conditions.every((holds) => holds(date)))
  const shown = new Set(isCollapsed ? collapse(dates, { ...query, conditions }).map(({ id }) => id) : matching.map(({ id }) => id))
  const valuesOf = (date: DateRow): readonly (number | string)[] => {
    if (facet === 'month') return [monthOf(date.start)]
    if (facet !== 'venue' || query.as === 'editor') return date[facet]
    return date.locked ? [] : date.venue.filter((id) => id !== hidden)
  }
  const counts: Record<string, number> = {}
  for (const date of matching)
    if (shown.has(date.id)) for (const value of valuesOf(date)) counts[String(value)] = (counts[String(value)] ?? 0) + 1
  return counts
}
const inOrder = (counts: Counts): string => JSON.stringify(Object.entries(counts).toSorted(([a], [b]) => (a < b ? -1 : 1)))

async function difference(query: ListQuery, each: Random): Promise<string | null> {
  const facets = each.some([...FACETS], 4)
  const isCollapsed = each.chance(0.3)
  const params = { ...query.params, facets: facets.join(), per_page: '1', ...(isCollapsed && { collapse: 'series' }) }
  const { json, text } = await server.get(`/events?${new URLSearchParams(params).toString()}`, query.as ? { as: query.as } : {})
  if (!json['facets'] && facets.length > 0) return text
  for (const facet of facets) {
    const values = (json['facets'] as Json)[facet] as Json[]
    const found = Object.fromEntries(values.map(({ id, month, count }) => [String(id ?? month), Number(count)]))
    const wanted = wantedCounts(query, facet, isCollapsed)
    if (inOrder(found) !== inOrder(wanted)) return JSON.stringify({ as: query.as, ...params, facet, found, wanted })
  }
  return null
}

void test('5.20 facets equal brute force', async () => {
  const queries = scaled(10_000, 200)
  const each = new Random(seed + 1)
  const found: string[] = []
  for (let i = 0; i < queries; i++) {
    const one = await difference(randomQuery(each, links), each)
    if (one !== null) found.push(one)
  }
  reportEvidence('facets', { queries, dates: dates.length, different: found.length })
  assert.equal(found.length, 0, found.slice(0, 3).join('\n'))
})

const facetsOf = async (query: string): Promise<Record<string, Json[]>> =>
  (await server.get(`/events?${query}`)).json['facets'] as Record<string, Json[]>
void test('5.20 a category counts its own events, names have the language of the request, and months are those of the site', async () => {
  const parent = await server.make('categories', { name: 'Parent', i18n_language: 'en' })
  const child = await server.make('categories', { name: 'Child', parent: parent.id })
  await server.patch(`/categories/${parent.id}`, { name: 'Parente', i18n_language: 'fr' })
  const times = { start_date: '2031-03-01 03:00:00', end_date: '2031-03-01 04:00:00', timezone: 'UTC' }
  await server.make('events', { title: 'one', ...times, categories: [child.id] })
  await server.make('events', { title: 'two', ...times, categories: [child.id, parent.id] })
  const { categories, month } = await facetsOf('from=2031-01-01&to=2031-12-31&facets=month,categories&i18n_language=fr')
  assert.deepEqual(categories, [
    { id: child.id, slug: 'child', name: 'Child', count: 2 },
    { id: parent.id, slug: 'parente', name: 'Parente', count: 1 },
  ])
  assert.deepEqual(month, [{ month: '2031-02', count: 2 }])
})
void test('5.20 the counts of a tag are exact after its merge was undone', async () => {
  const [kept, merged] = [await server.make('tags', { name: 'kept' }), await server.make('tags', { name: 'merged' })]
  const times = { start_date: '2033-03-01 10:00:00', end_date: '2033-03-01 11:00:00' }
  for (const tags of [[kept.id], [merged.id], [merged.id]]) await server.make('events', { title: 'tagged', ...times, tags })
  const counts = async (): Promise<unknown> => {
    await database.query(sql`select fold_counts()`)
    const { tags } = await facetsOf('from=2033-01-01&to=2033-12-31&facets=tags')
    return Object.fromEntries((tags ?? []).map(({ name, count }) => [name, count]))
  }
  assert.deepEqual(await counts(), { kept: 1, merged: 2 })
  const answer = await server.post(`/tags/${kept.id}/merge`, { from: [merged.id] })
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(await counts(), { kept: 3 })
  assert.equal((await server.post(`/changes/${answer.headers.get('x-change-id')}/undo`, {})).status, 200)
  assert.deepEqual(await counts(), { kept: 1, merged: 2 })
})
void test('5.20 facets of a short window, and of filters by opening hours, do not read the whole calendar at the cost of a list', async () => {
  const ctx = contextIn('en')
  for (const inputs of [{ from: '2027-03-01', to: '2027-03-01' }, { relative: 'running' }]) {
    const { request } = await parseListRequest(database, events, { params: listParams(events, 100, LANGUAGES), inputs }, ctx)
    const { statement } = facetStatement(events, { request, names: ['categories'] }, ctx)
    assert.match(render(statement).text, /span_class/, JSON.stringify(inputs))
  }
  assert.equal(countsEachRecord(events, { facets: 'tags', from: '2027-03-01' }), false)
  for (const name of ['open_on', 'open_at']) assert.equal(countsEachRecord(events, { facets: 'tags', [name]: '2027-03-01' }), true)
})
void test('5.20 a facet has at most 50 values, the most frequent first', async () => {
  const tags = Array.from({ length: 55 }, (_, i) => `frequent ${i}`)
  const times = { start_date: '2032-03-01 10:00:00', end_date: '2032-03-01 11:00:00' }
  const many = await server.make('events', { title: 'many', ...times, tags })
  const last = (many['tags'] as Json[]).toSorted((a, b) => Number(a['id']) - Number(b['id'])).at(-1)
  await server.make('events', { title: 'again', ...times, tags: [last?.['id']] })
  const found = await facetsOf('from=2032-01-01&to=2032-12-31&facets=tags')
  assert.equal(found['tags']?.length, 50)
  assert.deepEqual(found['tags']?.[0], { id: last?.['id'], slug: last?.['slug'], name: last?.['name'], count: 2 })
})
void test('5.20 facets belong to a page, not to a cursor, and need dates', async () => {
  const first = await server.get('/events?facets=tags&cursor=&per_page=1')
  const next = await server.get(`/events?cursor=${String(first.json['next_cursor'])}&per_page=1`)
  assert.deepEqual([next.status, 'facets' in next.json], [200, false])
  for (const query of ['records=true', 'inventory=true']) {
    const { status, json } = await server.get(`/events?facets=tags&${query}`)
    assert.equal(status, 400)
    assert.equal(JSON.stringify(json).includes('not_with'), true, JSON.stringify(json))
  }
  assert.equal((await server.get('/events?facets=organizer')).status, 400)
})
