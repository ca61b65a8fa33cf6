// Garbage collection of media: deletes images that no record uses, and moves files without an image to the trash before deleting them.
import type { RequestContext, Kind } from '../../engine/definition/kind.ts'
import { isReferenced } from '../../engine/access/visibility.ts'
import { removeRecord } from '../../engine/write/delete-records.ts'
import type { Database, Db } from '../../kernel/database/database.ts'
import { join, raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import { images } from '../../resources/images.ts'
import { withUnreferencedFiles, type Media } from './image-library.ts'

const BATCH = 200

export interface Retention {
  /** Days to keep an image that no record uses; 0 keeps images forever. */
  readonly unusedDays: number
  /** Days before a file without an image is moved to the trash, and days that it stays there. */
  readonly keepDays: number
}
export interface Collected {
  readonly images: number
  readonly movedToTrash: number
  readonly restored: number
  readonly deleted: number
}

/**
 * A database restored from a backup may share the folder with the live one and have fewer images. Files therefore go to the trash first, and a
 * server moves back those that belong to its images.
 */
export async function collectGarbage(
  database: Database,
  media: Media,
  { unusedDays, keepDays }: Retention,
  ctx: RequestContext,
): Promise<Collected> {
  const before = ctx.now.subtract({ hours: 24 * keepDays })
  const { store } = media
  const images = unusedDays > 0 ? await deleteUnusedImages(database, ctx.now.subtract({ hours: 24 * unusedDays }), ctx) : 0
  let [movedToTrash, restored] = [0, 0]
  for await (const digests of store.allDigests())
    for (const digest of await digestsWithoutImage(database, digests))
      if (await withUnreferencedFiles(database, digest, () => store.moveToTrash(digest, before, ctx.now))) movedToTrash += 1
  const trashed = await store.trashedDigests()
  const unreferenced = new Set(await digestsWithoutImage(database, trashed))
  for (const digest of trashed) if (!unreferenced.has(digest) && (await store.restore(digest))) restored += 1
  const deleted = await store.emptyTrash(before)
  return { images, movedToTrash, restored, deleted }
}

/** Returns the digests that no image has. */
async function digestsWithoutImage(database: Database, digests: readonly string[]): Promise<string[]> {
  if (digests.length === 0) return []
  const rows = await database.query<{ digest: string }>(sql`select digest from images where digest = any(${digests}::text[])`)
  const referenced = new Set(rows.map(({ digest }) => digest))
  return digests.filter((digest) => !referenced.has(digest))
}

interface UnusedImage {
  readonly id: number
  readonly digest: string
}
/** Deletes images that no record has used since `before`. Their files then belong to no image. */
async function deleteUnusedImages(database: Database, before: Temporal.Instant, ctx: RequestContext): Promise<number> {
  const due = await database.transaction(async (db) => {
    await updateUnusedSince(db, ctx.now)
    return db.query<UnusedImage>(sql`select id, digest from images where unused_since < ${before.toString()} order by id limit ${BATCH}`)
  })
  const mentioned = await digestsInTexts(database, due, ctx)
  return database.transaction(async (db) => {
    const ids = due.flatMap(({ id, digest }) => (mentioned.has(digest) ? [] : [id]))
    const rows = await db.query<UnusedImage>(sql`
select r.id, r.digest from images r where r.id = any(${ids}::bigint[]) and not ${isReferenced(images, 'r', false)} and not ${IS_IN_WORKING_COPY}
order by r.id for update skip locked`)
    for (const { id } of rows) await removeRecord(db, images, { locator: { id }, force: true }, ctx)
    return rows.length
  })
}

/** A working copy refers to an image by its ID, or shows it within a description. */
const IS_IN_WORKING_COPY = sql`exists (
  select from working_copies w, jsonb_each(w.inputs) of_language
  where of_language.value ->> 'image' = r.id::text or of_language.value::text like ${raw(`'%/media/'`)} || r.digest || '/%'
)`

/** Updates the time since which no record has used an image. */
async function updateUnusedSince(db: Db, now: Temporal.Instant): Promise<void> {
  const used = isReferenced(images, 'r', false)
  await db.query(sql`update images r set unused_since = null where r.unused_since is not null and ${used}`)
  await db.query(sql`update images r set unused_since = ${now.toString()} where r.unused_since is null and not ${used}`)
}

/** Returns the digests that occur in texts: images within descriptions are in use too. This reads every text, so it is slow. */
async function digestsInTexts(database: Database, due: readonly UnusedImage[], { site }: RequestContext): Promise<ReadonlySet<string>> {
  if (due.length === 0) return new Set()
  const conditions = [...site.kinds.values()].flatMap((kind) => {
    const where = join(htmlColumns(kind), ' or ')
    return htmlColumns(kind).length === 0 ? [] : [sql`exists (select 1 from ${ref(kind.texts)} x where ${where})`]
  })
  const digests = due.map(({ digest }) => digest)
  const rows = await database.session((db) =>
    db.query<{ digest: string }>(sql`select d.digest from unnest(${digests}::text[]) d(digest) where ${join(conditions, ' or ')}`),
  )
  return new Set(rows.map(({ digest }) => digest))
}
const htmlColumns = (kind: Kind): Sql[] =>
  Object.entries(kind.fields).flatMap(([name, { storage }]) =>
    storage.in === 'text' && storage.html ? [sql`${ref(`x.${name}`)} like ${raw(`'%/media/'`)} || d.digest || '/%'`] : [],
  )
