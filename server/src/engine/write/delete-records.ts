// Deletes records: moves them to the trash or deletes them permanently. Children of a deleted term move up one level (contract 7.11).
import type { Db } from '../../kernel/database/database.ts'
import { toDatabase } from '../../kernel/time/date-times.ts'
import { Problem } from '../../kernel/errors/problems.ts'
import { ref, sql } from '../../kernel/database/sql.ts'
import { changeSnapshot, exceptionState, recordChange } from '../changes/change-log.ts'
import { eraseTraces, EXCEPTIONS } from '../changes/erase.ts'
import { loadExceptionsWithLinks } from './exceptions.ts'
import { loadLinks } from './links.ts'
import { findOne, inTrash, presentOne, type RecordLocator } from '../read/records.ts'
import { removeRedirects } from '../read/redirects.ts'
import type { RequestContext, Kind, Listing, StoredRow } from '../definition/kind.ts'
import { touchOwners } from '../read/revisions.ts'
import { loadTexts } from '../texts/texts.ts'
import { isReferenced } from '../access/visibility.ts'
import type { DateChange } from './sync-dates.ts'
import { syncRecord } from './sync-record.ts'
import { moveReferences } from './move-references.ts'
import { findEditable, lockTree } from './write-records.ts'

export interface Removed {
  readonly record: Record<string, unknown>
  readonly version: number
  /** The dates and exceptions of a series that was deleted or moved to the trash. */
  readonly series?: { readonly dates: { readonly removed: readonly DateChange[] }; readonly exceptions: readonly number[] }
}

export interface RemoveRequest {
  readonly locator: RecordLocator
  /** Whether to delete the record permanently instead of moving it to the trash. */
  readonly force: boolean
  /** Throws if the client requires another version of the record. */
  readonly precondition?: (version: number) => void
}
export async function removeRecord(db: Db, kind: Kind, request: RemoveRequest, ctx: RequestContext): Promise<Removed> {
  const { locator, force, precondition } = request
  if (kind.parentColumn) await lockTree(db, kind)
  const row = await findEditable(db, kind, locator, ctx)
  precondition?.(row['version'] as number)
  if (kind.referencedBy && (await isReferencedRecord(db, kind, row))) throw new Problem('rest_in_use')
  const isPermanent = force || kind.access !== 'owned'
  if (!isPermanent && row['status'] === 'trash') throw inTrash(kind)
  const series = kind.listing?.isSeries(row) ? await loadRemovedDates(db, kind.listing, row['id'] as number) : null
  const removed = await (isPermanent ? deletePermanently : moveToTrash)(db, kind, row, ctx)
  return series ? { ...removed, series } : removed
}
/** The dates of a series are deleted together with it, so this must run before the deletion. */
export async function loadRemovedDates(db: Db, { table }: Listing, seriesId: number): Promise<NonNullable<Removed['series']>> {
  const dates = await db.query<{ id: number; start: string; is_exception: boolean }>(sql`
select id, original_start::text as start, record_id = id as is_exception from ${ref(table)} where series_id = ${seriesId} order by original_start, id`)
  return {
    dates: { removed: dates.map(({ id, start }) => ({ id, from: start, to: null })) },
    exceptions: dates.flatMap(({ id, is_exception }) => (is_exception ? [id] : [])),
  }
}

async function isReferencedRecord(db: Db, kind: Kind, row: StoredRow): Promise<boolean> {
  const [found] = await db.query(sql`select 1 from ${ref(kind.table)} r where r.id = ${row['id']} and ${isReferenced(kind, 'r', false)}`)
  return found !== undefined
}

async function moveToTrash(db: Db, kind: Kind, row: StoredRow, ctx: RequestContext): Promise<Removed> {
  const id = row['id'] as number
  const version = (row['version'] as number) + 1
  if (row['status'] === 'publish') await touchOwners(db, kind, id, ctx)
  const updated = await db.query<StoredRow>(
    sql`update ${ref(kind.table)} set status = 'trash', trashed_from = status, trashed_at = ${toDatabase(ctx.now)}, version = ${version}, modified_at = ${ctx.now.toString()} where id = ${id} returning *`,
  )
  const [after] = updated
  if (after) await syncRecord(db, kind, { before: row, after, linksChanged: false }, ctx)
  await recordChange(db, {
    kind,
    id,
    version,
    action: 'trash',
    caller: ctx.caller,
    changeId: ctx.changeId,
    language: null,
    before: { status: row['status'] },
    after: { status: 'trash' },
  })
  const trashed = await findOne(db, kind, { id }, ctx)
  return { record: await presentOne(db, kind, { row: trashed, as: 'listed' }, ctx), version }
}

/** Deletes the row, and erases the content of the record, of its exceptions, and of records that were merged into it, from the change log. */
export async function deletePermanently(db: Db, kind: Kind, row: StoredRow, ctx: RequestContext): Promise<Removed> {
  const id = row['id'] as number
  const version = (row['version'] as number) + 1
  const record = await presentOne(db, kind, { row, as: 'listed' }, ctx)
  // The exceptions of a series are deleted together with it.
  const exceptions = kind.listing?.isSeries(row) ? await loadExceptionsWithLinks(db, kind, id) : []
  const dates = kind.listing?.isSeries(row) ? await loadLoggedDates(db, kind, kind.listing, id) : []
  const states = Object.fromEntries(exceptions.map((each) => [String(each['id']), exceptionState(kind, each)]))
  const before = {
    ...changeSnapshot(kind, row, await loadTexts(db, kind, id), await loadLinks(db, kind, id)),
    ...(exceptions.length > 0 && { [EXCEPTIONS]: states }),
  }
  await reparentChildren(db, kind, row, ctx)
  if (kind.access === 'term' || row['status'] === 'publish') await touchOwners(db, kind, id, ctx)
  await db.query(sql`delete from ${ref(kind.table)} where id = ${id}`)
  await recordChange(db, {
    kind,
    id,
    version,
    action: 'delete',
    caller: ctx.caller,
    changeId: ctx.changeId,
    language: null,
    before,
    after: null,
  })
  for (const erased of [id, ...dates, ...(await removeRedirects(db, id))]) await eraseTraces(db, kind.name, kind, erased)
  return { record, version }
}

/** The ids of all dates that a series has or had and of which the log has rows: those that are or were exceptions. */
async function loadLoggedDates(db: Db, kind: Kind, { table }: Listing, id: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
select distinct c.record_id as id from changes c where c.kind = ${kind.name} and c.record_id in (
  select o.id from ${ref(table)} o where o.series_id = ${id} union all select o.id from retired_occurrences o where o.series_id = ${id})`)
  return rows.map((row) => row.id)
}

/** Moves the children of a term up one level. */
async function reparentChildren(db: Db, kind: Kind, row: StoredRow, ctx: RequestContext): Promise<void> {
  const { parentColumn: column } = kind
  if (column === undefined) return
  const [stored] = await db.query<{ up: number | null }>(sql`select ${ref(column)} as up from ${ref(kind.table)} where id = ${row['id']}`)
  const parent = stored?.up ?? null
  await rejectDuplicateNames(db, kind, row['id'] as number, parent)
  await moveReferences(db, kind, { column, from: [row['id'] as number], to: parent }, ctx)
}

/** Throws 409 with the id of the existing term if the name of a child is taken one level up. */
async function rejectDuplicateNames(db: Db, kind: Kind, id: number, parent: number | null): Promise<void> {
  if (!kind.uniqueName?.within) return
  const { column, within } = kind.uniqueName
  const [duplicate] = await db.query<{ id: number }>(sql`
select x.id
from ${ref(kind.table)} x
join ${ref(kind.table)} c on c.${ref(column)} = x.${ref(column)}
where c.${ref(within)} = ${id} and x.${ref(within)} is not distinct from ${parent}::bigint and x.id <> ${id}
limit 1`)
  if (duplicate) throw new Problem('term_exists', { data: { term_id: duplicate.id } })
}
