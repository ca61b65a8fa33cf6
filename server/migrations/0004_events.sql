-- Events, the narrow table that lists are read from, and their links to organizers and tags.
create table events (
  id           bigint primary key default nextval('record_ids'),
  author_id    bigint not null references users,
  status       status not null,
  trashed_from status,
  published_at timestamptz not null,
  created_at   timestamptz not null default now(),
  modified_at  timestamptz not null default now(),
  version      bigint not null default 1,
  language     language not null,
  starts_local timestamp not null,      -- wall time in `timezone`
  ends_local   timestamp not null,
  timezone     text not null,
  zone_data    text not null,           -- version of the zone data that computed the instants
  starts_at    timestamptz not null,
  ends_at      timestamptz not null,
  listed_from  timestamptz not null,    -- when lists find it: whole days are read at the site
  listed_to    timestamptz not null,
  website      text,
  constraint events_trash check ((status = 'trash') = (trashed_from is not null)),
  constraint events_backwards check (ends_at >= starts_at)
);
create table event_texts (
  id          bigint not null references events on delete cascade,
  language    language not null,
  original    boolean not null,
  others      text[] not null,
  title       text,
  description text,
  excerpt     text,
  slug        text check (length(slug) between 1 and 200),
  slug_owner  boolean not null,
  search      text not null,
  changed_at  timestamptz not null,
  primary key (id, language)
);
alter table events add constraint events_original foreign key (id, language) references event_texts (id, language) deferrable initially deferred;
create unique index event_texts_slug on event_texts (slug) where slug_owner;
create index event_texts_search on event_texts using gin (search gin_trgm_ops);
create index events_own on events (author_id, status);
create index events_due on events (published_at) where status = 'future';

-- What lists are read from. The same listing columns stand here and in every link table, under the same names.
create table occurrences (
  event_id  bigint not null references events on delete cascade,
  starts_at timestamptz not null,
  ends_at   timestamptz not null check (ends_at >= starts_at),
  status    status not null,
  author_id bigint not null,
  constraint occurrences_pkey primary key (event_id, starts_at)
);
create index occurrences_public on occurrences (starts_at, event_id) include (ends_at) where status = 'publish';
create index occurrences_all on occurrences (starts_at, event_id) include (ends_at, status, author_id);

create table event_organizers (
  event_id  bigint not null references events on delete cascade,
  ref_id    bigint not null references organizers on delete cascade,
  position  smallint not null,
  starts_at timestamptz not null,
  ends_at   timestamptz not null,
  status    status not null,
  author_id bigint not null,
  constraint event_organizers_pkey primary key (event_id, ref_id, starts_at)
);
create index event_organizers_order on event_organizers (ref_id, starts_at, event_id) include (ends_at, status, author_id);
create table event_tags (
  event_id  bigint not null references events on delete cascade,
  ref_id    bigint not null references tags on delete cascade,
  position  smallint not null,
  starts_at timestamptz not null,
  ends_at   timestamptz not null,
  status    status not null,
  author_id bigint not null,
  constraint event_tags_pkey primary key (event_id, ref_id, starts_at)
);
create index event_tags_order on event_tags (ref_id, starts_at, event_id) include (ends_at, status, author_id);

-- `event_count` of a term: published events assigned. Terms are locked in the order of their ids, so that two writers cannot wait for each other.
create function count_links() returns trigger language plpgsql as $$
begin
  execute format(
    'with delta as (select ref_id, sum(n) as n from (%s) d group by ref_id having sum(n) <> 0),
          held as (select t.id, delta.n from %I t join delta on delta.ref_id = t.id order by t.id for no key update of t)
     update %2$I t set event_count = t.event_count + held.n from held where t.id = held.id',
    concat_ws(' union all ',
      case when tg_op <> 'DELETE' then 'select ref_id, 1 as n from new_rows where status = ''publish''' end,
      case when tg_op <> 'INSERT' then 'select ref_id, -1 as n from old_rows where status = ''publish''' end),
    tg_argv[0]);
  return null;
end $$;
create trigger event_tags_insert after insert on event_tags referencing new table as new_rows for each statement execute function count_links('tags');
create trigger event_tags_update after update on event_tags referencing old table as old_rows new table as new_rows for each statement execute function count_links('tags');
create trigger event_tags_delete after delete on event_tags referencing old table as old_rows for each statement execute function count_links('tags');
