// Runs the tests: the quick ones, or with --long those that take minutes; or the files named. Ends with the line that CI reads.
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { recording } from '../server/test/support/answers.ts'

const named = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))
const isLong = process.argv.includes('--long')
const all = globSync(['server/src/**/*.test.ts', 'server/test/**/*.test.ts', 'client/test/**/*.test.ts']).sort()
const files = named.length > 0 ? named : all.filter((file) => file.endsWith('.long.test.ts') === isLong)
/** The figures of the long run; the quick defaults of these files are for trying them out. */
const LONG = {
  MODEL_OPERATIONS: '20000',
  RACES: '10000',
  ROUNDS: '200',
  WORLDS_REQUESTS: '10000',
  KILLS: '100',
  UPLOADS: '1000',
  UPLOAD_KILLS: '20',
  STALE_PAIRS: '100000',
  FUZZ_CASES: '1000000',
}

// Every answer of the quick run is held against the document; the long ones have millions.
const answers = isLong ? null : recording()
const child = spawn(process.execPath, ['--test', `--test-concurrency=${isLong ? 1 : 2}`, '--test-reporter=spec', ...files], {
  env: { ...process.env, ...(isLong && LONG), ...answers?.env },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const counts: Record<string, number> = {}
for await (const line of createInterface({ input: child.stdout })) {
  const [, what, n] = /^ℹ (pass|fail|cancelled|skipped|todo) (\d+)$/.exec(line) ?? []
  if (what) counts[what] = Number(n)
  console.log(line)
}
const code = await new Promise<number>((resolve) =>
  child.exitCode === null ? child.once('exit', (status) => resolve(status ?? 1)) : resolve(child.exitCode),
)
const isDescribed = (await answers?.end(named.length === 0)) ?? true
const [passed, failed] = [counts['pass'] ?? 0, (counts['fail'] ?? 0) + (counts['cancelled'] ?? 0)]
console.log(`tests: ${passed} passed, ${failed} failed, ${counts['skipped'] ?? 0} skipped`)
process.exitCode = code === 0 && passed > 0 && failed === 0 && isDescribed ? 0 : 1
