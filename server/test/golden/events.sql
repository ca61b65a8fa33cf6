-- no filters, anonymous
select ((select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3)
+ (select count(*) from "listings" o where "o"."ref_id" = $4
  and o.starts_at >= $5::timestamp at time zone 'UTC' and o.starts_at <= $6)
- (select count(*) from ((select o.starts_at from "listings" o where "o"."ref_id" = $7
  and o.starts_at >= $8
  and o.starts_at <= $9
  and o.ends_at > $10
  and o.starts_at >= $11
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)
union all
select o.starts_at from (values (0, $12::timestamptz), (1, $13::timestamptz), (2, $14::timestamptz), (3, $15::timestamptz), (4, $16::timestamptz), (5, $17::timestamptz), (6, $18::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $19
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $20
  and o.starts_at >= $21
  and o.starts_at <= $22
  and o.ends_at > $23 offset 0) o) c))::int as total,
array(
select o.id from "listings" o where "o"."ref_id" = $24
  and o."starts_at" >= $25
  and o."ends_at" <= $26
  and o."starts_at" <= $27 order by o.starts_at asc, o.id asc limit $28 offset $29
) as ids
-- [0,"2026-11-15","2028-11-16",0,"2028-11-16","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-15 18:00:00+00","2028-11-15 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",0,"2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- no filters, contributor
select ((select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3)
+ (select count(*) from "listings" o where "o"."ref_id" = $4
  and o.starts_at >= $5::timestamp at time zone 'UTC' and o.starts_at <= $6)
- (select count(*) from ((select o.starts_at from "listings" o where "o"."ref_id" = $7
  and o.starts_at >= $8
  and o.starts_at <= $9
  and o.ends_at > $10
  and o.starts_at >= $11
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)
union all
select o.starts_at from (values (0, $12::timestamptz), (1, $13::timestamptz), (2, $14::timestamptz), (3, $15::timestamptz), (4, $16::timestamptz), (5, $17::timestamptz), (6, $18::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $19
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $20
  and o.starts_at >= $21
  and o.starts_at <= $22
  and o.ends_at > $23 offset 0) o) c))::int as total,
array(
select o.id from "listings" o where "o"."ref_id" = $24
  and o."starts_at" >= $25
  and o."ends_at" <= $26
  and o."starts_at" <= $27 order by o.starts_at asc, o.id asc limit $28 offset $29
) as ids
-- [0,"2026-11-15","2028-11-16",0,"2028-11-16","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-15 18:00:00+00","2028-11-15 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",0,"2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- no filters, author
select ((select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3)
+ (select count(*) from "listings" o where "o"."ref_id" = $4
  and o.starts_at >= $5::timestamp at time zone 'UTC' and o.starts_at <= $6)
- (select count(*) from ((select o.starts_at from "listings" o where "o"."ref_id" = $7
  and o.starts_at >= $8
  and o.starts_at <= $9
  and o.ends_at > $10
  and o.starts_at >= $11
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)
union all
select o.starts_at from (values (0, $12::timestamptz), (1, $13::timestamptz), (2, $14::timestamptz), (3, $15::timestamptz), (4, $16::timestamptz), (5, $17::timestamptz), (6, $18::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $19
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $20
  and o.starts_at >= $21
  and o.starts_at <= $22
  and o.ends_at > $23 offset 0) o) c))::int as total,
array(
select o.id from "listings" o where "o"."ref_id" = $24
  and o."starts_at" >= $25
  and o."ends_at" <= $26
  and o."starts_at" <= $27 order by o.starts_at asc, o.id asc limit $28 offset $29
) as ids
-- [0,"2026-11-15","2028-11-16",0,"2028-11-16","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-15 18:00:00+00","2028-11-15 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",0,"2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- no filters, editor
select ((select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3)
+ (select count(*) from "listings" o where "o"."ref_id" = $4
  and o.starts_at >= $5::timestamp at time zone 'UTC' and o.starts_at <= $6)
- (select count(*) from ((select o.starts_at from "listings" o where "o"."ref_id" = $7
  and o.starts_at >= $8
  and o.starts_at <= $9
  and o.ends_at > $10
  and o.starts_at >= $11
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)
union all
select o.starts_at from (values (0, $12::timestamptz), (1, $13::timestamptz), (2, $14::timestamptz), (3, $15::timestamptz), (4, $16::timestamptz), (5, $17::timestamptz), (6, $18::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $19
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $20
  and o.starts_at >= $21
  and o.starts_at <= $22
  and o.ends_at > $23 offset 0) o) c))::int as total,
array(
select o.id from "listings" o where "o"."ref_id" = $24
  and o."starts_at" >= $25
  and o."ends_at" <= $26
  and o."starts_at" <= $27 order by o.starts_at asc, o.id asc limit $28 offset $29
) as ids
-- [0,"2026-11-15","2028-11-16",0,"2028-11-16","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-15 18:00:00+00","2028-11-15 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",0,"2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- status draft and private, contributor
select ((select count(*) from "occurrences" o where o.status in ('draft', 'private')
  and ("o"."status" = 'publish' or "o"."author_id" = $1)
  and not "o"."hide_from_listings"
  and o."starts_at" >= $2
  and o."ends_at" <= $3
  and o."starts_at" <= $4))::int as total,
array(
select o.id from "occurrences" o where o.status in ('draft', 'private')
  and ("o"."status" = 'publish' or "o"."author_id" = $5)
  and not "o"."hide_from_listings"
  and o."starts_at" >= $6
  and o."ends_at" <= $7
  and o."starts_at" <= $8 order by o.starts_at asc, o.id asc limit $9 offset $10
) as ids
-- [6,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",6,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- status draft and private, author
select ((select count(*) from "occurrences" o where o.status in ('draft', 'private')
  and ("o"."status" = 'publish' or "o"."author_id" = $1)
  and not "o"."hide_from_listings"
  and o."starts_at" >= $2
  and o."ends_at" <= $3
  and o."starts_at" <= $4))::int as total,
array(
select o.id from "occurrences" o where o.status in ('draft', 'private')
  and ("o"."status" = 'publish' or "o"."author_id" = $5)
  and not "o"."hide_from_listings"
  and o."starts_at" >= $6
  and o."ends_at" <= $7
  and o."starts_at" <= $8 order by o.starts_at asc, o.id asc limit $9 offset $10
) as ids
-- [7,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",7,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- status draft and private, editor
select ((select count(*) from "occurrences" o where o.status in ('draft', 'private')
  and true
  and not "o"."hide_from_listings"
  and o."starts_at" >= $1
  and o."ends_at" <= $2
  and o."starts_at" <= $3))::int as total,
array(
select o.id from "occurrences" o where o.status in ('draft', 'private')
  and true
  and not "o"."hide_from_listings"
  and o."starts_at" >= $4
  and o."ends_at" <= $5
  and o."starts_at" <= $6 order by o.starts_at asc, o.id asc limit $7 offset $8
) as ids
-- ["2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- venue, anonymous
select ((select count(distinct o.id) from "listings" o where "o"."ref_id" = any($1::bigint[])
  and o."starts_at" >= $2
  and o."ends_at" <= $3
  and o."starts_at" <= $4))::int as total,
array(
select m.id from unnest($5::bigint[]) each(ref_id) cross join lateral (
  select o.id as id, "o"."starts_at" as by from "listings" o where o.ref_id = each.ref_id
  and o."starts_at" >= $6
  and o."ends_at" <= $7
  and o."starts_at" <= $8 order by "o"."starts_at" asc, o.id asc limit $9
) m group by m.id, m.by order by m.by asc, m.id asc limit $10 offset $11
) as ids
-- [[4,5],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",[4,5],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",20,10,10]

-- organizer, anonymous
select ((select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3)
+ (select count(*) from "listings" o where "o"."ref_id" = $4
  and o.starts_at >= $5::timestamp at time zone 'UTC' and o.starts_at <= $6)
- (select count(*) from ((select o.starts_at from "listings" o where "o"."ref_id" = $7
  and o.starts_at >= $8
  and o.starts_at <= $9
  and o.ends_at > $10
  and o.starts_at >= $11
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)
union all
select o.starts_at from (values (0, $12::timestamptz), (1, $13::timestamptz), (2, $14::timestamptz), (3, $15::timestamptz), (4, $16::timestamptz), (5, $17::timestamptz), (6, $18::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $19
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $20
  and o.starts_at >= $21
  and o.starts_at <= $22
  and o.ends_at > $23 offset 0) o) c))::int as total,
array(
select o.id from "listings" o where "o"."ref_id" = $24
  and o."starts_at" >= $25
  and o."ends_at" <= $26
  and o."starts_at" <= $27 order by o.starts_at asc, o.id asc limit $28 offset $29
) as ids
-- [6,"2026-11-15","2028-11-16",6,"2028-11-16","2028-11-16 00:00:00+00",6,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-15 18:00:00+00","2028-11-15 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",6,"2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",6,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- tags, anonymous
select ((select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3)
+ (select count(*) from "listings" o where "o"."ref_id" = $4
  and o.starts_at >= $5::timestamp at time zone 'UTC' and o.starts_at <= $6)
- (select count(*) from ((select o.starts_at from "listings" o where "o"."ref_id" = $7
  and o.starts_at >= $8
  and o.starts_at <= $9
  and o.ends_at > $10
  and o.starts_at >= $11
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)
union all
select o.starts_at from (values (0, $12::timestamptz), (1, $13::timestamptz), (2, $14::timestamptz), (3, $15::timestamptz), (4, $16::timestamptz), (5, $17::timestamptz), (6, $18::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $19
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $20
  and o.starts_at >= $21
  and o.starts_at <= $22
  and o.ends_at > $23 offset 0) o) c))::int as total,
array(
select o.id from "listings" o where "o"."ref_id" = $24
  and o."starts_at" >= $25
  and o."ends_at" <= $26
  and o."starts_at" <= $27 order by o.starts_at asc, o.id asc limit $28 offset $29
) as ids
-- [3,"2026-11-15","2028-11-16",3,"2028-11-16","2028-11-16 00:00:00+00",3,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-15 18:00:00+00","2028-11-15 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",3,"2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",3,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- categories, anonymous
select ((select count(distinct o.id) from "listings" o where "o"."ref_id" = any($1::bigint[])
  and o."starts_at" >= $2
  and o."ends_at" <= $3
  and o."starts_at" <= $4))::int as total,
array(
select m.id from unnest($5::bigint[]) each(ref_id) cross join lateral (
  select o.id as id, "o"."starts_at" as by from "listings" o where o.ref_id = each.ref_id
  and o."starts_at" >= $6
  and o."ends_at" <= $7
  and o."starts_at" <= $8 order by "o"."starts_at" asc, o.id asc limit $9
) m group by m.id, m.by order by m.by asc, m.id asc limit $10 offset $11
) as ids
-- [[1,2],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",[1,2],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",20,10,10]

-- start_date, anonymous
select ((select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3)
+ (select count(*) from "listings" o where "o"."ref_id" = $4
  and o.starts_at >= $5::timestamp at time zone 'UTC' and o.starts_at <= $6)
- (select count(*) from ((select o.starts_at from "listings" o where "o"."ref_id" = $7
  and o.starts_at >= $8
  and o.starts_at <= $9
  and o.ends_at > $10
  and o.starts_at >= $11
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)
union all
select o.starts_at from (values (0, $12::timestamptz), (1, $13::timestamptz), (2, $14::timestamptz), (3, $15::timestamptz), (4, $16::timestamptz), (5, $17::timestamptz), (6, $18::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $19
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $20
  and o.starts_at >= $21
  and o.starts_at <= $22
  and o.ends_at > $23 offset 0) o) c))::int as total,
array(
select o.id from "listings" o where "o"."ref_id" = $24
  and o."starts_at" >= $25
  and o."ends_at" <= $26
  and o."starts_at" <= $27 order by o.starts_at asc, o.id asc limit $28 offset $29
) as ids
-- [0,"2026-12-01","2028-11-16",0,"2028-11-16","2028-11-16 00:00:00+00",0,"2026-12-01 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-15 18:00:00+00","2028-11-15 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",0,"2028-11-16 00:00:00+00","2026-12-01 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",0,"2026-12-01 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- end_date, anonymous
select ((select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3)
+ (select count(*) from "listings" o where "o"."ref_id" = $4
  and o.starts_at >= $5::timestamp at time zone 'UTC' and o.starts_at <= $6)
- (select count(*) from ((select o.starts_at from "listings" o where "o"."ref_id" = $7
  and o.starts_at >= $8
  and o.starts_at <= $9
  and o.ends_at > $10
  and o.starts_at >= $11
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)
union all
select o.starts_at from (values (0, $12::timestamptz), (1, $13::timestamptz), (2, $14::timestamptz), (3, $15::timestamptz), (4, $16::timestamptz), (5, $17::timestamptz), (6, $18::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $19
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $20
  and o.starts_at >= $21
  and o.starts_at <= $22
  and o.ends_at > $23 offset 0) o) c))::int as total,
array(
select o.id from "listings" o where "o"."ref_id" = $24
  and o."starts_at" >= $25
  and o."ends_at" <= $26
  and o."starts_at" <= $27 order by o.starts_at asc, o.id asc limit $28 offset $29
) as ids
-- [0,"2026-11-15","2027-01-01",0,"2027-01-01","2027-01-01 00:00:00+00",0,"2026-11-15 00:00:00+00","2027-01-01 00:00:00+00","2027-01-01 00:00:00+00","2026-12-31 18:00:00+00","2026-12-31 00:00:00+00","2026-12-30 00:00:00+00","2026-12-24 00:00:00+00","2026-11-30 00:00:00+00","2026-08-26 00:00:00+00","2025-08-07 00:00:00+00","-infinity",0,"2027-01-01 00:00:00+00","2026-11-15 00:00:00+00","2027-01-01 00:00:00+00","2027-01-01 00:00:00+00",0,"2026-11-15 00:00:00+00","2027-01-01 00:00:00+00","2027-01-01 00:00:00+00",10,10]

-- starts_before, anonymous
select ((select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3))::int as total,
array(
select o.id from "listings" o where "o"."ref_id" = $4
  and o."starts_at" < $5 order by o.starts_at asc, o.id asc limit $6 offset $7
) as ids
-- [0,"-infinity","2027-01-01",0,"2027-01-01 00:00:00+00",10,10]

-- starts_after, anonymous
select ((select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3))::int as total,
array(
select o.id from "listings" o where "o"."ref_id" = $4
  and o."starts_at" >= $5 order by o.starts_at asc, o.id asc limit $6 offset $7
) as ids
-- [0,"2026-12-02","infinity",0,"2026-12-02 00:00:00+00",10,10]

-- ends_before, anonymous
select ((select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3)
+ (select count(*) from "listings" o where "o"."ref_id" = $4
  and o.starts_at >= $5::timestamp at time zone 'UTC' and o.starts_at <= $6)
- (select count(*) from ((select o.starts_at from "listings" o where "o"."ref_id" = $7
  and o.starts_at <= $8
  and o.ends_at >= $9
  and o.starts_at >= $10
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)
union all
select o.starts_at from (values (0, $11::timestamptz), (1, $12::timestamptz), (2, $13::timestamptz), (3, $14::timestamptz), (4, $15::timestamptz), (5, $16::timestamptz), (6, $17::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $18
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $19
  and o.starts_at <= $20
  and o.ends_at >= $21 offset 0) o) c))::int as total,
array(
select o.id from "listings" o where "o"."ref_id" = $22
  and o."ends_at" < $23 order by o.starts_at asc, o.id asc limit $24 offset $25
) as ids
-- [0,"-infinity","2027-01-01",0,"2027-01-01","2027-01-01 00:00:00+00",0,"2027-01-01 00:00:00+00","2027-01-01 00:00:00+00","2026-12-31 18:00:00+00","2026-12-31 00:00:00+00","2026-12-30 00:00:00+00","2026-12-24 00:00:00+00","2026-11-30 00:00:00+00","2026-08-26 00:00:00+00","2025-08-07 00:00:00+00","-infinity",0,"2027-01-01 00:00:00+00","2027-01-01 00:00:00+00","2027-01-01 00:00:00+00",0,"2027-01-01 00:00:00+00",10,10]

-- ends_after, anonymous
select ((select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3)
+ (select count(*) from ((select 1 from "listings" o where "o"."ref_id" = $4
  and o.starts_at < $5
  and o."ends_at" > $6
  and o.starts_at >= $7
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)
union all
select 1 from (values (0, $8::timestamptz), (1, $9::timestamptz), (2, $10::timestamptz), (3, $11::timestamptz), (4, $12::timestamptz), (5, $13::timestamptz), (6, $14::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $15
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $16
  and o.starts_at < $17
  and o."ends_at" > $18 offset 0) o) c)
- (select count(*) from (select o.starts_at from "listings" o where "o"."ref_id" = $19
  and o.starts_at >= $20
  and o.starts_at = $21 and o.ends_at = $22) c))::int as total,
array(
select o.id from (
(select o.id as id, o.starts_at from "listings" o where "o"."ref_id" = $23
  and o.starts_at < $24
  and o."ends_at" > $25
  and o.starts_at >= $26
  and not o.ends_at - o.starts_at > interval '6 hours' order by o.starts_at asc, o.id asc limit $27)
union all
select o.id as id, o.starts_at from (values (0, $28::timestamptz), (1, $29::timestamptz), (2, $30::timestamptz), (3, $31::timestamptz), (4, $32::timestamptz), (5, $33::timestamptz), (6, $34::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $35
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $36
  and o.starts_at < $37
  and o."ends_at" > $38 order by o.starts_at asc, o.id asc limit $39) o
union all
(select o.id as id, o.starts_at from "listings" o where "o"."ref_id" = $40
  and o.starts_at >= $41
  and o."ends_at" > $42 order by o.starts_at asc, o.id asc limit $43)
) o order by o.starts_at asc, o.id asc limit $44 offset $45
) as ids
-- [0,"2026-12-02","infinity",0,"2026-12-02 00:00:00+00","2026-12-02 00:00:00+00","2026-12-01 18:00:00+00","2026-12-01 00:00:00+00","2026-11-30 00:00:00+00","2026-11-24 00:00:00+00","2026-10-31 00:00:00+00","2026-07-27 00:00:00+00","2025-07-08 00:00:00+00","-infinity",0,"2026-12-02 00:00:00+00","2026-12-02 00:00:00+00","2026-12-02 00:00:00+00",0,"2026-12-02 00:00:00+00","2026-12-02 00:00:00+00","2026-12-02 00:00:00+00",0,"2026-12-02 00:00:00+00","2026-12-02 00:00:00+00","2026-12-01 18:00:00+00",20,"2026-12-01 00:00:00+00","2026-11-30 00:00:00+00","2026-11-24 00:00:00+00","2026-10-31 00:00:00+00","2026-07-27 00:00:00+00","2025-07-08 00:00:00+00","-infinity",0,"2026-12-02 00:00:00+00","2026-12-02 00:00:00+00","2026-12-02 00:00:00+00",20,0,"2026-12-02 00:00:00+00","2026-12-02 00:00:00+00",20,10,10]

-- from, anonymous
select ((select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3)
+ (select count(*) from ((select 1 from "listings" o where "o"."ref_id" = $4
  and o.starts_at < $5
  and (o.ends_at > $6 or o.starts_at >= $7)
  and o.starts_at >= $8
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)
union all
select 1 from (values (0, $9::timestamptz), (1, $10::timestamptz), (2, $11::timestamptz), (3, $12::timestamptz), (4, $13::timestamptz), (5, $14::timestamptz), (6, $15::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $16
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $17
  and o.starts_at < $18
  and (o.ends_at > $19 or o.starts_at >= $20) offset 0) o) c))::int as total,
array(
select o.id from (
(select o.id as id, o.starts_at from "listings" o where "o"."ref_id" = $21
  and o.starts_at < $22
  and (o.ends_at > $23 or o.starts_at >= $24)
  and o.starts_at >= $25
  and not o.ends_at - o.starts_at > interval '6 hours' order by o.starts_at asc, o.id asc limit $26)
union all
select o.id as id, o.starts_at from (values (0, $27::timestamptz), (1, $28::timestamptz), (2, $29::timestamptz), (3, $30::timestamptz), (4, $31::timestamptz), (5, $32::timestamptz), (6, $33::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $34
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $35
  and o.starts_at < $36
  and (o.ends_at > $37 or o.starts_at >= $38) order by o.starts_at asc, o.id asc limit $39) o
union all
(select o.id as id, o.starts_at from "listings" o where "o"."ref_id" = $40
  and o.starts_at >= $41
  and (o.ends_at > $42 or o.starts_at >= $43) order by o.starts_at asc, o.id asc limit $44)
) o order by o.starts_at asc, o.id asc limit $45 offset $46
) as ids
-- [0,"2026-12-01","infinity",0,"2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-11-30 18:00:00+00","2026-11-30 00:00:00+00","2026-11-29 00:00:00+00","2026-11-23 00:00:00+00","2026-10-30 00:00:00+00","2026-07-26 00:00:00+00","2025-07-07 00:00:00+00","-infinity",0,"2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",0,"2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-11-30 18:00:00+00",20,"2026-11-30 00:00:00+00","2026-11-29 00:00:00+00","2026-11-23 00:00:00+00","2026-10-30 00:00:00+00","2026-07-26 00:00:00+00","2025-07-07 00:00:00+00","-infinity",0,"2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",20,0,"2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",20,10,10]

-- to, anonymous
select ((select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3))::int as total,
array(
select o.id from "listings" o where "o"."ref_id" = $4
  and o."starts_at" < $5 order by o.starts_at asc, o.id asc limit $6 offset $7
) as ids
-- [0,"-infinity","2027-01-01",0,"2027-01-01 00:00:00+00",10,10]

-- strict_dates, anonymous
select ((select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3)
+ (select count(*) from "listings" o where "o"."ref_id" = $4
  and o.starts_at >= $5 and o.starts_at < $6::timestamp at time zone 'UTC')
+ (select count(*) from "listings" o where "o"."ref_id" = $7
  and o.starts_at >= $8::timestamp at time zone 'UTC' and o.starts_at <= $9)
- (select count(*) from ((select o.starts_at from "listings" o where "o"."ref_id" = $10
  and o.starts_at >= $11
  and o.starts_at <= $12
  and o.ends_at > $13
  and o.starts_at >= $14
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)
union all
select o.starts_at from (values (0, $15::timestamptz), (1, $16::timestamptz), (2, $17::timestamptz), (3, $18::timestamptz), (4, $19::timestamptz), (5, $20::timestamptz), (6, $21::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $22
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $23
  and o.starts_at >= $24
  and o.starts_at <= $25
  and o.ends_at > $26 offset 0) o) c))::int as total,
array(
select o.id from "listings" o where "o"."ref_id" = $27
  and o."starts_at" >= $28
  and o."ends_at" <= $29
  and o."starts_at" <= $30 order by o.starts_at asc, o.id asc limit $31 offset $32
) as ids
-- [0,"2026-11-16","2028-11-15",0,"2026-11-15 08:30:00+00","2026-11-16",0,"2028-11-15","2028-11-15 08:30:00+00",0,"2026-11-15 08:30:00+00","2028-11-15 08:30:00+00","2028-11-15 08:30:00+00","2028-11-15 02:30:00+00","2028-11-14 08:30:00+00","2028-11-13 08:30:00+00","2028-11-07 08:30:00+00","2028-10-14 08:30:00+00","2028-07-10 08:30:00+00","2027-06-22 08:30:00+00","-infinity",0,"2028-11-15 08:30:00+00","2026-11-15 08:30:00+00","2028-11-15 08:30:00+00","2028-11-15 08:30:00+00",0,"2026-11-15 08:30:00+00","2028-11-15 08:30:00+00","2028-11-15 08:30:00+00",10,10]

-- relative, anonymous
select ((select count(*) from ((select 1 from "listings" o where "o"."ref_id" = $1
  and o.starts_at < $2
  and o."starts_at" <= $3
  and o."ends_at" > $4
  and o.starts_at >= $5
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)
union all
select 1 from (values (0, $6::timestamptz), (1, $7::timestamptz), (2, $8::timestamptz), (3, $9::timestamptz), (4, $10::timestamptz), (5, $11::timestamptz), (6, $12::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $13
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $14
  and o.starts_at < $15
  and o."starts_at" <= $16
  and o."ends_at" > $17 offset 0) o
union all
select 1 from "listings" o where "o"."ref_id" = $18
  and o.starts_at >= $19
  and o."starts_at" <= $20
  and o."ends_at" > $21) c))::int as total,
array(
select o.id from (
(select o.id as id, o.starts_at from "listings" o where "o"."ref_id" = $22
  and o.starts_at < $23
  and o."starts_at" <= $24
  and o."ends_at" > $25
  and o.starts_at >= $26
  and not o.ends_at - o.starts_at > interval '6 hours' order by o.starts_at asc, o.id asc limit $27)
union all
select o.id as id, o.starts_at from (values (0, $28::timestamptz), (1, $29::timestamptz), (2, $30::timestamptz), (3, $31::timestamptz), (4, $32::timestamptz), (5, $33::timestamptz), (6, $34::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $35
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $36
  and o.starts_at < $37
  and o."starts_at" <= $38
  and o."ends_at" > $39 order by o.starts_at asc, o.id asc limit $40) o
union all
(select o.id as id, o.starts_at from "listings" o where "o"."ref_id" = $41
  and o.starts_at >= $42
  and o."starts_at" <= $43
  and o."ends_at" > $44 order by o.starts_at asc, o.id asc limit $45)
) o order by o.starts_at asc, o.id asc limit $46 offset $47
) as ids
-- [0,"2026-11-15 08:30:00+00","2026-11-15 08:30:00+00","2026-11-15 08:30:00+00","2026-11-15 02:30:00+00","2026-11-14 08:30:00+00","2026-11-13 08:30:00+00","2026-11-07 08:30:00+00","2026-10-14 08:30:00+00","2026-07-10 08:30:00+00","2025-06-21 08:30:00+00","-infinity",0,"2026-11-15 08:30:00+00","2026-11-15 08:30:00+00","2026-11-15 08:30:00+00","2026-11-15 08:30:00+00",0,"2026-11-15 08:30:00+00","2026-11-15 08:30:00+00","2026-11-15 08:30:00+00",0,"2026-11-15 08:30:00+00","2026-11-15 08:30:00+00","2026-11-15 08:30:00+00","2026-11-15 02:30:00+00",20,"2026-11-14 08:30:00+00","2026-11-13 08:30:00+00","2026-11-07 08:30:00+00","2026-10-14 08:30:00+00","2026-07-10 08:30:00+00","2025-06-21 08:30:00+00","-infinity",0,"2026-11-15 08:30:00+00","2026-11-15 08:30:00+00","2026-11-15 08:30:00+00","2026-11-15 08:30:00+00",20,0,"2026-11-15 08:30:00+00","2026-11-15 08:30:00+00","2026-11-15 08:30:00+00",20,10,10]

-- relative_to, anonymous
select ((select count(*) from ((select 1 from "listings" o where "o"."ref_id" = $1
  and o.starts_at < $2
  and o."starts_at" <= $3
  and o."ends_at" > $4
  and o.starts_at >= $5
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)
union all
select 1 from (values (0, $6::timestamptz), (1, $7::timestamptz), (2, $8::timestamptz), (3, $9::timestamptz), (4, $10::timestamptz), (5, $11::timestamptz), (6, $12::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $13
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $14
  and o.starts_at < $15
  and o."starts_at" <= $16
  and o."ends_at" > $17 offset 0) o
union all
select 1 from "listings" o where "o"."ref_id" = $18
  and o.starts_at >= $19
  and o."starts_at" <= $20
  and o."ends_at" > $21) c))::int as total,
array(
select o.id from (
(select o.id as id, o.starts_at from "listings" o where "o"."ref_id" = $22
  and o.starts_at < $23
  and o."starts_at" <= $24
  and o."ends_at" > $25
  and o.starts_at >= $26
  and not o.ends_at - o.starts_at > interval '6 hours' order by o.starts_at asc, o.id asc limit $27)
union all
select o.id as id, o.starts_at from (values (0, $28::timestamptz), (1, $29::timestamptz), (2, $30::timestamptz), (3, $31::timestamptz), (4, $32::timestamptz), (5, $33::timestamptz), (6, $34::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $35
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $36
  and o.starts_at < $37
  and o."starts_at" <= $38
  and o."ends_at" > $39 order by o.starts_at asc, o.id asc limit $40) o
union all
(select o.id as id, o.starts_at from "listings" o where "o"."ref_id" = $41
  and o.starts_at >= $42
  and o."starts_at" <= $43
  and o."ends_at" > $44 order by o.starts_at asc, o.id asc limit $45)
) o order by o.starts_at asc, o.id asc limit $46 offset $47
) as ids
-- [0,"2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-11-15 03:00:00+00","2026-11-14 09:00:00+00","2026-11-13 09:00:00+00","2026-11-07 09:00:00+00","2026-10-14 09:00:00+00","2026-07-10 09:00:00+00","2025-06-21 09:00:00+00","-infinity",0,"2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00",0,"2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00",0,"2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-11-15 03:00:00+00",20,"2026-11-14 09:00:00+00","2026-11-13 09:00:00+00","2026-11-07 09:00:00+00","2026-10-14 09:00:00+00","2026-07-10 09:00:00+00","2025-06-21 09:00:00+00","-infinity",0,"2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00",20,0,"2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00",20,10,10]

-- open_on, anonymous
select ((select count(*) from ((select 1 from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and coalesce((
  select h.first_day <= $1::date and h.last_day >= $2::date and not coalesce(h.closed @> $3::date, false) and (h.weekdays >> $4::int & 1 = 1 or coalesce(h.adjusted @> $5::date, false)) from event_hours h where h.event_id = o.record_id and (not h.protected or exists (select 1 from events r where r.id = h.event_id and not "r"."protected"))
), o.starts_at < $6 and (o.ends_at > $7 or o.starts_at >= $8))
  and o.starts_at < $9
  and o."starts_at" < $10
  and (o.ends_at > $11 or o.starts_at >= $12)
  and o.starts_at >= $13
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)
union all
select 1 from (values (0, $14::timestamptz), (1, $15::timestamptz), (2, $16::timestamptz), (3, $17::timestamptz), (4, $18::timestamptz), (5, $19::timestamptz), (6, $20::timestamptz)) c(class, since)
cross join lateral (select o.* from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and coalesce((
  select h.first_day <= $21::date and h.last_day >= $22::date and not coalesce(h.closed @> $23::date, false) and (h.weekdays >> $24::int & 1 = 1 or coalesce(h.adjusted @> $25::date, false)) from event_hours h where h.event_id = o.record_id and (not h.protected or exists (select 1 from events r where r.id = h.event_id and not "r"."protected"))
), o.starts_at < $26 and (o.ends_at > $27 or o.starts_at >= $28))
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $29
  and o.starts_at < $30
  and o."starts_at" < $31
  and (o.ends_at > $32 or o.starts_at >= $33) offset 0) o
union all
select 1 from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and coalesce((
  select h.first_day <= $34::date and h.last_day >= $35::date and not coalesce(h.closed @> $36::date, false) and (h.weekdays >> $37::int & 1 = 1 or coalesce(h.adjusted @> $38::date, false)) from event_hours h where h.event_id = o.record_id and (not h.protected or exists (select 1 from events r where r.id = h.event_id and not "r"."protected"))
), o.starts_at < $39 and (o.ends_at > $40 or o.starts_at >= $41))
  and o.starts_at >= $42
  and o."starts_at" < $43
  and (o.ends_at > $44 or o.starts_at >= $45)) c))::int as total,
array(
select o.id from (
(select o.id as id, o.starts_at from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and coalesce((
  select h.first_day <= $46::date and h.last_day >= $47::date and not coalesce(h.closed @> $48::date, false) and (h.weekdays >> $49::int & 1 = 1 or coalesce(h.adjusted @> $50::date, false)) from event_hours h where h.event_id = o.record_id and (not h.protected or exists (select 1 from events r where r.id = h.event_id and not "r"."protected"))
), o.starts_at < $51 and (o.ends_at > $52 or o.starts_at >= $53))
  and o.starts_at < $54
  and o."starts_at" < $55
  and (o.ends_at > $56 or o.starts_at >= $57)
  and o.starts_at >= $58
  and not o.ends_at - o.starts_at > interval '6 hours' order by o.starts_at asc, o.id asc limit $59)
union all
select o.id as id, o.starts_at from (values (0, $60::timestamptz), (1, $61::timestamptz), (2, $62::timestamptz), (3, $63::timestamptz), (4, $64::timestamptz), (5, $65::timestamptz), (6, $66::timestamptz)) c(class, since)
cross join lateral (select o.* from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and coalesce((
  select h.first_day <= $67::date and h.last_day >= $68::date and not coalesce(h.closed @> $69::date, false) and (h.weekdays >> $70::int & 1 = 1 or coalesce(h.adjusted @> $71::date, false)) from event_hours h where h.event_id = o.record_id and (not h.protected or exists (select 1 from events r where r.id = h.event_id and not "r"."protected"))
), o.starts_at < $72 and (o.ends_at > $73 or o.starts_at >= $74))
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $75
  and o.starts_at < $76
  and o."starts_at" < $77
  and (o.ends_at > $78 or o.starts_at >= $79) order by o.starts_at asc, o.id asc limit $80) o
union all
(select o.id as id, o.starts_at from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and coalesce((
  select h.first_day <= $81::date and h.last_day >= $82::date and not coalesce(h.closed @> $83::date, false) and (h.weekdays >> $84::int & 1 = 1 or coalesce(h.adjusted @> $85::date, false)) from event_hours h where h.event_id = o.record_id and (not h.protected or exists (select 1 from events r where r.id = h.event_id and not "r"."protected"))
), o.starts_at < $86 and (o.ends_at > $87 or o.starts_at >= $88))
  and o.starts_at >= $89
  and o."starts_at" < $90
  and (o.ends_at > $91 or o.starts_at >= $92) order by o.starts_at asc, o.id asc limit $93)
) o order by o.starts_at asc, o.id asc limit $94 offset $95
) as ids
-- ["2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-11-30 08:00:00+00","2026-12-02 16:00:00+00","2026-11-30 08:00:00+00","2026-11-30 08:00:00+00","2026-11-30 02:00:00+00","2026-11-29 08:00:00+00","2026-11-28 08:00:00+00","2026-11-22 08:00:00+00","2026-10-29 08:00:00+00","2026-07-25 08:00:00+00","2025-07-06 08:00:00+00","-infinity","2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-11-30 08:00:00+00","2026-11-30 08:00:00+00","2026-12-02 16:00:00+00","2026-11-30 08:00:00+00","2026-11-30 08:00:00+00","2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-11-30 08:00:00+00","2026-12-02 16:00:00+00","2026-11-30 08:00:00+00","2026-11-30 08:00:00+00","2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-11-30 08:00:00+00","2026-12-02 16:00:00+00","2026-11-30 08:00:00+00","2026-11-30 08:00:00+00","2026-11-30 02:00:00+00",20,"2026-11-29 08:00:00+00","2026-11-28 08:00:00+00","2026-11-22 08:00:00+00","2026-10-29 08:00:00+00","2026-07-25 08:00:00+00","2025-07-06 08:00:00+00","-infinity","2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-11-30 08:00:00+00","2026-11-30 08:00:00+00","2026-12-02 16:00:00+00","2026-11-30 08:00:00+00","2026-11-30 08:00:00+00",20,"2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-11-30 08:00:00+00","2026-12-02 16:00:00+00","2026-11-30 08:00:00+00","2026-11-30 08:00:00+00",20,10,10]

-- open_at, anonymous
select ((select count(*) from ((select 1 from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.starts_at <= $1 and o.ends_at > $2 and coalesce((
  select case when h.closed && daterange($3::date - 2, $4::date + 2) or h.adjusted && daterange($5::date - 2, $6::date + 2) or z.today is null then (
    select (not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end)
    from (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute from (select coalesce($7::date + ((z.today / 2880 - 1 + 8) % 7 - 1) + z.today % 2880 * interval '1 minute', $8::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w offset 0) c
  ) else h.weekly @> z.today or h.weekly @> (case when z.today >= 2880 then z.today - 1440 else z.today + 18720 end) end from event_hours h cross join lateral (select ($9::jsonb ->> h.timezone)::int as today offset 0) z where h.event_id = o.record_id and (not h.protected or exists (select 1 from events r where r.id = h.event_id and not "r"."protected"))
), true)
  and o.starts_at < $10
  and o."starts_at" <= $11
  and o."ends_at" > $12
  and o.starts_at >= $13
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)
union all
select 1 from (values (0, $14::timestamptz), (1, $15::timestamptz), (2, $16::timestamptz), (3, $17::timestamptz), (4, $18::timestamptz), (5, $19::timestamptz), (6, $20::timestamptz)) c(class, since)
cross join lateral (select o.* from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.starts_at <= $21 and o.ends_at > $22 and coalesce((
  select case when h.closed && daterange($23::date - 2, $24::date + 2) or h.adjusted && daterange($25::date - 2, $26::date + 2) or z.today is null then (
    select (not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end)
    from (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute from (select coalesce($27::date + ((z.today / 2880 - 1 + 8) % 7 - 1) + z.today % 2880 * interval '1 minute', $28::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w offset 0) c
  ) else h.weekly @> z.today or h.weekly @> (case when z.today >= 2880 then z.today - 1440 else z.today + 18720 end) end from event_hours h cross join lateral (select ($29::jsonb ->> h.timezone)::int as today offset 0) z where h.event_id = o.record_id and (not h.protected or exists (select 1 from events r where r.id = h.event_id and not "r"."protected"))
), true)
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $30
  and o.starts_at < $31
  and o."starts_at" <= $32
  and o."ends_at" > $33 offset 0) o
union all
select 1 from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.starts_at <= $34 and o.ends_at > $35 and coalesce((
  select case when h.closed && daterange($36::date - 2, $37::date + 2) or h.adjusted && daterange($38::date - 2, $39::date + 2) or z.today is null then (
    select (not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end)
    from (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute from (select coalesce($40::date + ((z.today / 2880 - 1 + 8) % 7 - 1) + z.today % 2880 * interval '1 minute', $41::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w offset 0) c
  ) else h.weekly @> z.today or h.weekly @> (case when z.today >= 2880 then z.today - 1440 else z.today + 18720 end) end from event_hours h cross join lateral (select ($42::jsonb ->> h.timezone)::int as today offset 0) z where h.event_id = o.record_id and (not h.protected or exists (select 1 from events r where r.id = h.event_id and not "r"."protected"))
), true)
  and o.starts_at >= $43
  and o."starts_at" <= $44
  and o."ends_at" > $45) c))::int as total,
array(
select o.id from (
(select o.id as id, o.starts_at from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.starts_at <= $46 and o.ends_at > $47 and coalesce((
  select case when h.closed && daterange($48::date - 2, $49::date + 2) or h.adjusted && daterange($50::date - 2, $51::date + 2) or z.today is null then (
    select (not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end)
    from (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute from (select coalesce($52::date + ((z.today / 2880 - 1 + 8) % 7 - 1) + z.today % 2880 * interval '1 minute', $53::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w offset 0) c
  ) else h.weekly @> z.today or h.weekly @> (case when z.today >= 2880 then z.today - 1440 else z.today + 18720 end) end from event_hours h cross join lateral (select ($54::jsonb ->> h.timezone)::int as today offset 0) z where h.event_id = o.record_id and (not h.protected or exists (select 1 from events r where r.id = h.event_id and not "r"."protected"))
), true)
  and o.starts_at < $55
  and o."starts_at" <= $56
  and o."ends_at" > $57
  and o.starts_at >= $58
  and not o.ends_at - o.starts_at > interval '6 hours' order by o.starts_at asc, o.id asc limit $59)
union all
select o.id as id, o.starts_at from (values (0, $60::timestamptz), (1, $61::timestamptz), (2, $62::timestamptz), (3, $63::timestamptz), (4, $64::timestamptz), (5, $65::timestamptz), (6, $66::timestamptz)) c(class, since)
cross join lateral (select o.* from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.starts_at <= $67 and o.ends_at > $68 and coalesce((
  select case when h.closed && daterange($69::date - 2, $70::date + 2) or h.adjusted && daterange($71::date - 2, $72::date + 2) or z.today is null then (
    select (not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end)
    from (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute from (select coalesce($73::date + ((z.today / 2880 - 1 + 8) % 7 - 1) + z.today % 2880 * interval '1 minute', $74::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w offset 0) c
  ) else h.weekly @> z.today or h.weekly @> (case when z.today >= 2880 then z.today - 1440 else z.today + 18720 end) end from event_hours h cross join lateral (select ($75::jsonb ->> h.timezone)::int as today offset 0) z where h.event_id = o.record_id and (not h.protected or exists (select 1 from events r where r.id = h.event_id and not "r"."protected"))
), true)
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $76
  and o.starts_at < $77
  and o."starts_at" <= $78
  and o."ends_at" > $79 order by o.starts_at asc, o.id asc limit $80) o
union all
(select o.id as id, o.starts_at from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.starts_at <= $81 and o.ends_at > $82 and coalesce((
  select case when h.closed && daterange($83::date - 2, $84::date + 2) or h.adjusted && daterange($85::date - 2, $86::date + 2) or z.today is null then (
    select (not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end)
    from (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute from (select coalesce($87::date + ((z.today / 2880 - 1 + 8) % 7 - 1) + z.today % 2880 * interval '1 minute', $88::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w offset 0) c
  ) else h.weekly @> z.today or h.weekly @> (case when z.today >= 2880 then z.today - 1440 else z.today + 18720 end) end from event_hours h cross join lateral (select ($89::jsonb ->> h.timezone)::int as today offset 0) z where h.event_id = o.record_id and (not h.protected or exists (select 1 from events r where r.id = h.event_id and not "r"."protected"))
), true)
  and o.starts_at >= $90
  and o."starts_at" <= $91
  and o."ends_at" > $92 order by o.starts_at asc, o.id asc limit $93)
) o order by o.starts_at asc, o.id asc limit $94 offset $95
) as ids
-- ["2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","all time zones","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 04:00:00+00","2026-11-30 10:00:00+00","2026-11-29 10:00:00+00","2026-11-23 10:00:00+00","2026-10-30 10:00:00+00","2026-07-26 10:00:00+00","2025-07-07 10:00:00+00","-infinity","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","all time zones","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","all time zones","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","all time zones","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 04:00:00+00",20,"2026-11-30 10:00:00+00","2026-11-29 10:00:00+00","2026-11-23 10:00:00+00","2026-10-30 10:00:00+00","2026-07-26 10:00:00+00","2025-07-07 10:00:00+00","-infinity","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","all time zones","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00",20,"2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","all time zones","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00",20,10,10]

-- include, anonymous
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and o.id = any(array(select unnest($1::bigint[]) union all select d.id from occurrences d where d.series_id is not null and d.series_id = any($2::bigint[])))))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and o.id = any(array(select unnest($3::bigint[]) union all select d.id from occurrences d where d.series_id is not null and d.series_id = any($4::bigint[]))) order by o.starts_at asc, o.id asc limit $5 offset $6
) as ids
-- [[1,2],[1,2],[1,2],[1,2],10,10]

-- external_id, anonymous
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and o.record_id = (select x.record_id from external_ids x where x.kind = 'event' and x.source = $1 and x.external_id = $2)
  and false))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and o.record_id = (select x.record_id from external_ids x where x.kind = 'event' and x.source = $3 and x.external_id = $4)
  and false order by o.starts_at asc, o.id asc limit $5 offset $6
) as ids
-- ["ticketing","47,11","ticketing","47,11",10,10]

-- modified_after, anonymous
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $1)
  and o."starts_at" >= $2
  and o."ends_at" <= $3
  and o."starts_at" <= $4))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $5)
  and o."starts_at" >= $6
  and o."ends_at" <= $7
  and o."starts_at" <= $8 order by o.starts_at asc, o.id asc limit $9 offset $10
) as ids
-- ["2026-11-01 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2026-11-01 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- modified_before, anonymous
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.record_id in (select r.id from "events" r where "r"."modified_at" < $1)
  and o."starts_at" >= $2
  and o."ends_at" <= $3
  and o."starts_at" <= $4))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.record_id in (select r.id from "events" r where "r"."modified_at" < $5)
  and o."starts_at" >= $6
  and o."ends_at" <= $7
  and o."starts_at" <= $8 order by o.starts_at asc, o.id asc limit $9 offset $10
) as ids
-- ["2026-11-10 12:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2026-11-10 12:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- exclude, anonymous
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.id <> all($1::bigint[])
  and coalesce(o.series_id, 0) <> all($2::bigint[])
  and o."starts_at" >= $3
  and o."ends_at" <= $4
  and o."starts_at" <= $5))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.id <> all($6::bigint[])
  and coalesce(o.series_id, 0) <> all($7::bigint[])
  and o."starts_at" >= $8
  and o."ends_at" <= $9
  and o."starts_at" <= $10 order by o.starts_at asc, o.id asc limit $11 offset $12
) as ids
-- [[3],[3],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",[3],[3],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- series, anonymous
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.series_id = any($1::bigint[])
  and o."starts_at" >= $2
  and o."ends_at" <= $3
  and o."starts_at" <= $4))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.series_id = any($5::bigint[])
  and o."starts_at" >= $6
  and o."ends_at" <= $7
  and o."starts_at" <= $8 order by o.starts_at asc, o.id asc limit $9 offset $10
) as ids
-- [[9],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",[9],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- recurring, anonymous
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.series_id is not null
  and o."starts_at" >= $1
  and o."ends_at" <= $2
  and o."starts_at" <= $3))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.series_id is not null
  and o."starts_at" >= $4
  and o."ends_at" <= $5
  and o."starts_at" <= $6 order by o.starts_at asc, o.id asc limit $7 offset $8
) as ids
-- ["2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- type, anonymous
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and (o.series_id is null or (o.series_id <> o.id and o.record_id = o.id))
  and o."starts_at" >= $1
  and o."ends_at" <= $2
  and o."starts_at" <= $3))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and (o.series_id is null or (o.series_id <> o.id and o.record_id = o.id))
  and o."starts_at" >= $4
  and o."ends_at" <= $5
  and o."starts_at" <= $6 order by o.starts_at asc, o.id asc limit $7 offset $8
) as ids
-- ["2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- author, anonymous
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.author_id = $1
  and o."starts_at" >= $2
  and o."ends_at" <= $3
  and o."starts_at" <= $4))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.author_id = $5
  and o."starts_at" >= $6
  and o."ends_at" <= $7
  and o."starts_at" <= $8 order by o.starts_at asc, o.id asc limit $9 offset $10
) as ids
-- [7,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",7,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- missing_translation, anonymous
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $1)
  and o."starts_at" >= $2
  and o."ends_at" <= $3
  and o."starts_at" <= $4))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $5)
  and o."starts_at" >= $6
  and o."ends_at" <= $7
  and o."starts_at" <= $8 order by o.starts_at asc, o.id asc limit $9 offset $10
) as ids
-- ["sw","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","sw","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- outdated_translation, anonymous
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.record_id in (select x.id from "event_texts" x where x.language = $1 and x.is_outdated)
  and o."starts_at" >= $2
  and o."ends_at" <= $3
  and o."starts_at" <= $4))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.record_id in (select x.id from "event_texts" x where x.language = $5 and x.is_outdated)
  and o."starts_at" >= $6
  and o."ends_at" <= $7
  and o."starts_at" <= $8 order by o.starts_at asc, o.id asc limit $9 offset $10
) as ids
-- ["sw","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","sw","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- search, anonymous
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.record_id in (select t.id from "event_texts" t where t.search like $1 and t.search like $2 and (t.language = $3
or t.original and $4 <> all(t.other_languages) and (t.language = $5 or $6 <> all(t.other_languages))
or t.language = $7 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $8)))
  and o."starts_at" >= $9
  and o."ends_at" <= $10
  and o."starts_at" <= $11))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.record_id in (select t.id from "event_texts" t where t.search like $12 and t.search like $13 and (t.language = $14
or t.original and $15 <> all(t.other_languages) and (t.language = $16 or $17 <> all(t.other_languages))
or t.language = $18 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $19)))
  and o."starts_at" >= $20
  and o."ends_at" <= $21
  and o."starts_at" <= $22 order by o.starts_at asc, o.id asc limit $23 offset $24
) as ids
-- ["%ete%","%jazz%","fr","fr","en","en","en","fr","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","%ete%","%jazz%","fr","fr","en","en","en","fr","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- featured, anonymous
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.featured
  and o."starts_at" >= $1
  and o."ends_at" <= $2
  and o."starts_at" <= $3))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.featured
  and o."starts_at" >= $4
  and o."ends_at" <= $5
  and o."starts_at" <= $6 order by o.starts_at asc, o.id asc limit $7 offset $8
) as ids
-- ["2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- ticketed, anonymous
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not o.ticketed
  and o."starts_at" >= $1
  and o."ends_at" <= $2
  and o."starts_at" <= $3))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not o.ticketed
  and o."starts_at" >= $4
  and o."ends_at" <= $5
  and o."starts_at" <= $6 order by o.starts_at asc, o.id asc limit $7 offset $8
) as ids
-- ["2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- post_parent, anonymous
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.record_id in (select e.id from events e where e.post_parent = any($1::bigint[]))
  and o."starts_at" >= $2
  and o."ends_at" <= $3
  and o."starts_at" <= $4))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.record_id in (select e.id from events e where e.post_parent = any($5::bigint[]))
  and o."starts_at" >= $6
  and o."ends_at" <= $7
  and o."starts_at" <= $8 order by o.starts_at asc, o.id asc limit $9 offset $10
) as ids
-- [[9],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",[9],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- geoloc, anonymous
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and (not "o"."protected" and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and "v"."status" = 'publish'
  and v.geo_lat is not null and v.geo_lng is not null))
  and o."starts_at" >= $1
  and o."ends_at" <= $2
  and o."starts_at" <= $3))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and (not "o"."protected" and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and "v"."status" = 'publish'
  and v.geo_lat is not null and v.geo_lng is not null))
  and o."starts_at" >= $4
  and o."ends_at" <= $5
  and o."starts_at" <= $6 order by o.starts_at asc, o.id asc limit $7 offset $8
) as ids
-- ["2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- geoloc_lat, anonymous
with near as materialized (select v.id, round(2 * $1::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $2::float8) / 2) ^ 2 + cos(radians($3::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $4::float8) / 2) ^ 2))) * 1000)::bigint as rank from venues v where "v"."status" = 'publish'
  and v.geo_lat is not null and v.geo_lng is not null
  and v.geo_lat between $5::float8 and $6::float8 and v.geo_lng between $7::float8 and $8::float8 and 2 * $9::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $10::float8) / 2) ^ 2 + cos(radians($11::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $12::float8) / 2) ^ 2))) <= $13::float8), m as materialized (
select d.id, d.starts_at as by from (
select o.id, o.starts_at, o.rank from (select p.id, p.starts_at, p.ends_at, near.rank from near join "listings" p on p.ref_id = near.id) o where o."starts_at" >= $14
  and o."ends_at" <= $15
  and o."starts_at" <= $16
) d group by d.id, d.starts_at
)
select (select count(*) from m)::int as total,
array(select m.id from m order by m.by asc, m.id asc limit $17 offset $18) as ids
-- [6371,10,10,20,9.775168598520317,10.224831401479683,19.77170020896039,20.22829979103961,6371,10,10,20,25,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- geoloc_lng, anonymous
with near as materialized (select v.id, round(2 * $1::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $2::float8) / 2) ^ 2 + cos(radians($3::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $4::float8) / 2) ^ 2))) * 1000)::bigint as rank from venues v where "v"."status" = 'publish'
  and v.geo_lat is not null and v.geo_lng is not null
  and v.geo_lat between $5::float8 and $6::float8 and v.geo_lng between $7::float8 and $8::float8 and 2 * $9::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $10::float8) / 2) ^ 2 + cos(radians($11::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $12::float8) / 2) ^ 2))) <= $13::float8), m as materialized (
select d.id, d.starts_at as by from (
select o.id, o.starts_at, o.rank from (select p.id, p.starts_at, p.ends_at, near.rank from near join "listings" p on p.ref_id = near.id) o where o."starts_at" >= $14
  and o."ends_at" <= $15
  and o."starts_at" <= $16
) d group by d.id, d.starts_at
)
select (select count(*) from m)::int as total,
array(select m.id from m order by m.by asc, m.id asc limit $17 offset $18) as ids
-- [6371,10,10,20,9.775168598520317,10.224831401479683,19.77170020896039,20.22829979103961,6371,10,10,20,25,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- geoloc_radius, anonymous
with near as materialized (select v.id, round(2 * $1::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $2::float8) / 2) ^ 2 + cos(radians($3::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $4::float8) / 2) ^ 2))) * 1000)::bigint as rank from venues v where "v"."status" = 'publish'
  and v.geo_lat is not null and v.geo_lng is not null
  and v.geo_lat between $5::float8 and $6::float8 and v.geo_lng between $7::float8 and $8::float8 and 2 * $9::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $10::float8) / 2) ^ 2 + cos(radians($11::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $12::float8) / 2) ^ 2))) <= $13::float8), m as materialized (
select d.id, d.starts_at as by from (
select o.id, o.starts_at, o.rank from (select p.id, p.starts_at, p.ends_at, near.rank from near join "listings" p on p.ref_id = near.id) o where o."starts_at" >= $14
  and o."ends_at" <= $15
  and o."starts_at" <= $16
) d group by d.id, d.starts_at
)
select (select count(*) from m)::int as total,
array(select m.id from m order by m.by asc, m.id asc limit $17 offset $18) as ids
-- [6371,10,10,20,9.730202518224381,10.269797481775619,19.72604044113423,20.27395955886577,6371,10,10,20,30,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- bbox, anonymous
with near as materialized (select v.id, 0::bigint as rank from venues v where "v"."status" = 'publish'
  and v.geo_lat is not null and v.geo_lng is not null
  and v.geo_lat between $1::float8 and $2::float8 and v.geo_lng between $3::float8 and $4::float8), m as materialized (
select d.id, d.starts_at as by from (
select o.id, o.starts_at, o.rank from (select p.id, p.starts_at, p.ends_at, near.rank from near join "listings" p on p.ref_id = near.id) o where o."starts_at" >= $5
  and o."ends_at" <= $6
  and o."starts_at" <= $7
) d group by d.id, d.starts_at
)
select (select count(*) from m)::int as total,
array(select m.id from m order by m.by asc, m.id asc limit $8 offset $9) as ids
-- [9,11,19,21,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- event_status, anonymous
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and o."starts_at" >= $1
  and o."ends_at" <= $2
  and o."starts_at" <= $3))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and o."starts_at" >= $4
  and o."ends_at" <= $5
  and o."starts_at" <= $6 order by o.starts_at asc, o.id asc limit $7 offset $8
) as ids
-- ["2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- attendance, anonymous
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not "o"."protected" and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and "v"."status" = 'publish') then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id) = any($1::text[])
  and o."starts_at" >= $2
  and o."ends_at" <= $3
  and o."starts_at" <= $4))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not "o"."protected" and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and "v"."status" = 'publish') then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id) = any($5::text[])
  and o."starts_at" >= $6
  and o."ends_at" <= $7
  and o."starts_at" <= $8 order by o.starts_at asc, o.id asc limit $9 offset $10
) as ids
-- [["online","mixed"],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",["online","mixed"],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- external_id, contributor
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and o.record_id = (select x.record_id from external_ids x where x.kind = 'event' and x.source = $1 and x.external_id = $2)
  and "o"."author_id" = $3
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and o.record_id = (select x.record_id from external_ids x where x.kind = 'event' and x.source = $4 and x.external_id = $5)
  and "o"."author_id" = $6
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending') order by o.starts_at asc, o.id asc limit $7 offset $8
) as ids
-- ["ticketing","47,11",6,"ticketing","47,11",6,10,10]

-- external_id, author
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and o.record_id = (select x.record_id from external_ids x where x.kind = 'event' and x.source = $1 and x.external_id = $2)
  and "o"."author_id" = $3))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and o.record_id = (select x.record_id from external_ids x where x.kind = 'event' and x.source = $4 and x.external_id = $5)
  and "o"."author_id" = $6 order by o.starts_at asc, o.id asc limit $7 offset $8
) as ids
-- ["ticketing","47,11",7,"ticketing","47,11",7,10,10]

-- external_id, editor
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and o.record_id = (select x.record_id from external_ids x where x.kind = 'event' and x.source = $1 and x.external_id = $2)
  and true))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and o.record_id = (select x.record_id from external_ids x where x.kind = 'event' and x.source = $3 and x.external_id = $4)
  and true order by o.starts_at asc, o.id asc limit $5 offset $6
) as ids
-- ["ticketing","47,11","ticketing","47,11",10,10]

-- orderby event_date desc, anonymous
select ((select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3)
+ (select count(*) from "listings" o where "o"."ref_id" = $4
  and o.starts_at >= $5::timestamp at time zone 'UTC' and o.starts_at <= $6)
- (select count(*) from ((select o.starts_at from "listings" o where "o"."ref_id" = $7
  and o.starts_at >= $8
  and o.starts_at <= $9
  and o.ends_at > $10
  and o.starts_at >= $11
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)
union all
select o.starts_at from (values (0, $12::timestamptz), (1, $13::timestamptz), (2, $14::timestamptz), (3, $15::timestamptz), (4, $16::timestamptz), (5, $17::timestamptz), (6, $18::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $19
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $20
  and o.starts_at >= $21
  and o.starts_at <= $22
  and o.ends_at > $23 offset 0) o) c))::int as total,
array(
select o.id from "listings" o where "o"."ref_id" = $24
  and o."starts_at" >= $25
  and o."ends_at" <= $26
  and o."starts_at" <= $27 order by o.starts_at desc, o.id desc limit $28 offset $29
) as ids
-- [0,"2026-11-15","2028-11-16",0,"2028-11-16","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-15 18:00:00+00","2028-11-15 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",0,"2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- orderby date desc, anonymous
with c as materialized (select (select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3)
+ (select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.starts_at >= $4::timestamp at time zone 'UTC' and o.starts_at <= $5)
- (select count(*) from ((select o.starts_at from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.starts_at >= $6
  and o.starts_at <= $7
  and o.ends_at > $8
  and o.starts_at >= $9
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)
union all
select o.starts_at from (values (0, $10::timestamptz), (1, $11::timestamptz), (2, $12::timestamptz), (3, $13::timestamptz), (4, $14::timestamptz), (5, $15::timestamptz), (6, $16::timestamptz)) c(class, since)
cross join lateral (select o.* from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $17
  and o.starts_at >= $18
  and o.starts_at <= $19
  and o.ends_at > $20 offset 0) o) c) as n),
g as materialized (
  select c.n > 0 and $21 + $22 * greatest(t.reltuples, 0) / greatest(c.n, 1) <= least(c.n / 4, $23) as ok
  from c, pg_class t where t.oid = $24::regclass
),
m as materialized (
  select r.by, o.id from (
  select k.id, k.published_at as by from "events" k
  where (select g.ok from g)
  order by k.published_at desc, k.id desc limit $25
) r
  cross join lateral (select o.id as id from "occurrences" o where o.record_id = r.id
  and o.status = 'publish'
  and not "o"."hide_from_listings"
  and o."starts_at" >= $26
  and o."ends_at" <= $27
  and o."starts_at" <= $28 offset 0) o
  order by r.by desc, o.id desc limit $29
)
select c.n::int as total, case when g.ok
  and (exists (select 1 from (
  select k.id, k.published_at as by from "events" k
  where (select g.ok from g)
  order by k.published_at desc, k.id desc limit $30
) r where r.by < (select m.by from m order by m.by desc offset $31))
    or (select count(*) from (
  select k.id, k.published_at as by from "events" k
  where (select g.ok from g)
  order by k.published_at desc, k.id desc limit $32
) r) < $33)
then array(
  select m.id from m order by m.by desc, m.id desc limit $34 offset $35
) else array(
select o.id from "occurrences" o join "events" r on r.id = o.record_id where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o."starts_at" >= $36
  and o."ends_at" <= $37
  and o."starts_at" <= $38 order by ("r"."published_at" + interval '0') desc, o.id desc limit $39 offset $40
) end as ids from c, g
-- [0,"2026-11-15","2028-11-16","2028-11-16","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-15 18:00:00+00","2028-11-15 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",100,20,2500,"events",5000,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",20,5000,19,5000,5000,10,10,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- orderby modified desc, anonymous
select ((select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3)
+ (select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.starts_at >= $4::timestamp at time zone 'UTC' and o.starts_at <= $5)
- (select count(*) from ((select o.starts_at from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.starts_at >= $6
  and o.starts_at <= $7
  and o.ends_at > $8
  and o.starts_at >= $9
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)
union all
select o.starts_at from (values (0, $10::timestamptz), (1, $11::timestamptz), (2, $12::timestamptz), (3, $13::timestamptz), (4, $14::timestamptz), (5, $15::timestamptz), (6, $16::timestamptz)) c(class, since)
cross join lateral (select o.* from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $17
  and o.starts_at >= $18
  and o.starts_at <= $19
  and o.ends_at > $20 offset 0) o) c))::int as total,
array(
select o.id from "occurrences" o join "events" r on r.id = o.record_id where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o."starts_at" >= $21
  and o."ends_at" <= $22
  and o."starts_at" <= $23 order by "r"."modified_at" desc, o.id desc limit $24 offset $25
) as ids
-- [0,"2026-11-15","2028-11-16","2028-11-16","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-15 18:00:00+00","2028-11-15 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- orderby title desc, anonymous
with c as materialized (select (select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3)
+ (select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.starts_at >= $4::timestamp at time zone 'UTC' and o.starts_at <= $5)
- (select count(*) from ((select o.starts_at from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.starts_at >= $6
  and o.starts_at <= $7
  and o.ends_at > $8
  and o.starts_at >= $9
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)
union all
select o.starts_at from (values (0, $10::timestamptz), (1, $11::timestamptz), (2, $12::timestamptz), (3, $13::timestamptz), (4, $14::timestamptz), (5, $15::timestamptz), (6, $16::timestamptz)) c(class, since)
cross join lateral (select o.* from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $17
  and o.starts_at >= $18
  and o.starts_at <= $19
  and o.ends_at > $20 offset 0) o) c) as n),
g as materialized (
  select c.n > 0 and $21 + $22 * greatest(t.reltuples, 0) / greatest(c.n, 1) <= least(c.n / 4, $23) as ok
  from c, pg_class t where t.oid = $24::regclass
),
m as materialized (
  select r.by, o.id from (
  select k.id, k.title collate "und-x-icu" as by from "event_texts" k
  where (select g.ok from g)
  and k."title" is not null and (k.language = $25 or (k.original or k.language = $26)
  and not exists (select 1 from "event_texts" x where x.id = k.id and x."title" is not null and (x.language = $27 or x.language = $28 and k.language <> $29)))
  order by k.title collate "und-x-icu" desc, k.id desc limit $30
) r
  cross join lateral (select o.id as id from "occurrences" o where o.record_id = r.id
  and o.status = 'publish'
  and not "o"."hide_from_listings"
  and o."starts_at" >= $31
  and o."ends_at" <= $32
  and o."starts_at" <= $33 offset 0) o
  order by r.by desc, o.id desc limit $34
)
select c.n::int as total, case when g.ok
  and (exists (select 1 from (
  select k.id, k.title collate "und-x-icu" as by from "event_texts" k
  where (select g.ok from g)
  and k."title" is not null and (k.language = $35 or (k.original or k.language = $36)
  and not exists (select 1 from "event_texts" x where x.id = k.id and x."title" is not null and (x.language = $37 or x.language = $38 and k.language <> $39)))
  order by k.title collate "und-x-icu" desc, k.id desc limit $40
) r where r.by < (select m.by from m order by m.by desc offset $41))
    or (select count(*) from (
  select k.id, k.title collate "und-x-icu" as by from "event_texts" k
  where (select g.ok from g)
  and k."title" is not null and (k.language = $42 or (k.original or k.language = $43)
  and not exists (select 1 from "event_texts" x where x.id = k.id and x."title" is not null and (x.language = $44 or x.language = $45 and k.language <> $46)))
  order by k.title collate "und-x-icu" desc, k.id desc limit $47
) r) < $48)
then array(
  select m.id from m order by m.by desc, m.id desc limit $49 offset $50
) else array(
select o.id from "occurrences" o join "events" r on r.id = o.record_id where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o."starts_at" >= $51
  and o."ends_at" <= $52
  and o."starts_at" <= $53 order by coalesce((select x."title" from "event_texts" x where x.id = "r"."id" and x."title" is not null and (x.language in ($54, $55) or x.original) order by x.language <> $56, x.language <> $57 limit 1), '') collate "und-x-icu" desc, o.id desc limit $58 offset $59
) end as ids from c, g
-- [0,"2026-11-15","2028-11-16","2028-11-16","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-15 18:00:00+00","2028-11-15 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",100,20,2500,"event_texts","fr","en","fr","en","en",5000,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",20,"fr","en","fr","en","en",5000,19,"fr","en","fr","en","en",5000,5000,10,10,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","fr","en","fr","en",10,10]

-- orderby id desc, anonymous
select ((select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3)
+ (select count(*) from "listings" o where "o"."ref_id" = $4
  and o.starts_at >= $5::timestamp at time zone 'UTC' and o.starts_at <= $6)
- (select count(*) from ((select o.starts_at from "listings" o where "o"."ref_id" = $7
  and o.starts_at >= $8
  and o.starts_at <= $9
  and o.ends_at > $10
  and o.starts_at >= $11
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)
union all
select o.starts_at from (values (0, $12::timestamptz), (1, $13::timestamptz), (2, $14::timestamptz), (3, $15::timestamptz), (4, $16::timestamptz), (5, $17::timestamptz), (6, $18::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $19
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $20
  and o.starts_at >= $21
  and o.starts_at <= $22
  and o.ends_at > $23 offset 0) o) c))::int as total,
array(
select o.id from "listings" o where "o"."ref_id" = $24
  and o."starts_at" >= $25
  and o."ends_at" <= $26
  and o."starts_at" <= $27 order by "o"."id" desc, o.id desc limit $28 offset $29
) as ids
-- [0,"2026-11-15","2028-11-16",0,"2028-11-16","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-15 18:00:00+00","2028-11-15 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",0,"2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- orderby distance desc, anonymous
with near as materialized (select v.id, round(2 * $1::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $2::float8) / 2) ^ 2 + cos(radians($3::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $4::float8) / 2) ^ 2))) * 1000)::bigint as rank from venues v where "v"."status" = 'publish'
  and v.geo_lat is not null and v.geo_lng is not null
  and v.geo_lat between $5::float8 and $6::float8 and v.geo_lng between $7::float8 and $8::float8 and 2 * $9::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $10::float8) / 2) ^ 2 + cos(radians($11::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $12::float8) / 2) ^ 2))) <= $13::float8), m as materialized (
select d.id, (min(d.rank) * 400000000000 + extract(epoch from d.starts_at)::bigint + 62200000000) as by from (
select o.id, o.starts_at, o.rank from (select p.id, p.starts_at, p.ends_at, near.rank from near join "listings" p on p.ref_id = near.id) o where o."starts_at" >= $14
  and o."ends_at" <= $15
  and o."starts_at" <= $16
) d group by d.id, d.starts_at
)
select (select count(*) from m)::int as total,
array(select m.id from m order by m.by desc, m.id desc limit $17 offset $18) as ids
-- [6371,10,10,20,9.775168598520317,10.224831401479683,19.77170020896039,20.22829979103961,6371,10,10,20,25,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- after a cursor, orderby event_date, anonymous
select ((select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3)
+ (select count(*) from "listings" o where "o"."ref_id" = $4
  and o.starts_at >= $5::timestamp at time zone 'UTC' and o.starts_at <= $6)
- (select count(*) from ((select o.starts_at from "listings" o where "o"."ref_id" = $7
  and o.starts_at >= $8
  and o.starts_at <= $9
  and o.ends_at > $10
  and o.starts_at >= $11
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)
union all
select o.starts_at from (values (0, $12::timestamptz), (1, $13::timestamptz), (2, $14::timestamptz), (3, $15::timestamptz), (4, $16::timestamptz), (5, $17::timestamptz), (6, $18::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $19
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $20
  and o.starts_at >= $21
  and o.starts_at <= $22
  and o.ends_at > $23 offset 0) o) c))::int as total,
array(
select o.id from "listings" o where "o"."ref_id" = $24
  and ("o"."starts_at", o.id) > ($25::timestamptz, $26::bigint)
  and o."starts_at" >= $27
  and o."ends_at" <= $28
  and o."starts_at" <= $29 order by o.starts_at asc, o.id asc limit $30 offset $31
) as ids
-- [0,"2026-11-15","2028-11-16",0,"2028-11-16","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-15 18:00:00+00","2028-11-15 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",0,"2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",0,"2026-12-01 18:00:00+00",12,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",11,0]

-- after a cursor, orderby date, anonymous
with c as materialized (select (select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3)
+ (select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.starts_at >= $4::timestamp at time zone 'UTC' and o.starts_at <= $5)
- (select count(*) from ((select o.starts_at from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.starts_at >= $6
  and o.starts_at <= $7
  and o.ends_at > $8
  and o.starts_at >= $9
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)
union all
select o.starts_at from (values (0, $10::timestamptz), (1, $11::timestamptz), (2, $12::timestamptz), (3, $13::timestamptz), (4, $14::timestamptz), (5, $15::timestamptz), (6, $16::timestamptz)) c(class, since)
cross join lateral (select o.* from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $17
  and o.starts_at >= $18
  and o.starts_at <= $19
  and o.ends_at > $20 offset 0) o) c) as n),
g as materialized (
  select c.n > 0 and $21 + $22 * greatest(t.reltuples, 0) / greatest(c.n, 1) <= least(c.n / 4, $23) as ok
  from c, pg_class t where t.oid = $24::regclass
),
m as materialized (
  select r.by, o.id from (
  select k.id, k.published_at as by from "events" k
  where (select g.ok from g)
  and k.published_at >= $25::timestamptz
  order by k.published_at asc, k.id asc limit $26
) r
  cross join lateral (select o.id as id from "occurrences" o where o.record_id = r.id
  and (r.by, o.id) > ($27::timestamptz, $28::bigint)
  and o.status = 'publish'
  and not "o"."hide_from_listings"
  and o."starts_at" >= $29
  and o."ends_at" <= $30
  and o."starts_at" <= $31 offset 0) o
  order by r.by asc, o.id asc limit $32
)
select c.n::int as total, case when g.ok
  and (exists (select 1 from (
  select k.id, k.published_at as by from "events" k
  where (select g.ok from g)
  and k.published_at >= $33::timestamptz
  order by k.published_at asc, k.id asc limit $34
) r where r.by > (select m.by from m order by m.by asc offset $35))
    or (select count(*) from (
  select k.id, k.published_at as by from "events" k
  where (select g.ok from g)
  and k.published_at >= $36::timestamptz
  order by k.published_at asc, k.id asc limit $37
) r) < $38)
then array(
  select m.id from m order by m.by asc, m.id asc limit $39 offset $40
) else array(
select o.id from "occurrences" o join "events" r on r.id = o.record_id where o.status = 'publish'
  and not "o"."hide_from_listings"
  and (("r"."published_at" + interval '0'), o.id) > ($41::timestamptz, $42::bigint)
  and o."starts_at" >= $43
  and o."ends_at" <= $44
  and o."starts_at" <= $45 order by ("r"."published_at" + interval '0') asc, o.id asc limit $46 offset $47
) end as ids from c, g
-- [0,"2026-11-15","2028-11-16","2028-11-16","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-15 18:00:00+00","2028-11-15 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",100,11,2500,"events","2026-12-01 18:00:00+00",5000,"2026-12-01 18:00:00+00",12,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",11,"2026-12-01 18:00:00+00",5000,10,"2026-12-01 18:00:00+00",5000,5000,11,0,"2026-12-01 18:00:00+00",12,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",11,0]

-- after a cursor, orderby modified, anonymous
select ((select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3)
+ (select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.starts_at >= $4::timestamp at time zone 'UTC' and o.starts_at <= $5)
- (select count(*) from ((select o.starts_at from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.starts_at >= $6
  and o.starts_at <= $7
  and o.ends_at > $8
  and o.starts_at >= $9
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)
union all
select o.starts_at from (values (0, $10::timestamptz), (1, $11::timestamptz), (2, $12::timestamptz), (3, $13::timestamptz), (4, $14::timestamptz), (5, $15::timestamptz), (6, $16::timestamptz)) c(class, since)
cross join lateral (select o.* from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $17
  and o.starts_at >= $18
  and o.starts_at <= $19
  and o.ends_at > $20 offset 0) o) c))::int as total,
array(
select o.id from "occurrences" o join "events" r on r.id = o.record_id where o.status = 'publish'
  and not "o"."hide_from_listings"
  and ("r"."modified_at", o.id) > ($21::timestamptz, $22::bigint)
  and o."starts_at" >= $23
  and o."ends_at" <= $24
  and o."starts_at" <= $25 order by "r"."modified_at" asc, o.id asc limit $26 offset $27
) as ids
-- [0,"2026-11-15","2028-11-16","2028-11-16","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-15 18:00:00+00","2028-11-15 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2026-12-01 18:00:00+00",12,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",11,0]

-- after a cursor, orderby title, anonymous
with c as materialized (select (select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3)
+ (select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.starts_at >= $4::timestamp at time zone 'UTC' and o.starts_at <= $5)
- (select count(*) from ((select o.starts_at from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.starts_at >= $6
  and o.starts_at <= $7
  and o.ends_at > $8
  and o.starts_at >= $9
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)
union all
select o.starts_at from (values (0, $10::timestamptz), (1, $11::timestamptz), (2, $12::timestamptz), (3, $13::timestamptz), (4, $14::timestamptz), (5, $15::timestamptz), (6, $16::timestamptz)) c(class, since)
cross join lateral (select o.* from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $17
  and o.starts_at >= $18
  and o.starts_at <= $19
  and o.ends_at > $20 offset 0) o) c) as n),
g as materialized (
  select c.n > 0 and $21 + $22 * greatest(t.reltuples, 0) / greatest(c.n, 1) <= least(c.n / 4, $23) as ok
  from c, pg_class t where t.oid = $24::regclass
),
m as materialized (
  select r.by, o.id from (
  select k.id, k.title collate "und-x-icu" as by from "event_texts" k
  where (select g.ok from g)
  and k."title" is not null and (k.language = $25 or (k.original or k.language = $26)
  and not exists (select 1 from "event_texts" x where x.id = k.id and x."title" is not null and (x.language = $27 or x.language = $28 and k.language <> $29)))
  and k.title collate "und-x-icu" >= $30::text
  order by k.title collate "und-x-icu" asc, k.id asc limit $31
) r
  cross join lateral (select o.id as id from "occurrences" o where o.record_id = r.id
  and (r.by, o.id) > ($32::text, $33::bigint)
  and o.status = 'publish'
  and not "o"."hide_from_listings"
  and o."starts_at" >= $34
  and o."ends_at" <= $35
  and o."starts_at" <= $36 offset 0) o
  order by r.by asc, o.id asc limit $37
)
select c.n::int as total, case when g.ok
  and (exists (select 1 from (
  select k.id, k.title collate "und-x-icu" as by from "event_texts" k
  where (select g.ok from g)
  and k."title" is not null and (k.language = $38 or (k.original or k.language = $39)
  and not exists (select 1 from "event_texts" x where x.id = k.id and x."title" is not null and (x.language = $40 or x.language = $41 and k.language <> $42)))
  and k.title collate "und-x-icu" >= $43::text
  order by k.title collate "und-x-icu" asc, k.id asc limit $44
) r where r.by > (select m.by from m order by m.by asc offset $45))
    or (select count(*) from (
  select k.id, k.title collate "und-x-icu" as by from "event_texts" k
  where (select g.ok from g)
  and k."title" is not null and (k.language = $46 or (k.original or k.language = $47)
  and not exists (select 1 from "event_texts" x where x.id = k.id and x."title" is not null and (x.language = $48 or x.language = $49 and k.language <> $50)))
  and k.title collate "und-x-icu" >= $51::text
  order by k.title collate "und-x-icu" asc, k.id asc limit $52
) r) < $53)
then array(
  select m.id from m order by m.by asc, m.id asc limit $54 offset $55
) else array(
select o.id from "occurrences" o join "events" r on r.id = o.record_id where o.status = 'publish'
  and not "o"."hide_from_listings"
  and (coalesce((select x."title" from "event_texts" x where x.id = "r"."id" and x."title" is not null and (x.language in ($56, $57) or x.original) order by x.language <> $58, x.language <> $59 limit 1), '') collate "und-x-icu", o.id) > ($60::text, $61::bigint)
  and o."starts_at" >= $62
  and o."ends_at" <= $63
  and o."starts_at" <= $64 order by coalesce((select x."title" from "event_texts" x where x.id = "r"."id" and x."title" is not null and (x.language in ($65, $66) or x.original) order by x.language <> $67, x.language <> $68 limit 1), '') collate "und-x-icu" asc, o.id asc limit $69 offset $70
) end as ids from c, g
-- [0,"2026-11-15","2028-11-16","2028-11-16","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-15 18:00:00+00","2028-11-15 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",100,11,2500,"event_texts","fr","en","fr","en","en","Jazz",5000,"Jazz",12,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",11,"fr","en","fr","en","en","Jazz",5000,10,"fr","en","fr","en","en","Jazz",5000,5000,11,0,"fr","en","fr","en","Jazz",12,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","fr","en","fr","en",11,0]

-- after a cursor, orderby id, anonymous
select ((select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3)
+ (select count(*) from "listings" o where "o"."ref_id" = $4
  and o.starts_at >= $5::timestamp at time zone 'UTC' and o.starts_at <= $6)
- (select count(*) from ((select o.starts_at from "listings" o where "o"."ref_id" = $7
  and o.starts_at >= $8
  and o.starts_at <= $9
  and o.ends_at > $10
  and o.starts_at >= $11
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)
union all
select o.starts_at from (values (0, $12::timestamptz), (1, $13::timestamptz), (2, $14::timestamptz), (3, $15::timestamptz), (4, $16::timestamptz), (5, $17::timestamptz), (6, $18::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $19
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $20
  and o.starts_at >= $21
  and o.starts_at <= $22
  and o.ends_at > $23 offset 0) o) c))::int as total,
array(
select o.id from "listings" o where "o"."ref_id" = $24
  and ("o"."id", o.id) > ($25::bigint, $26::bigint)
  and o."starts_at" >= $27
  and o."ends_at" <= $28
  and o."starts_at" <= $29 order by "o"."id" asc, o.id asc limit $30 offset $31
) as ids
-- [0,"2026-11-15","2028-11-16",0,"2028-11-16","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-15 18:00:00+00","2028-11-15 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",0,"2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",0,"7",12,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",11,0]

-- after a cursor, orderby distance, anonymous
with near as materialized (select v.id, round(2 * $1::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $2::float8) / 2) ^ 2 + cos(radians($3::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $4::float8) / 2) ^ 2))) * 1000)::bigint as rank from venues v where "v"."status" = 'publish'
  and v.geo_lat is not null and v.geo_lng is not null
  and v.geo_lat between $5::float8 and $6::float8 and v.geo_lng between $7::float8 and $8::float8 and 2 * $9::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $10::float8) / 2) ^ 2 + cos(radians($11::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $12::float8) / 2) ^ 2))) <= $13::float8), m as materialized (
select d.id, (min(d.rank) * 400000000000 + extract(epoch from d.starts_at)::bigint + 62200000000) as by from (
select o.id, o.starts_at, o.rank from (select p.id, p.starts_at, p.ends_at, near.rank from near join "listings" p on p.ref_id = near.id) o where o."starts_at" >= $14
  and o."ends_at" <= $15
  and o."starts_at" <= $16
) d group by d.id, d.starts_at
)
select (select count(*) from m)::int as total,
array(select m.id from m where (m.by, m.id) > ($17::bigint, $18::bigint) order by m.by asc, m.id asc limit $19 offset $20) as ids
-- [6371,10,10,20,9.775168598520317,10.224831401479683,19.77170020896039,20.22829979103961,6371,10,10,20,25,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","7",12,11,0]

-- without venue, anonymous
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not (not "o"."protected" and exists (select 1 from "event_venues" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($1::bigint[])))
  and o."starts_at" >= $2
  and o."ends_at" <= $3
  and o."starts_at" <= $4))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not (not "o"."protected" and exists (select 1 from "event_venues" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($5::bigint[])))
  and o."starts_at" >= $6
  and o."ends_at" <= $7
  and o."starts_at" <= $8 order by o.starts_at asc, o.id asc limit $9 offset $10
) as ids
-- [[4,5],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",[4,5],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- without venue, contributor
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not ((not "o"."protected" or "o"."author_id" = $1
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_venues" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($2::bigint[])))
  and o."starts_at" >= $3
  and o."ends_at" <= $4
  and o."starts_at" <= $5))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not ((not "o"."protected" or "o"."author_id" = $6
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_venues" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($7::bigint[])))
  and o."starts_at" >= $8
  and o."ends_at" <= $9
  and o."starts_at" <= $10 order by o.starts_at asc, o.id asc limit $11 offset $12
) as ids
-- [6,[4,5],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",6,[4,5],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- without venue, author
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not ((not "o"."protected" or "o"."author_id" = $1) and exists (select 1 from "event_venues" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($2::bigint[])))
  and o."starts_at" >= $3
  and o."ends_at" <= $4
  and o."starts_at" <= $5))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not ((not "o"."protected" or "o"."author_id" = $6) and exists (select 1 from "event_venues" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($7::bigint[])))
  and o."starts_at" >= $8
  and o."ends_at" <= $9
  and o."starts_at" <= $10 order by o.starts_at asc, o.id asc limit $11 offset $12
) as ids
-- [7,[4,5],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",7,[4,5],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- without venue, editor
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not (true and exists (select 1 from "event_venues" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($1::bigint[])))
  and o."starts_at" >= $2
  and o."ends_at" <= $3
  and o."starts_at" <= $4))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not (true and exists (select 1 from "event_venues" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($5::bigint[])))
  and o."starts_at" >= $6
  and o."ends_at" <= $7
  and o."starts_at" <= $8 order by o.starts_at asc, o.id asc limit $9 offset $10
) as ids
-- [[4,5],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",[4,5],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- without organizer, anonymous
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not (not "o"."protected" and exists (select 1 from "event_organizers" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($1::bigint[])))
  and o."starts_at" >= $2
  and o."ends_at" <= $3
  and o."starts_at" <= $4))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not (not "o"."protected" and exists (select 1 from "event_organizers" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($5::bigint[])))
  and o."starts_at" >= $6
  and o."ends_at" <= $7
  and o."starts_at" <= $8 order by o.starts_at asc, o.id asc limit $9 offset $10
) as ids
-- [[4,5],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",[4,5],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- without organizer, contributor
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not ((not "o"."protected" or "o"."author_id" = $1
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_organizers" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($2::bigint[])))
  and o."starts_at" >= $3
  and o."ends_at" <= $4
  and o."starts_at" <= $5))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not ((not "o"."protected" or "o"."author_id" = $6
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_organizers" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($7::bigint[])))
  and o."starts_at" >= $8
  and o."ends_at" <= $9
  and o."starts_at" <= $10 order by o.starts_at asc, o.id asc limit $11 offset $12
) as ids
-- [6,[4,5],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",6,[4,5],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- without organizer, author
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not ((not "o"."protected" or "o"."author_id" = $1) and exists (select 1 from "event_organizers" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($2::bigint[])))
  and o."starts_at" >= $3
  and o."ends_at" <= $4
  and o."starts_at" <= $5))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not ((not "o"."protected" or "o"."author_id" = $6) and exists (select 1 from "event_organizers" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($7::bigint[])))
  and o."starts_at" >= $8
  and o."ends_at" <= $9
  and o."starts_at" <= $10 order by o.starts_at asc, o.id asc limit $11 offset $12
) as ids
-- [7,[4,5],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",7,[4,5],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- without organizer, editor
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not (true and exists (select 1 from "event_organizers" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($1::bigint[])))
  and o."starts_at" >= $2
  and o."ends_at" <= $3
  and o."starts_at" <= $4))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not (true and exists (select 1 from "event_organizers" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($5::bigint[])))
  and o."starts_at" >= $6
  and o."ends_at" <= $7
  and o."starts_at" <= $8 order by o.starts_at asc, o.id asc limit $9 offset $10
) as ids
-- [[4,5],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",[4,5],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- without tags, anonymous
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not exists (select 1 from "event_tags" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($1::bigint[]))
  and o."starts_at" >= $2
  and o."ends_at" <= $3
  and o."starts_at" <= $4))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not exists (select 1 from "event_tags" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($5::bigint[]))
  and o."starts_at" >= $6
  and o."ends_at" <= $7
  and o."starts_at" <= $8 order by o.starts_at asc, o.id asc limit $9 offset $10
) as ids
-- [[4,5],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",[4,5],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- without tags, contributor
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not exists (select 1 from "event_tags" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($1::bigint[]))
  and o."starts_at" >= $2
  and o."ends_at" <= $3
  and o."starts_at" <= $4))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not exists (select 1 from "event_tags" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($5::bigint[]))
  and o."starts_at" >= $6
  and o."ends_at" <= $7
  and o."starts_at" <= $8 order by o.starts_at asc, o.id asc limit $9 offset $10
) as ids
-- [[4,5],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",[4,5],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- without tags, author
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not exists (select 1 from "event_tags" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($1::bigint[]))
  and o."starts_at" >= $2
  and o."ends_at" <= $3
  and o."starts_at" <= $4))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not exists (select 1 from "event_tags" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($5::bigint[]))
  and o."starts_at" >= $6
  and o."ends_at" <= $7
  and o."starts_at" <= $8 order by o.starts_at asc, o.id asc limit $9 offset $10
) as ids
-- [[4,5],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",[4,5],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- without tags, editor
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not exists (select 1 from "event_tags" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($1::bigint[]))
  and o."starts_at" >= $2
  and o."ends_at" <= $3
  and o."starts_at" <= $4))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not exists (select 1 from "event_tags" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($5::bigint[]))
  and o."starts_at" >= $6
  and o."ends_at" <= $7
  and o."starts_at" <= $8 order by o.starts_at asc, o.id asc limit $9 offset $10
) as ids
-- [[4,5],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",[4,5],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- without categories, anonymous
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($1::bigint[]))
  and o."starts_at" >= $2
  and o."ends_at" <= $3
  and o."starts_at" <= $4))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($5::bigint[]))
  and o."starts_at" >= $6
  and o."ends_at" <= $7
  and o."starts_at" <= $8 order by o.starts_at asc, o.id asc limit $9 offset $10
) as ids
-- [[4,5],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",[4,5],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- without categories, contributor
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($1::bigint[]))
  and o."starts_at" >= $2
  and o."ends_at" <= $3
  and o."starts_at" <= $4))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($5::bigint[]))
  and o."starts_at" >= $6
  and o."ends_at" <= $7
  and o."starts_at" <= $8 order by o.starts_at asc, o.id asc limit $9 offset $10
) as ids
-- [[4,5],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",[4,5],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- without categories, author
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($1::bigint[]))
  and o."starts_at" >= $2
  and o."ends_at" <= $3
  and o."starts_at" <= $4))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($5::bigint[]))
  and o."starts_at" >= $6
  and o."ends_at" <= $7
  and o."starts_at" <= $8 order by o.starts_at asc, o.id asc limit $9 offset $10
) as ids
-- [[4,5],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",[4,5],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- without categories, editor
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($1::bigint[]))
  and o."starts_at" >= $2
  and o."ends_at" <= $3
  and o."starts_at" <= $4))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($5::bigint[]))
  and o."starts_at" >= $6
  and o."ends_at" <= $7
  and o."starts_at" <= $8 order by o.starts_at asc, o.id asc limit $9 offset $10
) as ids
-- [[4,5],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",[4,5],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- inventory, anonymous
select string_agg(p.item, ',') filter (where p.n <= $1) as items,
  case when count(*) > $2 then max(p.id) filter (where p.n <= $3) end as last
from (
select o.id, '{"id":' || o.id || ',"version":' || o.version|| ',"type":"' || case when o.series_id is null then 'single' when o.series_id = o.id then 'series'
when o.record_id = o.id then 'exception' else 'occurrence' end || '"' || '}' as item, row_number() over (order by o.id) as n from (select e.id, e.id as record_id, case when e."recurrence" is null then e."series_id" else e.id end as "series_id", "e"."version", "e"."status", "e"."author_id", "e"."hide_from_listings", "e"."protected", "e"."featured", "e"."ticketed" from "events" e) o
where o.status = 'publish'
  and not "o"."hide_from_listings"
order by o.id limit $4
) p
-- [10,10,10,11]

-- inventory of drafts after a cursor, author
select string_agg(p.item, ',') filter (where p.n <= $1) as items,
  case when count(*) > $2 then max(p.id) filter (where p.n <= $3) end as last
from (
select o.id, '{"id":' || o.id || ',"version":' || o.version|| ',"type":"' || case when o.series_id is null then 'single' when o.series_id = o.id then 'series'
when o.record_id = o.id then 'exception' else 'occurrence' end || '"' || '}' as item, row_number() over (order by o.id) as n from (select e.id, e.id as record_id, case when e."recurrence" is null then e."series_id" else e.id end as "series_id", "e"."version", "e"."status", "e"."author_id", "e"."hide_from_listings", "e"."protected", "e"."featured", "e"."ticketed" from "events" e) o
where o.status in ('draft')
  and ("o"."status" = 'publish' or "o"."author_id" = $4)
  and not "o"."hide_from_listings"
  and o.id > $5::bigint
order by o.id limit $6
) p
-- [10,10,10,7,12,11]

-- inventory in a period and in categories, anonymous
select string_agg(p.item, ',') filter (where p.n <= $1) as items,
  case when count(*) > $2 then max(p.id) filter (where p.n <= $3) end as last
from (
select o.id, '{"id":' || o.id || ',"version":' || o.version|| ',"type":"' || case when o.series_id is null then 'single' when o.series_id = o.id then 'series'
when o.record_id = o.id then 'exception' else 'occurrence' end || '"' || '}' as item, row_number() over (order by o.id) as n from (select e.id, e.id as record_id, case when e."recurrence" is null then e."series_id" else e.id end as "series_id", d.starts_at, d.ends_at, "e"."version", "e"."status", "e"."author_id", "e"."hide_from_listings", "e"."protected", "e"."featured", "e"."ticketed"
from (
select coalesce(o."series_id", o.id) as id, coalesce(min(o.starts_at) filter (where o.starts_at >= $4), max(o.starts_at)) as starts_at, max(o.ends_at) as ends_at
from "occurrences" o where "o"."status" = 'publish'
  and (o.ends_at > $5 or o.starts_at >= $6)
  and not "o"."hide_from_listings" group by 1
union all
select o.id as id, coalesce(min(o.starts_at) filter (where o.starts_at >= $7), max(o.starts_at)) as starts_at, max(o.ends_at) as ends_at
from "occurrences" o where "o"."status" = 'publish'
  and (o.ends_at > $8 or o.starts_at >= $9)
  and not "o"."hide_from_listings"
  and o."series_id" is not null
  and o.record_id = o.id group by 1
) d join "events" e on e.id = d.id) o
where o.status = 'publish'
  and not "o"."hide_from_listings"
  and exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($10::bigint[]))
order by o.id limit $11
) p
-- [10,10,10,"2026-11-15T08:30:00Z","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-11-15T08:30:00Z","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",[1,2],11]

-- inventory of the dates of a series, author
select string_agg(p.item, ',') filter (where p.n <= $1) as items,
  case when count(*) > $2 then max(p.id) filter (where p.n <= $3) end as last
from (
select o.id, '{"id":' || o.id || ',"version":' || (r.version + case when o.record_id = o.id then 0 else o.own_version end)|| ',"type":"' || case when o.series_id is null then 'single' when o.series_id = o.id then 'series'
when o.record_id = o.id then 'exception' else 'occurrence' end || '"' || '}' as item, row_number() over (order by o.id) as n from "occurrences" o join "events" r on r.id = o.record_id
where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.series_id = any($4::bigint[])
  and o.id > $5::bigint
order by o.id limit $6
) p
-- [10,10,10,[9],12,11]

-- facets, anonymous
with dates as materialized (
select m.n, d.* from (
select o.id, 1 as n from "listings" o where "o"."ref_id" = $1
  and o.starts_at >= $2::timestamp at time zone 'UTC' and o.starts_at <= $3
union all
(select o.id, -1 as n from "listings" o where "o"."ref_id" = $4
  and o.starts_at >= $5
  and o.starts_at <= $6
  and o.ends_at > $7
  and o.starts_at >= $8
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)
union all
select o.id, -1 as n from (values (0, $9::timestamptz), (1, $10::timestamptz), (2, $11::timestamptz), (3, $12::timestamptz), (4, $13::timestamptz), (5, $14::timestamptz), (6, $15::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $16
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $17
  and o.starts_at >= $18
  and o.starts_at <= $19
  and o.ends_at > $20 offset 0) o
) m join "occurrences" d on d.id = m.id
)
select 'categories' as facet, f.n, f.id, coalesce((select x."slug" from "category_texts" x where x.id = f.id and x."slug" is not null and (x.language in ($21, $22) or x.original) order by x.language <> $23, x.language <> $24 limit 1), '') as slug, coalesce((select x."name" from "category_texts" x where x.id = f.id and x."name" is not null and (x.language in ($25, $26) or x.original) order by x.language <> $27, x.language <> $28 limit 1), '') as name, null as at from (
select r.id, c.n::int as n from (
select ref_id, sum(n) as n from (
select ref_id, n from "facet_counts" where facet = 'categories' and days = 256
  and span >= $29
  and span < $30
union all
select ref_id, n from "facet_counts" where facet = 'categories' and days = 16
  and span >= $31
  and span < $32
union all
select ref_id, n from "facet_counts" where facet = 'categories' and days = 1
  and span >= $33
  and span < $34
union all
select ref_id, n from count_changes where ref_id > 0 and day >= $35 and day < $36
union all
select l.ref_id, d.n from dates d join "event_categories" l on l."event_id" = d.record_id
) v group by ref_id having sum(n) > 0
) c join "categories" r on r.id = c.ref_id where true order by c.n desc, r.id limit $37
) f
union all
select 'venue' as facet, f.n, f.id, coalesce((select x."slug" from "venue_texts" x where x.id = f.id and x."slug" is not null and (x.language in ($38, $39) or x.original) order by x.language <> $40, x.language <> $41 limit 1), '') as slug, coalesce((select x."venue" from "venue_texts" x where x.id = f.id and x."venue" is not null and (x.language in ($42, $43) or x.original) order by x.language <> $44, x.language <> $45 limit 1), '') as name, null as at from (
select r.id, c.n::int as n from (
select ref_id, sum(n) as n from (
select ref_id, n from "facet_counts" where facet = 'venue' and days = 256
  and span >= $46
  and span < $47
union all
select ref_id, n from "facet_counts" where facet = 'venue' and days = 16
  and span >= $48
  and span < $49
union all
select ref_id, n from "facet_counts" where facet = 'venue' and days = 1
  and span >= $50
  and span < $51
union all
select ref_id, n from count_changes where ref_id > 0 and day >= $52 and day < $53
union all
select l.ref_id, d.n from dates d join "event_venues" l on l."event_id" = d.record_id where not d."protected"
) v group by ref_id having sum(n) > 0
) c join "venues" r on r.id = c.ref_id where "r"."status" = 'publish' order by c.n desc, r.id limit $54
) f
union all
select 'month' as facet, sum(m.n)::int as n, null::bigint as id, null as slug, null as name, m.at::text as at from (
select (date_trunc('month', d.starts_at at time zone 'UTC') + interval '14 days') at time zone 'UTC' as at, d.n from dates d
union all
select (date_trunc('month', day::timestamp) + interval '14 days') at time zone 'UTC', n from day_counts where ref_id = $55 and day >= $56 and day < $57
) m group by m.at
-- [0,"2028-11-16","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-15 18:00:00+00","2028-11-15 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",0,"2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","fr","en","fr","en","fr","en","fr","en",82,84,1299,1312,20772,20784,"2026-11-15","2028-11-16",50,"fr","en","fr","en","fr","en","fr","en",82,84,1299,1312,20772,20784,"2026-11-15","2028-11-16",50,0,"2026-11-15","2028-11-16"]

-- facets of the venue in a period, contributor
with dates as materialized (
select m.n, d.* from (
(select o.id, 1 as n from "listings" o where "o"."ref_id" = $1
  and o.starts_at < $2
  and o."starts_at" < $3
  and (o.ends_at > $4 or o.starts_at >= $5)
  and o.starts_at >= $6
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)
union all
select o.id, 1 as n from (values (0, $7::timestamptz), (1, $8::timestamptz), (2, $9::timestamptz), (3, $10::timestamptz), (4, $11::timestamptz), (5, $12::timestamptz), (6, $13::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $14
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $15
  and o.starts_at < $16
  and o."starts_at" < $17
  and (o.ends_at > $18 or o.starts_at >= $19) offset 0) o
) m join "occurrences" d on d.id = m.id
)
select 'venue' as facet, f.n, f.id, coalesce((select x."slug" from "venue_texts" x where x.id = f.id and x."slug" is not null and (x.language in ($20, $21) or x.original) order by x.language <> $22, x.language <> $23 limit 1), '') as slug, coalesce((select x."venue" from "venue_texts" x where x.id = f.id and x."venue" is not null and (x.language in ($24, $25) or x.original) order by x.language <> $26, x.language <> $27 limit 1), '') as name, null as at from (
select r.id, c.n::int as n from (
select ref_id, sum(n) as n from (
select ref_id, n from "facet_counts" where facet = 'venue' and days = 16
  and span >= $28
  and span < $29
union all
select ref_id, n from "facet_counts" where facet = 'venue' and days = 1
  and span >= $30
  and span < $31
union all
select ref_id, n from "facet_counts" where facet = 'venue' and days = 1
  and span >= $32
  and span < $33
union all
select ref_id, n from count_changes where ref_id > 0 and day >= $34 and day < $35
union all
select l.ref_id, d.n from dates d join "event_venues" l on l."event_id" = d.record_id where not d."protected"
union all
select -o.ref_id, 1 from "listings" o join "occurrences" d on d.id = o.id
where o.ref_id < 0
  and o."starts_at" < $36
  and (o.ends_at > $37 or o.starts_at >= $38)
  and (not "d"."protected" or "d"."author_id" = $39
  and case "d"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "d"."record_id")
else "d"."status" end in ('draft', 'pending'))
) v group by ref_id having sum(n) > 0
) c join "venues" r on r.id = c.ref_id where ("r"."status" = 'publish' or "r"."author_id" = $40) and "r"."status" <> 'trash' order by c.n desc, r.id limit $41
) f
-- [0,"2026-12-01 00:00:00+00","2027-01-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-11-30 18:00:00+00","2026-11-30 00:00:00+00","2026-11-29 00:00:00+00","2026-11-23 00:00:00+00","2026-10-30 00:00:00+00","2026-07-26 00:00:00+00","2025-07-07 00:00:00+00","-infinity",0,"2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2027-01-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","fr","en","fr","en","fr","en","fr","en",1300,1301,20788,20800,20816,20819,"2026-12-01","2027-01-01","2027-01-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",6,6,50]

-- facets of featured events, contributor
with dates as materialized (
select m.n, d.* from (
select o.id, 1 as n from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.featured
  and o."starts_at" >= $1
  and o."ends_at" <= $2
  and o."starts_at" <= $3
) m join "occurrences" d on d.id = m.id
)
select 'venue' as facet, f.n, f.id, coalesce((select x."slug" from "venue_texts" x where x.id = f.id and x."slug" is not null and (x.language in ($4, $5) or x.original) order by x.language <> $6, x.language <> $7 limit 1), '') as slug, coalesce((select x."venue" from "venue_texts" x where x.id = f.id and x."venue" is not null and (x.language in ($8, $9) or x.original) order by x.language <> $10, x.language <> $11 limit 1), '') as name, null as at from (
select r.id, c.n::int as n from (
select ref_id, sum(n) as n from (
select l.ref_id, d.n from dates d join "event_venues" l on l."event_id" = d.record_id where (not "d"."protected" or "d"."author_id" = $12
  and case "d"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "d"."record_id")
else "d"."status" end in ('draft', 'pending'))
) v group by ref_id having sum(n) > 0
) c join "venues" r on r.id = c.ref_id where ("r"."status" = 'publish' or "r"."author_id" = $13) and "r"."status" <> 'trash' order by c.n desc, r.id limit $14
) f
union all
select 'month' as facet, sum(m.n)::int as n, null::bigint as id, null as slug, null as name, m.at::text as at from (
select (date_trunc('month', d.starts_at at time zone 'UTC') + interval '14 days') at time zone 'UTC' as at, d.n from dates d
) m group by m.at
-- ["2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","fr","en","fr","en","fr","en","fr","en",6,6,50]

-- facets of a collapsed list, anonymous
with dates as materialized (
select m.n, d.* from (
select o.id, 1 as n from (select m.id from (
select distinct on (o.series) o.id as id, "o"."starts_at" as by from "listings" o
where "o"."ref_id" = $1
  and o."starts_at" >= $2
  and o."ends_at" <= $3
  and o."starts_at" <= $4
order by o.series, "o"."starts_at" asc, o.id asc
) m) o where true
) m join "occurrences" d on d.id = m.id
)
select 'tags' as facet, f.n, f.id, coalesce((select x."slug" from "tag_texts" x where x.id = f.id and x."slug" is not null and (x.language in ($5, $6) or x.original) order by x.language <> $7, x.language <> $8 limit 1), '') as slug, coalesce((select x."name" from "tag_texts" x where x.id = f.id and x."name" is not null and (x.language in ($9, $10) or x.original) order by x.language <> $11, x.language <> $12 limit 1), '') as name, null as at from (
select r.id, c.n::int as n from (
select ref_id, sum(n) as n from (
select l.ref_id, d.n from dates d join "event_tags" l on l."event_id" = d.record_id
) v group by ref_id having sum(n) > 0
) c join "tags" r on r.id = c.ref_id where true order by c.n desc, r.id limit $13
) f
union all
select 'month' as facet, sum(m.n)::int as n, null::bigint as id, null as slug, null as name, m.at::text as at from (
select (date_trunc('month', d.starts_at at time zone 'UTC') + interval '14 days') at time zone 'UTC' as at, d.n from dates d
) m group by m.at
-- [0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","fr","en","fr","en","fr","en","fr","en",50]

-- months of a venue, anonymous
with dates as materialized (
select m.n, d.* from (
select distinct * from (select o.id, 1 as n from "listings" o where "o"."ref_id" = any($1::bigint[])
  and o."starts_at" >= $2
  and o."ends_at" <= $3
  and o."starts_at" <= $4) o
) m join "occurrences" d on d.id = m.id
)
select 'month' as facet, sum(m.n)::int as n, null::bigint as id, null as slug, null as name, m.at::text as at from (
select (date_trunc('month', d.starts_at at time zone 'UTC') + interval '14 days') at time zone 'UTC' as at, d.n from dates d
) m group by m.at
-- [[4,5],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00"]

-- after a cursor in a window, anonymous
select ((select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3)
+ (select count(*) from ((select 1 from "listings" o where "o"."ref_id" = $4
  and o.starts_at < $5
  and (o.ends_at > $6 or o.starts_at >= $7)
  and o.starts_at >= $8
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)
union all
select 1 from (values (0, $9::timestamptz), (1, $10::timestamptz), (2, $11::timestamptz), (3, $12::timestamptz), (4, $13::timestamptz), (5, $14::timestamptz), (6, $15::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $16
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $17
  and o.starts_at < $18
  and (o.ends_at > $19 or o.starts_at >= $20) offset 0) o) c))::int as total,
array(
select o.id from (
(select o.id as id, o.starts_at from "listings" o where "o"."ref_id" = $21
  and ("o"."starts_at", o.id) > ($22::timestamptz, $23::bigint)
  and o.starts_at < $24
  and (o.ends_at > $25 or o.starts_at >= $26)
  and o.starts_at >= $27
  and not o.ends_at - o.starts_at > interval '6 hours' order by o.starts_at asc, o.id asc limit $28)
union all
select o.id as id, o.starts_at from (values (0, $29::timestamptz), (1, $30::timestamptz), (2, $31::timestamptz), (3, $32::timestamptz), (4, $33::timestamptz), (5, $34::timestamptz), (6, $35::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $36
  and ("o"."starts_at", o.id) > ($37::timestamptz, $38::bigint)
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $39
  and o.starts_at < $40
  and (o.ends_at > $41 or o.starts_at >= $42) order by o.starts_at asc, o.id asc limit $43) o
union all
(select o.id as id, o.starts_at from "listings" o where "o"."ref_id" = $44
  and ("o"."starts_at", o.id) > ($45::timestamptz, $46::bigint)
  and o.starts_at >= $47
  and (o.ends_at > $48 or o.starts_at >= $49) order by o.starts_at asc, o.id asc limit $50)
) o order by o.starts_at asc, o.id asc limit $51 offset $52
) as ids
-- [0,"2026-12-01","infinity",0,"2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-11-30 18:00:00+00","2026-11-30 00:00:00+00","2026-11-29 00:00:00+00","2026-11-23 00:00:00+00","2026-10-30 00:00:00+00","2026-07-26 00:00:00+00","2025-07-07 00:00:00+00","-infinity",0,"2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",0,"2026-12-01 18:00:00+00",12,"2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-11-30 18:00:00+00",11,"2026-11-30 00:00:00+00","2026-11-29 00:00:00+00","2026-11-23 00:00:00+00","2026-10-30 00:00:00+00","2026-07-26 00:00:00+00","2025-07-07 00:00:00+00","-infinity",0,"2026-12-01 18:00:00+00",12,"2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",11,0,"2026-12-01 18:00:00+00",12,"2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",11,11,0]

-- after a cursor in several categories, orderby modified, anonymous
select ((select count(distinct o.id) from (select p.ref_id, p.starts_at, p.ends_at, p.id, d.record_id, "d"."series_id", "d"."original_start", "d"."own_version", "d"."status", "d"."author_id", "d"."hide_from_listings", "d"."protected", "d"."featured", "d"."ticketed" from "listings" p join "occurrences" d on d.id = p.id) o where "o"."ref_id" = any($1::bigint[])
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $2)
  and o."starts_at" >= $3
  and o."ends_at" <= $4
  and o."starts_at" <= $5))::int as total,
array(
select m.id from unnest($6::bigint[]) each(ref_id) cross join lateral (
  select o.id as id, "r"."modified_at" as by from (select p.ref_id, p.starts_at, p.ends_at, p.id, d.record_id, "d"."series_id", "d"."original_start", "d"."own_version", "d"."status", "d"."author_id", "d"."hide_from_listings", "d"."protected", "d"."featured", "d"."ticketed" from "listings" p join "occurrences" d on d.id = p.id) o join "events" r on r.id = o.record_id where o.ref_id = each.ref_id
  and "r"."modified_at" > $7
  and ("r"."modified_at", o.id) > ($8::timestamptz, $9::bigint)
  and o."starts_at" >= $10
  and o."ends_at" <= $11
  and o."starts_at" <= $12 order by "r"."modified_at" asc, o.id asc limit $13
) m group by m.id, m.by order by m.by asc, m.id asc limit $14 offset $15
) as ids
-- [[1,2],"2026-11-01 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",[1,2],"2026-11-01 00:00:00+00","2026-12-01 18:00:00+00",12,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",11,11,0]

-- nearby, in a period, anonymous
with near as materialized (select v.id, 0::bigint as rank from venues v where "v"."status" = 'publish'
  and v.geo_lat is not null and v.geo_lng is not null
  and v.geo_lat between $1::float8 and $2::float8 and v.geo_lng between $3::float8 and $4::float8), m as materialized (
select d.id, d.starts_at as by from (
(select o.id, o.starts_at, o.rank from (select p.id, p.starts_at, p.ends_at, near.rank from near join "listings" p on p.ref_id = near.id) o where o.starts_at < $5
  and (o.ends_at > $6 or o.starts_at >= $7)
  and o.starts_at >= $8
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)
union all
select o.id, o.starts_at, o.rank from (values (0, $9::timestamptz), (1, $10::timestamptz), (2, $11::timestamptz), (3, $12::timestamptz), (4, $13::timestamptz), (5, $14::timestamptz), (6, $15::timestamptz)) c(class, since)
cross join lateral (select o.* from (select p.id, p.starts_at, p.ends_at, near.rank from near join "listings" p on p.ref_id = near.id) o where o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $16
  and o.starts_at < $17
  and (o.ends_at > $18 or o.starts_at >= $19) offset 0) o
union all
select o.id, o.starts_at, o.rank from (select p.id, p.starts_at, p.ends_at, near.rank from near join "listings" p on p.ref_id = near.id) o where o.starts_at >= $20
  and (o.ends_at > $21 or o.starts_at >= $22)
) d group by d.id, d.starts_at
)
select (select count(*) from m)::int as total,
array(select m.id from m order by m.by asc, m.id asc limit $23 offset $24) as ids
-- [9,11,19,21,"2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-11-30 18:00:00+00","2026-11-30 00:00:00+00","2026-11-29 00:00:00+00","2026-11-23 00:00:00+00","2026-10-30 00:00:00+00","2026-07-26 00:00:00+00","2025-07-07 00:00:00+00","-infinity","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",10,10]

-- nearby, contributor
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and ((not "o"."protected" or "o"."author_id" = $1
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select near.id from (select v.id, 0::bigint as rank from venues v where ("v"."status" = 'publish' or "v"."author_id" = $2) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null
  and v.geo_lat between $3::float8 and $4::float8 and v.geo_lng between $5::float8 and $6::float8) near))))
  and o."starts_at" >= $7
  and o."ends_at" <= $8
  and o."starts_at" <= $9))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and ((not "o"."protected" or "o"."author_id" = $10
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select near.id from (select v.id, 0::bigint as rank from venues v where ("v"."status" = 'publish' or "v"."author_id" = $11) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null
  and v.geo_lat between $12::float8 and $13::float8 and v.geo_lng between $14::float8 and $15::float8) near))))
  and o."starts_at" >= $16
  and o."ends_at" <= $17
  and o."starts_at" <= $18 order by o.starts_at asc, o.id asc limit $19 offset $20
) as ids
-- [6,6,9,11,19,21,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",6,6,9,11,19,21,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- collapsed, anonymous
select ((case when coalesce((select min(e."expanded_until") from "events" e) > $1::date, true) then (select coalesce(sum(lasts), 0) from day_counts where ref_id = $2 and day >= $3) + (select count(*) from "listings" o where "o"."ref_id" = $4
  and o.last
  and o.starts_at >= $5 and o.starts_at < $6::timestamp at time zone 'UTC')
- (select coalesce(sum(firsts), 0) from day_counts where ref_id = $7 and day >= $8)
- (select count(*) from "listings" o where "o"."ref_id" = $9
  and o.previous_at is null
  and o.starts_at > $10
  and o.starts_at < $11::timestamp at time zone 'UTC')
- (select count(*) from (select 1 from (values (6, $12::timestamptz)) c(class, until)
cross join lateral (select 1 from "listings" o where "o"."ref_id" = $13
  and o.starts_at - o.previous_at > interval '8 days'
  and gap_class(o.previous_at, o.starts_at) = c.class
  and o.starts_at > $14
  and o.starts_at <= c.until
  and o.previous_at < $15 offset 0) o) c)
- (select count(*) from (select distinct c.series from ((select o.series, o.previous_at is null and o.last as alone from "listings" o where "o"."ref_id" = $16
  and o.starts_at >= $17
  and o.starts_at <= $18
  and o.ends_at > $19
  and o.starts_at >= $20
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)
union all
select o.series, o.previous_at is null and o.last as alone from (values (0, $21::timestamptz), (1, $22::timestamptz), (2, $23::timestamptz), (3, $24::timestamptz), (4, $25::timestamptz), (5, $26::timestamptz), (6, $27::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $28
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $29
  and o.starts_at >= $30
  and o.starts_at <= $31
  and o.ends_at > $32 offset 0) o) c where c.alone or not exists (select 1 from (select o.* from "listings" o where o.series = c.series offset 0) o where "o"."ref_id" = $33
  and o.starts_at >= $34
  and o.starts_at <= $35
  and o."starts_at" >= $36
  and o."ends_at" <= $37
  and o."starts_at" <= $38 offset 0)) c) else (select count(*) from "listings" o where "o"."ref_id" = $39
  and (o.previous_at is null or o.previous_at < $40 or (o.series in (
(select o.series from "listings" o where "o"."ref_id" = $41
  and o.starts_at <= $42
  and o.ends_at > $43
  and not (o.previous_at is null and o.last)
  and o.starts_at >= $44
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)
union all
select o.series from (values (0, $45::timestamptz), (1, $46::timestamptz), (2, $47::timestamptz), (3, $48::timestamptz), (4, $49::timestamptz), (5, $50::timestamptz), (6, $51::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $52
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $53
  and o.starts_at <= $54
  and o.ends_at > $55
  and not (o.previous_at is null and o.last) offset 0) o
) and not exists (select 1 from (select o.series, o.starts_at, o.id) shown cross join lateral (select 1 from (select o.* from "listings" o where o.series = shown.series offset 0) o where "o"."ref_id" = $56
  and (o.starts_at, o.id) < (shown.starts_at, shown.id)
  and o."starts_at" >= $57
  and o."ends_at" <= $58
  and o."starts_at" <= $59) e)))
  and o."starts_at" >= $60
  and o."ends_at" <= $61
  and o."starts_at" <= $62) end))::int as total,
array(
select o.id from "listings" o where "o"."ref_id" = $63
  and (o.previous_at is null or o.previous_at < $64 or (o.series in (
(select o.series from "listings" o where "o"."ref_id" = $65
  and o.starts_at <= $66
  and o.ends_at > $67
  and not (o.previous_at is null and o.last)
  and o.starts_at >= $68
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)
union all
select o.series from (values (0, $69::timestamptz), (1, $70::timestamptz), (2, $71::timestamptz), (3, $72::timestamptz), (4, $73::timestamptz), (5, $74::timestamptz), (6, $75::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $76
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $77
  and o.starts_at <= $78
  and o.ends_at > $79
  and not (o.previous_at is null and o.last) offset 0) o
) and not exists (select 1 from (select o.series, o.starts_at, o.id) shown cross join lateral (select 1 from (select o.* from "listings" o where o.series = shown.series offset 0) o where "o"."ref_id" = $80
  and (o.starts_at, o.id) < (shown.starts_at, shown.id)
  and o."starts_at" >= $81
  and o."ends_at" <= $82
  and o."starts_at" <= $83) e)))
  and o."starts_at" >= $84
  and o."ends_at" <= $85
  and o."starts_at" <= $86 order by o.starts_at asc, o.id asc limit $87 offset $88
) as ids
-- ["2026-11-15",0,"2026-11-16",0,"2026-11-15 00:00:00+00","2026-11-16",0,"2028-11-17",0,"2028-11-16 00:00:00+00","2028-11-17","infinity",0,"2028-11-16 00:00:00+00","2026-11-15 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-15 18:00:00+00","2028-11-15 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",0,"2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00",0,"2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-15 18:00:00+00","2028-11-15 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",0,"2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00",0,"2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-15 18:00:00+00","2028-11-15 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",0,"2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- records with exceptions, categories, author
select ((select count(*) from (select e.id, e.id as record_id, case when e."recurrence" is null then e."series_id" else e.id end as "series_id", d.starts_at, d.ends_at, "e"."status", "e"."author_id", "e"."hide_from_listings", "e"."protected", "e"."featured", "e"."ticketed"
from (
select coalesce(o."series_id", o.id) as id, coalesce(min(o.starts_at) filter (where o.starts_at >= $1), max(o.starts_at)) as starts_at, max(o.ends_at) as ends_at
from "occurrences" o where ("o"."status" = 'publish' or "o"."author_id" = $2)
  and o."starts_at" >= $3
  and o."ends_at" <= $4
  and o."starts_at" <= $5
  and not "o"."hide_from_listings" group by 1
union all
select o.id as id, coalesce(min(o.starts_at) filter (where o.starts_at >= $6), max(o.starts_at)) as starts_at, max(o.ends_at) as ends_at
from "occurrences" o where ("o"."status" = 'publish' or "o"."author_id" = $7)
  and o."starts_at" >= $8
  and o."ends_at" <= $9
  and o."starts_at" <= $10
  and not "o"."hide_from_listings"
  and o."series_id" is not null
  and o.record_id = o.id group by 1
) d join "events" e on e.id = d.id) o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($11::bigint[]))))::int as total,
array(
select o.id from (select e.id, e.id as record_id, case when e."recurrence" is null then e."series_id" else e.id end as "series_id", d.starts_at, d.ends_at, "e"."status", "e"."author_id", "e"."hide_from_listings", "e"."protected", "e"."featured", "e"."ticketed"
from (
select coalesce(o."series_id", o.id) as id, coalesce(min(o.starts_at) filter (where o.starts_at >= $12), max(o.starts_at)) as starts_at, max(o.ends_at) as ends_at
from "occurrences" o where ("o"."status" = 'publish' or "o"."author_id" = $13)
  and o."starts_at" >= $14
  and o."ends_at" <= $15
  and o."starts_at" <= $16
  and not "o"."hide_from_listings" group by 1
union all
select o.id as id, coalesce(min(o.starts_at) filter (where o.starts_at >= $17), max(o.starts_at)) as starts_at, max(o.ends_at) as ends_at
from "occurrences" o where ("o"."status" = 'publish' or "o"."author_id" = $18)
  and o."starts_at" >= $19
  and o."ends_at" <= $20
  and o."starts_at" <= $21
  and not "o"."hide_from_listings"
  and o."series_id" is not null
  and o.record_id = o.id group by 1
) d join "events" e on e.id = d.id) o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($22::bigint[])) order by o.starts_at asc, o.id asc limit $23 offset $24
) as ids
-- ["2026-11-15T08:30:00Z",7,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2026-11-15T08:30:00Z",7,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",[1,2],"2026-11-15T08:30:00Z",7,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2026-11-15T08:30:00Z",7,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",[1,2],10,10]

-- records, include, anonymous
select ((select count(*) from (select e.id, e.id as record_id, case when e."recurrence" is null then e."series_id" else e.id end as "series_id", d.starts_at, d.ends_at, "e"."status", "e"."author_id", "e"."hide_from_listings", "e"."protected", "e"."featured", "e"."ticketed"
from "events" e cross join lateral (
select coalesce(min(o.starts_at) filter (where o.starts_at >= $1), max(o.starts_at)) as starts_at, max(o.ends_at) as ends_at from "occurrences" o where (o."series_id" = e.id or o.id = e.id) and "o"."status" = 'publish' having count(*) > 0
) d where e."series_id" is null) o where o.status = 'publish'
  and o.id = any(array(select unnest($2::bigint[]) union all select d.id from occurrences d where d.series_id is not null and d.series_id = any($3::bigint[])))))::int as total,
array(
select o.id from (select e.id, e.id as record_id, case when e."recurrence" is null then e."series_id" else e.id end as "series_id", d.starts_at, d.ends_at, "e"."status", "e"."author_id", "e"."hide_from_listings", "e"."protected", "e"."featured", "e"."ticketed"
from "events" e cross join lateral (
select coalesce(min(o.starts_at) filter (where o.starts_at >= $4), max(o.starts_at)) as starts_at, max(o.ends_at) as ends_at from "occurrences" o where (o."series_id" = e.id or o.id = e.id) and "o"."status" = 'publish' having count(*) > 0
) d where e."series_id" is null) o where o.status = 'publish'
  and o.id = any(array(select unnest($5::bigint[]) union all select d.id from occurrences d where d.series_id is not null and d.series_id = any($6::bigint[]))) order by o.starts_at asc, o.id asc limit $7 offset $8
) as ids
-- ["2026-11-15T08:30:00Z",[1,2],[1,2],"2026-11-15T08:30:00Z",[1,2],[1,2],10,10]

-- collapsed, one tag, anonymous
select ((case when coalesce((select min(e."expanded_until") from "events" e) > $1::date, true) then (select coalesce(sum(lasts), 0) from day_counts where ref_id = $2 and day >= $3) + (select count(*) from "listings" o where "o"."ref_id" = $4
  and o.last
  and o.starts_at >= $5 and o.starts_at < $6::timestamp at time zone 'UTC')
- (select coalesce(sum(firsts), 0) from day_counts where ref_id = $7 and day >= $8)
- (select count(*) from "listings" o where "o"."ref_id" = $9
  and o.previous_at is null
  and o.starts_at > $10
  and o.starts_at < $11::timestamp at time zone 'UTC')
- (select count(*) from (select 1 from (values (6, $12::timestamptz)) c(class, until)
cross join lateral (select 1 from "listings" o where "o"."ref_id" = $13
  and o.starts_at - o.previous_at > interval '8 days'
  and gap_class(o.previous_at, o.starts_at) = c.class
  and o.starts_at > $14
  and o.starts_at <= c.until
  and o.previous_at < $15 offset 0) o) c)
- (select count(*) from (select distinct c.series from ((select o.series, o.previous_at is null and o.last as alone from "listings" o where "o"."ref_id" = $16
  and o.starts_at >= $17
  and o.starts_at <= $18
  and o.ends_at > $19
  and o.starts_at >= $20
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)
union all
select o.series, o.previous_at is null and o.last as alone from (values (0, $21::timestamptz), (1, $22::timestamptz), (2, $23::timestamptz), (3, $24::timestamptz), (4, $25::timestamptz), (5, $26::timestamptz), (6, $27::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $28
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $29
  and o.starts_at >= $30
  and o.starts_at <= $31
  and o.ends_at > $32 offset 0) o) c where c.alone or not exists (select 1 from (select o.* from "listings" o where o.series = c.series offset 0) o where "o"."ref_id" = $33
  and o.starts_at >= $34
  and o.starts_at <= $35
  and o."starts_at" >= $36
  and o."ends_at" <= $37
  and o."starts_at" <= $38 offset 0)) c) else (select count(*) from "listings" o where "o"."ref_id" = $39
  and (o.previous_at is null or o.previous_at < $40 or (o.series in (
(select o.series from "listings" o where "o"."ref_id" = $41
  and o.starts_at <= $42
  and o.ends_at > $43
  and not (o.previous_at is null and o.last)
  and o.starts_at >= $44
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)
union all
select o.series from (values (0, $45::timestamptz), (1, $46::timestamptz), (2, $47::timestamptz), (3, $48::timestamptz), (4, $49::timestamptz), (5, $50::timestamptz), (6, $51::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $52
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $53
  and o.starts_at <= $54
  and o.ends_at > $55
  and not (o.previous_at is null and o.last) offset 0) o
) and not exists (select 1 from (select o.series, o.starts_at, o.id) shown cross join lateral (select 1 from (select o.* from "listings" o where o.series = shown.series offset 0) o where "o"."ref_id" = $56
  and (o.starts_at, o.id) < (shown.starts_at, shown.id)
  and o."starts_at" >= $57
  and o."ends_at" <= $58
  and o."starts_at" <= $59) e)))
  and o."starts_at" >= $60
  and o."ends_at" <= $61
  and o."starts_at" <= $62) end))::int as total,
array(
select o.id from "listings" o where "o"."ref_id" = $63
  and (o.previous_at is null or o.previous_at < $64 or (o.series in (
(select o.series from "listings" o where "o"."ref_id" = $65
  and o.starts_at <= $66
  and o.ends_at > $67
  and not (o.previous_at is null and o.last)
  and o.starts_at >= $68
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)
union all
select o.series from (values (0, $69::timestamptz), (1, $70::timestamptz), (2, $71::timestamptz), (3, $72::timestamptz), (4, $73::timestamptz), (5, $74::timestamptz), (6, $75::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $76
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $77
  and o.starts_at <= $78
  and o.ends_at > $79
  and not (o.previous_at is null and o.last) offset 0) o
) and not exists (select 1 from (select o.series, o.starts_at, o.id) shown cross join lateral (select 1 from (select o.* from "listings" o where o.series = shown.series offset 0) o where "o"."ref_id" = $80
  and (o.starts_at, o.id) < (shown.starts_at, shown.id)
  and o."starts_at" >= $81
  and o."ends_at" <= $82
  and o."starts_at" <= $83) e)))
  and o."starts_at" >= $84
  and o."ends_at" <= $85
  and o."starts_at" <= $86 order by o.starts_at asc, o.id asc limit $87 offset $88
) as ids
-- ["2026-11-15",3,"2026-11-16",3,"2026-11-15 00:00:00+00","2026-11-16",3,"2028-11-17",3,"2028-11-16 00:00:00+00","2028-11-17","infinity",3,"2028-11-16 00:00:00+00","2026-11-15 00:00:00+00",3,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-15 18:00:00+00","2028-11-15 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",3,"2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",3,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",3,"2026-11-15 00:00:00+00",3,"2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-15 18:00:00+00","2028-11-15 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",3,"2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",3,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",3,"2026-11-15 00:00:00+00",3,"2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-15 18:00:00+00","2028-11-15 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",3,"2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",3,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- collapsed, in a period, anonymous
select ((case when coalesce((select min(e."expanded_until") from "events" e) > $1::date, true) then (select coalesce(sum(lasts), 0) from day_counts where ref_id = $2 and day >= $3) + (select count(*) from "listings" o where "o"."ref_id" = $4
  and o.last
  and o.starts_at >= $5 and o.starts_at < $6::timestamp at time zone 'UTC')
- (select coalesce(sum(firsts), 0) from day_counts where ref_id = $7 and day >= $8)
- (select count(*) from "listings" o where "o"."ref_id" = $9
  and o.previous_at is null
  and o.starts_at >= $10
  and o.starts_at < $11::timestamp at time zone 'UTC')
- (select count(*) from (select 1 from (values (1, $12::timestamptz), (2, $13::timestamptz), (3, $14::timestamptz), (4, $15::timestamptz), (5, $16::timestamptz), (6, $17::timestamptz)) c(class, until)
cross join lateral (select 1 from "listings" o where "o"."ref_id" = $18
  and o.starts_at - o.previous_at > interval '8 days'
  and gap_class(o.previous_at, o.starts_at) = c.class
  and o.starts_at >= $19
  and o.starts_at <= c.until
  and o.previous_at < $20 offset 0) o) c)
+ (select count(*) from (select distinct c.series from ((select o.series, o.previous_at is null and o.last as alone from "listings" o where "o"."ref_id" = $21
  and o.starts_at < $22
  and o."starts_at" < $23
  and (o.ends_at > $24 or o.starts_at >= $25)
  and o.starts_at >= $26
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)
union all
select o.series, o.previous_at is null and o.last as alone from (values (0, $27::timestamptz), (1, $28::timestamptz), (2, $29::timestamptz), (3, $30::timestamptz), (4, $31::timestamptz), (5, $32::timestamptz), (6, $33::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $34
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $35
  and o.starts_at < $36
  and o."starts_at" < $37
  and (o.ends_at > $38 or o.starts_at >= $39) offset 0) o) c where c.alone or not exists (select 1 from (select o.* from "listings" o where o.series = c.series offset 0) o where "o"."ref_id" = $40
  and o.starts_at >= $41
  and o.starts_at < $42
  and o."starts_at" < $43
  and (o.ends_at > $44 or o.starts_at >= $45) offset 0)) c) else (select count(*) from ((select 1 from "listings" o where "o"."ref_id" = $46
  and (o.previous_at is null or (o.previous_at < $47 and o.previous_end <= $48))
  and o.starts_at < $49
  and o."starts_at" < $50
  and (o.ends_at > $51 or o.starts_at >= $52)
  and o.starts_at >= $53
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)
union all
select 1 from (values (0, $54::timestamptz), (1, $55::timestamptz), (2, $56::timestamptz), (3, $57::timestamptz), (4, $58::timestamptz), (5, $59::timestamptz), (6, $60::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $61
  and (o.previous_at is null or (o.previous_at < $62 and o.previous_end <= $63))
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $64
  and o.starts_at < $65
  and o."starts_at" < $66
  and (o.ends_at > $67 or o.starts_at >= $68) offset 0) o
union all
select 1 from "listings" o where "o"."ref_id" = $69
  and (o.previous_at is null or (o.previous_at < $70 and o.previous_end <= $71))
  and o.starts_at >= $72
  and o."starts_at" < $73
  and (o.ends_at > $74 or o.starts_at >= $75)) c) end))::int as total,
array(
select o.id from (
(select o.id as id, o.starts_at from "listings" o where "o"."ref_id" = $76
  and (o.previous_at is null or (o.previous_at < $77 and o.previous_end <= $78))
  and o.starts_at < $79
  and o."starts_at" < $80
  and (o.ends_at > $81 or o.starts_at >= $82)
  and o.starts_at >= $83
  and not o.ends_at - o.starts_at > interval '6 hours' order by o.starts_at asc, o.id asc limit $84)
union all
select o.id as id, o.starts_at from (values (0, $85::timestamptz), (1, $86::timestamptz), (2, $87::timestamptz), (3, $88::timestamptz), (4, $89::timestamptz), (5, $90::timestamptz), (6, $91::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $92
  and (o.previous_at is null or (o.previous_at < $93 and o.previous_end <= $94))
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $95
  and o.starts_at < $96
  and o."starts_at" < $97
  and (o.ends_at > $98 or o.starts_at >= $99) order by o.starts_at asc, o.id asc limit $100) o
union all
(select o.id as id, o.starts_at from "listings" o where "o"."ref_id" = $101
  and (o.previous_at is null or (o.previous_at < $102 and o.previous_end <= $103))
  and o.starts_at >= $104
  and o."starts_at" < $105
  and (o.ends_at > $106 or o.starts_at >= $107) order by o.starts_at asc, o.id asc limit $108)
) o order by o.starts_at asc, o.id asc limit $109 offset $110
) as ids
-- ["2026-12-01",0,"2026-12-02",0,"2026-12-01 00:00:00+00","2026-12-02",0,"2027-01-02",0,"2027-01-01 00:00:00+00","2027-01-02","2027-01-02 00:00:00+00","2027-02-03 00:00:00+00","2027-04-08 00:00:00+00","2027-08-14 00:00:00+00","2028-01-05 00:00:00+00","infinity",0,"2027-01-01 00:00:00+00","2026-12-01 00:00:00+00",0,"2026-12-01 00:00:00+00","2027-01-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-11-30 18:00:00+00","2026-11-30 00:00:00+00","2026-11-29 00:00:00+00","2026-11-23 00:00:00+00","2026-10-30 00:00:00+00","2026-07-26 00:00:00+00","2025-07-07 00:00:00+00","-infinity",0,"2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2027-01-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",0,"2026-12-01 00:00:00+00","2027-01-01 00:00:00+00","2027-01-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",0,"2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2027-01-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-11-30 18:00:00+00","2026-11-30 00:00:00+00","2026-11-29 00:00:00+00","2026-11-23 00:00:00+00","2026-10-30 00:00:00+00","2026-07-26 00:00:00+00","2025-07-07 00:00:00+00","-infinity",0,"2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2027-01-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",0,"2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2027-01-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",0,"2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2027-01-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-11-30 18:00:00+00",20,"2026-11-30 00:00:00+00","2026-11-29 00:00:00+00","2026-11-23 00:00:00+00","2026-10-30 00:00:00+00","2026-07-26 00:00:00+00","2025-07-07 00:00:00+00","-infinity",0,"2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2027-01-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",20,0,"2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2027-01-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",20,10,10]

-- collapsed, several categories, anonymous
select ((select count(distinct o.series) from "listings" o where "o"."ref_id" = any($1::bigint[])
  and o."starts_at" >= $2
  and o."ends_at" <= $3
  and o."starts_at" <= $4))::int as total,
array(
select m.id from (
select distinct on (o.series) o.id as id, "o"."starts_at" as by from "listings" o
where "o"."ref_id" = any($5::bigint[])
  and o."starts_at" >= $6
  and o."ends_at" <= $7
  and o."starts_at" <= $8
order by o.series, "o"."starts_at" asc, o.id asc
) m
order by m.by asc, m.id asc limit $9 offset $10
) as ids
-- [[1,2],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",[1,2],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- collapsed, featured, orderby title desc after a cursor, anonymous
select ((select count(distinct coalesce(o."series_id", o.id)) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.featured
  and o."starts_at" >= $1
  and o."ends_at" <= $2
  and o."starts_at" <= $3))::int as total,
array(
select m.id from (
select distinct on (coalesce(o."series_id", o.id)) o.id as id, coalesce((select x."title" from "event_texts" x where x.id = "r"."id" and x."title" is not null and (x.language in ($4, $5) or x.original) order by x.language <> $6, x.language <> $7 limit 1), '') collate "und-x-icu" as by from "occurrences" o join "events" r on r.id = o.record_id
where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.featured
  and o."starts_at" >= $8
  and o."ends_at" <= $9
  and o."starts_at" <= $10
order by coalesce(o."series_id", o.id), coalesce((select x."title" from "event_texts" x where x.id = "r"."id" and x."title" is not null and (x.language in ($11, $12) or x.original) order by x.language <> $13, x.language <> $14 limit 1), '') collate "und-x-icu" desc, o.id desc
) m
where (m.by, m.id) < ($15::text, $16::bigint)
order by m.by desc, m.id desc limit $17 offset $18
) as ids
-- ["2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","fr","en","fr","en","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","fr","en","fr","en","Jazz",12,11,0]

-- all filters, anonymous
select ((select count(distinct o.id) from (select p.ref_id, p.starts_at, p.ends_at, p.id, d.record_id, "d"."series_id", "d"."original_start", "d"."own_version", "d"."status", "d"."author_id", "d"."hide_from_listings", "d"."protected", "d"."featured", "d"."ticketed" from "listings" p join "occurrences" d on d.id = p.id) o where "o"."ref_id" = any($1::bigint[])
  and (not "o"."protected" and exists (select 1 from "event_organizers" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $2))
  and exists (select 1 from "event_tags" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $3)
  and exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($4::bigint[]))
  and coalesce((
  select h.first_day <= $5::date and h.last_day >= $6::date and not coalesce(h.closed @> $7::date, false) and (h.weekdays >> $8::int & 1 = 1 or coalesce(h.adjusted @> $9::date, false)) from event_hours h where h.event_id = o.record_id and (not h.protected or exists (select 1 from events r where r.id = h.event_id and not "r"."protected"))
), o.starts_at < $10 and (o.ends_at > $11 or o.starts_at >= $12))
  and o.starts_at <= $13 and o.ends_at > $14 and coalesce((
  select case when h.closed && daterange($15::date - 2, $16::date + 2) or h.adjusted && daterange($17::date - 2, $18::date + 2) or z.today is null then (
    select (not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end)
    from (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute from (select coalesce($19::date + ((z.today / 2880 - 1 + 8) % 7 - 1) + z.today % 2880 * interval '1 minute', $20::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w offset 0) c
  ) else h.weekly @> z.today or h.weekly @> (case when z.today >= 2880 then z.today - 1440 else z.today + 18720 end) end from event_hours h cross join lateral (select ($21::jsonb ->> h.timezone)::int as today offset 0) z where h.event_id = o.record_id and (not h.protected or exists (select 1 from events r where r.id = h.event_id and not "r"."protected"))
), true)
  and o.id <> all($22::bigint[])
  and coalesce(o.series_id, 0) <> all($23::bigint[])
  and o.series_id = any($24::bigint[])
  and o.series_id is not null
  and (o.series_id is null or (o.series_id <> o.id and o.record_id = o.id))
  and o.author_id = $25
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $26)
  and o.record_id in (select x.id from "event_texts" x where x.language = $27 and x.is_outdated)
  and o.record_id in (select t.id from "event_texts" t where t.search like $28 and t.search like $29 and (t.language = $30
or t.original and $31 <> all(t.other_languages) and (t.language = $32 or $33 <> all(t.other_languages))
or t.language = $34 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $35)))
  and o.featured
  and not o.ticketed
  and o.record_id in (select e.id from events e where e.post_parent = any($36::bigint[]))
  and (not "o"."protected" and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and "v"."status" = 'publish'
  and v.geo_lat is not null and v.geo_lng is not null))
  and (not "o"."protected" and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select near.id from (select v.id, round(2 * $37::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $38::float8) / 2) ^ 2 + cos(radians($39::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $40::float8) / 2) ^ 2))) * 1000)::bigint as rank from venues v where "v"."status" = 'publish'
  and v.geo_lat is not null and v.geo_lng is not null
  and v.geo_lat between $41::float8 and $42::float8 and v.geo_lng between $43::float8 and $44::float8
  and v.geo_lat between $45::float8 and $46::float8 and v.geo_lng between $47::float8 and $48::float8 and 2 * $49::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $50::float8) / 2) ^ 2 + cos(radians($51::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $52::float8) / 2) ^ 2))) <= $53::float8) near))))
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and not "o"."protected" and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and "v"."status" = 'publish') then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id) = any($54::text[])
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $55
  and "r"."modified_at" < $56)
  and o."starts_at" >= $57
  and o."ends_at" <= $58
  and o."starts_at" <= $59
  and o."starts_at" < $60
  and o."starts_at" > $61
  and o."ends_at" < $62
  and o."ends_at" > $63
  and o."starts_at" < $64
  and o."starts_at" <= $65
  and o."ends_at" > $66
  and o."starts_at" < $67
  and o."starts_at" <= $68
  and o."ends_at" > $69
  and (o.ends_at > $70 or o.starts_at >= $71)))::int as total,
array(
select m.id from unnest($72::bigint[]) each(ref_id) cross join lateral (
  select o.id as id, "o"."starts_at" as by from (select p.ref_id, p.starts_at, p.ends_at, p.id, d.record_id, "d"."series_id", "d"."original_start", "d"."own_version", "d"."status", "d"."author_id", "d"."hide_from_listings", "d"."protected", "d"."featured", "d"."ticketed" from "listings" p join "occurrences" d on d.id = p.id) o where o.ref_id = each.ref_id
  and (not "o"."protected" and exists (select 1 from "event_organizers" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $73))
  and exists (select 1 from "event_tags" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $74)
  and exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($75::bigint[]))
  and coalesce((
  select h.first_day <= $76::date and h.last_day >= $77::date and not coalesce(h.closed @> $78::date, false) and (h.weekdays >> $79::int & 1 = 1 or coalesce(h.adjusted @> $80::date, false)) from event_hours h where h.event_id = o.record_id and (not h.protected or exists (select 1 from events r where r.id = h.event_id and not "r"."protected"))
), o.starts_at < $81 and (o.ends_at > $82 or o.starts_at >= $83))
  and o.starts_at <= $84 and o.ends_at > $85 and coalesce((
  select case when h.closed && daterange($86::date - 2, $87::date + 2) or h.adjusted && daterange($88::date - 2, $89::date + 2) or z.today is null then (
    select (not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end)
    from (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute from (select coalesce($90::date + ((z.today / 2880 - 1 + 8) % 7 - 1) + z.today % 2880 * interval '1 minute', $91::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w offset 0) c
  ) else h.weekly @> z.today or h.weekly @> (case when z.today >= 2880 then z.today - 1440 else z.today + 18720 end) end from event_hours h cross join lateral (select ($92::jsonb ->> h.timezone)::int as today offset 0) z where h.event_id = o.record_id and (not h.protected or exists (select 1 from events r where r.id = h.event_id and not "r"."protected"))
), true)
  and o.id <> all($93::bigint[])
  and coalesce(o.series_id, 0) <> all($94::bigint[])
  and o.series_id = any($95::bigint[])
  and o.series_id is not null
  and (o.series_id is null or (o.series_id <> o.id and o.record_id = o.id))
  and o.author_id = $96
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $97)
  and o.record_id in (select x.id from "event_texts" x where x.language = $98 and x.is_outdated)
  and o.record_id in (select t.id from "event_texts" t where t.search like $99 and t.search like $100 and (t.language = $101
or t.original and $102 <> all(t.other_languages) and (t.language = $103 or $104 <> all(t.other_languages))
or t.language = $105 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $106)))
  and o.featured
  and not o.ticketed
  and o.record_id in (select e.id from events e where e.post_parent = any($107::bigint[]))
  and (not "o"."protected" and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and "v"."status" = 'publish'
  and v.geo_lat is not null and v.geo_lng is not null))
  and (not "o"."protected" and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select near.id from (select v.id, round(2 * $108::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $109::float8) / 2) ^ 2 + cos(radians($110::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $111::float8) / 2) ^ 2))) * 1000)::bigint as rank from venues v where "v"."status" = 'publish'
  and v.geo_lat is not null and v.geo_lng is not null
  and v.geo_lat between $112::float8 and $113::float8 and v.geo_lng between $114::float8 and $115::float8
  and v.geo_lat between $116::float8 and $117::float8 and v.geo_lng between $118::float8 and $119::float8 and 2 * $120::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $121::float8) / 2) ^ 2 + cos(radians($122::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $123::float8) / 2) ^ 2))) <= $124::float8) near))))
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and not "o"."protected" and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and "v"."status" = 'publish') then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id) = any($125::text[])
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $126
  and "r"."modified_at" < $127)
  and o."starts_at" >= $128
  and o."ends_at" <= $129
  and o."starts_at" <= $130
  and o."starts_at" < $131
  and o."starts_at" > $132
  and o."ends_at" < $133
  and o."ends_at" > $134
  and o."starts_at" < $135
  and o."starts_at" <= $136
  and o."ends_at" > $137
  and o."starts_at" < $138
  and o."starts_at" <= $139
  and o."ends_at" > $140
  and (o.ends_at > $141 or o.starts_at >= $142) order by "o"."starts_at" asc, o.id asc limit $143
) m group by m.id, m.by order by m.by asc, m.id asc limit $144 offset $145
) as ids
-- [[4,5],6,3,[1,2],"2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","all time zones",[3],[3],[9],7,"sw","sw","%ete%","%jazz%","fr","fr","en","en","en","fr",[9],6371,10,10,20,9,11,19,21,9.730202518224381,10.269797481775619,19.72604044113423,20.27395955886577,6371,10,10,20,30,["online","mixed"],"2026-11-01 00:00:00+00","2026-11-10 12:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-12-02 16:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",[4,5],6,3,[1,2],"2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","all time zones",[3],[3],[9],7,"sw","sw","%ete%","%jazz%","fr","fr","en","en","en","fr",[9],6371,10,10,20,9,11,19,21,9.730202518224381,10.269797481775619,19.72604044113423,20.27395955886577,6371,10,10,20,30,["online","mixed"],"2026-11-01 00:00:00+00","2026-11-10 12:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-12-02 16:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",20,10,10]

-- all filters, contributor
select ((select count(distinct o.id) from (select p.ref_id, p.starts_at, p.ends_at, p.id, d.record_id, "d"."series_id", "d"."original_start", "d"."own_version", "d"."status", "d"."author_id", "d"."hide_from_listings", "d"."protected", "d"."featured", "d"."ticketed" from "listings" p join "occurrences" d on d.id = p.id) o where "o"."ref_id" = any($1::bigint[])
  and (o.ref_id > 0 or exists (select 1 from "occurrences" d where d.id = o.id and (not "d"."protected" or "d"."author_id" = $2
  and case "d"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "d"."record_id")
else "d"."status" end in ('draft', 'pending')) offset 0))
  and ((not "o"."protected" or "o"."author_id" = $3
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_organizers" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $4))
  and exists (select 1 from "event_tags" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $5)
  and exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($6::bigint[]))
  and coalesce((
  select h.first_day <= $7::date and h.last_day >= $8::date and not coalesce(h.closed @> $9::date, false) and (h.weekdays >> $10::int & 1 = 1 or coalesce(h.adjusted @> $11::date, false)) from event_hours h where h.event_id = o.record_id and (not h.protected or exists (select 1 from events r where r.id = h.event_id and (not "r"."protected" or "r"."author_id" = $12
  and case "r"."status"
when 'trash' then r.trashed_from
else "r"."status" end in ('draft', 'pending'))))
), o.starts_at < $13 and (o.ends_at > $14 or o.starts_at >= $15))
  and o.starts_at <= $16 and o.ends_at > $17 and coalesce((
  select case when h.closed && daterange($18::date - 2, $19::date + 2) or h.adjusted && daterange($20::date - 2, $21::date + 2) or z.today is null then (
    select (not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end)
    from (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute from (select coalesce($22::date + ((z.today / 2880 - 1 + 8) % 7 - 1) + z.today % 2880 * interval '1 minute', $23::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w offset 0) c
  ) else h.weekly @> z.today or h.weekly @> (case when z.today >= 2880 then z.today - 1440 else z.today + 18720 end) end from event_hours h cross join lateral (select ($24::jsonb ->> h.timezone)::int as today offset 0) z where h.event_id = o.record_id and (not h.protected or exists (select 1 from events r where r.id = h.event_id and (not "r"."protected" or "r"."author_id" = $25
  and case "r"."status"
when 'trash' then r.trashed_from
else "r"."status" end in ('draft', 'pending'))))
), true)
  and o.id <> all($26::bigint[])
  and coalesce(o.series_id, 0) <> all($27::bigint[])
  and o.series_id = any($28::bigint[])
  and o.series_id is not null
  and (o.series_id is null or (o.series_id <> o.id and o.record_id = o.id))
  and o.author_id = $29
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $30)
  and o.record_id in (select x.id from "event_texts" x where x.language = $31 and x.is_outdated)
  and o.record_id in (select t.id from "event_texts" t where t.search like $32 and t.search like $33 and (t.language = $34
or t.original and $35 <> all(t.other_languages) and (t.language = $36 or $37 <> all(t.other_languages))
or t.language = $38 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $39)))
  and o.featured
  and not o.ticketed
  and o.record_id in (select e.id from events e where e.post_parent = any($40::bigint[]))
  and ((not "o"."protected" or "o"."author_id" = $41
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and ("v"."status" = 'publish' or "v"."author_id" = $42) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null))
  and ((not "o"."protected" or "o"."author_id" = $43
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select near.id from (select v.id, round(2 * $44::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $45::float8) / 2) ^ 2 + cos(radians($46::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $47::float8) / 2) ^ 2))) * 1000)::bigint as rank from venues v where ("v"."status" = 'publish' or "v"."author_id" = $48) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null
  and v.geo_lat between $49::float8 and $50::float8 and v.geo_lng between $51::float8 and $52::float8
  and v.geo_lat between $53::float8 and $54::float8 and v.geo_lng between $55::float8 and $56::float8 and 2 * $57::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $58::float8) / 2) ^ 2 + cos(radians($59::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $60::float8) / 2) ^ 2))) <= $61::float8) near))))
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and (not "o"."protected" or "o"."author_id" = $62
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and ("v"."status" = 'publish' or "v"."author_id" = $63) and "v"."status" <> 'trash') then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id) = any($64::text[])
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $65
  and "r"."modified_at" < $66)
  and o."starts_at" >= $67
  and o."ends_at" <= $68
  and o."starts_at" <= $69
  and o."starts_at" < $70
  and o."starts_at" > $71
  and o."ends_at" < $72
  and o."ends_at" > $73
  and o."starts_at" < $74
  and o."starts_at" <= $75
  and o."ends_at" > $76
  and o."starts_at" < $77
  and o."starts_at" <= $78
  and o."ends_at" > $79
  and (o.ends_at > $80 or o.starts_at >= $81)))::int as total,
array(
select m.id from unnest($82::bigint[]) each(ref_id) cross join lateral (
  select o.id as id, "o"."starts_at" as by from (select p.ref_id, p.starts_at, p.ends_at, p.id, d.record_id, "d"."series_id", "d"."original_start", "d"."own_version", "d"."status", "d"."author_id", "d"."hide_from_listings", "d"."protected", "d"."featured", "d"."ticketed" from "listings" p join "occurrences" d on d.id = p.id) o where o.ref_id = each.ref_id
  and (o.ref_id > 0 or exists (select 1 from "occurrences" d where d.id = o.id and (not "d"."protected" or "d"."author_id" = $83
  and case "d"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "d"."record_id")
else "d"."status" end in ('draft', 'pending')) offset 0))
  and ((not "o"."protected" or "o"."author_id" = $84
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_organizers" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $85))
  and exists (select 1 from "event_tags" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $86)
  and exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($87::bigint[]))
  and coalesce((
  select h.first_day <= $88::date and h.last_day >= $89::date and not coalesce(h.closed @> $90::date, false) and (h.weekdays >> $91::int & 1 = 1 or coalesce(h.adjusted @> $92::date, false)) from event_hours h where h.event_id = o.record_id and (not h.protected or exists (select 1 from events r where r.id = h.event_id and (not "r"."protected" or "r"."author_id" = $93
  and case "r"."status"
when 'trash' then r.trashed_from
else "r"."status" end in ('draft', 'pending'))))
), o.starts_at < $94 and (o.ends_at > $95 or o.starts_at >= $96))
  and o.starts_at <= $97 and o.ends_at > $98 and coalesce((
  select case when h.closed && daterange($99::date - 2, $100::date + 2) or h.adjusted && daterange($101::date - 2, $102::date + 2) or z.today is null then (
    select (not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end)
    from (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute from (select coalesce($103::date + ((z.today / 2880 - 1 + 8) % 7 - 1) + z.today % 2880 * interval '1 minute', $104::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w offset 0) c
  ) else h.weekly @> z.today or h.weekly @> (case when z.today >= 2880 then z.today - 1440 else z.today + 18720 end) end from event_hours h cross join lateral (select ($105::jsonb ->> h.timezone)::int as today offset 0) z where h.event_id = o.record_id and (not h.protected or exists (select 1 from events r where r.id = h.event_id and (not "r"."protected" or "r"."author_id" = $106
  and case "r"."status"
when 'trash' then r.trashed_from
else "r"."status" end in ('draft', 'pending'))))
), true)
  and o.id <> all($107::bigint[])
  and coalesce(o.series_id, 0) <> all($108::bigint[])
  and o.series_id = any($109::bigint[])
  and o.series_id is not null
  and (o.series_id is null or (o.series_id <> o.id and o.record_id = o.id))
  and o.author_id = $110
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $111)
  and o.record_id in (select x.id from "event_texts" x where x.language = $112 and x.is_outdated)
  and o.record_id in (select t.id from "event_texts" t where t.search like $113 and t.search like $114 and (t.language = $115
or t.original and $116 <> all(t.other_languages) and (t.language = $117 or $118 <> all(t.other_languages))
or t.language = $119 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $120)))
  and o.featured
  and not o.ticketed
  and o.record_id in (select e.id from events e where e.post_parent = any($121::bigint[]))
  and ((not "o"."protected" or "o"."author_id" = $122
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and ("v"."status" = 'publish' or "v"."author_id" = $123) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null))
  and ((not "o"."protected" or "o"."author_id" = $124
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select near.id from (select v.id, round(2 * $125::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $126::float8) / 2) ^ 2 + cos(radians($127::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $128::float8) / 2) ^ 2))) * 1000)::bigint as rank from venues v where ("v"."status" = 'publish' or "v"."author_id" = $129) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null
  and v.geo_lat between $130::float8 and $131::float8 and v.geo_lng between $132::float8 and $133::float8
  and v.geo_lat between $134::float8 and $135::float8 and v.geo_lng between $136::float8 and $137::float8 and 2 * $138::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $139::float8) / 2) ^ 2 + cos(radians($140::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $141::float8) / 2) ^ 2))) <= $142::float8) near))))
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and (not "o"."protected" or "o"."author_id" = $143
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and ("v"."status" = 'publish' or "v"."author_id" = $144) and "v"."status" <> 'trash') then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id) = any($145::text[])
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $146
  and "r"."modified_at" < $147)
  and o."starts_at" >= $148
  and o."ends_at" <= $149
  and o."starts_at" <= $150
  and o."starts_at" < $151
  and o."starts_at" > $152
  and o."ends_at" < $153
  and o."ends_at" > $154
  and o."starts_at" < $155
  and o."starts_at" <= $156
  and o."ends_at" > $157
  and o."starts_at" < $158
  and o."starts_at" <= $159
  and o."ends_at" > $160
  and (o.ends_at > $161 or o.starts_at >= $162) order by "o"."starts_at" asc, o.id asc limit $163
) m group by m.id, m.by order by m.by asc, m.id asc limit $164 offset $165
) as ids
-- [[4,-4,5,-5],6,6,6,3,[1,2],"2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01",6,"2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","all time zones",6,[3],[3],[9],7,"sw","sw","%ete%","%jazz%","fr","fr","en","en","en","fr",[9],6,6,6,6371,10,10,20,6,9,11,19,21,9.730202518224381,10.269797481775619,19.72604044113423,20.27395955886577,6371,10,10,20,30,6,6,["online","mixed"],"2026-11-01 00:00:00+00","2026-11-10 12:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-12-02 16:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",[4,-4,5,-5],6,6,6,3,[1,2],"2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01",6,"2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","all time zones",6,[3],[3],[9],7,"sw","sw","%ete%","%jazz%","fr","fr","en","en","en","fr",[9],6,6,6,6371,10,10,20,6,9,11,19,21,9.730202518224381,10.269797481775619,19.72604044113423,20.27395955886577,6371,10,10,20,30,6,6,["online","mixed"],"2026-11-01 00:00:00+00","2026-11-10 12:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-12-02 16:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",20,10,10]

-- a far page, asc, anonymous
select ((select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3)
+ (select count(*) from "listings" o where "o"."ref_id" = $4
  and o.starts_at >= $5::timestamp at time zone 'UTC' and o.starts_at <= $6)
- (select count(*) from ((select o.starts_at from "listings" o where "o"."ref_id" = $7
  and o.starts_at >= $8
  and o.starts_at <= $9
  and o.ends_at > $10
  and o.starts_at >= $11
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)
union all
select o.starts_at from (values (0, $12::timestamptz), (1, $13::timestamptz), (2, $14::timestamptz), (3, $15::timestamptz), (4, $16::timestamptz), (5, $17::timestamptz), (6, $18::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $19
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $20
  and o.starts_at >= $21
  and o.starts_at <= $22
  and o.ends_at > $23 offset 0) o) c))::int as total,
array(
select o.id
from (
  select day, $24 - (upto - n) as skip
  from (select day, sum(n) as n, sum(sum(n)) over (order by day asc) as upto from (
select day, n from day_counts where ref_id = $25 and day >= $26 and day < $27
union all
select $28::date, count(*) from "listings" o where "o"."ref_id" = $29
  and o.starts_at >= $30::timestamp at time zone 'UTC' and o.starts_at <= $31
union all
select (o.starts_at at time zone 'UTC')::date, -1 from ((select o.starts_at from "listings" o where "o"."ref_id" = $32
  and o.starts_at >= $33
  and o.starts_at <= $34
  and o.ends_at > $35
  and o.starts_at >= $36
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)) o
union all
select (o.starts_at at time zone 'UTC')::date, -1 from (select o.starts_at from (values (0, $37::timestamptz), (1, $38::timestamptz), (2, $39::timestamptz), (3, $40::timestamptz), (4, $41::timestamptz), (5, $42::timestamptz), (6, $43::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $44
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $45
  and o.starts_at >= $46
  and o.starts_at <= $47
  and o.ends_at > $48 offset 0) o) o
  ) each group by day) run
  where upto > $49
  order by day asc
  limit 1
) d
cross join lateral (
  select o.id as id from "listings" o
  where "o"."ref_id" = $50
  and o."starts_at" >= $51
  and o."ends_at" <= $52
  and o."starts_at" <= $53
  and o.starts_at >= d.day::timestamp at time zone 'UTC'
  order by o.starts_at asc, o.id asc
  limit $54 offset d.skip
) o
) as ids
-- [0,"2026-11-15","2028-11-16",0,"2028-11-16","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-15 18:00:00+00","2028-11-15 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",0,"2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",9990,0,"2026-11-15","2028-11-16","2028-11-16",0,"2028-11-16","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-15 18:00:00+00","2028-11-15 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",0,"2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",9990,0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10]

-- a far page, desc, anonymous
select ((select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3)
+ (select count(*) from "listings" o where "o"."ref_id" = $4
  and o.starts_at >= $5::timestamp at time zone 'UTC' and o.starts_at <= $6)
- (select count(*) from ((select o.starts_at from "listings" o where "o"."ref_id" = $7
  and o.starts_at >= $8
  and o.starts_at <= $9
  and o.ends_at > $10
  and o.starts_at >= $11
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)
union all
select o.starts_at from (values (0, $12::timestamptz), (1, $13::timestamptz), (2, $14::timestamptz), (3, $15::timestamptz), (4, $16::timestamptz), (5, $17::timestamptz), (6, $18::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $19
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $20
  and o.starts_at >= $21
  and o.starts_at <= $22
  and o.ends_at > $23 offset 0) o) c))::int as total,
array(
select o.id
from (
  select day, $24 - (upto - n) as skip
  from (select day, sum(n) as n, sum(sum(n)) over (order by day desc) as upto from (
select day, n from day_counts where ref_id = $25 and day >= $26 and day < $27
union all
select $28::date, count(*) from "listings" o where "o"."ref_id" = $29
  and o.starts_at >= $30::timestamp at time zone 'UTC' and o.starts_at <= $31
union all
select (o.starts_at at time zone 'UTC')::date, -1 from ((select o.starts_at from "listings" o where "o"."ref_id" = $32
  and o.starts_at >= $33
  and o.starts_at <= $34
  and o.ends_at > $35
  and o.starts_at >= $36
  and not o.ends_at - o.starts_at > interval '6 hours' offset 0)) o
union all
select (o.starts_at at time zone 'UTC')::date, -1 from (select o.starts_at from (values (0, $37::timestamptz), (1, $38::timestamptz), (2, $39::timestamptz), (3, $40::timestamptz), (4, $41::timestamptz), (5, $42::timestamptz), (6, $43::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $44
  and o.ends_at - o.starts_at > interval '6 hours'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $45
  and o.starts_at >= $46
  and o.starts_at <= $47
  and o.ends_at > $48 offset 0) o) o
  ) each group by day) run
  where upto > $49
  order by day desc
  limit 1
) d
cross join lateral (
  select o.id as id from "listings" o
  where "o"."ref_id" = $50
  and o."starts_at" >= $51
  and o."ends_at" <= $52
  and o."starts_at" <= $53
  and o.starts_at < (d.day + 1)::timestamp at time zone 'UTC'
  order by o.starts_at desc, o.id desc
  limit $54 offset d.skip
) o
) as ids
-- [0,"2026-11-15","2028-11-16",0,"2028-11-16","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-15 18:00:00+00","2028-11-15 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",0,"2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",9990,0,"2026-11-15","2028-11-16","2028-11-16",0,"2028-11-16","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-15 18:00:00+00","2028-11-15 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",0,"2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",9990,0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10]

-- rows, anonymous
select r.id, "r"."version", "r"."language", "r"."created_at"::text as "created_at", "r"."modified_at"::text as "modified_at", "r"."author_id", "r"."status", "r"."trashed_from", "r"."trashed_at"::text as "trashed_at", "r"."published_at"::text as "published_at", "r"."undated", "r"."website", "r"."event_status", "r"."online_url", "r"."availability", "r"."show_map", "r"."show_map_link", "r"."hide_from_listings", "r"."sticky", "r"."featured", "r"."ticketed", "r"."attendance", "r"."starts_local"::text as "starts_local", "r"."ends_local"::text as "ends_local", "r"."timezone", "r"."zone_data", "r"."starts_at"::text as "starts_at", "r"."ends_at"::text as "ends_at", "r"."listing_starts_at"::text as "listing_starts_at", "r"."listing_ends_at"::text as "listing_ends_at", "r"."all_day", "r"."previous_starts_at"::text as "previous_starts_at", "r"."cost", "r"."cost_details", "r"."custom_fields", "r"."hours", "r"."protected", "r"."touched_at"::text as "touched_at", "r"."recurrence", "r"."expanded_until"::text as "expanded_until", "r"."series_id", "r"."original_start"::text as "original_start", "r"."own_version", "r"."own_status", "r"."overrides", "r"."image_id", (select jsonb_build_object('id', "p"."id", 'digest', "p"."digest", 'extension', "p"."extension", 'width', "p"."width", 'height', "p"."height", 'filesize', "p"."filesize", 'sizes', "p"."sizes", 'decorative', "p"."decorative", 'focal_point', "p"."focal_point", 'alt', coalesce("t"."alt", "d"."alt", "b"."alt")) from "images" p join "image_texts" b on b.id = p.id and b.original
left join "image_texts" t on t.id = p.id and t.language = $1
left join "image_texts" d on d.id = p.id and d.language = $2 and not d.original where p.id = "r"."image_id") as "image", (select p.id from "events" p where p.id = "r"."split_from" and "p"."status" = 'publish') as "split_from", (select p.id from "events" p where p.id = "r"."post_parent" and "p"."status" = 'publish') as "post_parent", coalesce("t"."title", "d"."title", "b"."title", '') as "title", coalesce("t"."excerpt", "d"."excerpt", "b"."excerpt", '') as "excerpt", coalesce("t"."description", "d"."description", "b"."description", '') as "description", coalesce("t"."slug", "d"."slug", "b"."slug", '') as "slug", coalesce("t"."event_status_reason", "d"."event_status_reason", "b"."event_status_reason", '') as "event_status_reason", case when "t"."title" is not null then t.language when "d"."title" is not null then d.language else b.language end as text_language, (select jsonb_object_agg(x.language, x.changed_at) from "event_texts" x where x.id = r.id) as text_changes, array(
select concat_ws(' ', 'categories', l.position, n.id, "n"."version", coalesce((select p.id || '.' || p.version from "categories" p where p.id = "n"."parent_id" and true), '-'), floor(extract(epoch from n.modified_at)))
from "event_categories" l join "categories" n on n.id = l.ref_id and true
where l."event_id" = r.id and true
union all
select concat_ws(' ', 'tags', l.position, n.id, "n"."version", floor(extract(epoch from n.modified_at)))
from "event_tags" l join "tags" n on n.id = l.ref_id and true
where l."event_id" = r.id and true
union all
select concat_ws(' ', 'venue', l.position, n.id, "n"."version", coalesce((select p.id || '.' || p.version from "images" p where p.id = "n"."image_id" and true), '-'), floor(extract(epoch from n.modified_at)))
from "event_venues" l join "venues" n on n.id = l.ref_id and "n"."status" = 'publish'
where l."event_id" = r.id and not "r"."protected"
union all
select concat_ws(' ', 'organizer', l.position, n.id, "n"."version", coalesce((select p.id || '.' || p.version from "images" p where p.id = "n"."image_id" and true), '-'), floor(extract(epoch from n.modified_at)))
from "event_organizers" l join "organizers" n on n.id = l.ref_id and "n"."status" = 'publish'
where l."event_id" = r.id and not "r"."protected"
) as nested
from "events" r
join "event_texts" b on b.id = r.id and b.original
left join "event_texts" t on t.id = r.id and t.language = $3
left join "event_texts" d on d.id = r.id and d.language = $4 and not d.original
where r.id = any($5::bigint[])
