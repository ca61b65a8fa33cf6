// Worker processes are killed while jobs run: no job is lost, and no effect is doubled.
import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { describe, test } from 'node:test'
import { sql } from '../../src/kernel/database/sql.ts'
import { pause, until } from '../faults/launch.ts'
import { freshDatabase } from '../support/database.ts'
import { reportEvidence, scaled } from '../support/evidence.ts'
import { compareEffects, createTables, openQueueOn, TEST_QUEUE, type Mode, type Opened } from './test-queue.ts'

const KILLS = scaled(1_000)
const PROCESSES = scaled(6, 4)
const WORKER = fileURLToPath(new URL('worker-process.ts', import.meta.url))
const LIMIT = { timeout: scaled(7_200_000, 120_000) }

async function openTest(): Promise<Opened & { readonly url: string }> {
  const own = await freshDatabase()
  // This process runs no job, but it looks for jobs of dead processes, as every surviving worker does.
  const opened = openQueueOn(own.url, true)
  await createTables(opened.database)
  return { ...opened, url: own.url, close: () => opened.close().then(() => own.drop()) }
}
/** Starts a worker process, and waits until it runs jobs. */
async function startProcess(url: string, mode: Mode): Promise<ChildProcess> {
  const child = spawn(process.execPath, [WORKER, url, mode], { stdio: ['ignore', 'pipe', 'inherit'] })
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  return child
}
async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
/** Adds a job in a transaction that also notes it. Every fourth transaction is rolled back, so its job must not run. */
async function send({ database, queue }: Opened, n: number): Promise<void> {
  const rollback = new Error('rolled back on purpose')
  await database
    .transaction(async (db) => {
      await db.query(sql`insert into test_sent (n) values (${n})`)
      await queue.add(db, TEST_QUEUE, { data: { n } })
      if (n % 4 === 3) throw rollback
      // The library requires at least 10 seconds, and the test should not wait for that long.
      await db.query(sql`update pgboss.job set heartbeat_seconds = 2 where name = ${TEST_QUEUE.name} and data ->> 'n' = ${String(n)}`)
    })
    .catch((error: unknown) => {
      if (error !== rollback) throw error
    })
}
const remaining = async ({ database }: Opened): Promise<number> =>
  (await database.query<{ n: number }>(sql`select count(*)::int as n from pgboss.job where name = ${TEST_QUEUE.name}`))[0]?.n ?? 0

void describe('worker processes are killed', { concurrency: true }, () => {
  test(`${KILLS} kills of worker processes: no job is lost, and none has its effect twice`, LIMIT, async (t) => {
    const opened = await openTest()
    t.after(() => opened.close())
    let [sent, isSending] = [0, true]
    const feed = (async () => {
      while (isSending) {
        if ((await remaining(opened)) < 200) for (const end = sent + 50; sent < end; sent += 1) await send(opened, sent)
        else await pause(20)
      }
    })()
    let kills = 0
    const killer = async (): Promise<void> => {
      while (kills < KILLS) {
        kills += 1
        const child = await startProcess(opened.url, 'atomic')
        await pause(Math.random() * 300)
        await kill(child)
      }
    }
    await Promise.all(Array.from({ length: PROCESSES }, killer))
    isSending = false
    await feed
    const interrupted = (await opened.database.query(sql`select 1 from pgboss.job where state = 'active' or retry_count > 0`)).length
    assert.ok(interrupted > 0, 'no job was interrupted, so the test shows nothing')
    const last = await startProcess(opened.url, 'atomic')
    t.after(() => kill(last))
    await until('every job has ended', 60_000, async () => (await remaining(opened)) === 0)
    const { sent: committed, lost, doubled } = await compareEffects(opened.database)
    reportEvidence('jobs', { kills, jobs: committed, lost: lost.length, doubled: doubled.length })
    assert.ok(committed > KILLS / 4, `${committed} jobs`)
    assert.deepEqual({ lost, doubled }, { lost: [], doubled: [] })
  })

  for (const [mode, found] of [
    ['effect-first', { lost: [], doubled: [1] }],
    ['end-first', { lost: [1], doubled: [] }],
  ] as const)
    test(`the comparison finds the fault of a job whose effect is not committed with its end (${mode})`, LIMIT, async (t) => {
      const opened = await openTest()
      t.after(() => opened.close())
      await send(opened, 1)
      const first = await startProcess(opened.url, mode)
      if (first.signalCode === null) await once(first, 'exit')
      const second = await startProcess(opened.url, mode)
      t.after(() => kill(second))
      await until('every job has ended', 60_000, async () => (await remaining(opened)) === 0)
      const { lost, doubled } = await compareEffects(opened.database)
      assert.deepEqual({ lost, doubled }, found)
    })
})
