// The states of records in the change log: whether a caller could see a record at some time since a snapshot (contract 14.1.3).
import type { Db } from '../../kernel/database/database.ts'
import { join, ref, sql } from '../../kernel/database/sql.ts'
import type { Caller } from '../../kernel/security/caller.ts'
import { isVisible, visibleAndNotTrashed } from '../access/visibility.ts'
import type { Kind, StoredRow } from '../definition/kind.ts'
import { linkFields, ownerColumn } from '../definition/resource.ts'
import { entriesFrom, idsTable } from '../read/entries.ts'
import { EXCEPTIONS, RESET } from '../changes/erase.ts'

/** The columns that decide who sees a record, and others. Kinds whose records everybody sees have none of the former. */
const stateColumns = ({ access, listing }: Kind, more: readonly string[]): string[] => [
  ...new Set([...(access === 'owned' ? ['id', 'status', 'author_id'] : ['id']), ...(listing ? [listing.hidden] : []), ...more]),
]

/** A record, or a date of a series, as it is now. */
export interface CurrentEntry {
  readonly isVisible: boolean
  /** The id of the series of a date, and its status. */
  readonly seriesId: number | null
  readonly seriesStatus: string | null
  readonly isSeries: boolean
  readonly state: StoredRow
}
/** `columns` are the columns and link fields of `state`, besides those that decide who sees the record. */
export async function loadCurrent(
  db: Db,
  kind: Kind,
  { ids, columns }: { readonly ids: readonly number[]; readonly columns: readonly string[] },
  caller: Caller,
): Promise<Map<number, CurrentEntry>> {
  const { listing } = kind
  const links = new Map(linkFields(kind))
  const visible = visibleAndNotTrashed(kind, 'r', caller)
  const isListed = listing ? sql`${visible} and not r.${ref(listing.hidden)}` : visible
  const states = stateColumns(kind, columns).map((name) => {
    const link = links.get(name)
    if (!link) return sql`r.${ref(name)}`
    return sql`array(select l.ref_id from ${ref(link.table)} l where l.${ref(ownerColumn(kind))} = r.id) as ${ref(name)}`
  })
  const series = listing
    ? [
        sql`coalesce(o.${ref(listing.seriesColumn)}, r.${ref(listing.seriesColumn)}) as series_id`,
        sql`r.${ref(listing.recurrenceColumn)} is not null and r.id = i.id as is_series`,
        sql`(select s.status from ${ref(kind.table)} s where s.id = r.${ref(listing.seriesColumn)}) as series_status`,
      ]
    : []
  const rows = await db.query<StoredRow>(
    sql`select ${join([sql`i.id as entry_id`, sql`${isListed} as is_visible`, ...states, ...series])} from ${entriesFrom(kind, idsTable(ids))}`,
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
  /** Whether a series became a record with one date. */
  readonly endsSeries: boolean
  /** Whether an ordinary date became an exception. */
  readonly startsException: boolean
}
interface ChangesRequest {
  readonly ids: readonly number[]
  readonly columns: readonly string[]
  /** The snapshot since which changes are loaded. */
  readonly from: string
}
/** Loads the changes of records since a snapshot, oldest first. */
export async function loadChanges(db: Db, kind: Kind, { ids, columns, from }: ChangesRequest): Promise<LoggedChange[]> {
  const names = stateColumns(kind, columns)
  const recurrence = kind.listing?.recurrenceColumn ?? ''
  const dateColumns = kind.listing ? [recurrence, ...kind.listing.recurring.dateColumns] : []
  const rows = await db.query<Readonly<Record<string, unknown>>>(sql`
select c.record_id, c.action, c.at::text as at, c.change_id::text as change_id,
  case when c.before is not null then coalesce((
    select jsonb_object_agg(j.key, j.value) from jsonb_each(coalesce(c.before -> ${RESET}, '{}') || c.before) j where j.key = any(${names}::text[])
  ), '{}') end as before,
  c.before -> ${EXCEPTIONS} as exceptions, coalesce(c.before ?| ${dateColumns}::text[], true) as changes_dates,
  jsonb_typeof(c.before -> ${recurrence}) = 'object' and jsonb_typeof(c.after -> ${recurrence}) = 'null' as ends_series,
  coalesce(c.before -> 'overrides' = '[]', false) as starts_exception
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
    endsSeries: row['ends_series'] === true,
    startsException: row['starts_exception'] === true,
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

/** The states of a record since the snapshot, newest first. `state` is null if the record does not exist now. */
export function* earlierStates(state: StoredRow | null, changes: readonly StateChange[]): Generator<StoredRow> {
  let current = state
  for (const { action, before } of changes.toReversed()) {
    if (current) yield current
    current = before === null ? null : action === 'delete' ? before : { ...current, ...before }
  }
  if (current) yield current
}
/** Whether lists could show the record to the caller in this state. */
export const isSeen = (kind: Kind, state: StoredRow, caller: Caller): boolean =>
  isVisible(kind, state, caller) && state['status'] !== 'trash' && state[kind.listing?.hidden ?? ''] !== true
