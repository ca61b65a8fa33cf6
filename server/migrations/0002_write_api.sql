-- The write API: event status and open ends, external IDs, change IDs, reuse and merges of records, orders of lists, language fallback.

-- Event status, online events, availability, and events without a known end.

-- Enumerations make a constraint on the columns unnecessary, which would have to read the whole table.
create type event_status as enum ('scheduled', 'cancelled', 'postponed', 'rescheduled', 'moved_online');
create type attendance as enum ('offline', 'online', 'mixed');
create type availability as enum ('available', 'few', 'sold_out');

-- All columns are nullable or have a constant default, so the tables are not rewritten.
alter table events
  add column event_status event_status not null default 'scheduled',
  add column previous_starts_at timestamptz,
  add column online_url text,
  add column attendance attendance,
  add column availability availability,
  alter column ends_local drop not null,
  alter column ends_at drop not null;
comment on column events.event_status is 'Whether the event takes place as announced. The publication status is in the column status.';
comment on column events.previous_starts_at is 'The first announced start of a rescheduled event. It stays until the event is scheduled again.';
comment on column events.online_url is 'Where the event takes place online.';
comment on column events.attendance is 'As sent. If null, responses derive it from the venues and online_url.';
comment on column events.availability is 'Whether tickets are left. Null if it is not known.';
comment on column events.ends_local is 'Null if the end is not known. ends_at is then null too.';
alter table events add constraint events_open_end check ((ends_local is null) = (ends_at is null)) not valid;

alter table event_texts add column event_status_reason text;
comment on column event_texts.event_status_reason is 'Why the event is canceled, postponed, rescheduled or moved online.';

-- Few events have another status than scheduled. Filters find them by this index.
create index events_changed_status on events (event_status) where event_status <> 'scheduled';

-- External IDs: the IDs by which other systems know records of this calendar.

-- One row for each external ID. Records of all kinds share one sequence, so `record_id` identifies a record without its kind.
create table external_ids (
  kind        text not null,                                                        -- kind of the record, such as `event`
  source      text not null check (source ~ '^[a-z0-9][a-z0-9._-]{0,63}$'),          -- name of the other system
  external_id text not null check (char_length(external_id) between 1 and 255),     -- ID of the record in that system
  record_id   bigint not null,
  constraint external_ids_pkey primary key (kind, source, external_id),
  constraint external_ids_source unique (record_id, source)
);

-- A foreign key cannot refer to several tables, so triggers delete the external IDs of deleted records.
create function delete_external_ids() returns trigger language plpgsql as $$
begin
  delete from external_ids x using old_rows o where x.record_id = o.id;
  return null;
end $$;
create trigger events_external_ids after delete on events referencing old table as old_rows for each statement execute function delete_external_ids();
create trigger venues_external_ids after delete on venues referencing old table as old_rows for each statement execute function delete_external_ids();
create trigger organizers_external_ids after delete on organizers referencing old table as old_rows for each statement execute function delete_external_ids();
create trigger categories_external_ids after delete on categories referencing old table as old_rows for each statement execute function delete_external_ids();
create trigger tags_external_ids after delete on tags referencing old table as old_rows for each statement execute function delete_external_ids();

-- Change ids: all rows of the change log that one request, or one run of a job, has written have the same id.

-- Null in rows of earlier versions. A nullable column without a default does not rewrite the table.
alter table changes add column change_id uuid;
comment on column changes.change_id is 'Identifies the request, or the run of a job, that wrote the row. Null in rows of earlier versions.';

-- Reuse of records that are sent inline, and merges of records.

-- Folded name of a venue or organizer in one language. Inline records are compared with it (contract 7.3).
-- Only the server folds text completely; `kalends rebuild` replaces this approximation for rows that existed before.
alter table venue_texts add column name_key text;
alter table organizer_texts add column name_key text;
comment on column venue_texts.name_key is 'Folded name, by which an inline venue finds an existing one';
comment on column organizer_texts.name_key is 'Folded name, by which an inline organizer finds an existing one';
update venue_texts set name_key = lower(btrim(venue)) where venue is not null;
update organizer_texts set name_key = lower(btrim(organizer)) where organizer is not null;
-- A folded name may be longer than an entry of a B-tree index.
create index venue_texts_name on venue_texts using hash (name_key);
create index organizer_texts_name on organizer_texts using hash (name_key);

-- Existing rows satisfy the previous constraint, which is stricter, so they are not checked again.
alter table changes drop constraint changes_action_check;
alter table changes add constraint changes_action_check
  check (action in ('create', 'update', 'trash', 'restore', 'delete', 'publish', 'merge')) not valid;

-- Records that were merged into another record. Requests for their IDs and slugs are redirected to it.
create table redirects (
  id        bigint primary key,
  kind      text not null,
  target_id bigint not null,
  slugs     text[] not null,
  merged_at timestamptz not null
);
comment on table redirects is 'Records that were merged into another record';
comment on column redirects.id is 'ID of the record that was merged';
comment on column redirects.target_id is 'ID of the record that it was merged into; never the ID of a merged record';
comment on column redirects.slugs is 'Slugs of the merged record in all languages';
create index redirects_target on redirects (target_id);
create index redirects_slugs on redirects using gin (slugs);

-- Indexes of lists that are sorted or filtered by the time of the last change (`orderby=modified`, `modified_after`), and of lists of one author.
-- Categories and tags are few, so their lists need no such index.
create index events_modified on events (modified_at, id);
create index venues_modified on venues (modified_at, id);
create index organizers_modified on organizers (modified_at, id);
create index images_modified on images (modified_at, id);
create index occurrences_author on occurrences (author_id, starts_at, event_id) include (ends_at, status, hide_from_listings);

-- A missing text falls back to the site's default language before the original (contract 9.2).
-- The search text of a translation depends on this order. `kalends rebuild` adapts the search texts of existing records;
-- until then, a search in a language other than the default may miss partial translations of records with another original.
comment on column event_texts.search is 'Folded text as readers of the language see it: its own text, else the default language, else the original';
comment on column venue_texts.search is 'Folded text as readers of the language see it: its own text, else the default language, else the original';
comment on column organizer_texts.search is 'Folded text as readers of the language see it: its own text, else the default language, else the original';
comment on column category_texts.search is 'Folded text as readers of the language see it: its own text, else the default language, else the original';
comment on column tag_texts.search is 'Folded text as readers of the language see it: its own text, else the default language, else the original';
comment on column image_texts.search is 'Folded text as readers of the language see it: its own text, else the default language, else the original';
