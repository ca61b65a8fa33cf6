// Work that happens by itself, again and again, in one process at a time.
import { tryLockWord, type Database, type Db } from '../database/database.ts'
import type { Log } from './logger.ts'

export interface Job {
  readonly name: string
  readonly every_ms: number
  /** Delay of the first run after the start; by default none. */
  readonly first_ms?: number
  run(): Promise<void>
}

/** Nothing waits for a slow pace after a start. */
const FIRST_MS = 500
/** Runs every job at its pace until stopped; a run that fails is logged and tried again at the next turn. */
export function startJobs(jobs: readonly Job[], log: Log): { stop(): Promise<void> } {
  let stopped = false
  const timers = new Set<NodeJS.Timeout>()
  const running = new Set<Promise<void>>()
  const turn = (job: Job, wait_ms: number): void => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      const run = job
        .run()
        .catch((error: unknown) => log.warn({ err: error, job: job.name }, 'job failed'))
        .finally(() => {
          running.delete(run)
          if (!stopped) turn(job, job.every_ms)
        })
      running.add(run)
    }, wait_ms)
    timers.add(timer)
  }
  for (const job of jobs) turn(job, job.first_ms ?? Math.min(job.every_ms, FIRST_MS))
  return {
    stop: async () => {
      stopped = true
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(running)
    },
  }
}

/** Does the work unless another process is at it. */
export const alone = (database: Database, word: string, work: (db: Db) => Promise<void>): Promise<void> =>
  database.transaction(async (db) => {
    if (await tryLockWord(db, `job ${word}`)) await work(db)
  })
