// Runs random sequences of operations against real servers and the model of the contract; the first that differs is made small and printed.
// MODEL_OPERATIONS: how many (2,000). MODEL_SEED: which (1). MODEL_SHRINK_SECONDS: how long a failing sequence is made smaller (60).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextOperation } from './generate.ts'
import { perform, type Operation, type Seen } from './operations.ts'
import { Random, seedOf } from './random.ts'
import { shrink } from './shrink.ts'
import { openStages, reset, type Stage } from './stage.ts'

const setting = (name: string, fallback: number): number => {
  const value = Number(process.env[name] ?? fallback)
  assert.ok(Number.isSafeInteger(value) && value >= 0, `${name} must be a whole number`)
  return value
}
const OPERATIONS = setting('MODEL_OPERATIONS', 2_000)
const SEED = setting('MODEL_SEED', 1)
const SHRINK_SECONDS = setting('MODEL_SHRINK_SECONDS', 60)
/** Operations of one sequence. */
const LENGTH = 125

interface Failure {
  readonly sequence: number
  readonly stage: Stage
  readonly operations: readonly Operation[]
  readonly differences: readonly string[]
}
interface Run extends Seen {
  performed: number
  failure: Failure | null
}

/** One sequence from an empty world; each operation is chosen when its turn comes, by what the model is like then. */
async function playRandom(sequence: number, stage: Stage, run: Run): Promise<void> {
  const random = new Random(seedOf(SEED, sequence))
  const still = random.chance(0.5)
  const operations: Operation[] = []
  await reset(stage)
  const length = Math.min(LENGTH, OPERATIONS - sequence * LENGTH)
  let made = 0
  while (operations.length < length && !run.failure) {
    const operation = nextOperation(random, stage, made, still)
    if (operation.do === 'create') made += 1
    operations.push(operation)
    run.performed += 1
    const differences = await perform(operation, stage, run)
    if (differences.length === 0) continue
    run.failure ??= { sequence, stage, operations, differences }
    stage.fresh = null
  }
}
/** The same operations again, from an empty world. */
async function replay(operations: readonly Operation[], stage: Stage): Promise<readonly string[]> {
  await reset(stage)
  for (const operation of operations) {
    const differences = await perform(operation, stage, { lists: 0, filled: 0, paged: 0 })
    if (differences.length > 0) return differences
  }
  return []
}

/** Every server plays the sequences of its turn, one at a time; the servers run side by side. */
async function playAll(stages: readonly Stage[]): Promise<Run> {
  const run: Run = { performed: 0, failure: null, lists: 0, filled: 0, paged: 0 }
  const sequences = Math.ceil(OPERATIONS / LENGTH)
  await Promise.all(
    stages.map(async (stage, i) => {
      for (let sequence = i; sequence < sequences && !run.failure; sequence += stages.length) await playRandom(sequence, stage, run)
    }),
  )
  return run
}

async function report({ sequence, stage, operations, differences }: Failure): Promise<string> {
  const smallest = await shrink(operations, async (tried) => (await replay(tried, stage)).length > 0, SHRINK_SECONDS)
  const again = await replay(smallest, stage)
  return [
    `The server differs from the model: MODEL_SEED=${SEED}, sequence ${sequence}, in ${stage.site.zone} at ${stage.site.now.toString()}.`,
    ...differences.map((each) => `  ${each}`),
    again.length > 0 ? `Made small, ${smallest.length} of ${operations.length} operations:` : 'It did not differ when it was played again:',
    ...smallest.map((each) => `  ${JSON.stringify(each)}`),
    ...again.map((each) => `  ${each}`),
  ].join('\n')
}

const stages = await openStages()

void test('random operations: the server responds as the contract requires', async (t) => {
  const began = performance.now()
  const run = await playAll(stages)
  const seconds = (performance.now() - began) / 1000
  const percent = (part: number): number => Math.round((100 * part) / Math.max(1, run.lists))
  t.diagnostic(`seed ${SEED}: ${run.performed} operations in ${seconds.toFixed(1)} s, ${Math.round(run.performed / seconds)} a second`)
  t.diagnostic(`${run.lists} lists: ${percent(run.filled)} % not empty, ${percent(run.paged)} % of several pages`)
  if (run.failure) assert.fail(await report(run.failure))
  assert.ok(percent(run.filled) >= 60, 'too many lists are empty to say much')
  assert.ok(percent(run.paged) >= 30, 'too few lists have several pages')
})
