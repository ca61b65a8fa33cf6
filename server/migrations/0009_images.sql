-- Images: what is known of a stored file, its texts, where it was fetched from, and the records that show it.
create table images (
  id           bigint primary key default nextval('record_ids'),
  author_id    bigint not null references users,
  created_at   timestamptz not null default now(),
  modified_at  timestamptz not null default now(),
  version      bigint not null default 1,
  language     language not null,
  digest       text not null constraint images_digest unique check (digest ~ '^[0-9a-f]{64}$'),   -- of the bytes that were sent
  extension    text not null,
  width        int not null check (width > 0),
  height       int not null check (height > 0),
  filesize     bigint not null check (filesize > 0),
  sizes        jsonb not null check (jsonb_typeof(sizes) = 'object'),
  unused_since timestamptz                                  -- when it was first found that nothing shows it
);
create table image_texts (
  id          bigint not null references images on delete cascade,
  language    language not null,
  original    boolean not null,
  others      text[] not null,
  title       text,
  slug        text check (length(slug) between 1 and 200),
  alt         text,
  caption     text,
  credit      text,
  slug_owner  boolean not null,
  search      text not null,
  changed_at  timestamptz not null,
  primary key (id, language)
);
alter table images add constraint images_original foreign key (id, language) references image_texts (id, language) deferrable initially deferred;
create unique index image_texts_slug on image_texts (slug) where slug_owner;
create index image_texts_search on image_texts using gin (search gin_trgm_ops);
create index images_newest on images (created_at desc, id desc);
create index images_unused on images (unused_since) where unused_since is not null;

-- Addresses that images were fetched from, and what the server there said, so that the next question is "has it changed?".
create table image_sources (
  address       bytea primary key,                          -- digest: addresses are longer than an index takes
  image_id      bigint not null references images on delete cascade,
  etag          text,
  last_modified text,
  fetched_at    timestamptz not null
);
create index image_sources_image on image_sources (image_id);

do $$ declare t text; begin
  foreach t in array array['events', 'venues', 'organizers'] loop
    execute format('alter table %I add column image_id bigint constraint %I references images', t, t || '_image');
    execute format('create index %I on %I (image_id) where image_id is not null', t || '_image_id', t);
  end loop;
end $$;
