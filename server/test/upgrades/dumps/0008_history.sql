
SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
COMMENT ON EXTENSION pg_trgm IS 'text similarity measurement and index searching based on trigrams';
CREATE TYPE public.attendance AS ENUM (
    'offline',
    'online',
    'mixed'
);
CREATE TYPE public.availability AS ENUM (
    'available',
    'few',
    'sold_out'
);
CREATE TYPE public.event_status AS ENUM (
    'scheduled',
    'cancelled',
    'postponed',
    'rescheduled',
    'moved_online'
);
CREATE DOMAIN public.language AS text
	CONSTRAINT language_check CHECK ((VALUE ~ '^[a-z]{2,3}(-[a-z0-9]{2,8})*$'::text));
CREATE DOMAIN public.status AS text
	CONSTRAINT status_check CHECK ((VALUE = ANY (ARRAY['publish'::text, 'future'::text, 'draft'::text, 'pending'::text, 'private'::text, 'trash'::text])));
CREATE FUNCTION public.count_listings() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'INSERT' then
    insert into count_changes select ref_id, day, sum(n), sum(firsts), sum(lasts) from (
      select ref_id, (starts_at at time zone 'UTC')::date as day, 1 as n, (previous_at is null)::int as firsts, last::int as lasts from new_rows
      union all select ref_id, 'infinity', 0, 0, 1 from new_rows where endless
    ) c group by ref_id, day;
  elsif tg_op = 'DELETE' then
    insert into count_changes select ref_id, day, sum(n), sum(firsts), sum(lasts) from (
      select ref_id, (starts_at at time zone 'UTC')::date as day, -1 as n, -(previous_at is null)::int as firsts, -last::int as lasts from old_rows
      union all select ref_id, 'infinity', 0, 0, -1 from old_rows where endless
    ) c group by ref_id, day;
  else
    insert into count_changes select ref_id, day, sum(n), sum(firsts), sum(lasts) from (
      select ref_id, (starts_at at time zone 'UTC')::date as day, 1 as n, (previous_at is null)::int as firsts, last::int as lasts from new_rows
      union all select ref_id, 'infinity', 0, 0, 1 from new_rows where endless
      union all select ref_id, (starts_at at time zone 'UTC')::date, -1, -(previous_at is null)::int, -last::int from old_rows
      union all select ref_id, 'infinity', 0, 0, -1 from old_rows where endless
    ) c group by ref_id, day having sum(n) <> 0 or sum(firsts) <> 0 or sum(lasts) <> 0;
  end if;
  return null;
end $$;
CREATE FUNCTION public.count_terms() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'INSERT' then
    insert into count_changes select ref_id, 'infinity', count(*), 0, 0 from new_rows where counted group by ref_id;
  elsif tg_op = 'DELETE' then
    insert into count_changes select ref_id, 'infinity', -count(*), 0, 0 from old_rows where counted group by ref_id;
  else
    insert into count_changes select ref_id, 'infinity', sum(n), 0, 0 from (
      select ref_id, 1 as n from new_rows where counted union all select ref_id, -1 from old_rows where counted
    ) c group by ref_id having sum(n) <> 0;
  end if;
  return null;
end $$;
CREATE FUNCTION public.delete_external_ids() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  delete from external_ids x using old_rows o where x.record_id = o.id;
  return null;
end $$;
CREATE FUNCTION public.delete_listings_of_dates() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  delete from listings l using old_rows o where l.series = coalesce(o.series_id, o.id) and l.id = o.id;
  return null;
end $$;
CREATE FUNCTION public.delete_listings_of_linked() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  delete from listings l using old_rows o where l.ref_id in (o.id, -o.id);
  return null;
end $$;
CREATE FUNCTION public.derive_event_hours() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  delete from event_hours where event_id = new.id;
  if new.hours is null then return null; end if;
  insert into event_hours
  select new.id, new.starts_local::date, coalesce(new.ends_local::date, 'infinity'), w.weekdays, w.weekly, new.timezone, c.days, a.days, a.each_days, a.each_minutes, new.protected
  from (
    select coalesce(bit_or(1 << d.weekday), 0) as weekdays,
      coalesce(range_agg(int4range(d.weekday * 2880 + lower(d.minutes), d.weekday * 2880 + upper(d.minutes))), '{}') as weekly
    from (
      select array_position(array['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'], day) - 1 as weekday,
        stretch_minutes((each ->> 'opens')::time, (each ->> 'closes')::time) as minutes
      from jsonb_array_elements(new.hours -> 'weekly') each, jsonb_array_elements_text(each -> 'days') day
    ) d
  ) w, (
    select range_agg(daterange((each ->> 'from')::date, (each ->> 'to')::date, '[]')) as days
    from jsonb_array_elements(new.hours -> 'closed') each
  ) c, (
    select range_agg(d.days) as days, coalesce(array_agg(d.days), '{}') as each_days, coalesce(array_agg(d.minutes), '{}') as each_minutes
    from (
      select daterange((each ->> 'from')::date, (each ->> 'to')::date, '[]') as days,
        stretch_minutes((each ->> 'opens')::time, (each ->> 'closes')::time) as minutes
      from jsonb_array_elements(new.hours -> 'adjusted') each
    ) d
  ) a;
  return null;
end $$;
CREATE FUNCTION public.fold_counts() RETURNS void
    LANGUAGE sql
    AS $$
  with folded as (delete from count_changes returning ref_id, day, n, firsts, lasts)
  insert into counts as c select ref_id, day, sum(n), sum(firsts), sum(lasts) from folded group by ref_id, day
    having sum(n) <> 0 or sum(firsts) <> 0 or sum(lasts) <> 0
  on conflict (ref_id, day) do update set n = c.n + excluded.n, firsts = c.firsts + excluded.firsts, lasts = c.lasts + excluded.lasts;
$$;
CREATE FUNCTION public.gap_class(previous_at timestamp with time zone, starts_at timestamp with time zone) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select case
    when starts_at - previous_at <= interval '16 days' then 0
    when starts_at - previous_at <= interval '32 days' then 1
    when starts_at - previous_at <= interval '64 days' then 2
    when starts_at - previous_at <= interval '128 days' then 3
    when starts_at - previous_at <= interval '256 days' then 4
    when starts_at - previous_at <= interval '400 days' then 5
    else 6 end
$$;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.listings (
    ref_id bigint NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    id bigint NOT NULL,
    series bigint NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    previous_at timestamp with time zone,
    previous_end timestamp with time zone,
    last boolean NOT NULL,
    endless boolean NOT NULL
);
CREATE FUNCTION public.listing_rows(families bigint[]) RETURNS SETOF public.listings
    LANGUAGE sql STABLE
    AS $$
  with shown as (
    select o.id, o.record_id, coalesce(o.series_id, o.id) as series, o.starts_at, o.ends_at, o.protected
    from occurrences o where o.series_id = any(families) and o.status = 'publish' and not o.hide_from_listings
    union all
    select o.id, o.record_id, o.id, o.starts_at, o.ends_at, o.protected
    from occurrences o where o.id = any(families) and o.series_id is null and o.status = 'publish' and not o.hide_from_listings
  ), records as (
    select distinct record_id, case when protected then -1 else 1 end as sign from shown
  ), refs as (
    select record_id, 0::bigint as ref_id from records
    union all select r.record_id, l.ref_id from records r join event_categories l on l.event_id = r.record_id
    union all select r.record_id, l.ref_id from records r join event_tags l on l.event_id = r.record_id
    union all select r.record_id, l.ref_id * r.sign from records r join event_venues l on l.event_id = r.record_id
    union all select r.record_id, l.ref_id * r.sign from records r join event_organizers l on l.event_id = r.record_id
  ), ordered as (
    select f.ref_id, s.starts_at, s.id, s.series, s.ends_at,
      lag(s.starts_at) over w as previous_at,
      max(s.ends_at) over (w rows between unbounded preceding and 1 preceding) as previous_end,
      lead(s.id) over w is null as is_latest,
      max(s.starts_at) over (partition by f.ref_id, s.series) as latest_at
    from shown s join refs f on f.record_id = s.record_id
    window w as (partition by f.ref_id, s.series order by s.starts_at, s.id)
  )
  select o.ref_id, o.starts_at, o.id, o.series, o.ends_at, o.previous_at, o.previous_end,
    o.is_latest and not e.endless, o.previous_at is null and e.endless
  from ordered o
  -- An endless series has a last date in the list of a record that only its exceptions link to. The same holds in a list that leaves out the
  -- dates at the end of what is stored, until more dates are stored.
  cross join lateral (
    select exists (
      select 1 from events r join refs f on f.record_id = r.id and f.ref_id = o.ref_id where r.id = o.series and r.expanded_until <= (o.latest_at at time zone 'UTC')::date
    ) as endless
  ) e
$$;
CREATE FUNCTION public.recount() RETURNS void
    LANGUAGE sql
    AS $$
  lock table count_changes in share row exclusive mode;
  delete from count_changes;
  delete from counts;
  insert into counts (ref_id, day, n, firsts, lasts)
    select ref_id, day, sum(n), sum(firsts), sum(lasts) from (
      select ref_id, (starts_at at time zone 'UTC')::date as day, 1 as n, (previous_at is null)::int as firsts, last::int as lasts from listings
      union all select ref_id, 'infinity', 0, 0, 1 from listings where endless
      union all select ref_id, 'infinity', 1, 0, 0 from event_categories where counted
      union all select ref_id, 'infinity', 1, 0, 0 from event_tags where counted
    ) c group by ref_id, day;
$$;
CREATE FUNCTION public.refuse_cycle() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
declare
  looped boolean;
  parent bigint := to_jsonb(new) ->> tg_argv[0];
begin
  if parent is null then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended('tree of ' || tg_table_name, 0));
  execute format('with recursive up(id) as (select $1 union select t.%2$I from %1$I t join up on t.id = up.id where t.%2$I is not null)
                  select exists (select 1 from up where id = $2)', tg_table_name, tg_argv[0])
    into looped using parent, new.id;
  if looped then
    raise exception using errcode = '23514', constraint = tg_table_name || '_cycle', message = 'a record cannot be placed under itself';
  end if;
  return new;
end $_$;
CREATE FUNCTION public.shown_ids(body text) RETURNS bigint[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select coalesce(array_agg(distinct m[1]::bigint), '{}') from regexp_matches(body, '"id":(\d{1,18})\M', 'g') m
$$;
CREATE FUNCTION public.span_class(starts_at timestamp with time zone, ends_at timestamp with time zone) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select case
    when ends_at - starts_at <= interval '1 day' then 0
    when ends_at - starts_at <= interval '2 days' then 1
    when ends_at - starts_at <= interval '8 days' then 2
    when ends_at - starts_at <= interval '32 days' then 3
    when ends_at - starts_at <= interval '128 days' then 4
    when ends_at - starts_at <= interval '512 days' then 5
    else 6 end
$$;
CREATE FUNCTION public.stretch_minutes(opens time without time zone, closes time without time zone) RETURNS int4range
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select int4range((extract(epoch from opens) / 60)::int, (extract(epoch from closes) / 60)::int + case when closes > opens then 0 else 1440 end)
$$;
CREATE FUNCTION public.sync_listings(families bigint[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  with wanted as materialized (
    select * from listing_rows(families)
  ), gone as (
    delete from listings l where l.series = any(families)
      and not exists (select 1 from wanted w where w.ref_id = l.ref_id and w.starts_at = l.starts_at and w.id = l.id)
  )
  insert into listings as l select * from wanted
  on conflict (ref_id, starts_at, id) do update
    set (series, ends_at, previous_at, previous_end, last, endless) =
      (excluded.series, excluded.ends_at, excluded.previous_at, excluded.previous_end, excluded.last, excluded.endless)
    where (l.series, l.ends_at, l.previous_at, l.previous_end, l.last, l.endless)
      is distinct from (excluded.series, excluded.ends_at, excluded.previous_at, excluded.previous_end, excluded.last, excluded.endless);
end $$;
CREATE TABLE public.calendar_identity (
    one boolean DEFAULT true NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    CONSTRAINT calendar_identity_one_check CHECK (one)
);
CREATE SEQUENCE public.record_ids
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.categories (
    id bigint DEFAULT nextval('public.record_ids'::regclass) NOT NULL,
    parent_id bigint,
    name_key text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    modified_at timestamp with time zone DEFAULT now() NOT NULL,
    version bigint DEFAULT 1 NOT NULL,
    language public.language NOT NULL,
    CONSTRAINT categories_self CHECK ((parent_id <> id))
);
CREATE TABLE public.category_texts (
    id bigint NOT NULL,
    language public.language NOT NULL,
    original boolean NOT NULL,
    other_languages text[] NOT NULL,
    name text,
    description text,
    slug text,
    slug_owner boolean NOT NULL,
    search text NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    CONSTRAINT category_texts_slug_check CHECK (((length(slug) >= 1) AND (length(slug) <= 200)))
);
COMMENT ON COLUMN public.category_texts.search IS 'Folded text as readers of the language see it: its own text, else the default language, else the original';
CREATE TABLE public.change_feed (
    only_row boolean DEFAULT true NOT NULL,
    cursor_key bytea NOT NULL,
    pruned_through xid8,
    CONSTRAINT change_feed_cursor_key_check CHECK ((length(cursor_key) = 32)),
    CONSTRAINT change_feed_only_row_check CHECK (only_row)
);
COMMENT ON TABLE public.change_feed IS 'One row with the state of the change feed';
COMMENT ON COLUMN public.change_feed.cursor_key IS 'Encrypts the cursors of clients';
COMMENT ON COLUMN public.change_feed.pruned_through IS 'Transaction of the newest change that was deleted because of its age; null if none was';
CREATE TABLE public.changes (
    id bigint NOT NULL,
    xact xid8 DEFAULT pg_current_xact_id() NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    kind text NOT NULL,
    record_id bigint NOT NULL,
    version bigint NOT NULL,
    action text NOT NULL,
    actor_id bigint,
    language text,
    before jsonb,
    after jsonb,
    change_id uuid,
    undoes uuid
);
COMMENT ON COLUMN public.changes.change_id IS 'Identifies the request, or the run of a job, that wrote the row. Null in rows of earlier versions.';
COMMENT ON COLUMN public.changes.undoes IS 'Id of the change that this change reversed completely. Null in all other rows.';
ALTER TABLE public.changes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.changes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.count_changes (
    ref_id bigint NOT NULL,
    day date NOT NULL,
    n integer NOT NULL,
    firsts integer DEFAULT 0 NOT NULL,
    lasts integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.counts (
    ref_id bigint NOT NULL,
    day date NOT NULL,
    n integer NOT NULL,
    firsts integer DEFAULT 0 NOT NULL,
    lasts integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.credentials (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    label text DEFAULT ''::text NOT NULL,
    digest bytea NOT NULL,
    scope text DEFAULT 'admin'::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone,
    revoked_at timestamp with time zone,
    last_used_at timestamp with time zone,
    CONSTRAINT credentials_digest_check CHECK ((length(digest) = 32)),
    CONSTRAINT credentials_scope_check CHECK ((scope = ANY (ARRAY['read'::text, 'write'::text, 'admin'::text])))
);
ALTER TABLE public.credentials ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.credentials_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE VIEW public.day_counts AS
 SELECT counts.ref_id,
    counts.day,
    counts.n,
    counts.firsts,
    counts.lasts
   FROM public.counts
UNION ALL
 SELECT count_changes.ref_id,
    count_changes.day,
    count_changes.n,
    count_changes.firsts,
    count_changes.lasts
   FROM public.count_changes;
CREATE TABLE public.event_categories (
    event_id bigint NOT NULL,
    ref_id bigint NOT NULL,
    "position" smallint NOT NULL,
    counted boolean DEFAULT false NOT NULL
);
CREATE TABLE public.event_hours (
    event_id bigint NOT NULL,
    first_day date NOT NULL,
    last_day date NOT NULL,
    weekdays smallint NOT NULL,
    weekly int4multirange NOT NULL,
    timezone text NOT NULL,
    closed datemultirange,
    adjusted datemultirange,
    adjusted_days daterange[] NOT NULL,
    adjusted_minutes int4range[] NOT NULL,
    protected boolean DEFAULT false NOT NULL
);
COMMENT ON TABLE public.event_hours IS 'Opening hours of events, derived from events.hours by a trigger';
COMMENT ON COLUMN public.event_hours.protected IS 'Whether the event is protected, so that only callers who may edit it may filter by its hours';
CREATE TABLE public.event_organizers (
    event_id bigint NOT NULL,
    ref_id bigint NOT NULL,
    "position" smallint NOT NULL
);
CREATE TABLE public.event_tags (
    event_id bigint NOT NULL,
    ref_id bigint NOT NULL,
    "position" smallint NOT NULL,
    counted boolean DEFAULT false NOT NULL
);
CREATE TABLE public.event_texts (
    id bigint NOT NULL,
    language public.language NOT NULL,
    original boolean NOT NULL,
    other_languages text[] NOT NULL,
    title text,
    description text,
    excerpt text,
    slug text,
    slug_owner boolean NOT NULL,
    search text NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    event_status_reason text,
    CONSTRAINT event_texts_slug_check CHECK (((length(slug) >= 1) AND (length(slug) <= 200)))
);
COMMENT ON COLUMN public.event_texts.search IS 'Folded text as readers of the language see it: its own text, else the default language, else the original';
COMMENT ON COLUMN public.event_texts.event_status_reason IS 'Why the event is canceled, postponed, rescheduled or moved online.';
CREATE TABLE public.event_venues (
    event_id bigint NOT NULL,
    ref_id bigint NOT NULL,
    "position" smallint NOT NULL
);
CREATE TABLE public.events (
    id bigint DEFAULT nextval('public.record_ids'::regclass) NOT NULL,
    author_id bigint NOT NULL,
    status public.status NOT NULL,
    trashed_from public.status,
    trashed_at timestamp with time zone,
    published_at timestamp with time zone NOT NULL,
    undated boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    modified_at timestamp with time zone DEFAULT now() NOT NULL,
    touched_at timestamp with time zone,
    version bigint DEFAULT 1 NOT NULL,
    language public.language NOT NULL,
    image_id bigint,
    post_parent bigint,
    starts_local timestamp without time zone NOT NULL,
    ends_local timestamp without time zone,
    timezone text NOT NULL,
    zone_data text NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone,
    listing_starts_at timestamp with time zone NOT NULL,
    listing_ends_at timestamp with time zone NOT NULL,
    all_day boolean DEFAULT false NOT NULL,
    website text,
    cost text,
    cost_details jsonb DEFAULT '{"values": [], "currency_code": null, "currency_symbol": null, "currency_position": null}'::jsonb NOT NULL,
    custom_fields jsonb DEFAULT '{}'::jsonb NOT NULL,
    show_map boolean DEFAULT true NOT NULL,
    show_map_link boolean DEFAULT true NOT NULL,
    hide_from_listings boolean DEFAULT false NOT NULL,
    sticky boolean DEFAULT false NOT NULL,
    featured boolean DEFAULT false NOT NULL,
    ticketed boolean DEFAULT false NOT NULL,
    password text,
    protected boolean GENERATED ALWAYS AS ((password IS NOT NULL)) STORED NOT NULL,
    event_status public.event_status DEFAULT 'scheduled'::public.event_status NOT NULL,
    previous_starts_at timestamp with time zone,
    online_url text,
    attendance public.attendance,
    availability public.availability,
    hours jsonb,
    recurrence jsonb,
    expanded_until date,
    series_id bigint,
    original_start timestamp without time zone,
    own_version integer DEFAULT 0 NOT NULL,
    own_status public.status,
    overrides text[] DEFAULT '{}'::text[] NOT NULL,
    split_from bigint,
    CONSTRAINT events_backwards CHECK ((ends_at >= starts_at)),
    CONSTRAINT events_custom_fields_check CHECK ((jsonb_typeof(custom_fields) = 'object'::text)),
    CONSTRAINT events_password_digest CHECK ((password ~~ 'scrypt$%'::text)),
    CONSTRAINT events_self CHECK ((post_parent <> id)),
    CONSTRAINT events_trash CHECK (((((status)::text = 'trash'::text) = (trashed_from IS NOT NULL)) AND (((status)::text = 'trash'::text) = (trashed_at IS NOT NULL))))
);
COMMENT ON COLUMN public.events.ends_local IS 'Null if the end is not known. ends_at is then null too.';
COMMENT ON COLUMN public.events.event_status IS 'Whether the event takes place as announced. The publication status is in the column status.';
COMMENT ON COLUMN public.events.previous_starts_at IS 'The first announced start of a rescheduled event. It stays until the event is scheduled again.';
COMMENT ON COLUMN public.events.online_url IS 'Where the event takes place online.';
COMMENT ON COLUMN public.events.attendance IS 'As sent. If null, responses derive it from the venues and online_url.';
COMMENT ON COLUMN public.events.availability IS 'Whether tickets are left. Null if it is not known.';
COMMENT ON COLUMN public.events.hours IS 'Opening hours: weekly, closed and adjusted, with notes by language. Times are wall times in the time zone of the event.';
COMMENT ON COLUMN public.events.recurrence IS 'Rules, additional dates and exclusions of a series. Null in other events.';
COMMENT ON COLUMN public.events.expanded_until IS 'Dates of the series are stored through this local day. Null if all dates are stored.';
COMMENT ON COLUMN public.events.series_id IS 'Series of an exception. Null in other events.';
COMMENT ON COLUMN public.events.original_start IS 'Local time at which the recurrence of the series puts the date of an exception';
COMMENT ON COLUMN public.events.own_version IS 'Number of writes to the exception itself. The version is the version of the series plus this number.';
COMMENT ON COLUMN public.events.overrides IS 'Names of the fields of an exception that differ from its series, such as title.fr';
COMMENT ON COLUMN public.events.split_from IS 'Series from which this series was split off';
CREATE TABLE public.external_ids (
    kind text NOT NULL,
    source text NOT NULL,
    external_id text NOT NULL,
    record_id bigint NOT NULL,
    CONSTRAINT external_ids_external_id_check CHECK (((char_length(external_id) >= 1) AND (char_length(external_id) <= 255))),
    CONSTRAINT external_ids_source_check CHECK ((source ~ '^[a-z0-9][a-z0-9._-]{0,63}$'::text))
);
CREATE TABLE public.idempotency_keys (
    caller_id bigint NOT NULL,
    key text NOT NULL,
    fingerprint bytea NOT NULL,
    status smallint NOT NULL,
    headers jsonb NOT NULL,
    body text NOT NULL,
    shown_ids bigint[] GENERATED ALWAYS AS (public.shown_ids(body)) STORED,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT idempotency_keys_key_check CHECK (((length(key) >= 1) AND (length(key) <= 255)))
);
CREATE TABLE public.image_sources (
    address bytea NOT NULL,
    image_id bigint NOT NULL,
    etag text,
    last_modified text,
    fetched_at timestamp with time zone NOT NULL
);
CREATE TABLE public.image_texts (
    id bigint NOT NULL,
    language public.language NOT NULL,
    original boolean NOT NULL,
    other_languages text[] NOT NULL,
    title text,
    slug text,
    alt text,
    caption text,
    credit text,
    slug_owner boolean NOT NULL,
    search text NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    CONSTRAINT image_texts_slug_check CHECK (((length(slug) >= 1) AND (length(slug) <= 200)))
);
COMMENT ON COLUMN public.image_texts.search IS 'Folded text as readers of the language see it: its own text, else the default language, else the original';
CREATE TABLE public.images (
    id bigint DEFAULT nextval('public.record_ids'::regclass) NOT NULL,
    author_id bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    modified_at timestamp with time zone DEFAULT now() NOT NULL,
    version bigint DEFAULT 1 NOT NULL,
    language public.language NOT NULL,
    digest text NOT NULL,
    extension text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    filesize bigint NOT NULL,
    sizes jsonb NOT NULL,
    unused_since timestamp with time zone,
    CONSTRAINT images_digest_check CHECK ((digest ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT images_filesize_check CHECK ((filesize > 0)),
    CONSTRAINT images_height_check CHECK ((height > 0)),
    CONSTRAINT images_sizes_check CHECK ((jsonb_typeof(sizes) = 'object'::text)),
    CONSTRAINT images_width_check CHECK ((width > 0))
);
CREATE TABLE public.migrations (
    name text NOT NULL,
    digest text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.occurrences (
    id bigint NOT NULL,
    record_id bigint NOT NULL,
    series_id bigint,
    original_start timestamp without time zone,
    starts_local timestamp without time zone,
    ends_local timestamp without time zone,
    starts_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    status public.status NOT NULL,
    author_id bigint NOT NULL,
    hide_from_listings boolean NOT NULL,
    protected boolean NOT NULL,
    featured boolean NOT NULL,
    ticketed boolean NOT NULL,
    own_version integer DEFAULT 0 NOT NULL,
    CONSTRAINT new_occurrences_check CHECK ((ends_at >= starts_at)),
    CONSTRAINT occurrences_series_start CHECK (((series_id IS NULL) = (original_start IS NULL)))
);
CREATE TABLE public.organizer_texts (
    id bigint NOT NULL,
    language public.language NOT NULL,
    original boolean NOT NULL,
    other_languages text[] NOT NULL,
    organizer text,
    description text,
    slug text,
    slug_owner boolean NOT NULL,
    search text NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    name_key text,
    CONSTRAINT organizer_texts_slug_check CHECK (((length(slug) >= 1) AND (length(slug) <= 200)))
);
COMMENT ON COLUMN public.organizer_texts.search IS 'Folded text as readers of the language see it: its own text, else the default language, else the original';
COMMENT ON COLUMN public.organizer_texts.name_key IS 'Folded name, by which an inline organizer finds an existing one';
CREATE TABLE public.organizers (
    id bigint DEFAULT nextval('public.record_ids'::regclass) NOT NULL,
    author_id bigint NOT NULL,
    status public.status NOT NULL,
    trashed_from public.status,
    trashed_at timestamp with time zone,
    published_at timestamp with time zone NOT NULL,
    undated boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    modified_at timestamp with time zone DEFAULT now() NOT NULL,
    version bigint DEFAULT 1 NOT NULL,
    language public.language NOT NULL,
    image_id bigint,
    phone text,
    website text,
    email text,
    CONSTRAINT organizers_trash CHECK (((((status)::text = 'trash'::text) = (trashed_from IS NOT NULL)) AND (((status)::text = 'trash'::text) = (trashed_at IS NOT NULL))))
);
CREATE TABLE public.redirects (
    id bigint NOT NULL,
    kind text NOT NULL,
    target_id bigint NOT NULL,
    slugs text[] NOT NULL,
    merged_at timestamp with time zone NOT NULL
);
COMMENT ON TABLE public.redirects IS 'Records that were merged into another record';
COMMENT ON COLUMN public.redirects.id IS 'ID of the record that was merged';
COMMENT ON COLUMN public.redirects.target_id IS 'ID of the record that it was merged into; never the ID of a merged record';
COMMENT ON COLUMN public.redirects.slugs IS 'Slugs of the merged record in all languages';
CREATE TABLE public.retired_occurrences (
    id bigint NOT NULL,
    series_id bigint NOT NULL,
    original_start timestamp without time zone NOT NULL,
    own_version integer NOT NULL
);
CREATE TABLE public.security_log (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    action text NOT NULL,
    actor_id bigint,
    address text,
    details jsonb DEFAULT '{}'::jsonb NOT NULL
);
ALTER TABLE public.security_log ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.security_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tag_texts (
    id bigint NOT NULL,
    language public.language NOT NULL,
    original boolean NOT NULL,
    other_languages text[] NOT NULL,
    name text,
    description text,
    slug text,
    slug_owner boolean NOT NULL,
    search text NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    CONSTRAINT tag_texts_slug_check CHECK (((length(slug) >= 1) AND (length(slug) <= 200)))
);
COMMENT ON COLUMN public.tag_texts.search IS 'Folded text as readers of the language see it: its own text, else the default language, else the original';
CREATE TABLE public.tags (
    id bigint DEFAULT nextval('public.record_ids'::regclass) NOT NULL,
    name_key text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    modified_at timestamp with time zone DEFAULT now() NOT NULL,
    version bigint DEFAULT 1 NOT NULL,
    language public.language NOT NULL
);
CREATE TABLE public.users (
    id bigint NOT NULL,
    login text NOT NULL,
    name text DEFAULT ''::text NOT NULL,
    role text NOT NULL,
    disabled_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT users_login_check CHECK (((length(login) >= 1) AND (length(login) <= 100))),
    CONSTRAINT users_role_check CHECK ((role = ANY (ARRAY['subscriber'::text, 'contributor'::text, 'author'::text, 'editor'::text, 'administrator'::text])))
);
ALTER TABLE public.users ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.users_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.venue_texts (
    id bigint NOT NULL,
    language public.language NOT NULL,
    original boolean NOT NULL,
    other_languages text[] NOT NULL,
    venue text,
    description text,
    slug text,
    slug_owner boolean NOT NULL,
    search text NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    name_key text,
    CONSTRAINT venue_texts_slug_check CHECK (((length(slug) >= 1) AND (length(slug) <= 200)))
);
COMMENT ON COLUMN public.venue_texts.search IS 'Folded text as readers of the language see it: its own text, else the default language, else the original';
COMMENT ON COLUMN public.venue_texts.name_key IS 'Folded name, by which an inline venue finds an existing one';
CREATE TABLE public.venues (
    id bigint DEFAULT nextval('public.record_ids'::regclass) NOT NULL,
    author_id bigint NOT NULL,
    status public.status NOT NULL,
    trashed_from public.status,
    trashed_at timestamp with time zone,
    published_at timestamp with time zone NOT NULL,
    undated boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    modified_at timestamp with time zone DEFAULT now() NOT NULL,
    version bigint DEFAULT 1 NOT NULL,
    language public.language NOT NULL,
    image_id bigint,
    address text,
    city text,
    country text,
    province text,
    state text,
    zip text,
    phone text,
    stateprovince text,
    website text,
    geo_lat double precision,
    geo_lng double precision,
    show_map boolean DEFAULT true NOT NULL,
    show_map_link boolean DEFAULT true NOT NULL,
    hours jsonb,
    CONSTRAINT venues_geo_lat_check CHECK (((geo_lat >= ('-90'::integer)::double precision) AND (geo_lat <= (90)::double precision))),
    CONSTRAINT venues_geo_lng_check CHECK (((geo_lng >= ('-180'::integer)::double precision) AND (geo_lng <= (180)::double precision))),
    CONSTRAINT venues_trash CHECK (((((status)::text = 'trash'::text) = (trashed_from IS NOT NULL)) AND (((status)::text = 'trash'::text) = (trashed_at IS NOT NULL))))
);
COMMENT ON COLUMN public.venues.hours IS 'Opening hours, as those of events. Times are wall times in the time zone of the site.';
INSERT INTO public.calendar_identity VALUES
	(true, 'e2510cf1-b011-4c0b-abd8-76c1a79538be');
INSERT INTO public.categories VALUES
	(4, NULL, 'music', '2026-11-16 18:04:08.9378+00', '2026-11-16 18:04:08.9378+00', 1, 'en'),
	(5, 4, 'jazz', '2026-11-16 18:04:08.976549+00', '2026-11-16 18:04:08.976549+00', 1, 'en');
INSERT INTO public.category_texts VALUES
	(4, 'en', true, '{}', 'Music', NULL, 'music', true, 'music
music', '2026-11-16 18:04:08.9378+00'),
	(5, 'en', true, '{}', 'Jazz', NULL, 'jazz', true, 'jazz
jazz', '2026-11-16 18:04:08.976549+00');
INSERT INTO public.change_feed VALUES
	(true, '\x2b0e081ddf3654a44546b4e1d3722e7f05a25ca4be8c097ea09946deb8071f5b', NULL);
INSERT INTO public.changes OVERRIDING SYSTEM VALUE VALUES
	(1, '110889', '2026-11-16 18:04:08.818706+00', 'image', 1, 1, 'create', 1, 'en', NULL, '{"texts": {"en": {"alt": "The harbor at night", "slug": "harbor", "title": "Harbor", "credit": null, "caption": null}}, "digest": "96ae7e0f56926fce8fdff671ecf12fdd8da814a1ff05e3524f6041519b8a138a", "author_id": 1}', '01a1e587-db82-76e9-8f6f-5e44d79c0b71', NULL),
	(2, '110891', '2026-11-16 18:04:08.88297+00', 'venue', 2, 1, 'create', 1, 'en', NULL, '{"zip": null, "city": "Lisbon", "hours": null, "phone": null, "state": null, "texts": {"en": {"slug": "old-theater", "venue": "Old Theater", "description": null}}, "status": "publish", "address": null, "country": null, "geo_lat": 38.71, "geo_lng": -9.14, "undated": false, "website": null, "image_id": 1, "province": null, "show_map": true, "author_id": 1, "external_ids": {}, "published_at": "2026-11-16 18:04:08+00", "show_map_link": true, "stateprovince": null}', '01a1e587-dd23-79d0-b267-3094bed3a802', NULL),
	(3, '110892', '2026-11-16 18:04:08.917486+00', 'organizer', 3, 1, 'create', 1, 'en', NULL, '{"email": "office@orchestra.example", "phone": null, "texts": {"en": {"slug": "city-orchestra", "organizer": "City Orchestra", "description": null}}, "status": "publish", "undated": false, "website": null, "image_id": null, "author_id": 1, "external_ids": {}, "published_at": "2026-11-16 18:04:08+00"}', '01a1e587-dd4b-7f05-8a6f-c10ee6e9107b', NULL),
	(4, '110894', '2026-11-16 18:04:08.946609+00', 'category', 4, 1, 'create', 1, 'en', NULL, '{"texts": {"en": {"name": "Music", "slug": "music", "description": null}}, "parent_id": null, "external_ids": {}}', '01a1e587-dd69-78ba-a091-234b9e3306b0', NULL),
	(5, '110896', '2026-11-16 18:04:08.981858+00', 'category', 5, 1, 'create', 1, 'en', NULL, '{"texts": {"en": {"name": "Jazz", "slug": "jazz", "description": null}}, "parent_id": 4, "external_ids": {}}', '01a1e587-dd90-72e9-9518-a4b3ecba25c6', NULL),
	(6, '110898', '2026-11-16 18:04:09.013942+00', 'tag', 6, 1, 'create', 1, 'en', NULL, '{"texts": {"en": {"name": "Open air", "slug": "open-air", "description": null}}, "external_ids": {}}', '01a1e587-dda9-75bd-aac2-3330f571f53a', NULL),
	(7, '110900', '2026-11-16 18:04:09.051595+00', 'event', 7, 1, 'create', 1, 'en', NULL, '{"cost": "10 €", "tags": [6], "hours": null, "texts": {"en": {"slug": "summer-concert", "title": "Summer concert", "excerpt": null, "description": "<p>Music by the river.</p>", "event_status_reason": null}}, "venue": [2], "status": "publish", "sticky": false, "all_day": false, "ends_at": "2030-07-01 21:30:00+00", "undated": false, "website": null, "featured": true, "image_id": 1, "show_map": true, "ticketed": false, "timezone": "Europe/Lisbon", "author_id": 1, "organizer": [3], "overrides": null, "protected": null, "starts_at": "2030-07-01 19:00:00+00", "attendance": null, "categories": [5], "ends_local": "2030-07-01 22:30:00", "online_url": null, "own_status": null, "recurrence": null, "split_from": null, "post_parent": null, "availability": null, "cost_details": {"values": ["10"], "currency_code": "EUR", "currency_symbol": "€", "currency_position": "postfix"}, "event_status": "scheduled", "external_ids": {}, "published_at": "2026-11-16 18:04:09+00", "starts_local": "2030-07-01 20:00:00", "custom_fields": {"doors": "19:00"}, "show_map_link": true, "listing_ends_at": "2030-07-01 21:30:00+00", "listing_starts_at": "2030-07-01 19:00:00+00", "hide_from_listings": false, "previous_starts_at": null}', '01a1e587-ddc1-7b7b-94ee-11e9ef3a9906', NULL),
	(8, '110902', '2026-11-16 18:04:09.180799+00', 'event', 7, 2, 'update', 1, 'fr', '{"texts": {"en": {"slug": "summer-concert", "title": "Summer concert", "excerpt": null, "description": "<p>Music by the river.</p>", "event_status_reason": null}}}', '{"texts": {"en": {"slug": "summer-concert", "title": "Summer concert", "excerpt": null, "description": "<p>Music by the river.</p>", "event_status_reason": null}, "fr": {"slug": "concert-d-été", "title": "Concert d’été", "excerpt": null, "description": "<p>Musique au bord du fleuve.</p>", "event_status_reason": null}}}', '01a1e587-de22-7893-ae94-5cc82d1349c6', NULL),
	(9, '110903', '2026-11-16 18:04:09.214333+00', 'event', 8, 1, 'create', 1, 'en', NULL, '{"cost": null, "hours": null, "texts": {"en": {"slug": "film-festival", "title": "Film festival", "excerpt": null, "description": null, "event_status_reason": null}}, "status": "publish", "sticky": false, "all_day": true, "ends_at": "2030-10-16 03:59:59+00", "undated": false, "website": null, "featured": false, "image_id": null, "show_map": true, "ticketed": false, "timezone": "America/New_York", "author_id": 1, "overrides": null, "protected": null, "starts_at": "2030-09-01 04:00:00+00", "attendance": null, "ends_local": "2030-10-15 23:59:59", "online_url": null, "own_status": null, "recurrence": null, "split_from": null, "post_parent": null, "availability": null, "cost_details": {"values": [], "currency_code": null, "currency_symbol": null, "currency_position": null}, "event_status": "scheduled", "external_ids": {}, "published_at": "2026-11-16 18:04:09+00", "starts_local": "2030-09-01 00:00:00", "custom_fields": {}, "show_map_link": true, "listing_ends_at": "2030-10-15 22:59:59+00", "listing_starts_at": "2030-08-31 23:00:00+00", "hide_from_listings": false, "previous_starts_at": null}', '01a1e587-de77-7faa-879b-2af0159e3ff8', NULL),
	(10, '110906', '2026-11-16 18:04:09.325042+00', 'event', 9, 1, 'create', 1, 'en', NULL, '{"cost": null, "hours": null, "texts": {"en": {"slug": "rehearsal", "title": "Rehearsal", "excerpt": null, "description": null, "event_status_reason": null}}, "venue": [2], "status": "publish", "sticky": false, "all_day": false, "ends_at": "2030-07-01 11:00:00+00", "undated": false, "website": null, "featured": false, "image_id": null, "show_map": true, "ticketed": false, "timezone": "Europe/Lisbon", "author_id": 1, "overrides": null, "protected": null, "starts_at": "2030-07-01 09:00:00+00", "attendance": null, "ends_local": "2030-07-01 12:00:00", "online_url": null, "own_status": null, "recurrence": null, "split_from": null, "post_parent": null, "availability": null, "cost_details": {"values": [], "currency_code": null, "currency_symbol": null, "currency_position": null}, "event_status": "scheduled", "external_ids": {}, "published_at": "2026-11-16 18:04:09+00", "starts_local": "2030-07-01 10:00:00", "custom_fields": {}, "show_map_link": true, "listing_ends_at": "2030-07-01 11:00:00+00", "listing_starts_at": "2030-07-01 09:00:00+00", "hide_from_listings": false, "previous_starts_at": null}', '01a1e587-de8c-7c17-8b2e-27bf411a99e2', NULL),
	(11, '110907', '2026-11-16 18:04:09.346162+00', 'event', 10, 1, 'create', 1, 'en', NULL, '{"cost": null, "hours": null, "texts": {"en": {"slug": "planned-talk", "title": "Planned talk", "excerpt": null, "description": null, "event_status_reason": null}}, "status": "draft", "sticky": false, "all_day": false, "ends_at": "2030-11-01 19:00:00+00", "undated": true, "website": null, "featured": false, "image_id": null, "show_map": true, "ticketed": false, "timezone": "Europe/Lisbon", "author_id": 1, "overrides": null, "protected": null, "starts_at": "2030-11-01 18:00:00+00", "attendance": null, "ends_local": "2030-11-01 19:00:00", "online_url": null, "own_status": null, "recurrence": null, "split_from": null, "post_parent": null, "availability": null, "cost_details": {"values": [], "currency_code": null, "currency_symbol": null, "currency_position": null}, "event_status": "scheduled", "external_ids": {}, "published_at": "2026-11-16 18:04:09+00", "starts_local": "2030-11-01 18:00:00", "custom_fields": {}, "show_map_link": true, "listing_ends_at": "2030-11-01 19:00:00+00", "listing_starts_at": "2030-11-01 18:00:00+00", "hide_from_listings": false, "previous_starts_at": null}', '01a1e587-defa-78e8-9cb0-93b9e82220c0', NULL),
	(12, '110909', '2026-11-16 18:04:09.361909+00', 'event', 11, 1, 'create', 1, 'en', NULL, '{"cost": null, "hours": null, "texts": {"en": {"slug": "canceled-walk", "title": "Canceled walk", "excerpt": null, "description": null, "event_status_reason": null}}, "status": "publish", "sticky": false, "all_day": false, "ends_at": "2030-05-01 10:00:00+00", "undated": false, "website": null, "featured": false, "image_id": null, "show_map": true, "ticketed": false, "timezone": "Europe/Lisbon", "author_id": 1, "overrides": null, "protected": null, "starts_at": "2030-05-01 08:00:00+00", "attendance": null, "ends_local": "2030-05-01 11:00:00", "online_url": null, "own_status": null, "recurrence": null, "split_from": null, "post_parent": null, "availability": null, "cost_details": {"values": [], "currency_code": null, "currency_symbol": null, "currency_position": null}, "event_status": "scheduled", "external_ids": {}, "published_at": "2026-11-16 18:04:09+00", "starts_local": "2030-05-01 09:00:00", "custom_fields": {}, "show_map_link": true, "listing_ends_at": "2030-05-01 10:00:00+00", "listing_starts_at": "2030-05-01 08:00:00+00", "hide_from_listings": false, "previous_starts_at": null}', '01a1e587-df0e-7cbf-991a-62ec40c30674', NULL),
	(13, '110911', '2026-11-16 18:04:09.468601+00', 'event', 11, 2, 'trash', 1, NULL, '{"status": "publish"}', '{"status": "trash"}', '01a1e587-df3a-7c57-ae29-ed9fbaf500ee', NULL),
	(14, '110912', '2026-11-16 18:04:09.490907+00', 'event', 12, 1, 'create', 1, 'en', NULL, '{"cost": null, "hours": {"closed": [], "weekly": [{"days": ["sa", "su"], "opens": "10:00", "closes": "18:00"}], "adjusted": []}, "texts": {"en": {"slug": "exhibition", "title": "Exhibition", "excerpt": null, "description": null, "event_status_reason": null}}, "venue": [2], "status": "publish", "sticky": false, "all_day": false, "ends_at": null, "undated": false, "website": null, "featured": false, "image_id": null, "show_map": true, "ticketed": false, "timezone": "Europe/Lisbon", "author_id": 1, "overrides": null, "protected": null, "starts_at": "2030-03-01 10:00:00+00", "attendance": null, "categories": [4], "ends_local": null, "online_url": null, "own_status": null, "recurrence": null, "split_from": null, "post_parent": null, "availability": null, "cost_details": {"values": [], "currency_code": null, "currency_symbol": null, "currency_position": null}, "event_status": "scheduled", "external_ids": {}, "published_at": "2026-11-16 18:04:09+00", "starts_local": "2030-03-01 10:00:00", "custom_fields": {}, "show_map_link": true, "listing_ends_at": "9999-12-31 23:59:59+00", "listing_starts_at": "2030-03-01 10:00:00+00", "hide_from_listings": false, "previous_starts_at": null}', '01a1e587-df8a-79b5-809d-c149065259a3', NULL),
	(15, '110914', '2026-11-16 18:04:09.523485+00', 'event', 13, 1, 'create', 1, 'en', NULL, '{"cost": null, "tags": [6], "hours": null, "texts": {"en": {"slug": "members-only", "title": "Members only", "excerpt": null, "description": null, "event_status_reason": null}}, "status": "publish", "sticky": false, "all_day": false, "ends_at": "2030-07-02 11:00:00+00", "undated": false, "website": null, "featured": false, "image_id": null, "show_map": true, "ticketed": false, "timezone": "Europe/Lisbon", "author_id": 1, "organizer": [3], "overrides": null, "protected": null, "starts_at": "2030-07-02 09:00:00+00", "attendance": null, "ends_local": "2030-07-02 12:00:00", "online_url": null, "own_status": null, "recurrence": null, "split_from": null, "post_parent": null, "availability": null, "cost_details": {"values": [], "currency_code": null, "currency_symbol": null, "currency_position": null}, "event_status": "scheduled", "external_ids": {}, "published_at": "2026-11-16 18:04:09+00", "starts_local": "2030-07-02 10:00:00", "custom_fields": {}, "show_map_link": true, "listing_ends_at": "2030-07-02 11:00:00+00", "listing_starts_at": "2030-07-02 09:00:00+00", "hide_from_listings": true, "previous_starts_at": null}', '01a1e587-dfad-7848-b2e4-2e238a36b86d', NULL),
	(16, '110916', '2026-11-16 18:04:09.546565+00', 'event', 14, 1, 'create', 1, 'en', NULL, '{"cost": null, "hours": null, "texts": {"en": {"slug": "weekly-rehearsal", "title": "Weekly rehearsal", "excerpt": null, "description": null, "event_status_reason": null}}, "venue": [2], "status": "publish", "sticky": false, "all_day": false, "ends_at": "2028-08-01 19:00:00+00", "undated": false, "website": null, "featured": false, "image_id": null, "show_map": true, "ticketed": false, "timezone": "Europe/Lisbon", "author_id": 1, "overrides": null, "protected": null, "starts_at": "2028-08-01 17:00:00+00", "attendance": null, "categories": [4], "ends_local": "2028-08-01 20:00:00", "online_url": null, "own_status": null, "recurrence": {"dates": [], "rules": [{"from": null, "rrule": "FREQ=WEEKLY;COUNT=3;BYDAY=TU", "until": null, "end_time": null, "start_time": null}], "exclude": []}, "split_from": null, "post_parent": null, "availability": null, "cost_details": {"values": [], "currency_code": null, "currency_symbol": null, "currency_position": null}, "event_status": "scheduled", "external_ids": {}, "published_at": "2026-11-16 18:04:09+00", "starts_local": "2028-08-01 18:00:00", "custom_fields": {}, "show_map_link": true, "listing_ends_at": "2028-08-01 19:00:00+00", "listing_starts_at": "2028-08-01 17:00:00+00", "hide_from_listings": false, "previous_starts_at": null}', '01a1e587-dfbd-7644-99d6-e533aaf7244e', NULL),
	(17, '110918', '2026-11-16 18:04:09.629827+00', 'event', 16, 2, 'update', 1, 'en', '{"tags": [], "texts": {"en": {"slug": "weekly-rehearsal", "title": "Weekly rehearsal", "excerpt": null, "description": null, "event_status_reason": null}}, "overrides": []}', '{"tags": [6], "texts": {"en": {"slug": "weekly-rehearsal", "title": "Dress rehearsal", "excerpt": null, "description": null, "event_status_reason": null}}, "overrides": ["tags", "title.en"]}', '01a1e587-e009-7e89-965e-1361e675c7e7', NULL);
INSERT INTO public.count_changes VALUES
	(6, 'infinity', 1, 0, 0),
	(5, 'infinity', 1, 0, 0),
	(6, '2030-07-01', 1, 1, 1),
	(0, '2030-07-01', 1, 1, 1),
	(5, '2030-07-01', 1, 1, 1),
	(3, '2030-07-01', 1, 1, 1),
	(2, '2030-07-01', 1, 1, 1),
	(0, '2030-08-31', 1, 1, 1),
	(0, '2030-07-01', 1, 1, 1),
	(-2, '2030-07-01', 1, 1, 1),
	(0, '2030-05-01', 1, 1, 1),
	(0, '2030-05-01', -1, -1, -1),
	(4, 'infinity', 1, 0, 0),
	(2, '2030-03-01', 1, 1, 1),
	(4, '2030-03-01', 1, 1, 1),
	(0, '2030-03-01', 1, 1, 1),
	(6, 'infinity', 1, 0, 0),
	(4, 'infinity', 1, 0, 0),
	(0, '2028-08-15', 1, 0, 1),
	(2, '2028-08-15', 1, 0, 1),
	(0, '2028-08-01', 1, 1, 0),
	(4, '2028-08-01', 1, 1, 0),
	(2, '2028-08-01', 1, 1, 0),
	(4, '2028-08-15', 1, 0, 1),
	(2, '2028-08-08', 1, 0, 0),
	(4, '2028-08-08', 1, 0, 0),
	(0, '2028-08-08', 1, 0, 0),
	(6, '2028-08-08', 1, 1, 1);
INSERT INTO public.credentials VALUES
	(1, 1, '', '\xfc90b94b5a5f999073abfc38c39c9fc598d14866638149fe916199c5f028a2db', 'admin', '2026-11-16 18:04:08.36582+00', '2027-11-16 18:04:08.36582+00', NULL, '2026-11-16 18:04:08.419172+00');
INSERT INTO public.event_categories VALUES
	(7, 5, 1, true),
	(12, 4, 1, true),
	(14, 4, 1, true),
	(16, 4, 1, false);
INSERT INTO public.event_hours VALUES
	(12, '2030-03-01', 'infinity', 96, '{[15000,15480),[17880,18360)}', 'Europe/Lisbon', NULL, NULL, '{}', '{}', false);
INSERT INTO public.event_organizers VALUES
	(7, 3, 1),
	(13, 3, 1);
INSERT INTO public.event_tags VALUES
	(7, 6, 1, true),
	(13, 6, 1, true),
	(16, 6, 1, false);
INSERT INTO public.event_texts VALUES
	(7, 'en', true, '{fr}', 'Summer concert', '<p>Music by the river.</p>', NULL, 'summer-concert', true, 'summer concert
 music by the river. ', '2026-11-16 18:04:09.025447+00', NULL),
	(7, 'fr', false, '{}', 'Concert d’été', '<p>Musique au bord du fleuve.</p>', NULL, 'concert-d-été', true, 'concert d''ete
 musique au bord du fleuve. ', '2026-11-16 18:04:09.122204+00', NULL),
	(8, 'en', true, '{}', 'Film festival', NULL, NULL, 'film-festival', true, 'film festival', '2026-11-16 18:04:09.207132+00', NULL),
	(9, 'en', true, '{}', 'Rehearsal', NULL, NULL, 'rehearsal', true, 'rehearsal', '2026-11-16 18:04:09.228543+00', NULL),
	(10, 'en', true, '{}', 'Planned talk', NULL, NULL, 'planned-talk', true, 'planned talk', '2026-11-16 18:04:09.338473+00', NULL),
	(11, 'en', true, '{}', 'Canceled walk', NULL, NULL, 'canceled-walk', true, 'canceled walk', '2026-11-16 18:04:09.358653+00', NULL),
	(12, 'en', true, '{}', 'Exhibition', NULL, NULL, 'exhibition', true, 'exhibition', '2026-11-16 18:04:09.482137+00', NULL),
	(13, 'en', true, '{}', 'Members only', NULL, NULL, 'members-only', true, 'members only', '2026-11-16 18:04:09.517425+00', NULL),
	(14, 'en', true, '{}', 'Weekly rehearsal', NULL, NULL, 'weekly-rehearsal', true, 'weekly rehearsal', '2026-11-16 18:04:09.533325+00', NULL),
	(16, 'en', true, '{}', 'Dress rehearsal', NULL, NULL, 'weekly-rehearsal', false, 'dress rehearsal', '2026-11-16 18:04:09.609121+00', NULL);
INSERT INTO public.event_venues VALUES
	(7, 2, 1),
	(9, 2, 1),
	(12, 2, 1),
	(14, 2, 1),
	(16, 2, 1);
INSERT INTO public.events VALUES
	(7, 1, 'publish', NULL, NULL, '2026-11-16 18:04:09+00', false, '2026-11-16 18:04:09.025447+00', '2026-11-16 18:04:09.122204+00', NULL, 2, 'en', 1, NULL, '2030-07-01 20:00:00', '2030-07-01 22:30:00', 'Europe/Lisbon', '2026c', '2030-07-01 19:00:00+00', '2030-07-01 21:30:00+00', '2030-07-01 19:00:00+00', '2030-07-01 21:30:00+00', false, NULL, '10 €', '{"values": ["10"], "currency_code": "EUR", "currency_symbol": "€", "currency_position": "postfix"}', '{"doors": "19:00"}', true, true, false, false, true, false, NULL, DEFAULT, 'scheduled', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, '{}', NULL),
	(8, 1, 'publish', NULL, NULL, '2026-11-16 18:04:09+00', false, '2026-11-16 18:04:09.207132+00', '2026-11-16 18:04:09.207132+00', NULL, 1, 'en', NULL, NULL, '2030-09-01 00:00:00', '2030-10-15 23:59:59', 'America/New_York', '2026c', '2030-09-01 04:00:00+00', '2030-10-16 03:59:59+00', '2030-08-31 23:00:00+00', '2030-10-15 22:59:59+00', true, NULL, NULL, '{"values": [], "currency_code": null, "currency_symbol": null, "currency_position": null}', '{}', true, true, false, false, false, false, NULL, DEFAULT, 'scheduled', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, '{}', NULL),
	(9, 1, 'publish', NULL, NULL, '2026-11-16 18:04:09+00', false, '2026-11-16 18:04:09.228543+00', '2026-11-16 18:04:09.228543+00', NULL, 1, 'en', NULL, NULL, '2030-07-01 10:00:00', '2030-07-01 12:00:00', 'Europe/Lisbon', '2026c', '2030-07-01 09:00:00+00', '2030-07-01 11:00:00+00', '2030-07-01 09:00:00+00', '2030-07-01 11:00:00+00', false, NULL, NULL, '{"values": [], "currency_code": null, "currency_symbol": null, "currency_position": null}', '{}', true, true, false, false, false, false, 'scrypt$16384$BBTyxZDcpoHNwS0VIA5AMQ$NZzEcZ2BF7S7GP1EyAI8mzdaXaEWxqmDnYu2XqEuetQ', DEFAULT, 'scheduled', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, '{}', NULL),
	(10, 1, 'draft', NULL, NULL, '2026-11-16 18:04:09+00', true, '2026-11-16 18:04:09.338473+00', '2026-11-16 18:04:09.338473+00', NULL, 1, 'en', NULL, NULL, '2030-11-01 18:00:00', '2030-11-01 19:00:00', 'Europe/Lisbon', '2026c', '2030-11-01 18:00:00+00', '2030-11-01 19:00:00+00', '2030-11-01 18:00:00+00', '2030-11-01 19:00:00+00', false, NULL, NULL, '{"values": [], "currency_code": null, "currency_symbol": null, "currency_position": null}', '{}', true, true, false, false, false, false, NULL, DEFAULT, 'scheduled', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, '{}', NULL),
	(11, 1, 'trash', 'publish', '2026-11-16 18:04:09+00', '2026-11-16 18:04:09+00', false, '2026-11-16 18:04:09.358653+00', '2026-11-16 18:04:09.402034+00', NULL, 2, 'en', NULL, NULL, '2030-05-01 09:00:00', '2030-05-01 11:00:00', 'Europe/Lisbon', '2026c', '2030-05-01 08:00:00+00', '2030-05-01 10:00:00+00', '2030-05-01 08:00:00+00', '2030-05-01 10:00:00+00', false, NULL, NULL, '{"values": [], "currency_code": null, "currency_symbol": null, "currency_position": null}', '{}', true, true, false, false, false, false, NULL, DEFAULT, 'scheduled', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, '{}', NULL),
	(12, 1, 'publish', NULL, NULL, '2026-11-16 18:04:09+00', false, '2026-11-16 18:04:09.482137+00', '2026-11-16 18:04:09.482137+00', NULL, 1, 'en', NULL, NULL, '2030-03-01 10:00:00', NULL, 'Europe/Lisbon', '2026c', '2030-03-01 10:00:00+00', NULL, '2030-03-01 10:00:00+00', '9999-12-31 23:59:59+00', false, NULL, NULL, '{"values": [], "currency_code": null, "currency_symbol": null, "currency_position": null}', '{}', true, true, false, false, false, false, NULL, DEFAULT, 'scheduled', NULL, NULL, NULL, NULL, '{"closed": [], "weekly": [{"days": ["sa", "su"], "opens": "10:00", "closes": "18:00"}], "adjusted": []}', NULL, NULL, NULL, NULL, 0, NULL, '{}', NULL),
	(13, 1, 'publish', NULL, NULL, '2026-11-16 18:04:09+00', false, '2026-11-16 18:04:09.517425+00', '2026-11-16 18:04:09.517425+00', NULL, 1, 'en', NULL, NULL, '2030-07-02 10:00:00', '2030-07-02 12:00:00', 'Europe/Lisbon', '2026c', '2030-07-02 09:00:00+00', '2030-07-02 11:00:00+00', '2030-07-02 09:00:00+00', '2030-07-02 11:00:00+00', false, NULL, NULL, '{"values": [], "currency_code": null, "currency_symbol": null, "currency_position": null}', '{}', true, true, true, false, false, false, NULL, DEFAULT, 'scheduled', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, '{}', NULL),
	(14, 1, 'publish', NULL, NULL, '2026-11-16 18:04:09+00', false, '2026-11-16 18:04:09.533325+00', '2026-11-16 18:04:09.533325+00', NULL, 1, 'en', NULL, NULL, '2028-08-01 18:00:00', '2028-08-01 20:00:00', 'Europe/Lisbon', '2026c', '2028-08-01 17:00:00+00', '2028-08-01 19:00:00+00', '2028-08-01 17:00:00+00', '2028-08-01 19:00:00+00', false, NULL, NULL, '{"values": [], "currency_code": null, "currency_symbol": null, "currency_position": null}', '{}', true, true, false, false, false, false, NULL, DEFAULT, 'scheduled', NULL, NULL, NULL, NULL, NULL, '{"dates": [], "rules": [{"from": null, "rrule": "FREQ=WEEKLY;COUNT=3;BYDAY=TU", "until": null, "end_time": null, "start_time": null}], "exclude": []}', NULL, NULL, NULL, 0, NULL, '{}', NULL),
	(16, 1, 'publish', NULL, NULL, '2026-11-16 18:04:09+00', false, '2026-11-16 18:04:09.609121+00', '2026-11-16 18:04:09.609121+00', NULL, 2, 'en', NULL, NULL, '2028-08-08 18:00:00', '2028-08-08 20:00:00', 'Europe/Lisbon', '2026c', '2028-08-08 17:00:00+00', '2028-08-08 19:00:00+00', '2028-08-08 17:00:00+00', '2028-08-08 19:00:00+00', false, NULL, NULL, '{"values": [], "currency_code": null, "currency_symbol": null, "currency_position": null}', '{}', true, true, false, false, false, false, NULL, DEFAULT, 'scheduled', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 14, '2028-08-08 18:00:00', 1, NULL, '{tags,title.en}', NULL);
INSERT INTO public.image_texts VALUES
	(1, 'en', true, '{}', 'Harbor', 'harbor', 'The harbor at night', NULL, NULL, true, 'harbor
the harbor at night', '2026-11-16 18:04:08.450915+00');
INSERT INTO public.images VALUES
	(1, 1, '2026-11-16 18:04:08.450915+00', '2026-11-16 18:04:08.450915+00', 1, 'en', '96ae7e0f56926fce8fdff671ecf12fdd8da814a1ff05e3524f6041519b8a138a', 'png', 30, 20, 127, '{"full": {"width": 30, "height": 20}, "large": {"width": 30, "height": 20}, "medium": {"width": 30, "height": 20}, "thumbnail": {"width": 30, "height": 20}}', NULL);
INSERT INTO public.listings VALUES
	(0, '2030-07-01 19:00:00+00', 7, 7, '2030-07-01 21:30:00+00', NULL, NULL, true, false),
	(5, '2030-07-01 19:00:00+00', 7, 7, '2030-07-01 21:30:00+00', NULL, NULL, true, false),
	(6, '2030-07-01 19:00:00+00', 7, 7, '2030-07-01 21:30:00+00', NULL, NULL, true, false),
	(2, '2030-07-01 19:00:00+00', 7, 7, '2030-07-01 21:30:00+00', NULL, NULL, true, false),
	(3, '2030-07-01 19:00:00+00', 7, 7, '2030-07-01 21:30:00+00', NULL, NULL, true, false),
	(0, '2030-08-31 23:00:00+00', 8, 8, '2030-10-15 22:59:59+00', NULL, NULL, true, false),
	(0, '2030-07-01 09:00:00+00', 9, 9, '2030-07-01 11:00:00+00', NULL, NULL, true, false),
	(-2, '2030-07-01 09:00:00+00', 9, 9, '2030-07-01 11:00:00+00', NULL, NULL, true, false),
	(0, '2030-03-01 10:00:00+00', 12, 12, '9999-12-31 23:59:59+00', NULL, NULL, true, false),
	(4, '2030-03-01 10:00:00+00', 12, 12, '9999-12-31 23:59:59+00', NULL, NULL, true, false),
	(2, '2030-03-01 10:00:00+00', 12, 12, '9999-12-31 23:59:59+00', NULL, NULL, true, false),
	(0, '2028-08-01 17:00:00+00', 15, 14, '2028-08-01 19:00:00+00', NULL, NULL, false, false),
	(0, '2028-08-08 17:00:00+00', 16, 14, '2028-08-08 19:00:00+00', '2028-08-01 17:00:00+00', '2028-08-01 19:00:00+00', false, false),
	(0, '2028-08-15 17:00:00+00', 17, 14, '2028-08-15 19:00:00+00', '2028-08-08 17:00:00+00', '2028-08-08 19:00:00+00', true, false),
	(2, '2028-08-01 17:00:00+00', 15, 14, '2028-08-01 19:00:00+00', NULL, NULL, false, false),
	(2, '2028-08-08 17:00:00+00', 16, 14, '2028-08-08 19:00:00+00', '2028-08-01 17:00:00+00', '2028-08-01 19:00:00+00', false, false),
	(2, '2028-08-15 17:00:00+00', 17, 14, '2028-08-15 19:00:00+00', '2028-08-08 17:00:00+00', '2028-08-08 19:00:00+00', true, false),
	(4, '2028-08-01 17:00:00+00', 15, 14, '2028-08-01 19:00:00+00', NULL, NULL, false, false),
	(4, '2028-08-08 17:00:00+00', 16, 14, '2028-08-08 19:00:00+00', '2028-08-01 17:00:00+00', '2028-08-01 19:00:00+00', false, false),
	(4, '2028-08-15 17:00:00+00', 17, 14, '2028-08-15 19:00:00+00', '2028-08-08 17:00:00+00', '2028-08-08 19:00:00+00', true, false),
	(6, '2028-08-08 17:00:00+00', 16, 14, '2028-08-08 19:00:00+00', NULL, NULL, true, false);
INSERT INTO public.migrations VALUES
	('0001_baseline.sql', 'd2727b3fed74cfe85da981b5f56d7d2c60eeb935c78a0495ac6c2f6c8f6730ad', '2026-11-16 18:01:26.301109+00'),
	('0002_write_api.sql', 'c5efa7943b447c719a0b00d5725f633b227e095ca91df3a10f6e91b7b4b41b1c', '2026-11-16 18:01:26.583164+00'),
	('0003_opening_hours.sql', 'f21c93d45982567515cf6cd04c4592e86abe4576561b5a0b04b195362905b10e', '2026-11-16 18:01:26.619948+00'),
	('0004_recurrence.sql', 'b9c3a4e0984bd59ba6b4dc6e837554f6a4f56e9ba1889ff5aaf396871122163e', '2026-11-16 18:01:26.630529+00'),
	('0005_endless_series.sql', '8c15ef39f8014f8255af1b90d00a2f2e564a79bcd4a2d5b4caeeac2517f6e93c', '2026-11-16 18:01:26.813334+00'),
	('0006_list_costs.sql', '0bf72fa83b04b2395d58ac9db209cca8e67d3e5a6bc713b59a26ec9bdda61880', '2026-11-16 18:01:26.827206+00'),
	('0007_change_feed.sql', '3ad2666fcb9dd49b406c7578ffcbd87c6ab75b1ea04632cf63d71ab690f77222', '2026-11-16 18:01:26.856706+00'),
	('0008_history.sql', 'e5243d3cdcd0a31877cefe44aef7024ed7e41ccfecb775612e1db32b29469c68', '2026-11-16 18:01:26.88536+00');
INSERT INTO public.occurrences VALUES
	(7, 7, NULL, NULL, NULL, NULL, '2030-07-01 19:00:00+00', '2030-07-01 21:30:00+00', 'publish', 1, false, false, true, false, 0),
	(8, 8, NULL, NULL, NULL, NULL, '2030-08-31 23:00:00+00', '2030-10-15 22:59:59+00', 'publish', 1, false, false, false, false, 0),
	(9, 9, NULL, NULL, NULL, NULL, '2030-07-01 09:00:00+00', '2030-07-01 11:00:00+00', 'publish', 1, false, true, false, false, 0),
	(10, 10, NULL, NULL, NULL, NULL, '2030-11-01 18:00:00+00', '2030-11-01 19:00:00+00', 'draft', 1, false, false, false, false, 0),
	(11, 11, NULL, NULL, NULL, NULL, '2030-05-01 08:00:00+00', '2030-05-01 10:00:00+00', 'trash', 1, false, false, false, false, 0),
	(12, 12, NULL, NULL, NULL, NULL, '2030-03-01 10:00:00+00', '9999-12-31 23:59:59+00', 'publish', 1, false, false, false, false, 0),
	(13, 13, NULL, NULL, NULL, NULL, '2030-07-02 09:00:00+00', '2030-07-02 11:00:00+00', 'publish', 1, true, false, false, false, 0),
	(15, 14, 14, '2028-08-01 18:00:00', '2028-08-01 18:00:00', '2028-08-01 20:00:00', '2028-08-01 17:00:00+00', '2028-08-01 19:00:00+00', 'publish', 1, false, false, false, false, 0),
	(17, 14, 14, '2028-08-15 18:00:00', '2028-08-15 18:00:00', '2028-08-15 20:00:00', '2028-08-15 17:00:00+00', '2028-08-15 19:00:00+00', 'publish', 1, false, false, false, false, 0),
	(16, 16, 14, '2028-08-08 18:00:00', NULL, NULL, '2028-08-08 17:00:00+00', '2028-08-08 19:00:00+00', 'publish', 1, false, false, false, false, 1);
INSERT INTO public.organizer_texts VALUES
	(3, 'en', true, '{}', 'City Orchestra', NULL, 'city-orchestra', true, 'city orchestra
office@orchestra.example', '2026-11-16 18:04:08.9072+00', 'city orchestra');
INSERT INTO public.organizers VALUES
	(3, 1, 'publish', NULL, NULL, '2026-11-16 18:04:08+00', false, '2026-11-16 18:04:08.9072+00', '2026-11-16 18:04:08.9072+00', 1, 'en', NULL, NULL, NULL, 'office@orchestra.example');
INSERT INTO public.security_log OVERRIDING SYSTEM VALUE VALUES
	(1, '2026-11-16 18:04:07.033063+00', 'user added', NULL, NULL, '{"role": "editor", "login": "editor"}'),
	(2, '2026-11-16 18:04:08.370797+00', 'token added', NULL, NULL, '{"login": "editor", "scope": "admin", "token": 1}');
INSERT INTO public.tag_texts VALUES
	(6, 'en', true, '{}', 'Open air', NULL, 'open-air', true, 'open air
open-air', '2026-11-16 18:04:09.001805+00');
INSERT INTO public.tags VALUES
	(6, 'open air', '2026-11-16 18:04:09.001805+00', '2026-11-16 18:04:09.001805+00', 1, 'en');
INSERT INTO public.users VALUES
	(1, 'editor', '', 'editor', NULL, '2026-11-16 18:04:07.028825+00');
INSERT INTO public.venue_texts VALUES
	(2, 'en', true, '{}', 'Old Theater', NULL, 'old-theater', true, 'old theater
lisbon', '2026-11-16 18:04:08.867324+00', 'old theater');
INSERT INTO public.venues VALUES
	(2, 1, 'publish', NULL, NULL, '2026-11-16 18:04:08+00', false, '2026-11-16 18:04:08.867324+00', '2026-11-16 18:04:08.867324+00', 1, 'en', 1, NULL, 'Lisbon', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 38.71, -9.14, true, true, NULL);
SELECT pg_catalog.setval('public.changes_id_seq', 17, true);
SELECT pg_catalog.setval('public.credentials_id_seq', 1, true);
SELECT pg_catalog.setval('public.record_ids', 17, true);
SELECT pg_catalog.setval('public.security_log_id_seq', 2, true);
SELECT pg_catalog.setval('public.users_id_seq', 1, true);
ALTER TABLE ONLY public.calendar_identity
    ADD CONSTRAINT calendar_identity_pkey PRIMARY KEY (one);
ALTER TABLE ONLY public.categories
    ADD CONSTRAINT categories_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.category_texts
    ADD CONSTRAINT category_texts_pkey PRIMARY KEY (id, language);
ALTER TABLE ONLY public.change_feed
    ADD CONSTRAINT change_feed_pkey PRIMARY KEY (only_row);
ALTER TABLE public.changes
    ADD CONSTRAINT changes_action_check CHECK ((action = ANY (ARRAY['create'::text, 'update'::text, 'trash'::text, 'restore'::text, 'delete'::text, 'publish'::text, 'merge'::text]))) NOT VALID;
ALTER TABLE ONLY public.changes
    ADD CONSTRAINT changes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.counts
    ADD CONSTRAINT counts_pkey PRIMARY KEY (ref_id, day) INCLUDE (n, firsts, lasts);
ALTER TABLE ONLY public.credentials
    ADD CONSTRAINT credentials_digest_key UNIQUE (digest);
ALTER TABLE ONLY public.credentials
    ADD CONSTRAINT credentials_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.event_categories
    ADD CONSTRAINT event_categories_pkey PRIMARY KEY (event_id, ref_id);
ALTER TABLE ONLY public.event_hours
    ADD CONSTRAINT event_hours_pkey PRIMARY KEY (event_id);
ALTER TABLE ONLY public.event_organizers
    ADD CONSTRAINT event_organizers_pkey PRIMARY KEY (event_id, ref_id);
ALTER TABLE ONLY public.event_tags
    ADD CONSTRAINT event_tags_pkey PRIMARY KEY (event_id, ref_id);
ALTER TABLE ONLY public.event_texts
    ADD CONSTRAINT event_texts_pkey PRIMARY KEY (id, language);
ALTER TABLE ONLY public.event_venues
    ADD CONSTRAINT event_venues_pkey PRIMARY KEY (event_id, ref_id);
ALTER TABLE public.events
    ADD CONSTRAINT events_exception CHECK (((series_id IS NULL) = (original_start IS NULL))) NOT VALID;
ALTER TABLE public.events
    ADD CONSTRAINT events_exception_rule CHECK (((series_id IS NULL) OR (recurrence IS NULL))) NOT VALID;
ALTER TABLE public.events
    ADD CONSTRAINT events_open_end CHECK (((ends_local IS NULL) = (ends_at IS NULL))) NOT VALID;
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.external_ids
    ADD CONSTRAINT external_ids_pkey PRIMARY KEY (kind, source, external_id);
ALTER TABLE ONLY public.external_ids
    ADD CONSTRAINT external_ids_source UNIQUE (record_id, source);
ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (caller_id, key);
ALTER TABLE ONLY public.image_sources
    ADD CONSTRAINT image_sources_pkey PRIMARY KEY (address);
ALTER TABLE ONLY public.image_texts
    ADD CONSTRAINT image_texts_pkey PRIMARY KEY (id, language);
ALTER TABLE ONLY public.images
    ADD CONSTRAINT images_digest UNIQUE (digest);
ALTER TABLE ONLY public.images
    ADD CONSTRAINT images_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.listings
    ADD CONSTRAINT listings_pkey PRIMARY KEY (ref_id, starts_at, id) INCLUDE (ends_at, previous_at, previous_end, last);
ALTER TABLE ONLY public.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.occurrences
    ADD CONSTRAINT occurrences_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.organizer_texts
    ADD CONSTRAINT organizer_texts_pkey PRIMARY KEY (id, language);
ALTER TABLE ONLY public.organizers
    ADD CONSTRAINT organizers_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.redirects
    ADD CONSTRAINT redirects_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.retired_occurrences
    ADD CONSTRAINT retired_occurrences_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.security_log
    ADD CONSTRAINT security_log_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tag_texts
    ADD CONSTRAINT tag_texts_pkey PRIMARY KEY (id, language);
ALTER TABLE ONLY public.tags
    ADD CONSTRAINT tags_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_login_key UNIQUE (login);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.venue_texts
    ADD CONSTRAINT venue_texts_pkey PRIMARY KEY (id, language);
ALTER TABLE ONLY public.venues
    ADD CONSTRAINT venues_pkey PRIMARY KEY (id);
CREATE INDEX categories_children ON public.categories USING btree (parent_id);
CREATE UNIQUE INDEX categories_name ON public.categories USING btree (COALESCE(parent_id, (0)::bigint), name_key);
CREATE UNIQUE INDEX category_texts_slug ON public.category_texts USING btree (slug) WHERE slug_owner;
CREATE INDEX changes_change_id ON public.changes USING btree (change_id) WHERE (change_id IS NOT NULL);
CREATE INDEX changes_ended ON public.changes USING btree (record_id) WHERE (before ? 'ended'::text);
CREATE INDEX changes_feed ON public.changes USING btree (xact, id);
CREATE INDEX changes_record ON public.changes USING btree (record_id, version);
CREATE INDEX changes_shown ON public.changes USING btree (xact) WHERE (kind <> 'event'::text);
CREATE INDEX changes_unredacted ON public.changes USING btree (id) WHERE ((action = 'delete'::text) AND (before ? 'texts'::text));
CREATE INDEX count_changes_day ON public.count_changes USING btree (ref_id, day) INCLUDE (n, firsts, lasts);
CREATE INDEX credentials_user ON public.credentials USING btree (user_id);
CREATE INDEX event_categories_ref ON public.event_categories USING btree (ref_id, event_id);
CREATE INDEX event_hours_run ON public.event_hours USING btree (last_day, first_day);
CREATE INDEX event_organizers_ref ON public.event_organizers USING btree (ref_id, event_id);
CREATE INDEX event_tags_ref ON public.event_tags USING btree (ref_id, event_id);
CREATE INDEX event_texts_search ON public.event_texts USING gin (search public.gin_trgm_ops);
CREATE UNIQUE INDEX event_texts_slug ON public.event_texts USING btree (slug) WHERE slug_owner;
CREATE INDEX event_venues_ref ON public.event_venues USING btree (ref_id, event_id);
CREATE INDEX events_changed_status ON public.events USING btree (event_status) WHERE (event_status <> 'scheduled'::public.event_status);
CREATE INDEX events_children ON public.events USING btree (post_parent) WHERE (post_parent IS NOT NULL);
CREATE INDEX events_due ON public.events USING btree (published_at) WHERE ((status)::text = 'future'::text);
CREATE INDEX events_exceptions ON public.events USING btree (series_id) WHERE (series_id IS NOT NULL);
CREATE INDEX events_expansion ON public.events USING btree (expanded_until) WHERE (expanded_until IS NOT NULL);
CREATE INDEX events_image_id ON public.events USING btree (image_id) WHERE (image_id IS NOT NULL);
CREATE INDEX events_modified ON public.events USING btree (modified_at, id);
CREATE INDEX events_own ON public.events USING btree (author_id, status);
CREATE INDEX events_split ON public.events USING btree (split_from) WHERE (split_from IS NOT NULL);
CREATE INDEX events_trashed ON public.events USING btree (trashed_at) WHERE ((status)::text = 'trash'::text);
CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (created_at);
CREATE INDEX idempotency_keys_shown ON public.idempotency_keys USING gin (shown_ids);
CREATE INDEX image_sources_image ON public.image_sources USING btree (image_id);
CREATE INDEX image_texts_search ON public.image_texts USING gin (search public.gin_trgm_ops);
CREATE UNIQUE INDEX image_texts_slug ON public.image_texts USING btree (slug) WHERE slug_owner;
CREATE INDEX images_modified ON public.images USING btree (modified_at, id);
CREATE INDEX images_newest ON public.images USING btree (created_at DESC, id DESC);
CREATE INDEX images_unused ON public.images USING btree (unused_since) WHERE (unused_since IS NOT NULL);
CREATE INDEX listings_first ON public.listings USING btree (ref_id, starts_at, id) INCLUDE (ends_at) WHERE (previous_at IS NULL);
CREATE INDEX listings_gap ON public.listings USING btree (ref_id, public.gap_class(previous_at, starts_at), starts_at) INCLUDE (previous_at) WHERE ((starts_at - previous_at) > '8 days'::interval);
CREATE INDEX listings_long ON public.listings USING btree (ref_id, public.span_class(starts_at, ends_at), starts_at, id) INCLUDE (ends_at, previous_at, previous_end, series, last) WHERE ((ends_at - starts_at) > '06:00:00'::interval);
CREATE INDEX listings_series ON public.listings USING btree (series);
CREATE INDEX occurrences_all ON public.occurrences USING btree (starts_at, id) INCLUDE (ends_at, status, author_id, hide_from_listings, record_id);
CREATE INDEX occurrences_author ON public.occurrences USING btree (author_id, starts_at, id) INCLUDE (ends_at, status, hide_from_listings);
CREATE INDEX occurrences_long ON public.occurrences USING btree (public.span_class(starts_at, ends_at), starts_at, id) INCLUDE (ends_at, record_id) WHERE (((status)::text = 'publish'::text) AND (NOT hide_from_listings) AND ((ends_at - starts_at) > '06:00:00'::interval));
CREATE INDEX occurrences_public ON public.occurrences USING btree (starts_at, id) INCLUDE (ends_at, record_id, featured, ticketed) WHERE (((status)::text = 'publish'::text) AND (NOT hide_from_listings));
CREATE INDEX occurrences_record ON public.occurrences USING btree (record_id, starts_at);
CREATE UNIQUE INDEX occurrences_series ON public.occurrences USING btree (series_id, original_start, id) WHERE (series_id IS NOT NULL);
CREATE INDEX occurrences_unpublished ON public.occurrences USING btree (starts_at, id) INCLUDE (ends_at, status, author_id, hide_from_listings, record_id) WHERE ((status)::text <> 'publish'::text);
CREATE INDEX organizer_texts_name ON public.organizer_texts USING hash (name_key);
CREATE INDEX organizer_texts_search ON public.organizer_texts USING gin (search public.gin_trgm_ops);
CREATE UNIQUE INDEX organizer_texts_slug ON public.organizer_texts USING btree (slug) WHERE slug_owner;
CREATE INDEX organizers_due ON public.organizers USING btree (published_at) WHERE ((status)::text = 'future'::text);
CREATE INDEX organizers_image_id ON public.organizers USING btree (image_id) WHERE (image_id IS NOT NULL);
CREATE INDEX organizers_modified ON public.organizers USING btree (modified_at, id);
CREATE INDEX organizers_newest ON public.organizers USING btree (published_at DESC, id DESC) INCLUDE (status, author_id);
CREATE INDEX organizers_own ON public.organizers USING btree (author_id, status);
CREATE INDEX organizers_trashed ON public.organizers USING btree (trashed_at) WHERE ((status)::text = 'trash'::text);
CREATE INDEX redirects_slugs ON public.redirects USING gin (slugs);
CREATE INDEX redirects_target ON public.redirects USING btree (target_id);
CREATE INDEX retired_occurrences_series ON public.retired_occurrences USING btree (series_id, original_start);
CREATE INDEX security_log_at ON public.security_log USING btree (at);
CREATE UNIQUE INDEX tag_texts_slug ON public.tag_texts USING btree (slug) WHERE slug_owner;
CREATE UNIQUE INDEX tags_name ON public.tags USING btree (name_key);
CREATE INDEX venue_texts_name ON public.venue_texts USING hash (name_key);
CREATE INDEX venue_texts_search ON public.venue_texts USING gin (search public.gin_trgm_ops);
CREATE UNIQUE INDEX venue_texts_slug ON public.venue_texts USING btree (slug) WHERE slug_owner;
CREATE INDEX venues_due ON public.venues USING btree (published_at) WHERE ((status)::text = 'future'::text);
CREATE INDEX venues_image_id ON public.venues USING btree (image_id) WHERE (image_id IS NOT NULL);
CREATE INDEX venues_modified ON public.venues USING btree (modified_at, id);
CREATE INDEX venues_newest ON public.venues USING btree (published_at DESC, id DESC) INCLUDE (status, author_id);
CREATE INDEX venues_own ON public.venues USING btree (author_id, status);
CREATE INDEX venues_place ON public.venues USING btree (geo_lat, geo_lng) WHERE (geo_lat IS NOT NULL);
CREATE INDEX venues_trashed ON public.venues USING btree (trashed_at) WHERE ((status)::text = 'trash'::text);
CREATE TRIGGER categories_cycle AFTER INSERT OR UPDATE OF parent_id ON public.categories FOR EACH ROW EXECUTE FUNCTION public.refuse_cycle('parent_id');
CREATE TRIGGER categories_external_ids AFTER DELETE ON public.categories REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.delete_external_ids();
CREATE TRIGGER categories_listings AFTER DELETE ON public.categories REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.delete_listings_of_linked();
CREATE TRIGGER event_categories_counted_d AFTER DELETE ON public.event_categories REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.count_terms();
CREATE TRIGGER event_categories_counted_i AFTER INSERT ON public.event_categories REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.count_terms();
CREATE TRIGGER event_categories_counted_u AFTER UPDATE ON public.event_categories REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.count_terms();
CREATE TRIGGER event_tags_counted_d AFTER DELETE ON public.event_tags REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.count_terms();
CREATE TRIGGER event_tags_counted_i AFTER INSERT ON public.event_tags REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.count_terms();
CREATE TRIGGER event_tags_counted_u AFTER UPDATE ON public.event_tags REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.count_terms();
CREATE TRIGGER events_cycle AFTER INSERT OR UPDATE OF post_parent ON public.events FOR EACH ROW WHEN ((new.post_parent IS NOT NULL)) EXECUTE FUNCTION public.refuse_cycle('post_parent');
CREATE TRIGGER events_external_ids AFTER DELETE ON public.events REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.delete_external_ids();
CREATE TRIGGER events_hours_i AFTER INSERT ON public.events FOR EACH ROW WHEN ((new.hours IS NOT NULL)) EXECUTE FUNCTION public.derive_event_hours();
CREATE TRIGGER events_hours_u AFTER UPDATE OF hours, starts_local, ends_local, timezone, password ON public.events FOR EACH ROW WHEN (((new.hours IS NOT NULL) OR (old.hours IS NOT NULL))) EXECUTE FUNCTION public.derive_event_hours();
CREATE TRIGGER listings_counted_d AFTER DELETE ON public.listings REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.count_listings();
CREATE TRIGGER listings_counted_i AFTER INSERT ON public.listings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.count_listings();
CREATE TRIGGER listings_counted_u AFTER UPDATE ON public.listings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.count_listings();
CREATE TRIGGER occurrences_listings AFTER DELETE ON public.occurrences REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.delete_listings_of_dates();
CREATE TRIGGER organizers_external_ids AFTER DELETE ON public.organizers REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.delete_external_ids();
CREATE TRIGGER organizers_listings AFTER DELETE ON public.organizers REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.delete_listings_of_linked();
CREATE TRIGGER tags_external_ids AFTER DELETE ON public.tags REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.delete_external_ids();
CREATE TRIGGER tags_listings AFTER DELETE ON public.tags REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.delete_listings_of_linked();
CREATE TRIGGER venues_external_ids AFTER DELETE ON public.venues REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.delete_external_ids();
CREATE TRIGGER venues_listings AFTER DELETE ON public.venues REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.delete_listings_of_linked();
ALTER TABLE ONLY public.categories
    ADD CONSTRAINT categories_original FOREIGN KEY (id, language) REFERENCES public.category_texts(id, language) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.categories
    ADD CONSTRAINT categories_parent FOREIGN KEY (parent_id) REFERENCES public.categories(id);
ALTER TABLE ONLY public.category_texts
    ADD CONSTRAINT category_texts_id_fkey FOREIGN KEY (id) REFERENCES public.categories(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.credentials
    ADD CONSTRAINT credentials_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.event_categories
    ADD CONSTRAINT event_categories_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.events(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.event_categories
    ADD CONSTRAINT event_categories_ref_id_fkey FOREIGN KEY (ref_id) REFERENCES public.categories(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.event_hours
    ADD CONSTRAINT event_hours_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.events(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.event_organizers
    ADD CONSTRAINT event_organizers_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.events(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.event_organizers
    ADD CONSTRAINT event_organizers_ref_id_fkey FOREIGN KEY (ref_id) REFERENCES public.organizers(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.event_tags
    ADD CONSTRAINT event_tags_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.events(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.event_tags
    ADD CONSTRAINT event_tags_ref_id_fkey FOREIGN KEY (ref_id) REFERENCES public.tags(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.event_texts
    ADD CONSTRAINT event_texts_id_fkey FOREIGN KEY (id) REFERENCES public.events(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.event_venues
    ADD CONSTRAINT event_venues_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.events(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.event_venues
    ADD CONSTRAINT event_venues_ref_id_fkey FOREIGN KEY (ref_id) REFERENCES public.venues(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_image FOREIGN KEY (image_id) REFERENCES public.images(id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_original FOREIGN KEY (id, language) REFERENCES public.event_texts(id, language) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_parent FOREIGN KEY (post_parent) REFERENCES public.events(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_series FOREIGN KEY (series_id) REFERENCES public.events(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_split_from FOREIGN KEY (split_from) REFERENCES public.events(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_caller_id_fkey FOREIGN KEY (caller_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.image_sources
    ADD CONSTRAINT image_sources_image_id_fkey FOREIGN KEY (image_id) REFERENCES public.images(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.image_texts
    ADD CONSTRAINT image_texts_id_fkey FOREIGN KEY (id) REFERENCES public.images(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.images
    ADD CONSTRAINT images_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.images
    ADD CONSTRAINT images_original FOREIGN KEY (id, language) REFERENCES public.image_texts(id, language) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.occurrences
    ADD CONSTRAINT occurrences_record_id_fkey FOREIGN KEY (record_id) REFERENCES public.events(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.occurrences
    ADD CONSTRAINT occurrences_series_id_fkey FOREIGN KEY (series_id) REFERENCES public.events(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.organizer_texts
    ADD CONSTRAINT organizer_texts_id_fkey FOREIGN KEY (id) REFERENCES public.organizers(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.organizers
    ADD CONSTRAINT organizers_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.organizers
    ADD CONSTRAINT organizers_image FOREIGN KEY (image_id) REFERENCES public.images(id);
ALTER TABLE ONLY public.organizers
    ADD CONSTRAINT organizers_original FOREIGN KEY (id, language) REFERENCES public.organizer_texts(id, language) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.retired_occurrences
    ADD CONSTRAINT retired_occurrences_series_id_fkey FOREIGN KEY (series_id) REFERENCES public.events(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.tag_texts
    ADD CONSTRAINT tag_texts_id_fkey FOREIGN KEY (id) REFERENCES public.tags(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.tags
    ADD CONSTRAINT tags_original FOREIGN KEY (id, language) REFERENCES public.tag_texts(id, language) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.venue_texts
    ADD CONSTRAINT venue_texts_id_fkey FOREIGN KEY (id) REFERENCES public.venues(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.venues
    ADD CONSTRAINT venues_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.venues
    ADD CONSTRAINT venues_image FOREIGN KEY (image_id) REFERENCES public.images(id);
ALTER TABLE ONLY public.venues
    ADD CONSTRAINT venues_original FOREIGN KEY (id, language) REFERENCES public.venue_texts(id, language) DEFERRABLE INITIALLY DEFERRED;
