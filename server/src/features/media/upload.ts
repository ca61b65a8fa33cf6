// POST /media: uploads an image, as the request body or in a form. The engine provides the other routes of images.
import { apiUrl, changeIdHeader, writeResponse, type EngineResponse } from '../../engine/response/responses.ts'
import { findOne, presentOne } from '../../engine/read/records.ts'
import type { RequestContext, Site } from '../../engine/definition/kind.ts'
import { idempotencyInput } from '../../engine/write-handlers.ts'
import { kindRoutes } from '../../engine/routes.ts'
import { type RouteResponse, type RouteRequest, type Route } from '../../engine/route.ts'
import { parseWriteInputs, type ParsedWriteInputs } from '../../engine/input/write-inputs.ts'
import { withWriteErrors } from '../../engine/write/write-errors.ts'
import { createRecord } from '../../engine/write/write-records.ts'
import { ignoredParametersHeader } from '../../engine/response/sparse-fields.ts'
import type { Database, Db } from '../../kernel/database/database.ts'
import { withIdempotencyKey } from '../../kernel/http/idempotency.ts'
import { FieldError, invalidParams } from '../../kernel/errors/problems.ts'
import { sql } from '../../kernel/database/sql.ts'
import { Upload } from '../../kernel/http/uploads.ts'
import { images } from '../../resources/images.ts'
import { storeImage, prepareImage, withoutStoring, withUnreferencedFiles, type Media, type PreparedImage } from './image-library.ts'

export const mediaRoutes = (site: Site, media: Media | null): Route[] =>
  kindRoutes(images, site).map((route) => {
    if (!media) return route.method === 'POST' && route.path === '/media' ? { ...route, acceptsFile: true } : route
    if (route.method === 'POST' && route.path === '/media')
      return {
        ...route,
        acceptsFile: true,
        admissionClass: () => 'upload',
        prepare: (database, request) => encodeUpload(database, media, request),
        handle: (database, request) => uploadImage(database, media, route, request),
      }
    if (route.method === 'DELETE') return { ...route, handle: (database, request) => removeWithFiles(database, media, route, request) }
    return route
  })

/** An uploaded file that was encoded, or the error that prevented it. */
class EncodedUpload {
  readonly name: string
  readonly digest: string
  readonly image: PreparedImage | FieldError
  constructor({ name, digest }: Upload, image: PreparedImage | FieldError) {
    this.name = name
    this.digest = digest
    this.image = image
  }
}
async function encodeUpload(database: Database, media: Media, request: RouteRequest): Promise<RouteRequest> {
  const { file } = request.body
  if (!(file instanceof Upload)) return request
  return { ...request, body: { ...request.body, file: new EncodedUpload(file, await prepareImage(database, media, file)) } }
}

async function uploadImage(database: Database, media: Media, route: Route, request: RouteRequest): Promise<RouteResponse> {
  const { ctx, body, query, headers } = request
  const { file, ...fields } = body
  // Without a file, the validation of the engine fails and reports it.
  if (!(file instanceof EncodedUpload))
    return route.handle(database, { ...request, body: { ...body, title: fields['title'] || titleFromFilename('') } })
  const { name, digest, image } = file
  const parsed = parseWriteInputs(images, route.params, { query, body: fields }, ctx)
  if (image instanceof FieldError) throw invalidParams({ ...parsed.fieldErrors, file: image })
  return withWriteErrors(database, images, 'transaction', (db) =>
    withIdempotencyKey(db, headers['idempotency-key'], idempotencyInput(images, { ...fields, file: digest }, ctx), () =>
      storeImage(db, ctx.isDryRun ? withoutStoring(media) : media, image, {
        existing: (id) => existingImageResponse(db, id, parsed, ctx),
        created: async (encoded) => {
          const inputs = { ...parsed.fields, title: fields['title'] || titleFromFilename(name), file: encoded }
          const { id } = await createRecord(db, images, inputs, { ...ctx, paramErrors: parsed.fieldErrors })
          return writeResponse(201, await presentImage(db, id, ctx), 1, {
            location: apiUrl(ctx, `/media/${id}`),
            'content-language': ctx.language,
            ...ignoredParametersHeader(parsed.ignored),
            ...changeIdHeader({ isLogged: true }, ctx),
          })
        },
      }),
    ),
  )
}

/** Responds with the existing image. It may belong to another user, so its fields are ignored, and a header lists them. */
async function existingImageResponse(db: Db, id: number, parsed: ParsedWriteInputs, ctx: RequestContext): Promise<EngineResponse> {
  if (Object.keys(parsed.fieldErrors).length > 0) throw invalidParams(parsed.fieldErrors)
  const row = await findOne(db, images, { id }, ctx)
  const names = new Set([...parsed.ignored, ...Object.keys(parsed.fields)])
  return writeResponse(200, await presentOne(db, images, { row, as: 'listed' }, ctx), row['version'] as number, {
    location: apiUrl(ctx, `/media/${id}`),
    'content-language': ctx.language,
    ...ignoredParametersHeader([...names]),
  })
}
const presentImage = async (db: Db, id: number, ctx: RequestContext) =>
  presentOne(db, images, { row: await findOne(db, images, { id }, ctx), as: 'listed' }, ctx)

/** Default title of an image: the name of the file without its extension. */
export const titleFromFilename = (name: string): string =>
  name
    .replace(/^.*[/\\]/s, '')
    .replace(/\.\w{1,5}$/, '')
    .replace(/[\0-\x1f\x7f]/g, ' ')
    .toWellFormed()
    .slice(0, 200)
    .trim() || 'image'

/**
 * Deletes the files of a deleted image at once, without the trash. If that fails, garbage collection deletes them later. A database that is not
 * the one that deletes files there moves them to the trash: the other one moves them back if they belong to its images.
 */
async function removeWithFiles(database: Database, media: Media, route: Route, request: RouteRequest): Promise<RouteResponse> {
  const id = Number(request.path['id'])
  const [row] = Number.isSafeInteger(id) ? await database.query<{ digest: string }>(sql`select digest from images where id = ${id}`) : []
  const response = await route.handle(database, request)
  // An open transaction may be rolled back, so garbage collection deletes the files after its commit.
  if (row && !database.isTransaction)
    await withUnreferencedFiles(database, row.digest, () => removeFiles(media, row.digest, request.ctx)).catch((error: unknown) =>
      media.log.warn({ err: error, digest: row.digest }, 'the files of a deleted picture are left to garbage collection'),
    )
  return response
}
async function removeFiles({ store, monitor }: Media, digest: string, { now }: RequestContext): Promise<void> {
  if (await monitor.mayDelete()) return store.remove(digest)
  await store.moveToTrash(digest, now.add({ hours: 24 }), now)
}
