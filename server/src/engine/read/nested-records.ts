// Records inside records: named by number and version in the row that shows them, and kept as they are shown until their version is another.
import type { Db } from '../../kernel/database/database.ts'
import { join, literal, raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import type { LinksStorage, RequestContext, Kind, StoredRow } from '../definition/kind.ts'
import { presentRecord, type Nested } from './present.ts'
import { linkFields, ownerColumn } from '../definition/resource.ts'
import { visibleAndNotTrashed, notProtectedOrEditable } from '../access/visibility.ts'

/** The column `nested` of the row `r`: field, position, id, version and modification time of all linked records that the caller may see. */
export function nestedKeyColumn(kind: Kind, ctx: RequestContext, unlocked = false): Sql[] {
  const arms = linkFields(kind).flatMap(([name, storage]) => {
    const to = ctx.site.kinds.get(storage.to)
    if (!to) return []
    const open =
      unlocked || !kind.passwordProtection?.hiddenFields.includes(name) ? raw('true') : notProtectedOrEditable(kind, 'l', ctx.caller)
    return [
      sql`select concat_ws(' ', ${literal(name)}, l.position, n.id, ${versionKey(to, 'n', ctx)}, floor(extract(epoch from n.modified_at)))
from ${ref(storage.table)} l join ${ref(to.table)} n on n.id = l.ref_id and ${visibleAndNotTrashed(to, 'n', ctx.caller)}
where l.${ref(ownerColumn(kind))} = r.id and ${open}`,
    ]
  })
  return arms.length === 0 ? [] : [sql`array(\n${join(arms, '\nunion all\n')}\n) as nested`]
}
/** Time of the latest change to a record nested in a row, in milliseconds since 1970. */
export const latestNested = (row: StoredRow): number =>
  ((row['nested'] ?? []) as readonly string[]).reduce((last, text) => Math.max(last, Number(text.slice(text.lastIndexOf(' '))) * 1_000), 0)
/** All that the shown form of a row hangs on: its version, and what it refers to. */
export const versionKey = (kind: Kind, alias: string, ctx: RequestContext): Sql =>
  join([
    ref(`${alias}.version`),
    ...Object.values(kind.fields).flatMap(({ storage }) => {
      const to = storage.in === 'reference' ? ctx.site.kinds.get(storage.to) : undefined
      if (storage.in !== 'reference' || !to) return []
      const seen = storage.shows ? raw('true') : visibleAndNotTrashed(to, 'p', ctx.caller)
      return [
        sql`coalesce((select p.id || '.' || p.version from ${ref(to.table)} p where p.id = ${ref(`${alias}.${storage.column}`)} and ${seen}), '-')`,
      ]
    }),
  ])

/** Whether the row was written by the transaction that reads it, and may never come to be. */
const WRITTEN_BY_THIS_TX = raw('coalesce(r.xmin = pg_current_xact_id_if_assigned()::xid, false) as own')
/** How rows of a kind are read. */
type RowsOf = (kind: Kind, ctx: RequestContext, more?: readonly Sql[]) => Sql
interface NestedKey {
  readonly field: string
  readonly position: number
  readonly id: number
  readonly to: Kind
  readonly key: string
}
/** What each of the rows shows inside itself, in order. */
export async function loadNested(db: Db, kind: Kind, rows: readonly StoredRow[], ctx: RequestContext, rowsOf: RowsOf): Promise<Nested[]> {
  const places = new Map(linkFields(kind))
  const names = rows.map((row) => ((row['nested'] ?? []) as readonly string[]).flatMap((text) => parseNestedKey(text, places, ctx)))
  const found = await load(db, names.flat(), ctx, rowsOf)
  return names.map((own) => {
    const byField = Map.groupBy(own, ({ field }) => field)
    return Object.fromEntries([...byField].map(([field, list]) => [field, sortNested(list, places.get(field), found)]))
  })
}
function parseNestedKey(
  text: string,
  places: ReadonlyMap<string, LinksStorage>,
  { site, languagePrefix: root, language }: RequestContext,
): NestedKey[] {
  const [field = '', position, id] = text.split(' ', 3)
  const to = site.kinds.get(places.get(field)?.to ?? '')
  const start = field.length + (position?.length ?? 0) + 2
  return to ? [{ field, position: Number(position), id: Number(id), to, key: `${to.name} ${text.slice(start)} ${root} ${language}` }] : []
}

async function load(
  db: Db,
  names: readonly NestedKey[],
  ctx: RequestContext,
  rowsOf: RowsOf,
): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>> {
  const { nestedCache: kept } = ctx.site
  const found = new Map<string, Readonly<Record<string, unknown>>>()
  const missing = new Map<string, NestedKey>()
  for (const name of names) {
    const there = kept.get(name.key)
    if (there) found.set(name.key, there)
    else missing.set(name.key, name)
  }
  if (missing.size === 0) return found
  const byKind = Map.groupBy(missing.values(), ({ to }) => to)
  const arms = [...byKind].map(
    ([to, list]) =>
      sql`select ${literal(to.name)} as kind, to_jsonb(n) as row from (\n${rowsOf(to, ctx, [WRITTEN_BY_THIS_TX])}\nwhere r.id = any(${list.map(({ id }) => id)}::bigint[]) and ${visibleAndNotTrashed(to, 'r', ctx.caller)}\n) n`,
  )
  const rows = await db.query<{ kind: string; row: StoredRow }>(join(arms, '\nunion all\n'))
  const byName = new Map(rows.map(({ kind, row }) => [`${kind} ${String(row['id'])}`, row]))
  for (const { to, id, key } of missing.values()) {
    const row = byName.get(`${to.name} ${id}`)
    if (!row) continue
    const record = presentRecord(to, row, {}, ctx, { as: 'nested' })
    found.set(key, record)
    if (row['own'] !== true) kept.set(key, record)
  }
  return found
}
const collator = new Intl.Collator('und')
function sortNested(list: NestedKey[], storage: LinksStorage | undefined, found: ReadonlyMap<string, Readonly<Record<string, unknown>>>) {
  const title = (name: NestedKey): string => String(found.get(name.key)?.[name.to.title])
  if (storage?.order === 'name') list.sort((a, b) => collator.compare(title(a), title(b)) || a.id - b.id)
  else list.sort((a, b) => a.position - b.position)
  return list.flatMap(({ key }) => {
    const record = found.get(key)
    return record ? [record] : []
  })
}
