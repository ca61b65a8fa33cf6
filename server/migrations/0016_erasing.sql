-- Erasing: which records a kept answer shows, so that the answer goes with them; and rows of deleted records in the log that still have content.
create function shown_ids(body text) returns bigint[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct m[1]::bigint), '{}') from regexp_matches(body, '"id":(\d{1,18})\M', 'g') m
$$;
alter table idempotency_keys add column shown_ids bigint[] generated always as (shown_ids(body)) stored;
create index idempotency_keys_shown on idempotency_keys using gin (shown_ids);
create index changes_unredacted on changes (id) where action = 'delete' and before ? 'texts';
