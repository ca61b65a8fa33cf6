-- A list of ten by the leanest statements we know that fetch what the answer needs: the page and its total, rows with their texts, and what is linked to them.
\set skip 10 * random(0, 199)
select (select sum(n) from day_counts where ref_id = 0 and day >= current_date and day < current_date + 731) as total, array(
  select o.id from listings o
  where o.ref_id = 0 and o.starts_at >= current_date and o.starts_at <= current_date + 731 and o.ends_at <= current_date + 731
  order by o.starts_at, o.id limit 10 offset :skip)::text as ids \gset
select e.*, t.language, t.title, t.description, t.excerpt, t.slug from events e join event_texts t on t.id = e.id where e.id = any(:ids::bigint[]);
select l.event_id, l.position, v.*, t.language, t.venue, t.description, t.slug from event_venues l join venues v on v.id = l.ref_id join venue_texts t on t.id = v.id where l.event_id = any(:ids::bigint[]);
select l.event_id, l.position, v.*, t.language, t.organizer, t.description, t.slug from event_organizers l join organizers v on v.id = l.ref_id join organizer_texts t on t.id = v.id where l.event_id = any(:ids::bigint[]);
select l.event_id, l.position, v.*, t.language, t.name, t.description, t.slug from event_categories l join categories v on v.id = l.ref_id join category_texts t on t.id = v.id where l.event_id = any(:ids::bigint[]);
select l.event_id, l.position, v.*, t.language, t.name, t.description, t.slug from event_tags l join tags v on v.id = l.ref_id join tag_texts t on t.id = v.id where l.event_id = any(:ids::bigint[]);
