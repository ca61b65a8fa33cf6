-- Categories: terms in a tree.
create table categories (
  id          bigint primary key default nextval('record_ids'),
  parent_id   bigint constraint categories_parent references categories,
  name_key    text not null,
  event_count int not null default 0,
  created_at  timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  version     bigint not null default 1,
  language    language not null,
  constraint categories_self check (parent_id <> id)
);
create unique index categories_name on categories (coalesce(parent_id, 0), name_key);
create index categories_children on categories (parent_id);
create table category_texts (
  id          bigint not null references categories on delete cascade,
  language    language not null,
  original    boolean not null,
  others      text[] not null,
  name        text,
  description text,
  slug        text check (length(slug) between 1 and 200),
  slug_owner  boolean not null,
  search      text not null,
  changed_at  timestamptz not null,
  primary key (id, language)
);
alter table categories add constraint categories_original foreign key (id, language) references category_texts (id, language) deferrable initially deferred;
create unique index category_texts_slug on category_texts (slug) where slug_owner;

-- A tree has no cycle, also when two moves run at once: moves of one tree queue up on a lock, and each sees what the other did.
create function refuse_cycle() returns trigger language plpgsql as $$
declare
  looped boolean;
  parent bigint := to_jsonb(new) ->> tg_argv[0];
begin
  if parent is null then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended('tree of ' || tg_table_name, 0));
  execute format('with recursive up(id) as (select $1 union select t.%2$I from %1$I t join up on t.id = up.id where t.%2$I is not null)
                  select exists (select 1 from up where id = $2)', tg_table_name, tg_argv[0])
    into looped using parent, new.id;
  if looped then
    raise exception using errcode = '23514', constraint = tg_table_name || '_cycle', message = 'a record cannot be placed under itself';
  end if;
  return new;
end $$;
create trigger categories_cycle after insert or update of parent_id on categories for each row execute function refuse_cycle('parent_id');

create table event_categories (
  event_id  bigint not null references events on delete cascade,
  ref_id    bigint not null references categories on delete cascade,
  position  smallint not null,
  starts_at timestamptz not null,
  ends_at   timestamptz not null,
  status    status not null,
  author_id bigint not null,
  constraint event_categories_pkey primary key (event_id, ref_id, starts_at)
);
create index event_categories_order on event_categories (ref_id, starts_at, event_id) include (ends_at, status, author_id);
create trigger event_categories_insert after insert on event_categories referencing new table as new_rows for each statement execute function count_links('categories');
create trigger event_categories_update after update on event_categories referencing old table as old_rows new table as new_rows for each statement execute function count_links('categories');
create trigger event_categories_delete after delete on event_categories referencing old table as old_rows for each statement execute function count_links('categories');
