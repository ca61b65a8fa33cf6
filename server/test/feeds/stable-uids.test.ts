// Contract 13.6.1: the UIDs of series stay the same while time passes and windows change.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Random } from '../model/random.ts'
import { reportEvidence, scaled, seed } from '../support/evidence.ts'
import { testServer, unique } from '../support/server.ts'
import { createSeries, NOW } from './recurrence-feeds.ts'

let now = Temporal.Instant.from(NOW)
const server = await testServer({}, { now: () => now })

/** The UIDs of the recurring events in a feed, by the id of their series. */
function uidsBySeries(ics: string): Map<string, string> {
  const events = ics.replaceAll('\r\n ', '').split('BEGIN:VEVENT').slice(1)
  const found = events.flatMap((text) => {
    const [, uid = '', id = ''] = /^UID:(.{36}).*^URL:\S+\/(\d+)\r$/ms.exec(text) ?? []
    return /^RECURRENCE-ID/m.test(text) ? [] : [[id, uid] as const]
  })
  return new Map(found)
}

void test('13.6.1 UIDs never change in feeds that are read once a week, in changing windows', async () => {
  const [wanted, weeks] = [scaled(1_000, 20), scaled(104, 12)]
  const category = unique()
  for (let index = 0, made = 0; made < wanted; index += 1) if (await createSeries(server, seed + 3, index, category)) made += 1
  const random = new Random(seed)
  const known = new Map<string, string>()
  let reads = 0
  for (let week = 0; week < weeks; week += 1) {
    now = now.add({ hours: 7 * 24 })
    const from = now.add({ hours: 24 * (random.below(400) - 200) }).toString()
    const seen = uidsBySeries((await server.get(`/events.ics?categories=${category}${random.chance(0.5) ? '' : `&from=${from}`}`)).text)
    for (const [id, uid] of seen) {
      assert.equal(known.get(id) ?? uid, uid, `seed ${seed}, week ${week}, series ${id}`)
      known.set(id, uid)
    }
    reads += seen.size
  }
  assert.ok(known.size > wanted / 4 && reads > known.size, `${known.size} series in ${reads} reads`)
  assert.equal(new Set(known.values()).size, known.size)
  reportEvidence('recurrence-feeds', { weeks, series_with_stable_uids: known.size, uids_read: reads })
})
