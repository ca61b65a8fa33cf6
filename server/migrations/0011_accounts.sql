-- Accounts: people are invited, sign in, and have sessions (contract 15).

alter table users
  add column email        text check (length(email) between 3 and 254),
  add column language     text,
  add column password     text,
  add column invited_at   timestamptz,
  add column last_seen_at timestamptz;
comment on column users.password is 'argon2id digest in PHC format; null if the user cannot sign in with a password';
comment on column users.invited_at is 'Time of the invitation; null after it was accepted, and for users who were never invited';
create unique index users_email on users (lower(email));

create table sessions (
  id           bigint generated always as identity primary key,
  user_id      bigint not null references users on delete cascade,
  digest       bytea not null unique check (length(digest) = 32),
  method       text not null check (method in ('invitation', 'password')),
  created_at   timestamptz not null,
  last_seen_at timestamptz not null,
  user_agent   text not null default '',
  address      text not null
);
comment on table sessions is 'Sessions of people. The cookie has 256 random bits, of which only the digest is stored.';
create index sessions_user on sessions (user_id);
create index sessions_last_seen on sessions (last_seen_at);

create table known_devices (
  id           bigint generated always as identity primary key,
  user_id      bigint not null references users on delete cascade,
  digest       bytea not null check (length(digest) = 32),
  last_used_at timestamptz not null,
  unique (user_id, digest)
);
comment on table known_devices is 'Browsers that a user has signed in from. Their wrong passwords are counted apart from those of strangers.';
create index known_devices_used on known_devices (last_used_at);

create table one_time_secrets (
  digest     bytea primary key check (length(digest) = 32),
  purpose    text not null check (purpose in ('invitation', 'password-reset')),
  user_id    bigint not null references users on delete cascade,
  expires_at timestamptz not null
);
comment on table one_time_secrets is 'Links that were handed out: invitations and password resets. A used link is deleted.';
create index one_time_secrets_user on one_time_secrets (user_id, purpose);
create index one_time_secrets_expires on one_time_secrets (expires_at);

create table sign_in_attempts (
  key        text primary key,
  count      int not null,
  last_at    timestamptz not null,
  is_refused boolean not null default false
);
comment on table sign_in_attempts is 'Wrong passwords per account, device and address, in windows of 15 minutes';
comment on column sign_in_attempts.last_at is 'Time of the last attempt that was not refused';
comment on column sign_in_attempts.is_refused is 'Whether the security log has an entry of a refusal in this window';
create index sign_in_attempts_last on sign_in_attempts (last_at);

-- At least one administrator can always sign in. Writers take turns, so that two administrators cannot remove each other.
create function keep_administrator() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('kalends: administrators'));
  if not exists (
    select from users
    where role = 'administrator' and disabled_at is null and invited_at is null and id <> old.id
  ) then
    raise exception 'the last administrator' using errcode = 'KA001';
  end if;
  return coalesce(new, old);
end $$;
create trigger keep_administrator_update before update of role, disabled_at, invited_at on users
  for each row when (
    old.role = 'administrator' and old.disabled_at is null and old.invited_at is null
    and (new.role <> 'administrator' or new.disabled_at is not null or new.invited_at is not null)
  ) execute function keep_administrator();
create trigger keep_administrator_delete before delete on users
  for each row when (old.role = 'administrator' and old.disabled_at is null and old.invited_at is null)
  execute function keep_administrator();
