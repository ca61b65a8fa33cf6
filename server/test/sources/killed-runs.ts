// Runs imports in processes that are killed at random moments, until one finishes the run.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Config } from '../../src/config.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { Random } from '../model/random.ts'
import { seed } from '../support/evidence.ts'
import type { TestServer } from '../support/server.ts'

const script = fileURLToPath(new URL('import-process.ts', import.meta.url))
const random = new Random(seed)

type Settings = Partial<Record<keyof Config, string>>
/** Without a run, the process does the imports of the queue. */
export async function startImportProcess(server: TestServer, settings: Settings, run?: number): Promise<ChildProcess> {
  const own = { NODE_ENV: 'test', DATABASE_URL: server.database_url, LOG_LEVEL: 'silent', PUBLIC_URL: server.base, ...settings }
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

/** The returned function kills processes at random moments of their work, then lets one finish. It returns the states of the run that the kills interrupted. */
export const killer =
  (server: TestServer, settings: Settings, maxMs = 1_500) =>
  async (run: number, kills: number): Promise<string[]> => {
    const interrupted: string[] = []
    for (let i = 0; i < kills; i += 1) {
      const child = await startImportProcess(server, settings, run)
      await new Promise((resolve) => setTimeout(resolve, 50 + random.below(maxMs)))
      await killProcess(child)
      const [row] = await server.app.database.query<{ state: string }>(sql`select state from source_runs where id = ${run}`)
      if (/^(?:waiting|running|undoing)/.test(row?.state ?? '')) interrupted.push(row?.state ?? '')
    }
    const last = await startImportProcess(server, settings, run)
    if (last.exitCode === null) await once(last, 'exit')
    return interrupted
  }
