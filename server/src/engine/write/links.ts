// Stores links between records: writes only the difference, and preserves links that the caller cannot see (contract 2.9, 7.3).
import type { Db } from '../../kernel/database/database.ts'
import { join, raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import type { Kind } from '../definition/kind.ts'
import type { LinksStorage } from '../definition/storage.ts'
import { linkFields, ownerColumn } from '../definition/resource.ts'
import { isCountedRecord } from './listing-rows.ts'

export type LinkedIds = Readonly<Record<string, readonly number[]>>

/** Returns the ids that a record links to, in order, including hidden ones. */
export const loadLinks = async (db: Db, kind: Kind, id: number): Promise<LinkedIds> => (await loadLinksOf(db, kind, [id])).get(id) ?? {}

/** The same for several records. */
export async function loadLinksOf(db: Db, kind: Kind, ids: readonly number[]): Promise<Map<number, LinkedIds>> {
  const fields = linkFields(kind)
  const owner = ref(ownerColumn(kind))
  const queries = fields.map(
    ([name, { table }]) =>
      sql`select ${owner} as id, ${name} as field, ref_id, position from ${ref(table)} where ${owner} = any(${ids}::bigint[])`,
  )
  const rows =
    queries.length === 0 || ids.length === 0
      ? []
      : await db.query<{ id: number; field: string; ref_id: number }>(sql`${join(queries, '\nunion all\n')}\norder by id, field, position`)
  const byRecord = Map.groupBy(rows, ({ id }) => id)
  return new Map(
    ids.map((id) => {
      const own = Map.groupBy(byRecord.get(id) ?? [], ({ field }) => field)
      return [id, Object.fromEntries(fields.map(([name]) => [name, (own.get(name) ?? []).map(({ ref_id }) => ref_id)]))]
    }),
  )
}

/** Returns the ids that were sent, with hidden ones at their previous position. */
export function mergeLinks(before: readonly number[], shown: readonly number[], sent: readonly number[]): number[] {
  const merged = [...sent]
  before.forEach((id, i) => {
    if (!shown.includes(id) && !merged.includes(id)) merged.splice(Math.min(i, merged.length), 0, id)
  })
  return merged
}

/** Inserts links to these ids, in this order. `source` contains the row of the record as `r`. */
export function insertLinks(kind: Kind, storage: LinksStorage, source: Sql, ids: readonly number[]): Sql {
  const counted = storage.isCounted && kind.listing ? isCountedRecord(kind.listing, 'r') : null
  return sql`insert into ${ref(storage.table)} as l (${ref(ownerColumn(kind))}, ref_id, position${counted ? raw(', counted') : raw('')})
select r.id, n.ref_id, n.position${counted ? sql`, ${counted}` : raw('')} from ${source}, unnest(${ids}::bigint[]) with ordinality n(ref_id, position)`
}

/** Returns the statements that delete old links of one field, and insert or move the others. */
export function linkStatements(kind: Kind, storage: LinksStorage, id: number, ids: readonly number[]): Sql[] {
  const record = sql`(select * from ${ref(kind.table)} where id = ${id}) r`
  return [
    sql`delete from ${ref(storage.table)} where ${ref(ownerColumn(kind))} = ${id} and ref_id <> all(${ids}::bigint[])`,
    ...(ids.length === 0
      ? []
      : [
          sql`${insertLinks(kind, storage, record, ids)}
on conflict on constraint ${ref(`${storage.table}_pkey`)} do update set position = excluded.position where l.position <> excluded.position`,
        ]),
  ]
}
