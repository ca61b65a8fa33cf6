-- kalends: no transaction
-- Orders by title and by publication: lists read the records of a page in these orders instead of sorting all matching dates.
create index concurrently event_texts_title on event_texts (title collate "und-x-icu", id) include (language, original) where title is not null;
create index concurrently events_published on events (published_at, id);
