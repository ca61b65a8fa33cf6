// Runs test files with Node's test runner, prints each result, and returns counts and the duration of every file.
import { relative } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'

export interface TestSummary {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly duration_ms: number
  /** Wall time of each file, slowest first. */
  readonly files: readonly { readonly file: string; readonly duration_ms: number }[]
}
interface RunOptions {
  readonly concurrency: number
  readonly timeout_ms?: number
  /** Runs one part of the files: the first has index 1. */
  readonly shard?: { readonly index: number; readonly total: number } | null
}

export async function runTests(
  files: readonly string[],
  { concurrency, timeout_ms = Infinity, shard = null }: RunOptions,
): Promise<TestSummary> {
  const started = performance.now()
  const durations = new Map<string, number>()
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const stream = run({
    files: [...files],
    concurrency,
    isolation: 'process',
    ...(timeout_ms !== Infinity && { timeout: timeout_ms }),
    ...(shard && { shard }),
  })
  stream.on('test:summary', ({ file, counts: own, duration_ms }) => {
    if (file === undefined) {
      counts.passed = own.passed
      counts.failed = own.tests - own.passed - own.skipped - own.todo
      counts.skipped = own.skipped
    } else durations.set(relative('.', file), duration_ms)
  })
  for await (const line of stream.compose(spec)) process.stdout.write(line as Buffer)
  return {
    ...counts,
    duration_ms: performance.now() - started,
    files: [...durations].map(([file, duration_ms]) => ({ file, duration_ms })).sort((a, b) => b.duration_ms - a.duration_ms),
  }
}

const SLOWEST = 10
/** The ten slowest files, then the line that CI reads. */
export function printSummary({ passed, failed, skipped, files }: TestSummary): void {
  console.log('slowest files:')
  for (const { file, duration_ms } of files.slice(0, SLOWEST)) console.log(`  ${(duration_ms / 1_000).toFixed(1).padStart(6)} s  ${file}`)
  console.log(`tests: ${passed} passed, ${failed} failed, ${skipped} skipped`)
}
