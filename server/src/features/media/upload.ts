// POST /media: a picture is sent, as the body or in a form, and becomes an image of the library. The other routes of images are the engine's.
import { apiUrl, writeResponse, type EngineResponse } from '../../engine/response/responses.ts'
import { findOne, presentOne } from '../../engine/read/records.ts'
import type { RequestContext, Site } from '../../engine/definition/kind.ts'
import {
  idempotencyInput,
  kindRoutes,
  parseRouteQuery,
  withWriteErrors,
  type RouteResponse,
  type RouteRequest,
  type Route,
} from '../../engine/routes.ts'
import { createRecord } from '../../engine/write/write-records.ts'
import { ignoredParametersHeader } from '../../engine/response/sparse-fields.ts'
import type { Database, Db } from '../../kernel/database/database.ts'
import { withIdempotencyKey } from '../../kernel/http/idempotency.ts'
import { FieldError, invalidParams } from '../../kernel/errors/problems.ts'
import { sql } from '../../kernel/database/sql.ts'
import { Upload } from '../../kernel/http/uploads.ts'
import { images } from '../../resources/images.ts'
import { storeImage, prepareImage, withUnknownFiles, type Media } from './image-library.ts'

export const mediaRoutes = (site: Site, media: Media | null): Route[] =>
  kindRoutes(images, site).map((route) => {
    if (!media) return route.method === 'POST' && route.path === '/media' ? { ...route, acceptsFile: true } : route
    if (route.method === 'POST' && route.path === '/media')
      return {
        ...route,
        acceptsFile: true,
        admissionClass: () => 'upload',
        handle: (database, asked) => upload(database, media, route, asked),
      }
    if (route.method === 'DELETE') return { ...route, handle: (database, asked) => removeWhole(database, media, route, asked) }
    return route
  })

async function upload(database: Database, media: Media, route: Route, asked: RouteRequest): Promise<RouteResponse> {
  const { ctx, body, query, headers } = asked
  const { file, ...fields } = body
  // Without a file the engine knows what to say.
  if (!(file instanceof Upload))
    return route.handle(database, { ...asked, body: { ...body, title: fields['title'] || titleFromFilename('') } })
  try {
    const read = parseRouteQuery(route.params, query, ctx)
    const ready = await prepareImage(database, media, file.digest, file.path, file.folder)
    if (ready instanceof FieldError) throw invalidParams({ ...read.fieldErrors, file: ready })
    return await withWriteErrors(database, images, 'transaction', (db) =>
      withIdempotencyKey(db, headers['idempotency-key'], idempotencyInput(images, { ...fields, file: file.digest }, ctx), () =>
        storeImage(
          db,
          media,
          ready,
          (id) => existingImageResponse(db, id, [...read.ignored, ...Object.keys(fields)], ctx),
          async (picture) => {
            const inputs = { ...fields, title: fields['title'] || titleFromFilename(file.name), file: picture }
            const { id, ignored } = await createRecord(db, images, inputs, { ...ctx, queryErrors: read.fieldErrors })
            return writeResponse(201, await shown(db, id, ctx), 1, {
              location: apiUrl(ctx, `/media/${id}`),
              'content-language': ctx.language,
              ...ignoredParametersHeader([...read.ignored, ...ignored]),
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
async function existingImageResponse(db: Db, id: number, ignored: readonly string[], ctx: RequestContext): Promise<EngineResponse> {
  const row = await findOne(db, images, { id }, ctx)
  const names = ignored.filter((name) => name !== 'i18n_language')
  return writeResponse(200, await presentOne(db, images, row, ctx, { as: 'listed' }), row['version'] as number, {
    location: apiUrl(ctx, `/media/${id}`),
    'content-language': ctx.language,
    ...ignoredParametersHeader(names),
  })
}
const shown = async (db: Db, id: number, ctx: RequestContext) =>
  presentOne(db, images, await findOne(db, images, { id }, ctx), ctx, { as: 'listed' })

/** What a picture is called that nobody gave a title: as its file, without the ending. */
export const titleFromFilename = (name: string): string =>
  name
    .replace(/^.*[/\\]/s, '')
    .replace(/\.\w{1,5}$/, '')
    .replace(/[\0-\x1f\x7f]/g, ' ')
    .toWellFormed()
    .slice(0, 200)
    .trim() || 'image'

/** Deletes the files of a removed image at once, without the trash. If that fails, the collection finds them later. */
async function removeWhole(database: Database, media: Media, route: Route, asked: RouteRequest): Promise<RouteResponse> {
  const id = Number(asked.path['id'])
  const [row] = Number.isSafeInteger(id) ? await database.query<{ digest: string }>(sql`select digest from images where id = ${id}`) : []
  const answer = await route.handle(database, asked)
  if (row) await withUnknownFiles(database, row.digest, () => media.store.remove(row.digest))
  return answer
}
