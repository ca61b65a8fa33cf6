// Made records as rows of their tables, as writes one by one would leave them.
import { CARRIED } from '../../resources/event-listing.ts'
import { events } from '../../resources/index.ts'
import { settleDates } from '../../resources/event-dates.ts'
import { settleCost } from '../../resources/cost.ts'
import { linkFields, type Kind, type Stored } from '../../engine/definition/resource.ts'
import { textFields, textRows } from '../../engine/texts/texts.ts'
import type { Made, MadeEvent } from './generate.ts'

export interface TableRows {
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: Iterable<readonly unknown[]>
}

/** Rows of a kind, and of their texts. */
export function rowsOf(kind: Kind, made: readonly Made[], more: readonly Stored[], stamp: string): TableRows[] {
  const rows = made.map(({ id, language }, i) => ({ id, language, created_at: stamp, modified_at: stamp, ...more[i] }))
  const columns = ['id', 'language', 'original', 'others', ...textFields(kind), 'slug_owner', 'search', 'changed_at']
  return [
    { table: kind.table, columns: Object.keys(rows[0] ?? {}), rows: rows.map((row) => Object.values(row)) },
    { table: kind.texts, columns, rows: textValues(kind, made, rows, columns, stamp) },
  ]
}
function* textValues(
  kind: Kind,
  made: readonly Made[],
  rows: readonly Stored[],
  columns: readonly string[],
  stamp: string,
): Generator<unknown[]> {
  for (const [i, { id, language, texts }] of made.entries())
    for (const row of textRows(kind, { id, after: texts, original: language, row: rows[i] ?? {} }))
      yield columns.map((name) => (name === 'changed_at' ? stamp : row[name]))
}

/** Rows of events, of their listing, and of their links with the same columns beside them. */
export function eventRows(
  made: readonly MadeEvent[],
  owned: Stored,
  asking: Parameters<typeof settleDates>[2],
  stamp: string,
): TableRows[] {
  const rows: Stored[] = made.map((each) => ({ ...owned, ...columnsOf(each, asking) }))
  const listed = rows.map((row) => {
    const carried: Stored = { ...row, starts_at: row['listed_from'], ends_at: row['listed_to'], protected: false }
    return CARRIED.map((name) => carried[name])
  })
  const links = linkFields(events).map(([name, { table }]) => ({
    table,
    columns: ['event_id', 'ref_id', 'position', ...CARRIED],
    rows: made.flatMap(({ id, links: to }, i) =>
      to[name as keyof MadeEvent['links']].map((ref_id, n) => [id, ref_id, n + 1, ...(listed[i] ?? [])]),
    ),
  }))
  const listing = {
    table: 'occurrences',
    columns: ['event_id', ...CARRIED],
    rows: made.map(({ id }, i) => [id, ...(listed[i] ?? [])]),
  }
  return [...rowsOf(events, made, rows, stamp), listing, ...links]
}

function columnsOf({ sent }: MadeEvent, asking: Parameters<typeof settleDates>[2]): Record<string, unknown> {
  const { start, end, timezone, all_day, cost, ...flags } = sent as {
    start: Temporal.PlainDateTime
    end: Temporal.PlainDateTime
    timezone: string
    all_day: boolean
    cost: string | null
  }
  const wall = (each: Temporal.PlainDateTime) => ({ sort: 'wall', wall: each }) as const
  const times = settleDates({ start_date: wall(start), end_date: wall(end), timezone, all_day }, null, asking)
  return { ...times.columns, ...settleCost(cost === null ? null : [cost]), custom_fields: {}, hide_from_listings: false, ...flags }
}
