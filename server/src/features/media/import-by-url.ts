// Images by address: what a body names is fetched and stored before its transaction opens, after it is known that the caller may write there (contract 7.6).
import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findOne } from '../../engine/read/records.ts'
import type { RequestContext, Kind, Site } from '../../engine/definition/kind.ts'
import { recordLocator, type RouteRequest, type Route } from '../../engine/routes.ts'
import { canEdit } from '../../engine/access/visibility.ts'
import { createRecord } from '../../engine/write/write-records.ts'
import { hasRole } from '../../kernel/security/caller.ts'
import type { Inputs } from '../../kernel/http/request-parsing.ts'
import type { Database, Db } from '../../kernel/database/database.ts'
import { EgressError, type FetchResult } from '../../kernel/outbound/egress.ts'
import { overloaded, FieldError, forbidden } from '../../kernel/errors/problems.ts'
import { sql } from '../../kernel/database/sql.ts'
import { images } from '../../resources/images.ts'
import { imageOf, storeImage, prepareImage, type Media } from './image-library.ts'
import { titleFromFilename } from './upload.ts'

/** Most addresses in one request: each costs time. */
const MOST = 5

/** Every address in the body of a write → the image that is there, or why there is none. */
export async function importImagesByUrl(
  database: Database,
  media: Media,
  route: Route,
  { ctx, path, body }: Pick<RouteRequest, 'ctx' | 'path' | 'body'>,
): Promise<ReadonlyMap<string, number | FieldError>> {
  const brought = new Map<string, number | FieldError>()
  if (route.access === 'everyone' || !route.acceptsBody) return brought
  const { kind, action } = route.access
  const addresses = [...new Set(imageUrlsIn(kind, body, ctx.site))]
  const foreign = addresses.filter((address) => digestFromUrl(address, ctx.site) === null)
  for (const address of addresses) {
    const digest = digestFromUrl(address, ctx.site)
    if (digest !== null) brought.set(address, (await imageOf(database, digest)) ?? new FieldError('unknown'))
  }
  if (foreign.length === 0) return brought
  if (!hasRole(ctx.caller, 'author')) throw forbidden(ctx.caller.id === null)
  if (action === 'change' && !canEdit(kind, await findOne(database, kind, recordLocator(kind, path), ctx), ctx.caller))
    throw forbidden(false)
  for (const [i, address] of foreign.entries())
    brought.set(address, i < MOST ? await fetchImage(database, media, address, ctx) : new FieldError('too_many', { max: MOST }))
  return brought
}

/** Addresses of images in a body, and in the bodies inside it. */
function* imageUrlsIn(kind: Kind, body: Inputs, site: Site): Generator<string> {
  for (const [name, { storage, input }] of Object.entries(kind.fields)) {
    const value = body[name]
    if (value === undefined || value === null || value === '') continue
    if (storage.in === 'reference' && storage.shows) {
      const read = input?.parse(value)
      if (typeof read === 'string') yield read
    }
    const to = storage.in === 'links' && storage.create === 'body' ? site.kinds.get(storage.to) : undefined
    if (to) for (const item of [value].flat().slice(0, 100)) if (isBody(item)) yield* imageUrlsIn(to, item, site)
  }
}
const isBody = (item: unknown): item is Inputs => typeof item === 'object' && item !== null && !Array.isArray(item) && !('id' in item)

/** The digest in an address of ours: what was shown may be sent back. */
function digestFromUrl(address: string, { publicUrl, restRoot }: Site): string | null {
  const base = `${publicUrl}${restRoot}/media/`
  return address.startsWith(base) ? (/^([0-9a-f]{64})\/[\w.]+$/.exec(address.slice(base.length))?.[1] ?? null) : null
}

interface Source {
  readonly image_id: number
  readonly etag: string | null
  readonly last_modified: string | null
}
/** Fetched anew each time it is sent; a server that remembers what we have need not send it again. */
async function fetchImage(database: Database, media: Media, address: string, ctx: RequestContext): Promise<number | FieldError> {
  const key = createHash('sha256').update(address).digest()
  const [source] = await database.query<Source>(sql`select image_id, etag, last_modified from image_sources where address = ${key}`)
  const answer = await fetchConditionally(media, address, source)
  if (answer instanceof FieldError) return answer
  if (answer.status === 304 && source) return source.image_id
  if (answer.status !== 200) return new FieldError('not_fetched')
  const folder = await media.store.scratch()
  try {
    const file = join(folder, 'sent')
    await writeFile(file, answer.body)
    const ready = await prepareImage(database, media, createHash('sha256').update(answer.body).digest('hex'), file, folder)
    if (ready instanceof FieldError) return ready
    return await database.transaction(async (db) => {
      const id = await storeImage(
        db,
        media,
        ready,
        async (known) => known,
        async (picture) =>
          (await createRecord(db, images, { title: titleFromFilename(nameIn(answer.url)), file: picture }, { ...ctx, strict: false })).id,
      )
      await rememberSource(db, key, id, answer, ctx)
      return id
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function fetchConditionally(
  { egress, limitBytes }: Media,
  address: string,
  source: Source | undefined,
): Promise<FetchResult | FieldError> {
  const headers = {
    accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif',
    ...(source?.etag && { 'if-none-match': source.etag }),
    ...(source?.last_modified && { 'if-modified-since': source.last_modified }),
  }
  try {
    return await egress.fetch(address, { headers, maxBytes: limitBytes })
  } catch (error) {
    if (!(error instanceof EgressError)) throw error
    if (error.reason === 'busy') throw overloaded(error)
    // Why is not said: it would tell what is inside.
    return new FieldError('not_fetched')
  }
}

/** The last part of an address, as people read it. */
function nameIn(address: string): string {
  const name = new URL(address).pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

const LONGEST_MARK = 500
/** What the server said of its answer, for the next question. What is too long is not repeated. */
function rememberSource(db: Db, key: Buffer, image: number, { headers }: FetchResult, ctx: RequestContext): Promise<unknown> {
  const [etag, modified] = [headers.etag, headers['last-modified']].map((mark) => (mark && mark.length <= LONGEST_MARK ? mark : null))
  return db.query(sql`
insert into image_sources (address, image_id, etag, last_modified, fetched_at)
values (${key}, ${image}, ${etag}, ${modified}, ${ctx.now.toString()})
on conflict (address) do update
  set (image_id, etag, last_modified, fetched_at) = (excluded.image_id, excluded.etag, excluded.last_modified, excluded.fetched_at)`)
}
