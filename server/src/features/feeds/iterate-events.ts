// Iterates over all events of a feed by keyset pagination, so that memory use does not depend on the length of the feed.
import { setImmediate } from 'node:timers/promises'
import { keysetStatement } from '../../engine/list/list-query.ts'
import type { KeysetCursor } from '../../engine/list/sort-order.ts'
import { presentRows } from '../../engine/read/records.ts'
import type { Db } from '../../kernel/database/database.ts'
import { entryOf, type Entry, type FeedQuery, type Writer } from './feed.ts'

const BATCH_SIZE = 20
/** Events written between two yields to the event loop. */
const YIELD_EVERY = 5

export interface EventBatch {
  readonly entries: readonly Entry[]
  readonly isLast: boolean
}

/**
 * Yields every matching event, or those of the requested page. Each batch is a statement of its own and sees the data of that moment.
 * An event that moves across the cursor while the iteration runs may appear twice or not at all.
 */
export async function* iterateEvents(db: Db, { kind, request, ctx, isPage }: FeedQuery): AsyncGenerator<EventBatch, void> {
  let after: KeysetCursor | null = null
  let left = isPage ? request.perPage : Number.POSITIVE_INFINITY
  let offset = isPage ? (request.page - 1) * request.perPage : 0
  for (let isLast = false; !isLast; offset = 0) {
    const limit = Math.min(BATCH_SIZE, left)
    const { statement, customPlan } = keysetStatement(kind, request, ctx, { after, limit, offset })
    const cursors: KeysetCursor[] = await db.query<KeysetCursor>(statement, { customPlan })
    const ids = cursors.map(({ id }) => id)
    const rows = await presentRows(db, kind, { ids }, ctx)
    after = cursors.at(-1) ?? null
    left -= cursors.length
    isLast = cursors.length < limit || left === 0
    yield { entries: rows.map(({ record, row }) => entryOf(record, row, ctx)), isLast }
  }
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
