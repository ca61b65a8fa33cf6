-- Opening hours of events and venues (contract 13.7).

-- Nullable columns without a default do not rewrite the tables.
alter table events add column hours jsonb;
alter table venues add column hours jsonb;
comment on column events.hours is 'Opening hours: weekly, closed and adjusted, with notes by language. Times are wall times in the time zone of the event.';
comment on column venues.hours is 'Opening hours, as those of events. Times are wall times in the time zone of the site.';

-- The opening hours of events in a form that the filters `open_on` and `open_at` evaluate for many events at once.
-- Columns of fixed size come first, because most rows are decided by them.
create table event_hours (
  event_id         bigint primary key references events on delete cascade,
  first_day        date not null,              -- first and last day of the event in its time zone; `infinity` until further notice
  last_day         date not null,
  weekdays         smallint not null,          -- bit 0 is set if the event is open on Mondays
  weekly           int4multirange not null,    -- each weekday has 2,880 minutes, because stretches end on the next day at the latest
  timezone         text not null,
  closed           datemultirange,             -- days on which the event is closed; null if there are none
  adjusted         datemultirange,             -- days with other hours than the weekly ones; null if there are none
  adjusted_days    daterange[] not null,       -- the same days by stretch
  adjusted_minutes int4range[] not null        -- the stretches, in minutes since the midnight that begins the day
);
comment on table event_hours is 'Opening hours of events, derived from events.hours by a trigger';
create index event_hours_run on event_hours (last_day, first_day);

-- Minutes since midnight of a stretch. If it does not close after it opens, it closes on the next day.
create function stretch_minutes(opens time, closes time) returns int4range language sql immutable parallel safe as $$
  select int4range((extract(epoch from opens) / 60)::int, (extract(epoch from closes) / 60)::int + case when closes > opens then 0 else 1440 end)
$$;

create function derive_event_hours() returns trigger language plpgsql as $$
begin
  delete from event_hours where event_id = new.id;
  if new.hours is null then return null; end if;
  insert into event_hours
  select new.id, new.starts_local::date, coalesce(new.ends_local::date, 'infinity'), w.weekdays, w.weekly, new.timezone, c.days, a.days, a.each_days, a.each_minutes
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
create trigger events_hours_i after insert on events for each row when (new.hours is not null) execute function derive_event_hours();
create trigger events_hours_u after update of hours, starts_local, ends_local, timezone on events for each row
  when (new.hours is not null or old.hours is not null) execute function derive_event_hours();
