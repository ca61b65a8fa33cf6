// Reading records: rows with their texts, what is nested in them, and one record by id or slug.
import type { Db } from '../../kernel/database/database.ts'
import { Problem } from '../../kernel/errors/problems.ts'
import { all, join, raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import { nestedIn, nestedNames } from './nested-records.ts'
import { presentRecord, type Manner } from './present.ts'
import type { Ask, Kind, Stored } from '../definition/resource.ts'
import { shownInside, textColumns, textJoins } from '../texts/texts.ts'
import { isVisible, present, visible } from '../access/visibility.ts'

export type Address = { readonly id: number } | { readonly slug: string }

const COLUMNS = { version: 'value', language: 'value', created_at: 'moment', modified_at: 'moment' } as const
const OWNED = {
  author_id: 'value',
  status: 'value',
  trashed_from: 'value',
  trashed_at: 'moment',
  published_at: 'moment',
  undated: 'value',
} as const
/** Every column of the kind's own row, by how it is read. */
export const columnsOf = (kind: Kind): Kind['columns'] => ({
  ...COLUMNS,
  ...(kind.access === 'owned' ? OWNED : {}),
  ...Object.fromEntries(
    Object.values(kind.fields).flatMap(({ place }) => (place.in === 'column' ? [[place.column, 'value' as const]] : [])),
  ),
  ...kind.columns,
})

/** `select … from …` of rows in the asked language; `r` is the row. References to what the caller may not see are null. */
export function rowsOf(kind: Kind, ask: Ask, more: readonly Sql[] = []): Sql {
  const columns = Object.entries(columnsOf(kind)).flatMap(([name, sort]) => (sort === 'secret' ? [] : [columnOf(name, sort)]))
  const references = Object.entries(kind.fields).flatMap(([name, { place }]) => {
    if (place.in !== 'reference') return []
    const to = ask.site.kinds.get(place.to)
    if (!to) return []
    const column = ref(`r.${place.column}`)
    if (place.shows) return [column, sql`${shownInside(to, place.shows, sql`p.id = ${column}`, ask)} as ${ref(name)}`]
    const seen = present(to, 'p', ask.caller)
    return [sql`(select p.id from ${ref(to.table)} p where p.id = ${column} and ${seen}) as ${ref(place.column)}`]
  })
  return sql`select r.id, ${join([...columns, ...references, textColumns(kind), ...nestedNames(kind, ask), ...more])}
from ${ref(kind.table)} r
${textJoins(kind, ask)}`
}

const columnOf = (name: string, sort: 'value' | 'moment' | Sql): Sql => {
  if (sort === 'value') return ref(`r.${name}`)
  return sql`${sort === 'moment' ? sql`${ref(`r.${name}`)}::text` : sort} as ${ref(name)}`
}

/** Records by id, whole, in the order of the ids; ids that are not there are left out. */
export const presentMany = async (db: Db, kind: Kind, ids: readonly number[], ask: Ask): Promise<Record<string, unknown>[]> =>
  (await presentRows(db, kind, ids, ask)).map(({ record }) => record)
/** The same beside the rows they are made from, which may have more columns. */
export async function presentRows(db: Db, kind: Kind, ids: readonly number[], ask: Ask, more: readonly Sql[] = []) {
  if (ids.length === 0) return []
  const rows = await db.query<Stored>(
    sql`${rowsOf(kind, ask, more)}\nwhere r.id = any(${ids}::bigint[]) and ${visible(kind, 'r', ask.caller)}`,
  )
  const nested = await nestedIn(db, kind, rows, ask, rowsOf)
  const byId = new Map(rows.map((row, i) => [row['id'], { row, record: presentRecord(kind, row, nested[i] ?? {}, ask, { as: 'listed' }) }]))
  return ids.flatMap((id) => {
    const found = byId.get(id)
    return found ? [found] : []
  })
}

export async function presentOne(db: Db, kind: Kind, row: Stored, ask: Ask, manner: Manner): Promise<Record<string, unknown>> {
  const rows = manner.unlocked
    ? await db.query<Stored>(sql`select ${join(nestedNames(kind, ask, true))} from ${ref(kind.table)} r where r.id = ${row['id']}`)
    : [row]
  const [nested = {}] = await nestedIn(db, kind, rows, ask, rowsOf)
  return presentRecord(kind, row, nested, ask, manner)
}

/** One record that the caller may know of; else 404, or 410 where a public record went to the trash. */
export async function findOne(db: Db, kind: Kind, address: Address, ask: Ask, lock?: 'for update'): Promise<Stored> {
  const where =
    'id' in address
      ? sql`r.id = ${address.id}`
      : sql`r.id = (select x.id from ${ref(kind.texts)} x where x.slug = ${address.slug} and x.slug_owner)`
  const seen = visible(kind, 'r', ask.caller)
  const gone = kind.access === 'owned' ? sql`r.status = 'trash' and r.trashed_from = 'publish'` : raw('false')
  const [row] = await db.query<Stored>(
    sql`${rowsOf(kind, ask)}\nwhere ${all([where, sql`(${seen} or ${gone})`])}${lock ? sql`\nfor update of r` : raw('')}`,
  )
  if (!row) throw notFound(kind)
  if (row['status'] === 'trash' && !isVisible(kind, row, ask.caller)) throw inTrash(kind)
  return row
}
export const notFound = (kind: Kind): Problem =>
  new Problem('rest_not_found', { as: `rest-${kind.name}-not-found`, text: kind.says.missing })
export const inTrash = (kind: Kind): Problem =>
  new Problem('rest_in_trash', { as: `${kind.name}-is-in-trash`, ...(kind.says.trashed && { text: kind.says.trashed }) })
