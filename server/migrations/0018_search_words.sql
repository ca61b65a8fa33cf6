-- An index of words for searches of the whole calendar (decision 0042): bitmaps of the listed dates whose text has a word, or two or three letters in a row.

-- The index has the dates of the whole calendar (`listings` of 0), one row per date and language of its text, in the order of lists.
-- They are divided into chunks of consecutive dates. The number of a date in its chunk, its slot, is its position in the bitmaps of the chunk.
-- A job writes chunks. A write to an event adds the ID of its series, or its own, to `search_pending`, and searches read the texts of these events.

create table search_index (
  id               int primary key default 1 check (id = 1),
  ready            boolean not null default false,
  languages        text[] not null default '{}',
  default_language text not null default ''
);
comment on table search_index is 'One row: whether searches may use the index, and the languages of the site that it is built for';
insert into search_index default values;

create table search_chunks (
  chunk    bigint primary key generated always as identity,
  first_at timestamptz not null,
  first_id bigint not null,
  until_at timestamptz not null,
  until_id bigint not null,
  built    boolean not null default false
);
comment on table search_chunks is 'Ranges of listed dates by start and ID, from the first position until before the last one. Each date is in exactly one.';

create table search_dates (
  chunk     bigint not null,
  slot      int not null,
  starts_at timestamptz not null,
  id        bigint not null,
  series    bigint not null,
  language  text not null,
  constraint search_dates_pkey primary key (chunk, slot)
);
comment on table search_dates is 'The dates of each chunk as they were when it was built, in the order of lists, once for each language of their text';
create index search_dates_start on search_dates (starts_at, id, slot) include (chunk);
create index search_dates_series on search_dates (series);

create table search_words (word text collate "C" constraint search_words_pkey primary key);
comment on table search_words is 'Distinct words of the bitmaps. Builds lock the table, so that no word is deleted while another chunk gets it.';
create index search_words_parts on search_words using gin (word gin_trgm_ops);

-- Bitmaps are 20,480 bits long, so that three of them fit on a page and PostgreSQL compresses those with few ones.
create table search_bits (
  token text collate "C" not null,
  chunk bigint not null,
  bits  bit(20480) not null,
  constraint search_bits_pkey primary key (token, chunk)
);
alter table search_bits alter column bits set storage main;
comment on table search_bits is 'The slots of a chunk by token: two or three letters in a row, or after a space a word of 4 to 40 letters; `  language` has the texts that readers of a language see, `   long` those with a longer word, and `   single` the only dates of events';

create table search_pending (
  n        bigint primary key generated always as identity,
  series   bigint not null,
  noted_at timestamptz not null default now()
);
comment on table search_pending is 'Events and series that were written since their chunks were built. Duplicates are possible, so that writes do not wait for one another.';

create function search_page(bits bit, part int) returns bit language sql immutable parallel safe as $$ select substring(bits from part * 64 + 1 for 64) $$;
-- The number of slots of a chunk before a position.
create function search_slot(c search_chunks, at timestamptz, id bigint) returns int language sql stable parallel safe as $$
  select case
    when (c.first_at, c.first_id) >= (at, id) then 0
    when (c.until_at, c.until_id) <= (at, id) then 20480
    else coalesce((
      select d.slot from search_dates d where (d.starts_at, d.id) >= (at, search_slot.id) and (d.starts_at, d.id) < (c.until_at, c.until_id)
      order by d.starts_at, d.id, d.slot limit 1), 20480)
    end
$$;
-- The slots of the ones in a bitmap. Most parts of most bitmaps are empty.
create function search_slots(bits bit) returns setof int language sql immutable parallel safe rows 100 as $$
  select p.part * 64 + s.slot from generate_series(0, 319) p(part), generate_series(0, 63) s(slot)
  where bit_count(search_page(bits, p.part)) > 0 and get_bit(bits, p.part * 64 + s.slot) = 1
$$;

create aggregate search_slot_bits(slot int, value int) (sfunc = set_bit, stype = bit, initcond = 'X00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000', parallel = safe);

-- Empties the index. Searches do not use it until it is built.
create function clear_search_index() returns void language sql as $$
  lock table search_words in share row exclusive mode;
  update search_index set ready = false;
  delete from search_pending;
  delete from search_chunks;
  delete from search_dates;
  delete from search_words;
  delete from search_bits;
$$;

-- Begins a build of the whole index: divides all listed dates into chunks that will be four fifths full. A build that was interrupted continues with
-- the chunks that are left. Events that are written from now on are noted again, and chunks are built from all that were written before.
create function divide_search_chunks(languages text[], default_language text, max_dates int) returns void language sql as $$
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

-- Derives one chunk from listings and texts. If it has too many dates, it is divided, and its parts are built.
create function build_search_chunk(of_chunk bigint, languages text[], default_language text, max_dates int) returns void
language plpgsql set jit = off set work_mem = '128MB' as $$
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

-- Deletes words that no chunk has any more.
create function delete_unused_search_words() returns void language sql as $$
  lock table search_words in share row exclusive mode;
  delete from search_words w where not exists (select 1 from search_bits b where b.token = ' ' || w.word);
$$;

-- The chunks with dates of these events and series, as they were and as they are.
create function search_chunks_of(families bigint[]) returns setof bigint language sql stable as $$
  select d.chunk from search_dates d where d.series = any(families)
  union
  select c.chunk from listings l cross join lateral (
    select c.chunk from search_chunks c where (c.first_at, c.first_id) <= (l.starts_at, l.id) and (c.until_at, c.until_id) > (l.starts_at, l.id)
  ) c
  where l.series = any(families) and l.ref_id = 0
$$;

create function note_search_text() returns trigger language plpgsql as $$
begin
  insert into search_pending (series) select coalesce(e.series_id, e.id) from events e where e.id = coalesce(new.id, old.id);
  return null;
end $$;
create trigger event_texts_pending after insert or delete on event_texts for each row execute function note_search_text();
create trigger event_texts_pending_u after update on event_texts for each row
  when ((old.search, old.language, old.original, old.other_languages) is distinct from (new.search, new.language, new.original, new.other_languages))
  execute function note_search_text();

-- One row for each event or series of a statement, which may write thousands of dates.
create function note_search_dates() returns trigger language plpgsql as $$
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
create trigger occurrences_pending_i after insert on occurrences referencing new table as new_rows
  for each statement execute function note_search_dates();
create trigger occurrences_pending_d after delete on occurrences referencing old table as old_rows
  for each statement execute function note_search_dates();
create trigger occurrences_pending_u after update on occurrences referencing old table as old_rows new table as new_rows
  for each statement execute function note_search_dates();
