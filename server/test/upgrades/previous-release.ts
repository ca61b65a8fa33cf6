// The sources of the version before, from the commit that releases.json records.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dumps, type Dump } from './restore.ts'

interface Release {
  readonly version: string
  readonly commit: string
  /** The dump with the schema of the version. */
  readonly dump: string
}
export interface PreviousRelease {
  /** The commit, or null if the clone does not have it: then the present sources take its place, and there is nothing to migrate. */
  readonly commit: string | null
  /** The file that starts it. */
  readonly main: string
  /** A database of its schema with data; null if it is the present schema. */
  readonly dump: Dump | null
  remove(): void
}
const HOUSE = fileURLToPath(new URL('../../../', import.meta.url))
const releases = JSON.parse(readFileSync(new URL('releases.json', import.meta.url), 'utf8')) as readonly Release[]

export function previousRelease(): PreviousRelease {
  const last = releases.at(-1)
  if (last === undefined) throw new Error('server/test/upgrades/releases.json names no version.')
  const archive = git('archive', '--format=tar', last.commit, 'server', 'package.json')
  if (archive === null) return { commit: null, main: join(HOUSE, 'server/src/main.ts'), dump: null, remove: () => undefined }
  const dump = dumps.find(({ name }) => name === last.dump)
  if (!dump) throw new Error(`There is no dump ${last.dump}.`)
  const folder = mkdtempSync(join(tmpdir(), 'kalends-release-'))
  const { status, stderr } = spawnSync('tar', ['--extract', `--directory=${folder}`], { input: archive })
  if (status !== 0) throw new Error(`tar ended with ${status}: ${stderr.toString()}`)
  symlinkSync(join(HOUSE, 'node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'admin'))
  return {
    commit: last.commit,
    main: join(folder, 'server/src/main.ts'),
    dump,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Returns the output, or null if Git or the commit is missing. The owner of a checkout on CI may be another user. */
function git(...args: string[]): Buffer | null {
  const { status, stdout } = spawnSync('git', ['-c', 'safe.directory=*', ...args], { cwd: HOUSE, maxBuffer: 256 * 1024 * 1024 })
  return status === 0 ? stdout : null
}
