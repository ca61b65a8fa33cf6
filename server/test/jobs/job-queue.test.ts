// The job queue: transactions, keys, retries, limits, notifications, shutdown, and the schema of the library.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { PgBoss } from 'pg-boss'
import { NumberedSql, sql } from '../../src/kernel/database/sql.ts'
import type { QueueDefinition } from '../../src/kernel/jobs/job-queue.ts'
import { pause, until } from '../faults/launch.ts'
import { freshDatabase } from '../support/database.ts'
import { numberOf, openQueueOn, TEST_QUEUE } from './test-queue.ts'

const own = await freshDatabase()
const KEYED: QueueDefinition = { ...TEST_QUEUE, name: 'keyed', policy: 'stately' }
const RETRIED: QueueDefinition = { ...TEST_QUEUE, name: 'retried', retryDelaysSeconds: [1, 100, 1_000], retryLimit: 2, pollSeconds: 0.5 }
const GROUPED: QueueDefinition = { ...TEST_QUEUE, name: 'grouped', groupConcurrency: 1, concurrency: 4 }
const NOTIFIED: QueueDefinition = { ...TEST_QUEUE, name: 'notified', pollSeconds: 60 }
const SLOW: QueueDefinition = { ...TEST_QUEUE, name: 'slow' }
const QUEUES = [TEST_QUEUE, KEYED, RETRIED, GROUPED, NOTIFIED, SLOW]
const opened = openQueueOn(own.url, true, QUEUES)
const { database, queue } = opened
after(() => opened.close().then(() => own.drop()))

interface StoredJob {
  readonly data: { readonly n: number }
  readonly state: string
  readonly retry_count: number
  readonly delay: number
}
const jobsOf = ({ name }: QueueDefinition): Promise<StoredJob[]> =>
  database.query<StoredJob>(sql`
select data, state, retry_count, round(extract(epoch from start_after - now()))::int as delay from pgboss.job where name = ${name}`)

test('the migrations install the schema that this version of the library expects', async () => {
  const boss = new PgBoss({
    db: { executeSql: async (text, values = []) => ({ rows: await database.query(new NumberedSql(text, values), { customPlan: true }) }) },
    migrate: false,
  })
  await boss.start()
  const { hasDrift, ...drift } = (await boss.detectSchemaDrift()) as unknown as { hasDrift?: boolean }
  await boss.stop()
  assert.notEqual(hasDrift, true, JSON.stringify(drift))
})

test('a job that is added in a transaction exists only if the transaction is committed', async () => {
  const rollback = new Error('rolled back on purpose')
  const adding = (error?: Error): Promise<void> =>
    database.transaction(async (db) => {
      await queue.add(db, KEYED, { data: { n: 1 }, key: 'transaction', delaySeconds: 1_000 })
      if (error) throw error
    })
  await assert.rejects(adding(rollback), rollback)
  assert.deepEqual(await jobsOf(KEYED), [])
  await adding()
  assert.equal((await jobsOf(KEYED)).length, 1)
})

test('a job replaces the waiting job with the same key', async () => {
  await queue.add(database, KEYED, { data: { n: 2 }, key: 'replaced', delaySeconds: 100 })
  await queue.add(database, KEYED, { data: { n: 3 }, key: 'replaced', delaySeconds: 900 })
  const jobs = (await jobsOf(KEYED)).filter(({ data }) => data.n > 1)
  assert.deepEqual(
    jobs.map(({ data, delay }) => [data.n, delay > 800]),
    [[3, true]],
  )
})

test('a failed job is retried after the delays of its queue, and is not retried after the limit', async () => {
  const attempts: number[] = []
  await queue.work(RETRIED, async (job) => {
    attempts.push(job.retryCount)
    throw new Error('it fails on purpose')
  })
  await queue.add(database, RETRIED, { data: { n: 1 } })
  await until('the first failure', 10_000, async () => (await jobsOf(RETRIED))[0]?.state === 'retry')
  assert.ok(((await jobsOf(RETRIED))[0]?.delay ?? 9) <= 1)
  await until('the second failure', 10_000, async () => (await jobsOf(RETRIED))[0]?.retry_count === 1 && attempts.length === 2)
  await until('the second delay', 10_000, async () => ((await jobsOf(RETRIED))[0]?.delay ?? 0) > 90)
  await database.query(sql`update pgboss.job set start_after = now() where name = ${RETRIED.name}`)
  await until('the last failure', 10_000, async () => (await jobsOf(RETRIED))[0]?.state === 'failed')
  assert.deepEqual(attempts, [0, 1, 2])
})

test('jobs of one group do not run at the same time, and jobs of different groups do', async () => {
  let [running, most] = [new Map<number, number>(), 0]
  const inGroup: number[] = []
  await queue.work(GROUPED, async (job, finish) => {
    const n = numberOf(job)
    running = running.set(n, (running.get(n) ?? 0) + 1)
    inGroup.push(running.get(n) ?? 0)
    most = Math.max(
      most,
      [...running.values()].reduce((sum, each) => sum + each, 0),
    )
    await pause(300)
    running.set(n, (running.get(n) ?? 0) - 1)
    await finish(() => Promise.resolve())
  })
  for (let i = 0; i < 6; i += 1) await queue.add(database, GROUPED, { data: { n: i % 2 }, group: `group-${i % 2}` })
  await until('all jobs have ended', 30_000, async () => (await jobsOf(GROUPED)).length === 0)
  assert.equal(Math.max(...inGroup), 1)
  assert.equal(most, 2)
})

test('a notification starts a job before the next poll', async () => {
  const started: number[] = []
  await queue.work(NOTIFIED, async (job, finish) => {
    started.push(numberOf(job))
    await finish(() => Promise.resolve())
  })
  await pause(300)
  const start = performance.now()
  await queue.add(database, NOTIFIED, { data: { n: 7 } })
  await until('the job has started', 20_000, () => started.includes(7))
  assert.ok(performance.now() - start < 15_000, 'the queue is polled once a minute')
})

test('a job that does not end in time is released by the shutdown, and its late effects are rolled back', async () => {
  const stopping = openQueueOn(own.url, true, QUEUES)
  let goOn = (): void => undefined
  const released = new Promise<void>((resolve) => (goOn = resolve))
  let outcome: unknown = 'running'
  await stopping.queue.work(SLOW, async (_, finish) => {
    outcome = 'started'
    await released
    await finish(async (db) => void (await db.query(sql`create table late_effect ()`))).catch((error: unknown) => {
      outcome = error
      throw error
    })
  })
  await queue.add(database, SLOW, { data: { n: 1 } })
  await until('the job runs', 20_000, () => outcome === 'started')
  await stopping.queue.stop()
  assert.equal((await jobsOf(SLOW))[0]?.state, 'retry')
  goOn()
  await until('the late effect is refused', 10_000, () => outcome instanceof Error)
  assert.deepEqual(await database.query(sql`select to_regclass('late_effect') as found`), [{ found: null }])
  await stopping.database.close()
})
