// Runs code blocks in real processes: shell blocks in a bash session, TypeScript and JavaScript blocks in Node. A marker in the output ends each block.
import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Environment = Readonly<Record<string, string>>
export interface Place {
  /** The folder in which the reader types. */
  readonly folder: string
  /** A folder for files of the runner. */
  readonly scratch: string
  readonly env: Environment
}
export interface Session {
  /** Runs the next block and returns its standard output. */
  run(text: string): Promise<string>
  close(): Promise<void>
}
export interface Shell extends Session {
  /** Runs a block that does not end by itself, such as a server. The session cannot run anything else afterwards. */
  start(text: string): void
  /** Returns everything that a started block has printed. */
  output(): string
  hasEnded(): boolean
  /** Returns the variables that the session exports. */
  exported(): Promise<Environment>
}
const BLOCK_TIMEOUT_MS = 300_000
const STOP_TIMEOUT_MS = 10_000

/** Opens one terminal. Variables and the current folder persist between blocks; the first command that fails ends the session. */
export function openShell({ folder, scratch, env }: Place): Shell {
  const child = spawn('bash', ['--noprofile', '--norc'], { cwd: folder, env, stdio: 'pipe', detached: true })
  const marker = randomUUID()
  const output = collectOutput(child, marker)
  const type = (line: string): void => void child.stdin.write(`${line}\n`)
  // Bash sets these variables when the environment lacks them.
  type('unset OLDPWD SHLVL; set -euo pipefail')
  const write = (text: string): string => {
    const file = join(scratch, `block-${randomUUID()}.sh`)
    writeFileSync(file, `${text}\n`)
    return file
  }
  const run = (text: string): Promise<string> => {
    type(`source '${write(text)}' </dev/null; printf '\\n%s\\n' ${marker}`)
    return output.untilMarker()
  }
  return {
    run,
    start: (text) => type(`source '${write(text)}' </dev/null 2>&1; exit`),
    output: output.all,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    exported: async () => {
      const file = write('')
      await run(`env -0 > '${file}'`)
      const pairs = readFileSync(file, 'utf8').split('\0').filter(Boolean)
      return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))
    },
    close: () => stopGroup(child),
  }
}

/** Runs the blocks of one program as one module. The program waits between blocks, so that later blocks can use earlier declarations. */
export function openProgram(file: string, folder: string, environment: () => Promise<Environment>): Session {
  let child: ChildProcess | undefined
  let output: Output | undefined
  return {
    run: async () => {
      if (child) child.stdin?.write('next\n')
      else {
        child = spawn(process.execPath, [file], { cwd: folder, env: await environment(), stdio: 'pipe', detached: true })
        output = collectOutput(child, PROGRAM_MARKER)
      }
      return output?.untilMarker() ?? ''
    },
    close: () => (child ? stopGroup(child) : Promise.resolve()),
  }
}
const PROGRAM_MARKER = '-- end of block --'
/** Returns the source of a module that prints a marker after each block. */
export const programSource = (texts: readonly string[]): string =>
  [
    "import { createInterface as _createInterface } from 'node:readline'",
    'const _lines = _createInterface({ input: process.stdin })[Symbol.asyncIterator]()',
    ...texts.map((text) => `${text}\nprocess.stdout.write(${JSON.stringify(`\n${PROGRAM_MARKER}\n`)})\nawait _lines.next()`),
  ].join('\n')

interface Output {
  untilMarker(): Promise<string>
  all(): string
}
function collectOutput(child: ChildProcess, marker: string): Output {
  let [stdout, stderr, isClosed] = ['', '', false]
  let wake: () => void = () => undefined
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    wake()
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  child.once('close', () => {
    isClosed = true
    wake()
  })
  const untilMarker = async (): Promise<string> => {
    const timer = setTimeout(() => child.kill('SIGKILL'), BLOCK_TIMEOUT_MS)
    while (!stdout.includes(`\n${marker}\n`) && !isClosed) await new Promise<void>((resolve) => (wake = resolve))
    clearTimeout(timer)
    const end = stdout.indexOf(`\n${marker}\n`)
    if (end < 0) throw new Error(`the block failed:\n${stderr}${stdout}`)
    const own = stdout.slice(0, end)
    stdout = stdout.slice(end + marker.length + 2)
    stderr = ''
    return own
  }
  return { untilMarker, all: () => stdout + stderr }
}

/** Stops a process and everything that it started. */
async function stopGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const { pid } = child
  process.kill(-pid, 'SIGTERM')
  const timer = setTimeout(() => process.kill(-pid, 'SIGKILL'), STOP_TIMEOUT_MS)
  await exited
  clearTimeout(timer)
}
