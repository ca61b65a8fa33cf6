// Writes the rows by which lists find records: to the listing table of a kind, and from there to its public table.
import type { Db } from '../../kernel/database/database.ts'
import { join, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import type { Kind, Listing, StoredRow } from '../definition/kind.ts'
import { linkFields } from '../definition/resource.ts'

/** Inserts the listing row of a new record. `r` contains its id. */
export function insertListingRow(listing: Listing, record: StoredRow): Sql {
  return sql`insert into ${ref(listing.table)} (id, record_id, ${columnsOf('', listing.columns)})
select r.id, r.id, ${columnsOf('e', listing.columns)} from r, ${rowsFrom(listing, [listing.row(record)])} e
returning *`
}

/** Inserts the public rows of a new record with one date, whose listing row is `o`. `refs` are the lists that it belongs to. */
export const insertPublicRows = ({ publicTable }: Listing, refs: readonly number[]): Sql =>
  sql`insert into ${ref(publicTable)} (ref_id, starts_at, id, series, ends_at, last, endless)
select n.ref_id, o.starts_at, o.id, o.id, o.ends_at, true, false from o, unnest(${refs}::bigint[]) n(ref_id)`

/** Updates the listing rows of records after their columns or links have changed. Must run in the transaction of the write. */
export async function syncListing(db: Db, kind: Kind, records: readonly StoredRow[]): Promise<void> {
  const { listing } = kind
  if (!listing || records.length === 0) return
  await db.query(syncStatement(kind, listing, records))
  await syncPublicRows(
    db,
    listing,
    records.map((record) => listing.familyId(record)),
  )
}
/** Derives the public rows of single records and series again. */
export const syncPublicRows = (db: Db, { syncFunction }: Listing, families: readonly number[]): Promise<unknown> =>
  db.query(sql`select ${ref(syncFunction)}(${[...new Set(families)]}::bigint[])`)

/** Deletes public rows that belong to no record. Only a damaged table has such rows, because the database deletes the rows of a deleted record. */
export const deleteStrayPublicRows = async (db: Db, { table, listing }: Kind): Promise<void> => {
  if (listing)
    await db.query(
      sql`delete from ${ref(listing.publicTable)} l where not exists (select 1 from ${ref(table)} r where r.id = l.series and ${ref(`r.${listing.seriesColumn}`)} is null)`,
    )
}

/** Whether a write changes the listing row of a record. */
export const changesListing = ({ listing }: Kind, before: StoredRow, after: StoredRow): boolean =>
  listing !== undefined && JSON.stringify(listing.row(before)) !== JSON.stringify(listing.row(after))

/** Does not write rows that have not changed. The dates of a series get the columns that all of them share. */
function syncStatement(kind: Kind, listing: Listing, records: readonly StoredRow[]): Sql {
  const { table } = listing
  const columns = ['record_id', ...listing.columns]
  const rows = records.map((record) => ({ id: record['id'], record_id: record['id'], ...listing.row(record) }))
  const series = records.filter((record) => listing.isSeries(record)).map((record) => record['id'])
  const counted = linkFields(kind).flatMap(([, { table: linkTable, isCounted }]) =>
    isCounted
      ? [
          sql`${ref(linkTable)} as (
  update ${ref(linkTable)} l set counted = ${isCountedRecord(listing, 'e')} from e where l.${ref(listing.linkOwner)} = e.id and l.counted <> ${isCountedRecord(listing, 'e')}
)`,
        ]
      : [],
  )
  return sql`with e as (
  select * from ${rowsFrom(listing, rows)}
), ${join([
    ...counted,
    sql`listed as (
  insert into ${ref(table)} as o (id, ${columnsOf('', columns)})
  select id, ${columnsOf('', columns)} from e where id <> all(${series}::bigint[]) and not ${isExcludedDate(listing)}
  on conflict on constraint ${ref(`${table}_pkey`)} do update set (${columnsOf('', columns)}) = (${columnsOf('excluded', columns)})
  where (${columnsOf('o', columns)}) is distinct from (${columnsOf('excluded', columns)})
), dates as (
  update ${ref(table)} o set (${columnsOf('', listing.sharedColumns)}) = (${columnsOf('e', listing.sharedColumns)}) from e
  where o.series_id = e.id and o.record_id = e.id and (${columnsOf('o', listing.sharedColumns)}) is distinct from (${columnsOf('e', listing.sharedColumns)})
)`,
  ])}
select 1`
}
/** The exception of an excluded date is in the trash. It has no listing row, and a write to it inserts none. */
const isExcludedDate = ({ table, seriesColumn }: Listing): Sql =>
  sql`(e.status = 'trash' and ${ref(`e.${seriesColumn}`)} is not null and not exists (select 1 from ${ref(table)} o where o.id = e.id))`
/** Whether the links of the record `alias` count for the records that it links to. Exceptions do not count, because their series counts. */
export const isCountedRecord = ({ seriesColumn }: Listing, alias: string): Sql =>
  sql`(${ref(`${alias}.status`)} = 'publish' and ${ref(`${alias}.${seriesColumn}`)} is null)`

/** Rows as one parameter, with the types of the listing table, so that the text of a statement does not depend on their number. */
const rowsFrom = ({ table }: Listing, rows: readonly StoredRow[]): Sql =>
  sql`jsonb_populate_recordset(null::${ref(table)}, ${JSON.stringify(rows)}::jsonb)`
const columnsOf = (alias: string, names: readonly string[]): Sql => join(names.map((name) => ref(alias ? `${alias}.${name}` : name)))
