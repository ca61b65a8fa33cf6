// The files of pictures on disk, by the digest of the bytes that were sent. Whole or not at all, also when the machine dies half-way.
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { createReadStream } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorCode } from '../../kernel/database/database.ts'

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
  /** Deletes the files of a digest at once, including those in the trash. */
  remove(digest: string): Promise<void>
  /** Moves the files of a digest to the trash if they are older than `before`. Returns whether it did. */
  retire(digest: string, before: Temporal.Instant, now: Temporal.Instant): Promise<boolean>
  /** Moves the files of a digest back from the trash. Returns whether there were any. */
  restore(digest: string): Promise<boolean>
  /** Deletes files that were moved to the trash before `before`. Returns the number of digests. */
  emptyTrash(before: Temporal.Instant): Promise<number>
  /** Every digest that has files, some at a time. */
  all(): AsyncIterable<readonly string[]>
  /** Every digest that has files in the trash. */
  trashed(): Promise<readonly string[]>
  /** Takes away what was left in work by those who died before `before`. */
  tidy(before: Temporal.Instant): Promise<void>
}

const DIGEST = /^[0-9a-f]{64}$/

export function diskStore(root: string): Store {
  const work = join(root, 'work')
  const trash = join(root, 'trash')
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
      await rm(join(trash, digest), { recursive: true, force: true })
    },
    find: async (digest, name) => {
      const path = join(homeOf(digest), name)
      const found = await stat(path).catch(unlessMissing)
      return found ? { bytes: found.size, read: (first, last) => createReadStream(path, { start: first, end: last }) } : null
    },
    remove: async (digest) => {
      for (const folder of [homeOf(digest), join(trash, digest)]) await rm(folder, { recursive: true, force: true })
    },
    retire: async (digest, before, now) => {
      if (!(await isOlder(homeOf(digest), before))) return false
      await mkdir(trash, { recursive: true })
      await rm(join(trash, digest), { recursive: true, force: true })
      await rename(homeOf(digest), join(trash, digest))
      // The time in the trash starts now.
      await utimes(join(trash, digest), now.epochMilliseconds / 1_000, now.epochMilliseconds / 1_000)
      return true
    },
    restore: async (digest) => {
      await mkdir(dirname(homeOf(digest)), { recursive: true })
      try {
        await rename(join(trash, digest), homeOf(digest))
        return true
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return false
        if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error))) throw error
        // The files were uploaded again meanwhile.
        await rm(join(trash, digest), { recursive: true, force: true })
        return true
      }
    },
    emptyTrash: async (before) => {
      let count = 0
      for (const digest of await namesIn(trash)) {
        if (!(await isOlder(join(trash, digest), before))) continue
        await rm(join(trash, digest), { recursive: true, force: true })
        count += 1
      }
      return count
    },
    all: async function* () {
      for (const shard of await namesIn(root))
        if (/^[0-9a-f]{2}$/.test(shard)) yield (await namesIn(join(root, shard))).filter((name) => DIGEST.test(name))
    },
    trashed: async () => (await namesIn(trash)).filter((name) => DIGEST.test(name)),
    tidy: async (before) => {
      for (const name of await namesIn(work))
        if (await isOlder(join(work, name), before)) await rm(join(work, name), { recursive: true, force: true })
    },
  }
}

async function isOlder(folder: string, before: Temporal.Instant): Promise<boolean> {
  const found = await stat(folder).catch(unlessMissing)
  return found !== null && found.mtimeMs < before.epochMilliseconds
}
const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
const namesIn = async (folder: string): Promise<string[]> => (await readdir(folder).catch(unlessMissing)) ?? []
function unlessMissing(error: unknown): null {
  if (errorCode(error) !== 'ENOENT') throw error
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
