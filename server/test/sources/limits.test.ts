// The end of a run with too many failures, and of a run whose process died (contract 19.2.4).
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { maxFailuresOf } from '../../src/features/sources/process-run.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { systemClock } from '../../src/kernel/time/clock.ts'
import { until } from '../faults/launch.ts'
import { isFullRun, reportEvidence, scaled } from '../support/evidence.ts'
import { holdingRuns, killProcess, startImportProcess } from './killed-runs.ts'
import { calendarFile, counted, simpleEvent, sourceServer } from './setup.ts'

const MEDIA_DIR = await mkdtemp(join(tmpdir(), 'import-limits-'))
after(() => rm(MEDIA_DIR, { recursive: true, force: true }))
const server = await sourceServer({ MEDIA_DIR })
// The server runs no jobs. The processes that the test starts do.
const idle = await sourceServer({ MEDIA_DIR }, systemClock, false)

const goodRows = (count: number, from = 0): string[] => Array.from({ length: count }, (_, i) => `Good ${from + i},2028-01-10 19:00\n`)
const faultyRows = (count: number): string[] => Array.from({ length: count }, (_, i) => `Faulty ${i},soon\n`)
const table = (...rows: readonly string[][]): string => `title,start_date\n${rows.flat().join('')}`

test('19.2.4 a run stops after 1,000 failures, and what was written stays', async () => {
  const source = await server.createSource({ type: 'csv', status: 'draft' })
  const stopped = await server.run(source, table(goodRows(60), faultyRows(1_200), goodRows(60, 60)))
  assert.deepEqual([stopped.state, stopped.reason, stopped.total], ['stopped', 'too_many_failures', 1_320])
  const { new: created, failed = 0, ...others } = stopped.counts
  assert.deepEqual([created, Object.values(others).every((count) => count === 0)], [60, true])
  // The run ends after the transaction of 100 items in which the limit is exceeded.
  assert.ok(failed > 1_000 && failed <= 1_100, `${failed}`)
  const items = await server.items(source, stopped.id, '?outcome=new')
  assert.deepEqual((await server.event(items[59]?.record_id))['title'], 'Good 59')
  assert.deepEqual(counted(await server.run(source, table(goodRows(120)))), { unchanged: 60, new: 60 })
})

test('19.2.4 a tenth of the items of a large document may fail', { timeout: 1_800_000 }, async () => {
  assert.deepEqual([10, 10_000, 10_010, 20_000].map(maxFailuresOf), [1_000, 1_000, 1_001, 2_000])
  // Fewer rows would not reach the limit.
  if (!isFullRun) return
  const source = await server.createSource({ type: 'csv', status: 'draft' })
  const run = await server.run(source, table(faultyRows(1_150), goodRows(10_850)))
  assert.deepEqual([run.state, counted(run)], ['finished', { new: 10_850, failed: 1_150 }])
  reportEvidence('imports', { failures_that_do_not_stop: 1_150, rows_with_these_failures: 12_000 })
})

test('19.2.4 a run whose process died is continued by another process', { timeout: 600_000 }, async () => {
  const count = scaled(2_000, 250)
  const source = await idle.createSource()
  const file = calendarFile(Array.from({ length: count }, (_, i) => simpleEvent(`d-${i}`, `Died ${i}`, 1 + (i % 28))))
  const run = Number((await idle.startRun(source, file)).json['id'])
  const { database } = idle.app
  // The library requires at least 10 seconds, and the test should not wait for that long.
  await database.query(sql`update pgboss.job set heartbeat_seconds = 2 where name = 'imports'`)
  const done = async (): Promise<number> =>
    (
      await database.query<{ done: number }>(
        sql`select count(*)::int as done from source_items where run_id = ${run} and outcome is not null`,
      )
    )[0]?.done ?? 0
  const before = await holdingRuns(idle, async () => {
    const first = await startImportProcess(idle, { MEDIA_DIR })
    after(() => killProcess(first))
    await until('the first items are done', 120_000, async () => (await done()) > 0)
    await killProcess(first)
    return done()
  })
  assert.ok(before < count, `${before} of ${count} items were done when the process died`)
  const second = await startImportProcess(idle, { MEDIA_DIR })
  after(() => killProcess(second))
  const ended = await idle.ended(source, run)
  assert.deepEqual([ended.state, counted(ended), ended.total], ['finished', { new: count }, count])
  const [stored] = await database.query<{ events: number }>(sql`select count(*)::int as events from events`)
  assert.equal(stored?.events, count)
  reportEvidence('imports', { taken_over_after: before, taken_over_items: count })
})
