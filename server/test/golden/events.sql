-- no filters, anonymous
select
  (select count(*) from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $1
  and o.ends_at <= $2
  and o.starts_at <= $3)::int as total,
  array(select "o"."event_id" from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $4
  and o.ends_at <= $5
  and o.starts_at <= $6
order by o.starts_at asc, "o"."event_id" asc
limit $7
offset $8) as ids
-- ["2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z","2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z",10,10]

-- no filters, contributor
select
  (select count(*) from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $1
  and o.ends_at <= $2
  and o.starts_at <= $3)::int as total,
  array(select "o"."event_id" from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $4
  and o.ends_at <= $5
  and o.starts_at <= $6
order by o.starts_at asc, "o"."event_id" asc
limit $7
offset $8) as ids
-- ["2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z","2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z",10,10]

-- no filters, author
select
  (select count(*) from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $1
  and o.ends_at <= $2
  and o.starts_at <= $3)::int as total,
  array(select "o"."event_id" from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $4
  and o.ends_at <= $5
  and o.starts_at <= $6
order by o.starts_at asc, "o"."event_id" asc
limit $7
offset $8) as ids
-- ["2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z","2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z",10,10]

-- no filters, editor
select
  (select count(*) from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $1
  and o.ends_at <= $2
  and o.starts_at <= $3)::int as total,
  array(select "o"."event_id" from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $4
  and o.ends_at <= $5
  and o.starts_at <= $6
order by o.starts_at asc, "o"."event_id" asc
limit $7
offset $8) as ids
-- ["2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z","2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z",10,10]

-- status draft and private, contributor
select
  (select count(*) from "occurrences" o
where o.status in ('draft', 'private')
  and ("o"."status" = 'publish' or "o"."author_id" = $1)
  and not o.hide_from_listings
  and o.starts_at >= $2
  and o.ends_at <= $3
  and o.starts_at <= $4)::int as total,
  array(select "o"."event_id" from "occurrences" o
where o.status in ('draft', 'private')
  and ("o"."status" = 'publish' or "o"."author_id" = $5)
  and not o.hide_from_listings
  and o.starts_at >= $6
  and o.ends_at <= $7
  and o.starts_at <= $8
order by o.starts_at asc, "o"."event_id" asc
limit $9
offset $10) as ids
-- [6,"2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z",6,"2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z",10,10]

-- status draft and private, author
select
  (select count(*) from "occurrences" o
where o.status in ('draft', 'private')
  and ("o"."status" = 'publish' or "o"."author_id" = $1)
  and not o.hide_from_listings
  and o.starts_at >= $2
  and o.ends_at <= $3
  and o.starts_at <= $4)::int as total,
  array(select "o"."event_id" from "occurrences" o
where o.status in ('draft', 'private')
  and ("o"."status" = 'publish' or "o"."author_id" = $5)
  and not o.hide_from_listings
  and o.starts_at >= $6
  and o.ends_at <= $7
  and o.starts_at <= $8
order by o.starts_at asc, "o"."event_id" asc
limit $9
offset $10) as ids
-- [7,"2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z",7,"2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z",10,10]

-- status draft and private, editor
select
  (select count(*) from "occurrences" o
where o.status in ('draft', 'private')
  and true
  and not o.hide_from_listings
  and o.starts_at >= $1
  and o.ends_at <= $2
  and o.starts_at <= $3)::int as total,
  array(select "o"."event_id" from "occurrences" o
where o.status in ('draft', 'private')
  and true
  and not o.hide_from_listings
  and o.starts_at >= $4
  and o.ends_at <= $5
  and o.starts_at <= $6
order by o.starts_at asc, "o"."event_id" asc
limit $7
offset $8) as ids
-- ["2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z","2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z",10,10]

-- venue, anonymous
select
  (select count(distinct "o"."event_id") from "event_venues" o
where "o"."ref_id" = any($1::bigint[])
  and not "o"."protected"
  and o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $2
  and o.ends_at <= $3
  and o.starts_at <= $4)::int as total,
  array(select "o"."event_id" from "event_venues" o
where "o"."ref_id" = any($5::bigint[])
  and not "o"."protected"
  and o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $6
  and o.ends_at <= $7
  and o.starts_at <= $8
group by "o"."event_id", o.starts_at
order by o.starts_at asc, "o"."event_id" asc
limit $9
offset $10) as ids
-- [[4,5],"2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z",[4,5],"2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z",10,10]

-- organizer, anonymous
select
  (select count(*) from "event_organizers" o
where "o"."ref_id" = $1
  and not "o"."protected"
  and o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $2
  and o.ends_at <= $3
  and o.starts_at <= $4)::int as total,
  array(select "o"."event_id" from "event_organizers" o
where "o"."ref_id" = $5
  and not "o"."protected"
  and o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $6
  and o.ends_at <= $7
  and o.starts_at <= $8
order by o.starts_at asc, "o"."event_id" asc
limit $9
offset $10) as ids
-- [6,"2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z",6,"2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z",10,10]

-- tags, anonymous
select
  (select count(*) from "event_tags" o
where "o"."ref_id" = $1
  and o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $2
  and o.ends_at <= $3
  and o.starts_at <= $4)::int as total,
  array(select "o"."event_id" from "event_tags" o
where "o"."ref_id" = $5
  and o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $6
  and o.ends_at <= $7
  and o.starts_at <= $8
order by o.starts_at asc, "o"."event_id" asc
limit $9
offset $10) as ids
-- [3,"2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z",3,"2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z",10,10]

-- categories, anonymous
select
  (select count(distinct "o"."event_id") from "event_categories" o
where "o"."ref_id" = any($1::bigint[])
  and o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $2
  and o.ends_at <= $3
  and o.starts_at <= $4)::int as total,
  array(select "o"."event_id" from "event_categories" o
where "o"."ref_id" = any($5::bigint[])
  and o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $6
  and o.ends_at <= $7
  and o.starts_at <= $8
group by "o"."event_id", o.starts_at
order by o.starts_at asc, "o"."event_id" asc
limit $9
offset $10) as ids
-- [[1,2],"2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z",[1,2],"2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z",10,10]

-- start_date, anonymous
select
  (select count(*) from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $1
  and o.ends_at <= $2
  and o.starts_at <= $3)::int as total,
  array(select "o"."event_id" from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $4
  and o.ends_at <= $5
  and o.starts_at <= $6
order by o.starts_at asc, "o"."event_id" asc
limit $7
offset $8) as ids
-- ["2026-12-01T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z","2026-12-01T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z",10,10]

-- end_date, anonymous
select
  (select count(*) from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $1
  and o.ends_at <= $2
  and o.starts_at <= $3)::int as total,
  array(select "o"."event_id" from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $4
  and o.ends_at <= $5
  and o.starts_at <= $6
order by o.starts_at asc, "o"."event_id" asc
limit $7
offset $8) as ids
-- ["2026-11-15T00:00:00Z","2027-01-01T00:00:00Z","2027-01-01T00:00:00Z","2026-11-15T00:00:00Z","2027-01-01T00:00:00Z","2027-01-01T00:00:00Z",10,10]

-- starts_before, anonymous
select
  (select count(*) from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at < $1)::int as total,
  array(select "o"."event_id" from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at < $2
order by o.starts_at asc, "o"."event_id" asc
limit $3
offset $4) as ids
-- ["2027-01-01T00:00:00Z","2027-01-01T00:00:00Z",10,10]

-- starts_after, anonymous
select
  (select count(*) from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $1)::int as total,
  array(select "o"."event_id" from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $2
order by o.starts_at asc, "o"."event_id" asc
limit $3
offset $4) as ids
-- ["2026-12-02T00:00:00Z","2026-12-02T00:00:00Z",10,10]

-- ends_before, anonymous
select
  (select count(*) from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.ends_at < $1)::int as total,
  array(select "o"."event_id" from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.ends_at < $2
order by o.starts_at asc, "o"."event_id" asc
limit $3
offset $4) as ids
-- ["2027-01-01T00:00:00Z","2027-01-01T00:00:00Z",10,10]

-- ends_after, anonymous
select
  (select count(*) from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.ends_at > $1)::int as total,
  array(select "o"."event_id" from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.ends_at > $2
order by o.starts_at asc, "o"."event_id" asc
limit $3
offset $4) as ids
-- ["2026-12-02T00:00:00Z","2026-12-02T00:00:00Z",10,10]

-- from, anonymous
select
  (select count(*) from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and (o.ends_at > $1 or o.starts_at >= $2))::int as total,
  array(select "o"."event_id" from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and (o.ends_at > $3 or o.starts_at >= $4)
order by o.starts_at asc, "o"."event_id" asc
limit $5
offset $6) as ids
-- ["2026-12-01T00:00:00Z","2026-12-01T00:00:00Z","2026-12-01T00:00:00Z","2026-12-01T00:00:00Z",10,10]

-- to, anonymous
select
  (select count(*) from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at < $1)::int as total,
  array(select "o"."event_id" from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at < $2
order by o.starts_at asc, "o"."event_id" asc
limit $3
offset $4) as ids
-- ["2027-01-01T00:00:00Z","2027-01-01T00:00:00Z",10,10]

-- strict_dates, anonymous
select
  (select count(*) from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $1
  and o.ends_at <= $2
  and o.starts_at <= $3)::int as total,
  array(select "o"."event_id" from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $4
  and o.ends_at <= $5
  and o.starts_at <= $6
order by o.starts_at asc, "o"."event_id" asc
limit $7
offset $8) as ids
-- ["2026-11-15T08:30:00Z","2028-11-15T08:30:00Z","2028-11-15T08:30:00Z","2026-11-15T08:30:00Z","2028-11-15T08:30:00Z","2028-11-15T08:30:00Z",10,10]

-- include, anonymous
select
  (select count(*) from "occurrences" o
where o.status = 'publish'
  and o.event_id = any($1::bigint[]))::int as total,
  array(select "o"."event_id" from "occurrences" o
where o.status = 'publish'
  and o.event_id = any($2::bigint[])
order by o.starts_at asc, "o"."event_id" asc
limit $3
offset $4) as ids
-- [[1,2],[1,2],10,10]

-- untranslated_in, anonymous
select
  (select count(*) from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $1
  and o.ends_at <= $2
  and o.starts_at <= $3
  and not exists (select 1 from "event_texts" x where x.id = o.event_id and x.language = $4))::int as total,
  array(select "o"."event_id" from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $5
  and o.ends_at <= $6
  and o.starts_at <= $7
  and not exists (select 1 from "event_texts" x where x.id = o.event_id and x.language = $8)
order by o.starts_at asc, "o"."event_id" asc
limit $9
offset $10) as ids
-- ["2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z","sw","2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z","sw",10,10]

-- outdated_in, anonymous
select
  (select count(*) from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $1
  and o.ends_at <= $2
  and o.starts_at <= $3
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.event_id and x.language = $4 and x.changed_at < b.changed_at))::int as total,
  array(select "o"."event_id" from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $5
  and o.ends_at <= $6
  and o.starts_at <= $7
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.event_id and x.language = $8 and x.changed_at < b.changed_at)
order by o.starts_at asc, "o"."event_id" asc
limit $9
offset $10) as ids
-- ["2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z","sw","2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z","sw",10,10]

-- search, anonymous
select
  (select count(*) from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $1
  and o.ends_at <= $2
  and o.starts_at <= $3
  and o.event_id in (select t.id from "event_texts" t where t.search like $4 and t.search like $5 and (t.language = $6 or t.original and $7 <> all(t.others))))::int as total,
  array(select "o"."event_id" from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $8
  and o.ends_at <= $9
  and o.starts_at <= $10
  and o.event_id in (select t.id from "event_texts" t where t.search like $11 and t.search like $12 and (t.language = $13 or t.original and $14 <> all(t.others)))
order by o.starts_at asc, "o"."event_id" asc
limit $15
offset $16) as ids
-- ["2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z","%ete%","%jazz%","fr","fr","2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z","%ete%","%jazz%","fr","fr",10,10]

-- featured, anonymous
select
  (select count(*) from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $1
  and o.ends_at <= $2
  and o.starts_at <= $3
  and o.featured)::int as total,
  array(select "o"."event_id" from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $4
  and o.ends_at <= $5
  and o.starts_at <= $6
  and o.featured
order by o.starts_at asc, "o"."event_id" asc
limit $7
offset $8) as ids
-- ["2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z","2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z",10,10]

-- ticketed, anonymous
select
  (select count(*) from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $1
  and o.ends_at <= $2
  and o.starts_at <= $3
  and not o.ticketed)::int as total,
  array(select "o"."event_id" from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $4
  and o.ends_at <= $5
  and o.starts_at <= $6
  and not o.ticketed
order by o.starts_at asc, "o"."event_id" asc
limit $7
offset $8) as ids
-- ["2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z","2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z",10,10]

-- post_parent, anonymous
select
  (select count(*) from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $1
  and o.ends_at <= $2
  and o.starts_at <= $3
  and o.event_id in (select e.id from events e where e.post_parent = any($4::bigint[])))::int as total,
  array(select "o"."event_id" from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $5
  and o.ends_at <= $6
  and o.starts_at <= $7
  and o.event_id in (select e.id from events e where e.post_parent = any($8::bigint[]))
order by o.starts_at asc, "o"."event_id" asc
limit $9
offset $10) as ids
-- ["2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z",[9],"2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z",[9],10,10]

-- geoloc, anonymous
select
  (select count(*) from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $1
  and o.ends_at <= $2
  and o.starts_at <= $3
  and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.event_id and not "l"."protected"
  and "v"."status" = 'publish'
  and v.geo_lat is not null
  and v.geo_lng is not null
  and true))::int as total,
  array(select "o"."event_id" from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $4
  and o.ends_at <= $5
  and o.starts_at <= $6
  and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.event_id and not "l"."protected"
  and "v"."status" = 'publish'
  and v.geo_lat is not null
  and v.geo_lng is not null
  and true)
order by o.starts_at asc, "o"."event_id" asc
limit $7
offset $8) as ids
-- ["2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z","2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z",10,10]

-- geoloc_lat, anonymous
select
  (select count(*) from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $1
  and o.ends_at <= $2
  and o.starts_at <= $3
  and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.event_id and not "l"."protected"
  and "v"."status" = 'publish'
  and v.geo_lat is not null
  and v.geo_lng is not null
  and v.geo_lat between $4::float8 and $5::float8
and 2 * $6::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $7::float8) / 2) ^ 2 + cos(radians($8::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $9::float8) / 2) ^ 2))) <= $10::float8))::int as total,
  array(select "o"."event_id" from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $11
  and o.ends_at <= $12
  and o.starts_at <= $13
  and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.event_id and not "l"."protected"
  and "v"."status" = 'publish'
  and v.geo_lat is not null
  and v.geo_lng is not null
  and v.geo_lat between $14::float8 and $15::float8
and 2 * $16::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $17::float8) / 2) ^ 2 + cos(radians($18::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $19::float8) / 2) ^ 2))) <= $20::float8)
order by o.starts_at asc, "o"."event_id" asc
limit $21
offset $22) as ids
-- ["2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z",9.775169598520318,10.224830401479682,6371,10,10,20,25,"2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z",9.775169598520318,10.224830401479682,6371,10,10,20,25,10,10]

-- geoloc_lng, anonymous
select
  (select count(*) from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $1
  and o.ends_at <= $2
  and o.starts_at <= $3
  and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.event_id and not "l"."protected"
  and "v"."status" = 'publish'
  and v.geo_lat is not null
  and v.geo_lng is not null
  and v.geo_lat between $4::float8 and $5::float8
and 2 * $6::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $7::float8) / 2) ^ 2 + cos(radians($8::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $9::float8) / 2) ^ 2))) <= $10::float8))::int as total,
  array(select "o"."event_id" from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $11
  and o.ends_at <= $12
  and o.starts_at <= $13
  and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.event_id and not "l"."protected"
  and "v"."status" = 'publish'
  and v.geo_lat is not null
  and v.geo_lng is not null
  and v.geo_lat between $14::float8 and $15::float8
and 2 * $16::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $17::float8) / 2) ^ 2 + cos(radians($18::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $19::float8) / 2) ^ 2))) <= $20::float8)
order by o.starts_at asc, "o"."event_id" asc
limit $21
offset $22) as ids
-- ["2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z",9.775169598520318,10.224830401479682,6371,10,10,20,25,"2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z",9.775169598520318,10.224830401479682,6371,10,10,20,25,10,10]

-- geoloc_radius, anonymous
select
  (select count(*) from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $1
  and o.ends_at <= $2
  and o.starts_at <= $3
  and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.event_id and not "l"."protected"
  and "v"."status" = 'publish'
  and v.geo_lat is not null
  and v.geo_lng is not null
  and v.geo_lat between $4::float8 and $5::float8
and 2 * $6::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $7::float8) / 2) ^ 2 + cos(radians($8::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $9::float8) / 2) ^ 2))) <= $10::float8))::int as total,
  array(select "o"."event_id" from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $11
  and o.ends_at <= $12
  and o.starts_at <= $13
  and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.event_id and not "l"."protected"
  and "v"."status" = 'publish'
  and v.geo_lat is not null
  and v.geo_lng is not null
  and v.geo_lat between $14::float8 and $15::float8
and 2 * $16::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $17::float8) / 2) ^ 2 + cos(radians($18::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $19::float8) / 2) ^ 2))) <= $20::float8)
order by o.starts_at asc, "o"."event_id" asc
limit $21
offset $22) as ids
-- ["2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z",9.73020351822438,10.26979648177562,6371,10,10,20,30,"2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z",9.73020351822438,10.26979648177562,6371,10,10,20,30,10,10]

-- orderby event_date desc, anonymous
select
  (select count(*) from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $1
  and o.ends_at <= $2
  and o.starts_at <= $3)::int as total,
  array(select "o"."event_id" from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $4
  and o.ends_at <= $5
  and o.starts_at <= $6
order by o.starts_at desc, "o"."event_id" desc
limit $7
offset $8) as ids
-- ["2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z","2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z",10,10]

-- orderby date desc, anonymous
select
  (select count(*) from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $1
  and o.ends_at <= $2
  and o.starts_at <= $3)::int as total,
  array(select "o"."event_id" from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $4
  and o.ends_at <= $5
  and o.starts_at <= $6
order by (select e.published_at from events e where e.id = o.event_id) desc, "o"."event_id" desc
limit $7
offset $8) as ids
-- ["2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z","2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z",10,10]

-- orderby modified desc, anonymous
select
  (select count(*) from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $1
  and o.ends_at <= $2
  and o.starts_at <= $3)::int as total,
  array(select "o"."event_id" from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $4
  and o.ends_at <= $5
  and o.starts_at <= $6
order by (select e.modified_at from events e where e.id = o.event_id) desc, "o"."event_id" desc
limit $7
offset $8) as ids
-- ["2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z","2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z",10,10]

-- orderby title desc, anonymous
select
  (select count(*) from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $1
  and o.ends_at <= $2
  and o.starts_at <= $3)::int as total,
  array(select "o"."event_id" from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $4
  and o.ends_at <= $5
  and o.starts_at <= $6
order by (select x."title" from "event_texts" x where x.id = o.event_id and x."title" is not null and (x.language = $7 or x.original) order by x.original limit 1) collate "und-x-icu" desc, "o"."event_id" desc
limit $8
offset $9) as ids
-- ["2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z","2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z","fr",10,10]

-- orderby id desc, anonymous
select
  (select count(*) from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $1
  and o.ends_at <= $2
  and o.starts_at <= $3)::int as total,
  array(select "o"."event_id" from "occurrences" o
where o.status = 'publish'
  and not o.hide_from_listings
  and o.starts_at >= $4
  and o.ends_at <= $5
  and o.starts_at <= $6
order by o.event_id desc, "o"."event_id" desc
limit $7
offset $8) as ids
-- ["2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z","2026-11-15T00:00:00Z","2028-11-16T00:00:00Z","2028-11-16T00:00:00Z",10,10]

-- all filters, anonymous
select
  (select count(distinct "o"."event_id") from "event_venues" o
where "o"."ref_id" = any($1::bigint[])
  and not "o"."protected"
  and o.status = 'publish'
  and exists (select 1 from "event_organizers" l where l."event_id" = "o"."event_id"
  and "l"."ref_id" = $2
  and not "l"."protected")
  and exists (select 1 from "event_tags" l where l."event_id" = "o"."event_id"
  and "l"."ref_id" = $3)
  and exists (select 1 from "event_categories" l where l."event_id" = "o"."event_id"
  and "l"."ref_id" = any($4::bigint[]))
  and not o.hide_from_listings
  and o.starts_at >= $5
  and o.ends_at <= $6
  and o.starts_at <= $7
  and o.starts_at < $8
  and o.starts_at > $9
  and o.ends_at < $10
  and o.ends_at > $11
  and o.starts_at < $12
  and (o.ends_at > $13 or o.starts_at >= $14)
  and not exists (select 1 from "event_texts" x where x.id = o.event_id and x.language = $15)
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.event_id and x.language = $16 and x.changed_at < b.changed_at)
  and o.event_id in (select t.id from "event_texts" t where t.search like $17 and t.search like $18 and (t.language = $19 or t.original and $20 <> all(t.others)))
  and o.featured
  and not o.ticketed
  and o.event_id in (select e.id from events e where e.post_parent = any($21::bigint[]))
  and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.event_id and not "l"."protected"
  and "v"."status" = 'publish'
  and v.geo_lat is not null
  and v.geo_lng is not null
  and true)
  and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.event_id and not "l"."protected"
  and "v"."status" = 'publish'
  and v.geo_lat is not null
  and v.geo_lng is not null
  and v.geo_lat between $22::float8 and $23::float8
and 2 * $24::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $25::float8) / 2) ^ 2 + cos(radians($26::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $27::float8) / 2) ^ 2))) <= $28::float8))::int as total,
  array(select "o"."event_id" from "event_venues" o
where "o"."ref_id" = any($29::bigint[])
  and not "o"."protected"
  and o.status = 'publish'
  and exists (select 1 from "event_organizers" l where l."event_id" = "o"."event_id"
  and "l"."ref_id" = $30
  and not "l"."protected")
  and exists (select 1 from "event_tags" l where l."event_id" = "o"."event_id"
  and "l"."ref_id" = $31)
  and exists (select 1 from "event_categories" l where l."event_id" = "o"."event_id"
  and "l"."ref_id" = any($32::bigint[]))
  and not o.hide_from_listings
  and o.starts_at >= $33
  and o.ends_at <= $34
  and o.starts_at <= $35
  and o.starts_at < $36
  and o.starts_at > $37
  and o.ends_at < $38
  and o.ends_at > $39
  and o.starts_at < $40
  and (o.ends_at > $41 or o.starts_at >= $42)
  and not exists (select 1 from "event_texts" x where x.id = o.event_id and x.language = $43)
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.event_id and x.language = $44 and x.changed_at < b.changed_at)
  and o.event_id in (select t.id from "event_texts" t where t.search like $45 and t.search like $46 and (t.language = $47 or t.original and $48 <> all(t.others)))
  and o.featured
  and not o.ticketed
  and o.event_id in (select e.id from events e where e.post_parent = any($49::bigint[]))
  and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.event_id and not "l"."protected"
  and "v"."status" = 'publish'
  and v.geo_lat is not null
  and v.geo_lng is not null
  and true)
  and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.event_id and not "l"."protected"
  and "v"."status" = 'publish'
  and v.geo_lat is not null
  and v.geo_lng is not null
  and v.geo_lat between $50::float8 and $51::float8
and 2 * $52::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $53::float8) / 2) ^ 2 + cos(radians($54::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $55::float8) / 2) ^ 2))) <= $56::float8)
group by "o"."event_id", o.starts_at
order by o.starts_at asc, "o"."event_id" asc
limit $57
offset $58) as ids
-- [[4,5],6,3,[1,2],"2026-12-01T00:00:00Z","2026-12-31T00:00:00Z","2026-12-31T00:00:00Z","2026-12-31T00:00:00Z","2026-12-01T00:00:00Z","2026-12-31T00:00:00Z","2026-12-01T00:00:00Z","2026-12-31T00:00:00Z","2026-12-01T00:00:00Z","2026-12-01T00:00:00Z","sw","sw","%ete%","%jazz%","fr","fr",[9],9.73020351822438,10.26979648177562,6371,10,10,20,30,[4,5],6,3,[1,2],"2026-12-01T00:00:00Z","2026-12-31T00:00:00Z","2026-12-31T00:00:00Z","2026-12-31T00:00:00Z","2026-12-01T00:00:00Z","2026-12-31T00:00:00Z","2026-12-01T00:00:00Z","2026-12-31T00:00:00Z","2026-12-01T00:00:00Z","2026-12-01T00:00:00Z","sw","sw","%ete%","%jazz%","fr","fr",[9],9.73020351822438,10.26979648177562,6371,10,10,20,30,10,10]

-- all filters, contributor
select
  (select count(distinct "o"."event_id") from "event_venues" o
where "o"."ref_id" = any($1::bigint[])
  and (not "o"."protected" or "o"."author_id" = $2
  and "o"."status" in ('draft', 'pending'))
  and o.status = 'publish'
  and exists (select 1 from "event_organizers" l where l."event_id" = "o"."event_id"
  and "l"."ref_id" = $3
  and (not "l"."protected" or "l"."author_id" = $4
  and "l"."status" in ('draft', 'pending')))
  and exists (select 1 from "event_tags" l where l."event_id" = "o"."event_id"
  and "l"."ref_id" = $5)
  and exists (select 1 from "event_categories" l where l."event_id" = "o"."event_id"
  and "l"."ref_id" = any($6::bigint[]))
  and not o.hide_from_listings
  and o.starts_at >= $7
  and o.ends_at <= $8
  and o.starts_at <= $9
  and o.starts_at < $10
  and o.starts_at > $11
  and o.ends_at < $12
  and o.ends_at > $13
  and o.starts_at < $14
  and (o.ends_at > $15 or o.starts_at >= $16)
  and not exists (select 1 from "event_texts" x where x.id = o.event_id and x.language = $17)
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.event_id and x.language = $18 and x.changed_at < b.changed_at)
  and o.event_id in (select t.id from "event_texts" t where t.search like $19 and t.search like $20 and (t.language = $21 or t.original and $22 <> all(t.others)))
  and o.featured
  and not o.ticketed
  and o.event_id in (select e.id from events e where e.post_parent = any($23::bigint[]))
  and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.event_id and (not "l"."protected" or "l"."author_id" = $24
  and "l"."status" in ('draft', 'pending'))
  and ("v"."status" = 'publish' or "v"."author_id" = $25) and "v"."status" <> 'trash'
  and v.geo_lat is not null
  and v.geo_lng is not null
  and true)
  and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.event_id and (not "l"."protected" or "l"."author_id" = $26
  and "l"."status" in ('draft', 'pending'))
  and ("v"."status" = 'publish' or "v"."author_id" = $27) and "v"."status" <> 'trash'
  and v.geo_lat is not null
  and v.geo_lng is not null
  and v.geo_lat between $28::float8 and $29::float8
and 2 * $30::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $31::float8) / 2) ^ 2 + cos(radians($32::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $33::float8) / 2) ^ 2))) <= $34::float8))::int as total,
  array(select "o"."event_id" from "event_venues" o
where "o"."ref_id" = any($35::bigint[])
  and (not "o"."protected" or "o"."author_id" = $36
  and "o"."status" in ('draft', 'pending'))
  and o.status = 'publish'
  and exists (select 1 from "event_organizers" l where l."event_id" = "o"."event_id"
  and "l"."ref_id" = $37
  and (not "l"."protected" or "l"."author_id" = $38
  and "l"."status" in ('draft', 'pending')))
  and exists (select 1 from "event_tags" l where l."event_id" = "o"."event_id"
  and "l"."ref_id" = $39)
  and exists (select 1 from "event_categories" l where l."event_id" = "o"."event_id"
  and "l"."ref_id" = any($40::bigint[]))
  and not o.hide_from_listings
  and o.starts_at >= $41
  and o.ends_at <= $42
  and o.starts_at <= $43
  and o.starts_at < $44
  and o.starts_at > $45
  and o.ends_at < $46
  and o.ends_at > $47
  and o.starts_at < $48
  and (o.ends_at > $49 or o.starts_at >= $50)
  and not exists (select 1 from "event_texts" x where x.id = o.event_id and x.language = $51)
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.event_id and x.language = $52 and x.changed_at < b.changed_at)
  and o.event_id in (select t.id from "event_texts" t where t.search like $53 and t.search like $54 and (t.language = $55 or t.original and $56 <> all(t.others)))
  and o.featured
  and not o.ticketed
  and o.event_id in (select e.id from events e where e.post_parent = any($57::bigint[]))
  and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.event_id and (not "l"."protected" or "l"."author_id" = $58
  and "l"."status" in ('draft', 'pending'))
  and ("v"."status" = 'publish' or "v"."author_id" = $59) and "v"."status" <> 'trash'
  and v.geo_lat is not null
  and v.geo_lng is not null
  and true)
  and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.event_id and (not "l"."protected" or "l"."author_id" = $60
  and "l"."status" in ('draft', 'pending'))
  and ("v"."status" = 'publish' or "v"."author_id" = $61) and "v"."status" <> 'trash'
  and v.geo_lat is not null
  and v.geo_lng is not null
  and v.geo_lat between $62::float8 and $63::float8
and 2 * $64::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $65::float8) / 2) ^ 2 + cos(radians($66::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $67::float8) / 2) ^ 2))) <= $68::float8)
group by "o"."event_id", o.starts_at
order by o.starts_at asc, "o"."event_id" asc
limit $69
offset $70) as ids
-- [[4,5],6,6,6,3,[1,2],"2026-12-01T00:00:00Z","2026-12-31T00:00:00Z","2026-12-31T00:00:00Z","2026-12-31T00:00:00Z","2026-12-01T00:00:00Z","2026-12-31T00:00:00Z","2026-12-01T00:00:00Z","2026-12-31T00:00:00Z","2026-12-01T00:00:00Z","2026-12-01T00:00:00Z","sw","sw","%ete%","%jazz%","fr","fr",[9],6,6,6,6,9.73020351822438,10.26979648177562,6371,10,10,20,30,[4,5],6,6,6,3,[1,2],"2026-12-01T00:00:00Z","2026-12-31T00:00:00Z","2026-12-31T00:00:00Z","2026-12-31T00:00:00Z","2026-12-01T00:00:00Z","2026-12-31T00:00:00Z","2026-12-01T00:00:00Z","2026-12-31T00:00:00Z","2026-12-01T00:00:00Z","2026-12-01T00:00:00Z","sw","sw","%ete%","%jazz%","fr","fr",[9],6,6,6,6,9.73020351822438,10.26979648177562,6371,10,10,20,30,10,10]

-- rows, anonymous
select r.id, "r"."version", "r"."language", "r"."created_at"::text as "created_at", "r"."modified_at"::text as "modified_at", "r"."author_id", "r"."status", "r"."trashed_from", "r"."trashed_at"::text as "trashed_at", "r"."published_at"::text as "published_at", "r"."website", "r"."show_map", "r"."show_map_link", "r"."hide_from_listings", "r"."sticky", "r"."featured", "r"."ticketed", "r"."starts_local"::text as "starts_local", "r"."ends_local"::text as "ends_local", "r"."timezone", "r"."zone_data", "r"."starts_at"::text as "starts_at", "r"."ends_at"::text as "ends_at", "r"."listed_from"::text as "listed_from", "r"."listed_to"::text as "listed_to", "r"."all_day", "r"."cost", "r"."cost_details", "r"."custom_fields", "r"."protected", (select p.id from "events" p where p.id = "r"."post_parent" and "p"."status" = 'publish') as "post_parent", coalesce("t"."title", "b"."title", '') as "title", coalesce("t"."excerpt", "b"."excerpt", '') as "excerpt", coalesce("t"."description", "b"."description", '') as "description", coalesce("t"."slug", "b"."slug", '') as "slug", case when "t"."title" is null then b.language else t.language end as text_language, (select jsonb_object_agg(x.language, x.changed_at) from "event_texts" x where x.id = r.id) as text_changes
from "events" r
join "event_texts" b on b.id = r.id and b.original
left join "event_texts" t on t.id = r.id and t.language = $1 and not t.original
where r.id = any($2::bigint[])

-- nested, anonymous
select 'categories' as field, l."event_id" as owner, l.position, to_jsonb(n) as row
from "event_categories" l
cross join lateral (
select r.id, "r"."version", "r"."language", "r"."created_at"::text as "created_at", "r"."modified_at"::text as "modified_at", "r"."name_key", "r"."event_count", (select p.id from "categories" p where p.id = "r"."parent_id" and true) as "parent_id", coalesce("t"."name", "b"."name", '') as "name", coalesce("t"."slug", "b"."slug", '') as "slug", coalesce("t"."description", "b"."description", '') as "description", case when "t"."name" is null then b.language else t.language end as text_language, (select jsonb_object_agg(x.language, x.changed_at) from "category_texts" x where x.id = r.id) as text_changes
from "categories" r
join "category_texts" b on b.id = r.id and b.original
left join "category_texts" t on t.id = r.id and t.language = $1 and not t.original
where r.id = l.ref_id and true
) n
where l."event_id" = any($2::bigint[]) and true
union all
select 'tags' as field, l."event_id" as owner, l.position, to_jsonb(n) as row
from "event_tags" l
cross join lateral (
select r.id, "r"."version", "r"."language", "r"."created_at"::text as "created_at", "r"."modified_at"::text as "modified_at", "r"."name_key", "r"."event_count", coalesce("t"."name", "b"."name", '') as "name", coalesce("t"."slug", "b"."slug", '') as "slug", coalesce("t"."description", "b"."description", '') as "description", case when "t"."name" is null then b.language else t.language end as text_language, (select jsonb_object_agg(x.language, x.changed_at) from "tag_texts" x where x.id = r.id) as text_changes
from "tags" r
join "tag_texts" b on b.id = r.id and b.original
left join "tag_texts" t on t.id = r.id and t.language = $3 and not t.original
where r.id = l.ref_id and true
) n
where l."event_id" = any($4::bigint[]) and true
union all
select 'venue' as field, l."event_id" as owner, l.position, to_jsonb(n) as row
from "event_venues" l
cross join lateral (
select r.id, "r"."version", "r"."language", "r"."created_at"::text as "created_at", "r"."modified_at"::text as "modified_at", "r"."author_id", "r"."status", "r"."trashed_from", "r"."trashed_at"::text as "trashed_at", "r"."published_at"::text as "published_at", "r"."address", "r"."city", "r"."country", "r"."province", "r"."state", "r"."zip", "r"."phone", "r"."website", "r"."geo_lat", "r"."geo_lng", "r"."show_map", "r"."show_map_link", "r"."stateprovince", coalesce("t"."venue", "b"."venue", '') as "venue", coalesce("t"."description", "b"."description", '') as "description", coalesce("t"."slug", "b"."slug", '') as "slug", case when "t"."venue" is null then b.language else t.language end as text_language, (select jsonb_object_agg(x.language, x.changed_at) from "venue_texts" x where x.id = r.id) as text_changes
from "venues" r
join "venue_texts" b on b.id = r.id and b.original
left join "venue_texts" t on t.id = r.id and t.language = $5 and not t.original
where r.id = l.ref_id and "r"."status" = 'publish'
) n
where l."event_id" = any($6::bigint[]) and not "l"."protected"
union all
select 'organizer' as field, l."event_id" as owner, l.position, to_jsonb(n) as row
from "event_organizers" l
cross join lateral (
select r.id, "r"."version", "r"."language", "r"."created_at"::text as "created_at", "r"."modified_at"::text as "modified_at", "r"."author_id", "r"."status", "r"."trashed_from", "r"."trashed_at"::text as "trashed_at", "r"."published_at"::text as "published_at", "r"."phone", "r"."website", "r"."email", coalesce("t"."organizer", "b"."organizer", '') as "organizer", coalesce("t"."description", "b"."description", '') as "description", coalesce("t"."slug", "b"."slug", '') as "slug", case when "t"."organizer" is null then b.language else t.language end as text_language, (select jsonb_object_agg(x.language, x.changed_at) from "organizer_texts" x where x.id = r.id) as text_changes
from "organizers" r
join "organizer_texts" b on b.id = r.id and b.original
left join "organizer_texts" t on t.id = r.id and t.language = $7 and not t.original
where r.id = l.ref_id and "r"."status" = 'publish'
) n
where l."event_id" = any($8::bigint[]) and not "l"."protected"
