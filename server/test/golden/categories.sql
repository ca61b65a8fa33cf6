-- no filters, anonymous
select ((select count(*) from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select o.id from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0 order by coalesce((select x."name" from "category_texts" x where x.id = "o"."id" and x."name" is not null and (x.language in ($1, $2) or x.original) order by x.language <> $3, x.language <> $4 limit 1), '') collate "und-x-icu" asc, o.id asc limit $5 offset $6
) as ids
-- ["fr","en","fr","en",10,10]

-- no filters, contributor
select ((select count(*) from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select o.id from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0 order by coalesce((select x."name" from "category_texts" x where x.id = "o"."id" and x."name" is not null and (x.language in ($1, $2) or x.original) order by x.language <> $3, x.language <> $4 limit 1), '') collate "und-x-icu" asc, o.id asc limit $5 offset $6
) as ids
-- ["fr","en","fr","en",10,10]

-- no filters, author
select ((select count(*) from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select o.id from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0 order by coalesce((select x."name" from "category_texts" x where x.id = "o"."id" and x."name" is not null and (x.language in ($1, $2) or x.original) order by x.language <> $3, x.language <> $4 limit 1), '') collate "und-x-icu" asc, o.id asc limit $5 offset $6
) as ids
-- ["fr","en","fr","en",10,10]

-- no filters, editor
select ((select count(*) from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select o.id from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0 order by coalesce((select x."name" from "category_texts" x where x.id = "o"."id" and x."name" is not null and (x.language in ($1, $2) or x.original) order by x.language <> $3, x.language <> $4 limit 1), '') collate "und-x-icu" asc, o.id asc limit $5 offset $6
) as ids
-- ["fr","en","fr","en",10,10]

-- missing_translation, anonymous
select ((select count(*) from "categories" o where not exists (select 1 from "category_texts" x where x.id = o.id and x.language = $1)
  and (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select o.id from "categories" o where not exists (select 1 from "category_texts" x where x.id = o.id and x.language = $2)
  and (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0 order by coalesce((select x."name" from "category_texts" x where x.id = "o"."id" and x."name" is not null and (x.language in ($3, $4) or x.original) order by x.language <> $5, x.language <> $6 limit 1), '') collate "und-x-icu" asc, o.id asc limit $7 offset $8
) as ids
-- ["sw","sw","fr","en","fr","en",10,10]

-- outdated_translation, anonymous
select ((select count(*) from "categories" o where o.id in (select x.id from "category_texts" x where x.language = $1 and x.is_outdated)
  and (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select o.id from "categories" o where o.id in (select x.id from "category_texts" x where x.language = $2 and x.is_outdated)
  and (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0 order by coalesce((select x."name" from "category_texts" x where x.id = "o"."id" and x."name" is not null and (x.language in ($3, $4) or x.original) order by x.language <> $5, x.language <> $6 limit 1), '') collate "und-x-icu" asc, o.id asc limit $7 offset $8
) as ids
-- ["sw","sw","fr","en","fr","en",10,10]

-- search, anonymous
select ((select count(*) from "categories" o where o.id in (select t.id from "category_texts" t where t.search like $1 and t.search like $2 and (t.language = $3
or t.original and $4 <> all(t.other_languages) and (t.language = $5 or $6 <> all(t.other_languages))
or t.language = $7 and not t.original and not exists (select 1 from "category_texts" x where x.id = t.id and x.language = $8)))
  and (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select o.id from "categories" o where o.id in (select t.id from "category_texts" t where t.search like $9 and t.search like $10 and (t.language = $11
or t.original and $12 <> all(t.other_languages) and (t.language = $13 or $14 <> all(t.other_languages))
or t.language = $15 and not t.original and not exists (select 1 from "category_texts" x where x.id = t.id and x.language = $16)))
  and (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0 order by coalesce((select x."name" from "category_texts" x where x.id = "o"."id" and x."name" is not null and (x.language in ($17, $18) or x.original) order by x.language <> $19, x.language <> $20 limit 1), '') collate "und-x-icu" asc, o.id asc limit $21 offset $22
) as ids
-- ["%ete%","%jazz%","fr","fr","en","en","en","fr","%ete%","%jazz%","fr","fr","en","en","en","fr","fr","en","fr","en",10,10]

-- modified_after, anonymous
select ((select count(*) from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0
  and "o"."modified_at" > $1))::int as total,
array(
select o.id from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0
  and "o"."modified_at" > $2 order by coalesce((select x."name" from "category_texts" x where x.id = "o"."id" and x."name" is not null and (x.language in ($3, $4) or x.original) order by x.language <> $5, x.language <> $6 limit 1), '') collate "und-x-icu" asc, o.id asc limit $7 offset $8
) as ids
-- ["2026-11-01 00:00:00+00","2026-11-01 00:00:00+00","fr","en","fr","en",10,10]

-- modified_before, anonymous
select ((select count(*) from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0
  and "o"."modified_at" < $1))::int as total,
array(
select o.id from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0
  and "o"."modified_at" < $2 order by coalesce((select x."name" from "category_texts" x where x.id = "o"."id" and x."name" is not null and (x.language in ($3, $4) or x.original) order by x.language <> $5, x.language <> $6 limit 1), '') collate "und-x-icu" asc, o.id asc limit $7 offset $8
) as ids
-- ["2026-11-10 12:00:00+00","2026-11-10 12:00:00+00","fr","en","fr","en",10,10]

-- exclude, anonymous
select ((select count(*) from "categories" o where o.id <> all($1::bigint[])
  and (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select o.id from "categories" o where o.id <> all($2::bigint[])
  and (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0 order by coalesce((select x."name" from "category_texts" x where x.id = "o"."id" and x."name" is not null and (x.language in ($3, $4) or x.original) order by x.language <> $5, x.language <> $6 limit 1), '') collate "und-x-icu" asc, o.id asc limit $7 offset $8
) as ids
-- [[3],[3],"fr","en","fr","en",10,10]

-- include, anonymous
select ((select count(*) from "categories" o where o.id = any($1::bigint[])
  and (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select o.id from "categories" o where o.id = any($2::bigint[])
  and (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0 order by coalesce((select x."name" from "category_texts" x where x.id = "o"."id" and x."name" is not null and (x.language in ($3, $4) or x.original) order by x.language <> $5, x.language <> $6 limit 1), '') collate "und-x-icu" asc, o.id asc limit $7 offset $8
) as ids
-- [[1,2],[1,2],"fr","en","fr","en",10,10]

-- hide_empty, anonymous
select ((select count(*) from "categories" o where true))::int as total,
array(
select o.id from "categories" o where true order by coalesce((select x."name" from "category_texts" x where x.id = "o"."id" and x."name" is not null and (x.language in ($1, $2) or x.original) order by x.language <> $3, x.language <> $4 limit 1), '') collate "und-x-icu" asc, o.id asc limit $5 offset $6
) as ids
-- ["fr","en","fr","en",10,10]

-- external_id, anonymous
select ((select count(*) from "categories" o where o.id = (select x.record_id from external_ids x where x.kind = 'category' and x.source = $1 and x.external_id = $2)
  and false))::int as total,
array(
select o.id from "categories" o where o.id = (select x.record_id from external_ids x where x.kind = 'category' and x.source = $3 and x.external_id = $4)
  and false order by coalesce((select x."name" from "category_texts" x where x.id = "o"."id" and x."name" is not null and (x.language in ($5, $6) or x.original) order by x.language <> $7, x.language <> $8 limit 1), '') collate "und-x-icu" asc, o.id asc limit $9 offset $10
) as ids
-- ["ticketing","47,11","ticketing","47,11","fr","en","fr","en",10,10]

-- post, anonymous
select ((select count(*) from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0
  and exists (select 1 from "event_categories" l join events r on r.id = l.event_id where l.ref_id = o.id and l.event_id = any($1::bigint[]) and "r"."status" = 'publish')))::int as total,
array(
select o.id from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0
  and exists (select 1 from "event_categories" l join events r on r.id = l.event_id where l.ref_id = o.id and l.event_id = any($2::bigint[]) and "r"."status" = 'publish') order by coalesce((select x."name" from "category_texts" x where x.id = "o"."id" and x."name" is not null and (x.language in ($3, $4) or x.original) order by x.language <> $5, x.language <> $6 limit 1), '') collate "und-x-icu" asc, o.id asc limit $7 offset $8
) as ids
-- [[5],[5],"fr","en","fr","en",10,10]

-- event, anonymous
select ((select count(*) from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0
  and exists (select 1 from "event_categories" l join events r on r.id = l.event_id where l.ref_id = o.id and l.event_id = any($1::bigint[]) and "r"."status" = 'publish')))::int as total,
array(
select o.id from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0
  and exists (select 1 from "event_categories" l join events r on r.id = l.event_id where l.ref_id = o.id and l.event_id = any($2::bigint[]) and "r"."status" = 'publish') order by coalesce((select x."name" from "category_texts" x where x.id = "o"."id" and x."name" is not null and (x.language in ($3, $4) or x.original) order by x.language <> $5, x.language <> $6 limit 1), '') collate "und-x-icu" asc, o.id asc limit $7 offset $8
) as ids
-- [[5],[5],"fr","en","fr","en",10,10]

-- slug, anonymous
select ((select count(*) from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0
  and o.id in (select x.id from "category_texts" x where x.slug = $1 and x.slug_owner)))::int as total,
array(
select o.id from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0
  and o.id in (select x.id from "category_texts" x where x.slug = $2 and x.slug_owner) order by coalesce((select x."name" from "category_texts" x where x.id = "o"."id" and x."name" is not null and (x.language in ($3, $4) or x.original) order by x.language <> $5, x.language <> $6 limit 1), '') collate "und-x-icu" asc, o.id asc limit $7 offset $8
) as ids
-- ["jazz","jazz","fr","en","fr","en",10,10]

-- parent, anonymous
select ((select count(*) from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0
  and coalesce(o.parent_id, 0) = any($1::bigint[])))::int as total,
array(
select o.id from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0
  and coalesce(o.parent_id, 0) = any($2::bigint[]) order by coalesce((select x."name" from "category_texts" x where x.id = "o"."id" and x."name" is not null and (x.language in ($3, $4) or x.original) order by x.language <> $5, x.language <> $6 limit 1), '') collate "und-x-icu" asc, o.id asc limit $7 offset $8
) as ids
-- [[4],[4],"fr","en","fr","en",10,10]

-- external_id, contributor
select ((select count(*) from "categories" o where o.id = (select x.record_id from external_ids x where x.kind = 'category' and x.source = $1 and x.external_id = $2)
  and false))::int as total,
array(
select o.id from "categories" o where o.id = (select x.record_id from external_ids x where x.kind = 'category' and x.source = $3 and x.external_id = $4)
  and false order by coalesce((select x."name" from "category_texts" x where x.id = "o"."id" and x."name" is not null and (x.language in ($5, $6) or x.original) order by x.language <> $7, x.language <> $8 limit 1), '') collate "und-x-icu" asc, o.id asc limit $9 offset $10
) as ids
-- ["ticketing","47,11","ticketing","47,11","fr","en","fr","en",10,10]

-- external_id, author
select ((select count(*) from "categories" o where o.id = (select x.record_id from external_ids x where x.kind = 'category' and x.source = $1 and x.external_id = $2)
  and false))::int as total,
array(
select o.id from "categories" o where o.id = (select x.record_id from external_ids x where x.kind = 'category' and x.source = $3 and x.external_id = $4)
  and false order by coalesce((select x."name" from "category_texts" x where x.id = "o"."id" and x."name" is not null and (x.language in ($5, $6) or x.original) order by x.language <> $7, x.language <> $8 limit 1), '') collate "und-x-icu" asc, o.id asc limit $9 offset $10
) as ids
-- ["ticketing","47,11","ticketing","47,11","fr","en","fr","en",10,10]

-- external_id, editor
select ((select count(*) from "categories" o where o.id = (select x.record_id from external_ids x where x.kind = 'category' and x.source = $1 and x.external_id = $2)
  and true))::int as total,
array(
select o.id from "categories" o where o.id = (select x.record_id from external_ids x where x.kind = 'category' and x.source = $3 and x.external_id = $4)
  and true order by coalesce((select x."name" from "category_texts" x where x.id = "o"."id" and x."name" is not null and (x.language in ($5, $6) or x.original) order by x.language <> $7, x.language <> $8 limit 1), '') collate "und-x-icu" asc, o.id asc limit $9 offset $10
) as ids
-- ["ticketing","47,11","ticketing","47,11","fr","en","fr","en",10,10]

-- orderby name desc, anonymous
select ((select count(*) from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select o.id from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0 order by coalesce((select x."name" from "category_texts" x where x.id = "o"."id" and x."name" is not null and (x.language in ($1, $2) or x.original) order by x.language <> $3, x.language <> $4 limit 1), '') collate "und-x-icu" desc, o.id desc limit $5 offset $6
) as ids
-- ["fr","en","fr","en",10,10]

-- orderby id desc, anonymous
select ((select count(*) from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select o.id from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0 order by "o"."id" desc, o.id desc limit $1 offset $2
) as ids
-- [10,10]

-- orderby slug desc, anonymous
select ((select count(*) from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select o.id from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0 order by coalesce((select x."slug" from "category_texts" x where x.id = "o"."id" and x."slug" is not null and (x.language in ($1, $2) or x.original) order by x.language <> $3, x.language <> $4 limit 1), '') desc, o.id desc limit $5 offset $6
) as ids
-- ["fr","en","fr","en",10,10]

-- orderby count desc, anonymous
select ((select count(*) from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select o.id from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0 order by (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') desc, o.id desc limit $1 offset $2
) as ids
-- [10,10]

-- orderby description desc, anonymous
select ((select count(*) from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select o.id from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0 order by left(coalesce((select x."description" from "category_texts" x where x.id = "o"."id" and x."description" is not null and (x.language in ($1, $2) or x.original) order by x.language <> $3, x.language <> $4 limit 1), ''), 200) collate "und-x-icu" desc, o.id desc limit $5 offset $6
) as ids
-- ["fr","en","fr","en",10,10]

-- orderby parent desc, anonymous
select ((select count(*) from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select o.id from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0 order by coalesce("o"."parent_id", 0) desc, o.id desc limit $1 offset $2
) as ids
-- [10,10]

-- orderby include desc, anonymous
select ((select count(*) from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select o.id from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0 order by coalesce(array_position($1::bigint[], "o"."id"), 0) desc, o.id desc limit $2 offset $3
) as ids
-- [[],10,10]

-- orderby modified desc, anonymous
select ((select count(*) from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select o.id from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0 order by "o"."modified_at" desc, o.id desc limit $1 offset $2
) as ids
-- [10,10]

-- after a cursor, orderby name, anonymous
select ((select count(*) from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select o.id from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0
  and (coalesce((select x."name" from "category_texts" x where x.id = "o"."id" and x."name" is not null and (x.language in ($1, $2) or x.original) order by x.language <> $3, x.language <> $4 limit 1), '') collate "und-x-icu", o.id) > ($5::text, $6::bigint) order by coalesce((select x."name" from "category_texts" x where x.id = "o"."id" and x."name" is not null and (x.language in ($7, $8) or x.original) order by x.language <> $9, x.language <> $10 limit 1), '') collate "und-x-icu" asc, o.id asc limit $11 offset $12
) as ids
-- ["fr","en","fr","en","Jazz",12,"fr","en","fr","en",11,0]

-- after a cursor, orderby id, anonymous
select ((select count(*) from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select o.id from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0
  and ("o"."id", o.id) > ($1::bigint, $2::bigint) order by "o"."id" asc, o.id asc limit $3 offset $4
) as ids
-- ["7",12,11,0]

-- after a cursor, orderby slug, anonymous
select ((select count(*) from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select o.id from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0
  and (coalesce((select x."slug" from "category_texts" x where x.id = "o"."id" and x."slug" is not null and (x.language in ($1, $2) or x.original) order by x.language <> $3, x.language <> $4 limit 1), ''), o.id) > ($5::text, $6::bigint) order by coalesce((select x."slug" from "category_texts" x where x.id = "o"."id" and x."slug" is not null and (x.language in ($7, $8) or x.original) order by x.language <> $9, x.language <> $10 limit 1), '') asc, o.id asc limit $11 offset $12
) as ids
-- ["fr","en","fr","en","Jazz",12,"fr","en","fr","en",11,0]

-- after a cursor, orderby count, anonymous
select ((select count(*) from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select o.id from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0
  and ((select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity'), o.id) > ($1::bigint, $2::bigint) order by (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') asc, o.id asc limit $3 offset $4
) as ids
-- ["7",12,11,0]

-- after a cursor, orderby description, anonymous
select ((select count(*) from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select o.id from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0
  and (left(coalesce((select x."description" from "category_texts" x where x.id = "o"."id" and x."description" is not null and (x.language in ($1, $2) or x.original) order by x.language <> $3, x.language <> $4 limit 1), ''), 200) collate "und-x-icu", o.id) > ($5::text, $6::bigint) order by left(coalesce((select x."description" from "category_texts" x where x.id = "o"."id" and x."description" is not null and (x.language in ($7, $8) or x.original) order by x.language <> $9, x.language <> $10 limit 1), ''), 200) collate "und-x-icu" asc, o.id asc limit $11 offset $12
) as ids
-- ["fr","en","fr","en","Jazz",12,"fr","en","fr","en",11,0]

-- after a cursor, orderby parent, anonymous
select ((select count(*) from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select o.id from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0
  and (coalesce("o"."parent_id", 0), o.id) > ($1::bigint, $2::bigint) order by coalesce("o"."parent_id", 0) asc, o.id asc limit $3 offset $4
) as ids
-- ["7",12,11,0]

-- after a cursor, orderby include, anonymous
select ((select count(*) from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select o.id from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0
  and (coalesce(array_position($1::bigint[], "o"."id"), 0), o.id) > ($2::bigint, $3::bigint) order by coalesce(array_position($4::bigint[], "o"."id"), 0) asc, o.id asc limit $5 offset $6
) as ids
-- [[],"7",12,[],11,0]

-- after a cursor, orderby modified, anonymous
select ((select count(*) from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select o.id from "categories" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0
  and ("o"."modified_at", o.id) > ($1::timestamptz, $2::bigint) order by "o"."modified_at" asc, o.id asc limit $3 offset $4
) as ids
-- ["2026-12-01 18:00:00+00",12,11,0]

-- inventory, anonymous
select string_agg(p.item, ',') filter (where p.n <= $1) as items,
  case when count(*) > $2 then max(p.id) filter (where p.n <= $3) end as last
from (
select o.id, '{"id":' || o.id || ',"version":' || o.version || '}' as item, row_number() over (order by o.id) as n from "categories" o
where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0
order by o.id limit $4
) p
-- [10,10,10,11]

-- all filters, anonymous
select ((select count(*) from "categories" o where not exists (select 1 from "category_texts" x where x.id = o.id and x.language = $1)
  and o.id in (select x.id from "category_texts" x where x.language = $2 and x.is_outdated)
  and o.id in (select t.id from "category_texts" t where t.search like $3 and t.search like $4 and (t.language = $5
or t.original and $6 <> all(t.other_languages) and (t.language = $7 or $8 <> all(t.other_languages))
or t.language = $9 and not t.original and not exists (select 1 from "category_texts" x where x.id = t.id and x.language = $10)))
  and o.id <> all($11::bigint[])
  and exists (select 1 from "event_categories" l join events r on r.id = l.event_id where l.ref_id = o.id and l.event_id = any($12::bigint[]) and "r"."status" = 'publish')
  and exists (select 1 from "event_categories" l join events r on r.id = l.event_id where l.ref_id = o.id and l.event_id = any($13::bigint[]) and "r"."status" = 'publish')
  and o.id in (select x.id from "category_texts" x where x.slug = $14 and x.slug_owner)
  and coalesce(o.parent_id, 0) = any($15::bigint[])
  and "o"."modified_at" > $16
  and "o"."modified_at" < $17))::int as total,
array(
select o.id from "categories" o where not exists (select 1 from "category_texts" x where x.id = o.id and x.language = $18)
  and o.id in (select x.id from "category_texts" x where x.language = $19 and x.is_outdated)
  and o.id in (select t.id from "category_texts" t where t.search like $20 and t.search like $21 and (t.language = $22
or t.original and $23 <> all(t.other_languages) and (t.language = $24 or $25 <> all(t.other_languages))
or t.language = $26 and not t.original and not exists (select 1 from "category_texts" x where x.id = t.id and x.language = $27)))
  and o.id <> all($28::bigint[])
  and exists (select 1 from "event_categories" l join events r on r.id = l.event_id where l.ref_id = o.id and l.event_id = any($29::bigint[]) and "r"."status" = 'publish')
  and exists (select 1 from "event_categories" l join events r on r.id = l.event_id where l.ref_id = o.id and l.event_id = any($30::bigint[]) and "r"."status" = 'publish')
  and o.id in (select x.id from "category_texts" x where x.slug = $31 and x.slug_owner)
  and coalesce(o.parent_id, 0) = any($32::bigint[])
  and "o"."modified_at" > $33
  and "o"."modified_at" < $34 order by coalesce((select x."name" from "category_texts" x where x.id = "o"."id" and x."name" is not null and (x.language in ($35, $36) or x.original) order by x.language <> $37, x.language <> $38 limit 1), '') collate "und-x-icu" asc, o.id asc limit $39 offset $40
) as ids
-- ["sw","sw","%ete%","%jazz%","fr","fr","en","en","en","fr",[3],[5],[5],"jazz",[4],"2026-11-01 00:00:00+00","2026-11-10 12:00:00+00","sw","sw","%ete%","%jazz%","fr","fr","en","en","en","fr",[3],[5],[5],"jazz",[4],"2026-11-01 00:00:00+00","2026-11-10 12:00:00+00","fr","en","fr","en",10,10]

-- all filters, contributor
select ((select count(*) from "categories" o where not exists (select 1 from "category_texts" x where x.id = o.id and x.language = $1)
  and o.id in (select x.id from "category_texts" x where x.language = $2 and x.is_outdated)
  and o.id in (select t.id from "category_texts" t where t.search like $3 and t.search like $4 and (t.language = $5
or t.original and $6 <> all(t.other_languages) and (t.language = $7 or $8 <> all(t.other_languages))
or t.language = $9 and not t.original and not exists (select 1 from "category_texts" x where x.id = t.id and x.language = $10)))
  and o.id <> all($11::bigint[])
  and exists (select 1 from "event_categories" l join events r on r.id = l.event_id where l.ref_id = o.id and l.event_id = any($12::bigint[]) and ("r"."status" = 'publish' or "r"."author_id" = $13) and "r"."status" <> 'trash')
  and exists (select 1 from "event_categories" l join events r on r.id = l.event_id where l.ref_id = o.id and l.event_id = any($14::bigint[]) and ("r"."status" = 'publish' or "r"."author_id" = $15) and "r"."status" <> 'trash')
  and o.id in (select x.id from "category_texts" x where x.slug = $16 and x.slug_owner)
  and coalesce(o.parent_id, 0) = any($17::bigint[])
  and "o"."modified_at" > $18
  and "o"."modified_at" < $19))::int as total,
array(
select o.id from "categories" o where not exists (select 1 from "category_texts" x where x.id = o.id and x.language = $20)
  and o.id in (select x.id from "category_texts" x where x.language = $21 and x.is_outdated)
  and o.id in (select t.id from "category_texts" t where t.search like $22 and t.search like $23 and (t.language = $24
or t.original and $25 <> all(t.other_languages) and (t.language = $26 or $27 <> all(t.other_languages))
or t.language = $28 and not t.original and not exists (select 1 from "category_texts" x where x.id = t.id and x.language = $29)))
  and o.id <> all($30::bigint[])
  and exists (select 1 from "event_categories" l join events r on r.id = l.event_id where l.ref_id = o.id and l.event_id = any($31::bigint[]) and ("r"."status" = 'publish' or "r"."author_id" = $32) and "r"."status" <> 'trash')
  and exists (select 1 from "event_categories" l join events r on r.id = l.event_id where l.ref_id = o.id and l.event_id = any($33::bigint[]) and ("r"."status" = 'publish' or "r"."author_id" = $34) and "r"."status" <> 'trash')
  and o.id in (select x.id from "category_texts" x where x.slug = $35 and x.slug_owner)
  and coalesce(o.parent_id, 0) = any($36::bigint[])
  and "o"."modified_at" > $37
  and "o"."modified_at" < $38 order by coalesce((select x."name" from "category_texts" x where x.id = "o"."id" and x."name" is not null and (x.language in ($39, $40) or x.original) order by x.language <> $41, x.language <> $42 limit 1), '') collate "und-x-icu" asc, o.id asc limit $43 offset $44
) as ids
-- ["sw","sw","%ete%","%jazz%","fr","fr","en","en","en","fr",[3],[5],6,[5],6,"jazz",[4],"2026-11-01 00:00:00+00","2026-11-10 12:00:00+00","sw","sw","%ete%","%jazz%","fr","fr","en","en","en","fr",[3],[5],6,[5],6,"jazz",[4],"2026-11-01 00:00:00+00","2026-11-10 12:00:00+00","fr","en","fr","en",10,10]

-- rows, anonymous
select r.id, "r"."version", "r"."language", "r"."created_at"::text as "created_at", "r"."modified_at"::text as "modified_at", "r"."color", "r"."name_key", (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "r"."id" and c.day = 'infinity') as "event_count", (select p.id from "categories" p where p.id = "r"."parent_id" and true) as "parent_id", coalesce("t"."name", "d"."name", "b"."name", '') as "name", coalesce("t"."slug", "d"."slug", "b"."slug", '') as "slug", coalesce("t"."description", "d"."description", "b"."description", '') as "description", case when "t"."name" is not null then t.language when "d"."name" is not null then d.language else b.language end as text_language, (select jsonb_object_agg(x.language, x.changed_at) from "category_texts" x where x.id = r.id) as text_changes
from "categories" r
join "category_texts" b on b.id = r.id and b.original
left join "category_texts" t on t.id = r.id and t.language = $1
left join "category_texts" d on d.id = r.id and d.language = $2 and not d.original
where r.id = any($3::bigint[])
