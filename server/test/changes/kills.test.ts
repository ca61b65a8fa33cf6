// Contract 14.1.4: processes that write at the same time commit out of order, and they and PostgreSQL are killed. Copies kept by the feed equal the lists.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reportEvidence, resumable, scaled } from '../support/evidence.ts'
import { CALLERS, noCounts, runHistory, type Followed } from './feed-history.ts'
import { deleteAllRecords } from './random-writers.ts'
import { ServerProcesses } from './server-processes.ts'

const HISTORIES = scaled(2_000, 6)
const FILTERS = scaled(50, 5)
const PROCESSES = scaled(8, 3)
/** Every so many histories, a server or PostgreSQL is killed. */
const HISTORIES_PER_KILL = scaled(10, 2)
/** A kill that is due takes place at this chance at the latest. */
const CHANCES_MAX = 4
const PART = scaled(200, HISTORIES)
/** Histories on the same records and copies, before all of them are deleted. */
const HISTORIES_PER_CALENDAR = scaled(5, 2)

async function runPart(from: number) {
  const counts = { ...noCounts(), server_kills: 0, database_kills: 0 }
  const processes = await ServerProcesses.start(PROCESSES)
  let followed: Followed = { copies: [], made: [] }
  try {
    for (let index = from; index < Math.min(from + PART, HISTORIES); index += 1) {
      if (index % HISTORIES_PER_CALENDAR === 0) {
        await deleteAllRecords(processes.api)
        followed = { copies: [], made: [] }
      }
      let isKillDue = index % HISTORIES_PER_KILL === 0
      let chances = 0
      await runHistory(
        processes,
        {
          index,
          filters: FILTERS,
          writers: 8,
          disturb: async (random) => {
            chances += 1
            if (!isKillDue || (chances < CHANCES_MAX && random.chance(0.5))) return
            isKillDue = false
            if (counts.server_kills <= counts.database_kills) {
              await processes.killServer(random)
              counts.server_kills += 1
            } else {
              processes.killDatabase()
              counts.database_kills += 1
            }
          },
        },
        counts,
        followed,
      )
    }
  } finally {
    await processes.close()
  }
  return counts
}

void test(`14.1.4 in ${HISTORIES} histories of ${PROCESSES} processes that are killed, the copies equal the lists`, {
  timeout: 7_200_000,
}, async (t) => {
  const totals = { ...noCounts(), server_kills: 0, database_kills: 0 }
  for (let from = 0; from < HISTORIES; from += PART) {
    const counts = await resumable('changes', `histories ${from}`, () => runPart(from))
    for (const name of Object.keys(totals) as (keyof typeof totals)[]) totals[name] += counts[name]
  }
  t.diagnostic(JSON.stringify(totals))
  reportEvidence('changes', { histories: HISTORIES, processes: PROCESSES, callers: CALLERS.length, filters: FILTERS, ...totals })
  assert.ok(totals.changes > HISTORIES * 10 && totals.secrets > HISTORIES * 5, JSON.stringify(totals))
  assert.ok(totals.server_kills > 0 && totals.database_kills > 0, JSON.stringify(totals))
})
