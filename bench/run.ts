// `npm run bench`: a calendar of any size in a PostgreSQL of its own; bare PostgreSQL, a bare HTTP server and Kalends, measured in turn in one run.
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { makeCluster } from '../server/test/support/cluster.ts'
import { growth } from './growth.ts'
import { run, type Load, type Measured } from './measure.ts'
import { measuresOf } from './measures.ts'
import { report } from './report.ts'
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

Makes a calendar in a PostgreSQL of its own, in a temporary folder, and measures in turn, in one run:
  reference   bare PostgreSQL on bench/reference/*.sql (pgbench, prepared)
  own SQL     bare PostgreSQL on the very statements that Kalends sends (pgbench, prepared)
  bare HTTP   a server that sends the same bytes and does nothing else
  cold        Kalends with CACHE_MB=0: no answer is kept (records that were shown are; "any page" shows what it costs without)
  warm        Kalends as it comes; known (304) and packed (Brotli) too
Needs wrk and pgbench. Writes bench/results/DATE-EVENTS.json and .svg.

  --only      measures only what has this in its name
  --without   leaves out what has this in its name, such as "search"
  --keep      makes the calendar in this folder, and finds it there the next time
  --growth    draws bench/results/growth.svg from the newest results of each size, and writes them into docs/scaling.md`
/** Stated, so that figures can be compared: memory for a calendar of some millions, no surprises from the planner, full durability. */
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
const say = (line: string): void => void process.stderr.write(`${line}\n`)

// What was started ends with this, also when it is broken off.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
if (options.help) console.log(HELP)
else if (options.growth) growth()
else await bench(Number(options.events), { seconds: Number(options.seconds), clients: Number(options.clients) })

async function bench(events: number, load: Load): Promise<void> {
  const kept = options.keep === undefined ? undefined : resolve(options.keep)
  const isThere = kept !== undefined && existsSync(join(kept, 'data'))
  const cluster = await makeCluster(POSTGRES, kept)
  const folder = await mkdtemp(join(tmpdir(), 'kalends-bench-'))
  try {
    const env = {
      ...process.env,
      DATABASE_URL: cluster.url,
      RATE_ANONYMOUS: '0',
      RATE_CALLER: '0',
      // All clients of the load have one address.
      CONCURRENCY_ANONYMOUS: '0',
      CONCURRENCY_CALLER: '0',
      CONCURRENCY_FEEDS: '0',
      CONCURRENCY_SEARCHES: '0',
      EVENT_LOOP_DELAY_MS: '0',
      PUBLIC_URL: 'https://calendar.example.org',
      MEDIA_DIR: join(folder, 'media'),
    }
    const seeded_s = isThere ? null : await seed(events, env)
    const servers = await startServers(main, env)
    try {
      const all = await measuresOf({ cluster, servers, load, folder })
      const measures = all.filter(
        ([name]) => (!options.only || name.includes(options.only)) && !(options.without && name.includes(options.without)),
      )
      const results = await inTurn(measures, Number(options.rounds), cluster.url)
      report({ results, events, seeded_s, load, is_whole: options.only === undefined })
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
  say(`seeding ${events} events`)
  const begun = performance.now()
  await run(process.execPath, [main, 'seed', '--events', String(events), '--no-pictures'], env)
  const seconds = (performance.now() - begun) / 1_000
  say(`seeded in ${seconds.toFixed(1)} s: ${Math.round(events / seconds)} events a second, search included`)
  return seconds
}

/** Everything once to warm up; then every measure once, then all of them again: what the machine does meanwhile meets all alike. The one in the middle counts. */
async function inTurn(
  measures: readonly [string, () => Promise<Measured>][],
  rounds: number,
  database: string,
): Promise<Map<string, Measured>> {
  const all = new Map<string, Measured[]>()
  for (const [name, work] of measures) {
    if (!name.includes('create')) await work()
    await untilIdle(database)
  }
  for (let round = 1; round <= rounds; round += 1)
    for (const [name, work] of measures) {
      const measured = await work()
      await untilIdle(database)
      say(`round ${round} of ${rounds}: ${name}: ${measured.rate.toFixed(0)}/s`)
      all.set(name, [...(all.get(name) ?? []), measured])
    }
  return new Map([...all].map(([name, list]) => [name, list.toSorted((a, b) => a.rate - b.rate)[Math.floor(list.length / 2)] as Measured]))
}

/** What a measure left running does not count for the next. */
async function untilIdle(database: string): Promise<void> {
  const busy = `select count(*) from pg_stat_activity where state = 'active' and backend_type = 'client backend' and pid <> pg_backend_pid()`
  for (let i = 0; i < 100; i += 1) {
    if ((await run('psql', ['-Atc', busy, database])).trim() === '0') return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
