// The steps of reading another calendar. Each response is stored, so that a run whose process ends continues after the last one.
import type { Db } from '../../../kernel/database/database.ts'
import { sql } from '../../../kernel/database/sql.ts'
import { storeRunPage } from '../run-pages.ts'

/** Runs a step, or returns the result that an earlier process stored. */
export type Once = <T>(part: string, page: number, read: () => Promise<T>) => Promise<T>

/** Keys that the importer does not read, and that make up most of a record. */
const UNUSED = /^(?:sizes|urls|translations|global_id|global_id_lineage|.+_date_details|cost_details|hours_text)$/

export const storedSteps =
  (db: Db, runId: number): Once =>
  async (part, page, read) => {
    const [stored] = await db.query<{ content: Buffer }>(
      sql`select content from source_pages where run_id = ${runId} and part = ${part} and page = ${page}`,
    )
    if (stored) return JSON.parse(stored.content.toString()) as Awaited<ReturnType<typeof read>>
    const result = await read()
    const content = Buffer.from(JSON.stringify(result, (key, value: unknown) => (UNUSED.test(key) ? undefined : value)))
    await storeRunPage(db, runId, { part, page, total: 0, pages: 0, content })
    return result
  }
