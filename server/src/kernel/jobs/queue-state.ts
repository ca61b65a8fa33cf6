// State of the job queues, for metrics and for `kalends doctor`.
import type { Db } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** `waiting`: due, but no process has started it. `stuck`: its process has not reported. `failing`: its last attempt failed. */
export const JOB_STATES = ['waiting', 'scheduled', 'running', 'stuck', 'failing', 'failed'] as const
export type JobState = (typeof JOB_STATES)[number]
export interface QueueState extends Readonly<Record<JobState, number>> {
  readonly queue: string
  /** Seconds since the oldest waiting job became due; 0 if no job is waiting. */
  readonly oldestSeconds: number
}
export interface ProblemJob {
  readonly name: string
  readonly state: 'waiting' | 'stuck' | 'failing' | 'failed'
  readonly seconds: number
  readonly attempts: number
  /** Message of the last failure, or an empty string. */
  readonly message: string
}

/** A running process reports every few seconds, and its jobs are given to others after ten. A job is stuck if no process does that either. */
const STUCK_SECONDS = 60
const isStuck = sql`j.state = 'active' and coalesce(j.heartbeat_on, j.started_on) < now() - make_interval(secs => ${STUCK_SECONDS})`
const isDue = sql`j.state in ('created', 'retry') and j.start_after <= now()`

export const readQueueState = (db: Db): Promise<QueueState[]> =>
  db.query<QueueState>(sql`
select q.name as queue, count(*) filter (where ${isDue})::int as waiting,
  count(*) filter (where j.state in ('created', 'retry') and j.start_after > now())::int as scheduled,
  count(*) filter (where j.state = 'active')::int as running, count(*) filter (where ${isStuck})::int as stuck,
  count(*) filter (where j.state = 'retry' and j.output is not null)::int as failing, count(*) filter (where j.state = 'failed')::int as failed,
  coalesce(extract(epoch from max(now() - j.start_after) filter (where ${isDue})), 0)::float8 as "oldestSeconds"
from pgboss.queue q left join pgboss.job j on j.name = q.name group by q.name order by q.name`)

const MAX_PROBLEMS = 20
/** Returns jobs that need attention, the oldest first. A job that failed once or twice is retried soon, so it is not a problem yet. */
export const readProblemJobs = (db: Db): Promise<ProblemJob[]> =>
  db.query<ProblemJob>(sql`
select coalesce(j.data ->> 'name', j.name) as name, j.retry_count as attempts, coalesce(j.output ->> 'message', '') as message,
  extract(epoch from now() - coalesce(j.heartbeat_on, j.started_on, j.start_after))::float8 as seconds,
  case when j.state = 'active' then 'stuck' when j.state = 'failed' then 'failed' when j.retry_count > 2 then 'failing' else 'waiting' end as state
from pgboss.job j
where ${isStuck} or j.state = 'failed' or (j.state = 'retry' and j.retry_count > 2 and j.output is not null)
  or (j.state in ('created', 'retry') and j.start_after < now() - make_interval(secs => ${STUCK_SECONDS}))
order by j.created_on limit ${MAX_PROBLEMS}`)
