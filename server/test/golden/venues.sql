-- no filters, anonymous
select ((select count(*) from "venues" o where o.status = 'publish'))::int as total,
array(
select o.id from "venues" o where o.status = 'publish' order by "o"."published_at" desc, o.id desc limit $1 offset $2
) as ids
-- [10,10]

-- no filters, contributor
select ((select count(*) from "venues" o where o.status = 'publish'))::int as total,
array(
select o.id from "venues" o where o.status = 'publish' order by "o"."published_at" desc, o.id desc limit $1 offset $2
) as ids
-- [10,10]

-- no filters, author
select ((select count(*) from "venues" o where o.status = 'publish'))::int as total,
array(
select o.id from "venues" o where o.status = 'publish' order by "o"."published_at" desc, o.id desc limit $1 offset $2
) as ids
-- [10,10]

-- no filters, editor
select ((select count(*) from "venues" o where o.status = 'publish'))::int as total,
array(
select o.id from "venues" o where o.status = 'publish' order by "o"."published_at" desc, o.id desc limit $1 offset $2
) as ids
-- [10,10]

-- status draft and private, contributor
select ((select count(*) from "venues" o where o.status in ('draft', 'private')
  and ("o"."status" = 'publish' or "o"."author_id" = $1)))::int as total,
array(
select o.id from "venues" o where o.status in ('draft', 'private')
  and ("o"."status" = 'publish' or "o"."author_id" = $2) order by "o"."published_at" desc, o.id desc limit $3 offset $4
) as ids
-- [6,6,10,10]

-- status draft and private, author
select ((select count(*) from "venues" o where o.status in ('draft', 'private')
  and ("o"."status" = 'publish' or "o"."author_id" = $1)))::int as total,
array(
select o.id from "venues" o where o.status in ('draft', 'private')
  and ("o"."status" = 'publish' or "o"."author_id" = $2) order by "o"."published_at" desc, o.id desc limit $3 offset $4
) as ids
-- [7,7,10,10]

-- status draft and private, editor
select ((select count(*) from "venues" o where o.status in ('draft', 'private')
  and true))::int as total,
array(
select o.id from "venues" o where o.status in ('draft', 'private')
  and true order by "o"."published_at" desc, o.id desc limit $1 offset $2
) as ids
-- [10,10]

-- modified_after, anonymous
select ((select count(*) from "venues" o where o.status = 'publish'
  and "o"."modified_at" > $1))::int as total,
array(
select o.id from "venues" o where o.status = 'publish'
  and "o"."modified_at" > $2 order by "o"."published_at" desc, o.id desc limit $3 offset $4
) as ids
-- ["2026-11-01 00:00:00+00","2026-11-01 00:00:00+00",10,10]

-- modified_before, anonymous
select ((select count(*) from "venues" o where o.status = 'publish'
  and "o"."modified_at" < $1))::int as total,
array(
select o.id from "venues" o where o.status = 'publish'
  and "o"."modified_at" < $2 order by "o"."published_at" desc, o.id desc limit $3 offset $4
) as ids
-- ["2026-11-10 12:00:00+00","2026-11-10 12:00:00+00",10,10]

-- exclude, anonymous
select ((select count(*) from "venues" o where o.status = 'publish'
  and o.id <> all($1::bigint[])))::int as total,
array(
select o.id from "venues" o where o.status = 'publish'
  and o.id <> all($2::bigint[]) order by "o"."published_at" desc, o.id desc limit $3 offset $4
) as ids
-- [[3],[3],10,10]

-- author, anonymous
select ((select count(*) from "venues" o where o.status = 'publish'
  and o.author_id = $1))::int as total,
array(
select o.id from "venues" o where o.status = 'publish'
  and o.author_id = $2 order by "o"."published_at" desc, o.id desc limit $3 offset $4
) as ids
-- [7,7,10,10]

-- missing_translation, anonymous
select ((select count(*) from "venues" o where o.status = 'publish'
  and not exists (select 1 from "venue_texts" x where x.id = o.id and x.language = $1)))::int as total,
array(
select o.id from "venues" o where o.status = 'publish'
  and not exists (select 1 from "venue_texts" x where x.id = o.id and x.language = $2) order by "o"."published_at" desc, o.id desc limit $3 offset $4
) as ids
-- ["sw","sw",10,10]

-- outdated_translation, anonymous
select ((select count(*) from "venues" o where o.status = 'publish'
  and o.id in (select x.id from "venue_texts" x where x.language = $1 and x.is_outdated)))::int as total,
array(
select o.id from "venues" o where o.status = 'publish'
  and o.id in (select x.id from "venue_texts" x where x.language = $2 and x.is_outdated) order by "o"."published_at" desc, o.id desc limit $3 offset $4
) as ids
-- ["sw","sw",10,10]

-- search, anonymous
select ((select count(*) from "venues" o where o.status = 'publish'
  and o.id in (select t.id from "venue_texts" t where t.search like $1 and t.search like $2 and (t.language = $3
or t.original and $4 <> all(t.other_languages) and (t.language = $5 or $6 <> all(t.other_languages))
or t.language = $7 and not t.original and not exists (select 1 from "venue_texts" x where x.id = t.id and x.language = $8)))))::int as total,
array(
select o.id from "venues" o where o.status = 'publish'
  and o.id in (select t.id from "venue_texts" t where t.search like $9 and t.search like $10 and (t.language = $11
or t.original and $12 <> all(t.other_languages) and (t.language = $13 or $14 <> all(t.other_languages))
or t.language = $15 and not t.original and not exists (select 1 from "venue_texts" x where x.id = t.id and x.language = $16))) order by "o"."published_at" desc, o.id desc limit $17 offset $18
) as ids
-- ["%ete%","%jazz%","fr","fr","en","en","en","fr","%ete%","%jazz%","fr","fr","en","en","en","fr",10,10]

-- external_id, anonymous
select ((select count(*) from "venues" o where o.status = 'publish'
  and o.id = (select x.record_id from external_ids x where x.kind = 'venue' and x.source = $1 and x.external_id = $2)
  and false))::int as total,
array(
select o.id from "venues" o where o.status = 'publish'
  and o.id = (select x.record_id from external_ids x where x.kind = 'venue' and x.source = $3 and x.external_id = $4)
  and false order by "o"."published_at" desc, o.id desc limit $5 offset $6
) as ids
-- ["ticketing","47,11","ticketing","47,11",10,10]

-- event, anonymous
select ((select count(*) from "venues" o where o.status = 'publish'
  and exists (select 1 from "event_venues" l join events r on r.id = l.event_id where l.ref_id = o.id and l.event_id = any($1::bigint[]) and "r"."status" = 'publish'
  and not "r"."protected")))::int as total,
array(
select o.id from "venues" o where o.status = 'publish'
  and exists (select 1 from "event_venues" l join events r on r.id = l.event_id where l.ref_id = o.id and l.event_id = any($2::bigint[]) and "r"."status" = 'publish'
  and not "r"."protected") order by "o"."published_at" desc, o.id desc limit $3 offset $4
) as ids
-- [[5],[5],10,10]

-- has_events, anonymous
select ((select count(*) from "venues" o where o.status = 'publish'
  and exists (select 1 from "event_venues" l join events r on r.id = l.event_id where l.ref_id = o.id and "r"."status" = 'publish'
  and not "r"."protected")))::int as total,
array(
select o.id from "venues" o where o.status = 'publish'
  and exists (select 1 from "event_venues" l join events r on r.id = l.event_id where l.ref_id = o.id and "r"."status" = 'publish'
  and not "r"."protected") order by "o"."published_at" desc, o.id desc limit $1 offset $2
) as ids
-- [10,10]

-- only_with_upcoming, anonymous
select ((select count(*) from "venues" o where o.status = 'publish'
  and (exists (select 1 from listings l where l.ref_id = o.id and l.starts_at > $1 and l.ends_at > $2 offset 0) or exists (select 1 from listings l where l.ref_id = o.id and l.ends_at - l.starts_at > interval '6 hours' and span_class(l.starts_at, l.ends_at) > 1 and l.ends_at > $3 offset 0) or exists (
  select 1 from "event_venues" l join occurrences d on d.record_id = l.event_id where l.ref_id = o.id and d.ends_at > $4 and "d"."status" = 'publish'
  and not "d"."protected" offset 0
))))::int as total,
array(
select o.id from "venues" o where o.status = 'publish'
  and (exists (select 1 from listings l where l.ref_id = o.id and l.starts_at > $5 and l.ends_at > $6 offset 0) or exists (select 1 from listings l where l.ref_id = o.id and l.ends_at - l.starts_at > interval '6 hours' and span_class(l.starts_at, l.ends_at) > 1 and l.ends_at > $7 offset 0) or exists (
  select 1 from "event_venues" l join occurrences d on d.record_id = l.event_id where l.ref_id = o.id and d.ends_at > $8 and "d"."status" = 'publish'
  and not "d"."protected" offset 0
)) order by "o"."published_at" desc, o.id desc limit $9 offset $10
) as ids
-- ["2026-11-13T08:30:00Z","2026-11-15T08:30:00Z","2026-11-15T08:30:00Z","2026-11-15T08:30:00Z","2026-11-13T08:30:00Z","2026-11-15T08:30:00Z","2026-11-15T08:30:00Z","2026-11-15T08:30:00Z",10,10]

-- external_id, contributor
select ((select count(*) from "venues" o where o.status = 'publish'
  and o.id = (select x.record_id from external_ids x where x.kind = 'venue' and x.source = $1 and x.external_id = $2)
  and "o"."author_id" = $3
  and case "o"."status"
when 'trash' then (select r.trashed_from from "venues" r where r.id = "o"."id")
else "o"."status" end in ('draft', 'pending')))::int as total,
array(
select o.id from "venues" o where o.status = 'publish'
  and o.id = (select x.record_id from external_ids x where x.kind = 'venue' and x.source = $4 and x.external_id = $5)
  and "o"."author_id" = $6
  and case "o"."status"
when 'trash' then (select r.trashed_from from "venues" r where r.id = "o"."id")
else "o"."status" end in ('draft', 'pending') order by "o"."published_at" desc, o.id desc limit $7 offset $8
) as ids
-- ["ticketing","47,11",6,"ticketing","47,11",6,10,10]

-- external_id, author
select ((select count(*) from "venues" o where o.status = 'publish'
  and o.id = (select x.record_id from external_ids x where x.kind = 'venue' and x.source = $1 and x.external_id = $2)
  and "o"."author_id" = $3))::int as total,
array(
select o.id from "venues" o where o.status = 'publish'
  and o.id = (select x.record_id from external_ids x where x.kind = 'venue' and x.source = $4 and x.external_id = $5)
  and "o"."author_id" = $6 order by "o"."published_at" desc, o.id desc limit $7 offset $8
) as ids
-- ["ticketing","47,11",7,"ticketing","47,11",7,10,10]

-- external_id, editor
select ((select count(*) from "venues" o where o.status = 'publish'
  and o.id = (select x.record_id from external_ids x where x.kind = 'venue' and x.source = $1 and x.external_id = $2)
  and true))::int as total,
array(
select o.id from "venues" o where o.status = 'publish'
  and o.id = (select x.record_id from external_ids x where x.kind = 'venue' and x.source = $3 and x.external_id = $4)
  and true order by "o"."published_at" desc, o.id desc limit $5 offset $6
) as ids
-- ["ticketing","47,11","ticketing","47,11",10,10]

-- orderby date desc, anonymous
select ((select count(*) from "venues" o where o.status = 'publish'))::int as total,
array(
select o.id from "venues" o where o.status = 'publish' order by "o"."published_at" desc, o.id desc limit $1 offset $2
) as ids
-- [10,10]

-- orderby modified desc, anonymous
select ((select count(*) from "venues" o where o.status = 'publish'))::int as total,
array(
select o.id from "venues" o where o.status = 'publish' order by "o"."modified_at" desc, o.id desc limit $1 offset $2
) as ids
-- [10,10]

-- orderby id desc, anonymous
select ((select count(*) from "venues" o where o.status = 'publish'))::int as total,
array(
select o.id from "venues" o where o.status = 'publish' order by "o"."id" desc, o.id desc limit $1 offset $2
) as ids
-- [10,10]

-- after a cursor, orderby date, anonymous
select ((select count(*) from "venues" o where o.status = 'publish'))::int as total,
array(
select o.id from "venues" o where o.status = 'publish'
  and ("o"."published_at", o.id) > ($1::timestamptz, $2::bigint) order by "o"."published_at" asc, o.id asc limit $3 offset $4
) as ids
-- ["2026-12-01 18:00:00+00",12,11,0]

-- after a cursor, orderby modified, anonymous
select ((select count(*) from "venues" o where o.status = 'publish'))::int as total,
array(
select o.id from "venues" o where o.status = 'publish'
  and ("o"."modified_at", o.id) > ($1::timestamptz, $2::bigint) order by "o"."modified_at" asc, o.id asc limit $3 offset $4
) as ids
-- ["2026-12-01 18:00:00+00",12,11,0]

-- after a cursor, orderby id, anonymous
select ((select count(*) from "venues" o where o.status = 'publish'))::int as total,
array(
select o.id from "venues" o where o.status = 'publish'
  and ("o"."id", o.id) > ($1::bigint, $2::bigint) order by "o"."id" asc, o.id asc limit $3 offset $4
) as ids
-- ["7",12,11,0]

-- inventory, anonymous
select string_agg(p.item, ',') filter (where p.n <= $1) as items,
  case when count(*) > $2 then max(p.id) filter (where p.n <= $3) end as last
from (
select o.id, '{"id":' || o.id || ',"version":' || o.version || '}' as item, row_number() over (order by o.id) as n from "venues" o
where o.status = 'publish'
order by o.id limit $4
) p
-- [10,10,10,11]

-- all filters, anonymous
select ((select count(*) from "venues" o where o.status = 'publish'
  and o.id <> all($1::bigint[])
  and o.author_id = $2
  and not exists (select 1 from "venue_texts" x where x.id = o.id and x.language = $3)
  and o.id in (select x.id from "venue_texts" x where x.language = $4 and x.is_outdated)
  and o.id in (select t.id from "venue_texts" t where t.search like $5 and t.search like $6 and (t.language = $7
or t.original and $8 <> all(t.other_languages) and (t.language = $9 or $10 <> all(t.other_languages))
or t.language = $11 and not t.original and not exists (select 1 from "venue_texts" x where x.id = t.id and x.language = $12)))
  and exists (select 1 from "event_venues" l join events r on r.id = l.event_id where l.ref_id = o.id and l.event_id = any($13::bigint[]) and "r"."status" = 'publish'
  and not "r"."protected")
  and exists (select 1 from "event_venues" l join events r on r.id = l.event_id where l.ref_id = o.id and "r"."status" = 'publish'
  and not "r"."protected")
  and (exists (select 1 from listings l where l.ref_id = o.id and l.starts_at > $14 and l.ends_at > $15 offset 0) or exists (select 1 from listings l where l.ref_id = o.id and l.ends_at - l.starts_at > interval '6 hours' and span_class(l.starts_at, l.ends_at) > 1 and l.ends_at > $16 offset 0) or exists (
  select 1 from "event_venues" l join occurrences d on d.record_id = l.event_id where l.ref_id = o.id and d.ends_at > $17 and "d"."status" = 'publish'
  and not "d"."protected" offset 0
))
  and "o"."modified_at" > $18
  and "o"."modified_at" < $19))::int as total,
array(
select o.id from "venues" o where o.status = 'publish'
  and o.id <> all($20::bigint[])
  and o.author_id = $21
  and not exists (select 1 from "venue_texts" x where x.id = o.id and x.language = $22)
  and o.id in (select x.id from "venue_texts" x where x.language = $23 and x.is_outdated)
  and o.id in (select t.id from "venue_texts" t where t.search like $24 and t.search like $25 and (t.language = $26
or t.original and $27 <> all(t.other_languages) and (t.language = $28 or $29 <> all(t.other_languages))
or t.language = $30 and not t.original and not exists (select 1 from "venue_texts" x where x.id = t.id and x.language = $31)))
  and exists (select 1 from "event_venues" l join events r on r.id = l.event_id where l.ref_id = o.id and l.event_id = any($32::bigint[]) and "r"."status" = 'publish'
  and not "r"."protected")
  and exists (select 1 from "event_venues" l join events r on r.id = l.event_id where l.ref_id = o.id and "r"."status" = 'publish'
  and not "r"."protected")
  and (exists (select 1 from listings l where l.ref_id = o.id and l.starts_at > $33 and l.ends_at > $34 offset 0) or exists (select 1 from listings l where l.ref_id = o.id and l.ends_at - l.starts_at > interval '6 hours' and span_class(l.starts_at, l.ends_at) > 1 and l.ends_at > $35 offset 0) or exists (
  select 1 from "event_venues" l join occurrences d on d.record_id = l.event_id where l.ref_id = o.id and d.ends_at > $36 and "d"."status" = 'publish'
  and not "d"."protected" offset 0
))
  and "o"."modified_at" > $37
  and "o"."modified_at" < $38 order by "o"."published_at" desc, o.id desc limit $39 offset $40
) as ids
-- [[3],7,"sw","sw","%ete%","%jazz%","fr","fr","en","en","en","fr",[5],"2026-11-13T08:30:00Z","2026-11-15T08:30:00Z","2026-11-15T08:30:00Z","2026-11-15T08:30:00Z","2026-11-01 00:00:00+00","2026-11-10 12:00:00+00",[3],7,"sw","sw","%ete%","%jazz%","fr","fr","en","en","en","fr",[5],"2026-11-13T08:30:00Z","2026-11-15T08:30:00Z","2026-11-15T08:30:00Z","2026-11-15T08:30:00Z","2026-11-01 00:00:00+00","2026-11-10 12:00:00+00",10,10]

-- all filters, contributor
select ((select count(*) from "venues" o where o.status = 'publish'
  and o.id <> all($1::bigint[])
  and o.author_id = $2
  and not exists (select 1 from "venue_texts" x where x.id = o.id and x.language = $3)
  and o.id in (select x.id from "venue_texts" x where x.language = $4 and x.is_outdated)
  and o.id in (select t.id from "venue_texts" t where t.search like $5 and t.search like $6 and (t.language = $7
or t.original and $8 <> all(t.other_languages) and (t.language = $9 or $10 <> all(t.other_languages))
or t.language = $11 and not t.original and not exists (select 1 from "venue_texts" x where x.id = t.id and x.language = $12)))
  and exists (select 1 from "event_venues" l join events r on r.id = l.event_id where l.ref_id = o.id and l.event_id = any($13::bigint[]) and ("r"."status" = 'publish' or "r"."author_id" = $14) and "r"."status" <> 'trash'
  and (not "r"."protected" or "r"."author_id" = $15
  and case "r"."status"
when 'trash' then r.trashed_from
else "r"."status" end in ('draft', 'pending')))
  and exists (select 1 from "event_venues" l join events r on r.id = l.event_id where l.ref_id = o.id and ("r"."status" = 'publish' or "r"."author_id" = $16) and "r"."status" <> 'trash'
  and (not "r"."protected" or "r"."author_id" = $17
  and case "r"."status"
when 'trash' then r.trashed_from
else "r"."status" end in ('draft', 'pending')))
  and (exists (select 1 from listings l where l.ref_id = o.id and l.starts_at > $18 and l.ends_at > $19 offset 0) or exists (select 1 from listings l where l.ref_id = o.id and l.ends_at - l.starts_at > interval '6 hours' and span_class(l.starts_at, l.ends_at) > 1 and l.ends_at > $20 offset 0) or exists (
  select 1 from "event_venues" l join occurrences d on d.record_id = l.event_id where l.ref_id = o.id and d.ends_at > $21 and ("d"."status" = 'publish' or "d"."author_id" = $22) and "d"."status" <> 'trash'
  and (not "d"."protected" or "d"."author_id" = $23
  and case "d"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "d"."record_id")
else "d"."status" end in ('draft', 'pending')) offset 0
))
  and "o"."modified_at" > $24
  and "o"."modified_at" < $25))::int as total,
array(
select o.id from "venues" o where o.status = 'publish'
  and o.id <> all($26::bigint[])
  and o.author_id = $27
  and not exists (select 1 from "venue_texts" x where x.id = o.id and x.language = $28)
  and o.id in (select x.id from "venue_texts" x where x.language = $29 and x.is_outdated)
  and o.id in (select t.id from "venue_texts" t where t.search like $30 and t.search like $31 and (t.language = $32
or t.original and $33 <> all(t.other_languages) and (t.language = $34 or $35 <> all(t.other_languages))
or t.language = $36 and not t.original and not exists (select 1 from "venue_texts" x where x.id = t.id and x.language = $37)))
  and exists (select 1 from "event_venues" l join events r on r.id = l.event_id where l.ref_id = o.id and l.event_id = any($38::bigint[]) and ("r"."status" = 'publish' or "r"."author_id" = $39) and "r"."status" <> 'trash'
  and (not "r"."protected" or "r"."author_id" = $40
  and case "r"."status"
when 'trash' then r.trashed_from
else "r"."status" end in ('draft', 'pending')))
  and exists (select 1 from "event_venues" l join events r on r.id = l.event_id where l.ref_id = o.id and ("r"."status" = 'publish' or "r"."author_id" = $41) and "r"."status" <> 'trash'
  and (not "r"."protected" or "r"."author_id" = $42
  and case "r"."status"
when 'trash' then r.trashed_from
else "r"."status" end in ('draft', 'pending')))
  and (exists (select 1 from listings l where l.ref_id = o.id and l.starts_at > $43 and l.ends_at > $44 offset 0) or exists (select 1 from listings l where l.ref_id = o.id and l.ends_at - l.starts_at > interval '6 hours' and span_class(l.starts_at, l.ends_at) > 1 and l.ends_at > $45 offset 0) or exists (
  select 1 from "event_venues" l join occurrences d on d.record_id = l.event_id where l.ref_id = o.id and d.ends_at > $46 and ("d"."status" = 'publish' or "d"."author_id" = $47) and "d"."status" <> 'trash'
  and (not "d"."protected" or "d"."author_id" = $48
  and case "d"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "d"."record_id")
else "d"."status" end in ('draft', 'pending')) offset 0
))
  and "o"."modified_at" > $49
  and "o"."modified_at" < $50 order by "o"."published_at" desc, o.id desc limit $51 offset $52
) as ids
-- [[3],7,"sw","sw","%ete%","%jazz%","fr","fr","en","en","en","fr",[5],6,6,6,6,"2026-11-13T08:30:00Z","2026-11-15T08:30:00Z","2026-11-15T08:30:00Z","2026-11-15T08:30:00Z",6,6,"2026-11-01 00:00:00+00","2026-11-10 12:00:00+00",[3],7,"sw","sw","%ete%","%jazz%","fr","fr","en","en","en","fr",[5],6,6,6,6,"2026-11-13T08:30:00Z","2026-11-15T08:30:00Z","2026-11-15T08:30:00Z","2026-11-15T08:30:00Z",6,6,"2026-11-01 00:00:00+00","2026-11-10 12:00:00+00",10,10]

-- rows, anonymous
select r.id, "r"."version", "r"."language", "r"."created_at"::text as "created_at", "r"."modified_at"::text as "modified_at", "r"."author_id", "r"."status", "r"."trashed_from", "r"."trashed_at"::text as "trashed_at", "r"."published_at"::text as "published_at", "r"."undated", "r"."address", "r"."city", "r"."country", "r"."province", "r"."state", "r"."zip", "r"."phone", "r"."website", "r"."geo_lat", "r"."geo_lng", "r"."show_map", "r"."show_map_link", "r"."stateprovince", "r"."hours", "r"."image_id", (select jsonb_build_object('id', "p"."id", 'digest', "p"."digest", 'extension', "p"."extension", 'width', "p"."width", 'height', "p"."height", 'filesize', "p"."filesize", 'sizes', "p"."sizes", 'decorative', "p"."decorative", 'focal_point', "p"."focal_point", 'alt', coalesce("t"."alt", "d"."alt", "b"."alt")) from "images" p join "image_texts" b on b.id = p.id and b.original
left join "image_texts" t on t.id = p.id and t.language = $1
left join "image_texts" d on d.id = p.id and d.language = $2 and not d.original where p.id = "r"."image_id") as "image", coalesce("t"."venue", "d"."venue", "b"."venue", '') as "venue", coalesce("t"."description", "d"."description", "b"."description", '') as "description", coalesce("t"."slug", "d"."slug", "b"."slug", '') as "slug", case when "t"."venue" is not null then t.language when "d"."venue" is not null then d.language else b.language end as text_language, (select jsonb_object_agg(x.language, x.changed_at) from "venue_texts" x where x.id = r.id) as text_changes
from "venues" r
join "venue_texts" b on b.id = r.id and b.original
left join "venue_texts" t on t.id = r.id and t.language = $3
left join "venue_texts" d on d.id = r.id and d.language = $4 and not d.original
where r.id = any($5::bigint[])
