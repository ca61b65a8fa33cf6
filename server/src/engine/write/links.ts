// Stores links between records: writes only the difference, and preserves links that the caller cannot see (contract 2.9, 7.3).
import type { Db } from '../../kernel/database/database.ts'
import { join, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import type { LinksStorage, Kind } from '../definition/kind.ts'
import { linkFields, ownerColumn } from '../definition/resource.ts'

export type LinkedIds = Readonly<Record<string, readonly number[]>>

/** Returns the ids that a record links to, in order, including hidden ones. */
export async function loadLinks(db: Db, kind: Kind, id: number): Promise<LinkedIds> {
  const fields = linkFields(kind)
  if (fields.length === 0) return {}
  const queries = fields.map(
    ([name, storage]) =>
      sql`select ${name} as field, ref_id, min(position) as position from ${ref(storage.table)} where ${ref(ownerColumn(kind))} = ${id} group by ref_id`,
  )
  const rows = await db.query<{ field: string; ref_id: number; position: number }>(
    sql`${join(queries, '\nunion all\n')}\norder by field, position`,
  )
  return Object.fromEntries(fields.map(([name]) => [name, rows.filter((row) => row.field === name).map((row) => row.ref_id)]))
}

/** Returns the ids that were sent, with hidden ones at their previous position. */
export function mergeLinks(before: readonly number[], shown: readonly number[], sent: readonly number[]): number[] {
  const merged = [...sent]
  before.forEach((id, i) => {
    if (!shown.includes(id) && !merged.includes(id)) merged.splice(Math.min(i, merged.length), 0, id)
  })
  return merged
}

/** Inserts links to these ids, in this order. `from` contains the listing row of the record as `o`. */
export function insertLinks(kind: Kind, storage: LinksStorage, from: Sql, ids: readonly number[]): Sql {
  const owner = ref(ownerColumn(kind))
  const listingColumns = join((kind.listing?.columns ?? []).map((name) => ref(name)))
  return sql`insert into ${ref(storage.table)} as l (${owner}, ref_id, position, ${listingColumns})
select o.${owner}, n.ref_id, n.position, ${listingColumns} from ${from}, unnest(${ids}::bigint[]) with ordinality n(ref_id, position)`
}

/** Returns the statements that delete old links of one field, and insert or move the others. Listing columns are copied from the listing row. */
export function linkStatements(kind: Kind, storage: LinksStorage, id: number, ids: readonly number[]): Sql[] {
  const owner = ref(ownerColumn(kind))
  const listingRow = sql`(select * from ${ref(kind.listing?.table ?? kind.table)} where ${owner} = ${id}) o`
  return [
    sql`delete from ${ref(storage.table)} where ${owner} = ${id} and ref_id <> all(${ids}::bigint[])`,
    ...(ids.length === 0
      ? []
      : [
          sql`${insertLinks(kind, storage, listingRow, ids)}
on conflict on constraint ${ref(`${storage.table}_pkey`)} do update set position = excluded.position where l.position <> excluded.position`,
        ]),
  ]
}
