// Seeding and rebuilding: reproducible, refused in a calendar with records, and equal to the result of single writes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { siteOf } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { rebuild } from '../../src/features/rebuild/rebuild.ts'
import { NotEmptyError } from '../../src/features/seed/not-empty-error.ts'
import { seed } from '../../src/features/seed/seed.ts'
import type { Database } from '../../src/kernel/database/database.ts'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { raw } from '../../src/kernel/database/sql.ts'
import { freshDatabase, LOOSE } from '../support/database.ts'
import { DAY_SUMS } from '../support/listings.ts'
import { testServer } from '../support/server.ts'

const site = siteOf(readConfig({}))
const now = Temporal.Instant.from('2026-11-15T12:00:00Z')
const quiet = { step: () => undefined, end: () => undefined }
const silent = (): typeof quiet => quiet
const TABLES = [
  `(${DAY_SUMS})`,
  'events',
  'event_texts',
  'event_hours',
  'occurrences',
  'listings',
  'event_venues',
  'event_organizers',
  'event_categories',
  'event_tags',
  'venues',
  'venue_texts',
  'organizers',
  'organizer_texts',
  'categories',
  'category_texts',
  'tags',
  'tag_texts',
]

/** Every row of every table, without the moments of the test itself. */
async function everything(database: Database): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {}
  for (const table of TABLES)
    all[table] = (
      await database.query<{ rows: unknown }>(
        raw(`select coalesce(jsonb_agg(to_jsonb(t) order by to_jsonb(t)::text), '[]') as rows from ${table} t`),
      )
    )[0]?.rows
  return all
}
async function withSeed<T>(number: number, events: number, work: (database: Database) => Promise<T>): Promise<T> {
  const fresh = await freshDatabase()
  const database = openDatabase({ ...LOOSE, url: fresh.url })
  try {
    await seed(database, { site, now, seed: number, events, add: false, progress: quiet, ...(events > 1_000 && { translated: 0.05 }) })
    return await work(database)
  } finally {
    await database.close()
    await fresh.drop()
  }
}

test('seed: the same for the same number, another for another', async () => {
  const [a, b, c] = [await withSeed(7, 60, everything), await withSeed(7, 60, everything), await withSeed(8, 60, everything)]
  assert.deepEqual(a, b)
  assert.notDeepEqual(a['event_texts'], c['event_texts'])
})
test('seed: a calendar that is not empty is rejected without --add', async () => {
  await withSeed(1, 20, async (database) => {
    await assert.rejects(seed(database, { site, now, seed: 1, events: 20, add: false, progress: quiet }), NotEmptyError)
    const more = await seed(database, { site, now, seed: 2, events: 20, add: true, progress: quiet })
    assert.equal(more.events, 20)
    const [count] = await database.query<{ n: number }>(raw('select count(*) as n from events where series_id is null'))
    assert.equal(count?.n, 40)
  })
})
for (const events of [120, 6_000]) {
  test(`seed: ${events} events in bulk are as a rebuild would make them`, async () => {
    await withSeed(3, events, async (database) => {
      const before = await everything(database)
      await rebuild(database, site, now.add({ hours: 1 }), silent)
      const after = await everything(database)
      for (const table of TABLES) assert.deepEqual(after[table], before[table], table)
    })
  })
}

const server = await testServer()
test('rebuild: derived data equals that of single writes, and missing data is restored', async () => {
  const { make, patch, remove, app } = server
  const [venue, tag, category] = [
    await make('venues', { venue: 'Hall', city: 'Moshi' }),
    await make('tags', { name: 'Étoile' }),
    await make('categories', { name: 'Top' }),
  ]
  const day = { start_date: '2031-05-06', end_date: '2031-05-07', venue: venue.id, tags: [tag.id, 'New'], categories: category.id }
  const first = await make('events', { title: 'First', ...day, all_day: true, timezone: 'Asia/Tokyo' })
  const second = await make('events', { title: 'Second', description: '<p>Text &amp; more</p>', ...day, password: 'x', featured: true })
  const third = await make('events', { title: 'Third', ...day, status: 'draft', organizer: { organizer: 'Bob' } })
  await patch(`/events/${first.id}`, { i18n_language: 'fr', title: 'Premier' })
  await patch(`/events/${third.id}`, { status: 'publish', hide_from_listings: true, start_date: '2031-05-05', tags: [] })
  await remove(`/events/${second.id}`)
  await patch(`/venues/${venue.id}`, { city: 'Arusha' })
  const before = await everything(app.database)
  await rebuild(app.database, siteOf(readConfig({ PUBLIC_URL: server.base })), Temporal.Now.instant(), silent)
  assert.deepEqual(await everything(app.database), before)
  await app.database.query(raw("update occurrences set ends_at = ends_at + interval '1 day', status = 'draft'"))
  await app.database.query(raw("update event_texts set search = '', other_languages = '{}'"))
  await app.database.query(raw("update venue_texts set search = 'x'"))
  await app.database.query(raw('update counts set n = n + 1'))
  await app.database.query(raw("insert into count_changes values (0, '2026-01-01', 9)"))
  await app.database.query(raw('update event_tags set counted = not counted'))
  await app.database.query(raw("update listings set ends_at = ends_at + interval '1 day', last = false where ref_id <> 0"))
  await app.database.query(raw('delete from listings where ref_id = 0'))
  await app.database.query(
    raw(
      "insert into listings values (0, '2031-01-01', 999999, 999999, '2031-01-02', null, null, true, false), (999998, '2031-01-01', 1, 1, '2031-01-02', null, null, true, false)",
    ),
  )
  await app.database.query(raw("update events set listing_ends_at = listing_ends_at + interval '1 day'"))
  assert.notDeepEqual(await everything(app.database), before)
  await rebuild(app.database, siteOf(readConfig({ PUBLIC_URL: server.base })), Temporal.Now.instant(), silent)
  assert.deepEqual(await everything(app.database), before)
})
