-- Indexes of lists that are sorted or filtered by the time of the last change (`orderby=modified`, `modified_after`), and of lists of one author.
-- Categories and tags are few, so their lists need no such index.
create index events_modified on events (modified_at, id);
create index venues_modified on venues (modified_at, id);
create index organizers_modified on organizers (modified_at, id);
create index images_modified on images (modified_at, id);
create index occurrences_author on occurrences (author_id, starts_at, event_id) include (ends_at, status, hide_from_listings);
