// Whether the tests of the event status and of open ends notice faults: one in each output, all at once in a copy of the source.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyServer } from '../support/copy.ts'
import { OPEN_END_FAULTS, STATUS_FAULTS } from './event-status-faults.ts'

const copy = await copyServer()
for (const { rule, file, faults } of [
  { rule: '7.13', file: 'feeds/event-status.test.ts', faults: STATUS_FAULTS },
  { rule: '7.14', file: 'feeds/open-end.test.ts', faults: OPEN_END_FAULTS },
])
  void test(`${rule} the tests notice a fault in each of the eight outputs`, async () => {
    const { output } = await copy.faulty(faults, () => copy.run(file))
    const failed = new Set([...output.matchAll(/^✖ 7\.\d+ (.+?) \([\d.]+ms\)$/gm)].map(([, name = '']) => name))
    assert.deepEqual(
      faults.map(({ name }) => name).filter((name) => !failed.has(name)),
      [],
      output,
    )
  })
