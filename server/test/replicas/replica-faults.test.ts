// The tests of replicas notice each of the faults that are put into the server: in two runs, because one fault hides another.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyServer } from '../support/copy.ts'
import { REPLICA_FAULTS } from './replica-faults.ts'

const copy = await copyServer()
for (const first of [0, 2])
  void test(`20 faults ${first + 1} and ${first + 2} are noticed`, async () => {
    const faults = REPLICA_FAULTS.slice(first, first + 2)
    const { output } = await copy.faulty(faults, () => copy.run('replicas/replicas.test.ts', { REPLICA_PAIRS: '150' }, '20.[35]'))
    const failed = [...output.matchAll(/^✖ (20.+?) \([\d.]+ms\)$/gm)].map(([, title = '']) => title.replace(/\d+ times, /, ''))
    const unnoticed = faults.filter(({ by }) => !failed.some((title) => title.startsWith(by)))
    assert.deepEqual(
      unnoticed.map(({ name }) => name),
      [],
      output,
    )
  })
