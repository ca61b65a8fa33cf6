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
  and o.id = any($1::bigint[])))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and o.id = any($2::bigint[]) order by o.starts_at asc, o.id asc limit $3 offset $4
) as ids
-- [[1,2],[1,2],10,10]

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
  and o.record_id <> all($1::bigint[])
  and o."starts_at" >= $2
  and o."ends_at" <= $3
  and o."starts_at" <= $4))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.record_id <> all($5::bigint[])
  and o."starts_at" >= $6
  and o."ends_at" <= $7
  and o."starts_at" <= $8 order by o.starts_at asc, o.id asc limit $9 offset $10
) as ids
-- [[3],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",[3],"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

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
  and o.record_id <> all($24::bigint[])
  and o.author_id = $25
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $26)
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.record_id and x.language = $27 and x.changed_at < b.changed_at)
  and o.record_id in (select t.id from "event_texts" t where t.search like $28 and t.search like $29 and (t.language = $30
or t.original and $31 <> all(t.other_languages) and (t.language = $32 or $33 <> all(t.other_languages))
or t.language = $34 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $35)))
  and o.featured
  and not o.ticketed
  and o.record_id in (select e.id from events e where e.post_parent = any($36::bigint[]))
  and (not "o"."protected" and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and "v"."status" = 'publish'
  and v.geo_lat is not null and v.geo_lng is not null))
  and (not "o"."protected" and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where "v"."status" = 'publish'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $37::float8 and $38::float8
and 2 * $39::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $40::float8) / 2) ^ 2 + cos(radians($41::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $42::float8) / 2) ^ 2))) <= $43::float8))))
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and not "o"."protected" and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and "v"."status" = 'publish') then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id) = any($44::text[])
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $45
  and "r"."modified_at" < $46)
  and o."starts_at" >= $47
  and o."ends_at" <= $48
  and o."starts_at" <= $49
  and o."starts_at" < $50
  and o."starts_at" > $51
  and o."ends_at" < $52
  and o."ends_at" > $53
  and o."starts_at" < $54
  and o."starts_at" <= $55
  and o."ends_at" > $56
  and o."starts_at" < $57
  and o."starts_at" <= $58
  and o."ends_at" > $59
  and (o.ends_at > $60 or o.starts_at >= $61)))::int as total,
array(
select m.id from unnest($62::bigint[]) each(ref_id) cross join lateral (
  select o.id as id, "o"."starts_at" as by from (select p.ref_id, p.starts_at, p.ends_at, p.id, d.record_id, "d"."series_id", "d"."original_start", "d"."own_version", "d"."status", "d"."author_id", "d"."hide_from_listings", "d"."protected", "d"."featured", "d"."ticketed" from "listings" p join "occurrences" d on d.id = p.id) o where o.ref_id = each.ref_id
  and (not "o"."protected" and exists (select 1 from "event_organizers" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $63))
  and exists (select 1 from "event_tags" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $64)
  and exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($65::bigint[]))
  and not exists (select 1 from event_hours h where h.event_id = o.record_id and not "o"."protected" and h.first_day <= $66::date and h.last_day >= $67::date and not (not coalesce(h.closed @> $68::date, false) and (h.weekdays >> $69::int & 1 = 1 or coalesce(h.adjusted @> $70::date, false))))
  and case when o.starts_at <= $71 and o.ends_at >= $72 then true
else coalesce((select h.first_day <= $73::date and h.last_day >= $74::date from event_hours h where h.event_id = o.record_id and not "o"."protected"), o.starts_at < $75 and (o.ends_at > $76 or o.starts_at >= $77)) end
  and o.starts_at <= $78 and o.ends_at > $79
  and not exists (
  select 1 from event_hours h
  left join unnest($80::text[], $81::timestamp[]) z(timezone, wall) on z.timezone = h.timezone
  cross join lateral (select coalesce(z.wall, $82::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w
  cross join lateral (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute offset 0) c
  where h.event_id = o.record_id and not "o"."protected" and h.first_day <= $83::date + 2 and h.last_day >= $84::date - 2 and not ((not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end))
)
  and o.record_id <> all($85::bigint[])
  and o.author_id = $86
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $87)
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.record_id and x.language = $88 and x.changed_at < b.changed_at)
  and o.record_id in (select t.id from "event_texts" t where t.search like $89 and t.search like $90 and (t.language = $91
or t.original and $92 <> all(t.other_languages) and (t.language = $93 or $94 <> all(t.other_languages))
or t.language = $95 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $96)))
  and o.featured
  and not o.ticketed
  and o.record_id in (select e.id from events e where e.post_parent = any($97::bigint[]))
  and (not "o"."protected" and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and "v"."status" = 'publish'
  and v.geo_lat is not null and v.geo_lng is not null))
  and (not "o"."protected" and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where "v"."status" = 'publish'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $98::float8 and $99::float8
and 2 * $100::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $101::float8) / 2) ^ 2 + cos(radians($102::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $103::float8) / 2) ^ 2))) <= $104::float8))))
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and not "o"."protected" and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and "v"."status" = 'publish') then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id) = any($105::text[])
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $106
  and "r"."modified_at" < $107)
  and o."starts_at" >= $108
  and o."ends_at" <= $109
  and o."starts_at" <= $110
  and o."starts_at" < $111
  and o."starts_at" > $112
  and o."ends_at" < $113
  and o."ends_at" > $114
  and o."starts_at" < $115
  and o."starts_at" <= $116
  and o."ends_at" > $117
  and o."starts_at" < $118
  and o."starts_at" <= $119
  and o."ends_at" > $120
  and (o.ends_at > $121 or o.starts_at >= $122) order by "o"."starts_at" asc, o.id asc limit $123
) m group by m.id, m.by order by m.by asc, m.id asc limit $124 offset $125
) as ids
-- [[4,5],6,3,[1,2],"2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01","2026-11-30 08:00:00+00","2026-12-02 16:00:00+00","2026-12-01","2026-12-01","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00",["all time zones"],["all time zones"],"2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00",[3],7,"sw","sw","%ete%","%jazz%","fr","fr","en","en","en","fr",[9],9.73020351822438,10.26979648177562,6371,10,10,20,30,["online","mixed"],"2026-11-01 00:00:00+00","2026-11-10 12:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-12-02 16:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",[4,5],6,3,[1,2],"2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01","2026-11-30 08:00:00+00","2026-12-02 16:00:00+00","2026-12-01","2026-12-01","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00",["all time zones"],["all time zones"],"2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00",[3],7,"sw","sw","%ete%","%jazz%","fr","fr","en","en","en","fr",[9],9.73020351822438,10.26979648177562,6371,10,10,20,30,["online","mixed"],"2026-11-01 00:00:00+00","2026-11-10 12:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-12-02 16:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",20,10,10]

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
  and o.record_id <> all($29::bigint[])
  and o.author_id = $30
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $31)
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.record_id and x.language = $32 and x.changed_at < b.changed_at)
  and o.record_id in (select t.id from "event_texts" t where t.search like $33 and t.search like $34 and (t.language = $35
or t.original and $36 <> all(t.other_languages) and (t.language = $37 or $38 <> all(t.other_languages))
or t.language = $39 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $40)))
  and o.featured
  and not o.ticketed
  and o.record_id in (select e.id from events e where e.post_parent = any($41::bigint[]))
  and ((not "o"."protected" or "o"."author_id" = $42
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and ("v"."status" = 'publish' or "v"."author_id" = $43) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null))
  and ((not "o"."protected" or "o"."author_id" = $44
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where ("v"."status" = 'publish' or "v"."author_id" = $45) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $46::float8 and $47::float8
and 2 * $48::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $49::float8) / 2) ^ 2 + cos(radians($50::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $51::float8) / 2) ^ 2))) <= $52::float8))))
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and (not "o"."protected" or "o"."author_id" = $53
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and ("v"."status" = 'publish' or "v"."author_id" = $54) and "v"."status" <> 'trash') then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id) = any($55::text[])
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $56
  and "r"."modified_at" < $57)
  and o.starts_at < $58
  and o."starts_at" >= $59
  and o."ends_at" <= $60
  and o."starts_at" <= $61
  and o."starts_at" < $62
  and o."starts_at" > $63
  and o."ends_at" < $64
  and o."ends_at" > $65
  and o."starts_at" < $66
  and o."starts_at" <= $67
  and o."ends_at" > $68
  and o."starts_at" < $69
  and o."starts_at" <= $70
  and o."ends_at" > $71
  and (o.ends_at > $72 or o.starts_at >= $73)
  and o.starts_at >= $74
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select 1 from (values (0, $75::timestamptz), (1, $76::timestamptz), (2, $77::timestamptz), (3, $78::timestamptz), (4, $79::timestamptz)) c(class, since)
cross join lateral (select o.* from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and ((not "o"."protected" or "o"."author_id" = $80
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_venues" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($81::bigint[])))
  and ((not "o"."protected" or "o"."author_id" = $82
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_organizers" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $83))
  and exists (select 1 from "event_tags" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $84)
  and exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($85::bigint[]))
  and not exists (select 1 from event_hours h where h.event_id = o.record_id and (not "o"."protected" or "o"."author_id" = $86
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and h.first_day <= $87::date and h.last_day >= $88::date and not (not coalesce(h.closed @> $89::date, false) and (h.weekdays >> $90::int & 1 = 1 or coalesce(h.adjusted @> $91::date, false))))
  and case when o.starts_at <= $92 and o.ends_at >= $93 then true
else coalesce((select h.first_day <= $94::date and h.last_day >= $95::date from event_hours h where h.event_id = o.record_id and (not "o"."protected" or "o"."author_id" = $96
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending'))), o.starts_at < $97 and (o.ends_at > $98 or o.starts_at >= $99)) end
  and o.starts_at <= $100 and o.ends_at > $101
  and not exists (
  select 1 from event_hours h
  left join unnest($102::text[], $103::timestamp[]) z(timezone, wall) on z.timezone = h.timezone
  cross join lateral (select coalesce(z.wall, $104::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w
  cross join lateral (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute offset 0) c
  where h.event_id = o.record_id and (not "o"."protected" or "o"."author_id" = $105
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and h.first_day <= $106::date + 2 and h.last_day >= $107::date - 2 and not ((not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end))
)
  and o.record_id <> all($108::bigint[])
  and o.author_id = $109
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $110)
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.record_id and x.language = $111 and x.changed_at < b.changed_at)
  and o.record_id in (select t.id from "event_texts" t where t.search like $112 and t.search like $113 and (t.language = $114
or t.original and $115 <> all(t.other_languages) and (t.language = $116 or $117 <> all(t.other_languages))
or t.language = $118 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $119)))
  and o.featured
  and not o.ticketed
  and o.record_id in (select e.id from events e where e.post_parent = any($120::bigint[]))
  and ((not "o"."protected" or "o"."author_id" = $121
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and ("v"."status" = 'publish' or "v"."author_id" = $122) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null))
  and ((not "o"."protected" or "o"."author_id" = $123
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where ("v"."status" = 'publish' or "v"."author_id" = $124) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $125::float8 and $126::float8
and 2 * $127::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $128::float8) / 2) ^ 2 + cos(radians($129::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $130::float8) / 2) ^ 2))) <= $131::float8))))
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and (not "o"."protected" or "o"."author_id" = $132
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and ("v"."status" = 'publish' or "v"."author_id" = $133) and "v"."status" <> 'trash') then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id) = any($134::text[])
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $135
  and "r"."modified_at" < $136)
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $137
  and o.starts_at < $138
  and o."starts_at" >= $139
  and o."ends_at" <= $140
  and o."starts_at" <= $141
  and o."starts_at" < $142
  and o."starts_at" > $143
  and o."ends_at" < $144
  and o."ends_at" > $145
  and o."starts_at" < $146
  and o."starts_at" <= $147
  and o."ends_at" > $148
  and o."starts_at" < $149
  and o."starts_at" <= $150
  and o."ends_at" > $151
  and (o.ends_at > $152 or o.starts_at >= $153) offset 0) o
union all
select 1 from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and ((not "o"."protected" or "o"."author_id" = $154
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_venues" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($155::bigint[])))
  and ((not "o"."protected" or "o"."author_id" = $156
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_organizers" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $157))
  and exists (select 1 from "event_tags" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $158)
  and exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($159::bigint[]))
  and not exists (select 1 from event_hours h where h.event_id = o.record_id and (not "o"."protected" or "o"."author_id" = $160
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and h.first_day <= $161::date and h.last_day >= $162::date and not (not coalesce(h.closed @> $163::date, false) and (h.weekdays >> $164::int & 1 = 1 or coalesce(h.adjusted @> $165::date, false))))
  and case when o.starts_at <= $166 and o.ends_at >= $167 then true
else coalesce((select h.first_day <= $168::date and h.last_day >= $169::date from event_hours h where h.event_id = o.record_id and (not "o"."protected" or "o"."author_id" = $170
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending'))), o.starts_at < $171 and (o.ends_at > $172 or o.starts_at >= $173)) end
  and o.starts_at <= $174 and o.ends_at > $175
  and not exists (
  select 1 from event_hours h
  left join unnest($176::text[], $177::timestamp[]) z(timezone, wall) on z.timezone = h.timezone
  cross join lateral (select coalesce(z.wall, $178::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w
  cross join lateral (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute offset 0) c
  where h.event_id = o.record_id and (not "o"."protected" or "o"."author_id" = $179
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and h.first_day <= $180::date + 2 and h.last_day >= $181::date - 2 and not ((not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end))
)
  and o.record_id <> all($182::bigint[])
  and o.author_id = $183
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $184)
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.record_id and x.language = $185 and x.changed_at < b.changed_at)
  and o.record_id in (select t.id from "event_texts" t where t.search like $186 and t.search like $187 and (t.language = $188
or t.original and $189 <> all(t.other_languages) and (t.language = $190 or $191 <> all(t.other_languages))
or t.language = $192 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $193)))
  and o.featured
  and not o.ticketed
  and o.record_id in (select e.id from events e where e.post_parent = any($194::bigint[]))
  and ((not "o"."protected" or "o"."author_id" = $195
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and ("v"."status" = 'publish' or "v"."author_id" = $196) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null))
  and ((not "o"."protected" or "o"."author_id" = $197
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where ("v"."status" = 'publish' or "v"."author_id" = $198) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $199::float8 and $200::float8
and 2 * $201::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $202::float8) / 2) ^ 2 + cos(radians($203::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $204::float8) / 2) ^ 2))) <= $205::float8))))
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and (not "o"."protected" or "o"."author_id" = $206
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and ("v"."status" = 'publish' or "v"."author_id" = $207) and "v"."status" <> 'trash') then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id) = any($208::text[])
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $209
  and "r"."modified_at" < $210)
  and o.starts_at >= $211
  and o."starts_at" >= $212
  and o."ends_at" <= $213
  and o."starts_at" <= $214
  and o."starts_at" < $215
  and o."starts_at" > $216
  and o."ends_at" < $217
  and o."ends_at" > $218
  and o."starts_at" < $219
  and o."starts_at" <= $220
  and o."ends_at" > $221
  and o."starts_at" < $222
  and o."starts_at" <= $223
  and o."ends_at" > $224
  and (o.ends_at > $225 or o.starts_at >= $226)) c))::int as total,
array(
select o.id from (
(select o.id as id, o.starts_at from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and ((not "o"."protected" or "o"."author_id" = $227
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_venues" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($228::bigint[])))
  and ((not "o"."protected" or "o"."author_id" = $229
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_organizers" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $230))
  and exists (select 1 from "event_tags" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $231)
  and exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($232::bigint[]))
  and not exists (select 1 from event_hours h where h.event_id = o.record_id and (not "o"."protected" or "o"."author_id" = $233
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and h.first_day <= $234::date and h.last_day >= $235::date and not (not coalesce(h.closed @> $236::date, false) and (h.weekdays >> $237::int & 1 = 1 or coalesce(h.adjusted @> $238::date, false))))
  and case when o.starts_at <= $239 and o.ends_at >= $240 then true
else coalesce((select h.first_day <= $241::date and h.last_day >= $242::date from event_hours h where h.event_id = o.record_id and (not "o"."protected" or "o"."author_id" = $243
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending'))), o.starts_at < $244 and (o.ends_at > $245 or o.starts_at >= $246)) end
  and o.starts_at <= $247 and o.ends_at > $248
  and not exists (
  select 1 from event_hours h
  left join unnest($249::text[], $250::timestamp[]) z(timezone, wall) on z.timezone = h.timezone
  cross join lateral (select coalesce(z.wall, $251::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w
  cross join lateral (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute offset 0) c
  where h.event_id = o.record_id and (not "o"."protected" or "o"."author_id" = $252
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and h.first_day <= $253::date + 2 and h.last_day >= $254::date - 2 and not ((not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end))
)
  and o.record_id <> all($255::bigint[])
  and o.author_id = $256
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $257)
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.record_id and x.language = $258 and x.changed_at < b.changed_at)
  and o.record_id in (select t.id from "event_texts" t where t.search like $259 and t.search like $260 and (t.language = $261
or t.original and $262 <> all(t.other_languages) and (t.language = $263 or $264 <> all(t.other_languages))
or t.language = $265 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $266)))
  and o.featured
  and not o.ticketed
  and o.record_id in (select e.id from events e where e.post_parent = any($267::bigint[]))
  and ((not "o"."protected" or "o"."author_id" = $268
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and ("v"."status" = 'publish' or "v"."author_id" = $269) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null))
  and ((not "o"."protected" or "o"."author_id" = $270
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where ("v"."status" = 'publish' or "v"."author_id" = $271) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $272::float8 and $273::float8
and 2 * $274::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $275::float8) / 2) ^ 2 + cos(radians($276::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $277::float8) / 2) ^ 2))) <= $278::float8))))
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and (not "o"."protected" or "o"."author_id" = $279
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and ("v"."status" = 'publish' or "v"."author_id" = $280) and "v"."status" <> 'trash') then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id) = any($281::text[])
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $282
  and "r"."modified_at" < $283)
  and o.starts_at < $284
  and o."starts_at" >= $285
  and o."ends_at" <= $286
  and o."starts_at" <= $287
  and o."starts_at" < $288
  and o."starts_at" > $289
  and o."ends_at" < $290
  and o."ends_at" > $291
  and o."starts_at" < $292
  and o."starts_at" <= $293
  and o."ends_at" > $294
  and o."starts_at" < $295
  and o."starts_at" <= $296
  and o."ends_at" > $297
  and (o.ends_at > $298 or o.starts_at >= $299)
  and o.starts_at >= $300
  and not o.ends_at - o.starts_at > interval '2 days' order by o.starts_at asc, o.id asc limit $301)
union all
select o.id as id, o.starts_at from (values (0, $302::timestamptz), (1, $303::timestamptz), (2, $304::timestamptz), (3, $305::timestamptz), (4, $306::timestamptz)) c(class, since)
cross join lateral (select o.* from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and ((not "o"."protected" or "o"."author_id" = $307
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_venues" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($308::bigint[])))
  and ((not "o"."protected" or "o"."author_id" = $309
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_organizers" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $310))
  and exists (select 1 from "event_tags" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $311)
  and exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($312::bigint[]))
  and not exists (select 1 from event_hours h where h.event_id = o.record_id and (not "o"."protected" or "o"."author_id" = $313
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and h.first_day <= $314::date and h.last_day >= $315::date and not (not coalesce(h.closed @> $316::date, false) and (h.weekdays >> $317::int & 1 = 1 or coalesce(h.adjusted @> $318::date, false))))
  and case when o.starts_at <= $319 and o.ends_at >= $320 then true
else coalesce((select h.first_day <= $321::date and h.last_day >= $322::date from event_hours h where h.event_id = o.record_id and (not "o"."protected" or "o"."author_id" = $323
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending'))), o.starts_at < $324 and (o.ends_at > $325 or o.starts_at >= $326)) end
  and o.starts_at <= $327 and o.ends_at > $328
  and not exists (
  select 1 from event_hours h
  left join unnest($329::text[], $330::timestamp[]) z(timezone, wall) on z.timezone = h.timezone
  cross join lateral (select coalesce(z.wall, $331::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w
  cross join lateral (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute offset 0) c
  where h.event_id = o.record_id and (not "o"."protected" or "o"."author_id" = $332
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and h.first_day <= $333::date + 2 and h.last_day >= $334::date - 2 and not ((not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end))
)
  and o.record_id <> all($335::bigint[])
  and o.author_id = $336
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $337)
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.record_id and x.language = $338 and x.changed_at < b.changed_at)
  and o.record_id in (select t.id from "event_texts" t where t.search like $339 and t.search like $340 and (t.language = $341
or t.original and $342 <> all(t.other_languages) and (t.language = $343 or $344 <> all(t.other_languages))
or t.language = $345 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $346)))
  and o.featured
  and not o.ticketed
  and o.record_id in (select e.id from events e where e.post_parent = any($347::bigint[]))
  and ((not "o"."protected" or "o"."author_id" = $348
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and ("v"."status" = 'publish' or "v"."author_id" = $349) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null))
  and ((not "o"."protected" or "o"."author_id" = $350
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where ("v"."status" = 'publish' or "v"."author_id" = $351) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $352::float8 and $353::float8
and 2 * $354::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $355::float8) / 2) ^ 2 + cos(radians($356::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $357::float8) / 2) ^ 2))) <= $358::float8))))
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and (not "o"."protected" or "o"."author_id" = $359
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and ("v"."status" = 'publish' or "v"."author_id" = $360) and "v"."status" <> 'trash') then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id) = any($361::text[])
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $362
  and "r"."modified_at" < $363)
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $364
  and o.starts_at < $365
  and o."starts_at" >= $366
  and o."ends_at" <= $367
  and o."starts_at" <= $368
  and o."starts_at" < $369
  and o."starts_at" > $370
  and o."ends_at" < $371
  and o."ends_at" > $372
  and o."starts_at" < $373
  and o."starts_at" <= $374
  and o."ends_at" > $375
  and o."starts_at" < $376
  and o."starts_at" <= $377
  and o."ends_at" > $378
  and (o.ends_at > $379 or o.starts_at >= $380) order by o.starts_at asc, o.id asc limit $381) o
union all
(select o.id as id, o.starts_at from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and ((not "o"."protected" or "o"."author_id" = $382
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_venues" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($383::bigint[])))
  and ((not "o"."protected" or "o"."author_id" = $384
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_organizers" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $385))
  and exists (select 1 from "event_tags" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $386)
  and exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($387::bigint[]))
  and not exists (select 1 from event_hours h where h.event_id = o.record_id and (not "o"."protected" or "o"."author_id" = $388
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and h.first_day <= $389::date and h.last_day >= $390::date and not (not coalesce(h.closed @> $391::date, false) and (h.weekdays >> $392::int & 1 = 1 or coalesce(h.adjusted @> $393::date, false))))
  and case when o.starts_at <= $394 and o.ends_at >= $395 then true
else coalesce((select h.first_day <= $396::date and h.last_day >= $397::date from event_hours h where h.event_id = o.record_id and (not "o"."protected" or "o"."author_id" = $398
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending'))), o.starts_at < $399 and (o.ends_at > $400 or o.starts_at >= $401)) end
  and o.starts_at <= $402 and o.ends_at > $403
  and not exists (
  select 1 from event_hours h
  left join unnest($404::text[], $405::timestamp[]) z(timezone, wall) on z.timezone = h.timezone
  cross join lateral (select coalesce(z.wall, $406::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w
  cross join lateral (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute offset 0) c
  where h.event_id = o.record_id and (not "o"."protected" or "o"."author_id" = $407
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and h.first_day <= $408::date + 2 and h.last_day >= $409::date - 2 and not ((not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end))
)
  and o.record_id <> all($410::bigint[])
  and o.author_id = $411
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $412)
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.record_id and x.language = $413 and x.changed_at < b.changed_at)
  and o.record_id in (select t.id from "event_texts" t where t.search like $414 and t.search like $415 and (t.language = $416
or t.original and $417 <> all(t.other_languages) and (t.language = $418 or $419 <> all(t.other_languages))
or t.language = $420 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $421)))
  and o.featured
  and not o.ticketed
  and o.record_id in (select e.id from events e where e.post_parent = any($422::bigint[]))
  and ((not "o"."protected" or "o"."author_id" = $423
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and ("v"."status" = 'publish' or "v"."author_id" = $424) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null))
  and ((not "o"."protected" or "o"."author_id" = $425
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where ("v"."status" = 'publish' or "v"."author_id" = $426) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $427::float8 and $428::float8
and 2 * $429::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $430::float8) / 2) ^ 2 + cos(radians($431::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $432::float8) / 2) ^ 2))) <= $433::float8))))
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and (not "o"."protected" or "o"."author_id" = $434
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and ("v"."status" = 'publish' or "v"."author_id" = $435) and "v"."status" <> 'trash') then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id) = any($436::text[])
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $437
  and "r"."modified_at" < $438)
  and o.starts_at >= $439
  and o."starts_at" >= $440
  and o."ends_at" <= $441
  and o."starts_at" <= $442
  and o."starts_at" < $443
  and o."starts_at" > $444
  and o."ends_at" < $445
  and o."ends_at" > $446
  and o."starts_at" < $447
  and o."starts_at" <= $448
  and o."ends_at" > $449
  and o."starts_at" < $450
  and o."starts_at" <= $451
  and o."ends_at" > $452
  and (o.ends_at > $453 or o.starts_at >= $454) order by o.starts_at asc, o.id asc limit $455)
) o order by o.starts_at asc, o.id asc limit $456 offset $457
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
