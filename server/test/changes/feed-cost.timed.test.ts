// Contract 14.1: the time to read many changes, and the cost of a request without changes in a large and a small calendar.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { raw, sql } from '../../src/kernel/database/sql.ts'
import { generateCalendar } from '../scale/generated-calendar.ts'
import { reportEvidence, scaled } from '../support/evidence.ts'
import { testServer, unique, type TestServer } from '../support/server.ts'

const CHANGES = scaled(100_000, 2_000)
const READ_S = scaled(60, 5)
/** As many as `mirror` of the client asks for. */
const PAGE = 500
const SMALL = 1_000
const LARGE = scaled(1_000_000, 20_000)
const TRANSACTIONS = 20
const POLLS = 400
/** The medians of equal requests differ by less than this between two runs. */
const RATIO_MAX = 1.15

async function openCalendar(events: number): Promise<TestServer> {
  const server = await testServer({ CACHE_MB: '0', RATE_LIMIT_ANONYMOUS: '0', DATABASE_STATEMENT_TIMEOUT_MS: '600000' })
  await generateCalendar(server.app.database, { events, seriesOneIn: 20 })
  return server
}
const small = await openCalendar(SMALL)
const large = await openCalendar(LARGE)

/** Changes events as so many requests would, with the log rows of a real request. */
async function changeEvents({ app, patch, get }: TestServer, count: number): Promise<void> {
  const [first] = (await get('/events?per_page=1')).json['events'] as { id: number }[]
  assert.ok(first)
  assert.equal((await patch(`/events/${first.id}`, { title: unique() })).status, 200)
  for (let part = 0; part < TRANSACTIONS; part += 1)
    await app.database.query(sql`
with chosen as (
  select id from events where status = 'publish' and not hide_from_listings order by id limit ${count / TRANSACTIONS} offset ${(part * count) / TRANSACTIONS}
), changed as (
  update events e set version = version + 1 from chosen where e.id = chosen.id returning e.id, e.version
)
insert into changes (kind, record_id, version, action, actor_id, language, before, after)
select c.kind, e.id, e.version, c.action, c.actor_id, c.language, c.before, c.after
from changed e, (select * from changes where record_id = ${first.id} and action = 'update' order by id desc limit 1) c`)
}
const read = async (server: TestServer, cursor: string): Promise<{ changes: { id: number }[]; next: string; more: boolean }> => {
  // With the whole path, the test does not compare the response with the document, which takes longer than the request.
  const response = await fetch(`${server.base}/calendar/events/v1/changes?since=${cursor}&kinds=event&per_page=${PAGE}`)
  assert.equal(response.status, 200)
  return (await response.json()) as Awaited<ReturnType<typeof read>>
}

void test(`14.1 ${CHANGES} changes are read in ${READ_S} s`, async (t) => {
  let { next } = await read(large, 'now')
  await changeEvents(large, CHANGES)
  const ids = new Set<number>()
  const started = performance.now()
  for (let more = true; more; ) {
    const page = await read(large, next)
    for (const { id } of page.changes) ids.add(id)
    next = page.next
    more = page.more
  }
  const read_s = Math.round(performance.now() - started) / 1_000
  t.diagnostic(JSON.stringify({ changes: ids.size, read_s }))
  reportEvidence('feed-cost', { changes: ids.size, read_s })
  assert.ok(ids.size >= CHANGES, String(ids.size))
  assert.ok(read_s <= READ_S, `${read_s} s`)
})

void test(`14.1 a request without changes costs the same with ${LARGE} events as with ${SMALL}`, async (t) => {
  for (const { app } of [small, large]) await app.database.query(raw('vacuum analyze changes'))
  const cursors = new Map<TestServer, string>()
  const times = new Map<TestServer, number[]>([
    [small, []],
    [large, []],
  ])
  for (const server of times.keys()) cursors.set(server, (await read(server, 'now')).next)
  for (let poll = 0; poll < POLLS; poll += 1)
    for (const [server, taken] of times) {
      const started = performance.now()
      const page = await read(server, cursors.get(server) ?? '')
      taken.push(performance.now() - started)
      cursors.set(server, page.next)
      assert.equal(page.changes.length, 0)
    }
  const median = (server: TestServer): number => (times.get(server) ?? []).toSorted((a, b) => a - b)[POLLS / 2] ?? Infinity
  const figures = { small_ms: median(small), large_ms: median(large), ratio: median(large) / median(small) }
  t.diagnostic(JSON.stringify(figures))
  reportEvidence('feed-cost', { events: [SMALL, LARGE], polls: POLLS, ...figures })
  assert.ok(figures.ratio <= RATIO_MAX, JSON.stringify(figures))
})
