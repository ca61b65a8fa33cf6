// Decides from the log whether a caller could see a record at some time since a snapshot (contract 14.1.3).
import type { Db } from '../../kernel/database/database.ts'
import { join, ref, sql } from '../../kernel/database/sql.ts'
import type { Caller } from '../../kernel/security/caller.ts'
import { isVisible, visibleAndNotTrashed } from '../access/visibility.ts'
import type { Kind, StoredRow } from '../definition/kind.ts'
import { entriesFrom, idsTable } from '../read/entries.ts'
import { EXCEPTIONS } from '../changes/erase.ts'

/** The columns that decide who sees a record. Kinds whose records everybody sees have none. */
const visibilityColumns = ({ access }: Kind): readonly string[] => (access === 'owned' ? ['status', 'author_id'] : [])

/** A record, or a date of a series, as it is now. */
export interface CurrentEntry {
  readonly isVisible: boolean
  /** The id of the series of a date, and its status. */
  readonly seriesId: number | null
  readonly seriesStatus: string | null
  readonly isSeries: boolean
  readonly state: StoredRow
}
export async function loadCurrent(db: Db, kind: Kind, ids: readonly number[], caller: Caller): Promise<Map<number, CurrentEntry>> {
  const { listing } = kind
  const states = visibilityColumns(kind).map((name) => sql`r.${ref(name)}`)
  const series = listing
    ? [
        sql`coalesce(o.${ref(listing.seriesColumn)}, r.${ref(listing.seriesColumn)}) as series_id`,
        sql`r.${ref(listing.recurrenceColumn)} is not null and r.id = i.id as is_series`,
        sql`(select s.status from ${ref(kind.table)} s where s.id = r.${ref(listing.seriesColumn)}) as series_status`,
      ]
    : []
  const rows = await db.query<StoredRow>(
    sql`select ${join([sql`i.id as entry_id`, sql`${visibleAndNotTrashed(kind, 'r', caller)} as is_visible`, ...states, ...series])} from ${entriesFrom(kind, idsTable(ids))}`,
  )
  return new Map(
    rows.map((row) => [
      row['entry_id'] as number,
      {
        isVisible: row['is_visible'] === true,
        seriesId: (row['series_id'] ?? null) as number | null,
        seriesStatus: (row['series_status'] ?? null) as string | null,
        isSeries: row['is_series'] === true,
        state: row,
      },
    ]),
  )
}

/** One row of the log, without the content of the record. */
export interface LoggedChange {
  readonly recordId: number
  readonly action: string
  readonly at: string
  readonly changeId: string | null
  /** Values that the change replaced; null if it created the record. */
  readonly before: StoredRow | null
  /** The same for the exceptions of a series, by id. */
  readonly exceptions: Readonly<Record<string, StoredRow>>
  readonly changesDates: boolean
}
/** Loads the changes of records since a snapshot, oldest first. */
export async function loadChanges(db: Db, kind: Kind, ids: readonly number[], from: string): Promise<LoggedChange[]> {
  const names = visibilityColumns(kind)
  const dateColumns = kind.listing ? [kind.listing.recurrenceColumn, ...kind.listing.recurring.dateColumns] : []
  const rows = await db.query<Readonly<Record<string, unknown>>>(sql`
select c.record_id, c.action, c.at::text as at, c.change_id::text as change_id,
  case when c.before is not null then coalesce((select jsonb_object_agg(j.key, j.value) from jsonb_each(c.before) j where j.key = any(${names}::text[])), '{}') end as before,
  c.before -> ${EXCEPTIONS} as exceptions, coalesce(c.before ?| ${dateColumns}::text[], true) as changes_dates
from changes c
where c.record_id = any(${ids}::bigint[]) and c.kind = ${kind.name} and not pg_visible_in_snapshot(c.xact, ${from}::pg_snapshot)
order by c.id`)
  return rows.map((row) => ({
    recordId: row['record_id'] as number,
    action: String(row['action']),
    at: String(row['at']),
    changeId: row['change_id'] as string | null,
    before: row['before'] as StoredRow | null,
    exceptions: (row['exceptions'] ?? {}) as Readonly<Record<string, StoredRow>>,
    changesDates: row['changes_dates'] === true,
  }))
}

type StateChange = Pick<LoggedChange, 'action' | 'before'>
/** The part of each change that concerns one record: its own change, or the change of its series that changed it too. */
export const changesOf = (id: number, changes: readonly LoggedChange[]): StateChange[] =>
  changes.flatMap((change): StateChange[] => {
    if (change.recordId === id) return [change]
    const own = change.exceptions[id]
    return own ? [{ action: change.action, before: own }] : []
  })

/** Whether the caller could see the record at the snapshot, or after one of the changes since. `state` is null if the record does not exist now. */
export function wasVisible(kind: Kind, state: StoredRow | null, changes: readonly StateChange[], caller: Caller): boolean {
  const isSeen = (each: StoredRow | null): boolean => each !== null && isVisible(kind, each, caller) && each['status'] !== 'trash'
  let current = state
  for (const { action, before } of changes.toReversed()) {
    if (isSeen(current)) return true
    current = before === null ? null : action === 'delete' ? before : { ...current, ...before }
  }
  return isSeen(current)
}
