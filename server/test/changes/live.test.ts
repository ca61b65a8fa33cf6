// Contract 14.2: copies that are kept by streams of two servers equal the lists, whatever breaks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Random, seedOf } from '../model/random.ts'
import { reportEvidence, resumable, scaled, seed } from '../support/evidence.ts'
import { testServer, type Caller } from '../support/server.ts'
import { secondApp } from './event-source.ts'
import { LiveCopy } from './live-copy.ts'
import { randomFilter } from './random-filters.ts'
import { deleteAllRecords, Writers } from './random-writers.ts'

const HISTORIES = scaled(300, 3)
const FILTERS = 5
const WRITES = 40
const WRITERS = 4
const PART = 20
const NO_LIMITS = { SSE_MAX_PER_CALLER: '0', SSE_MAX_PER_ADDRESS: '0' }
const server = await testServer({ RATE_LIMIT_AUTHENTICATED: '0', RATE_LIMIT_ANONYMOUS: '0', ...NO_LIMITS })
const second = await secondApp(server.database_url)
const BASES = [server.base, second.base]
const CALLERS: readonly (Caller | undefined)[] = [undefined, 'subscriber', 'author', 'other', 'editor']

interface Counts {
  changes: number
  connections: number
  restarts: number
}
async function runHistory(history: number, counts: Counts): Promise<void> {
  const random = new Random(seedOf(seed, history))
  // Two copies of each caller share a feed on their server.
  const copies = [...CALLERS, ...CALLERS].map((as) => new LiveCopy(server, BASES, as, null))
  for (const copy of copies) await copy.start()
  const writers = new Writers(server, random)
  for (let round = 0; round < WRITES / WRITERS; round += 1) {
    const writes = Array.from({ length: WRITERS }, () => writers.write())
    for (const copy of copies) await copy.disturb(random)
    await Promise.all(writes)
    if (round !== 3) continue
    for (let index = 0; index < FILTERS; index += 1) {
      const filter = randomFilter({ random, pick: (kind) => writers.pick(kind) })
      const copy = new LiveCopy(server, BASES, random.pick(CALLERS), filter)
      await copy.start()
      copies.push(copy)
    }
  }
  for (const copy of copies) {
    await copy.follow()
    const where = `seed ${seed}, history ${history}, caller ${copy.as ?? 'anonymous'}, filter ${copy.filter ?? 'none'}`
    assert.deepEqual((await copy.differences()).slice(0, 3), [], where)
    copy.close()
    counts.changes += copy.told.size
    counts.connections += copy.connections
    counts.restarts += copy.restarts
  }
  await deleteAllRecords(server)
}

void test(`14.2 in ${HISTORIES} histories, the copy of each stream equals the lists, whatever breaks`, {
  timeout: 7_200_000,
}, async (t) => {
  const totals: Counts = { changes: 0, connections: 0, restarts: 0 }
  for (let from = 0; from < HISTORIES; from += PART) {
    const done = await resumable('live', `histories ${from}`, async () => {
      const counts: Counts = { changes: 0, connections: 0, restarts: 0 }
      for (let history = from; history < Math.min(from + PART, HISTORIES); history += 1) await runHistory(history, counts)
      return counts
    })
    for (const name of Object.keys(totals) as (keyof Counts)[]) totals[name] += done[name]
  }
  t.diagnostic(JSON.stringify(totals))
  reportEvidence('live', { histories: HISTORIES, streams_per_history: 2 * CALLERS.length + FILTERS, ...totals })
  assert.ok(totals.changes > HISTORIES * 50 && totals.connections > HISTORIES * 30)
})
