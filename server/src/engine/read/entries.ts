// Entries: the rows that lists show and that clients address by id. An entry is a record, or one of the dates of a record that has several.
import type { Db } from '../../kernel/database/database.ts'
import { ref, sql, type Sql } from '../../kernel/database/sql.ts'
import { visibleTo } from '../access/visibility.ts'
import type { Kind, RequestContext, StoredRow } from '../definition/kind.ts'
import { isException } from '../definition/resource.ts'

/** The entries with the ids of `ids`, a table `i`: `o` is the row of the date, if the kind has a listing, and `r` the row of the record. */
export function entriesFrom(kind: Kind, ids: Sql): Sql {
  if (!kind.listing) return sql`${ids} join ${ref(kind.table)} r on r.id = i.id`
  return sql`${ids} left join ${ref(kind.listing.table)} o on o.id = i.id join ${ref(kind.table)} r on r.id = coalesce(o.record_id, i.id)`
}
/** `ids` are numbers, or their place in a compiled statement. */
export const idsTable = (ids: unknown): Sql => sql`unnest(${ids}::bigint[]) i(id)`

const DATE_PREFIX = 'date_'
/** The columns of the date `o`. */
export const dateColumns = ({ listing }: Kind): Sql[] =>
  listing ? listing.dateColumns.map((name) => sql`${ref(`o.${name}`)}${castToText(name)} as ${ref(DATE_PREFIX + name)}`) : []
const castToText = (name: string): Sql => (/_(local|start|at)$/.test(name) ? sql`::text` : sql``)

/** Returns the row of an entry: the row of its record, with the columns of the date if the record has several dates. */
export function entryRow({ listing }: Kind, row: StoredRow): StoredRow {
  const dateId = row[`${DATE_PREFIX}id`] ?? null
  if (!listing || dateId === null || dateId === row['id']) return row
  const date = Object.fromEntries(listing.dateColumns.map((name) => [name, row[DATE_PREFIX + name]]))
  return { ...listing.withDate(row, date), record_id: row['id'], series_starts_local: row['starts_local'] }
}
/** The id of the record that an entry shows. */
export const recordIdOf = (row: StoredRow): number => (row['record_id'] ?? row['id']) as number
/** The table `i` with one id. */
export const idTable = (id: Sql): Sql => sql`(select ${id} as id) i`

/** Columns for the response with one record: of a series, the dates that the caller may see; of an exception, the start of its series. */
export async function loadDateSummary(db: Db, kind: Kind, row: StoredRow, ctx: RequestContext): Promise<StoredRow> {
  const { listing } = kind
  if (listing && isException(kind, row)) {
    // The row of an ordinary date is that of its series, and has the start already.
    if (recordIdOf(row) !== row['id']) return {}
    const [series] = await db.query<StoredRow>(
      sql`select starts_local::text as series_starts_local from ${ref(kind.table)} where id = ${row[listing.seriesColumn]}`,
    )
    return series ?? {}
  }
  if (!listing?.isSeries(row)) return {}
  const summaries = await loadSeriesSummaries(db, kind, [row], ctx)
  return { date_summary: summaries.get(row['id'] as number) }
}

const NO_DATES = { total: 0, first: null, last: null, next: null, next_end: null }
/** The dates that the caller may see, of each series among these rows, by the ID of the series. */
export async function loadSeriesSummaries(
  db: Db,
  kind: Kind,
  rows: readonly StoredRow[],
  ctx: RequestContext,
): Promise<ReadonlyMap<number, StoredRow>> {
  const { listing } = kind
  const ids = rows.filter((row) => listing?.isSeries(row)).map((row) => row['id'] as number)
  if (!listing || ids.length === 0) return new Map()
  const start = sql`coalesce(o.starts_local, r.starts_local)`
  const found = await db.query<StoredRow>(sql`
select o.series_id, count(*)::int as total, min(${start})::text as first, max(${start})::text as last, min(${start}) filter (where o.ends_at > ${ctx.now.toString()})::text as next,
  min(o.ends_at) filter (where o.ends_at > ${ctx.now.toString()})::text as next_end
from ${ref(listing.table)} o join ${ref(kind.table)} r on r.id = o.record_id where o.series_id = any(${ids}::bigint[]) and ${visibleTo(kind, 'o', ctx.caller)}
group by o.series_id`)
  const summaries = new Map(found.map((summary) => [summary['series_id'], summary]))
  return new Map(ids.map((id) => [id, summaries.get(id) ?? NO_DATES]))
}
