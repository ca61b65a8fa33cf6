// Two calendars: a caller without access cannot detect whether a hidden record exists (contract 8.4, 8.5).
// WORLDS_REQUESTS sets the number of requests (800), WORLDS_SEED the seed (1).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWorlds } from './two-calendars-setup.ts'
import { compareWorlds, report } from './two-calendars.ts'

const COUNT = Number(process.env['WORLDS_REQUESTS'] ?? 800)
const SEED = Number(process.env['WORLDS_SEED'] ?? 1)
const worlds = await openWorlds()

void test('8.4 8.5 hidden records change no response: status, headers and body are the same without them', async (t) => {
  const tally = await compareWorlds(worlds, COUNT, SEED)
  t.diagnostic(`seed ${SEED}: ${report(tally)}`)
  assert.equal(tally.difference, null, `Hidden records show, seed ${SEED}, request ${tally.asked}:\n${tally.difference}`)
  assert.ok(tally.found > 0.4 * COUNT && tally.lists > 0.2 * COUNT, 'Too little was found to tell anything.')
})
