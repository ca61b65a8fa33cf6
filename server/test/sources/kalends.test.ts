// A mirror of another calendar through its change feed: after each run it shows what the calendar shows (contract 19.10).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { form, fresh } from '../media/pictures.ts'
import { deleteAllRecords, Writers } from '../changes/random-writers.ts'
import { Random, seedOf } from '../model/random.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { reportEvidence, resumable, scaled, seed } from '../support/evidence.ts'
import { testServer, type Json } from '../support/server.ts'
import { compareCalendars } from './mirror-copies.ts'
import { counted, sourceServer, type ShownRun } from './setup.ts'

// Processes see writes of others after a moment, unless caches are off.
const UNCACHED = { CACHE_MB: '0', RECORD_CACHE_MB: '0' }
const site = await testServer(UNCACHED)
const server = await sourceServer({ ...UNCACHED, EGRESS_ALLOW: new URL(site.base).host })
const addMirror = (body: Json = {}): Promise<number> => server.createSource({ type: 'kalends', url: site.base, vanished: 'trash', ...body })
const cursorOf = async (source: number): Promise<string | null> =>
  (await server.app.database.query<{ cursor: string | null }>(sql`select cursor from sources where id = ${source}`))[0]?.cursor ?? null
async function finish(source: number, query = ''): Promise<ShownRun> {
  const run = await server.run(source, null, query)
  const failed = await server.items(source, run.id, '?outcome=failed')
  assert.deepEqual([run.state, run.reason, failed], ['finished', null, []])
  return run
}
async function assertEqual(where = ''): Promise<number> {
  const { differences, records } = await compareCalendars(site, server)
  const [first] = differences
  assert.deepEqual(first?.[2], first?.[1], `${where}: ${first?.[0] ?? ''}`)
  return records
}
async function clear(source: number): Promise<void> {
  await deleteAllRecords(site)
  await finish(source, '?accept_gone=true')
}

const DAY = '2028-05-03'
const daysOf = async (from: typeof site | typeof server, slug: string): Promise<unknown[]> => {
  const { json } = await from.get(`/events?from=2028-01-01&search=${slug}&per_page=100`)
  return (json['events'] as Json[]).map(({ start_date, title }) => [start_date, title])
}
/** The first date after a number of others. */
const dateOf = async (series: number, at: number): Promise<number> => {
  const { json } = await site.get(`/events?series=${series}&from=2028-01-01&per_page=100`)
  return (json['events'] as { id: number }[])[at]?.id ?? 0
}

test('19.10.2 a mirror has series with rules and changed dates, and follows each change without reading everything', async () => {
  const source = await addMirror()
  const venue = await site.make('venues', {
    venue: 'Hall',
    city: 'Lyon',
    state: 'ARA',
    geo_lat: 45.5,
    geo_lng: 4.8,
    hours: { weekly: [{ days: ['mo'], opens: '10:00', closes: '12:00' }] },
  })
  const music = await site.make('categories', { name: 'Music', color: 'teal' })
  const jazz = await site.make('categories', { name: 'Jazz', parent: music.id })
  const picture = await site.request('POST', '/media', { as: 'admin', upload: form(await fresh()) })
  const texts = { title: 'Choir', description: '<p>Sing</p>', excerpt: '<p>Short</p>', custom_fields: { seats: 12 }, cost: '€5 - €8' }
  const links = { venue: [venue.id], organizer: { organizer: 'Club', email: 'club@example.org' }, categories: [jazz.id], tags: ['Live'] }
  const times = { start_date: `${DAY} 19:00`, end_date: `${DAY} 21:00`, timezone: 'Europe/Paris', recurrence: 'FREQ=WEEKLY;COUNT=8' }
  const series = await site.make('events', { ...texts, ...links, ...times, image: picture.json['id'] })
  await site.patch(`/events/${await dateOf(series.id, 2)}`, { title: 'Choir with guests', venue: [] })
  const hidden = await dateOf(series.id, 3)
  await site.patch(`/events/${hidden}`, { status: 'draft' })
  assert.deepEqual(counted(await finish(source)), { new: 6, changed: 1 })
  await assertEqual('first run')
  assert.equal((await daysOf(server, 'choir')).length, 7)
  const steps: Readonly<Record<string, () => Promise<unknown>>> = {
    nothing: async () => undefined,
    'another field': async () => site.patch(`/events/${await dateOf(series.id, 2)}`, { overrides: ['title.en'], cost: '7' }),
    'a moved series': () => site.patch(`/events/${series.id}`, { start_date: `${DAY} 18:00`, end_date: `${DAY} 20:00` }),
    'a hidden date': async () => site.patch(`/events/${await dateOf(series.id, 4)}`, { hide_from_listings: true }),
    'a shown date': () => site.patch(`/events/${hidden}`, { status: 'publish' }),
    'a split': async () => site.patch(`/events/${await dateOf(series.id, 2)}?scope=following`, { title: 'Later' }),
    'a reset': async () => site.post(`/events/${await dateOf(series.id, 1)}/reset`, {}),
    'a hidden venue': () => site.patch(`/venues/${venue.id}`, { status: 'draft' }),
    'a changed event without its venue': () => site.patch(`/events/${series.id}`, { featured: true }),
    'a shown venue': () => site.patch(`/venues/${venue.id}`, { status: 'publish' }),
    'a password': () => site.patch(`/events/${series.id}`, { password: 'opensesame' }),
    'no password': () => site.patch(`/events/${series.id}`, { password: null }),
    'a deleted category': () => site.remove(`/categories/${jazz.id}?force=true`),
    'a single event': () => site.patch(`/events/${series.id}`, { recurrence: null }),
    'a postponed event': () =>
      site.patch(`/events/${series.id}`, { start_date: '2028-09-09 10:00', end_date: null, event_status: 'rescheduled' }),
  }
  for (const [name, step] of Object.entries(steps)) {
    await step()
    const run = await finish(source, '?accept_gone=true')
    await assertEqual(name)
    if (name === 'nothing') assert.equal(run.total, 0)
  }
  assert.deepEqual(await daysOf(server, 'choir'), await daysOf(site, 'choir'))
  await clear(source)
})

test('19.10.2 a dry run and a failed item do not move the cursor, an undo reads everything again, and an expired cursor too', async () => {
  const source = await addMirror()
  await site.make('events', { title: 'Dry', start_date: DAY, end_date: DAY, all_day: true })
  const dry = await server.run(source, null, '?dry_run=true')
  assert.deepEqual([counted(dry), await cursorOf(source)], [{ new: 1 }, null])
  const first = await finish(source)
  const cursor = await cursorOf(source)
  assert.deepEqual([counted(first), typeof cursor], [{ new: 1 }, 'string'])
  const blocked = await server.make('events', { title: 'Taken', slug: 'taken', start_date: DAY, end_date: DAY })
  const there = await site.make('events', { title: 'Other', slug: 'other', start_date: DAY, end_date: DAY })
  await finish(source)
  const before = await cursorOf(source)
  await site.patch(`/events/${there.id}`, { slug: 'taken' })
  assert.deepEqual([counted(await server.run(source, null)), await cursorOf(source)], [{ failed: 1 }, before])
  await server.remove(`/events/${blocked.id}?force=true`)
  assert.deepEqual(counted(await finish(source)), { changed: 1 })
  assert.notEqual(await cursorOf(source), before)
  const undone = await site.make('events', { title: 'Undone', start_date: DAY, end_date: DAY })
  const run = await finish(source)
  assert.equal((await server.post(`/sources/${source}/runs/${run.id}/undo`, {}, { as: 'editor' })).status, 202)
  await server.ended(source, run.id)
  assert.equal(await cursorOf(source), null)
  assert.deepEqual(counted(await finish(source)), { unchanged: 2, changed: 1 })
  await site.remove(`/events/${undone.id}?force=true`)
  const { json } = await site.get('/changes?since=now', { as: 'admin' })
  await server.app.database.query(sql`update sources set cursor = ${String(json['next'])} where id = ${source}`)
  assert.deepEqual(counted(await finish(source, '?accept_gone=true')), { unchanged: 2, trashed: 1 })
  assert.equal((await server.patch(`/sources/${source}`, { language: 'fr' }, { as: 'editor' })).status, 200)
  assert.equal(await cursorOf(source), null)
  await clear(source)
})

test('19.10.1 19.10.5 the address may be that of the API, another site is no calendar, and records that are gone are kept if the source says so', async () => {
  const api = await addMirror({ url: `${site.base}/calendar/events/v1`, vanished: 'cancel' })
  const past = await site.make('events', { title: 'Past', start_date: '2020-01-01', end_date: '2020-01-01', venue: { venue: 'Old hall' } })
  await finish(api)
  await site.remove(`/events/${past.id}?force=true`)
  await site.remove(`/venues/${(past['venue'] as Json[])[0]?.['id'] as number}?force=true`)
  assert.deepEqual(counted(await finish(api, '?accept_gone=true')), { canceled: 1, kept: 1 })
  const other = await server.createSource({ type: 'kalends', url: `${site.base}/docs` })
  const { state, reason } = await server.run(other, null)
  assert.deepEqual([state, reason], ['failed', 'not_kalends'])
  // The next test compares all records.
  await deleteAllRecords(server)
})

const HISTORIES = scaled(100, 2)
const ROUNDS = 4
const WRITES = 12
/** Returns the numbers of runs and of compared records. */
async function followHistory(source: number, history: number): Promise<readonly [runs: number, compared: number]> {
  const random = new Random(seedOf(seed + 5, history))
  const writers = new Writers(site, random)
  let compared = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let i = 0; i < WRITES; i += 1) await writers.write()
    // A cursor of another caller has expired for this one.
    if (random.chance(0.2)) {
      const { json } = await site.get('/changes?since=now', { as: 'admin' })
      await server.app.database.query(sql`update sources set cursor = ${String(json['next'])} where id = ${source}`)
    }
    await finish(source, '?accept_gone=true')
    compared += await assertEqual(`seed ${seed}, history ${history}, round ${round}`)
  }
  await clear(source)
  return [ROUNDS, compared]
}
test(`19.10 the mirror of ${HISTORIES} random histories has no differences`, { timeout: 7_200_000 }, async () => {
  const source = await addMirror()
  let [compared, runs] = [0, 0]
  for (let history = 0; history < HISTORIES; history += 1) {
    const [ownRuns, ownCompared] = await resumable('import-mirror', `history-${history}`, () => followHistory(source, history))
    compared += ownCompared
    runs += ownRuns
  }
  reportEvidence('import-mirror', {
    mirror_histories: HISTORIES,
    mirror_runs: runs,
    mirror_records_compared: compared,
    mirror_differences: 0,
  })
})
