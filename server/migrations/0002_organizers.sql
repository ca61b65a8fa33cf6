-- Organizers. Every kind has two tables: what all languages share, and one row of texts per language (null falls back to the original).
create table organizers (
  id           bigint primary key default nextval('record_ids'),
  author_id    bigint not null references users,
  status       status not null,
  trashed_from status,
  published_at timestamptz not null,
  created_at   timestamptz not null default now(),
  modified_at  timestamptz not null default now(),
  version      bigint not null default 1,
  language     language not null,
  phone        text,
  website      text,
  email        text,
  constraint organizers_trash check ((status = 'trash') = (trashed_from is not null))
);
create table organizer_texts (
  id          bigint not null references organizers on delete cascade,
  language    language not null,
  original    boolean not null,
  others      text[] not null,          -- of the original: languages that have a row of their own
  organizer   text,
  description text,
  slug        text check (length(slug) between 1 and 200),
  slug_owner  boolean not null,         -- holds the slug against all other records
  search      text not null,            -- folded: what this language shows, fallback merged in
  changed_at  timestamptz not null,
  primary key (id, language)
);
alter table organizers add constraint organizers_original foreign key (id, language) references organizer_texts (id, language) deferrable initially deferred;
create unique index organizer_texts_slug on organizer_texts (slug) where slug_owner;
create index organizer_texts_search on organizer_texts using gin (search gin_trgm_ops);
create index organizers_newest on organizers (published_at desc, id desc) include (status, author_id);
create index organizers_own on organizers (author_id, status);
create index organizers_due on organizers (published_at) where status = 'future';
