// Deletes records, and dates of series: this date, this and all following dates, or all dates (contract 13.5.7).
import type { Db } from '../../kernel/database/database.ts'
import { ref, sql } from '../../kernel/database/sql.ts'
import type { Kind, Listing, RequestContext, StoredRow } from '../definition/kind.ts'
import { recordIdOf } from '../read/entries.ts'
import { inTrash, presentOne } from '../read/records.ts'
import { deletePermanently, removeRecord, type Removed, type RemoveRequest } from '../write/delete-records.ts'
import { findEditable } from '../write/write-records.ts'
import { seriesEffect, type Effect } from './effect.ts'
import { excludeDate, findEditableDate, type DateScope } from './scopes.ts'
import { splitSeries } from './split-series.ts'

export interface EntryRemoval extends RemoveRequest {
  readonly scope: DateScope
}
export interface RemovedEntry extends Omit<Removed, 'series'> {
  readonly effect?: Effect
}
export async function removeEntry(db: Db, kind: Kind, request: EntryRemoval, ctx: RequestContext): Promise<RemovedEntry> {
  const { listing } = kind
  const entry = await findEditableDate(db, kind, { locator: request.locator, inputs: {} }, ctx)
  if (!listing || !entry) return removeWithEffect(db, kind, request, 'all', ctx)
  request.precondition?.(entry['version'] as number)
  if (request.scope === 'this') return removeDate(db, kind, listing, { entry, force: request.force }, ctx)
  const target = request.scope === 'following' ? (await splitSeries(db, kind, listing, entry, ctx)).entry : entry
  const id = target[listing.seriesColumn] as number
  return removeWithEffect(db, kind, { locator: { id }, force: request.force }, request.scope, ctx)
}
async function removeWithEffect(db: Db, kind: Kind, request: RemoveRequest, scope: DateScope, ctx: RequestContext): Promise<RemovedEntry> {
  const { series, ...removed } = await removeRecord(db, kind, request, ctx)
  return series ? { ...removed, effect: seriesEffect(scope, series) } : removed
}

interface DateRemoval {
  readonly entry: StoredRow
  readonly force: boolean
}
async function removeDate(db: Db, kind: Kind, listing: Listing, { entry, force }: DateRemoval, ctx: RequestContext): Promise<RemovedEntry> {
  if (entry['status'] === 'trash' && !force) {
    // A caller who may not edit the series is told so first, as with all other records.
    await findEditable(db, kind, { id: entry[listing.seriesColumn] as number }, ctx)
    throw inTrash(kind)
  }
  const record = await presentOne(db, kind, { row: entry, as: 'listed' }, ctx)
  const { effect, version } = await excludeDate(db, kind, listing, entry, ctx)
  const isException = recordIdOf(entry) === entry['id']
  const [exception] = isException && force ? await db.query<StoredRow>(sql`select * from ${ref(kind.table)} where id = ${entry['id']}`) : []
  if (exception) await deletePermanently(db, kind, exception, ctx)
  return { record: { ...record, status: 'trash' }, version: version + (entry['own_version'] as number), ...(effect && { effect }) }
}
