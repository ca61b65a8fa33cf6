// FEED_EVENTS: how many (200). FEED_SEED: which (1). parsers.long.test.ts takes more of them.
import { test } from 'node:test'
import { testServer } from '../support/server.ts'
import { compareReaders } from './parsers.ts'

const [count, seed] = [Number(process.env['FEED_EVENTS'] ?? 200), Number(process.env['FEED_SEED'] ?? 1)]
const server = await testServer(
  { SITE_TIMEZONE: 'Europe/Paris', STATEMENT_TIMEOUT_MS: '60000', LOCK_TIMEOUT_MS: '60000', CONNECT_TIMEOUT_MS: '60000' },
  undefined,
  false,
)

void test(`feeds: ${count} random events are read by ical.js and by icalendar as the API says (seed ${seed})`, async (t) => {
  t.diagnostic(await compareReaders(server, count, seed))
})
