// Runs the tests of opening hours with seeded faults: they must fail with each of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseFaults, copyServer, ruleOf } from '../support/copy.ts'
import { HOURS_FAULTS } from './hours-faults.ts'

const copy = await copyServer()
for (const { test: file, rule, ...fault } of chooseFaults(HOURS_FAULTS, (each) => `${each.test} ${ruleOf(each.rule)}`))
  void test(`13.7 the tests notice the fault: ${fault.name}`, async () => {
    const { code, output } = await copy.faulty(fault, () => copy.run(`hours/${file}.test.ts`, {}, rule))
    assert.notEqual(code, 0, output)
    assert.match(output, new RegExp(`^✖ ${rule.replaceAll('.', '\\.')}`, 'm'), output)
  })
