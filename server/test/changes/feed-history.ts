// One random history of writes, and the copies that several callers keep by the feed meanwhile, with and without filters.
import assert from 'node:assert/strict'
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

export async function runHistory({ api, query }: Calendar, history: History, counts: HistoryCounts): Promise<void> {
  const random = new Random(seedOf(seed, history.index))
  const copies = CALLERS.map((as) => new FeedCopy(api, as))
  await inTurns(copies, (copy) => copy.start())
  const writers = new Writers(api, random)
  for (let round = 0; round < WRITES / history.writers; round += 1) {
    const writes = Promise.all(Array.from({ length: history.writers }, () => writers.write()))
    if (random.chance(0.4)) await random.pick(copies).follow(random)
    await history.disturb?.(random)
    await writes
    if (round !== 2) continue
    const filtered = Array.from({ length: history.filters }, () => {
      const filter = randomFilter({ random, pick: (kind) => writers.pick(kind) })
      return new FeedCopy(api, random.pick(CALLERS), filter)
    })
    await inTurns(filtered, (copy) => copy.start())
    copies.push(...filtered)
  }
  const hidden = (await query<{ name: string }>(NEVER_PUBLIC)).map(({ name }) => name)
  await inTurns(copies, async (copy) => {
    await copy.follow(random)
    const where = `seed ${seed}, history ${history.index}, caller ${copy.as ?? 'anonymous'}, filter ${copy.filter ?? 'none'}`
    assert.deepEqual((await copy.differences()).slice(0, 3), [], where)
    if (copy.as === undefined || copy.as === 'subscriber') {
      counts.secrets += hidden.length
      const told = hidden.filter((name) => copy.told.has(name))
      assert.deepEqual(told, [], where)
    }
    counts.changes += copy.told.size
    counts.records += copy.records.size
    counts.restarts += copy.restarts
  })
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
