// Reads the change log by snapshot: the rows that were committed since, whatever the order in which transactions began and ended.
import type { Db } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import type { FeedCursor, LogPosition } from './feed-cursor.ts'

export interface LogRow extends LogPosition {
  /** The kind of the record, or one of `BULK_KINDS`. */
  readonly kind: string
  readonly recordId: number
}
export interface LogPage {
  readonly rows: readonly LogRow[]
  /** The snapshot up to which the rows were read. */
  readonly to: string
  /** Whether there are more rows up to that snapshot. */
  readonly hasMore: boolean
  /** Identifies the log. A restored copy and a server that was recovered to an earlier time have another one. */
  readonly logId: string
  /** Whether rows that the cursor has not read were deleted because of their age. */
  readonly isExpired: boolean
  /** When the oldest row was written; null if the log is empty. */
  readonly keptSince: string | null
}
/** The rows that one request reads. It bounds the work, whatever the filters. */
const ROWS_MAX = 2_000
/** The snapshot in which no transaction is visible. */
export const EMPTY_SNAPSHOT = '1:1:'

/** The timeline changes when a server is promoted or recovered to a point in time, and the oid when a dump is restored beside its source. */
const LOG_ID = sql`(select concat_ws('.', c.system_identifier, d.oid, substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))
from pg_control_system() c, pg_database d where d.datname = current_database())`

/** Without a cursor, reads no rows. */
export async function readLog(db: Db, cursor: FeedCursor | null): Promise<LogPage> {
  const from = cursor && (cursor.from ?? EMPTY_SNAPSHOT)
  const { xact, id } = cursor?.page?.after ?? { xact: '0', id: 0 }
  const found = await db.query<FoundRow>(sql`
select s.snapshot::text as to, ${LOG_ID} as log_id, (select k.at::text from changes k order by k.id limit 1) as kept_since,
  (select f.pruned_through >= pg_snapshot_xmin(s.since) from change_feed f) as is_pruned,
  r.id, r.xact::text as xact, r.kind, r.record_id
from (
  select coalesce(${from}::pg_snapshot, pg_current_snapshot()) as since, coalesce(${cursor?.page?.to ?? null}::pg_snapshot, pg_current_snapshot()) as snapshot
) s
left join lateral (
  select c.id, c.xact, c.kind, c.record_id from changes c
  where c.xact >= pg_snapshot_xmin(s.since) and c.xact < pg_snapshot_xmax(s.snapshot) and (c.xact, c.id) > (${xact}::xid8, ${id}::bigint)
    and pg_visible_in_snapshot(c.xact, s.snapshot) and not pg_visible_in_snapshot(c.xact, s.since)
  order by c.xact, c.id limit ${ROWS_MAX + 1}
) r on true
order by r.xact, r.id`)
  const [first] = found
  if (!first) throw new Error('The change log could not be read.')
  const rows = found.flatMap((row) => (row.id === null ? [] : [{ id: row.id, xact: row.xact, kind: row.kind, recordId: row.record_id }]))
  return {
    rows: rows.slice(0, ROWS_MAX),
    to: first.to,
    hasMore: rows.length > ROWS_MAX,
    logId: first.log_id,
    isExpired: from !== EMPTY_SNAPSHOT && first.is_pruned === true,
    keptSince: first.kept_since,
  }
}
interface FoundRow {
  readonly to: string
  readonly log_id: string
  readonly kept_since: string | null
  readonly is_pruned: boolean | null
  readonly id: number | null
  readonly xact: string
  readonly kind: string
  readonly record_id: number
}
