// Walking a whole list, step by step from where the last step ended: memory and statements stay small, whatever its length.
import { setImmediate } from 'node:timers/promises'
import { keysetStatement, type ListRequest, type KeysetCursor } from '../../engine/list/list-query.ts'
import { presentRows } from '../../engine/read/records.ts'
import type { RequestContext, Kind } from '../../engine/definition/kind.ts'
import type { Db } from '../../kernel/database/database.ts'
import { entryOf, type Entry, type Writer } from './feed.ts'

const STEP = 20
/** Events written between two moments in which others have their turn. */
const TURN = 5

export interface EventBatch {
  readonly entries: readonly Entry[]
  readonly isLast: boolean
}

/**
 * Every matching event, or those of the page that was asked for. Each step is a statement of its own and sees what is stored then: an event that is
 * changed meanwhile comes as it is when the walk reaches it; one that is moved across the place of the walk may come twice or not at all.
 */
export async function* iterateEvents(
  db: Db,
  kind: Kind,
  request: ListRequest,
  ctx: RequestContext,
  isPage: boolean,
): AsyncGenerator<EventBatch, void> {
  let after: KeysetCursor | null = null
  let left = isPage ? request.perPage : Number.POSITIVE_INFINITY
  let skip = isPage ? (request.page - 1) * request.perPage : 0
  for (let isLast = false; !isLast; skip = 0) {
    const size = Math.min(STEP, left)
    const { statement, customPlan } = keysetStatement(kind, request, ctx, after, { limit: size, offset: skip })
    const places: KeysetCursor[] = await db.query<KeysetCursor>(statement, { customPlan })
    const ids = places.map(({ id }) => id)
    const rows = await presentRows(db, kind, ids, ctx)
    after = places.at(-1) ?? null
    left -= places.length
    isLast = places.length < size || left === 0
    yield { entries: rows.map(({ record, row }) => entryOf(record, row)), isLast }
  }
}

/** The answer piece by piece, as it is read. */
export async function* pieces(writer: Writer, first: EventBatch, rest: AsyncIterable<EventBatch>): AsyncGenerator<string, void> {
  yield writer.begin() + writer.write(first.entries)
  for await (const { entries } of rest) {
    let text = ''
    for (let i = 0; i < entries.length; i += TURN) {
      text += writer.write(entries.slice(i, i + TURN))
      await setImmediate()
    }
    yield text
  }
  yield writer.end()
}
