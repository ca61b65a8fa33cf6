// Whether the tests of recurrences notice each seeded fault at their reduced counts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyServer } from '../support/copy.ts'
import { RECURRENCE_FAULTS } from './recurrence-faults.ts'

const copy = await copyServer()
for (const fault of RECURRENCE_FAULTS)
  void test(`13 the tests notice that ${fault.name}`, async () => {
    const { code, output } = await copy.faulty(fault, () => copy.run(fault.test))
    assert.notEqual(code, 0, output)
    assert.match(output, /^✖ 13\./m)
  })
