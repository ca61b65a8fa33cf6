-- Endless series whose last stored dates are not in a list, because exceptions hide or move them.
-- Totals of lists that show one date of each series count an endless series in every window that begins before its stored dates end.

create or replace function listing_rows(families bigint[]) returns setof listings language sql stable as $$
  with shown as (
    select o.id, o.record_id, coalesce(o.series_id, o.id) as series, o.starts_at, o.ends_at, o.protected
    from occurrences o where o.series_id = any(families) and o.status = 'publish' and not o.hide_from_listings
    union all
    select o.id, o.record_id, o.id, o.starts_at, o.ends_at, o.protected
    from occurrences o where o.id = any(families) and o.series_id is null and o.status = 'publish' and not o.hide_from_listings
  ), records as (
    select distinct record_id, protected from shown
  ), refs as (
    select record_id, 0::bigint as ref_id from records
    union all select r.record_id, l.ref_id from records r join event_categories l on l.event_id = r.record_id
    union all select r.record_id, l.ref_id from records r join event_tags l on l.event_id = r.record_id
    union all select r.record_id, l.ref_id from records r join event_venues l on l.event_id = r.record_id where not r.protected
    union all select r.record_id, l.ref_id from records r join event_organizers l on l.event_id = r.record_id where not r.protected
  ), ordered as (
    select f.ref_id, s.starts_at, s.id, s.series, s.ends_at,
      lag(s.starts_at) over w as previous_at,
      max(s.ends_at) over (w rows between unbounded preceding and 1 preceding) as previous_end,
      lead(s.id) over w is null as is_latest,
      max(s.starts_at) over (partition by f.ref_id, s.series) as latest_at
    from shown s join refs f on f.record_id = s.record_id
    window w as (partition by f.ref_id, s.series order by s.starts_at, s.id)
  )
  select o.ref_id, o.starts_at, o.id, o.series, o.ends_at, o.previous_at, o.previous_end,
    o.is_latest and not e.endless, o.previous_at is null and e.endless
  from ordered o
  -- An endless series has a last date in the list of a record that only its exceptions link to. The same holds in a list that leaves out the
  -- dates at the end of what is stored, until more dates are stored.
  cross join lateral (
    select exists (
      select 1 from events r join refs f on f.record_id = r.id and f.ref_id = o.ref_id where r.id = o.series and r.expanded_until <= (o.latest_at at time zone 'UTC')::date
    ) as endless
  ) e
$$;

select sync_listings(array(select id from events where expanded_until is not null));
