// A run whose process is killed again and again ends as if nothing had happened, and so does its undo (contract 19.2 and 19.5).
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from '../../src/kernel/database/sql.ts'
import { systemClock } from '../../src/kernel/time/clock.ts'
import { reportEvidence, scaled } from '../support/evidence.ts'
import { killer } from './killed-runs.ts'
import { calendarFile, simpleEvent, sourceServer } from './setup.ts'

const MEDIA_DIR = await mkdtemp(join(tmpdir(), 'imports-'))
after(() => rm(MEDIA_DIR, { recursive: true, force: true }))
// The server runs no jobs. The processes that the test kills do.
const server = await sourceServer({ MEDIA_DIR }, systemClock, false)
const runWithKills = killer(server, { MEDIA_DIR })

test('19.2 a killed run goes on where it was, and has one record for each item', { timeout: 1_800_000 }, async () => {
  const kills = scaled(20, 2)
  const count = scaled(5_000, 250)
  const events = Array.from({ length: count }, (_, i) => simpleEvent(`k-${i}`, `Killed ${i}`, 1 + (i % 28), [`LOCATION:Hall ${i % 7}`]))
  const source = await server.createSource()
  const started = await server.startRun(source, calendarFile(events))
  const run = Number(started.json['id'])
  assert.equal((await server.startRun(source, calendarFile(events))).json['code'], 'rest_run_active')
  const interrupted = await runWithKills(run, kills)
  assert.deepEqual([interrupted.length, interrupted.at(-1)], [kills, 'running'])
  const shown = await server.ended(source, run)
  assert.deepEqual([shown.state, shown.counts['new'], shown.total], ['finished', count, count])
  const stored = async (): Promise<unknown> =>
    (
      await server.app.database.query(sql`
select (select count(*)::int from events where status = 'publish') as events, (select count(*)::int from venues where status = 'publish') as venues,
  (select count(distinct external_id)::int from external_ids where source = ${`source-${source}`} and kind = 'event') as ids`)
    )[0]
  assert.deepEqual(await stored(), { events: count, venues: 7, ids: count })
  await server.post(`/sources/${source}/runs/${run}/undo`, {}, { as: 'editor' })
  const undoInterrupted = await runWithKills(run, kills)
  assert.deepEqual([undoInterrupted.length, undoInterrupted.at(-1)], [kills, 'undoing'])
  assert.equal((await server.ended(source, run)).state, 'undone')
  assert.deepEqual(await stored(), { events: 0, venues: 0, ids: count })
  reportEvidence('imports', { kills: interrupted.length, kills_of_undo: undoInterrupted.length, killed_items: count, lost: 0, twice: 0 })
})
