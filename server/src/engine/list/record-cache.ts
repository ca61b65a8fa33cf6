// Records of a list as bytes. What anybody is shown is kept under the name of all that it hangs on, so that only what is new is read and written.
import type { Db } from '../../kernel/database/database.ts'
import { jsonFragment } from '../response/json-fragments.ts'
import type { JsonFragment } from '../definition/caching.ts'
import { join, literal, raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import type { ListStatement } from './list-query.ts'
import { versionKey } from '../read/nested-records.ts'
import { presentRows } from '../read/records.ts'
import { linkFields } from '../definition/resource.ts'
import type { RequestContext, Kind, StoredRow } from '../definition/kind.ts'
import { visibleTo } from '../access/visibility.ts'

/** Whether a record's shown form follows from its version and from what it refers to: nothing in it is reckoned from elsewhere. */
export const isRecordCacheable = (kind: Kind, { caller }: RequestContext, db: Db): boolean =>
  caller.id === null && !db.isTransaction && Object.values(kind.columns).every((sort) => typeof sort === 'string')

/** xmin covers rows that `kalends rebuild` rewrites without a new version. */
const recordCacheKey = (kind: Kind, ctx: RequestContext): Sql =>
  sql`concat_ws(' ', ${join([raw('r.id'), raw('r.xmin'), versionKey(kind, 'r', ctx)])}) as name`
/** One revision covers everything that may be nested in any record. */
const nestedRevision = (kind: Kind, { site }: RequestContext): Sql =>
  sql`${linkFields(kind).length > 0 ? site.revision.expression(sql`c.kind <> ${literal(kind.name)}`) : raw('null')} as revision`
export interface RecordPage {
  readonly total: number
  readonly records: readonly Readonly<Record<string, unknown>>[]
  /** In place of the records, where they are written already. */
  readonly pieces?: readonly JsonFragment[]
}
interface CacheEntryKey extends StoredRow {
  readonly id: number
}
/** A page of a list and its total; what the caller may not see is left out. */
export async function cachedPage(db: Db, kind: Kind, { statement, customPlan }: ListStatement, ctx: RequestContext): Promise<RecordPage> {
  const rows = await db.query<{ total: number; revision: string | null } & (CacheEntryKey | { id: null })>(
    sql`with page as materialized (
${statement}
)
select page.total, ${nestedRevision(kind, ctx)}, m.* from page left join lateral (
  select r.id, ${recordCacheKey(kind, ctx)}
  from unnest(page.ids) with ordinality i(id, n) join ${ref(kind.table)} r on r.id = i.id
  where ${visibleTo(kind, 'r', ctx.caller)}
  order by i.n
) m on true`,
    { customPlan },
  )
  const revision = rows[0]?.revision
  if (revision) ctx.site.revision.observe(revision)
  const named = rows.flatMap((row) => (row.id === null ? [] : [row]))
  return { total: rows[0]?.total ?? 0, records: [], pieces: await loadFragments(db, kind, named, ctx) }
}

async function loadFragments(db: Db, kind: Kind, named: readonly CacheEntryKey[], ctx: RequestContext): Promise<JsonFragment[]> {
  const { recordCache: kept } = ctx.site
  const keyOf = (row: StoredRow): string =>
    [kind.name, row['name'], row['revision'], ctx.languagePrefix, ctx.language].map(String).join(' ')
  const pieces = new Map(named.map((row) => [row.id, kept.get(keyOf(row))]))
  const missing = named.flatMap(({ id }) => (pieces.get(id) === undefined ? [id] : []))
  // The name is read together with what is kept under it: what changes meanwhile gets another one.
  for (const { row, record } of await presentRows(db, kind, missing, ctx, [recordCacheKey(kind, ctx), nestedRevision(kind, ctx)])) {
    const piece = jsonFragment(record)
    pieces.set(row['id'] as number, piece)
    kept.set(keyOf(row), piece)
  }
  return named.flatMap(({ id }) => pieces.get(id) ?? [])
}
