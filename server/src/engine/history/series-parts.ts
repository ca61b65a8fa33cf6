// Joins series that a write split, splits them again, and makes single records exceptions of their series again.
import type { Db } from '../../kernel/database/database.ts'
import { ref, sql } from '../../kernel/database/sql.ts'
import { recordExceptionChanges } from '../changes/change-log.ts'
import { ENDED } from '../changes/erase.ts'
import type { Kind, Listing, RequestContext, StoredRow } from '../definition/kind.ts'
import { loadTexts } from '../texts/texts.ts'
import { saveTexts } from '../texts/write-texts.ts'
import { syncListing, syncPublicRows } from '../write/listing-rows.ts'
import { insertDates } from '../write/sync-record.ts'
import { findEditable } from '../write/write-records.ts'
import type { HistoryRow } from './log-rows.ts'
import { textsOf } from './record-state.ts'
import { reinsertRow, removeRow, type Reinserted } from './removed-records.ts'

/** Moves all dates of a series to the series that it was split from, and removes it. The caller then writes the recurrence of the other series. */
export async function joinSeries(
  db: Db,
  kind: Kind,
  { id, into }: { readonly id: number; readonly into: number },
  ctx: RequestContext,
): Promise<number> {
  const listing = listingOf(kind)
  await findEditable(db, kind, { id: into }, ctx)
  const row = await findEditable(db, kind, { id }, ctx)
  const dates = await db.query<{ id: number }>(sql`
select id from ${ref(listing.table)} where series_id = ${id} union all select id from retired_occurrences where series_id = ${id} order by id`)
  const ids = dates.map((date) => date.id)
  await moveDates(db, kind, { ids, from: id, to: into })
  // The version of a date is that of its series plus its own writes, and never falls.
  await db.query(sql`
update ${ref(kind.table)} set version = greatest(version, (select s.version from ${ref(kind.table)} s where s.id = ${id})) where id = ${into}`)
  const version = await removeRow(db, kind, { row, removal: { joined_into: into }, dates: ids }, ctx)
  await syncPublicRows(db, listing, [id, into])
  return version
}

/** Inserts a series that was joined with another one, and moves its dates to it. */
export async function splitAgain(
  db: Db,
  kind: Kind,
  { logged, from }: { readonly logged: HistoryRow; readonly from: number },
  ctx: RequestContext,
): Promise<Reinserted> {
  await findEditable(db, kind, { id: from }, ctx)
  const id = logged.record_id
  const [source] = await db.query<{ version: number }>(sql`select version from ${ref(kind.table)} where id = ${from}`)
  // The dates had the version of the other series meanwhile.
  const version = Math.max(logged.version, source?.version ?? 0)
  const inserted = await reinsertRow(db, kind, { logged: { ...logged, version }, copiedFrom: from }, ctx)
  const ids = (logged.before?.['dates'] ?? []) as readonly number[]
  await moveDates(db, kind, { ids, from, to: id })
  await insertDates(db, kind, id, ctx)
  return inserted
}

/** Only kinds with a listing have series. */
function listingOf({ listing, plural }: Kind): Listing {
  if (!listing) throw new TypeError(`${plural} have no dates`)
  return listing
}

interface MovedDates {
  readonly ids: readonly number[]
  readonly from: number
  readonly to: number
}
async function moveDates(db: Db, kind: Kind, { ids, from, to }: MovedDates): Promise<void> {
  const { table } = kind
  const listing = listingOf(kind)
  const series = ref(listing.seriesColumn)
  await db.query(sql`
update ${ref(listing.table)} set series_id = ${to}, record_id = case when record_id = ${from} then ${to} else record_id end
where series_id = ${from} and id = any(${ids}::bigint[])`)
  await db.query(sql`update retired_occurrences set series_id = ${to} where series_id = ${from} and id = any(${ids}::bigint[])`)
  await db.query(sql`update ${ref(table)} set ${series} = ${to} where ${series} = ${from} and id = any(${ids}::bigint[])`)
}

/** Makes records exceptions again that became single records when their series ended. The caller then writes the recurrence of the series. */
export async function reattachExceptions(db: Db, kind: Kind, logged: HistoryRow, ctx: RequestContext): Promise<void> {
  const listing = listingOf(kind)
  const ended = (logged.before?.[ENDED] ?? {}) as Readonly<Record<string, StoredRow>>
  const seriesId = logged.record_id
  const series = await findEditable(db, kind, { id: seriesId }, ctx)
  for (const [key, state] of Object.entries(ended)) {
    const id = Number(key)
    const before = await findEditable(db, kind, { id }, ctx)
    const texts = await loadTexts(db, kind, id)
    const [after] = await db.query<StoredRow>(sql`
update ${ref(kind.table)} set ${ref(listing.seriesColumn)} = ${seriesId}, original_start = ${state['original_start']}, overrides = ${state['overrides']}::text[],
  ${ref('own_status')} = ${state['own_status'] ?? null}, own_version = greatest(own_version, version - ${series['version']}) + 1, version = version + 1, modified_at = ${ctx.now.toString()}
where id = ${id} returning *`)
    if (!after) continue
    await (after['status'] === 'trash' ? retireDate(db, after) : syncListing(db, kind, [after]))
    const original = String(after['language'])
    const write = { id, before: texts, after: textsOf(state['texts']), original, defaultLanguage: ctx.site.defaultLanguage, row: after }
    await saveTexts(db, kind, [write], ctx.now.toString())
    await recordExceptionChanges(db, kind, { series, before: [before], after: [after] }, ctx)
  }
}
/** The exception of an excluded date is found by its id when the date returns. */
const retireDate = (db: Db, exception: StoredRow): Promise<unknown> =>
  db.query(sql`
insert into retired_occurrences (id, series_id, original_start, own_version)
values (${exception['id']}, ${exception['series_id']}, ${exception['original_start']}, ${exception['own_version']}) on conflict do nothing`)
