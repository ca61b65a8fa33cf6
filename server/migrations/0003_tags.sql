-- Tags: terms that belong to the calendar, not to an author.
create table tags (
  id          bigint primary key default nextval('record_ids'),
  name_key    text not null,            -- folded name of the original
  event_count int not null default 0,   -- published events assigned; kept by the link table
  created_at  timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  version     bigint not null default 1,
  language    language not null
);
create unique index tags_name on tags (name_key);
create table tag_texts (
  id          bigint not null references tags on delete cascade,
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
alter table tags add constraint tags_original foreign key (id, language) references tag_texts (id, language) deferrable initially deferred;
create unique index tag_texts_slug on tag_texts (slug) where slug_owner;
