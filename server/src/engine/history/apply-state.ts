// Brings a record back to a state of the change log, as a new version (contract 14.4).
import type { Db } from '../../kernel/database/database.ts'
import { ref, sql } from '../../kernel/database/sql.ts'
import { forbidden } from '../../kernel/errors/problems.ts'
import { toDatabase } from '../../kernel/time/date-times.ts'
import { canPublish, isEditor } from '../access/permissions.ts'
import type { Kind, RequestContext, StoredRow } from '../definition/kind.ts'
import { isException, linkFields } from '../definition/resource.ts'
import { recordIdOf } from '../read/entries.ts'
import { findEditableDate } from '../series/scopes.ts'
import { resetException } from '../series/reset-exception.ts'
import { loadTexts } from '../texts/texts.ts'
import { changedColumns } from '../write/changed-columns.ts'
import { createException } from '../write/exceptions.ts'
import { loadExternalIds } from '../write/external-ids.ts'
import { loadLinks, type LinkedIds } from '../write/links.ts'
import { storeUpdate } from '../write/store-update.ts'
import { claimUniqueName, isRenamed } from '../write/unique-names.ts'
import { findEditable, lockTree } from '../write/write-records.ts'
import type { RecordState } from './record-state.ts'

export const LOSS_REASONS = ['deleted', 'secret', 'in_use', 'taken'] as const
/** A record, or a field of it, that could not be restored. */
export interface Loss {
  readonly kind: string
  readonly id: number
  readonly field: string | null
  readonly reason: (typeof LOSS_REASONS)[number]
}
export interface AppliedState {
  readonly version: number
  readonly isLogged: boolean
  readonly losses: readonly Loss[]
}
export interface StateRequest {
  readonly id: number
  readonly state: RecordState
  /** Throws if the client requires another version of the record. */
  readonly precondition?: (version: number) => void
}

/** Stores a state through the same steps as an update. Throws 403 if the caller may not make the change. */
export async function applyState(
  db: Db,
  kind: Kind,
  { id, state, precondition }: StateRequest,
  ctx: RequestContext,
): Promise<AppliedState> {
  if (kind.parentColumn && kind.parentColumn in state.columns) await lockTree(db, kind)
  const entry = await findEntry(db, kind, id, ctx)
  precondition?.(entry['version'] as number)
  const overrides = (state.columns['overrides'] ?? null) as readonly string[] | null
  const isOrdinaryDate = recordIdOf(entry) !== id
  if (isOrdinaryDate && (overrides ?? []).length === 0) return { version: entry['version'] as number, isLogged: false, losses: [] }
  if (isException(kind, entry) && !isOrdinaryDate && overrides?.length === 0) {
    await resetException(db, kind, { exception: entry, keep: [] }, ctx)
    return { version: (entry['version'] as number) + 1, isLogged: true, losses: [] }
  }
  if (isOrdinaryDate) await createException(db, kind, entry, ctx)
  const row = isOrdinaryDate ? await findEditable(db, kind, { id }, ctx) : entry
  return storeState(db, kind, { row, state }, ctx)
}
/** Locks the record, or the series of a date. */
const findEntry = async (db: Db, kind: Kind, id: number, ctx: RequestContext): Promise<StoredRow> =>
  (await findEditableDate(db, kind, { locator: { id }, inputs: {} }, ctx)) ?? (await findEditable(db, kind, { id }, ctx))

interface StoredState {
  readonly row: StoredRow
  readonly state: RecordState
}
async function storeState(db: Db, kind: Kind, { row, state }: StoredState, ctx: RequestContext): Promise<AppliedState> {
  const id = row['id'] as number
  const [texts, links] = [await loadTexts(db, kind, id), await loadLinks(db, kind, id)]
  const externalIds = state.externalIds && (await loadExternalIds(db, id))
  const references = await existingReferences(db, kind, state, ctx)
  const columns = changedColumns(restoredColumns(kind, { ...state.columns, ...references.columns }, row, ctx), row)
  requirePermission(columns, ctx)
  const after = state.texts ?? texts
  const title = after.get(String(row['language']))?.[kind.title] ?? ''
  const isNamed = isRenamed(kind, columns, { row, texts }, title)
  const uniqueName = isNamed ? await claimUniqueName(db, kind, { id, columns: { ...row, ...columns }, title }) : {}
  const { version, isLogged } = await storeUpdate(
    db,
    kind,
    {
      before: { row, texts, links, externalIds },
      after: {
        columns: { ...columns, ...uniqueName },
        texts: after,
        links: { ...links, ...references.links },
        externalIds: state.externalIds,
      },
      language: null,
      ...(state.moves && { moves: state.moves }),
      ...(isException(kind, row) && { own: ownColumns(row, state) }),
    },
    ctx,
  )
  const lost = references.lost.map((field): Loss => ({ kind: kind.name, id, field, reason: 'deleted' }))
  const secret: Loss[] = state.hasLostSecret
    ? [{ kind: kind.name, id, field: kind.passwordProtection?.digestColumn ?? null, reason: 'secret' }]
    : []
  return { version, isLogged, losses: [...lost, ...secret] }
}

/** The columns of an exception that describe its own changes. They are part of the state and do not follow from the difference. */
const ownColumns = (row: StoredRow, { columns }: RecordState): StoredRow => ({
  overrides: columns['overrides'] ?? row['overrides'],
  own_status: 'own_status' in columns ? columns['own_status'] : (row['own_status'] ?? null),
  own_version: (row['own_version'] as number) + 1,
})

const OWN_COLUMNS = ['overrides', 'own_status']
/** Adds the columns that follow from the state: those of the trash, of the password and of the stored dates of a series. */
function restoredColumns(kind: Kind, columns: StoredRow, row: StoredRow, ctx: RequestContext): Record<string, unknown> {
  const { passwordProtection: protection, listing } = kind
  const restored = Object.fromEntries(
    Object.entries(columns).filter(
      ([name, value]) => !OWN_COLUMNS.includes(name) && name !== protection?.flagColumn && value !== undefined,
    ),
  )
  const { status } = restored
  if (typeof status === 'string' && status !== row['status']) {
    restored['trashed_from'] = status === 'trash' ? row['status'] : null
    restored['trashed_at'] = status === 'trash' ? toDatabase(ctx.now) : null
  }
  if (protection && columns[protection.flagColumn] === false && row[protection.flagColumn] === true)
    restored[protection.digestColumn] = null
  if (listing && listing.recurrenceColumn in restored) {
    const after = { ...row, ...restored }
    Object.assign(restored, listing.isSeries(after) ? listing.recurring.extend(after, ctx) : { [listing.expandedColumn]: null })
  }
  return restored
}

const PUBLIC_STATUSES: readonly unknown[] = ['publish', 'future', 'private']
/** The author and the published statuses of a record have rules of their own (contract 8.2). */
function requirePermission(columns: StoredRow, { caller }: RequestContext): void {
  if ('author_id' in columns && !isEditor(caller)) throw forbidden(caller.id === null)
  if (PUBLIC_STATUSES.includes(columns['status']) && !canPublish(caller)) throw forbidden(caller.id === null)
}

interface References {
  readonly columns: StoredRow
  readonly links: LinkedIds
  /** Fields that referred to records that no longer exist. */
  readonly lost: readonly string[]
}
/** Leaves out references and links to records that were deleted since. */
async function existingReferences(db: Db, kind: Kind, { columns, links }: RecordState, ctx: RequestContext): Promise<References> {
  const lost = new Set<string>()
  const kept: Record<string, unknown> = {}
  for (const [name, { storage }] of Object.entries(kind.fields)) {
    if (storage.in !== 'reference' || typeof columns[storage.column] !== 'number') continue
    const table = ctx.site.kinds.get(storage.to)?.table
    const [exists] = table ? await existingIds(db, table, [columns[storage.column] as number]) : []
    kept[storage.column] = exists ?? null
    if (exists === undefined) lost.add(name)
  }
  const author = columns['author_id']
  if (typeof author === 'number' && (await existingIds(db, 'users', [author])).length === 0) {
    kept['author_id'] = undefined
    lost.add('author')
  }
  const linked: Record<string, readonly number[]> = {}
  for (const [name, { to }] of linkFields(kind)) {
    const ids = links[name]
    const table = ctx.site.kinds.get(to)?.table
    if (!ids || !table) continue
    const existing = new Set(await existingIds(db, table, ids))
    linked[name] = ids.filter((id) => existing.has(id))
    if (existing.size < ids.length) lost.add(name)
  }
  return { columns: kept, links: linked, lost: [...lost] }
}
async function existingIds(db: Db, table: string, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await db.query<{ id: number }>(sql`select id from ${ref(table)} where id = any(${ids}::bigint[])`)
  return rows.map(({ id }) => id)
}
