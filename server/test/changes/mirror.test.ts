// Contract 14.1: copies that several callers keep by the feed, with and without filters, equal the lists, while writers work at the same time.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { raw } from '../../src/kernel/database/sql.ts'
import { Random, seedOf } from '../model/random.ts'
import { reportEvidence, resumable, scaled, seed } from '../support/evidence.ts'
import { testServer, type Caller } from '../support/server.ts'
import { FeedCopy } from './feed-copy.ts'
import { Writers } from './random-writers.ts'

const HISTORIES = scaled(2_000, 8)
/** The filters of one history; a full run has 50 for each history. */
const FILTERS = scaled(50, 5)
const WRITES = 40
const WRITERS = 4
const PART = 50
const server = await testServer({ CACHE_MB: '0', RATE_LIMIT_AUTHENTICATED: '0', RATE_LIMIT_ANONYMOUS: '0' })
const CALLERS: readonly (Caller | undefined)[] = [undefined, 'subscriber', 'author', 'other', 'editor']

/** Records of which the log has no public state. Exceptions have the status of their series without a row of their own. */
async function neverPublic(): Promise<string[]> {
  const rows = await server.app.database.query<{ name: string }>(
    raw(`
select c.kind || ' ' || c.record_id as name from changes c where c.kind in ('event', 'venue', 'organizer')
group by c.kind, c.record_id
having bool_or(c.action = 'create') and not bool_or(coalesce(c.before ->> 'status', '') = 'publish' or coalesce(c.after ->> 'status', '') = 'publish')`),
  )
  return rows.map(({ name }) => name)
}

/** One or two filters, with ids of records that the writers have made. */
function randomFilter({ random, pick }: { readonly random: Random; readonly pick: Writers['pick'] }): string {
  const day = (): string => `2027-0${1 + random.below(8)}-1${random.below(9)}`
  const sign = (): string => (random.chance(0.3) ? '-' : '')
  const filters = [
    () => `venue=${sign()}${pick('venue') ?? 1}`,
    () => `organizer=${sign()}${pick('organizer') ?? 1}`,
    () => `tags=${sign()}${pick('tag') ?? 1}`,
    () => `categories=${sign()}${pick('category') ?? 1}`,
    () => `featured=${random.chance(0.5)}`,
    () => `ticketed=${random.chance(0.5)}`,
    () => `event_status=${random.pick(['scheduled', 'cancelled,postponed', 'moved_online'])}`,
    () => `attendance=${random.pick(['online', 'offline', 'mixed,online'])}`,
    () => `author=${1 + random.below(5)}`,
    () => `series=${pick('event') ?? 1}`,
    () => `from=${day()}&to=${random.pick(['2027-06-01', '2027-09-30'])}`,
    () => `start_date=${day()}&end_date=2027-12-31`,
    () => `from=${day()}`,
  ]
  const [first, second] = [random.below(filters.length), random.below(filters.length)]
  const chosen = second === first || first >= 10 === second >= 10 || random.chance(0.5) ? [first] : [first, second]
  return chosen.map((index) => filters[index]?.()).join('&')
}

interface Counts {
  changes: number
  records: number
  secrets: number
  restarts: number
}
async function runHistory(history: number, counts: Counts): Promise<void> {
  const random = new Random(seedOf(seed, history))
  const copies = CALLERS.map((as) => new FeedCopy(server, as))
  for (const copy of copies) await copy.start()
  const writers = new Writers(server, random)
  for (let round = 0; round < WRITES / WRITERS; round += 1) {
    const writes = Array.from({ length: WRITERS }, () => writers.write())
    if (random.chance(0.4)) await random.pick(copies).follow(random)
    await Promise.all(writes)
    if (round === 3)
      for (let index = 0; index < FILTERS; index += 1) {
        const filter = randomFilter({ random, pick: (kind) => writers.pick(kind) })
        const copy = new FeedCopy(server, random.pick(CALLERS), filter)
        await copy.start()
        copies.push(copy)
      }
  }
  const hidden = await neverPublic()
  for (const copy of copies) {
    await copy.follow(random)
    const where = `seed ${seed}, history ${history}, caller ${copy.as ?? 'anonymous'}, filter ${copy.filter ?? 'none'}`
    assert.deepEqual((await copy.differences()).slice(0, 3), [], where)
    if (copy.as === undefined || copy.as === 'subscriber') {
      counts.secrets += hidden.length
      assert.deepEqual(
        hidden.filter((name) => copy.told.has(name)),
        [],
        where,
      )
    }
    counts.changes += copy.told.size
    counts.records += copy.records.size
    counts.restarts += copy.restarts
  }
}

void test(`14.1.3 14.1.7 in ${HISTORIES} histories, the copy of each caller and filter equals the lists`, {
  timeout: 7_200_000,
}, async (t) => {
  const totals: Counts = { changes: 0, records: 0, secrets: 0, restarts: 0 }
  for (let from = 0; from < HISTORIES; from += PART) {
    const done = await resumable('changes', `histories ${from}`, async () => {
      const counts: Counts = { changes: 0, records: 0, secrets: 0, restarts: 0 }
      for (let history = from; history < Math.min(from + PART, HISTORIES); history += 1) await runHistory(history, counts)
      return counts
    })
    for (const name of Object.keys(totals) as (keyof Counts)[]) totals[name] += done[name]
  }
  t.diagnostic(JSON.stringify(totals))
  reportEvidence('changes', { histories: HISTORIES, callers: CALLERS.length, filters_per_history: FILTERS, ...totals })
  assert.ok(totals.changes > HISTORIES * 10 && totals.secrets > HISTORIES * 5)
})
