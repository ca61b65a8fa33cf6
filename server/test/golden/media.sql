-- no filters, anonymous
select ((select count(*) from "images" o where (exists (select 1 from "events" u where "u"."image_id" = "o"."id" and u.status = 'publish'
  and not "u"."protected") or exists (select 1 from "venues" u where "u"."image_id" = "o"."id" and u.status = 'publish') or exists (select 1 from "organizers" u where "u"."image_id" = "o"."id" and u.status = 'publish'))))::int as total,
array(
select o.id from "images" o where (exists (select 1 from "events" u where "u"."image_id" = "o"."id" and u.status = 'publish'
  and not "u"."protected") or exists (select 1 from "venues" u where "u"."image_id" = "o"."id" and u.status = 'publish') or exists (select 1 from "organizers" u where "u"."image_id" = "o"."id" and u.status = 'publish')) order by "o"."created_at" desc, o.id desc limit $1 offset $2
) as ids
-- [10,10]

-- no filters, contributor
select ((select count(*) from "images" o where true))::int as total,
array(
select o.id from "images" o where true order by "o"."created_at" desc, o.id desc limit $1 offset $2
) as ids
-- [10,10]

-- no filters, author
select ((select count(*) from "images" o where true))::int as total,
array(
select o.id from "images" o where true order by "o"."created_at" desc, o.id desc limit $1 offset $2
) as ids
-- [10,10]

-- no filters, editor
select ((select count(*) from "images" o where true))::int as total,
array(
select o.id from "images" o where true order by "o"."created_at" desc, o.id desc limit $1 offset $2
) as ids
-- [10,10]

-- modified_after, anonymous
select ((select count(*) from "images" o where (exists (select 1 from "events" u where "u"."image_id" = "o"."id" and u.status = 'publish'
  and not "u"."protected") or exists (select 1 from "venues" u where "u"."image_id" = "o"."id" and u.status = 'publish') or exists (select 1 from "organizers" u where "u"."image_id" = "o"."id" and u.status = 'publish'))
  and "o"."modified_at" > $1))::int as total,
array(
select o.id from "images" o where (exists (select 1 from "events" u where "u"."image_id" = "o"."id" and u.status = 'publish'
  and not "u"."protected") or exists (select 1 from "venues" u where "u"."image_id" = "o"."id" and u.status = 'publish') or exists (select 1 from "organizers" u where "u"."image_id" = "o"."id" and u.status = 'publish'))
  and "o"."modified_at" > $2 order by "o"."created_at" desc, o.id desc limit $3 offset $4
) as ids
-- ["2026-11-01 00:00:00+00","2026-11-01 00:00:00+00",10,10]

-- modified_before, anonymous
select ((select count(*) from "images" o where (exists (select 1 from "events" u where "u"."image_id" = "o"."id" and u.status = 'publish'
  and not "u"."protected") or exists (select 1 from "venues" u where "u"."image_id" = "o"."id" and u.status = 'publish') or exists (select 1 from "organizers" u where "u"."image_id" = "o"."id" and u.status = 'publish'))
  and "o"."modified_at" < $1))::int as total,
array(
select o.id from "images" o where (exists (select 1 from "events" u where "u"."image_id" = "o"."id" and u.status = 'publish'
  and not "u"."protected") or exists (select 1 from "venues" u where "u"."image_id" = "o"."id" and u.status = 'publish') or exists (select 1 from "organizers" u where "u"."image_id" = "o"."id" and u.status = 'publish'))
  and "o"."modified_at" < $2 order by "o"."created_at" desc, o.id desc limit $3 offset $4
) as ids
-- ["2026-11-10 12:00:00+00","2026-11-10 12:00:00+00",10,10]

-- exclude, anonymous
select ((select count(*) from "images" o where (exists (select 1 from "events" u where "u"."image_id" = "o"."id" and u.status = 'publish'
  and not "u"."protected") or exists (select 1 from "venues" u where "u"."image_id" = "o"."id" and u.status = 'publish') or exists (select 1 from "organizers" u where "u"."image_id" = "o"."id" and u.status = 'publish'))
  and o.id <> all($1::bigint[])))::int as total,
array(
select o.id from "images" o where (exists (select 1 from "events" u where "u"."image_id" = "o"."id" and u.status = 'publish'
  and not "u"."protected") or exists (select 1 from "venues" u where "u"."image_id" = "o"."id" and u.status = 'publish') or exists (select 1 from "organizers" u where "u"."image_id" = "o"."id" and u.status = 'publish'))
  and o.id <> all($2::bigint[]) order by "o"."created_at" desc, o.id desc limit $3 offset $4
) as ids
-- [[3],[3],10,10]

-- author, anonymous
select ((select count(*) from "images" o where (exists (select 1 from "events" u where "u"."image_id" = "o"."id" and u.status = 'publish'
  and not "u"."protected") or exists (select 1 from "venues" u where "u"."image_id" = "o"."id" and u.status = 'publish') or exists (select 1 from "organizers" u where "u"."image_id" = "o"."id" and u.status = 'publish'))
  and o.author_id = $1))::int as total,
array(
select o.id from "images" o where (exists (select 1 from "events" u where "u"."image_id" = "o"."id" and u.status = 'publish'
  and not "u"."protected") or exists (select 1 from "venues" u where "u"."image_id" = "o"."id" and u.status = 'publish') or exists (select 1 from "organizers" u where "u"."image_id" = "o"."id" and u.status = 'publish'))
  and o.author_id = $2 order by "o"."created_at" desc, o.id desc limit $3 offset $4
) as ids
-- [7,7,10,10]

-- missing_translation, anonymous
select ((select count(*) from "images" o where (exists (select 1 from "events" u where "u"."image_id" = "o"."id" and u.status = 'publish'
  and not "u"."protected") or exists (select 1 from "venues" u where "u"."image_id" = "o"."id" and u.status = 'publish') or exists (select 1 from "organizers" u where "u"."image_id" = "o"."id" and u.status = 'publish'))
  and not exists (select 1 from "image_texts" x where x.id = o.id and x.language = $1)))::int as total,
array(
select o.id from "images" o where (exists (select 1 from "events" u where "u"."image_id" = "o"."id" and u.status = 'publish'
  and not "u"."protected") or exists (select 1 from "venues" u where "u"."image_id" = "o"."id" and u.status = 'publish') or exists (select 1 from "organizers" u where "u"."image_id" = "o"."id" and u.status = 'publish'))
  and not exists (select 1 from "image_texts" x where x.id = o.id and x.language = $2) order by "o"."created_at" desc, o.id desc limit $3 offset $4
) as ids
-- ["sw","sw",10,10]

-- outdated_translation, anonymous
select ((select count(*) from "images" o where (exists (select 1 from "events" u where "u"."image_id" = "o"."id" and u.status = 'publish'
  and not "u"."protected") or exists (select 1 from "venues" u where "u"."image_id" = "o"."id" and u.status = 'publish') or exists (select 1 from "organizers" u where "u"."image_id" = "o"."id" and u.status = 'publish'))
  and o.id in (select x.id from "image_texts" x where x.language = $1 and x.is_outdated)))::int as total,
array(
select o.id from "images" o where (exists (select 1 from "events" u where "u"."image_id" = "o"."id" and u.status = 'publish'
  and not "u"."protected") or exists (select 1 from "venues" u where "u"."image_id" = "o"."id" and u.status = 'publish') or exists (select 1 from "organizers" u where "u"."image_id" = "o"."id" and u.status = 'publish'))
  and o.id in (select x.id from "image_texts" x where x.language = $2 and x.is_outdated) order by "o"."created_at" desc, o.id desc limit $3 offset $4
) as ids
-- ["sw","sw",10,10]

-- search, anonymous
select ((select count(*) from "images" o where (exists (select 1 from "events" u where "u"."image_id" = "o"."id" and u.status = 'publish'
  and not "u"."protected") or exists (select 1 from "venues" u where "u"."image_id" = "o"."id" and u.status = 'publish') or exists (select 1 from "organizers" u where "u"."image_id" = "o"."id" and u.status = 'publish'))
  and o.id in (select t.id from "image_texts" t where t.search like $1 and t.search like $2 and (t.language = $3
or t.original and $4 <> all(t.other_languages) and (t.language = $5 or $6 <> all(t.other_languages))
or t.language = $7 and not t.original and not exists (select 1 from "image_texts" x where x.id = t.id and x.language = $8)))))::int as total,
array(
select o.id from "images" o where (exists (select 1 from "events" u where "u"."image_id" = "o"."id" and u.status = 'publish'
  and not "u"."protected") or exists (select 1 from "venues" u where "u"."image_id" = "o"."id" and u.status = 'publish') or exists (select 1 from "organizers" u where "u"."image_id" = "o"."id" and u.status = 'publish'))
  and o.id in (select t.id from "image_texts" t where t.search like $9 and t.search like $10 and (t.language = $11
or t.original and $12 <> all(t.other_languages) and (t.language = $13 or $14 <> all(t.other_languages))
or t.language = $15 and not t.original and not exists (select 1 from "image_texts" x where x.id = t.id and x.language = $16))) order by "o"."created_at" desc, o.id desc limit $17 offset $18
) as ids
-- ["%ete%","%jazz%","fr","fr","en","en","en","fr","%ete%","%jazz%","fr","fr","en","en","en","fr",10,10]

-- orderby date desc, anonymous
select ((select count(*) from "images" o where (exists (select 1 from "events" u where "u"."image_id" = "o"."id" and u.status = 'publish'
  and not "u"."protected") or exists (select 1 from "venues" u where "u"."image_id" = "o"."id" and u.status = 'publish') or exists (select 1 from "organizers" u where "u"."image_id" = "o"."id" and u.status = 'publish'))))::int as total,
array(
select o.id from "images" o where (exists (select 1 from "events" u where "u"."image_id" = "o"."id" and u.status = 'publish'
  and not "u"."protected") or exists (select 1 from "venues" u where "u"."image_id" = "o"."id" and u.status = 'publish') or exists (select 1 from "organizers" u where "u"."image_id" = "o"."id" and u.status = 'publish')) order by "o"."created_at" desc, o.id desc limit $1 offset $2
) as ids
-- [10,10]

-- orderby modified desc, anonymous
select ((select count(*) from "images" o where (exists (select 1 from "events" u where "u"."image_id" = "o"."id" and u.status = 'publish'
  and not "u"."protected") or exists (select 1 from "venues" u where "u"."image_id" = "o"."id" and u.status = 'publish') or exists (select 1 from "organizers" u where "u"."image_id" = "o"."id" and u.status = 'publish'))))::int as total,
array(
select o.id from "images" o where (exists (select 1 from "events" u where "u"."image_id" = "o"."id" and u.status = 'publish'
  and not "u"."protected") or exists (select 1 from "venues" u where "u"."image_id" = "o"."id" and u.status = 'publish') or exists (select 1 from "organizers" u where "u"."image_id" = "o"."id" and u.status = 'publish')) order by "o"."modified_at" desc, o.id desc limit $1 offset $2
) as ids
-- [10,10]

-- orderby id desc, anonymous
select ((select count(*) from "images" o where (exists (select 1 from "events" u where "u"."image_id" = "o"."id" and u.status = 'publish'
  and not "u"."protected") or exists (select 1 from "venues" u where "u"."image_id" = "o"."id" and u.status = 'publish') or exists (select 1 from "organizers" u where "u"."image_id" = "o"."id" and u.status = 'publish'))))::int as total,
array(
select o.id from "images" o where (exists (select 1 from "events" u where "u"."image_id" = "o"."id" and u.status = 'publish'
  and not "u"."protected") or exists (select 1 from "venues" u where "u"."image_id" = "o"."id" and u.status = 'publish') or exists (select 1 from "organizers" u where "u"."image_id" = "o"."id" and u.status = 'publish')) order by "o"."id" desc, o.id desc limit $1 offset $2
) as ids
-- [10,10]

-- after a cursor, orderby date, anonymous
select ((select count(*) from "images" o where (exists (select 1 from "events" u where "u"."image_id" = "o"."id" and u.status = 'publish'
  and not "u"."protected") or exists (select 1 from "venues" u where "u"."image_id" = "o"."id" and u.status = 'publish') or exists (select 1 from "organizers" u where "u"."image_id" = "o"."id" and u.status = 'publish'))))::int as total,
array(
select o.id from "images" o where (exists (select 1 from "events" u where "u"."image_id" = "o"."id" and u.status = 'publish'
  and not "u"."protected") or exists (select 1 from "venues" u where "u"."image_id" = "o"."id" and u.status = 'publish') or exists (select 1 from "organizers" u where "u"."image_id" = "o"."id" and u.status = 'publish'))
  and ("o"."created_at", o.id) > ($1::timestamptz, $2::bigint) order by "o"."created_at" asc, o.id asc limit $3 offset $4
) as ids
-- ["2026-12-01 18:00:00+00",12,11,0]

-- after a cursor, orderby modified, anonymous
select ((select count(*) from "images" o where (exists (select 1 from "events" u where "u"."image_id" = "o"."id" and u.status = 'publish'
  and not "u"."protected") or exists (select 1 from "venues" u where "u"."image_id" = "o"."id" and u.status = 'publish') or exists (select 1 from "organizers" u where "u"."image_id" = "o"."id" and u.status = 'publish'))))::int as total,
array(
select o.id from "images" o where (exists (select 1 from "events" u where "u"."image_id" = "o"."id" and u.status = 'publish'
  and not "u"."protected") or exists (select 1 from "venues" u where "u"."image_id" = "o"."id" and u.status = 'publish') or exists (select 1 from "organizers" u where "u"."image_id" = "o"."id" and u.status = 'publish'))
  and ("o"."modified_at", o.id) > ($1::timestamptz, $2::bigint) order by "o"."modified_at" asc, o.id asc limit $3 offset $4
) as ids
-- ["2026-12-01 18:00:00+00",12,11,0]

-- after a cursor, orderby id, anonymous
select ((select count(*) from "images" o where (exists (select 1 from "events" u where "u"."image_id" = "o"."id" and u.status = 'publish'
  and not "u"."protected") or exists (select 1 from "venues" u where "u"."image_id" = "o"."id" and u.status = 'publish') or exists (select 1 from "organizers" u where "u"."image_id" = "o"."id" and u.status = 'publish'))))::int as total,
array(
select o.id from "images" o where (exists (select 1 from "events" u where "u"."image_id" = "o"."id" and u.status = 'publish'
  and not "u"."protected") or exists (select 1 from "venues" u where "u"."image_id" = "o"."id" and u.status = 'publish') or exists (select 1 from "organizers" u where "u"."image_id" = "o"."id" and u.status = 'publish'))
  and ("o"."id", o.id) > ($1::bigint, $2::bigint) order by "o"."id" asc, o.id asc limit $3 offset $4
) as ids
-- ["7",12,11,0]

-- inventory, anonymous
select string_agg(p.item, ',') filter (where p.n <= $1) as items,
  case when count(*) > $2 then max(p.id) filter (where p.n <= $3) end as last
from (
select o.id, '{"id":' || o.id || ',"version":' || o.version || '}' as item, row_number() over (order by o.id) as n from "images" o
where (exists (select 1 from "events" u where "u"."image_id" = "o"."id" and u.status = 'publish'
  and not "u"."protected") or exists (select 1 from "venues" u where "u"."image_id" = "o"."id" and u.status = 'publish') or exists (select 1 from "organizers" u where "u"."image_id" = "o"."id" and u.status = 'publish'))
order by o.id limit $4
) p
-- [10,10,10,11]

-- all filters, anonymous
select ((select count(*) from "images" o where (exists (select 1 from "events" u where "u"."image_id" = "o"."id" and u.status = 'publish'
  and not "u"."protected") or exists (select 1 from "venues" u where "u"."image_id" = "o"."id" and u.status = 'publish') or exists (select 1 from "organizers" u where "u"."image_id" = "o"."id" and u.status = 'publish'))
  and o.id <> all($1::bigint[])
  and o.author_id = $2
  and not exists (select 1 from "image_texts" x where x.id = o.id and x.language = $3)
  and o.id in (select x.id from "image_texts" x where x.language = $4 and x.is_outdated)
  and o.id in (select t.id from "image_texts" t where t.search like $5 and t.search like $6 and (t.language = $7
or t.original and $8 <> all(t.other_languages) and (t.language = $9 or $10 <> all(t.other_languages))
or t.language = $11 and not t.original and not exists (select 1 from "image_texts" x where x.id = t.id and x.language = $12)))
  and "o"."modified_at" > $13
  and "o"."modified_at" < $14))::int as total,
array(
select o.id from "images" o where (exists (select 1 from "events" u where "u"."image_id" = "o"."id" and u.status = 'publish'
  and not "u"."protected") or exists (select 1 from "venues" u where "u"."image_id" = "o"."id" and u.status = 'publish') or exists (select 1 from "organizers" u where "u"."image_id" = "o"."id" and u.status = 'publish'))
  and o.id <> all($15::bigint[])
  and o.author_id = $16
  and not exists (select 1 from "image_texts" x where x.id = o.id and x.language = $17)
  and o.id in (select x.id from "image_texts" x where x.language = $18 and x.is_outdated)
  and o.id in (select t.id from "image_texts" t where t.search like $19 and t.search like $20 and (t.language = $21
or t.original and $22 <> all(t.other_languages) and (t.language = $23 or $24 <> all(t.other_languages))
or t.language = $25 and not t.original and not exists (select 1 from "image_texts" x where x.id = t.id and x.language = $26)))
  and "o"."modified_at" > $27
  and "o"."modified_at" < $28 order by "o"."created_at" desc, o.id desc limit $29 offset $30
) as ids
-- [[3],7,"sw","sw","%ete%","%jazz%","fr","fr","en","en","en","fr","2026-11-01 00:00:00+00","2026-11-10 12:00:00+00",[3],7,"sw","sw","%ete%","%jazz%","fr","fr","en","en","en","fr","2026-11-01 00:00:00+00","2026-11-10 12:00:00+00",10,10]

-- all filters, contributor
select ((select count(*) from "images" o where true
  and o.id <> all($1::bigint[])
  and o.author_id = $2
  and not exists (select 1 from "image_texts" x where x.id = o.id and x.language = $3)
  and o.id in (select x.id from "image_texts" x where x.language = $4 and x.is_outdated)
  and o.id in (select t.id from "image_texts" t where t.search like $5 and t.search like $6 and (t.language = $7
or t.original and $8 <> all(t.other_languages) and (t.language = $9 or $10 <> all(t.other_languages))
or t.language = $11 and not t.original and not exists (select 1 from "image_texts" x where x.id = t.id and x.language = $12)))
  and "o"."modified_at" > $13
  and "o"."modified_at" < $14))::int as total,
array(
select o.id from "images" o where true
  and o.id <> all($15::bigint[])
  and o.author_id = $16
  and not exists (select 1 from "image_texts" x where x.id = o.id and x.language = $17)
  and o.id in (select x.id from "image_texts" x where x.language = $18 and x.is_outdated)
  and o.id in (select t.id from "image_texts" t where t.search like $19 and t.search like $20 and (t.language = $21
or t.original and $22 <> all(t.other_languages) and (t.language = $23 or $24 <> all(t.other_languages))
or t.language = $25 and not t.original and not exists (select 1 from "image_texts" x where x.id = t.id and x.language = $26)))
  and "o"."modified_at" > $27
  and "o"."modified_at" < $28 order by "o"."created_at" desc, o.id desc limit $29 offset $30
) as ids
-- [[3],7,"sw","sw","%ete%","%jazz%","fr","fr","en","en","en","fr","2026-11-01 00:00:00+00","2026-11-10 12:00:00+00",[3],7,"sw","sw","%ete%","%jazz%","fr","fr","en","en","en","fr","2026-11-01 00:00:00+00","2026-11-10 12:00:00+00",10,10]

-- rows, anonymous
select r.id, "r"."version", "r"."language", "r"."created_at"::text as "created_at", "r"."modified_at"::text as "modified_at", "r"."decorative", "r"."focal_point", "r"."author_id", "r"."digest", "r"."extension", "r"."width", "r"."height", "r"."filesize", "r"."sizes", "r"."unused_since"::text as "unused_since", coalesce("t"."title", "d"."title", "b"."title", '') as "title", coalesce("t"."alt", "d"."alt", "b"."alt", '') as "alt", coalesce("t"."caption", "d"."caption", "b"."caption", '') as "caption", coalesce("t"."credit", "d"."credit", "b"."credit", '') as "credit", coalesce("t"."slug", "d"."slug", "b"."slug", '') as "slug", case when "t"."title" is not null then t.language when "d"."title" is not null then d.language else b.language end as text_language, (select jsonb_object_agg(x.language, x.changed_at) from "image_texts" x where x.id = r.id) as text_changes
from "images" r
join "image_texts" b on b.id = r.id and b.original
left join "image_texts" t on t.id = r.id and t.language = $1
left join "image_texts" d on d.id = r.id and d.language = $2 and not d.original
where r.id = any($3::bigint[])
