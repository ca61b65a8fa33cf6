// Maintains the index of words for searches of the whole calendar (decision 0042): builds it, and merges the records that were written since.
import type { Database, Db } from '../../kernel/database/database.ts'
import { sql, type Sql } from '../../kernel/database/sql.ts'
import type { Site } from '../definition/kind.ts'

interface SearchIndexSettings {
  /** Number of listed dates from which there is an index. Smaller calendars are searched fast without one. */
  readonly minDates: number
  /** Number of written records from which the index is updated. Until then, searches read the texts of these records. */
  readonly minPending: number
  /** Number of dates of written records from which the index is updated. A series may have a thousand. */
  readonly minPendingDates: number
  /** Number of dates from which a chunk is divided. Bitmaps have one bit for each. */
  readonly maxDates: number
}
const INDEX_SETTINGS: SearchIndexSettings = { minDates: 20_000, minPending: 1_000, minPendingDates: 2_500, maxDates: 20_480 }
/** With more written records, or dates of them, than this, searches do not use the index until it is up to date: they read these texts and dates. */
const PENDING_MAX = 5_000
/** After this time the index is updated even for few records, so that it does not keep words of deleted texts. */
const PENDING_HOURS = 24
/** With more written records than this, nearly all chunks change, and the whole index is built again. */
const MERGE_MAX = 20_000

interface IndexState {
  readonly ready: boolean
  /** Whether a build for the languages of the site has begun and was not reset. */
  readonly begun: boolean
  readonly dates: number
  readonly pending: number
  readonly pending_dates: number
  readonly overdue: boolean
}
/**
 * Builds the index if the calendar is large enough and has none, or updates it if many records, or some long ago, were written since. After a stop,
 * the next update continues the build.
 */
export async function updateSearchIndex(
  database: Database,
  site: Site,
  now: Temporal.Instant,
  { isStopped = () => false, settings = INDEX_SETTINGS }: UpdateOptions = {},
): Promise<void> {
  const [state] = await database.query<IndexState>(sql`
select ${isUsable(site)} as ready,
  coalesce((select not x.ready and ${isForLanguages(site)} from search_index x), false) and exists (select 1 from search_chunks) as begun,
  (select coalesce(sum(n), 0)::int from day_counts where ref_id = 0 and day <> 'infinity') as dates,
  (select count(*)::int from (select 1 from search_pending limit ${MERGE_MAX + 1}) p) as pending,
  ${pendingDates(settings.minPendingDates)}::int as pending_dates,
  coalesce((select p.noted_at from search_pending p order by p.n limit 1) < ${now.subtract({ hours: PENDING_HOURS }).toString()}::timestamptz, false) as overdue`)
  if (!state) return
  const { ready, begun, dates, pending, pending_dates, overdue } = state
  const build = { database, site, settings, isStopped }
  if (ready && pending <= MERGE_MAX) {
    if (pending >= settings.minPending || pending_dates >= settings.minPendingDates || overdue) await mergePending(build)
  } else if (dates >= settings.minDates) await buildSearchIndex(build, begun)
  // Without an index, nothing reads the rows of written records, and a build reads all records.
  else
    await database.query(sql`select clear_search_index()
where exists (select 1 from search_pending) or exists (select 1 from search_chunks) or exists (select 1 from search_index x where x.ready)`)
}
interface UpdateOptions {
  /** Whether the process is stopping. */
  readonly isStopped?: () => boolean
  readonly settings?: SearchIndexSettings
}
interface Build {
  readonly database: Database
  readonly site: Site
  readonly settings: SearchIndexSettings
  readonly isStopped: () => boolean
}
/** Each statement may take minutes. A transaction stays on one connection, also behind a pooler. */
const runWithoutTimeouts = <Row>(database: Database, statement: Sql): Promise<Row[]> =>
  database.transaction((db) => db.query<Row>(statement), { hasNoTimeouts: true })

/** Builds the whole index. Until it is complete, searches do not use it. */
async function buildSearchIndex({ database, site, settings: { maxDates }, isStopped }: Build, hasBegun: boolean): Promise<void> {
  if (!hasBegun)
    await runWithoutTimeouts(database, sql`select divide_search_chunks(${site.languages}, ${site.defaultLanguage}, ${maxDates})`)
  while (!isStopped()) {
    const [next] = await database.query<{ chunk: number }>(sql`select chunk from search_chunks where not built order by chunk limit 1`)
    if (!next) break
    await runWithoutTimeouts(database, buildChunk(site, next.chunk, maxDates))
  }
  await database.query(
    sql`update search_index x set ready = true where ${isForLanguages(site)} and not exists (select 1 from search_chunks where not built)`,
  )
}

/** Leaves the index unused until the next update builds it again from the beginning. */
export const resetSearchIndex = (db: Db): Promise<unknown> => db.query(sql`update search_index set ready = false, languages = '{}'`)

/** Builds the chunks that written records belong to. Until the last one is built, searches read the texts of these records. */
async function mergePending({ database, site, settings: { maxDates }, isStopped }: Build): Promise<void> {
  const pending = await database.query<{ n: number; series: number }>(sql`select n, series from search_pending`)
  const families = [...new Set(pending.map(({ series }) => series))]
  const chunks = await runWithoutTimeouts<{ chunk: number }>(
    database,
    sql`select chunk from search_chunks_of(${families}::bigint[]) c(chunk) order by chunk`,
  )
  for (const { chunk } of chunks) {
    if (isStopped()) return
    await runWithoutTimeouts(database, buildChunk(site, chunk, maxDates))
  }
  await runWithoutTimeouts(database, sql`select delete_unused_search_words()`)
  await database.query(sql`delete from search_pending where n = any(${pending.map(({ n }) => n)}::bigint[])`)
}

/** One statement, so that no search misses the dates of a chunk. */
const buildChunk = (site: Site, chunk: number, maxDates: number): Sql =>
  sql`select build_search_chunk(${chunk}, ${site.languages}, ${site.defaultLanguage}, ${maxDates})`

/** The number of dates of the written records in the index, or one more than the limit. */
const pendingDates = (limit: number): Sql => sql`(select count(*) from (
  select 1 from (select distinct p.series from search_pending p) p
  cross join lateral (select 1 from search_dates d where d.series = p.series offset 0) d limit ${limit + 1}
) d)`
const isForLanguages = ({ languages, defaultLanguage }: Site): Sql =>
  sql`x.languages = ${languages} and x.default_language = ${defaultLanguage}`
/** Whether there is an index for the languages of the site. */
const isUsable = (site: Site): Sql => sql`coalesce((select x.ready and ${isForLanguages(site)} from search_index x), false)`
/** The same, unless too many records were written since. */
export const isSearchIndexed = (site: Site): Sql =>
  sql`(${isUsable(site)} and (select count(*) from (select 1 from search_pending limit ${PENDING_MAX + 1}) p) <= ${PENDING_MAX}
  and ${pendingDates(PENDING_MAX)} <= ${PENDING_MAX})`
export async function hasSearchIndex(db: Db, site: Site): Promise<boolean> {
  const [state] = await db.query<{ indexed: boolean }>(sql`select ${isSearchIndexed(site)} as indexed`)
  return state?.indexed === true
}
