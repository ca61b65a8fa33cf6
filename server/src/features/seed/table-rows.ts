// Converts demo records to rows of their tables, with the values that single writes would store.
import { EVENT_LISTING } from '../../resources/event-listing.ts'
import { events } from '../../resources/index.ts'
import { deriveDates } from '../../resources/event-dates.ts'
import { deriveCost } from '../../resources/cost.ts'
import { linkFields } from '../../engine/definition/resource.ts'
import type { Kind, StoredRow } from '../../engine/definition/kind.ts'
import { localToInstant, toDatabase } from '../../kernel/time/date-times.ts'
import { textFields } from '../../engine/texts/texts.ts'
import { derivedTextColumns, textRows } from '../../engine/texts/write-texts.ts'
import type { DemoEvent, DemoRecord } from './generate.ts'

export interface TableRows {
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: Iterable<readonly unknown[]>
}
type DateContext = Parameters<typeof deriveDates>[2]

/** Returns the rows of records of one kind, and the rows of their texts. `columns[i]` belongs to `records[i]`. */
export function recordRows(kind: Kind, records: readonly DemoRecord[], columns: readonly StoredRow[], createdAt: string): TableRows[] {
  const rows = records.map(({ id, language }, i) => ({ id, language, created_at: createdAt, modified_at: createdAt, ...columns[i] }))
  const textNames = ['id', 'language', 'original', 'other_languages', ...textFields(kind), ...derivedTextColumns(kind), 'changed_at']
  return [
    { table: kind.table, columns: Object.keys(rows[0] ?? {}), rows: rows.map((row) => Object.values(row)) },
    { table: kind.texts, columns: textNames, rows: textValues(kind, { records, rows, createdAt }, textNames) },
  ]
}
interface RecordBatch {
  readonly records: readonly DemoRecord[]
  /** The rows of the records, in the same order. */
  readonly rows: readonly StoredRow[]
  readonly createdAt: string
}
function* textValues(kind: Kind, { records, rows, createdAt }: RecordBatch, names: readonly string[]): Generator<unknown[]> {
  for (const [i, { id, language, texts }] of records.entries())
    for (const row of textRows(kind, { id, after: texts, original: language, defaultLanguage: language, row: rows[i] ?? {} }))
      yield names.map((name) => (name === 'changed_at' ? createdAt : row[name]))
}

/** Returns the rows of the event tables, of the listing tables, and of the link tables. */
export function eventRows(records: readonly DemoEvent[], owned: StoredRow, context: DateContext, createdAt: string): TableRows[] {
  const rows: StoredRow[] = records.map((record) => ({ ...owned, ...derivedColumns(record, context) }))
  const { table: listingTable, publicTable, linkOwner, columns } = EVENT_LISTING
  const listed = rows.map((row) => EVENT_LISTING.row(row))
  const links = linkFields(events).map(([name, { table, isCounted }]) => ({
    table,
    columns: [linkOwner, 'ref_id', 'position', ...(isCounted ? ['counted'] : [])],
    rows: records.flatMap(({ id, links: targets }, i) =>
      targets[name as keyof DemoEvent['links']].map((target, n) => [
        id,
        target,
        n + 1,
        ...(isCounted ? [listed[i]?.['status'] === 'publish'] : []),
      ]),
    ),
  }))
  const listing = {
    table: listingTable,
    columns: ['id', 'record_id', ...columns],
    rows: records.map(({ id }, i) => [id, id, ...columns.map((name) => listed[i]?.[name])]),
  }
  const publicRows = {
    table: publicTable,
    columns: ['ref_id', 'starts_at', 'id', 'series', 'ends_at', 'last', 'endless'],
    rows: records.flatMap(({ id, links: targets }, i) => {
      const row = listed[i] ?? {}
      if (!EVENT_LISTING.isPublic(row)) return []
      return [0, ...Object.values(targets).flat()].map((refId) => [refId, row['starts_at'], id, id, row['ends_at'], true, false])
    }),
  }
  return [...recordRows(events, records, rows, createdAt), listing, ...links, publicRows]
}

function derivedColumns({ columns }: DemoEvent, context: DateContext): Record<string, unknown> {
  const {
    start,
    end,
    previous_start: previous,
    timezone,
    all_day: allDay,
    cost,
    ...stored
  } = columns as {
    start: Temporal.PlainDateTime
    end: Temporal.PlainDateTime | null
    previous_start: Temporal.PlainDateTime | null
    timezone: string
    all_day: boolean
    cost: string
  }
  const local = (wall: Temporal.PlainDateTime) => ({ type: 'local', local: wall }) as const
  const times = deriveDates({ start_date: local(start), end_date: end && local(end), timezone, all_day: allDay }, null, context)
  return {
    ...times.columns,
    previous_starts_at: previous && toDatabase(localToInstant(previous, timezone)),
    ...deriveCost([cost]),
    custom_fields: {},
    hide_from_listings: false,
    ...stored,
  }
}
