// Copies the pictures of one store to another, for `kalends media copy`. An interrupted copy continues where it ended.
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { removeFolder, type Store, type StoreArea, type StoredFile } from './store.ts'

export interface CopiedPictures {
  readonly copied: number
  /** Pictures that the target had already. */
  readonly present: number
  readonly failed: readonly FailedPicture[]
}
export interface FailedPicture {
  readonly digest: string
  readonly message: string
}
export interface CopyProgress {
  readonly total: number
  readonly done: number
}
interface Picture {
  readonly digest: string
  readonly area: StoreArea
}

const CONCURRENT = 8
const FAILED_IN_A_ROW_MAX = 2 * CONCURRENT
/**
 * Reads and writes whole pictures only, so each of them is complete in the target, or is copied by the next run. A picture that cannot be copied
 * does not keep the others from being copied, but many of them in a row mean that a store cannot be used.
 */
export async function copyPictures(
  source: Store,
  target: Store,
  now: () => Temporal.Instant,
  onProgress: (progress: CopyProgress) => void,
): Promise<CopiedPictures> {
  const pictures = await listPictures(source)
  const failed: FailedPicture[] = []
  let [copied, present, failedInARow] = [0, 0, 0]
  const queue = pictures.values()
  const work = async (): Promise<void> => {
    for (const picture of queue) {
      try {
        if (await copyPicture(source, target, picture, now())) copied += 1
        else present += 1
        failedInARow = 0
      } catch (error) {
        failed.push({ digest: picture.digest, message: error instanceof Error ? error.message : String(error) })
        failedInARow += 1
        if (failedInARow > FAILED_IN_A_ROW_MAX) throw error
      }
      onProgress({ total: pictures.length, done: copied + present + failed.length })
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT }, work))
  return { copied, present, failed }
}

/** A digest that is in both areas is copied once, because nobody loads files from the trash. */
async function listPictures(source: Store): Promise<Picture[]> {
  const pictures: Picture[] = []
  for await (const digests of source.allDigests()) for (const digest of digests) pictures.push({ digest, area: 'files' })
  const known = new Set(pictures.map(({ digest }) => digest))
  for (const digest of await source.trashedDigests()) if (!known.has(digest)) pictures.push({ digest, area: 'trash' })
  return pictures
}

/** Returns false if the target has the picture, or if the source no longer has it. */
async function copyPicture(source: Store, target: Store, { digest, area }: Picture, now: Temporal.Instant): Promise<boolean> {
  const [files, existing] = await Promise.all([source.filesOf(digest, area), target.filesOf(digest, area)])
  if (files.size === 0 || isSame(files, existing)) return false
  // A picture that was uploaded to the target again must not be moved to its trash.
  if (area === 'trash' && (await target.filesOf(digest, 'files')).size > 0) return false
  const folder = await target.createTempFolder()
  try {
    for (const [name, { bytes, read }] of files)
      await pipeline(bytes === 0 ? [] : await read(0, bytes - 1), createWriteStream(join(folder, name), { flags: 'wx' }))
    await (area === 'trash' ? target.placeInTrash(digest, folder, now) : target.place(digest, folder))
    return true
  } finally {
    await removeFolder(folder)
  }
}
const isSame = (files: ReadonlyMap<string, StoredFile>, others: ReadonlyMap<string, StoredFile>): boolean =>
  files.size === others.size && [...files].every(([name, { bytes }]) => others.get(name)?.bytes === bytes)
