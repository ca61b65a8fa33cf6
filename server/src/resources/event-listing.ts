// Updates the denormalized tables that event lists read: one row per occurrence, and the same columns in every link table.
import { linkFields } from '../engine/definition/resource.ts'
import type { Kind } from '../engine/definition/kind.ts'
import { join, ref, sql, type Sql } from '../kernel/database/sql.ts'

/** Columns of the listing table and of every link table, each with the column of the event that it copies. */
export const LISTING_COLUMNS = {
  starts_at: 'listing_starts_at',
  ends_at: 'listing_ends_at',
  status: 'status',
  author_id: 'author_id',
  hide_from_listings: 'hide_from_listings',
  protected: 'protected',
  featured: 'featured',
  ticketed: 'ticketed',
} as const
export const LISTING_COLUMN_NAMES = Object.keys(LISTING_COLUMNS)

/** Returns one statement, which runs in the transaction of the write. It does not touch rows that have not changed. */
export function syncEventListing(ids: readonly number[], events: Kind): Sql {
  const [, ...rest] = LISTING_COLUMN_NAMES
  const columns = (alias: string, names: readonly string[]): Sql => join(names.map((name) => ref(alias ? `${alias}.${name}` : name)))
  const links = linkFields(events).map(
    ([, { table }]) => sql`${ref(table)} as (
  update ${ref(table)} l set (${columns('', LISTING_COLUMN_NAMES)}) = (${columns('e', LISTING_COLUMN_NAMES)})
  from e where l.event_id = e.event_id and (${columns('l', LISTING_COLUMN_NAMES)}) is distinct from (${columns('e', LISTING_COLUMN_NAMES)})
)`,
  )
  return sql`with e as (
  select id as event_id, ${join(Object.entries(LISTING_COLUMNS).map(([name, own]) => sql`${ref(own)} as ${ref(name)}`))} from events where id = any(${ids}::bigint[])
), gone as (
  delete from occurrences o using e where o.event_id = e.event_id and o.starts_at <> e.starts_at
), listed as (
  insert into occurrences as o (event_id, ${columns('', LISTING_COLUMN_NAMES)})
  select event_id, ${columns('', LISTING_COLUMN_NAMES)} from e
  on conflict on constraint occurrences_pkey do update set (${columns('', rest)}) = (${columns('excluded', rest)})
  where (${columns('o', rest)}) is distinct from (${columns('excluded', rest)})
), ${join(links)}
select 1`
}
