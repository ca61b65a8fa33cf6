// Pictures into the library: encoded before a transaction, placed and recorded in one. The same bytes are one image, whoever sends them.
import { join } from 'node:path'
import { advisoryLock } from '../../kernel/database/advisory-locks.ts'
import type { Database, Db } from '../../kernel/database/database.ts'
import type { Egress } from '../../kernel/outbound/egress.ts'
import { overloaded, FieldError } from '../../kernel/errors/problems.ts'
import { sql } from '../../kernel/database/sql.ts'
import { EncodedImage } from '../../resources/images.ts'
import type { Encoder } from './encoder.ts'
import type { MediaFolder } from './media-folder.ts'
import type { Store } from './store.ts'

export interface Media {
  readonly store: Store
  readonly folder: MediaFolder
  readonly encoder: Encoder
  readonly egress: Egress
  readonly limitBytes: number
}

/** A picture that is here: known already, or encoded and ready to be placed. */
export interface PreparedImage {
  readonly digest: string
  readonly picture: EncodedImage | null
  readonly folder: string
}

/** Looks at a file; its sizes are made in the same folder, unless the library has them. */
export async function prepareImage(
  db: Db,
  { encoder }: Pick<Media, 'encoder'>,
  digest: string,
  path: string,
  work: string,
): Promise<PreparedImage | FieldError> {
  const folder = join(work, 'made')
  if ((await imageOf(db, digest)) !== null) return { digest, picture: null, folder }
  const facts = await encoder.encode(path, folder)
  return facts instanceof FieldError ? facts : { digest, picture: new EncodedImage(digest, facts), folder }
}

export async function imageOf(db: Db, digest: string): Promise<number | null> {
  const [row] = await db.query<{ id: number }>(sql`select id from images where digest = ${digest}`)
  return row?.id ?? null
}

/** The image of these bytes, or what `record` makes of them once the files are in their place. In a transaction: nobody else adds or removes them meanwhile. */
export async function storeImage<T>(
  db: Db,
  { store }: Pick<Media, 'store'>,
  { digest, picture, folder }: PreparedImage,
  known: (id: number) => Promise<T>,
  record: (picture: EncodedImage) => Promise<T>,
): Promise<T> {
  await lockFiles(db, digest)
  const id = await imageOf(db, digest)
  if (id !== null) return known(id)
  // It was known when it was looked at, and has gone since: rare enough to ask for another try.
  if (!picture) throw overloaded()
  await store.place(digest, folder)
  return record(picture)
}
const lockFiles = (db: Db, digest: string): Promise<unknown> => advisoryLock(db, `image ${digest}`)

/** Runs work on files without an image, under a lock that makes uploads of the same image wait. */
export const withUnknownFiles = <T>(database: Database, digest: string, work: () => Promise<T>): Promise<T | null> =>
  database.transaction(async (db) => {
    await lockFiles(db, digest)
    return (await imageOf(db, digest)) === null ? work() : null
  })
