// Runs test files with Node's test runner, prints each result, and returns counts and the duration of every file.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { setTimeout as pause } from 'node:timers/promises'

export interface TestSummary {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly duration_ms: number
  /** Wall time of each file, slowest first. */
  readonly files: readonly { readonly file: string; readonly duration_ms: number }[]
  readonly failedFiles: readonly string[]
  /** Files that failed, and passed when they ran again alone. */
  readonly unstableFiles: readonly string[]
}
interface RunOptions {
  readonly concurrency: number
  /** The process of a file that takes longer is killed: one that blocks its event loop does not end by its own timeouts. */
  readonly timeout_ms?: number
  /** Runs one part of the files: the first has index 1. */
  readonly shard?: { readonly index: number; readonly total: number } | null
  /** The files measure time. Other work on the machine can only make a measurement worse, so a failed one is repeated. */
  readonly isMeasurement?: boolean
}

/** Files that take longer than half a minute. They start first, so that none of them runs alone at the end, and shards get about the same share. */
export const LONGEST = [
  'server/test/embed/accessibility.test.ts',
  'server/test/changes/feed-faults.test.ts',
  'server/test/admin/repeat.test.ts',
  'server/test/docs/code-blocks.test.ts',
  'server/test/site/browser.test.ts',
  'server/test/admin/editor.test.ts',
  'server/test/admin/sign-in.test.ts',
  'server/test/admin/events.test.ts',
  'server/test/sources/import-faults.test.ts',
  'server/test/release/image.test.ts',
  'server/test/admin/help.test.ts',
  'server/test/admin/run.test.ts',
  'server/test/admin/review.test.ts',
  'server/test/recurrence/history-faults.test.ts',
  'server/test/upgrades/upgrades.test.ts',
  'server/test/permissions/matrix.test.ts',
  'server/test/permissions/canaries.test.ts',
  'server/test/docs/first-hour.test.ts',
  'server/test/pages/pages.test.ts',
  'server/test/webhooks/webhook-faults.test.ts',
  'server/test/history/random-undo.test.ts',
  'server/test/failover/failover.test.ts',
  'server/test/failover/outcome-faults.test.ts',
]
export const longestFirst = (files: readonly string[]): string[] =>
  [...new Set([...LONGEST, ...files])].filter((file) => files.includes(file))

export async function runTests(
  files: readonly string[],
  { concurrency, timeout_ms = Infinity, shard = null }: RunOptions,
): Promise<TestSummary> {
  const started = performance.now()
  const durations = new Map<string, number>()
  const failedFiles = new Set<string>()
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const stream = run({
    files: [...files],
    concurrency,
    isolation: 'process',
    ...(timeout_ms !== Infinity && { timeout: timeout_ms }),
    ...(shard && { shard }),
  })
  stream.on('test:summary', ({ file, success, counts: own, duration_ms }) => {
    if (file === undefined) {
      counts.passed = own.passed
      counts.failed = own.tests - own.passed - own.skipped - own.todo
      counts.skipped = own.skipped
    } else {
      durations.set(relative('.', file), duration_ms)
      if (!success) failedFiles.add(relative('.', file))
    }
  })
  // A file whose process was killed fails without a summary of its own.
  stream.on('test:fail', ({ file }) => {
    if (file !== undefined) failedFiles.add(relative('.', file))
  })
  const watch = setInterval(killOverdueFiles, WATCH_MS, timeout_ms)
  for await (const line of stream.compose(spec)) process.stdout.write(line as Buffer)
  clearInterval(watch)
  return {
    ...counts,
    duration_ms: performance.now() - started,
    files: [...durations].map(([file, duration_ms]) => ({ file, duration_ms })).sort((a, b) => b.duration_ms - a.duration_ms),
    failedFiles: [...failedFiles],
    unstableFiles: [],
  }
}

const WATCH_MS = 5_000
/** Kills the processes of test files that have run for longer than the limit. */
function killOverdueFiles(limit_ms: number): void {
  execFile('ps', ['-o', 'pid=,etimes=,args=', '--ppid', String(process.pid)], (_error, stdout) => {
    for (const line of stdout.split('\n')) {
      const [, pid, seconds, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
      if (pid === undefined || Number(seconds) * 1_000 < limit_ms || !command.includes('.test.ts')) continue
      console.log(`${command.split(' ').at(-1)} was killed after ${seconds} s.`)
      process.kill(Number(pid), 'SIGKILL')
    }
  })
}

/** Above this share of stolen processor time, deadlines of tests say nothing about the code. */
const STOLEN_MAX = 0.03
const ROUNDS = 3
/** Two files at once miss deadlines on slow machines, but a fault in the code usually fails more files than this. */
const REPEATED_FILES_MAX = 3
/** Runs the files, and those that failed again, one at a time, under the conditions of `repeatFailures`. */
export async function runTestsOnSharedHost(files: readonly string[], options: RunOptions): Promise<TestSummary> {
  const stolen = measureStolenTime()
  const mayRepeatAll = (): boolean => options.isMeasurement === true || stolen() > STOLEN_MAX
  return repeatFailures(await runTests(files, options), {
    mayRepeatAll,
    run: async (failed) => {
      console.log(`These files failed and run again, one at a time. The host took ${Math.round(stolen() * 100)} % of the processor time.`)
      for (const file of failed) console.log(`  ${file}`)
      if (mayRepeatAll()) await waitForCalm()
      return runTests(failed, { ...options, concurrency: 1, shard: null })
    },
  })
}

interface Repetition {
  /** Whether any number of files may run again, and twice: they measure time, or the host took processor time from the machine. */
  readonly mayRepeatAll: () => boolean
  /** Runs files one at a time. */
  readonly run: (files: readonly string[]) => Promise<Pick<TestSummary, 'failed' | 'failedFiles'>>
}
/** Repeats failed files: up to three once, and any number twice where `mayRepeatAll` allows it. Files that pass then are unstable. */
export async function repeatFailures(first: TestSummary, { mayRepeatAll, run }: Repetition): Promise<TestSummary> {
  let summary = first
  for (let round = 1; round < ROUNDS && summary.failedFiles.length > 0; round += 1) {
    const isAllowed = mayRepeatAll() || (round === 1 && summary.failedFiles.length <= REPEATED_FILES_MAX)
    if (!isAllowed) break
    const { failed, failedFiles } = await run(summary.failedFiles)
    summary = { ...summary, passed: summary.passed + summary.failed - failed, failed, failedFiles }
  }
  return { ...summary, unstableFiles: first.failedFiles.filter((file) => !summary.failedFiles.includes(file)) }
}

const CALM_WAIT_MS = 180_000
/** Waits for a moment in which the host leaves the processor to this machine, for a limited time. */
export async function waitForCalm(): Promise<void> {
  for (const end = performance.now() + CALM_WAIT_MS; performance.now() < end; await pause(5_000)) {
    const stolen = measureStolenTime()
    // The kernel counts stolen time only while a process wants to run.
    for (const until = performance.now() + 500; performance.now() < until; );
    if (stolen() <= STOLEN_MAX) return
  }
}

/** Returns a function for the share of the demanded processor time that the host has taken since. It is 0 where the kernel does not report it. */
function measureStolenTime(): () => number {
  const readTimes = (): { readonly used: number; readonly stolen: number } => {
    try {
      const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, stolen = 0] =
        /^cpu +(.*)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1]?.split(' ').map(Number) ?? []
      return { used: user + nice + system + irq + softirq, stolen }
    } catch {
      return { used: 0, stolen: 0 }
    }
  }
  const before = readTimes()
  return () => {
    const { used, stolen } = readTimes()
    const taken = stolen - before.stolen
    return taken / Math.max(1, used - before.used + taken)
  }
}

const SLOWEST = 10
/** The ten slowest files and the unstable ones, then the line that CI reads. */
export function printSummary({ passed, failed, skipped, files, unstableFiles }: TestSummary): void {
  console.log('slowest files:')
  for (const { file, duration_ms } of files.slice(0, SLOWEST)) console.log(`  ${(duration_ms / 1_000).toFixed(1).padStart(6)} s  ${file}`)
  for (const file of unstableFiles) console.log(`unstable: ${file}`)
  console.log(`tests: ${passed} passed, ${failed} failed, ${skipped} skipped`)
}
