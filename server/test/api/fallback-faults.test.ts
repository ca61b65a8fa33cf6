// Runs the property of the language fallback with seeded faults: it must fail with each of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyServer } from '../support/copy.ts'
import { FALLBACK_FAULTS } from './fallback-faults.ts'

const copy = await copyServer()
const failures = (output: string): string => output.match(/^(?:✖|not ok).*/gm)?.join('\n') ?? ''
for (const fault of FALLBACK_FAULTS)
  test(`9.2 the property notices the fault: ${fault.name}`, async () => {
    const { code, output } = await copy.faulty(fault, () =>
      copy.run('api/fallback.test.ts', { SEED: '1', IS_FAULTY: '1' }, '9.2 9.3 events'),
    )
    assert.notEqual(code, 0, output)
    assert.match(failures(output), /fallback rule/, output)
  })
