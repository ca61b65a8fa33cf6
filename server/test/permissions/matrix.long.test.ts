// The complete permission matrix: every operation by 7 callers in 8 states, own and other records, with and without password and
// link; every input by every role, on create and update; every status transition; and every way to name a second record.
import assert from 'node:assert/strict'
import { testServer } from '../support/server.ts'
import { cellsOf } from './matrix/cells.ts'
import { fields } from './matrix/fields-suite.ts'
import { INPUTS, WRITERS, type Kind } from './matrix/fields-table.ts'
import { openStage } from './matrix/stage.ts'
import { matrix } from './matrix/suite.ts'
import { CALLERS, FURTHER_CALLERS } from './matrix/table.ts'

const stage = await openStage(await testServer({}, undefined, false))
await matrix(stage, cellsOf, ({ base, wrong }) => assert.deepEqual({ base, wrong }, { base: 34_944, wrong: 0 }))
fields(stage, {
  ways: ['change', 'create'],
  writers: WRITERS,
  statuses: ['event', 'venue', 'organizer'],
  confused: Object.keys(INPUTS) as Kind[],
  linked: ['visible', 'hidden'],
  callers: [...CALLERS, ...FURTHER_CALLERS],
})
