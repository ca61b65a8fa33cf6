// Reads records: many by id, or one by id or slug, in the JSON form that the caller may see.
import type { Db } from '../../kernel/database/database.ts'
import { join, raw, ref, slot, sql, type Sql } from '../../kernel/database/sql.ts'
import { Problem } from '../../kernel/errors/problems.ts'
import { isVisible, visibleAndNotTrashed, visibleTo } from '../access/visibility.ts'
import type { Kind, RequestContext, StatementContext, StoredRow } from '../definition/kind.ts'
import { compiledStatement } from './compiled-statements.ts'
import { nestedKeyColumn } from './nested-keys.ts'
import { loadNested } from './nested-records.ts'
import { presentRecord, type RecordView } from './present.ts'
import { dateColumns, entriesFrom, entryRow, idsTable, idTable, loadSeriesSummaries, recordIdOf } from './entries.ts'
import { selectRowsFrom } from './select-rows.ts'
import { fieldChangesColumn } from '../texts/translation-fields.ts'

export type RecordLocator = { readonly id: number } | { readonly slug: string }
/** `forUpdate` locks the row until the end of the transaction. */
export type RecordQuery = RecordLocator & { readonly forUpdate?: true }

/** Returns the records with these ids, in the order of the ids. Records that do not exist or are not visible are left out. */
export const presentMany = async (db: Db, kind: Kind, rows: RowSelection, ctx: RequestContext): Promise<Record<string, unknown>[]> =>
  (await presentRows(db, kind, rows, ctx)).map(({ record }) => record)
/** The ids among these whose records the caller may see, without those in the trash. */
export async function loadVisibleIds(db: Db, kind: Kind, ids: readonly number[], { caller }: RequestContext): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db.query<{ id: number }>(
    sql`select r.id from ${ref(kind.table)} r where r.id = any(${[...new Set(ids)]}::bigint[]) and ${visibleAndNotTrashed(kind, 'r', caller)}`,
  )
  return new Set(rows.map(({ id }) => id))
}
export interface RowSelection {
  readonly ids: readonly number[]
  /** Additional columns of each row. */
  readonly columns?: readonly Sql[]
  /** The fields of single records that each record has, too. */
  readonly named?: readonly string[]
}
/** The same, with the row of each record. */
export async function presentRows(db: Db, kind: Kind, { ids, columns = [], named = [] }: RowSelection, ctx: RequestContext) {
  if (ids.length === 0) return []
  const more = named.includes('translation_fields') ? [fieldChangesColumn(kind)] : []
  const select = (own: StatementContext, table: Sql): Sql =>
    sql`${selectRowsFrom(kind, entriesFrom(kind, table), own, [...columns, ...more, ...dateColumns(kind)])}\nwhere ${visibleTo(kind, 'r', own.caller)}`
  const statement =
    columns.length > 0
      ? select(ctx, idsTable(ids))
      : compiledStatement(`rows ${kind.name} ${more.length}`, ctx, (own) => select(own, idsTable(slot('ids'))))({ ids })
  const found = await db.query<StoredRow>(statement)
  const entries = found.map((row) => entryRow(kind, row))
  const summaries = named.includes('occurrences') ? await loadSeriesSummaries(db, kind, entries, ctx) : new Map<number, StoredRow>()
  const rows = entries.map((row): StoredRow => {
    const summary = summaries.get(row['id'] as number)
    return summary ? { ...row, date_summary: summary } : row
  })
  const nested = await loadNested(db, kind, rows, ctx)
  const byId = new Map(
    rows.map((row, i) => [row['id'], { row, record: presentRecord(kind, { row, nested: nested[i], as: 'listed', named }, ctx) }]),
  )
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Presents one row with its nested records. */
export async function presentOne(
  db: Db,
  kind: Kind,
  view: Omit<RecordView, 'nested'>,
  ctx: RequestContext,
): Promise<Record<string, unknown>> {
  const { row } = view
  const rows = view.unlocked
    ? await db.query<StoredRow>(
        sql`select ${join(nestedKeyColumn(kind, ctx, true))} from ${ref(kind.table)} r where r.id = ${recordIdOf(row)}`,
      )
    : [row]
  const [nested] = await loadNested(db, kind, rows, ctx)
  return presentRecord(kind, { ...view, nested }, ctx)
}

/** Returns the row of one record. Throws 404 if the caller may not see it, or 410 if it was public and is in the trash. */
export async function findOne(db: Db, kind: Kind, query: RecordQuery, ctx: RequestContext): Promise<StoredRow> {
  const [key, value] = 'id' in query ? (['id', query.id] as const) : (['slug', query.slug] as const)
  const statement = compiledStatement(`one ${kind.name} ${key} ${query.forUpdate ?? false}`, ctx, (own) => {
    const id =
      key === 'id'
        ? sql`${slot('id')}::bigint`
        : sql`(select x.id from ${ref(kind.texts)} x where x.slug = ${slot('slug')} and x.slug_owner)`
    const rows = selectRowsFrom(kind, entriesFrom(kind, idTable(id)), own, [...dateColumns(kind), fieldChangesColumn(kind)])
    const lock = raw(query.forUpdate ? '\nfor update of r' : '')
    return sql`${rows}\nwhere (${visibleTo(kind, 'r', own.caller)} or ${wasPublic(kind)})${lock}`
  })
  const [found] = await db.query<StoredRow>(statement({ [key]: value }))
  if (!found) throw 'id' in query && (await isRemovedDate(db, kind, query.id, ctx)) ? removedDate(kind) : notFound(kind)
  const row = entryRow(kind, found)
  if (row['status'] === 'trash' && !isVisible(kind, row, ctx.caller)) throw inTrash(kind)
  return row
}
/** The rows `r` that were public before they were moved to the trash. */
export const wasPublic = (kind: Kind): Sql =>
  kind.access === 'owned' ? sql`r.status = 'trash' and r.trashed_from = 'publish'` : raw('false')
/**
 * Whether the id is that of a date that its series no longer has, and the caller may see the series. An exception in the trash is told apart
 * from a record that does not exist only if it was public, like all other records.
 */
async function isRemovedDate(db: Db, kind: Kind, id: number, ctx: RequestContext): Promise<boolean> {
  if (!kind.listing) return false
  const [found] = await db.query(
    sql`select 1 from retired_occurrences x join ${ref(kind.table)} r on r.id = x.series_id where x.id = ${id} and ${visibleTo(kind, 'r', ctx.caller)}
and not exists (select 1 from ${ref(kind.table)} e where e.id = x.id)`,
  )
  return found !== undefined
}
const removedDate = (kind: Kind): Problem =>
  new Problem('rest_in_trash', {
    wireCode: `${kind.name}-occurrence-removed`,
    ...(kind.messages.removedDate && { text: kind.messages.removedDate }),
  })
export const notFound = (kind: Kind): Problem =>
  new Problem('rest_not_found', { wireCode: `rest-${kind.name}-not-found`, text: kind.messages.missing })
export const inTrash = (kind: Kind): Problem =>
  new Problem('rest_in_trash', { wireCode: `${kind.name}-is-in-trash`, ...(kind.messages.trashed && { text: kind.messages.trashed }) })
