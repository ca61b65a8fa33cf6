// What lists of events are read from: one narrow row per occurrence, and the same columns beside every link. Brought up to date in the transaction that writes.
import { linkFields } from '../engine/read.ts'
import type { Kind } from '../engine/resource.ts'
import { join, ref, sql, type Sql } from '../kernel/sql.ts'

/** Columns of the event that stand in the listing and in every link table, under the same names. */
export const CARRIED = ['starts_at', 'ends_at', 'status', 'author_id', 'hide_from_listings', 'protected', 'featured', 'ticketed'] as const

/** One statement, by difference: what has not changed is not touched. */
export function listEvents(ids: readonly number[], events: Kind): Sql {
  const [, ...rest] = CARRIED
  const columns = (alias: string, names: readonly string[]): Sql => join(names.map((name) => ref(alias ? `${alias}.${name}` : name)))
  const links = linkFields(events).map(
    ([, { table }]) => sql`${ref(table)} as (
  update ${ref(table)} l set (${columns('', CARRIED)}) = (${columns('e', CARRIED)})
  from e where l.event_id = e.event_id and (${columns('l', CARRIED)}) is distinct from (${columns('e', CARRIED)})
)`,
  )
  return sql`with e as (
  select id as event_id, listed_from as starts_at, listed_to as ends_at, ${columns('', rest.slice(1))} from events where id = any(${ids}::bigint[])
), gone as (
  delete from occurrences o using e where o.event_id = e.event_id and o.starts_at <> e.starts_at
), listed as (
  insert into occurrences as o (event_id, ${columns('', CARRIED)})
  select event_id, ${columns('', CARRIED)} from e
  on conflict on constraint occurrences_pkey do update set (${columns('', rest)}) = (${columns('excluded', rest)})
  where (${columns('o', rest)}) is distinct from (${columns('excluded', rest)})
), ${join(links)}
select 1`
}
