// Recurring jobs: each runs once per period over all processes, and adds its next run to the queue when it ends.
import type { Database } from '../database/database.ts'
import { startTimer } from '../runtime/timers.ts'
import type { Logger } from '../runtime/logger.ts'
import type { JobQueue, NewJob, QueueDefinition } from './job-queue.ts'

export interface RecurringJob {
  readonly name: string
  readonly everySeconds: number
  /** Delay of the first run on a new database; default: none. */
  readonly firstSeconds?: number
  /** Whether the job also runs when a process starts, because it depends on settings. */
  readonly runsAtStart?: boolean
  /** `isStopped` tells a job that takes minutes whether the process is stopping. */
  run(isStopped: () => boolean): Promise<void>
}
export interface RecurringJobSettings {
  readonly database: Database
  readonly log: Logger
  readonly onRun: (job: string, isSuccess: boolean) => void
}

const NEVER_GIVE_UP = 2 ** 31 - 1
const RECURRING = { policy: 'exclusive', concurrency: 2, retryLimit: NEVER_GIVE_UP, notify: false } as const
/** Jobs with short periods have a queue of their own, so that they never wait for a job that takes minutes. */
const SHORT: QueueDefinition = { ...RECURRING, name: 'frequent-jobs', retryDelaysSeconds: [1], expireSeconds: 900, pollSeconds: 1 }
const LONG: QueueDefinition = { ...RECURRING, name: 'maintenance-jobs', retryDelaysSeconds: [60], expireSeconds: 6 * 3_600, pollSeconds: 5 }
export const RECURRING_QUEUES = [SHORT, LONG] as const
const MAX_SHORT_PERIOD_SECONDS = 60

const RESTORE_MS = 60_000
const RECONNECT_MS = 1_000
/** Until stopped, runs the jobs that are due. Waits for the database and for its migrations. */
export function startRecurringJobs(
  queue: JobQueue,
  jobs: readonly RecurringJob[],
  settings: RecurringJobSettings,
): { stop(): Promise<void> } {
  const groups = RECURRING_QUEUES.map((definition) => ({ definition, own: jobs.filter((job) => queueOf(job) === definition) }))
  const working = new Set<QueueDefinition>()
  let isStopped = false
  const restore = async (): Promise<void> => {
    for (const { definition, own } of groups) {
      await queue.addMissing(definition, own.map(firstRun))
      if (working.has(definition)) continue
      for (const { name, runsAtStart } of own) if (runsAtStart) await queue.add(settings.database, definition, runOf(name, 0))
      await workOn(queue, definition, own, { ...settings, isStopped: () => isStopped })
      working.add(definition)
    }
  }
  // A missing job is added again within a minute, for example after another version of the service deleted it.
  const timer = startTimer(
    { everyMs: () => (working.size < groups.length ? RECONNECT_MS : RESTORE_MS), firstMs: 0, run: restore },
    (error) => settings.log.warn({ err: error }, 'recurring jobs could not be added to the queue'),
  )
  return {
    stop: () => {
      isStopped = true
      return timer.stop()
    },
  }
}

const queueOf = ({ everySeconds }: RecurringJob): QueueDefinition => (everySeconds <= MAX_SHORT_PERIOD_SECONDS ? SHORT : LONG)
const runOf = (name: string, delaySeconds: number): NewJob => ({ data: { name }, key: name, delaySeconds })
const firstRun = ({ name, firstSeconds = 0 }: RecurringJob): NewJob => runOf(name, firstSeconds)

async function workOn(
  queue: JobQueue,
  definition: QueueDefinition,
  jobs: readonly RecurringJob[],
  { onRun, isStopped }: RecurringJobSettings & { readonly isStopped: () => boolean },
): Promise<void> {
  const byName = new Map(jobs.map((job) => [job.name, job]))
  const look = await queue.work(definition, async ({ data }, finish) => {
    const job = byName.get('name' in data ? String(data.name) : '')
    // Another version of the service, or other settings, added a job that this process does not have.
    if (!job) return finish(noEffects)
    try {
      await job.run(isStopped)
      await finish(noEffects, runOf(job.name, job.everySeconds))
      onRun(job.name, true)
      wakeIn(job.everySeconds, look)
    } catch (error) {
      onRun(job.name, false)
      throw error
    }
  })
}
const noEffects = (): Promise<void> => Promise.resolve()

/** The next run becomes due a moment after this time, because the clock of PostgreSQL started when the transaction did. */
const DUE_MARGIN_MS = 20
/** Looks for due jobs when the next run is due, instead of at the next poll. The timer does not keep the process alive. */
function wakeIn(seconds: number, look: () => void): void {
  if (seconds <= MAX_SHORT_PERIOD_SECONDS) setTimeout(look, seconds * 1_000 + DUE_MARGIN_MS).unref()
}
