// Helpers of the tests of the examples: a server with demo events, copies of an example, and commands that run beside the server.
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { after } from 'node:test'
import { promisify } from 'node:util'
import { siteOf } from '../../server/src/app.ts'
import { readConfig } from '../../server/src/config.ts'
import { seed } from '../../server/src/features/seed/seed.ts'
import { systemClock } from '../../server/src/kernel/time/clock.ts'
import { testServer, type TestServer } from '../../server/test/support/server.ts'

export const ROOT = resolve(import.meta.dirname, '../..')

/** Starts a server with demo events. Call it at the top level of a test file. */
export async function startDemoServer(): Promise<TestServer> {
  const server = await testServer()
  await seed(server.app.database, {
    site: siteOf(readConfig({ PUBLIC_URL: server.base })),
    now: systemClock.now(),
    seed: 1,
    events: 500,
    add: false,
    progress: { step: () => undefined, end: () => undefined },
  })
  return server
}

/** Creates a temporary folder that is deleted after the tests of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-example-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Copies folders of the repository, without installed or built files, to the same paths below another folder. */
export function copyFromClone(folder: string, ...paths: readonly string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(ROOT, path), join(folder, path), {
      recursive: true,
      filter: (source) => !['node_modules', 'dist', '.astro'].includes(basename(source)),
    })
  }
}

/** Runs a command while the server of this process continues to respond. A failure rejects with the output of the command. */
export async function runCommand(
  command: string,
  args: readonly string[],
  options: { cwd: string; env?: Readonly<Record<string, string>> },
): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(command, args, {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      encoding: 'utf8',
      timeout: 300_000,
    })
    return stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: error })
  }
}

/** Installs the dependencies in the lockfile of an example. */
export const installDependencies = (cwd: string): Promise<string> =>
  runCommand('npm', ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'], { cwd })

/** Returns the Saturday and the Sunday of the next weekend as ISO dates. */
export function nextWeekend(): { saturday: string; sunday: string } {
  let day = Temporal.Now.plainDateISO('UTC').add({ days: 1 })
  while (day.dayOfWeek !== 6) day = day.add({ days: 1 })
  return { saturday: day.toString(), sunday: day.add({ days: 1 }).toString() }
}
