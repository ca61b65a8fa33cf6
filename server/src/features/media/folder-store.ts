// Stores the files of images on disk. A crash leaves either all files of an image or none.
import { createReadStream } from 'node:fs'
import { access, mkdir, open, rename, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorCode } from '../../kernel/database/database-errors.ts'
import { isDigest, isOlder, namesIn, removeFolder, removeOlder, tempFolders, unlessMissing, type Store, type StoredFile } from './store.ts'

interface Paths {
  readonly root: string
  readonly trash: string
  /** Folder of the files of a digest. */
  readonly folderOf: (digest: string) => string
  readonly trashOf: (digest: string) => string
}

/** The folder of temporary files. */
export const WORK = 'work'

export function folderStore(root: string): Store {
  const trash = join(root, 'trash')
  const paths: Paths = {
    root,
    trash,
    folderOf: (digest) => join(root, digest.slice(0, 2), digest),
    trashOf: (digest) => join(trash, digest),
  }
  return {
    ...tempFolders(join(root, WORK)),
    place: (digest, folder) => placeFiles(paths, digest, folder),
    find: (digest, name) => findFile(join(paths.folderOf(digest), name)),
    remove: async (digest) => {
      for (const folder of [paths.folderOf(digest), paths.trashOf(digest)]) await removeFolder(folder)
    },
    moveToTrash: (digest, before, now) => moveToTrash(paths, digest, before, now),
    placeInTrash: async (digest, folder, now) => {
      if (!(await exists(folder)) && (await exists(paths.trashOf(digest)))) return
      await syncFolder(folder)
      await renameToTrash(paths, digest, folder, now)
    },
    restore: (digest) => restoreFromTrash(paths, digest),
    emptyTrash: (before) => removeOlder(trash, before),
    allDigests: async function* () {
      for (const shard of await namesIn(root)) if (/^[0-9a-f]{2}$/.test(shard)) yield digestsIn(join(root, shard))
    },
    trashedDigests: () => digestsIn(trash),
    filesOf: async (digest, area) => {
      const folder = area === 'files' ? paths.folderOf(digest) : paths.trashOf(digest)
      const found = await Promise.all((await namesIn(folder)).map(async (name) => [name, await findFile(join(folder, name))] as const))
      return new Map(found.flatMap(([name, file]) => (file ? [[name, file]] : [])))
    },
  }
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
  return found ? { bytes: found.size, read: async (first, last) => createReadStream(path, { start: first, end: last }) } : null
}

async function moveToTrash(paths: Paths, digest: string, before: Temporal.Instant, now: Temporal.Instant): Promise<boolean> {
  const folder = paths.folderOf(digest)
  if (!(await isOlder(folder, before))) return false
  await renameToTrash(paths, digest, folder, now)
  return true
}
async function renameToTrash({ trash, trashOf }: Paths, digest: string, folder: string, now: Temporal.Instant): Promise<void> {
  await mkdir(trash, { recursive: true })
  await removeFolder(trashOf(digest))
  await rename(folder, trashOf(digest))
  // The time in the trash starts now.
  await utimes(trashOf(digest), now.epochMilliseconds / 1_000, now.epochMilliseconds / 1_000)
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

const digestsIn = async (folder: string): Promise<string[]> => (await namesIn(folder)).filter(isDigest)
const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
/** Flushes the entries of a folder to disk. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
