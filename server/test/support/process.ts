// The real server as a process of its own, for tests that stop it, kill it or ask it from outside.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SETTINGS } from '../../src/config.ts'
import { addToken, addUser } from '../../src/features/accounts/users.ts'
import { openDatabase } from '../../src/kernel/database/database.ts'
import type { Role } from '../../src/kernel/security/caller.ts'
import { LOOSE } from './database.ts'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

export interface ServerProcess {
  readonly base: string
  readonly child: ChildProcess
  /** Everything it wrote so far. */
  output(): string
  /** Adds users, and gives their tokens. */
  makeCallers<K extends string>(roles: Readonly<Record<K, Role>>): Promise<Record<K, string>>
  /** Asks it to stop and waits; gives the exit code. */
  stop(): Promise<number | null>
}

/** Limits under which many requests of one client wait for their turn, however slow the machine, and none is refused. */
export const PATIENT = {
  CONCURRENCY_QUEUE: '100000',
  CONCURRENCY_WAIT_MS: '60000',
  CONCURRENCY_BODIES: '0',
  HANDLER_TIMEOUT_MS: '120000',
  EVENT_LOOP_DELAY_MS: '0',
} as const

/** Times within which statements of many concurrent requests end, however slow the machine. */
export const PATIENT_DATABASE = {
  DATABASE_CONNECT_TIMEOUT_MS: '30000',
  DATABASE_STATEMENT_TIMEOUT_MS: '60000',
  DATABASE_LOCK_TIMEOUT_MS: '30000',
} as const

/** Rate limits switched off, for tests that send many requests. */
export const NO_RATES = {
  RATE_LIMIT_ANONYMOUS: '0',
  RATE_LIMIT_AUTHENTICATED: '0',
  RATE_LIMIT_FAILED_LOGINS: '0',
  RATE_LIMIT_PASSWORD_ATTEMPTS: '0',
  RATE_LIMIT_PASSWORD_ATTEMPTS_RECORD: '0',
  RATE_LIMIT_FILES: '0',
} as const
/** The limits of a new installation, for tests that are about them. */
export function defaultLimits(): Record<string, string> {
  const names = [NO_RATES, PATIENT, PATIENT_DATABASE].flatMap((limits) => Object.keys(limits)) as (keyof typeof SETTINGS)[]
  return Object.fromEntries(names.map((name) => [name, SETTINGS[name].fallback]))
}

/** `wrapper` is a command that runs the command behind it. */
export async function startServer(
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
  wrapper: readonly string[] = [],
): Promise<ServerProcess> {
  const port = env['PORT'] ?? String(await freePort())
  const base = `http://127.0.0.1:${port}`
  const full = {
    ...process.env,
    SHUTDOWN_DELAY_MS: '0',
    ...NO_RATES,
    ...PATIENT,
    ...PATIENT_DATABASE,
    PUBLIC_URL: base,
    MEDIA_DIR: join(tmpdir(), `kalends-media-${randomUUID()}`),
    ...env,
    PORT: port,
  }
  const [command = '', ...words] = [...wrapper, process.execPath, MAIN, 'serve', ...args]
  const child = spawn(command, words, { env: full, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  await ready(base, child, () => output).catch((error: unknown) => {
    // Its pipes would keep the test alive.
    child.kill('SIGKILL')
    throw error
  })
  return {
    base,
    child,
    output: () => output,
    makeCallers: (roles) => makeCallers(roles, env['DATABASE_URL'] ?? ''),
    stop: () => {
      if (child.exitCode === null) child.kill('SIGTERM')
      return ended
    },
  }
}

async function ready(base: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + 30_000
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${output()}`)
    const answer = await fetch(`${base}/readyz`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`The server did not become ready:\n${output()}`)
}

/** Writes to the database of the server. A command of ours would take half a second of processor time for each user and each token. */
async function makeCallers<K extends string>(roles: Readonly<Record<K, Role>>, url: string): Promise<Record<K, string>> {
  const database = openDatabase({ ...LOOSE, url })
  const tokens: Record<string, string> = {}
  for (const [login, role] of Object.entries<Role>(roles)) {
    await addUser(database, login, role, '')
    tokens[login] = (await addToken(database, login, { label: 'test', scope: 'admin' })).secret
  }
  await database.close()
  return tokens
}

export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}
/** Runs a command of ours to its end; throws when it fails, unless that is what is looked for. */
export function kalends(args: readonly string[], env: NodeJS.ProcessEnv, mayFail = false): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], { env: { ...process.env, ...env }, encoding: 'utf8' })
  if (status !== 0 && !mayFail) throw new Error(`kalends ${args.join(' ')} ended with ${status}: ${stderr}`)
  return { code: status, stdout, stderr }
}

export const freePort = (): Promise<number> => listenOnce(0)
/** A port that no outgoing connection takes while its server restarts, because their ports begin at 32768. */
export const restartablePort = (): Promise<number> => listenOnce(20_000 + Math.floor(Math.random() * 10_000)).catch(() => restartablePort())
const listenOnce = (port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
