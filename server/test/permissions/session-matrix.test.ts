// The permission matrix once more, by callers with sessions: a session has the rights of an administrative token of its user.
// `npm run evidence -- session-matrix` plays all cells.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFullRun, reportEvidence, resumable } from '../support/evidence.ts'
import { testServer } from '../support/server.ts'
import { cellsOf, type Cell } from './matrix/cells.ts'
import { fields } from './matrix/fields-suite.ts'
import { INPUTS, WRITERS, type Kind } from './matrix/fields-table.ts'
import type { Operation } from './matrix/operations.ts'
import { playSeries } from './matrix/series.ts'
import { withSessions } from './matrix/sessions.ts'
import { openStage } from './matrix/stage.ts'
import { matrix } from './matrix/suite.ts'
import { CALLERS } from './matrix/table.ts'

const EVIDENCE = 'session-matrix'
const stage = await withSessions(await openStage(await testServer({}, undefined, false)))

/** The reduced run plays the same cells each time. The number is prime, so that each operation has cells of every caller. */
const EVERY = isFullRun ? 1 : 97
const sessionCells = (operation: Operation): Cell[] =>
  [...cellsOf(operation)].filter(({ caller }) => caller !== 'reader').filter((_, i) => i % EVERY === 0)

await matrix(
  stage,
  sessionCells,
  (figures) => {
    reportEvidence(EVIDENCE, { matrix: figures })
    assert.ok(figures.base >= 34_944 / EVERY / 2, `only ${figures.base} cells`)
  },
  EVIDENCE,
)
if (isFullRun)
  fields(
    stage,
    {
      ways: ['change', 'create'],
      writers: WRITERS,
      statuses: ['event', 'venue', 'organizer'],
      confused: Object.keys(INPUTS) as Kind[],
      linked: ['visible', 'hidden'],
      callers: CALLERS,
    },
    (figures) => reportEvidence(EVIDENCE, { fields: figures }),
  )
void test('8.2 8.3 13.5.5 15.5 series, dates and exceptions are read and written by sessions of the callers that may do so', async (t) => {
  const { cells, wrong } = await resumable(EVIDENCE, 'series', () => playSeries(stage, isFullRun ? {} : { owners: ['author'], every: 7 }))
  t.diagnostic(`${cells} cells, ${wrong.length} wrong`)
  reportEvidence(EVIDENCE, { series: { cells, wrong: wrong.length } })
  assert.equal(wrong.length, 0, `${wrong.length} wrong cells, the first of them:\n${wrong.slice(0, 8).join('\n')}`)
})
