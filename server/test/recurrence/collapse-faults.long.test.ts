// Whether the tests of collapsed lists notice faults in their statements.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyServer } from '../support/copy.ts'
import { COLLAPSE_FAULTS } from './collapse-faults.ts'

const copy = await copyServer()
for (const fault of COLLAPSE_FAULTS)
  void test(`noticed: ${fault.name}`, async () => {
    const { code, output } = await copy.faulty(fault, () => copy.run(`recurrence/${fault.test}`, {}, '13.3.3'))
    assert.notEqual(code, 0, `The fault was not noticed.\n${output}`)
    assert.match(output, fault.difference, `It failed, but not because lists differ.\n${output}`)
  })
