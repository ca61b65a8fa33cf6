// Runs the histories with seeded faults: they must fail with each of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseFaults, copyServer } from '../support/copy.ts'
import { HISTORY_FAULTS } from './history-faults.ts'

const copy = await copyServer()
for (const { history = 0, ...fault } of chooseFaults(HISTORY_FAULTS, ({ file }) => file))
  void test(`13.5 histories notice the fault: ${fault.name}`, async () => {
    const { code, output } = await copy.faulty(fault, () =>
      copy.run('recurrence/histories.test.ts', { SEED: '1', FIRST_HISTORY: String(history) }),
    )
    assert.notEqual(code, 0, output)
    assert.match(output, /The server differs from the model/, output)
  })
