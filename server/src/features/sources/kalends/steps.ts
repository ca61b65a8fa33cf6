// The steps of reading another calendar. Each response is stored, so that a run whose process ends continues after the last one.
import type { Db } from '../../../kernel/database/database.ts'
import { sql } from '../../../kernel/database/sql.ts'
import { UnreadableDocument } from '../importer.ts'

/** Runs a step, or returns the result that an earlier process stored. */
export type Once = <T>(part: string, page: number, read: () => Promise<T>) => Promise<T>

const COPY_BYTES = 128 * 1024 * 1024
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
    await db.query(sql`
insert into source_pages (run_id, part, page, total, pages, content) values (${runId}, ${part}, ${page}, 0, 0, ${content})
on conflict (run_id, part, page) do nothing`)
    const [size] = await db.query<{ bytes: number }>(
      sql`select sum(length(content))::float8 as bytes from source_pages where run_id = ${runId}`,
    )
    if ((size?.bytes ?? 0) > COPY_BYTES) throw new UnreadableDocument('too_large')
    return result
  }
