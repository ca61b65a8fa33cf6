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
  select (o.starts_at < $1 and (o.ends_at > $2 or o.starts_at >= $3)) <> ((h.first_day <= $4::date and h.last_day >= $5::date and not coalesce(h.closed @> $6::date, false) and (h.weekdays >> $7::int & 1 = 1 or coalesce(h.adjusted @> $8::date, false))) <> (o.starts_at < $9 and (o.ends_at > $10 or o.starts_at >= $11)) and exists (select 1 from events e where e.id = h.event_id and not "e"."protected"))
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
  select (o.starts_at < $25 and (o.ends_at > $26 or o.starts_at >= $27)) <> ((h.first_day <= $28::date and h.last_day >= $29::date and not coalesce(h.closed @> $30::date, false) and (h.weekdays >> $31::int & 1 = 1 or coalesce(h.adjusted @> $32::date, false))) <> (o.starts_at < $33 and (o.ends_at > $34 or o.starts_at >= $35)) and exists (select 1 from events e where e.id = h.event_id and not "e"."protected"))
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
  select (o.starts_at < $44 and (o.ends_at > $45 or o.starts_at >= $46)) <> ((h.first_day <= $47::date and h.last_day >= $48::date and not coalesce(h.closed @> $49::date, false) and (h.weekdays >> $50::int & 1 = 1 or coalesce(h.adjusted @> $51::date, false))) <> (o.starts_at < $52 and (o.ends_at > $53 or o.starts_at >= $54)) and exists (select 1 from events e where e.id = h.event_id and not "e"."protected"))
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
  select (o.starts_at < $62 and (o.ends_at > $63 or o.starts_at >= $64)) <> ((h.first_day <= $65::date and h.last_day >= $66::date and not coalesce(h.closed @> $67::date, false) and (h.weekdays >> $68::int & 1 = 1 or coalesce(h.adjusted @> $69::date, false))) <> (o.starts_at < $70 and (o.ends_at > $71 or o.starts_at >= $72)) and exists (select 1 from events e where e.id = h.event_id and not "e"."protected"))
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
  select (o.starts_at < $87 and (o.ends_at > $88 or o.starts_at >= $89)) <> ((h.first_day <= $90::date and h.last_day >= $91::date and not coalesce(h.closed @> $92::date, false) and (h.weekdays >> $93::int & 1 = 1 or coalesce(h.adjusted @> $94::date, false))) <> (o.starts_at < $95 and (o.ends_at > $96 or o.starts_at >= $97)) and exists (select 1 from events e where e.id = h.event_id and not "e"."protected"))
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
  select (o.starts_at < $107 and (o.ends_at > $108 or o.starts_at >= $109)) <> ((h.first_day <= $110::date and h.last_day >= $111::date and not coalesce(h.closed @> $112::date, false) and (h.weekdays >> $113::int & 1 = 1 or coalesce(h.adjusted @> $114::date, false))) <> (o.starts_at < $115 and (o.ends_at > $116 or o.starts_at >= $117)) and exists (select 1 from events e where e.id = h.event_id and not "e"."protected"))
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
  select (true) <> ((case when coalesce(h.closed && daterange($3::date - 2, $4::date + 2), false) or coalesce(h.adjusted && daterange($5::date - 2, $6::date + 2), false) or ($7::jsonb ->> h.timezone) is null then (
    select (not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end)
    from (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute from (select coalesce(($8::jsonb ->> h.timezone)::timestamp, $9::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w offset 0) c
  ) else h.weekly @> ($10::jsonb ->> h.timezone)::int or h.weekly @> ($11::jsonb ->> h.timezone)::int end) <> (true) and exists (select 1 from events e where e.id = h.event_id and not "e"."protected"))
  from event_hours h where h.event_id = o.record_id
), true)
  and o.starts_at < $12
  and o."starts_at" <= $13
  and o."ends_at" > $14
  and o.starts_at >= $15
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select 1 from (values (0, $16::timestamptz), (1, $17::timestamptz), (2, $18::timestamptz), (3, $19::timestamptz), (4, $20::timestamptz)) c(class, since)
cross join lateral (select o.* from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.starts_at <= $21 and o.ends_at > $22 and coalesce((
  select (true) <> ((case when coalesce(h.closed && daterange($23::date - 2, $24::date + 2), false) or coalesce(h.adjusted && daterange($25::date - 2, $26::date + 2), false) or ($27::jsonb ->> h.timezone) is null then (
    select (not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end)
    from (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute from (select coalesce(($28::jsonb ->> h.timezone)::timestamp, $29::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w offset 0) c
  ) else h.weekly @> ($30::jsonb ->> h.timezone)::int or h.weekly @> ($31::jsonb ->> h.timezone)::int end) <> (true) and exists (select 1 from events e where e.id = h.event_id and not "e"."protected"))
  from event_hours h where h.event_id = o.record_id
), true)
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $32
  and o.starts_at < $33
  and o."starts_at" <= $34
  and o."ends_at" > $35 offset 0) o
union all
select 1 from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.starts_at <= $36 and o.ends_at > $37 and coalesce((
  select (true) <> ((case when coalesce(h.closed && daterange($38::date - 2, $39::date + 2), false) or coalesce(h.adjusted && daterange($40::date - 2, $41::date + 2), false) or ($42::jsonb ->> h.timezone) is null then (
    select (not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end)
    from (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute from (select coalesce(($43::jsonb ->> h.timezone)::timestamp, $44::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w offset 0) c
  ) else h.weekly @> ($45::jsonb ->> h.timezone)::int or h.weekly @> ($46::jsonb ->> h.timezone)::int end) <> (true) and exists (select 1 from events e where e.id = h.event_id and not "e"."protected"))
  from event_hours h where h.event_id = o.record_id
), true)
  and o.starts_at >= $47
  and o."starts_at" <= $48
  and o."ends_at" > $49) c))::int as total,
array(
select o.id from (
(select o.id as id, o.starts_at from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.starts_at <= $50 and o.ends_at > $51 and coalesce((
  select (true) <> ((case when coalesce(h.closed && daterange($52::date - 2, $53::date + 2), false) or coalesce(h.adjusted && daterange($54::date - 2, $55::date + 2), false) or ($56::jsonb ->> h.timezone) is null then (
    select (not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end)
    from (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute from (select coalesce(($57::jsonb ->> h.timezone)::timestamp, $58::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w offset 0) c
  ) else h.weekly @> ($59::jsonb ->> h.timezone)::int or h.weekly @> ($60::jsonb ->> h.timezone)::int end) <> (true) and exists (select 1 from events e where e.id = h.event_id and not "e"."protected"))
  from event_hours h where h.event_id = o.record_id
), true)
  and o.starts_at < $61
  and o."starts_at" <= $62
  and o."ends_at" > $63
  and o.starts_at >= $64
  and not o.ends_at - o.starts_at > interval '2 days' order by o.starts_at asc, o.id asc limit $65)
union all
select o.id as id, o.starts_at from (values (0, $66::timestamptz), (1, $67::timestamptz), (2, $68::timestamptz), (3, $69::timestamptz), (4, $70::timestamptz)) c(class, since)
cross join lateral (select o.* from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.starts_at <= $71 and o.ends_at > $72 and coalesce((
  select (true) <> ((case when coalesce(h.closed && daterange($73::date - 2, $74::date + 2), false) or coalesce(h.adjusted && daterange($75::date - 2, $76::date + 2), false) or ($77::jsonb ->> h.timezone) is null then (
    select (not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end)
    from (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute from (select coalesce(($78::jsonb ->> h.timezone)::timestamp, $79::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w offset 0) c
  ) else h.weekly @> ($80::jsonb ->> h.timezone)::int or h.weekly @> ($81::jsonb ->> h.timezone)::int end) <> (true) and exists (select 1 from events e where e.id = h.event_id and not "e"."protected"))
  from event_hours h where h.event_id = o.record_id
), true)
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $82
  and o.starts_at < $83
  and o."starts_at" <= $84
  and o."ends_at" > $85 order by o.starts_at asc, o.id asc limit $86) o
union all
(select o.id as id, o.starts_at from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and o.starts_at <= $87 and o.ends_at > $88 and coalesce((
  select (true) <> ((case when coalesce(h.closed && daterange($89::date - 2, $90::date + 2), false) or coalesce(h.adjusted && daterange($91::date - 2, $92::date + 2), false) or ($93::jsonb ->> h.timezone) is null then (
    select (not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end)
    from (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute from (select coalesce(($94::jsonb ->> h.timezone)::timestamp, $95::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w offset 0) c
  ) else h.weekly @> ($96::jsonb ->> h.timezone)::int or h.weekly @> ($97::jsonb ->> h.timezone)::int end) <> (true) and exists (select 1 from events e where e.id = h.event_id and not "e"."protected"))
  from event_hours h where h.event_id = o.record_id
), true)
  and o.starts_at >= $98
  and o."starts_at" <= $99
  and o."ends_at" > $100 order by o.starts_at asc, o.id asc limit $101)
) o order by o.starts_at asc, o.id asc limit $102 offset $103
) as ids
-- ["2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","all time zones","all time zones","2026-12-01 10:00:00","all time zones","all time zones","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-11-29 10:00:00+00","2026-11-23 10:00:00+00","2026-10-30 10:00:00+00","2026-07-26 10:00:00+00","2025-07-07 10:00:00+00","-infinity","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","all time zones","all time zones","2026-12-01 10:00:00","all time zones","all time zones","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","all time zones","all time zones","2026-12-01 10:00:00","all time zones","all time zones","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","all time zones","all time zones","2026-12-01 10:00:00","all time zones","all time zones","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-11-29 10:00:00+00",20,"2026-11-23 10:00:00+00","2026-10-30 10:00:00+00","2026-07-26 10:00:00+00","2025-07-07 10:00:00+00","-infinity","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","all time zones","all time zones","2026-12-01 10:00:00","all time zones","all time zones","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00",20,"2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","all time zones","all time zones","2026-12-01 10:00:00","all time zones","all time zones","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00",20,10,10]

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
  and coalesce((
  select (o.starts_at < $5 and (o.ends_at > $6 or o.starts_at >= $7)) <> ((h.first_day <= $8::date and h.last_day >= $9::date and not coalesce(h.closed @> $10::date, false) and (h.weekdays >> $11::int & 1 = 1 or coalesce(h.adjusted @> $12::date, false))) <> (o.starts_at < $13 and (o.ends_at > $14 or o.starts_at >= $15)) and exists (select 1 from events e where e.id = h.event_id and not "e"."protected"))
  from event_hours h where h.event_id = o.record_id
), o.starts_at < $16 and (o.ends_at > $17 or o.starts_at >= $18))
  and o.starts_at <= $19 and o.ends_at > $20 and coalesce((
  select (true) <> ((case when coalesce(h.closed && daterange($21::date - 2, $22::date + 2), false) or coalesce(h.adjusted && daterange($23::date - 2, $24::date + 2), false) or ($25::jsonb ->> h.timezone) is null then (
    select (not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end)
    from (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute from (select coalesce(($26::jsonb ->> h.timezone)::timestamp, $27::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w offset 0) c
  ) else h.weekly @> ($28::jsonb ->> h.timezone)::int or h.weekly @> ($29::jsonb ->> h.timezone)::int end) <> (true) and exists (select 1 from events e where e.id = h.event_id and not "e"."protected"))
  from event_hours h where h.event_id = o.record_id
), true)
  and o.id <> all($30::bigint[])
  and coalesce(o.series_id, 0) <> all($31::bigint[])
  and o.series_id = any($32::bigint[])
  and o.series_id is not null
  and (o.series_id is null or (o.series_id is not null and o.record_id = o.id))
  and o.author_id = $33
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $34)
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.record_id and x.language = $35 and x.changed_at < b.changed_at)
  and o.record_id in (select t.id from "event_texts" t where t.search like $36 and t.search like $37 and (t.language = $38
or t.original and $39 <> all(t.other_languages) and (t.language = $40 or $41 <> all(t.other_languages))
or t.language = $42 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $43)))
  and o.featured
  and not o.ticketed
  and o.record_id in (select e.id from events e where e.post_parent = any($44::bigint[]))
  and (not "o"."protected" and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and "v"."status" = 'publish'
  and v.geo_lat is not null and v.geo_lng is not null))
  and (not "o"."protected" and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where "v"."status" = 'publish'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $45::float8 and $46::float8
and 2 * $47::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $48::float8) / 2) ^ 2 + cos(radians($49::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $50::float8) / 2) ^ 2))) <= $51::float8))))
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and not "o"."protected" and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and "v"."status" = 'publish') then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id) = any($52::text[])
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $53
  and "r"."modified_at" < $54)
  and o."starts_at" >= $55
  and o."ends_at" <= $56
  and o."starts_at" <= $57
  and o."starts_at" < $58
  and o."starts_at" > $59
  and o."ends_at" < $60
  and o."ends_at" > $61
  and o."starts_at" < $62
  and o."starts_at" <= $63
  and o."ends_at" > $64
  and o."starts_at" < $65
  and o."starts_at" <= $66
  and o."ends_at" > $67
  and (o.ends_at > $68 or o.starts_at >= $69)))::int as total,
array(
select m.id from unnest($70::bigint[]) each(ref_id) cross join lateral (
  select o.id as id, "o"."starts_at" as by from (select p.ref_id, p.starts_at, p.ends_at, p.id, d.record_id, "d"."series_id", "d"."original_start", "d"."own_version", "d"."status", "d"."author_id", "d"."hide_from_listings", "d"."protected", "d"."featured", "d"."ticketed" from "listings" p join "occurrences" d on d.id = p.id) o where o.ref_id = each.ref_id
  and (not "o"."protected" and exists (select 1 from "event_organizers" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $71))
  and exists (select 1 from "event_tags" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $72)
  and exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($73::bigint[]))
  and coalesce((
  select (o.starts_at < $74 and (o.ends_at > $75 or o.starts_at >= $76)) <> ((h.first_day <= $77::date and h.last_day >= $78::date and not coalesce(h.closed @> $79::date, false) and (h.weekdays >> $80::int & 1 = 1 or coalesce(h.adjusted @> $81::date, false))) <> (o.starts_at < $82 and (o.ends_at > $83 or o.starts_at >= $84)) and exists (select 1 from events e where e.id = h.event_id and not "e"."protected"))
  from event_hours h where h.event_id = o.record_id
), o.starts_at < $85 and (o.ends_at > $86 or o.starts_at >= $87))
  and o.starts_at <= $88 and o.ends_at > $89 and coalesce((
  select (true) <> ((case when coalesce(h.closed && daterange($90::date - 2, $91::date + 2), false) or coalesce(h.adjusted && daterange($92::date - 2, $93::date + 2), false) or ($94::jsonb ->> h.timezone) is null then (
    select (not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end)
    from (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute from (select coalesce(($95::jsonb ->> h.timezone)::timestamp, $96::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w offset 0) c
  ) else h.weekly @> ($97::jsonb ->> h.timezone)::int or h.weekly @> ($98::jsonb ->> h.timezone)::int end) <> (true) and exists (select 1 from events e where e.id = h.event_id and not "e"."protected"))
  from event_hours h where h.event_id = o.record_id
), true)
  and o.id <> all($99::bigint[])
  and coalesce(o.series_id, 0) <> all($100::bigint[])
  and o.series_id = any($101::bigint[])
  and o.series_id is not null
  and (o.series_id is null or (o.series_id is not null and o.record_id = o.id))
  and o.author_id = $102
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $103)
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.record_id and x.language = $104 and x.changed_at < b.changed_at)
  and o.record_id in (select t.id from "event_texts" t where t.search like $105 and t.search like $106 and (t.language = $107
or t.original and $108 <> all(t.other_languages) and (t.language = $109 or $110 <> all(t.other_languages))
or t.language = $111 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $112)))
  and o.featured
  and not o.ticketed
  and o.record_id in (select e.id from events e where e.post_parent = any($113::bigint[]))
  and (not "o"."protected" and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and "v"."status" = 'publish'
  and v.geo_lat is not null and v.geo_lng is not null))
  and (not "o"."protected" and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where "v"."status" = 'publish'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $114::float8 and $115::float8
and 2 * $116::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $117::float8) / 2) ^ 2 + cos(radians($118::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $119::float8) / 2) ^ 2))) <= $120::float8))))
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and not "o"."protected" and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and "v"."status" = 'publish') then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id) = any($121::text[])
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $122
  and "r"."modified_at" < $123)
  and o."starts_at" >= $124
  and o."ends_at" <= $125
  and o."starts_at" <= $126
  and o."starts_at" < $127
  and o."starts_at" > $128
  and o."ends_at" < $129
  and o."ends_at" > $130
  and o."starts_at" < $131
  and o."starts_at" <= $132
  and o."ends_at" > $133
  and o."starts_at" < $134
  and o."starts_at" <= $135
  and o."ends_at" > $136
  and (o.ends_at > $137 or o.starts_at >= $138) order by "o"."starts_at" asc, o.id asc limit $139
) m group by m.id, m.by order by m.by asc, m.id asc limit $140 offset $141
) as ids
-- [[4,5],6,3,[1,2],"2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","all time zones","all time zones","2026-12-01 10:00:00","all time zones","all time zones",[3],[3],[9],7,"sw","sw","%ete%","%jazz%","fr","fr","en","en","en","fr",[9],9.73020351822438,10.26979648177562,6371,10,10,20,30,["online","mixed"],"2026-11-01 00:00:00+00","2026-11-10 12:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-12-02 16:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",[4,5],6,3,[1,2],"2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","all time zones","all time zones","2026-12-01 10:00:00","all time zones","all time zones",[3],[3],[9],7,"sw","sw","%ete%","%jazz%","fr","fr","en","en","en","fr",[9],9.73020351822438,10.26979648177562,6371,10,10,20,30,["online","mixed"],"2026-11-01 00:00:00+00","2026-11-10 12:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-12-02 16:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",20,10,10]

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
  select (o.starts_at < $7 and (o.ends_at > $8 or o.starts_at >= $9)) <> ((h.first_day <= $10::date and h.last_day >= $11::date and not coalesce(h.closed @> $12::date, false) and (h.weekdays >> $13::int & 1 = 1 or coalesce(h.adjusted @> $14::date, false))) <> (o.starts_at < $15 and (o.ends_at > $16 or o.starts_at >= $17)) and exists (select 1 from events e where e.id = h.event_id and (not "e"."protected" or "e"."author_id" = $18
  and case "e"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "e"."record_id")
else "e"."status" end in ('draft', 'pending'))))
  from event_hours h where h.event_id = o.record_id
), o.starts_at < $19 and (o.ends_at > $20 or o.starts_at >= $21))
  and o.starts_at <= $22 and o.ends_at > $23 and coalesce((
  select (true) <> ((case when coalesce(h.closed && daterange($24::date - 2, $25::date + 2), false) or coalesce(h.adjusted && daterange($26::date - 2, $27::date + 2), false) or ($28::jsonb ->> h.timezone) is null then (
    select (not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end)
    from (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute from (select coalesce(($29::jsonb ->> h.timezone)::timestamp, $30::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w offset 0) c
  ) else h.weekly @> ($31::jsonb ->> h.timezone)::int or h.weekly @> ($32::jsonb ->> h.timezone)::int end) <> (true) and exists (select 1 from events e where e.id = h.event_id and (not "e"."protected" or "e"."author_id" = $33
  and case "e"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "e"."record_id")
else "e"."status" end in ('draft', 'pending'))))
  from event_hours h where h.event_id = o.record_id
), true)
  and o.id <> all($34::bigint[])
  and coalesce(o.series_id, 0) <> all($35::bigint[])
  and o.series_id = any($36::bigint[])
  and o.series_id is not null
  and (o.series_id is null or (o.series_id is not null and o.record_id = o.id))
  and o.author_id = $37
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $38)
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.record_id and x.language = $39 and x.changed_at < b.changed_at)
  and o.record_id in (select t.id from "event_texts" t where t.search like $40 and t.search like $41 and (t.language = $42
or t.original and $43 <> all(t.other_languages) and (t.language = $44 or $45 <> all(t.other_languages))
or t.language = $46 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $47)))
  and o.featured
  and not o.ticketed
  and o.record_id in (select e.id from events e where e.post_parent = any($48::bigint[]))
  and ((not "o"."protected" or "o"."author_id" = $49
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and ("v"."status" = 'publish' or "v"."author_id" = $50) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null))
  and ((not "o"."protected" or "o"."author_id" = $51
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where ("v"."status" = 'publish' or "v"."author_id" = $52) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $53::float8 and $54::float8
and 2 * $55::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $56::float8) / 2) ^ 2 + cos(radians($57::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $58::float8) / 2) ^ 2))) <= $59::float8))))
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and (not "o"."protected" or "o"."author_id" = $60
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and ("v"."status" = 'publish' or "v"."author_id" = $61) and "v"."status" <> 'trash') then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id) = any($62::text[])
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $63
  and "r"."modified_at" < $64)
  and o.starts_at < $65
  and o."starts_at" >= $66
  and o."ends_at" <= $67
  and o."starts_at" <= $68
  and o."starts_at" < $69
  and o."starts_at" > $70
  and o."ends_at" < $71
  and o."ends_at" > $72
  and o."starts_at" < $73
  and o."starts_at" <= $74
  and o."ends_at" > $75
  and o."starts_at" < $76
  and o."starts_at" <= $77
  and o."ends_at" > $78
  and (o.ends_at > $79 or o.starts_at >= $80)
  and o.starts_at >= $81
  and not o.ends_at - o.starts_at > interval '2 days' offset 0)
union all
select 1 from (values (0, $82::timestamptz), (1, $83::timestamptz), (2, $84::timestamptz), (3, $85::timestamptz), (4, $86::timestamptz)) c(class, since)
cross join lateral (select o.* from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and ((not "o"."protected" or "o"."author_id" = $87
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_venues" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($88::bigint[])))
  and ((not "o"."protected" or "o"."author_id" = $89
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_organizers" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $90))
  and exists (select 1 from "event_tags" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $91)
  and exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($92::bigint[]))
  and coalesce((
  select (o.starts_at < $93 and (o.ends_at > $94 or o.starts_at >= $95)) <> ((h.first_day <= $96::date and h.last_day >= $97::date and not coalesce(h.closed @> $98::date, false) and (h.weekdays >> $99::int & 1 = 1 or coalesce(h.adjusted @> $100::date, false))) <> (o.starts_at < $101 and (o.ends_at > $102 or o.starts_at >= $103)) and exists (select 1 from events e where e.id = h.event_id and (not "e"."protected" or "e"."author_id" = $104
  and case "e"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "e"."record_id")
else "e"."status" end in ('draft', 'pending'))))
  from event_hours h where h.event_id = o.record_id
), o.starts_at < $105 and (o.ends_at > $106 or o.starts_at >= $107))
  and o.starts_at <= $108 and o.ends_at > $109 and coalesce((
  select (true) <> ((case when coalesce(h.closed && daterange($110::date - 2, $111::date + 2), false) or coalesce(h.adjusted && daterange($112::date - 2, $113::date + 2), false) or ($114::jsonb ->> h.timezone) is null then (
    select (not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end)
    from (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute from (select coalesce(($115::jsonb ->> h.timezone)::timestamp, $116::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w offset 0) c
  ) else h.weekly @> ($117::jsonb ->> h.timezone)::int or h.weekly @> ($118::jsonb ->> h.timezone)::int end) <> (true) and exists (select 1 from events e where e.id = h.event_id and (not "e"."protected" or "e"."author_id" = $119
  and case "e"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "e"."record_id")
else "e"."status" end in ('draft', 'pending'))))
  from event_hours h where h.event_id = o.record_id
), true)
  and o.id <> all($120::bigint[])
  and coalesce(o.series_id, 0) <> all($121::bigint[])
  and o.series_id = any($122::bigint[])
  and o.series_id is not null
  and (o.series_id is null or (o.series_id is not null and o.record_id = o.id))
  and o.author_id = $123
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $124)
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.record_id and x.language = $125 and x.changed_at < b.changed_at)
  and o.record_id in (select t.id from "event_texts" t where t.search like $126 and t.search like $127 and (t.language = $128
or t.original and $129 <> all(t.other_languages) and (t.language = $130 or $131 <> all(t.other_languages))
or t.language = $132 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $133)))
  and o.featured
  and not o.ticketed
  and o.record_id in (select e.id from events e where e.post_parent = any($134::bigint[]))
  and ((not "o"."protected" or "o"."author_id" = $135
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and ("v"."status" = 'publish' or "v"."author_id" = $136) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null))
  and ((not "o"."protected" or "o"."author_id" = $137
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where ("v"."status" = 'publish' or "v"."author_id" = $138) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $139::float8 and $140::float8
and 2 * $141::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $142::float8) / 2) ^ 2 + cos(radians($143::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $144::float8) / 2) ^ 2))) <= $145::float8))))
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and (not "o"."protected" or "o"."author_id" = $146
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and ("v"."status" = 'publish' or "v"."author_id" = $147) and "v"."status" <> 'trash') then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id) = any($148::text[])
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $149
  and "r"."modified_at" < $150)
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $151
  and o.starts_at < $152
  and o."starts_at" >= $153
  and o."ends_at" <= $154
  and o."starts_at" <= $155
  and o."starts_at" < $156
  and o."starts_at" > $157
  and o."ends_at" < $158
  and o."ends_at" > $159
  and o."starts_at" < $160
  and o."starts_at" <= $161
  and o."ends_at" > $162
  and o."starts_at" < $163
  and o."starts_at" <= $164
  and o."ends_at" > $165
  and (o.ends_at > $166 or o.starts_at >= $167) offset 0) o
union all
select 1 from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and ((not "o"."protected" or "o"."author_id" = $168
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_venues" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($169::bigint[])))
  and ((not "o"."protected" or "o"."author_id" = $170
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_organizers" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $171))
  and exists (select 1 from "event_tags" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $172)
  and exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($173::bigint[]))
  and coalesce((
  select (o.starts_at < $174 and (o.ends_at > $175 or o.starts_at >= $176)) <> ((h.first_day <= $177::date and h.last_day >= $178::date and not coalesce(h.closed @> $179::date, false) and (h.weekdays >> $180::int & 1 = 1 or coalesce(h.adjusted @> $181::date, false))) <> (o.starts_at < $182 and (o.ends_at > $183 or o.starts_at >= $184)) and exists (select 1 from events e where e.id = h.event_id and (not "e"."protected" or "e"."author_id" = $185
  and case "e"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "e"."record_id")
else "e"."status" end in ('draft', 'pending'))))
  from event_hours h where h.event_id = o.record_id
), o.starts_at < $186 and (o.ends_at > $187 or o.starts_at >= $188))
  and o.starts_at <= $189 and o.ends_at > $190 and coalesce((
  select (true) <> ((case when coalesce(h.closed && daterange($191::date - 2, $192::date + 2), false) or coalesce(h.adjusted && daterange($193::date - 2, $194::date + 2), false) or ($195::jsonb ->> h.timezone) is null then (
    select (not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end)
    from (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute from (select coalesce(($196::jsonb ->> h.timezone)::timestamp, $197::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w offset 0) c
  ) else h.weekly @> ($198::jsonb ->> h.timezone)::int or h.weekly @> ($199::jsonb ->> h.timezone)::int end) <> (true) and exists (select 1 from events e where e.id = h.event_id and (not "e"."protected" or "e"."author_id" = $200
  and case "e"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "e"."record_id")
else "e"."status" end in ('draft', 'pending'))))
  from event_hours h where h.event_id = o.record_id
), true)
  and o.id <> all($201::bigint[])
  and coalesce(o.series_id, 0) <> all($202::bigint[])
  and o.series_id = any($203::bigint[])
  and o.series_id is not null
  and (o.series_id is null or (o.series_id is not null and o.record_id = o.id))
  and o.author_id = $204
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $205)
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.record_id and x.language = $206 and x.changed_at < b.changed_at)
  and o.record_id in (select t.id from "event_texts" t where t.search like $207 and t.search like $208 and (t.language = $209
or t.original and $210 <> all(t.other_languages) and (t.language = $211 or $212 <> all(t.other_languages))
or t.language = $213 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $214)))
  and o.featured
  and not o.ticketed
  and o.record_id in (select e.id from events e where e.post_parent = any($215::bigint[]))
  and ((not "o"."protected" or "o"."author_id" = $216
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and ("v"."status" = 'publish' or "v"."author_id" = $217) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null))
  and ((not "o"."protected" or "o"."author_id" = $218
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where ("v"."status" = 'publish' or "v"."author_id" = $219) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $220::float8 and $221::float8
and 2 * $222::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $223::float8) / 2) ^ 2 + cos(radians($224::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $225::float8) / 2) ^ 2))) <= $226::float8))))
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and (not "o"."protected" or "o"."author_id" = $227
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and ("v"."status" = 'publish' or "v"."author_id" = $228) and "v"."status" <> 'trash') then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id) = any($229::text[])
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $230
  and "r"."modified_at" < $231)
  and o.starts_at >= $232
  and o."starts_at" >= $233
  and o."ends_at" <= $234
  and o."starts_at" <= $235
  and o."starts_at" < $236
  and o."starts_at" > $237
  and o."ends_at" < $238
  and o."ends_at" > $239
  and o."starts_at" < $240
  and o."starts_at" <= $241
  and o."ends_at" > $242
  and o."starts_at" < $243
  and o."starts_at" <= $244
  and o."ends_at" > $245
  and (o.ends_at > $246 or o.starts_at >= $247)) c))::int as total,
array(
select o.id from (
(select o.id as id, o.starts_at from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and ((not "o"."protected" or "o"."author_id" = $248
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_venues" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($249::bigint[])))
  and ((not "o"."protected" or "o"."author_id" = $250
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_organizers" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $251))
  and exists (select 1 from "event_tags" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $252)
  and exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($253::bigint[]))
  and coalesce((
  select (o.starts_at < $254 and (o.ends_at > $255 or o.starts_at >= $256)) <> ((h.first_day <= $257::date and h.last_day >= $258::date and not coalesce(h.closed @> $259::date, false) and (h.weekdays >> $260::int & 1 = 1 or coalesce(h.adjusted @> $261::date, false))) <> (o.starts_at < $262 and (o.ends_at > $263 or o.starts_at >= $264)) and exists (select 1 from events e where e.id = h.event_id and (not "e"."protected" or "e"."author_id" = $265
  and case "e"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "e"."record_id")
else "e"."status" end in ('draft', 'pending'))))
  from event_hours h where h.event_id = o.record_id
), o.starts_at < $266 and (o.ends_at > $267 or o.starts_at >= $268))
  and o.starts_at <= $269 and o.ends_at > $270 and coalesce((
  select (true) <> ((case when coalesce(h.closed && daterange($271::date - 2, $272::date + 2), false) or coalesce(h.adjusted && daterange($273::date - 2, $274::date + 2), false) or ($275::jsonb ->> h.timezone) is null then (
    select (not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end)
    from (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute from (select coalesce(($276::jsonb ->> h.timezone)::timestamp, $277::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w offset 0) c
  ) else h.weekly @> ($278::jsonb ->> h.timezone)::int or h.weekly @> ($279::jsonb ->> h.timezone)::int end) <> (true) and exists (select 1 from events e where e.id = h.event_id and (not "e"."protected" or "e"."author_id" = $280
  and case "e"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "e"."record_id")
else "e"."status" end in ('draft', 'pending'))))
  from event_hours h where h.event_id = o.record_id
), true)
  and o.id <> all($281::bigint[])
  and coalesce(o.series_id, 0) <> all($282::bigint[])
  and o.series_id = any($283::bigint[])
  and o.series_id is not null
  and (o.series_id is null or (o.series_id is not null and o.record_id = o.id))
  and o.author_id = $284
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $285)
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.record_id and x.language = $286 and x.changed_at < b.changed_at)
  and o.record_id in (select t.id from "event_texts" t where t.search like $287 and t.search like $288 and (t.language = $289
or t.original and $290 <> all(t.other_languages) and (t.language = $291 or $292 <> all(t.other_languages))
or t.language = $293 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $294)))
  and o.featured
  and not o.ticketed
  and o.record_id in (select e.id from events e where e.post_parent = any($295::bigint[]))
  and ((not "o"."protected" or "o"."author_id" = $296
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and ("v"."status" = 'publish' or "v"."author_id" = $297) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null))
  and ((not "o"."protected" or "o"."author_id" = $298
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where ("v"."status" = 'publish' or "v"."author_id" = $299) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $300::float8 and $301::float8
and 2 * $302::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $303::float8) / 2) ^ 2 + cos(radians($304::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $305::float8) / 2) ^ 2))) <= $306::float8))))
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and (not "o"."protected" or "o"."author_id" = $307
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and ("v"."status" = 'publish' or "v"."author_id" = $308) and "v"."status" <> 'trash') then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id) = any($309::text[])
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $310
  and "r"."modified_at" < $311)
  and o.starts_at < $312
  and o."starts_at" >= $313
  and o."ends_at" <= $314
  and o."starts_at" <= $315
  and o."starts_at" < $316
  and o."starts_at" > $317
  and o."ends_at" < $318
  and o."ends_at" > $319
  and o."starts_at" < $320
  and o."starts_at" <= $321
  and o."ends_at" > $322
  and o."starts_at" < $323
  and o."starts_at" <= $324
  and o."ends_at" > $325
  and (o.ends_at > $326 or o.starts_at >= $327)
  and o.starts_at >= $328
  and not o.ends_at - o.starts_at > interval '2 days' order by o.starts_at asc, o.id asc limit $329)
union all
select o.id as id, o.starts_at from (values (0, $330::timestamptz), (1, $331::timestamptz), (2, $332::timestamptz), (3, $333::timestamptz), (4, $334::timestamptz)) c(class, since)
cross join lateral (select o.* from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and ((not "o"."protected" or "o"."author_id" = $335
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_venues" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($336::bigint[])))
  and ((not "o"."protected" or "o"."author_id" = $337
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_organizers" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $338))
  and exists (select 1 from "event_tags" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $339)
  and exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($340::bigint[]))
  and coalesce((
  select (o.starts_at < $341 and (o.ends_at > $342 or o.starts_at >= $343)) <> ((h.first_day <= $344::date and h.last_day >= $345::date and not coalesce(h.closed @> $346::date, false) and (h.weekdays >> $347::int & 1 = 1 or coalesce(h.adjusted @> $348::date, false))) <> (o.starts_at < $349 and (o.ends_at > $350 or o.starts_at >= $351)) and exists (select 1 from events e where e.id = h.event_id and (not "e"."protected" or "e"."author_id" = $352
  and case "e"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "e"."record_id")
else "e"."status" end in ('draft', 'pending'))))
  from event_hours h where h.event_id = o.record_id
), o.starts_at < $353 and (o.ends_at > $354 or o.starts_at >= $355))
  and o.starts_at <= $356 and o.ends_at > $357 and coalesce((
  select (true) <> ((case when coalesce(h.closed && daterange($358::date - 2, $359::date + 2), false) or coalesce(h.adjusted && daterange($360::date - 2, $361::date + 2), false) or ($362::jsonb ->> h.timezone) is null then (
    select (not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end)
    from (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute from (select coalesce(($363::jsonb ->> h.timezone)::timestamp, $364::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w offset 0) c
  ) else h.weekly @> ($365::jsonb ->> h.timezone)::int or h.weekly @> ($366::jsonb ->> h.timezone)::int end) <> (true) and exists (select 1 from events e where e.id = h.event_id and (not "e"."protected" or "e"."author_id" = $367
  and case "e"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "e"."record_id")
else "e"."status" end in ('draft', 'pending'))))
  from event_hours h where h.event_id = o.record_id
), true)
  and o.id <> all($368::bigint[])
  and coalesce(o.series_id, 0) <> all($369::bigint[])
  and o.series_id = any($370::bigint[])
  and o.series_id is not null
  and (o.series_id is null or (o.series_id is not null and o.record_id = o.id))
  and o.author_id = $371
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $372)
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.record_id and x.language = $373 and x.changed_at < b.changed_at)
  and o.record_id in (select t.id from "event_texts" t where t.search like $374 and t.search like $375 and (t.language = $376
or t.original and $377 <> all(t.other_languages) and (t.language = $378 or $379 <> all(t.other_languages))
or t.language = $380 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $381)))
  and o.featured
  and not o.ticketed
  and o.record_id in (select e.id from events e where e.post_parent = any($382::bigint[]))
  and ((not "o"."protected" or "o"."author_id" = $383
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and ("v"."status" = 'publish' or "v"."author_id" = $384) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null))
  and ((not "o"."protected" or "o"."author_id" = $385
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where ("v"."status" = 'publish' or "v"."author_id" = $386) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $387::float8 and $388::float8
and 2 * $389::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $390::float8) / 2) ^ 2 + cos(radians($391::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $392::float8) / 2) ^ 2))) <= $393::float8))))
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and (not "o"."protected" or "o"."author_id" = $394
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and ("v"."status" = 'publish' or "v"."author_id" = $395) and "v"."status" <> 'trash') then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id) = any($396::text[])
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $397
  and "r"."modified_at" < $398)
  and o.ends_at - o.starts_at > interval '2 days'
  and span_class(o.starts_at, o.ends_at) = c.class
  and o.starts_at >= c.since and o.starts_at <= $399
  and o.starts_at < $400
  and o."starts_at" >= $401
  and o."ends_at" <= $402
  and o."starts_at" <= $403
  and o."starts_at" < $404
  and o."starts_at" > $405
  and o."ends_at" < $406
  and o."ends_at" > $407
  and o."starts_at" < $408
  and o."starts_at" <= $409
  and o."ends_at" > $410
  and o."starts_at" < $411
  and o."starts_at" <= $412
  and o."ends_at" > $413
  and (o.ends_at > $414 or o.starts_at >= $415) order by o.starts_at asc, o.id asc limit $416) o
union all
(select o.id as id, o.starts_at from "occurrences" o where o.status = 'publish'
  and not "o"."hide_from_listings"
  and ((not "o"."protected" or "o"."author_id" = $417
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_venues" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($418::bigint[])))
  and ((not "o"."protected" or "o"."author_id" = $419
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from "event_organizers" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $420))
  and exists (select 1 from "event_tags" l where l."event_id" = o."record_id"
  and "l"."ref_id" = $421)
  and exists (select 1 from "event_categories" l where l."event_id" = o."record_id"
  and "l"."ref_id" = any($422::bigint[]))
  and coalesce((
  select (o.starts_at < $423 and (o.ends_at > $424 or o.starts_at >= $425)) <> ((h.first_day <= $426::date and h.last_day >= $427::date and not coalesce(h.closed @> $428::date, false) and (h.weekdays >> $429::int & 1 = 1 or coalesce(h.adjusted @> $430::date, false))) <> (o.starts_at < $431 and (o.ends_at > $432 or o.starts_at >= $433)) and exists (select 1 from events e where e.id = h.event_id and (not "e"."protected" or "e"."author_id" = $434
  and case "e"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "e"."record_id")
else "e"."status" end in ('draft', 'pending'))))
  from event_hours h where h.event_id = o.record_id
), o.starts_at < $435 and (o.ends_at > $436 or o.starts_at >= $437))
  and o.starts_at <= $438 and o.ends_at > $439 and coalesce((
  select (true) <> ((case when coalesce(h.closed && daterange($440::date - 2, $441::date + 2), false) or coalesce(h.adjusted && daterange($442::date - 2, $443::date + 2), false) or ($444::jsonb ->> h.timezone) is null then (
    select (not coalesce(h.closed @> (c.day), false) and case when coalesce(h.adjusted @> (c.day), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day) and a.minutes @> (c.minute))
    else h.weekly @> ((extract(isodow from c.day)::int - 1) * 2880 + c.minute) end) or (not coalesce(h.closed @> (c.day - 1), false) and case when coalesce(h.adjusted @> (c.day - 1), false)
    then exists (select 1 from unnest(h.adjusted_days, h.adjusted_minutes) a(days, minutes) where a.days @> (c.day - 1) and a.minutes @> (c.minute + 1440))
    else h.weekly @> ((extract(isodow from c.day - 1)::int - 1) * 2880 + c.minute + 1440) end)
    from (select w.wall::date as day, (extract(hour from w.wall) * 60 + extract(minute from w.wall))::int as minute from (select coalesce(($445::jsonb ->> h.timezone)::timestamp, $446::timestamp + (substr(h.timezone, 4) || case when position(':' in h.timezone) = 0 then ':00' else '' end)::interval) as wall offset 0) w offset 0) c
  ) else h.weekly @> ($447::jsonb ->> h.timezone)::int or h.weekly @> ($448::jsonb ->> h.timezone)::int end) <> (true) and exists (select 1 from events e where e.id = h.event_id and (not "e"."protected" or "e"."author_id" = $449
  and case "e"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "e"."record_id")
else "e"."status" end in ('draft', 'pending'))))
  from event_hours h where h.event_id = o.record_id
), true)
  and o.id <> all($450::bigint[])
  and coalesce(o.series_id, 0) <> all($451::bigint[])
  and o.series_id = any($452::bigint[])
  and o.series_id is not null
  and (o.series_id is null or (o.series_id is not null and o.record_id = o.id))
  and o.author_id = $453
  and not exists (select 1 from "event_texts" x where x.id = o.record_id and x.language = $454)
  and exists (select 1 from "event_texts" x join "event_texts" b on b.id = x.id and b.original where x.id = o.record_id and x.language = $455 and x.changed_at < b.changed_at)
  and o.record_id in (select t.id from "event_texts" t where t.search like $456 and t.search like $457 and (t.language = $458
or t.original and $459 <> all(t.other_languages) and (t.language = $460 or $461 <> all(t.other_languages))
or t.language = $462 and not t.original and not exists (select 1 from "event_texts" x where x.id = t.id and x.language = $463)))
  and o.featured
  and not o.ticketed
  and o.record_id in (select e.id from events e where e.post_parent = any($464::bigint[]))
  and ((not "o"."protected" or "o"."author_id" = $465
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and ("v"."status" = 'publish' or "v"."author_id" = $466) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null))
  and ((not "o"."protected" or "o"."author_id" = $467
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select v.id from venues v where ("v"."status" = 'publish' or "v"."author_id" = $468) and "v"."status" <> 'trash'
  and v.geo_lat is not null and v.geo_lng is not null and v.geo_lat between $469::float8 and $470::float8
and 2 * $471::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - $472::float8) / 2) ^ 2 + cos(radians($473::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - $474::float8) / 2) ^ 2))) <= $475::float8))))
  and o.record_id in (select e.id from events e where e.event_status in ('cancelled', 'postponed'))
  and (not "o"."protected" or "o"."author_id" = $476
  and case "o"."status"
when 'trash' then (select r.trashed_from from "events" r where r.id = "o"."record_id")
else "o"."status" end in ('draft', 'pending')) and (select coalesce(e.attendance::text, case
  when e.event_status = 'moved_online' then 'online'
  when exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = e.id and ("v"."status" = 'publish' or "v"."author_id" = $477) and "v"."status" <> 'trash') then case when e.online_url is null then 'offline' else 'mixed' end
  when e.online_url is not null then 'online' end)
from events e where e.id = o.record_id) = any($478::text[])
  and o.record_id in (select r.id from "events" r where "r"."modified_at" > $479
  and "r"."modified_at" < $480)
  and o.starts_at >= $481
  and o."starts_at" >= $482
  and o."ends_at" <= $483
  and o."starts_at" <= $484
  and o."starts_at" < $485
  and o."starts_at" > $486
  and o."ends_at" < $487
  and o."ends_at" > $488
  and o."starts_at" < $489
  and o."starts_at" <= $490
  and o."ends_at" > $491
  and o."starts_at" < $492
  and o."starts_at" <= $493
  and o."ends_at" > $494
  and (o.ends_at > $495 or o.starts_at >= $496) order by o.starts_at asc, o.id asc limit $497)
) o order by o.starts_at asc, o.id asc limit $498 offset $499
) as ids
-- [6,[4,5],6,6,3,[1,2],"2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",6,"2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","all time zones","all time zones","2026-12-01 10:00:00","all time zones","all time zones",6,[3],[3],[9],7,"sw","sw","%ete%","%jazz%","fr","fr","en","en","en","fr",[9],6,6,6,6,9.73020351822438,10.26979648177562,6371,10,10,20,30,6,6,["online","mixed"],"2026-11-01 00:00:00+00","2026-11-10 12:00:00+00","2026-12-01 10:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-12-02 16:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-11-29 10:00:00+00","2026-11-23 10:00:00+00","2026-10-30 10:00:00+00","2026-07-26 10:00:00+00","2025-07-07 10:00:00+00","-infinity",6,[4,5],6,6,3,[1,2],"2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",6,"2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","all time zones","all time zones","2026-12-01 10:00:00","all time zones","all time zones",6,[3],[3],[9],7,"sw","sw","%ete%","%jazz%","fr","fr","en","en","en","fr",[9],6,6,6,6,9.73020351822438,10.26979648177562,6371,10,10,20,30,6,6,["online","mixed"],"2026-11-01 00:00:00+00","2026-11-10 12:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-12-02 16:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",6,[4,5],6,6,3,[1,2],"2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",6,"2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","all time zones","all time zones","2026-12-01 10:00:00","all time zones","all time zones",6,[3],[3],[9],7,"sw","sw","%ete%","%jazz%","fr","fr","en","en","en","fr",[9],6,6,6,6,9.73020351822438,10.26979648177562,6371,10,10,20,30,6,6,["online","mixed"],"2026-11-01 00:00:00+00","2026-11-10 12:00:00+00","2026-12-01 10:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-12-02 16:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",6,[4,5],6,6,3,[1,2],"2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",6,"2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","all time zones","all time zones","2026-12-01 10:00:00","all time zones","all time zones",6,[3],[3],[9],7,"sw","sw","%ete%","%jazz%","fr","fr","en","en","en","fr",[9],6,6,6,6,9.73020351822438,10.26979648177562,6371,10,10,20,30,6,6,["online","mixed"],"2026-11-01 00:00:00+00","2026-11-10 12:00:00+00","2026-12-01 10:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-12-02 16:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-11-29 10:00:00+00",20,"2026-11-23 10:00:00+00","2026-10-30 10:00:00+00","2026-07-26 10:00:00+00","2025-07-07 10:00:00+00","-infinity",6,[4,5],6,6,3,[1,2],"2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",6,"2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","all time zones","all time zones","2026-12-01 10:00:00","all time zones","all time zones",6,[3],[3],[9],7,"sw","sw","%ete%","%jazz%","fr","fr","en","en","en","fr",[9],6,6,6,6,9.73020351822438,10.26979648177562,6371,10,10,20,30,6,6,["online","mixed"],"2026-11-01 00:00:00+00","2026-11-10 12:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-12-02 16:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",20,6,[4,5],6,6,3,[1,2],"2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01","2026-12-01","2026-12-01",1,"2026-12-01","2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",6,"2026-12-02 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","2026-12-01 10:00:00","all time zones","all time zones","2026-12-01 10:00:00","all time zones","all time zones",6,[3],[3],[9],7,"sw","sw","%ete%","%jazz%","fr","fr","en","en","en","fr",[9],6,6,6,6,9.73020351822438,10.26979648177562,6371,10,10,20,30,6,6,["online","mixed"],"2026-11-01 00:00:00+00","2026-11-10 12:00:00+00","2026-12-01 10:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-12-01 00:00:00+00","2026-12-31 00:00:00+00","2026-11-15 09:00:00+00","2026-11-15 09:00:00+00","2026-12-02 16:00:00+00","2026-12-01 10:00:00+00","2026-12-01 10:00:00+00","2026-12-01 00:00:00+00","2026-12-01 00:00:00+00",20,10,10]

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
