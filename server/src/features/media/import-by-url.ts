// Images by address: what a body names is fetched and stored before its transaction opens, after it is known that the caller may write there (contract 7.6).
import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findOne } from '../../engine/read/records.ts'
import type { Ask, Kind, Site } from '../../engine/definition/resource.ts'
import { addressOf, type Asked, type Route } from '../../engine/routes.ts'
import { mayEdit } from '../../engine/access/visibility.ts'
import { create } from '../../engine/write/write-records.ts'
import { atLeast } from '../../kernel/security/caller.ts'
import type { Inputs } from '../../kernel/http/request-parsing.ts'
import type { Database, Db } from '../../kernel/database/database.ts'
import { EgressRefused, type Fetched } from '../../kernel/outbound/egress.ts'
import { busy, Fault, forbidden } from '../../kernel/errors/problems.ts'
import { sql } from '../../kernel/database/sql.ts'
import { images } from '../../resources/images.ts'
import { imageOf, keep, prepare, type Media } from './image-library.ts'
import { titleOf } from './upload.ts'

/** Most addresses in one request: each costs time. */
const MOST = 5

/** Every address in the body of a write → the image that is there, or why there is none. */
export async function bring(
  database: Database,
  media: Media,
  route: Route,
  { ask, path, body }: Pick<Asked, 'ask' | 'path' | 'body'>,
): Promise<ReadonlyMap<string, number | Fault>> {
  const brought = new Map<string, number | Fault>()
  if (route.access === 'everyone' || !route.takes_body) return brought
  const { kind, action } = route.access
  const addresses = [...new Set(addressesIn(kind, body, ask.site))]
  const foreign = addresses.filter((address) => digestIn(address, ask.site) === null)
  for (const address of addresses) {
    const digest = digestIn(address, ask.site)
    if (digest !== null) brought.set(address, (await imageOf(database, digest)) ?? new Fault('unknown'))
  }
  if (foreign.length === 0) return brought
  if (!atLeast(ask.caller, 'author')) throw forbidden(ask.caller.id === null)
  if (action === 'change' && !mayEdit(kind, await findOne(database, kind, addressOf(kind, path), ask), ask.caller)) throw forbidden(false)
  for (const [i, address] of foreign.entries())
    brought.set(address, i < MOST ? await fetchImage(database, media, address, ask) : new Fault('too_many', { max: MOST }))
  return brought
}

/** Addresses of images in a body, and in the bodies inside it. */
function* addressesIn(kind: Kind, body: Inputs, site: Site): Generator<string> {
  for (const [name, { place, sort }] of Object.entries(kind.fields)) {
    const value = body[name]
    if (value === undefined || value === null || value === '') continue
    if (place.in === 'reference' && place.shows) {
      const read = sort?.read(value)
      if (typeof read === 'string') yield read
    }
    const to = place.in === 'links' && place.create === 'body' ? site.kinds.get(place.to) : undefined
    if (to) for (const item of [value].flat().slice(0, 100)) if (isBody(item)) yield* addressesIn(to, item, site)
  }
}
const isBody = (item: unknown): item is Inputs => typeof item === 'object' && item !== null && !Array.isArray(item) && !('id' in item)

/** The digest in an address of ours: what was shown may be sent back. */
function digestIn(address: string, { public_url, rest_root }: Site): string | null {
  const base = `${public_url}${rest_root}/media/`
  return address.startsWith(base) ? (/^([0-9a-f]{64})\/[\w.]+$/.exec(address.slice(base.length))?.[1] ?? null) : null
}

interface Source {
  readonly image_id: number
  readonly etag: string | null
  readonly last_modified: string | null
}
/** Fetched anew each time it is sent; a server that remembers what we have need not send it again. */
async function fetchImage(database: Database, media: Media, address: string, ask: Ask): Promise<number | Fault> {
  const key = createHash('sha256').update(address).digest()
  const [source] = await database.query<Source>(sql`select image_id, etag, last_modified from image_sources where address = ${key}`)
  const answer = await answerOf(media, address, source)
  if (answer instanceof Fault) return answer
  if (answer.status === 304 && source) return source.image_id
  if (answer.status !== 200) return new Fault('not_fetched')
  const folder = await media.store.scratch()
  try {
    const file = join(folder, 'sent')
    await writeFile(file, answer.body)
    const ready = await prepare(database, media, createHash('sha256').update(answer.body).digest('hex'), file, folder)
    if (ready instanceof Fault) return ready
    return await database.transaction(async (db) => {
      const id = await keep(
        db,
        media,
        ready,
        async (known) => known,
        async (picture) => (await create(db, images, { title: titleOf(nameIn(answer.url)), file: picture }, { ...ask, strict: false })).id,
      )
      await remember(db, key, id, answer, ask)
      return id
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function answerOf({ egress, limit_bytes }: Media, address: string, source: Source | undefined): Promise<Fetched | Fault> {
  const headers = {
    accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif',
    ...(source?.etag && { 'if-none-match': source.etag }),
    ...(source?.last_modified && { 'if-modified-since': source.last_modified }),
  }
  try {
    return await egress.fetch(address, { headers, max_bytes: limit_bytes })
  } catch (error) {
    if (!(error instanceof EgressRefused)) throw error
    if (error.reason === 'busy') throw busy(error)
    // Why is not said: it would tell what is inside.
    return new Fault('not_fetched')
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
function remember(db: Db, key: Buffer, image: number, { headers }: Fetched, ask: Ask): Promise<unknown> {
  const [etag, modified] = [headers.etag, headers['last-modified']].map((mark) => (mark && mark.length <= LONGEST_MARK ? mark : null))
  return db.query(sql`
insert into image_sources (address, image_id, etag, last_modified, fetched_at)
values (${key}, ${image}, ${etag}, ${modified}, ${ask.now.toString()})
on conflict (address) do update
  set (image_id, etag, last_modified, fetched_at) = (excluded.image_id, excluded.etag, excluded.last_modified, excluded.fetched_at)`)
}
