// Iterates over all events of a feed by keyset pagination, so that memory use does not depend on the length of the feed.
import { setImmediate } from 'node:timers/promises'
import { keysetStatement } from '../../engine/list/list-query.ts'
import type { KeysetCursor } from '../../engine/list/sort-order.ts'
import { presentRows } from '../../engine/read/records.ts'
import type { Db } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import { entryOf, type Entry, type FeedQuery, type Writer } from './feed.ts'

const BATCH_SIZE = 20
/** Dates whose series are looked up at the same time. Most of them are not read, because their series is written once. */
const DATES_AT_ONCE = 500
/** Events written between two yields to the event loop. */
const YIELD_EVERY = 5

export interface EventBatch {
  readonly entries: readonly Entry[]
  /** Series with a date at this place of the feed, if the feed has series instead of their dates. */
  readonly series?: readonly number[]
  readonly isLast: boolean
}

/**
 * Yields every matching event, or those of the requested page. With `writesSeries`, yields the IDs of series instead of their dates. Each batch is a statement of its own and sees the data of that moment.
 * An event that moves across the cursor while the iteration runs may appear twice or not at all.
 */
export async function* iterateEvents(
  db: Db,
  { kind, request, ctx, isPage }: FeedQuery,
  writesSeries: boolean,
): AsyncGenerator<EventBatch, void> {
  let after: KeysetCursor | null = null
  let left = isPage ? request.perPage : Number.POSITIVE_INFINITY
  let offset = isPage ? (request.page - 1) * request.perPage : 0
  for (let isLast = false; !isLast; offset = 0) {
    const limit = Math.min(writesSeries ? DATES_AT_ONCE : BATCH_SIZE, left)
    const { statement, customPlan } = keysetStatement(kind, request, ctx, { after, limit, offset })
    const cursors: KeysetCursor[] = await db.query<KeysetCursor>(statement, { customPlan })
    const ids = cursors.map(({ id }) => id)
    after = cursors.at(-1) ?? null
    left -= cursors.length
    isLast = cursors.length < limit || left === 0
    const seriesOf = writesSeries ? await loadSeriesIds(db, ids) : new Map<number, number>()
    const singles = ids.filter((id) => !seriesOf.has(id))
    const series = [...new Set(ids.flatMap((id) => seriesOf.get(id) ?? []))]
    for (let from = 0; from < singles.length; from += BATCH_SIZE) {
      const rows = await presentRows(db, kind, { ids: singles.slice(from, from + BATCH_SIZE) }, ctx)
      const isEnd = isLast && series.length === 0 && from + BATCH_SIZE >= singles.length
      yield { entries: rows.map(({ record, row }) => entryOf(record, row, ctx)), isLast: isEnd }
    }
    if (series.length > 0 || singles.length === 0) yield { entries: [], series, isLast }
  }
}
/** Returns the series of each date that belongs to one. */
async function loadSeriesIds(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db.query<{ id: number; series_id: number }>(
    sql`select id, series_id from occurrences where id = any(${ids}::bigint[]) and series_id is not null`,
  )
  return new Map(rows.map((row) => [row.id, row.series_id]))
}

/** Yields the response body in chunks, while the events are read. */
export async function* streamFeed(writer: Writer, first: EventBatch, rest: AsyncIterable<EventBatch>): AsyncGenerator<string, void> {
  yield writer.begin() + writer.write(first.entries)
  for await (const { entries } of rest) {
    let text = ''
    for (let i = 0; i < entries.length; i += YIELD_EVERY) {
      text += writer.write(entries.slice(i, i + YIELD_EVERY))
      await setImmediate()
    }
    yield text
  }
  yield writer.end()
}
