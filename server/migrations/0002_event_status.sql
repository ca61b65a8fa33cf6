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
