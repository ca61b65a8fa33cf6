// Runs the tests of webhooks with seeded faults: they must fail with each of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseFaults, copyServer, ruleOf } from '../support/copy.ts'
import { WEBHOOK_FAULTS } from './webhook-faults.ts'

const copy = await copyServer()
for (const { by, title, ...fault } of chooseFaults(WEBHOOK_FAULTS, (each) => `${each.by} ${ruleOf(each.title)}`))
  void test(`the tests notice the fault: ${fault.name}`, async () => {
    const { code, output } = await copy.faulty(fault, () => copy.run(`webhooks/${by}.test.ts`, { SEED: '1' }, title))
    assert.notEqual(code, 0, output)
    assert.match(output, /AssertionError|The receiver got/, output)
  })
