// Reading records: rows with their texts, what is nested in them, and one record by id or slug.
import type { Db } from '../kernel/database.ts'
import { Problem } from '../kernel/problems.ts'
import { all, join, literal, raw, ref, sql, type Sql } from '../kernel/sql.ts'
import type { LinksPlace } from './fields.ts'
import { presentRecord, type Manner, type Nested } from './present.ts'
import type { Ask, Kind, Stored } from './resource.ts'
import { textColumns, textJoins } from './texts.ts'
import { isVisible, present, unguarded, visible } from './visibility.ts'

export type Address = { readonly id: number } | { readonly slug: string }

const COLUMNS = { version: 'value', language: 'value', created_at: 'moment', modified_at: 'moment' } as const
const OWNED = { author_id: 'value', status: 'value', trashed_from: 'value', trashed_at: 'moment', published_at: 'moment' } as const
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
export function rowsOf(kind: Kind, ask: Ask): Sql {
  const columns = Object.entries(columnsOf(kind)).flatMap(([name, sort]) =>
    sort === 'secret' ? [] : [sort === 'moment' ? sql`${ref(`r.${name}`)}::text as ${ref(name)}` : ref(`r.${name}`)],
  )
  const references = Object.values(kind.fields).flatMap(({ place }) => {
    if (place.in !== 'reference') return []
    const to = ask.site.kinds.get(place.to)
    if (!to) return []
    const seen = present(to, 'p', ask.caller)
    return [sql`(select p.id from ${ref(to.table)} p where p.id = ${ref(`r.${place.column}`)} and ${seen}) as ${ref(place.column)}`]
  })
  return sql`select r.id, ${join([...columns, ...references, textColumns(kind)])}
from ${ref(kind.table)} r
${textJoins(kind, ask)}`
}

export const linkFields = (kind: Kind): [string, LinksPlace][] =>
  Object.entries(kind.fields).flatMap(([name, { place }]): [string, LinksPlace][] => (place.in === 'links' ? [[name, place]] : []))

/** All records nested in these, of all kinds, in one statement; only what the caller may see. */
export function nestedStatement(kind: Kind, ids: readonly number[], ask: Ask, unlocked: boolean): Sql | null {
  const arms = linkFields(kind).flatMap(([name, place]) => {
    const to = ask.site.kinds.get(place.to)
    if (!to) return []
    const open = unlocked || !kind.guard?.hides.includes(name) ? raw('true') : unguarded(kind, 'l', ask.caller)
    return [
      sql`select ${literal(name)} as field, l.${ref(ownerOf(kind))} as owner, l.position, to_jsonb(n) as row
from ${ref(place.table)} l
cross join lateral (
${rowsOf(to, ask)}
where r.id = l.ref_id and ${present(to, 'r', ask.caller)}
) n
where l.${ref(ownerOf(kind))} = any(${ids}::bigint[]) and ${open}`,
    ]
  })
  return arms.length === 0 ? null : join(arms, '\nunion all\n')
}
/** The column of a link table, and of the listing, that holds the record's own id. */
export const ownerOf = (kind: Kind): string => kind.listing?.id ?? 'id'

const collator = new Intl.Collator('und')
export async function loadNested(
  db: Db,
  kind: Kind,
  ids: readonly number[],
  ask: Ask,
  unlocked = false,
): Promise<ReadonlyMap<number, Nested>> {
  const statement = ids.length === 0 ? null : nestedStatement(kind, ids, ask, unlocked)
  const found = new Map<number, Record<string, { position: number; row: Stored }[]>>()
  const rows = statement ? await db.query<{ field: string; owner: number; position: number; row: Stored }>(statement) : []
  for (const { field, owner, position, row } of rows) {
    const fields = found.get(owner) ?? {}
    found.set(owner, fields)
    const list = fields[field] ?? []
    fields[field] = list
    list.push({ position, row })
  }
  const places = new Map(linkFields(kind))
  return new Map(
    [...found].map(([owner, fields]) => [
      owner,
      Object.fromEntries(Object.entries(fields).map(([name, list]) => [name, inOrder(list, places.get(name), ask)])),
    ]),
  )
}
function inOrder(list: { position: number; row: Stored }[], place: LinksPlace | undefined, ask: Ask): Stored[] {
  const title = ask.site.kinds.get(place?.to ?? '')?.title ?? ''
  if (place?.order === 'name')
    list.sort((a, b) => collator.compare(String(a.row[title]), String(b.row[title])) || Number(a.row['id']) - Number(b.row['id']))
  else list.sort((a, b) => a.position - b.position)
  return list.map(({ row }) => row)
}

/** Records by id, whole, in the order of the ids; ids that are not there are left out. */
export async function presentMany(db: Db, kind: Kind, ids: readonly number[], ask: Ask): Promise<Record<string, unknown>[]> {
  if (ids.length === 0) return []
  const rows = await db.query<Stored>(sql`${rowsOf(kind, ask)}\nwhere r.id = any(${ids}::bigint[]) and ${visible(kind, 'r', ask.caller)}`)
  const byId = new Map(rows.map((row) => [row['id'], row]))
  const nested = await loadNested(db, kind, ids, ask)
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [presentRecord(kind, row, nested.get(id) ?? {}, ask, { as: 'listed' })] : []
  })
}

export async function presentOne(db: Db, kind: Kind, row: Stored, ask: Ask, manner: Manner): Promise<Record<string, unknown>> {
  const id = row['id'] as number
  const nested = await loadNested(db, kind, [id], ask, manner.unlocked)
  return presentRecord(kind, row, nested.get(id) ?? {}, ask, manner)
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
