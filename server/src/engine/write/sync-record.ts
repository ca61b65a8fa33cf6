// Updates everything that follows from a write to a record: its dates, its exceptions, and its listing rows.
import type { Db } from '../../kernel/database/database.ts'
import { ref, sql } from '../../kernel/database/sql.ts'
import { recordExceptionChanges } from '../changes/change-log.ts'
import type { Kind, Listing, RequestContext, StoredRow } from '../definition/kind.ts'
import { loadTextsOf, type Texts } from '../texts/texts.ts'
import { saveTexts } from '../texts/write-texts.ts'
import { assignSlug } from './unique-slugs.ts'
import { changesListing, syncListing, syncPublicRows } from './listing-rows.ts'
import { loadExceptions, updateExceptions } from './exceptions.ts'
import { syncDates, type DatesChange } from './sync-dates.ts'

export interface StoredWrite {
  readonly before: StoredRow
  readonly after: StoredRow
  readonly linksChanged: boolean
  /** Explicit moves of dates, by local start. */
  readonly moves?: ReadonlyMap<string, string>
}
export interface SyncResult {
  /** The change of the dates, if the record is a series and they were computed again. */
  readonly dates: DatesChange | null
  readonly exceptions: readonly number[]
}

/** Must run in the transaction of the write, after links were written. */
export async function syncRecord(db: Db, kind: Kind, write: StoredWrite, ctx: RequestContext): Promise<SyncResult> {
  const { listing } = kind
  const { before, after } = write
  if (!listing) return { dates: null, exceptions: [] }
  if (listing.isSeries(after)) return syncSeries(db, kind, listing, write, ctx)
  if (listing.isSeries(before)) await syncListing(db, kind, [after, ...(await endSeries(db, kind, listing, after, ctx))])
  else if (changesListingRows(kind, write)) await syncListing(db, kind, [after])
  return { dates: null, exceptions: [] }
}
const changesListingRows = (kind: Kind, { before, after, linksChanged }: StoredWrite): boolean =>
  linksChanged || changesListing(kind, before, after)

async function syncSeries(db: Db, kind: Kind, listing: Listing, write: StoredWrite, ctx: RequestContext): Promise<SyncResult> {
  const { before, after, moves } = write
  const id = after['id'] as number
  const wasSeries = listing.isSeries(before)
  const changesDates =
    !wasSeries || ['recurrence', 'expanded_until', ...listing.recurring.dateColumns].some((name) => differs(before[name], after[name]))
  if (!wasSeries) await db.query(sql`delete from ${ref(listing.table)} where id = ${id}`)
  const dates = changesDates ? await syncDates(db, kind, listing, { series: after, ...(moves && { moves }) }, ctx) : null
  const series = dates?.series ?? after
  const exceptions = wasSeries
    ? await updateExceptions(db, kind, { series, linksChanged: write.linksChanged, ...(dates && { dates: dates.exceptionDates }) }, ctx)
    : []
  if (dates || changesListingRows(kind, write)) await syncListing(db, kind, [series, ...exceptions.filter((row) => row.is_listed)])
  return { dates, exceptions: exceptions.map(({ id: exceptionId }) => exceptionId) }
}
const differs = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) !== JSON.stringify(b ?? null)

/** Removes the dates of a series that becomes a single record. Its exceptions become single records too, and get slugs of their own. Returns those that are listed. */
async function endSeries(db: Db, kind: Kind, listing: Listing, series: StoredRow, ctx: RequestContext): Promise<StoredRow[]> {
  const id = series['id'] as number
  const exceptions = await loadExceptions(db, kind, id)
  const texts = await loadTextsOf(
    db,
    kind,
    exceptions.map((exception) => exception['id'] as number),
  )
  await db.query(sql`
with gone as (delete from ${ref(listing.table)} where series_id = ${id} and record_id = ${id} returning id, series_id, original_start, own_version)
insert into retired_occurrences (id, series_id, original_start, own_version) select id, series_id, original_start, own_version from gone`)
  if (exceptions.length === 0) return []
  // The exception of an excluded date keeps its id as a single record. A later series must not give the id to a date.
  await db.query(sql`delete from retired_occurrences r using ${ref(kind.table)} x where x.series_id = ${id} and r.id = x.id`)
  const ended = await db.query<StoredRow>(sql`
update ${ref(kind.table)} set series_id = null, original_start = null, overrides = '{}', own_status = null,
  version = ${series['version']} + own_version, modified_at = greatest(modified_at, ${series['modified_at']}::timestamptz)
where series_id = ${id} returning *`)
  const states = exceptions.map((row) => [String(row['id']), endedState(row, texts.get(row['id'] as number) ?? new Map())])
  await recordExceptionChanges(db, kind, { series, before: exceptions, after: ended, ended: Object.fromEntries(states) }, ctx)
  for (const row of ended) {
    const own = texts.get(row['id'] as number) ?? new Map()
    const original = String(row['language'])
    const title = own.get(original)?.[kind.title] ?? kind.name
    const bare: Texts = new Map([...own].map(([language, text]) => [language, { ...text, slug: null }]))
    const change = { texts: bare, language: original, slug: { generateFrom: title }, fallbackSlug: null, fieldErrors: {} }
    const after = await assignSlug(db, kind, change, row['id'] as number)
    await saveTexts(
      db,
      kind,
      [{ id: row['id'] as number, before: own, after, original, defaultLanguage: ctx.site.defaultLanguage, row }],
      ctx.now.toString(),
    )
  }
  return ended.filter((row) => row['status'] !== 'trash')
}

/** The parts of an exception that it loses when it becomes a single record. */
const endedState = (row: StoredRow, texts: Texts): StoredRow => ({
  original_start: row['original_start'],
  overrides: row['overrides'],
  own_status: row['own_status'],
  texts: Object.fromEntries(texts),
})

/** Inserts the dates of a new series. */
export async function insertDates(db: Db, kind: Kind, id: number, ctx: RequestContext): Promise<DatesChange | null> {
  const { listing } = kind
  if (!listing) return null
  const [series] = await db.query<StoredRow>(sql`select * from ${ref(kind.table)} where id = ${id}`)
  if (!series) return null
  const dates = await syncDates(db, kind, listing, { series }, ctx)
  await syncPublicRows(db, listing, [id])
  return dates
}
