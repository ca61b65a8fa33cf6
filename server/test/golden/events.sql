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
  and o.record_id <> all($5::bigint[])
  and o.author_id = $6
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $7)
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.record_id and x.language = $8 and x.changed_at < b.changed_at)
  and o.record_id in (select t.id from "event_texts" t where t.search like $9 and t.search like $10 and (t.language = $11
or t.original and $12 <> all(t.other_languages) and (t.language = $13 or $14 <> all(t.other_languages))
or t.language = $15 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $16)))
  and o.featured
  and not o.ticketed
  and o.record_id in (select e.id from events e where e.post_parent = any($17::bigint[]))
  and (not "o"."protected" and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and "v"."status" = 'publish'
  and v.geo_lat is not null and v.geo_lng is not null))
  and (not "o"."protected" and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where "v"."status" = 'publish'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $18::float8 and $19::float8
and 2 * $20::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $21::float8) / 2) ^ 2 + cos(radians($22::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $23::float8) / 2) ^ 2))) <= $24::float8))))
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and not "o"."protected" and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and "v"."status" = 'publish') then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id) = any($25::text[])
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $26
  and "r"."modified_at" < $27)
  and o."starts_at" >= $28
  and o."ends_at" <= $29
  and o."starts_at" <= $30
  and o."starts_at" < $31
  and o."starts_at" > $32
  and o."ends_at" < $33
  and o."ends_at" > $34
  and o."starts_at" < $35
  and o."starts_at" <= $36
  and o."ends_at" > $37
  and (o.ends_at > $38 or o.starts_at >= $39)))::int as total,
array(
select m.id from unnest($40::bigint[]) each(ref_id) cross join lateral (
  select o.id as id, "o"."starts_at" as by from (select p.ref_id, p.starts_at, p.ends_at, p.id, d.record_id, "d"."series_id", "d"."original_start", "d"."own_version", "d"."status", "d"."author_id", "d"."hide_from_listings", "d"."protected", "d"."featured", "d"."ticketed" from "listings" p join "occurrences" d on d.id = p.id) o where o.ref_id = each.ref_id
  and (not "o"."protected" and exists (select 1 from "event_organizers" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $41))
  and exists (select 1 from "event_tags" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $42)
  and exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($43::bigint[]))
  and o.record_id <> all($44::bigint[])
  and o.author_id = $45
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $46)
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.record_id and x.language = $47 and x.changed_at < b.changed_at)
  and o.record_id in (select t.id from "event_texts" t where t.search like $48 and t.search like $49 and (t.language = $50
or t.original and $51 <> all(t.other_languages) and (t.language = $52 or $53 <> all(t.other_languages))
or t.language = $54 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $55)))
  and o.featured
  and not o.ticketed
  and o.record_id in (select e.id from events e where e.post_parent = any($56::bigint[]))
  and (not "o"."protected" and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and "v"."status" = 'publish'
  and v.geo_lat is not null and v.geo_lng is not null))
  and (not "o"."protected" and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where "v"."status" = 'publish'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $57::float8 and $58::float8
and 2 * $59::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $60::float8) / 2) ^ 2 + cos(radians($61::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $62::float8) / 2) ^ 2))) <= $63::float8))))
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and not "o"."protected" and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and "v"."status" = 'publish') then case when e.online_url is null then 'offline' else 'mixed' end
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
  and (o.ends_at > $77 or o.starts_at >= $78) order by "o"."starts_at" asc, o.id asc limit $79
) m group by m.id, m.by order by m.by asc, m.id asc limit $80 offset $81
) as ids
-- [[4,5],6,3,[1,2],[3],7,"sw","sw","%ete%","%jazz%","fr","fr","en","en","en","fr",[9],9.73020351822438,10.26979648177562,6371,10,10,20,30,["online","mixed"],"2026-11-01 00:00:00+00","2026-11-10 12:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",[4,5],6,3,[1,2],[3],7,"sw","sw","%ete%","%jazz%","fr","fr","en","en","en","fr",[9],9.73020351822438,10.26979648177562,6371,10,10,20,30,["online","mixed"],"2026-11-01 00:00:00+00","2026-11-10 12:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",20,10,10]

-- all filters, contributor
select ((select count(*) from "occurrences" o where o.status = 'publish'
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
  and o.record_id <> all($7::bigint[])
  and o.author_id = $8
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $9)
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.record_id and x.language = $10 and x.changed_at < b.changed_at)
  and o.record_id in (select t.id from "event_texts" t where t.search like $11 and t.search like $12 and (t.language = $13
or t.original and $14 <> all(t.other_languages) and (t.language = $15 or $16 <> all(t.other_languages))
or t.language = $17 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $18)))
  and o.featured
  and not o.ticketed
  and o.record_id in (select e.id from events e where e.post_parent = any($19::bigint[]))
  and ((not "o"."protected" or "o"."author_id" = $20
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and ("v"."status" = 'publish' or "v"."author_id" = $21) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null))
  and ((not "o"."protected" or "o"."author_id" = $22
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where ("v"."status" = 'publish' or "v"."author_id" = $23) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $24::float8 and $25::float8
and 2 * $26::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $27::float8) / 2) ^ 2 + cos(radians($28::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $29::float8) / 2) ^ 2))) <= $30::float8))))
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and (not "o"."protected" or "o"."author_id" = $31
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and ("v"."status" = 'publish' or "v"."author_id" = $32) and "v"."status" <> 'trash') then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id) = any($33::text[])
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $34
  and "r"."modified_at" < $35)
  and o."starts_at" >= $36
  and o."ends_at" <= $37
  and o."starts_at" <= $38
  and o."starts_at" < $39
  and o."starts_at" > $40
  and o."ends_at" < $41
  and o."ends_at" > $42
  and o."starts_at" < $43
  and o."starts_at" <= $44
  and o."ends_at" > $45
  and (o.ends_at > $46 or o.starts_at >= $47)))::int as total,
array(
select o.id from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and ((not "o"."protected" or "o"."author_id" = $48
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_venues" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($49::bigint[])))
  and ((not "o"."protected" or "o"."author_id" = $50
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_organizers" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $51))
  and exists (select 1 from "event_tags" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $52)
  and exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($53::bigint[]))
  and o.record_id <> all($54::bigint[])
  and o.author_id = $55
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $56)
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.record_id and x.language = $57 and x.changed_at < b.changed_at)
  and o.record_id in (select t.id from "event_texts" t where t.search like $58 and t.search like $59 and (t.language = $60
or t.original and $61 <> all(t.other_languages) and (t.language = $62 or $63 <> all(t.other_languages))
or t.language = $64 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $65)))
  and o.featured
  and not o.ticketed
  and o.record_id in (select e.id from events e where e.post_parent = any($66::bigint[]))
  and ((not "o"."protected" or "o"."author_id" = $67
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and ("v"."status" = 'publish' or "v"."author_id" = $68) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null))
  and ((not "o"."protected" or "o"."author_id" = $69
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where ("v"."status" = 'publish' or "v"."author_id" = $70) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $71::float8 and $72::float8
and 2 * $73::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $74::float8) / 2) ^ 2 + cos(radians($75::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $76::float8) / 2) ^ 2))) <= $77::float8))))
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and (not "o"."protected" or "o"."author_id" = $78
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and ("v"."status" = 'publish' or "v"."author_id" = $79) and "v"."status" <> 'trash') then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id) = any($80::text[])
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $81
  and "r"."modified_at" < $82)
  and o."starts_at" >= $83
  and o."ends_at" <= $84
  and o."starts_at" <= $85
  and o."starts_at" < $86
  and o."starts_at" > $87
  and o."ends_at" < $88
  and o."ends_at" > $89
  and o."starts_at" < $90
  and o."starts_at" <= $91
  and o."ends_at" > $92
  and (o.ends_at > $93 or o.starts_at >= $94) order by o.starts_at asc, o.id asc limit $95 offset $96
) as ids
-- [6,[4,5],6,6,3,[1,2],[3],7,"sw","sw","%ete%","%jazz%","fr","fr","en","en","en","fr",[9],6,6,6,6,9.73020351822438,10.26979648177562,6371,10,10,20,30,6,6,["online","mixed"],"2026-11-01 00:00:00+00","2026-11-10 12:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",6,[4,5],6,6,3,[1,2],[3],7,"sw","sw","%ete%","%jazz%","fr","fr","en","en","en","fr",[9],6,6,6,6,9.73020351822438,10.26979648177562,6371,10,10,20,30,6,6,["online","mixed"],"2026-11-01 00:00:00+00","2026-11-10 12:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",10,10]

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
