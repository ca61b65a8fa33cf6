// Runs the tests of dry runs on copies of the server that have faults: they must notice each of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyServer, type SeededFault } from '../support/copy.ts'
import { COMMIT_FAULT, ISOLATION_FAULTS, WRITE_FAULTS } from './dry-run-faults.ts'

const copy = await copyServer()
const runWrites = async (faults: readonly SeededFault[], writes: number): Promise<string> => {
  const env = { SEED: '1', DRY_RUN_WRITES: String(writes), DRY_RUN_DIFFERENCES: '1000' }
  return (await copy.faulty(faults, () => copy.run('dry-run/dry-run.test.ts', env))).output
}

void test('7.18 the random writes notice a dry run that is committed', async () => {
  assert.match(await runWrites([COMMIT_FAULT], 4), COMMIT_FAULT.difference)
})
void test('7.18 the random writes notice each of the other faults, which have different effects', async () => {
  const output = await runWrites(WRITE_FAULTS, 100)
  const unnoticed = WRITE_FAULTS.filter(({ difference }) => !difference.test(output))
  assert.deepEqual(
    unnoticed.map(({ name }) => name),
    [],
    output,
  )
})
void test('7.18 the tests of isolation notice a fault in each of them', async () => {
  const { output } = await copy.faulty(ISOLATION_FAULTS, () => copy.run('dry-run/isolation.test.ts'))
  const failed = [...output.matchAll(/^✖ 7\.18 (.+?) \([\d.]+ms\)$/gm)].map(([, title = '']) => title)
  const unnoticed = ISOLATION_FAULTS.filter(({ name }) => !failed.some((title) => title.startsWith(name)))
  assert.deepEqual(
    unnoticed.map(({ name }) => name),
    [],
    output,
  )
})
