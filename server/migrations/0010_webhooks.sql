-- Webhooks (contract 14.3): receivers of changes, and the messages to each of them.

create table webhooks (
  id              bigint generated always as identity primary key,
  owner_id        bigint not null references users on delete cascade,
  scope           text not null check (scope in ('write', 'admin')),
  url             text not null,
  description     text not null default '',
  events          text[] not null check (cardinality(events) > 0),
  filter          jsonb not null default '{}',
  language        text not null,
  active          boolean not null default true,
  inactive_reason text check (inactive_reason in ('manual', 'gone', 'failing', 'owner')),
  secret          text not null,
  previous_secret text,
  previous_until  timestamptz,
  private_key     bytea not null,
  public_key      text not null,
  cursor          text not null,
  is_requested    boolean not null default false,
  failing_since   timestamptz,
  created_at      timestamptz not null,
  modified_at     timestamptz not null,
  check (active = (inactive_reason is null))
);
create index webhooks_owner on webhooks (owner_id);
comment on table webhooks is 'Receivers of changes';
comment on column webhooks.scope is 'Scope of the token that created the webhook. With the current role of the owner, it decides what the receiver gets.';
comment on column webhooks.previous_secret is 'Signs messages too, until previous_until';
comment on column webhooks.private_key is 'Ed25519 key in PKCS #8';
comment on column webhooks.cursor is 'Cursor of the change feed: deliveries of all changes before it were added';
comment on column webhooks.is_requested is 'Whether the feed must be read although the log has no new rows';
comment on column webhooks.failing_since is 'Time of the first failed attempt since the last success; null if the last attempt succeeded';

create table webhook_deliveries (
  id          bigint generated always as identity primary key,
  webhook_id  bigint not null references webhooks on delete cascade,
  message_id  text not null,
  type        text not null,
  kind        text,
  record_id   bigint,
  reason      text check (reason in ('backlog', 'expired')),
  cursor      text not null,
  state       text not null default 'waiting' check (state in ('waiting', 'sending', 'delivered', 'failed', 'dropped')),
  run         int not null default 0,
  tries       int not null default 0,
  next_try_at timestamptz,
  started_at  timestamptz,
  response_code int,
  duration_ms int,
  error       text,
  answer      text,
  created_at  timestamptz not null
);
comment on table webhook_deliveries is 'Messages to webhooks, without their content: it is read from the record when a message is sent';
comment on column webhook_deliveries.reason is 'Of the type calendar.behind only: why single messages were not sent';
comment on column webhook_deliveries.cursor is 'Cursor of the change feed before the change';
comment on column webhook_deliveries.run is 'Number of redeliveries. Jobs of earlier runs do nothing.';
comment on column webhook_deliveries.started_at is 'Time of the first attempt. Before it, later changes of the record are part of this delivery.';

-- At most one delivery of a record waits for its first attempt.
create unique index webhook_deliveries_waiting on webhook_deliveries (webhook_id, kind, record_id) where state = 'waiting' and started_at is null;
create index webhook_deliveries_open on webhook_deliveries (webhook_id, id) where state in ('waiting', 'sending');
create index webhook_deliveries_webhook on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_created on webhook_deliveries (created_at) where state not in ('waiting', 'sending');

-- Finds the undo of a change (contract 14.4.4), which may have written to other records than the change.
create index changes_undoes on changes (undoes) where undoes is not null;
comment on column changes.undoes is 'Id of the change that this change reversed completely, or of the change itself if an undo found that it had no effect';
