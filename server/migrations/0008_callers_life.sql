-- Scopes and last use of tokens, when a record went to the trash, and a log of what matters to security.
alter table credentials
  add column scope        text not null default 'admin' check (scope in ('read', 'write', 'admin')),
  add column last_used_at timestamptz;

do $$ declare t text; begin
  foreach t in array array['events', 'venues', 'organizers'] loop
    execute format('alter table %I add column trashed_at timestamptz', t);
    execute format('update %I set trashed_at = modified_at where status = ''trash''', t);
    execute format('alter table %1$I drop constraint %2$I, add constraint %2$I check ((status = ''trash'') = (trashed_from is not null) and (status = ''trash'') = (trashed_at is not null))', t, t || '_trash');
    execute format('create index %I on %I (trashed_at) where status = ''trash''', t || '_trashed', t);
  end loop;
end $$;

-- Who, from where, what. Appended to, never changed.
create table security_log (
  id       bigint generated always as identity primary key,
  at       timestamptz not null default clock_timestamp(),
  action   text not null,
  actor_id bigint,
  address  text,
  details  jsonb not null default '{}'
);
create index security_log_at on security_log (at);
