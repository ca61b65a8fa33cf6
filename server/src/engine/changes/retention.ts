// Deletes old rows of the change log and of the security log, in batches.
import type { Database } from '../../kernel/database/database.ts'
import { sql, type Sql } from '../../kernel/database/sql.ts'

const BATCH = 1_000
const BATCHES = 100

/**
 * Cache keys contain the newest change of all kinds but one. So the newest change and the newest change of another kind are retained, without
 * content. Changes that a process may still count are retained too. Transaction ids in the future come from a dump of another server.
 */
export const pruneChanges = (database: Database, before: Temporal.Instant): Promise<void> =>
  inBatches(
    database,
    sql`
with s as (
  select pg_snapshot_xmin(pg_current_snapshot()) as low, pg_snapshot_xmax(pg_current_snapshot()) as high
), newest as (
  select c.kind, c.xact from changes c, s where c.xact < s.high order by c.xact desc limit 1
), another as (
  select c.xact from changes c, s, newest n where c.kind <> n.kind and c.xact < s.high order by c.xact desc limit 1
), kept as (
  select xact from newest union select xact from another
), oldest as (
  select id, at, xact, before is not null or after is not null as filled from changes order by id limit ${BATCH}
), noted as (
  update change_feed f set pruned_through = greatest(f.pruned_through, o.xact)
  from (select max(o.xact) as xact from oldest o, s where o.at < ${before.toString()} and o.xact < s.high) o where o.xact is not null
), emptied as (
  update changes c set before = null, after = null, actor_id = null from oldest o
  where c.id = o.id and o.filled and o.at < ${before.toString()} and o.xact in (select xact from kept)
)
delete from changes c using oldest o, s
where c.id = o.id and o.at < ${before.toString()} and (o.xact < s.low or o.xact >= s.high) and o.xact not in (select xact from kept)
returning c.id`,
  )

export const pruneSecurityLog = (database: Database, before: Temporal.Instant): Promise<void> =>
  inBatches(
    database,
    sql`
delete from security_log where id in (select id from security_log where at < ${before.toString()} order by at limit ${BATCH}) returning id`,
  )

/** Repeats the statement until it deletes nothing, for a limited number of batches, so that other jobs can run. */
async function inBatches(database: Database, statement: Sql): Promise<void> {
  for (let batch = 0, deleted = BATCH; deleted > 0 && batch < BATCHES; batch += 1)
    deleted = await database.transaction(async (db) => (await db.query(statement)).length)
}
