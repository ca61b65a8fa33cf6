// One random history of writes, and the copies that several callers keep by the feed meanwhile, with and without filters.
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { Random, seedOf } from '../model/random.ts'
import { seed } from '../support/evidence.ts'
import type { Caller } from '../support/server.ts'
import { FeedCopy } from './feed-copy.ts'
import { randomFilter } from './random-filters.ts'
import { Writers, type Api } from './random-writers.ts'

export const CALLERS: readonly (Caller | undefined)[] = [undefined, 'subscriber', 'author', 'other', 'editor']
const WRITES = 40
/** Copies that are read at the same time. */
const READERS = 4

export interface Calendar {
  readonly api: Api
  query<Row extends object>(statement: string): Promise<Row[]>
}
export interface History {
  readonly index: number
  readonly filters: number
  /** Requests that write at the same time. */
  readonly writers: number
  /** Runs while the writers write. */
  disturb?(random: Random): Promise<void>
}
export interface HistoryCounts {
  changes: number
  records: number
  /** Records that were never public, once for each copy that must not have been told of them. */
  secrets: number
  restarts: number
}
export const noCounts = (): HistoryCounts => ({ changes: 0, records: 0, secrets: 0, restarts: 0 })

/** The copies and the records of several histories, one after another. */
export interface Followed {
  readonly copies: FeedCopy[]
  readonly made: Writers['made']
}

/** Copies of earlier histories are kept on. Starting a copy costs as much as comparing it. */
export async function runHistory(
  { api, query }: Calendar,
  history: History,
  counts: HistoryCounts,
  { copies, made }: Followed = { copies: [], made: [] },
): Promise<void> {
  const random = new Random(seedOf(seed, history.index))
  const isFirst = copies.length === 0
  if (isFirst) copies.push(...CALLERS.map((as) => new FeedCopy(api, as)))
  if (isFirst) await inTurns(copies, (copy) => copy.start())
  const writers = new Writers(api, random, made)
  for (let round = 0; round < WRITES / history.writers; round += 1) {
    const writes = Promise.all(Array.from({ length: history.writers }, () => writers.write()))
    if (random.chance(0.4)) await random.pick(copies).follow(random)
    await history.disturb?.(random)
    await writes
    if (round !== 2 || !isFirst) continue
    const filtered = Array.from({ length: history.filters }, () => {
      const filter = randomFilter({ random, pick: (kind) => writers.pick(kind) })
      return new FeedCopy(api, random.pick(CALLERS), filter)
    })
    await inTurns(filtered, (copy) => copy.start())
    copies.push(...filtered)
  }
  await untilNothingRuns(query)
  const hidden = (await query<{ name: string }>(NEVER_PUBLIC)).map(({ name }) => name)
  const unfiltered = copies.filter(({ filter }) => filter === null)
  /** How the events that differ became what they are: their rows, their log, and the changes that the copy was told. */
  const describe = async (differences: readonly string[], copy: FeedCopy): Promise<string[]> => {
    const ids = differences.flatMap((each) => /^event (\d+):/.exec(each)?.[1] ?? [])
    if (ids.length === 0) return []
    const own = `record_id in (${ids.join()}) or ${ids.map((id) => `before -> 'exceptions' ? '${id}'`).join(' or ')}`
    const log = await query<object>(`select * from changes where kind = 'event' and (${own}) order by id`)
    const stored = await query<object>(`select * from events where id in (${ids.join()}) or series_id in (${ids.join()})`)
    const dates = await query<object>(`select * from occurrences where id in (${ids.join()}) or series_id in (${ids.join()})`)
    const told = copy.trail.filter((each) => ids.some((id) => each.includes(` event ${id} `)))
    const still = (await copy.differences()).map((each) => `still: ${each}`)
    return [...stored, ...dates, ...log].map((row) => JSON.stringify(row)).concat(told, still)
  }
  const compare = async (copy: FeedCopy): Promise<void> => {
    await copy.follow(random)
    const where = `seed ${seed}, history ${history.index}, caller ${copy.as ?? 'anonymous'}, filter ${copy.filter ?? 'none'}`
    // A filter cannot add a series that the caller does not have without filters, so most copies need no inventory.
    const own = unfiltered.find(({ as }) => as === copy.as)
    const differences = (await copy.differences(copy === own || own?.hasSeriesWithoutDates)).slice(0, 3)
    if (differences.length > 0) differences.push(...(await describe(differences, copy)))
    assert.deepEqual(differences, [], [where, ...differences].join('\n'))
    if (copy.as === undefined || copy.as === 'subscriber') {
      counts.secrets += hidden.length
      const told = hidden.filter((name) => copy.told.has(name))
      assert.deepEqual(told, [], where)
    }
    counts.changes += copy.told.size
    copy.told.clear()
    counts.records += copy.records.size
    counts.restarts += copy.restarts
    copy.restarts = 0
  }
  await inTurns(unfiltered, compare)
  await inTurns(
    copies.filter((copy) => !unfiltered.includes(copy)),
    compare,
  )
}

const STATEMENTS_THAT_RUN = `
select 1 from pg_stat_activity
where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and xact_start is not null`
/** A write whose response was lost or late may still be running, and would change the lists after the copies were read. */
async function untilNothingRuns(query: Calendar['query']): Promise<void> {
  while ((await query(STATEMENTS_THAT_RUN)).length > 0) await pause(10)
}

/** Records of which the log has no public state. Exceptions have the status of their series without a row of their own. */
const NEVER_PUBLIC = `
select c.kind || ' ' || c.record_id as name from changes c where c.kind in ('event', 'venue', 'organizer')
group by c.kind, c.record_id
having bool_or(c.action = 'create') and not bool_or(coalesce(c.before ->> 'status', '') = 'publish' or coalesce(c.after ->> 'status', '') = 'publish')`

async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values()
  const worker = async (): Promise<void> => {
    for (const item of waiting) await work(item)
  }
  await Promise.all(Array.from({ length: READERS }, worker))
}
