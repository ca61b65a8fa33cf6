// Contract 5.5: lists by title and by publication, in every language, equal a computation from the dates, texts and links of events.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { raw } from '../../src/kernel/database/sql.ts'
import { Random } from '../model/random.ts'
import { NOW, randomQuery, readDates, type DateRow, type ListQuery } from '../recurrence/collapse-world.ts'
import { busyIds, generateCalendar } from '../scale/generated-calendar.ts'
import { measuredCalendar } from '../scale/measured-lists.ts'
import { reportEvidence, scaled, seed } from '../support/evidence.ts'
import { idsOf, testServer } from '../support/server.ts'

const EVENTS = 9_000
const LANGUAGES = ['en', 'fr', 'ar'] as const
const ORDERS = ['title', 'date'] as const
/** A number from 0 to 99 that depends on the event only. */
const percent = (salt: number): string => `((hashint8extended(e.id, ${salt}) & 65535) % 100)::int`
const server = await testServer({ CACHE_MB: '0', LANGUAGES: LANGUAGES.join() }, { now: () => NOW }, false)
const { database } = server.app
await generateCalendar(database, { events: EVENTS, seriesOneIn: 40, days: [400, 1_200] })
await varyOrders()

/** More events than an index is read for have one title, and as many one publication. Titles differ in case, accents and scripts. */
async function varyOrders(): Promise<void> {
  const title = (salt: number): string => `case when ${percent(salt)} < 60 then 'Yoga'
    when ${percent(salt)} < 80 then (array['yoga', 'Été', 'ete', 'ETE', 'Zürich', ' ', 'a-b', 'ab', 'A b', '東京', 'موسيقى', '10'])[1 + ${percent(salt + 1)} % 12]
    else md5(e.id::text || ${salt}) end`
  const text = (language: string, where: string, shown = title(31)): string => `
insert into event_texts (id, language, original, other_languages, title, slug_owner, search, changed_at)
select e.id, '${language}', false, '{}', ${shown}, false, '', now() from events e where ${where}`
  for (const statement of [
    `update event_texts t set title = ${title(30)} from events e where e.id = t.id`,
    text('fr', `${percent(32)} < 40`),
    text('fr', `${percent(32)} between 40 and 49`, 'null'),
    text('ar', `${percent(33)} < 20`),
    text('sw', `${percent(34)} < 10`),
    // Originals in each language, with and without a title in the default language.
    `update events e set language = 'ar' where ${percent(33)} < 10`,
    `update events e set language = 'sw' where ${percent(34)} < 5 and language = 'en'`,
    `update event_texts t set original = t.language = e.language from events e where e.id = t.id`,
    `update event_texts t set title = null from events e where e.id = t.id and not t.original and t.language = 'en' and ${percent(35)} < 50`,
    `update events e set published_at = timestamptz '2026-01-01' + case when ${percent(36)} < 62 then interval '0' else ${percent(37)} * interval '1.000001 hours' end`,
    `vacuum analyze events`,
    `vacuum analyze event_texts`,
  ])
    await database.session((db) => db.query(raw(statement), { customPlan: true }))
}

const dates = await readDates(server)
/** The place of each date in each order, except for dates with the same value. */
const places = new Map<string, ReadonlyMap<number, number>>()
for (const order of ORDERS)
  for (const language of LANGUAGES) {
    const value =
      order === 'date'
        ? 'e.published_at'
        : `coalesce(${[`t.language = '${language}'`, `t.language = 'en'`, 't.original'].map((is) => `(select t.title from event_texts t where t.id = e.id and ${is})`).join()}) collate "und-x-icu"`
    const rows = await database.query<{ id: number; place: number }>(
      raw(`select o.id, dense_rank() over (order by ${value})::int as place from occurrences o join events e on e.id = o.record_id`),
      { customPlan: true },
    )
    places.set(`${order} ${language}`, new Map(rows.map(({ id, place }) => [id, place])))
  }

interface OrderedQuery extends ListQuery {
  readonly by: (typeof ORDERS)[number]
  readonly language: (typeof LANGUAGES)[number]
}
const busy = busyIds(EVENTS)
const links = { categories: busy.categories, tags: busy.tags, venue: [busy.venue, busy.venue - 4] }
function orderedQuery(random: Random): OrderedQuery {
  const query = randomQuery(random, links)
  if (query.params['search'] !== undefined) return orderedQuery(random)
  const [by, language, direction] = [random.pick(ORDERS), random.pick(LANGUAGES), random.pick(['asc', 'desc'] as const)]
  return { ...query, by, language, direction, params: { ...query.params, orderby: by, order: direction, i18n_language: language } }
}
function wantedDates({ conditions, by, language, direction }: OrderedQuery): DateRow[] {
  const sign = direction === 'asc' ? 1 : -1
  const placeOf = ({ id }: DateRow): number => places.get(`${by} ${language}`)?.get(id) ?? 0
  return dates.filter((date) => conditions.every((holds) => holds(date))).sort((a, b) => sign * (placeOf(a) - placeOf(b) || a.id - b.id))
}
/** Compares a page by its number, and two pages by cursors that begin anywhere in the list. */
async function difference(query: OrderedQuery, random: Random): Promise<string | null> {
  const wanted = wantedDates(query).map(({ id }) => id)
  const per_page = random.pick([1, 3, 10, 100])
  const page = 1 + random.below(random.pick([1, 3, Math.ceil(wanted.length / per_page) + 1]))
  const ask = async (more: Readonly<Record<string, string>>) => {
    const params = new URLSearchParams({ ...query.params, per_page: String(per_page), _fields: 'id', ...more })
    const { json, text } = await server.get(`/events?${params.toString()}`, query.as ? { as: query.as } : {})
    return { total: json['total'], ids: idsOf(json['events'] ?? assert.fail(text)), next: json['next_cursor'] as string | null }
  }
  const first = await ask({ page: String(page) })
  const second = first.next === null ? null : await ask({ cursor: first.next })
  const found = [...first.ids, ...(second?.ids ?? [])]
  const part = wanted.slice((page - 1) * per_page, (page - 1 + (second ? 2 : 1)) * per_page)
  const isEqual = first.total === wanted.length && (second?.total ?? wanted.length) === wanted.length && found.join() === part.join()
  if (isEqual && (second !== null || part.length < per_page || page * per_page === wanted.length)) return null
  return JSON.stringify({ ...query.params, as: query.as, per_page, page, totals: [first.total, second?.total, wanted.length], found, part })
}

void test('5.5 lists by title and by publication equal brute force', async () => {
  const queries = scaled(10_000, 150)
  const random = new Random(seed + 1)
  const found: string[] = []
  for (let i = 0; i < queries; i++) {
    const one = await difference(orderedQuery(random), random)
    if (one !== null) found.push(one)
  }
  reportEvidence('orders', { queries, dates: dates.length, different: found.length })
  assert.equal(found.length, 0, found.slice(0, 3).join('\n'))
})

const measured = await measuredCalendar(server.database_url)
after(() => measured.close())
void test('5.5 the first page by title or by publication does not read all matches', async () => {
  const buffers: Record<string, number> = {}
  // In descending order, the dates of a page have few titles and publications in common with others.
  for (const order of ORDERS) {
    for (const list of ['', `&categories=${links.categories[0]}`, '&featured=true'])
      buffers[`${order}${list}`] = await measured.buffers(`orderby=${order}&order=desc${list}`)
  }
  const sorted = await measured.buffers('orderby=title&order=desc&page=400')
  reportEvidence('orders', { buffers, sorted })
  for (const [list, n] of Object.entries(buffers)) assert.ok(n * 10 < sorted, `${list}: ${n} of ${sorted} buffers`)
})
