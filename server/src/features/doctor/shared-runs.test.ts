// Tests that requests cannot start more than one run of the checks at a time, and that a run that hangs or fails does not delay them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Finding } from './finding.ts'
import { shareRuns, type RunOptions } from './shared-runs.ts'

const NODE: Finding = { check: 'node', state: 'ok', found: 'Node', remedy: '' }
const START = Temporal.Instant.from('2026-11-15T09:00:00Z')
const after = (seconds: number): Temporal.Instant => START.add({ seconds })
const options = (more: Partial<RunOptions> = {}): RunOptions => ({
  deadlineMs: 5_000,
  shareMs: 30_000,
  onError: () => assert.fail(),
  ...more,
})

void test('16.2 concurrent and later requests share one run, until its result is old', async () => {
  let started = 0
  const read = shareRuns(async (findings) => {
    started += 1
    findings.push(NODE)
  }, options())
  const reports = await Promise.all([read(START), read(after(1)), read(after(2))])
  assert.deepEqual([started, new Set(reports).size, reports[0]?.findings], [1, 1, [NODE]])
  assert.equal((await read(after(29))).startedAt, START)
  assert.equal(started, 1)
  assert.equal((await read(after(30))).startedAt.toString(), after(30).toString())
  assert.equal(started, 2)
})
void test('16.2 a report at the deadline has the findings so far, and no other run begins while one hangs', async () => {
  let started = 0
  let complete: (() => void) | null = null
  const hanging = async (findings: Finding[]): Promise<void> => {
    started += 1
    findings.push(NODE)
    await new Promise<void>((resolve) => (complete = resolve))
  }
  const read = shareRuns(hanging, options({ deadlineMs: 20 }))
  const { findings } = await read(START)
  assert.deepEqual(
    findings.map(({ check, state }) => [check, state]),
    [
      ['node', 'ok'],
      ['doctor', 'warning'],
    ],
  )
  assert.deepEqual((await read(after(3_600))).startedAt, START)
  assert.equal(started, 1)
  const end = complete as (() => void) | null
  end?.()
  await new Promise((resolve) => setImmediate(resolve))
  assert.notEqual((await read(after(3_601))).startedAt, START)
  assert.equal(started, 2)
})
void test('16.2 a check that fails is reported without its message, which may contain secrets', async () => {
  const errors: unknown[] = []
  const broken = new Error('password authentication failed: secret')
  const read = shareRuns(() => Promise.reject(broken), options({ onError: (error) => errors.push(error) }))
  const { findings } = await read(START)
  assert.deepEqual([findings.map(({ check, state }) => [check, state]), errors], [[['doctor', 'error']], [broken]])
  assert.ok(!JSON.stringify(findings).includes('secret'))
})
