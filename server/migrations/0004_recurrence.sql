-- Recurring events: one row per date, links per record, and one table of public listings.

-- A series is an event with a recurrence. An exception is a date of a series that was edited on its own; it has a row in `events`.
-- The status of an exception is never more visible than that of its series; `own_status` is the status that was set on the exception.
alter table events
  add column recurrence jsonb,
  add column expanded_until date,
  add column series_id bigint constraint events_series references events on delete cascade,
  add column original_start timestamp,
  add column own_version int not null default 0,
  add column own_status status,
  add column overrides text[] not null default '{}',
  add column split_from bigint constraint events_split_from references events on delete set null,
  add constraint events_exception check ((series_id is null) = (original_start is null)) not valid,
  add constraint events_exception_rule check (series_id is null or recurrence is null) not valid;
comment on column events.recurrence is 'Rules, additional dates and exclusions of a series. Null in other events.';
comment on column events.expanded_until is 'Dates of the series are stored through this local day. Null if all dates are stored.';
comment on column events.series_id is 'Series of an exception. Null in other events.';
comment on column events.original_start is 'Local time at which the recurrence of the series puts the date of an exception';
comment on column events.own_version is 'Number of writes to the exception itself. The version is the version of the series plus this number.';
comment on column events.overrides is 'Names of the fields of an exception that differ from its series, such as title.fr';
comment on column events.split_from is 'Series from which this series was split off';
create index events_exceptions on events (series_id) where series_id is not null;
create index events_split on events (split_from) where split_from is not null;
create index events_expansion on events (expanded_until) where expanded_until is not null;


-- Dates

-- One row per date. The row of a single event has the ID of the event; all other IDs come from the sequence `record_ids`.
-- `record_id` is the event whose texts and links the date shows: the event itself, the exception, or the series.
create table new_occurrences (
  id                 bigint not null,
  record_id          bigint not null,
  series_id          bigint,                    -- null in single events
  original_start     timestamp,                 -- local time at which the recurrence puts the date
  starts_local       timestamp,                 -- local start and end of a date without a record of its own; else null
  ends_local         timestamp,
  starts_at          timestamptz not null,
  ends_at            timestamptz not null check (ends_at >= starts_at),
  status             status not null,
  author_id          bigint not null,
  hide_from_listings boolean not null,
  protected          boolean not null,
  featured           boolean not null,
  ticketed           boolean not null,
  own_version        int not null default 0,    -- number of writes to this date; kept when an exception is reset
  constraint occurrences_series_start check ((series_id is null) = (original_start is null))
);
insert into new_occurrences (id, record_id, starts_at, ends_at, status, author_id, hide_from_listings, protected, featured, ticketed)
  select event_id, event_id, starts_at, ends_at, status, author_id, hide_from_listings, protected, featured, ticketed from occurrences;
drop table occurrences;
drop function count_occurrences();
alter table new_occurrences rename to occurrences;
alter table occurrences
  add constraint occurrences_pkey primary key (id),
  add constraint occurrences_record_id_fkey foreign key (record_id) references events on delete cascade,
  add constraint occurrences_series_id_fkey foreign key (series_id) references events on delete cascade;
create unique index occurrences_series on occurrences (series_id, original_start, id) where series_id is not null;
create index occurrences_record on occurrences (record_id, starts_at);
create index occurrences_public on occurrences (starts_at, id) include (ends_at, record_id, featured, ticketed) where status = 'publish' and not hide_from_listings;
create index occurrences_long on occurrences (span_class(starts_at, ends_at), starts_at, id) include (ends_at, record_id)
  where status = 'publish' and not hide_from_listings and ends_at - starts_at > interval '2 days';
create index occurrences_all on occurrences (starts_at, id) include (ends_at, status, author_id, hide_from_listings, record_id);
create index occurrences_author on occurrences (author_id, starts_at, id) include (ends_at, status, hide_from_listings);

-- IDs of dates that a series no longer has. A date that comes back gets its ID again.
create table retired_occurrences (
  id             bigint primary key,
  series_id      bigint not null references events on delete cascade,
  original_start timestamp not null,
  own_version    int not null
);
create index retired_occurrences_series on retired_occurrences (series_id, original_start);


-- Links per record

-- `counted` marks the links of published events, except exceptions. The number of events of a term is the number of these links.
drop trigger event_venues_counted_i on event_venues;
drop trigger event_venues_counted_u on event_venues;
drop trigger event_venues_counted_d on event_venues;
drop trigger event_organizers_counted_i on event_organizers;
drop trigger event_organizers_counted_u on event_organizers;
drop trigger event_organizers_counted_d on event_organizers;
drop trigger event_categories_counted_i on event_categories;
drop trigger event_categories_counted_u on event_categories;
drop trigger event_categories_counted_d on event_categories;
drop trigger event_tags_counted_i on event_tags;
drop trigger event_tags_counted_u on event_tags;
drop trigger event_tags_counted_d on event_tags;
drop function count_event_venues();
drop function count_event_organizers();
drop function count_event_categories();
drop function count_event_tags();

alter table event_categories add column counted boolean not null default false;
alter table event_tags add column counted boolean not null default false;
update event_categories set counted = true where status = 'publish';
update event_tags set counted = true where status = 'publish';

alter table event_venues
  drop column starts_at, drop column ends_at, drop column status, drop column author_id,
  drop column hide_from_listings, drop column protected, drop column featured, drop column ticketed,
  add constraint event_venues_pkey primary key (event_id, ref_id);
alter table event_organizers
  drop column starts_at, drop column ends_at, drop column status, drop column author_id,
  drop column hide_from_listings, drop column protected, drop column featured, drop column ticketed,
  add constraint event_organizers_pkey primary key (event_id, ref_id);
alter table event_categories
  drop column starts_at, drop column ends_at, drop column status, drop column author_id,
  drop column hide_from_listings, drop column protected, drop column featured, drop column ticketed,
  add constraint event_categories_pkey primary key (event_id, ref_id);
alter table event_tags
  drop column starts_at, drop column ends_at, drop column status, drop column author_id,
  drop column hide_from_listings, drop column protected, drop column featured, drop column ticketed,
  add constraint event_tags_pkey primary key (event_id, ref_id);
create index event_venues_ref on event_venues (ref_id, event_id);
create index event_organizers_ref on event_organizers (ref_id, event_id);
create index event_categories_ref on event_categories (ref_id, event_id);
create index event_tags_ref on event_tags (ref_id, event_id);


-- Public listings

-- The dates that everybody may list, once for the whole calendar (`ref_id` 0) and once for each linked record.
-- Lists of venues and organizers leave out password-protected events, because these hide their venues and organizers.
-- The columns previous_at, previous_end, last and endless belong to the list, not to the date: an exception may be in other lists than its series.
create table listings (
  ref_id       bigint not null,
  starts_at    timestamptz not null,
  id           bigint not null,             -- ID of the date
  series       bigint not null,             -- ID of the series, or of the single event
  ends_at      timestamptz not null,
  previous_at  timestamptz,                 -- start of the previous date of the series in this list
  previous_end timestamptz,                 -- latest end of all previous dates of the series in this list
  last         boolean not null,            -- whether the series has no later date in this list, now or later
  endless      boolean not null,            -- in the first date of the series in this list: whether the series has no last date in it
  constraint listings_pkey primary key (ref_id, starts_at, id) include (ends_at, previous_at, previous_end, last)
);
create index listings_series on listings (series);
create index listings_long on listings (ref_id, span_class(starts_at, ends_at), starts_at, id)
  include (ends_at, previous_at, previous_end) where ends_at - starts_at > interval '2 days';

-- Class of the time between two dates of a series. A query for the series without a date in a window looks as far ahead as each class reaches.
create function gap_class(previous_at timestamptz, starts_at timestamptz) returns int language sql immutable parallel safe as $$
  select case
    when starts_at - previous_at <= interval '16 days' then 0
    when starts_at - previous_at <= interval '32 days' then 1
    when starts_at - previous_at <= interval '64 days' then 2
    when starts_at - previous_at <= interval '128 days' then 3
    when starts_at - previous_at <= interval '256 days' then 4
    when starts_at - previous_at <= interval '400 days' then 5
    else 6 end
$$;
create index listings_gap on listings (ref_id, gap_class(previous_at, starts_at), starts_at) include (previous_at)
  where starts_at - previous_at > interval '8 days';
create index listings_first on listings (ref_id, starts_at, id) include (ends_at) where previous_at is null;

-- The listings that these events should have. An ID is that of a single event or of a series.
create function listing_rows(families bigint[]) returns setof listings language sql stable as $$
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
      lead(s.id) over w is null as is_latest
    from shown s join refs f on f.record_id = s.record_id
    window w as (partition by f.ref_id, s.series order by s.starts_at, s.id)
  )
  select o.ref_id, o.starts_at, o.id, o.series, o.ends_at, o.previous_at, o.previous_end,
    o.is_latest and not e.endless, o.previous_at is null and e.endless
  from ordered o
  -- An endless series has a last date in the list of a record that only its exceptions link to.
  cross join lateral (
    select exists (
      select 1 from events r join refs f on f.record_id = r.id and f.ref_id = o.ref_id where r.id = o.series and r.expanded_until is not null
    ) as endless
  ) e
$$;

-- Makes the listings of these events what they should be. Unchanged rows are not written.
create function sync_listings(families bigint[]) returns void language plpgsql as $$
begin
  with wanted as materialized (
    select * from listing_rows(families)
  ), gone as (
    delete from listings l where l.series = any(families)
      and not exists (select 1 from wanted w where w.ref_id = l.ref_id and w.starts_at = l.starts_at and w.id = l.id)
  )
  insert into listings as l select * from wanted
  on conflict (ref_id, starts_at, id) do update
    set (series, ends_at, previous_at, previous_end, last, endless) =
      (excluded.series, excluded.ends_at, excluded.previous_at, excluded.previous_end, excluded.last, excluded.endless)
    where (l.series, l.ends_at, l.previous_at, l.previous_end, l.last, l.endless)
      is distinct from (excluded.series, excluded.ends_at, excluded.previous_at, excluded.previous_end, excluded.last, excluded.endless);
end $$;

insert into listings
  select 0, starts_at, id, id, ends_at, null::timestamptz, null::timestamptz, true, false from occurrences where status = 'publish' and not hide_from_listings
  union all
  select l.ref_id, o.starts_at, o.id, o.id, o.ends_at, null, null, true, false
  from occurrences o join (
    select event_id, ref_id, false as hides from event_categories union all select event_id, ref_id, false from event_tags
    union all select event_id, ref_id, true from event_venues union all select event_id, ref_id, true from event_organizers
  ) l on l.event_id = o.record_id
  where o.status = 'publish' and not o.hide_from_listings and not (l.hides and o.protected);

-- Listings have no foreign keys, because checking them would cost more than writing the rows.
create function delete_listings_of_dates() returns trigger language plpgsql as $$
begin
  delete from listings l using old_rows o where l.series = coalesce(o.series_id, o.id) and l.id = o.id;
  return null;
end $$;
create trigger occurrences_listings after delete on occurrences referencing old table as old_rows for each statement execute function delete_listings_of_dates();
create function delete_listings_of_linked() returns trigger language plpgsql as $$
begin
  delete from listings l using old_rows o where l.ref_id = o.id;
  return null;
end $$;
create trigger venues_listings after delete on venues referencing old table as old_rows for each statement execute function delete_listings_of_linked();
create trigger organizers_listings after delete on organizers referencing old table as old_rows for each statement execute function delete_listings_of_linked();
create trigger categories_listings after delete on categories referencing old table as old_rows for each statement execute function delete_listings_of_linked();
create trigger tags_listings after delete on tags referencing old table as old_rows for each statement execute function delete_listings_of_linked();


-- Counts
--
-- `n` counts dates per UTC day, `firsts` the first and `lasts` the last dates of series and single events in the list.
-- On the day `infinity`, `n` is the number of events of a term, and `lasts` the number of series without a last date in the list.

drop view day_counts;
alter table counts add column firsts int not null default 0, add column lasts int not null default 0;
alter table count_changes add column firsts int not null default 0, add column lasts int not null default 0;
update counts set firsts = n, lasts = n where day <> 'infinity';
update count_changes set firsts = n, lasts = n where day <> 'infinity';
alter table counts drop constraint counts_pkey;
alter table counts add constraint counts_pkey primary key (ref_id, day) include (n, firsts, lasts);
drop index count_changes_day;
create index count_changes_day on count_changes (ref_id, day) include (n, firsts, lasts);
create view day_counts as select ref_id, day, n, firsts, lasts from counts union all select ref_id, day, n, firsts, lasts from count_changes;

create or replace function fold_counts() returns void language sql as $$
  with folded as (delete from count_changes returning ref_id, day, n, firsts, lasts)
  insert into counts as c select ref_id, day, sum(n), sum(firsts), sum(lasts) from folded group by ref_id, day
    having sum(n) <> 0 or sum(firsts) <> 0 or sum(lasts) <> 0
  on conflict (ref_id, day) do update set n = c.n + excluded.n, firsts = c.firsts + excluded.firsts, lasts = c.lasts + excluded.lasts;
$$;

create or replace function recount() returns void language sql as $$
  lock table count_changes in share row exclusive mode;
  delete from count_changes;
  delete from counts;
  insert into counts (ref_id, day, n, firsts, lasts)
    select ref_id, day, sum(n), sum(firsts), sum(lasts) from (
      select ref_id, (starts_at at time zone 'UTC')::date as day, 1 as n, (previous_at is null)::int as firsts, last::int as lasts from listings
      union all select ref_id, 'infinity', 0, 0, 1 from listings where endless
      union all select ref_id, 'infinity', 1, 0, 0 from event_categories where counted
      union all select ref_id, 'infinity', 1, 0, 0 from event_tags where counted
    ) c group by ref_id, day;
$$;

create function count_listings() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into count_changes select ref_id, day, sum(n), sum(firsts), sum(lasts) from (
      select ref_id, (starts_at at time zone 'UTC')::date as day, 1 as n, (previous_at is null)::int as firsts, last::int as lasts from new_rows
      union all select ref_id, 'infinity', 0, 0, 1 from new_rows where endless
    ) c group by ref_id, day;
  elsif tg_op = 'DELETE' then
    insert into count_changes select ref_id, day, sum(n), sum(firsts), sum(lasts) from (
      select ref_id, (starts_at at time zone 'UTC')::date as day, -1 as n, -(previous_at is null)::int as firsts, -last::int as lasts from old_rows
      union all select ref_id, 'infinity', 0, 0, -1 from old_rows where endless
    ) c group by ref_id, day;
  else
    insert into count_changes select ref_id, day, sum(n), sum(firsts), sum(lasts) from (
      select ref_id, (starts_at at time zone 'UTC')::date as day, 1 as n, (previous_at is null)::int as firsts, last::int as lasts from new_rows
      union all select ref_id, 'infinity', 0, 0, 1 from new_rows where endless
      union all select ref_id, (starts_at at time zone 'UTC')::date, -1, -(previous_at is null)::int, -last::int from old_rows
      union all select ref_id, 'infinity', 0, 0, -1 from old_rows where endless
    ) c group by ref_id, day having sum(n) <> 0 or sum(firsts) <> 0 or sum(lasts) <> 0;
  end if;
  return null;
end $$;
create trigger listings_counted_i after insert on listings referencing new table as new_rows for each statement execute function count_listings();
create trigger listings_counted_u after update on listings referencing old table as old_rows new table as new_rows for each statement execute function count_listings();
create trigger listings_counted_d after delete on listings referencing old table as old_rows for each statement execute function count_listings();

create function count_terms() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into count_changes select ref_id, 'infinity', count(*), 0, 0 from new_rows where counted group by ref_id;
  elsif tg_op = 'DELETE' then
    insert into count_changes select ref_id, 'infinity', -count(*), 0, 0 from old_rows where counted group by ref_id;
  else
    insert into count_changes select ref_id, 'infinity', sum(n), 0, 0 from (
      select ref_id, 1 as n from new_rows where counted union all select ref_id, -1 from old_rows where counted
    ) c group by ref_id having sum(n) <> 0;
  end if;
  return null;
end $$;
create trigger event_categories_counted_i after insert on event_categories referencing new table as new_rows for each statement execute function count_terms();
create trigger event_categories_counted_u after update on event_categories referencing old table as old_rows new table as new_rows for each statement execute function count_terms();
create trigger event_categories_counted_d after delete on event_categories referencing old table as old_rows for each statement execute function count_terms();
create trigger event_tags_counted_i after insert on event_tags referencing new table as new_rows for each statement execute function count_terms();
create trigger event_tags_counted_u after update on event_tags referencing old table as old_rows new table as new_rows for each statement execute function count_terms();
create trigger event_tags_counted_d after delete on event_tags referencing old table as old_rows for each statement execute function count_terms();
