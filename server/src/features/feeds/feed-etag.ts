// A tag for a whole feed without writing it: from the versions of all that the caller is shown in it, and of nothing else (contract 8.4).
import { contentHash } from '../../kernel/http/etags.ts'
import { matchingRows, type ListRequest } from '../../engine/list/list-query.ts'
import { windowConditions } from '../../engine/list/time-window.ts'
import { linkFields } from '../../engine/definition/resource.ts'
import type { RequestContext, Kind } from '../../engine/definition/kind.ts'
import { visibleAndNotTrashed } from '../../engine/access/visibility.ts'
import type { Db } from '../../kernel/database/database.ts'
import { fromDatabase } from '../../kernel/time/date-times.ts'
import { and, join, raw, ref, render, sql } from '../../kernel/database/sql.ts'

export interface Validator {
  readonly etag: string
  readonly total: number
  readonly updated: Temporal.Instant
}

/** One statement, linear in what matches: hashes of ids and versions in one number, which no order changes. Of linked kinds all that the caller may see counts. */
export async function feedEtag(
  db: Db,
  kind: Kind,
  request: ListRequest,
  ctx: RequestContext,
  parts: readonly unknown[],
): Promise<Validator> {
  const { rows, window, several, customPlan } = matchingRows(kind, request, ctx)
  const where = and([...rows.wheres, ...windowConditions(window)])
  const linked = linkFields(kind).flatMap(([, storage]) => {
    const to = ctx.site.kinds.get(storage.to)
    return to
      ? [sql`(select array[${SUM}, max(r.modified_at)::text] from ${ref(to.table)} r where ${visibleAndNotTrashed(to, 'r', ctx.caller)})`]
      : []
  })
  const own = sql`array[${SUM}, greatest(max(r.modified_at), max(r.touched_at))::text]`
  const statement = sql`select count(*)::int as total, array[${join([own, ...linked])}] as parts
from (select ${several ? raw('distinct ') : raw('')}${rows.id} as id from ${rows.from}
where ${where}) m
join ${ref(kind.table)} r on r.id = m.id`
  const [found] = await db.query<{ total: number; parts: [sum: string, changed: string | null][] }>(statement, { customPlan })
  const { name, color, publicUrlTemplates: pages, publicUrl, timeZone: zone } = ctx.site
  const { text, values } = render(where)
  const known = [
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
    pages,
    publicUrl,
    zone,
  ]
  return {
    etag: `W/"${contentHash(JSON.stringify(known))}"`,
    total: found?.total ?? 0,
    updated: found?.total ? latest(found.parts.flatMap(([, changed]) => (changed ? [fromDatabase(changed)] : []))) : NEVER,
  }
}
const SUM = raw('coalesce(bit_xor(hashint8extended(r.id, r.version)), 0)::text')
/** Of a feed without events. */
const NEVER = Temporal.Instant.fromEpochMilliseconds(0)
const latest = (instants: readonly Temporal.Instant[]): Temporal.Instant =>
  instants.reduce((last, each) => (Temporal.Instant.compare(each, last) > 0 ? each : last), NEVER)
