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
  and coalesce((
  select (o.starts_at < $1 and (o.ends_at > $2 or o.starts_at >= $3)) <> ((h.first_day <= $4::date and h.last_day >= $5::date and not coalesce(h.closed @> $6::date, false) and (h.weekdays >> $7::int & 1 = 1 or coalesce(h.adjusted @> $8::date, false))) <> (o.starts_at < $9 and (o.ends_at > $10 or o.starts_at >= $11)) and exists (select 1 from events r where r.id = h.event_id and not "r"."protected"))
  from event_hours h where h.event_id = o.record_id
), o.starts_at < $12 and (o.ends_at > $13 or o.starts_at >= $14))
  and o.starts_at < $15
  and o."starts_at" < $16
  and (o.ends_at > $17 or o.starts_at >= $18)
  and o.starts_at >= $19
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select 1 from (values (0, $20::timestamptz), (1, $21::timestamptz), (2, $22::timestamptz), (3, $23::timestamptz), (4, $24::timestamptz)) c(class, since)
cross join lateral (select o.* from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and coalesce((
  select (o.starts_at < $25 and (o.ends_at > $26 or o.starts_at >= $27)) <> ((h.first_day <= $28::date and h.last_day >= $29::date and not coalesce(h.closed @> $30::date, false) and (h.weekdays >> $31::int & 1 = 1 or coalesce(h.adjusted @> $32::date, false))) <> (o.starts_at < $33 and (o.ends_at > $34 or o.starts_at >= $35)) and exists (select 1 from events r where r.id = h.event_id and not "r"."protected"))
  from event_hours h where h.event_id = o.record_id
), o.starts_at < $36 and (o.ends_at > $37 or o.starts_at >= $38))
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $39
  and o.starts_at < $40
  and o."starts_at" < $41
  and (o.ends_at > $42 or o.starts_at >= $43) offset 0) o
union all
select 1 from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and coalesce((
  select (o.starts_at < $44 and (o.ends_at > $45 or o.starts_at >= $46)) <> ((h.first_day <= $47::date and h.last_day >= $48::date and not coalesce(h.closed @> $49::date, false) and (h.weekdays >> $50::int & 1 = 1 or coalesce(h.adjusted @> $51::date, false))) <> (o.starts_at < $52 and (o.ends_at > $53 or o.starts_at >= $54)) and exists (select 1 from events r where r.id = h.event_id and not "r"."protected"))
  from event_hours h where h.event_id = o.record_id
), o.starts_at < $55 and (o.ends_at > $56 or o.starts_at >= $57))
  and o.starts_at >= $58
  and o."starts_at" < $59
  and (o.ends_at > $60 or o.starts_at >= $61)) c))::int as total,
array(
select o.id from (
(select o.id as id, o.starts_at from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and coalesce((
  select (o.starts_at < $62 and (o.ends_at > $63 or o.starts_at >= $64)) <> ((h.first_day <= $65::date and h.last_day >= $66::date and not coalesce(h.closed @> $67::date, false) and (h.weekdays >> $68::int & 1 = 1 or coalesce(h.adjusted @> $69::date, false))) <> (o.starts_at < $70 and (o.ends_at > $71 or o.starts_at >= $72)) and exists (select 1 from events r where r.id = h.event_id and not "r"."protected"))
  from event_hours h where h.event_id = o.record_id
), o.starts_at < $73 and (o.ends_at > $74 or o.starts_at >= $75))
  and o.starts_at < $76
  and o."starts_at" < $77
  and (o.ends_at > $78 or o.starts_at >= $79)
  and o.starts_at >= $80
  and not o.ends_at - o.starts_at > interval '2 days' order by o.starts_at asc, o.id asc limit $81)
union all
select o.id as id, o.starts_at from (values (0, $82::timestamptz), (1, $83::timestamptz), (2, $84::timestamptz), (3, $85::timestamptz), (4, $86::timestamptz)) c(class, since)
cross join lateral (select o.* from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and coalesce((
  select (o.starts_at < $87 and (o.ends_at > $88 or o.starts_at >= $89)) <> ((h.first_day <= $90::date and h.last_day >= $91::date and not coalesce(h.closed @> $92::date, false) and (h.weekdays >> $93::int & 1 = 1 or coalesce(h.adjusted @> $94::date, false))) <> (o.starts_at < $95 and (o.ends_at > $96 or o.starts_at >= $97)) and exists (select 1 from events r where r.id = h.event_id and not "r"."protected"))
  from event_hours h where h.event_id = o.record_id
), o.starts_at < $98 and (o.ends_at > $99 or o.starts_at >= $100))
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $101
  and o.starts_at < $102
  and o."starts_at" < $103
  and (o.ends_at > $104 or o.starts_at >= $105) order by o.starts_at asc, o.id asc limit $106) o
union all
(select o.id as id, o.starts_at from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and coalesce((
  select (o.starts_at < $107 and (o.ends_at > $108 or o.starts_at >= $109)) <> ((h.first_day <= $110::date and h.last_day >= $111::date and not coalesce(h.closed @> $112::date, false) and (h.weekdays >> $113::int & 1 = 1 or coalesce(h.adjusted @> $114::date, false))) <> (o.starts_at < $115 and (o.ends_at > $116 or o.starts_at >= $117)) and exists (select 1 from events r where r.id = h.event_id and not "r"."protected"))
  from event_hours h where h.event_id = o.record_id
), o.starts_at < $118 and (o.ends_at > $119 or o.starts_at >= $120))
  and o.starts_at >= $121
  and o."starts_at" < $122
  and (o.ends_at > $123 or o.starts_at >= $124) order by o.starts_at asc, o.id asc limit $125)
) o order by o.starts_at asc, o.id asc limit $126 offset $127
) as ids
-- ["2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-11-30 08:00:00+00","2026-12-02 16:00:00+00","2026-11-30 08:00:00+00","2026-11-30 08:00:00+00","2026-11-28 08:00:00+00","2026-11-22 08:00:00+00","2026-10-29 08:00:00+00","2026-07-25 08:00:00+00","2025-07-06 08:00:00+00","-infinity","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-11-30 08:00:00+00","2026-11-30 08:00:00+00","2026-12-02 16:00:00+00","2026-11-30 08:00:00+00","2026-11-30 08:00:00+00","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-11-30 08:00:00+00","2026-12-02 16:00:00+00","2026-11-30 08:00:00+00","2026-11-30 08:00:00+00","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-11-30 08:00:00+00","2026-12-02 16:00:00+00","2026-11-30 08:00:00+00","2026-11-30 08:00:00+00","2026-11-28 08:00:00+00",20,"2026-11-22 08:00:00+00","2026-10-29 08:00:00+00","2026-07-25 08:00:00+00","2025-07-06 08:00:00+00","-infinity","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-11-30 08:00:00+00","2026-11-30 08:00:00+00","2026-12-02 16:00:00+00","2026-11-30 08:00:00+00","2026-11-30 08:00:00+00",20,"2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-11-30 08:00:00+00","2026-12-02 16:00:00+00","2026-11-30 08:00:00+00","2026-11-30 08:00:00+00",20,10,10]

-- open_at, anonymous
select ((select count(*) from ((select 1 from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.starts_at <= $1 and o.ends_at > $2 and coalesce((
  select (true) <> ((case when coalesce(h.closed && daterange($3::date - 2, $4::date + 2), false) or coalesce(h.adjusted && daterange($5::date - 2, $6::date + 2), false) or (z.clock ->> 0)::int is null then (
    select (not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end)
    from (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute from (select coalesce((z.clock ->> 2)::timestamp, $7::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w offset 0) c
  ) else h.weekly @> (z.clock ->> 0)::int or h.weekly @> (z.clock ->> 1)::int end) <> (true) and exists (select 1 from events r where r.id = h.event_id and not "r"."protected"))
  from event_hours h cross join lateral (select $8::jsonb -> h.timezone as clock) z where h.event_id = o.record_id
), true)
  and o.starts_at < $9
  and o."starts_at" <= $10
  and o."ends_at" > $11
  and o.starts_at >= $12
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select 1 from (values (0, $13::timestamptz), (1, $14::timestamptz), (2, $15::timestamptz), (3, $16::timestamptz), (4, $17::timestamptz)) c(class, since)
cross join lateral (select o.* from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.starts_at <= $18 and o.ends_at > $19 and coalesce((
  select (true) <> ((case when coalesce(h.closed && daterange($20::date - 2, $21::date + 2), false) or coalesce(h.adjusted && daterange($22::date - 2, $23::date + 2), false) or (z.clock ->> 0)::int is null then (
    select (not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end)
    from (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute from (select coalesce((z.clock ->> 2)::timestamp, $24::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w offset 0) c
  ) else h.weekly @> (z.clock ->> 0)::int or h.weekly @> (z.clock ->> 1)::int end) <> (true) and exists (select 1 from events r where r.id = h.event_id and not "r"."protected"))
  from event_hours h cross join lateral (select $25::jsonb -> h.timezone as clock) z where h.event_id = o.record_id
), true)
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $26
  and o.starts_at < $27
  and o."starts_at" <= $28
  and o."ends_at" > $29 offset 0) o
union all
select 1 from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.starts_at <= $30 and o.ends_at > $31 and coalesce((
  select (true) <> ((case when coalesce(h.closed && daterange($32::date - 2, $33::date + 2), false) or coalesce(h.adjusted && daterange($34::date - 2, $35::date + 2), false) or (z.clock ->> 0)::int is null then (
    select (not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end)
    from (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute from (select coalesce((z.clock ->> 2)::timestamp, $36::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w offset 0) c
  ) else h.weekly @> (z.clock ->> 0)::int or h.weekly @> (z.clock ->> 1)::int end) <> (true) and exists (select 1 from events r where r.id = h.event_id and not "r"."protected"))
  from event_hours h cross join lateral (select $37::jsonb -> h.timezone as clock) z where h.event_id = o.record_id
), true)
  and o.starts_at >= $38
  and o."starts_at" <= $39
  and o."ends_at" > $40) c))::int as total,
array(
select o.id from (
(select o.id as id, o.starts_at from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.starts_at <= $41 and o.ends_at > $42 and coalesce((
  select (true) <> ((case when coalesce(h.closed && daterange($43::date - 2, $44::date + 2), false) or coalesce(h.adjusted && daterange($45::date - 2, $46::date + 2), false) or (z.clock ->> 0)::int is null then (
    select (not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end)
    from (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute from (select coalesce((z.clock ->> 2)::timestamp, $47::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w offset 0) c
  ) else h.weekly @> (z.clock ->> 0)::int or h.weekly @> (z.clock ->> 1)::int end) <> (true) and exists (select 1 from events r where r.id = h.event_id and not "r"."protected"))
  from event_hours h cross join lateral (select $48::jsonb -> h.timezone as clock) z where h.event_id = o.record_id
), true)
  and o.starts_at < $49
  and o."starts_at" <= $50
  and o."ends_at" > $51
  and o.starts_at >= $52
  and not o.ends_at - o.starts_at > interval '2 days' order by o.starts_at asc, o.id asc limit $53)
union all
select o.id as id, o.starts_at from (values (0, $54::timestamptz), (1, $55::timestamptz), (2, $56::timestamptz), (3, $57::timestamptz), (4, $58::timestamptz)) c(class, since)
cross join lateral (select o.* from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.starts_at <= $59 and o.ends_at > $60 and coalesce((
  select (true) <> ((case when coalesce(h.closed && daterange($61::date - 2, $62::date + 2), false) or coalesce(h.adjusted && daterange($63::date - 2, $64::date + 2), false) or (z.clock ->> 0)::int is null then (
    select (not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end)
    from (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute from (select coalesce((z.clock ->> 2)::timestamp, $65::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w offset 0) c
  ) else h.weekly @> (z.clock ->> 0)::int or h.weekly @> (z.clock ->> 1)::int end) <> (true) and exists (select 1 from events r where r.id = h.event_id and not "r"."protected"))
  from event_hours h cross join lateral (select $66::jsonb -> h.timezone as clock) z where h.event_id = o.record_id
), true)
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $67
  and o.starts_at < $68
  and o."starts_at" <= $69
  and o."ends_at" > $70 order by o.starts_at asc, o.id asc limit $71) o
union all
(select o.id as id, o.starts_at from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.starts_at <= $72 and o.ends_at > $73 and coalesce((
  select (true) <> ((case when coalesce(h.closed && daterange($74::date - 2, $75::date + 2), false) or coalesce(h.adjusted && daterange($76::date - 2, $77::date + 2), false) or (z.clock ->> 0)::int is null then (
    select (not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end)
    from (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute from (select coalesce((z.clock ->> 2)::timestamp, $78::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w offset 0) c
  ) else h.weekly @> (z.clock ->> 0)::int or h.weekly @> (z.clock ->> 1)::int end) <> (true) and exists (select 1 from events r where r.id = h.event_id and not "r"."protected"))
  from event_hours h cross join lateral (select $79::jsonb -> h.timezone as clock) z where h.event_id = o.record_id
), true)
  and o.starts_at >= $80
  and o."starts_at" <= $81
  and o."ends_at" > $82 order by o.starts_at asc, o.id asc limit $83)
) o order by o.starts_at asc, o.id asc limit $84 offset $85
) as ids
-- ["2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","all time zones","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-11-29 10:00:00+00","2026-11-23 10:00:00+00","2026-10-30 10:00:00+00","2026-07-26 10:00:00+00","2025-07-07 10:00:00+00","-infinity","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","all time zones","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","all time zones","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","all time zones","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-11-29 10:00:00+00",20,"2026-11-23 10:00:00+00","2026-10-30 10:00:00+00","2026-07-26 10:00:00+00","2025-07-07 10:00:00+00","-infinity","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","all time zones","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00",20,"2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","all time zones","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00",20,10,10]

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
- (select count(*) from (select distinct c.series from ((select o.series from "listings" o where "o"."ref_id" = $16
  and o.starts_at >= $17
  and o.starts_at <= $18
  and o.ends_at > $19
  and o.starts_at >= $20
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select o.series from (values (0, $21::timestamptz), (1, $22::timestamptz), (2, $23::timestamptz), (3, $24::timestamptz), (4, $25::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $26
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $27
  and o.starts_at >= $28
  and o.starts_at <= $29
  and o.ends_at > $30 offset 0) o) c where not exists (select 1 from "listings" o where "o"."ref_id" = $31
  and o.series = c.series
  and o.starts_at >= $32
  and o.starts_at <= $33
  and o."starts_at" >= $34
  and o."ends_at" <= $35
  and o."starts_at" <= $36)) c) else (select count(*) from "listings" o where "o"."ref_id" = $37
  and (o.previous_at is null or o.previous_at < $38 or (o.series in (
(select o.series from "listings" o where "o"."ref_id" = $39
  and o.starts_at <= $40
  and o.ends_at > $41
  and not (o.previous_at is null and o.last)
  and o.starts_at >= $42
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select o.series from (values (0, $43::timestamptz), (1, $44::timestamptz), (2, $45::timestamptz), (3, $46::timestamptz), (4, $47::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $48
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $49
  and o.starts_at <= $50
  and o.ends_at > $51
  and not (o.previous_at is null and o.last) offset 0) o
) and not exists (select 1 from (select o.series, o.starts_at, o.id) shown cross join lateral (select o.* from "listings" o where "o"."ref_id" = $52
  and o.series = shown.series
  and (o.starts_at, o.id) < (shown.starts_at, shown.id)
  and o."starts_at" >= $53
  and o."ends_at" <= $54
  and o."starts_at" <= $55) e)))
  and o."starts_at" >= $56
  and o."ends_at" <= $57
  and o."starts_at" <= $58) end))::int as total,
array(
select o.id from "listings" o where "o"."ref_id" = $59
  and (o.previous_at is null or o.previous_at < $60 or (o.series in (
(select o.series from "listings" o where "o"."ref_id" = $61
  and o.starts_at <= $62
  and o.ends_at > $63
  and not (o.previous_at is null and o.last)
  and o.starts_at >= $64
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select o.series from (values (0, $65::timestamptz), (1, $66::timestamptz), (2, $67::timestamptz), (3, $68::timestamptz), (4, $69::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $70
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $71
  and o.starts_at <= $72
  and o.ends_at > $73
  and not (o.previous_at is null and o.last) offset 0) o
) and not exists (select 1 from (select o.series, o.starts_at, o.id) shown cross join lateral (select o.* from "listings" o where "o"."ref_id" = $74
  and o.series = shown.series
  and (o.starts_at, o.id) < (shown.starts_at, shown.id)
  and o."starts_at" >= $75
  and o."ends_at" <= $76
  and o."starts_at" <= $77) e)))
  and o."starts_at" >= $78
  and o."ends_at" <= $79
  and o."starts_at" <= $80 order by o.starts_at asc, o.id asc limit $81 offset $82
) as ids
-- ["2026-11-15",0,"2026-11-16",0,"2026-11-15 00:00:00+00","2026-11-16",0,"2028-11-17",0,"2028-11-16 00:00:00+00","2028-11-17","infinity",0,"2028-11-16 00:00:00+00","2026-11-15 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",0,"2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00",0,"2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",0,"2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00",0,"2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",0,"2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",0,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

-- records with exceptions, categories, author
select ((select count(*) from (select e.id, e.id as record_id, case when e."recurrence" is null then e."series_id" else e.id end as "series_id", d.starts_at, d.ends_at, "e"."status", "e"."author_id", "e"."hide_from_listings", "e"."protected", "e"."featured", "e"."ticketed"
from (
select coalesce(o."series_id", o.id) as id, coalesce(min(o.starts_at) filter (where o.starts_at >= $1), max(o.starts_at)) as starts_at, max(o.ends_at) as ends_at
from "occurrences" o where o."starts_at" >= $2
  and o."ends_at" <= $3
  and o."starts_at" <= $4 group by 1
union all
select o.id as id, coalesce(min(o.starts_at) filter (where o.starts_at >= $5), max(o.starts_at)) as starts_at, max(o.ends_at) as ends_at
from "occurrences" o where o."starts_at" >= $6
  and o."ends_at" <= $7
  and o."starts_at" <= $8
  and o."series_id" is not null
  and o.record_id = o.id group by 1
) d join "events" e on e.id = d.id) o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($9::bigint[]))))::int as total,
array(
select o.id from (select e.id, e.id as record_id, case when e."recurrence" is null then e."series_id" else e.id end as "series_id", d.starts_at, d.ends_at, "e"."status", "e"."author_id", "e"."hide_from_listings", "e"."protected", "e"."featured", "e"."ticketed"
from (
select coalesce(o."series_id", o.id) as id, coalesce(min(o.starts_at) filter (where o.starts_at >= $10), max(o.starts_at)) as starts_at, max(o.ends_at) as ends_at
from "occurrences" o where o."starts_at" >= $11
  and o."ends_at" <= $12
  and o."starts_at" <= $13 group by 1
union all
select o.id as id, coalesce(min(o.starts_at) filter (where o.starts_at >= $14), max(o.starts_at)) as starts_at, max(o.ends_at) as ends_at
from "occurrences" o where o."starts_at" >= $15
  and o."ends_at" <= $16
  and o."starts_at" <= $17
  and o."series_id" is not null
  and o.record_id = o.id group by 1
) d join "events" e on e.id = d.id) o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($18::bigint[])) order by o.starts_at asc, o.id asc limit $19 offset $20
) as ids
-- ["2026-11-15T08:30:00Z","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2026-11-15T08:30:00Z","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",[1,2],"2026-11-15T08:30:00Z","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2026-11-15T08:30:00Z","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",[1,2],10,10]

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
- (select count(*) from (select distinct c.series from ((select o.series from "listings" o where "o"."ref_id" = $16
  and o.starts_at >= $17
  and o.starts_at <= $18
  and o.ends_at > $19
  and o.starts_at >= $20
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select o.series from (values (0, $21::timestamptz), (1, $22::timestamptz), (2, $23::timestamptz), (3, $24::timestamptz), (4, $25::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $26
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $27
  and o.starts_at >= $28
  and o.starts_at <= $29
  and o.ends_at > $30 offset 0) o) c where not exists (select 1 from "listings" o where "o"."ref_id" = $31
  and o.series = c.series
  and o.starts_at >= $32
  and o.starts_at <= $33
  and o."starts_at" >= $34
  and o."ends_at" <= $35
  and o."starts_at" <= $36)) c) else (select count(*) from "listings" o where "o"."ref_id" = $37
  and (o.previous_at is null or o.previous_at < $38 or (o.series in (
(select o.series from "listings" o where "o"."ref_id" = $39
  and o.starts_at <= $40
  and o.ends_at > $41
  and not (o.previous_at is null and o.last)
  and o.starts_at >= $42
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select o.series from (values (0, $43::timestamptz), (1, $44::timestamptz), (2, $45::timestamptz), (3, $46::timestamptz), (4, $47::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $48
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $49
  and o.starts_at <= $50
  and o.ends_at > $51
  and not (o.previous_at is null and o.last) offset 0) o
) and not exists (select 1 from (select o.series, o.starts_at, o.id) shown cross join lateral (select o.* from "listings" o where "o"."ref_id" = $52
  and o.series = shown.series
  and (o.starts_at, o.id) < (shown.starts_at, shown.id)
  and o."starts_at" >= $53
  and o."ends_at" <= $54
  and o."starts_at" <= $55) e)))
  and o."starts_at" >= $56
  and o."ends_at" <= $57
  and o."starts_at" <= $58) end))::int as total,
array(
select o.id from "listings" o where "o"."ref_id" = $59
  and (o.previous_at is null or o.previous_at < $60 or (o.series in (
(select o.series from "listings" o where "o"."ref_id" = $61
  and o.starts_at <= $62
  and o.ends_at > $63
  and not (o.previous_at is null and o.last)
  and o.starts_at >= $64
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select o.series from (values (0, $65::timestamptz), (1, $66::timestamptz), (2, $67::timestamptz), (3, $68::timestamptz), (4, $69::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $70
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $71
  and o.starts_at <= $72
  and o.ends_at > $73
  and not (o.previous_at is null and o.last) offset 0) o
) and not exists (select 1 from (select o.series, o.starts_at, o.id) shown cross join lateral (select o.* from "listings" o where "o"."ref_id" = $74
  and o.series = shown.series
  and (o.starts_at, o.id) < (shown.starts_at, shown.id)
  and o."starts_at" >= $75
  and o."ends_at" <= $76
  and o."starts_at" <= $77) e)))
  and o."starts_at" >= $78
  and o."ends_at" <= $79
  and o."starts_at" <= $80 order by o.starts_at asc, o.id asc limit $81 offset $82
) as ids
-- ["2026-11-15",3,"2026-11-16",3,"2026-11-15 00:00:00+00","2026-11-16",3,"2028-11-17",3,"2028-11-16 00:00:00+00","2028-11-17","infinity",3,"2028-11-16 00:00:00+00","2026-11-15 00:00:00+00",3,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",3,"2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",3,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",3,"2026-11-15 00:00:00+00",3,"2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",3,"2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",3,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",3,"2026-11-15 00:00:00+00",3,"2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-14 00:00:00+00","2028-11-08 00:00:00+00","2028-10-15 00:00:00+00","2028-07-11 00:00:00+00","2027-06-23 00:00:00+00","-infinity",3,"2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",3,"2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00","2026-11-15 00:00:00+00","2028-11-16 00:00:00+00","2028-11-16 00:00:00+00",10,10]

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
+ (select count(*) from (select distinct c.series from ((select o.series from "listings" o where "o"."ref_id" = $21
  and o.starts_at < $22
  and o."starts_at" < $23
  and (o.ends_at > $24 or o.starts_at >= $25)
  and o.starts_at >= $26
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select o.series from (values (0, $27::timestamptz), (1, $28::timestamptz), (2, $29::timestamptz), (3, $30::timestamptz), (4, $31::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $32
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $33
  and o.starts_at < $34
  and o."starts_at" < $35
  and (o.ends_at > $36 or o.starts_at >= $37) offset 0) o) c where not exists (select 1 from "listings" o where "o"."ref_id" = $38
  and o.series = c.series
  and o.starts_at >= $39
  and o.starts_at < $40
  and o."starts_at" < $41
  and (o.ends_at > $42 or o.starts_at >= $43))) c) else (select count(*) from ((select 1 from "listings" o where "o"."ref_id" = $44
  and (o.previous_at is null or (o.previous_at < $45 and o.previous_end <= $46))
  and o.starts_at < $47
  and o."starts_at" < $48
  and (o.ends_at > $49 or o.starts_at >= $50)
  and o.starts_at >= $51
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select 1 from (values (0, $52::timestamptz), (1, $53::timestamptz), (2, $54::timestamptz), (3, $55::timestamptz), (4, $56::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $57
  and (o.previous_at is null or (o.previous_at < $58 and o.previous_end <= $59))
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $60
  and o.starts_at < $61
  and o."starts_at" < $62
  and (o.ends_at > $63 or o.starts_at >= $64) offset 0) o
union all
select 1 from "listings" o where "o"."ref_id" = $65
  and (o.previous_at is null or (o.previous_at < $66 and o.previous_end <= $67))
  and o.starts_at >= $68
  and o."starts_at" < $69
  and (o.ends_at > $70 or o.starts_at >= $71)) c) end))::int as total,
array(
select o.id from (
(select o.id as id, o.starts_at from "listings" o where "o"."ref_id" = $72
  and (o.previous_at is null or (o.previous_at < $73 and o.previous_end <= $74))
  and o.starts_at < $75
  and o."starts_at" < $76
  and (o.ends_at > $77 or o.starts_at >= $78)
  and o.starts_at >= $79
  and not o.ends_at - o.starts_at > interval '2 days' order by o.starts_at asc, o.id asc limit $80)
union all
select o.id as id, o.starts_at from (values (0, $81::timestamptz), (1, $82::timestamptz), (2, $83::timestamptz), (3, $84::timestamptz), (4, $85::timestamptz)) c(class, since)
cross join lateral (select o.* from "listings" o where "o"."ref_id" = $86
  and (o.previous_at is null or (o.previous_at < $87 and o.previous_end <= $88))
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $89
  and o.starts_at < $90
  and o."starts_at" < $91
  and (o.ends_at > $92 or o.starts_at >= $93) order by o.starts_at asc, o.id asc limit $94) o
union all
(select o.id as id, o.starts_at from "listings" o where "o"."ref_id" = $95
  and (o.previous_at is null or (o.previous_at < $96 and o.previous_end <= $97))
  and o.starts_at >= $98
  and o."starts_at" < $99
  and (o.ends_at > $100 or o.starts_at >= $101) order by o.starts_at asc, o.id asc limit $102)
) o order by o.starts_at asc, o.id asc limit $103 offset $104
) as ids
-- ["2026-12-01",0,"2026-12-02",0,"2026-12-01 00:00:00+00","2026-12-02",0,"2027-01-02",0,"2027-01-01 00:00:00+00","2027-01-02","2027-01-02 00:00:00+00","2027-02-03 00:00:00+00","2027-04-08 00:00:00+00","2027-08-14 00:00:00+00","2028-01-05 00:00:00+00","infinity",0,"2027-01-01 00:00:00+00","2026-12-01 00:00:00+00",0,"2026-12-01 00:00:00+00","2027-01-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-11-29 00:00:00+00","2026-11-23 00:00:00+00","2026-10-30 00:00:00+00","2026-07-26 00:00:00+00","2025-07-07 00:00:00+00","-infinity",0,"2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2027-01-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",0,"2026-12-01 00:00:00+00","2027-01-01 00:00:00+00","2027-01-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",0,"2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2027-01-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-11-29 00:00:00+00","2026-11-23 00:00:00+00","2026-10-30 00:00:00+00","2026-07-26 00:00:00+00","2025-07-07 00:00:00+00","-infinity",0,"2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2027-01-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",0,"2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2027-01-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",0,"2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2027-01-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-11-29 00:00:00+00",20,"2026-11-23 00:00:00+00","2026-10-30 00:00:00+00","2026-07-26 00:00:00+00","2025-07-07 00:00:00+00","-infinity",0,"2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2027-01-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",20,0,"2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2027-01-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",20,10,10]

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
  select (o.starts_at < $5 and (o.ends_at > $6 or o.starts_at >= $7)) <> ((h.first_day <= $8::date and h.last_day >= $9::date and not coalesce(h.closed @> $10::date, false) and (h.weekdays >> $11::int & 1 = 1 or coalesce(h.adjusted @> $12::date, false))) <> (o.starts_at < $13 and (o.ends_at > $14 or o.starts_at >= $15)) and exists (select 1 from events r where r.id = h.event_id and not "r"."protected"))
  from event_hours h where h.event_id = o.record_id
), o.starts_at < $16 and (o.ends_at > $17 or o.starts_at >= $18))
  and o.starts_at <= $19 and o.ends_at > $20 and coalesce((
  select (true) <> ((case when coalesce(h.closed && daterange($21::date - 2, $22::date + 2), false) or coalesce(h.adjusted && daterange($23::date - 2, $24::date + 2), false) or (z.clock ->> 0)::int is null then (
    select (not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end)
    from (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute from (select coalesce((z.clock ->> 2)::timestamp, $25::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w offset 0) c
  ) else h.weekly @> (z.clock ->> 0)::int or h.weekly @> (z.clock ->> 1)::int end) <> (true) and exists (select 1 from events r where r.id = h.event_id and not "r"."protected"))
  from event_hours h cross join lateral (select $26::jsonb -> h.timezone as clock) z where h.event_id = o.record_id
), true)
  and o.id <> all($27::bigint[])
  and coalesce(o.series_id, 0) <> all($28::bigint[])
  and o.series_id = any($29::bigint[])
  and o.series_id is not null
  and (o.series_id is null or (o.series_id <> o.id and o.record_id = o.id))
  and o.author_id = $30
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $31)
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.record_id and x.language = $32 and x.changed_at < b.changed_at)
  and o.record_id in (select t.id from "event_texts" t where t.search like $33 and t.search like $34 and (t.language = $35
or t.original and $36 <> all(t.other_languages) and (t.language = $37 or $38 <> all(t.other_languages))
or t.language = $39 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $40)))
  and o.featured
  and not o.ticketed
  and o.record_id in (select e.id from events e where e.post_parent = any($41::bigint[]))
  and (not "o"."protected" and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and "v"."status" = 'publish'
  and v.geo_lat is not null and v.geo_lng is not null))
  and (not "o"."protected" and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where "v"."status" = 'publish'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $42::float8 and $43::float8
and 2 * $44::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $45::float8) / 2) ^ 2 + cos(radians($46::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $47::float8) / 2) ^ 2))) <= $48::float8))))
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and not "o"."protected" and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and "v"."status" = 'publish') then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id) = any($49::text[])
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $50
  and "r"."modified_at" < $51)
  and o."starts_at" >= $52
  and o."ends_at" <= $53
  and o."starts_at" <= $54
  and o."starts_at" < $55
  and o."starts_at" > $56
  and o."ends_at" < $57
  and o."ends_at" > $58
  and o."starts_at" < $59
  and o."starts_at" <= $60
  and o."ends_at" > $61
  and o."starts_at" < $62
  and o."starts_at" <= $63
  and o."ends_at" > $64
  and (o.ends_at > $65 or o.starts_at >= $66)))::int as total,
array(
select m.id from unnest($67::bigint[]) each(ref_id) cross join lateral (
  select o.id as id, "o"."starts_at" as by from (select p.ref_id, p.starts_at, p.ends_at, p.id, d.record_id, "d"."series_id", "d"."original_start", "d"."own_version", "d"."status", "d"."author_id", "d"."hide_from_listings", "d"."protected", "d"."featured", "d"."ticketed" from "listings" p join "occurrences" d on d.id = p.id) o where o.ref_id = each.ref_id
  and (not "o"."protected" and exists (select 1 from "event_organizers" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $68))
  and exists (select 1 from "event_tags" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $69)
  and exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($70::bigint[]))
  and coalesce((
  select (o.starts_at < $71 and (o.ends_at > $72 or o.starts_at >= $73)) <> ((h.first_day <= $74::date and h.last_day >= $75::date and not coalesce(h.closed @> $76::date, false) and (h.weekdays >> $77::int & 1 = 1 or coalesce(h.adjusted @> $78::date, false))) <> (o.starts_at < $79 and (o.ends_at > $80 or o.starts_at >= $81)) and exists (select 1 from events r where r.id = h.event_id and not "r"."protected"))
  from event_hours h where h.event_id = o.record_id
), o.starts_at < $82 and (o.ends_at > $83 or o.starts_at >= $84))
  and o.starts_at <= $85 and o.ends_at > $86 and coalesce((
  select (true) <> ((case when coalesce(h.closed && daterange($87::date - 2, $88::date + 2), false) or coalesce(h.adjusted && daterange($89::date - 2, $90::date + 2), false) or (z.clock ->> 0)::int is null then (
    select (not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end)
    from (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute from (select coalesce((z.clock ->> 2)::timestamp, $91::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w offset 0) c
  ) else h.weekly @> (z.clock ->> 0)::int or h.weekly @> (z.clock ->> 1)::int end) <> (true) and exists (select 1 from events r where r.id = h.event_id and not "r"."protected"))
  from event_hours h cross join lateral (select $92::jsonb -> h.timezone as clock) z where h.event_id = o.record_id
), true)
  and o.id <> all($93::bigint[])
  and coalesce(o.series_id, 0) <> all($94::bigint[])
  and o.series_id = any($95::bigint[])
  and o.series_id is not null
  and (o.series_id is null or (o.series_id <> o.id and o.record_id = o.id))
  and o.author_id = $96
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $97)
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.record_id and x.language = $98 and x.changed_at < b.changed_at)
  and o.record_id in (select t.id from "event_texts" t where t.search like $99 and t.search like $100 and (t.language = $101
or t.original and $102 <> all(t.other_languages) and (t.language = $103 or $104 <> all(t.other_languages))
or t.language = $105 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $106)))
  and o.featured
  and not o.ticketed
  and o.record_id in (select e.id from events e where e.post_parent = any($107::bigint[]))
  and (not "o"."protected" and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and "v"."status" = 'publish'
  and v.geo_lat is not null and v.geo_lng is not null))
  and (not "o"."protected" and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where "v"."status" = 'publish'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $108::float8 and $109::float8
and 2 * $110::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $111::float8) / 2) ^ 2 + cos(radians($112::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $113::float8) / 2) ^ 2))) <= $114::float8))))
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and not "o"."protected" and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and "v"."status" = 'publish') then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id) = any($115::text[])
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $116
  and "r"."modified_at" < $117)
  and o."starts_at" >= $118
  and o."ends_at" <= $119
  and o."starts_at" <= $120
  and o."starts_at" < $121
  and o."starts_at" > $122
  and o."ends_at" < $123
  and o."ends_at" > $124
  and o."starts_at" < $125
  and o."starts_at" <= $126
  and o."ends_at" > $127
  and o."starts_at" < $128
  and o."starts_at" <= $129
  and o."ends_at" > $130
  and (o.ends_at > $131 or o.starts_at >= $132) order by "o"."starts_at" asc, o.id asc limit $133
) m group by m.id, m.by order by m.by asc, m.id asc limit $134 offset $135
) as ids
-- [[4,5],6,3,[1,2],"2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","all time zones",[3],[3],[9],7,"sw","sw","%ete%","%jazz%","fr","fr","en","en","en","fr",[9],9.73020351822438,10.26979648177562,6371,10,10,20,30,["online","mixed"],"2026-11-01 00:00:00+00","2026-11-10 12:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-12-02 16:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",[4,5],6,3,[1,2],"2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","all time zones",[3],[3],[9],7,"sw","sw","%ete%","%jazz%","fr","fr","en","en","en","fr",[9],9.73020351822438,10.26979648177562,6371,10,10,20,30,["online","mixed"],"2026-11-01 00:00:00+00","2026-11-10 12:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-12-02 16:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",20,10,10]

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
  and coalesce((
  select (o.starts_at < $7 and (o.ends_at > $8 or o.starts_at >= $9)) <> ((h.first_day <= $10::date and h.last_day >= $11::date and not coalesce(h.closed @> $12::date, false) and (h.weekdays >> $13::int & 1 = 1 or coalesce(h.adjusted @> $14::date, false))) <> (o.starts_at < $15 and (o.ends_at > $16 or o.starts_at >= $17)) and exists (select 1 from events r where r.id = h.event_id and (not "r"."protected" or "r"."author_id" = $18
  and case "r"."status"
when 'trash' then r.trashed_from
else "r"."status" end in ('draft', 'pending'))))
  from event_hours h where h.event_id = o.record_id
), o.starts_at < $19 and (o.ends_at > $20 or o.starts_at >= $21))
  and o.starts_at <= $22 and o.ends_at > $23 and coalesce((
  select (true) <> ((case when coalesce(h.closed && daterange($24::date - 2, $25::date + 2), false) or coalesce(h.adjusted && daterange($26::date - 2, $27::date + 2), false) or (z.clock ->> 0)::int is null then (
    select (not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end)
    from (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute from (select coalesce((z.clock ->> 2)::timestamp, $28::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w offset 0) c
  ) else h.weekly @> (z.clock ->> 0)::int or h.weekly @> (z.clock ->> 1)::int end) <> (true) and exists (select 1 from events r where r.id = h.event_id and (not "r"."protected" or "r"."author_id" = $29
  and case "r"."status"
when 'trash' then r.trashed_from
else "r"."status" end in ('draft', 'pending'))))
  from event_hours h cross join lateral (select $30::jsonb -> h.timezone as clock) z where h.event_id = o.record_id
), true)
  and o.id <> all($31::bigint[])
  and coalesce(o.series_id, 0) <> all($32::bigint[])
  and o.series_id = any($33::bigint[])
  and o.series_id is not null
  and (o.series_id is null or (o.series_id <> o.id and o.record_id = o.id))
  and o.author_id = $34
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $35)
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.record_id and x.language = $36 and x.changed_at < b.changed_at)
  and o.record_id in (select t.id from "event_texts" t where t.search like $37 and t.search like $38 and (t.language = $39
or t.original and $40 <> all(t.other_languages) and (t.language = $41 or $42 <> all(t.other_languages))
or t.language = $43 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $44)))
  and o.featured
  and not o.ticketed
  and o.record_id in (select e.id from events e where e.post_parent = any($45::bigint[]))
  and ((not "o"."protected" or "o"."author_id" = $46
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and ("v"."status" = 'publish' or "v"."author_id" = $47) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null))
  and ((not "o"."protected" or "o"."author_id" = $48
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where ("v"."status" = 'publish' or "v"."author_id" = $49) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $50::float8 and $51::float8
and 2 * $52::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $53::float8) / 2) ^ 2 + cos(radians($54::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $55::float8) / 2) ^ 2))) <= $56::float8))))
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and (not "o"."protected" or "o"."author_id" = $57
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and ("v"."status" = 'publish' or "v"."author_id" = $58) and "v"."status" <> 'trash') then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id) = any($59::text[])
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $60
  and "r"."modified_at" < $61)
  and o.starts_at < $62
  and o."starts_at" >= $63
  and o."ends_at" <= $64
  and o."starts_at" <= $65
  and o."starts_at" < $66
  and o."starts_at" > $67
  and o."ends_at" < $68
  and o."ends_at" > $69
  and o."starts_at" < $70
  and o."starts_at" <= $71
  and o."ends_at" > $72
  and o."starts_at" < $73
  and o."starts_at" <= $74
  and o."ends_at" > $75
  and (o.ends_at > $76 or o.starts_at >= $77)
  and o.starts_at >= $78
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select 1 from (values (0, $79::timestamptz), (1, $80::timestamptz), (2, $81::timestamptz), (3, $82::timestamptz), (4, $83::timestamptz)) c(class, since)
cross join lateral (select o.* from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and ((not "o"."protected" or "o"."author_id" = $84
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_venues" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($85::bigint[])))
  and ((not "o"."protected" or "o"."author_id" = $86
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_organizers" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $87))
  and exists (select 1 from "event_tags" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $88)
  and exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($89::bigint[]))
  and coalesce((
  select (o.starts_at < $90 and (o.ends_at > $91 or o.starts_at >= $92)) <> ((h.first_day <= $93::date and h.last_day >= $94::date and not coalesce(h.closed @> $95::date, false) and (h.weekdays >> $96::int & 1 = 1 or coalesce(h.adjusted @> $97::date, false))) <> (o.starts_at < $98 and (o.ends_at > $99 or o.starts_at >= $100)) and exists (select 1 from events r where r.id = h.event_id and (not "r"."protected" or "r"."author_id" = $101
  and case "r"."status"
when 'trash' then r.trashed_from
else "r"."status" end in ('draft', 'pending'))))
  from event_hours h where h.event_id = o.record_id
), o.starts_at < $102 and (o.ends_at > $103 or o.starts_at >= $104))
  and o.starts_at <= $105 and o.ends_at > $106 and coalesce((
  select (true) <> ((case when coalesce(h.closed && daterange($107::date - 2, $108::date + 2), false) or coalesce(h.adjusted && daterange($109::date - 2, $110::date + 2), false) or (z.clock ->> 0)::int is null then (
    select (not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end)
    from (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute from (select coalesce((z.clock ->> 2)::timestamp, $111::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w offset 0) c
  ) else h.weekly @> (z.clock ->> 0)::int or h.weekly @> (z.clock ->> 1)::int end) <> (true) and exists (select 1 from events r where r.id = h.event_id and (not "r"."protected" or "r"."author_id" = $112
  and case "r"."status"
when 'trash' then r.trashed_from
else "r"."status" end in ('draft', 'pending'))))
  from event_hours h cross join lateral (select $113::jsonb -> h.timezone as clock) z where h.event_id = o.record_id
), true)
  and o.id <> all($114::bigint[])
  and coalesce(o.series_id, 0) <> all($115::bigint[])
  and o.series_id = any($116::bigint[])
  and o.series_id is not null
  and (o.series_id is null or (o.series_id <> o.id and o.record_id = o.id))
  and o.author_id = $117
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $118)
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.record_id and x.language = $119 and x.changed_at < b.changed_at)
  and o.record_id in (select t.id from "event_texts" t where t.search like $120 and t.search like $121 and (t.language = $122
or t.original and $123 <> all(t.other_languages) and (t.language = $124 or $125 <> all(t.other_languages))
or t.language = $126 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $127)))
  and o.featured
  and not o.ticketed
  and o.record_id in (select e.id from events e where e.post_parent = any($128::bigint[]))
  and ((not "o"."protected" or "o"."author_id" = $129
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and ("v"."status" = 'publish' or "v"."author_id" = $130) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null))
  and ((not "o"."protected" or "o"."author_id" = $131
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where ("v"."status" = 'publish' or "v"."author_id" = $132) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $133::float8 and $134::float8
and 2 * $135::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $136::float8) / 2) ^ 2 + cos(radians($137::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $138::float8) / 2) ^ 2))) <= $139::float8))))
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and (not "o"."protected" or "o"."author_id" = $140
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and ("v"."status" = 'publish' or "v"."author_id" = $141) and "v"."status" <> 'trash') then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id) = any($142::text[])
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $143
  and "r"."modified_at" < $144)
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $145
  and o.starts_at < $146
  and o."starts_at" >= $147
  and o."ends_at" <= $148
  and o."starts_at" <= $149
  and o."starts_at" < $150
  and o."starts_at" > $151
  and o."ends_at" < $152
  and o."ends_at" > $153
  and o."starts_at" < $154
  and o."starts_at" <= $155
  and o."ends_at" > $156
  and o."starts_at" < $157
  and o."starts_at" <= $158
  and o."ends_at" > $159
  and (o.ends_at > $160 or o.starts_at >= $161) offset 0) o
union all
select 1 from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and ((not "o"."protected" or "o"."author_id" = $162
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_venues" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($163::bigint[])))
  and ((not "o"."protected" or "o"."author_id" = $164
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_organizers" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $165))
  and exists (select 1 from "event_tags" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $166)
  and exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($167::bigint[]))
  and coalesce((
  select (o.starts_at < $168 and (o.ends_at > $169 or o.starts_at >= $170)) <> ((h.first_day <= $171::date and h.last_day >= $172::date and not coalesce(h.closed @> $173::date, false) and (h.weekdays >> $174::int & 1 = 1 or coalesce(h.adjusted @> $175::date, false))) <> (o.starts_at < $176 and (o.ends_at > $177 or o.starts_at >= $178)) and exists (select 1 from events r where r.id = h.event_id and (not "r"."protected" or "r"."author_id" = $179
  and case "r"."status"
when 'trash' then r.trashed_from
else "r"."status" end in ('draft', 'pending'))))
  from event_hours h where h.event_id = o.record_id
), o.starts_at < $180 and (o.ends_at > $181 or o.starts_at >= $182))
  and o.starts_at <= $183 and o.ends_at > $184 and coalesce((
  select (true) <> ((case when coalesce(h.closed && daterange($185::date - 2, $186::date + 2), false) or coalesce(h.adjusted && daterange($187::date - 2, $188::date + 2), false) or (z.clock ->> 0)::int is null then (
    select (not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end)
    from (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute from (select coalesce((z.clock ->> 2)::timestamp, $189::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w offset 0) c
  ) else h.weekly @> (z.clock ->> 0)::int or h.weekly @> (z.clock ->> 1)::int end) <> (true) and exists (select 1 from events r where r.id = h.event_id and (not "r"."protected" or "r"."author_id" = $190
  and case "r"."status"
when 'trash' then r.trashed_from
else "r"."status" end in ('draft', 'pending'))))
  from event_hours h cross join lateral (select $191::jsonb -> h.timezone as clock) z where h.event_id = o.record_id
), true)
  and o.id <> all($192::bigint[])
  and coalesce(o.series_id, 0) <> all($193::bigint[])
  and o.series_id = any($194::bigint[])
  and o.series_id is not null
  and (o.series_id is null or (o.series_id <> o.id and o.record_id = o.id))
  and o.author_id = $195
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $196)
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.record_id and x.language = $197 and x.changed_at < b.changed_at)
  and o.record_id in (select t.id from "event_texts" t where t.search like $198 and t.search like $199 and (t.language = $200
or t.original and $201 <> all(t.other_languages) and (t.language = $202 or $203 <> all(t.other_languages))
or t.language = $204 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $205)))
  and o.featured
  and not o.ticketed
  and o.record_id in (select e.id from events e where e.post_parent = any($206::bigint[]))
  and ((not "o"."protected" or "o"."author_id" = $207
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and ("v"."status" = 'publish' or "v"."author_id" = $208) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null))
  and ((not "o"."protected" or "o"."author_id" = $209
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where ("v"."status" = 'publish' or "v"."author_id" = $210) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $211::float8 and $212::float8
and 2 * $213::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $214::float8) / 2) ^ 2 + cos(radians($215::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $216::float8) / 2) ^ 2))) <= $217::float8))))
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and (not "o"."protected" or "o"."author_id" = $218
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and ("v"."status" = 'publish' or "v"."author_id" = $219) and "v"."status" <> 'trash') then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id) = any($220::text[])
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $221
  and "r"."modified_at" < $222)
  and o.starts_at >= $223
  and o."starts_at" >= $224
  and o."ends_at" <= $225
  and o."starts_at" <= $226
  and o."starts_at" < $227
  and o."starts_at" > $228
  and o."ends_at" < $229
  and o."ends_at" > $230
  and o."starts_at" < $231
  and o."starts_at" <= $232
  and o."ends_at" > $233
  and o."starts_at" < $234
  and o."starts_at" <= $235
  and o."ends_at" > $236
  and (o.ends_at > $237 or o.starts_at >= $238)) c))::int as total,
array(
select o.id from (
(select o.id as id, o.starts_at from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and ((not "o"."protected" or "o"."author_id" = $239
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_venues" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($240::bigint[])))
  and ((not "o"."protected" or "o"."author_id" = $241
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_organizers" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $242))
  and exists (select 1 from "event_tags" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $243)
  and exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($244::bigint[]))
  and coalesce((
  select (o.starts_at < $245 and (o.ends_at > $246 or o.starts_at >= $247)) <> ((h.first_day <= $248::date and h.last_day >= $249::date and not coalesce(h.closed @> $250::date, false) and (h.weekdays >> $251::int & 1 = 1 or coalesce(h.adjusted @> $252::date, false))) <> (o.starts_at < $253 and (o.ends_at > $254 or o.starts_at >= $255)) and exists (select 1 from events r where r.id = h.event_id and (not "r"."protected" or "r"."author_id" = $256
  and case "r"."status"
when 'trash' then r.trashed_from
else "r"."status" end in ('draft', 'pending'))))
  from event_hours h where h.event_id = o.record_id
), o.starts_at < $257 and (o.ends_at > $258 or o.starts_at >= $259))
  and o.starts_at <= $260 and o.ends_at > $261 and coalesce((
  select (true) <> ((case when coalesce(h.closed && daterange($262::date - 2, $263::date + 2), false) or coalesce(h.adjusted && daterange($264::date - 2, $265::date + 2), false) or (z.clock ->> 0)::int is null then (
    select (not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end)
    from (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute from (select coalesce((z.clock ->> 2)::timestamp, $266::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w offset 0) c
  ) else h.weekly @> (z.clock ->> 0)::int or h.weekly @> (z.clock ->> 1)::int end) <> (true) and exists (select 1 from events r where r.id = h.event_id and (not "r"."protected" or "r"."author_id" = $267
  and case "r"."status"
when 'trash' then r.trashed_from
else "r"."status" end in ('draft', 'pending'))))
  from event_hours h cross join lateral (select $268::jsonb -> h.timezone as clock) z where h.event_id = o.record_id
), true)
  and o.id <> all($269::bigint[])
  and coalesce(o.series_id, 0) <> all($270::bigint[])
  and o.series_id = any($271::bigint[])
  and o.series_id is not null
  and (o.series_id is null or (o.series_id <> o.id and o.record_id = o.id))
  and o.author_id = $272
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $273)
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.record_id and x.language = $274 and x.changed_at < b.changed_at)
  and o.record_id in (select t.id from "event_texts" t where t.search like $275 and t.search like $276 and (t.language = $277
or t.original and $278 <> all(t.other_languages) and (t.language = $279 or $280 <> all(t.other_languages))
or t.language = $281 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $282)))
  and o.featured
  and not o.ticketed
  and o.record_id in (select e.id from events e where e.post_parent = any($283::bigint[]))
  and ((not "o"."protected" or "o"."author_id" = $284
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and ("v"."status" = 'publish' or "v"."author_id" = $285) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null))
  and ((not "o"."protected" or "o"."author_id" = $286
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where ("v"."status" = 'publish' or "v"."author_id" = $287) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $288::float8 and $289::float8
and 2 * $290::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $291::float8) / 2) ^ 2 + cos(radians($292::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $293::float8) / 2) ^ 2))) <= $294::float8))))
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and (not "o"."protected" or "o"."author_id" = $295
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and ("v"."status" = 'publish' or "v"."author_id" = $296) and "v"."status" <> 'trash') then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id) = any($297::text[])
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $298
  and "r"."modified_at" < $299)
  and o.starts_at < $300
  and o."starts_at" >= $301
  and o."ends_at" <= $302
  and o."starts_at" <= $303
  and o."starts_at" < $304
  and o."starts_at" > $305
  and o."ends_at" < $306
  and o."ends_at" > $307
  and o."starts_at" < $308
  and o."starts_at" <= $309
  and o."ends_at" > $310
  and o."starts_at" < $311
  and o."starts_at" <= $312
  and o."ends_at" > $313
  and (o.ends_at > $314 or o.starts_at >= $315)
  and o.starts_at >= $316
  and not o.ends_at - o.starts_at > interval '2 days' order by o.starts_at asc, o.id asc limit $317)
union all
select o.id as id, o.starts_at from (values (0, $318::timestamptz), (1, $319::timestamptz), (2, $320::timestamptz), (3, $321::timestamptz), (4, $322::timestamptz)) c(class, since)
cross join lateral (select o.* from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and ((not "o"."protected" or "o"."author_id" = $323
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_venues" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($324::bigint[])))
  and ((not "o"."protected" or "o"."author_id" = $325
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_organizers" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $326))
  and exists (select 1 from "event_tags" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $327)
  and exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($328::bigint[]))
  and coalesce((
  select (o.starts_at < $329 and (o.ends_at > $330 or o.starts_at >= $331)) <> ((h.first_day <= $332::date and h.last_day >= $333::date and not coalesce(h.closed @> $334::date, false) and (h.weekdays >> $335::int & 1 = 1 or coalesce(h.adjusted @> $336::date, false))) <> (o.starts_at < $337 and (o.ends_at > $338 or o.starts_at >= $339)) and exists (select 1 from events r where r.id = h.event_id and (not "r"."protected" or "r"."author_id" = $340
  and case "r"."status"
when 'trash' then r.trashed_from
else "r"."status" end in ('draft', 'pending'))))
  from event_hours h where h.event_id = o.record_id
), o.starts_at < $341 and (o.ends_at > $342 or o.starts_at >= $343))
  and o.starts_at <= $344 and o.ends_at > $345 and coalesce((
  select (true) <> ((case when coalesce(h.closed && daterange($346::date - 2, $347::date + 2), false) or coalesce(h.adjusted && daterange($348::date - 2, $349::date + 2), false) or (z.clock ->> 0)::int is null then (
    select (not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end)
    from (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute from (select coalesce((z.clock ->> 2)::timestamp, $350::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w offset 0) c
  ) else h.weekly @> (z.clock ->> 0)::int or h.weekly @> (z.clock ->> 1)::int end) <> (true) and exists (select 1 from events r where r.id = h.event_id and (not "r"."protected" or "r"."author_id" = $351
  and case "r"."status"
when 'trash' then r.trashed_from
else "r"."status" end in ('draft', 'pending'))))
  from event_hours h cross join lateral (select $352::jsonb -> h.timezone as clock) z where h.event_id = o.record_id
), true)
  and o.id <> all($353::bigint[])
  and coalesce(o.series_id, 0) <> all($354::bigint[])
  and o.series_id = any($355::bigint[])
  and o.series_id is not null
  and (o.series_id is null or (o.series_id <> o.id and o.record_id = o.id))
  and o.author_id = $356
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $357)
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.record_id and x.language = $358 and x.changed_at < b.changed_at)
  and o.record_id in (select t.id from "event_texts" t where t.search like $359 and t.search like $360 and (t.language = $361
or t.original and $362 <> all(t.other_languages) and (t.language = $363 or $364 <> all(t.other_languages))
or t.language = $365 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $366)))
  and o.featured
  and not o.ticketed
  and o.record_id in (select e.id from events e where e.post_parent = any($367::bigint[]))
  and ((not "o"."protected" or "o"."author_id" = $368
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and ("v"."status" = 'publish' or "v"."author_id" = $369) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null))
  and ((not "o"."protected" or "o"."author_id" = $370
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where ("v"."status" = 'publish' or "v"."author_id" = $371) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $372::float8 and $373::float8
and 2 * $374::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $375::float8) / 2) ^ 2 + cos(radians($376::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $377::float8) / 2) ^ 2))) <= $378::float8))))
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and (not "o"."protected" or "o"."author_id" = $379
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and ("v"."status" = 'publish' or "v"."author_id" = $380) and "v"."status" <> 'trash') then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id) = any($381::text[])
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $382
  and "r"."modified_at" < $383)
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $384
  and o.starts_at < $385
  and o."starts_at" >= $386
  and o."ends_at" <= $387
  and o."starts_at" <= $388
  and o."starts_at" < $389
  and o."starts_at" > $390
  and o."ends_at" < $391
  and o."ends_at" > $392
  and o."starts_at" < $393
  and o."starts_at" <= $394
  and o."ends_at" > $395
  and o."starts_at" < $396
  and o."starts_at" <= $397
  and o."ends_at" > $398
  and (o.ends_at > $399 or o.starts_at >= $400) order by o.starts_at asc, o.id asc limit $401) o
union all
(select o.id as id, o.starts_at from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and ((not "o"."protected" or "o"."author_id" = $402
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_venues" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($403::bigint[])))
  and ((not "o"."protected" or "o"."author_id" = $404
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_organizers" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $405))
  and exists (select 1 from "event_tags" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $406)
  and exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($407::bigint[]))
  and coalesce((
  select (o.starts_at < $408 and (o.ends_at > $409 or o.starts_at >= $410)) <> ((h.first_day <= $411::date and h.last_day >= $412::date and not coalesce(h.closed @> $413::date, false) and (h.weekdays >> $414::int & 1 = 1 or coalesce(h.adjusted @> $415::date, false))) <> (o.starts_at < $416 and (o.ends_at > $417 or o.starts_at >= $418)) and exists (select 1 from events r where r.id = h.event_id and (not "r"."protected" or "r"."author_id" = $419
  and case "r"."status"
when 'trash' then r.trashed_from
else "r"."status" end in ('draft', 'pending'))))
  from event_hours h where h.event_id = o.record_id
), o.starts_at < $420 and (o.ends_at > $421 or o.starts_at >= $422))
  and o.starts_at <= $423 and o.ends_at > $424 and coalesce((
  select (true) <> ((case when coalesce(h.closed && daterange($425::date - 2, $426::date + 2), false) or coalesce(h.adjusted && daterange($427::date - 2, $428::date + 2), false) or (z.clock ->> 0)::int is null then (
    select (not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end)
    from (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute from (select coalesce((z.clock ->> 2)::timestamp, $429::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w offset 0) c
  ) else h.weekly @> (z.clock ->> 0)::int or h.weekly @> (z.clock ->> 1)::int end) <> (true) and exists (select 1 from events r where r.id = h.event_id and (not "r"."protected" or "r"."author_id" = $430
  and case "r"."status"
when 'trash' then r.trashed_from
else "r"."status" end in ('draft', 'pending'))))
  from event_hours h cross join lateral (select $431::jsonb -> h.timezone as clock) z where h.event_id = o.record_id
), true)
  and o.id <> all($432::bigint[])
  and coalesce(o.series_id, 0) <> all($433::bigint[])
  and o.series_id = any($434::bigint[])
  and o.series_id is not null
  and (o.series_id is null or (o.series_id <> o.id and o.record_id = o.id))
  and o.author_id = $435
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $436)
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.record_id and x.language = $437 and x.changed_at < b.changed_at)
  and o.record_id in (select t.id from "event_texts" t where t.search like $438 and t.search like $439 and (t.language = $440
or t.original and $441 <> all(t.other_languages) and (t.language = $442 or $443 <> all(t.other_languages))
or t.language = $444 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $445)))
  and o.featured
  and not o.ticketed
  and o.record_id in (select e.id from events e where e.post_parent = any($446::bigint[]))
  and ((not "o"."protected" or "o"."author_id" = $447
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and ("v"."status" = 'publish' or "v"."author_id" = $448) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null))
  and ((not "o"."protected" or "o"."author_id" = $449
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where ("v"."status" = 'publish' or "v"."author_id" = $450) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $451::float8 and $452::float8
and 2 * $453::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $454::float8) / 2) ^ 2 + cos(radians($455::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $456::float8) / 2) ^ 2))) <= $457::float8))))
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and (not "o"."protected" or "o"."author_id" = $458
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and ("v"."status" = 'publish' or "v"."author_id" = $459) and "v"."status" <> 'trash') then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id) = any($460::text[])
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $461
  and "r"."modified_at" < $462)
  and o.starts_at >= $463
  and o."starts_at" >= $464
  and o."ends_at" <= $465
  and o."starts_at" <= $466
  and o."starts_at" < $467
  and o."starts_at" > $468
  and o."ends_at" < $469
  and o."ends_at" > $470
  and o."starts_at" < $471
  and o."starts_at" <= $472
  and o."ends_at" > $473
  and o."starts_at" < $474
  and o."starts_at" <= $475
  and o."ends_at" > $476
  and (o.ends_at > $477 or o.starts_at >= $478) order by o.starts_at asc, o.id asc limit $479)
) o order by o.starts_at asc, o.id asc limit $480 offset $481
) as ids
-- [6,[4,5],6,6,3,[1,2],"2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",6,"2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00",6,"all time zones",[3],[3],[9],7,"sw","sw","%ete%","%jazz%","fr","fr","en","en","en","fr",[9],6,6,6,6,9.73020351822438,10.26979648177562,6371,10,10,20,30,6,6,["online","mixed"],"2026-11-01 00:00:00+00","2026-11-10 12:00:00+00","2026-12-01 10:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-12-02 16:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-11-29 10:00:00+00","2026-11-23 10:00:00+00","2026-10-30 10:00:00+00","2026-07-26 10:00:00+00","2025-07-07 10:00:00+00","-infinity",6,[4,5],6,6,3,[1,2],"2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",6,"2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00",6,"all time zones",[3],[3],[9],7,"sw","sw","%ete%","%jazz%","fr","fr","en","en","en","fr",[9],6,6,6,6,9.73020351822438,10.26979648177562,6371,10,10,20,30,6,6,["online","mixed"],"2026-11-01 00:00:00+00","2026-11-10 12:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-12-02 16:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",6,[4,5],6,6,3,[1,2],"2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",6,"2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00",6,"all time zones",[3],[3],[9],7,"sw","sw","%ete%","%jazz%","fr","fr","en","en","en","fr",[9],6,6,6,6,9.73020351822438,10.26979648177562,6371,10,10,20,30,6,6,["online","mixed"],"2026-11-01 00:00:00+00","2026-11-10 12:00:00+00","2026-12-01 10:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-12-02 16:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",6,[4,5],6,6,3,[1,2],"2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",6,"2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00",6,"all time zones",[3],[3],[9],7,"sw","sw","%ete%","%jazz%","fr","fr","en","en","en","fr",[9],6,6,6,6,9.73020351822438,10.26979648177562,6371,10,10,20,30,6,6,["online","mixed"],"2026-11-01 00:00:00+00","2026-11-10 12:00:00+00","2026-12-01 10:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-12-02 16:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-11-29 10:00:00+00",20,"2026-11-23 10:00:00+00","2026-10-30 10:00:00+00","2026-07-26 10:00:00+00","2025-07-07 10:00:00+00","-infinity",6,[4,5],6,6,3,[1,2],"2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",6,"2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00",6,"all time zones",[3],[3],[9],7,"sw","sw","%ete%","%jazz%","fr","fr","en","en","en","fr",[9],6,6,6,6,9.73020351822438,10.26979648177562,6371,10,10,20,30,6,6,["online","mixed"],"2026-11-01 00:00:00+00","2026-11-10 12:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-12-02 16:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",20,6,[4,5],6,6,3,[1,2],"2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",6,"2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00",6,"all time zones",[3],[3],[9],7,"sw","sw","%ete%","%jazz%","fr","fr","en","en","en","fr",[9],6,6,6,6,9.73020351822438,10.26979648177562,6371,10,10,20,30,6,6,["online","mixed"],"2026-11-01 00:00:00+00","2026-11-10 12:00:00+00","2026-12-01 10:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-12-02 16:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",20,10,10]

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
