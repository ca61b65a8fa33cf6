// Imports images that a request body references by URL, before the transaction of the write begins (contract 7.6).
import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findOne } from '../../engine/read/records.ts'
import type { Kind, Site } from '../../engine/definition/kind.ts'
import { recordLocator, type RouteRequest, type Route } from '../../engine/route.ts'
import { canEdit } from '../../engine/access/visibility.ts'
import { createRecord, type CreationContext } from '../../engine/write/write-records.ts'
import { hasRole } from '../../kernel/security/caller.ts'
import { isObject, type Inputs } from '../../kernel/http/request-parsing.ts'
import type { Database, Db } from '../../kernel/database/database.ts'
import { EgressError, type FetchResult } from '../../kernel/outbound/egress.ts'
import { overloaded, FieldError, forbidden } from '../../kernel/errors/problems.ts'
import { sql } from '../../kernel/database/sql.ts'
import { images } from '../../resources/images.ts'
import { findImageId, storeImage, prepareImage, withoutStoring, type Media, type PreparedImage } from './image-library.ts'
import { titleFromFilename } from './upload.ts'

/** Each URL takes time to fetch, so a request may have only a few. */
const MAX_URLS = 5

/** An image that was fetched and encoded, but is not in the library yet. */
interface FetchedImage {
  /** SHA-256 digest of the URL. */
  readonly key: Buffer
  readonly response: FetchResult
  readonly prepared: PreparedImage
  /** Temporary folder of the encoded files. */
  readonly folder: string
}
type ImportedImages = ReadonlyMap<string, number | FieldError>
export type FetchedImages = ReadonlyMap<string, number | FieldError | FetchedImage>

/** Maps each URL in the body of a write to its image, which is fetched unless it is in the library, or to the error that prevented it. */
export async function fetchImagesByUrl(
  database: Database,
  media: Media,
  route: Route,
  { ctx, path, body }: Pick<RouteRequest, 'ctx' | 'path' | 'body'>,
): Promise<FetchedImages> {
  const imported = new Map<string, number | FieldError | FetchedImage>()
  if (typeof route.access === 'string' || !route.acceptsBody) return imported
  const { kind, action } = route.access
  const urls = [...new Set(imageUrlsIn(kind, body, ctx.site))]
  const externalUrls = urls.filter((url) => digestFromUrl(url, ctx.site) === null)
  for (const url of urls) {
    const digest = digestFromUrl(url, ctx.site)
    if (digest !== null) imported.set(url, (await findImageId(database, digest)) ?? new FieldError('unknown'))
  }
  if (externalUrls.length === 0) return imported
  if (!hasRole(ctx.caller, 'author')) throw forbidden(ctx.caller.id === null)
  if (
    (action === 'change' || action === 'propose') &&
    !canEdit(kind, await findOne(database, kind, recordLocator(kind, path), ctx), ctx.caller)
  )
    throw forbidden(false)
  // Nothing is fetched for a caller who is not allowed to write the record.
  try {
    for (const [i, url] of externalUrls.entries())
      imported.set(url, i < MAX_URLS ? await fetchImage(database, media, url) : new FieldError('too_many', { max: MAX_URLS }))
  } catch (error) {
    await discardFetchedImages(imported)
    throw error
  }
  return imported
}

/** Yields the URLs of images in a body and in the bodies nested in it. */
function* imageUrlsIn(kind: Kind, body: Inputs, site: Site): Generator<string> {
  for (const [name, { storage, input }] of Object.entries(kind.fields)) {
    const value = body[name]
    if (value === undefined || value === null || value === '') continue
    if (storage.in === 'reference' && storage.shows) {
      const parsed = input?.parse(value)
      if (typeof parsed === 'string') yield parsed
    }
    const to = storage.in === 'links' && storage.create === 'body' ? site.kinds.get(storage.to) : undefined
    if (to) for (const item of [value].flat().slice(0, 100)) if (isBody(item)) yield* imageUrlsIn(to, item, site)
  }
}
/** An object with an id refers to an existing record; its other keys are ignored. */
const isBody = (item: unknown): item is Inputs => isObject(item) && !('id' in item)

/** Returns the digest in a URL of this server: clients may send back an image URL from a response. */
function digestFromUrl(url: string, { publicUrl, restRoot }: Site): string | null {
  const base = `${publicUrl}${restRoot}/media/`
  return url.startsWith(base) ? (/^([0-9a-f]{64})\/[\w.]+$/.exec(url.slice(base.length))?.[1] ?? null) : null
}

interface Source {
  readonly image_id: number
  readonly etag: string | null
  readonly last_modified: string | null
}
/** Fetches the URL on every write, with a conditional request if it was fetched before. */
async function fetchImage(database: Database, media: Media, url: string): Promise<number | FieldError | FetchedImage> {
  const key = createHash('sha256').update(url).digest()
  const [source] = await database.query<Source>(sql`select image_id, etag, last_modified from image_sources where address = ${key}`)
  const response = await fetchConditionally(media, url, source)
  if (response instanceof FieldError) return response
  if (response.status === 304 && source) return source.image_id
  if (response.status !== 200) return new FieldError('not_fetched')
  const folder = await media.store.createTempFolder()
  try {
    const path = join(folder, 'original')
    await writeFile(path, response.body)
    const digest = createHash('sha256').update(response.body).digest('hex')
    const prepared = await prepareImage(database, media, { digest, path, folder })
    if (!(prepared instanceof FieldError)) return { key, response, prepared, folder }
    await discardFolder(folder)
    return prepared
  } catch (error) {
    await discardFolder(folder)
    throw error
  }
}
const discardFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true })
/** Deletes the temporary files of fetched images. */
export async function discardFetchedImages(fetched: FetchedImages): Promise<void> {
  for (const image of fetched.values()) if (isFetched(image)) await discardFolder(image.folder)
}
const isFetched = (image: number | FieldError | FetchedImage): image is FetchedImage => typeof image === 'object' && 'prepared' in image

/** Adds fetched images to the library, each in its own transaction. Returns the id of each URL. */
export async function storeFetchedImages(
  database: Database,
  media: Media,
  fetched: FetchedImages,
  ctx: CreationContext,
): Promise<ImportedImages> {
  const imported = new Map<string, number | FieldError>()
  for (const [url, image] of fetched) imported.set(url, isFetched(image) ? await storeFetched(database, media, image, ctx) : image)
  return imported
}
const storeFetched = (database: Database, media: Media, { key, response, prepared }: FetchedImage, ctx: CreationContext): Promise<number> =>
  database.transaction(async (db) => {
    const id = await storeImage(db, ctx.isDryRun ? withoutStoring(media) : media, prepared, {
      existing: async (existingId) => existingId,
      created: async (encoded) => {
        const inputs = { title: titleFromFilename(filenameFromUrl(response.url)), file: encoded }
        return (await createRecord(db, images, inputs, { ...ctx, strict: false })).id
      },
    })
    await rememberSource(db, { key, image: id, response, now: ctx.now })
    return id
  })

/** Fetches one image and adds it to the library. Returns its id, or the error that prevented it. */
export async function importImage(database: Database, media: Media, url: string, ctx: CreationContext): Promise<number | FieldError> {
  const fetched = new Map([[url, await fetchImage(database, media, url)]])
  try {
    return (await storeFetchedImages(database, media, fetched, ctx)).get(url) ?? new FieldError('not_fetched')
  } finally {
    await discardFetchedImages(fetched)
  }
}

async function fetchConditionally(
  { egress, limitBytes }: Media,
  url: string,
  source: Source | undefined,
): Promise<FetchResult | FieldError> {
  const headers = {
    accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif',
    ...(source?.etag && { 'if-none-match': source.etag }),
    ...(source?.last_modified && { 'if-modified-since': source.last_modified }),
  }
  try {
    return await egress.fetch(url, { headers, maxBytes: limitBytes })
  } catch (error) {
    if (!(error instanceof EgressError)) throw error
    if (error.reason === 'busy') throw overloaded('egress', error)
    // The response omits the reason, because it would reveal details of the internal network.
    return new FieldError('not_fetched')
  }
}

/** Returns the decoded last segment of the path. */
function filenameFromUrl(url: string): string {
  const name = new URL(url).pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

const MAX_VALIDATOR_LENGTH = 500
interface FetchedSource {
  /** SHA-256 digest of the URL. */
  readonly key: Buffer
  readonly image: number
  readonly response: FetchResult
  readonly now: Temporal.Instant
}
/** Stores the validators of the response for the next conditional request, unless they are too long. */
function rememberSource(db: Db, { key, image, response: { headers }, now }: FetchedSource): Promise<unknown> {
  const [etag, modified] = [headers.etag, headers['last-modified']].map((value) =>
    value && value.length <= MAX_VALIDATOR_LENGTH ? value : null,
  )
  return db.query(sql`
insert into image_sources (address, image_id, etag, last_modified, fetched_at)
values (${key}, ${image}, ${etag}, ${modified}, ${now.toString()})
on conflict (address) do update
  set (image_id, etag, last_modified, fetched_at) = (excluded.image_id, excluded.etag, excluded.last_modified, excluded.fetched_at)`)
}
