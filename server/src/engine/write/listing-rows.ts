// Writes listing rows, by which lists find records: to the listing table of a kind, and to the same columns of its link tables.
import type { Db } from '../../kernel/database/database.ts'
import { join, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import type { Kind, Listing, StoredRow } from '../definition/kind.ts'
import { linkFields } from '../definition/resource.ts'

/** Inserts the listing rows of a new record. `r` contains its id. */
export function insertListingRows(listing: Listing, record: StoredRow): Sql {
  const columns = columnsOf('', listing.columns)
  return sql`insert into ${ref(listing.table)} (${ref(listing.id)}, ${columns})
select r.id, ${columnsOf('e', listing.columns)} from r, ${rowsFrom(listing, listing.rows(record))} e
returning *`
}

/** Updates the listing rows of records after their columns have changed. Must run in the transaction of the write. */
export async function syncListing(db: Db, kind: Kind, records: readonly StoredRow[]): Promise<void> {
  if (kind.listing && records.length > 0) await db.query(syncStatement(kind, kind.listing, records))
}

/** Whether a write changes the listing rows of a record. */
export const changesListing = ({ listing }: Kind, before: StoredRow, after: StoredRow): boolean =>
  listing !== undefined && JSON.stringify(listing.rows(before)) !== JSON.stringify(listing.rows(after))

/** Does not touch rows that have not changed. Link tables are updated in place, because each record has one listing row. */
function syncStatement(kind: Kind, listing: Listing, records: readonly StoredRow[]): Sql {
  const { table, columns } = listing
  const id = ref(listing.id)
  const rest = columns.filter((name) => name !== 'starts_at')
  const rows = records.flatMap((record) => listing.rows(record).map((row) => ({ [listing.id]: record['id'], ...row })))
  const links = linkFields(kind).map(
    ([, { table: linkTable }]) => sql`${ref(linkTable)} as (
  update ${ref(linkTable)} l set (${columnsOf('', columns)}) = (${columnsOf('e', columns)})
  from e where l.${id} = e.${id} and (${columnsOf('l', columns)}) is distinct from (${columnsOf('e', columns)})
)`,
  )
  return sql`with e as (
  select ${id}, ${columnsOf('', columns)} from ${rowsFrom(listing, rows)}
), gone as (
  delete from ${ref(table)} o using e where o.${id} = e.${id} and o.starts_at <> e.starts_at
), listed as (
  insert into ${ref(table)} as o (${id}, ${columnsOf('', columns)})
  select ${id}, ${columnsOf('', columns)} from e
  on conflict on constraint ${ref(`${table}_pkey`)} do update set (${columnsOf('', rest)}) = (${columnsOf('excluded', rest)})
  where (${columnsOf('o', rest)}) is distinct from (${columnsOf('excluded', rest)})
), ${join(links)}
select 1`
}

/** Rows as one parameter, with the types of the listing table, so that the text of a statement does not depend on their number. */
const rowsFrom = ({ table }: Listing, rows: readonly StoredRow[]): Sql =>
  sql`jsonb_populate_recordset(null::${ref(table)}, ${JSON.stringify(rows)}::jsonb)`
const columnsOf = (alias: string, names: readonly string[]): Sql => join(names.map((name) => ref(alias ? `${alias}.${name}` : name)))
