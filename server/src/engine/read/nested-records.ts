// Records inside records: named by number and version in the row that shows them, and kept as they are shown until their version is another.
import type { Db } from '../../kernel/database/database.ts'
import { join, literal, raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import type { LinksPlace } from '../definition/fields.ts'
import { presentRecord, type Nested } from './present.ts'
import { linkFields, ownerOf, type Ask, type Kind, type Stored } from '../definition/resource.ts'
import { present, unguarded } from '../access/visibility.ts'

/** The column `nested` of the row `r`: field, position, id, version and modification time of all linked records that the caller may see. */
export function nestedNames(kind: Kind, ask: Ask, unlocked = false): Sql[] {
  const arms = linkFields(kind).flatMap(([name, place]) => {
    const to = ask.site.kinds.get(place.to)
    if (!to) return []
    const open = unlocked || !kind.guard?.hides.includes(name) ? raw('true') : unguarded(kind, 'l', ask.caller)
    return [
      sql`select concat_ws(' ', ${literal(name)}, l.position, n.id, ${hangsOn(to, 'n', ask)}, floor(extract(epoch from n.modified_at)))
from ${ref(place.table)} l join ${ref(to.table)} n on n.id = l.ref_id and ${present(to, 'n', ask.caller)}
where l.${ref(ownerOf(kind))} = r.id and ${open}`,
    ]
  })
  return arms.length === 0 ? [] : [sql`array(\n${join(arms, '\nunion all\n')}\n) as nested`]
}
/** Time of the latest change to a record nested in a row, in milliseconds since 1970. */
export const latestNested = (row: Stored): number =>
  ((row['nested'] ?? []) as readonly string[]).reduce((last, text) => Math.max(last, Number(text.slice(text.lastIndexOf(' '))) * 1_000), 0)
/** All that the shown form of a row hangs on: its version, and what it refers to. */
export const hangsOn = (kind: Kind, alias: string, ask: Ask): Sql =>
  join([
    ref(`${alias}.version`),
    ...Object.values(kind.fields).flatMap(({ place }) => {
      const to = place.in === 'reference' ? ask.site.kinds.get(place.to) : undefined
      if (place.in !== 'reference' || !to) return []
      const seen = place.shows ? raw('true') : present(to, 'p', ask.caller)
      return [
        sql`coalesce((select p.id || '.' || p.version from ${ref(to.table)} p where p.id = ${ref(`${alias}.${place.column}`)} and ${seen}), '-')`,
      ]
    }),
  ])

/** Whether the row was written by the transaction that reads it, and may never come to be. */
const OWN = raw('coalesce(r.xmin = pg_current_xact_id_if_assigned()::xid, false) as own')
/** How rows of a kind are read. */
type RowsOf = (kind: Kind, ask: Ask, more?: readonly Sql[]) => Sql
interface Name {
  readonly field: string
  readonly position: number
  readonly id: number
  readonly to: Kind
  readonly key: string
}
/** What each of the rows shows inside itself, in order. */
export async function nestedIn(db: Db, kind: Kind, rows: readonly Stored[], ask: Ask, rowsOf: RowsOf): Promise<Nested[]> {
  const places = new Map(linkFields(kind))
  const names = rows.map((row) => ((row['nested'] ?? []) as readonly string[]).flatMap((text) => nameOf(text, places, ask)))
  const found = await load(db, names.flat(), ask, rowsOf)
  return names.map((own) => {
    const byField = Map.groupBy(own, ({ field }) => field)
    return Object.fromEntries([...byField].map(([field, list]) => [field, inOrder(list, places.get(field), found)]))
  })
}
function nameOf(text: string, places: ReadonlyMap<string, LinksPlace>, { site, root, language }: Ask): Name[] {
  const [field = '', position, id] = text.split(' ', 3)
  const to = site.kinds.get(places.get(field)?.to ?? '')
  const start = field.length + (position?.length ?? 0) + 2
  return to ? [{ field, position: Number(position), id: Number(id), to, key: `${to.name} ${text.slice(start)} ${root} ${language}` }] : []
}

async function load(
  db: Db,
  names: readonly Name[],
  ask: Ask,
  rowsOf: RowsOf,
): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>> {
  const { kept } = ask.site
  const found = new Map<string, Readonly<Record<string, unknown>>>()
  const missing = new Map<string, Name>()
  for (const name of names) {
    const there = kept.get(name.key)
    if (there) found.set(name.key, there)
    else missing.set(name.key, name)
  }
  if (missing.size === 0) return found
  const byKind = Map.groupBy(missing.values(), ({ to }) => to)
  const arms = [...byKind].map(
    ([to, list]) =>
      sql`select ${literal(to.name)} as kind, to_jsonb(n) as row from (\n${rowsOf(to, ask, [OWN])}\nwhere r.id = any(${list.map(({ id }) => id)}::bigint[]) and ${present(to, 'r', ask.caller)}\n) n`,
  )
  const rows = await db.query<{ kind: string; row: Stored }>(join(arms, '\nunion all\n'))
  const byName = new Map(rows.map(({ kind, row }) => [`${kind} ${String(row['id'])}`, row]))
  for (const { to, id, key } of missing.values()) {
    const row = byName.get(`${to.name} ${id}`)
    if (!row) continue
    const record = presentRecord(to, row, {}, ask, { as: 'nested' })
    found.set(key, record)
    if (row['own'] !== true) kept.keep(key, record)
  }
  return found
}
const collator = new Intl.Collator('und')
function inOrder(list: Name[], place: LinksPlace | undefined, found: ReadonlyMap<string, Readonly<Record<string, unknown>>>) {
  const title = (name: Name): string => String(found.get(name.key)?.[name.to.title])
  if (place?.order === 'name') list.sort((a, b) => collator.compare(title(a), title(b)) || a.id - b.id)
  else list.sort((a, b) => a.position - b.position)
  return list.flatMap(({ key }) => {
    const record = found.get(key)
    return record ? [record] : []
  })
}
