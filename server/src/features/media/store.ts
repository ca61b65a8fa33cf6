// Stores the files of images on disk, by the SHA-256 digest of the uploaded bytes. A crash leaves either all files of an image or none.
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { createReadStream } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorCode } from '../../kernel/database/database.ts'

export interface StoredFile {
  readonly bytes: number
  /** Reads from the first to the last byte, both included. */
  read(first: number, last: number): Readable
}
export interface Store {
  /** Creates an empty temporary folder and returns its path. */
  createTempFolder(): Promise<string>
  /** Moves a folder to its final place, with all its files at once. Repeating the call has no effect. */
  place(digest: string, folder: string): Promise<void>
  find(digest: string, name: string): Promise<StoredFile | null>
  /** Deletes the files of a digest at once, including those in the trash. */
  remove(digest: string): Promise<void>
  /** Moves the files of a digest to the trash if they are older than `before`. Returns whether it did. */
  moveToTrash(digest: string, before: Temporal.Instant, now: Temporal.Instant): Promise<boolean>
  /** Moves the files of a digest back from the trash. Returns whether there were any. */
  restore(digest: string): Promise<boolean>
  /** Deletes files that were moved to the trash before `before`. Returns the number of digests. */
  emptyTrash(before: Temporal.Instant): Promise<number>
  /** Yields every digest that has files, in batches. */
  allDigests(): AsyncIterable<readonly string[]>
  /** Returns every digest that has files in the trash. */
  trashedDigests(): Promise<readonly string[]>
  /** Deletes temporary folders that are older than `before`. A process that crashed has left them. */
  deleteTempFolders(before: Temporal.Instant): Promise<void>
}

const DIGEST = /^[0-9a-f]{64}$/

interface Paths {
  readonly root: string
  readonly temp: string
  readonly trash: string
  /** Folder of the files of a digest. */
  readonly folderOf: (digest: string) => string
  readonly trashOf: (digest: string) => string
}

export function diskStore(root: string): Store {
  const [temp, trash] = [join(root, 'work'), join(root, 'trash')]
  const paths: Paths = {
    root,
    temp,
    trash,
    folderOf: (digest) => join(root, digest.slice(0, 2), digest),
    trashOf: (digest) => join(trash, digest),
  }
  return {
    createTempFolder: () => createTempFolder(paths),
    place: (digest, folder) => placeFiles(paths, digest, folder),
    find: (digest, name) => findFile(join(paths.folderOf(digest), name)),
    remove: async (digest) => {
      for (const folder of [paths.folderOf(digest), paths.trashOf(digest)]) await removeFolder(folder)
    },
    moveToTrash: (digest, before, now) => moveToTrash(paths, digest, before, now),
    restore: (digest) => restoreFromTrash(paths, digest),
    emptyTrash: (before) => removeOlder(trash, before),
    allDigests: async function* () {
      for (const shard of await namesIn(root)) if (/^[0-9a-f]{2}$/.test(shard)) yield digestsIn(join(root, shard))
    },
    trashedDigests: () => digestsIn(trash),
    deleteTempFolders: async (before) => void (await removeOlder(temp, before)),
  }
}

async function createTempFolder({ temp }: Paths): Promise<string> {
  const folder = join(temp, randomUUID())
  await mkdir(folder, { recursive: true })
  return folder
}

async function placeFiles({ root, folderOf, trashOf }: Paths, digest: string, folder: string): Promise<void> {
  const target = folderOf(digest)
  if (!(await exists(folder)) && (await exists(target))) return
  await syncFolder(folder)
  await mkdir(dirname(target), { recursive: true })
  await removeFolder(target)
  await rename(folder, target)
  await syncFolder(dirname(target))
  await syncFolder(root)
  await removeFolder(trashOf(digest))
}

async function findFile(path: string): Promise<StoredFile | null> {
  const found = await stat(path).catch(unlessMissing)
  return found ? { bytes: found.size, read: (first, last) => createReadStream(path, { start: first, end: last }) } : null
}

async function moveToTrash(
  { trash, folderOf, trashOf }: Paths,
  digest: string,
  before: Temporal.Instant,
  now: Temporal.Instant,
): Promise<boolean> {
  if (!(await isOlder(folderOf(digest), before))) return false
  await mkdir(trash, { recursive: true })
  await removeFolder(trashOf(digest))
  await rename(folderOf(digest), trashOf(digest))
  // The time in the trash starts now.
  await utimes(trashOf(digest), now.epochMilliseconds / 1_000, now.epochMilliseconds / 1_000)
  return true
}

async function restoreFromTrash({ folderOf, trashOf }: Paths, digest: string): Promise<boolean> {
  await mkdir(dirname(folderOf(digest)), { recursive: true })
  try {
    await rename(trashOf(digest), folderOf(digest))
    return true
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false
    if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error))) throw error
    // The files were uploaded again meanwhile.
    await removeFolder(trashOf(digest))
    return true
  }
}

/** Removes the entries of a folder that are older than `before`, and returns their number. */
async function removeOlder(folder: string, before: Temporal.Instant): Promise<number> {
  let count = 0
  for (const name of await namesIn(folder)) {
    if (!(await isOlder(join(folder, name), before))) continue
    await removeFolder(join(folder, name))
    count += 1
  }
  return count
}

const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true })
const digestsIn = async (folder: string): Promise<string[]> => (await namesIn(folder)).filter((name) => DIGEST.test(name))
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
/** Flushes the entries of a folder to disk. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
