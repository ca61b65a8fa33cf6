// Whether the comparison of facets with brute force notices faults in their statements.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyServer } from '../support/copy.ts'
import { FACET_FAULTS } from './facet-faults.ts'

const copy = await copyServer()
for (const fault of FACET_FAULTS)
  void test(`5.20 noticed: ${fault.name}`, async () => {
    const { code, output } = await copy.faulty(fault, () => copy.run('api/facets.test.ts', {}, '5.20 facets equal'))
    assert.notEqual(code, 0, `The fault was not noticed.\n${output}`)
    assert.match(output, /"facet":/, `It failed, but not because facets differ.\n${output}`)
  })
