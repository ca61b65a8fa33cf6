// Computes the ETag of a feed without generating it, from the versions of the records that the caller can see in it (contract 8.4).
import { contentHash } from '../../kernel/http/etags.ts'
import { matchingRows } from '../../engine/list/list-query.ts'
import { windowConditions } from '../../engine/list/time-window.ts'
import { entriesFrom } from '../../engine/read/entries.ts'
import { linkFields } from '../../engine/definition/resource.ts'
import type { Kind, RequestContext } from '../../engine/definition/kind.ts'
import { visibleAndNotTrashed } from '../../engine/access/visibility.ts'
import type { Db } from '../../kernel/database/database.ts'
import { fromDatabase } from '../../kernel/time/date-times.ts'
import { and, join, raw, ref, render, sql, type Sql } from '../../kernel/database/sql.ts'
import { loadVersions } from './feed-versions.ts'
import type { FeedQuery } from './feed.ts'

export interface FeedValidator {
  readonly etag: string
  readonly total: number
  readonly updated: Temporal.Instant
  /** The first date of the series in the feed; null if it has none. */
  readonly earliestSeries: Temporal.Instant | null
}
interface EtagQuery extends FeedQuery {
  /** Whether the feed has all dates of a series, also those that the request does not match. */
  readonly writesSeries: boolean
}

/**
 * Runs one statement that combines the ids and versions of all matching events into one hash, independent of their order.
 * For linked kinds it includes every record that the caller can see. `parts` are further values that the feed depends on.
 */
export async function feedEtag(db: Db, { kind, request, ctx, writesSeries }: EtagQuery, parts: readonly unknown[]): Promise<FeedValidator> {
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
  const ownVersions = sql`array[${DATES_HASH}, greatest(max(r.modified_at), max(r.touched_at))::text]`
  const statement = sql`with m as (select ${hasDuplicates ? raw('distinct ') : raw('')}${rows.id} as id from ${rows.from}
where ${where})${writesSeries ? SERIES : raw('')}
select count(*)::int as total, array[${join([ownVersions, ...linkedVersions, ...(writesSeries ? [seriesHash(kind, ctx)] : [])])}] as parts,
min(r.starts_at) filter (where o.series_id is not null)::text as earliest,
array_agg(distinct r.id) || array_agg(distinct o.series_id) filter (where o.series_id is not null) as members
from ${entriesFrom(kind, sql`m i`)}`
  const versions = await loadVersions(db, { kind, request, statement, customPlan }, ctx)
  const found = versions && { total: versions.total, parts: versions.parts, earliest: versions.earliest }
  const { name, color, publicUrlTemplates, pages, publicUrl, timeZone } = ctx.site
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
    pages,
    publicUrl,
    timeZone,
  ]
  return {
    etag: `W/"${contentHash(JSON.stringify(inputs))}"`,
    total: found?.total ?? 0,
    updated: found?.total ? latest(found.parts.flatMap(([, changed]) => (changed ? [fromDatabase(changed)] : []))) : NEVER,
    earliestSeries: found?.earliest ? fromDatabase(found.earliest) : null,
  }
}
const VERSIONS_HASH = raw('coalesce(bit_xor(hashint8extended(r.id, r.version)), 0)::text')
/** The version of a date is the version of its record plus the number of writes to the date. */
const DATES_HASH = raw('coalesce(bit_xor(hashint8extended(i.id, r.version + coalesce(o.own_version, 0))), 0)::text')
/** The series of the feed. They are computed first, because a join of all dates with all matching dates is quadratic. */
const SERIES = raw(
  `, series as materialized (select distinct x.series_id as id from m join occurrences x on x.id = m.id where x.series_id is not null)`,
)
/** All dates of the series of the feed that the caller may see. A new date, a removed date and an exception change it. */
const seriesHash = (
  kind: Kind,
  { caller }: RequestContext,
): Sql => sql`(select array[coalesce(bit_xor(hashint8extended(d.id, s.version + d.own_version)), 0)::text, null]
from series f join events s on s.id = f.id join occurrences d on d.series_id = f.id where ${visibleAndNotTrashed(kind, 'd', caller)})`
/** Last change of a feed without events. */
const NEVER = Temporal.Instant.fromEpochMilliseconds(0)
const latest = (instants: readonly Temporal.Instant[]): Temporal.Instant =>
  instants.reduce((last, each) => (Temporal.Instant.compare(each, last) > 0 ? each : last), NEVER)
