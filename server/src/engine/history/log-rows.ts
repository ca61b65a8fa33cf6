// Reads rows of the change log: those of one change, and those of one record.
import type { Db } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import type { Kind, StoredRow } from '../definition/kind.ts'

export interface HistoryRow {
  readonly id: number
  readonly kind: string
  readonly record_id: number
  readonly version: number
  readonly action: string
  readonly before: StoredRow | null
  readonly after: StoredRow | null
}
const COLUMNS = sql`c.id, c.kind, c.record_id, c.version, c.action, c.before, c.after`

/** The rows of a change in the order in which they were written, at most `limit`. */
export const loadRowsOfChange = (db: Db, changeId: string, limit: number): Promise<HistoryRow[]> =>
  db.query<HistoryRow>(sql`select ${COLUMNS} from changes c where c.change_id = ${changeId}::uuid order by c.id limit ${limit}`)

/** The rows of a record after a version, newest first, at most `limit`. */
export const loadRowsSince = (db: Db, kind: Kind, { id, version }: { id: number; version: number }, limit: number): Promise<HistoryRow[]> =>
  db.query<HistoryRow>(sql`
select ${COLUMNS} from changes c where c.record_id = ${id} and c.kind = ${kind.name} and c.version > ${version} order by c.id desc limit ${limit}`)

/** A record that a change concerns, and the first row of the log that tells of it. */
export interface ChangedRecord {
  readonly kind: string
  readonly id: number
  readonly firstRow: number
}
/** Returns the records that another request has changed since. A change that was undone, and its undo, do not count. */
export async function findChangedSince(
  db: Db,
  records: readonly ChangedRecord[],
  changeId: string,
): Promise<{ readonly kind: string; readonly id: number }[]> {
  const later = await db.query<{ kind: string; id: number; change_id: string | null }>(sql`
select f.kind, f.id, c.change_id::text
from unnest(${records.map(({ kind }) => kind)}::text[], ${records.map(({ id }) => id)}::bigint[], ${records.map(({ firstRow }) => firstRow)}::bigint[]) f(kind, id, first_row)
join changes c on c.record_id = f.id and c.kind = f.kind and c.id > f.first_row
where c.change_id is distinct from ${changeId}::uuid
order by c.id desc limit ${LATER_MAX}`)
  const reversed = await findReversed(db, new Set(later.flatMap(({ change_id }) => change_id ?? [])))
  return later.flatMap(({ kind, id, change_id }) => (change_id !== null && reversed.has(change_id) ? [] : [{ kind, id }]))
}
/** Rows beyond this number are of changes that were undone, or there are so many others that the request is refused anyway. */
const LATER_MAX = 10_000
/** A change that was undone and repeated more often than this counts as a change. */
const UNDO_DEPTH_MAX = 50
/** The changes that cancel each other out. An undo that was undone itself cancels nothing. */
async function findReversed(db: Db, changes: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const undone = new Map<string, string>()
  let next = [...changes]
  for (let depth = 0; next.length > 0 && depth < UNDO_DEPTH_MAX; depth += 1) {
    const undos = await db.query<{ undo: string; undoes: string }>(sql`
select distinct c.change_id::text as undo, c.undoes::text from changes c where c.undoes = any(${next}::uuid[])`)
    const found = undos.filter(({ undo }) => !undone.has(undo))
    for (const { undo, undoes } of found) undone.set(undo, undoes)
    next = found.flatMap(({ undo, undoes }) => (undo === undoes ? [] : [undo]))
  }
  const reversed = new Set<string>()
  // The ids of changes are ordered by time. The last undo is valid.
  for (const [undo, undoes] of [...undone].sort(([a], [b]) => (a < b ? 1 : -1))) if (!reversed.has(undo)) reversed.add(undo).add(undoes)
  return reversed
}
/** Notes which change the rows of an undo reversed. A change that an undo need not reverse, because it has no effect, reverses itself. */
export async function noteUndo(db: Db, { undo, undone }: { readonly undo: string; readonly undone: string }): Promise<void> {
  const noted = await db.query(sql`update changes set undoes = ${undone}::uuid where change_id = ${undo}::uuid returning 1`)
  if (noted.length === 0) await db.query(sql`update changes set undoes = change_id where change_id = ${undone}::uuid and undoes is null`)
}
