// Scheduled jobs: runs each job at its interval, and in one process at a time if it takes the job lock.
import { tryAdvisoryLock } from '../database/advisory-locks.ts'
import type { Database, Db } from '../database/database.ts'
import type { Logger } from './logger.ts'

export interface ScheduledJob {
  readonly name: string
  readonly everyMs: number
  /** Delay of the first run after the start; default: the interval, but at most 500 ms. */
  readonly firstMs?: number
  run(): Promise<void>
}

/** Jobs with a long interval also run soon after the start. */
const FIRST_RUN_DELAY_MS = 500
/** Runs every job at its interval until stopped. A failed run is logged, and the job runs again after its interval. */
export function startJobs(
  jobs: readonly ScheduledJob[],
  log: Logger,
  onRun: (job: string, isSuccess: boolean) => void,
): { stop(): Promise<void> } {
  let stopped = false
  const timers = new Set<NodeJS.Timeout>()
  const running = new Set<Promise<void>>()
  const schedule = (job: ScheduledJob, waitMs: number): void => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      const run = job
        .run()
        .then(
          () => onRun(job.name, true),
          (error: unknown) => {
            onRun(job.name, false)
            log.warn({ err: error, job: job.name }, 'job failed')
          },
        )
        .finally(() => {
          running.delete(run)
          if (!stopped) schedule(job, job.everyMs)
        })
      running.add(run)
    }, waitMs)
    timers.add(timer)
  }
  for (const job of jobs) schedule(job, job.firstMs ?? Math.min(job.everyMs, FIRST_RUN_DELAY_MS))
  return {
    stop: async () => {
      stopped = true
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(running)
    },
  }
}

/** Runs the work unless another process is running it. */
export const withJobLock = (database: Database, name: string, work: (db: Db) => Promise<void>): Promise<void> =>
  database.transaction(async (db) => {
    if (await tryAdvisoryLock(db, `job ${name}`)) await work(db)
  })
