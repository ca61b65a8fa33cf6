// A copy of the server and its tests, to put faults into: what is wrong there must be noticed by the tests that run there.
import { execFileSync, spawn } from 'node:child_process'
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { errorCode } from '../../src/kernel/database/database-errors.ts'
import { isFullRun } from './evidence.ts'
import { editSource, type Edit } from './source-edits.ts'

const HOUSE = fileURLToPath(new URL('../../../', import.meta.url))

export type SeededFault = Edit & { readonly name: string }
export interface Ran {
  readonly code: number | null
  readonly output: string
}
export interface Copy {
  readonly folder: string
  /** Runs a test file of the copy, or only the tests whose names begin so. */
  run(file: string, env?: Readonly<Record<string, string>>, only?: string): Promise<Ran>
  /** Does the work while the source is changed. */
  faulty<T>(edits: Edit | readonly Edit[], work: () => Promise<T>): Promise<T>
}

/** Whether a run tries all seeded faults. */
export const hasAllFaults = isFullRun || process.env['ALL_FAULTS'] === '1'
/**
 * An ordinary run tries the first fault of each group, because each takes a server and a database of its own.
 * `server/test/faults/seeded-faults.long.test.ts` sets ALL_FAULTS.
 */
export const chooseFaults = <T>(faults: readonly T[], groupOf: (fault: T) => string): readonly T[] =>
  hasAllFaults ? faults : [...Map.groupBy(faults, groupOf).values()].flatMap(([first]) => first ?? [])
/** The number of the rule at the beginning of the name of a test. */
export const ruleOf = (name: string): string => name.split(' ', 1)[0] ?? ''

/** Call at the top of a test file; the copy is taken away at its end. */
export async function copyServer(): Promise<Copy> {
  const folder = await firstFreeFolder(join(tmpdir(), 'kalends-copy-'))
  after(() => rm(folder, { recursive: true, force: true }))
  execFileSync('cp', ['-a', join(HOUSE, 'server'), join(HOUSE, 'client'), folder])
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n')
  for (const part of ['node_modules', 'conformance']) await symlink(join(HOUSE, part), join(folder, part))
  return {
    folder,
    run: (file, env = {}, only) => run(folder, join('server/test', file), env, only),
    faulty: async (edits, work) => {
      const before = new Map<string, string>()
      try {
        for (const [file, own] of Map.groupBy([edits].flat(), (edit) => edit.file)) {
          const path = join(folder, 'server/src', file)
          const source = await readFile(path, 'utf8')
          before.set(path, source)
          await writeFile(path, editSource(file, source, own))
        }
        return await work()
      } finally {
        for (const [path, source] of before) await writeFile(path, source)
      }
    },
  }
}

/** The compile cache of Node.js is by path, so copies use the same few paths. */
async function firstFreeFolder(prefix: string): Promise<string> {
  for (let n = 0; ; n += 1)
    try {
      await mkdir(`${prefix}${n}`)
      return `${prefix}${n}`
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error
    }
}

function run(folder: string, file: string, env: Readonly<Record<string, string>>, only?: string): Promise<Ran> {
  // It is a run of its own with reduced counts, not a part of this one. With an empty RECORD_ANSWERS, the responses of a faulty server are not
  // compared with the document, so that the test has to notice the fault itself.
  const { NODE_TEST_CONTEXT: _, EVIDENCE: __, ...inherited } = process.env
  const own = { ...inherited, RECORD_ANSWERS: '' }
  const names = only === undefined ? [] : [`--test-name-pattern=^${only.replaceAll('.', '\\.')}`]
  const child = spawn(process.execPath, [...names, file], { cwd: folder, env: { ...own, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}
