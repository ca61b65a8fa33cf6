// Stores the dates of a series: matches them to the dates that it had, so that each date keeps its id (contract 13.4.1).
import type { Db } from '../../kernel/database/database.ts'
import { join, ref, sql } from '../../kernel/database/sql.ts'
import { matchDates, type KnownDate } from '../../kernel/recurrence/match-dates.ts'
import { toSqlValue } from './insert-statement.ts'
import type { Kind, Listing, RequestContext, StoredRow } from '../definition/kind.ts'
import type { SeriesDate } from '../definition/series-dates.ts'

export interface DateChange {
  readonly id: number
  /** Local start by the recurrence before and after the write. Null if the series did not or does not have the date. */
  readonly from: string | null
  readonly to: string | null
}
export interface DatesChange {
  readonly added: readonly DateChange[]
  readonly removed: readonly DateChange[]
  readonly moved: readonly DateChange[]
  readonly unchanged: number
  /** Exceptions whose dates the recurrence no longer has. They stay as additional dates. */
  readonly exceptionsKept: readonly number[]
  /** The date of each exception by the recurrence. */
  readonly exceptionDates: ReadonlyMap<number, SeriesDate>
  /** The columns of the series after the write. */
  readonly series: StoredRow
}
export interface SeriesSync {
  readonly series: StoredRow
  /** Explicit moves of dates, by local start. */
  readonly moves?: ReadonlyMap<string, string>
}

interface StoredDate extends KnownDate {
  readonly record_id: number | null
  readonly own_version: number
  readonly starts_local: string | null
  readonly ends_local: string | null
}

/** Must run in the transaction of the write, which has locked the series. */
export async function syncDates(
  db: Db,
  kind: Kind,
  listing: Listing,
  { series, moves }: SeriesSync,
  ctx: RequestContext,
): Promise<DatesChange> {
  const known = await loadDates(db, listing, series['id'] as number)
  const exceptions = new Set(known.filter(({ id, record_id }) => id === record_id).map(({ id }) => id))
  const trashed = await loadTrashedExceptions(db, kind, series['id'] as number)
  const match = (record: StoredRow) => {
    const dates = listing.recurring.dates(record, ctx)
    return {
      dates,
      matched: matchDates(
        known,
        dates.map((date) => date.original_start),
        moves,
      ),
    }
  }
  let [record, result] = [series, match(series)]
  const unmatched = new Set(result.matched.retired.filter((id) => exceptions.has(id)))
  const starts = known.flatMap(({ id, start }) => (unmatched.has(id) ? [start] : []))
  const columns = starts.length === 0 ? {} : listing.recurring.addDates(series, starts, ctx)
  if (Object.keys(columns).length > 0) {
    record = { ...series, ...columns }
    const sets = Object.entries(columns).map(([name, value]) => sql`${ref(name)} = ${toSqlValue(value)}`)
    await db.query(sql`update ${ref(kind.table)} set ${join(sets)} where id = ${series['id']}`)
    result = match(record)
  }
  // The exceptions of excluded dates are removed together with their dates.
  const removed = new Set(result.matched.retired)
  const kept = [...unmatched].filter((id) => !removed.has(id))
  const ids = await storeDates(db, listing, { series: record, known, ...result, own: new Set([...exceptions, ...trashed]) })
  await moveRetired(db, known, { starts: listing.recurring.excludedStarts(record, ctx), kept: result.matched.kept, moves })
  return describe(known, result, { ids, kept, record })
}
const loadDates = (db: Db, { table }: Listing, seriesId: number): Promise<StoredDate[]> =>
  db.query<StoredDate>(sql`
select id, original_start::text as start, false as retired, record_id, own_version, starts_local::text, ends_local::text from ${ref(table)} where series_id = ${seriesId}
union all
select id, original_start::text, true, null, own_version, null, null from retired_occurrences where series_id = ${seriesId}
order by start, retired, id`)

interface RetiredMove {
  readonly starts: readonly string[]
  readonly kept: readonly { readonly id: number }[]
  readonly moves: ReadonlyMap<string, string> | undefined
}
/** Excluded dates move with the pattern too, so that they are found when they return (contract 13.2.6). */
async function moveRetired(db: Db, known: readonly StoredDate[], { starts, kept, moves }: RetiredMove): Promise<void> {
  const live = new Set(kept.map(({ id }) => id))
  const retired = known.filter(({ id }) => !live.has(id)).map((date) => ({ ...date, retired: false }))
  const moved = retired.length === 0 ? [] : matchDates(retired, starts, moves).kept.filter(({ from, to }) => from !== to)
  if (moved.length === 0) return
  await db.query(sql`
update retired_occurrences r set original_start = m.to_start
from unnest(${moved.map(({ id }) => id)}::bigint[], ${moved.map(({ to }) => to)}::timestamp[]) m(id, to_start) where r.id = m.id`)
}

/** Exceptions of dates that were excluded are in the trash, and have no listing row. */
async function loadTrashedExceptions(db: Db, { table, listing }: Kind, seriesId: number): Promise<ReadonlySet<number>> {
  if (!listing) return new Set()
  const rows = await db.query<{ id: number }>(sql`
select r.id from ${ref(table)} r where r.${ref(listing.seriesColumn)} = ${seriesId}
  and not exists (select 1 from ${ref(listing.table)} o where o.id = r.id)`)
  return new Set(rows.map(({ id }) => id))
}

interface DatesToStore {
  readonly series: StoredRow
  readonly known: readonly StoredDate[]
  readonly dates: readonly SeriesDate[]
  readonly matched: ReturnType<typeof matchDates>
  /** Dates that have a record of their own. */
  readonly own: ReadonlySet<number>
}
/** Returns the ids of the new dates, by start. */
async function storeDates(
  db: Db,
  listing: Listing,
  { series, known, dates, matched, own }: DatesToStore,
): Promise<ReadonlyMap<string, number>> {
  const seriesId = series['id'] as number
  const idOf = new Map(matched.kept.map(({ id, to }) => [to, id]))
  const versions = new Map(known.map(({ id, own_version }) => [id, own_version]))
  const shared = listing.row(series)
  const rows = dates.map((date) => {
    const id = idOf.get(date.original_start) ?? null
    const isOwn = id !== null && own.has(id)
    return {
      ...shared,
      ...date,
      ...(isOwn && { starts_local: null, ends_local: null }),
      id,
      record_id: isOwn ? id : seriesId,
      series_id: seriesId,
      own_version: (id === null ? 0 : versions.get(id)) ?? 0,
    }
  })
  const columns = ['record_id', 'starts_local', 'ends_local', ...listing.columns]
  const list = (alias: string) => join(columns.map((name) => ref(alias ? `${alias}.${name}` : name)))
  const added = await db.query<{ id: number; start: string }>(sql`
with e as (
  select * from jsonb_populate_recordset(null::${ref(listing.table)}, ${JSON.stringify(rows)}::jsonb)
), gone as (
  delete from ${ref(listing.table)} where id = any(${matched.retired}::bigint[]) returning id, series_id, original_start, own_version
), retired as (
  insert into retired_occurrences (id, series_id, original_start, own_version) select id, series_id, original_start, own_version from gone where id <> ${seriesId}
), returned as (
  delete from retired_occurrences r using e where r.id = e.id
), kept as (
  insert into ${ref(listing.table)} as o (id, ${list('')}) select id, ${list('')} from e where id is not null
  on conflict on constraint ${ref(`${listing.table}_pkey`)} do update set (${list('')}) = (${list('excluded')})
  where o.record_id = ${seriesId} and (${list('o')}) is distinct from (${list('excluded')})
    or o.record_id <> ${seriesId} and o.original_start <> excluded.original_start
)
insert into ${ref(listing.table)} (id, ${list('')}) select nextval('record_ids'), ${list('')} from e where id is null order by original_start
returning id, original_start::text as start`)
  return new Map(added.map(({ id, start }) => [start, id]))
}

interface StoredResult {
  readonly ids: ReadonlyMap<string, number>
  readonly kept: readonly number[]
  readonly record: StoredRow
}
function describe(
  known: readonly StoredDate[],
  { dates, matched }: Pick<DatesToStore, 'dates' | 'matched'>,
  { ids, kept, record }: StoredResult,
): DatesChange {
  const before = new Map(known.map((date) => [date.id, date]))
  const byStart = new Map(dates.map((date) => [date.original_start, date]))
  const isMoved = ({ id, from, to }: { id: number; from: string; to: string }): boolean => {
    const [old, now] = [before.get(id), byStart.get(to)]
    if (from !== to) return true
    return old?.starts_local !== null && (old?.starts_local !== now?.starts_local || old?.ends_local !== now?.ends_local)
  }
  const live = matched.kept.filter(({ id }) => before.get(id)?.retired === false)
  const returned = matched.kept.filter(({ id }) => before.get(id)?.retired === true)
  const moved = live.filter(isMoved)
  return {
    added: [
      ...returned.map(({ id, to }) => ({ id, from: null, to })),
      ...matched.added.map((to) => ({ id: ids.get(to) ?? 0, from: null, to })),
    ],
    removed: matched.retired.map((id) => ({ id, from: before.get(id)?.start ?? null, to: null })),
    moved,
    unchanged: live.length - moved.length,
    exceptionsKept: kept,
    exceptionDates: new Map(
      matched.kept.flatMap(({ id, to }) => {
        const date = byStart.get(to)
        return date ? [[id, date] as const] : []
      }),
    ),
    series: record,
  }
}
