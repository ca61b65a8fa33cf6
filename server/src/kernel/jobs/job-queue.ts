// Job queue on PostgreSQL: adds jobs within the transaction of the caller, and runs each of them in one process. Uses pg-boss.
import { PgBoss, type ConstructorOptions, type Job } from 'pg-boss'
import type { Database, Db } from '../database/database.ts'
import { NumberedSql } from '../database/sql.ts'
import type { Logger } from '../runtime/logger.ts'

export interface QueueDefinition {
  readonly name: string
  /** `stately`: at most one waiting and one running job per key. `exclusive`: at most one of both. Jobs of both need a key. */
  readonly policy: 'standard' | 'stately' | 'exclusive'
  /** Number of jobs that one process runs at the same time. */
  readonly concurrency: number
  /** Number of jobs of one group that all processes run at the same time; without it there is no such limit. */
  readonly groupConcurrency?: number
  /** Seconds before the first retry, the second, and so on. The last one repeats. */
  readonly retryDelaysSeconds: readonly number[]
  /** A job that failed once more than this is not retried. Default: the number of delays. */
  readonly retryLimit?: number
  /** A job that runs for longer than this is retried, even if its process is alive. */
  readonly expireSeconds: number
  readonly pollSeconds: number
  /** Whether a new job wakes the workers of all processes at once, with a notification of PostgreSQL. */
  readonly notify: boolean
}
export interface NewJob {
  readonly data: object
  /** A waiting job with the same key is replaced. */
  readonly key?: string
  readonly group?: string
  readonly delaySeconds?: number
}
export interface QueuedJob {
  readonly id: string
  readonly data: object
  /** Number of attempts that failed, or whose process ended. */
  readonly retryCount: number
}
/** Commits the effects of a job together with its end, and optionally adds the next job. Effects are rolled back if another process has the job. */
export type Finish = (effects: (db: Db) => Promise<void>, next?: NewJob) => Promise<void>
export interface JobQueue {
  /** Adds a job within the transaction of `db`. */
  add(db: Db, queue: QueueDefinition, job: NewJob): Promise<void>
  /** Adds jobs without keys within the transaction of `db`. */
  addAll(db: Db, queue: QueueDefinition, jobs: readonly NewJob[]): Promise<void>
  /** Adds the jobs whose keys no waiting or running job has. */
  addMissing(queue: QueueDefinition, jobs: readonly NewJob[]): Promise<void>
  /** Runs the jobs of a queue in this process. Returns a function that looks for due jobs at once. */
  work(queue: QueueDefinition, run: (job: QueuedJob, finish: Finish) => Promise<void>): Promise<() => void>
  /** Waits for running jobs. Jobs that do not end in time are released, and another process retries them. */
  stop(): Promise<void>
}
export interface JobQueueSettings {
  readonly database: Database
  readonly log: Logger
  /** Whether this process runs jobs. If not, it only adds them. */
  readonly isWorker: boolean
  readonly queues: readonly QueueDefinition[]
  readonly stopTimeoutMs: number
}

/** A process that does not report within this time is considered dead. This is the minimum of the library. */
const HEARTBEAT_SECONDS = 10
/** Interval of the search for jobs of dead processes. */
const SUPERVISE_SECONDS = 5
const HOUR_SECONDS = 3_600

export function openJobQueue({ database, log, isWorker, queues, stopTimeoutMs }: JobQueueSettings): JobQueue {
  const boss = new PgBoss({ ...LIBRARY_OPTIONS, db: adapterOf(database), supervise: isWorker, useListenNotify: listens(isWorker, queues) })
  boss.on('error', (error) => log.warn({ err: error }, 'job queue failed'))
  boss.on('warning', ({ message, data }) => log.warn({ ...data }, message))
  let starting: Promise<unknown> | null = null
  const ready = async (): Promise<void> => {
    starting ??= boss.start().then(() => defineQueues(boss, queues))
    await starting.catch((error: unknown) => {
      starting = null
      throw error
    })
  }
  return {
    add: async (db, queue, job) => {
      await ready()
      await addJob(boss, db, queue, job)
    },
    addAll: async (db, queue, jobs) => {
      if (jobs.length === 0) return
      await ready()
      const rows = jobs.map(({ data, group, delaySeconds }) => ({
        data,
        startAfter: delaySeconds ?? 0,
        ...(group !== undefined && { group: { id: group } }),
      }))
      await boss.insert(queue.name, rows, { db: adapterOf(db) })
    },
    addMissing: async (queue, jobs) => {
      await ready()
      await boss.insert(
        queue.name,
        jobs.map(({ data, key, delaySeconds }) => ({ data, singletonKey: key ?? '', startAfter: delaySeconds ?? 0 })),
      )
    },
    work: async (queue, run) => {
      await ready()
      const workers: string[] = []
      const startOne = async (): Promise<void> => {
        let own: string | null = null
        own = await boss.work<object>(queue.name, workOptions(queue), async ([job]) => {
          if (job) await runJob({ boss, database, queue, log }, job, run)
          // The library would wait for the next poll, although more jobs may be due.
          if (own !== null) boss.notifyWorker(own)
        })
        workers.push(own)
      }
      // Each worker of the library runs one job at a time, and is woken by its own id.
      for (let i = 0; i < queue.concurrency; i += 1) await startOne()
      return () => workers.forEach((worker) => boss.notifyWorker(worker))
    },
    stop: async () => {
      await starting?.catch(() => undefined)
      await boss.stop({ timeout: stopTimeoutMs })
    },
  }
}

/** Migrations install the schema, so the library neither creates nor migrates it. It has no schedules: recurring jobs add themselves again. */
const LIBRARY_OPTIONS: ConstructorOptions = {
  schema: 'pgboss',
  migrate: false,
  createSchema: false,
  schedule: false,
  superviseIntervalSeconds: SUPERVISE_SECONDS,
  monitorIntervalSeconds: SUPERVISE_SECONDS,
  maintenanceIntervalSeconds: HOUR_SECONDS,
  flowIntervalSeconds: HOUR_SECONDS,
  monitorVacuum: false,
}
const listens = (isWorker: boolean, queues: readonly QueueDefinition[]): boolean => isWorker && queues.some(({ notify }) => notify)

type Adapter = NonNullable<ConstructorOptions['db']>
/** Runs the statements of the library on our connections, with our timeouts. */
const adapterOf = (db: Db | Database): Adapter => ({
  executeSql: async (text, values = []) => {
    // A text with several statements cannot be prepared.
    const rows = await db.query(new NumberedSql(text, values), { customPlan: /^\s*begin;/i.test(text) })
    return { rows }
  },
  ...('listen' in db && {
    listen: async (channel, onNotification, onReconnect) =>
      db.listen(channel, (payload) => (payload === undefined ? onReconnect() : onNotification(payload))),
  }),
})

async function defineQueues(boss: PgBoss, queues: readonly QueueDefinition[]): Promise<void> {
  for (const { name, policy, notify, expireSeconds, ...queue } of queues) {
    const options = {
      notify,
      expireInSeconds: expireSeconds,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      retryLimit: queue.retryLimit ?? queue.retryDelaysSeconds.length,
      // The delay after the end of a process. Failures have the delays of the queue.
      retryDelay: 0,
    }
    await boss.createQueue(name, { policy, ...options })
    await boss.updateQueue(name, options)
  }
}

const workOptions = ({ groupConcurrency, pollSeconds }: QueueDefinition) => ({
  pollingIntervalSeconds: pollSeconds,
  // There are no notifications of retries and of jobs with a delay, so they need the same interval.
  notifyPollingIntervalSeconds: pollSeconds,
  ...(groupConcurrency !== undefined && { groupConcurrency }),
})

async function addJob(boss: PgBoss, db: Db, { name }: QueueDefinition, { data, key, group, delaySeconds }: NewJob): Promise<void> {
  const options = { db: adapterOf(db), startAfter: delaySeconds ?? 0, ...(group !== undefined && { group: { id: group } }) }
  if (key === undefined) await boss.send(name, data, options)
  else await boss.upsert(name, data, { ...options, singletonKey: key })
}

interface Running {
  readonly boss: PgBoss
  readonly database: Database
  readonly queue: QueueDefinition
  readonly log: Logger
}
/** The job was given to another process, because this one did not report for too long. */
class LostJobError extends Error {}

async function runJob(running: Running, job: Job, run: (job: QueuedJob, finish: Finish) => Promise<void>): Promise<void> {
  const { boss, database, queue, log } = running
  const finish: Finish = (effects, next) =>
    database.transaction(async (db) => {
      await effects(db)
      // Deletes this attempt only. If another process has the job, nothing is deleted, and the effects are rolled back.
      const deleted = await boss.deleteJob(queue.name, job, { db: adapterOf(db) })
      if (!('affected' in deleted) || deleted.affected !== 1) throw new LostJobError('another process has taken the job')
      if (next) await addJob(boss, db, queue, next)
    })
  try {
    await run(job, finish)
  } catch (error) {
    log.warn({ err: error, queue: queue.name, job: labelOf(job), attempt: job.retryCount + 1 }, 'job failed')
    await failJob(running, job, error)
  }
}
const labelOf = ({ id, data }: Job): string => ('name' in data ? String(data.name) : id)

/** Retries the job after the delay that its queue has for this attempt. Has no effect if another process has taken the job. */
const failJob = ({ boss, database, queue }: Running, job: Job, error: unknown): Promise<unknown> =>
  database.transaction(async (db) => {
    const adapter = adapterOf(db)
    const message = error instanceof Error ? error.message : String(error)
    await boss.fail(queue.name, job, { message }, { db: adapter })
    const delay = queue.retryDelaysSeconds[Math.min(job.retryCount, queue.retryDelaysSeconds.length - 1)] ?? 0
    await boss.update(queue.name, undefined, { id: job.id, startAfter: delay, db: adapter })
  })
