// What runs the blocks of a page: one shell for all of them, and a Node for each program in TypeScript. Each block ends with a mark in the output.
import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Session {
  /** Runs the next block to its end and gives what it said. */
  run(text: string): Promise<string>
  close(): Promise<void>
}
export interface Place {
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
}
const LIMIT_MS = 60_000
const END_BACKGROUND = 'if [ -n "$background" ]; then kill -- -$background; wait $background || true; background=; fi'

/** Variables and the folder stay from block to block; the first command that fails ends it. */
export function openShell({ folder, env }: Place): Session & { background(text: string): void; endBackground(): Promise<unknown> } {
  const child = spawn('bash', ['--noprofile', '--norc'], { cwd: folder, env, stdio: 'pipe', detached: true })
  const mark = randomUUID()
  const heard = listen(child, mark)
  const tell = (line: string): void => void child.stdin.write(`${line}\n`)
  tell('set -euo pipefail; background=')
  let n = 0
  const keep = (text: string): string => {
    const file = join(folder, `block-${(n += 1)}.sh`)
    writeFileSync(file, `${text}\n`)
    return file
  }
  return {
    run: (text) => {
      tell(`source '${keep(text)}' </dev/null; printf '\\n%s\\n' ${mark}`)
      return heard()
    },
    // In a group of its own, so that it can be ended with all that it started.
    background: (text) => {
      const file = keep(text)
      tell(`set -m; source '${file}' </dev/null >'${file}.log' 2>&1 & background=$!; set +m`)
    },
    endBackground: () => {
      tell(`${END_BACKGROUND}; printf '\\n%s\\n' ${mark}`)
      return heard()
    },
    close: () => {
      tell(END_BACKGROUND)
      return ended(child)
    },
  }
}

/** One module of several blocks: what the first declares, the next may use. It waits between them. */
export function openProgram(file: string, { folder, env }: Place): Session {
  let child: ChildProcess | undefined
  let heard: () => Promise<string> = () => Promise.resolve('')
  return {
    run: () => {
      if (child) child.stdin?.write('next\n')
      else {
        child = spawn(process.execPath, [file], { cwd: folder, env, stdio: 'pipe' })
        heard = listen(child, MARK)
      }
      return heard()
    },
    close: () => (child ? ended(child) : Promise.resolve()),
  }
}
const MARK = '-- end of block --'
/** The blocks of a program as one module that says when each is through. */
export const programOf = (texts: readonly string[]): string =>
  [
    "import { createInterface as _createInterface } from 'node:readline'",
    'const _lines = _createInterface({ input: process.stdin })[Symbol.asyncIterator]()',
    ...texts.map((text) => `${text}\nprocess.stdout.write(${JSON.stringify(`\n${MARK}\n`)})\nawait _lines.next()`),
  ].join('\n')

/** Collects what a process says; each call gives what came until the next mark. */
function listen(child: ChildProcess, mark: string): () => Promise<string> {
  let [said, complaints, isOver] = ['', '', false]
  let wake: () => void = () => undefined
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said += text
    wake()
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (complaints += text))
  child.once('close', () => {
    isOver = true
    wake()
  })
  return async () => {
    const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS)
    while (!said.includes(`\n${mark}\n`) && !isOver) await new Promise<void>((resolve) => (wake = resolve))
    clearTimeout(timer)
    const end = said.indexOf(`\n${mark}\n`)
    if (end < 0) throw new Error(`it failed:\n${complaints}${said}`)
    const own = said.slice(0, end)
    said = said.slice(end + mark.length + 2)
    complaints = ''
    return own
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const over = new Promise((resolve) => child.once('exit', resolve))
  child.stdin?.end()
  const timer = setTimeout(() => child.kill('SIGKILL'), 5_000)
  await over
  clearTimeout(timer)
}
