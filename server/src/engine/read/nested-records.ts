// Loads nested records: finds them in the cache by their version keys, and reads the others with one statement.
import type { Db } from '../../kernel/database/database.ts'
import { join, literal, raw, slot, sql } from '../../kernel/database/sql.ts'
import { visibleAndNotTrashed } from '../access/visibility.ts'
import type { Kind, RequestContext, StoredRow } from '../definition/kind.ts'
import type { LinksStorage } from '../definition/storage.ts'
import { linkFields } from '../definition/resource.ts'
import { compiledStatement } from './compiled-statements.ts'
import { presentRecord, type Nested } from './present.ts'
import { selectNestedRows } from './select-rows.ts'

/** Whether the transaction that reads the row has written something. Its records are not cached, because it may be rolled back. */
const IS_UNCOMMITTED = raw('pg_current_xact_id_if_assigned() is not null as uncommitted')
interface NestedKey {
  readonly field: string
  readonly position: number
  readonly id: number
  readonly to: Kind
  readonly key: string
}
type NestedByKey = ReadonlyMap<string, Readonly<Record<string, unknown>>>

/** Returns the nested records of each row, in the order of the rows. */
export async function loadNested(db: Db, kind: Kind, rows: readonly StoredRow[], ctx: RequestContext): Promise<Nested[]> {
  const storages = new Map(linkFields(kind))
  const keys = rows.map((row) => ((row['nested'] ?? []) as readonly string[]).flatMap((text) => parseNestedKey(text, storages, ctx)))
  const records = await loadByKey(db, keys.flat(), ctx)
  return keys.map((keysOfRow) => {
    const byField = Map.groupBy(keysOfRow, ({ field }) => field)
    return Object.fromEntries([...byField].map(([field, list]) => [field, sortNested(list, storages.get(field), records)]))
  })
}
function parseNestedKey(
  text: string,
  storages: ReadonlyMap<string, LinksStorage>,
  { site, languagePrefix, language }: RequestContext,
): NestedKey[] {
  const [field = '', position, id] = text.split(' ', 3)
  const to = site.kinds.get(storages.get(field)?.to ?? '')
  if (!to) return []
  const start = field.length + (position?.length ?? 0) + 2
  return [{ field, position: Number(position), id: Number(id), to, key: `${to.name} ${text.slice(start)} ${languagePrefix} ${language}` }]
}

async function loadByKey(db: Db, keys: readonly NestedKey[], ctx: RequestContext): Promise<NestedByKey> {
  const { nestedCache } = ctx.site
  const found = new Map<string, Readonly<Record<string, unknown>>>()
  const missing = new Map<string, NestedKey>()
  for (const key of keys) {
    const cached = nestedCache.get(key.key)
    if (cached) found.set(key.key, cached)
    else missing.set(key.key, key)
  }
  if (missing.size === 0) return found
  const byKind = Map.groupBy(missing.values(), ({ to }) => to)
  const kinds = [...byKind.keys()]
  const statement = compiledStatement(`nested ${kinds.map(({ name }) => name).join()}`, ctx, (own) => {
    const queries = kinds.map(
      (to) =>
        sql`select ${literal(to.name)} as kind, row_to_json(n) as row from (\n${selectNestedRows(to, own, [IS_UNCOMMITTED])}\nwhere r.id = any(${slot(to.name)}::bigint[]) and ${visibleAndNotTrashed(to, 'r', own.caller)}\n) n`,
    )
    return join(queries, '\nunion all\n')
  })
  const ids = Object.fromEntries([...byKind].map(([{ name }, list]) => [name, list.map(({ id }) => id)]))
  const rows = await db.query<{ kind: string; row: StoredRow }>(statement(ids))
  const byKindAndId = new Map(rows.map(({ kind, row }) => [`${kind} ${String(row['id'])}`, row]))
  for (const { to, id, key } of missing.values()) {
    const row = byKindAndId.get(`${to.name} ${id}`)
    if (!row) continue
    const record = presentRecord(to, { row, as: 'nested' }, ctx)
    found.set(key, record)
    if (row['uncommitted'] !== true) nestedCache.set(key, record)
  }
  return found
}
const collator = new Intl.Collator('und')
function sortNested(list: NestedKey[], storage: LinksStorage | undefined, records: NestedByKey) {
  const title = ({ key, to }: NestedKey): string => String(records.get(key)?.[to.title])
  if (storage?.order === 'name') list.sort((a, b) => collator.compare(title(a), title(b)) || a.id - b.id)
  else list.sort((a, b) => a.position - b.position)
  return list.flatMap(({ key }) => {
    const record = records.get(key)
    return record ? [record] : []
  })
}
