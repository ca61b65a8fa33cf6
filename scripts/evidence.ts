// Runs a test at its full stated count and writes docs/evidence/<name>.json: commit, command, seed, counts and figures.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { buildBrowserFiles } from './build-browser-files.ts'
import { printSummary, runTests } from './run-tests.ts'

/** The test files behind each name. The same files run at reduced counts in `npm test`. */
const EVIDENCE: Readonly<Record<string, readonly string[]>> = {
  'date-filters': ['server/test/api/date-filters.test.ts'],
  reuse: ['server/test/races/reuse.test.ts'],
  merge: ['server/test/api/merge.test.ts'],
  'rate-limiter': ['server/test/faults/rate-limiter.test.ts', 'server/test/faults/shared-rate-limits.test.ts'],
  'input-timing': ['server/test/timing/input-timing.timed.test.ts'],
  attacks: ['server/test/attacks/attacks.timed.test.ts'],
  pictures: ['server/test/attacks/pictures.timed.test.ts'],
  fuzz: ['server/test/fuzz/fuzz.long.test.ts'],
  'external-ids': ['server/test/races/external-ids.test.ts'],
  packages: ['server/test/release/packages.test.ts'],
  'recurrence-histories': ['server/test/recurrence/histories.test.ts'],
  'first-hour': ['server/test/docs/first-hour.test.ts'],
  cursor: ['server/test/races/cursor.test.ts'],
  'recurrence-rules': [
    'server/test/recurrence/rules.test.ts',
    'server/test/recurrence/zones.test.ts',
    'server/test/recurrence/split.test.ts',
    'server/test/recurrence/move.test.ts',
    'server/test/recurrence/hostile-rules.timed.test.ts',
  ],
  collapse: ['server/test/recurrence/collapse.test.ts'],
  facets: ['server/test/api/facets.test.ts'],
  orders: ['server/test/api/orders.test.ts'],
  search: ['server/test/api/search-index.test.ts'],
  relevance: ['server/test/api/relevance-order.test.ts', 'server/src/kernel/text/highlight.test.ts'],
  'recurrence-cost': ['server/test/scale/recurrence-cost.test.ts'],
  'recurrence-feeds': ['server/test/feeds/recurrence-feeds.test.ts', 'server/test/feeds/stable-uids.test.ts'],
  'series-visibility': [
    'server/test/permissions/matrix-series.test.ts',
    'server/test/permissions/two-calendars.test.ts',
    'server/test/permissions/canaries.test.ts',
    'server/test/scale/stale.long.test.ts',
  ],
  changes: ['server/test/changes/kills.test.ts', 'server/test/changes/series-copies.test.ts'],
  'feed-versions': ['server/test/feeds/kept-versions.test.ts'],
  'feed-cost': ['server/test/changes/feed-cost.timed.test.ts'],
  live: ['server/test/changes/live.test.ts', 'server/test/changes/stream-readers.timed.test.ts'],
  mirror: ['client/test/mirror.test.ts', 'examples/test/mirror.test.ts'],
  inventory: ['server/test/changes/inventory-cost.test.ts'],
  undo: ['server/test/history/random-undo.test.ts'],
  jobs: ['server/test/jobs/kills.test.ts'],
  failover: ['server/test/failover/failover.test.ts'],
  restore: ['server/test/backups/point-in-time.test.ts'],
  'rolling-upgrade': ['server/test/upgrades/rolling-upgrade.test.ts'],
  soak: ['server/test/soak/soak.timed.test.ts'],
  replicas: ['server/test/replicas/replicas.test.ts'],
  webhooks: ['server/test/webhooks/random.test.ts'],
  imports: ['exports', 'kills', 'limits'].map((name) => `server/test/sources/${name}.test.ts`),
  'import-round-trip': ['server/test/sources/round-trip.test.ts'],
  'import-csv': ['server/test/sources/csv.test.ts'],
  'import-tec': ['server/test/sources/tec-round-trip.test.ts'],
  'import-faults': ['server/test/sources/import-faults.test.ts'],
  'import-mirror': ['jsonld', 'kalends', 'kalends-kills'].map((name) => `server/test/sources/${name}.test.ts`),
  guessing: ['server/test/accounts/guessing.test.ts'],
  submissions: ['server/test/submissions/challenges.test.ts'],
  'session-matrix': ['server/test/permissions/session-matrix.test.ts'],
  'last-administrator': ['server/test/accounts/last-administrator.test.ts'],
  journeys: [
    'journeys',
    'repeat',
    'translate',
    'review',
    'two-people',
    'run',
    'places',
    'pictures',
    'help',
    'values-and-map',
    'imports',
  ].map((name) => `server/test/admin/${name}.test.ts`),
  'concurrent-edits': ['concurrent-edits', 'two-people'].map((name) => `server/test/admin/${name}.test.ts`),
  'admin-xss': ['server/test/admin/xss.test.ts'],
  'admin-speed': ['server/test/admin/speed.timed.test.ts'],
  'site-accessibility': ['server/test/site/browser.test.ts', 'server/test/embed/accessibility.test.ts'],
  'site-structured-data': ['server/test/site/structured-data.test.ts'],
  'site-xss': ['server/test/site/xss.test.ts'],
  'site-speed': ['server/test/site/speed.timed.test.ts'],
  'site-varnish': ['server/test/site/varnish.timed.test.ts'],
  'dry-run': ['server/test/dry-run/dry-run.test.ts'],
  'opening-hours': ['server/test/hours/open-filters.test.ts', 'server/test/hours/open-status.test.ts'],
}
/** A run that takes longer is stopped; the next run continues with the parts that are missing. */
const LIMIT_MS = 2 * 60 * 60 * 1_000
const LIMIT_BYTES = 20_000

const [name = ''] = process.argv.slice(2)
const files = EVIDENCE[name]
if (!files) {
  console.error(`Usage: npm run evidence -- <name>\nNames: ${Object.keys(EVIDENCE).join(', ')}`)
  process.exit(2)
}
const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim()
if (git('status', '--porcelain', '--', '.', ':!docs/evidence') !== '') {
  console.error('Commit your changes first: evidence names the commit that it was collected on.')
  process.exit(2)
}
const commit = git('rev-parse', 'HEAD')
const folder = mkdtempSync(join(tmpdir(), 'kalends-evidence-'))
const figuresFile = join(folder, 'figures.jsonl')
writeFileSync(figuresFile, '')
const seed = process.env['SEED'] ?? '1'
Object.assign(process.env, {
  EVIDENCE: name,
  EVIDENCE_FIGURES: figuresFile,
  EVIDENCE_PARTS: join(tmpdir(), `kalends-evidence-${name}-${commit}`),
  SEED: seed,
})
buildBrowserFiles()
const summary = await runTests(files, { concurrency: 1, timeout_ms: LIMIT_MS })
printSummary(summary)
const figures = readFileSync(figuresFile, 'utf8')
  .split('\n')
  .filter(Boolean)
  .reduce<Record<string, unknown>>((all, line) => Object.assign(all, JSON.parse(line)), {})
rmSync(folder, { recursive: true })
const { passed, failed, skipped, duration_ms } = summary
const text = `${JSON.stringify(
  {
    name,
    commit,
    command: `npm run evidence -- ${name}`,
    seed: Number(seed),
    machine: { cores: cpus().length, memory_gb: Math.round(totalmem() / 2 ** 30), node: process.version },
    tests: { passed, failed, skipped },
    duration_s: Math.round(duration_ms / 1_000),
    figures,
  },
  null,
  2,
)}\n`
if (failed > 0 || passed === 0) {
  console.error('The run failed: nothing was written. Completed parts are reused by the next run on this commit.')
  process.exit(1)
}
if (Buffer.byteLength(text) > LIMIT_BYTES) {
  console.error(`The evidence has ${Buffer.byteLength(text)} bytes; at most ${LIMIT_BYTES} are allowed. Report fewer figures.`)
  process.exit(1)
}
mkdirSync('docs/evidence', { recursive: true })
writeFileSync(`docs/evidence/${name}.json`, text)
console.log(`Wrote docs/evidence/${name}.json`)
