-- History and undo (contract 14.4): finds the rows of the change log that one request wrote.

-- Change ids are ordered by time, so the index grows at its end.
create index changes_change_id on changes (change_id) where change_id is not null;
