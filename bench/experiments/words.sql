-- Experiment for search (decision 0021): an inverted index with one row per distinct word, and one row per word and event in list order.
-- psql -f bench/experiments/words.sql DATABASE, on a calendar made by `kalends seed`. Prints time and total of each search term both ways; drops its tables.
\set ON_ERROR_STOP on
\set QUIET on
set maintenance_work_mem = '1GB';
set work_mem = '256MB';
set max_parallel_workers_per_gather = 0;
set jit = off;
create schema experiment;
set search_path = experiment, public;

\echo building: words and postings
\timing on
create unlogged table found as
select distinct w.word, o.starts_at, o.ends_at, t.id as event_id
from event_texts t
join occurrences o on o.event_id = t.id and o.status = 'publish' and not o.hide_from_listings,
unnest(string_to_array(translate(t.search, E'\n\t', '  '), ' ')) w(word)
where w.word <> '' and (t.language = 'en' or (t.original and 'en' <> all(t.others)));
create unlogged table words as select row_number() over ()::int as id, word from (select distinct word from found) w;
create unlogged table postings as select w.id as word_id, f.starts_at, f.event_id, f.ends_at from found f join words w using (word);
create index on postings (word_id, starts_at, event_id) include (ends_at);
\timing off
drop table found;
vacuum analyze words, postings;
select count(*) as words from words;
select count(*) as postings, pg_size_pretty(pg_relation_size('postings_word_id_starts_at_event_id_ends_at_idx')) as index from postings;
select pg_size_pretty(pg_relation_size('event_texts_search')) as index_of_trigrams;

-- A search term without blanks lies within one word of the text, so the matching words are found among the distinct words, which are few.
create function by_words(needle text) returns bigint language plpgsql as $$
begin
  return (select count(distinct p.event_id) from unnest(array(select w.id from words w where w.word like '%' || needle || '%')) m(id)
    cross join lateral (select p.event_id from postings p
      where p.word_id = m.id and p.starts_at >= current_date and p.starts_at <= current_date + 731 and p.ends_at <= current_date + 731 offset 0) p);
end $$;
create function timed(way text, needle text, out total bigint, out ms numeric) language plpgsql as $$
declare
  begun timestamptz;
  times numeric[] := '{}';
begin
  for i in 1..7 loop
    begun := clock_timestamp();
    if way = 'words' then total := by_words(needle); else execute format(
      'select count(*) from occurrences o where o.status = ''publish'' and not o.hide_from_listings and o.starts_at >= current_date and o.starts_at <= current_date + 731 and o.ends_at <= current_date + 731
       and o.event_id in (select t.id from event_texts t where t.search%s like %L and (t.language = ''en'' or (t.original and ''en'' <> all(t.others))))',
      case when length(needle) < 3 then ' || ''''' else '' end, '%' || needle || '%') into total; end if;
    times := times || round((extract(epoch from clock_timestamp() - begun) * 1000)::numeric, 1);
  end loop;
  ms := (select percentile_disc(0.5) within group (order by t) from unnest(times) t);
end $$;
select n.needle, w.total, w.ms as words_ms, t.ms as trigrams_ms, w.total = t.total as same
from unnest(array['concert', 'jazz', 'selenography', 'xylophonist', 'ja', 'e', 'موسيقى']) n(needle), timed('words', n.needle) w, timed('trigrams', n.needle) t;
\set QUIET off
drop schema experiment cascade;
