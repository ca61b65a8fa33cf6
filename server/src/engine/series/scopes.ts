// Writes to one date of a series: to this date, to this and all following dates, or to all dates (contract 13.5).
import { isDeepStrictEqual } from 'node:util'
import { TransactionConflict, type Db } from '../../kernel/database/database.ts'
import { FieldError, invalidParams } from '../../kernel/errors/problems.ts'
import type { Inputs } from '../../kernel/http/request-parsing.ts'
import { ref, sql } from '../../kernel/database/sql.ts'
import * as values from '../../kernel/validation/value-types.ts'
import { canEdit } from '../access/visibility.ts'
import type { Kind, Listing, Params, RequestContext, StoredRow } from '../definition/kind.ts'
import { isException, param } from '../definition/resource.ts'
import { recordIdOf } from '../read/entries.ts'
import { findOne, presentOne } from '../read/records.ts'
import { findEditable, updateRecord, type UpdateRequest, type WriteResult } from '../write/write-records.ts'
import { loadRemovedDates } from '../write/delete-records.ts'
import { dateEffect, seriesEffect, type Effect } from './effect.ts'
import { createException, deleteException, findRetired } from '../write/exceptions.ts'
import { resetException } from './reset-exception.ts'
import { splitSeries } from './split-series.ts'

export const DATE_SCOPES = ['this', 'following', 'all'] as const
export type DateScope = (typeof DATE_SCOPES)[number]
export const SCOPE_PARAM: Params = {
  scope: param(
    values.oneOf(DATE_SCOPES),
    'Which dates of a series the request applies to: the addressed date (`this`), this date and all later ones (`following`), or all dates (`all`). Writes to a series always apply to all dates.',
    { fallback: 'this' },
  ),
}

export interface EntryUpdate extends UpdateRequest {
  readonly scope: DateScope
}
export interface EntryResult extends WriteResult {
  readonly effect?: Effect
  /** Whether the write created the record: a series that was split off. */
  readonly isNew?: boolean
}
/** Updates a record, or the dates of a series that the scope names. */
export async function updateEntry(db: Db, kind: Kind, request: EntryUpdate, ctx: RequestContext): Promise<EntryResult> {
  const { listing } = kind
  const entry = await findEditableDate(db, kind, request, ctx)
  if (!listing || !entry) {
    const result = await updateRecord(db, kind, request, ctx)
    return result.isSeries && listing ? { ...result, effect: await writtenEffect(db, listing, 'all', result) } : result
  }
  request.precondition(entry['version'] as number)
  if (request.scope === 'this') return updateDate(db, kind, entry, request, ctx)
  const target = request.scope === 'following' ? await splitSeries(db, kind, listing, entry, ctx) : null
  return updatePattern(db, kind, listing, { ...request, entry: target?.entry ?? entry, split: target?.isSplit === true }, ctx)
}

/**
 * Finds the occurrence or exception that a request addresses. Null if the request addresses another record.
 * Locks the series before the date, so that two writes to one series wait for each other in the same order.
 */
export async function findEditableDate(
  db: Db,
  kind: Kind,
  { locator, inputs }: Pick<UpdateRequest, 'locator' | 'inputs'>,
  ctx: RequestContext,
): Promise<StoredRow | null> {
  const { listing } = kind
  if (!listing || !('id' in locator) || !(await lockSeries(db, kind, listing, locator.id))) return null
  const mayRestore = typeof inputs['status'] === 'string' && inputs['status'] !== 'trash'
  const isRestored = mayRestore && (await restoreDate(db, kind, listing, locator.id, ctx))
  const entry = await findEditable(db, kind, locator, ctx)
  // The exception of an excluded date may have become a single record.
  return isException(kind, entry) ? { ...entry, is_restored: isRestored } : null
}
/** Locks the series that has or had this date. Returns false if the id is not that of a date. */
async function lockSeries(db: Db, { table }: Kind, listing: Listing, id: number): Promise<boolean> {
  const owners = sql`
select o.series_id as id from ${ref(listing.table)} o where o.id = ${id} and o.series_id is not null
union all select series_id from retired_occurrences where id = ${id}`
  const locked = await db.query<{ id: number }>(sql`select r.id from ${ref(table)} r where r.id in (${owners}) order by r.id for update`)
  if (locked.length === 0) return false
  // Another write may have moved the date to another series while this one waited for the lock.
  const current = await db.query<{ id: number }>(owners)
  if (current.some((owner) => locked.every((series) => series.id !== owner.id)))
    throw new TransactionConflict(`The series of date ${id} changed.`)
  return true
}

/** Brings back a date that was excluded: a client writes a status to its id. Returns whether it did. */
async function restoreDate(db: Db, kind: Kind, listing: Listing, id: number, ctx: RequestContext): Promise<boolean> {
  const retired = await findRetired(db, id)
  if (!retired) return false
  const series = await findOne(db, kind, { id: retired.series_id }, ctx)
  if (!canEdit(kind, series, ctx.caller)) return false
  const columns = listing.recurring.includeDate(series, retired.original_start, ctx)
  if (!columns) return false
  const { isLogged } = await writeSeries(db, kind, { id: retired.series_id, columns }, ctx)
  return isLogged
}

/** Updates one date. Without a difference from what the date shows, no exception is created. */
async function updateDate(db: Db, kind: Kind, entry: StoredRow, request: EntryUpdate, ctx: RequestContext): Promise<EntryResult> {
  const id = entry['id'] as number
  const { listing } = kind
  if (!listing) throw new TypeError(`${kind.plural} have no dates`)
  if (request.inputs['status'] === 'trash') {
    const removed = await excludeDate(db, kind, listing, entry, ctx)
    return { ...removed, id }
  }
  await rejectSeriesFields(db, kind, entry, request.inputs, ctx)
  const { overrides: sent, ...inputs } = request.inputs
  const isReset = recordIdOf(entry) === id && (await resetLeftOut(db, kind, entry, sent, ctx))
  const current = isReset ? await findOne(db, kind, { id }, ctx) : entry
  const isNew = recordIdOf(current) !== id
  if (isNew) await createException(db, kind, current, ctx)
  const result = await updateRecord(db, kind, { ...request, inputs, locator: { id }, precondition: () => undefined }, ctx)
  if (isNew && result.version === current['version']) await deleteException(db, kind, listing, id)
  const after = await findOne(db, kind, { id }, ctx)
  const version = after['version'] as number
  const isChanged = version !== entry['version']
  return { ...result, version, isLogged: isChanged || entry['is_restored'] === true, effect: dateEffect(entry, after, !isChanged) }
}

/** Resets the fields that a client leaves out of `overrides`. Returns whether it left out any. */
async function resetLeftOut(db: Db, kind: Kind, exception: StoredRow, sent: unknown, ctx: RequestContext): Promise<boolean> {
  const keep = sent === undefined || sent === null ? null : kind.fields['overrides']?.input?.parse(sent)
  if (!Array.isArray(keep) || isDeepStrictEqual(keep, exception['overrides'])) return false
  const unknown = keep.filter((name) => !(exception['overrides'] as readonly unknown[]).includes(name))
  if (unknown.length > 0)
    throw invalidParams({ overrides: new FieldError('not_choice', { words: (exception['overrides'] as string[]).join(', ') }) })
  await resetException(db, kind, { exception, keep: keep as string[] }, ctx)
  return true
}

/** Throws 400 if a client sends a field that only the series has. A field that is sent back as it was shown is not an error. */
async function rejectSeriesFields(db: Db, kind: Kind, entry: StoredRow, inputs: Inputs, ctx: RequestContext): Promise<void> {
  const fields = kind.listing?.recurring.seriesFields.filter((name) => inputs[name] !== undefined) ?? []
  if (fields.length === 0) return
  const shown = await presentOne(db, kind, { row: entry, as: 'listed' }, ctx)
  const isEmpty = (value: unknown): boolean => value === null || value === '' || isDeepStrictEqual(value, {})
  const sent = fields.filter(
    (name) => !isDeepStrictEqual(inputs[name], shown[name]) && !(isEmpty(inputs[name]) && isEmpty(shown[name] ?? null)),
  )
  if (sent.length > 0) throw invalidParams(Object.fromEntries(sent.map((name) => [name, new FieldError('not_on_date')])))
}

interface PatternUpdate extends EntryUpdate {
  readonly entry: StoredRow
  /** Whether the series of the entry was split off for this write. */
  readonly split: boolean
}
/** Writes the series of a date. Values that equal those of the date are not sent; a new start moves the whole pattern. */
async function updatePattern(db: Db, kind: Kind, listing: Listing, request: PatternUpdate, ctx: RequestContext): Promise<EntryResult> {
  const { entry, scope, split } = request
  const seriesId = entry[listing.seriesColumn] as number
  const shown = await presentOne(db, kind, { row: entry, as: 'listed' }, ctx)
  const inputs = Object.fromEntries(Object.entries(request.inputs).filter(([name, value]) => !isDeepStrictEqual(value, shown[name])))
  const series = await findOne(db, kind, { id: seriesId, forUpdate: true }, ctx)
  const { pattern, rest } = patternOf(kind, listing, { entry, series, inputs }, ctx)
  const { confirmed = [] } = request
  const update = { locator: { id: seriesId }, inputs: rest, confirmed, precondition: () => undefined, ...(pattern && { pattern }) }
  const result = await updateRecord(db, kind, update, ctx)
  const effect = await writtenEffect(db, listing, scope, result)
  return { ...result, ...(split && { isNew: true, isLogged: true }), effect }
}

/** The effect of a write to a series. A series that the write moves to the trash loses all its dates, as with `DELETE`. */
export const writtenEffect = async (db: Db, listing: Listing, scope: DateScope, result: WriteResult): Promise<Effect> =>
  seriesEffect(scope, result.isTrashed ? await loadRemovedDates(db, listing, result.id) : result)

interface PatternInputs {
  readonly entry: StoredRow
  readonly series: StoredRow
  readonly inputs: Inputs
}
const DATE_INPUTS = ['start_date', 'end_date']
/** Splits the inputs into the change of the pattern that new dates mean, and the others. */
function patternOf(kind: Kind, listing: Listing, { entry, series, inputs }: PatternInputs, ctx: RequestContext) {
  const names = Object.keys(inputs).filter((name) => DATE_INPUTS.includes(name))
  if (names.length === 0 || inputs['recurrence'] !== undefined) return { pattern: null, rest: inputs }
  const sent = Object.fromEntries(names.map((name) => [name, kind.fields[name]?.input?.parse(inputs[name])]))
  const wrong = Object.entries(sent).flatMap(([name, value]) => (value instanceof FieldError ? [[name, value] as const] : []))
  if (wrong.length > 0) throw invalidParams(Object.fromEntries(wrong))
  const derived = listing.recurring.patternTimes(sent, entry, ctx)
  if (Object.keys(derived.fieldErrors).length > 0) throw invalidParams(derived.fieldErrors)
  const { starts_local: start = entry['starts_local'], ends_local: end = entry['ends_local'] } = derived.columns
  const moved = { originalStart: String(entry['original_start']), start: String(start), end: end as string | null }
  const pattern = listing.recurring.movePattern(series, moved, ctx)
  if (pattern instanceof FieldError) throw invalidParams({ [names[0] ?? 'start_date']: pattern })
  return { pattern, rest: Object.fromEntries(Object.entries(inputs).filter(([name]) => !DATE_INPUTS.includes(name))) }
}

/** Writes columns of a series that do not come from inputs. */
export const writeSeries = (
  db: Db,
  kind: Kind,
  { id, columns }: { id: number; columns: StoredRow },
  ctx: RequestContext,
): Promise<WriteResult> =>
  updateRecord(db, kind, { locator: { id }, inputs: {}, precondition: () => undefined, pattern: { columns, moves: new Map() } }, ctx)

/** Excludes a date from its series. Its exception, if it has one, is moved to the trash. */
export async function excludeDate(db: Db, kind: Kind, listing: Listing, entry: StoredRow, ctx: RequestContext): Promise<EntryResult> {
  const seriesId = entry[listing.seriesColumn] as number
  const series = await findOne(db, kind, { id: seriesId, forUpdate: true }, ctx)
  const columns = listing.recurring.excludeDate(series, String(entry['original_start']), ctx)
  if (columns instanceof FieldError) throw invalidParams({ scope: columns })
  const result = await writeSeries(db, kind, { id: seriesId, columns }, ctx)
  return { ...result, effect: seriesEffect('this', result) }
}
