// Feeds of the calendar are imported into another one: the feed of that one has the same dates, as two other programs read them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COMPARED, createSeries, NOW } from '../feeds/recurrence-feeds.ts'
import { expandByIcal, expandByPython, type SeenDate } from '../feeds/recurrence-readers.ts'
import { Random, seedOf } from '../model/random.ts'
import { reportEvidence, resumable, scaled, seed } from '../support/evidence.ts'
import { testServer, type Json } from '../support/server.ts'
import { requiresTools } from '../support/tools.ts'
import { counted, sourceServer } from './setup.ts'

const clock = { now: () => Temporal.Instant.from(NOW) }
// The dates of one batch are expanded in this process while transactions of others are open.
const settings = { DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: '600000' }
const from = await testServer(settings, clock, false)
// Where rules overlap or are not portable, a feed has more dates and exclusions than an editor may enter by default.
const to = await sourceServer({ ...settings, RECURRENCE_MAX_DATES: '10000', RECURRENCE_MAX_EXCLUSIONS: '10000' }, clock)
const BATCH = 50
const records = scaled(5_000, 50)

/** One event in two is a series with changed dates. */
async function fill(batch: number): Promise<void> {
  await from.make('categories', { name: `batch ${batch}` })
  for (let index = batch * BATCH; index < (batch + 1) * BATCH; index += 1)
    if (index % 2 === 0 || (await createSeries(from, seed, index, `batch ${batch}`)) === null) await createSingle(batch, index)
}
async function createSingle(batch: number, index: number): Promise<void> {
  const random = new Random(seedOf(seed + 7, index))
  const start = Temporal.PlainDateTime.from('2027-01-01').add({ hours: random.below(24 * 900), minutes: random.below(60) })
  const hours = random.below(60)
  const single: Json = {
    title: `Single ${index}, with a comma; and more`,
    description: '<p>One</p><p>Two</p>',
    start_date: start.toString(),
    end_date: random.chance(0.1) ? null : start.add({ hours }).toString(),
    all_day: random.chance(0.2),
    timezone: random.pick(['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'UTC', 'UTC+5']),
    event_status: random.chance(0.2) ? 'cancelled' : 'scheduled',
    categories: [`batch ${batch}`],
    ...(random.chance(0.5) && { venue: { venue: `Hall ${random.below(5)}`, city: 'Springfield' } }),
  }
  await from.make('events', single)
}
/** The parts of a series become series of their own, so the window must not depend on other dates. */
const feedOf = async (server: Pick<typeof from, 'get'>, batch: number): Promise<string> =>
  (await server.get(`/events.ics?categories=batch-${batch}&start_date=2000-01-01&end_date=2100-01-01`)).text
/** A day without an end lasts one day (RFC 5545 3.6.1), which not all readers know. */
const withEnd = ([start, end, ...rest]: SeenDate): SeenDate => [
  start,
  start.length === 10 && start === end ? Temporal.PlainDate.from(start).add({ days: 1 }).toString() : end,
  ...rest,
]
const sorted = (dates: readonly SeenDate[]): string[] => dates.map((date) => JSON.stringify(withEnd(date))).sort()

const python = requiresTools('recurring-ical-events')
/** Returns the number of dates that were compared. */
async function compareBatch(batch: number): Promise<number> {
  await fill(batch)
  const before = await feedOf(from, batch)
  const source = await to.createSource({ mapping: { categories: 'categories' } })
  const run = await to.run(source, before)
  assert.deepEqual([run.state, run.counts['failed']], ['finished', 0], JSON.stringify(await to.items(source, run.id, '?outcome=failed')))
  assert.deepEqual(Object.keys(counted(await to.run(source, before))), ['unchanged'])
  const after = await feedOf(to, batch)
  const expected = sorted(expandByIcal(before, COMPARED))
  assert.deepEqual(sorted(expandByIcal(after, COMPARED)), expected)
  if (python.skip === false) assert.deepEqual(sorted(expandByPython(after, COMPARED)), sorted(expandByPython(before, COMPARED)))
  return expected.length
}

/** Batches are compared at the same time, because most of their time they wait for the database. */
const LANES = 4
test('19.6 export, import and export again have equal dates', { timeout: 4 * 3_600_000 }, async (t) => {
  let dates = 0
  const failures: unknown[] = []
  const compareLane = async (lane: number): Promise<void> => {
    for (let batch = lane; batch < records / BATCH; batch += LANES)
      dates += await resumable('import-round-trip', `batch-${batch}`, () => compareBatch(batch)).catch((error: unknown) => {
        failures.push(error)
        return 0
      })
  }
  await Promise.all(Array.from({ length: LANES }, (_, lane) => compareLane(lane)))
  // One failure does not hide those of other batches.
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} batches differ.`)
  assert.ok(dates > records)
  if (python.skip !== false) t.diagnostic('compared without recurring-ical-events')
  reportEvidence('import-round-trip', { records, dates, differences: 0, readers: python.skip === false ? 2 : 1 })
})
