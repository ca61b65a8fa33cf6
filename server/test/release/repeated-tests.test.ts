// Failed test files run again alone, and pass as unstable files if they pass then: a few of them in any run, all where time was stolen.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { repeatFailures, type TestSummary } from '../../../scripts/run-tests.ts'

const FILES = ['a', 'b', 'c', 'd']
/** A run of ten tests, one of which failed in each of the files. */
const summaryOf = (failedFiles: readonly string[]): TestSummary => ({
  passed: 10 - failedFiles.length,
  failed: failedFiles.length,
  skipped: 0,
  duration_ms: 1,
  files: [],
  failedFiles,
  unstableFiles: [],
})

interface Repeated {
  readonly runs: readonly (readonly string[])[]
  readonly summary: TestSummary
}
/** Repeats a run in which these files failed. Each following run has the failures of the next list. */
async function repeat(failed: readonly string[], later: readonly (readonly string[])[], mayRepeatAll = false): Promise<Repeated> {
  const runs: (readonly string[])[] = []
  const summary = await repeatFailures(summaryOf(failed), {
    mayRepeatAll: () => mayRepeatAll,
    run: (files) => {
      runs.push(files)
      return Promise.resolve(summaryOf(later[runs.length - 1] ?? []))
    },
  })
  return { runs, summary }
}
const outcomeOf = ({ passed, failed, failedFiles, unstableFiles }: TestSummary): object => ({ passed, failed, failedFiles, unstableFiles })

void test('tests: a run without failures is not repeated', async () => {
  const { runs, summary } = await repeat([], [])
  assert.deepEqual([runs, outcomeOf(summary)], [[], { passed: 10, failed: 0, failedFiles: [], unstableFiles: [] }])
})

void test('tests: up to three failed files run once more, and those that pass are unstable', async () => {
  const three = FILES.slice(0, 3)
  const passing = await repeat(three, [[]])
  assert.deepEqual(passing.runs, [three])
  assert.deepEqual(outcomeOf(passing.summary), { passed: 10, failed: 0, failedFiles: [], unstableFiles: three })
  const failing = await repeat(three, [['b'], []])
  assert.deepEqual(failing.runs, [three])
  assert.deepEqual(outcomeOf(failing.summary), { passed: 9, failed: 1, failedFiles: ['b'], unstableFiles: ['a', 'c'] })
})

void test('tests: more than three failed files fail at once', async () => {
  const { runs, summary } = await repeat(FILES, [[]])
  assert.deepEqual([runs, outcomeOf(summary)], [[], { passed: 6, failed: 4, failedFiles: FILES, unstableFiles: [] }])
})

void test('tests: where the host took processor time, any number of failed files runs again, at most twice', async () => {
  const { runs, summary } = await repeat(FILES, [['a', 'b'], ['b'], []], true)
  assert.deepEqual(runs, [FILES, ['a', 'b']])
  assert.deepEqual(outcomeOf(summary), { passed: 9, failed: 1, failedFiles: ['b'], unstableFiles: ['a', 'c', 'd'] })
})

const folder = mkdtempSync(join(tmpdir(), 'kalends-repeated-'))
after(() => rmSync(folder, { recursive: true }))
/** Writes a test file whose test passes if this condition holds. `isRepeated` is whether the file ran before. */
function writeFile(name: string, condition: string): string {
  const file = join(folder, `${name}.test.mjs`)
  writeFileSync(
    file,
    `import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
test('the condition holds', () => {
  const isRepeated = existsSync(${JSON.stringify(join(folder, name))})
  writeFileSync(${JSON.stringify(join(folder, name))}, '')
  assert.ok(${condition})
})`,
  )
  return file
}

void test('tests: the summary names a file that passes only alone, and counts one that fails again', () => {
  const files = [writeFile('second', 'isRepeated'), writeFile('never', 'false'), writeFile('always', 'true')]
  const program = join(folder, 'run.mjs')
  writeFileSync(
    program,
    `import { printSummary, runTestsOnSharedHost } from ${JSON.stringify(new URL('../../../scripts/run-tests.ts', import.meta.url).href)}
printSummary(await runTestsOnSharedHost(${JSON.stringify(files)}, { concurrency: 2 }))`,
  )
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { stdout } = spawnSync(process.execPath, [program], { env, encoding: 'utf8' })
  assert.match(stdout, /^unstable: .*second\.test\.mjs\ntests: 2 passed, 1 failed, 0 skipped$/m)
  assert.equal(stdout.match(/^unstable/gm)?.length, 1)
})
