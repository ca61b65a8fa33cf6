-- History and undo (contract 14.4): finds the rows of the change log that one request wrote, and the changes that an undo reversed.

-- Change ids are ordered by time, so the index grows at its end.
create index changes_change_id on changes (change_id) where change_id is not null;

-- Finds the content of exceptions that became single records, which is erased when they are deleted permanently.
create index changes_ended on changes (record_id) where before ? 'ended';

-- A nullable column without a default does not rewrite the table.
alter table changes add column undoes uuid;
comment on column changes.undoes is 'Id of the change that this change reversed completely. Null in all other rows.';
