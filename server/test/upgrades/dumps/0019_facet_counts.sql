
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
CREATE SCHEMA pgboss;
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
COMMENT ON EXTENSION pg_trgm IS 'text similarity measurement and index searching based on trigrams';
CREATE TYPE pgboss.job_state AS ENUM (
    'created',
    'retry',
    'active',
    'completed',
    'cancelled',
    'failed'
);
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
CREATE FUNCTION pgboss.create_queue(queue_name text, options jsonb) RETURNS void
    LANGUAGE plpgsql
    AS $_$
    DECLARE
      tablename varchar := CASE WHEN options->>'partition' = 'true'
                            THEN 'j' || encode(sha224(queue_name::bytea), 'hex')
                            ELSE 'job_common'
                            END;
      queue_created_on timestamptz;
    BEGIN
      WITH q as (
        INSERT INTO pgboss.queue (
          name,
          policy,
          retry_limit,
          retry_delay,
          retry_backoff,
          retry_delay_max,
          expire_seconds,
          retention_seconds,
          deletion_seconds,
          warning_queued,
          dead_letter,
          partition,
          table_name,
          heartbeat_seconds,
          notify,
          created_on,
          updated_on
        )
        VALUES (
          queue_name,
          options->>'policy',
          COALESCE((options->>'retryLimit')::int, 2),
          COALESCE((options->>'retryDelay')::int, 0),
          COALESCE((options->>'retryBackoff')::bool, false),
          (options->>'retryDelayMax')::int,
          COALESCE((options->>'expireInSeconds')::int, 900),
          COALESCE((options->>'retentionSeconds')::int, 1209600),
          COALESCE((options->>'deleteAfterSeconds')::int, 604800),
          COALESCE((options->>'warningQueueSize')::int, 0),
          options->>'deadLetter',
          COALESCE((options->>'partition')::bool, false),
          tablename,
          (options->>'heartbeatSeconds')::int,
          COALESCE((options->>'notify')::bool, false),
          pgboss.job_now(),
          pgboss.job_now()
        )
        ON CONFLICT DO NOTHING
        RETURNING created_on
      )
      SELECT created_on into queue_created_on from q;
      IF queue_created_on IS NULL OR options->>'partition' IS DISTINCT FROM 'true' THEN
        RETURN;
      END IF;
      EXECUTE format('CREATE TABLE pgboss.%I (LIKE pgboss.job INCLUDING DEFAULTS)', tablename);
      EXECUTE pgboss.job_table_format($cmd$ALTER TABLE pgboss.job ADD PRIMARY KEY (name, id)$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$ALTER TABLE pgboss.job ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$ALTER TABLE pgboss.job ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$CREATE INDEX job_i11 ON pgboss.job (name, priority DESC, created_on, start_after) WHERE state < 'active' AND NOT blocked$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i4 ON pgboss.job (name, singleton_on, COALESCE(singleton_key, '')) WHERE state <> 'cancelled' AND singleton_on IS NOT NULL$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$CREATE INDEX job_i7 ON pgboss.job (name, group_id) WHERE state = 'active' AND group_id IS NOT NULL$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$CREATE INDEX job_i9 ON pgboss.job (name, id) WHERE blocking AND state = 'completed'$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$CREATE INDEX job_i12 ON pgboss.job (source_root_id) WHERE source_root_id IS NOT NULL$cmd$, tablename);
      IF options->>'policy' = 'short' THEN
        EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i1 ON pgboss.job (name, COALESCE(singleton_key, '')) WHERE state = 'created' AND policy = 'short'$cmd$, tablename);
      ELSIF options->>'policy' = 'singleton' THEN
        EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i2 ON pgboss.job (name, COALESCE(singleton_key, '')) WHERE state = 'active' AND policy = 'singleton'$cmd$, tablename);
      ELSIF options->>'policy' = 'stately' THEN
        EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i3 ON pgboss.job (name, state, COALESCE(singleton_key, '')) WHERE state <= 'active' AND policy = 'stately'$cmd$, tablename);
      ELSIF options->>'policy' = 'exclusive' THEN
        EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i6 ON pgboss.job (name, COALESCE(singleton_key, '')) WHERE state <= 'active' AND policy = 'exclusive'$cmd$, tablename);
      ELSIF options->>'policy' = 'key_strict_fifo' THEN
        EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i8 ON pgboss.job (name, singleton_key) WHERE state IN ('active', 'retry', 'failed') AND policy = 'key_strict_fifo'$cmd$, tablename);
        EXECUTE pgboss.job_table_format($cmd$CREATE INDEX job_i10 ON pgboss.job (name, singleton_key, state DESC, created_on, id) INCLUDE (start_after) WHERE state < 'active' AND NOT blocked AND policy = 'key_strict_fifo'$cmd$, tablename);
        EXECUTE pgboss.job_table_format($cmd$ALTER TABLE pgboss.job ADD CONSTRAINT job_key_strict_fifo_singleton_key_check CHECK (NOT (policy = 'key_strict_fifo' AND singleton_key IS NULL))$cmd$, tablename);
      END IF;
      EXECUTE format('ALTER TABLE pgboss.%I ADD CONSTRAINT cjc CHECK (name=%L)', tablename, queue_name);
      EXECUTE format('ALTER TABLE pgboss.job ATTACH PARTITION pgboss.%I FOR VALUES IN (%L)', tablename, queue_name);
    END;
    $_$;
CREATE FUNCTION pgboss.delete_queue(queue_name text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    DECLARE
      v_table varchar;
      v_partition bool;
    BEGIN
      SELECT table_name, partition
      FROM pgboss.queue
      WHERE name = queue_name
      INTO v_table, v_partition;
      IF v_partition THEN
        EXECUTE format('DROP TABLE IF EXISTS pgboss.%I', v_table);
      ELSE
        EXECUTE format('DELETE FROM pgboss.%I WHERE name = %L', v_table, queue_name);
      END IF;
      DELETE FROM pgboss.queue WHERE name = queue_name;
    END;
    $$;
CREATE FUNCTION pgboss.job_now() RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    AS $$
      SELECT pg_catalog.now();
    $$;
CREATE FUNCTION pgboss.job_table_format(command text, table_name text) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $_$
      SELECT format(
        regexp_replace(
          regexp_replace(command, '\.job\y', '.%1$I', 'g'),
          '\yjob_i(\d+)', '%1$s_i\1', 'g'
        ),
        table_name
      );
    $_$;
CREATE FUNCTION pgboss.job_table_run(command text, tbl_name text DEFAULT NULL::text, queue_name text DEFAULT NULL::text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    DECLARE
      tbl RECORD;
    BEGIN
      IF queue_name IS NOT NULL THEN
        SELECT table_name INTO tbl_name FROM pgboss.queue WHERE name = queue_name;
      END IF;
      IF tbl_name IS NOT NULL THEN
        EXECUTE pgboss.job_table_format(command, tbl_name);
        RETURN;
      END IF;
      EXECUTE pgboss.job_table_format(command, 'job_common');
      FOR tbl IN SELECT table_name FROM pgboss.queue WHERE partition = true
      LOOP
        EXECUTE pgboss.job_table_format(command, tbl.table_name);
      END LOOP;
    END;
    $$;
CREATE FUNCTION pgboss.job_table_run_async(command_name text, version integer, command text, tbl_name text DEFAULT NULL::text, queue_name text DEFAULT NULL::text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    BEGIN
      IF queue_name IS NOT NULL THEN
        SELECT table_name INTO tbl_name FROM pgboss.queue WHERE name = queue_name;
      END IF;
      IF tbl_name IS NOT NULL THEN
        INSERT INTO pgboss.bam (name, version, status, queue, table_name, command)
        VALUES (
          command_name,
          version,
          'pending',
          queue_name,
          tbl_name,
          pgboss.job_table_format(command, tbl_name)
        );
        RETURN;
      END IF;
      INSERT INTO pgboss.bam (name, version, status, queue, table_name, command)
      SELECT
        command_name,
        version,
        'pending',
        NULL,
        'job_common',
        pgboss.job_table_format(command, 'job_common')
      UNION ALL
      SELECT
        command_name,
        version,
        'pending',
        queue.name,
        queue.table_name,
        pgboss.job_table_format(command, queue.table_name)
      FROM pgboss.queue
      WHERE partition = true;
    END;
    $$;
CREATE FUNCTION public.build_search_chunk(of_chunk bigint, languages text[], default_language text, max_dates integer) RETURNS void
    LANGUAGE plpgsql
    SET jit TO 'off'
    SET work_mem TO '128MB'
    AS $$
declare
  c search_chunks;
  dates int;
  parts bigint[];
  part bigint;
begin
  lock table search_words in share row exclusive mode;
  select * into strict c from search_chunks where chunk = of_chunk for update;
  delete from search_dates where chunk = of_chunk;
  delete from search_bits where chunk = of_chunk;
  create temp table if not exists search_built_dates (slot int, starts_at timestamptz, id bigint, series bigint, record_id bigint, language text, original boolean, search text) on commit drop;
  create temp table if not exists search_built_words (word text collate "C", bits bit(20480)) on commit drop;
  truncate search_built_dates, search_built_words;
  insert into search_built_dates
    select row_number() over (order by l.starts_at, l.id, t.language) - 1, l.starts_at, l.id, l.series, t.id, t.language, t.original, t.search
    from (select * from listings l where l.ref_id = 0 and (l.starts_at, l.id) >= (c.first_at, c.first_id) and (l.starts_at, l.id) < (c.until_at, c.until_id) offset 0) l
    cross join lateral (select o.record_id from occurrences o where o.id = l.id offset 0) o
    cross join lateral (select t.id, t.language, t.original, t.search from event_texts t where t.id = o.record_id offset 0) t;
  get diagnostics dates = row_count;
  if dates > max_dates then
    delete from search_chunks where chunk = of_chunk;
    with divided as (
      insert into search_chunks (first_at, first_id, until_at, until_id)
      select first_at, first_id, lead(first_at, 1, c.until_at) over w, lead(first_id, 1, c.until_id) over w from (
        select case when slot = 0 then c.first_at else starts_at end as first_at, case when slot = 0 then c.first_id else id end as first_id
        from search_built_dates where slot % (max_dates * 4 / 5) = 0
      ) firsts
      window w as (order by first_at, first_id)
      returning chunk
    )
    select array_agg(chunk) into parts from divided;
    foreach part in array parts loop
      perform build_search_chunk(part, languages, default_language, max_dates);
    end loop;
    return;
  end if;
  insert into search_dates select of_chunk, slot, starts_at, id, series, language from search_built_dates;
  -- A search term has no white space, so it is inside one of these words.
  insert into search_built_words
    select w.word, search_slot_bits(d.slot, 1) from search_built_dates d, unnest(string_to_array(translate(d.search, E'\n\t', '  '), ' ')) w(word)
    where w.word <> '' group by w.word;
  insert into search_words select word from search_built_words where length(word) between 4 and 40 on conflict do nothing;
  insert into search_bits
    select ' ' || word, of_chunk, bits from search_built_words where length(word) between 4 and 40
    union all
    select '   long', of_chunk, bit_or(bits) from search_built_words where length(word) > 40 having count(*) > 0;
  insert into search_bits
    select g.token, of_chunk, bit_or(w.bits) from search_built_words w
    cross join lateral (
      select distinct token from (
        select a.letter || lead(a.letter) over next as pair, a.letter || lead(a.letter) over next || lead(a.letter, 2) over next as triple
        from unnest(string_to_array(w.word, null)) with ordinality a(letter, n) window next as (order by a.n)
      ) each, unnest(array[pair, triple]) token where token is not null
    ) g group by g.token;
  insert into search_bits
    select '  ' || l.language, of_chunk, search_slot_bits(d.slot, 1) from unnest(languages) l(language)
    cross join lateral (
      select distinct on (d.id) d.slot from search_built_dates d
      order by d.id, d.language = l.language desc, d.language = build_search_chunk.default_language desc, d.original desc
    ) d group by l.language;
  insert into search_bits
    select '   single', of_chunk, search_slot_bits(d.slot, 1) from search_built_dates d
    where not exists (select 1 from listings l where l.series = d.series and l.ref_id = 0 and l.id <> d.id) having count(*) > 0;
  update search_chunks set built = true where chunk = of_chunk;
end $$;
CREATE FUNCTION public.clear_search_index() RETURNS void
    LANGUAGE sql
    AS $$
  lock table search_words in share row exclusive mode;
  update search_index set ready = false;
  delete from search_pending;
  delete from search_chunks;
  delete from search_dates;
  delete from search_words;
  delete from search_bits;
$$;
CREATE FUNCTION public.count_facets() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'INSERT' then
    insert into facet_counts as f
      select r.facet, s.days, (c.day - date '1970-01-01') >> s.bits, r.id, sum(c.n)
      from new_rows c join facet_records r on r.id = c.ref_id cross join facet_spans s
      where c.day <> 'infinity' group by 1, 2, 3, 4 having sum(c.n) <> 0
    on conflict (facet, days, span, ref_id) do update set n = f.n + excluded.n;
  else
    insert into facet_counts as f
      select r.facet, s.days, (c.day - date '1970-01-01') >> s.bits, r.id, sum(c.n)
      from (select ref_id, day, n from new_rows union all select ref_id, day, -n from old_rows) c
      join facet_records r on r.id = c.ref_id cross join facet_spans s
      where c.day <> 'infinity' group by 1, 2, 3, 4 having sum(c.n) <> 0
    on conflict (facet, days, span, ref_id) do update set n = f.n + excluded.n;
  end if;
  return null;
end $$;
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
CREATE FUNCTION public.delete_review() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  gone bigint[];
begin
  select array_agg(o.id) into gone from old_rows o
  where not exists (select from events e where e.id = o.id) and not exists (select from occurrences d where d.id = o.id);
  delete from working_copies where record_id = any (gone);
  delete from review_notes where record_id = any (gone);
  delete from presence where record_id = any (gone);
  return null;
end $$;
CREATE FUNCTION public.delete_submission() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  delete from submissions s using old_rows o where s.record_id = o.id;
  return null;
end $$;
CREATE FUNCTION public.delete_unused_search_words() RETURNS void
    LANGUAGE sql
    AS $$
  lock table search_words in share row exclusive mode;
  delete from search_words w where not exists (select 1 from search_bits b where b.token = ' ' || w.word);
$$;
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
CREATE FUNCTION public.divide_search_chunks(languages text[], default_language text, max_dates integer) RETURNS void
    LANGUAGE sql
    AS $$
  select clear_search_index();
  update search_index set languages = divide_search_chunks.languages, default_language = divide_search_chunks.default_language;
  insert into search_chunks (first_at, first_id, until_at, until_id)
  select first_at, first_id, lead(first_at, 1, 'infinity') over w, lead(first_id, 1, 0) over w from (
    select case when n = 0 then '-infinity' else starts_at end as first_at, case when n = 0 then 0 else id end as first_id from (
      select l.starts_at, l.id, row_number() over (order by l.starts_at, l.id) - 1 as n
      from listings l join occurrences o on o.id = l.id join event_texts t on t.id = o.record_id where l.ref_id = 0
    ) each where n % (max_dates * 4 / 5) = 0
    union select '-infinity', 0
  ) firsts
  window w as (order by first_at, first_id)
$$;
CREATE FUNCTION public.erase_source_texts() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update source_items i set external_id = null, title = '', content = null from old_rows o where i.record_id = o.id;
  update source_runs r set examples = null from source_items i join old_rows o on i.record_id = o.id where r.id = i.run_id and r.examples is not null;
  update source_records s set external_id = null from old_rows o where s.record_id = o.id;
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
CREATE FUNCTION public.follow_submission() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update submissions set decided_at = case when new.status = 'pending' then null else new.modified_at end where record_id = new.id;
  return null;
end $$;
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
CREATE FUNCTION public.keep_administrator() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_advisory_xact_lock(hashtext('kalends: administrators'));
  if not exists (
    select from users
    where role = 'administrator' and disabled_at is null and invited_at is null and id <> old.id
  ) then
    raise exception 'the last administrator' using errcode = 'KA001';
  end if;
  return coalesce(new, old);
end $$;
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
CREATE FUNCTION public.mark_outdated() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
begin
  if tg_op = 'INSERT' and not exists (select from new_rows where not original) then
    return null;
  end if;
  execute format(
    'update %1$I x set is_outdated = not x.is_outdated from %1$I b
     where x.id = any ($1) and b.id = x.id and b.original and x.is_outdated <> (x.changed_at < b.changed_at)', tg_table_name)
  using array(select distinct id from new_rows);
  return null;
end $_$;
CREATE FUNCTION public.note_all_facet_records() RETURNS void
    LANGUAGE sql
    AS $$
  insert into facet_records
    select id, 'categories' from categories union all select id, 'tags' from tags union all select id, 'venue' from venues
  on conflict do nothing;
$$;
CREATE FUNCTION public.note_facet_records() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into facet_records select n.id, tg_argv[0] from new_rows n on conflict do nothing;
  return null;
end $$;
CREATE FUNCTION public.note_search_dates() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'INSERT' then
    insert into search_pending (series)
      select distinct coalesce(n.series_id, n.id) from new_rows n where n.status = 'publish' and not n.hide_from_listings;
  elsif tg_op = 'DELETE' then
    insert into search_pending (series)
      select distinct coalesce(o.series_id, o.id) from old_rows o where o.status = 'publish' and not o.hide_from_listings;
  else
    insert into search_pending (series)
      select distinct c.series from old_rows o join new_rows n on n.id = o.id
      cross join lateral (values (coalesce(o.series_id, o.id)), (coalesce(n.series_id, n.id))) c(series)
      where (o.record_id, o.series_id, o.starts_at, o.ends_at, o.status, o.hide_from_listings)
        is distinct from (n.record_id, n.series_id, n.starts_at, n.ends_at, n.status, n.hide_from_listings);
  end if;
  return null;
end $$;
CREATE FUNCTION public.note_search_text() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into search_pending (series) select coalesce(e.series_id, e.id) from events e where e.id = coalesce(new.id, old.id);
  return null;
end $$;
CREATE FUNCTION public.recount() RETURNS void
    LANGUAGE sql
    AS $$
  lock table count_changes in share row exclusive mode;
  delete from count_changes;
  delete from counts;
  delete from facet_counts;
  select note_all_facet_records();
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
CREATE FUNCTION public.search_chunks_of(families bigint[]) RETURNS SETOF bigint
    LANGUAGE sql STABLE
    AS $$
  select d.chunk from search_dates d where d.series = any(families)
  union
  select c.chunk from listings l cross join lateral (
    select c.chunk from search_chunks c where (c.first_at, c.first_id) <= (l.starts_at, l.id) and (c.until_at, c.until_id) > (l.starts_at, l.id)
  ) c
  where l.series = any(families) and l.ref_id = 0
$$;
CREATE FUNCTION public.search_page(bits bit, part integer) RETURNS bit
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ select substring(bits from part * 64 + 1 for 64) $$;
CREATE TABLE public.search_chunks (
    chunk bigint NOT NULL,
    first_at timestamp with time zone NOT NULL,
    first_id bigint NOT NULL,
    until_at timestamp with time zone NOT NULL,
    until_id bigint NOT NULL,
    built boolean DEFAULT false NOT NULL
);
COMMENT ON TABLE public.search_chunks IS 'Ranges of listed dates by start and ID, from the first position until before the last one. Each date is in exactly one.';
CREATE FUNCTION public.search_slot(c public.search_chunks, at timestamp with time zone, id bigint) RETURNS integer
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
  select case
    when (c.first_at, c.first_id) >= (at, id) then 0
    when (c.until_at, c.until_id) <= (at, id) then 20480
    else coalesce((
      select d.slot from search_dates d where (d.starts_at, d.id) >= (at, search_slot.id) and (d.starts_at, d.id) < (c.until_at, c.until_id)
      order by d.starts_at, d.id, d.slot limit 1), 20480)
    end
$$;
CREATE FUNCTION public.search_slots(bits bit) RETURNS SETOF integer
    LANGUAGE sql IMMUTABLE ROWS 100 PARALLEL SAFE
    AS $$
  select p.part * 64 + s.slot from generate_series(0, 319) p(part), generate_series(0, 63) s(slot)
  where bit_count(search_page(bits, p.part)) > 0 and get_bit(bits, p.part * 64 + s.slot) = 1
$$;
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
CREATE AGGREGATE public.search_slot_bits(slot integer, value integer) (
    SFUNC = pg_catalog.set_bit,
    STYPE = bit,
    INITCOND = 'X00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000',
    PARALLEL = safe
);
CREATE TABLE pgboss.bam (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    version integer NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    queue text,
    table_name text NOT NULL,
    command text NOT NULL,
    error text,
    created_on timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone
);
CREATE TABLE pgboss.job (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    retry_delay_max integer,
    expire_seconds integer DEFAULT 900 NOT NULL,
    deletion_seconds integer DEFAULT 604800 NOT NULL,
    singleton_key text,
    singleton_on timestamp without time zone,
    group_id text,
    group_tier text,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '336:00:00'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    heartbeat_on timestamp with time zone,
    heartbeat_seconds integer,
    blocked boolean DEFAULT false NOT NULL,
    blocking boolean DEFAULT false NOT NULL,
    pending_dependencies integer DEFAULT 0 NOT NULL,
    source_name text,
    source_id uuid,
    source_created_on timestamp with time zone,
    source_retry_count integer,
    source_output jsonb,
    source_root_id uuid
)
PARTITION BY LIST (name);
CREATE TABLE pgboss.job_common (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    retry_delay_max integer,
    expire_seconds integer DEFAULT 900 NOT NULL,
    deletion_seconds integer DEFAULT 604800 NOT NULL,
    singleton_key text,
    singleton_on timestamp without time zone,
    group_id text,
    group_tier text,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '336:00:00'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    heartbeat_on timestamp with time zone,
    heartbeat_seconds integer,
    blocked boolean DEFAULT false NOT NULL,
    blocking boolean DEFAULT false NOT NULL,
    pending_dependencies integer DEFAULT 0 NOT NULL,
    source_name text,
    source_id uuid,
    source_created_on timestamp with time zone,
    source_retry_count integer,
    source_output jsonb,
    source_root_id uuid,
    CONSTRAINT job_key_strict_fifo_singleton_key_check CHECK ((NOT ((policy = 'key_strict_fifo'::text) AND (singleton_key IS NULL))))
);
CREATE TABLE pgboss.job_dependency (
    child_name text NOT NULL,
    child_id uuid NOT NULL,
    parent_name text NOT NULL,
    parent_id uuid NOT NULL
);
CREATE TABLE pgboss.queue (
    name text NOT NULL,
    policy text NOT NULL,
    retry_limit integer NOT NULL,
    retry_delay integer NOT NULL,
    retry_backoff boolean NOT NULL,
    retry_delay_max integer,
    expire_seconds integer NOT NULL,
    retention_seconds integer NOT NULL,
    deletion_seconds integer NOT NULL,
    dead_letter text,
    partition boolean NOT NULL,
    table_name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    warning_queued integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer DEFAULT 0 NOT NULL,
    completed_delta integer DEFAULT 0 NOT NULL,
    failed_delta integer DEFAULT 0 NOT NULL,
    delta_on timestamp with time zone,
    delta_seconds integer,
    ready_history integer[] DEFAULT '{}'::integer[] NOT NULL,
    heartbeat_seconds integer,
    notify boolean DEFAULT false NOT NULL,
    singletons_active text[],
    monitor_claim_on timestamp with time zone,
    monitor_on timestamp with time zone,
    maintain_on timestamp with time zone,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT queue_check CHECK ((dead_letter IS DISTINCT FROM name))
);
CREATE TABLE pgboss.queue_stats (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer,
    completed_delta integer,
    failed_delta integer,
    delta_seconds integer,
    delta_on timestamp with time zone,
    captured_on timestamp with time zone DEFAULT now() NOT NULL
)
PARTITION BY RANGE (captured_on);
CREATE TABLE pgboss.queue_stats_20261119 (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer,
    completed_delta integer,
    failed_delta integer,
    delta_seconds integer,
    delta_on timestamp with time zone,
    captured_on timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE pgboss.queue_stats_20261120 (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer,
    completed_delta integer,
    failed_delta integer,
    delta_seconds integer,
    delta_on timestamp with time zone,
    captured_on timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE pgboss.schedule (
    name text NOT NULL,
    key text DEFAULT ''::text NOT NULL,
    kind text DEFAULT 'cron'::text NOT NULL,
    cron text NOT NULL,
    timezone text DEFAULT 'UTC'::text,
    data jsonb,
    options jsonb,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL,
    last_job_id uuid,
    CONSTRAINT schedule_kind_check CHECK ((kind = ANY (ARRAY['cron'::text, 'rrule'::text])))
);
CREATE TABLE pgboss.subscription (
    event text NOT NULL,
    name text NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE pgboss.version (
    version integer NOT NULL,
    cron_on timestamp with time zone,
    bam_on timestamp with time zone,
    flow_on timestamp with time zone,
    reindex_on timestamp with time zone,
    monitor_backoff_on timestamp with time zone
);
CREATE TABLE pgboss.warning (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    type text NOT NULL,
    message text NOT NULL,
    data jsonb,
    created_on timestamp with time zone DEFAULT now() NOT NULL
);
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
    color text,
    CONSTRAINT categories_color_check CHECK ((color = ANY (ARRAY['violet'::text, 'rose'::text, 'blue'::text, 'teal'::text, 'amber'::text, 'olive'::text, 'slate'::text, 'green'::text]))),
    CONSTRAINT categories_self CHECK ((parent_id <> id))
);
COMMENT ON COLUMN public.categories.color IS 'Name of a color, for pages that show the category; null if it has none';
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
    field_changes jsonb DEFAULT '{}'::jsonb NOT NULL,
    is_outdated boolean DEFAULT false NOT NULL,
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
COMMENT ON COLUMN public.changes.undoes IS 'Id of the change that this change reversed completely, or of the change itself if an undo found that it had no effect';
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
    field_changes jsonb DEFAULT '{}'::jsonb NOT NULL,
    is_outdated boolean DEFAULT false NOT NULL,
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
CREATE TABLE public.facet_counts (
    facet text NOT NULL,
    days smallint NOT NULL,
    span integer NOT NULL,
    ref_id bigint NOT NULL,
    n integer NOT NULL
);
CREATE TABLE public.facet_records (
    id bigint NOT NULL,
    facet text NOT NULL
);
CREATE VIEW public.facet_spans AS
 SELECT s.days,
    s.bits
   FROM ( VALUES ((1)::smallint,0), ((16)::smallint,4), ((256)::smallint,8)) s(days, bits);
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
CREATE TABLE public.identities (
    issuer text NOT NULL,
    subject text NOT NULL,
    user_id bigint NOT NULL
);
COMMENT ON TABLE public.identities IS 'Users by their identity at an OpenID Connect provider';
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
    field_changes jsonb DEFAULT '{}'::jsonb NOT NULL,
    is_outdated boolean DEFAULT false NOT NULL,
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
    focal_point jsonb,
    decorative boolean DEFAULT false NOT NULL,
    CONSTRAINT images_digest_check CHECK ((digest ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT images_filesize_check CHECK ((filesize > 0)),
    CONSTRAINT images_focal_point_check CHECK (((focal_point IS NULL) OR ((((((focal_point ->> 'x'::text))::double precision >= (0)::double precision) AND (((focal_point ->> 'x'::text))::double precision <= (1)::double precision)) AND ((((focal_point ->> 'y'::text))::double precision >= (0)::double precision) AND (((focal_point ->> 'y'::text))::double precision <= (1)::double precision))) IS TRUE))),
    CONSTRAINT images_height_check CHECK ((height > 0)),
    CONSTRAINT images_sizes_check CHECK ((jsonb_typeof(sizes) = 'object'::text)),
    CONSTRAINT images_width_check CHECK ((width > 0))
);
COMMENT ON COLUMN public.images.focal_point IS 'The point that a crop must keep, as {"x", "y"} from 0 to 1 from the top left corner; null if none was chosen';
COMMENT ON COLUMN public.images.decorative IS 'Whether the image has no content that readers need, so that it needs no alternative text';
CREATE TABLE public.known_devices (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    digest bytea NOT NULL,
    last_used_at timestamp with time zone NOT NULL,
    CONSTRAINT known_devices_digest_check CHECK ((length(digest) = 32))
);
COMMENT ON TABLE public.known_devices IS 'Browsers that a user has signed in from. Their wrong passwords are counted apart from those of strangers.';
ALTER TABLE public.known_devices ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.known_devices_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
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
CREATE TABLE public.oidc_sign_ins (
    digest bytea NOT NULL,
    state text NOT NULL,
    nonce text NOT NULL,
    code_verifier text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT oidc_sign_ins_digest_check CHECK ((length(digest) = 32))
);
COMMENT ON TABLE public.oidc_sign_ins IS 'Sign-ins that were started at the OpenID Connect provider. The digest is that of a cookie of the browser. Each is used once.';
CREATE TABLE public.one_time_secrets (
    digest bytea NOT NULL,
    purpose text NOT NULL,
    user_id bigint,
    expires_at timestamp with time zone NOT NULL,
    email text,
    CONSTRAINT one_time_secrets_check CHECK (((email IS NOT NULL) = (purpose = 'email'::text))),
    CONSTRAINT one_time_secrets_digest_check CHECK ((length(digest) = 32)),
    CONSTRAINT one_time_secrets_purpose_check CHECK ((purpose = ANY (ARRAY['invitation'::text, 'password-reset'::text, 'email'::text, 'first-administrator'::text, 'second-factor'::text, 'passkey-registration'::text, 'passkey-sign-in'::text]))),
    CONSTRAINT one_time_secrets_user_check CHECK (((user_id IS NOT NULL) OR (purpose = ANY (ARRAY['first-administrator'::text, 'passkey-sign-in'::text]))))
);
COMMENT ON TABLE public.one_time_secrets IS 'Secrets that work once: links that were handed out, started sign-ins, and challenges of passkeys. A used one is deleted.';
COMMENT ON COLUMN public.one_time_secrets.email IS 'The email address that a link was sent to';
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
    field_changes jsonb DEFAULT '{}'::jsonb NOT NULL,
    is_outdated boolean DEFAULT false NOT NULL,
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
CREATE TABLE public.passkeys (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    credential_id text NOT NULL,
    public_key bytea NOT NULL,
    counter bigint NOT NULL,
    transports text[] DEFAULT '{}'::text[] NOT NULL,
    label text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone
);
COMMENT ON TABLE public.passkeys IS 'Passkeys (WebAuthn credentials) of users';
ALTER TABLE public.passkeys ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.passkeys_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.presence (
    record_id bigint NOT NULL,
    user_id bigint NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
COMMENT ON TABLE public.presence IS 'Users who are editing a record now';
CREATE TABLE public.recovery_codes (
    user_id bigint NOT NULL,
    digest bytea NOT NULL,
    CONSTRAINT recovery_codes_digest_check CHECK ((length(digest) = 32))
);
COMMENT ON TABLE public.recovery_codes IS 'Unused recovery codes, each of which replaces one code of the second factor';
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
CREATE TABLE public.review_notes (
    id bigint NOT NULL,
    record_id bigint NOT NULL,
    kind text NOT NULL,
    author_id bigint,
    decision text,
    note text,
    is_returned boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone NOT NULL,
    change_id uuid,
    is_copy boolean DEFAULT false NOT NULL,
    CONSTRAINT review_notes_check CHECK (((decision IS NOT NULL) OR (note IS NOT NULL))),
    CONSTRAINT review_notes_decision_check CHECK ((decision = ANY (ARRAY['submit'::text, 'return'::text, 'publish'::text]))),
    CONSTRAINT review_notes_note_check CHECK ((length(note) <= 5000))
);
COMMENT ON TABLE public.review_notes IS 'Submissions, decisions and notes about a record or its working copy';
COMMENT ON COLUMN public.review_notes.is_returned IS 'Whether this decision returned the record itself, which was neither submitted nor published since';
COMMENT ON COLUMN public.review_notes.change_id IS 'Id of the request that made the decision. Null in all other rows, and in rows of earlier versions.';
COMMENT ON COLUMN public.review_notes.is_copy IS 'Whether the decision is about a working copy of the record. False in all other rows, and in rows of earlier versions.';
ALTER TABLE public.review_notes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.review_notes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.search_bits (
    token text NOT NULL COLLATE pg_catalog."C",
    chunk bigint NOT NULL,
    bits bit(20480) NOT NULL
);
ALTER TABLE ONLY public.search_bits ALTER COLUMN bits SET STORAGE MAIN;
COMMENT ON TABLE public.search_bits IS 'The slots of a chunk by token: two or three letters in a row, or after a space a word of 4 to 40 letters; `  language` has the texts that readers of a language see, `   long` those with a longer word, and `   single` the only dates of events';
ALTER TABLE public.search_chunks ALTER COLUMN chunk ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.search_chunks_chunk_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.search_dates (
    chunk bigint NOT NULL,
    slot integer NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    id bigint NOT NULL,
    series bigint NOT NULL,
    language text NOT NULL
);
COMMENT ON TABLE public.search_dates IS 'The dates of each chunk as they were when it was built, in the order of lists, once for each language of their text';
CREATE TABLE public.search_index (
    id integer DEFAULT 1 NOT NULL,
    ready boolean DEFAULT false NOT NULL,
    languages text[] DEFAULT '{}'::text[] NOT NULL,
    default_language text DEFAULT ''::text NOT NULL,
    CONSTRAINT search_index_id_check CHECK ((id = 1))
);
COMMENT ON TABLE public.search_index IS 'One row: whether searches may use the index, and the languages of the site that it is built for';
CREATE TABLE public.search_pending (
    n bigint NOT NULL,
    series bigint NOT NULL,
    noted_at timestamp with time zone DEFAULT now() NOT NULL
);
COMMENT ON TABLE public.search_pending IS 'Events and series that were written since their chunks were built. Duplicates are possible, so that writes do not wait for one another.';
ALTER TABLE public.search_pending ALTER COLUMN n ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.search_pending_n_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.search_words (
    word text NOT NULL COLLATE pg_catalog."C"
);
COMMENT ON TABLE public.search_words IS 'Distinct words of the bitmaps. Builds lock the table, so that no word is deleted while another chunk gets it.';
CREATE TABLE public.second_factors (
    user_id bigint NOT NULL,
    secret text NOT NULL,
    confirmed_at timestamp with time zone,
    last_step bigint DEFAULT 0 NOT NULL
);
COMMENT ON TABLE public.second_factors IS 'Secrets of one-time passwords (RFC 6238) of users who sign in with a password';
COMMENT ON COLUMN public.second_factors.confirmed_at IS 'Null until the user has entered a first code. Only then sign-ins need one.';
COMMENT ON COLUMN public.second_factors.last_step IS 'Time step of the last accepted code. A code of this step or an earlier one is not accepted again.';
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
CREATE TABLE public.sessions (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    digest bytea NOT NULL,
    method text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_seen_at timestamp with time zone NOT NULL,
    user_agent text DEFAULT ''::text NOT NULL,
    address text NOT NULL,
    CONSTRAINT sessions_digest_check CHECK ((length(digest) = 32)),
    CONSTRAINT sessions_method_check CHECK ((method = ANY (ARRAY['invitation'::text, 'password'::text, 'passkey'::text, 'oidc'::text])))
);
COMMENT ON TABLE public.sessions IS 'Sessions of people. The cookie has 256 random bits, of which only the digest is stored.';
ALTER TABLE public.sessions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.sessions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.sign_in_attempts (
    key text NOT NULL,
    count integer NOT NULL,
    last_at timestamp with time zone NOT NULL,
    is_refused boolean DEFAULT false NOT NULL
);
COMMENT ON TABLE public.sign_in_attempts IS 'Wrong passwords per account, device and address, in windows of 15 minutes';
COMMENT ON COLUMN public.sign_in_attempts.last_at IS 'Time of the last attempt that was not refused';
COMMENT ON COLUMN public.sign_in_attempts.is_refused IS 'Whether the security log has an entry of a refusal in this window';
CREATE TABLE public.source_items (
    run_id bigint NOT NULL,
    "position" integer NOT NULL,
    kind text NOT NULL,
    key bytea NOT NULL,
    external_id text,
    title text NOT NULL,
    content jsonb,
    record_id bigint,
    outcome text,
    reason text,
    errors jsonb DEFAULT '[]'::jsonb NOT NULL,
    left_alone text[] DEFAULT '{}'::text[] NOT NULL,
    notes text[] DEFAULT '{}'::text[] NOT NULL,
    duplicates bigint[] DEFAULT '{}'::bigint[] NOT NULL,
    change_id uuid,
    previous jsonb,
    CONSTRAINT source_items_key_check CHECK ((length(key) = 32)),
    CONSTRAINT source_items_outcome_check CHECK ((outcome = ANY (ARRAY['new'::text, 'changed'::text, 'unchanged'::text, 'left_alone'::text, 'failed'::text, 'kept'::text, 'canceled'::text, 'trashed'::text])))
);
COMMENT ON TABLE public.source_items IS 'The items of a run: first what the document has, then what became of it';
COMMENT ON COLUMN public.source_items.key IS 'Digest of the external ID, by which runs find the record again';
COMMENT ON COLUMN public.source_items.content IS 'The item as the importer read it, until it is processed; items that failed and items of dry runs keep it';
COMMENT ON COLUMN public.source_items.outcome IS 'Null until the item is processed';
COMMENT ON COLUMN public.source_items.change_id IS 'The change that processed the item; null if nothing changed, or after an undo';
COMMENT ON COLUMN public.source_items.previous IS 'The row of source_records before the run; null if there was none';
CREATE TABLE public.source_pages (
    run_id bigint NOT NULL,
    part text NOT NULL,
    page integer NOT NULL,
    total integer NOT NULL,
    pages integer NOT NULL,
    content bytea NOT NULL
);
COMMENT ON TABLE public.source_pages IS 'Pages of a site that a run has fetched, until it has stored its items';
COMMENT ON COLUMN public.source_pages.part IS 'The list that the page belongs to, such as events';
COMMENT ON COLUMN public.source_pages.total IS 'Number of records of the list when the page was fetched';
COMMENT ON COLUMN public.source_pages.pages IS 'Number of pages of the list when the page was fetched';
COMMENT ON COLUMN public.source_pages.content IS 'Records of the page, as JSON';
CREATE TABLE public.source_records (
    source_id bigint NOT NULL,
    kind text NOT NULL,
    key bytea NOT NULL,
    external_id text,
    record_id bigint NOT NULL,
    series_key bytea,
    fingerprint bytea NOT NULL,
    fields jsonb NOT NULL,
    run_id bigint NOT NULL,
    imported_at timestamp with time zone NOT NULL,
    is_gone boolean DEFAULT false NOT NULL,
    CONSTRAINT source_records_key_check CHECK ((length(key) = 32))
);
COMMENT ON TABLE public.source_records IS 'The records of each source, with digests of the values that the last run sent and found';
COMMENT ON COLUMN public.source_records.series_key IS 'Key of the series, if the record is a date of one';
COMMENT ON COLUMN public.source_records.fingerprint IS 'Digest of start, title and place, by which a record is found whose external ID changed';
COMMENT ON COLUMN public.source_records.fields IS 'By field: digests of the value that was sent, and of the value that the record had after it';
COMMENT ON COLUMN public.source_records.is_gone IS 'Whether the document no longer has the record';
CREATE TABLE public.source_runs (
    id bigint NOT NULL,
    source_id bigint NOT NULL,
    requested_by bigint,
    is_dry_run boolean NOT NULL,
    accepts_gone boolean NOT NULL,
    state text NOT NULL,
    reason text,
    document bytea,
    columns jsonb,
    examples text[],
    cursor text,
    total integer DEFAULT 0 NOT NULL,
    errors integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    started_at timestamp with time zone,
    ended_at timestamp with time zone,
    CONSTRAINT source_runs_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'finished'::text, 'stopped'::text, 'failed'::text, 'undoing'::text, 'undone'::text])))
);
COMMENT ON TABLE public.source_runs IS 'Runs of sources';
COMMENT ON COLUMN public.source_runs.document IS 'The file that was sent, until the run has read it';
COMMENT ON COLUMN public.source_runs.columns IS 'Name and field of each column, if the document is a table';
COMMENT ON COLUMN public.source_runs.examples IS 'The first value of each column, if the run writes nothing';
COMMENT ON COLUMN public.source_runs.cursor IS 'The cursor of the source after this run';
COMMENT ON COLUMN public.source_runs.errors IS 'Number of attempts that ended with an unexpected error';
ALTER TABLE public.source_runs ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.source_runs_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.sources (
    id bigint NOT NULL,
    owner_id bigint NOT NULL,
    scope text NOT NULL,
    name text NOT NULL,
    type text NOT NULL,
    url text,
    mapping jsonb DEFAULT '{}'::jsonb NOT NULL,
    language text NOT NULL,
    status text NOT NULL,
    vanished text NOT NULL,
    precedence text NOT NULL,
    every_hours integer,
    next_run_at timestamp with time zone,
    cursor text,
    created_at timestamp with time zone NOT NULL,
    modified_at timestamp with time zone NOT NULL,
    CONSTRAINT sources_check CHECK (((every_hours IS NULL) OR (url IS NOT NULL))),
    CONSTRAINT sources_check1 CHECK (((every_hours IS NULL) = (next_run_at IS NULL))),
    CONSTRAINT sources_every_hours_check CHECK (((every_hours >= 1) AND (every_hours <= 720))),
    CONSTRAINT sources_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
    CONSTRAINT sources_precedence_check CHECK ((precedence = ANY (ARRAY['editors'::text, 'source'::text]))),
    CONSTRAINT sources_scope_check CHECK ((scope = ANY (ARRAY['write'::text, 'admin'::text]))),
    CONSTRAINT sources_status_check CHECK ((status = ANY (ARRAY['publish'::text, 'draft'::text, 'pending'::text, 'private'::text]))),
    CONSTRAINT sources_type_check CHECK ((type = ANY (ARRAY['icalendar'::text, 'csv'::text, 'tec'::text, 'jsonld'::text, 'kalends'::text]))),
    CONSTRAINT sources_vanished_check CHECK ((vanished = ANY (ARRAY['keep'::text, 'cancel'::text, 'trash'::text])))
);
COMMENT ON TABLE public.sources IS 'Documents that records are imported from';
COMMENT ON COLUMN public.sources.scope IS 'Scope of the token that created the source. With the current role of the owner, it decides what a run may write.';
COMMENT ON COLUMN public.sources.vanished IS 'What a run does with records that the document no longer has';
COMMENT ON COLUMN public.sources.precedence IS 'Whose value a field keeps if an editor changed it here';
COMMENT ON COLUMN public.sources.cursor IS 'How far a copy of another calendar is; null if the next run reads everything';
ALTER TABLE public.sources ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.sources_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.spent_challenges (
    digest bytea NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT spent_challenges_digest_check CHECK ((length(digest) = 32))
);
COMMENT ON TABLE public.spent_challenges IS 'Challenges whose solution was used. They are kept until they expire, so that no process accepts one twice.';
CREATE TABLE public.submission_key (
    only_row boolean DEFAULT true NOT NULL,
    key bytea NOT NULL,
    CONSTRAINT submission_key_key_check CHECK ((length(key) = 32)),
    CONSTRAINT submission_key_only_row_check CHECK (only_row)
);
COMMENT ON TABLE public.submission_key IS 'One row with the key that signs challenges';
CREATE TABLE public.submission_links (
    digest bytea NOT NULL,
    submission_id bigint NOT NULL,
    CONSTRAINT submission_links_digest_check CHECK ((length(digest) = 32))
);
COMMENT ON TABLE public.submission_links IS 'Digests of the private links that senders got by mail. All links to one submission are equal.';
CREATE TABLE public.submissions (
    id bigint NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    language text NOT NULL,
    inputs jsonb NOT NULL,
    picture jsonb,
    record_id bigint,
    created_at timestamp with time zone NOT NULL,
    confirmed_at timestamp with time zone,
    decided_at timestamp with time zone,
    CONSTRAINT submissions_check CHECK (((record_id IS NULL) = (confirmed_at IS NULL))),
    CONSTRAINT submissions_check1 CHECK (((picture IS NULL) OR (confirmed_at IS NULL))),
    CONSTRAINT submissions_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254))),
    CONSTRAINT submissions_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200)))
);
COMMENT ON TABLE public.submissions IS 'Events that strangers submitted, with their name and email address, which no record has';
COMMENT ON COLUMN public.submissions.inputs IS 'The event as the sender last wrote it';
COMMENT ON COLUMN public.submissions.picture IS 'The files of a picture that is not in the library yet, because the submission is not confirmed';
COMMENT ON COLUMN public.submissions.record_id IS 'The event that the confirmation created; null before it';
COMMENT ON COLUMN public.submissions.decided_at IS 'Time at which the event stopped waiting for an editor; null while it waits';
ALTER TABLE public.submissions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.submissions_id_seq
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
    field_changes jsonb DEFAULT '{}'::jsonb NOT NULL,
    is_outdated boolean DEFAULT false NOT NULL,
    CONSTRAINT tag_texts_slug_check CHECK (((length(slug) >= 1) AND (length(slug) <= 200)))
);
COMMENT ON COLUMN public.tag_texts.search IS 'Folded text as readers of the language see it: its own text, else the default language, else the original';
COMMENT ON COLUMN public.tag_texts.field_changes IS 'Time of the last change of each field that was last changed before changed_at. A field that is not here was changed at changed_at.';
COMMENT ON COLUMN public.tag_texts.is_outdated IS 'Whether the original has a later changed_at. A trigger derives it.';
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
    email text,
    language text,
    password text,
    invited_at timestamp with time zone,
    last_seen_at timestamp with time zone,
    pending_email text,
    built_in text,
    CONSTRAINT users_built_in_check CHECK ((built_in = 'submissions'::text)),
    CONSTRAINT users_built_in_disabled CHECK (((built_in IS NULL) OR ((role = 'contributor'::text) AND (disabled_at IS NOT NULL) AND (email IS NULL) AND (pending_email IS NULL) AND (password IS NULL) AND (invited_at IS NULL)))),
    CONSTRAINT users_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254))),
    CONSTRAINT users_login_check CHECK (((length(login) >= 1) AND (length(login) <= 100))),
    CONSTRAINT users_pending_email_check CHECK (((length(pending_email) >= 3) AND (length(pending_email) <= 254))),
    CONSTRAINT users_role_check CHECK ((role = ANY (ARRAY['subscriber'::text, 'contributor'::text, 'author'::text, 'editor'::text, 'administrator'::text])))
);
COMMENT ON COLUMN public.users.password IS 'argon2id digest in PHC format; null if the user cannot sign in with a password';
COMMENT ON COLUMN public.users.invited_at IS 'Time of the invitation; null after it was accepted, and for users who were never invited';
COMMENT ON COLUMN public.users.pending_email IS 'New email address, which counts after its link is opened';
COMMENT ON COLUMN public.users.built_in IS 'Name of a user that belongs to the calendar and not to a person; null for all others';
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
    field_changes jsonb DEFAULT '{}'::jsonb NOT NULL,
    is_outdated boolean DEFAULT false NOT NULL,
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
CREATE TABLE public.webhook_deliveries (
    id bigint NOT NULL,
    webhook_id bigint NOT NULL,
    message_id text NOT NULL,
    type text NOT NULL,
    kind text,
    record_id bigint,
    reason text,
    cursor text NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    run integer DEFAULT 0 NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    next_try_at timestamp with time zone,
    started_at timestamp with time zone,
    response_code integer,
    duration_ms integer,
    error text,
    answer text,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT webhook_deliveries_reason_check CHECK ((reason = ANY (ARRAY['backlog'::text, 'expired'::text]))),
    CONSTRAINT webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'delivered'::text, 'failed'::text, 'dropped'::text])))
);
COMMENT ON TABLE public.webhook_deliveries IS 'Messages to webhooks, without their content: it is read from the record when a message is sent';
COMMENT ON COLUMN public.webhook_deliveries.reason IS 'Of the type calendar.behind only: why single messages were not sent';
COMMENT ON COLUMN public.webhook_deliveries.cursor IS 'Cursor of the change feed before the change';
COMMENT ON COLUMN public.webhook_deliveries.run IS 'Number of redeliveries. Jobs of earlier runs do nothing.';
COMMENT ON COLUMN public.webhook_deliveries.started_at IS 'Time of the first attempt. Before it, later changes of the record are part of this delivery.';
ALTER TABLE public.webhook_deliveries ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.webhook_deliveries_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.webhooks (
    id bigint NOT NULL,
    owner_id bigint NOT NULL,
    scope text NOT NULL,
    url text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    events text[] NOT NULL,
    filter jsonb DEFAULT '{}'::jsonb NOT NULL,
    language text NOT NULL,
    active boolean DEFAULT true NOT NULL,
    inactive_reason text,
    secret text NOT NULL,
    previous_secret text,
    previous_until timestamp with time zone,
    private_key bytea NOT NULL,
    public_key text NOT NULL,
    cursor text NOT NULL,
    is_requested boolean DEFAULT false NOT NULL,
    failing_since timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    modified_at timestamp with time zone NOT NULL,
    CONSTRAINT webhooks_check CHECK ((active = (inactive_reason IS NULL))),
    CONSTRAINT webhooks_events_check CHECK ((cardinality(events) > 0)),
    CONSTRAINT webhooks_inactive_reason_check CHECK ((inactive_reason = ANY (ARRAY['manual'::text, 'gone'::text, 'failing'::text, 'owner'::text]))),
    CONSTRAINT webhooks_scope_check CHECK ((scope = ANY (ARRAY['write'::text, 'admin'::text])))
);
COMMENT ON TABLE public.webhooks IS 'Receivers of changes';
COMMENT ON COLUMN public.webhooks.scope IS 'Scope of the token that created the webhook. With the current role of the owner, it decides what the receiver gets.';
COMMENT ON COLUMN public.webhooks.previous_secret IS 'Signs messages too, until previous_until';
COMMENT ON COLUMN public.webhooks.private_key IS 'Ed25519 key in PKCS #8';
COMMENT ON COLUMN public.webhooks.cursor IS 'Cursor of the change feed: deliveries of all changes before it were added';
COMMENT ON COLUMN public.webhooks.is_requested IS 'Whether the feed must be read although the log has no new rows';
COMMENT ON COLUMN public.webhooks.failing_since IS 'Time of the first failed attempt since the last success; null if the last attempt succeeded';
ALTER TABLE public.webhooks ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.webhooks_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE SEQUENCE public.working_copy_versions
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.working_copies (
    record_id bigint NOT NULL,
    kind text NOT NULL,
    author_id bigint NOT NULL,
    state text DEFAULT 'draft'::text NOT NULL,
    is_returned boolean DEFAULT false NOT NULL,
    base_version integer NOT NULL,
    inputs jsonb NOT NULL,
    base jsonb NOT NULL,
    version bigint DEFAULT nextval('public.working_copy_versions'::regclass) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    modified_at timestamp with time zone NOT NULL,
    CONSTRAINT working_copies_check CHECK ((NOT (is_returned AND (state = 'pending'::text)))),
    CONSTRAINT working_copies_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'pending'::text])))
);
COMMENT ON TABLE public.working_copies IS 'Edits of records that the public does not see, at most one per record. They have content.';
COMMENT ON COLUMN public.working_copies.is_returned IS 'Whether an editor returned the copy to its author, who has not submitted it since';
COMMENT ON COLUMN public.working_copies.base_version IS 'Version of the record that the edits are based on';
COMMENT ON COLUMN public.working_copies.inputs IS 'Inputs by language, as the update of a record takes them';
COMMENT ON COLUMN public.working_copies.base IS 'The values of the same fields in the base version, by language';
ALTER TABLE ONLY pgboss.job ATTACH PARTITION pgboss.job_common DEFAULT;
ALTER TABLE ONLY pgboss.queue_stats ATTACH PARTITION pgboss.queue_stats_20261119 FOR VALUES FROM ('2026-11-19 00:00:00+00') TO ('2026-11-20 00:00:00+00');
ALTER TABLE ONLY pgboss.queue_stats ATTACH PARTITION pgboss.queue_stats_20261120 FOR VALUES FROM ('2026-11-20 00:00:00+00') TO ('2026-11-21 00:00:00+00');
INSERT INTO pgboss.job_common VALUES
	('674209ba-93e7-4aa4-8f04-ad22bcf12c39', 'maintenance-jobs', 0, '{"name": "collect images"}', 'created', 2147483647, 0, 0, false, NULL, 21600, 604800, 'collect images', NULL, NULL, NULL, '2026-11-19 22:39:52.327434+00', '2026-11-19 21:39:52.327434+00', NULL, NULL, '2026-12-03 22:39:52.327434+00', NULL, NULL, 'exclusive', NULL, 10, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('247c85b7-0942-4233-8078-914d28dd31fa', 'maintenance-jobs', 0, '{"name": "prune the security log"}', 'created', 2147483647, 0, 0, false, NULL, 21600, 604800, 'prune the security log', NULL, NULL, NULL, '2026-11-19 21:40:52.327434+00', '2026-11-19 21:39:52.327434+00', NULL, NULL, '2026-12-03 21:40:52.327434+00', NULL, NULL, 'exclusive', NULL, 10, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('1cccc832-5c80-4c0e-a24f-34d0995c2a79', 'maintenance-jobs', 0, '{"name": "prune webhook deliveries"}', 'created', 2147483647, 0, 0, false, NULL, 21600, 604800, 'prune webhook deliveries', NULL, NULL, NULL, '2026-11-19 22:39:52.412786+00', '2026-11-19 21:39:52.412786+00', NULL, NULL, '2026-12-03 22:39:52.412786+00', NULL, NULL, 'exclusive', NULL, 10, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('09fc7efc-6f6b-4003-a8d6-bf1f86acdcaf', 'maintenance-jobs', 0, '{"name": "update the search index"}', 'created', 2147483647, 0, 0, false, NULL, 21600, 604800, 'update the search index', NULL, NULL, NULL, '2026-11-19 21:41:52.456469+00', '2026-11-19 21:39:52.456469+00', NULL, NULL, '2026-12-03 21:41:52.456469+00', NULL, NULL, 'exclusive', NULL, 10, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('9e01251a-cfdc-464f-b0d7-6db9bdf50688', 'maintenance-jobs', 0, '{"name": "prune imports"}', 'created', 2147483647, 0, 0, false, NULL, 21600, 604800, 'prune imports', NULL, NULL, NULL, '2026-11-19 22:39:52.601376+00', '2026-11-19 21:39:52.601376+00', NULL, NULL, '2026-12-03 22:39:52.601376+00', NULL, NULL, 'exclusive', NULL, 10, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('01893deb-6d80-4319-a7e8-c47381f7ae12', 'frequent-jobs', 0, '{"name": "erase traces of deleted records"}', 'created', 2147483647, 0, 0, false, NULL, 900, 604800, 'erase traces of deleted records', NULL, NULL, NULL, '2026-11-19 21:40:02.624418+00', '2026-11-19 21:39:52.624418+00', NULL, NULL, '2026-12-03 21:40:02.624418+00', NULL, NULL, 'exclusive', NULL, 10, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('61224e71-422a-491c-9b57-78ee6d9bb880', 'frequent-jobs', 0, '{"name": "fold counts"}', 'created', 2147483647, 0, 0, false, NULL, 900, 604800, 'fold counts', NULL, NULL, NULL, '2026-11-19 21:39:57.638414+00', '2026-11-19 21:39:52.638414+00', NULL, NULL, '2026-12-03 21:39:57.638414+00', NULL, NULL, 'exclusive', NULL, 10, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('dc9d8ba6-d1f4-494d-8892-c50a468ebae1', 'maintenance-jobs', 0, '{"name": "prune sign-ins"}', 'created', 2147483647, 0, 0, false, NULL, 21600, 604800, 'prune sign-ins', NULL, NULL, NULL, '2026-11-19 22:39:52.683179+00', '2026-11-19 21:39:52.683179+00', NULL, NULL, '2026-12-03 22:39:52.683179+00', NULL, NULL, 'exclusive', NULL, 10, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('4f19fc3c-7919-4bbf-b8d0-5c7dd9cf79e2', 'frequent-jobs', 0, '{"name": "delete expired idempotency keys"}', 'created', 2147483647, 0, 0, false, NULL, 900, 604800, 'delete expired idempotency keys', NULL, NULL, NULL, '2026-11-19 21:40:52.812132+00', '2026-11-19 21:39:52.812132+00', NULL, NULL, '2026-12-03 21:40:52.812132+00', NULL, NULL, 'exclusive', NULL, 10, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('4a8b9a91-96e9-4df5-9c4a-24920bc3139e', 'maintenance-jobs', 0, '{"name": "extend series"}', 'created', 2147483647, 0, 0, false, NULL, 21600, 604800, 'extend series', NULL, NULL, NULL, '2026-11-19 22:39:52.893622+00', '2026-11-19 21:39:52.893622+00', NULL, NULL, '2026-12-03 22:39:52.893622+00', NULL, NULL, 'exclusive', NULL, 10, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('a09003cd-61a8-4722-a96d-136bcaa42645', 'frequent-jobs', 0, '{"name": "start imports"}', 'created', 2147483647, 0, 0, false, NULL, 900, 604800, 'start imports', NULL, NULL, NULL, '2026-11-19 21:40:52.903657+00', '2026-11-19 21:39:52.903657+00', NULL, NULL, '2026-12-03 21:40:52.903657+00', NULL, NULL, 'exclusive', NULL, 10, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('f7d8a28b-1286-4c10-a73f-69d1f5c00669', 'maintenance-jobs', 0, '{"name": "erase submissions"}', 'created', 2147483647, 0, 0, false, NULL, 21600, 604800, 'erase submissions', NULL, NULL, NULL, '2026-11-19 22:39:52.933698+00', '2026-11-19 21:39:52.933698+00', NULL, NULL, '2026-12-03 22:39:52.933698+00', NULL, NULL, 'exclusive', NULL, 10, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('7d2814bc-0a5f-416e-ba90-a98cf0373edf', 'frequent-jobs', 0, '{"name": "prune presence"}', 'created', 2147483647, 0, 0, false, NULL, 900, 604800, 'prune presence', NULL, NULL, NULL, '2026-11-19 21:40:52.934255+00', '2026-11-19 21:39:52.934255+00', NULL, NULL, '2026-12-03 21:40:52.934255+00', NULL, NULL, 'exclusive', NULL, 10, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('3c77b90f-0a2c-4187-8e50-e1a95b0fbf60', 'frequent-jobs', 0, '{"name": "empty the trash"}', 'created', 2147483647, 0, 0, false, NULL, 900, 604800, 'empty the trash', NULL, NULL, NULL, '2026-11-19 21:39:59.009175+00', '2026-11-19 21:39:56.009175+00', NULL, NULL, '2026-12-03 21:39:59.009175+00', NULL, NULL, 'exclusive', NULL, 10, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('416d4885-438a-4e86-a8a1-b80e50485f63', 'frequent-jobs', 0, '{"name": "publish records"}', 'created', 2147483647, 0, 0, false, NULL, 900, 604800, 'publish records', NULL, NULL, NULL, '2026-11-19 21:39:57.005249+00', '2026-11-19 21:39:56.205249+00', NULL, NULL, '2026-12-03 21:39:57.005249+00', NULL, NULL, 'exclusive', NULL, 10, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO pgboss.queue VALUES
	('frequent-jobs', 'exclusive', 2147483647, 0, false, NULL, 900, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', 10, false, NULL, NULL, NULL, NULL, '2026-11-19 21:39:51.869739+00', '2026-11-19 21:39:51.892282+00'),
	('maintenance-jobs', 'exclusive', 2147483647, 0, false, NULL, 21600, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', 10, false, NULL, NULL, NULL, NULL, '2026-11-19 21:39:51.89567+00', '2026-11-19 21:39:51.896734+00'),
	('webhook-deliveries', 'standard', 2147483647, 0, false, NULL, 120, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', 10, true, NULL, NULL, NULL, NULL, '2026-11-19 21:39:51.897214+00', '2026-11-19 21:39:51.903641+00'),
	('mail', 'standard', 4, 0, false, NULL, 120, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', 10, true, NULL, NULL, NULL, NULL, '2026-11-19 21:39:51.937084+00', '2026-11-19 21:39:51.953171+00'),
	('imports', 'exclusive', 10000, 0, false, NULL, 21600, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', 10, true, NULL, NULL, NULL, NULL, '2026-11-19 21:39:51.956566+00', '2026-11-19 21:39:51.965959+00');
INSERT INTO pgboss.version VALUES
	(43, NULL, NULL, '2026-11-19 21:39:51.869207+00', NULL, NULL);
INSERT INTO public.calendar_identity VALUES
	(true, 'bf97c984-ddcb-4699-8329-94848a47f88f');
INSERT INTO public.categories VALUES
	(4, NULL, 'music', '2026-11-19 21:39:53.679756+00', '2026-11-19 21:39:53.679756+00', 1, 'en', NULL),
	(5, 4, 'jazz', '2026-11-19 21:39:53.715989+00', '2026-11-19 21:39:53.715989+00', 1, 'en', NULL);
INSERT INTO public.category_texts VALUES
	(4, 'en', true, '{}', 'Music', NULL, 'music', true, 'music
music', '2026-11-19 21:39:53.679756+00', '{}', false),
	(5, 'en', true, '{}', 'Jazz', NULL, 'jazz', true, 'jazz
jazz', '2026-11-19 21:39:53.715989+00', '{}', false);
INSERT INTO public.change_feed VALUES
	(true, '\x603ff63f6292007f105c9c294c9613c1460e942c0749bb6bdff01b333c7c1a1b', NULL);
INSERT INTO public.changes OVERRIDING SYSTEM VALUE VALUES
	(1, '9103', '2026-11-19 21:39:53.481918+00', 'image', 1, 1, 'create', 1, 'en', NULL, '{"texts": {"en": {"alt": "The harbor at night", "slug": "harbor", "title": "Harbor", "credit": null, "caption": null}}, "digest": "96ae7e0f56926fce8fdff671ecf12fdd8da814a1ff05e3524f6041519b8a138a", "author_id": 1, "decorative": false, "focal_point": null}', '01a1f5c0-722e-7bf3-829a-9f3dd0cb4ee4', NULL),
	(2, '9105', '2026-11-19 21:39:53.569859+00', 'venue', 2, 1, 'create', 1, 'en', NULL, '{"zip": null, "city": "Lisbon", "hours": null, "phone": null, "state": null, "texts": {"en": {"slug": "old-theater", "venue": "Old Theater", "description": null}}, "status": "publish", "address": null, "country": null, "geo_lat": 38.71, "geo_lng": -9.14, "undated": false, "website": null, "image_id": 1, "province": null, "show_map": true, "author_id": 1, "external_ids": {}, "published_at": "2026-11-19 21:39:53+00", "show_map_link": true, "stateprovince": null}', '01a1f5c0-7652-750d-ab4f-eddeb2e9bfa0', NULL),
	(3, '9107', '2026-11-19 21:39:53.618132+00', 'organizer', 3, 1, 'create', 1, 'en', NULL, '{"email": "office@orchestra.example", "phone": null, "texts": {"en": {"slug": "city-orchestra", "organizer": "City Orchestra", "description": null}}, "status": "publish", "undated": false, "website": null, "image_id": null, "author_id": 1, "external_ids": {}, "published_at": "2026-11-19 21:39:53+00"}', '01a1f5c0-768b-7610-850d-5f6610d691d1', NULL),
	(4, '9109', '2026-11-19 21:39:53.693234+00', 'category', 4, 1, 'create', 1, 'en', NULL, '{"color": null, "texts": {"en": {"name": "Music", "slug": "music", "description": null}}, "parent_id": null, "external_ids": {}}', '01a1f5c0-76cf-7c90-bb31-a9ed59bce9be', NULL),
	(5, '9110', '2026-11-19 21:39:53.720848+00', 'category', 5, 1, 'create', 1, 'en', NULL, '{"color": null, "texts": {"en": {"name": "Jazz", "slug": "jazz", "description": null}}, "parent_id": 4, "external_ids": {}}', '01a1f5c0-76f4-78ec-94c5-54db644584fa', NULL),
	(6, '9112', '2026-11-19 21:39:53.739012+00', 'tag', 6, 1, 'create', 1, 'en', NULL, '{"texts": {"en": {"name": "Open air", "slug": "open-air", "description": null}}, "external_ids": {}}', '01a1f5c0-7704-7c6a-95b6-409cf0805c7f', NULL),
	(7, '9114', '2026-11-19 21:39:53.818313+00', 'event', 7, 1, 'create', 1, 'en', NULL, '{"cost": "10 €", "tags": [6], "hours": null, "texts": {"en": {"slug": "summer-concert", "title": "Summer concert", "excerpt": null, "description": "<p>Music by the river.</p>", "event_status_reason": null}}, "venue": [2], "status": "publish", "sticky": false, "all_day": false, "ends_at": "2030-07-01 21:30:00+00", "undated": false, "website": null, "featured": true, "image_id": 1, "show_map": true, "ticketed": false, "timezone": "Europe/Lisbon", "author_id": 1, "organizer": [3], "overrides": null, "protected": null, "starts_at": "2030-07-01 19:00:00+00", "attendance": null, "categories": [5], "ends_local": "2030-07-01 22:30:00", "online_url": null, "own_status": null, "recurrence": null, "split_from": null, "post_parent": null, "availability": null, "cost_details": {"values": ["10"], "currency_code": "EUR", "currency_symbol": "€", "currency_position": "postfix"}, "event_status": "scheduled", "external_ids": {}, "published_at": "2026-11-19 21:39:53+00", "starts_local": "2030-07-01 20:00:00", "custom_fields": {"doors": "19:00"}, "show_map_link": true, "listing_ends_at": "2030-07-01 21:30:00+00", "listing_starts_at": "2030-07-01 19:00:00+00", "hide_from_listings": false, "previous_starts_at": null}', '01a1f5c0-771e-7a25-913c-97bd29034d7f', NULL),
	(8, '9119', '2026-11-19 21:39:54.117963+00', 'event', 7, 2, 'update', 1, 'fr', '{"texts": {"en": {"slug": "summer-concert", "title": "Summer concert", "excerpt": null, "description": "<p>Music by the river.</p>", "event_status_reason": null}}}', '{"texts": {"en": {"slug": "summer-concert", "title": "Summer concert", "excerpt": null, "description": "<p>Music by the river.</p>", "event_status_reason": null}, "fr": {"slug": "concert-d-été", "title": "Concert d’été", "excerpt": null, "description": "<p>Musique au bord du fleuve.</p>", "event_status_reason": null}}}', '01a1f5c0-77e8-7ddb-8509-ae9acfb84b09', NULL),
	(9, '9126', '2026-11-19 21:39:54.191435+00', 'event', 8, 1, 'create', 1, 'en', NULL, '{"cost": null, "hours": null, "texts": {"en": {"slug": "film-festival", "title": "Film festival", "excerpt": null, "description": null, "event_status_reason": null}}, "status": "publish", "sticky": false, "all_day": true, "ends_at": "2030-10-16 03:59:59+00", "undated": false, "website": null, "featured": false, "image_id": null, "show_map": true, "ticketed": false, "timezone": "America/New_York", "author_id": 1, "overrides": null, "protected": null, "starts_at": "2030-09-01 04:00:00+00", "attendance": null, "ends_local": "2030-10-15 23:59:59", "online_url": null, "own_status": null, "recurrence": null, "split_from": null, "post_parent": null, "availability": null, "cost_details": {"values": [], "currency_code": null, "currency_symbol": null, "currency_position": null}, "event_status": "scheduled", "external_ids": {}, "published_at": "2026-11-19 21:39:54+00", "starts_local": "2030-09-01 00:00:00", "custom_fields": {}, "show_map_link": true, "listing_ends_at": "2030-10-15 22:59:59+00", "listing_starts_at": "2030-08-31 23:00:00+00", "hide_from_listings": false, "previous_starts_at": null}', '01a1f5c0-78c2-73c0-a538-69a0a74f3bd4', NULL),
	(10, '9130', '2026-11-19 21:39:54.559753+00', 'event', 9, 1, 'create', 1, 'en', NULL, '{"cost": null, "hours": null, "texts": {"en": {"slug": "rehearsal", "title": "Rehearsal", "excerpt": null, "description": null, "event_status_reason": null}}, "venue": [2], "status": "publish", "sticky": false, "all_day": false, "ends_at": "2030-07-01 11:00:00+00", "undated": false, "website": null, "featured": false, "image_id": null, "show_map": true, "ticketed": false, "timezone": "Europe/Lisbon", "author_id": 1, "overrides": null, "protected": null, "starts_at": "2030-07-01 09:00:00+00", "attendance": null, "ends_local": "2030-07-01 12:00:00", "online_url": null, "own_status": null, "recurrence": null, "split_from": null, "post_parent": null, "availability": null, "cost_details": {"values": [], "currency_code": null, "currency_symbol": null, "currency_position": null}, "event_status": "scheduled", "external_ids": {}, "published_at": "2026-11-19 21:39:54+00", "starts_local": "2030-07-01 10:00:00", "custom_fields": {}, "show_map_link": true, "listing_ends_at": "2030-07-01 11:00:00+00", "listing_starts_at": "2030-07-01 09:00:00+00", "hide_from_listings": false, "previous_starts_at": null}', '01a1f5c0-7922-794b-b671-cd397c368c2e', NULL),
	(11, '9132', '2026-11-19 21:39:54.654793+00', 'event', 10, 1, 'create', 1, 'en', NULL, '{"cost": null, "hours": null, "texts": {"en": {"slug": "planned-talk", "title": "Planned talk", "excerpt": null, "description": null, "event_status_reason": null}}, "status": "draft", "sticky": false, "all_day": false, "ends_at": "2030-11-01 19:00:00+00", "undated": true, "website": null, "featured": false, "image_id": null, "show_map": true, "ticketed": false, "timezone": "Europe/Lisbon", "author_id": 1, "overrides": null, "protected": null, "starts_at": "2030-11-01 18:00:00+00", "attendance": null, "ends_local": "2030-11-01 19:00:00", "online_url": null, "own_status": null, "recurrence": null, "split_from": null, "post_parent": null, "availability": null, "cost_details": {"values": [], "currency_code": null, "currency_symbol": null, "currency_position": null}, "event_status": "scheduled", "external_ids": {}, "published_at": "2026-11-19 21:39:54+00", "starts_local": "2030-11-01 18:00:00", "custom_fields": {}, "show_map_link": true, "listing_ends_at": "2030-11-01 19:00:00+00", "listing_starts_at": "2030-11-01 18:00:00+00", "hide_from_listings": false, "previous_starts_at": null}', '01a1f5c0-7a96-7cb6-9983-a751c648ea62', NULL),
	(12, '9133', '2026-11-19 21:39:54.684497+00', 'event', 11, 1, 'create', 1, 'en', NULL, '{"cost": null, "hours": null, "texts": {"en": {"slug": "canceled-walk", "title": "Canceled walk", "excerpt": null, "description": null, "event_status_reason": null}}, "status": "publish", "sticky": false, "all_day": false, "ends_at": "2030-05-01 10:00:00+00", "undated": false, "website": null, "featured": false, "image_id": null, "show_map": true, "ticketed": false, "timezone": "Europe/Lisbon", "author_id": 1, "overrides": null, "protected": null, "starts_at": "2030-05-01 08:00:00+00", "attendance": null, "ends_local": "2030-05-01 11:00:00", "online_url": null, "own_status": null, "recurrence": null, "split_from": null, "post_parent": null, "availability": null, "cost_details": {"values": [], "currency_code": null, "currency_symbol": null, "currency_position": null}, "event_status": "scheduled", "external_ids": {}, "published_at": "2026-11-19 21:39:54+00", "starts_local": "2030-05-01 09:00:00", "custom_fields": {}, "show_map_link": true, "listing_ends_at": "2030-05-01 10:00:00+00", "listing_starts_at": "2030-05-01 08:00:00+00", "hide_from_listings": false, "previous_starts_at": null}', '01a1f5c0-7ab5-7062-8314-887d76d9e9e8', NULL),
	(13, '9135', '2026-11-19 21:39:54.746203+00', 'event', 11, 2, 'trash', 1, NULL, '{"status": "publish"}', '{"status": "trash"}', '01a1f5c0-7ac8-77ad-933b-f4616f2c23cc', NULL),
	(14, '9137', '2026-11-19 21:39:54.79514+00', 'event', 12, 1, 'create', 1, 'en', NULL, '{"cost": null, "hours": {"closed": [], "weekly": [{"days": ["sa", "su"], "opens": "10:00", "closes": "18:00"}], "adjusted": []}, "texts": {"en": {"slug": "exhibition", "title": "Exhibition", "excerpt": null, "description": null, "event_status_reason": null}}, "venue": [2], "status": "publish", "sticky": false, "all_day": false, "ends_at": null, "undated": false, "website": null, "featured": false, "image_id": null, "show_map": true, "ticketed": false, "timezone": "Europe/Lisbon", "author_id": 1, "overrides": null, "protected": null, "starts_at": "2030-03-01 10:00:00+00", "attendance": null, "categories": [4], "ends_local": null, "online_url": null, "own_status": null, "recurrence": null, "split_from": null, "post_parent": null, "availability": null, "cost_details": {"values": [], "currency_code": null, "currency_symbol": null, "currency_position": null}, "event_status": "scheduled", "external_ids": {}, "published_at": "2026-11-19 21:39:54+00", "starts_local": "2030-03-01 10:00:00", "custom_fields": {}, "show_map_link": true, "listing_ends_at": "9999-12-31 23:59:59+00", "listing_starts_at": "2030-03-01 10:00:00+00", "hide_from_listings": false, "previous_starts_at": null}', '01a1f5c0-7b13-7f86-bd56-eea7df7a3714', NULL),
	(15, '9139', '2026-11-19 21:39:54.864095+00', 'event', 13, 1, 'create', 1, 'en', NULL, '{"cost": null, "tags": [6], "hours": null, "texts": {"en": {"slug": "members-only", "title": "Members only", "excerpt": null, "description": null, "event_status_reason": null}}, "status": "publish", "sticky": false, "all_day": false, "ends_at": "2030-07-02 11:00:00+00", "undated": false, "website": null, "featured": false, "image_id": null, "show_map": true, "ticketed": false, "timezone": "Europe/Lisbon", "author_id": 1, "organizer": [3], "overrides": null, "protected": null, "starts_at": "2030-07-02 09:00:00+00", "attendance": null, "ends_local": "2030-07-02 12:00:00", "online_url": null, "own_status": null, "recurrence": null, "split_from": null, "post_parent": null, "availability": null, "cost_details": {"values": [], "currency_code": null, "currency_symbol": null, "currency_position": null}, "event_status": "scheduled", "external_ids": {}, "published_at": "2026-11-19 21:39:54+00", "starts_local": "2030-07-02 10:00:00", "custom_fields": {}, "show_map_link": true, "listing_ends_at": "2030-07-02 11:00:00+00", "listing_starts_at": "2030-07-02 09:00:00+00", "hide_from_listings": true, "previous_starts_at": null}', '01a1f5c0-7b5d-7762-92cd-49f40f424b8e', NULL),
	(16, '9140', '2026-11-19 21:39:54.928239+00', 'event', 14, 1, 'create', 1, 'en', NULL, '{"cost": null, "hours": null, "texts": {"en": {"slug": "weekly-rehearsal", "title": "Weekly rehearsal", "excerpt": null, "description": null, "event_status_reason": null}}, "venue": [2], "status": "publish", "sticky": false, "all_day": false, "ends_at": "2028-08-01 19:00:00+00", "undated": false, "website": null, "featured": false, "image_id": null, "show_map": true, "ticketed": false, "timezone": "Europe/Lisbon", "author_id": 1, "overrides": null, "protected": null, "starts_at": "2028-08-01 17:00:00+00", "attendance": null, "categories": [4], "ends_local": "2028-08-01 20:00:00", "online_url": null, "own_status": null, "recurrence": {"dates": [], "rules": [{"from": null, "rrule": "FREQ=WEEKLY;COUNT=3;BYDAY=TU", "until": null, "end_time": null, "start_time": null}], "exclude": []}, "split_from": null, "post_parent": null, "availability": null, "cost_details": {"values": [], "currency_code": null, "currency_symbol": null, "currency_position": null}, "event_status": "scheduled", "external_ids": {}, "published_at": "2026-11-19 21:39:54+00", "starts_local": "2028-08-01 18:00:00", "custom_fields": {}, "show_map_link": true, "listing_ends_at": "2028-08-01 19:00:00+00", "listing_starts_at": "2028-08-01 17:00:00+00", "hide_from_listings": false, "previous_starts_at": null}', '01a1f5c0-7b84-767a-9b42-1a99cbde690d', NULL),
	(17, '9143', '2026-11-19 21:39:55.193637+00', 'event', 16, 2, 'update', 1, 'en', '{"tags": [], "texts": {"en": {"slug": "weekly-rehearsal", "title": "Weekly rehearsal", "excerpt": null, "description": null, "event_status_reason": null}}, "overrides": []}', '{"tags": [6], "texts": {"en": {"slug": "weekly-rehearsal", "title": "Dress rehearsal", "excerpt": null, "description": null, "event_status_reason": null}}, "overrides": ["tags", "title.en"]}', '01a1f5c0-7c85-7f12-a334-a2fb9dac473d', NULL);
INSERT INTO public.count_changes VALUES
	(6, 'infinity', 1, 0, 0),
	(5, 'infinity', 1, 0, 0),
	(6, '2030-07-01', 1, 1, 1),
	(0, '2030-07-01', 1, 1, 1),
	(5, '2030-07-01', 1, 1, 1),
	(3, '2030-07-01', 1, 1, 1),
	(2, '2030-07-01', 1, 1, 1),
	(0, '2030-08-31', 1, 1, 1),
	(-2, '2030-07-01', 1, 1, 1),
	(0, '2030-07-01', 1, 1, 1),
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
	(1, 1, 'test', '\x2783a44a77483fbd7e279efd65f40956ca67a6e2a069138ac6562578ec1225c7', 'admin', '2026-11-19 21:39:52.084827+00', NULL, NULL, '2026-11-19 21:39:52.332367+00');
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
 music by the river. ', '2026-11-19 21:39:53.758854+00', NULL, '{}', false),
	(7, 'fr', false, '{}', 'Concert d’été', '<p>Musique au bord du fleuve.</p>', NULL, 'concert-d-été', true, 'concert d''ete
 musique au bord du fleuve. ', '2026-11-19 21:39:53.960801+00', NULL, '{}', false),
	(8, 'en', true, '{}', 'Film festival', NULL, NULL, 'film-festival', true, 'film festival', '2026-11-19 21:39:54.178009+00', NULL, '{}', false),
	(9, 'en', true, '{}', 'Rehearsal', NULL, NULL, 'rehearsal', true, 'rehearsal', '2026-11-19 21:39:54.274132+00', NULL, '{}', false),
	(10, 'en', true, '{}', 'Planned talk', NULL, NULL, 'planned-talk', true, 'planned talk', '2026-11-19 21:39:54.646489+00', NULL, '{}', false),
	(11, 'en', true, '{}', 'Canceled walk', NULL, NULL, 'canceled-walk', true, 'canceled walk', '2026-11-19 21:39:54.677616+00', NULL, '{}', false),
	(12, 'en', true, '{}', 'Exhibition', NULL, NULL, 'exhibition', true, 'exhibition', '2026-11-19 21:39:54.771007+00', NULL, '{}', false),
	(13, 'en', true, '{}', 'Members only', NULL, NULL, 'members-only', true, 'members only', '2026-11-19 21:39:54.845699+00', NULL, '{}', false),
	(14, 'en', true, '{}', 'Weekly rehearsal', NULL, NULL, 'weekly-rehearsal', true, 'weekly rehearsal', '2026-11-19 21:39:54.884838+00', NULL, '{}', false),
	(16, 'en', true, '{}', 'Dress rehearsal', NULL, NULL, 'weekly-rehearsal', false, 'dress rehearsal', '2026-11-19 21:39:55.141813+00', NULL, '{"excerpt": "2026-11-19T21:39:54.884838+00:00", "description": "2026-11-19T21:39:54.884838+00:00", "event_status_reason": "2026-11-19T21:39:54.884838+00:00"}', false);
INSERT INTO public.event_venues VALUES
	(7, 2, 1),
	(9, 2, 1),
	(12, 2, 1),
	(14, 2, 1),
	(16, 2, 1);
INSERT INTO public.events VALUES
	(7, 1, 'publish', NULL, NULL, '2026-11-19 21:39:53+00', false, '2026-11-19 21:39:53.758854+00', '2026-11-19 21:39:53.960801+00', NULL, 2, 'en', 1, NULL, '2030-07-01 20:00:00', '2030-07-01 22:30:00', 'Europe/Lisbon', '2026c', '2030-07-01 19:00:00+00', '2030-07-01 21:30:00+00', '2030-07-01 19:00:00+00', '2030-07-01 21:30:00+00', false, NULL, '10 €', '{"values": ["10"], "currency_code": "EUR", "currency_symbol": "€", "currency_position": "postfix"}', '{"doors": "19:00"}', true, true, false, false, true, false, NULL, DEFAULT, 'scheduled', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, '{}', NULL),
	(8, 1, 'publish', NULL, NULL, '2026-11-19 21:39:54+00', false, '2026-11-19 21:39:54.178009+00', '2026-11-19 21:39:54.178009+00', NULL, 1, 'en', NULL, NULL, '2030-09-01 00:00:00', '2030-10-15 23:59:59', 'America/New_York', '2026c', '2030-09-01 04:00:00+00', '2030-10-16 03:59:59+00', '2030-08-31 23:00:00+00', '2030-10-15 22:59:59+00', true, NULL, NULL, '{"values": [], "currency_code": null, "currency_symbol": null, "currency_position": null}', '{}', true, true, false, false, false, false, NULL, DEFAULT, 'scheduled', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, '{}', NULL),
	(9, 1, 'publish', NULL, NULL, '2026-11-19 21:39:54+00', false, '2026-11-19 21:39:54.274132+00', '2026-11-19 21:39:54.274132+00', NULL, 1, 'en', NULL, NULL, '2030-07-01 10:00:00', '2030-07-01 12:00:00', 'Europe/Lisbon', '2026c', '2030-07-01 09:00:00+00', '2030-07-01 11:00:00+00', '2030-07-01 09:00:00+00', '2030-07-01 11:00:00+00', false, NULL, NULL, '{"values": [], "currency_code": null, "currency_symbol": null, "currency_position": null}', '{}', true, true, false, false, false, false, 'scrypt$16384$KISsdO0eJ-SZwj0HL03Uew$vp_fYRIbYeIE0uCwGtrblqADdLE3nwbNSMdItQHpHL4', DEFAULT, 'scheduled', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, '{}', NULL),
	(10, 1, 'draft', NULL, NULL, '2026-11-19 21:39:54+00', true, '2026-11-19 21:39:54.646489+00', '2026-11-19 21:39:54.646489+00', NULL, 1, 'en', NULL, NULL, '2030-11-01 18:00:00', '2030-11-01 19:00:00', 'Europe/Lisbon', '2026c', '2030-11-01 18:00:00+00', '2030-11-01 19:00:00+00', '2030-11-01 18:00:00+00', '2030-11-01 19:00:00+00', false, NULL, NULL, '{"values": [], "currency_code": null, "currency_symbol": null, "currency_position": null}', '{}', true, true, false, false, false, false, NULL, DEFAULT, 'scheduled', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, '{}', NULL),
	(11, 1, 'trash', 'publish', '2026-11-19 21:39:54+00', '2026-11-19 21:39:54+00', false, '2026-11-19 21:39:54.677616+00', '2026-11-19 21:39:54.696509+00', NULL, 2, 'en', NULL, NULL, '2030-05-01 09:00:00', '2030-05-01 11:00:00', 'Europe/Lisbon', '2026c', '2030-05-01 08:00:00+00', '2030-05-01 10:00:00+00', '2030-05-01 08:00:00+00', '2030-05-01 10:00:00+00', false, NULL, NULL, '{"values": [], "currency_code": null, "currency_symbol": null, "currency_position": null}', '{}', true, true, false, false, false, false, NULL, DEFAULT, 'scheduled', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, '{}', NULL),
	(12, 1, 'publish', NULL, NULL, '2026-11-19 21:39:54+00', false, '2026-11-19 21:39:54.771007+00', '2026-11-19 21:39:54.771007+00', NULL, 1, 'en', NULL, NULL, '2030-03-01 10:00:00', NULL, 'Europe/Lisbon', '2026c', '2030-03-01 10:00:00+00', NULL, '2030-03-01 10:00:00+00', '9999-12-31 23:59:59+00', false, NULL, NULL, '{"values": [], "currency_code": null, "currency_symbol": null, "currency_position": null}', '{}', true, true, false, false, false, false, NULL, DEFAULT, 'scheduled', NULL, NULL, NULL, NULL, '{"closed": [], "weekly": [{"days": ["sa", "su"], "opens": "10:00", "closes": "18:00"}], "adjusted": []}', NULL, NULL, NULL, NULL, 0, NULL, '{}', NULL),
	(13, 1, 'publish', NULL, NULL, '2026-11-19 21:39:54+00', false, '2026-11-19 21:39:54.845699+00', '2026-11-19 21:39:54.845699+00', NULL, 1, 'en', NULL, NULL, '2030-07-02 10:00:00', '2030-07-02 12:00:00', 'Europe/Lisbon', '2026c', '2030-07-02 09:00:00+00', '2030-07-02 11:00:00+00', '2030-07-02 09:00:00+00', '2030-07-02 11:00:00+00', false, NULL, NULL, '{"values": [], "currency_code": null, "currency_symbol": null, "currency_position": null}', '{}', true, true, true, false, false, false, NULL, DEFAULT, 'scheduled', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, '{}', NULL),
	(14, 1, 'publish', NULL, NULL, '2026-11-19 21:39:54+00', false, '2026-11-19 21:39:54.884838+00', '2026-11-19 21:39:54.884838+00', NULL, 1, 'en', NULL, NULL, '2028-08-01 18:00:00', '2028-08-01 20:00:00', 'Europe/Lisbon', '2026c', '2028-08-01 17:00:00+00', '2028-08-01 19:00:00+00', '2028-08-01 17:00:00+00', '2028-08-01 19:00:00+00', false, NULL, NULL, '{"values": [], "currency_code": null, "currency_symbol": null, "currency_position": null}', '{}', true, true, false, false, false, false, NULL, DEFAULT, 'scheduled', NULL, NULL, NULL, NULL, NULL, '{"dates": [], "rules": [{"from": null, "rrule": "FREQ=WEEKLY;COUNT=3;BYDAY=TU", "until": null, "end_time": null, "start_time": null}], "exclude": []}', NULL, NULL, NULL, 0, NULL, '{}', NULL),
	(16, 1, 'publish', NULL, NULL, '2026-11-19 21:39:54+00', false, '2026-11-19 21:39:55.141813+00', '2026-11-19 21:39:55.141813+00', NULL, 2, 'en', NULL, NULL, '2028-08-08 18:00:00', '2028-08-08 20:00:00', 'Europe/Lisbon', '2026c', '2028-08-08 17:00:00+00', '2028-08-08 19:00:00+00', '2028-08-08 17:00:00+00', '2028-08-08 19:00:00+00', false, NULL, NULL, '{"values": [], "currency_code": null, "currency_symbol": null, "currency_position": null}', '{}', true, true, false, false, false, false, NULL, DEFAULT, 'scheduled', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 14, '2028-08-08 18:00:00', 1, NULL, '{tags,title.en}', NULL);
INSERT INTO public.facet_records VALUES
	(2, 'venue'),
	(4, 'categories'),
	(5, 'categories'),
	(6, 'tags');
INSERT INTO public.image_texts VALUES
	(1, 'en', true, '{}', 'Harbor', 'harbor', 'The harbor at night', NULL, NULL, true, 'harbor
the harbor at night', '2026-11-19 21:39:52.494206+00', '{}', false);
INSERT INTO public.images VALUES
	(1, 1, '2026-11-19 21:39:52.494206+00', '2026-11-19 21:39:52.494206+00', 1, 'en', '96ae7e0f56926fce8fdff671ecf12fdd8da814a1ff05e3524f6041519b8a138a', 'png', 30, 20, 127, '{"full": {"width": 30, "height": 20}, "large": {"width": 30, "height": 20}, "medium": {"width": 30, "height": 20}, "thumbnail": {"width": 30, "height": 20}}', NULL, NULL, false);
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
	('0001_baseline.sql', 'd2727b3fed74cfe85da981b5f56d7d2c60eeb935c78a0495ac6c2f6c8f6730ad', '2026-11-19 21:18:10.950061+00'),
	('0002_write_api.sql', 'c5efa7943b447c719a0b00d5725f633b227e095ca91df3a10f6e91b7b4b41b1c', '2026-11-19 21:18:10.995244+00'),
	('0003_opening_hours.sql', 'f21c93d45982567515cf6cd04c4592e86abe4576561b5a0b04b195362905b10e', '2026-11-19 21:18:11.004425+00'),
	('0004_recurrence.sql', 'b9c3a4e0984bd59ba6b4dc6e837554f6a4f56e9ba1889ff5aaf396871122163e', '2026-11-19 21:18:11.00772+00'),
	('0005_endless_series.sql', '8c15ef39f8014f8255af1b90d00a2f2e564a79bcd4a2d5b4caeeac2517f6e93c', '2026-11-19 21:18:11.029026+00'),
	('0006_list_costs.sql', '0bf72fa83b04b2395d58ac9db209cca8e67d3e5a6bc713b59a26ec9bdda61880', '2026-11-19 21:18:11.035553+00'),
	('0007_change_feed.sql', '3ad2666fcb9dd49b406c7578ffcbd87c6ab75b1ea04632cf63d71ab690f77222', '2026-11-19 21:18:11.04084+00'),
	('0008_history.sql', 'e5243d3cdcd0a31877cefe44aef7024ed7e41ccfecb775612e1db32b29469c68', '2026-11-19 21:18:11.043738+00'),
	('0009_job_queue.sql', 'bd4153b5e6bbb1b8ba9130345f7d03d5443f6ee66c0bf418f34471e857f115d8', '2026-11-19 21:18:11.044751+00'),
	('0010_webhooks.sql', 'd0bf578b41e342a744dbebde87f4ff60741655ef8743e97e35babed2d59f48e4', '2026-11-19 21:18:11.063391+00'),
	('0011_accounts.sql', '8d97fa50e318b444d978c26caa6de8b43831f00f5e063dbd0e2d71f75e036605', '2026-11-19 21:18:11.068117+00'),
	('0012_sign_in.sql', '7578d5515bb46346e603ae55c49b845fa428c3917eca48f3322d641ba6139d43', '2026-11-19 21:18:11.073574+00'),
	('0013_working_copies.sql', '21f87cdc31ec200858878543860f52a0e9b0933f3c9ee46788af5dca5698ac12', '2026-11-19 21:18:11.079063+00'),
	('0014_colors_and_translation_fields.sql', '1cfd03a9562c02d72fbd2c84c973d448fdf1267a25472043ae88bb76018847ae', '2026-11-19 21:18:11.085609+00'),
	('0015_submissions.sql', '895042857e0dbcb24348488e6ae428e22d4b9d284292044650e77525e0dd6258', '2026-11-19 21:18:11.092065+00'),
	('0016_sources.sql', 'cc8a99c205eb166c1cde3bdb5ca75289321441704bad019548c89aa365f5385f', '2026-11-19 21:18:11.097572+00'),
	('0017_decisions.sql', '2fc2bd4a1dee6e7d1132515ea4d6e78751330a1daf5f11999b24399d16360ea9', '2026-11-19 21:18:11.106106+00'),
	('0018_search_words.sql', '1f08185e8243c4c46ab6977add5ccb853f059e59a216542e78110ae740f7dbad', '2026-11-19 21:18:11.107714+00'),
	('0019_facet_counts.sql', '0a52f51fb8d216fc62a3ef81dd885de74966b23bf55183ba2be0764b1cbab340', '2026-11-19 21:18:11.114871+00');
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
INSERT INTO public.one_time_secrets VALUES
	('\x5e2456c2dc9c37b72ad3a09d4eae0e864ecbe561b3c2f79ac65cf06562a9778d', 'first-administrator', NULL, '2026-11-26 21:39:51+00', NULL);
INSERT INTO public.organizer_texts VALUES
	(3, 'en', true, '{}', 'City Orchestra', NULL, 'city-orchestra', true, 'city orchestra
office@orchestra.example', '2026-11-19 21:39:53.611073+00', 'city orchestra', '{}', false);
INSERT INTO public.organizers VALUES
	(3, 1, 'publish', NULL, NULL, '2026-11-19 21:39:53+00', false, '2026-11-19 21:39:53.611073+00', '2026-11-19 21:39:53.611073+00', 1, 'en', NULL, NULL, NULL, 'office@orchestra.example');
INSERT INTO public.search_index VALUES
	(1, false, '{}', '');
INSERT INTO public.search_pending OVERRIDING SYSTEM VALUE VALUES
	(1, 7, '2026-11-19 21:39:53.80358+00'),
	(2, 7, '2026-11-19 21:39:53.80358+00'),
	(3, 7, '2026-11-19 21:39:53.961813+00'),
	(4, 7, '2026-11-19 21:39:53.961813+00'),
	(5, 8, '2026-11-19 21:39:54.189442+00'),
	(6, 8, '2026-11-19 21:39:54.189442+00'),
	(7, 9, '2026-11-19 21:39:54.553187+00'),
	(8, 9, '2026-11-19 21:39:54.553187+00'),
	(9, 10, '2026-11-19 21:39:54.651658+00'),
	(10, 11, '2026-11-19 21:39:54.680938+00'),
	(11, 11, '2026-11-19 21:39:54.680938+00'),
	(12, 11, '2026-11-19 21:39:54.69847+00'),
	(13, 12, '2026-11-19 21:39:54.792918+00'),
	(14, 12, '2026-11-19 21:39:54.792918+00'),
	(15, 13, '2026-11-19 21:39:54.857944+00'),
	(16, 14, '2026-11-19 21:39:54.911761+00'),
	(17, 14, '2026-11-19 21:39:54.911761+00'),
	(18, 14, '2026-11-19 21:39:55.142589+00'),
	(19, 14, '2026-11-19 21:39:55.142589+00'),
	(20, 14, '2026-11-19 21:39:55.142589+00');
INSERT INTO public.security_log OVERRIDING SYSTEM VALUE VALUES
	(1, '2026-11-19 21:39:52.021802+00', 'user added', NULL, NULL, '{"role": "editor", "login": "editor"}'),
	(2, '2026-11-19 21:39:52.094349+00', 'token added', NULL, NULL, '{"login": "editor", "scope": "admin", "token": 1}');
INSERT INTO public.submission_key VALUES
	(true, '\x135465c5bb167b579838dab84c158bd2d529e271bb57566c5bbfe1f0abd1a2f1');
INSERT INTO public.tag_texts VALUES
	(6, 'en', true, '{}', 'Open air', NULL, 'open-air', true, 'open air
open-air', '2026-11-19 21:39:53.732364+00', '{}', false);
INSERT INTO public.tags VALUES
	(6, 'open air', '2026-11-19 21:39:53.732364+00', '2026-11-19 21:39:53.732364+00', 1, 'en');
INSERT INTO public.users VALUES
	(1, 'editor', '', 'editor', NULL, '2026-11-19 21:39:51.98246+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.venue_texts VALUES
	(2, 'en', true, '{}', 'Old Theater', NULL, 'old-theater', true, 'old theater
lisbon', '2026-11-19 21:39:53.554594+00', 'old theater', '{}', false);
INSERT INTO public.venues VALUES
	(2, 1, 'publish', NULL, NULL, '2026-11-19 21:39:53+00', false, '2026-11-19 21:39:53.554594+00', '2026-11-19 21:39:53.554594+00', 1, 'en', 1, NULL, 'Lisbon', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 38.71, -9.14, true, true, NULL);
SELECT pg_catalog.setval('public.changes_id_seq', 17, true);
SELECT pg_catalog.setval('public.credentials_id_seq', 1, true);
SELECT pg_catalog.setval('public.known_devices_id_seq', 1, false);
SELECT pg_catalog.setval('public.passkeys_id_seq', 1, false);
SELECT pg_catalog.setval('public.record_ids', 17, true);
SELECT pg_catalog.setval('public.review_notes_id_seq', 1, false);
SELECT pg_catalog.setval('public.search_chunks_chunk_seq', 1, false);
SELECT pg_catalog.setval('public.search_pending_n_seq', 20, true);
SELECT pg_catalog.setval('public.security_log_id_seq', 2, true);
SELECT pg_catalog.setval('public.sessions_id_seq', 1, false);
SELECT pg_catalog.setval('public.source_runs_id_seq', 1, false);
SELECT pg_catalog.setval('public.sources_id_seq', 1, false);
SELECT pg_catalog.setval('public.submissions_id_seq', 1, false);
SELECT pg_catalog.setval('public.users_id_seq', 1, true);
SELECT pg_catalog.setval('public.webhook_deliveries_id_seq', 1, false);
SELECT pg_catalog.setval('public.webhooks_id_seq', 1, false);
SELECT pg_catalog.setval('public.working_copy_versions', 1, false);
ALTER TABLE ONLY pgboss.bam
    ADD CONSTRAINT bam_pkey PRIMARY KEY (id);
ALTER TABLE ONLY pgboss.job
    ADD CONSTRAINT job_pkey PRIMARY KEY (name, id);
ALTER TABLE ONLY pgboss.job_common
    ADD CONSTRAINT job_common_pkey PRIMARY KEY (name, id);
ALTER TABLE ONLY pgboss.job_dependency
    ADD CONSTRAINT job_dependency_pkey PRIMARY KEY (child_name, child_id, parent_name, parent_id);
ALTER TABLE ONLY pgboss.queue
    ADD CONSTRAINT queue_pkey PRIMARY KEY (name);
ALTER TABLE ONLY pgboss.queue_stats
    ADD CONSTRAINT queue_stats_pkey PRIMARY KEY (id, captured_on);
ALTER TABLE ONLY pgboss.queue_stats_20261119
    ADD CONSTRAINT queue_stats_20261119_pkey PRIMARY KEY (id, captured_on);
ALTER TABLE ONLY pgboss.queue_stats_20261120
    ADD CONSTRAINT queue_stats_20261120_pkey PRIMARY KEY (id, captured_on);
ALTER TABLE ONLY pgboss.schedule
    ADD CONSTRAINT schedule_pkey PRIMARY KEY (name, key);
ALTER TABLE ONLY pgboss.subscription
    ADD CONSTRAINT subscription_pkey PRIMARY KEY (event, name);
ALTER TABLE ONLY pgboss.version
    ADD CONSTRAINT version_pkey PRIMARY KEY (version);
ALTER TABLE ONLY pgboss.warning
    ADD CONSTRAINT warning_pkey PRIMARY KEY (id);
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
ALTER TABLE ONLY public.facet_counts
    ADD CONSTRAINT facet_counts_pkey PRIMARY KEY (facet, days, span, ref_id) INCLUDE (n);
ALTER TABLE ONLY public.facet_records
    ADD CONSTRAINT facet_records_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (caller_id, key);
ALTER TABLE ONLY public.identities
    ADD CONSTRAINT identities_pkey PRIMARY KEY (issuer, subject);
ALTER TABLE ONLY public.image_sources
    ADD CONSTRAINT image_sources_pkey PRIMARY KEY (address);
ALTER TABLE ONLY public.image_texts
    ADD CONSTRAINT image_texts_pkey PRIMARY KEY (id, language);
ALTER TABLE ONLY public.images
    ADD CONSTRAINT images_digest UNIQUE (digest);
ALTER TABLE ONLY public.images
    ADD CONSTRAINT images_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.known_devices
    ADD CONSTRAINT known_devices_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.known_devices
    ADD CONSTRAINT known_devices_user_id_digest_key UNIQUE (user_id, digest);
ALTER TABLE ONLY public.listings
    ADD CONSTRAINT listings_pkey PRIMARY KEY (ref_id, starts_at, id) INCLUDE (ends_at, previous_at, previous_end, last);
ALTER TABLE ONLY public.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.occurrences
    ADD CONSTRAINT occurrences_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.oidc_sign_ins
    ADD CONSTRAINT oidc_sign_ins_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY public.one_time_secrets
    ADD CONSTRAINT one_time_secrets_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY public.organizer_texts
    ADD CONSTRAINT organizer_texts_pkey PRIMARY KEY (id, language);
ALTER TABLE ONLY public.organizers
    ADD CONSTRAINT organizers_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id);
ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.presence
    ADD CONSTRAINT presence_pkey PRIMARY KEY (record_id, user_id);
ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, digest);
ALTER TABLE ONLY public.redirects
    ADD CONSTRAINT redirects_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.retired_occurrences
    ADD CONSTRAINT retired_occurrences_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.review_notes
    ADD CONSTRAINT review_notes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.search_bits
    ADD CONSTRAINT search_bits_pkey PRIMARY KEY (token, chunk);
ALTER TABLE ONLY public.search_chunks
    ADD CONSTRAINT search_chunks_pkey PRIMARY KEY (chunk);
ALTER TABLE ONLY public.search_dates
    ADD CONSTRAINT search_dates_pkey PRIMARY KEY (chunk, slot);
ALTER TABLE ONLY public.search_index
    ADD CONSTRAINT search_index_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.search_pending
    ADD CONSTRAINT search_pending_pkey PRIMARY KEY (n);
ALTER TABLE ONLY public.search_words
    ADD CONSTRAINT search_words_pkey PRIMARY KEY (word);
ALTER TABLE ONLY public.second_factors
    ADD CONSTRAINT second_factors_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.security_log
    ADD CONSTRAINT security_log_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_digest_key UNIQUE (digest);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sign_in_attempts
    ADD CONSTRAINT sign_in_attempts_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.source_items
    ADD CONSTRAINT source_items_pkey PRIMARY KEY (run_id, "position");
ALTER TABLE ONLY public.source_pages
    ADD CONSTRAINT source_pages_pkey PRIMARY KEY (run_id, part, page);
ALTER TABLE ONLY public.source_records
    ADD CONSTRAINT source_records_pkey PRIMARY KEY (source_id, kind, key);
ALTER TABLE ONLY public.source_runs
    ADD CONSTRAINT source_runs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sources
    ADD CONSTRAINT sources_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.spent_challenges
    ADD CONSTRAINT spent_challenges_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY public.submission_key
    ADD CONSTRAINT submission_key_pkey PRIMARY KEY (only_row);
ALTER TABLE ONLY public.submission_links
    ADD CONSTRAINT submission_links_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY public.submissions
    ADD CONSTRAINT submissions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.submissions
    ADD CONSTRAINT submissions_record_id_key UNIQUE (record_id);
ALTER TABLE ONLY public.tag_texts
    ADD CONSTRAINT tag_texts_pkey PRIMARY KEY (id, language);
ALTER TABLE ONLY public.tags
    ADD CONSTRAINT tags_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_built_in_key UNIQUE (built_in);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_login_key UNIQUE (login);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.venue_texts
    ADD CONSTRAINT venue_texts_pkey PRIMARY KEY (id, language);
ALTER TABLE ONLY public.venues
    ADD CONSTRAINT venues_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhooks
    ADD CONSTRAINT webhooks_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.working_copies
    ADD CONSTRAINT working_copies_pkey PRIMARY KEY (record_id);
CREATE UNIQUE INDEX job_common_i1 ON pgboss.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::pgboss.job_state) AND (policy = 'short'::text));
CREATE INDEX job_common_i10 ON pgboss.job_common USING btree (name, singleton_key, state DESC, created_on, id) INCLUDE (start_after) WHERE ((state < 'active'::pgboss.job_state) AND (NOT blocked) AND (policy = 'key_strict_fifo'::text));
CREATE INDEX job_common_i11 ON pgboss.job_common USING btree (name, priority DESC, created_on, start_after) WHERE ((state < 'active'::pgboss.job_state) AND (NOT blocked));
CREATE INDEX job_common_i12 ON pgboss.job_common USING btree (source_root_id) WHERE (source_root_id IS NOT NULL);
CREATE UNIQUE INDEX job_common_i2 ON pgboss.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::pgboss.job_state) AND (policy = 'singleton'::text));
CREATE UNIQUE INDEX job_common_i3 ON pgboss.job_common USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'stately'::text));
CREATE UNIQUE INDEX job_common_i4 ON pgboss.job_common USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::pgboss.job_state) AND (singleton_on IS NOT NULL));
CREATE UNIQUE INDEX job_common_i6 ON pgboss.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'exclusive'::text));
CREATE INDEX job_common_i7 ON pgboss.job_common USING btree (name, group_id) WHERE ((state = 'active'::pgboss.job_state) AND (group_id IS NOT NULL));
CREATE UNIQUE INDEX job_common_i8 ON pgboss.job_common USING btree (name, singleton_key) WHERE ((state = ANY (ARRAY['active'::pgboss.job_state, 'retry'::pgboss.job_state, 'failed'::pgboss.job_state])) AND (policy = 'key_strict_fifo'::text));
CREATE INDEX job_common_i9 ON pgboss.job_common USING btree (name, id) WHERE (blocking AND (state = 'completed'::pgboss.job_state));
CREATE INDEX job_dep_parent_idx ON pgboss.job_dependency USING btree (parent_name, parent_id);
CREATE INDEX queue_stats_i1 ON ONLY pgboss.queue_stats USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);
CREATE INDEX queue_stats_20261119_name_captured_on_deferred_count_queued_idx ON pgboss.queue_stats_20261119 USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);
CREATE INDEX queue_stats_20261120_name_captured_on_deferred_count_queued_idx ON pgboss.queue_stats_20261120 USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);
CREATE INDEX warning_i1 ON pgboss.warning USING btree (created_on DESC);
CREATE INDEX categories_children ON public.categories USING btree (parent_id);
CREATE UNIQUE INDEX categories_name ON public.categories USING btree (COALESCE(parent_id, (0)::bigint), name_key);
CREATE INDEX category_texts_outdated ON public.category_texts USING btree (language, id) WHERE is_outdated;
CREATE UNIQUE INDEX category_texts_slug ON public.category_texts USING btree (slug) WHERE slug_owner;
CREATE INDEX changes_change_id ON public.changes USING btree (change_id) WHERE (change_id IS NOT NULL);
CREATE INDEX changes_ended ON public.changes USING btree (record_id) WHERE (before ? 'ended'::text);
CREATE INDEX changes_feed ON public.changes USING btree (xact, id);
CREATE INDEX changes_record ON public.changes USING btree (record_id, version);
CREATE INDEX changes_shown ON public.changes USING btree (xact) WHERE (kind <> 'event'::text);
CREATE INDEX changes_undoes ON public.changes USING btree (undoes) WHERE (undoes IS NOT NULL);
CREATE INDEX changes_unredacted ON public.changes USING btree (id) WHERE ((action = 'delete'::text) AND (before ? 'texts'::text));
CREATE INDEX count_changes_day ON public.count_changes USING btree (ref_id, day) INCLUDE (n, firsts, lasts);
CREATE INDEX credentials_user ON public.credentials USING btree (user_id);
CREATE INDEX event_categories_ref ON public.event_categories USING btree (ref_id, event_id);
CREATE INDEX event_hours_run ON public.event_hours USING btree (last_day, first_day);
CREATE INDEX event_organizers_ref ON public.event_organizers USING btree (ref_id, event_id);
CREATE INDEX event_tags_ref ON public.event_tags USING btree (ref_id, event_id);
CREATE INDEX event_texts_outdated ON public.event_texts USING btree (language, id) WHERE is_outdated;
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
CREATE INDEX events_pending ON public.events USING btree (author_id) WHERE ((status)::text = 'pending'::text);
CREATE INDEX events_split ON public.events USING btree (split_from) WHERE (split_from IS NOT NULL);
CREATE INDEX events_trashed ON public.events USING btree (trashed_at) WHERE ((status)::text = 'trash'::text);
CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (created_at);
CREATE INDEX idempotency_keys_shown ON public.idempotency_keys USING gin (shown_ids);
CREATE INDEX identities_user ON public.identities USING btree (user_id);
CREATE INDEX image_sources_image ON public.image_sources USING btree (image_id);
CREATE INDEX image_texts_outdated ON public.image_texts USING btree (language, id) WHERE is_outdated;
CREATE INDEX image_texts_search ON public.image_texts USING gin (search public.gin_trgm_ops);
CREATE UNIQUE INDEX image_texts_slug ON public.image_texts USING btree (slug) WHERE slug_owner;
CREATE INDEX images_modified ON public.images USING btree (modified_at, id);
CREATE INDEX images_newest ON public.images USING btree (created_at DESC, id DESC);
CREATE INDEX images_unused ON public.images USING btree (unused_since) WHERE (unused_since IS NOT NULL);
CREATE INDEX known_devices_used ON public.known_devices USING btree (last_used_at);
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
CREATE INDEX oidc_sign_ins_expires ON public.oidc_sign_ins USING btree (expires_at);
CREATE INDEX one_time_secrets_expires ON public.one_time_secrets USING btree (expires_at);
CREATE INDEX one_time_secrets_user ON public.one_time_secrets USING btree (user_id, purpose);
CREATE INDEX organizer_texts_name ON public.organizer_texts USING hash (name_key);
CREATE INDEX organizer_texts_outdated ON public.organizer_texts USING btree (language, id) WHERE is_outdated;
CREATE INDEX organizer_texts_search ON public.organizer_texts USING gin (search public.gin_trgm_ops);
CREATE UNIQUE INDEX organizer_texts_slug ON public.organizer_texts USING btree (slug) WHERE slug_owner;
CREATE INDEX organizers_due ON public.organizers USING btree (published_at) WHERE ((status)::text = 'future'::text);
CREATE INDEX organizers_image_id ON public.organizers USING btree (image_id) WHERE (image_id IS NOT NULL);
CREATE INDEX organizers_modified ON public.organizers USING btree (modified_at, id);
CREATE INDEX organizers_newest ON public.organizers USING btree (published_at DESC, id DESC) INCLUDE (status, author_id);
CREATE INDEX organizers_own ON public.organizers USING btree (author_id, status);
CREATE INDEX organizers_pending ON public.organizers USING btree (author_id) WHERE ((status)::text = 'pending'::text);
CREATE INDEX organizers_trashed ON public.organizers USING btree (trashed_at) WHERE ((status)::text = 'trash'::text);
CREATE INDEX passkeys_user ON public.passkeys USING btree (user_id);
CREATE INDEX presence_expires ON public.presence USING btree (expires_at);
CREATE INDEX presence_user ON public.presence USING btree (user_id);
CREATE INDEX redirects_slugs ON public.redirects USING gin (slugs);
CREATE INDEX redirects_target ON public.redirects USING btree (target_id);
CREATE INDEX retired_occurrences_series ON public.retired_occurrences USING btree (series_id, original_start);
CREATE INDEX review_notes_author ON public.review_notes USING btree (author_id);
CREATE INDEX review_notes_record ON public.review_notes USING btree (record_id, id);
CREATE INDEX review_notes_returned ON public.review_notes USING btree (record_id) WHERE is_returned;
CREATE INDEX search_dates_series ON public.search_dates USING btree (series);
CREATE INDEX search_dates_start ON public.search_dates USING btree (starts_at, id, slot) INCLUDE (chunk);
CREATE INDEX search_words_parts ON public.search_words USING gin (word public.gin_trgm_ops);
CREATE INDEX security_log_at ON public.security_log USING btree (at);
CREATE INDEX sessions_last_seen ON public.sessions USING btree (last_seen_at);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id);
CREATE INDEX sign_in_attempts_last ON public.sign_in_attempts USING btree (last_at);
CREATE INDEX source_items_open ON public.source_items USING btree (run_id, "position") WHERE (outcome IS NULL);
CREATE INDEX source_items_record ON public.source_items USING btree (record_id) WHERE (record_id IS NOT NULL);
CREATE INDEX source_records_fingerprint ON public.source_records USING btree (fingerprint);
CREATE INDEX source_records_record ON public.source_records USING btree (record_id);
CREATE UNIQUE INDEX source_runs_active ON public.source_runs USING btree (source_id) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text, 'undoing'::text]));
CREATE INDEX source_runs_created ON public.source_runs USING btree (created_at);
CREATE INDEX source_runs_source ON public.source_runs USING btree (source_id, id);
CREATE INDEX sources_due ON public.sources USING btree (next_run_at) WHERE (next_run_at IS NOT NULL);
CREATE INDEX sources_owner ON public.sources USING btree (owner_id);
CREATE INDEX spent_challenges_expires ON public.spent_challenges USING btree (expires_at);
CREATE INDEX submission_links_submission ON public.submission_links USING btree (submission_id);
CREATE INDEX submissions_decided ON public.submissions USING btree (decided_at) WHERE (decided_at IS NOT NULL);
CREATE INDEX submissions_email ON public.submissions USING btree (lower(email)) WHERE (confirmed_at IS NULL);
CREATE INDEX submissions_unconfirmed ON public.submissions USING btree (created_at) WHERE (confirmed_at IS NULL);
CREATE INDEX submissions_waiting ON public.submissions USING btree (confirmed_at) WHERE ((confirmed_at IS NOT NULL) AND (decided_at IS NULL));
CREATE INDEX tag_texts_outdated ON public.tag_texts USING btree (language, id) WHERE is_outdated;
CREATE UNIQUE INDEX tag_texts_slug ON public.tag_texts USING btree (slug) WHERE slug_owner;
CREATE UNIQUE INDEX tags_name ON public.tags USING btree (name_key);
CREATE UNIQUE INDEX users_email ON public.users USING btree (lower(email));
CREATE INDEX venue_texts_name ON public.venue_texts USING hash (name_key);
CREATE INDEX venue_texts_outdated ON public.venue_texts USING btree (language, id) WHERE is_outdated;
CREATE INDEX venue_texts_search ON public.venue_texts USING gin (search public.gin_trgm_ops);
CREATE UNIQUE INDEX venue_texts_slug ON public.venue_texts USING btree (slug) WHERE slug_owner;
CREATE INDEX venues_due ON public.venues USING btree (published_at) WHERE ((status)::text = 'future'::text);
CREATE INDEX venues_image_id ON public.venues USING btree (image_id) WHERE (image_id IS NOT NULL);
CREATE INDEX venues_modified ON public.venues USING btree (modified_at, id);
CREATE INDEX venues_newest ON public.venues USING btree (published_at DESC, id DESC) INCLUDE (status, author_id);
CREATE INDEX venues_own ON public.venues USING btree (author_id, status);
CREATE INDEX venues_pending ON public.venues USING btree (author_id) WHERE ((status)::text = 'pending'::text);
CREATE INDEX venues_place ON public.venues USING btree (geo_lat, geo_lng) WHERE (geo_lat IS NOT NULL);
CREATE INDEX venues_trashed ON public.venues USING btree (trashed_at) WHERE ((status)::text = 'trash'::text);
CREATE INDEX webhook_deliveries_created ON public.webhook_deliveries USING btree (created_at) WHERE (state <> ALL (ARRAY['waiting'::text, 'sending'::text]));
CREATE INDEX webhook_deliveries_open ON public.webhook_deliveries USING btree (webhook_id, id) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text]));
CREATE UNIQUE INDEX webhook_deliveries_waiting ON public.webhook_deliveries USING btree (webhook_id, kind, record_id) WHERE ((state = 'waiting'::text) AND (started_at IS NULL));
CREATE INDEX webhook_deliveries_webhook ON public.webhook_deliveries USING btree (webhook_id, id);
CREATE INDEX webhooks_owner ON public.webhooks USING btree (owner_id);
CREATE INDEX working_copies_author ON public.working_copies USING btree (author_id);
CREATE INDEX working_copies_pending ON public.working_copies USING btree (author_id) WHERE (state = 'pending'::text);
CREATE INDEX working_copies_returned ON public.working_copies USING btree (author_id) WHERE is_returned;
ALTER INDEX pgboss.job_pkey ATTACH PARTITION pgboss.job_common_pkey;
ALTER INDEX pgboss.queue_stats_i1 ATTACH PARTITION pgboss.queue_stats_20261119_name_captured_on_deferred_count_queued_idx;
ALTER INDEX pgboss.queue_stats_pkey ATTACH PARTITION pgboss.queue_stats_20261119_pkey;
ALTER INDEX pgboss.queue_stats_i1 ATTACH PARTITION pgboss.queue_stats_20261120_name_captured_on_deferred_count_queued_idx;
ALTER INDEX pgboss.queue_stats_pkey ATTACH PARTITION pgboss.queue_stats_20261120_pkey;
CREATE TRIGGER categories_cycle AFTER INSERT OR UPDATE OF parent_id ON public.categories FOR EACH ROW EXECUTE FUNCTION public.refuse_cycle('parent_id');
CREATE TRIGGER categories_external_ids AFTER DELETE ON public.categories REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.delete_external_ids();
CREATE TRIGGER categories_facet AFTER INSERT ON public.categories REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_facet_records('categories');
CREATE TRIGGER categories_listings AFTER DELETE ON public.categories REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.delete_listings_of_linked();
CREATE TRIGGER categories_sources AFTER DELETE ON public.categories REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.erase_source_texts();
CREATE TRIGGER category_texts_outdated_i AFTER INSERT ON public.category_texts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.mark_outdated();
CREATE TRIGGER category_texts_outdated_u AFTER UPDATE ON public.category_texts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.mark_outdated();
CREATE TRIGGER counts_facets_i AFTER INSERT ON public.counts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.count_facets();
CREATE TRIGGER counts_facets_u AFTER UPDATE ON public.counts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.count_facets();
CREATE TRIGGER event_categories_counted_d AFTER DELETE ON public.event_categories REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.count_terms();
CREATE TRIGGER event_categories_counted_i AFTER INSERT ON public.event_categories REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.count_terms();
CREATE TRIGGER event_categories_counted_u AFTER UPDATE ON public.event_categories REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.count_terms();
CREATE TRIGGER event_tags_counted_d AFTER DELETE ON public.event_tags REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.count_terms();
CREATE TRIGGER event_tags_counted_i AFTER INSERT ON public.event_tags REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.count_terms();
CREATE TRIGGER event_tags_counted_u AFTER UPDATE ON public.event_tags REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.count_terms();
CREATE TRIGGER event_texts_outdated_i AFTER INSERT ON public.event_texts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.mark_outdated();
CREATE TRIGGER event_texts_outdated_u AFTER UPDATE ON public.event_texts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.mark_outdated();
CREATE TRIGGER event_texts_pending AFTER INSERT OR DELETE ON public.event_texts FOR EACH ROW EXECUTE FUNCTION public.note_search_text();
CREATE TRIGGER event_texts_pending_u AFTER UPDATE ON public.event_texts FOR EACH ROW WHEN (((((old.search IS DISTINCT FROM new.search) OR ((old.language)::text IS DISTINCT FROM (new.language)::text)) OR (old.original IS DISTINCT FROM new.original)) OR (old.other_languages IS DISTINCT FROM new.other_languages))) EXECUTE FUNCTION public.note_search_text();
CREATE TRIGGER events_cycle AFTER INSERT OR UPDATE OF post_parent ON public.events FOR EACH ROW WHEN ((new.post_parent IS NOT NULL)) EXECUTE FUNCTION public.refuse_cycle('post_parent');
CREATE TRIGGER events_external_ids AFTER DELETE ON public.events REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.delete_external_ids();
CREATE TRIGGER events_hours_i AFTER INSERT ON public.events FOR EACH ROW WHEN ((new.hours IS NOT NULL)) EXECUTE FUNCTION public.derive_event_hours();
CREATE TRIGGER events_hours_u AFTER UPDATE OF hours, starts_local, ends_local, timezone, password ON public.events FOR EACH ROW WHEN (((new.hours IS NOT NULL) OR (old.hours IS NOT NULL))) EXECUTE FUNCTION public.derive_event_hours();
CREATE TRIGGER events_review AFTER DELETE ON public.events REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.delete_review();
CREATE TRIGGER events_sources AFTER DELETE ON public.events REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.erase_source_texts();
CREATE TRIGGER events_submission AFTER UPDATE OF status ON public.events FOR EACH ROW WHEN ((((old.status)::text = 'pending'::text) <> ((new.status)::text = 'pending'::text))) EXECUTE FUNCTION public.follow_submission();
CREATE TRIGGER events_submission_deleted AFTER DELETE ON public.events REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.delete_submission();
CREATE TRIGGER image_texts_outdated_i AFTER INSERT ON public.image_texts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.mark_outdated();
CREATE TRIGGER image_texts_outdated_u AFTER UPDATE ON public.image_texts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.mark_outdated();
CREATE TRIGGER keep_administrator_delete BEFORE DELETE ON public.users FOR EACH ROW WHEN (((old.role = 'administrator'::text) AND (old.disabled_at IS NULL) AND (old.invited_at IS NULL))) EXECUTE FUNCTION public.keep_administrator();
CREATE TRIGGER keep_administrator_update BEFORE UPDATE OF role, disabled_at, invited_at ON public.users FOR EACH ROW WHEN (((old.role = 'administrator'::text) AND (old.disabled_at IS NULL) AND (old.invited_at IS NULL) AND ((new.role <> 'administrator'::text) OR (new.disabled_at IS NOT NULL) OR (new.invited_at IS NOT NULL)))) EXECUTE FUNCTION public.keep_administrator();
CREATE TRIGGER listings_counted_d AFTER DELETE ON public.listings REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.count_listings();
CREATE TRIGGER listings_counted_i AFTER INSERT ON public.listings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.count_listings();
CREATE TRIGGER listings_counted_u AFTER UPDATE ON public.listings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.count_listings();
CREATE TRIGGER occurrences_listings AFTER DELETE ON public.occurrences REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.delete_listings_of_dates();
CREATE TRIGGER occurrences_pending_d AFTER DELETE ON public.occurrences REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_search_dates();
CREATE TRIGGER occurrences_pending_i AFTER INSERT ON public.occurrences REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_search_dates();
CREATE TRIGGER occurrences_pending_u AFTER UPDATE ON public.occurrences REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_search_dates();
CREATE TRIGGER occurrences_review AFTER DELETE ON public.occurrences REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.delete_review();
CREATE TRIGGER organizer_texts_outdated_i AFTER INSERT ON public.organizer_texts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.mark_outdated();
CREATE TRIGGER organizer_texts_outdated_u AFTER UPDATE ON public.organizer_texts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.mark_outdated();
CREATE TRIGGER organizers_external_ids AFTER DELETE ON public.organizers REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.delete_external_ids();
CREATE TRIGGER organizers_listings AFTER DELETE ON public.organizers REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.delete_listings_of_linked();
CREATE TRIGGER organizers_review AFTER DELETE ON public.organizers REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.delete_review();
CREATE TRIGGER organizers_sources AFTER DELETE ON public.organizers REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.erase_source_texts();
CREATE TRIGGER tag_texts_outdated_i AFTER INSERT ON public.tag_texts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.mark_outdated();
CREATE TRIGGER tag_texts_outdated_u AFTER UPDATE ON public.tag_texts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.mark_outdated();
CREATE TRIGGER tags_external_ids AFTER DELETE ON public.tags REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.delete_external_ids();
CREATE TRIGGER tags_facet AFTER INSERT ON public.tags REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_facet_records('tags');
CREATE TRIGGER tags_listings AFTER DELETE ON public.tags REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.delete_listings_of_linked();
CREATE TRIGGER tags_sources AFTER DELETE ON public.tags REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.erase_source_texts();
CREATE TRIGGER venue_texts_outdated_i AFTER INSERT ON public.venue_texts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.mark_outdated();
CREATE TRIGGER venue_texts_outdated_u AFTER UPDATE ON public.venue_texts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.mark_outdated();
CREATE TRIGGER venues_external_ids AFTER DELETE ON public.venues REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.delete_external_ids();
CREATE TRIGGER venues_facet AFTER INSERT ON public.venues REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_facet_records('venue');
CREATE TRIGGER venues_listings AFTER DELETE ON public.venues REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.delete_listings_of_linked();
CREATE TRIGGER venues_review AFTER DELETE ON public.venues REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.delete_review();
CREATE TRIGGER venues_sources AFTER DELETE ON public.venues REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.erase_source_texts();
ALTER TABLE ONLY pgboss.job_common
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY pgboss.job_common
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY pgboss.queue
    ADD CONSTRAINT queue_dead_letter_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name);
ALTER TABLE ONLY pgboss.schedule
    ADD CONSTRAINT schedule_name_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE CASCADE;
ALTER TABLE ONLY pgboss.subscription
    ADD CONSTRAINT subscription_name_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE CASCADE;
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
ALTER TABLE ONLY public.identities
    ADD CONSTRAINT identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.image_sources
    ADD CONSTRAINT image_sources_image_id_fkey FOREIGN KEY (image_id) REFERENCES public.images(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.image_texts
    ADD CONSTRAINT image_texts_id_fkey FOREIGN KEY (id) REFERENCES public.images(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.images
    ADD CONSTRAINT images_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.images
    ADD CONSTRAINT images_original FOREIGN KEY (id, language) REFERENCES public.image_texts(id, language) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.known_devices
    ADD CONSTRAINT known_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.occurrences
    ADD CONSTRAINT occurrences_record_id_fkey FOREIGN KEY (record_id) REFERENCES public.events(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.occurrences
    ADD CONSTRAINT occurrences_series_id_fkey FOREIGN KEY (series_id) REFERENCES public.events(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.one_time_secrets
    ADD CONSTRAINT one_time_secrets_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.organizer_texts
    ADD CONSTRAINT organizer_texts_id_fkey FOREIGN KEY (id) REFERENCES public.organizers(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.organizers
    ADD CONSTRAINT organizers_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.organizers
    ADD CONSTRAINT organizers_image FOREIGN KEY (image_id) REFERENCES public.images(id);
ALTER TABLE ONLY public.organizers
    ADD CONSTRAINT organizers_original FOREIGN KEY (id, language) REFERENCES public.organizer_texts(id, language) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.presence
    ADD CONSTRAINT presence_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.second_factors(user_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.retired_occurrences
    ADD CONSTRAINT retired_occurrences_series_id_fkey FOREIGN KEY (series_id) REFERENCES public.events(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.review_notes
    ADD CONSTRAINT review_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.users(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.second_factors
    ADD CONSTRAINT second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.source_items
    ADD CONSTRAINT source_items_run_id_fkey FOREIGN KEY (run_id) REFERENCES public.source_runs(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.source_pages
    ADD CONSTRAINT source_pages_run_id_fkey FOREIGN KEY (run_id) REFERENCES public.source_runs(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.source_records
    ADD CONSTRAINT source_records_source_id_fkey FOREIGN KEY (source_id) REFERENCES public.sources(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.source_runs
    ADD CONSTRAINT source_runs_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES public.users(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.source_runs
    ADD CONSTRAINT source_runs_source_id_fkey FOREIGN KEY (source_id) REFERENCES public.sources(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sources
    ADD CONSTRAINT sources_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.submission_links
    ADD CONSTRAINT submission_links_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES public.submissions(id) ON DELETE CASCADE;
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
ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES public.webhooks(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.webhooks
    ADD CONSTRAINT webhooks_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.working_copies
    ADD CONSTRAINT working_copies_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.users(id) ON DELETE CASCADE;
