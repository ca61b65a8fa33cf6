-- Mail, second factors, passkeys, and single sign-on with OpenID Connect (contract 15.2 to 15.4).

alter table users add column pending_email text check (length(pending_email) between 3 and 254);
comment on column users.pending_email is 'New email address, which counts after its link is opened';

alter table sessions
  drop constraint sessions_method_check,
  add constraint sessions_method_check check (method in ('invitation', 'password', 'passkey', 'oidc'));

alter table one_time_secrets
  drop constraint one_time_secrets_purpose_check,
  add constraint one_time_secrets_purpose_check check (
    purpose in ('invitation', 'password-reset', 'email', 'first-administrator', 'second-factor', 'passkey-registration', 'passkey-sign-in')
  ),
  alter column user_id drop not null,
  add constraint one_time_secrets_user_check check (user_id is not null or purpose in ('first-administrator', 'passkey-sign-in')),
  add column email text check ((email is not null) = (purpose = 'email'));
comment on table one_time_secrets is 'Secrets that work once: links that were handed out, started sign-ins, and challenges of passkeys. A used one is deleted.';
comment on column one_time_secrets.email is 'The email address that a link was sent to';

create table second_factors (
  user_id      bigint primary key references users on delete cascade,
  secret       text not null,
  confirmed_at timestamptz,
  last_step    bigint not null default 0
);
comment on table second_factors is 'Secrets of one-time passwords (RFC 6238) of users who sign in with a password';
comment on column second_factors.confirmed_at is 'Null until the user has entered a first code. Only then sign-ins need one.';
comment on column second_factors.last_step is 'Time step of the last accepted code. A code of this step or an earlier one is not accepted again.';

create table recovery_codes (
  user_id bigint not null references second_factors on delete cascade,
  digest  bytea not null check (length(digest) = 32),
  primary key (user_id, digest)
);
comment on table recovery_codes is 'Unused recovery codes, each of which replaces one code of the second factor';

create table passkeys (
  id            bigint generated always as identity primary key,
  user_id       bigint not null references users on delete cascade,
  credential_id text not null unique,
  public_key    bytea not null,
  counter       bigint not null,
  transports    text[] not null default '{}',
  label         text not null default '',
  created_at    timestamptz not null,
  last_used_at  timestamptz
);
comment on table passkeys is 'Passkeys (WebAuthn credentials) of users';
create index passkeys_user on passkeys (user_id);

create table identities (
  issuer  text not null,
  subject text not null,
  user_id bigint not null references users on delete cascade,
  primary key (issuer, subject)
);
comment on table identities is 'Users by their identity at an OpenID Connect provider';
create index identities_user on identities (user_id);

create table oidc_sign_ins (
  digest        bytea primary key check (length(digest) = 32),
  state         text not null,
  nonce         text not null,
  code_verifier text not null,
  expires_at    timestamptz not null
);
comment on table oidc_sign_ins is 'Sign-ins that were started at the OpenID Connect provider. The digest is that of a cookie of the browser. Each is used once.';
create index oidc_sign_ins_expires on oidc_sign_ins (expires_at);
