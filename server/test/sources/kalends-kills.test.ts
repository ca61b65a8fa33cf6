// A mirror whose processes are killed continues where they ended, and has the records of the other calendar (contract 19.2.4, 19.10).
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { systemClock } from '../../src/kernel/time/clock.ts'
import { reportEvidence, scaled } from '../support/evidence.ts'
import { testServer } from '../support/server.ts'
import { killer } from './killed-runs.ts'
import { compareCalendars } from './mirror-copies.ts'
import { counted, sourceServer } from './setup.ts'

const EVENTS = scaled(2_000, 40)
const KILLS = scaled(20, 1)
const UNCACHED = { CACHE_MB: '0', RECORD_CACHE_MB: '0' }
const site = await testServer(UNCACHED)
const MEDIA_DIR = await mkdtemp(join(tmpdir(), 'mirror-'))
after(() => rm(MEDIA_DIR, { recursive: true, force: true }))
const settings = { ...UNCACHED, MEDIA_DIR, EGRESS_ALLOW: new URL(site.base).host }
// The server runs no jobs. The processes that the test kills do.
const server = await sourceServer(settings, systemClock, false)

test('19.2.4 19.10 a mirror is read by processes that are killed, and the next run has only the changes', {
  timeout: 7_200_000,
}, async () => {
  for (let i = 0; i < EVENTS; i += 1)
    await site.make('events', {
      title: `Event ${i}`,
      start_date: '2028-01-03 10:00',
      end_date: '2028-01-03 11:00',
      venue: { venue: `Hall ${i % 9}` },
      ...(i % 4 === 0 && { recurrence: `FREQ=WEEKLY;COUNT=${2 + (i % 7)}` }),
    })
  const source = await server.createSource({ type: 'kalends', url: site.base, vanished: 'trash' })
  const run = async (kills: number): Promise<Record<string, unknown>> => {
    const id = Number((await server.startRun(source, null)).json['id'])
    const interrupted = await killer(server, settings, scaled(8_000, 1_000))(id, kills)
    assert.equal(interrupted.length, kills)
    const shown = await server.ended(source, id)
    assert.deepEqual([shown.state, shown.reason], ['finished', null])
    return counted(shown)
  }
  assert.deepEqual(await run(KILLS), { new: EVENTS + 9 })
  const [first] = (await site.get('/events?from=2028-01-01&search=Event+1')).json['events'] as { id: number }[]
  await site.patch(`/events/${first?.id}`, { cost: '5' })
  assert.deepEqual(await run(0), { changed: 1 })
  const { differences, records } = await compareCalendars(site, server)
  assert.deepEqual(differences.slice(0, 1), [])
  reportEvidence('import-mirror', { mirror_kills: KILLS, mirror_kills_records: records })
})
