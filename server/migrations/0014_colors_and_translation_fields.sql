-- Colors of categories (contract 3.7), and focal points and decorative images (contract 12.7).

-- A nullable column and a column with a constant default do not rewrite the tables.
alter table categories add column color text
  check (color in ('violet', 'rose', 'blue', 'teal', 'amber', 'olive', 'slate', 'green'));
comment on column categories.color is 'Name of a color, for pages that show the category; null if it has none';

alter table images add column focal_point jsonb
  check (focal_point is null or ((focal_point ->> 'x')::float8 between 0 and 1 and (focal_point ->> 'y')::float8 between 0 and 1) is true);
alter table images add column decorative boolean not null default false;
comment on column images.focal_point is 'The point that a crop must keep, as {"x", "y"} from 0 to 1 from the top left corner; null if none was chosen';
comment on column images.decorative is 'Whether the image has no content that readers need, so that it needs no alternative text';

-- Translations by field (contract 3.4), and an index for lists of outdated translations (contract 6.5).

alter table tag_texts add column field_changes jsonb not null default '{}', add column is_outdated boolean not null default false;
alter table category_texts add column field_changes jsonb not null default '{}', add column is_outdated boolean not null default false;
alter table image_texts add column field_changes jsonb not null default '{}', add column is_outdated boolean not null default false;
alter table venue_texts add column field_changes jsonb not null default '{}', add column is_outdated boolean not null default false;
alter table organizer_texts add column field_changes jsonb not null default '{}', add column is_outdated boolean not null default false;
alter table event_texts add column field_changes jsonb not null default '{}', add column is_outdated boolean not null default false;
comment on column tag_texts.field_changes is 'Time of the last change of each field that was last changed before changed_at. A field that is not here was changed at changed_at.';
comment on column tag_texts.is_outdated is 'Whether the original has a later changed_at. A trigger derives it.';

-- Texts of earlier versions have no times of fields: all fields of an outdated translation are outdated, and all others are current.
do $$
declare
  texts text;
begin
  foreach texts in array array['tag_texts', 'category_texts', 'image_texts', 'venue_texts', 'organizer_texts', 'event_texts'] loop
    execute format('update %1$I x set is_outdated = true from %1$I b where b.id = x.id and b.original and x.changed_at < b.changed_at', texts);
  end loop;
end $$;

create index tag_texts_outdated on tag_texts (language, id) where is_outdated;
create index category_texts_outdated on category_texts (language, id) where is_outdated;
create index image_texts_outdated on image_texts (language, id) where is_outdated;
create index venue_texts_outdated on venue_texts (language, id) where is_outdated;
create index organizer_texts_outdated on organizer_texts (language, id) where is_outdated;
create index event_texts_outdated on event_texts (language, id) where is_outdated;

-- A change of the original concerns the rows of all languages, so the trigger looks at all rows of the records that were written. A statement
-- that only inserts originals has no translations to look at.
create function mark_outdated() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and not exists (select from new_rows where not original) then
    return null;
  end if;
  execute format(
    'update %1$I x set is_outdated = not x.is_outdated from %1$I b
     where x.id = any ($1) and b.id = x.id and b.original and x.is_outdated <> (x.changed_at < b.changed_at)', tg_table_name)
  using array(select distinct id from new_rows);
  return null;
end $$;
create trigger tag_texts_outdated_i after insert on tag_texts referencing new table as new_rows for each statement when (pg_trigger_depth() = 0) execute function mark_outdated();
create trigger tag_texts_outdated_u after update on tag_texts referencing new table as new_rows for each statement when (pg_trigger_depth() = 0) execute function mark_outdated();
create trigger category_texts_outdated_i after insert on category_texts referencing new table as new_rows for each statement when (pg_trigger_depth() = 0) execute function mark_outdated();
create trigger category_texts_outdated_u after update on category_texts referencing new table as new_rows for each statement when (pg_trigger_depth() = 0) execute function mark_outdated();
create trigger image_texts_outdated_i after insert on image_texts referencing new table as new_rows for each statement when (pg_trigger_depth() = 0) execute function mark_outdated();
create trigger image_texts_outdated_u after update on image_texts referencing new table as new_rows for each statement when (pg_trigger_depth() = 0) execute function mark_outdated();
create trigger venue_texts_outdated_i after insert on venue_texts referencing new table as new_rows for each statement when (pg_trigger_depth() = 0) execute function mark_outdated();
create trigger venue_texts_outdated_u after update on venue_texts referencing new table as new_rows for each statement when (pg_trigger_depth() = 0) execute function mark_outdated();
create trigger organizer_texts_outdated_i after insert on organizer_texts referencing new table as new_rows for each statement when (pg_trigger_depth() = 0) execute function mark_outdated();
create trigger organizer_texts_outdated_u after update on organizer_texts referencing new table as new_rows for each statement when (pg_trigger_depth() = 0) execute function mark_outdated();
create trigger event_texts_outdated_i after insert on event_texts referencing new table as new_rows for each statement when (pg_trigger_depth() = 0) execute function mark_outdated();
create trigger event_texts_outdated_u after update on event_texts referencing new table as new_rows for each statement when (pg_trigger_depth() = 0) execute function mark_outdated();
