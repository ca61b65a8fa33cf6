-- Counts of listed dates per category, tag and venue, for facets of lists (contract 5.20).
-- `counts` is in the order of linked records. A facet adds up the days of all records of a kind, so these rows are in the order of days, and
-- a long window is the sum of a few spans of 256 and 16 days and of single days.

create table facet_counts (
  facet  text not null,      -- the field with the links, such as venue
  days   smallint not null,  -- length of the span: 1, 16 or 256 days
  span   int not null,       -- number of the span: days since 1970-01-01 (UTC) divided by its length
  ref_id bigint not null,    -- the linked record
  n      int not null        -- listed dates that start in the span
);
-- The field that each linked record belongs to. Rows are never deleted: an undo restores a record with its ID, and counts may be merged after a deletion.
create table facet_records (id bigint primary key, facet text not null);
create function note_facet_records() returns trigger language plpgsql as $$
begin
  insert into facet_records select n.id, tg_argv[0] from new_rows n on conflict do nothing;
  return null;
end $$;
create trigger categories_facet after insert on categories referencing new table as new_rows for each statement execute function note_facet_records('categories');
create trigger tags_facet after insert on tags referencing new table as new_rows for each statement execute function note_facet_records('tags');
create trigger venues_facet after insert on venues referencing new table as new_rows for each statement execute function note_facet_records('venue');
create function note_all_facet_records() returns void language sql as $$
  insert into facet_records
    select id, 'categories' from categories union all select id, 'tags' from tags union all select id, 'venue' from venues
  on conflict do nothing;
$$;
select note_all_facet_records();
create view facet_spans as select * from (values (1::smallint, 0), (16::smallint, 4), (256::smallint, 8)) s(days, bits);

-- The job that merges `count_changes` into `counts` pays for this, and no writer.
create function count_facets() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into facet_counts as f
      select r.facet, s.days, (c.day - date '1970-01-01') >> s.bits, r.id, sum(c.n)
      from new_rows c join facet_records r on r.id = c.ref_id cross join facet_spans s
      where c.day <> 'infinity' group by 1, 2, 3, 4 having sum(c.n) <> 0
    on conflict (facet, days, span, ref_id) do update set n = f.n + excluded.n;
  else
    insert into facet_counts as f
      select r.facet, s.days, (c.day - date '1970-01-01') >> s.bits, r.id, sum(c.n)
      from (select ref_id, day, n from new_rows union all select ref_id, day, -n from old_rows) c
      join facet_records r on r.id = c.ref_id cross join facet_spans s
      where c.day <> 'infinity' group by 1, 2, 3, 4 having sum(c.n) <> 0
    on conflict (facet, days, span, ref_id) do update set n = f.n + excluded.n;
  end if;
  return null;
end $$;

-- Waits for a merge that is running. The next one finds the triggers.
lock table counts in share row exclusive mode;
insert into facet_counts
  select r.facet, s.days, (c.day - date '1970-01-01') >> s.bits, r.id, sum(c.n)
  from counts c join facet_records r on r.id = c.ref_id cross join facet_spans s
  where c.day <> 'infinity' group by 1, 2, 3, 4 having sum(c.n) <> 0;
alter table facet_counts add constraint facet_counts_pkey primary key (facet, days, span, ref_id) include (n);
create trigger counts_facets_i after insert on counts referencing new table as new_rows for each statement execute function count_facets();
create trigger counts_facets_u after update on counts referencing old table as old_rows new table as new_rows for each statement execute function count_facets();

create or replace function recount() returns void language sql as $$
  lock table count_changes in share row exclusive mode;
  delete from count_changes;
  delete from counts;
  delete from facet_counts;
  select note_all_facet_records();
  insert into counts (ref_id, day, n, firsts, lasts)
    select ref_id, day, sum(n), sum(firsts), sum(lasts) from (
      select ref_id, (starts_at at time zone 'UTC')::date as day, 1 as n, (previous_at is null)::int as firsts, last::int as lasts from listings
      union all select ref_id, 'infinity', 0, 0, 1 from listings where endless
      union all select ref_id, 'infinity', 1, 0, 0 from event_categories where counted
      union all select ref_id, 'infinity', 1, 0, 0 from event_tags where counted
    ) c group by ref_id, day;
$$;
