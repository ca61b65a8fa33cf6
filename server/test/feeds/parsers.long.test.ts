// FEED_EVENTS: how many (5,000). FEED_SEED: which (2).
import { test } from 'node:test'
import { testServer } from '../support/server.ts'
import { compareReaders } from './parsers.ts'

const [count, seed] = [Number(process.env['FEED_EVENTS'] ?? 5_000), Number(process.env['FEED_SEED'] ?? 2)]
const server = await testServer(
  { SITE_TIMEZONE: 'Europe/Paris', STATEMENT_TIMEOUT_MS: '60000', LOCK_TIMEOUT_MS: '60000', CONNECT_TIMEOUT_MS: '60000' },
  undefined,
  false,
)

void test(`feeds: ${count} random events are read by ical.js and by icalendar as the API says (seed ${seed})`, async (t) => {
  t.diagnostic(await compareReaders(server, count, seed))
})
