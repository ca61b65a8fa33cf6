-- Venues: where events happen.
create table venues (
  id            bigint primary key default nextval('record_ids'),
  author_id     bigint not null references users,
  status        status not null,
  trashed_from  status,
  published_at  timestamptz not null,
  created_at    timestamptz not null default now(),
  modified_at   timestamptz not null default now(),
  version       bigint not null default 1,
  language      language not null,
  address       text,
  city          text,
  country       text,
  province      text,
  state         text,
  zip           text,
  phone         text,
  stateprovince text,
  website       text,
  geo_lat       double precision check (geo_lat between -90 and 90),
  geo_lng       double precision check (geo_lng between -180 and 180),
  show_map      boolean not null default true,
  show_map_link boolean not null default true,
  constraint venues_trash check ((status = 'trash') = (trashed_from is not null))
);
create table venue_texts (
  id          bigint not null references venues on delete cascade,
  language    language not null,
  original    boolean not null,
  others      text[] not null,
  venue       text,
  description text,
  slug        text check (length(slug) between 1 and 200),
  slug_owner  boolean not null,
  search      text not null,
  changed_at  timestamptz not null,
  primary key (id, language)
);
alter table venues add constraint venues_original foreign key (id, language) references venue_texts (id, language) deferrable initially deferred;
create unique index venue_texts_slug on venue_texts (slug) where slug_owner;
create index venue_texts_search on venue_texts using gin (search gin_trgm_ops);
create index venues_newest on venues (published_at desc, id desc) include (status, author_id);
create index venues_own on venues (author_id, status);
create index venues_due on venues (published_at) where status = 'future';
create index venues_place on venues (geo_lat, geo_lng) where geo_lat is not null;

create table event_venues (
  event_id  bigint not null references events on delete cascade,
  ref_id    bigint not null references venues on delete cascade,
  position  smallint not null,
  starts_at timestamptz not null,
  ends_at   timestamptz not null,
  status    status not null,
  author_id bigint not null,
  constraint event_venues_pkey primary key (event_id, ref_id, starts_at)
);
create index event_venues_order on event_venues (ref_id, starts_at, event_id) include (ends_at, status, author_id);
