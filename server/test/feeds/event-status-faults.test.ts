// Whether the table of statuses notices faults: one in each output, all at once in a copy of the source; the test of each output must fail.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyServer } from '../support/copy.ts'
import { STATUS_FAULTS } from './event-status-faults.ts'

const copy = await copyServer()
void test('7.13 the table of statuses notices a fault in each of the eight outputs', async () => {
  const { output } = await copy.faulty(STATUS_FAULTS, () => copy.run('feeds/event-status.test.ts'))
  const failed = new Set([...output.matchAll(/^✖ 7\.13 (.+?) \([\d.]+ms\)$/gm)].map(([, name = '']) => name))
  assert.deepEqual(
    STATUS_FAULTS.map(({ name }) => name).filter((name) => !failed.has(name)),
    [],
    output,
  )
})
