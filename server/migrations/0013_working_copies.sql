-- Working copies, review and presence (contract 15.8 to 15.10).

-- A copy that is deleted and written again must not get a version that it had before.
create sequence working_copy_versions;

create table working_copies (
  record_id    bigint primary key,
  kind         text not null,
  author_id    bigint not null references users on delete cascade,
  state        text not null default 'draft' check (state in ('draft', 'pending')),
  is_returned  boolean not null default false,
  base_version int not null,
  inputs       jsonb not null,
  base         jsonb not null,
  version      bigint not null default nextval('working_copy_versions'),
  created_at   timestamptz not null,
  modified_at  timestamptz not null,
  check (not (is_returned and state = 'pending'))
);
comment on table working_copies is 'Edits of records that the public does not see, at most one per record. They have content.';
comment on column working_copies.is_returned is 'Whether an editor returned the copy to its author, who has not submitted it since';
comment on column working_copies.base_version is 'Version of the record that the edits are based on';
comment on column working_copies.inputs is 'Inputs by language, as the update of a record takes them';
comment on column working_copies.base is 'The values of the same fields in the base version, by language';
create index working_copies_author on working_copies (author_id);
create index working_copies_pending on working_copies (author_id) where state = 'pending';
create index working_copies_returned on working_copies (author_id) where is_returned;

create table review_notes (
  id          bigint generated always as identity primary key,
  record_id   bigint not null,
  kind        text not null,
  author_id   bigint references users on delete set null,
  decision    text check (decision in ('submit', 'return', 'publish')),
  note        text check (length(note) <= 5000),
  is_returned boolean not null default false,
  created_at  timestamptz not null,
  check (decision is not null or note is not null)
);
comment on table review_notes is 'Submissions, decisions and notes about a record or its working copy';
comment on column review_notes.is_returned is 'Whether this decision returned the record itself, which was neither submitted nor published since';
create index review_notes_record on review_notes (record_id, id);
create index review_notes_author on review_notes (author_id);
create index review_notes_returned on review_notes (record_id) where is_returned;

create table presence (
  record_id  bigint not null,
  user_id    bigint not null references users on delete cascade,
  expires_at timestamptz not null,
  primary key (record_id, user_id)
);
comment on table presence is 'Users who are editing a record now';
create index presence_user on presence (user_id);
create index presence_expires on presence (expires_at);

-- A foreign key cannot refer to several tables, so triggers delete the rows of deleted records. The ID of a date belongs to its exception or to
-- the date itself, of which one may go while the other one stays.
create function delete_review() returns trigger language plpgsql as $$
declare
  gone bigint[];
begin
  select array_agg(o.id) into gone from old_rows o
  where not exists (select from events e where e.id = o.id) and not exists (select from occurrences d where d.id = o.id);
  delete from working_copies where record_id = any (gone);
  delete from review_notes where record_id = any (gone);
  delete from presence where record_id = any (gone);
  return null;
end $$;
create trigger events_review after delete on events referencing old table as old_rows for each statement execute function delete_review();
create trigger occurrences_review after delete on occurrences referencing old table as old_rows for each statement execute function delete_review();
create trigger venues_review after delete on venues referencing old table as old_rows for each statement execute function delete_review();
create trigger organizers_review after delete on organizers referencing old table as old_rows for each statement execute function delete_review();

-- The number of records that wait for an editor.
create index events_pending on events (author_id) where status = 'pending';
create index venues_pending on venues (author_id) where status = 'pending';
create index organizers_pending on organizers (author_id) where status = 'pending';
