// The queue of the tests of the job queue, and the tables that its jobs write to.
import type { Database, Db } from '../../src/kernel/database/database.ts'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { openJobQueue, type Finish, type JobQueue, type QueuedJob, type QueueDefinition } from '../../src/kernel/jobs/job-queue.ts'
import { raw, sql } from '../../src/kernel/database/sql.ts'
import { createLogger } from '../../src/kernel/runtime/logger.ts'
import { LOOSE } from '../support/database.ts'

export const TEST_QUEUE: QueueDefinition = {
  name: 'test-jobs',
  policy: 'standard',
  concurrency: 3,
  retryDelaysSeconds: [0],
  retryLimit: 1_000,
  expireSeconds: 600,
  pollSeconds: 1,
  notify: true,
}

/** Neither table has a constraint, so that a lost or doubled job becomes visible. */
export const createTables = (db: Db): Promise<unknown> =>
  db.query(raw('create table test_sent (n int not null); create table test_effects (n int not null)'), { customPlan: true })

export interface Opened {
  readonly database: Database
  readonly queue: JobQueue
  close(): Promise<void>
}
export function openQueueOn(url: string, isWorker: boolean, queues: readonly QueueDefinition[] = [TEST_QUEUE]): Opened {
  const database = openDatabase({ ...LOOSE, poolSize: 8, url })
  const queue = openJobQueue({ database, log: createLogger('silent'), isWorker, queues, stopTimeoutMs: 1_000 })
  return { database, queue, close: () => queue.stop().then(() => database.close()) }
}

export const numberOf = ({ data }: QueuedJob): number => ('n' in data ? Number(data.n) : -1)
export const addEffect = (db: Db, n: number): Promise<unknown> => db.query(sql`insert into test_effects (n) values (${n})`)

/** `atomic` is the way that jobs must be written. The others are faults, which the comparison of jobs and effects must find. */
export type Mode = 'atomic' | 'effect-first' | 'end-first'
export const MODES: Readonly<Record<Mode, (database: Database, job: QueuedJob, finish: Finish) => Promise<void>>> = {
  atomic: (_, job, finish) =>
    finish(async (db) => {
      await addEffect(db, numberOf(job))
      await db.query(sql`select pg_sleep(${Math.random() * 0.03}::float8)`)
    }),
  'effect-first': async (database, job, finish) => {
    await addEffect(database, numberOf(job))
    if (job.retryCount === 0) process.kill(process.pid, 'SIGKILL')
    await finish(() => Promise.resolve())
  },
  'end-first': async (database, job, finish) => {
    await finish(() => Promise.resolve())
    process.kill(process.pid, 'SIGKILL')
    await addEffect(database, numberOf(job))
  },
}

/** Returns the jobs without an effect, and the surplus of effects. */
export async function compareEffects(db: Db): Promise<{ readonly sent: number; readonly lost: number[]; readonly doubled: number[] }> {
  const rows = await db.query<{ n: number; sent: number; effects: number }>(sql`
select n, sum(sent)::int as sent, sum(effects)::int as effects
from (select n, 1 as sent, 0 as effects from test_sent union all select n, 0, 1 from test_effects) x group by n`)
  return {
    sent: rows.reduce((sum, row) => sum + row.sent, 0),
    lost: rows.flatMap(({ n, sent, effects }) => (effects < sent ? [n] : [])),
    doubled: rows.flatMap(({ n, sent, effects }) => (effects > sent ? [n] : [])),
  }
}
