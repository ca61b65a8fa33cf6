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
