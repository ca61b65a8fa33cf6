// Contract 14.1: copies that several callers keep by the feed, with and without filters, equal the lists, while writers work at the same time.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { raw } from '../../src/kernel/database/sql.ts'
import { testServer } from '../support/server.ts'
import { noCounts, runHistory } from './feed-history.ts'

const HISTORIES = 8
const server = await testServer({ CACHE_MB: '0', RATE_LIMIT_AUTHENTICATED: '0', RATE_LIMIT_ANONYMOUS: '0' })
const calendar = { api: server, query: <Row extends object>(statement: string) => server.app.database.query<Row>(raw(statement)) }

void test(`14.1.3 14.1.7 in ${HISTORIES} histories, the copy of each caller and filter equals the lists`, async (t) => {
  const counts = noCounts()
  for (let index = 0; index < HISTORIES; index += 1) await runHistory(calendar, { index, filters: 5, writers: 4 }, counts)
  t.diagnostic(JSON.stringify(counts))
  assert.ok(counts.changes > HISTORIES * 10 && counts.secrets > HISTORIES * 5)
})
