-- The surrogate keys to purge after all changes of transactions from $1 on.
with changed as (select * from changes where xact >= $1::xid8),
-- A new text, picture or link of an event changes the responses that show the event, but not which lists it is in.
moved as (
  select * from changed
  where kind <> 'event' or action <> 'update' or after is null or after - array['texts', 'image_id', 'website'] <> '{}'
),
-- A record that becomes visible appears in responses that do not have its key yet.
shown as (select * from changed where action <> 'update' or after ? 'status')
-- `seed`, `rebuild` and imports of whole calendars change all records.
select '*' as key from changed where kind like '*%'
union select kind || '-' || record_id from changed where kind not like '*%'
union select case kind when 'category' then 'categories' when 'image' then 'media' else kind || 's' end from moved where kind not like '*%'
union select 'events-content' from changed where kind = 'event'
union select 'event-' || l.event_id from shown join event_venues l on kind = 'venue' and l.ref_id = record_id
union select 'event-' || l.event_id from shown join event_organizers l on kind = 'organizer' and l.ref_id = record_id
union select 'event-' || e.id from shown join events e on kind = 'event' and e.post_parent = record_id
-- Pages of the dates of a series list its other dates.
union select 'event-' || e.series_id from changed join events e on kind = 'event' and e.id = record_id where e.series_id is not null
union select 'event-' || (before ->> 'series_id') from changed where kind = 'event' and before ->> 'series_id' is not null
