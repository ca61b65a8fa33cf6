// The check of places: upcoming events that have neither a venue nor an online URL. Search engines do not show them.
import type { Db } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import type { Finding } from './finding.ts'

/** Dates of a series that were edited on their own take their venues from the series. */
export async function checkPlaces(db: Db): Promise<Finding> {
  const [row] = await db.query<{ count: number }>(sql`
select count(*)::int as count from events e
where e.status = 'publish' and not e.protected and e.series_id is null and e.online_url is null
  and exists (select from occurrences o where o.record_id = e.id and o.ends_at > now())
  and not exists (select from event_venues v where v.event_id = e.id)`)
  const count = row?.count ?? 0
  if (count === 0) return { check: 'places', state: 'ok', found: 'every upcoming event has a venue or an online URL', remedy: '' }
  return {
    check: 'places',
    state: 'warning',
    found: `${count} upcoming ${count === 1 ? 'event has' : 'events have'} neither a venue nor an online URL`,
    remedy: 'Add a venue or an online URL. Search engines do not show events without a place.',
  }
}
