// Merges of records: everything moves, lists and feeds are right afterwards, and the change log suffices to undo a merge (contract 7.17).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { raw, sql } from '../../src/kernel/database/sql.ts'
import { Random } from '../model/random.ts'
import { reportEvidence, scaled, seed } from '../support/evidence.ts'
import { LISTING_INVARIANTS } from '../support/listings.ts'
import { inDays, testServer, unique, type Json } from '../support/server.ts'

const EVENTS = scaled(5_000)
const server = await testServer({ DATABASE_POOL_SIZE: '8' })
const { database: db } = server.app
const random = new Random(seed)

type Row = Record<string, unknown>
/** The records of a calendar as far as a merge changes them: venues with their texts, external ids, and the links of events in order. */
interface State {
  readonly venues: Map<number, Row>
  readonly links: Map<number, readonly number[]>
}
async function readState(): Promise<State> {
  const venues = await db.query<Row & { id: number }>(sql`
select r.id, r.status, r.author_id, r.published_at::text, r.created_at::text, r.language, r.undated, r.image_id, r.address, r.city, r.country,
  r.province, r.state, r.zip, r.phone, r.stateprovince, r.website, r.geo_lat, r.geo_lng, r.show_map, r.show_map_link, r.hours,
  (select jsonb_object_agg(x.source, x.external_id) from external_ids x where x.record_id = r.id) as external_ids,
  (select jsonb_object_agg(x.language, jsonb_build_object('venue', x.venue, 'description', x.description, 'slug', x.slug))
    from venue_texts x where x.id = r.id) as texts
from venues r`)
  const links = await db.query<{ id: number; ids: number[] }>(
    sql`select event_id as id, array_agg(ref_id order by position) as ids from event_venues group by event_id`,
  )
  return {
    venues: new Map(venues.map(({ id, ...row }) => [id, row])),
    links: new Map(links.map(({ id, ids }) => [id, ids])),
  }
}

/** Undoes the merge that made the last change of a record, from the state after it and the change log alone. */
async function undo(state: State, target: number): Promise<State> {
  const { venues, links } = { venues: new Map(state.venues), links: new Map(state.links) }
  const changes = await db.query<{ kind: string; record_id: number; action: string; before: Row; after: Row }>(sql`
select kind, record_id, action, before, after from changes
where change_id = (select change_id from changes where record_id = ${target} and action = 'merge' order by id desc limit 1) order by id desc`)
  for (const { kind, record_id: id, action, before } of changes) {
    if (kind === 'event') links.set(id, before['venue'] as number[])
    else if (action === 'merge' && id !== target) {
      const { modified_at: _, ...row } = before
      venues.set(id, row)
    } else {
      const old = before['external_ids'] as Row
      venues.set(id, { ...venues.get(id), external_ids: Object.keys(old).length > 0 ? old : null })
    }
  }
  return { venues, links }
}
const differences = (found: State, wanted: State): string[] => [
  ...differing(found.venues, wanted.venues),
  ...differing(found.links, wanted.links),
]
function differing(found: ReadonlyMap<number, unknown>, wanted: ReadonlyMap<number, unknown>): string[] {
  const [a, b] = [sorted(found), sorted(wanted)]
  return [...new Set([...a.keys(), ...b.keys()])].flatMap((id) =>
    a.get(id) === b.get(id) ? [] : [`${id}: ${a.get(id)}, not ${b.get(id)}`],
  )
}
const sorted = (map: ReadonlyMap<number, unknown>): Map<number, string> =>
  new Map(
    [...map].map(([id, value]) => [
      id,
      JSON.stringify(value, (_, part: unknown) =>
        typeof part === 'object' && part !== null && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).sort()) : part,
      ),
    ]),
  )

/** The state that a merge must lead to: links are replaced in place, without duplicates. */
function merged({ venues, links }: State, from: readonly number[], target: number): State['links'] {
  assert.ok(venues.has(target))
  const moved = (ids: readonly number[]): number[] => [...new Set(ids.map((id) => (from.includes(id) ? target : id)))]
  return new Map([...links].map(([id, ids]) => [id, moved(ids)]))
}
/** The number of listing rows and daily counts that differ from the events and their links. */
async function wrongListings(): Promise<number> {
  const found = await Promise.all(Object.values(LISTING_INVARIANTS).map((statement) => db.query(raw(statement))))
  return found.flat().length
}
/** Paths of merged records that do not lead to the target. */
async function wrongRedirects(records: readonly (Json & { id: number; slug: string })[], target: number): Promise<string[]> {
  const paths = records.flatMap(({ id, slug }) => [`/venues/${id}`, `/venues/by-slug/${encodeURIComponent(slug)}`])
  const answers = await Promise.all(paths.map(async (path) => ({ path, ...(await server.get(path)) })))
  return answers.flatMap(({ path, status, headers }) =>
    status === 308 && headers.get('location')?.endsWith(`/venues/${target}`) ? [] : [path],
  )
}

void test(`7.17 a merge of venues with ${EVENTS} events moves all of them, and the log suffices to undo it`, async () => {
  const make = (i: number) =>
    server.make('venues', { venue: `Hall ${unique()}`, city: `City ${i}`, phone: `${i}`, external_ids: { [`s${i % 4}`]: unique() } })
  const venues = await Promise.all(Array.from({ length: 8 }, (_, i) => make(i)))
  await server.patch(`/venues/${venues[2]?.id}?i18n_language=fr`, { venue: `Salle ${unique()}` })
  const [target, ...rest] = venues
  const [from, others] = [rest.slice(0, 5), rest.slice(5)]
  assert.ok(target)
  const ids = venues.map(({ id }) => id)
  const day = (): Json => ({ start_date: inDays(1 + random.below(300)), end_date: inDays(400) })
  for (let i = 0; i < EVENTS; i += 10)
    await Promise.all(
      Array.from({ length: Math.min(10, EVENTS - i) }, (_, n) =>
        server.make('events', {
          title: `E ${i + n}`,
          ...day(),
          venue: [random.pick(from).id, ...random.some(ids, 3)],
          ...(random.chance(0.1) && { status: 'draft' }),
          ...(random.chance(0.1) && { password: 'x' }),
        }),
      ),
    )
  const before = await readState()
  const started = performance.now()
  const answer = await server.post(`/venues/${target.id}/merge`, { from: from.map(({ id }) => id) })
  const seconds = (performance.now() - started) / 1_000
  assert.equal(answer.status, 200, answer.text)
  const after = await readState()
  assert.deepEqual(
    differing(
      after.links,
      merged(
        before,
        from.map(({ id }) => id),
        target.id,
      ),
    ),
    [],
  )
  assert.deepEqual([...after.venues.keys()].sort(), [target.id, ...others.map(({ id }) => id)].sort())
  assert.equal(await wrongListings(), 0)
  assert.deepEqual(await wrongRedirects(from, target.id), [])
  assert.deepEqual(differences(await undo(after, target.id), before), [])
  reportEvidence('merge', { events: EVENTS, merged: from.length, seconds: Math.round(seconds * 10) / 10, undone: true })
  await seededFaults(before, after, from, target.id)
})

/** Each of these faults is found by one of the checks. */
async function seededFaults(
  before: State,
  after: State,
  from: readonly (Json & { id: number; slug: string })[],
  target: number,
): Promise<void> {
  await db.query(sql`delete from changes where id = (select max(id) from changes where kind = 'event' and action = 'update')`)
  assert.equal(differences(await undo(after, target), before).length, 1, 'a moved link that is not in the log')
  await db.query(sql`update changes set before = before - 'phone' where record_id = ${from[0]?.id} and action = 'merge'`)
  assert.equal(differences(await undo(after, target), before).length, 2, 'a field that is not in the log')
  await db.query(sql`delete from redirects where id = ${from[1]?.id}`)
  assert.equal((await wrongRedirects(from, target)).length, 2, 'a redirect that does not exist')
  await db.query(sql`update occurrences set status = 'pending' where id = (select min(id) from listings)`)
  assert.ok((await wrongListings()) > 0, 'a listing of an event that is not public')
  await db.query(sql`delete from event_venues where event_id = (select max(event_id) from event_venues)`)
  assert.equal(differing((await readState()).links, after.links).length, 1, 'a link that was lost')
}

void test('7.17 lists, counts, feeds and cached responses show the target after a merge', async () => {
  const [kept, old] = [
    await server.make('venues', { venue: `Kept ${unique()}` }),
    await server.make('venues', { venue: `Old ${unique()}` }),
  ]
  const tags = [await server.make('tags', { name: unique() }), await server.make('tags', { name: unique() })]
  const made = await server.make('events', {
    title: unique(),
    start_date: inDays(3),
    end_date: inDays(4),
    venue: [old.id],
    tags: [tags[1]?.id],
  })
  const paths = [
    `/events/${made.id}`,
    `/events?include=${made.id}`,
    `/events/${made.id}.ics`,
    `/events.ics?include=${made.id}`,
    `/venues?event=${made.id}`,
  ]
  const texts = () => Promise.all(paths.map(async (path) => (await server.get(path)).text))
  for (const text of [...(await texts()), ...(await texts())]) assert.ok(text.includes(String(old['venue'])), text)
  assert.equal((await server.post(`/venues/${kept.id}/merge`, { from: [old.id] })).status, 200)
  assert.equal((await server.post(`/tags/${tags[0]?.id}/merge`, { from: [tags[1]?.id] })).status, 200)
  for (const text of await texts()) assert.ok(text.includes(String(kept['venue'])) && !text.includes(String(old['venue'])), text)
  assert.equal((await server.get(`/tags/${tags[0]?.id}`)).json['count'], 1)
  const byTag = await server.get(`/events?tags=${tags[0]?.id}`)
  assert.deepEqual([byTag.json['total'], (byTag.json['events'] as { id: number }[])[0]?.id], [1, made.id])
})

void test('7.11 7.17 a permanent deletion of the target erases the content of merged records, also after several merges', async () => {
  const word = unique()
  const [a, b, c] = await Promise.all(
    ['a', 'b', 'c'].map((name) => server.make('organizers', { organizer: `${word} ${name}`, email: `${word}@example.org` })),
  )
  assert.ok(a && b && c)
  assert.equal((await server.post(`/organizers/${b.id}/merge`, { from: [a.id] })).status, 200)
  assert.equal((await server.post(`/organizers/${c.id}/merge`, { from: [b.id] })).status, 200)
  const logged = async () =>
    (await db.query(sql`select 1 from changes where (before::text || coalesce(after::text, '')) like ${`%${word}%`}`)).length
  assert.ok((await logged()) > 0)
  assert.equal((await server.remove(`/organizers/${c.id}?force=true`)).status, 200)
  assert.equal(await logged(), 0)
  assert.deepEqual(await db.query(sql`select 1 from redirects where ${word} = any(string_to_array(array_to_string(slugs, '-'), '-'))`), [])
})

void test('7.17 two merges of the same records into each other: one succeeds, and no write fails with 5xx', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [a, b] = await Promise.all([0, 1].map(() => server.make('venues', { venue: unique() })))
    assert.ok(a && b)
    const event = { start_date: inDays(1), end_date: inDays(2), venue: [a.id, b.id] }
    const answers = await Promise.all([
      server.post(`/venues/${a.id}/merge`, { from: [b.id] }),
      server.post(`/venues/${b.id}/merge`, { from: [a.id] }),
      server.post('/events', { title: unique(), ...event }),
    ])
    const [first, second, third] = answers.map(({ status }) => status)
    assert.ok((first === 200 && second === 404) || (first === 404 && second === 200), `${first} ${second}`)
    assert.ok(third === 201 || third === 400, String(third))
  }
})
