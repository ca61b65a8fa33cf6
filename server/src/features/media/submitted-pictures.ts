// Pictures of submissions. Until a submission is confirmed, the files of its picture are in the trash of the store, from which nobody loads them.
import type { RequestContext } from '../../engine/definition/kind.ts'
import { createRecord } from '../../engine/write/write-records.ts'
import type { Db } from '../../kernel/database/database.ts'
import { FieldError } from '../../kernel/errors/problems.ts'
import { EncodedImage, images, type ImageMetadata } from '../../resources/images.ts'
import { findImageId, lockFiles, prepareImage, storeImage, storingInTrash, type Media, type SourceFile } from './image-library.ts'

interface KeptFiles {
  readonly digest: string
  /** Null if the library had the image already. */
  readonly metadata: unknown
}
interface ImageTexts {
  readonly title: string
  readonly alt: string
}
export const submittedPictures = (media: Media) => ({
  prepare: async (db: Db, file: SourceFile): Promise<((transaction: Db, now: Temporal.Instant) => Promise<KeptFiles>) | FieldError> => {
    const prepared = await prepareImage(db, media, file)
    if (prepared instanceof FieldError) return prepared
    return (transaction, now) =>
      storeImage<KeptFiles>(transaction, storingInTrash(media, now), prepared, {
        existing: async () => ({ digest: prepared.digest, metadata: null }),
        created: async ({ digest, metadata }) => ({ digest, metadata }),
      })
  },
  addToLibrary: async (db: Db, { digest, metadata }: KeptFiles, texts: ImageTexts, ctx: RequestContext): Promise<number | null> => {
    await lockFiles(db, digest)
    const id = await findImageId(db, digest)
    if (id !== null || metadata === null || !(await media.store.restore(digest))) return id
    const file = new EncodedImage(digest, metadata as ImageMetadata)
    return (await createRecord(db, images, { ...texts, file }, ctx)).id
  },
})
