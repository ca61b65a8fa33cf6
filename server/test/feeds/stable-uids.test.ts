// Contract 13.6.1: the UIDs of series stay the same while time passes and windows change.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Random, seedOf } from '../model/random.ts'
import { reportEvidence, resumable, scaled, seed } from '../support/evidence.ts'
import { testServer, unique } from '../support/server.ts'
import { createSeries, NOW } from './recurrence-feeds.ts'

/** Series of one part: a run that is interrupted repeats at most one part. */
const PART = 50
let now = Temporal.Instant.from(NOW)
const server = await testServer({ PAGES: '' }, { now: () => now })

/** The UIDs of the recurring events in a feed, by the id of their series. */
function uidsBySeries(ics: string): Map<string, string> {
  const events = ics.replaceAll('\r\n ', '').split('BEGIN:VEVENT').slice(1)
  const found = events.flatMap((text) => {
    const [, uid = '', id = ''] = /^UID:(.{36}).*^URL:\S+\/(\d+)\r$/ms.exec(text) ?? []
    return /^RECURRENCE-ID/m.test(text) ? [] : [[id, uid] as const]
  })
  return new Map(found)
}

/** Creates series in a category of their own, and reads their feed once a week. */
async function readWeekly(part: number, wanted: number, weeks: number): Promise<{ readonly series: number; readonly reads: number }> {
  now = Temporal.Instant.from(NOW)
  const category = unique()
  // Indexes of different parts do not overlap, although some indexes make no series.
  for (let index = part * 1_000, made = 0; made < wanted; index += 1) if (await createSeries(server, seed + 3, index, category)) made += 1
  const random = new Random(seedOf(seed, part))
  const known = new Map<string, string>()
  let reads = 0
  for (let week = 0; week < weeks; week += 1) {
    now = now.add({ hours: 7 * 24 })
    const from = now.add({ hours: 24 * (random.below(400) - 200) }).toString()
    const seen = uidsBySeries((await server.get(`/events.ics?categories=${category}${random.chance(0.5) ? '' : `&from=${from}`}`)).text)
    for (const [id, uid] of seen) {
      assert.equal(known.get(id) ?? uid, uid, `seed ${seed}, part ${part}, week ${week}, series ${id}`)
      known.set(id, uid)
    }
    reads += seen.size
  }
  assert.ok(known.size > wanted / 4 && reads > known.size, `${known.size} series in ${reads} reads`)
  assert.equal(new Set(known.values()).size, known.size)
  return { series: known.size, reads }
}

void test('13.6.1 UIDs never change in feeds that are read once a week, in changing windows', async () => {
  const [wanted, weeks] = [scaled(1_000, 20), scaled(104, 12)]
  let [series, reads] = [0, 0]
  for (let made = 0; made < wanted; made += PART) {
    const part = made / PART
    const done = await resumable('recurrence-feeds', `uids ${part}`, () => readWeekly(part, Math.min(PART, wanted - made), weeks))
    series += done.series
    reads += done.reads
  }
  reportEvidence('recurrence-feeds', { weeks, series_with_stable_uids: series, uids_read: reads })
})
