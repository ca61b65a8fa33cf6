-- Sources and imports (contract 19): where records come from, the runs that read them, and the report of each run.

create table sources (
  id           bigint generated always as identity primary key,
  owner_id     bigint not null references users on delete cascade,
  scope        text not null check (scope in ('write', 'admin')),
  name         text not null check (length(name) between 1 and 200),
  type         text not null check (type in ('icalendar', 'csv', 'tec', 'jsonld', 'kalends')),
  url          text,
  mapping      jsonb not null default '{}',
  language     text not null,
  status       text not null check (status in ('publish', 'draft', 'pending', 'private')),
  vanished     text not null check (vanished in ('keep', 'cancel', 'trash')),
  precedence   text not null check (precedence in ('editors', 'source')),
  every_hours  int check (every_hours between 1 and 720),
  next_run_at  timestamptz,
  cursor       text,
  created_at   timestamptz not null,
  modified_at  timestamptz not null,
  check (every_hours is null or url is not null),
  check ((every_hours is null) = (next_run_at is null))
);
comment on table sources is 'Documents that records are imported from';
comment on column sources.scope is 'Scope of the token that created the source. With the current role of the owner, it decides what a run may write.';
comment on column sources.vanished is 'What a run does with records that the document no longer has';
comment on column sources.cursor is 'How far a copy of another calendar is; null if the next run reads everything';
comment on column sources.precedence is 'Whose value a field keeps if an editor changed it here';
create index sources_owner on sources (owner_id);
create index sources_due on sources (next_run_at) where next_run_at is not null;

create table source_runs (
  id           bigint generated always as identity primary key,
  source_id    bigint not null references sources on delete cascade,
  requested_by bigint references users on delete set null,
  is_dry_run   boolean not null,
  accepts_gone boolean not null,
  state        text not null check (state in ('waiting', 'running', 'finished', 'stopped', 'failed', 'undoing', 'undone')),
  reason       text,
  document     bytea,
  columns      jsonb,
  examples     text[],
  cursor       text,
  total        int not null default 0,
  errors       int not null default 0,
  created_at   timestamptz not null,
  started_at   timestamptz,
  ended_at     timestamptz
);
comment on table source_runs is 'Runs of sources';
comment on column source_runs.document is 'The file that was sent, until the run has read it';
comment on column source_runs.columns is 'Name and field of each column, if the document is a table';
comment on column source_runs.examples is 'The first value of each column, if the run writes nothing';
comment on column source_runs.cursor is 'The cursor of the source after this run';
comment on column source_runs.errors is 'Number of attempts that ended with an unexpected error';
create index source_runs_source on source_runs (source_id, id);
create index source_runs_created on source_runs (created_at);
-- A source has one run at a time.
create unique index source_runs_active on source_runs (source_id) where state in ('waiting', 'running', 'undoing');

create table source_items (
  run_id      bigint not null references source_runs on delete cascade,
  position    int not null,
  kind        text not null,
  key         bytea not null check (length(key) = 32),
  external_id text,
  title       text not null,
  content     jsonb,
  record_id   bigint,
  outcome     text check (outcome in ('new', 'changed', 'unchanged', 'left_alone', 'failed', 'kept', 'canceled', 'trashed')),
  reason      text,
  errors      jsonb not null default '[]',
  left_alone  text[] not null default '{}',
  notes       text[] not null default '{}',
  duplicates  bigint[] not null default '{}',
  change_id   uuid,
  previous    jsonb,
  constraint source_items_pkey primary key (run_id, position)
);
comment on table source_items is 'The items of a run: first what the document has, then what became of it';
comment on column source_items.key is 'Digest of the external ID, by which runs find the record again';
comment on column source_items.content is 'The item as the importer read it, until it is processed; items that failed and items of dry runs keep it';
comment on column source_items.outcome is 'Null until the item is processed';
comment on column source_items.change_id is 'The change that processed the item; null if nothing changed, or after an undo';
comment on column source_items.previous is 'The row of source_records before the run; null if there was none';
create index source_items_open on source_items (run_id, position) where outcome is null;
create index source_items_record on source_items (record_id) where record_id is not null;

create table source_records (
  source_id   bigint not null references sources on delete cascade,
  kind        text not null,
  key         bytea not null check (length(key) = 32),
  external_id text,
  record_id   bigint not null,
  series_key  bytea,
  fingerprint bytea not null,
  fields      jsonb not null,
  run_id      bigint not null,
  imported_at timestamptz not null,
  is_gone     boolean not null default false,
  constraint source_records_pkey primary key (source_id, kind, key)
);
comment on table source_records is 'The records of each source, with digests of the values that the last run sent and found';
comment on column source_records.series_key is 'Key of the series, if the record is a date of one';
comment on column source_records.fingerprint is 'Digest of start, title and place, by which a record is found whose external ID changed';
comment on column source_records.fields is 'By field: digests of the value that was sent, and of the value that the record had after it';
comment on column source_records.is_gone is 'Whether the document no longer has the record';
create index source_records_record on source_records (record_id);
create index source_records_fingerprint on source_records (fingerprint);

-- A permanent deletion erases the content. The digest of the external ID stays, so that the next run does not create the record again.
create function erase_source_texts() returns trigger language plpgsql as $$
begin
  update source_items i set external_id = null, title = '', content = null from old_rows o where i.record_id = o.id;
  update source_runs r set examples = null from source_items i join old_rows o on i.record_id = o.id where r.id = i.run_id and r.examples is not null;
  update source_records s set external_id = null from old_rows o where s.record_id = o.id;
  return null;
end $$;
create trigger events_sources after delete on events referencing old table as old_rows for each statement execute function erase_source_texts();
create trigger venues_sources after delete on venues referencing old table as old_rows for each statement execute function erase_source_texts();
create trigger organizers_sources after delete on organizers referencing old table as old_rows for each statement execute function erase_source_texts();
create trigger categories_sources after delete on categories referencing old table as old_rows for each statement execute function erase_source_texts();
create trigger tags_sources after delete on tags referencing old table as old_rows for each statement execute function erase_source_texts();

create table source_pages (
  run_id  bigint not null references source_runs on delete cascade,
  part    text not null,
  page    int not null,
  total   int not null,
  pages   int not null,
  content bytea not null,
  constraint source_pages_pkey primary key (run_id, part, page)
);
comment on table source_pages is 'Pages of a site that a run has fetched, until it has stored its items';
comment on column source_pages.part is 'The list that the page belongs to, such as events';
comment on column source_pages.total is 'Number of records of the list when the page was fetched';
comment on column source_pages.pages is 'Number of pages of the list when the page was fetched';
comment on column source_pages.content is 'Records of the page, as JSON';
