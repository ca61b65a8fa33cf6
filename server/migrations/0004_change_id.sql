-- Change ids: all rows of the change log that one request, or one run of a job, has written have the same id.

-- Null in rows of earlier versions. A nullable column without a default does not rewrite the table.
alter table changes add column change_id uuid;
comment on column changes.change_id is 'Identifies the request, or the run of a job, that wrote the row. Null in rows of earlier versions.';
