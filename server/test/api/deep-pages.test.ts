// Pages far from the first are sought by counted days: the same events as counting them off one by one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { siteOf } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { seed } from '../../src/features/seed/seed.ts'
import { raw } from '../../src/kernel/database/sql.ts'
import { idsOf, testServer } from '../support/server.ts'

const EVENTS = 8_000
const server = await testServer()
const { database } = server.app
await seed(database, {
  site: siteOf(readConfig({})),
  now: Temporal.Now.instant(),
  seed: 3,
  events: EVENTS,
  translated: 0,
  add: false,
  progress: { step: () => undefined, end: () => undefined },
})

for (const way of ['asc', 'desc'] as const)
  void test(`3.8 5.1 far pages, ${way}: no record is missing or repeated`, async () => {
    // Written to since the days were counted: what is new is counted too.
    await server.make('events', { title: 'Late', start_date: '+3 days', end_date: '+40 days' })
    const rows = await database.query<{ id: number }>(
      raw(`select id from occurrences where starts_at >= '2000-01-01' order by starts_at ${way}, id ${way}`),
      { customPlan: true },
    )
    const ids = rows.map(({ id }) => id)
    assert.ok(ids.length > EVENTS)
    for (const page of [50, 51, 60, 73, 80, 81]) {
      const { json } = await server.get(`/events?starts_after=1999-12-31&per_page=100&order=${way}&page=${page}&_fields=id`)
      assert.deepEqual(idsOf(json['events']), ids.slice(100 * (page - 1), 100 * page), `page ${page}`)
      assert.equal(json['total'], ids.length)
    }
  })
