// Converts demo records to rows of their tables, with the values that single writes would store.
import { EVENT_LISTING } from '../../resources/event-listing.ts'
import { events } from '../../resources/index.ts'
import { deriveDates } from '../../resources/event-dates.ts'
import { deriveCost } from '../../resources/cost.ts'
import { deriveRecurrence, exceptionDates, seriesDates } from '../../resources/event-recurrence.ts'
import { linkFields } from '../../engine/definition/resource.ts'
import type { Kind, StoredRow } from '../../engine/definition/kind.ts'
import type { SeriesDate } from '../../engine/definition/series-dates.ts'
import type { DatesContext } from '../../engine/definition/horizon.ts'
import { formatDateTime, localToInstant, toDatabase } from '../../kernel/time/date-times.ts'
import { textFields } from '../../engine/texts/texts.ts'
import { derivedTextColumns, textRows } from '../../engine/texts/write-texts.ts'
import type { DemoEvent, DemoException, DemoRecord, DemoSeries } from './generate.ts'

export interface TableRows {
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: Iterable<readonly unknown[]>
}

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

/** An event or an exception with its row. */
interface EventRecord extends DemoRecord {
  readonly links: DemoEvent['links']
  readonly row: StoredRow
}
/** A row of the listing table: `id` is that of the date, `record_id` that of the record that it shows. */
interface ListingRow {
  readonly id: number
  readonly record_id: number
  readonly starts_local: string | null
  readonly ends_local: string | null
  readonly listed: StoredRow
}
export interface EventRowSettings {
  readonly owned: StoredRow
  readonly context: DatesContext
  readonly createdAt: string
  /** Returns the IDs of dates, one at a time. */
  readonly nextDateId: () => number
}
export interface EventTables {
  readonly tables: readonly TableRows[]
  /** IDs of the series, whose public rows have to be derived from the other tables. */
  readonly series: readonly number[]
}
/** Returns the rows of the event tables, of the listing tables, and of the link tables. */
export function eventRows(demoEvents: readonly DemoEvent[], settings: EventRowSettings): EventTables {
  const { owned, context, createdAt } = settings
  const records: EventRecord[] = []
  const listingRows: ListingRow[] = []
  const singles: EventRecord[] = []
  const series: number[] = []
  for (const event of demoEvents) {
    const row = { ...owned, ...derivedColumns(event, context) }
    const record = { ...event, row }
    records.push(record)
    if (event.series) {
      const dates = seriesRows(record, event.series, settings)
      records.push(...dates.exceptions)
      listingRows.push(...dates.listing)
      series.push(event.id)
    } else {
      singles.push(record)
      listingRows.push({ id: event.id, record_id: event.id, starts_local: null, ends_local: null, listed: EVENT_LISTING.row(row) })
    }
  }
  const rows = records.map(({ row }) => row)
  return {
    tables: [...recordRows(events, records, rows, createdAt), listingTable(listingRows), ...linkTables(records), publicTable(singles)],
    series,
  }
}

interface SeriesRows {
  readonly exceptions: readonly EventRecord[]
  readonly listing: readonly ListingRow[]
}
/** The dates of a series, by the functions that writes use. */
function seriesRows(record: EventRecord, { exceptions }: DemoSeries, { context, nextDateId }: EventRowSettings): SeriesRows {
  const shared = EVENT_LISTING.row(record.row)
  const changed: EventRecord[] = []
  const listing = seriesDates({ ...record.row, id: record.id }, context).map((date): ListingRow => {
    const id = nextDateId()
    const exception = exceptions.find(({ start }) => start === date.original_start)
    if (!exception) return { id, record_id: record.id, ...date, listed: { ...shared, ...date, series_id: record.id } }
    const row = exceptionRow(record, exception, date, context)
    changed.push({ ...record, id, texts: exception.texts, row })
    return { id, record_id: id, starts_local: null, ends_local: null, listed: EVENT_LISTING.row(row) }
  })
  return { exceptions: changed, listing }
}

/** The row of an exception after one write that canceled or moved its date. */
function exceptionRow({ id, row: series }: EventRecord, exception: DemoException, date: SeriesDate, context: DatesContext): StoredRow {
  const { movedTo, textOverrides } = exception
  const overrides = ['event_status', ...textOverrides, ...(movedTo ? ['start_date', 'end_date'] : [])].sort()
  const shift = movedTo ? Temporal.PlainDate.from(date.original_start.slice(0, 10)).until(movedTo) : new Temporal.Duration()
  const move = (wall: string | null): string | null => wall && formatDateTime(Temporal.PlainDateTime.from(wall).add(shift))
  const own = { ...series, overrides, starts_local: move(date.starts_local), ends_local: move(date.ends_local) }
  return {
    ...own,
    ...exceptionDates(own, series, date, context),
    event_status: movedTo ? 'rescheduled' : 'cancelled',
    previous_starts_at: movedTo ? date.starts_at : null,
    recurrence: null,
    expanded_until: null,
    series_id: id,
    original_start: date.original_start,
    own_version: 1,
    version: 2,
  }
}

function listingTable(rows: readonly ListingRow[]): TableRows {
  const { table, columns } = EVENT_LISTING
  return {
    table,
    columns: ['id', 'record_id', 'starts_local', 'ends_local', ...columns],
    rows: rows.map(({ id, record_id, starts_local, ends_local, listed }) => [
      id,
      record_id,
      starts_local,
      ends_local,
      ...columns.map((name) => listed[name]),
    ]),
  }
}
/** Links of exceptions do not count, because those of their series do. */
const linkTables = (records: readonly EventRecord[]): TableRows[] =>
  linkFields(events).map(([name, { table, isCounted }]) => ({
    table,
    columns: [EVENT_LISTING.linkOwner, 'ref_id', 'position', ...(isCounted ? ['counted'] : [])],
    rows: records.flatMap(({ id, row, links: targets }) =>
      targets[name as keyof DemoEvent['links']].map((target, n) => [
        id,
        target,
        n + 1,
        ...(isCounted ? [row['status'] === 'publish' && row['series_id'] === null] : []),
      ]),
    ),
  }))
/** The public rows of single events. Those of series depend on the order of their dates, and are derived in the database. */
const publicTable = (singles: readonly EventRecord[]): TableRows => ({
  table: EVENT_LISTING.publicTable,
  columns: ['ref_id', 'starts_at', 'id', 'series', 'ends_at', 'last', 'endless'],
  rows: singles.flatMap(({ id, row, links: targets }) => {
    const listed = EVENT_LISTING.row(row)
    if (!EVENT_LISTING.isPublic(listed)) return []
    return [0, ...Object.values(targets).flat()].map((refId) => [refId, listed['starts_at'], id, id, listed['ends_at'], true, false])
  }),
})

function derivedColumns({ columns, series }: DemoEvent, context: DatesContext): Record<string, unknown> {
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
  const repeated = deriveRecurrence({ dates: times.columns, sent: series?.recurrence ?? null, stored: null }, context)
  return {
    ...times.columns,
    ...repeated.columns,
    series_id: null,
    original_start: null,
    own_version: 0,
    overrides: [],
    version: 1,
    previous_starts_at: previous && toDatabase(localToInstant(previous, timezone)),
    ...deriveCost([cost]),
    custom_fields: {},
    hide_from_listings: false,
    ...stored,
  }
}
