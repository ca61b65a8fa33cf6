// Runs the imports of the queue in this process, and starts the runs of sources that have a schedule.
import type { Database, Db } from '../../kernel/database/database.ts'
import { raw, sql } from '../../kernel/database/sql.ts'
import type { Finish, JobQueue, QueuedJob } from '../../kernel/jobs/job-queue.ts'
import { startTimer } from '../../kernel/runtime/timers.ts'
import { endRun, prepareRun } from './prepare-run.ts'
import { processRun } from './process-run.ts'
import { IMPORT_QUEUE, importJob, type ImportServices } from './source-services.ts'
import { findRun, findSource, type Run } from './source.ts'
import { undoRun } from './undo-run.ts'

const START_RETRY_MS = 5_000
/** Runs imports until stopped. The database may not be available yet, so the start is repeated. */
export function startImports(services: ImportServices & { readonly queue: JobQueue }): { stop(): Promise<void> } {
  let isStarted = false
  const start = async (): Promise<void> => {
    if (!isStarted) await services.queue.work(IMPORT_QUEUE, (job, finish) => runJob(services, job, finish))
    isStarted = true
  }
  return startTimer({ everyMs: () => START_RETRY_MS, firstMs: 0, run: start }, (error) =>
    services.log.warn({ err: error }, 'the queue of imports could not be started'),
  )
}
async function runJob(services: ImportServices, { data }: QueuedJob, finish: Finish): Promise<void> {
  if ('run' in data) await runImport(services, Number(data.run))
  await finish(async () => undefined)
}

const ERRORS_MAX = 5
/** Brings a run to its end, from wherever an earlier attempt left it. */
export async function runImport(services: ImportServices, runId: number): Promise<void> {
  const { database, clock, log } = services
  try {
    for (let run = await findActive(database, runId); run; run = await findActive(database, runId)) {
      const source = await findSource(database, run.source_id, raw('true'))
      if (!source) return
      await { waiting: prepareRun, running: processRun, undoing: undoRun }[run.state](services, source, run)
    }
  } catch (error) {
    const [row] = await database.query<{ errors: number }>(
      sql`update source_runs set errors = errors + 1 where id = ${runId} returning errors`,
    )
    if ((row?.errors ?? 0) < ERRORS_MAX) throw error
    log.error({ err: error, run: runId }, 'import failed')
    await database.transaction((db) => endRun(db, runId, { state: 'failed', reason: 'internal', now: clock.now() }))
  }
}
type ActiveRun = Run & { readonly state: 'waiting' | 'running' | 'undoing' }
const findActive = async (db: Db, id: number): Promise<ActiveRun | null> =>
  (await findRun(db, id, sql`x.state in ('waiting', 'running', 'undoing')`)) as ActiveRun | null

export interface NewRun {
  readonly sourceId: number
  readonly requestedBy: number | null
  readonly isDryRun: boolean
  readonly acceptsGone: boolean
  readonly document: Buffer | null
  readonly now: Temporal.Instant
}
/** Adds a run. Returns null if the source has a run that has not ended. The caller has locked the source. */
export async function addRun(db: Db, run: NewRun): Promise<number | null> {
  const { sourceId, requestedBy, isDryRun, acceptsGone, document, now } = run
  const [row] = await db.query<{ id: number }>(sql`
insert into source_runs (source_id, requested_by, is_dry_run, accepts_gone, state, document, created_at)
values (${sourceId}, ${requestedBy}, ${isDryRun}, ${acceptsGone}, 'waiting', ${document}, ${now.toString()})
on conflict (source_id) where state in ('waiting', 'running', 'undoing') do nothing returning id`)
  return row?.id ?? null
}

const DUE_MAX = 100
/** Starts the runs that are due. A source whose last run has not ended waits for its next time. */
export async function startDueRuns(database: Database, queue: JobQueue, now: Temporal.Instant): Promise<void> {
  await database.transaction(async (db) => {
    const due = await db.query<{ id: number; owner_id: number }>(sql`
select id, owner_id from sources where next_run_at <= ${now.toString()} order by next_run_at limit ${DUE_MAX} for update skip locked`)
    for (const { id, owner_id: requestedBy } of due) {
      const run = await addRun(db, { sourceId: id, requestedBy, isDryRun: false, acceptsGone: false, document: null, now })
      if (run !== null) await queue.add(db, IMPORT_QUEUE, importJob(run))
    }
    await db.query(sql`
update sources set next_run_at = ${now.toString()}::timestamptz + make_interval(hours => every_hours) where id = any(${due.map(({ id }) => id)}::bigint[])`)
  })
}

const KEEP_DAYS = 90
/** Deletes old reports, except for the last one of each source. */
export const pruneRuns = async (database: Database, now: Temporal.Instant): Promise<void> =>
  void (await database.query(sql`
delete from source_runs x where x.created_at < ${now.subtract({ hours: 24 * KEEP_DAYS }).toString()} and x.state not in ('waiting', 'running', 'undoing')
and exists (select 1 from source_runs y where y.source_id = x.source_id and y.id > x.id)`))
