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
  insert into occurrences (id, record_id, starts_at, ends_at, status, author_id, hide_from_listings, protected, featured, ticketed) select id, e.* from e
), p as (
  insert into listings (ref_id, starts_at, id, series, ends_at, last, endless)
  select n.ref_id, e.starts_at, e.id, e.id, e.ends_at, true, false from e, unnest(array[0, :venue, :organizer, :category, :tag]::bigint[]) n(ref_id)
), v as (
  insert into event_venues (event_id, ref_id, position) select id, :venue, 1 from e
), g as (
  insert into event_organizers (event_id, ref_id, position) select id, :organizer, 1 from e
), c as (
  insert into event_categories (event_id, ref_id, position, counted) select id, :category, 1, true from e
), a as (
  insert into event_tags (event_id, ref_id, position, counted) select id, :tag, 1, true from e
)
insert into changes (kind, record_id, version, action, actor_id, language, after)
select 'event', id, 1, 'create', :author, 'en', jsonb_build_object('status', 'publish', 'title', 'Concert ' || id, 'starts_at', starts_at, 'ends_at', ends_at) from e;
commit;
