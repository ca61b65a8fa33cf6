// The page of the default list at a million events is read from its index, and no more rows than the page has.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { siteOf } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { newChangeId } from '../../src/engine/changes/change-log.ts'
import { listStatement } from '../../src/engine/list/list-query.ts'
import { ANONYMOUS } from '../../src/kernel/security/caller.ts'
import { systemClock } from '../../src/kernel/time/clock.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { events } from '../../src/resources/events.ts'
import { calendarOf } from './calendar.ts'

const EVENTS = Number(process.env['EXPLAIN_EVENTS'] ?? 1_000_000)
const calendar = await calendarOf(EVENTS)
interface Node {
  readonly 'Node Type': string
  readonly 'Index Name'?: string
  readonly 'Actual Rows': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Actual Total Time': number
  readonly Plans?: Node[]
}
const walk = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(walk)]

test(`lists: the default page of ${EVENTS} events is an ordered read of its index`, async () => {
  const ctx = {
    site: siteOf(readConfig({})),
    caller: ANONYMOUS,
    now: systemClock.now(),
    language: 'en',
    hasExplicitLanguage: false,
    languagePrefix: '',
    changeId: newChangeId(),
    strict: false,
  }
  for (const page of [1, 3]) {
    const request = { values: {}, statuses: ['publish'] as const, order: 'event_date', direction: 'asc' as const, page, perPage: 10 }
    const { statement } = listStatement(events, request, ctx)
    const [row] = await calendar.database.query<{ 'QUERY PLAN': { Plan: Node }[] }>(sql`explain (analyze, format json) ${statement}`, {
      customPlan: true,
    })
    const limit = walk(row?.['QUERY PLAN'][0]?.Plan as Node).find((node) => node['Node Type'] === 'Limit') as Node
    const [scan, ...more] = walk(limit).slice(1)
    assert.deepEqual([scan?.['Node Type'], scan?.['Index Name'], more.length], ['Index Only Scan', 'listings_pkey', 0])
    const read = (scan?.['Actual Rows'] ?? 0) + (scan?.['Rows Removed by Filter'] ?? 0)
    console.log(`page ${page}: ${read} rows read of ${scan?.['Index Name']} in ${limit['Actual Total Time']} ms`)
    assert.ok(read <= page * 10 + 5, `${read} rows read for page ${page}`)
  }
})
