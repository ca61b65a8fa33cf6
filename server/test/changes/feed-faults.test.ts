// Runs the tests of the change feed with seeded faults: they must fail with each of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyServer } from '../support/copy.ts'
import { FEED_FAULTS } from './feed-faults.ts'

const TESTS = { feed: 'changes/feed.test.ts', mirror: 'changes/mirror.test.ts' }
const copy = await copyServer()
for (const { by, ...fault } of FEED_FAULTS)
  void test(`the tests notice the fault: ${fault.name}`, async () => {
    const { code, output } = await copy.faulty(fault, () => copy.run(TESTS[by], { SEED: '1' }, '14.1'))
    assert.notEqual(code, 0, output)
    assert.match(output, /AssertionError/, output)
  })
