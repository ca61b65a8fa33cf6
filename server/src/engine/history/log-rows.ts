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
/** Returns the records that another request has changed since. */
export async function findChangedSince(
  db: Db,
  records: readonly ChangedRecord[],
  changeId: string,
): Promise<{ readonly kind: string; readonly id: number }[]> {
  return db.query<{ kind: string; id: number }>(sql`
select f.kind, f.id
from unnest(${records.map(({ kind }) => kind)}::text[], ${records.map(({ id }) => id)}::bigint[], ${records.map(({ firstRow }) => firstRow)}::bigint[]) f(kind, id, first_row)
where exists (
  select 1 from changes c where c.record_id = f.id and c.kind = f.kind and c.id > f.first_row and c.change_id is distinct from ${changeId}::uuid
)
order by f.kind, f.id`)
}
