-- One event by the leanest statements we know that fetch what the answer needs.
\set id random(:first_event, :last_event)
select e.*, t.language, t.title, t.description, t.excerpt, t.slug from events e join event_texts t on t.id = e.id where e.id = :id;
select l.position, v.*, t.language, t.venue, t.description, t.slug from event_venues l join venues v on v.id = l.ref_id join venue_texts t on t.id = v.id where l.event_id = :id;
select l.position, v.*, t.language, t.organizer, t.description, t.slug from event_organizers l join organizers v on v.id = l.ref_id join organizer_texts t on t.id = v.id where l.event_id = :id;
select l.position, v.*, t.language, t.name, t.description, t.slug from event_categories l join categories v on v.id = l.ref_id join category_texts t on t.id = v.id where l.event_id = :id;
select l.position, v.*, t.language, t.name, t.description, t.slug from event_tags l join tags v on v.id = l.ref_id join tag_texts t on t.id = v.id where l.event_id = :id;
