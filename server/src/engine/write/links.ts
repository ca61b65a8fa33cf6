// Links between records: what was sent is stored by difference; what the caller was not shown stays (contract 2.9, 7.3).
import type { Db } from '../../kernel/database/database.ts'
import { join, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import type { LinksStorage, Kind } from '../definition/kind.ts'
import { linkFields, ownerColumn } from '../definition/resource.ts'

export type LinkedIds = Readonly<Record<string, readonly number[]>>

/** The ids that a record links to, in order, hidden ones included. */
export async function loadLinks(db: Db, kind: Kind, id: number): Promise<LinkedIds> {
  const fields = linkFields(kind)
  if (fields.length === 0) return {}
  const arms = fields.map(
    ([name, storage]) =>
      sql`select ${name} as field, ref_id, min(position) as position from ${ref(storage.table)} where ${ref(ownerColumn(kind))} = ${id} group by ref_id`,
  )
  const rows = await db.query<{ field: string; ref_id: number; position: number }>(
    sql`${join(arms, '\nunion all\n')}\norder by field, position`,
  )
  return Object.fromEntries(fields.map(([name]) => [name, rows.filter((row) => row.field === name).map((row) => row.ref_id)]))
}

/** The ids as they will be: those sent, with hidden ones kept at the place they had. */
export function mergeLinks(before: readonly number[], shown: readonly number[], sent: readonly number[]): number[] {
  const merged = [...sent]
  before.forEach((id, i) => {
    if (!shown.includes(id) && !merged.includes(id)) merged.splice(Math.min(i, merged.length), 0, id)
  })
  return merged
}

/** Links to these ids, in this order, of the record whose listing is `o` in `from`. */
export function insertLinks(kind: Kind, storage: LinksStorage, from: Sql, ids: readonly number[]): Sql {
  const owner = ref(ownerColumn(kind))
  const carried = join(Object.keys(kind.listing?.columns ?? {}).map((name) => ref(name)))
  return sql`insert into ${ref(storage.table)} as l (${owner}, ref_id, position, ${carried})
select o.${owner}, n.ref_id, n.position, ${carried} from ${from}, unnest(${ids}::bigint[]) with ordinality n(ref_id, position)`
}

/** One field's links by difference: what goes, and what comes or moves. The listing columns are copied from where lists are read. */
export function linkStatements(kind: Kind, storage: LinksStorage, id: number, ids: readonly number[]): Sql[] {
  const owner = ref(ownerColumn(kind))
  const listed = sql`(select * from ${ref(kind.listing?.table ?? kind.table)} where ${owner} = ${id}) o`
  return [
    sql`delete from ${ref(storage.table)} where ${owner} = ${id} and ref_id <> all(${ids}::bigint[])`,
    ...(ids.length === 0
      ? []
      : [
          sql`${insertLinks(kind, storage, listed, ids)}
on conflict on constraint ${ref(`${storage.table}_pkey`)} do update set position = excluded.position where l.position <> excluded.position`,
        ]),
  ]
}
