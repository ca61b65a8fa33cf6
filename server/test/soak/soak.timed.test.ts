// A server under a mix of everything at half of its capacity: memory, handles, connections and temporary files stay level, and nothing fails.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pause, rowsOf, until } from '../faults/launch.ts'
import { Random } from '../model/random.ts'
import { freshDatabase } from '../support/database.ts'
import { reportEvidence, scaled, seed } from '../support/evidence.ts'
import { startServer, type ServerProcess } from '../support/process.ts'
import { startReceiver } from '../webhooks/receiver.ts'
import { MixedLoad } from './mixed-load.ts'
import type { ServerSample } from './sampler.ts'
import { trendOf, type Trend } from './steadiness.ts'

const SOAK_MS = scaled(3_600_000, 12_000)
const LEAK_MS = 6_000
const LEAK_PER_SECOND = 30
/** Fewer samples than this say nothing about a trend. */
const SAMPLES = scaled(240, 12)
/** On a busy machine, there is more time between two samples than planned, so that a leak per request can be seen. */
const REQUESTS_PER_SAMPLE = 15
const CLIENTS = 8
const CAPACITY_MS = scaled(20_000, 3_000)
const SAMPLER = new URL('sampler.ts', import.meta.url).href
const MB = 2 ** 20
/** The growth from the end of the warm-up to the end that is allowed in any case. The rule itself is in steadiness.ts. */
const TOLERANCES = { heap: 8 * MB, rss: 48 * MB, handles: 10, files: 20, connections: 4, temporary: 10, children: 1 } as const
type Series = keyof typeof TOLERANCES
/** Small caches are full after the warm-up. */
const SETTINGS = {
  LOG_LEVEL: 'warn',
  CACHE_MB: '4',
  RECORD_CACHE_MB: '4',
  WEBHOOK_HTTP: 'true',
  SLOW_REQUEST_MS: '0',
  SLOW_STATEMENT_MS: '0',
}

const root = mkdtempSync(join(tmpdir(), 'kalends-soak-'))
const receiver = await startReceiver()
receiver.answer = (_, reply) => {
  // The test keeps no messages.
  receiver.received.length = 0
  reply.writeHead(204).end()
}
after(async () => {
  await receiver.close()
  rmSync(root, { recursive: true, force: true })
})

interface Soaked {
  readonly trends: Readonly<Record<Series, Trend>>
  readonly requests: number
  readonly perSecond: number
  readonly counts: MixedLoad['counts']
  readonly failures: readonly string[]
  /** Warnings and errors in the log. */
  readonly logged: readonly string[]
}
/** Without `fixedRate`, the rate is half of the capacity. */
async function soak(name: string, ms: number, { leaks = '', fixedRate = 0 } = {}): Promise<Soaked> {
  const database = await freshDatabase()
  const folder = join(root, name)
  const [samples, temporary, media] = ['samples.jsonl', 'tmp', 'media'].map((each) => join(folder, each)) as [string, string, string]
  mkdirSync(temporary, { recursive: true })
  writeFileSync(samples, '')
  const server = await startServer({
    ...SETTINGS,
    DATABASE_URL: database.url,
    MEDIA_DIR: media,
    TMPDIR: temporary,
    EGRESS_ALLOW: `127.0.0.1:${receiver.port}`,
    NODE_OPTIONS: `--import=${SAMPLER}`,
    SOAK_SAMPLES: samples,
    SOAK_LEAKS: leaks,
  })
  const { admin } = await server.makeCallers({ admin: 'administrator' })
  const load = new MixedLoad(server.base, admin, new Random(seed))
  try {
    await load.prepare(receiver.url)
    const perSecond = fixedRate || (await load.measureCapacity(CLIENTS, CAPACITY_MS)) / 2
    const series = Object.fromEntries(Object.keys(TOLERANCES).map((each) => [each, [] as number[]])) as Record<Series, number[]>
    let isOver = false
    const before = load.done
    const leastRequests = leaks === '' ? 1 : REQUESTS_PER_SAMPLE
    const ended = load.run(perSecond, () => isOver)
    for (let i = 0; i < SAMPLES; i += 1) {
      const done = load.done
      await pause(ms / SAMPLES)
      await until('requests', 120_000, () => load.done >= done + leastRequests)
      const sample = await takeSample(server, database.url, samples, [temporary, join(media, 'work')])
      for (const [each, value] of Object.entries(sample)) series[each as Series].push(value)
    }
    isOver = true
    await ended
    const requests = load.done - before
    const trends = Object.fromEntries(
      Object.entries(TOLERANCES).map(([each, tolerance]) => [each, trendOf(series[each as Series], tolerance)]),
    ) as Record<Series, Trend>
    const logged = server
      .output()
      .split('\n')
      .filter((line) => /"level":"(?:warn|error|fatal)"/.test(line))
    return { trends, requests, perSecond: Math.round(perSecond), counts: load.counts, failures: load.failures, logged }
  } finally {
    load.close()
    await server.stop()
    await database.drop()
  }
}

async function takeSample(
  server: ServerProcess,
  url: string,
  file: string,
  temporary: readonly string[],
): Promise<Readonly<Record<Series, number>>> {
  const lines = (): string[] => readFileSync(file, 'utf8').split('\n').filter(Boolean)
  const before = lines().length
  server.child.kill('SIGUSR2')
  await until('a sample', 30_000, () => lines().length > before)
  const own = JSON.parse(lines().at(-1) ?? '') as ServerSample
  const [row] = await rowsOf<{ n: number }>(
    url,
    'select count(*)::int as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  const { pid } = server.child
  return {
    ...own,
    files: readdirSync(`/proc/${pid}/fd`).length,
    connections: row?.n ?? 0,
    temporary: temporary.reduce((sum, folder) => sum + filesIn(folder), 0),
    children: readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).length,
  }
}
function filesIn(folder: string): number {
  try {
    return readdirSync(folder, { recursive: true }).length
  } catch {
    // Files come and go.
    return 0
  }
}
const unsteady = ({ trends }: Soaked): string[] => Object.keys(trends).filter((each) => !trends[each as Series].isSteady)
const toFigures = ({ trends }: Soaked): object =>
  Object.fromEntries(
    Object.entries(trends).map(([each, { median, growth, allowed }]) => [
      each,
      { median: Math.round(median), growth: Math.round(growth), allowed: Math.round(allowed) },
    ]),
  )

void test('operating: under a mix of everything, memory, handles, connections and temporary files stay level', {
  timeout: 7_000_000,
}, async (t) => {
  const soaked = await soak('level', SOAK_MS)
  const { requests, perSecond, counts } = soaked
  const report = {
    minutes: Math.round(SOAK_MS / 60_000),
    requests,
    per_second: perSecond,
    counts,
    samples: SAMPLES,
    trends: toFigures(soaked),
  }
  t.diagnostic(JSON.stringify(report))
  reportEvidence('soak', report)
  assert.deepEqual(soaked.failures, [])
  assert.deepEqual(soaked.logged, [])
  assert.deepEqual(unsteady(soaked), [], JSON.stringify(toFigures(soaked)))
})
void test('operating: a file and 200 kB of memory that are kept for each request are noticed', { timeout: 300_000 }, async () => {
  const soaked = await soak('leaking', LEAK_MS, { leaks: 'files,memory', fixedRate: LEAK_PER_SECOND })
  const found = unsteady(soaked)
  assert.deepEqual([found.includes('files'), found.includes('heap')], [true, true], JSON.stringify(toFigures(soaked)))
})
void test('operating: the rule accepts noise and single outliers, and notices a slow trend', () => {
  const random = new Random(seed)
  const noise = Array.from({ length: 60 }, (_, i) => 100 + random.below(20) + (i === 50 ? 500 : 0))
  assert.equal(trendOf(noise, 1).isSteady, true)
  assert.equal(
    trendOf(
      noise.map((value, i) => value + i),
      1,
    ).isSteady,
    false,
  )
})
