// Undoes a change: reverses all writes of one request in one transaction (contract 14.4).
import type { Db } from '../../kernel/database/database.ts'
import { ref, sql } from '../../kernel/database/sql.ts'
import { forbidden, Problem } from '../../kernel/errors/problems.ts'
import { canAttempt } from '../access/permissions.ts'
import { editableBy } from '../access/visibility.ts'
import { ENDED } from '../changes/erase.ts'
import type { Kind, RequestContext } from '../definition/kind.ts'
import { lockTree } from '../write/write-records.ts'
import type { Loss } from './apply-state.ts'
import { findChangedSince, loadRowsOfChange, noteUndo, type ChangedRecord, type HistoryRow } from './log-rows.ts'
import type { Removal } from './removed-records.ts'
import { reverseRow, type Reversal } from './reverse-row.ts'

/** A change with more rows is refused, because it would hold its locks for too long. */
export const UNDO_MAX = 1_000

export interface UndoRequest {
  readonly changeId: string
  /** Leaves out records that were changed since, instead of refusing the request. */
  readonly skipChanged: boolean
}
export interface UndoneRecord {
  readonly kind: string
  readonly id: number
  readonly action: NonNullable<Reversal['action']>
  readonly version: number | null
}
export interface UndoResult {
  readonly records: readonly UndoneRecord[]
  readonly skipped: readonly RecordName[]
  readonly not_restored: readonly Loss[]
}
interface RecordName {
  readonly kind: string
  readonly id: number
}

/** Must run in a transaction. */
export async function undoChange(db: Db, { changeId, skipChanged }: UndoRequest, ctx: RequestContext): Promise<UndoResult> {
  const loaded = await loadRowsOfChange(db, changeId, UNDO_MAX + 1)
  const rows = loaded.filter(({ kind }) => ctx.site.kinds.has(kind))
  if (rows.length === 0) throw new Problem('rest_change_not_found')
  await lockRecords(db, rows, ctx)
  await requireEditable(db, rows, ctx)
  if (loaded.length > UNDO_MAX) throw new Problem('rest_undo_too_large', { values: { max: String(UNDO_MAX) } })
  const skipped = new Map((await changedRecords(db, rows, changeId)).map((record) => [nameOf(record), record]))
  if (skipped.size > 0 && !skipChanged) throw changedSince([...skipped.values()])
  const parts = new Set(rows.map((row) => nameOf({ kind: row.kind, id: row.record_id })))
  const isPart = (kind: string, id: number): boolean => parts.has(nameOf({ kind, id }))
  const records = new Map<string, UndoneRecord>()
  const losses: Loss[] = []
  for (const row of parentsFirst(inUndoOrder(rows), ctx)) {
    const kind = ctx.site.kinds.get(row.kind)
    const name = { kind: row.kind, id: row.record_id }
    if (!kind || skipped.has(nameOf(name))) continue
    const reversal = await reverseRow(db, kind, { row, isPart }, ctx)
    if (reversal.isUsed && !skipChanged) throw changedSince([name])
    if (reversal.isUsed) skipped.set(nameOf(name), name)
    losses.push(...reversal.losses)
    if (reversal.action) records.set(nameOf(name), { ...name, action: reversal.action, version: reversal.version })
  }
  if (skipped.size === 0 && losses.length === 0) await noteUndo(db, { undo: ctx.changeId, undone: changeId })
  return { records: [...records.values()], skipped: [...skipped.values()], not_restored: withoutDuplicates(losses) }
}
const nameOf = ({ kind, id }: RecordName): string => `${kind} ${id}`
const changedSince = (records: readonly RecordName[]): Problem =>
  new Problem('rest_changed_since', { data: { records: records.map(({ kind, id }) => ({ kind, id })) } })
const withoutDuplicates = (losses: readonly Loss[]): Loss[] => [
  ...new Map(losses.map((loss) => [`${nameOf(loss)} ${loss.field ?? ''}`, loss])).values(),
]

const idsByKind = (rows: readonly HistoryRow[], ctx: RequestContext): Map<Kind, number[]> => {
  const found = new Map<Kind, number[]>()
  for (const { kind: name, record_id: id } of rows) {
    const kind = ctx.site.kinds.get(name)
    if (kind) found.set(kind, [...new Set([...(found.get(kind) ?? []), id])])
  }
  return found
}
/** Locks the records of a change, and the series of its dates, in the order of their ids, so that two requests wait for each other. */
async function lockRecords(db: Db, rows: readonly HistoryRow[], ctx: RequestContext): Promise<void> {
  for (const [kind, ids] of idsByKind(rows, ctx)) {
    if (kind.parentColumn) await lockTree(db, kind)
    await db.query(
      sql`select 1 from ${ref(kind.table)} where id = any(${await withSeries(db, kind, ids)}::bigint[]) order by id for update`,
    )
  }
}
async function withSeries(db: Db, { listing }: Kind, ids: readonly number[]): Promise<readonly number[]> {
  if (!listing) return ids
  const series = await db.query<{ id: number }>(sql`
select series_id as id from ${ref(listing.table)} where id = any(${ids}::bigint[]) and series_id is not null
union select series_id from retired_occurrences where id = any(${ids}::bigint[])`)
  return [...ids, ...series.map(({ id }) => id)]
}

/** A change of which the caller may edit no record does not exist for them. If they may edit some, it is 403. */
async function requireEditable(db: Db, rows: readonly HistoryRow[], ctx: RequestContext): Promise<void> {
  let [editable, others] = [0, 0]
  for (const [kind, own] of idsByKind(rows, ctx)) {
    const ids = await withSeries(db, kind, own)
    const found = canAttempt(ctx.caller, kind, 'change')
      ? await db.query<{ editable: boolean }>(
          sql`select ${editableBy(kind, 'r', ctx.caller)} as editable from ${ref(kind.table)} r where r.id = any(${ids}::bigint[])`,
        )
      : ids.map(() => ({ editable: false }))
    editable += found.filter((row) => row.editable).length
    others += found.filter((row) => !row.editable).length
    // Only editors may bring back records that do not exist.
    if (found.length === 0 && canAttempt(ctx.caller, kind, 'merge')) editable += 1
  }
  if (editable === 0) throw new Problem('rest_change_not_found')
  if (others > 0) throw forbidden(false)
}

/** The records of a change that were changed since. Two parts of a series, and a series with its former exceptions, are undone together or not at all. */
async function changedRecords(db: Db, rows: readonly HistoryRow[], changeId: string): Promise<RecordName[]> {
  const firstRows = new Map<string, ChangedRecord>()
  const partners = new Map<string, RecordName[]>()
  for (const { id: rowId, kind, record_id: id, before, ...row } of rows) {
    const own = [{ kind, id }, ...Object.keys(before?.[ENDED] ?? {}).map((key) => ({ kind, id: Number(key) }))]
    for (const each of own) if (!firstRows.has(nameOf(each))) firstRows.set(nameOf(each), { ...each, firstRow: rowId })
    const other = partnerOf({ id: rowId, kind, record_id: id, before, ...row })
    const tied = [...own.slice(1), ...(other === null ? [] : [{ kind, id: other }])]
    for (const each of tied) {
      partners.set(nameOf(each), [...(partners.get(nameOf(each)) ?? []), { kind, id }])
      partners.set(nameOf({ kind, id }), [...(partners.get(nameOf({ kind, id })) ?? []), each])
    }
  }
  const changed = await findChangedSince(db, [...firstRows.values()], changeId)
  return [...new Map(changed.flatMap((each) => [each, ...(partners.get(nameOf(each)) ?? [])]).map((each) => [nameOf(each), each])).values()]
}

/** The other series, if the row splits a series or joins two. */
function partnerOf({ action, after }: HistoryRow): number | null {
  const split = action === 'create' ? after?.['split_from'] : null
  const removal = (action === 'delete' ? after : after?.['restored']) as Removal | null | undefined
  const partner = split ?? removal?.joined_into ?? null
  return typeof partner === 'number' ? partner : null
}
/** Records that are inserted again come after their parents: a merge may have removed both. */
function parentsFirst(rows: readonly HistoryRow[], ctx: RequestContext): HistoryRow[] {
  const ordered: HistoryRow[] = []
  const add = (row: HistoryRow): void => {
    if (ordered.includes(row)) return
    const column = ctx.site.kinds.get(row.kind)?.parentColumn
    const parent = column !== undefined && row.action === 'merge' ? row.before?.[column] : null
    const removed = rows.find((each) => each.kind === row.kind && each.action === 'merge' && each.record_id === parent && each !== row)
    if (removed && rows.indexOf(removed) > rows.indexOf(row)) add(removed)
    ordered.push(row)
  }
  rows.forEach(add)
  return ordered
}
/**
 * The last row is reversed first. A row that moves dates between two series is reversed before the next row of the other series, whose recurrence
 * has the dates of both.
 */
export function inUndoOrder(rows: readonly HistoryRow[]): HistoryRow[] {
  const ordered = rows.toReversed()
  for (const row of rows) {
    const partner = partnerOf(row)
    if (partner === null) continue
    const from = ordered.indexOf(row)
    const next = rows.find((each) => each.id > row.id && each.kind === row.kind && each.record_id === partner)
    const to = next ? ordered.indexOf(next) : from
    if (to >= from) continue
    ordered.splice(from, 1)
    ordered.splice(to, 0, row)
  }
  return ordered
}
