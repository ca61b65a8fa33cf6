// Checks the permission matrix itself: each fault is seeded into a copy of the server, and the quick part must report wrong cells.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyServer } from '../support/copy.ts'
import { MATRIX_FAULTS } from './matrix-faults.ts'

const FILE = 'permissions/matrix.test.ts'
const copy = await copyServer()

void test('without a fault there is no wrong cell', async () => {
  const { code, output } = await copy.run(FILE)
  assert.equal(code, 0, output.slice(-3_000))
})
for (const fault of MATRIX_FAULTS)
  void test(`noticed: ${fault.name}`, async (t) => {
    const { output } = await copy.faulty(fault, () => copy.run(FILE, { MATRIX_FIRST: '1' }))
    const [wrong] = /[1-9]\d* wrong cells, the first of them:\n.*/.exec(output) ?? []
    assert.ok(wrong, `The fault was not noticed.\n${output.slice(-3_000)}`)
    t.diagnostic(wrong)
  })
