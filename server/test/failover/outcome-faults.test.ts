// The tests of interrupted commits notice each of the faults that are put into the server.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyServer } from '../support/copy.ts'
import { OUTCOME_FAULTS } from './outcome-faults.ts'

const copy = await copyServer()
void test('21 the faults are noticed, each by its own test', async () => {
  const { output } = await copy.faulty(OUTCOME_FAULTS, () => copy.run('failover/commit-outcome.test.ts', {}, '21.[13]'))
  const failed = [...output.matchAll(/^✖ (21.+?) \([\d.]+ms\)$/gm)].map(([, title = '']) => title)
  const unnoticed = OUTCOME_FAULTS.filter(({ by }) => !failed.some((title) => title.startsWith(by)))
  assert.deepEqual(
    unnoticed.map(({ name }) => name),
    [],
    output,
  )
})
