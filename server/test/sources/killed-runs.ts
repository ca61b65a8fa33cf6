// Runs imports in processes that are killed at random moments, until one finishes the run.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Config } from '../../src/config.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { Random } from '../model/random.ts'
import { connected } from '../support/database.ts'
import { scaled, seed } from '../support/evidence.ts'
import { PATIENT_DATABASE } from '../support/process.ts'
import type { TestServer } from '../support/server.ts'

const script = fileURLToPath(new URL('import-process.ts', import.meta.url))
const random = new Random(seed)

type Settings = Partial<Record<keyof Config, string>>
/** Without a run, the process does the imports of the queue. */
export async function startImportProcess(server: TestServer, settings: Settings, run?: number): Promise<ChildProcess> {
  const own = {
    NODE_ENV: 'test',
    DATABASE_URL: server.database_url,
    LOG_LEVEL: 'silent',
    PUBLIC_URL: server.base,
    ...PATIENT_DATABASE,
    ...settings,
  }
  const child = spawn(process.execPath, [script, ...(run === undefined ? [] : [String(run)])], {
    env: { ...process.env, ...own },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const failed = once(child, 'exit').then(() => {
    throw new Error('The process ended before it began to work.')
  })
  await Promise.race([once(child.stdout ?? child, 'data'), failed])
  failed.catch(() => undefined)
  return child
}

export async function killProcess(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** The key of an advisory lock. */
const HELD_KEY = 2_028

/**
 * While the work lasts, no run of the server can finish or be undone: the transaction that would end it waits for a lock. So a process that is
 * killed meanwhile has not ended its run, however slow or fast it is.
 */
export const holdingRuns = <T>({ database_url: url }: TestServer, work: (held: HeldRuns) => Promise<T>): Promise<T> =>
  connected(url, async (client) => {
    await client.query(`
select pg_advisory_lock(${HELD_KEY});
create or replace function hold_run() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock_shared(${HELD_KEY}); return new; end $$;
create or replace trigger hold_run before update of state on source_runs for each row when (new.state in ('finished', 'undone')) execute function hold_run()`)
    const waiting = `from pg_locks where locktype = 'advisory' and objid = ${HELD_KEY} and not granted`
    return work({
      isAtEnd: async () => (await client.query(`select pid ${waiting}`)).rowCount !== 0,
      disconnect: async () => void (await client.query(`select pg_terminate_backend(pid) ${waiting}`)),
    })
  })
export interface HeldRuns {
  /** Whether a process waits to end its run. */
  isAtEnd(): Promise<boolean>
  /** Ends the transactions of killed processes that wait. PostgreSQL does not notice that their clients are gone. */
  disconnect(): Promise<void>
}

/**
 * The returned function kills processes at random moments of their work, and the last one when it is about to end the run. Then it lets one
 * finish. It returns the states of the run that the kills interrupted.
 */
export const killer =
  (server: TestServer, settings: Settings, maxMs = scaled(1_500, 500)) =>
  async (run: number, kills: number): Promise<string[]> => {
    const interrupted: string[] = []
    const killOne = async ({ isAtEnd, disconnect }: HeldRuns, isLast: boolean): Promise<void> => {
      const child = await startImportProcess(server, settings, run)
      const moment = isLast ? once(child, 'exit') : pause(50 + random.below(maxMs))
      const isOver = moment.then(() => true)
      while (!(await Promise.race([isOver, pause(50)])) && !(await isAtEnd()));
      await killProcess(child)
      await disconnect()
      const [row] = await server.app.database.query<{ state: string }>(sql`select state from source_runs where id = ${run}`)
      if (/^(?:waiting|running|undoing)/.test(row?.state ?? '')) interrupted.push(row?.state ?? '')
    }
    if (kills > 0)
      await holdingRuns(server, async (held) => {
        for (let i = 0; i < kills; i += 1) await killOne(held, i === kills - 1)
      })
    const last = await startImportProcess(server, settings, run)
    if (last.exitCode === null) await once(last, 'exit')
    return interrupted
  }
