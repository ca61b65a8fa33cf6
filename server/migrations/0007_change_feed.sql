-- The change feed (contract 14.1): the key of its cursors, and the end of the rows that retention deleted.

create table change_feed (
  only_row       boolean primary key default true check (only_row),
  cursor_key     bytea not null check (length(cursor_key) = 32),
  pruned_through xid8
);
comment on table change_feed is 'One row with the state of the change feed';
comment on column change_feed.cursor_key is 'Encrypts the cursors of clients';
comment on column change_feed.pruned_through is 'Transaction of the newest change that was deleted because of its age; null if none was';
insert into change_feed (cursor_key)
values (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));
