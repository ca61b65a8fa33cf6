// Runs the tests of imports without the guards against known complaints about importers: they must fail without each of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyServer } from '../support/copy.ts'
import { IMPORT_FAULTS } from './import-faults.ts'

const copy = await copyServer()
for (const { name, edits, by, title } of IMPORT_FAULTS)
  void test(`19 the tests notice the fault: ${name}`, async () => {
    const { code, output } = await copy.faulty(edits, () => copy.run(`sources/${by}.test.ts`, { SEED: '1' }, title))
    assert.notEqual(code, 0, output)
    assert.ok(output.includes(`✖ ${title}`) && /AssertionError/.test(output), output)
  })
