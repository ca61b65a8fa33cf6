// Reading records: rows with their texts, what is nested in them, and one record by id or slug.
import type { Db } from '../../kernel/database/database.ts'
import { Problem } from '../../kernel/errors/problems.ts'
import { and, join, raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import { loadNested, nestedKeyColumn } from './nested-records.ts'
import { presentRecord, type Representation } from './present.ts'
import type { RequestContext, Kind, StoredRow } from '../definition/kind.ts'
import { embeddedRecord, textColumns, textJoins } from '../texts/texts.ts'
import { isVisible, visibleAndNotTrashed, visibleTo } from '../access/visibility.ts'

export type RecordLocator = { readonly id: number } | { readonly slug: string }

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
export const ownColumns = (kind: Kind): Kind['columns'] => ({
  ...COLUMNS,
  ...(kind.access === 'owned' ? OWNED : {}),
  ...Object.fromEntries(
    Object.values(kind.fields).flatMap(({ storage }) => (storage.in === 'column' ? [[storage.column, 'value' as const]] : [])),
  ),
  ...kind.columns,
})

/** `select … from …` of rows in the asked language; `r` is the row. References to what the caller may not see are null. */
export function selectRows(kind: Kind, ctx: RequestContext, more: readonly Sql[] = []): Sql {
  const columns = Object.entries(ownColumns(kind)).flatMap(([name, sort]) => (sort === 'secret' ? [] : [columnOf(name, sort)]))
  const references = Object.entries(kind.fields).flatMap(([name, { storage }]) => {
    if (storage.in !== 'reference') return []
    const to = ctx.site.kinds.get(storage.to)
    if (!to) return []
    const column = ref(`r.${storage.column}`)
    if (storage.shows) return [column, sql`${embeddedRecord(to, storage.shows, sql`p.id = ${column}`, ctx)} as ${ref(name)}`]
    const seen = visibleAndNotTrashed(to, 'p', ctx.caller)
    return [sql`(select p.id from ${ref(to.table)} p where p.id = ${column} and ${seen}) as ${ref(storage.column)}`]
  })
  return sql`select r.id, ${join([...columns, ...references, textColumns(kind), ...nestedKeyColumn(kind, ctx), ...more])}
from ${ref(kind.table)} r
${textJoins(kind, ctx)}`
}

const columnOf = (name: string, sort: 'value' | 'moment' | Sql): Sql => {
  if (sort === 'value') return ref(`r.${name}`)
  return sql`${sort === 'moment' ? sql`${ref(`r.${name}`)}::text` : sort} as ${ref(name)}`
}

/** Records by id, whole, in the order of the ids; ids that are not there are left out. */
export const presentMany = async (db: Db, kind: Kind, ids: readonly number[], ctx: RequestContext): Promise<Record<string, unknown>[]> =>
  (await presentRows(db, kind, ids, ctx)).map(({ record }) => record)
/** The same beside the rows they are made from, which may have more columns. */
export async function presentRows(db: Db, kind: Kind, ids: readonly number[], ctx: RequestContext, more: readonly Sql[] = []) {
  if (ids.length === 0) return []
  const rows = await db.query<StoredRow>(
    sql`${selectRows(kind, ctx, more)}\nwhere r.id = any(${ids}::bigint[]) and ${visibleTo(kind, 'r', ctx.caller)}`,
  )
  const nested = await loadNested(db, kind, rows, ctx, selectRows)
  const byId = new Map(rows.map((row, i) => [row['id'], { row, record: presentRecord(kind, row, nested[i] ?? {}, ctx, { as: 'listed' }) }]))
  return ids.flatMap((id) => {
    const found = byId.get(id)
    return found ? [found] : []
  })
}

export async function presentOne(
  db: Db,
  kind: Kind,
  row: StoredRow,
  ctx: RequestContext,
  manner: Representation,
): Promise<Record<string, unknown>> {
  const rows = manner.unlocked
    ? await db.query<StoredRow>(sql`select ${join(nestedKeyColumn(kind, ctx, true))} from ${ref(kind.table)} r where r.id = ${row['id']}`)
    : [row]
  const [nested = {}] = await loadNested(db, kind, rows, ctx, selectRows)
  return presentRecord(kind, row, nested, ctx, manner)
}

/** One record that the caller may know of; else 404, or 410 where a public record went to the trash. */
export async function findOne(db: Db, kind: Kind, address: RecordLocator, ctx: RequestContext, lock?: 'for update'): Promise<StoredRow> {
  const where =
    'id' in address
      ? sql`r.id = ${address.id}`
      : sql`r.id = (select x.id from ${ref(kind.texts)} x where x.slug = ${address.slug} and x.slug_owner)`
  const seen = visibleTo(kind, 'r', ctx.caller)
  const gone = kind.access === 'owned' ? sql`r.status = 'trash' and r.trashed_from = 'publish'` : raw('false')
  const [row] = await db.query<StoredRow>(
    sql`${selectRows(kind, ctx)}\nwhere ${and([where, sql`(${seen} or ${gone})`])}${lock ? sql`\nfor update of r` : raw('')}`,
  )
  if (!row) throw notFound(kind)
  if (row['status'] === 'trash' && !isVisible(kind, row, ctx.caller)) throw inTrash(kind)
  return row
}
export const notFound = (kind: Kind): Problem =>
  new Problem('rest_not_found', { wireCode: `rest-${kind.name}-not-found`, text: kind.messages.missing })
export const inTrash = (kind: Kind): Problem =>
  new Problem('rest_in_trash', { wireCode: `${kind.name}-is-in-trash`, ...(kind.messages.trashed && { text: kind.messages.trashed }) })
