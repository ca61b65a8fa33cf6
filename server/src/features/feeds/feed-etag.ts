// A tag for a whole feed without writing it: from the versions of all that the caller is shown in it, and of nothing else (contract 8.4).
import { hashOf } from '../../kernel/http/etags.ts'
import { matching, type ListRequest } from '../../engine/list/list-query.ts'
import { within } from '../../engine/list/time-window.ts'
import { linkFields, type Ask, type Kind } from '../../engine/definition/resource.ts'
import { present } from '../../engine/access/visibility.ts'
import type { Db } from '../../kernel/database/database.ts'
import { fromDatabase } from '../../kernel/time/date-times.ts'
import { all, join, raw, ref, render, sql } from '../../kernel/database/sql.ts'

export interface Validator {
  readonly etag: string
  readonly total: number
  readonly updated: Temporal.Instant
}

/** One statement, linear in what matches: hashes of ids and versions in one number, which no order changes. Of linked kinds all that the caller may see counts. */
export async function validatorOf(db: Db, kind: Kind, request: ListRequest, ask: Ask, parts: readonly unknown[]): Promise<Validator> {
  const { rows, window, several, custom_plan } = matching(kind, request, ask)
  const where = all([...rows.wheres, ...within(window)])
  const linked = linkFields(kind).flatMap(([, place]) => {
    const to = ask.site.kinds.get(place.to)
    return to ? [sql`(select array[${SUM}, max(r.modified_at)::text] from ${ref(to.table)} r where ${present(to, 'r', ask.caller)})`] : []
  })
  const own = sql`array[${SUM}, greatest(max(r.modified_at), max(r.touched_at))::text]`
  const statement = sql`select count(*)::int as total, array[${join([own, ...linked])}] as parts
from (select ${several ? raw('distinct ') : raw('')}${rows.id} as id from ${rows.from}
where ${where}) m
join ${ref(kind.table)} r on r.id = m.id`
  const [found] = await db.query<{ total: number; parts: [sum: string, changed: string | null][] }>(statement, { custom_plan })
  const { name, color, pages, public_url, zone } = ask.site
  const { text, values } = render(where)
  const known = [
    parts,
    found,
    text,
    values,
    request.order,
    request.way,
    ask.caller.id,
    ask.caller.role,
    ask.language,
    name,
    color,
    pages,
    public_url,
    zone,
  ]
  return {
    etag: `W/"${hashOf(JSON.stringify(known))}"`,
    total: found?.total ?? 0,
    updated: found?.total ? latest(found.parts.flatMap(([, changed]) => (changed ? [fromDatabase(changed)] : []))) : NEVER,
  }
}
const SUM = raw('coalesce(bit_xor(hashint8extended(r.id, r.version)), 0)::text')
/** Of a feed without events. */
const NEVER = Temporal.Instant.fromEpochMilliseconds(0)
const latest = (instants: readonly Temporal.Instant[]): Temporal.Instant =>
  instants.reduce((last, each) => (Temporal.Instant.compare(each, last) > 0 ? each : last), NEVER)
