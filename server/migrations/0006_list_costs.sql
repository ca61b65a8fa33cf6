-- Costs of lists: unpublished dates, protected events by venue and organizer, and opening hours.

-- Lists of drafts and other unpublished dates. Few dates are unpublished.
create index occurrences_unpublished on occurrences (starts_at, id) include (ends_at, status, author_id, hide_from_listings, record_id)
  where status <> 'publish';

-- Events that are ongoing at an instant. Most events last some hours, so a query for them looks back six hours instead of two days.
drop index occurrences_long;
drop index listings_long;
create or replace function span_class(starts_at timestamptz, ends_at timestamptz) returns int language sql immutable parallel safe as $$
  select case
    when ends_at - starts_at <= interval '1 day' then 0
    when ends_at - starts_at <= interval '2 days' then 1
    when ends_at - starts_at <= interval '8 days' then 2
    when ends_at - starts_at <= interval '32 days' then 3
    when ends_at - starts_at <= interval '128 days' then 4
    when ends_at - starts_at <= interval '512 days' then 5
    else 6 end
$$;
create index occurrences_long on occurrences (span_class(starts_at, ends_at), starts_at, id) include (ends_at, record_id)
  where status = 'publish' and not hide_from_listings and ends_at - starts_at > interval '6 hours';
create index listings_long on listings (ref_id, span_class(starts_at, ends_at), starts_at, id)
  include (ends_at, previous_at, previous_end, series, last) where ends_at - starts_at > interval '6 hours';

-- Protected events hide their venues and organizers, except from callers who may edit them. Their rows have the linked record with a minus.
create or replace function listing_rows(families bigint[]) returns setof listings language sql stable as $$
  with shown as (
    select o.id, o.record_id, coalesce(o.series_id, o.id) as series, o.starts_at, o.ends_at, o.protected
    from occurrences o where o.series_id = any(families) and o.status = 'publish' and not o.hide_from_listings
    union all
    select o.id, o.record_id, o.id, o.starts_at, o.ends_at, o.protected
    from occurrences o where o.id = any(families) and o.series_id is null and o.status = 'publish' and not o.hide_from_listings
  ), records as (
    select distinct record_id, case when protected then -1 else 1 end as sign from shown
  ), refs as (
    select record_id, 0::bigint as ref_id from records
    union all select r.record_id, l.ref_id from records r join event_categories l on l.event_id = r.record_id
    union all select r.record_id, l.ref_id from records r join event_tags l on l.event_id = r.record_id
    union all select r.record_id, l.ref_id * r.sign from records r join event_venues l on l.event_id = r.record_id
    union all select r.record_id, l.ref_id * r.sign from records r join event_organizers l on l.event_id = r.record_id
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
-- One series at a time, because the function compares all rows of endless series with all links of the records that it is given.
insert into listings
  select l.* from events e cross join lateral listing_rows(array[e.id]) l where e.protected and e.series_id is null and l.ref_id < 0;
create or replace function delete_listings_of_linked() returns trigger language plpgsql as $$
begin
  delete from listings l using old_rows o where l.ref_id in (o.id, -o.id);
  return null;
end $$;

-- Filters by opening hours ask for each event whether it is protected.
alter table event_hours add column protected boolean not null default false;
comment on column event_hours.protected is 'Whether the event is protected, so that only callers who may edit it may filter by its hours';
update event_hours h set protected = true from events e where e.id = h.event_id and e.protected;

create or replace function derive_event_hours() returns trigger language plpgsql as $$
begin
  delete from event_hours where event_id = new.id;
  if new.hours is null then return null; end if;
  insert into event_hours
  select new.id, new.starts_local::date, coalesce(new.ends_local::date, 'infinity'), w.weekdays, w.weekly, new.timezone, c.days, a.days, a.each_days, a.each_minutes, new.protected
  from (
    select coalesce(bit_or(1 << d.weekday), 0) as weekdays,
      coalesce(range_agg(int4range(d.weekday * 2880 + lower(d.minutes), d.weekday * 2880 + upper(d.minutes))), '{}') as weekly
    from (
      select array_position(array['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'], day) - 1 as weekday,
        stretch_minutes((each ->> 'opens')::time, (each ->> 'closes')::time) as minutes
      from jsonb_array_elements(new.hours -> 'weekly') each, jsonb_array_elements_text(each -> 'days') day
    ) d
  ) w, (
    select range_agg(daterange((each ->> 'from')::date, (each ->> 'to')::date, '[]')) as days
    from jsonb_array_elements(new.hours -> 'closed') each
  ) c, (
    select range_agg(d.days) as days, coalesce(array_agg(d.days), '{}') as each_days, coalesce(array_agg(d.minutes), '{}') as each_minutes
    from (
      select daterange((each ->> 'from')::date, (each ->> 'to')::date, '[]') as days,
        stretch_minutes((each ->> 'opens')::time, (each ->> 'closes')::time) as minutes
      from jsonb_array_elements(new.hours -> 'adjusted') each
    ) d
  ) a;
  return null;
end $$;
drop trigger events_hours_u on events;
create trigger events_hours_u after update of hours, starts_local, ends_local, timezone, password on events for each row
  when (new.hours is not null or old.hours is not null) execute function derive_event_hours();
