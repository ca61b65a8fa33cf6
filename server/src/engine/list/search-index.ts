// Maintains the index of words for searches of the whole calendar (decision 0042): builds it, and merges the records that were written since.
import type { Database, Db, Session } from '../../kernel/database/database.ts'
import { sql, type Sql } from '../../kernel/database/sql.ts'
import type { Site } from '../definition/kind.ts'

interface SearchIndexSettings {
  /** Number of listed dates from which there is an index. Smaller calendars are searched fast without one. */
  readonly minDates: number
  /** Number of written records from which the index is updated. Until then, searches read the texts of these records. */
  readonly minPending: number
  /** Number of dates from which a chunk is divided. Bitmaps have one bit for each. */
  readonly maxDates: number
}
const INDEX_SETTINGS: SearchIndexSettings = { minDates: 20_000, minPending: 1_000, maxDates: 20_480 }
/** With more written records than this, searches do not use the index until it is up to date. */
const PENDING_MAX = 5_000
/** After this time the index is updated even for few records, so that it does not keep words of deleted texts. */
const PENDING_HOURS = 24
/** With more written records than this, nearly all chunks change, and the whole index is built again. */
const MERGE_MAX = 20_000

interface IndexState {
  readonly ready: boolean
  readonly dates: number
  readonly pending: number
  readonly overdue: boolean
}
/** Builds the index if the calendar is large enough and has none, or updates it if many records, or some long ago, were written since. */
export async function updateSearchIndex(database: Database, site: Site, now: Temporal.Instant, settings = INDEX_SETTINGS): Promise<void> {
  const [state] = await database.query<IndexState>(sql`
select ${isUsable(site)} as ready,
  (select coalesce(sum(n), 0)::int from day_counts where ref_id = 0 and day <> 'infinity') as dates,
  (select count(*)::int from (select 1 from search_pending limit ${MERGE_MAX + 1}) p) as pending,
  coalesce((select p.noted_at from search_pending p order by p.n limit 1) < ${now.subtract({ hours: PENDING_HOURS }).toString()}::timestamptz, false) as overdue`)
  if (!state) return
  if (state.ready && state.pending <= MERGE_MAX) {
    if (state.pending >= settings.minPending || state.overdue) await database.session((db) => mergePending(db, site, settings))
  } else if (state.dates >= settings.minDates) await database.session((db) => buildSearchIndex(db, site, settings))
  // Without an index, nothing reads these rows, and a build reads all records.
  else await database.query(sql`delete from search_pending where not (select x.ready from search_index x)`)
}

/** Builds the whole index. Until it is complete, searches do not use it. */
async function buildSearchIndex(db: Session, site: Site, { maxDates }: SearchIndexSettings): Promise<void> {
  await db.query(sql`select divide_search_chunks(${maxDates})`)
  for (;;) {
    const [next] = await db.query<{ chunk: number }>(sql`select chunk from search_chunks where not built order by chunk limit 1`)
    if (!next) break
    await db.query(buildChunk(site, next.chunk, maxDates))
  }
  await db.query(
    sql`update search_index set ready = true, languages = ${site.languages}, default_language = ${site.defaultLanguage}
where not exists (select 1 from search_chunks where not built)`,
  )
}

/** Leaves the index unused until the next update builds it again. */
export const resetSearchIndex = (db: Db): Promise<unknown> => db.query(sql`update search_index set ready = false`)

/** Builds the chunks that written records belong to. Until the last one is built, searches read the texts of these records. */
async function mergePending(db: Session, site: Site, { maxDates }: SearchIndexSettings): Promise<void> {
  const pending = await db.query<{ n: number; series: number }>(sql`select n, series from search_pending`)
  const families = [...new Set(pending.map(({ series }) => series))]
  const chunks = await db.query<{ chunk: number }>(sql`select chunk from search_chunks_of(${families}::bigint[]) c(chunk) order by chunk`)
  for (const { chunk } of chunks) await db.query(buildChunk(site, chunk, maxDates))
  await db.query(sql`select delete_unused_search_words()`)
  await db.query(sql`delete from search_pending where n = any(${pending.map(({ n }) => n)}::bigint[])`)
}

/** One statement, so that no search misses the dates of a chunk. */
const buildChunk = (site: Site, chunk: number, maxDates: number): Sql =>
  sql`select build_search_chunk(${chunk}, ${site.languages}, ${site.defaultLanguage}, ${maxDates})`

/** Whether there is an index for the languages of the site. */
const isUsable = ({ languages, defaultLanguage }: Site): Sql =>
  sql`coalesce((select x.ready and x.languages = ${languages} and x.default_language = ${defaultLanguage} from search_index x), false)`
/** The same, unless too many records were written since. */
export const isSearchIndexed = (site: Site): Sql =>
  sql`(${isUsable(site)} and (select count(*) from (select 1 from search_pending limit ${PENDING_MAX + 1}) p) <= ${PENDING_MAX})`
export async function hasSearchIndex(db: Db, site: Site): Promise<boolean> {
  const [state] = await db.query<{ indexed: boolean }>(sql`select ${isSearchIndexed(site)} as indexed`)
  return state?.indexed === true
}
