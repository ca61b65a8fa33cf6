-- no filters, anonymous
select
  (select count(*) from "organizers" o
where o.status = 'publish')::int as total,
  array(select "o"."id" from "organizers" o
where o.status = 'publish'
order by o.published_at desc, "o"."id" desc
limit $1
offset $2) as ids
-- [10,10]

-- no filters, contributor
select
  (select count(*) from "organizers" o
where o.status = 'publish')::int as total,
  array(select "o"."id" from "organizers" o
where o.status = 'publish'
order by o.published_at desc, "o"."id" desc
limit $1
offset $2) as ids
-- [10,10]

-- no filters, author
select
  (select count(*) from "organizers" o
where o.status = 'publish')::int as total,
  array(select "o"."id" from "organizers" o
where o.status = 'publish'
order by o.published_at desc, "o"."id" desc
limit $1
offset $2) as ids
-- [10,10]

-- no filters, editor
select
  (select count(*) from "organizers" o
where o.status = 'publish')::int as total,
  array(select "o"."id" from "organizers" o
where o.status = 'publish'
order by o.published_at desc, "o"."id" desc
limit $1
offset $2) as ids
-- [10,10]

-- status draft and private, contributor
select
  (select count(*) from "organizers" o
where o.status in ('draft', 'private')
  and ("o"."status" = 'publish' or "o"."author_id" = $1))::int as total,
  array(select "o"."id" from "organizers" o
where o.status in ('draft', 'private')
  and ("o"."status" = 'publish' or "o"."author_id" = $2)
order by o.published_at desc, "o"."id" desc
limit $3
offset $4) as ids
-- [6,6,10,10]

-- status draft and private, author
select
  (select count(*) from "organizers" o
where o.status in ('draft', 'private')
  and ("o"."status" = 'publish' or "o"."author_id" = $1))::int as total,
  array(select "o"."id" from "organizers" o
where o.status in ('draft', 'private')
  and ("o"."status" = 'publish' or "o"."author_id" = $2)
order by o.published_at desc, "o"."id" desc
limit $3
offset $4) as ids
-- [7,7,10,10]

-- status draft and private, editor
select
  (select count(*) from "organizers" o
where o.status in ('draft', 'private')
  and true)::int as total,
  array(select "o"."id" from "organizers" o
where o.status in ('draft', 'private')
  and true
order by o.published_at desc, "o"."id" desc
limit $1
offset $2) as ids
-- [10,10]

-- untranslated_in, anonymous
select
  (select count(*) from "organizers" o
where o.status = 'publish'
  and not exists (select 1 from "organizer_texts" x where x.id = o.id and x.language = $1))::int as total,
  array(select "o"."id" from "organizers" o
where o.status = 'publish'
  and not exists (select 1 from "organizer_texts" x where x.id = o.id and x.language = $2)
order by o.published_at desc, "o"."id" desc
limit $3
offset $4) as ids
-- ["sw","sw",10,10]

-- outdated_in, anonymous
select
  (select count(*) from "organizers" o
where o.status = 'publish'
  and exists (select 1 from "organizer_texts" x join "organizer_texts" b on b.id = x.id and b.original where x.id = o.id and x.language = $1 and x.changed_at < b.changed_at))::int as total,
  array(select "o"."id" from "organizers" o
where o.status = 'publish'
  and exists (select 1 from "organizer_texts" x join "organizer_texts" b on b.id = x.id and b.original where x.id = o.id and x.language = $2 and x.changed_at < b.changed_at)
order by o.published_at desc, "o"."id" desc
limit $3
offset $4) as ids
-- ["sw","sw",10,10]

-- search, anonymous
select
  (select count(*) from "organizers" o
where o.status = 'publish'
  and o.id in (select t.id from "organizer_texts" t where t.search like $1 and t.search like $2 and (t.language = $3 or t.original and $4 <> all(t.others))))::int as total,
  array(select "o"."id" from "organizers" o
where o.status = 'publish'
  and o.id in (select t.id from "organizer_texts" t where t.search like $5 and t.search like $6 and (t.language = $7 or t.original and $8 <> all(t.others)))
order by o.published_at desc, "o"."id" desc
limit $9
offset $10) as ids
-- ["%ete%","%jazz%","fr","fr","%ete%","%jazz%","fr","fr",10,10]

-- event, anonymous
select
  (select count(*) from "organizers" o
where o.status = 'publish'
  and exists (select 1 from "event_organizers" l where l.ref_id = o.id and l.event_id = any($1::bigint[]) and "l"."status" = 'publish'
  and not "l"."protected"))::int as total,
  array(select "o"."id" from "organizers" o
where o.status = 'publish'
  and exists (select 1 from "event_organizers" l where l.ref_id = o.id and l.event_id = any($2::bigint[]) and "l"."status" = 'publish'
  and not "l"."protected")
order by o.published_at desc, "o"."id" desc
limit $3
offset $4) as ids
-- [[5],[5],10,10]

-- has_events, anonymous
select
  (select count(*) from "organizers" o
where o.status = 'publish'
  and exists (select 1 from "event_organizers" l where l.ref_id = o.id and "l"."status" = 'publish'
  and not "l"."protected"))::int as total,
  array(select "o"."id" from "organizers" o
where o.status = 'publish'
  and exists (select 1 from "event_organizers" l where l.ref_id = o.id and "l"."status" = 'publish'
  and not "l"."protected")
order by o.published_at desc, "o"."id" desc
limit $1
offset $2) as ids
-- [10,10]

-- only_with_upcoming, anonymous
select
  (select count(*) from "organizers" o
where o.status = 'publish'
  and exists (select 1 from "event_organizers" l where l.ref_id = o.id and l.ends_at > $1 and "l"."status" = 'publish'
  and not "l"."protected"))::int as total,
  array(select "o"."id" from "organizers" o
where o.status = 'publish'
  and exists (select 1 from "event_organizers" l where l.ref_id = o.id and l.ends_at > $2 and "l"."status" = 'publish'
  and not "l"."protected")
order by o.published_at desc, "o"."id" desc
limit $3
offset $4) as ids
-- ["2026-11-15T08:30:00Z","2026-11-15T08:30:00Z",10,10]

-- all filters, anonymous
select
  (select count(*) from "organizers" o
where o.status = 'publish'
  and not exists (select 1 from "organizer_texts" x where x.id = o.id and x.language = $1)
  and exists (select 1 from "organizer_texts" x join "organizer_texts" b on b.id = x.id and b.original where x.id = o.id and x.language = $2 and x.changed_at < b.changed_at)
  and o.id in (select t.id from "organizer_texts" t where t.search like $3 and t.search like $4 and (t.language = $5 or t.original and $6 <> all(t.others)))
  and exists (select 1 from "event_organizers" l where l.ref_id = o.id and l.event_id = any($7::bigint[]) and "l"."status" = 'publish'
  and not "l"."protected")
  and exists (select 1 from "event_organizers" l where l.ref_id = o.id and "l"."status" = 'publish'
  and not "l"."protected")
  and exists (select 1 from "event_organizers" l where l.ref_id = o.id and l.ends_at > $8 and "l"."status" = 'publish'
  and not "l"."protected"))::int as total,
  array(select "o"."id" from "organizers" o
where o.status = 'publish'
  and not exists (select 1 from "organizer_texts" x where x.id = o.id and x.language = $9)
  and exists (select 1 from "organizer_texts" x join "organizer_texts" b on b.id = x.id and b.original where x.id = o.id and x.language = $10 and x.changed_at < b.changed_at)
  and o.id in (select t.id from "organizer_texts" t where t.search like $11 and t.search like $12 and (t.language = $13 or t.original and $14 <> all(t.others)))
  and exists (select 1 from "event_organizers" l where l.ref_id = o.id and l.event_id = any($15::bigint[]) and "l"."status" = 'publish'
  and not "l"."protected")
  and exists (select 1 from "event_organizers" l where l.ref_id = o.id and "l"."status" = 'publish'
  and not "l"."protected")
  and exists (select 1 from "event_organizers" l where l.ref_id = o.id and l.ends_at > $16 and "l"."status" = 'publish'
  and not "l"."protected")
order by o.published_at desc, "o"."id" desc
limit $17
offset $18) as ids
-- ["sw","sw","%ete%","%jazz%","fr","fr",[5],"2026-11-15T08:30:00Z","sw","sw","%ete%","%jazz%","fr","fr",[5],"2026-11-15T08:30:00Z",10,10]

-- all filters, contributor
select
  (select count(*) from "organizers" o
where o.status = 'publish'
  and not exists (select 1 from "organizer_texts" x where x.id = o.id and x.language = $1)
  and exists (select 1 from "organizer_texts" x join "organizer_texts" b on b.id = x.id and b.original where x.id = o.id and x.language = $2 and x.changed_at < b.changed_at)
  and o.id in (select t.id from "organizer_texts" t where t.search like $3 and t.search like $4 and (t.language = $5 or t.original and $6 <> all(t.others)))
  and exists (select 1 from "event_organizers" l where l.ref_id = o.id and l.event_id = any($7::bigint[]) and ("l"."status" = 'publish' or "l"."author_id" = $8) and "l"."status" <> 'trash'
  and (not "l"."protected" or "l"."author_id" = $9
  and "l"."status" in ('draft', 'pending')))
  and exists (select 1 from "event_organizers" l where l.ref_id = o.id and ("l"."status" = 'publish' or "l"."author_id" = $10) and "l"."status" <> 'trash'
  and (not "l"."protected" or "l"."author_id" = $11
  and "l"."status" in ('draft', 'pending')))
  and exists (select 1 from "event_organizers" l where l.ref_id = o.id and l.ends_at > $12 and ("l"."status" = 'publish' or "l"."author_id" = $13) and "l"."status" <> 'trash'
  and (not "l"."protected" or "l"."author_id" = $14
  and "l"."status" in ('draft', 'pending'))))::int as total,
  array(select "o"."id" from "organizers" o
where o.status = 'publish'
  and not exists (select 1 from "organizer_texts" x where x.id = o.id and x.language = $15)
  and exists (select 1 from "organizer_texts" x join "organizer_texts" b on b.id = x.id and b.original where x.id = o.id and x.language = $16 and x.changed_at < b.changed_at)
  and o.id in (select t.id from "organizer_texts" t where t.search like $17 and t.search like $18 and (t.language = $19 or t.original and $20 <> all(t.others)))
  and exists (select 1 from "event_organizers" l where l.ref_id = o.id and l.event_id = any($21::bigint[]) and ("l"."status" = 'publish' or "l"."author_id" = $22) and "l"."status" <> 'trash'
  and (not "l"."protected" or "l"."author_id" = $23
  and "l"."status" in ('draft', 'pending')))
  and exists (select 1 from "event_organizers" l where l.ref_id = o.id and ("l"."status" = 'publish' or "l"."author_id" = $24) and "l"."status" <> 'trash'
  and (not "l"."protected" or "l"."author_id" = $25
  and "l"."status" in ('draft', 'pending')))
  and exists (select 1 from "event_organizers" l where l.ref_id = o.id and l.ends_at > $26 and ("l"."status" = 'publish' or "l"."author_id" = $27) and "l"."status" <> 'trash'
  and (not "l"."protected" or "l"."author_id" = $28
  and "l"."status" in ('draft', 'pending')))
order by o.published_at desc, "o"."id" desc
limit $29
offset $30) as ids
-- ["sw","sw","%ete%","%jazz%","fr","fr",[5],6,6,6,6,"2026-11-15T08:30:00Z",6,6,"sw","sw","%ete%","%jazz%","fr","fr",[5],6,6,6,6,"2026-11-15T08:30:00Z",6,6,10,10]

-- rows, anonymous
select r.id, "r"."version", "r"."language", "r"."created_at"::text as "created_at", "r"."modified_at"::text as "modified_at", "r"."author_id", "r"."status", "r"."trashed_from", "r"."trashed_at"::text as "trashed_at", "r"."published_at"::text as "published_at", "r"."phone", "r"."website", "r"."email", coalesce("t"."organizer", "b"."organizer", '') as "organizer", coalesce("t"."description", "b"."description", '') as "description", coalesce("t"."slug", "b"."slug", '') as "slug", case when "t"."organizer" is null then b.language else t.language end as text_language, (select jsonb_object_agg(x.language, x.changed_at) from "organizer_texts" x where x.id = r.id) as text_changes
from "organizers" r
join "organizer_texts" b on b.id = r.id and b.original
left join "organizer_texts" t on t.id = r.id and t.language = $1 and not t.original
where r.id = any($2::bigint[])
