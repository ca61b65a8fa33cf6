// Computes the ETag of a feed without generating it, from the versions of the records that the caller can see in it (contract 8.4).
import { contentHash } from '../../kernel/http/etags.ts'
import { matchingRows } from '../../engine/list/list-query.ts'
import { windowConditions } from '../../engine/list/time-window.ts'
import { linkFields } from '../../engine/definition/resource.ts'
import { visibleAndNotTrashed } from '../../engine/access/visibility.ts'
import type { Db } from '../../kernel/database/database.ts'
import { fromDatabase } from '../../kernel/time/date-times.ts'
import { and, join, raw, ref, render, sql } from '../../kernel/database/sql.ts'
import type { FeedQuery } from './feed.ts'

export interface FeedValidator {
  readonly etag: string
  readonly total: number
  readonly updated: Temporal.Instant
}

/**
 * Runs one statement that combines the ids and versions of all matching events into one hash, independent of their order.
 * For linked kinds it includes every record that the caller can see. `parts` are further values that the feed depends on.
 */
export async function feedEtag(db: Db, { kind, request, ctx }: FeedQuery, parts: readonly unknown[]): Promise<FeedValidator> {
  const { rows, window, hasDuplicates, customPlan } = matchingRows(kind, request, ctx)
  const where = and([...rows.wheres, ...windowConditions(window)])
  const linkedVersions = linkFields(kind).flatMap(([, storage]) => {
    const to = ctx.site.kinds.get(storage.to)
    return to
      ? [
          sql`(select array[${VERSIONS_HASH}, max(r.modified_at)::text] from ${ref(to.table)} r where ${visibleAndNotTrashed(to, 'r', ctx.caller)})`,
        ]
      : []
  })
  const ownVersions = sql`array[${VERSIONS_HASH}, greatest(max(r.modified_at), max(r.touched_at))::text]`
  const statement = sql`select count(*)::int as total, array[${join([ownVersions, ...linkedVersions])}] as parts
from (select ${hasDuplicates ? raw('distinct ') : raw('')}${rows.id} as id from ${rows.from}
where ${where}) m
join ${ref(kind.table)} r on r.id = m.id`
  const [found] = await db.query<{ total: number; parts: [sum: string, changed: string | null][] }>(statement, { customPlan })
  const { name, color, publicUrlTemplates, publicUrl, timeZone } = ctx.site
  const { text, values } = render(where)
  const inputs = [
    parts,
    found,
    text,
    values,
    request.order,
    request.direction,
    ctx.caller.id,
    ctx.caller.role,
    ctx.language,
    name,
    color,
    publicUrlTemplates,
    publicUrl,
    timeZone,
  ]
  return {
    etag: `W/"${contentHash(JSON.stringify(inputs))}"`,
    total: found?.total ?? 0,
    updated: found?.total ? latest(found.parts.flatMap(([, changed]) => (changed ? [fromDatabase(changed)] : []))) : NEVER,
  }
}
const VERSIONS_HASH = raw('coalesce(bit_xor(hashint8extended(r.id, r.version)), 0)::text')
/** Last change of a feed without events. */
const NEVER = Temporal.Instant.fromEpochMilliseconds(0)
const latest = (instants: readonly Temporal.Instant[]): Temporal.Instant =>
  instants.reduce((last, each) => (Temporal.Instant.compare(each, last) > 0 ? each : last), NEVER)
