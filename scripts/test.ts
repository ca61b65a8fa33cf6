// Runs the ordinary tests, or the test files given as arguments. --long selects tests that take minutes, --timed selects tests that measure time
// and run one at a time, --fast selects tests without a server, and --shard INDEX/TOTAL selects one part of the files.
import { globSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { recording } from '../server/test/support/answers.ts'
import { describeMissingTools, isCi } from '../server/test/support/tools.ts'
import { buildBrowserFiles } from './build-browser-files.ts'
import { parseShard } from './checks.ts'
import { longestFirst, printSummary, runTestsOnSharedHost, waitForCalm } from './run-tests.ts'

const { values: options, positionals: named } = parseArgs({
  allowPositionals: true,
  options: { long: { type: 'boolean' }, timed: { type: 'boolean' }, fast: { type: 'boolean' }, shard: { type: 'string' } },
})
const shard = options.shard === undefined ? null : parseShard(options.shard)
const all = globSync([
  'server/src/**/*.test.ts',
  'server/test/**/*.test.ts',
  'client/test/**/*.test.ts',
  'examples/test/**/*.test.ts',
]).sort()
const tierOf = (file: string): string => /\.(long|timed|tools)\.test\.ts$/.exec(file)?.[1] ?? 'ordinary'
const isFastFile = (file: string): boolean => file.startsWith('server/src/') || file.startsWith('server/test/rules/')
/** With three files on two cores, tests with deadlines fail now and then. */
const FILES_AT_ONCE = 2
const wanted = options.long ? 'long' : options.timed ? 'timed' : 'ordinary'
const files = longestFirst(named.length > 0 ? named : all.filter((file) => (options.fast ? isFastFile(file) : tierOf(file) === wanted)))
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
/** Some test files have a seed of their own. SEED sets all of them; without it each has a fixed default. */
const SEEDS = ['WORLDS_SEED', 'FEED_SEED', 'SCALE_SEED']
const seed = process.env['SEED']

const FILE_TIMEOUT_MS = 600_000
const missing = options.fast ? null : describeMissingTools()
if (missing !== null && isCi) {
  console.error(`${missing}\nOn CI no test may be skipped.`)
  process.exit(1)
}
if (missing !== null) console.error(`${missing}\nTests that need them are skipped.\n`)

// Every response of the ordinary run is validated against the OpenAPI document; the long runs have millions.
const answers = options.long || options.fast || options.timed ? null : recording()
Object.assign(process.env, { SEED: '1' }, options.long && LONG, answers?.env)
if (seed !== undefined) for (const name of ['SEED', ...SEEDS]) process.env[name] = seed
console.log(`seed: ${process.env['SEED']}`)
// The tests of the admin and of the widget open the built files in a browser.
if (!options.fast) buildBrowserFiles()
if (options.timed) await waitForCalm()
const summary = await runTestsOnSharedHost(files, {
  concurrency: options.long || options.timed ? 1 : FILES_AT_ONCE,
  shard,
  isMeasurement: options.timed === true,
  // A file that blocks its event loop cannot end by its own timeouts.
  ...(!options.long && { timeout_ms: FILE_TIMEOUT_MS }),
})
// Only a run of all files reaches every operation of the document.
const isDescribed = (await answers?.end(named.length === 0 && shard === null)) ?? true
printSummary(summary)
const isComplete = !isCi || summary.skipped === 0
if (!isComplete) console.error('Tests were skipped. On CI no test may be skipped.')
process.exitCode = summary.passed > 0 && summary.failed === 0 && isDescribed && isComplete ? 0 : 1
