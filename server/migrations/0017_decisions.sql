-- The list of decisions (contract 15.9.4): what each was about, and the change that it made.

-- A nullable column and a column with a constant default do not rewrite the table.
alter table review_notes add column change_id uuid, add column is_copy boolean not null default false;
comment on column review_notes.change_id is 'Id of the request that made the decision. Null in all other rows, and in rows of earlier versions.';
comment on column review_notes.is_copy is 'Whether the decision is about a working copy of the record. False in all other rows, and in rows of earlier versions.';
