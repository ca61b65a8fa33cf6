// The permission matrix of series, of their dates and of exceptions (matrix/series.ts). `npm run evidence -- series-visibility` plays all cells.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFullRun, reportEvidence } from '../support/evidence.ts'
import { testServer } from '../support/server.ts'
import { playSeries } from './matrix/series.ts'
import { openCallers } from './matrix/stage.ts'

const callers = await openCallers(await testServer({}, undefined, false))

void test('8.2 8.3 8.4 8.5 13.5.5 series, dates and exceptions are read and written by the callers that may do so', async (t) => {
  const { cells, wrong } = await playSeries(callers, isFullRun ? {} : { owners: ['stranger', 'contributor', 'author'], every: 3 })
  t.diagnostic(`${cells} cells, ${wrong.length} wrong`)
  reportEvidence('series-visibility', { matrix: { cells, wrong: wrong.length } })
  assert.equal(wrong.length, 0, `${wrong.length} wrong cells, the first of them:\n${wrong.slice(0, 8).join('\n')}`)
})
