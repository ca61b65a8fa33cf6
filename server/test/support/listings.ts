// Statements that find derived rows of events that differ from the rows they are derived from. Without errors each of them returns nothing.

/** The daily counts that the public listings and the counted links should have. */
const RECOUNT = `select ref_id, day, sum(n) as n, sum(firsts) as firsts, sum(lasts) as lasts from (
  select ref_id, (starts_at at time zone 'UTC')::date as day, 1 as n, case when previous_at is null then 1 else 0 end as firsts, case when last then 1 else 0 end as lasts
  from listings
  union all select ref_id, 'infinity', 0, 0, 1 from listings where endless
  union all select ref_id, 'infinity', 1, 0, 0 from event_categories where counted
  union all select ref_id, 'infinity', 1, 0, 0 from event_tags where counted
) c group by ref_id, day`
/** The sums that lists add up. Days whose sums are 0 may be stored or not. */
export const DAY_SUMS = `select ref_id, day, sum(n) as n, sum(firsts) as firsts, sum(lasts) as lasts from day_counts
  group by ref_id, day having sum(n) <> 0 or sum(firsts) <> 0 or sum(lasts) <> 0`
const differences = (found: string, wanted: string): string =>
  `(select 'extra', a.* from (${found} except ${wanted}) a) union all (select 'missing', b.* from (${wanted} except ${found}) b)`
const counted = (table: string): string => `select l.event_id, l.ref_id from ${table} l join events e on e.id = l.event_id
  where l.counted <> (e.status = 'publish' and e.series_id is null)`

export const LISTING_INVARIANTS: Readonly<Record<string, string>> = {
  'the public listings are those of the dates and links': differences(
    'select * from listings',
    'select * from listing_rows(array(select id from events))',
  ),
  'the links of published events are counted': ['event_categories', 'event_tags'].map(counted).join(' union all '),
  'the daily counts are those of the listings': differences(DAY_SUMS, RECOUNT),
}
