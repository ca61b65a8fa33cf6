-- One event written by the leanest transaction we know that leaves what ours leaves: same tables, same triggers.
\set day random(1, 700)
\set venue random(:first_venue, :last_venue)
\set organizer random(:first_organizer, :last_organizer)
\set tag random(:first_tag, :last_tag)
begin;
with e as (
  insert into events (author_id, status, published_at, language, starts_local, ends_local, timezone, zone_data, starts_at, ends_at, listing_starts_at, listing_ends_at)
  select :author, 'publish', now(), 'en', at, at + interval '2 hours', 'UTC', '2026c', at, at + interval '2 hours', at, at + interval '2 hours'
  from (select (current_date + :day::int)::timestamp as at) d
  returning id, starts_at, ends_at, status, author_id, hide_from_listings, protected, featured, ticketed
), t as (
  insert into event_texts (id, language, original, other_languages, title, description, slug, slug_owner, search, changed_at)
  select id, 'en', true, '{}', 'Concert ' || id, '<p>An evening of music in the hall, with friends of the house and guests from afar.</p>', 'concert-' || id, true,
    'concert ' || id || ' an evening of music in the hall, with friends of the house and guests from afar.', now() from e
), o as (
  insert into occurrences (event_id, starts_at, ends_at, status, author_id, hide_from_listings, protected, featured, ticketed) select * from e
), v as (
  insert into event_venues (event_id, starts_at, ends_at, status, author_id, hide_from_listings, protected, featured, ticketed, ref_id, position) select e.*, :venue, 1 from e
), g as (
  insert into event_organizers (event_id, starts_at, ends_at, status, author_id, hide_from_listings, protected, featured, ticketed, ref_id, position) select e.*, :organizer, 1 from e
), c as (
  insert into event_categories (event_id, starts_at, ends_at, status, author_id, hide_from_listings, protected, featured, ticketed, ref_id, position) select e.*, :category, 1 from e
), a as (
  insert into event_tags (event_id, starts_at, ends_at, status, author_id, hide_from_listings, protected, featured, ticketed, ref_id, position) select e.*, :tag, 1 from e
)
insert into changes (kind, record_id, version, action, actor_id, language, after)
select 'event', id, 1, 'create', :author, 'en', jsonb_build_object('status', 'publish', 'title', 'Concert ' || id, 'starts_at', starts_at, 'ends_at', ends_at) from e;
commit;
