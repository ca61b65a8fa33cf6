// Reverses one row of the change log: restores what the write replaced, and removes what it created (contract 14.4).
import type { Db } from '../../kernel/database/database.ts'
import { raw, ref, sql } from '../../kernel/database/sql.ts'
import { forbidden } from '../../kernel/errors/problems.ts'
import { canAttempt } from '../access/permissions.ts'
import { isReferenced } from '../access/visibility.ts'
import { ENDED, EXCEPTIONS } from '../changes/erase.ts'
import type { Kind, RequestContext } from '../definition/kind.ts'
import { linkFields, ownerColumn } from '../definition/resource.ts'
import { removeRecord } from '../write/delete-records.ts'
import { loadLinks } from '../write/links.ts'
import { findEditable } from '../write/write-records.ts'
import { applyState, type Loss } from './apply-state.ts'
import type { HistoryRow } from './log-rows.ts'
import { stateBefore } from './record-state.ts'
import { reinsertRow, removeRow, RESTORED, type Removal } from './removed-records.ts'
import { joinSeries, reattachExceptions, splitAgain } from './series-parts.ts'

export const UNDO_ACTIONS = ['restored', 'trashed', 'removed'] as const
export interface Reversal {
  readonly action: (typeof UNDO_ACTIONS)[number] | null
  readonly version: number | null
  readonly losses: readonly Loss[]
  /** Whether another record uses the record, so that it stays. */
  readonly isUsed?: boolean
}
const NOTHING: Reversal = { action: null, version: null, losses: [] }

export interface UndoStep {
  readonly row: HistoryRow
  /** Whether a record belongs to the change that is undone. */
  readonly isPart: (kind: string, id: number) => boolean
}
export async function reverseRow(db: Db, kind: Kind, step: UndoStep, ctx: RequestContext): Promise<Reversal> {
  const { row, isPart } = step
  const { record_id: id, action, before, after } = row
  if (action === 'create') return reverseCreation(db, kind, step, ctx)
  if (before === null) return removeAgain(db, kind, { id, removal: after?.[RESTORED] ?? {}, isPart }, ctx)
  const removal = (action === 'delete' || action === 'merge' ? (after ?? {}) : {}) as Removal
  if (action === 'delete' && !removal.undone && removal.joined_into === undefined)
    return { ...NOTHING, losses: [{ kind: kind.name, id, field: null, reason: 'deleted' }] }
  if (removal.joined_into !== undefined && kind.listing) {
    const inserted = await splitAgain(db, kind, { logged: row, from: removal.joined_into }, ctx)
    return { action: 'restored', ...inserted }
  }
  if (removal.undone || removal.merged_into !== undefined) {
    if (!canAttempt(ctx.caller, kind, removal.undone ? 'create' : 'merge')) throw forbidden(ctx.caller.id === null)
    return { action: 'restored', ...(await reinsertRow(db, kind, { logged: row }, ctx)) }
  }
  return restoreState(db, kind, row, ctx)
}

async function restoreState(db: Db, kind: Kind, row: HistoryRow, ctx: RequestContext): Promise<Reversal> {
  const before = row.before ?? {}
  if (before[ENDED] !== undefined && kind.listing) await reattachExceptions(db, kind, row, ctx)
  // Other changes of exceptions follow from those of their series.
  if (EXCEPTIONS in before) return NOTHING
  const state = stateBefore(kind, before, row.after)
  const { version, isLogged, losses } = await applyState(db, kind, { id: row.record_id, state }, ctx)
  if (!isLogged) return { ...NOTHING, losses }
  return { action: state.columns['status'] === 'trash' ? 'trashed' : 'restored', version, losses }
}

async function reverseCreation(db: Db, kind: Kind, { row, isPart }: UndoStep, ctx: RequestContext): Promise<Reversal> {
  const { record_id: id, after } = row
  const into = after?.['split_from']
  if (kind.listing && typeof into === 'number')
    return { ...NOTHING, action: 'removed', version: await joinSeries(db, kind, { id, into }, ctx) }
  if (kind.access === 'term') return removeTerm(db, kind, { id, removal: { undone: true }, isPart }, ctx)
  if (kind.referencedBy && (await isUsedImage(db, kind, id)))
    return { ...NOTHING, losses: [{ kind: kind.name, id, field: null, reason: 'in_use' }] }
  const { version } = await removeRecord(db, kind, { locator: { id }, force: false }, ctx)
  return { ...NOTHING, action: kind.access === 'owned' ? 'trashed' : 'removed', version }
}
async function isUsedImage(db: Db, kind: Kind, id: number): Promise<boolean> {
  const [used] = await db.query(sql`select 1 from ${ref(kind.table)} r where r.id = ${id} and ${isReferenced(kind, 'r', false)}`)
  return used !== undefined
}

interface RemovalStep extends Pick<UndoStep, 'isPart'> {
  readonly id: number
  readonly removal: Removal
}
/** Removes a record that an undo inserted again. */
async function removeAgain(db: Db, kind: Kind, step: RemovalStep, ctx: RequestContext): Promise<Reversal> {
  const { id, removal } = step
  if (removal.joined_into !== undefined && kind.listing) {
    const version = await joinSeries(db, kind, { id, into: removal.joined_into }, ctx)
    return { ...NOTHING, action: 'removed', version }
  }
  return removeTerm(db, kind, step, ctx)
}

/** Removes a record that has no trash. Records of the change and in the trash lose their links to it first; a record that others use stays. */
async function removeTerm(db: Db, kind: Kind, { id, removal, isPart }: RemovalStep, ctx: RequestContext): Promise<Reversal> {
  if (!canAttempt(ctx.caller, kind, removal.merged_into === undefined ? 'remove' : 'merge')) throw forbidden(ctx.caller.id === null)
  const row = await findEditable(db, kind, { id }, ctx)
  for (const { owner, ids, trashed } of await findOwners(db, kind, id, ctx))
    for (const ownerId of ids.filter((each) => isPart(owner.name, each) || trashed.includes(each)))
      await unlink(db, owner, { id: ownerId, target: id }, ctx)
  const owners = await findOwners(db, kind, id, ctx)
  if (owners.length > 0 || (await hasChildren(db, kind, id))) return { ...NOTHING, isUsed: true }
  return { ...NOTHING, action: 'removed', version: await removeRow(db, kind, { row, removal }, ctx) }
}
async function findOwners(db: Db, kind: Kind, id: number, ctx: RequestContext) {
  const found: { owner: Kind; ids: readonly number[]; trashed: readonly number[] }[] = []
  for (const owner of ctx.site.kinds.values())
    for (const [, storage] of linkFields(owner)) {
      if (storage.to !== kind.name) continue
      const column = ref(ownerColumn(owner))
      const rows = await db.query<{ id: number; trashed: boolean }>(sql`
select r.id, ${raw(owner.access === 'owned' ? `r.status = 'trash'` : 'false')} as trashed
from ${ref(storage.table)} l join ${ref(owner.table)} r on r.id = l.${column} where l.ref_id = ${id} order by 1`)
      const idsOf = (each: readonly { id: number }[]): number[] => each.map((row) => row.id)
      if (rows.length > 0) found.push({ owner, ids: idsOf(rows), trashed: idsOf(rows.filter((row) => row.trashed)) })
    }
  return found
}
async function unlink(db: Db, owner: Kind, { id, target }: { id: number; target: number }, ctx: RequestContext): Promise<void> {
  const links = Object.entries(await loadLinks(db, owner, id)).filter(([, ids]) => ids.includes(target))
  const kept = links.map(([name, ids]) => [name, ids.filter((each) => each !== target)])
  await applyState(db, owner, { id, state: { columns: {}, links: Object.fromEntries(kept), hasLostSecret: false } }, ctx)
}
async function hasChildren(db: Db, { table, parentColumn }: Kind, id: number): Promise<boolean> {
  if (parentColumn === undefined) return false
  return (await db.query(sql`select 1 from ${ref(table)} where ${ref(parentColumn)} = ${id} limit 1`)).length > 0
}
