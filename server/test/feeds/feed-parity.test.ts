// FEED_FILTERS: how many (40). FEED_SEED: which (1). same.long.test.ts takes more of them.
import { test } from 'node:test'
import { testServer } from '../support/server.ts'
import { compareFilters } from './feed-parity.ts'

const [count, seed] = [Number(process.env['FEED_FILTERS'] ?? 40), Number(process.env['FEED_SEED'] ?? 1)]
const server = await testServer({ SITE_TIMEZONE: 'America/New_York', PAGES: '' }, undefined, false)

void test(`feeds: a feed and the list name the same events, for ${count} random filters (seed ${seed})`, async (t) => {
  t.diagnostic(await compareFilters(server, 60, count, seed))
})
