// FEED_FILTERS: how many (500). FEED_SEED: which (2).
import { test } from 'node:test'
import { testServer } from '../support/server.ts'
import { compareFilters } from './feed-parity.ts'

const [count, seed] = [Number(process.env['FEED_FILTERS'] ?? 500), Number(process.env['FEED_SEED'] ?? 2)]
const server = await testServer({ SITE_TIMEZONE: 'America/New_York', PAGES: '' }, undefined, false)

void test(`feeds: a feed and the list name the same events, for ${count} random filters (seed ${seed})`, async (t) => {
  t.diagnostic(await compareFilters(server, 250, count, seed))
})
