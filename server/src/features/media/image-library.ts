// Adds images to the media library: encodes the file before the transaction, then stores it. Identical files become one image.
import { join } from 'node:path'
import { advisoryLock } from '../../kernel/database/advisory-locks.ts'
import type { Database, Db } from '../../kernel/database/database.ts'
import type { Egress } from '../../kernel/outbound/egress.ts'
import type { Logger } from '../../kernel/runtime/logger.ts'
import { overloaded, FieldError } from '../../kernel/errors/problems.ts'
import { sql } from '../../kernel/database/sql.ts'
import { EncodedImage } from '../../resources/images.ts'
import type { Encoder } from './encoder.ts'
import type { StoreMonitor } from './store-monitor.ts'
import type { Store } from './store.ts'

export interface Media {
  readonly store: Store
  readonly monitor: StoreMonitor
  /** URL at which a bucket or a CDN has the files. Empty if this server sends them. */
  readonly publicUrl: string
  readonly encoder: Encoder
  readonly egress: Egress
  readonly limitBytes: number
  readonly log: Logger
}

/** An uploaded or fetched file on disk. */
export interface SourceFile {
  /** SHA-256 digest of the bytes. */
  readonly digest: string
  readonly path: string
  /** Temporary folder for the encoded files. */
  readonly folder: string
}
export interface PreparedImage {
  readonly digest: string
  /** Null if the library already has the image. */
  readonly encoded: EncodedImage | null
  /** Folder of the encoded files. */
  readonly folder: string
}

/** Encodes the file in all sizes, unless the library already has the image. */
export async function prepareImage(
  db: Db,
  { encoder }: Pick<Media, 'encoder'>,
  { digest, path, folder }: SourceFile,
): Promise<PreparedImage | FieldError> {
  const encodedFolder = join(folder, 'encoded')
  if ((await findImageId(db, digest)) !== null) return { digest, encoded: null, folder: encodedFolder }
  const metadata = await encoder.encode(path, encodedFolder)
  return metadata instanceof FieldError ? metadata : { digest, encoded: new EncodedImage(digest, metadata), folder: encodedFolder }
}

export async function findImageId(db: Db, digest: string): Promise<number | null> {
  const [row] = await db.query<{ id: number }>(sql`select id from images where digest = ${digest}`)
  return row?.id ?? null
}

export interface ImageOutcomes<T> {
  /** The library already has an image with these bytes. */
  readonly existing: (id: number) => Promise<T>
  /** The files are stored; the function creates the record. */
  readonly created: (encoded: EncodedImage) => Promise<T>
}
/** A library that stores no files, for dry runs. */
export const withoutStoring = (media: Media): Media => ({ ...media, store: { ...media.store, place: async () => undefined } })
/** A library that stores new files in the trash, from which nobody loads them. */
export const storingInTrash = (media: Media, now: Temporal.Instant): Media => ({
  ...media,
  store: { ...media.store, place: (digest, folder) => media.store.placeInTrash(digest, folder, now) },
})
/** Requires a transaction: its lock keeps other writers from adding or removing the same files meanwhile. */
export async function storeImage<T>(
  db: Db,
  { store }: Pick<Media, 'store'>,
  { digest, encoded, folder }: PreparedImage,
  { existing, created }: ImageOutcomes<T>,
): Promise<T> {
  await lockFiles(db, digest)
  const id = await findImageId(db, digest)
  if (id !== null) return existing(id)
  // The image was deleted after `prepareImage` had found it. This is rare, so the client is asked to retry.
  if (!encoded) throw overloaded('conflict')
  await store.place(digest, folder)
  return created(encoded)
}
export const lockFiles = (db: Db, digest: string): Promise<unknown> => advisoryLock(db, `image ${digest}`)

/** Runs the work if no image has these files, under a lock that makes uploads of the same file wait. */
export const withUnreferencedFiles = <T>(database: Database, digest: string, work: () => Promise<T>): Promise<T | null> =>
  database.transaction(async (db) => {
    await lockFiles(db, digest)
    return (await findImageId(db, digest)) === null ? work() : null
  })
