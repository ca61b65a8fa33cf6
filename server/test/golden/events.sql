-- no filters, anonymous
select ((select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3)
+ (select count(*) from "listings" o where "o"."ref_id" = $4
  and o.starts_at >= $5::timestamp at time zone 'UTC' and o.starts_at <= $6)
- (select count(*) from ((select o.starts_at from "listings" o where "o"."ref_id" = $7
  and o.starts_at >= $8
  and o.starts_at <= $9
  and o.ends_at > $10
  and o.starts_at >= $11
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select o.starts_at from (values (0, $12::timestamptz), (1, $13::timestamptz), (2, $14::timestamptz), (3, $15::timestamptz), (4, $16::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $17
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $18
  and o.starts_at >= $19
  and o.starts_at <= $20
  and o.ends_at > $21 offset 0) o) c))::int as total,
array(
select o.id from "listings" o where "o"."ref_id" = $22
  and o."starts_at" >= $23
  and o."ends_at" <= $24
  and o."starts_at" <= $25 order by o.starts_at asc, o.id asc limit $26 offset $27
) as ids
-- [0,"2026-11-15","2028-11-16",0,"2028-11-16","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",0,"2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- no filters, contributor
select ((select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3)
+ (select count(*) from "listings" o where "o"."ref_id" = $4
  and o.starts_at >= $5::timestamp at time zone 'UTC' and o.starts_at <= $6)
- (select count(*) from ((select o.starts_at from "listings" o where "o"."ref_id" = $7
  and o.starts_at >= $8
  and o.starts_at <= $9
  and o.ends_at > $10
  and o.starts_at >= $11
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select o.starts_at from (values (0, $12::timestamptz), (1, $13::timestamptz), (2, $14::timestamptz), (3, $15::timestamptz), (4, $16::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $17
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $18
  and o.starts_at >= $19
  and o.starts_at <= $20
  and o.ends_at > $21 offset 0) o) c))::int as total,
array(
select o.id from "listings" o where "o"."ref_id" = $22
  and o."starts_at" >= $23
  and o."ends_at" <= $24
  and o."starts_at" <= $25 order by o.starts_at asc, o.id asc limit $26 offset $27
) as ids
-- [0,"2026-11-15","2028-11-16",0,"2028-11-16","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",0,"2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- no filters, author
select ((select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3)
+ (select count(*) from "listings" o where "o"."ref_id" = $4
  and o.starts_at >= $5::timestamp at time zone 'UTC' and o.starts_at <= $6)
- (select count(*) from ((select o.starts_at from "listings" o where "o"."ref_id" = $7
  and o.starts_at >= $8
  and o.starts_at <= $9
  and o.ends_at > $10
  and o.starts_at >= $11
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select o.starts_at from (values (0, $12::timestamptz), (1, $13::timestamptz), (2, $14::timestamptz), (3, $15::timestamptz), (4, $16::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $17
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $18
  and o.starts_at >= $19
  and o.starts_at <= $20
  and o.ends_at > $21 offset 0) o) c))::int as total,
array(
select o.id from "listings" o where "o"."ref_id" = $22
  and o."starts_at" >= $23
  and o."ends_at" <= $24
  and o."starts_at" <= $25 order by o.starts_at asc, o.id asc limit $26 offset $27
) as ids
-- [0,"2026-11-15","2028-11-16",0,"2028-11-16","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",0,"2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- no filters, editor
select ((select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3)
+ (select count(*) from "listings" o where "o"."ref_id" = $4
  and o.starts_at >= $5::timestamp at time zone 'UTC' and o.starts_at <= $6)
- (select count(*) from ((select o.starts_at from "listings" o where "o"."ref_id" = $7
  and o.starts_at >= $8
  and o.starts_at <= $9
  and o.ends_at > $10
  and o.starts_at >= $11
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select o.starts_at from (values (0, $12::timestamptz), (1, $13::timestamptz), (2, $14::timestamptz), (3, $15::timestamptz), (4, $16::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $17
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $18
  and o.starts_at >= $19
  and o.starts_at <= $20
  and o.ends_at > $21 offset 0) o) c))::int as total,
array(
select o.id from "listings" o where "o"."ref_id" = $22
  and o."starts_at" >= $23
  and o."ends_at" <= $24
  and o."starts_at" <= $25 order by o.starts_at asc, o.id asc limit $26 offset $27
) as ids
-- [0,"2026-11-15","2028-11-16",0,"2028-11-16","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",0,"2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

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
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select o.starts_at from (values (0, $12::timestamptz), (1, $13::timestamptz), (2, $14::timestamptz), (3, $15::timestamptz), (4, $16::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $17
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $18
  and o.starts_at >= $19
  and o.starts_at <= $20
  and o.ends_at > $21 offset 0) o) c))::int as total,
array(
select o.id from "listings" o where "o"."ref_id" = $22
  and o."starts_at" >= $23
  and o."ends_at" <= $24
  and o."starts_at" <= $25 order by o.starts_at asc, o.id asc limit $26 offset $27
) as ids
-- [6,"2026-11-15","2028-11-16",6,"2028-11-16","2028-11-16 00:00:00+00",6,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",6,"2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",6,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- tags, anonymous
select ((select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3)
+ (select count(*) from "listings" o where "o"."ref_id" = $4
  and o.starts_at >= $5::timestamp at time zone 'UTC' and o.starts_at <= $6)
- (select count(*) from ((select o.starts_at from "listings" o where "o"."ref_id" = $7
  and o.starts_at >= $8
  and o.starts_at <= $9
  and o.ends_at > $10
  and o.starts_at >= $11
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select o.starts_at from (values (0, $12::timestamptz), (1, $13::timestamptz), (2, $14::timestamptz), (3, $15::timestamptz), (4, $16::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $17
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $18
  and o.starts_at >= $19
  and o.starts_at <= $20
  and o.ends_at > $21 offset 0) o) c))::int as total,
array(
select o.id from "listings" o where "o"."ref_id" = $22
  and o."starts_at" >= $23
  and o."ends_at" <= $24
  and o."starts_at" <= $25 order by o.starts_at asc, o.id asc limit $26 offset $27
) as ids
-- [3,"2026-11-15","2028-11-16",3,"2028-11-16","2028-11-16 00:00:00+00",3,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",3,"2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",3,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

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
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select o.starts_at from (values (0, $12::timestamptz), (1, $13::timestamptz), (2, $14::timestamptz), (3, $15::timestamptz), (4, $16::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $17
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $18
  and o.starts_at >= $19
  and o.starts_at <= $20
  and o.ends_at > $21 offset 0) o) c))::int as total,
array(
select o.id from "listings" o where "o"."ref_id" = $22
  and o."starts_at" >= $23
  and o."ends_at" <= $24
  and o."starts_at" <= $25 order by o.starts_at asc, o.id asc limit $26 offset $27
) as ids
-- [0,"2026-12-01","2028-11-16",0,"2028-11-16","2028-11-16 00:00:00+00",0,"2026-12-01 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",0,"2028-11-16 00:00:00+00","2026-12-01 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",0,"2026-12-01 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- end_date, anonymous
select ((select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3)
+ (select count(*) from "listings" o where "o"."ref_id" = $4
  and o.starts_at >= $5::timestamp at time zone 'UTC' and o.starts_at <= $6)
- (select count(*) from ((select o.starts_at from "listings" o where "o"."ref_id" = $7
  and o.starts_at >= $8
  and o.starts_at <= $9
  and o.ends_at > $10
  and o.starts_at >= $11
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select o.starts_at from (values (0, $12::timestamptz), (1, $13::timestamptz), (2, $14::timestamptz), (3, $15::timestamptz), (4, $16::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $17
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $18
  and o.starts_at >= $19
  and o.starts_at <= $20
  and o.ends_at > $21 offset 0) o) c))::int as total,
array(
select o.id from "listings" o where "o"."ref_id" = $22
  and o."starts_at" >= $23
  and o."ends_at" <= $24
  and o."starts_at" <= $25 order by o.starts_at asc, o.id asc limit $26 offset $27
) as ids
-- [0,"2026-11-15","2027-01-01",0,"2027-01-01","2027-01-01 00:00:00+00",0,"2026-11-15 00:00:00+00","2027-01-01 00:00:00+00","2027-01-01 00:00:00+00","2026-12-30 00:00:00+00","2026-12-24 00:00:00+00","2026-11-30 00:00:00+00","2026-08-26 00:00:00+00","2025-08-07 00:00:00+00","-infinity",0,"2027-01-01 00:00:00+00","2026-11-15 00:00:00+00","2027-01-01 00:00:00+00","2027-01-01 00:00:00+00",0,"2026-11-15 00:00:00+00","2027-01-01 00:00:00+00","2027-01-01 00:00:00+00",10,10]

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
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select o.starts_at from (values (0, $11::timestamptz), (1, $12::timestamptz), (2, $13::timestamptz), (3, $14::timestamptz), (4, $15::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $16
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $17
  and o.starts_at <= $18
  and o.ends_at >= $19 offset 0) o) c))::int as total,
array(
select o.id from "listings" o where "o"."ref_id" = $20
  and o."ends_at" < $21 order by o.starts_at asc, o.id asc limit $22 offset $23
) as ids
-- [0,"-infinity","2027-01-01",0,"2027-01-01","2027-01-01 00:00:00+00",0,"2027-01-01 00:00:00+00","2027-01-01 00:00:00+00","2026-12-30 00:00:00+00","2026-12-24 00:00:00+00","2026-11-30 00:00:00+00","2026-08-26 00:00:00+00","2025-08-07 00:00:00+00","-infinity",0,"2027-01-01 00:00:00+00","2027-01-01 00:00:00+00","2027-01-01 00:00:00+00",0,"2027-01-01 00:00:00+00",10,10]

-- ends_after, anonymous
select ((select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3)
+ (select count(*) from ((select 1 from "listings" o where "o"."ref_id" = $4
  and o.starts_at < $5
  and o."ends_at" > $6
  and o.starts_at >= $7
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select 1 from (values (0, $8::timestamptz), (1, $9::timestamptz), (2, $10::timestamptz), (3, $11::timestamptz), (4, $12::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $13
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $14
  and o.starts_at < $15
  and o."ends_at" > $16 offset 0) o) c)
- (select count(*) from (select o.starts_at from "listings" o where "o"."ref_id" = $17
  and o.starts_at >= $18
  and o.starts_at = $19 and o.ends_at = $20) c))::int as total,
array(
select o.id from (
(select o.id as id, o.starts_at from "listings" o where "o"."ref_id" = $21
  and o.starts_at < $22
  and o."ends_at" > $23
  and o.starts_at >= $24
  and not o.ends_at - o.starts_at > interval '2 days' order by o.starts_at asc, o.id asc limit $25)
union all
select o.id as id, o.starts_at from (values (0, $26::timestamptz), (1, $27::timestamptz), (2, $28::timestamptz), (3, $29::timestamptz), (4, $30::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $31
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $32
  and o.starts_at < $33
  and o."ends_at" > $34 order by o.starts_at asc, o.id asc limit $35) o
union all
(select o.id as id, o.starts_at from "listings" o where "o"."ref_id" = $36
  and o.starts_at >= $37
  and o."ends_at" > $38 order by o.starts_at asc, o.id asc limit $39)
) o order by o.starts_at asc, o.id asc limit $40 offset $41
) as ids
-- [0,"2026-12-02","infinity",0,"2026-12-02 00:00:00+00","2026-12-02 00:00:00+00","2026-11-30 00:00:00+00","2026-11-24 00:00:00+00","2026-10-31 00:00:00+00","2026-07-27 00:00:00+00","2025-07-08 00:00:00+00","-infinity",0,"2026-12-02 00:00:00+00","2026-12-02 00:00:00+00","2026-12-02 00:00:00+00",0,"2026-12-02 00:00:00+00","2026-12-02 00:00:00+00","2026-12-02 00:00:00+00",0,"2026-12-02 00:00:00+00","2026-12-02 00:00:00+00","2026-11-30 00:00:00+00",20,"2026-11-24 00:00:00+00","2026-10-31 00:00:00+00","2026-07-27 00:00:00+00","2025-07-08 00:00:00+00","-infinity",0,"2026-12-02 00:00:00+00","2026-12-02 00:00:00+00","2026-12-02 00:00:00+00",20,0,"2026-12-02 00:00:00+00","2026-12-02 00:00:00+00",20,10,10]

-- from, anonymous
select ((select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3)
+ (select count(*) from ((select 1 from "listings" o where "o"."ref_id" = $4
  and o.starts_at < $5
  and (o.ends_at > $6 or o.starts_at >= $7)
  and o.starts_at >= $8
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select 1 from (values (0, $9::timestamptz), (1, $10::timestamptz), (2, $11::timestamptz), (3, $12::timestamptz), (4, $13::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $14
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $15
  and o.starts_at < $16
  and (o.ends_at > $17 or o.starts_at >= $18) offset 0) o) c))::int as total,
array(
select o.id from (
(select o.id as id, o.starts_at from "listings" o where "o"."ref_id" = $19
  and o.starts_at < $20
  and (o.ends_at > $21 or o.starts_at >= $22)
  and o.starts_at >= $23
  and not o.ends_at - o.starts_at > interval '2 days' order by o.starts_at asc, o.id asc limit $24)
union all
select o.id as id, o.starts_at from (values (0, $25::timestamptz), (1, $26::timestamptz), (2, $27::timestamptz), (3, $28::timestamptz), (4, $29::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $30
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $31
  and o.starts_at < $32
  and (o.ends_at > $33 or o.starts_at >= $34) order by o.starts_at asc, o.id asc limit $35) o
union all
(select o.id as id, o.starts_at from "listings" o where "o"."ref_id" = $36
  and o.starts_at >= $37
  and (o.ends_at > $38 or o.starts_at >= $39) order by o.starts_at asc, o.id asc limit $40)
) o order by o.starts_at asc, o.id asc limit $41 offset $42
) as ids
-- [0,"2026-12-01","infinity",0,"2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-11-29 00:00:00+00","2026-11-23 00:00:00+00","2026-10-30 00:00:00+00","2026-07-26 00:00:00+00","2025-07-07 00:00:00+00","-infinity",0,"2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",0,"2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-11-29 00:00:00+00",20,"2026-11-23 00:00:00+00","2026-10-30 00:00:00+00","2026-07-26 00:00:00+00","2025-07-07 00:00:00+00","-infinity",0,"2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",20,0,"2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",20,10,10]

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
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select o.starts_at from (values (0, $15::timestamptz), (1, $16::timestamptz), (2, $17::timestamptz), (3, $18::timestamptz), (4, $19::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $20
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $21
  and o.starts_at >= $22
  and o.starts_at <= $23
  and o.ends_at > $24 offset 0) o) c))::int as total,
array(
select o.id from "listings" o where "o"."ref_id" = $25
  and o."starts_at" >= $26
  and o."ends_at" <= $27
  and o."starts_at" <= $28 order by o.starts_at asc, o.id asc limit $29 offset $30
) as ids
-- [0,"2026-11-16","2028-11-15",0,"2026-11-15 08:30:00+00","2026-11-16",0,"2028-11-15","2028-11-15 08:30:00+00",0,"2026-11-15 08:30:00+00","2028-11-15 08:30:00+00","2028-11-15 08:30:00+00","2028-11-13 08:30:00+00","2028-11-07 08:30:00+00","2028-10-14 08:30:00+00","2028-07-10 08:30:00+00","2027-06-22 08:30:00+00","-infinity",0,"2028-11-15 08:30:00+00","2026-11-15 08:30:00+00","2028-11-15 08:30:00+00","2028-11-15 08:30:00+00",0,"2026-11-15 08:30:00+00","2028-11-15 08:30:00+00","2028-11-15 08:30:00+00",10,10]

-- relative, anonymous
select ((select count(*) from ((select 1 from "listings" o where "o"."ref_id" = $1
  and o.starts_at < $2
  and o."starts_at" <= $3
  and o."ends_at" > $4
  and o.starts_at >= $5
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select 1 from (values (0, $6::timestamptz), (1, $7::timestamptz), (2, $8::timestamptz), (3, $9::timestamptz), (4, $10::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $11
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $12
  and o.starts_at < $13
  and o."starts_at" <= $14
  and o."ends_at" > $15 offset 0) o
union all
select 1 from "listings" o where "o"."ref_id" = $16
  and o.starts_at >= $17
  and o."starts_at" <= $18
  and o."ends_at" > $19) c))::int as total,
array(
select o.id from (
(select o.id as id, o.starts_at from "listings" o where "o"."ref_id" = $20
  and o.starts_at < $21
  and o."starts_at" <= $22
  and o."ends_at" > $23
  and o.starts_at >= $24
  and not o.ends_at - o.starts_at > interval '2 days' order by o.starts_at asc, o.id asc limit $25)
union all
select o.id as id, o.starts_at from (values (0, $26::timestamptz), (1, $27::timestamptz), (2, $28::timestamptz), (3, $29::timestamptz), (4, $30::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $31
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $32
  and o.starts_at < $33
  and o."starts_at" <= $34
  and o."ends_at" > $35 order by o.starts_at asc, o.id asc limit $36) o
union all
(select o.id as id, o.starts_at from "listings" o where "o"."ref_id" = $37
  and o.starts_at >= $38
  and o."starts_at" <= $39
  and o."ends_at" > $40 order by o.starts_at asc, o.id asc limit $41)
) o order by o.starts_at asc, o.id asc limit $42 offset $43
) as ids
-- [0,"2026-11-15 08:30:00+00","2026-11-15 08:30:00+00","2026-11-15 08:30:00+00","2026-11-13 08:30:00+00","2026-11-07 08:30:00+00","2026-10-14 08:30:00+00","2026-07-10 08:30:00+00","2025-06-21 08:30:00+00","-infinity",0,"2026-11-15 08:30:00+00","2026-11-15 08:30:00+00","2026-11-15 08:30:00+00","2026-11-15 08:30:00+00",0,"2026-11-15 08:30:00+00","2026-11-15 08:30:00+00","2026-11-15 08:30:00+00",0,"2026-11-15 08:30:00+00","2026-11-15 08:30:00+00","2026-11-15 08:30:00+00","2026-11-13 08:30:00+00",20,"2026-11-07 08:30:00+00","2026-10-14 08:30:00+00","2026-07-10 08:30:00+00","2025-06-21 08:30:00+00","-infinity",0,"2026-11-15 08:30:00+00","2026-11-15 08:30:00+00","2026-11-15 08:30:00+00","2026-11-15 08:30:00+00",20,0,"2026-11-15 08:30:00+00","2026-11-15 08:30:00+00","2026-11-15 08:30:00+00",20,10,10]

-- relative_to, anonymous
select ((select count(*) from ((select 1 from "listings" o where "o"."ref_id" = $1
  and o.starts_at < $2
  and o."starts_at" <= $3
  and o."ends_at" > $4
  and o.starts_at >= $5
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select 1 from (values (0, $6::timestamptz), (1, $7::timestamptz), (2, $8::timestamptz), (3, $9::timestamptz), (4, $10::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $11
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $12
  and o.starts_at < $13
  and o."starts_at" <= $14
  and o."ends_at" > $15 offset 0) o
union all
select 1 from "listings" o where "o"."ref_id" = $16
  and o.starts_at >= $17
  and o."starts_at" <= $18
  and o."ends_at" > $19) c))::int as total,
array(
select o.id from (
(select o.id as id, o.starts_at from "listings" o where "o"."ref_id" = $20
  and o.starts_at < $21
  and o."starts_at" <= $22
  and o."ends_at" > $23
  and o.starts_at >= $24
  and not o.ends_at - o.starts_at > interval '2 days' order by o.starts_at asc, o.id asc limit $25)
union all
select o.id as id, o.starts_at from (values (0, $26::timestamptz), (1, $27::timestamptz), (2, $28::timestamptz), (3, $29::timestamptz), (4, $30::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $31
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $32
  and o.starts_at < $33
  and o."starts_at" <= $34
  and o."ends_at" > $35 order by o.starts_at asc, o.id asc limit $36) o
union all
(select o.id as id, o.starts_at from "listings" o where "o"."ref_id" = $37
  and o.starts_at >= $38
  and o."starts_at" <= $39
  and o."ends_at" > $40 order by o.starts_at asc, o.id asc limit $41)
) o order by o.starts_at asc, o.id asc limit $42 offset $43
) as ids
-- [0,"2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-11-13 09:00:00+00","2026-11-07 09:00:00+00","2026-10-14 09:00:00+00","2026-07-10 09:00:00+00","2025-06-21 09:00:00+00","-infinity",0,"2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00",0,"2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00",0,"2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-11-13 09:00:00+00",20,"2026-11-07 09:00:00+00","2026-10-14 09:00:00+00","2026-07-10 09:00:00+00","2025-06-21 09:00:00+00","-infinity",0,"2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00",20,0,"2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00",20,10,10]

-- open_on, anonymous
select ((select count(*) from ((select 1 from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not exists (select 1 from event_hours h where h.event_id = o.record_id and not "o"."protected" and h.first_day <= $1::date and h.last_day >= $2::date and not (not coalesce(h.closed @> $3::date, false) and (h.weekdays >> $4::int & 1 = 1 or coalesce(h.adjusted @> $5::date, false))))
  and case when o.starts_at <= $6 and o.ends_at >= $7 then true
else coalesce((select h.first_day <= $8::date and h.last_day >= $9::date from event_hours h where h.event_id = o.record_id and not "o"."protected"), o.starts_at < $10 and (o.ends_at > $11 or o.starts_at >= $12)) end
  and o.starts_at < $13
  and o."starts_at" < $14
  and (o.ends_at > $15 or o.starts_at >= $16)
  and o.starts_at >= $17
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select 1 from (values (0, $18::timestamptz), (1, $19::timestamptz), (2, $20::timestamptz), (3, $21::timestamptz), (4, $22::timestamptz)) c(class, since)
cross join lateral (select o.* from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not exists (select 1 from event_hours h where h.event_id = o.record_id and not "o"."protected" and h.first_day <= $23::date and h.last_day >= $24::date and not (not coalesce(h.closed @> $25::date, false) and (h.weekdays >> $26::int & 1 = 1 or coalesce(h.adjusted @> $27::date, false))))
  and case when o.starts_at <= $28 and o.ends_at >= $29 then true
else coalesce((select h.first_day <= $30::date and h.last_day >= $31::date from event_hours h where h.event_id = o.record_id and not "o"."protected"), o.starts_at < $32 and (o.ends_at > $33 or o.starts_at >= $34)) end
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $35
  and o.starts_at < $36
  and o."starts_at" < $37
  and (o.ends_at > $38 or o.starts_at >= $39) offset 0) o
union all
select 1 from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not exists (select 1 from event_hours h where h.event_id = o.record_id and not "o"."protected" and h.first_day <= $40::date and h.last_day >= $41::date and not (not coalesce(h.closed @> $42::date, false) and (h.weekdays >> $43::int & 1 = 1 or coalesce(h.adjusted @> $44::date, false))))
  and case when o.starts_at <= $45 and o.ends_at >= $46 then true
else coalesce((select h.first_day <= $47::date and h.last_day >= $48::date from event_hours h where h.event_id = o.record_id and not "o"."protected"), o.starts_at < $49 and (o.ends_at > $50 or o.starts_at >= $51)) end
  and o.starts_at >= $52
  and o."starts_at" < $53
  and (o.ends_at > $54 or o.starts_at >= $55)) c))::int as total,
array(
select o.id from (
(select o.id as id, o.starts_at from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not exists (select 1 from event_hours h where h.event_id = o.record_id and not "o"."protected" and h.first_day <= $56::date and h.last_day >= $57::date and not (not coalesce(h.closed @> $58::date, false) and (h.weekdays >> $59::int & 1 = 1 or coalesce(h.adjusted @> $60::date, false))))
  and case when o.starts_at <= $61 and o.ends_at >= $62 then true
else coalesce((select h.first_day <= $63::date and h.last_day >= $64::date from event_hours h where h.event_id = o.record_id and not "o"."protected"), o.starts_at < $65 and (o.ends_at > $66 or o.starts_at >= $67)) end
  and o.starts_at < $68
  and o."starts_at" < $69
  and (o.ends_at > $70 or o.starts_at >= $71)
  and o.starts_at >= $72
  and not o.ends_at - o.starts_at > interval '2 days' order by o.starts_at asc, o.id asc limit $73)
union all
select o.id as id, o.starts_at from (values (0, $74::timestamptz), (1, $75::timestamptz), (2, $76::timestamptz), (3, $77::timestamptz), (4, $78::timestamptz)) c(class, since)
cross join lateral (select o.* from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not exists (select 1 from event_hours h where h.event_id = o.record_id and not "o"."protected" and h.first_day <= $79::date and h.last_day >= $80::date and not (not coalesce(h.closed @> $81::date, false) and (h.weekdays >> $82::int & 1 = 1 or coalesce(h.adjusted @> $83::date, false))))
  and case when o.starts_at <= $84 and o.ends_at >= $85 then true
else coalesce((select h.first_day <= $86::date and h.last_day >= $87::date from event_hours h where h.event_id = o.record_id and not "o"."protected"), o.starts_at < $88 and (o.ends_at > $89 or o.starts_at >= $90)) end
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $91
  and o.starts_at < $92
  and o."starts_at" < $93
  and (o.ends_at > $94 or o.starts_at >= $95) order by o.starts_at asc, o.id asc limit $96) o
union all
(select o.id as id, o.starts_at from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and not exists (select 1 from event_hours h where h.event_id = o.record_id and not "o"."protected" and h.first_day <= $97::date and h.last_day >= $98::date and not (not coalesce(h.closed @> $99::date, false) and (h.weekdays >> $100::int & 1 = 1 or coalesce(h.adjusted @> $101::date, false))))
  and case when o.starts_at <= $102 and o.ends_at >= $103 then true
else coalesce((select h.first_day <= $104::date and h.last_day >= $105::date from event_hours h where h.event_id = o.record_id and not "o"."protected"), o.starts_at < $106 and (o.ends_at > $107 or o.starts_at >= $108)) end
  and o.starts_at >= $109
  and o."starts_at" < $110
  and (o.ends_at > $111 or o.starts_at >= $112) order by o.starts_at asc, o.id asc limit $113)
) o order by o.starts_at asc, o.id asc limit $114 offset $115
) as ids
-- ["2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01","2026-11-30 08:00:00+00","2026-12-02 16:00:00+00","2026-12-01","2026-12-01","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-11-30 08:00:00+00","2026-12-02 16:00:00+00","2026-11-30 08:00:00+00","2026-11-30 08:00:00+00","2026-11-28 08:00:00+00","2026-11-22 08:00:00+00","2026-10-29 08:00:00+00","2026-07-25 08:00:00+00","2025-07-06 08:00:00+00","-infinity","2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01","2026-11-30 08:00:00+00","2026-12-02 16:00:00+00","2026-12-01","2026-12-01","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-11-30 08:00:00+00","2026-11-30 08:00:00+00","2026-12-02 16:00:00+00","2026-11-30 08:00:00+00","2026-11-30 08:00:00+00","2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01","2026-11-30 08:00:00+00","2026-12-02 16:00:00+00","2026-12-01","2026-12-01","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-11-30 08:00:00+00","2026-12-02 16:00:00+00","2026-11-30 08:00:00+00","2026-11-30 08:00:00+00","2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01","2026-11-30 08:00:00+00","2026-12-02 16:00:00+00","2026-12-01","2026-12-01","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-11-30 08:00:00+00","2026-12-02 16:00:00+00","2026-11-30 08:00:00+00","2026-11-30 08:00:00+00","2026-11-28 08:00:00+00",20,"2026-11-22 08:00:00+00","2026-10-29 08:00:00+00","2026-07-25 08:00:00+00","2025-07-06 08:00:00+00","-infinity","2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01","2026-11-30 08:00:00+00","2026-12-02 16:00:00+00","2026-12-01","2026-12-01","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-11-30 08:00:00+00","2026-11-30 08:00:00+00","2026-12-02 16:00:00+00","2026-11-30 08:00:00+00","2026-11-30 08:00:00+00",20,"2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01","2026-11-30 08:00:00+00","2026-12-02 16:00:00+00","2026-12-01","2026-12-01","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-11-30 08:00:00+00","2026-12-02 16:00:00+00","2026-11-30 08:00:00+00","2026-11-30 08:00:00+00",20,10,10]

-- open_at, anonymous
select ((select count(*) from ((select 1 from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.starts_at <= $1 and o.ends_at > $2
  and not exists (
  select 1 from event_hours h
  left join unnest($3::text[], $4::timestamp[]) z(timezone, wall) on z.timezone = h.timezone
  cross join lateral (select coalesce(z.wall, $5::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w
  cross join lateral (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute offset 0) c
  where h.event_id = o.record_id and not "o"."protected" and h.first_day <= $6::date + 2 and h.last_day >= $7::date - 2 and not ((not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end))
)
  and o.starts_at < $8
  and o."starts_at" <= $9
  and o."ends_at" > $10
  and o.starts_at >= $11
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select 1 from (values (0, $12::timestamptz), (1, $13::timestamptz), (2, $14::timestamptz), (3, $15::timestamptz), (4, $16::timestamptz)) c(class, since)
cross join lateral (select o.* from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.starts_at <= $17 and o.ends_at > $18
  and not exists (
  select 1 from event_hours h
  left join unnest($19::text[], $20::timestamp[]) z(timezone, wall) on z.timezone = h.timezone
  cross join lateral (select coalesce(z.wall, $21::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w
  cross join lateral (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute offset 0) c
  where h.event_id = o.record_id and not "o"."protected" and h.first_day <= $22::date + 2 and h.last_day >= $23::date - 2 and not ((not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end))
)
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $24
  and o.starts_at < $25
  and o."starts_at" <= $26
  and o."ends_at" > $27 offset 0) o
union all
select 1 from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.starts_at <= $28 and o.ends_at > $29
  and not exists (
  select 1 from event_hours h
  left join unnest($30::text[], $31::timestamp[]) z(timezone, wall) on z.timezone = h.timezone
  cross join lateral (select coalesce(z.wall, $32::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w
  cross join lateral (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute offset 0) c
  where h.event_id = o.record_id and not "o"."protected" and h.first_day <= $33::date + 2 and h.last_day >= $34::date - 2 and not ((not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end))
)
  and o.starts_at >= $35
  and o."starts_at" <= $36
  and o."ends_at" > $37) c))::int as total,
array(
select o.id from (
(select o.id as id, o.starts_at from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.starts_at <= $38 and o.ends_at > $39
  and not exists (
  select 1 from event_hours h
  left join unnest($40::text[], $41::timestamp[]) z(timezone, wall) on z.timezone = h.timezone
  cross join lateral (select coalesce(z.wall, $42::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w
  cross join lateral (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute offset 0) c
  where h.event_id = o.record_id and not "o"."protected" and h.first_day <= $43::date + 2 and h.last_day >= $44::date - 2 and not ((not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end))
)
  and o.starts_at < $45
  and o."starts_at" <= $46
  and o."ends_at" > $47
  and o.starts_at >= $48
  and not o.ends_at - o.starts_at > interval '2 days' order by o.starts_at asc, o.id asc limit $49)
union all
select o.id as id, o.starts_at from (values (0, $50::timestamptz), (1, $51::timestamptz), (2, $52::timestamptz), (3, $53::timestamptz), (4, $54::timestamptz)) c(class, since)
cross join lateral (select o.* from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.starts_at <= $55 and o.ends_at > $56
  and not exists (
  select 1 from event_hours h
  left join unnest($57::text[], $58::timestamp[]) z(timezone, wall) on z.timezone = h.timezone
  cross join lateral (select coalesce(z.wall, $59::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w
  cross join lateral (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute offset 0) c
  where h.event_id = o.record_id and not "o"."protected" and h.first_day <= $60::date + 2 and h.last_day >= $61::date - 2 and not ((not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end))
)
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $62
  and o.starts_at < $63
  and o."starts_at" <= $64
  and o."ends_at" > $65 order by o.starts_at asc, o.id asc limit $66) o
union all
(select o.id as id, o.starts_at from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.starts_at <= $67 and o.ends_at > $68
  and not exists (
  select 1 from event_hours h
  left join unnest($69::text[], $70::timestamp[]) z(timezone, wall) on z.timezone = h.timezone
  cross join lateral (select coalesce(z.wall, $71::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w
  cross join lateral (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute offset 0) c
  where h.event_id = o.record_id and not "o"."protected" and h.first_day <= $72::date + 2 and h.last_day >= $73::date - 2 and not ((not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end))
)
  and o.starts_at >= $74
  and o."starts_at" <= $75
  and o."ends_at" > $76 order by o.starts_at asc, o.id asc limit $77)
) o order by o.starts_at asc, o.id asc limit $78 offset $79
) as ids
-- ["2026-12-01 10:00:00+00","2026-12-01 10:00:00+00",["all time zones"],["all time zones"],"2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-11-29 10:00:00+00","2026-11-23 10:00:00+00","2026-10-30 10:00:00+00","2026-07-26 10:00:00+00","2025-07-07 10:00:00+00","-infinity","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00",["all time zones"],["all time zones"],"2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00",["all time zones"],["all time zones"],"2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00",["all time zones"],["all time zones"],"2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-11-29 10:00:00+00",20,"2026-11-23 10:00:00+00","2026-10-30 10:00:00+00","2026-07-26 10:00:00+00","2025-07-07 10:00:00+00","-infinity","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00",["all time zones"],["all time zones"],"2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00",20,"2026-12-01 10:00:00+00","2026-12-01 10:00:00+00",["all time zones"],["all time zones"],"2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00",20,10,10]

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
  and (o.series_id is null or (o.series_id is not null and o.record_id = o.id))
  and o."starts_at" >= $1
  and o."ends_at" <= $2
  and o."starts_at" <= $3))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and (o.series_id is null or (o.series_id is not null and o.record_id = o.id))
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

-- untranslated_in, anonymous
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

-- outdated_in, anonymous
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.record_id and x.language = $1 and x.changed_at < b.changed_at)
  and o."starts_at" >= $2
  and o."ends_at" <= $3
  and o."starts_at" <= $4))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.record_id and x.language = $5 and x.changed_at < b.changed_at)
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
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and (not "o"."protected" and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where "v"."status" = 'publish'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $1::float8 and $2::float8
and 2 * $3::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $4::float8) / 2) ^ 2 + cos(radians($5::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $6::float8) / 2) ^ 2))) <= $7::float8))))
  and o."starts_at" >= $8
  and o."ends_at" <= $9
  and o."starts_at" <= $10))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and (not "o"."protected" and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where "v"."status" = 'publish'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $11::float8 and $12::float8
and 2 * $13::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $14::float8) / 2) ^ 2 + cos(radians($15::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $16::float8) / 2) ^ 2))) <= $17::float8))))
  and o."starts_at" >= $18
  and o."ends_at" <= $19
  and o."starts_at" <= $20 order by o.starts_at asc, o.id asc limit $21 offset $22
) as ids
-- [9.775169598520318,10.224830401479682,6371,10,10,20,25,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",9.775169598520318,10.224830401479682,6371,10,10,20,25,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- geoloc_lng, anonymous
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and (not "o"."protected" and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where "v"."status" = 'publish'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $1::float8 and $2::float8
and 2 * $3::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $4::float8) / 2) ^ 2 + cos(radians($5::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $6::float8) / 2) ^ 2))) <= $7::float8))))
  and o."starts_at" >= $8
  and o."ends_at" <= $9
  and o."starts_at" <= $10))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and (not "o"."protected" and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where "v"."status" = 'publish'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $11::float8 and $12::float8
and 2 * $13::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $14::float8) / 2) ^ 2 + cos(radians($15::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $16::float8) / 2) ^ 2))) <= $17::float8))))
  and o."starts_at" >= $18
  and o."ends_at" <= $19
  and o."starts_at" <= $20 order by o.starts_at asc, o.id asc limit $21 offset $22
) as ids
-- [9.775169598520318,10.224830401479682,6371,10,10,20,25,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",9.775169598520318,10.224830401479682,6371,10,10,20,25,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- geoloc_radius, anonymous
select ((select count(*) from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and (not "o"."protected" and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where "v"."status" = 'publish'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $1::float8 and $2::float8
and 2 * $3::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $4::float8) / 2) ^ 2 + cos(radians($5::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $6::float8) / 2) ^ 2))) <= $7::float8))))
  and o."starts_at" >= $8
  and o."ends_at" <= $9
  and o."starts_at" <= $10))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and (not "o"."protected" and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where "v"."status" = 'publish'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $11::float8 and $12::float8
and 2 * $13::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $14::float8) / 2) ^ 2 + cos(radians($15::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $16::float8) / 2) ^ 2))) <= $17::float8))))
  and o."starts_at" >= $18
  and o."ends_at" <= $19
  and o."starts_at" <= $20 order by o.starts_at asc, o.id asc limit $21 offset $22
) as ids
-- [9.73020351822438,10.26979648177562,6371,10,10,20,30,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",9.73020351822438,10.26979648177562,6371,10,10,20,30,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

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
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select o.starts_at from (values (0, $12::timestamptz), (1, $13::timestamptz), (2, $14::timestamptz), (3, $15::timestamptz), (4, $16::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $17
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $18
  and o.starts_at >= $19
  and o.starts_at <= $20
  and o.ends_at > $21 offset 0) o) c))::int as total,
array(
select o.id from "listings" o where "o"."ref_id" = $22
  and o."starts_at" >= $23
  and o."ends_at" <= $24
  and o."starts_at" <= $25 order by o.starts_at desc, o.id desc limit $26 offset $27
) as ids
-- [0,"2026-11-15","2028-11-16",0,"2028-11-16","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",0,"2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- orderby date desc, anonymous
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
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select o.starts_at from (values (0, $10::timestamptz), (1, $11::timestamptz), (2, $12::timestamptz), (3, $13::timestamptz), (4, $14::timestamptz)) c(class, since)
cross join lateral (select o.* from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $15
  and o.starts_at >= $16
  and o.starts_at <= $17
  and o.ends_at > $18 offset 0) o) c))::int as total,
array(
select o.id from "occurrences" o join "events" r on r.id = o.record_id where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o."starts_at" >= $19
  and o."ends_at" <= $20
  and o."starts_at" <= $21 order by "r"."published_at" desc, o.id desc limit $22 offset $23
) as ids
-- [0,"2026-11-15","2028-11-16","2028-11-16","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

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
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select o.starts_at from (values (0, $10::timestamptz), (1, $11::timestamptz), (2, $12::timestamptz), (3, $13::timestamptz), (4, $14::timestamptz)) c(class, since)
cross join lateral (select o.* from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $15
  and o.starts_at >= $16
  and o.starts_at <= $17
  and o.ends_at > $18 offset 0) o) c))::int as total,
array(
select o.id from "occurrences" o join "events" r on r.id = o.record_id where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o."starts_at" >= $19
  and o."ends_at" <= $20
  and o."starts_at" <= $21 order by "r"."modified_at" desc, o.id desc limit $22 offset $23
) as ids
-- [0,"2026-11-15","2028-11-16","2028-11-16","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- orderby title desc, anonymous
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
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select o.starts_at from (values (0, $10::timestamptz), (1, $11::timestamptz), (2, $12::timestamptz), (3, $13::timestamptz), (4, $14::timestamptz)) c(class, since)
cross join lateral (select o.* from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $15
  and o.starts_at >= $16
  and o.starts_at <= $17
  and o.ends_at > $18 offset 0) o) c))::int as total,
array(
select o.id from "occurrences" o join "events" r on r.id = o.record_id where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o."starts_at" >= $19
  and o."ends_at" <= $20
  and o."starts_at" <= $21 order by coalesce((select x."title" from "event_texts" x where x.id = "r"."id" and x."title" is not null and (x.language in ($22, $23) or x.original) order by x.language <> $24, x.language <> $25 limit 1), '') collate "und-x-icu" desc, o.id desc limit $26 offset $27
) as ids
-- [0,"2026-11-15","2028-11-16","2028-11-16","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","fr","en","fr","en",10,10]

-- orderby id desc, anonymous
select ((select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3)
+ (select count(*) from "listings" o where "o"."ref_id" = $4
  and o.starts_at >= $5::timestamp at time zone 'UTC' and o.starts_at <= $6)
- (select count(*) from ((select o.starts_at from "listings" o where "o"."ref_id" = $7
  and o.starts_at >= $8
  and o.starts_at <= $9
  and o.ends_at > $10
  and o.starts_at >= $11
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select o.starts_at from (values (0, $12::timestamptz), (1, $13::timestamptz), (2, $14::timestamptz), (3, $15::timestamptz), (4, $16::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $17
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $18
  and o.starts_at >= $19
  and o.starts_at <= $20
  and o.ends_at > $21 offset 0) o) c))::int as total,
array(
select o.id from "listings" o where "o"."ref_id" = $22
  and o."starts_at" >= $23
  and o."ends_at" <= $24
  and o."starts_at" <= $25 order by "o"."id" desc, o.id desc limit $26 offset $27
) as ids
-- [0,"2026-11-15","2028-11-16",0,"2028-11-16","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",0,"2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- after a cursor, orderby event_date, anonymous
select ((select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3)
+ (select count(*) from "listings" o where "o"."ref_id" = $4
  and o.starts_at >= $5::timestamp at time zone 'UTC' and o.starts_at <= $6)
- (select count(*) from ((select o.starts_at from "listings" o where "o"."ref_id" = $7
  and o.starts_at >= $8
  and o.starts_at <= $9
  and o.ends_at > $10
  and o.starts_at >= $11
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select o.starts_at from (values (0, $12::timestamptz), (1, $13::timestamptz), (2, $14::timestamptz), (3, $15::timestamptz), (4, $16::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $17
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $18
  and o.starts_at >= $19
  and o.starts_at <= $20
  and o.ends_at > $21 offset 0) o) c))::int as total,
array(
select o.id from "listings" o where "o"."ref_id" = $22
  and ("o"."starts_at", o.id) > ($23::timestamptz, $24::bigint)
  and o."starts_at" >= $25
  and o."ends_at" <= $26
  and o."starts_at" <= $27 order by o.starts_at asc, o.id asc limit $28 offset $29
) as ids
-- [0,"2026-11-15","2028-11-16",0,"2028-11-16","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",0,"2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",0,"2026-12-01 18:00:00+00",12,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",11,0]

-- after a cursor, orderby date, anonymous
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
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select o.starts_at from (values (0, $10::timestamptz), (1, $11::timestamptz), (2, $12::timestamptz), (3, $13::timestamptz), (4, $14::timestamptz)) c(class, since)
cross join lateral (select o.* from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $15
  and o.starts_at >= $16
  and o.starts_at <= $17
  and o.ends_at > $18 offset 0) o) c))::int as total,
array(
select o.id from "occurrences" o join "events" r on r.id = o.record_id where o.status = 'publish'
  and not "o"."hide_from_listings"
  and ("r"."published_at", o.id) > ($19::timestamptz, $20::bigint)
  and o."starts_at" >= $21
  and o."ends_at" <= $22
  and o."starts_at" <= $23 order by "r"."published_at" asc, o.id asc limit $24 offset $25
) as ids
-- [0,"2026-11-15","2028-11-16","2028-11-16","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2026-12-01 18:00:00+00",12,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",11,0]

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
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select o.starts_at from (values (0, $10::timestamptz), (1, $11::timestamptz), (2, $12::timestamptz), (3, $13::timestamptz), (4, $14::timestamptz)) c(class, since)
cross join lateral (select o.* from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $15
  and o.starts_at >= $16
  and o.starts_at <= $17
  and o.ends_at > $18 offset 0) o) c))::int as total,
array(
select o.id from "occurrences" o join "events" r on r.id = o.record_id where o.status = 'publish'
  and not "o"."hide_from_listings"
  and ("r"."modified_at", o.id) > ($19::timestamptz, $20::bigint)
  and o."starts_at" >= $21
  and o."ends_at" <= $22
  and o."starts_at" <= $23 order by "r"."modified_at" asc, o.id asc limit $24 offset $25
) as ids
-- [0,"2026-11-15","2028-11-16","2028-11-16","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2026-12-01 18:00:00+00",12,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",11,0]

-- after a cursor, orderby title, anonymous
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
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select o.starts_at from (values (0, $10::timestamptz), (1, $11::timestamptz), (2, $12::timestamptz), (3, $13::timestamptz), (4, $14::timestamptz)) c(class, since)
cross join lateral (select o.* from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $15
  and o.starts_at >= $16
  and o.starts_at <= $17
  and o.ends_at > $18 offset 0) o) c))::int as total,
array(
select o.id from "occurrences" o join "events" r on r.id = o.record_id where o.status = 'publish'
  and not "o"."hide_from_listings"
  and (coalesce((select x."title" from "event_texts" x where x.id = "r"."id" and x."title" is not null and (x.language in ($19, $20) or x.original) order by x.language <> $21, x.language <> $22 limit 1), '') collate "und-x-icu", o.id) > ($23::text, $24::bigint)
  and o."starts_at" >= $25
  and o."ends_at" <= $26
  and o."starts_at" <= $27 order by coalesce((select x."title" from "event_texts" x where x.id = "r"."id" and x."title" is not null and (x.language in ($28, $29) or x.original) order by x.language <> $30, x.language <> $31 limit 1), '') collate "und-x-icu" asc, o.id asc limit $32 offset $33
) as ids
-- [0,"2026-11-15","2028-11-16","2028-11-16","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","fr","en","fr","en","Jazz",12,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","fr","en","fr","en",11,0]

-- after a cursor, orderby id, anonymous
select ((select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3)
+ (select count(*) from "listings" o where "o"."ref_id" = $4
  and o.starts_at >= $5::timestamp at time zone 'UTC' and o.starts_at <= $6)
- (select count(*) from ((select o.starts_at from "listings" o where "o"."ref_id" = $7
  and o.starts_at >= $8
  and o.starts_at <= $9
  and o.ends_at > $10
  and o.starts_at >= $11
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select o.starts_at from (values (0, $12::timestamptz), (1, $13::timestamptz), (2, $14::timestamptz), (3, $15::timestamptz), (4, $16::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $17
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $18
  and o.starts_at >= $19
  and o.starts_at <= $20
  and o.ends_at > $21 offset 0) o) c))::int as total,
array(
select o.id from "listings" o where "o"."ref_id" = $22
  and ("o"."id", o.id) > ($23::bigint, $24::bigint)
  and o."starts_at" >= $25
  and o."ends_at" <= $26
  and o."starts_at" <= $27 order by "o"."id" asc, o.id asc limit $28 offset $29
) as ids
-- [0,"2026-11-15","2028-11-16",0,"2028-11-16","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",0,"2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",0,"7",12,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",11,0]

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

-- after a cursor in a window, anonymous
select ((select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3)
+ (select count(*) from ((select 1 from "listings" o where "o"."ref_id" = $4
  and o.starts_at < $5
  and (o.ends_at > $6 or o.starts_at >= $7)
  and o.starts_at >= $8
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select 1 from (values (0, $9::timestamptz), (1, $10::timestamptz), (2, $11::timestamptz), (3, $12::timestamptz), (4, $13::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $14
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $15
  and o.starts_at < $16
  and (o.ends_at > $17 or o.starts_at >= $18) offset 0) o) c))::int as total,
array(
select o.id from (
(select o.id as id, o.starts_at from "listings" o where "o"."ref_id" = $19
  and ("o"."starts_at", o.id) > ($20::timestamptz, $21::bigint)
  and o.starts_at < $22
  and (o.ends_at > $23 or o.starts_at >= $24)
  and o.starts_at >= $25
  and not o.ends_at - o.starts_at > interval '2 days' order by o.starts_at asc, o.id asc limit $26)
union all
select o.id as id, o.starts_at from (values (0, $27::timestamptz), (1, $28::timestamptz), (2, $29::timestamptz), (3, $30::timestamptz), (4, $31::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $32
  and ("o"."starts_at", o.id) > ($33::timestamptz, $34::bigint)
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $35
  and o.starts_at < $36
  and (o.ends_at > $37 or o.starts_at >= $38) order by o.starts_at asc, o.id asc limit $39) o
union all
(select o.id as id, o.starts_at from "listings" o where "o"."ref_id" = $40
  and ("o"."starts_at", o.id) > ($41::timestamptz, $42::bigint)
  and o.starts_at >= $43
  and (o.ends_at > $44 or o.starts_at >= $45) order by o.starts_at asc, o.id asc limit $46)
) o order by o.starts_at asc, o.id asc limit $47 offset $48
) as ids
-- [0,"2026-12-01","infinity",0,"2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-11-29 00:00:00+00","2026-11-23 00:00:00+00","2026-10-30 00:00:00+00","2026-07-26 00:00:00+00","2025-07-07 00:00:00+00","-infinity",0,"2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",0,"2026-12-01 18:00:00+00",12,"2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-11-29 00:00:00+00",11,"2026-11-23 00:00:00+00","2026-10-30 00:00:00+00","2026-07-26 00:00:00+00","2025-07-07 00:00:00+00","-infinity",0,"2026-12-01 18:00:00+00",12,"2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",11,0,"2026-12-01 18:00:00+00",12,"2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",11,11,0]

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

-- all filters, anonymous
select ((select count(distinct o.id) from (select p.ref_id, p.starts_at, p.ends_at, p.id, d.record_id, "d"."series_id", "d"."original_start", "d"."own_version", "d"."status", "d"."author_id", "d"."hide_from_listings", "d"."protected", "d"."featured", "d"."ticketed" from "listings" p join "occurrences" d on d.id = p.id) o where "o"."ref_id" = any($1::bigint[])
  and (not "o"."protected" and exists (select 1 from "event_organizers" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $2))
  and exists (select 1 from "event_tags" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $3)
  and exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($4::bigint[]))
  and not exists (select 1 from event_hours h where h.event_id = o.record_id and not "o"."protected" and h.first_day <= $5::date and h.last_day >= $6::date and not (not coalesce(h.closed @> $7::date, false) and (h.weekdays >> $8::int & 1 = 1 or coalesce(h.adjusted @> $9::date, false))))
  and case when o.starts_at <= $10 and o.ends_at >= $11 then true
else coalesce((select h.first_day <= $12::date and h.last_day >= $13::date from event_hours h where h.event_id = o.record_id and not "o"."protected"), o.starts_at < $14 and (o.ends_at > $15 or o.starts_at >= $16)) end
  and o.starts_at <= $17 and o.ends_at > $18
  and not exists (
  select 1 from event_hours h
  left join unnest($19::text[], $20::timestamp[]) z(timezone, wall) on z.timezone = h.timezone
  cross join lateral (select coalesce(z.wall, $21::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w
  cross join lateral (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute offset 0) c
  where h.event_id = o.record_id and not "o"."protected" and h.first_day <= $22::date + 2 and h.last_day >= $23::date - 2 and not ((not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end))
)
  and o.id <> all($24::bigint[])
  and coalesce(o.series_id, 0) <> all($25::bigint[])
  and o.series_id = any($26::bigint[])
  and o.series_id is not null
  and (o.series_id is null or (o.series_id is not null and o.record_id = o.id))
  and o.author_id = $27
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $28)
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.record_id and x.language = $29 and x.changed_at < b.changed_at)
  and o.record_id in (select t.id from "event_texts" t where t.search like $30 and t.search like $31 and (t.language = $32
or t.original and $33 <> all(t.other_languages) and (t.language = $34 or $35 <> all(t.other_languages))
or t.language = $36 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $37)))
  and o.featured
  and not o.ticketed
  and o.record_id in (select e.id from events e where e.post_parent = any($38::bigint[]))
  and (not "o"."protected" and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and "v"."status" = 'publish'
  and v.geo_lat is not null and v.geo_lng is not null))
  and (not "o"."protected" and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where "v"."status" = 'publish'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $39::float8 and $40::float8
and 2 * $41::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $42::float8) / 2) ^ 2 + cos(radians($43::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $44::float8) / 2) ^ 2))) <= $45::float8))))
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and not "o"."protected" and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and "v"."status" = 'publish') then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id) = any($46::text[])
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $47
  and "r"."modified_at" < $48)
  and o."starts_at" >= $49
  and o."ends_at" <= $50
  and o."starts_at" <= $51
  and o."starts_at" < $52
  and o."starts_at" > $53
  and o."ends_at" < $54
  and o."ends_at" > $55
  and o."starts_at" < $56
  and o."starts_at" <= $57
  and o."ends_at" > $58
  and o."starts_at" < $59
  and o."starts_at" <= $60
  and o."ends_at" > $61
  and (o.ends_at > $62 or o.starts_at >= $63)))::int as total,
array(
select m.id from unnest($64::bigint[]) each(ref_id) cross join lateral (
  select o.id as id, "o"."starts_at" as by from (select p.ref_id, p.starts_at, p.ends_at, p.id, d.record_id, "d"."series_id", "d"."original_start", "d"."own_version", "d"."status", "d"."author_id", "d"."hide_from_listings", "d"."protected", "d"."featured", "d"."ticketed" from "listings" p join "occurrences" d on d.id = p.id) o where o.ref_id = each.ref_id
  and (not "o"."protected" and exists (select 1 from "event_organizers" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $65))
  and exists (select 1 from "event_tags" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $66)
  and exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($67::bigint[]))
  and not exists (select 1 from event_hours h where h.event_id = o.record_id and not "o"."protected" and h.first_day <= $68::date and h.last_day >= $69::date and not (not coalesce(h.closed @> $70::date, false) and (h.weekdays >> $71::int & 1 = 1 or coalesce(h.adjusted @> $72::date, false))))
  and case when o.starts_at <= $73 and o.ends_at >= $74 then true
else coalesce((select h.first_day <= $75::date and h.last_day >= $76::date from event_hours h where h.event_id = o.record_id and not "o"."protected"), o.starts_at < $77 and (o.ends_at > $78 or o.starts_at >= $79)) end
  and o.starts_at <= $80 and o.ends_at > $81
  and not exists (
  select 1 from event_hours h
  left join unnest($82::text[], $83::timestamp[]) z(timezone, wall) on z.timezone = h.timezone
  cross join lateral (select coalesce(z.wall, $84::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w
  cross join lateral (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute offset 0) c
  where h.event_id = o.record_id and not "o"."protected" and h.first_day <= $85::date + 2 and h.last_day >= $86::date - 2 and not ((not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end))
)
  and o.id <> all($87::bigint[])
  and coalesce(o.series_id, 0) <> all($88::bigint[])
  and o.series_id = any($89::bigint[])
  and o.series_id is not null
  and (o.series_id is null or (o.series_id is not null and o.record_id = o.id))
  and o.author_id = $90
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $91)
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.record_id and x.language = $92 and x.changed_at < b.changed_at)
  and o.record_id in (select t.id from "event_texts" t where t.search like $93 and t.search like $94 and (t.language = $95
or t.original and $96 <> all(t.other_languages) and (t.language = $97 or $98 <> all(t.other_languages))
or t.language = $99 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $100)))
  and o.featured
  and not o.ticketed
  and o.record_id in (select e.id from events e where e.post_parent = any($101::bigint[]))
  and (not "o"."protected" and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and "v"."status" = 'publish'
  and v.geo_lat is not null and v.geo_lng is not null))
  and (not "o"."protected" and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where "v"."status" = 'publish'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $102::float8 and $103::float8
and 2 * $104::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $105::float8) / 2) ^ 2 + cos(radians($106::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $107::float8) / 2) ^ 2))) <= $108::float8))))
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and not "o"."protected" and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and "v"."status" = 'publish') then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id) = any($109::text[])
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $110
  and "r"."modified_at" < $111)
  and o."starts_at" >= $112
  and o."ends_at" <= $113
  and o."starts_at" <= $114
  and o."starts_at" < $115
  and o."starts_at" > $116
  and o."ends_at" < $117
  and o."ends_at" > $118
  and o."starts_at" < $119
  and o."starts_at" <= $120
  and o."ends_at" > $121
  and o."starts_at" < $122
  and o."starts_at" <= $123
  and o."ends_at" > $124
  and (o.ends_at > $125 or o.starts_at >= $126) order by "o"."starts_at" asc, o.id asc limit $127
) m group by m.id, m.by order by m.by asc, m.id asc limit $128 offset $129
) as ids
-- [[4,5],6,3,[1,2],"2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01","2026-11-30 08:00:00+00","2026-12-02 16:00:00+00","2026-12-01","2026-12-01","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00",["all time zones"],["all time zones"],"2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00",[3],[3],[9],7,"sw","sw","%ete%","%jazz%","fr","fr","en","en","en","fr",[9],9.73020351822438,10.26979648177562,6371,10,10,20,30,["online","mixed"],"2026-11-01 00:00:00+00","2026-11-10 12:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-12-02 16:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",[4,5],6,3,[1,2],"2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01","2026-11-30 08:00:00+00","2026-12-02 16:00:00+00","2026-12-01","2026-12-01","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00",["all time zones"],["all time zones"],"2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00",[3],[3],[9],7,"sw","sw","%ete%","%jazz%","fr","fr","en","en","en","fr",[9],9.73020351822438,10.26979648177562,6371,10,10,20,30,["online","mixed"],"2026-11-01 00:00:00+00","2026-11-10 12:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-12-02 16:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",20,10,10]

-- all filters, contributor
select ((select count(*) from ((select 1 from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and ((not "o"."protected" or "o"."author_id" = $1
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_venues" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($2::bigint[])))
  and ((not "o"."protected" or "o"."author_id" = $3
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_organizers" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $4))
  and exists (select 1 from "event_tags" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $5)
  and exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($6::bigint[]))
  and not exists (select 1 from event_hours h where h.event_id = o.record_id and (not "o"."protected" or "o"."author_id" = $7
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and h.first_day <= $8::date and h.last_day >= $9::date and not (not coalesce(h.closed @> $10::date, false) and (h.weekdays >> $11::int & 1 = 1 or coalesce(h.adjusted @> $12::date, false))))
  and case when o.starts_at <= $13 and o.ends_at >= $14 then true
else coalesce((select h.first_day <= $15::date and h.last_day >= $16::date from event_hours h where h.event_id = o.record_id and (not "o"."protected" or "o"."author_id" = $17
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending'))), o.starts_at < $18 and (o.ends_at > $19 or o.starts_at >= $20)) end
  and o.starts_at <= $21 and o.ends_at > $22
  and not exists (
  select 1 from event_hours h
  left join unnest($23::text[], $24::timestamp[]) z(timezone, wall) on z.timezone = h.timezone
  cross join lateral (select coalesce(z.wall, $25::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w
  cross join lateral (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute offset 0) c
  where h.event_id = o.record_id and (not "o"."protected" or "o"."author_id" = $26
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and h.first_day <= $27::date + 2 and h.last_day >= $28::date - 2 and not ((not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end))
)
  and o.id <> all($29::bigint[])
  and coalesce(o.series_id, 0) <> all($30::bigint[])
  and o.series_id = any($31::bigint[])
  and o.series_id is not null
  and (o.series_id is null or (o.series_id is not null and o.record_id = o.id))
  and o.author_id = $32
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $33)
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.record_id and x.language = $34 and x.changed_at < b.changed_at)
  and o.record_id in (select t.id from "event_texts" t where t.search like $35 and t.search like $36 and (t.language = $37
or t.original and $38 <> all(t.other_languages) and (t.language = $39 or $40 <> all(t.other_languages))
or t.language = $41 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $42)))
  and o.featured
  and not o.ticketed
  and o.record_id in (select e.id from events e where e.post_parent = any($43::bigint[]))
  and ((not "o"."protected" or "o"."author_id" = $44
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and ("v"."status" = 'publish' or "v"."author_id" = $45) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null))
  and ((not "o"."protected" or "o"."author_id" = $46
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where ("v"."status" = 'publish' or "v"."author_id" = $47) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $48::float8 and $49::float8
and 2 * $50::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $51::float8) / 2) ^ 2 + cos(radians($52::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $53::float8) / 2) ^ 2))) <= $54::float8))))
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and (not "o"."protected" or "o"."author_id" = $55
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and ("v"."status" = 'publish' or "v"."author_id" = $56) and "v"."status" <> 'trash') then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id) = any($57::text[])
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $58
  and "r"."modified_at" < $59)
  and o.starts_at < $60
  and o."starts_at" >= $61
  and o."ends_at" <= $62
  and o."starts_at" <= $63
  and o."starts_at" < $64
  and o."starts_at" > $65
  and o."ends_at" < $66
  and o."ends_at" > $67
  and o."starts_at" < $68
  and o."starts_at" <= $69
  and o."ends_at" > $70
  and o."starts_at" < $71
  and o."starts_at" <= $72
  and o."ends_at" > $73
  and (o.ends_at > $74 or o.starts_at >= $75)
  and o.starts_at >= $76
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select 1 from (values (0, $77::timestamptz), (1, $78::timestamptz), (2, $79::timestamptz), (3, $80::timestamptz), (4, $81::timestamptz)) c(class, since)
cross join lateral (select o.* from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and ((not "o"."protected" or "o"."author_id" = $82
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_venues" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($83::bigint[])))
  and ((not "o"."protected" or "o"."author_id" = $84
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_organizers" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $85))
  and exists (select 1 from "event_tags" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $86)
  and exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($87::bigint[]))
  and not exists (select 1 from event_hours h where h.event_id = o.record_id and (not "o"."protected" or "o"."author_id" = $88
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and h.first_day <= $89::date and h.last_day >= $90::date and not (not coalesce(h.closed @> $91::date, false) and (h.weekdays >> $92::int & 1 = 1 or coalesce(h.adjusted @> $93::date, false))))
  and case when o.starts_at <= $94 and o.ends_at >= $95 then true
else coalesce((select h.first_day <= $96::date and h.last_day >= $97::date from event_hours h where h.event_id = o.record_id and (not "o"."protected" or "o"."author_id" = $98
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending'))), o.starts_at < $99 and (o.ends_at > $100 or o.starts_at >= $101)) end
  and o.starts_at <= $102 and o.ends_at > $103
  and not exists (
  select 1 from event_hours h
  left join unnest($104::text[], $105::timestamp[]) z(timezone, wall) on z.timezone = h.timezone
  cross join lateral (select coalesce(z.wall, $106::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w
  cross join lateral (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute offset 0) c
  where h.event_id = o.record_id and (not "o"."protected" or "o"."author_id" = $107
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and h.first_day <= $108::date + 2 and h.last_day >= $109::date - 2 and not ((not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end))
)
  and o.id <> all($110::bigint[])
  and coalesce(o.series_id, 0) <> all($111::bigint[])
  and o.series_id = any($112::bigint[])
  and o.series_id is not null
  and (o.series_id is null or (o.series_id is not null and o.record_id = o.id))
  and o.author_id = $113
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $114)
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.record_id and x.language = $115 and x.changed_at < b.changed_at)
  and o.record_id in (select t.id from "event_texts" t where t.search like $116 and t.search like $117 and (t.language = $118
or t.original and $119 <> all(t.other_languages) and (t.language = $120 or $121 <> all(t.other_languages))
or t.language = $122 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $123)))
  and o.featured
  and not o.ticketed
  and o.record_id in (select e.id from events e where e.post_parent = any($124::bigint[]))
  and ((not "o"."protected" or "o"."author_id" = $125
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and ("v"."status" = 'publish' or "v"."author_id" = $126) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null))
  and ((not "o"."protected" or "o"."author_id" = $127
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where ("v"."status" = 'publish' or "v"."author_id" = $128) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $129::float8 and $130::float8
and 2 * $131::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $132::float8) / 2) ^ 2 + cos(radians($133::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $134::float8) / 2) ^ 2))) <= $135::float8))))
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and (not "o"."protected" or "o"."author_id" = $136
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and ("v"."status" = 'publish' or "v"."author_id" = $137) and "v"."status" <> 'trash') then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id) = any($138::text[])
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $139
  and "r"."modified_at" < $140)
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $141
  and o.starts_at < $142
  and o."starts_at" >= $143
  and o."ends_at" <= $144
  and o."starts_at" <= $145
  and o."starts_at" < $146
  and o."starts_at" > $147
  and o."ends_at" < $148
  and o."ends_at" > $149
  and o."starts_at" < $150
  and o."starts_at" <= $151
  and o."ends_at" > $152
  and o."starts_at" < $153
  and o."starts_at" <= $154
  and o."ends_at" > $155
  and (o.ends_at > $156 or o.starts_at >= $157) offset 0) o
union all
select 1 from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and ((not "o"."protected" or "o"."author_id" = $158
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_venues" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($159::bigint[])))
  and ((not "o"."protected" or "o"."author_id" = $160
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_organizers" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $161))
  and exists (select 1 from "event_tags" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $162)
  and exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($163::bigint[]))
  and not exists (select 1 from event_hours h where h.event_id = o.record_id and (not "o"."protected" or "o"."author_id" = $164
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and h.first_day <= $165::date and h.last_day >= $166::date and not (not coalesce(h.closed @> $167::date, false) and (h.weekdays >> $168::int & 1 = 1 or coalesce(h.adjusted @> $169::date, false))))
  and case when o.starts_at <= $170 and o.ends_at >= $171 then true
else coalesce((select h.first_day <= $172::date and h.last_day >= $173::date from event_hours h where h.event_id = o.record_id and (not "o"."protected" or "o"."author_id" = $174
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending'))), o.starts_at < $175 and (o.ends_at > $176 or o.starts_at >= $177)) end
  and o.starts_at <= $178 and o.ends_at > $179
  and not exists (
  select 1 from event_hours h
  left join unnest($180::text[], $181::timestamp[]) z(timezone, wall) on z.timezone = h.timezone
  cross join lateral (select coalesce(z.wall, $182::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w
  cross join lateral (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute offset 0) c
  where h.event_id = o.record_id and (not "o"."protected" or "o"."author_id" = $183
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and h.first_day <= $184::date + 2 and h.last_day >= $185::date - 2 and not ((not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end))
)
  and o.id <> all($186::bigint[])
  and coalesce(o.series_id, 0) <> all($187::bigint[])
  and o.series_id = any($188::bigint[])
  and o.series_id is not null
  and (o.series_id is null or (o.series_id is not null and o.record_id = o.id))
  and o.author_id = $189
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $190)
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.record_id and x.language = $191 and x.changed_at < b.changed_at)
  and o.record_id in (select t.id from "event_texts" t where t.search like $192 and t.search like $193 and (t.language = $194
or t.original and $195 <> all(t.other_languages) and (t.language = $196 or $197 <> all(t.other_languages))
or t.language = $198 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $199)))
  and o.featured
  and not o.ticketed
  and o.record_id in (select e.id from events e where e.post_parent = any($200::bigint[]))
  and ((not "o"."protected" or "o"."author_id" = $201
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and ("v"."status" = 'publish' or "v"."author_id" = $202) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null))
  and ((not "o"."protected" or "o"."author_id" = $203
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where ("v"."status" = 'publish' or "v"."author_id" = $204) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $205::float8 and $206::float8
and 2 * $207::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $208::float8) / 2) ^ 2 + cos(radians($209::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $210::float8) / 2) ^ 2))) <= $211::float8))))
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and (not "o"."protected" or "o"."author_id" = $212
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and ("v"."status" = 'publish' or "v"."author_id" = $213) and "v"."status" <> 'trash') then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id) = any($214::text[])
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $215
  and "r"."modified_at" < $216)
  and o.starts_at >= $217
  and o."starts_at" >= $218
  and o."ends_at" <= $219
  and o."starts_at" <= $220
  and o."starts_at" < $221
  and o."starts_at" > $222
  and o."ends_at" < $223
  and o."ends_at" > $224
  and o."starts_at" < $225
  and o."starts_at" <= $226
  and o."ends_at" > $227
  and o."starts_at" < $228
  and o."starts_at" <= $229
  and o."ends_at" > $230
  and (o.ends_at > $231 or o.starts_at >= $232)) c))::int as total,
array(
select o.id from (
(select o.id as id, o.starts_at from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and ((not "o"."protected" or "o"."author_id" = $233
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_venues" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($234::bigint[])))
  and ((not "o"."protected" or "o"."author_id" = $235
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_organizers" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $236))
  and exists (select 1 from "event_tags" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $237)
  and exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($238::bigint[]))
  and not exists (select 1 from event_hours h where h.event_id = o.record_id and (not "o"."protected" or "o"."author_id" = $239
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and h.first_day <= $240::date and h.last_day >= $241::date and not (not coalesce(h.closed @> $242::date, false) and (h.weekdays >> $243::int & 1 = 1 or coalesce(h.adjusted @> $244::date, false))))
  and case when o.starts_at <= $245 and o.ends_at >= $246 then true
else coalesce((select h.first_day <= $247::date and h.last_day >= $248::date from event_hours h where h.event_id = o.record_id and (not "o"."protected" or "o"."author_id" = $249
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending'))), o.starts_at < $250 and (o.ends_at > $251 or o.starts_at >= $252)) end
  and o.starts_at <= $253 and o.ends_at > $254
  and not exists (
  select 1 from event_hours h
  left join unnest($255::text[], $256::timestamp[]) z(timezone, wall) on z.timezone = h.timezone
  cross join lateral (select coalesce(z.wall, $257::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w
  cross join lateral (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute offset 0) c
  where h.event_id = o.record_id and (not "o"."protected" or "o"."author_id" = $258
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and h.first_day <= $259::date + 2 and h.last_day >= $260::date - 2 and not ((not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end))
)
  and o.id <> all($261::bigint[])
  and coalesce(o.series_id, 0) <> all($262::bigint[])
  and o.series_id = any($263::bigint[])
  and o.series_id is not null
  and (o.series_id is null or (o.series_id is not null and o.record_id = o.id))
  and o.author_id = $264
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $265)
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.record_id and x.language = $266 and x.changed_at < b.changed_at)
  and o.record_id in (select t.id from "event_texts" t where t.search like $267 and t.search like $268 and (t.language = $269
or t.original and $270 <> all(t.other_languages) and (t.language = $271 or $272 <> all(t.other_languages))
or t.language = $273 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $274)))
  and o.featured
  and not o.ticketed
  and o.record_id in (select e.id from events e where e.post_parent = any($275::bigint[]))
  and ((not "o"."protected" or "o"."author_id" = $276
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and ("v"."status" = 'publish' or "v"."author_id" = $277) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null))
  and ((not "o"."protected" or "o"."author_id" = $278
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where ("v"."status" = 'publish' or "v"."author_id" = $279) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $280::float8 and $281::float8
and 2 * $282::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $283::float8) / 2) ^ 2 + cos(radians($284::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $285::float8) / 2) ^ 2))) <= $286::float8))))
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and (not "o"."protected" or "o"."author_id" = $287
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and ("v"."status" = 'publish' or "v"."author_id" = $288) and "v"."status" <> 'trash') then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id) = any($289::text[])
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $290
  and "r"."modified_at" < $291)
  and o.starts_at < $292
  and o."starts_at" >= $293
  and o."ends_at" <= $294
  and o."starts_at" <= $295
  and o."starts_at" < $296
  and o."starts_at" > $297
  and o."ends_at" < $298
  and o."ends_at" > $299
  and o."starts_at" < $300
  and o."starts_at" <= $301
  and o."ends_at" > $302
  and o."starts_at" < $303
  and o."starts_at" <= $304
  and o."ends_at" > $305
  and (o.ends_at > $306 or o.starts_at >= $307)
  and o.starts_at >= $308
  and not o.ends_at - o.starts_at > interval '2 days' order by o.starts_at asc, o.id asc limit $309)
union all
select o.id as id, o.starts_at from (values (0, $310::timestamptz), (1, $311::timestamptz), (2, $312::timestamptz), (3, $313::timestamptz), (4, $314::timestamptz)) c(class, since)
cross join lateral (select o.* from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and ((not "o"."protected" or "o"."author_id" = $315
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_venues" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($316::bigint[])))
  and ((not "o"."protected" or "o"."author_id" = $317
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_organizers" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $318))
  and exists (select 1 from "event_tags" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $319)
  and exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($320::bigint[]))
  and not exists (select 1 from event_hours h where h.event_id = o.record_id and (not "o"."protected" or "o"."author_id" = $321
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and h.first_day <= $322::date and h.last_day >= $323::date and not (not coalesce(h.closed @> $324::date, false) and (h.weekdays >> $325::int & 1 = 1 or coalesce(h.adjusted @> $326::date, false))))
  and case when o.starts_at <= $327 and o.ends_at >= $328 then true
else coalesce((select h.first_day <= $329::date and h.last_day >= $330::date from event_hours h where h.event_id = o.record_id and (not "o"."protected" or "o"."author_id" = $331
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending'))), o.starts_at < $332 and (o.ends_at > $333 or o.starts_at >= $334)) end
  and o.starts_at <= $335 and o.ends_at > $336
  and not exists (
  select 1 from event_hours h
  left join unnest($337::text[], $338::timestamp[]) z(timezone, wall) on z.timezone = h.timezone
  cross join lateral (select coalesce(z.wall, $339::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w
  cross join lateral (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute offset 0) c
  where h.event_id = o.record_id and (not "o"."protected" or "o"."author_id" = $340
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and h.first_day <= $341::date + 2 and h.last_day >= $342::date - 2 and not ((not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end))
)
  and o.id <> all($343::bigint[])
  and coalesce(o.series_id, 0) <> all($344::bigint[])
  and o.series_id = any($345::bigint[])
  and o.series_id is not null
  and (o.series_id is null or (o.series_id is not null and o.record_id = o.id))
  and o.author_id = $346
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $347)
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.record_id and x.language = $348 and x.changed_at < b.changed_at)
  and o.record_id in (select t.id from "event_texts" t where t.search like $349 and t.search like $350 and (t.language = $351
or t.original and $352 <> all(t.other_languages) and (t.language = $353 or $354 <> all(t.other_languages))
or t.language = $355 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $356)))
  and o.featured
  and not o.ticketed
  and o.record_id in (select e.id from events e where e.post_parent = any($357::bigint[]))
  and ((not "o"."protected" or "o"."author_id" = $358
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and ("v"."status" = 'publish' or "v"."author_id" = $359) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null))
  and ((not "o"."protected" or "o"."author_id" = $360
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where ("v"."status" = 'publish' or "v"."author_id" = $361) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $362::float8 and $363::float8
and 2 * $364::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $365::float8) / 2) ^ 2 + cos(radians($366::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $367::float8) / 2) ^ 2))) <= $368::float8))))
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and (not "o"."protected" or "o"."author_id" = $369
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and ("v"."status" = 'publish' or "v"."author_id" = $370) and "v"."status" <> 'trash') then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id) = any($371::text[])
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $372
  and "r"."modified_at" < $373)
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $374
  and o.starts_at < $375
  and o."starts_at" >= $376
  and o."ends_at" <= $377
  and o."starts_at" <= $378
  and o."starts_at" < $379
  and o."starts_at" > $380
  and o."ends_at" < $381
  and o."ends_at" > $382
  and o."starts_at" < $383
  and o."starts_at" <= $384
  and o."ends_at" > $385
  and o."starts_at" < $386
  and o."starts_at" <= $387
  and o."ends_at" > $388
  and (o.ends_at > $389 or o.starts_at >= $390) order by o.starts_at asc, o.id asc limit $391) o
union all
(select o.id as id, o.starts_at from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and ((not "o"."protected" or "o"."author_id" = $392
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_venues" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($393::bigint[])))
  and ((not "o"."protected" or "o"."author_id" = $394
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_organizers" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $395))
  and exists (select 1 from "event_tags" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $396)
  and exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($397::bigint[]))
  and not exists (select 1 from event_hours h where h.event_id = o.record_id and (not "o"."protected" or "o"."author_id" = $398
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and h.first_day <= $399::date and h.last_day >= $400::date and not (not coalesce(h.closed @> $401::date, false) and (h.weekdays >> $402::int & 1 = 1 or coalesce(h.adjusted @> $403::date, false))))
  and case when o.starts_at <= $404 and o.ends_at >= $405 then true
else coalesce((select h.first_day <= $406::date and h.last_day >= $407::date from event_hours h where h.event_id = o.record_id and (not "o"."protected" or "o"."author_id" = $408
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending'))), o.starts_at < $409 and (o.ends_at > $410 or o.starts_at >= $411)) end
  and o.starts_at <= $412 and o.ends_at > $413
  and not exists (
  select 1 from event_hours h
  left join unnest($414::text[], $415::timestamp[]) z(timezone, wall) on z.timezone = h.timezone
  cross join lateral (select coalesce(z.wall, $416::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w
  cross join lateral (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute offset 0) c
  where h.event_id = o.record_id and (not "o"."protected" or "o"."author_id" = $417
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and h.first_day <= $418::date + 2 and h.last_day >= $419::date - 2 and not ((not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end))
)
  and o.id <> all($420::bigint[])
  and coalesce(o.series_id, 0) <> all($421::bigint[])
  and o.series_id = any($422::bigint[])
  and o.series_id is not null
  and (o.series_id is null or (o.series_id is not null and o.record_id = o.id))
  and o.author_id = $423
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $424)
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.record_id and x.language = $425 and x.changed_at < b.changed_at)
  and o.record_id in (select t.id from "event_texts" t where t.search like $426 and t.search like $427 and (t.language = $428
or t.original and $429 <> all(t.other_languages) and (t.language = $430 or $431 <> all(t.other_languages))
or t.language = $432 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $433)))
  and o.featured
  and not o.ticketed
  and o.record_id in (select e.id from events e where e.post_parent = any($434::bigint[]))
  and ((not "o"."protected" or "o"."author_id" = $435
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and ("v"."status" = 'publish' or "v"."author_id" = $436) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null))
  and ((not "o"."protected" or "o"."author_id" = $437
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where ("v"."status" = 'publish' or "v"."author_id" = $438) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $439::float8 and $440::float8
and 2 * $441::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $442::float8) / 2) ^ 2 + cos(radians($443::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $444::float8) / 2) ^ 2))) <= $445::float8))))
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and (not "o"."protected" or "o"."author_id" = $446
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and ("v"."status" = 'publish' or "v"."author_id" = $447) and "v"."status" <> 'trash') then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id) = any($448::text[])
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $449
  and "r"."modified_at" < $450)
  and o.starts_at >= $451
  and o."starts_at" >= $452
  and o."ends_at" <= $453
  and o."starts_at" <= $454
  and o."starts_at" < $455
  and o."starts_at" > $456
  and o."ends_at" < $457
  and o."ends_at" > $458
  and o."starts_at" < $459
  and o."starts_at" <= $460
  and o."ends_at" > $461
  and o."starts_at" < $462
  and o."starts_at" <= $463
  and o."ends_at" > $464
  and (o.ends_at > $465 or o.starts_at >= $466) order by o.starts_at asc, o.id asc limit $467)
) o order by o.starts_at asc, o.id asc limit $468 offset $469
) as ids
-- ["all time zones"]

-- a far page, asc, anonymous
select ((select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3)
+ (select count(*) from "listings" o where "o"."ref_id" = $4
  and o.starts_at >= $5::timestamp at time zone 'UTC' and o.starts_at <= $6)
- (select count(*) from ((select o.starts_at from "listings" o where "o"."ref_id" = $7
  and o.starts_at >= $8
  and o.starts_at <= $9
  and o.ends_at > $10
  and o.starts_at >= $11
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select o.starts_at from (values (0, $12::timestamptz), (1, $13::timestamptz), (2, $14::timestamptz), (3, $15::timestamptz), (4, $16::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $17
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $18
  and o.starts_at >= $19
  and o.starts_at <= $20
  and o.ends_at > $21 offset 0) o) c))::int as total,
array(
select o.id
from (
  select day, $22 - (upto - n) as skip
  from (select day, sum(n) as n, sum(sum(n)) over (order by day asc) as upto from (
select day, n from day_counts where ref_id = $23 and day >= $24 and day < $25
union all
select $26::date, count(*) from "listings" o where "o"."ref_id" = $27
  and o.starts_at >= $28::timestamp at time zone 'UTC' and o.starts_at <= $29
union all
select (o.starts_at at time zone 'UTC')::date, -1 from ((select o.starts_at from "listings" o where "o"."ref_id" = $30
  and o.starts_at >= $31
  and o.starts_at <= $32
  and o.ends_at > $33
  and o.starts_at >= $34
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)) o
union all
select (o.starts_at at time zone 'UTC')::date, -1 from (select o.starts_at from (values (0, $35::timestamptz), (1, $36::timestamptz), (2, $37::timestamptz), (3, $38::timestamptz), (4, $39::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $40
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $41
  and o.starts_at >= $42
  and o.starts_at <= $43
  and o.ends_at > $44 offset 0) o) o
  ) each group by day) run
  where upto > $45
  order by day asc
  limit 1
) d
cross join lateral (
  select o.id as id from "listings" o
  where "o"."ref_id" = $46
  and o."starts_at" >= $47
  and o."ends_at" <= $48
  and o."starts_at" <= $49
  and o.starts_at >= d.day::timestamp at time zone 'UTC'
  order by o.starts_at asc, o.id asc
  limit $50 offset d.skip
) o
) as ids
-- [0,"2026-11-15","2028-11-16",0,"2028-11-16","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",0,"2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",9990,0,"2026-11-15","2028-11-16","2028-11-16",0,"2028-11-16","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",0,"2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",9990,0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10]

-- a far page, desc, anonymous
select ((select coalesce(sum(n), 0) from day_counts where ref_id = $1 and day >= $2 and day < $3)
+ (select count(*) from "listings" o where "o"."ref_id" = $4
  and o.starts_at >= $5::timestamp at time zone 'UTC' and o.starts_at <= $6)
- (select count(*) from ((select o.starts_at from "listings" o where "o"."ref_id" = $7
  and o.starts_at >= $8
  and o.starts_at <= $9
  and o.ends_at > $10
  and o.starts_at >= $11
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select o.starts_at from (values (0, $12::timestamptz), (1, $13::timestamptz), (2, $14::timestamptz), (3, $15::timestamptz), (4, $16::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $17
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $18
  and o.starts_at >= $19
  and o.starts_at <= $20
  and o.ends_at > $21 offset 0) o) c))::int as total,
array(
select o.id
from (
  select day, $22 - (upto - n) as skip
  from (select day, sum(n) as n, sum(sum(n)) over (order by day desc) as upto from (
select day, n from day_counts where ref_id = $23 and day >= $24 and day < $25
union all
select $26::date, count(*) from "listings" o where "o"."ref_id" = $27
  and o.starts_at >= $28::timestamp at time zone 'UTC' and o.starts_at <= $29
union all
select (o.starts_at at time zone 'UTC')::date, -1 from ((select o.starts_at from "listings" o where "o"."ref_id" = $30
  and o.starts_at >= $31
  and o.starts_at <= $32
  and o.ends_at > $33
  and o.starts_at >= $34
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)) o
union all
select (o.starts_at at time zone 'UTC')::date, -1 from (select o.starts_at from (values (0, $35::timestamptz), (1, $36::timestamptz), (2, $37::timestamptz), (3, $38::timestamptz), (4, $39::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $40
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $41
  and o.starts_at >= $42
  and o.starts_at <= $43
  and o.ends_at > $44 offset 0) o) o
  ) each group by day) run
  where upto > $45
  order by day desc
  limit 1
) d
cross join lateral (
  select o.id as id from "listings" o
  where "o"."ref_id" = $46
  and o."starts_at" >= $47
  and o."ends_at" <= $48
  and o."starts_at" <= $49
  and o.starts_at < (d.day + 1)::timestamp at time zone 'UTC'
  order by o.starts_at desc, o.id desc
  limit $50 offset d.skip
) o
) as ids
-- [0,"2026-11-15","2028-11-16",0,"2028-11-16","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",0,"2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",9990,0,"2026-11-15","2028-11-16","2028-11-16",0,"2028-11-16","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",0,"2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",9990,0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10]

-- rows, anonymous
select r.id, "r"."version", "r"."language", "r"."created_at"::text as "created_at", "r"."modified_at"::text as "modified_at", "r"."author_id", "r"."status", "r"."trashed_from", "r"."trashed_at"::text as "trashed_at", "r"."published_at"::text as "published_at", "r"."undated", "r"."website", "r"."event_status", "r"."online_url", "r"."availability", "r"."show_map", "r"."show_map_link", "r"."hide_from_listings", "r"."sticky", "r"."featured", "r"."ticketed", "r"."attendance", "r"."starts_local"::text as "starts_local", "r"."ends_local"::text as "ends_local", "r"."timezone", "r"."zone_data", "r"."starts_at"::text as "starts_at", "r"."ends_at"::text as "ends_at", "r"."listing_starts_at"::text as "listing_starts_at", "r"."listing_ends_at"::text as "listing_ends_at", "r"."all_day", "r"."previous_starts_at"::text as "previous_starts_at", "r"."cost", "r"."cost_details", "r"."custom_fields", "r"."hours", "r"."protected", "r"."touched_at"::text as "touched_at", "r"."recurrence", "r"."expanded_until"::text as "expanded_until", "r"."series_id", "r"."original_start"::text as "original_start", "r"."own_version", "r"."own_status", "r"."overrides", "r"."split_from", "r"."image_id", (select jsonb_build_object('id', "p"."id", 'digest', "p"."digest", 'extension', "p"."extension", 'width', "p"."width", 'height', "p"."height", 'filesize', "p"."filesize", 'sizes', "p"."sizes", 'alt', coalesce("t"."alt", "d"."alt", "b"."alt")) from "images" p join "image_texts" b on b.id = p.id and b.original
left join "image_texts" t on t.id = p.id and t.language = $1
left join "image_texts" d on d.id = p.id and d.language = $2 and not d.original where p.id = "r"."image_id") as "image", (select p.id from "events" p where p.id = "r"."post_parent" and "p"."status" = 'publish') as "post_parent", coalesce("t"."title", "d"."title", "b"."title", '') as "title", coalesce("t"."excerpt", "d"."excerpt", "b"."excerpt", '') as "excerpt", coalesce("t"."description", "d"."description", "b"."description", '') as "description", coalesce("t"."slug", "d"."slug", "b"."slug", '') as "slug", coalesce("t"."event_status_reason", "d"."event_status_reason", "b"."event_status_reason", '') as "event_status_reason", case when "t"."title" is not null then t.language when "d"."title" is not null then d.language else b.language end as text_language, (select jsonb_object_agg(x.language, x.changed_at) from "event_texts" x where x.id = r.id) as text_changes, array(
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
