// Interface of the store of the files of images, which are found by the SHA-256 digest of the uploaded bytes. There is one in a folder and one in a bucket.
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { errorCode } from '../../kernel/database/database-errors.ts'

export interface StoredFile {
  readonly bytes: number
  /** Reads from the first to the last byte, both included. */
  readonly read: (first: number, last: number) => Promise<Readable>
}
/** Files are in the trash before they are deleted. Nobody loads them from there. */
export type StoreArea = 'files' | 'trash'
export interface Store {
  /** Creates an empty temporary folder on the disk of this machine and returns its path. */
  createTempFolder(): Promise<string>
  /** Stores the files of a temporary folder. They are complete when the promise resolves. Repeating the call has no effect. */
  place(digest: string, folder: string): Promise<void>
  find(digest: string, name: string): Promise<StoredFile | null>
  /** Deletes the files of a digest at once, including those in the trash. */
  remove(digest: string): Promise<void>
  /** Moves the files of a digest to the trash if they are older than `before`. Returns whether it did. */
  moveToTrash(digest: string, before: Temporal.Instant, now: Temporal.Instant): Promise<boolean>
  /** Stores the files of a temporary folder in the trash, where their time begins. Repeating the call has no other effect. */
  placeInTrash(digest: string, folder: string, now: Temporal.Instant): Promise<void>
  /** Moves the files of a digest back from the trash. Returns whether there were any. */
  restore(digest: string): Promise<boolean>
  /** Deletes files that were moved to the trash before `before`. Returns the number of digests. */
  emptyTrash(before: Temporal.Instant): Promise<number>
  /** Yields every digest that has files, in batches. */
  allDigests(): AsyncIterable<readonly string[]>
  /** Returns every digest that has files in the trash. */
  trashedDigests(): Promise<readonly string[]>
  /** Returns the files of a digest by name. */
  filesOf(digest: string, area: StoreArea): Promise<ReadonlyMap<string, StoredFile>>
  /** Deletes temporary folders that are older than `before`. A process that crashed has left them. */
  deleteTempFolders(before: Temporal.Instant): Promise<void>
}

const DIGEST = /^[0-9a-f]{64}$/
export const isDigest = (name: string): boolean => DIGEST.test(name)

/** Temporary folders of uploads, on the disk of this machine. */
export const tempFolders = (root: string): Pick<Store, 'createTempFolder' | 'deleteTempFolders'> => ({
  createTempFolder: async () => {
    const folder = join(root, randomUUID())
    await mkdir(folder, { recursive: true })
    return folder
  },
  deleteTempFolders: async (before) => void (await removeOlder(root, before)),
})

/** Removes the entries of a folder that are older than `before`, and returns their number. */
export async function removeOlder(folder: string, before: Temporal.Instant): Promise<number> {
  let count = 0
  for (const name of await namesIn(folder)) {
    if (!(await isOlder(join(folder, name), before))) continue
    await removeFolder(join(folder, name))
    count += 1
  }
  return count
}
export const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true })
export async function isOlder(folder: string, before: Temporal.Instant): Promise<boolean> {
  const found = await stat(folder).catch(unlessMissing)
  return found !== null && found.mtimeMs < before.epochMilliseconds
}
export const namesIn = async (folder: string): Promise<string[]> => (await readdir(folder).catch(unlessMissing)) ?? []
export function unlessMissing(error: unknown): null {
  if (errorCode(error) !== 'ENOENT') throw error
  return null
}
