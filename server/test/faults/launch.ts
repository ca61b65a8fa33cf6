// Shared code of the fault tests: servers that may fail to start, sockets that misbehave, and bounded waiting.
import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { addToken, addUser } from '../../src/features/accounts/users.ts'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { connected, LOOSE } from '../support/database.ts'
import { freePort, PATIENT } from '../support/process.ts'
import { NS } from '../support/server.ts'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** Load is what these tests are about: nobody is told to come back in a minute. */
const NO_RATES = { RATE_LIMIT_ANONYMOUS: '0', RATE_LIMIT_AUTHENTICATED: '0', ...PATIENT }

export interface Launched {
  readonly port: number
  readonly base: string
  readonly api: string
  readonly child: ChildProcess
  stdout(): string
  stderr(): string
  /** Its exit code, once it has ended; null for a signal. */
  readonly ended: Promise<number | null>
  isRunning(): boolean
  /** Ends it at once, whatever it does. */
  kill(): Promise<void>
}

/** Starts `kalends serve`, of these sources unless told otherwise, and waits for nothing. */
export async function launch(env: Readonly<Record<string, string>>, args: readonly string[] = [], main: string = MAIN): Promise<Launched> {
  const port = Number(env['PORT'] ?? (await freePort()))
  const base = `http://127.0.0.1:${port}`
  const full = {
    ...process.env,
    SHUTDOWN_DELAY_MS: '0',
    // Tests look for warnings, and a busy machine is slow.
    SLOW_REQUEST_MS: '0',
    SLOW_STATEMENT_MS: '0',
    PUBLIC_URL: base,
    ...NO_RATES,
    MEDIA_DIR: mediaOf(env),
    ...env,
    PORT: String(port),
  }
  const child = spawn(process.execPath, [main, 'serve', ...args], { env: full, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    port,
    base,
    api: `${base}${NS}`,
    child,
    stdout: () => said.stdout,
    stderr: () => said.stderr,
    ended,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** A media folder belongs to one calendar: processes on one database share it. */
const mediaOf = ({ DATABASE_URL = '' }: Readonly<Record<string, string>>): string =>
  join(FOLDER, createHash('sha256').update(DATABASE_URL).digest('hex').slice(0, 16))
const FOLDER = mkdtempSync(join(tmpdir(), 'kalends-media-'))
process.once('exit', () => rmSync(FOLDER, { recursive: true, force: true }))

/** The lines of its log at these levels. */
export const logged = ({ stdout }: Launched, levels: readonly string[]): string[] =>
  stdout()
    .split('\n')
    .filter((line) => levels.some((level) => line.includes(`"level":"${level}"`)))

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Waits until it is so, and gives the milliseconds that took; fails after the limit. */
export async function until(what: string, limit_ms: number, isSo: () => Promise<boolean> | boolean): Promise<number> {
  const start = performance.now()
  while (!(await isSo())) {
    if (performance.now() - start > limit_ms) throw new Error(`Not within ${limit_ms} ms: ${what}`)
    await pause(20)
  }
  return performance.now() - start
}

/** The status of an answer; 0 when there was none. */
export const statusOf = (url: string, init: RequestInit = {}): Promise<number> =>
  fetch(url, { signal: AbortSignal.timeout(10_000), ...init }).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.status
    },
    () => 0,
  )
export const untilReady = (server: Launched, limit_ms: number): Promise<number> =>
  until(`ready: ${server.stderr()}`, limit_ms, async () => {
    if (!server.isRunning()) throw new Error(`The server ended with ${server.child.exitCode}: ${server.stderr()}`)
    return (await statusOf(`${server.base}/readyz`)) === 200
  })

/** The result of a promise, or a failure after the limit. */
export async function within<T>(what: string, limit_ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Not within ${limit_ms} ms: ${what}`)), limit_ms)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Returns everything that the server sends on a new connection. */
export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Milliseconds until the other side closed. */
  readonly ms: number
}

/** Opens a connection, lets it be written to, and reads until the other side closes it. */
export function exchange(port: number, write: (socket: Socket) => void, limit_ms = 10_000): Promise<RawAnswer> {
  const start = performance.now()
  const socket = connect(port, '127.0.0.1', () => write(socket))
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  // Whoever is cut off while still sending is reset; what he was told before that counts.
  socket.on('error', () => undefined)
  const closed = new Promise<RawAnswer>((resolve) =>
    socket.once('close', () => resolve({ ...parse(Buffer.concat(chunks).toString()), ms: performance.now() - start })),
  )
  return within('the connection is closed', limit_ms, closed).finally(() => socket.destroy())
}

function parse(text: string): Omit<RawAnswer, 'ms'> {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()])
  return {
    status: Number(first.split(' ')[1] ?? 0),
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: rest.join('\r\n\r\n'),
  }
}

/** Rows of a database, on a connection of its own. */
export const rowsOf = <Row extends pg.QueryResultRow>(url: string, text: string, values: readonly unknown[] = []): Promise<Row[]> =>
  connected(url, async (client) => (await client.query<Row>(text, [...values])).rows)

/** Adds an administrator to a database and gives his token. */
export async function adminToken(url: string): Promise<string> {
  const database = openDatabase({ ...LOOSE, url })
  try {
    await addUser(database, 'admin', 'administrator', '')
    return (await addToken(database, 'admin', { label: 'test', scope: 'admin' })).secret
  } finally {
    await database.close()
  }
}
