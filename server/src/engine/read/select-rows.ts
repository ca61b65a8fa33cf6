// The SELECT statement for rows of a kind, with their texts in the language of the request and the version keys of nested records.
import { join, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import { hasRole } from '../../kernel/security/caller.ts'
import { editableBy, visibleAndNotTrashed } from '../access/visibility.ts'
import type { Kind, StatementContext } from '../definition/kind.ts'
import { embeddedRecord, textColumns, textJoins } from '../texts/texts.ts'
import { nestedKeyColumn } from './nested-keys.ts'

const COLUMNS = { version: 'value', language: 'value', created_at: 'moment', modified_at: 'moment' } as const
const OWNED = {
  author_id: 'value',
  status: 'value',
  trashed_from: 'value',
  trashed_at: 'moment',
  published_at: 'moment',
  undated: 'value',
} as const
/** All columns of the kind's own table, with the way each is read. */
export const ownColumns = (kind: Kind): Kind['columns'] => ({
  ...COLUMNS,
  ...(kind.access === 'owned' ? OWNED : {}),
  ...Object.fromEntries(
    Object.values(kind.fields).flatMap(({ storage }) => (storage.in === 'column' ? [[storage.column, 'value' as const]] : [])),
  ),
  ...kind.columns,
})
/** All columns of the kind's own table that a row can be copied with. The flag of protected records is generated. */
export function tableColumns(kind: Kind): string[] {
  const stored = Object.entries(ownColumns(kind)).flatMap(([name, type]) => (typeof type === 'string' ? [name] : []))
  const references = Object.values(kind.fields).flatMap(({ storage }) => (storage.in === 'reference' ? [storage.column] : []))
  return [...new Set([...stored, ...references])].filter((name) => name !== kind.passwordProtection?.flagColumn)
}

/** `select … from …` of rows in the language of the request; `r` is the row. A reference to a record that the caller may not see is null. */
export const selectRows = (kind: Kind, ctx: StatementContext, more: readonly Sql[] = []): Sql =>
  selectRowsFrom(kind, sql`${ref(kind.table)} r`, ctx, more)
/**
 * The same without columns that are computed from other tables. Nested records do not show them, because the keys of their cache do not cover such
 * columns, and counting the events of each term would take a sixth of the statement.
 */
export function selectNestedRows(kind: Kind, ctx: StatementContext, more: readonly Sql[]): Sql {
  const columns = Object.fromEntries(Object.entries(kind.columns).filter(([, type]) => typeof type === 'string'))
  return selectRows({ ...kind, columns }, ctx, more)
}
/** The same from a table or a join that has the row as `r`. */
export function selectRowsFrom(kind: Kind, source: Sql, ctx: StatementContext, more: readonly Sql[] = []): Sql {
  const columns = Object.entries(ownColumns(kind)).flatMap(([name, type]) => (type === 'secret' ? [] : [columnSql(name, type)]))
  const references = Object.entries(kind.fields).flatMap(([name, { storage }]) => {
    if (storage.in !== 'reference') return []
    const to = ctx.site.kinds.get(storage.to)
    if (!to) return []
    const column = ref(`r.${storage.column}`)
    if (storage.shows) return [column, sql`${embeddedRecord(to, storage.shows, sql`p.id = ${column}`, ctx)} as ${ref(name)}`]
    const visible = visibleAndNotTrashed(to, 'p', ctx.caller)
    return [sql`(select p.id from ${ref(to.table)} p where p.id = ${column} and ${visible}) as ${ref(storage.column)}`]
  })
  return sql`select r.id, ${join([...columns, ...references, textColumns(kind, ctx), ...externalIdsColumn(kind, ctx), ...nestedKeyColumn(kind, ctx), ...more])}
from ${source}
${textJoins(kind, ctx)}`
}

/** The external ids of the row `r`; null if the caller may not edit it. */
function externalIdsColumn(kind: Kind, { caller }: StatementContext): Sql[] {
  if (!hasRole(caller, 'contributor') || !Object.values(kind.fields).some(({ storage }) => storage.in === 'external_ids')) return []
  return [
    sql`(select jsonb_object_agg(x.source, x.external_id) from external_ids x where x.record_id = r.id and ${editableBy(kind, 'r', caller)}) as external_ids`,
  ]
}

const columnSql = (name: string, type: 'value' | 'moment' | Sql): Sql => {
  if (type === 'value') return ref(`r.${name}`)
  return sql`${type === 'moment' ? sql`${ref(`r.${name}`)}::text` : type} as ${ref(name)}`
}
