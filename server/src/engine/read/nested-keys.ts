// Version keys of nested records: a row carries one key for each record that it shows, so that caches notice every change.
import { join, literal, raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import { notProtectedOrEditable, visibleAndNotTrashed } from '../access/visibility.ts'
import type { Kind, StatementContext, StoredRow } from '../definition/kind.ts'
import { linkFields, ownerColumn } from '../definition/resource.ts'

/** The column `nested` of the row `r`: field, position, id, version and modification time of all linked records that the caller may see. */
export function nestedKeyColumn(kind: Kind, ctx: StatementContext, unlocked = false): Sql[] {
  const queries = linkFields(kind).flatMap(([name, storage]) => {
    const to = ctx.site.kinds.get(storage.to)
    if (!to) return []
    const open =
      unlocked || !kind.passwordProtection?.hiddenFields.includes(name) ? raw('true') : notProtectedOrEditable(kind, 'r', ctx.caller)
    return [
      sql`select concat_ws(' ', ${literal(name)}, l.position, n.id, ${versionKey(to, 'n', ctx)}, floor(extract(epoch from n.modified_at)))
from ${ref(storage.table)} l join ${ref(to.table)} n on n.id = l.ref_id and ${visibleAndNotTrashed(to, 'n', ctx.caller)}
where l.${ref(ownerColumn(kind))} = r.id and ${open}`,
    ]
  })
  return queries.length === 0 ? [] : [sql`array(\n${join(queries, '\nunion all\n')}\n) as nested`]
}
/** Time of the latest change to a record nested in a row, in milliseconds since 1970. */
export const latestNested = (row: StoredRow): number =>
  ((row['nested'] ?? []) as readonly string[]).reduce((last, text) => Math.max(last, Number(text.slice(text.lastIndexOf(' '))) * 1_000), 0)
/** Everything that the JSON form of a row depends on: its own version, and the ids and versions of the records that it refers to. */
export const versionKey = (kind: Kind, alias: string, ctx: StatementContext): Sql =>
  join([
    ref(`${alias}.version`),
    ...Object.values(kind.fields).flatMap(({ storage }) => {
      const to = storage.in === 'reference' ? ctx.site.kinds.get(storage.to) : undefined
      if (storage.in !== 'reference' || !to) return []
      const visible = storage.shows ? raw('true') : visibleAndNotTrashed(to, 'p', ctx.caller)
      return [
        sql`coalesce((select p.id || '.' || p.version from ${ref(to.table)} p where p.id = ${ref(`${alias}.${storage.column}`)} and ${visible}), '-')`,
      ]
    }),
  ])
