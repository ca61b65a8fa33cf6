-- How many listed events start on each UTC day, of the whole calendar and of every record that events are linked to: exact totals and far pages
-- without reading what is counted. UTC, so that no setting is baked in; the edges of a window are counted from the rows themselves.
-- `ref_id` is the linked record, 0 the whole calendar; the day `infinity` holds the published events of a term, whenever they are.
create table counts (
  ref_id bigint not null,
  day    date not null,
  n      int not null,
  primary key (ref_id, day) include (n)
);
-- Writers only add here, so that none waits for another; a job folds the rows into `counts`.
create table count_changes (
  ref_id bigint not null,
  day    date not null,
  n      int not null
);
create index count_changes_day on count_changes (ref_id, day) include (n);
create view day_counts as select ref_id, day, n from counts union all select ref_id, day, n from count_changes;

create function fold_counts() returns void language sql as $$
  with folded as (delete from count_changes returning ref_id, day, n)
  insert into counts as c select ref_id, day, sum(n) from folded group by ref_id, day having sum(n) <> 0
  on conflict (ref_id, day) do update set n = c.n + excluded.n;
$$;

-- One function for each table that lists are read from, so that its statements are planned once.
do $$
declare
  listed record;
begin
  for listed in
    select * from (values
      ('occurrences', '0', '', false),
      ('event_venues', 'ref_id', ' and not protected', false),
      ('event_organizers', 'ref_id', ' and not protected', false),
      ('event_categories', 'ref_id', '', true),
      ('event_tags', 'ref_id', '', true)) as t(name, ref, open, published)
  loop
    execute format($f$
      create function count_%1$s() returns trigger language plpgsql as $body$
      begin
        if tg_op = 'INSERT' then
          insert into count_changes select ref_id, day, sum(n) from (%2$s) c group by ref_id, day;
        elsif tg_op = 'DELETE' then
          insert into count_changes select ref_id, day, sum(n) from (%3$s) c group by ref_id, day;
        else
          insert into count_changes select ref_id, day, sum(n) from (%2$s union all %3$s) c group by ref_id, day having sum(n) <> 0;
        end if;
        return null;
      end $body$
    $f$, listed.name, arms.added, arms.removed)
    from (
      select string_agg(format(arm, 'new_rows', '1'), ' union all ') as added, string_agg(format(arm, 'old_rows', '-1'), ' union all ') as removed
      from (
        select 'select ' || listed.ref || ' as ref_id, (starts_at at time zone ''UTC'')::date as day, %2$s as n from %1$s where status = ''publish'' and not hide_from_listings' || listed.open as arm
        union all
        select 'select ref_id, date ''infinity'', %2$s from %1$s where status = ''publish''' where listed.published
      ) a
    ) arms;
    execute format('create trigger %1$s_counted_i after insert on %1$s referencing new table as new_rows for each statement execute function count_%1$s()', listed.name);
    execute format('create trigger %1$s_counted_u after update on %1$s referencing old table as old_rows new table as new_rows for each statement execute function count_%1$s()', listed.name);
    execute format('create trigger %1$s_counted_d after delete on %1$s referencing old table as old_rows for each statement execute function count_%1$s()', listed.name);
  end loop;
end $$;

-- What counted the events of a term before.
drop trigger event_tags_insert on event_tags;
drop trigger event_tags_update on event_tags;
drop trigger event_tags_delete on event_tags;
drop trigger event_categories_insert on event_categories;
drop trigger event_categories_update on event_categories;
drop trigger event_categories_delete on event_categories;
drop function count_links();
alter table tags drop column event_count;
alter table categories drop column event_count;

-- Everything counted afresh: once here, and by `kalends rebuild`. Writers wait meanwhile.
create function recount() returns void language sql as $$
  lock table count_changes in share row exclusive mode;
  delete from count_changes;
  delete from counts;
  insert into counts
    select 0, (starts_at at time zone 'UTC')::date, count(*) from occurrences where status = 'publish' and not hide_from_listings group by 2
    union all
    select ref_id, (starts_at at time zone 'UTC')::date, count(*) from event_venues where status = 'publish' and not hide_from_listings and not protected group by 1, 2
    union all
    select ref_id, (starts_at at time zone 'UTC')::date, count(*) from event_organizers where status = 'publish' and not hide_from_listings and not protected group by 1, 2
    union all
    select ref_id, (starts_at at time zone 'UTC')::date, count(*) from event_categories where status = 'publish' and not hide_from_listings group by 1, 2
    union all
    select ref_id, (starts_at at time zone 'UTC')::date, count(*) from event_tags where status = 'publish' and not hide_from_listings group by 1, 2
    union all
    select ref_id, 'infinity', count(*) from event_categories where status = 'publish' group by 1
    union all
    select ref_id, 'infinity', count(*) from event_tags where status = 'publish' group by 1;
$$;
select recount();

-- Long events are found by how long they last: who asks what is running at an instant looks only as far back as each class can reach.
create function span_class(starts_at timestamptz, ends_at timestamptz) returns int language sql immutable parallel safe as $$
  select case
    when ends_at - starts_at <= interval '8 days' then 0
    when ends_at - starts_at <= interval '32 days' then 1
    when ends_at - starts_at <= interval '128 days' then 2
    when ends_at - starts_at <= interval '512 days' then 3
    else 4 end
$$;
create index occurrences_long on occurrences (span_class(starts_at, ends_at), starts_at, event_id) include (ends_at)
  where status = 'publish' and not hide_from_listings and ends_at - starts_at > interval '2 days';
do $$ declare t text; begin
  foreach t in array array['event_organizers', 'event_tags', 'event_categories', 'event_venues'] loop
    execute format('create index %I on %I (ref_id, span_class(starts_at, ends_at), starts_at, event_id) include (ends_at, status, author_id, hide_from_listings, protected)
      where ends_at - starts_at > interval ''2 days''', t || '_long', t);
  end loop;
end $$;
