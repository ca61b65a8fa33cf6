// Failovers and kills of servers under writers: nothing that was acknowledged is lost, and nothing is stored twice.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Fault } from '../../../scripts/cluster/cluster.ts'
import { pause, until } from '../faults/launch.ts'
import { Random } from '../model/random.ts'
import { reportEvidence, resumable, scaled, seed } from '../support/evidence.ts'
import { requiresTools } from '../support/tools.ts'
import { FailoverWorld } from './failover-world.ts'
import { Readers, Writers, type Figures } from './writers.ts'

/** Each part has a cluster of its own. */
const PARTS = Number(process.env['FAILOVER_PARTS'] ?? scaled(20, 1))
const ROUNDS = Number(process.env['FAILOVER_ROUNDS'] ?? scaled(5, 2))
const KILLS = Number(process.env['FAILOVER_KILLS'] ?? scaled(50, 5))
/** Time without space. */
const FULL_MS = 5_000
const WRITERS = 16
const READERS = 2
const FAULTS: readonly Fault[] = ['kill', 'stop', 'partition', 'full']
const isRoot = process.getuid?.() === 0

interface Round {
  readonly fault: Fault
  /** The longest time between two acknowledged writes of all writers together. */
  readonly pauseMs: number
}
interface Part {
  readonly figures: Figures
  readonly rounds: readonly Round[]
  readonly kills: number
  readonly reads: number
  readonly failedReads: number
  readonly lost: number
  readonly doubled: number
}

const { skip } = requiresTools('etcd', 'patroni', 'haproxy', 'pgbouncer')
void test(`21 ${PARTS * ROUNDS} failovers and ${PARTS * KILLS} kills of servers lose and double no write`, {
  skip: skip || (!isRoot && 'network namespaces need root'),
  timeout: 7_000_000,
}, async (t) => {
  const parts: Part[] = []
  for (let part = 0; part < PARTS; part += 1) parts.push(await resumable('failover', `part ${part}`, () => runPart(part)))
  const sum = (count: (part: Part) => number): number => parts.reduce((total, each) => total + count(each), 0)
  const figures = Object.fromEntries(
    Object.keys(parts[0]?.figures ?? {}).map((name) => [name, sum((each) => each.figures[name as keyof Figures])]),
  )
  const rounds = parts.flatMap((each) => each.rounds)
  const report = {
    failovers: rounds.length,
    server_kills: sum(({ kills }) => kills),
    writers: WRITERS,
    lost: sum(({ lost }) => lost),
    doubled: sum(({ doubled }) => doubled),
    ...figures,
    reads: sum(({ reads }) => reads),
    failed_reads: sum(({ failedReads }) => failedReads),
    without_writes_ms: Object.fromEntries(['all', ...FAULTS].map((fault) => [fault, percentiles(rounds, fault)])),
  }
  t.diagnostic(JSON.stringify(report))
  reportEvidence('failover', report)
  assert.deepEqual([report.lost, report.doubled], [0, 0])
})

/** One server in two parts of three goes through PgBouncer, so that both ways are used at the same time. */
async function runPart(part: number): Promise<Part> {
  const random = new Random(seed + part)
  const world = await FailoverWorld.start((server) => server === 1 && part % 3 !== 2)
  try {
    const writers = new Writers(world, `Part ${part}`, WRITERS)
    const readers = new Readers(world, READERS)
    await until('the first writes', 20_000, () => writers.acknowledged.length > WRITERS)
    const killing = killServers(world, random)
    const rounds: Round[] = []
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        rounds.push(await failOver(world, writers, FAULTS[(part + round) % FAULTS.length] as Fault))
        assert.deepEqual([...writers.unexpected, ...world.internalErrors()], [])
        await pause(random.below(1_000))
      }
    } finally {
      await killing.end(rounds.length === ROUNDS ? KILLS : 0)
      await writers.end()
      await readers.end()
    }
    assert.deepEqual(world.internalErrors(), [])
    assert.deepEqual(writers.unexpected, [], 'no answer except success, 503 with Retry-After, and 412 of an update that had succeeded')
    const { figures, acknowledged } = writers
    const counts = { reads: readers.reads, failedReads: readers.failures.length, kills: killing.count() }
    const lost = await findLost(world, writers)
    const doubled = await findDoubled(world)
    assert.deepEqual({ lost, doubled }, { lost: [], doubled: [] }, `of ${acknowledged.length} creates and ${figures.updates} updates`)
    return { figures, rounds, lost: lost.length, doubled: doubled.length, ...counts }
  } finally {
    await world.close()
  }
}

/** Breaks the primary, waits until writes have gone on for a moment, and heals the cluster under load. */
async function failOver(world: FailoverWorld, writers: Writers, fault: Fault): Promise<Round> {
  const start = performance.now()
  await world.break(fault)
  // Patroni 3.0.2 keeps a primary whose disk is full, so writes go on only when there is space again.
  if (fault === 'full') {
    await pause(FULL_MS)
    await world.heal()
  }
  const after = (ms: number): number => writers.times.filter((time) => time > start + ms).length
  await until(
    `writes after ${fault}: ${writers.unexpected.join()}`,
    90_000,
    () => writers.unexpected.length > 0 || after(4_000) > WRITERS * 4,
  )
  await world.heal()
  const times = [start, ...writers.times.filter((time) => time > start)]
  return { fault, pauseMs: Math.round(Math.max(...times.map((time, i) => time - (times[i - 1] ?? time)))) }
}

/** Kills one server after the other; each starts again before the next is killed. */
function killServers(world: FailoverWorld, random: Random): { end(count: number): Promise<void>; count(): number } {
  let [kills, isOver] = [0, false]
  let wanted = Infinity
  const work = async (): Promise<void> => {
    while (!(isOver && kills >= wanted) && kills < KILLS) {
      await pause(random.below(400))
      await world.killServer(kills % 2)
      kills += 1
    }
  }
  const ended = work()
  return {
    count: () => kills,
    end: async (count) => {
      ;[isOver, wanted] = [true, count]
      await ended
    },
  }
}

/** Acknowledged writes that are not in the database as they were acknowledged. */
const findLost = (world: FailoverWorld, { acknowledged, own }: Writers): Promise<object[]> =>
  world.rows(
    `select n.id, n.title from unnest($1::bigint[], $2::text[]) n(id, title)
     where n.title not like '% own %' and not exists (select 1 from event_texts t where t.id = n.id and t.title = n.title)
     union all
     select n.id, n.title from unnest($3::bigint[], $4::text[], $5::bigint[]) n(id, title, version)
     where not exists (select 1 from events e join event_texts t using (id) where e.id = n.id and t.title = n.title and e.version = n.version)`,
    [
      acknowledged.map(({ id }) => id),
      acknowledged.map(({ title }) => title),
      own.map(({ id }) => id),
      own.map(({ title }) => title),
      own.map(({ version }) => version),
    ],
  )
/** Titles of records that were created twice. Each title belongs to one create. */
const findDoubled = (world: FailoverWorld): Promise<object[]> =>
  world.rows('select title, count(*)::int from event_texts group by title having count(*) > 1')

function percentiles(rounds: readonly Round[], fault: string): object {
  const sorted = rounds
    .filter((round) => fault === 'all' || round.fault === fault)
    .map(({ pauseMs }) => pauseMs)
    .toSorted((a, b) => a - b)
  const at = (share: number): number | null => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null
  return { rounds: sorted.length, p50: at(0.5), p95: at(0.95), max: sorted.at(-1) ?? null }
}
