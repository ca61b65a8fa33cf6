// Runs the ordinary tests; with --long those that take minutes; with --timed those that measure and run one at a time; with --fast those without a server;
// or the files named.
import { globSync } from 'node:fs'
import { recording } from '../server/test/support/answers.ts'
import { printSummary, runTests } from './run-tests.ts'

const named = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))
const isLong = process.argv.includes('--long')
const isFast = process.argv.includes('--fast')
const isTimed = process.argv.includes('--timed')
const all = globSync(['server/src/**/*.test.ts', 'server/test/**/*.test.ts', 'client/test/**/*.test.ts']).sort()
const tierOf = (file: string): string => (file.endsWith('.long.test.ts') ? 'long' : file.endsWith('.timed.test.ts') ? 'timed' : 'ordinary')
const isFastFile = (file: string): boolean => file.startsWith('server/src/') || file.startsWith('server/test/rules/')
const wanted = isLong ? 'long' : isTimed ? 'timed' : 'ordinary'
const files = named.length > 0 ? named : all.filter((file) => (isFast ? isFastFile(file) : tierOf(file) === wanted))
/** Counts of the long run; the defaults of these files are for quick trials. */
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

// Every response of the ordinary run is validated against the OpenAPI document; the long runs have millions.
const answers = isLong || isFast || isTimed ? null : recording()
Object.assign(process.env, isLong && LONG, answers?.env)
const summary = await runTests(files, { concurrency: isLong || isTimed ? 1 : 2 })
const isDescribed = (await answers?.end(named.length === 0)) ?? true
printSummary(summary)
process.exitCode = summary.passed > 0 && summary.failed === 0 && isDescribed ? 0 : 1
