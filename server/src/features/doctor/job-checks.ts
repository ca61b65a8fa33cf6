// The check of the job queue: jobs that no process runs, that are stuck, or that keep failing.
import type { Db } from '../../kernel/database/database.ts'
import { readProblemJobs, readQueueState, type ProblemJob } from '../../kernel/jobs/queue-state.ts'
import type { Finding } from './finding.ts'

export async function checkJobs(db: Db): Promise<Finding> {
  const problems = await readProblemJobs(db)
  if (problems.length === 0) return { check: 'jobs', state: 'ok', found: await describeQueues(db), remedy: '' }
  const isUnattended = problems.some(({ state }) => state === 'waiting' || state === 'stuck')
  return {
    check: 'jobs',
    state: 'warning',
    found: problems.map(describe).join('; '),
    remedy: isUnattended ? NO_WORKER : FAILING,
  }
}

const NO_WORKER = 'Start kalends work, or kalends serve without WORKER=false. A running process takes over the jobs within 20 seconds.'
const FAILING = 'Correct the cause. A failing job is retried; the log has the errors ("job failed").'

async function describeQueues(db: Db): Promise<string> {
  const queues = await readQueueState(db)
  const count = queues.reduce((sum, { waiting, scheduled, running }) => sum + waiting + scheduled + running, 0)
  return count === 0 ? 'no job has been added to the queue yet' : `${count} jobs in the queue, none is stuck or failing`
}

function describe({ name, state, seconds, attempts, message }: ProblemJob): string {
  const time = `${Math.round(seconds)} s`
  if (state === 'waiting') return `"${name}" has been due for ${time}`
  if (state === 'stuck') return `"${name}" is stuck: its process has not reported for ${time}`
  return `"${name}" has failed ${attempts} times${state === 'failed' ? ' and is not retried' : ''}: ${message || 'its process ended'}`
}
