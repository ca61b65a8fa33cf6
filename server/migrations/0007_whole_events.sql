-- The rest of an event: whole days, cost, flags, password, parent and further fields; and the flags that lists filter on, wherever lists are read from.
alter table events
  add column all_day            boolean not null default false,
  add column cost               text,
  add column cost_details       jsonb not null default '{"currency_symbol": null, "currency_code": null, "currency_position": null, "values": []}',
  add column show_map           boolean not null default true,
  add column show_map_link      boolean not null default true,
  add column hide_from_listings boolean not null default false,
  add column sticky             boolean not null default false,
  add column featured           boolean not null default false,
  add column ticketed           boolean not null default false,
  add column password           text,     -- salted digest
  add column protected          boolean not null generated always as (password is not null) stored,
  add column post_parent        bigint constraint events_parent references events on delete set null,
  add column custom_fields      jsonb not null default '{}' check (jsonb_typeof(custom_fields) = 'object'),
  add constraint events_self check (post_parent <> id);
create index events_children on events (post_parent) where post_parent is not null;
create trigger events_cycle after insert or update of post_parent on events for each row when (new.post_parent is not null) execute function refuse_cycle('post_parent');

do $$ declare t text; begin
  foreach t in array array['occurrences', 'event_organizers', 'event_tags', 'event_categories', 'event_venues'] loop
    execute format('alter table %I
      add column hide_from_listings boolean not null default false,
      add column protected          boolean not null default false,
      add column featured           boolean not null default false,
      add column ticketed           boolean not null default false', t);
    execute format('alter table %I
      alter column hide_from_listings drop default,
      alter column protected          drop default,
      alter column featured           drop default,
      alter column ticketed           drop default', t);
  end loop;
  foreach t in array array['event_organizers', 'event_tags', 'event_categories', 'event_venues'] loop
    execute format('drop index %I', t || '_order');
    execute format('create index %I on %I (ref_id, starts_at, event_id) include (ends_at, status, author_id, hide_from_listings, protected)', t || '_order', t);
  end loop;
end $$;

drop index occurrences_public;
drop index occurrences_all;
create index occurrences_public on occurrences (starts_at, event_id) include (ends_at, featured, ticketed) where status = 'publish' and not hide_from_listings;
create index occurrences_all on occurrences (starts_at, event_id) include (ends_at, status, author_id, hide_from_listings);
