// Record cache of lists: serialized records, as an anonymous caller sees them, by a key that contains everything they depend on.
// A page reads and serializes only the records that changed.
import type { Db } from '../../kernel/database/database.ts'
import { appendProperty, jsonFragment } from '../response/json-fragments.ts'
import { shownRecordKeys } from '../response/surrogate-keys.ts'
import type { JsonFragment } from '../definition/caching.ts'
import { join, literal, raw, sql, type Sql } from '../../kernel/database/sql.ts'
import type { ListRequest } from './list-query.ts'
import { countMatchingDates } from './matching-dates.ts'
import { pageStatement } from './relevance.ts'
import { sortValueText, type KeysetCursor } from './sort-order.ts'
import { versionKey } from '../read/nested-keys.ts'
import { entriesFrom } from '../read/entries.ts'
import { presentRows } from '../read/records.ts'
import { linkFields } from '../definition/resource.ts'
import type { RequestContext, Kind, StoredRow } from '../definition/kind.ts'
import { visibleTo } from '../access/visibility.ts'

/**
 * Whether the JSON form of a record depends only on its version and its references: no column may be computed from other tables. Without a cache,
 * nothing is cacheable, and no keys are read.
 */
export const isRecordCacheable = (kind: Kind, { caller, site }: RequestContext, db: Db): boolean =>
  site.recordCache.isEnabled &&
  caller.id === null &&
  !db.isTransaction &&
  Object.values(kind.columns).every((type) => typeof type === 'string')

/** Cache key of an entry. `xmin` covers rows that change without a new version of the record: those of dates, and those that a rebuild writes. */
const recordCacheKey = (kind: Kind, ctx: RequestContext): Sql =>
  sql`concat_ws(' ', ${join([raw(kind.listing ? 'i.id, o.xmin, r.xmin' : 'r.id, r.xmin'), versionKey(kind, 'r', ctx)])}) as name`
/** One revision covers all kinds that may be nested: a committed change to one of their records changes the keys of all cached records. */
const nestedRevision = (kind: Kind, { site }: RequestContext): Sql =>
  sql`${linkFields(kind).length > 0 ? site.revision.expression(sql`c.kind <> ${literal(kind.name)}`) : raw('null')} as revision`
export interface RecordPage {
  readonly total: number
  readonly records: readonly Readonly<Record<string, unknown>>[]
  /** Replaces `records` if they are already serialized. */
  readonly fragments?: readonly JsonFragment[]
  /** The position of the last record, if there is a next page. */
  readonly last: KeysetCursor | null
}
interface CacheEntryKey extends StoredRow {
  readonly id: number
  readonly at: string
}
/** Whether a page has a next one. After a cursor, the number of records before the page is not known, but the page has one more id. */
export const hasNextPage = ({ after, page, perPage }: ListRequest, total: number, ids: number): boolean =>
  after === undefined ? page * perPage < total : ids > perPage
/** Loads a page of a list and its total. Records that the caller may not see are left out. */
export async function cachedPage(db: Db, kind: Kind, request: ListRequest, ctx: RequestContext): Promise<RecordPage> {
  const { statement, customPlan, ranked } = await pageStatement(db, kind, request, ctx)
  const rows = await db.query<{ total: number | null; revision: string | null } & (CacheEntryKey | { id: null })>(
    sql`with page as materialized (
${statement}
)
select page.total, ${nestedRevision(kind, ctx)}, m.* from page left join lateral (
  select i.id, ${sortValueText(kind, request, ctx)} as at, ${recordCacheKey(kind, ctx)}
  from ${entriesFrom(kind, raw('unnest(page.ids) with ordinality i(id, n)'))}
  where ${visibleTo(kind, 'r', ctx.caller)}
  order by i.n
) m on true`,
    { customPlan },
  )
  if (request.usesSearchIndex && rows[0]?.total === null) return cachedPage(db, kind, { ...request, usesSearchIndex: false }, ctx)
  const revision = rows[0]?.revision
  if (revision) ctx.site.revision.observe(revision)
  const keys = rows.flatMap((row) => (row.id === null ? [] : [row]))
  const total = rows[0]?.total ?? 0
  const shown = keys.slice(0, request.perPage)
  const last = ranked ? ranked.last : hasNextPage(request, total, keys.length) ? (shown.at(-1) ?? null) : null
  return { total, records: [], fragments: await fragmentsOf(db, kind, { request, shown }, ctx), last }
}

interface ShownKeys {
  readonly request: ListRequest
  readonly shown: readonly CacheEntryKey[]
}
async function fragmentsOf(db: Db, kind: Kind, { request, shown }: ShownKeys, ctx: RequestContext): Promise<JsonFragment[]> {
  const fragments = await loadFragments(db, kind, shown, ctx)
  if (!request.collapse) return [...fragments.values()]
  const count = await countMatchingDates(db, kind, { request, ids: [...fragments.keys()] }, ctx)
  return [...fragments].map(([id, fragment]) => appendProperty(fragment, 'matching_dates', count(id)))
}

/** Returns the records by id, in the order of the keys. */
async function loadFragments(db: Db, kind: Kind, keys: readonly CacheEntryKey[], ctx: RequestContext): Promise<Map<number, JsonFragment>> {
  const { recordCache } = ctx.site
  const cacheKey = (row: StoredRow): string =>
    [kind.name, row['name'], row['revision'], ctx.languagePrefix, ctx.language].map(String).join(' ')
  const fragments = new Map(keys.map((row) => [row.id, recordCache.get(cacheKey(row))]))
  const missing = keys.flatMap(({ id }) => (fragments.get(id) === undefined ? [id] : []))
  // The statement that reads a record also reads its key, so a record that has changed since the first statement gets its new key.
  const columns = [recordCacheKey(kind, ctx), nestedRevision(kind, ctx)]
  for (const { row, record } of await presentRows(db, kind, { ids: missing, columns }, ctx)) {
    const fragment = { ...jsonFragment(record), surrogateKeys: shownRecordKeys(kind, [record], ctx) }
    fragments.set(row['id'] as number, fragment)
    recordCache.set(cacheKey(row), fragment)
  }
  return new Map(
    keys.flatMap(({ id }): [number, JsonFragment][] => {
      const fragment = fragments.get(id)
      return fragment ? [[id, fragment]] : []
    }),
  )
}
