// Runs the tests of the change feed, of copies and of undo with seeded faults: they must fail with each of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseFaults, copyServer, ruleOf } from '../support/copy.ts'
import { FEED_FAULTS, TESTS } from './feed-faults.ts'

const copy = await copyServer()
for (const { by, only, ...fault } of chooseFaults(FEED_FAULTS, (each) => `${each.by} ${ruleOf(each.only)}`))
  void test(`the tests notice the fault: ${fault.name}`, async () => {
    const { code, output } = await copy.faulty(fault, () => copy.run(TESTS[by], { SEED: '1' }, only))
    assert.notEqual(code, 0, output)
    assert.match(output, /AssertionError|did not get there/, output)
  })
