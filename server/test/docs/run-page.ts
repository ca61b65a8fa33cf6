// Runs the code blocks of a page in order, as a reader types them: in terminals that have no variable except those that the page sets.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bin, run, type Packed } from '../../../client/test/support/package.ts'
import type { Block } from './blocks.ts'
import { difference } from './compare.ts'
import type { Sandbox } from './sandbox.ts'
import { openProgram, openShell, programSource, type Session, type Shell } from './sessions.ts'

export interface Reader {
  /** Types the blocks into a new terminal. A server that a block starts keeps running until `close`. */
  read(blocks: readonly Block[], onRun?: (run: BlockRun) => void): Promise<void>
  close(): Promise<void>
}

export interface BlockRun {
  readonly block: Block
  readonly output: string
  readonly duration_ms: number
}

const PROGRAM_LANGUAGES = ['ts', 'js']
export const isProgram = ({ language }: Block): boolean => PROGRAM_LANGUAGES.includes(language)

export function openReader(sandbox: Sandbox, packedClient?: Packed): Reader {
  const sessions: Session[] = []
  if (packedClient) {
    mkdirSync(join(sandbox.folder, 'node_modules/@kalends'))
    symlinkSync(packedClient.folder, join(sandbox.folder, 'node_modules/@kalends/client'))
  }
  const openTerminal = (folder = sandbox.folder): Shell => {
    const shell = openShell({ ...sandbox, folder })
    sessions.push(shell)
    return shell
  }
  return {
    read: async (blocks, onRun) => {
      let shell = openTerminal()
      const programs = compilePrograms(blocks, sandbox, () => shell.exported())
      sessions.push(...programs.values())
      let output = ''
      for (const block of blocks)
        try {
          const start = performance.now()
          if (block.mode === 'background') {
            // A server occupies its terminal: the reader opens another one in the same folder, which has none of the variables of the first.
            const folder = (await shell.run('pwd')).trim()
            shell.start(sandbox.toLocal(block.text))
            await untilReady(sandbox.base, shell)
            shell = openTerminal(folder)
          } else if (block.mode === 'run') output = sandbox.toWritten(await (programs.get(block) ?? shell).run(sandbox.toLocal(block.text)))
          else if (block.mode === 'expected') {
            const found = difference(block.language, block.text, output)
            if (found !== null) throw new Error(found)
          }
          if (block.mode === 'run' || block.mode === 'background') onRun?.({ block, output, duration_ms: performance.now() - start })
        } catch (error) {
          throw new Error(`${block.where}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
        }
    },
    close: async () => {
      for (const session of new Set(sessions)) await session.close()
    },
  }
}

/** A block that begins with an import begins a program. The blocks after it that do not begin with an import continue it. */
function compilePrograms(blocks: readonly Block[], sandbox: Sandbox, environment: Parameters<typeof openProgram>[2]): Map<Block, Session> {
  const groups: Block[][] = []
  for (const block of blocks.filter((each) => each.mode === 'run' && isProgram(each))) {
    const last = groups.at(-1)
    if (last && !block.text.trimStart().startsWith('import ')) last.push(block)
    else groups.push([block])
  }
  const { folder } = sandbox
  const sessions = groups.flatMap((group, i) => {
    const file = join(folder, `program-${i + 1}.${group[0]?.language ?? 'ts'}`)
    writeFileSync(file, programSource(group.map(({ text }) => sandbox.toLocal(text))))
    const session = openProgram(file, folder, environment)
    return group.map((block): [Block, Session] => [block, session])
  })
  if (groups.some(([block]) => block?.language === 'ts')) {
    const compilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: 'esnext',
      module: 'nodenext',
      lib: ['esnext', 'dom'],
      types: ['node'],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['program-*.ts'] }))
    run(bin('tsc'), ['-p', '.'], folder)
  }
  return new Map(sessions)
}

const READY_TIMEOUT_MS = 120_000
async function untilReady(base: string, shell: Shell): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS
  while (Date.now() < deadline) {
    const response = await fetch(`${base}/readyz`).catch(() => null)
    if (response?.ok) return
    if (shell.hasEnded()) break
    await new Promise((wake) => setTimeout(wake, 50))
  }
  throw new Error(`the server did not become ready:\n${shell.output()}`)
}
