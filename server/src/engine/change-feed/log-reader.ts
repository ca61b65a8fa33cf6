// Reads the change log by snapshot: the rows that were committed since, whatever the order in which transactions began and ended.
import type { Db } from '../../kernel/database/database.ts'
import { DATABASE_ID } from '../../kernel/database/database-id.ts'
import { LOG_MESSAGE } from '../../kernel/database/log-message.ts'
import { sql, type Sql } from '../../kernel/database/sql.ts'
import { START, type FeedCursor, type LogPosition } from './feed-cursor.ts'

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
export const ROWS_MAX = 2_000
/** The snapshot in which no transaction is visible. */
export const EMPTY_SNAPSHOT = '1:1:'

/** Without a cursor, reads no rows. */
export async function readLog(db: Db, cursor: FeedCursor | null, rowsMax = ROWS_MAX): Promise<LogPage> {
  const from = cursor && (cursor.from ?? EMPTY_SNAPSHOT)
  const { xact, id } = cursor?.page?.after ?? START
  const found = await db.query<FoundRow>(sql`
select s.snapshot::text as to, ${DATABASE_ID} as log_id, (select k.at::text from changes k order by k.id limit 1) as kept_since,
  (select f.pruned_through >= pg_snapshot_xmin(s.since) from change_feed f) as is_pruned,
  pg_current_wal_flush_lsn() >= pg_current_wal_insert_lsn() as is_durable,
  r.id, r.xact::text as xact, r.kind, r.record_id
from (
  select coalesce(${from}::pg_snapshot, pg_current_snapshot()) as since, coalesce(${cursor?.page?.to ?? null}::pg_snapshot, pg_current_snapshot()) as snapshot
) s
left join lateral (
  select * from (
    (${newRows(sql`c.xact = any (array(select pg_snapshot_xip(s.since))) and (c.xact, c.id) > (${xact}::xid8, ${id}::bigint)`, rowsMax)})
    union all
    (${newRows(sql`(c.xact, c.id) > ${laterOf({ xact, id })} and c.xact < pg_snapshot_xmax(s.snapshot)`, rowsMax)})
  ) new_rows
  order by xact, id limit ${rowsMax + 1}
) r on true
order by r.xact, r.id`)
  const [first] = found
  if (!first) throw new Error('The change log could not be read.')
  if (!first.is_durable) await flushLog(db)
  const rows = found.flatMap((row) => (row.id === null ? [] : [{ id: row.id, xact: row.xact, kind: row.kind, recordId: row.record_id }]))
  return {
    rows: rows.slice(0, rowsMax),
    to: first.to,
    hasMore: rows.length > rowsMax,
    logId: first.log_id,
    isExpired: from !== EMPTY_SNAPSHOT && first.is_pruned === true,
    keptSince: first.kept_since,
  }
}
/**
 * A crash of PostgreSQL forgets transactions that ended without being flushed, such as one that was rolled back, and gives their IDs to new ones. In
 * a snapshot that was taken before, those seem to have ended. So a snapshot is returned after everything before it was flushed, by a transaction that
 * writes a message to the write-ahead log.
 */
const flushLog = (db: Db): Promise<unknown> => db.query(sql`select ${LOG_MESSAGE}`)

/**
 * New rows are those of transactions that were running in the old snapshot, and of later ones. All others are older, however long a transaction of any
 * database of the server has been running: reading from the oldest running one would make each request as expensive as the log since then.
 */
const newRows = (condition: Sql, rowsMax: number): Sql => sql`
  select c.id, c.xact, c.kind, c.record_id from changes c
  where ${condition} and pg_visible_in_snapshot(c.xact, s.snapshot)
  order by c.xact, c.id limit ${rowsMax + 1}`
/** The end of the old snapshot, or the position if it is later. The index is read from one bound only: two of them would make it start at the lower one. */
const laterOf = ({ xact, id }: LogPosition): Sql => sql`(
  greatest(${xact}::xid8, pg_snapshot_xmax(s.since)), case when ${xact}::xid8 >= pg_snapshot_xmax(s.since) then ${id}::bigint else 0 end
)`
interface FoundRow {
  readonly to: string
  /** Whether everything that the server wrote before the snapshot would survive a crash. */
  readonly is_durable: boolean
  readonly log_id: string
  readonly kept_since: string | null
  readonly is_pruned: boolean | null
  readonly id: number | null
  readonly xact: string
  readonly kind: string
  readonly record_id: number
}
