// Whether the model notices: each fault is put into a copy of the source, and the model test must fail there; without one it must pass.
// FAULTS_OPERATIONS: how many operations it has to notice (20,000).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyServer } from '../support/copy.ts'
import { COUNT_FAULTS, FAULTS } from './faults.ts'

const OPERATIONS = process.env['FAULTS_OPERATIONS'] ?? '20000'
/** Message of the model test when it finds a difference; a server that fails to start does not count. */
const NOTICED = 'The server differs from the model'

const copy = await copyServer()
const runModel = (operations: string) =>
  copy.run('model/model.long.test.ts', { MODEL_OPERATIONS: operations, MODEL_SEED: '7', MODEL_SHRINK_SECONDS: '0' })

void test('without a fault the model agrees with the copy', async () => {
  const { code, output } = await runModel('1000')
  assert.equal(code, 0, output)
})

for (const fault of FAULTS)
  void test(`noticed: ${fault.name}`, async (t) => {
    const { code, output } = await copy.faulty([fault], () => runModel(OPERATIONS))
    t.diagnostic(/seed .* operations/.exec(output)?.[0] ?? 'no operations')
    assert.notEqual(code, 0, `The fault was not noticed.\n${output}`)
    assert.ok(output.includes(NOTICED), `It failed, but not because the answers differ.\n${output}`)
  })

for (const fault of COUNT_FAULTS)
  void test(`noticed by every pair of date filters: ${fault.name}`, async () => {
    const { code, output } = await copy.faulty([fault], () => copy.run('api/date-filters.test.ts'))
    assert.notEqual(code, 0, `The fault was not noticed.\n${output}`)
    assert.match(output, /lists differ/, `It failed, but not because lists differ.\n${output}`)
  })
