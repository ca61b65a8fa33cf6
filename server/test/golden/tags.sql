-- no filters, anonymous
select ((select count(*) from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select "o"."id" from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0 order by coalesce((select x."name" from "tag_texts" x where x.id = "o"."id" and x."name" is not null and (x.language = $1 or x.original) order by x.original limit 1), '') collate "und-x-icu" asc, "o"."id" asc limit $2 offset $3
) as ids
-- ["fr",10,10]

-- no filters, contributor
select ((select count(*) from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select "o"."id" from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0 order by coalesce((select x."name" from "tag_texts" x where x.id = "o"."id" and x."name" is not null and (x.language = $1 or x.original) order by x.original limit 1), '') collate "und-x-icu" asc, "o"."id" asc limit $2 offset $3
) as ids
-- ["fr",10,10]

-- no filters, author
select ((select count(*) from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select "o"."id" from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0 order by coalesce((select x."name" from "tag_texts" x where x.id = "o"."id" and x."name" is not null and (x.language = $1 or x.original) order by x.original limit 1), '') collate "und-x-icu" asc, "o"."id" asc limit $2 offset $3
) as ids
-- ["fr",10,10]

-- no filters, editor
select ((select count(*) from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select "o"."id" from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0 order by coalesce((select x."name" from "tag_texts" x where x.id = "o"."id" and x."name" is not null and (x.language = $1 or x.original) order by x.original limit 1), '') collate "und-x-icu" asc, "o"."id" asc limit $2 offset $3
) as ids
-- ["fr",10,10]

-- untranslated_in, anonymous
select ((select count(*) from "tags" o where not exists (select 1 from "tag_texts" x where x.id = o.id and x.language = $1)
  and (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select "o"."id" from "tags" o where not exists (select 1 from "tag_texts" x where x.id = o.id and x.language = $2)
  and (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0 order by coalesce((select x."name" from "tag_texts" x where x.id = "o"."id" and x."name" is not null and (x.language = $3 or x.original) order by x.original limit 1), '') collate "und-x-icu" asc, "o"."id" asc limit $4 offset $5
) as ids
-- ["sw","sw","fr",10,10]

-- outdated_in, anonymous
select ((select count(*) from "tags" o where exists (select 1 from "tag_texts" x join "tag_texts" b on b.id = x.id and b.original where x.id = o.id and x.language = $1 and x.changed_at < b.changed_at)
  and (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select "o"."id" from "tags" o where exists (select 1 from "tag_texts" x join "tag_texts" b on b.id = x.id and b.original where x.id = o.id and x.language = $2 and x.changed_at < b.changed_at)
  and (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0 order by coalesce((select x."name" from "tag_texts" x where x.id = "o"."id" and x."name" is not null and (x.language = $3 or x.original) order by x.original limit 1), '') collate "und-x-icu" asc, "o"."id" asc limit $4 offset $5
) as ids
-- ["sw","sw","fr",10,10]

-- search, anonymous
select ((select count(*) from "tags" o where o.id in (select t.id from "tag_texts" t where t.search like $1 and t.search like $2 and (t.language = $3 or t.original and $4 <> all(t.other_languages)))
  and (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select "o"."id" from "tags" o where o.id in (select t.id from "tag_texts" t where t.search like $5 and t.search like $6 and (t.language = $7 or t.original and $8 <> all(t.other_languages)))
  and (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0 order by coalesce((select x."name" from "tag_texts" x where x.id = "o"."id" and x."name" is not null and (x.language = $9 or x.original) order by x.original limit 1), '') collate "und-x-icu" asc, "o"."id" asc limit $10 offset $11
) as ids
-- ["%ete%","%jazz%","fr","fr","%ete%","%jazz%","fr","fr","fr",10,10]

-- modified_after, anonymous
select ((select count(*) from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0
  and "o"."modified_at" > $1))::int as total,
array(
select "o"."id" from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0
  and "o"."modified_at" > $2 order by coalesce((select x."name" from "tag_texts" x where x.id = "o"."id" and x."name" is not null and (x.language = $3 or x.original) order by x.original limit 1), '') collate "und-x-icu" asc, "o"."id" asc limit $4 offset $5
) as ids
-- ["2026-11-01 00:00:00+00","2026-11-01 00:00:00+00","fr",10,10]

-- modified_before, anonymous
select ((select count(*) from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0
  and "o"."modified_at" < $1))::int as total,
array(
select "o"."id" from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0
  and "o"."modified_at" < $2 order by coalesce((select x."name" from "tag_texts" x where x.id = "o"."id" and x."name" is not null and (x.language = $3 or x.original) order by x.original limit 1), '') collate "und-x-icu" asc, "o"."id" asc limit $4 offset $5
) as ids
-- ["2026-11-10 12:00:00+00","2026-11-10 12:00:00+00","fr",10,10]

-- exclude, anonymous
select ((select count(*) from "tags" o where o.id <> all($1::bigint[])
  and (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select "o"."id" from "tags" o where o.id <> all($2::bigint[])
  and (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0 order by coalesce((select x."name" from "tag_texts" x where x.id = "o"."id" and x."name" is not null and (x.language = $3 or x.original) order by x.original limit 1), '') collate "und-x-icu" asc, "o"."id" asc limit $4 offset $5
) as ids
-- [[3],[3],"fr",10,10]

-- include, anonymous
select ((select count(*) from "tags" o where o.id = any($1::bigint[])
  and (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select "o"."id" from "tags" o where o.id = any($2::bigint[])
  and (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0 order by coalesce((select x."name" from "tag_texts" x where x.id = "o"."id" and x."name" is not null and (x.language = $3 or x.original) order by x.original limit 1), '') collate "und-x-icu" asc, "o"."id" asc limit $4 offset $5
) as ids
-- [[1,2],[1,2],"fr",10,10]

-- hide_empty, anonymous
select ((select count(*) from "tags" o where true))::int as total,
array(
select "o"."id" from "tags" o where true order by coalesce((select x."name" from "tag_texts" x where x.id = "o"."id" and x."name" is not null and (x.language = $1 or x.original) order by x.original limit 1), '') collate "und-x-icu" asc, "o"."id" asc limit $2 offset $3
) as ids
-- ["fr",10,10]

-- external_id, anonymous
select ((select count(*) from "tags" o where o.id = (select x.record_id from external_ids x where x.kind = 'tag' and x.source = $1 and x.external_id = $2)
  and false))::int as total,
array(
select "o"."id" from "tags" o where o.id = (select x.record_id from external_ids x where x.kind = 'tag' and x.source = $3 and x.external_id = $4)
  and false order by coalesce((select x."name" from "tag_texts" x where x.id = "o"."id" and x."name" is not null and (x.language = $5 or x.original) order by x.original limit 1), '') collate "und-x-icu" asc, "o"."id" asc limit $6 offset $7
) as ids
-- ["ticketing","47,11","ticketing","47,11","fr",10,10]

-- post, anonymous
select ((select count(*) from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0
  and exists (select 1 from "event_tags" l where l.ref_id = o.id and l.event_id = any($1::bigint[]) and "l"."status" = 'publish')))::int as total,
array(
select "o"."id" from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0
  and exists (select 1 from "event_tags" l where l.ref_id = o.id and l.event_id = any($2::bigint[]) and "l"."status" = 'publish') order by coalesce((select x."name" from "tag_texts" x where x.id = "o"."id" and x."name" is not null and (x.language = $3 or x.original) order by x.original limit 1), '') collate "und-x-icu" asc, "o"."id" asc limit $4 offset $5
) as ids
-- [[5],[5],"fr",10,10]

-- event, anonymous
select ((select count(*) from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0
  and exists (select 1 from "event_tags" l where l.ref_id = o.id and l.event_id = any($1::bigint[]) and "l"."status" = 'publish')))::int as total,
array(
select "o"."id" from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0
  and exists (select 1 from "event_tags" l where l.ref_id = o.id and l.event_id = any($2::bigint[]) and "l"."status" = 'publish') order by coalesce((select x."name" from "tag_texts" x where x.id = "o"."id" and x."name" is not null and (x.language = $3 or x.original) order by x.original limit 1), '') collate "und-x-icu" asc, "o"."id" asc limit $4 offset $5
) as ids
-- [[5],[5],"fr",10,10]

-- slug, anonymous
select ((select count(*) from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0
  and o.id in (select x.id from "tag_texts" x where x.slug = $1 and x.slug_owner)))::int as total,
array(
select "o"."id" from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0
  and o.id in (select x.id from "tag_texts" x where x.slug = $2 and x.slug_owner) order by coalesce((select x."name" from "tag_texts" x where x.id = "o"."id" and x."name" is not null and (x.language = $3 or x.original) order by x.original limit 1), '') collate "und-x-icu" asc, "o"."id" asc limit $4 offset $5
) as ids
-- ["jazz","jazz","fr",10,10]

-- external_id, contributor
select ((select count(*) from "tags" o where o.id = (select x.record_id from external_ids x where x.kind = 'tag' and x.source = $1 and x.external_id = $2)
  and false))::int as total,
array(
select "o"."id" from "tags" o where o.id = (select x.record_id from external_ids x where x.kind = 'tag' and x.source = $3 and x.external_id = $4)
  and false order by coalesce((select x."name" from "tag_texts" x where x.id = "o"."id" and x."name" is not null and (x.language = $5 or x.original) order by x.original limit 1), '') collate "und-x-icu" asc, "o"."id" asc limit $6 offset $7
) as ids
-- ["ticketing","47,11","ticketing","47,11","fr",10,10]

-- external_id, author
select ((select count(*) from "tags" o where o.id = (select x.record_id from external_ids x where x.kind = 'tag' and x.source = $1 and x.external_id = $2)
  and false))::int as total,
array(
select "o"."id" from "tags" o where o.id = (select x.record_id from external_ids x where x.kind = 'tag' and x.source = $3 and x.external_id = $4)
  and false order by coalesce((select x."name" from "tag_texts" x where x.id = "o"."id" and x."name" is not null and (x.language = $5 or x.original) order by x.original limit 1), '') collate "und-x-icu" asc, "o"."id" asc limit $6 offset $7
) as ids
-- ["ticketing","47,11","ticketing","47,11","fr",10,10]

-- external_id, editor
select ((select count(*) from "tags" o where o.id = (select x.record_id from external_ids x where x.kind = 'tag' and x.source = $1 and x.external_id = $2)
  and true))::int as total,
array(
select "o"."id" from "tags" o where o.id = (select x.record_id from external_ids x where x.kind = 'tag' and x.source = $3 and x.external_id = $4)
  and true order by coalesce((select x."name" from "tag_texts" x where x.id = "o"."id" and x."name" is not null and (x.language = $5 or x.original) order by x.original limit 1), '') collate "und-x-icu" asc, "o"."id" asc limit $6 offset $7
) as ids
-- ["ticketing","47,11","ticketing","47,11","fr",10,10]

-- orderby name desc, anonymous
select ((select count(*) from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select "o"."id" from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0 order by coalesce((select x."name" from "tag_texts" x where x.id = "o"."id" and x."name" is not null and (x.language = $1 or x.original) order by x.original limit 1), '') collate "und-x-icu" desc, "o"."id" desc limit $2 offset $3
) as ids
-- ["fr",10,10]

-- orderby id desc, anonymous
select ((select count(*) from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select "o"."id" from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0 order by "o"."id" desc, "o"."id" desc limit $1 offset $2
) as ids
-- [10,10]

-- orderby slug desc, anonymous
select ((select count(*) from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select "o"."id" from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0 order by coalesce((select x."slug" from "tag_texts" x where x.id = "o"."id" and x."slug" is not null and (x.language = $1 or x.original) order by x.original limit 1), '') desc, "o"."id" desc limit $2 offset $3
) as ids
-- ["fr",10,10]

-- orderby count desc, anonymous
select ((select count(*) from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select "o"."id" from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0 order by (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') desc, "o"."id" desc limit $1 offset $2
) as ids
-- [10,10]

-- orderby description desc, anonymous
select ((select count(*) from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select "o"."id" from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0 order by left(coalesce((select x."description" from "tag_texts" x where x.id = "o"."id" and x."description" is not null and (x.language = $1 or x.original) order by x.original limit 1), ''), 200) collate "und-x-icu" desc, "o"."id" desc limit $2 offset $3
) as ids
-- ["fr",10,10]

-- orderby parent desc, anonymous
select ((select count(*) from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select "o"."id" from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0 order by coalesce("o"."id", 0) desc, "o"."id" desc limit $1 offset $2
) as ids
-- [10,10]

-- orderby include desc, anonymous
select ((select count(*) from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select "o"."id" from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0 order by coalesce(array_position($1::bigint[], "o"."id"), 0) desc, "o"."id" desc limit $2 offset $3
) as ids
-- [[],10,10]

-- orderby modified desc, anonymous
select ((select count(*) from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select "o"."id" from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0 order by "o"."modified_at" desc, "o"."id" desc limit $1 offset $2
) as ids
-- [10,10]

-- after a cursor, orderby name, anonymous
select ((select count(*) from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select "o"."id" from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0
  and (coalesce((select x."name" from "tag_texts" x where x.id = "o"."id" and x."name" is not null and (x.language = $1 or x.original) order by x.original limit 1), '') collate "und-x-icu", "o"."id") > ($2::text, $3::bigint) order by coalesce((select x."name" from "tag_texts" x where x.id = "o"."id" and x."name" is not null and (x.language = $4 or x.original) order by x.original limit 1), '') collate "und-x-icu" asc, "o"."id" asc limit $5 offset $6
) as ids
-- ["fr","Jazz",12,"fr",11,0]

-- after a cursor, orderby id, anonymous
select ((select count(*) from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select "o"."id" from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0
  and ("o"."id", "o"."id") > ($1::bigint, $2::bigint) order by "o"."id" asc, "o"."id" asc limit $3 offset $4
) as ids
-- ["7",12,11,0]

-- after a cursor, orderby slug, anonymous
select ((select count(*) from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select "o"."id" from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0
  and (coalesce((select x."slug" from "tag_texts" x where x.id = "o"."id" and x."slug" is not null and (x.language = $1 or x.original) order by x.original limit 1), ''), "o"."id") > ($2::text, $3::bigint) order by coalesce((select x."slug" from "tag_texts" x where x.id = "o"."id" and x."slug" is not null and (x.language = $4 or x.original) order by x.original limit 1), '') asc, "o"."id" asc limit $5 offset $6
) as ids
-- ["fr","Jazz",12,"fr",11,0]

-- after a cursor, orderby count, anonymous
select ((select count(*) from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select "o"."id" from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0
  and ((select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity'), "o"."id") > ($1::bigint, $2::bigint) order by (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') asc, "o"."id" asc limit $3 offset $4
) as ids
-- ["7",12,11,0]

-- after a cursor, orderby description, anonymous
select ((select count(*) from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select "o"."id" from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0
  and (left(coalesce((select x."description" from "tag_texts" x where x.id = "o"."id" and x."description" is not null and (x.language = $1 or x.original) order by x.original limit 1), ''), 200) collate "und-x-icu", "o"."id") > ($2::text, $3::bigint) order by left(coalesce((select x."description" from "tag_texts" x where x.id = "o"."id" and x."description" is not null and (x.language = $4 or x.original) order by x.original limit 1), ''), 200) collate "und-x-icu" asc, "o"."id" asc limit $5 offset $6
) as ids
-- ["fr","Jazz",12,"fr",11,0]

-- after a cursor, orderby parent, anonymous
select ((select count(*) from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select "o"."id" from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0
  and (coalesce("o"."id", 0), "o"."id") > ($1::bigint, $2::bigint) order by coalesce("o"."id", 0) asc, "o"."id" asc limit $3 offset $4
) as ids
-- ["7",12,11,0]

-- after a cursor, orderby include, anonymous
select ((select count(*) from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select "o"."id" from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0
  and (coalesce(array_position($1::bigint[], "o"."id"), 0), "o"."id") > ($2::bigint, $3::bigint) order by coalesce(array_position($4::bigint[], "o"."id"), 0) asc, "o"."id" asc limit $5 offset $6
) as ids
-- [[],"7",12,[],11,0]

-- after a cursor, orderby modified, anonymous
select ((select count(*) from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0))::int as total,
array(
select "o"."id" from "tags" o where (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "o"."id" and c.day = 'infinity') > 0
  and ("o"."modified_at", "o"."id") > ($1::timestamptz, $2::bigint) order by "o"."modified_at" asc, "o"."id" asc limit $3 offset $4
) as ids
-- ["2026-12-01 18:00:00+00",12,11,0]

-- all filters, anonymous
select ((select count(*) from "tags" o where not exists (select 1 from "tag_texts" x where x.id = o.id and x.language = $1)
  and exists (select 1 from "tag_texts" x join "tag_texts" b on b.id = x.id and b.original where x.id = o.id and x.language = $2 and x.changed_at < b.changed_at)
  and o.id in (select t.id from "tag_texts" t where t.search like $3 and t.search like $4 and (t.language = $5 or t.original and $6 <> all(t.other_languages)))
  and o.id <> all($7::bigint[])
  and exists (select 1 from "event_tags" l where l.ref_id = o.id and l.event_id = any($8::bigint[]) and "l"."status" = 'publish')
  and exists (select 1 from "event_tags" l where l.ref_id = o.id and l.event_id = any($9::bigint[]) and "l"."status" = 'publish')
  and o.id in (select x.id from "tag_texts" x where x.slug = $10 and x.slug_owner)
  and "o"."modified_at" > $11
  and "o"."modified_at" < $12))::int as total,
array(
select "o"."id" from "tags" o where not exists (select 1 from "tag_texts" x where x.id = o.id and x.language = $13)
  and exists (select 1 from "tag_texts" x join "tag_texts" b on b.id = x.id and b.original where x.id = o.id and x.language = $14 and x.changed_at < b.changed_at)
  and o.id in (select t.id from "tag_texts" t where t.search like $15 and t.search like $16 and (t.language = $17 or t.original and $18 <> all(t.other_languages)))
  and o.id <> all($19::bigint[])
  and exists (select 1 from "event_tags" l where l.ref_id = o.id and l.event_id = any($20::bigint[]) and "l"."status" = 'publish')
  and exists (select 1 from "event_tags" l where l.ref_id = o.id and l.event_id = any($21::bigint[]) and "l"."status" = 'publish')
  and o.id in (select x.id from "tag_texts" x where x.slug = $22 and x.slug_owner)
  and "o"."modified_at" > $23
  and "o"."modified_at" < $24 order by coalesce((select x."name" from "tag_texts" x where x.id = "o"."id" and x."name" is not null and (x.language = $25 or x.original) order by x.original limit 1), '') collate "und-x-icu" asc, "o"."id" asc limit $26 offset $27
) as ids
-- ["sw","sw","%ete%","%jazz%","fr","fr",[3],[5],[5],"jazz","2026-11-01 00:00:00+00","2026-11-10 12:00:00+00","sw","sw","%ete%","%jazz%","fr","fr",[3],[5],[5],"jazz","2026-11-01 00:00:00+00","2026-11-10 12:00:00+00","fr",10,10]

-- all filters, contributor
select ((select count(*) from "tags" o where not exists (select 1 from "tag_texts" x where x.id = o.id and x.language = $1)
  and exists (select 1 from "tag_texts" x join "tag_texts" b on b.id = x.id and b.original where x.id = o.id and x.language = $2 and x.changed_at < b.changed_at)
  and o.id in (select t.id from "tag_texts" t where t.search like $3 and t.search like $4 and (t.language = $5 or t.original and $6 <> all(t.other_languages)))
  and o.id <> all($7::bigint[])
  and exists (select 1 from "event_tags" l where l.ref_id = o.id and l.event_id = any($8::bigint[]) and ("l"."status" = 'publish' or "l"."author_id" = $9) and "l"."status" <> 'trash')
  and exists (select 1 from "event_tags" l where l.ref_id = o.id and l.event_id = any($10::bigint[]) and ("l"."status" = 'publish' or "l"."author_id" = $11) and "l"."status" <> 'trash')
  and o.id in (select x.id from "tag_texts" x where x.slug = $12 and x.slug_owner)
  and "o"."modified_at" > $13
  and "o"."modified_at" < $14))::int as total,
array(
select "o"."id" from "tags" o where not exists (select 1 from "tag_texts" x where x.id = o.id and x.language = $15)
  and exists (select 1 from "tag_texts" x join "tag_texts" b on b.id = x.id and b.original where x.id = o.id and x.language = $16 and x.changed_at < b.changed_at)
  and o.id in (select t.id from "tag_texts" t where t.search like $17 and t.search like $18 and (t.language = $19 or t.original and $20 <> all(t.other_languages)))
  and o.id <> all($21::bigint[])
  and exists (select 1 from "event_tags" l where l.ref_id = o.id and l.event_id = any($22::bigint[]) and ("l"."status" = 'publish' or "l"."author_id" = $23) and "l"."status" <> 'trash')
  and exists (select 1 from "event_tags" l where l.ref_id = o.id and l.event_id = any($24::bigint[]) and ("l"."status" = 'publish' or "l"."author_id" = $25) and "l"."status" <> 'trash')
  and o.id in (select x.id from "tag_texts" x where x.slug = $26 and x.slug_owner)
  and "o"."modified_at" > $27
  and "o"."modified_at" < $28 order by coalesce((select x."name" from "tag_texts" x where x.id = "o"."id" and x."name" is not null and (x.language = $29 or x.original) order by x.original limit 1), '') collate "und-x-icu" asc, "o"."id" asc limit $30 offset $31
) as ids
-- ["sw","sw","%ete%","%jazz%","fr","fr",[3],[5],6,[5],6,"jazz","2026-11-01 00:00:00+00","2026-11-10 12:00:00+00","sw","sw","%ete%","%jazz%","fr","fr",[3],[5],6,[5],6,"jazz","2026-11-01 00:00:00+00","2026-11-10 12:00:00+00","fr",10,10]

-- rows, anonymous
select r.id, "r"."version", "r"."language", "r"."created_at"::text as "created_at", "r"."modified_at"::text as "modified_at", "r"."name_key", (select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = "r"."id" and c.day = 'infinity') as "event_count", coalesce("t"."name", "b"."name", '') as "name", coalesce("t"."slug", "b"."slug", '') as "slug", coalesce("t"."description", "b"."description", '') as "description", case when "t"."name" is null then b.language else t.language end as text_language, (select jsonb_object_agg(x.language, x.changed_at) from "tag_texts" x where x.id = r.id) as text_changes
from "tags" r
join "tag_texts" b on b.id = r.id and b.original
left join "tag_texts" t on t.id = r.id and t.language = $1 and not t.original
where r.id = any($2::bigint[])
