// POST /media: a picture is sent, as the body or in a form, and becomes an image of the library. The other routes of images are the engine's.
import { restUrl, writeReply, type Reply } from '../../engine/response/responses.ts'
import { findOne, presentOne } from '../../engine/read/records.ts'
import type { Ask, Site } from '../../engine/definition/resource.ts'
import { identityOf, kindRoutes, queryOf, writing, type Answered, type Asked, type Route } from '../../engine/routes.ts'
import { create } from '../../engine/write/write-records.ts'
import { ignoredHeader } from '../../kernel/http/request-parsing.ts'
import type { Database, Db } from '../../kernel/database/database.ts'
import { once } from '../../kernel/http/idempotency.ts'
import { Fault, invalid } from '../../kernel/errors/problems.ts'
import { sql } from '../../kernel/database/sql.ts'
import { Upload } from '../../kernel/http/uploads.ts'
import { images } from '../../resources/images.ts'
import { keep, prepare, withUnknownFiles, type Media } from './image-library.ts'

export const mediaRoutes = (site: Site, media: Media | null): Route[] =>
  kindRoutes(images, site).map((route) => {
    if (!media) return route.method === 'POST' && route.path === '/media' ? { ...route, takes_file: true } : route
    if (route.method === 'POST' && route.path === '/media')
      return { ...route, takes_file: true, workClass: () => 'upload', handle: (database, asked) => upload(database, media, route, asked) }
    if (route.method === 'DELETE') return { ...route, handle: (database, asked) => removeWhole(database, media, route, asked) }
    return route
  })

async function upload(database: Database, media: Media, route: Route, asked: Asked): Promise<Answered> {
  const { ask, body, query, headers } = asked
  const { file, ...fields } = body
  // Without a file the engine knows what to say.
  if (!(file instanceof Upload)) return route.handle(database, { ...asked, body: { ...body, title: fields['title'] || titleOf('') } })
  try {
    const read = queryOf(route.params, query, ask)
    const ready = await prepare(database, media, file.digest, file.path, file.folder)
    if (ready instanceof Fault) throw invalid({ ...read.faults, file: ready })
    return await writing(database, images, 'transaction', (db) =>
      once(db, headers['idempotency-key'], identityOf(images, { ...fields, file: file.digest }, ask), () =>
        keep(
          db,
          media,
          ready,
          (id) => known(db, id, [...read.ignored, ...Object.keys(fields)], ask),
          async (picture) => {
            const inputs = { ...fields, title: fields['title'] || titleOf(file.name), file: picture }
            const { id, ignored } = await create(db, images, inputs, { ...ask, faults: read.faults })
            return writeReply(201, await shown(db, id, ask), 1, {
              location: restUrl(ask, `/media/${id}`),
              'content-language': ask.language,
              ...ignoredHeader([...read.ignored, ...ignored]),
            })
          },
        ),
      ),
    )
  } finally {
    await file.discard()
  }
}

/** The image that these bytes are already. What was sent with them is passed over, and said so: it may be another's. */
async function known(db: Db, id: number, ignored: readonly string[], ask: Ask): Promise<Reply> {
  const row = await findOne(db, images, { id }, ask)
  const names = ignored.filter((name) => name !== 'i18n_language')
  return writeReply(200, await presentOne(db, images, row, ask, { as: 'listed' }), row['version'] as number, {
    location: restUrl(ask, `/media/${id}`),
    'content-language': ask.language,
    ...ignoredHeader(names),
  })
}
const shown = async (db: Db, id: number, ask: Ask) => presentOne(db, images, await findOne(db, images, { id }, ask), ask, { as: 'listed' })

/** What a picture is called that nobody gave a title: as its file, without the ending. */
export const titleOf = (name: string): string =>
  name
    .replace(/^.*[/\\]/s, '')
    .replace(/\.\w{1,5}$/, '')
    .replace(/[\0-\x1f\x7f]/g, ' ')
    .toWellFormed()
    .slice(0, 200)
    .trim() || 'image'

/** Deletes the files of a removed image at once, without the trash. If that fails, the collection finds them later. */
async function removeWhole(database: Database, media: Media, route: Route, asked: Asked): Promise<Answered> {
  const id = Number(asked.path['id'])
  const [row] = Number.isSafeInteger(id) ? await database.query<{ digest: string }>(sql`select digest from images where id = ${id}`) : []
  const answer = await route.handle(database, asked)
  if (row) await withUnknownFiles(database, row.digest, () => media.store.remove(row.digest))
  return answer
}
