// The two-calendars test with more requests, and seeded faults: a copy of the server without a check must reveal hidden records.
// WORLDS_REQUESTS sets the number of requests (2,000), WORLDS_SEED the seed (2).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyServer } from '../support/copy.ts'
import { WORLDS_FAULTS } from './two-calendars-faults.ts'

const COUNT = process.env['WORLDS_REQUESTS'] ?? '2000'
const SEED = process.env['WORLDS_SEED'] ?? '2'
const FILE = 'permissions/two-calendars.test.ts'
const SHOWN = 'Hidden records show'
const copy = await copyServer()

void test(`8.4 8.5 ${COUNT} requests: hidden records change no response`, async (t) => {
  const { code, output } = await copy.run(FILE, { WORLDS_REQUESTS: COUNT, WORLDS_SEED: SEED })
  t.diagnostic(/seed \d+: .*/.exec(output)?.[0] ?? 'nothing was asked')
  assert.equal(code, 0, output)
})
for (const fault of WORLDS_FAULTS)
  void test(`noticed without its check: ${fault.name}`, async (t) => {
    const { code, output } = await copy.faulty([fault], () => copy.run(FILE, { WORLDS_REQUESTS: '2000', WORLDS_SEED: SEED }))
    t.diagnostic(/Hidden records show, seed \d+, request \d+/.exec(output)?.[0] ?? 'nothing shown')
    assert.notEqual(code, 0, 'The check is not missed.')
    assert.ok(output.includes(SHOWN), `It failed, but not because something shows.\n${output}`)
  })
