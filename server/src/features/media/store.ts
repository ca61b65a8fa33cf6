// Where the files of pictures are kept: on disk, by the digest of what was sent. Whole or not at all, also when the machine dies half-way.
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { createReadStream } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf } from '../../kernel/database.ts'

export interface StoredFile {
  readonly bytes: number
  /** From the first to the last byte, both included. */
  read(first: number, last: number): Readable
}
export interface Store {
  /** A new folder for work that is not done yet. */
  scratch(): Promise<string>
  /** Makes the files of a folder those of a digest: all of them at once. Done twice it is done once. */
  place(digest: string, folder: string): Promise<void>
  find(digest: string, name: string): Promise<StoredFile | null>
  remove(digest: string): Promise<void>
  /** Every digest that has files, some at a time. */
  all(): AsyncIterable<readonly string[]>
  /** Takes away what was left in work by those who died before `before`. */
  tidy(before: Temporal.Instant): Promise<void>
}

export function diskStore(root: string): Store {
  const work = join(root, 'work')
  const homeOf = (digest: string): string => join(root, digest.slice(0, 2), digest)
  return {
    scratch: async () => {
      const folder = join(work, randomUUID())
      await mkdir(folder, { recursive: true })
      return folder
    },
    place: async (digest, folder) => {
      const home = homeOf(digest)
      if (!(await exists(folder)) && (await exists(home))) return
      await sync(folder)
      await mkdir(dirname(home), { recursive: true })
      await rm(home, { recursive: true, force: true })
      await rename(folder, home)
      await sync(dirname(home))
      await sync(root)
    },
    find: async (digest, name) => {
      const path = join(homeOf(digest), name)
      const found = await stat(path).catch(unlessMissing)
      return found ? { bytes: found.size, read: (first, last) => createReadStream(path, { start: first, end: last }) } : null
    },
    remove: (digest) => rm(homeOf(digest), { recursive: true, force: true }),
    all: async function* () {
      for (const shard of await namesIn(root)) if (/^[0-9a-f]{2}$/.test(shard)) yield await namesIn(join(root, shard))
    },
    tidy: async (before) => {
      for (const name of await namesIn(work)) {
        const found = await stat(join(work, name)).catch(unlessMissing)
        if (found && found.mtimeMs < before.epochMilliseconds) await rm(join(work, name), { recursive: true, force: true })
      }
    },
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
const namesIn = async (folder: string): Promise<string[]> => (await readdir(folder).catch(unlessMissing)) ?? []
function unlessMissing(error: unknown): null {
  if (codeOf(error) !== 'ENOENT') throw error
  return null
}
/** What a folder lists is on disk only after this. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
