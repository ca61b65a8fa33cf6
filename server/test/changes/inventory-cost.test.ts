// Contract 14.1.8: the cost of an inventory depends on the size of its page, not on the size of the calendar.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { siteOf } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { inventoryStatement } from '../../src/engine/list/inventory.ts'
import type { ListRequest } from '../../src/engine/list/list-query.ts'
import { ANONYMOUS } from '../../src/kernel/security/caller.ts'
import { raw, sql } from '../../src/kernel/database/sql.ts'
import { generateCalendar } from '../scale/generated-calendar.ts'
import { reportEvidence, scaled } from '../support/evidence.ts'
import { testServer, type Json } from '../support/server.ts'

const EVENTS = scaled(300_000, 4_000)
const PAGE = 200
const server = await testServer({ CACHE_MB: '0', RATE_LIMIT_ANONYMOUS: '0' })
const { database } = server.app
await generateCalendar(database, { events: EVENTS, seriesOneIn: 20 })
for (const table of ['events', 'occurrences']) await database.query(raw(`analyze ${table}`))
const site = siteOf(readConfig({}))
const RECORDS = { records: { withExceptions: true, isInventory: true } }

interface Plan {
  readonly 'Actual Rows': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Plan[]
}
/** The most rows that a step of the plan reads. */
const rowsRead = (plan: Plan): number =>
  Math.max(plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0), ...(plan.Plans ?? []).map(rowsRead))
async function rowsOfPage(afterId: number, form: Pick<ListRequest, 'records'>): Promise<number> {
  const kind = site.kinds.get('event')
  assert.ok(kind)
  const ctx = {
    site,
    caller: ANONYMOUS,
    now: Temporal.Now.instant(),
    changeId: '',
    language: 'en',
    hasExplicitLanguage: false,
    languagePrefix: '',
    strict: false,
  }
  const request: ListRequest = {
    values: { inventory: true },
    statuses: ['publish'],
    order: 'id',
    direction: 'asc',
    page: 1,
    perPage: PAGE,
    after: { at: String(afterId), id: afterId },
    ...form,
  }
  const { statement } = inventoryStatement(kind, request, ctx)
  const [answer] = await database.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(sql`explain (analyze, format json) ${statement}`, {
    customPlan: true,
  })
  assert.ok(answer)
  return rowsRead(answer['QUERY PLAN'][0].Plan)
}

/** Reads all pages of the largest size. */
async function walk(query: string) {
  const ids = new Set<number>()
  let [pages, slowest_page_ms] = [0, 0]
  for (let cursor: string | null = ''; cursor !== null; pages += 1) {
    const started = performance.now()
    const page: Json = (await server.get(`/events?inventory=true&cursor=${cursor}${query}`)).json
    slowest_page_ms = Math.max(slowest_page_ms, Math.round(performance.now() - started))
    for (const { id } of page['events'] as { id: number }[]) ids.add(id)
    cursor = page['next_cursor'] as string | null
  }
  return { rows: ids.size, pages, slowest_page_ms }
}

void test(`14.1.8 an inventory of ${EVENTS} events is complete, and each page reads its own rows only`, async (t) => {
  const [found] = await database.query<{ records: number; dates: number; middle: number }>(
    raw(`select (select count(*)::int from events where status = 'publish' and not hide_from_listings) as records, count(*)::int as dates,
percentile_disc(0.5) within group (order by id) as middle from occurrences where status = 'publish' and not hide_from_listings`),
  )
  assert.ok(found)
  const [records, dates] = [await walk(''), await walk('&dates=true')]
  assert.deepEqual([records.rows, dates.rows], [found.records, found.dates])
  for (const after of [1, Math.round(EVENTS / 2), found.middle])
    for (const form of [RECORDS, {}]) {
      const read = await rowsOfPage(after, form)
      assert.ok(read <= PAGE * 2, `${read} rows read for a page of ${PAGE} after ${after}`)
    }
  t.diagnostic(JSON.stringify({ records, dates }))
  reportEvidence('inventory', { events: EVENTS, records, dates })
})
