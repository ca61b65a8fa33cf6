// Runs the forged requests and the permission matrix of sessions with seeded faults: they must fail with each of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyServer } from '../support/copy.ts'
import { SESSION_FAULTS } from './session-faults.ts'

const copy = await copyServer()
for (const { name, edits, by, only, message } of SESSION_FAULTS)
  void test(`15.5 the tests notice the fault: ${name}`, async () => {
    const { code, output } = await copy.faulty(edits, () => copy.run(by, { MATRIX_FIRST: '1' }, only))
    assert.notEqual(code, 0, output)
    assert.match(output, message)
  })
