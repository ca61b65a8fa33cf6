// Keeps the versions of a feed until a record of the feed is written, so that a poll after another write does not read all of them.
import { dateRows, type ListRequest, type ListStatement } from '../../engine/list/list-query.ts'
import type { Kind, RequestContext } from '../../engine/definition/kind.ts'
import type { Db } from '../../kernel/database/database.ts'
import { contentHash } from '../../kernel/http/etags.ts'
import { and, raw, ref, render, sql, type Sql } from '../../kernel/database/sql.ts'

export interface Versions {
  readonly total: number
  readonly parts: readonly [sum: string, changed: string | null][]
  readonly earliest: string | null
}
interface KnownVersions extends Versions {
  readonly revision: string
  /** The snapshot that they are valid for. Null if they are valid for the revision only. */
  readonly snapshot: string | null
  /** The ids of the records of the feed and of their series, modulo 2^32: a wrong match only causes a read. */
  readonly members: Uint32Array
  readonly readAt: number
}
interface FeedStatement extends ListStatement {
  readonly kind: Kind
  readonly request: ListRequest
}
/** After more changes, reading all versions costs less than looking for the changed records. */
const CHANGED_MAX = 100
/** Rows of the change log are kept longer. */
const KEPT_MS = 3_600_000

/**
 * The statement has the columns of `Versions` and the ids `members`. The versions are the same as before if no change that the statement could not see
 * is one of another kind, of a record that was in the feed, or of a record that matches now. The revision is not part of the ETag, because it also
 * changes with records that the caller cannot see.
 */
export async function loadVersions(db: Db, feed: FeedStatement, ctx: RequestContext): Promise<Versions | undefined> {
  const { cache } = ctx.site.listVersions
  const key = contentHash(JSON.stringify(render(feed.statement)))
  const known = cache.get(key) as KnownVersions | undefined
  if (known && performance.now() - known.readAt < KEPT_MS) {
    const current = await readChanges(db, feed, known, ctx)
    if (current) {
      const { revision, snapshot } = current
      if (snapshot !== known.snapshot) cache.set(key, { ...known, revision, snapshot })
      return known
    }
  }
  return readVersions(db, feed, key, ctx)
}

/** The statement that reads the versions also reads their revision and snapshot, so an entry cannot belong to an earlier or a later one. */
async function readVersions(db: Db, { statement, customPlan }: FeedStatement, key: string, { site }: RequestContext) {
  const { cache, revision } = site.listVersions
  const [found] = await db.query<Versions & Position & { members: readonly number[] | null }>(
    sql`select ${revision.expression(raw('true'))} as revision, ${SNAPSHOT} as snapshot, v.* from (${statement}) v`,
    { customPlan },
  )
  if (!found) return undefined
  revision.observe(found.revision)
  const known: KnownVersions = { ...found, members: Uint32Array.from(found.members ?? []), readAt: performance.now() }
  cache.set(key, known)
  // Without the ids of the records, the versions of a very large feed are valid until the next change.
  if (!cache.get(key)) cache.set(key, { ...known, snapshot: null, members: new Uint32Array() })
  return known
}

interface Position {
  readonly revision: string
  readonly snapshot: string | null
}
/** Returns the present revision and snapshot if the versions are valid for them. */
async function readChanges(db: Db, { kind, request }: FeedStatement, known: KnownVersions, ctx: RequestContext): Promise<Position | null> {
  const { revision } = ctx.site.listVersions
  const position = sql`${revision.expression(raw('true'))} as revision, ${SNAPSHOT} as snapshot`
  if (known.snapshot === null || !kind.listing) {
    const [now] = await db.query<Position>(sql`select ${position}`)
    return now?.revision === known.revision ? known : null
  }
  const [now] = await db.query<Position & { changed: number; others: boolean; ids: readonly number[]; matches: boolean }>(
    sql`with ${changedRecords(kind, known.snapshot)}
select ${position}, (select count(*) from changed)::int as changed, exists (select 1 from changed where kind <> ${kind.name}) as others,
array(select id from ids) as ids, ${matchesAny(kind, request, ctx)} as matches`,
    { customPlan: true },
  )
  if (!now) return null
  revision.observe(now.revision)
  if (now.revision === known.revision) return now
  const isSame = now.snapshot !== null && now.changed <= CHANGED_MAX && !now.others && !now.matches
  return isSame && !now.ids.some((id) => known.members.includes(id % 2 ** 32)) ? now : null
}
/** On a replica, the snapshot of PostgreSQL does not contain running transactions. */
const SNAPSHOT = raw('case when not pg_is_in_recovery() then pg_current_snapshot()::text end')

/**
 * The changes that a snapshot does not contain, and the ids of the changed records and of the series of changed dates. A date that was removed is a
 * change of its series, too.
 */
function changedRecords({ name, table, listing }: Kind, snapshot: string): Sql {
  const series = ref(listing?.seriesColumn ?? 'id')
  return sql`changed as materialized (
  select c.kind, c.record_id from changes c
  where c.xact >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and c.xact < pg_snapshot_xmax(pg_current_snapshot())
    and not pg_visible_in_snapshot(c.xact, ${snapshot}::pg_snapshot)
  limit ${CHANGED_MAX + 1}
),
ids as materialized (
  select distinct f.id from changed c cross join lateral (
    select c.record_id as id
    union all select o.${series} from ${ref(listing?.table ?? table)} o where o.id = c.record_id
  ) f where c.kind = ${name} and f.id is not null
)`
}
function matchesAny(kind: Kind, request: ListRequest, ctx: RequestContext): Sql {
  const rows = dateRows(kind, request, ctx)
  const ids = raw('any(array(select id from ids))')
  const isChanged = sql`(o.id = ${ids} or o.record_id = ${ids} or o.${ref(kind.listing?.seriesColumn ?? 'id')} = ${ids})`
  return sql`exists (select 1 from ${rows.from} where ${and([isChanged, ...rows.wheres])})`
}
