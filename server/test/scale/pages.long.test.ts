// Walking all pages of a list while nothing changes yields every matching event once: against brute force in the test, over random filters.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { raw } from '../../src/kernel/database/sql.ts'
import { calendarOf } from './calendar.ts'

const EVENTS = Number(process.env['SCALE_EVENTS'] ?? 100_000)
const COMBINATIONS = Number(process.env['SCALE_COMBINATIONS'] ?? 200)
const calendar = await calendarOf(EVENTS)

interface Row {
  readonly id: number
  readonly from: number
  readonly to: number
  readonly featured: boolean
  readonly ticketed: boolean
  readonly title: string
  readonly venues: number[]
  readonly organizers: number[]
  readonly categories: number[]
  readonly tags: number[]
}
const rows = await calendar.database.session((db) =>
  db.query<Row>(
    raw(`
select e.id, extract(epoch from e.listing_starts_at)::float8 as from, extract(epoch from e.listing_ends_at)::float8 as to, e.featured, e.ticketed, x.title,
  array(select ref_id from event_venues l where l.event_id = e.id) as venues, array(select ref_id from event_organizers l where l.event_id = e.id) as organizers,
  array(select ref_id from event_categories l where l.event_id = e.id) as categories, array(select ref_id from event_tags l where l.event_id = e.id) as tags
from events e join event_texts x on x.id = e.id and x.original`),
  ),
)
const parents = new Map(
  (await calendar.database.query<{ id: number; parent_id: number | null }>(raw('select id, parent_id from categories'))).map((c) => [
    c.id,
    c.parent_id,
  ]),
)
const isBelow = (id: number | null, top: number): boolean => id !== null && (id === top || isBelow(parents.get(id) ?? null, top))

let state = Number(process.env['SCALE_SEED'] ?? 1)
const random = (): number => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
  return state / 2_147_483_648
}
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
const DAY = 86_400
const day = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10)

/** A filter as it is sent, and as brute force applies it. */
interface Choice {
  readonly query: Record<string, string | number>
  matches(row: Row): boolean
}
function choices(): Choice[] {
  const any = pick(rows)
  const [first, last] = [Math.floor(any.from / DAY) * DAY, Math.floor(any.from / DAY) * DAY + DAY * Math.ceil(random() * 120)]
  const window: Choice[] = [
    { query: { start_date: day(first), end_date: day(last) }, matches: (r) => r.from >= first && r.to <= last + DAY },
    { query: { from: day(first), to: day(last) }, matches: (r) => r.from < last + DAY && (r.to > first || r.from >= first) },
    { query: { starts_after: day(first), starts_before: day(last) }, matches: (r) => r.from >= first + DAY && r.from < last + DAY },
    { query: { ends_after: day(first), ends_before: day(last) }, matches: (r) => r.to > first + DAY && r.to < last + DAY },
  ]
  const [venue, organizer, category, tag] = [any.venues[0] ?? 0, any.organizers[0] ?? 0, any.categories[0] ?? 0, any.tags[0] ?? 0]
  const others: Choice[] = [
    { query: { venue: `${venue},${pick(rows).venues[0] ?? 0}` }, matches: () => true },
    { query: { organizer }, matches: (r) => r.organizers.includes(organizer) },
    { query: { categories: category }, matches: (r) => r.categories.some((id) => isBelow(id, category)) },
    ...(tag ? [{ query: { tags: tag }, matches: (r: Row) => r.tags.includes(tag) }] : []),
    { query: { featured: 'true' }, matches: (r) => r.featured },
    { query: { ticketed: 'false' }, matches: (r) => !r.ticketed },
  ]
  const fixed = others.map((choice) => {
    if (!('venue' in choice.query)) return choice
    const ids = String(choice.query['venue']).split(',').map(Number)
    return { query: choice.query, matches: (r: Row) => r.venues.some((id) => ids.includes(id)) }
  })
  return [pick(window), ...fixed.filter(() => random() < 0.3)]
}

test(`5.12 3.8 ${COMBINATIONS} random filters over ${EVENTS} events: all pages give each matching event once, and total is their number`, async () => {
  let [walked, pages] = [0, 0]
  for (let i = 0; i < COMBINATIONS; i += 1) {
    const chosen = choices()
    const per_page = pick([7, 25, 100, 100, 100])
    const query = Object.assign({ per_page }, ...chosen.map((choice) => choice.query)) as Record<string, string | number>
    const wanted = rows.filter((row) => chosen.every((choice) => choice.matches(row))).sort((a, b) => a.from - b.from || a.id - b.id)
    const label = JSON.stringify(query)
    if (wanted.length > 4_000 || wanted.length / per_page > 200) continue
    const ids: number[] = []
    for (let page = 1; page === 1 || ids.length < wanted.length; page += 1) {
      const list = await calendar.get(`/events?${new URLSearchParams({ ...query, page: String(page), _fields: 'id' })}`)
      assert.equal(list['total'], wanted.length, `total of ${label}`)
      const found = (list['events'] as { id: number }[]).map(({ id }) => id)
      pages += 1
      ids.push(...found)
      if (found.length === 0) break
    }
    assert.deepEqual(
      ids,
      wanted.map(({ id }) => id),
      label,
    )
    walked += ids.length
  }
  console.log(`${COMBINATIONS} combinations, ${pages} pages, ${walked} events walked`)
  assert.ok(walked > COMBINATIONS * 5, 'the filters must find something')
})
