// Replaces the dates of series in a feed by whole series, each once, for iCalendar (contract 13.6).
import { visibleTo } from '../../engine/access/visibility.ts'
import type { RequestContext, StoredRow } from '../../engine/definition/kind.ts'
import { matchingDates } from '../../engine/list/list-query.ts'
import { presentOne, presentRows } from '../../engine/read/records.ts'
import type { Db } from '../../kernel/database/database.ts'
import { and, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import { fromDatabase, localToInstant } from '../../kernel/time/date-times.ts'
import { storedRecurrence, timesOf } from '../../resources/event-recurrence.ts'
import { events } from '../../resources/events.ts'
import { entryOf, type Entry, type FeedQuery } from './feed.ts'
import type { EventBatch } from './iterate-events.ts'
import type { SeriesClock, StoredDate } from './series-lines.ts'
import { planSeries, type SeriesSource } from './series-plan.ts'
import { zoneBlock } from './vtimezone.ts'

/** Series whose dates are in memory at the same time. */
const SERIES_AT_ONCE = 4
/** Dates with a RECURRENCE-ID that are read at the same time. */
const OVERRIDES_AT_ONCE = 20

/** Writes each series at its first date. The ids of the series that were written are remembered, so memory use depends on the number of series. */
export async function* groupBySeries(
  db: Db,
  query: FeedQuery,
  batches: AsyncIterable<EventBatch>,
  earliest: Temporal.Instant | null,
): AsyncGenerator<EventBatch, void> {
  const written = new Set<number>()
  const matches = matchesFilters(query)
  for await (const { entries, series: all = [], isLast } of batches) {
    const found = all.filter((id) => !written.has(id))
    for (const id of found) written.add(id)
    yield { entries, isLast: isLast && found.length === 0 }
    for (let from = 0; from < found.length; from += SERIES_AT_ONCE) {
      const rows = await presentRows(db, events, { ids: found.slice(from, from + SERIES_AT_ONCE) }, query.ctx)
      const series = rows.map(({ record, row }) => ({ entry: entryOf(record, row, query.ctx), row }))
      yield* writeWholeSeries(db, series, { ctx: query.ctx, matches, earliest, unlocked: false })
    }
  }
}

export interface WholeSeries {
  readonly entry: Entry
  readonly row: StoredRow
}
export interface SeriesOptions {
  readonly ctx: RequestContext
  /** A condition on the date `d` of one of these series. */
  readonly matches: (seriesIds: readonly number[]) => Sql
  /** The instant from which the calendar has time zones; null is the start of the series. */
  readonly earliest: Temporal.Instant | null
  /** Whether a password unlocked the series. */
  readonly unlocked: boolean
}
/** A date of a series matches if the list contains it in some window. */
function matchesFilters({ kind, request, ctx }: FeedQuery): SeriesOptions['matches'] {
  const { rows } = matchingDates(kind, request, ctx)
  return (ids) =>
    sql`d.id in (select ${rows.id} from ${rows.from} where ${and([...rows.wheres, sql`o.series_id = any(${ids}::bigint[])`])})`
}
/** A date of a series that is requested by its id matches if the caller may see it. */
export const matchesVisible =
  ({ caller }: RequestContext): SeriesOptions['matches'] =>
  () =>
    sql`exists (select 1 from ${ref(events.table)} r where r.id = d.record_id and ${visibleTo(events, 'r', caller)})`

export async function* writeWholeSeries(db: Db, series: readonly WholeSeries[], options: SeriesOptions): AsyncGenerator<EventBatch, void> {
  const dates = await loadDates(
    db,
    series.map(({ entry }) => entry.id),
    options.matches,
  )
  for (const { entry, row } of series) {
    const source = toSource(row, dates.get(entry.id) ?? [], options)
    const zone = source.clock.isLocal ? { name: source.clock.zone, from: fromDatabase(String(row['starts_at'])) } : null
    for (const { suffix, lines, overrides } of planSeries(source)) {
      const part = { seriesId: entry.id, suffix, zone }
      yield { entries: [{ ...entry, inSeries: { ...part, lines, isRecurrence: true } }], isLast: false }
      for (let from = 0; from < overrides.length; from += OVERRIDES_AT_ONCE) {
        const slice = overrides.slice(from, from + OVERRIDES_AT_ONCE)
        const lineOf = new Map(slice.map(({ id, line }) => [id, line]))
        const entries = await loadEntries(db, [...lineOf.keys()], options)
        yield {
          entries: entries.map((each) => ({ ...each, inSeries: { ...part, lines: [lineOf.get(each.id) ?? ''], isRecurrence: false } })),
          isLast: false,
        }
      }
    }
  }
}

async function loadEntries(db: Db, ids: readonly number[], { ctx, unlocked }: SeriesOptions): Promise<Entry[]> {
  const rows = await presentRows(db, events, { ids }, ctx)
  const entries: Entry[] = []
  for (const { row, record } of rows)
    entries.push(entryOf(unlocked ? await presentOne(db, events, { row, as: 'single', unlocked }, ctx) : record, row, ctx))
  return entries
}

interface DateRow {
  readonly id: number
  readonly series_id: number
  readonly record_id: number
  readonly wall: string
  readonly starts_local: string | null
  readonly ends_local: string | null
  readonly starts_at: string
  readonly ends_at: string
  readonly matches: boolean
}
/** Loads all dates of some series, in order. */
async function loadDates(db: Db, ids: readonly number[], matches: SeriesOptions['matches']): Promise<Map<number, StoredDate[]>> {
  const rows = await db.query<DateRow>(
    sql`select d.id, d.series_id, d.record_id, d.original_start::text as wall, d.starts_local::text, d.ends_local::text, d.starts_at::text, d.ends_at::text,
${matches(ids)} as matches
from occurrences d
where d.series_id = any(${ids}::bigint[])
order by d.original_start, d.id`,
    { customPlan: true },
  )
  const bySeries = Map.groupBy(rows, (row) => row.series_id)
  return new Map([...bySeries].map(([id, own]) => [id, own.map(toStoredDate)]))
}
const toStoredDate = (row: DateRow): StoredDate => ({
  id: row.id,
  wall: row.wall,
  plain:
    row.record_id === row.series_id && row.starts_local !== null
      ? { start: row.starts_local, end: row.ends_local, utcStart: row.starts_at.slice(0, 19), utcEnd: row.ends_at.slice(0, 19) }
      : null,
  matches: row.matches,
})

function toSource(row: StoredRow, dates: readonly StoredDate[], { ctx, earliest }: SeriesOptions): SeriesSource {
  const recurrence = storedRecurrence(row)
  if (!recurrence) throw new TypeError(`Event ${String(row['id'])} is not a series`)
  return {
    recurrence,
    times: timesOf(row),
    expandedUntil: (row['expanded_until'] ?? null) as string | null,
    dates,
    clock: clockOf(row, dates, earliest, ctx),
  }
}
/** Rules need a clock on which they have the same meaning: days, UTC, or a zone that the calendar describes for all dates. */
function clockOf(row: StoredRow, dates: readonly StoredDate[], earliest: Temporal.Instant | null, ctx: RequestContext): SeriesClock {
  const [zone, allDay] = [String(row['timezone']), row['all_day'] === true]
  if (allDay || zone === 'UTC') return { zone, allDay, isLocal: false, hasRules: true }
  if (/^UTC[+-]/.test(zone)) return { zone, allDay, isLocal: false, hasRules: false }
  const start = fromDatabase(String(row['starts_at']))
  const from = earliest && Temporal.Instant.compare(earliest, start) < 0 ? earliest : start
  const instantOf = ({ wall }: StoredDate): Temporal.Instant => localToInstant(Temporal.PlainDateTime.from(wall), zone)
  const [first, last] = [dates.at(0), dates.at(-1)]
  const isCovered = first && last ? zoneBlock(zone, from, ctx.now).covers(instantOf(first), instantOf(last)) : false
  return { zone, allDay, isLocal: isCovered, hasRules: isCovered }
}
