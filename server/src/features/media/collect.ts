// Images that nothing shows, and files that no image has, are taken away after a while: once, whatever the number of processes.
import type { Ask, Kind } from '../../engine/resource.ts'
import { usedBy } from '../../engine/visibility.ts'
import { remove } from '../../engine/remove.ts'
import { tryLockWord, type Database, type Db } from '../../kernel/database.ts'
import { join, raw, ref, sql, type Sql } from '../../kernel/sql.ts'
import { images } from '../../resources/images.ts'
import { discard, type Media } from './library.ts'

const BATCH = 200
/** Work on a picture takes seconds; what is older was left by a process that died. */
const WORK_HOURS = 6

/** `days` 0 keeps images for ever; files without an image go all the same. */
export async function collect(database: Database, media: Media, days: number, ask: Ask): Promise<void> {
  if (days > 0) await forgetUnused(database, media, ask.now.subtract({ hours: 24 * days }), ask)
  for await (const digests of media.store.all()) {
    if (digests.length === 0) continue
    const rows = await database.query<{ digest: string }>(sql`select digest from images where digest = any(${digests}::text[])`)
    const known = new Set(rows.map(({ digest }) => digest))
    for (const digest of digests) if (!known.has(digest)) await discard(database, media, digest)
  }
  await media.store.tidy(ask.now.subtract({ hours: WORK_HOURS }))
}

interface Due {
  readonly id: number
  readonly digest: string
}
async function forgetUnused(database: Database, media: Media, before: Temporal.Instant, ask: Ask): Promise<void> {
  const due = await database.transaction(async (db) => {
    if (!(await tryLockWord(db, 'job images'))) return []
    await mark(db, ask.now)
    return db.query<Due>(sql`select id, digest from images where unused_since < ${before.toString()} order by id limit ${BATCH}`)
  })
  const mentioned = await mentionedIn(database, due, ask)
  const gone = await database.transaction(async (db) => {
    const ids = due.flatMap(({ id, digest }) => (mentioned.has(digest) ? [] : [id]))
    const rows = await db.query<Due>(sql`
select r.id, r.digest from images r where r.id = any(${ids}::bigint[]) and not ${usedBy(images, 'r', false)} order by r.id for update skip locked`)
    for (const { id } of rows) await remove(db, images, { id }, true, ask, () => undefined)
    return rows
  })
  for (const { digest } of gone) await discard(database, media, digest)
}

/** From when on nothing has shown them. */
async function mark(db: Db, now: Temporal.Instant): Promise<void> {
  const used = usedBy(images, 'r', false)
  await db.query(sql`update images r set unused_since = null where r.unused_since is not null and ${used}`)
  await db.query(sql`update images r set unused_since = ${now.toString()} where r.unused_since is null and not ${used}`)
}

/** Digests that stand in a text: pictures within a description are used too. It reads every text, so it takes its time. */
async function mentionedIn(database: Database, due: readonly Due[], { site }: Ask): Promise<ReadonlySet<string>> {
  if (due.length === 0) return new Set()
  const arms = [...site.kinds.values()].flatMap((kind) => {
    const where = join(htmlColumns(kind), ' or ')
    return htmlColumns(kind).length === 0 ? [] : [sql`exists (select 1 from ${ref(kind.texts)} x where ${where})`]
  })
  const digests = due.map(({ digest }) => digest)
  const rows = await database.session((db) =>
    db.query<{ digest: string }>(sql`select d.digest from unnest(${digests}::text[]) d(digest) where ${join(arms, ' or ')}`),
  )
  return new Set(rows.map(({ digest }) => digest))
}
const htmlColumns = (kind: Kind): Sql[] =>
  Object.entries(kind.fields).flatMap(([name, { place }]) =>
    place.in === 'text' && place.html ? [sql`${ref(`x.${name}`)} like ${raw(`'%/media/'`)} || d.digest || '/%'`] : [],
  )
