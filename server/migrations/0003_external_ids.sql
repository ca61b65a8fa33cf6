-- External IDs: the IDs by which other systems know records of this calendar.

-- One row for each external ID. Records of all kinds share one sequence, so `record_id` identifies a record without its kind.
create table external_ids (
  kind        text not null,                                                        -- kind of the record, such as `event`
  source      text not null check (source ~ '^[a-z0-9][a-z0-9._-]{0,63}$'),          -- name of the other system
  external_id text not null check (char_length(external_id) between 1 and 255),     -- ID of the record in that system
  record_id   bigint not null,
  constraint external_ids_pkey primary key (kind, source, external_id),
  constraint external_ids_source unique (record_id, source)
);

-- A foreign key cannot refer to several tables, so triggers delete the external IDs of deleted records.
create function delete_external_ids() returns trigger language plpgsql as $$
begin
  delete from external_ids x using old_rows o where x.record_id = o.id;
  return null;
end $$;
create trigger events_external_ids after delete on events referencing old table as old_rows for each statement execute function delete_external_ids();
create trigger venues_external_ids after delete on venues referencing old table as old_rows for each statement execute function delete_external_ids();
create trigger organizers_external_ids after delete on organizers referencing old table as old_rows for each statement execute function delete_external_ids();
create trigger categories_external_ids after delete on categories referencing old table as old_rows for each statement execute function delete_external_ids();
create trigger tags_external_ids after delete on tags referencing old table as old_rows for each statement execute function delete_external_ids();
