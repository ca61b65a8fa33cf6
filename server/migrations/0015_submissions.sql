-- Submissions of the public (contract 17.6): events that strangers send, which wait for their confirmation by mail and then for an editor.

-- The user that owns submitted records. It is disabled for good, so no token, session, link or identity of it works.
alter table users
  add column built_in text unique check (built_in = 'submissions'),
  add constraint users_built_in_disabled check (
    built_in is null
    or (
      role = 'contributor' and disabled_at is not null and email is null and pending_email is null and password is null and invited_at is null
    )
  );
comment on column users.built_in is 'Name of a user that belongs to the calendar and not to a person; null for all others';

create table submissions (
  id           bigint generated always as identity primary key,
  name         text not null check (length(name) between 1 and 200),
  email        text not null check (length(email) between 3 and 254),
  language     text not null,
  inputs       jsonb not null,
  picture      jsonb,
  record_id    bigint unique,
  created_at   timestamptz not null,
  confirmed_at timestamptz,
  decided_at   timestamptz,
  check ((record_id is null) = (confirmed_at is null)),
  check (picture is null or confirmed_at is null)
);
comment on table submissions is 'Events that strangers submitted, with their name and email address, which no record has';
comment on column submissions.inputs is 'The event as the sender last wrote it';
comment on column submissions.picture is 'The files of a picture that is not in the library yet, because the submission is not confirmed';
comment on column submissions.record_id is 'The event that the confirmation created; null before it';
comment on column submissions.decided_at is 'Time at which the event stopped waiting for an editor; null while it waits';
create index submissions_email on submissions (lower(email)) where confirmed_at is null;
create index submissions_unconfirmed on submissions (created_at) where confirmed_at is null;
create index submissions_waiting on submissions (confirmed_at) where confirmed_at is not null and decided_at is null;
create index submissions_decided on submissions (decided_at) where decided_at is not null;

create table submission_links (
  digest        bytea primary key check (length(digest) = 32),
  submission_id bigint not null references submissions on delete cascade
);
comment on table submission_links is 'Digests of the private links that senders got by mail. All links to one submission are equal.';
create index submission_links_submission on submission_links (submission_id);

create table submission_key (
  only_row boolean primary key default true check (only_row),
  key      bytea not null check (length(key) = 32)
);
comment on table submission_key is 'One row with the key that signs challenges';
insert into submission_key (key)
values (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));

create table spent_challenges (
  digest     bytea primary key check (length(digest) = 32),
  expires_at timestamptz not null
);
comment on table spent_challenges is 'Challenges whose solution was used. They are kept until they expire, so that no process accepts one twice.';
create index spent_challenges_expires on spent_challenges (expires_at);

-- Every way to decide changes the status of the event.
create function follow_submission() returns trigger language plpgsql as $$
begin
  update submissions set decided_at = case when new.status = 'pending' then null else new.modified_at end where record_id = new.id;
  return null;
end $$;
create trigger events_submission after update of status on events
  for each row when ((old.status = 'pending') <> (new.status = 'pending')) execute function follow_submission();

-- Nobody needs the address of the sender of a deleted event.
create function delete_submission() returns trigger language plpgsql as $$
begin
  delete from submissions s using old_rows o where s.record_id = o.id;
  return null;
end $$;
create trigger events_submission_deleted after delete on events
  referencing old table as old_rows for each statement execute function delete_submission();
