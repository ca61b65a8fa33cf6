// Stores the files of images in a bucket. An upload is complete before its record exists; moves copy every file before they delete one.
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { S3Bucket, StoredObject } from '../../kernel/outbound/s3-bucket.ts'
import { FILE_CACHING, fileType } from './file-types.ts'
import { isDigest, tempFolders, type Store, type StoredFile } from './store.ts'

export interface S3StoreSettings {
  readonly bucket: S3Bucket
  /** Empty, or ends with a slash. */
  readonly prefix: string
  /** Folder on this machine for temporary files of uploads. */
  readonly tempRoot: string
  /** Time in which an operation on one image must finish. */
  readonly timeoutMs: number
}
/** The bucket, the deadline of the operation, and the prefixes of keys. */
interface Access {
  readonly bucket: S3Bucket
  readonly signal: AbortSignal
  readonly filesOf: (digest: string) => string
  readonly trashOf: (digest: string) => string
}

export function s3Store({ bucket, prefix, tempRoot, timeoutMs }: S3StoreSettings): Store {
  const [files, trash] = [`${prefix}files/`, `${prefix}trash/`]
  const deadline = (): AbortSignal => AbortSignal.timeout(timeoutMs)
  const access = (): Access => ({
    bucket,
    signal: deadline(),
    filesOf: (digest) => `${files}${digest}/`,
    trashOf: (digest) => `${trash}${digest}/`,
  })
  const toFile = ({ key, bytes }: Pick<StoredObject, 'key' | 'bytes'>): StoredFile => ({
    bytes,
    read: (first, last) => bucket.read(key, { first, last }, deadline()),
  })
  return {
    ...tempFolders(tempRoot),
    place: (digest, folder) => placeFiles(access(), digest, folder),
    find: async (digest, name) => {
      const key = `${files}${digest}/${name}`
      const bytes = await bucket.size(key, deadline())
      return bytes === null ? null : toFile({ key, bytes })
    },
    remove: async (digest) => {
      const to = access()
      for (const at of [to.filesOf(digest), to.trashOf(digest)]) await removeAll(to, await objectsIn(to, at))
    },
    moveToTrash: (digest, before, now) => moveToTrash(access(), digest, before, now),
    placeInTrash: (digest, folder, now) => {
      const to = access()
      return writeFiles(to, folder, trashFolder(to, digest, now))
    },
    restore: (digest) => restoreFromTrash(access(), digest),
    emptyTrash: async (before) => {
      const removed = new Set<string>()
      for await (const page of bucket.list(trash, deadline)) {
        const due = page.filter(({ key }) => trashedAt(key) < before.epochMilliseconds)
        // Each picture has a deadline of its own.
        for (const [digest, objects] of Map.groupBy(due, ({ key }) => key.slice(trash.length).split('/')[0] ?? '')) {
          await removeAll(access(), objects)
          removed.add(digest)
        }
      }
      return removed.size
    },
    allDigests: async function* () {
      for await (const page of bucket.listFolders(files, deadline)) yield page.filter(isDigest)
    },
    trashedDigests: async () => {
      const digests: string[] = []
      for await (const page of bucket.listFolders(trash, deadline)) digests.push(...page.filter(isDigest))
      return digests
    },
    filesOf: async (digest, area) => {
      const from = access()
      const objects = area === 'files' ? await objectsIn(from, from.filesOf(digest)) : newest(await objectsIn(from, from.trashOf(digest)))
      return new Map(objects.map((each) => [nameOf(each.key), toFile(each)]))
    },
  }
}

async function placeFiles(to: Access, digest: string, folder: string): Promise<void> {
  await writeFiles(to, folder, to.filesOf(digest))
  await removeAll(to, await objectsIn(to, to.trashOf(digest)))
}
const writeFiles = async (to: Access, folder: string, prefix: string): Promise<void> =>
  forEach(await readdir(folder), async (name) => {
    const headers = { 'content-type': fileType(extname(name)), 'cache-control': FILE_CACHING }
    const bytes = await readFile(join(folder, name))
    await to.bucket.write({ key: `${prefix}${name}`, bytes, headers }, to.signal)
  })
/** The key has the time in the trash, because a listing has no other value that the server can set. */
const trashFolder = ({ trashOf }: Access, digest: string, now: Temporal.Instant): string => `${trashOf(digest)}${now.epochMilliseconds}/`

async function moveToTrash(at: Access, digest: string, before: Temporal.Instant, now: Temporal.Instant): Promise<boolean> {
  const objects = await objectsIn(at, at.filesOf(digest))
  if (objects.length === 0 || objects.some(({ modifiedMs }) => modifiedMs >= before.epochMilliseconds)) return false
  const target = trashFolder(at, digest, now)
  await forEach(objects, ({ key }) => at.bucket.copy(key, `${target}${nameOf(key)}`, at.signal))
  await removeAll(at, objects)
  return true
}

async function restoreFromTrash(at: Access, digest: string): Promise<boolean> {
  const trashed = await objectsIn(at, at.trashOf(digest))
  if (trashed.length === 0) return false
  // The files may have been uploaded again meanwhile, or an earlier move was interrupted.
  const present = new Set((await objectsIn(at, at.filesOf(digest))).map(({ key }) => nameOf(key)))
  const missing = newest(trashed).filter(({ key }) => !present.has(nameOf(key)))
  await forEach(missing, ({ key }) => at.bucket.copy(key, `${at.filesOf(digest)}${nameOf(key)}`, at.signal))
  await removeAll(at, trashed)
  return true
}

async function objectsIn({ bucket, signal }: Access, prefix: string): Promise<readonly StoredObject[]> {
  const objects: StoredObject[] = []
  for await (const page of bucket.list(prefix, () => signal)) objects.push(...page)
  return objects
}
const removeAll = ({ bucket, signal }: Access, objects: readonly StoredObject[]): Promise<void> =>
  forEach(objects, ({ key }) => bucket.remove(key, signal))

const CONCURRENT = 10
/** Waits for all requests, also if one of them fails: none may run on when the lock of the image is released. */
async function forEach<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let i = 0; i < items.length; i += CONCURRENT) {
    const results = await Promise.allSettled(items.slice(i, i + CONCURRENT).map(work))
    for (const result of results) if (result.status === 'rejected') throw result.reason
  }
}
const nameOf = (key: string): string => key.slice(key.lastIndexOf('/') + 1)
const trashedAt = (key: string): number => Number(key.split('/').at(-2))
/** Returns the object of each name that was moved to the trash last. */
const newest = (trashed: readonly StoredObject[]): readonly StoredObject[] => [
  ...new Map(trashed.toSorted((a, b) => trashedAt(a.key) - trashedAt(b.key)).map((each) => [nameOf(each.key), each])).values(),
]
