// `npm run bench`: compares Kalends with bare PostgreSQL and a bare HTTP server, on a calendar of any size in a temporary PostgreSQL.
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { makeCluster } from '../server/test/support/cluster.ts'
import { writeGrowthChart } from './growth-chart.ts'
import { run, type Load, type Measured } from './measure.ts'
import { listMeasurements } from './measures.ts'
import { reportRun } from './report.ts'
import { startServers } from './servers.ts'

const { values: options } = parseArgs({
  options: {
    events: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    clients: { type: 'string', default: '16' },
    only: { type: 'string' },
    without: { type: 'string' },
    keep: { type: 'string' },
    growth: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
})
const HELP = `npm run bench -- [--events 100000] [--seconds 3] [--rounds 3] [--clients 16] [--only "list of 10"] [--without search] [--keep FOLDER]
npm run bench -- --growth

Creates a calendar in a temporary PostgreSQL and measures these setups in turn, in one run:
  bare PostgreSQL      bench/reference/*.sql, without Kalends (pgbench, prepared statements)
  own statements       the statements that Kalends sends, without Kalends (pgbench, prepared statements)
  bare HTTP            a Node server in a process of its own that sends the same headers and bytes to every request; also with minimal headers
  all caches off       Kalends with CACHE_MB=0 and RECORD_CACHE_MB=0: every request reads its records from PostgreSQL
  response cache off   Kalends with CACHE_MB=0: records that were shown before come from memory
  default settings     Kalends as it is installed; also with 304, Brotli, two processes, and 5 writes per second
Needs wrk and pgbench. Writes bench/results/DATE-EVENTS.json and .svg.

  --only      measures only names that contain this text
  --without   leaves out names that contain this text, such as "search"
  --keep      keeps the calendar in this folder, and uses it again the next time
  --growth    draws bench/results/growth.svg from the newest results of each size, and writes the table of docs/scaling.md`
/** Fixed, so that results can be compared: memory for millions of events, no JIT and no parallel plans, full durability. */
const POSTGRES = [
  'shared_buffers=4GB',
  'jit=off',
  'max_parallel_workers_per_gather=0',
  'max_parallel_maintenance_workers=2',
  'random_page_cost=1.1',
  'effective_cache_size=12GB',
  'wal_compression=lz4',
  'max_wal_size=8GB',
  'synchronous_commit=on',
  'max_connections=100',
]
const main = new URL('../server/src/main.ts', import.meta.url).pathname
const print = (line: string): void => void process.stderr.write(`${line}\n`)

// On exit all child processes are stopped, also after an interrupt.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
if (options.help) console.log(HELP)
else if (options.growth) writeGrowthChart()
else await bench(Number(options.events), { seconds: Number(options.seconds), clients: Number(options.clients) })

async function bench(events: number, load: Load): Promise<void> {
  const keptFolder = options.keep === undefined ? undefined : resolve(options.keep)
  const isSeeded = keptFolder !== undefined && existsSync(join(keptFolder, 'data'))
  const cluster = await makeCluster(POSTGRES, keptFolder)
  const folder = await mkdtemp(join(tmpdir(), 'kalends-bench-'))
  try {
    const env = {
      ...process.env,
      DATABASE_URL: cluster.url,
      RATE_LIMIT_ANONYMOUS: '0',
      RATE_LIMIT_AUTHENTICATED: '0',
      // All clients of wrk have the same IP address.
      CONCURRENCY_ANONYMOUS: '0',
      CONCURRENCY_CALLER: '0',
      CONCURRENCY_FEEDS: '0',
      CONCURRENCY_SEARCHES: '0',
      EVENT_LOOP_DELAY_MS: '0',
      PUBLIC_URL: 'https://calendar.example.org',
      MEDIA_DIR: join(folder, 'media'),
    }
    const seeded_s = isSeeded ? null : await seed(events, env)
    const servers = await startServers(main, env)
    try {
      const all = await listMeasurements({ cluster, servers, load, folder })
      const selected = all.filter(
        ([name]) => (!options.only || name.includes(options.only)) && !(options.without && name.includes(options.without)),
      )
      const results = await measureInTurn(selected, Number(options.rounds), cluster.url)
      reportRun({ results, events, seeded_s, load, isWhole: options.only === undefined })
    } finally {
      servers.close()
    }
  } finally {
    cluster.remove()
    await rm(folder, { recursive: true })
  }
}

async function seed(events: number, env: NodeJS.ProcessEnv): Promise<number> {
  await run(process.execPath, [main, 'migrate'], env)
  print(`seeding ${events} events`)
  const start = performance.now()
  await run(process.execPath, [main, 'seed', '--events', String(events), '--no-pictures'], env)
  const seconds = (performance.now() - start) / 1_000
  print(`seeded in ${seconds.toFixed(1)} s: ${Math.round(events / seconds)} events per second, including the search index`)
  return seconds
}

/** Runs everything once to warm up, then in rounds, so that changes in machine speed affect all alike. Returns the median of the rounds. */
async function measureInTurn(
  measures: readonly [string, () => Promise<Measured>][],
  rounds: number,
  database: string,
): Promise<Map<string, Measured>> {
  const all = new Map<string, Measured[]>()
  for (const [name, work] of measures) {
    if (!name.includes('create')) await work()
    await waitUntilIdle(database)
  }
  for (let round = 1; round <= rounds; round += 1)
    for (const [name, work] of measures) {
      const measured = await work()
      await waitUntilIdle(database)
      print(`round ${round} of ${rounds}: ${name}: ${measured.rate.toFixed(0)}/s`)
      all.set(name, [...(all.get(name) ?? []), measured])
    }
  return new Map([...all].map(([name, list]) => [name, list.toSorted((a, b) => a.rate - b.rate)[Math.floor(list.length / 2)] as Measured]))
}

/** Waits until no statement of the previous measurement is running. */
async function waitUntilIdle(database: string): Promise<void> {
  const busy = `select count(*) from pg_stat_activity where state = 'active' and backend_type = 'client backend' and pid <> pg_backend_pid()`
  for (let i = 0; i < 100; i += 1) {
    if ((await run('psql', ['-Atc', busy, database])).trim() === '0') return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
