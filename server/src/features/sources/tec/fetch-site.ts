// Fetches all lists of a site of The Events Calendar, and stores each page, so that a run whose process ends continues with the next page.
import type { Db } from '../../../kernel/database/database.ts'
import { sql } from '../../../kernel/database/sql.ts'
import { EgressError } from '../../../kernel/outbound/egress.ts'
import { MAX_ITEMS_OF_RUN, UnreadableDocument } from '../importer.ts'
import { storeRunPage, type RunPage } from '../run-pages.ts'
import type { ImportServices } from '../source-services.ts'
import type { SiteReader } from '../fetch-json.ts'
import { fetchListPage, type ListPage } from './fetch-list.ts'
import { linkedRestRoot, listUrl, PARTS, restRootOf, type Part } from './site-address.ts'

const WAIT_MS = 10 * 60_000
/** A list that changes while it is read is read again. */
const READS = 4
const PAGES_MAX = 2_000
/** Keys that importers do not read, and that make up most of a page. */
const UNUSED = /^(?:json_ld|sizes|_links|urls|meta|global_id_lineage|.+_date_details|cost_details)$/

/** Returns one JSON document with the records of all lists. */
export async function fetchSite({ database, egress, clock }: ImportServices, address: string, runId: number): Promise<Buffer> {
  const reader: SiteReader = { egress, clock, waitMs: WAIT_MS }
  const root = await findRestRoot(reader, address)
  for (const part of PARTS) await fetchList(database, reader, { runId, root, part })
  return joinPages(database, runId)
}

/** The usual address is tried first, because the front page of a site may be large. */
async function findRestRoot(reader: SiteReader, address: string): Promise<URL> {
  const usual = restRootOf(address)
  const isUsual = await fetchListPage(reader, listUrl(usual, 'tags', 1), 'tags').catch(ignoreMissing)
  if (isUsual) return usual
  const linked = await fetchLinkedRoot(reader, address)
  if (linked && linked.href !== usual.href && (await fetchListPage(reader, listUrl(linked, 'tags', 1), 'tags'))) return linked
  throw new UnreadableDocument('not_tec')
}
function ignoreMissing(error: unknown): null {
  if (error instanceof UnreadableDocument && error.message === 'not_tec') return null
  throw error
}
async function fetchLinkedRoot({ egress }: SiteReader, address: string): Promise<URL | null> {
  try {
    const { headers, url } = await egress.fetch(address)
    return linkedRestRoot(headers['link'], url)
  } catch (error) {
    if (error instanceof EgressError) throw new UnreadableDocument('not_fetched', { cause: error })
    throw error
  }
}

interface List {
  readonly runId: number
  readonly root: URL
  readonly part: Part
}
/** Reads a list until one reading is consistent, or has the same records as the one before. */
async function fetchList(db: Db, reader: SiteReader, list: List): Promise<void> {
  let previous: string | null = null
  for (let reading = 0; reading < READS; reading += 1) {
    await fetchMissingPages(db, reader, list)
    const { isConsistent, ids } = await checkReading(db, list)
    // Some sites count records that they do not show. Their lists do not change.
    if (isConsistent || ids === previous) return
    previous = ids
    if (reading < READS - 1) await db.query(sql`delete from source_pages where run_id = ${list.runId} and part = ${list.part}`)
  }
  throw new UnreadableDocument('site_changing')
}

async function fetchMissingPages(db: Db, reader: SiteReader, { runId, root, part }: List): Promise<void> {
  const [last] = await db.query<{ page: number; pages: number }>(
    sql`select page, pages from source_pages where run_id = ${runId} and part = ${part} order by page desc limit 1`,
  )
  let [page, pages] = [last?.page ?? 0, last?.pages ?? 1]
  while (page < pages) {
    page += 1
    const fetched = await fetchListPage(reader, listUrl(root, part, page), part)
    // A list that became shorter ends earlier. The page is stored as empty, and the check of the list finds the difference.
    if (!fetched && page === 1) throw new UnreadableDocument('not_tec')
    const stored = fetched ?? { records: [], total: 0, pages: page }
    if (stored.total > MAX_ITEMS_OF_RUN || stored.pages > PAGES_MAX) throw new UnreadableDocument('too_many_items')
    await storeRunPage(db, runId, storedPage({ part, page, ...stored }))
    pages = stored.records.length === 0 ? page : stored.pages
  }
}

interface FetchedPage extends ListPage {
  readonly part: Part
  readonly page: number
}
const storedPage = ({ part, page, records, total, pages }: FetchedPage): RunPage => ({
  part,
  page,
  total,
  pages: records.length === 0 ? page : pages,
  content: Buffer.from(JSON.stringify(records, (key, value: unknown) => (UNUSED.test(key) ? undefined : value))),
})

/** A reading is consistent if all pages were made from as many records as it has. */
async function checkReading(db: Db, { runId, part }: List): Promise<{ isConsistent: boolean; ids: string }> {
  const pages = await db.query<{ total: number; content: Buffer }>(
    sql`select total, content from source_pages where run_id = ${runId} and part = ${part} order by page`,
  )
  const ids = pages.flatMap(({ content }) => (JSON.parse(content.toString()) as { id?: unknown }[]).map(({ id }) => String(id)))
  const distinct = new Set(ids).size
  return { isConsistent: distinct === ids.length && pages.every(({ total }) => total === distinct), ids: [...ids].sort().join(' ') }
}

async function joinPages(db: Db, runId: number): Promise<Buffer> {
  const pages = await db.query<{ part: string; content: Buffer }>(
    sql`select part, content from source_pages where run_id = ${runId} order by part, page`,
  )
  const lists = PARTS.map((part) => {
    const records = pages.filter((each) => each.part === part).map(({ content }) => content.subarray(1, -1))
    return `${JSON.stringify(part)}:[${records
      .filter(({ length }) => length > 0)
      .map(String)
      .join(',')}]`
  })
  return Buffer.from(`{${lists.join(',')}}`)
}
