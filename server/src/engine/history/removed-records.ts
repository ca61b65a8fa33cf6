// Removes records so that the change log can bring them back, and inserts them again with their ids.
import type { Db } from '../../kernel/database/database.ts'
import { join, ref, sql } from '../../kernel/database/sql.ts'
import { recordChange, removedSnapshot, type Change } from '../changes/change-log.ts'
import type { ExternalIds } from '../definition/external-ids.ts'
import type { Kind, RequestContext, StoredRow } from '../definition/kind.ts'
import { linkFields } from '../definition/resource.ts'
import { addRedirects, endRedirect, loadRedirectsTo } from '../read/redirects.ts'
import { tableColumns } from '../read/select-rows.ts'
import { loadTexts } from '../texts/texts.ts'
import { saveTexts } from '../texts/write-texts.ts'
import { insertExternalIds, loadExternalIds } from '../write/external-ids.ts'
import { toSqlValue } from '../write/insert-statement.ts'
import { linkStatements, loadLinks } from '../write/links.ts'
import { claimUniqueName } from '../write/unique-names.ts'
import type { Loss } from './apply-state.ts'
import type { HistoryRow } from './log-rows.ts'
import { stateBefore } from './record-state.ts'

/** Why a record does not exist: it was merged, its series was joined with another one, or the request that created it was undone. */
export interface Removal {
  readonly merged_into?: number
  readonly joined_into?: number
  readonly undone?: true
}
/** The key of a log row of a record that was inserted again, with the reason for which it did not exist before. */
export const RESTORED = 'restored'

/** Deletes the row of a record and keeps its content in the log. `dates` are the dates that stay with the other series. */
export async function removeRow(
  db: Db,
  kind: Kind,
  { row, removal, dates }: { readonly row: StoredRow; readonly removal: Removal; readonly dates?: readonly number[] },
  ctx: RequestContext,
): Promise<number> {
  const id = row['id'] as number
  const version = (row['version'] as number) + 1
  const redirects = removal.merged_into === undefined ? [] : ((await loadRedirectsTo(db, [id])).get(id) ?? [])
  const content = { texts: await loadTexts(db, kind, id), links: await loadLinks(db, kind, id), redirects, ...(dates && { dates }) }
  const before = removedSnapshot(kind, { ...row, external_ids: await loadExternalIds(db, id) }, content)
  if (removal.merged_into !== undefined) await addRedirects(db, kind, { from: [id], to: removal.merged_into }, ctx)
  await db.query(sql`delete from ${ref(kind.table)} where id = ${id}`)
  const action: Change['action'] = removal.merged_into === undefined ? 'delete' : 'merge'
  await recordChange(db, { ...common(kind, id, version, ctx), action, before, after: { ...removal } })
  return version
}
const common = (kind: Kind, id: number, version: number, ctx: RequestContext) => ({
  kind,
  id,
  version,
  caller: ctx.caller,
  changeId: ctx.changeId,
  language: null,
})

export interface Reinserted {
  readonly version: number
  readonly losses: readonly Loss[]
}
/** Inserts a record that a change removed, with its id. `copiedFrom` is a record that has the columns that the log does not have. */
export async function reinsertRow(
  db: Db,
  kind: Kind,
  { logged, copiedFrom }: { readonly logged: HistoryRow; readonly copiedFrom?: number },
  ctx: RequestContext,
): Promise<Reinserted> {
  const { record_id: id, before } = logged
  const snapshot = before ?? {}
  const version = logged.version + 1
  const { columns, links, texts = new Map() } = stateBefore(kind, snapshot, null)
  const original = String(snapshot['language'])
  const name = await claimUniqueName(db, kind, { id: null, columns, title: texts.get(original)?.[kind.title] ?? '' })
  const stored: StoredRow = {
    ...Object.fromEntries(Object.entries(columns).filter(([column]) => isInserted(kind, column))),
    ...name,
    id,
    version,
    language: original,
    created_at: snapshot['created_at'],
    modified_at: ctx.now.toString(),
  }
  await insertColumns(db, kind, stored, copiedFrom)
  const [row = {}] = await db.query<StoredRow>(sql`select * from ${ref(kind.table)} where id = ${id}`)
  const write = { id, before: new Map(), after: texts, original, defaultLanguage: ctx.site.defaultLanguage, row }
  await saveTexts(db, kind, [write], ctx.now.toString())
  for (const [field, storage] of linkFields(kind))
    for (const statement of linkStatements(kind, storage, id, links[field] ?? [])) await db.query(statement)
  const losses = await reinsertExternalIds(db, kind, id, (snapshot['external_ids'] ?? {}) as ExternalIds)
  const removal = (logged.after ?? {}) as Removal
  if (removal.merged_into !== undefined) await endRedirect(db, id, (snapshot['redirects'] ?? []) as readonly number[], removal.merged_into)
  await recordChange(db, {
    ...common(kind, id, version, ctx),
    action: 'restore',
    before: null,
    after: { ...snapshot, [RESTORED]: removal },
  })
  return { version, losses }
}
/** Columns of exceptions have their defaults. The flag of protected records is generated. */
const isInserted = ({ passwordProtection }: Kind, column: string): boolean =>
  column !== passwordProtection?.flagColumn && column !== 'overrides' && column !== 'own_status'

async function insertColumns(db: Db, kind: Kind, stored: StoredRow, copiedFrom: number | undefined): Promise<void> {
  const own = Object.entries(stored)
  const copied = copiedFrom === undefined ? [] : tableColumns(kind).filter((name) => !(name in stored))
  const names = join([...own.map(([name]) => ref(name)), ...copied.map((name) => ref(name))])
  const values = join([...own.map(([, value]) => sql`${toSqlValue(value)}`), ...copied.map((name) => ref(`s.${name}`))])
  const source = copiedFrom === undefined ? sql`` : sql` from ${ref(kind.table)} s where s.id = ${copiedFrom}`
  await db.query(sql`insert into ${ref(kind.table)} (${names}) select ${values}${source}`)
}

/** External ids that another record has taken since stay with it. */
async function reinsertExternalIds(db: Db, kind: Kind, id: number, ids: ExternalIds): Promise<Loss[]> {
  const entries = Object.entries(ids)
  if (entries.length === 0) return []
  const inserted = await db.query(
    sql`${insertExternalIds(kind, ids, sql`${id}::bigint`, sql``)}\non conflict on constraint external_ids_pkey do nothing returning source`,
  )
  return inserted.length === entries.length ? [] : [{ kind: kind.name, id, field: 'external_ids', reason: 'taken' }]
}
