// Stores the responses that a run has fetched, so that a run whose process ends continues after the last one.
import type { Db } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import { UnreadableDocument } from './importer.ts'

const RUN_BYTES = 128 * 1024 * 1024
export interface RunPage {
  readonly part: string
  readonly page: number
  readonly total: number
  readonly pages: number
  readonly content: Buffer
}
/** The lock keeps a run that is being canceled from getting another page. */
export async function storeRunPage(db: Db, runId: number, { part, page, total, pages, content }: RunPage): Promise<void> {
  const [stored] = await db.query<{ is_waiting: boolean; bytes: number }>(sql`
with run as (
  select x.id from source_runs x where x.id = ${runId} and x.state = 'waiting' for share
), added as (
  insert into source_pages (run_id, part, page, total, pages, content)
  select id, ${part}, ${page}, ${total}, ${pages}, ${content} from run on conflict (run_id, part, page) do nothing
)
select exists (select from run) as is_waiting, (select coalesce(sum(length(content)), 0)::float8 from source_pages where run_id = ${runId}) as bytes`)
  if (stored?.is_waiting !== true) throw new UnreadableDocument('canceled')
  // The statement does not see its own row.
  if (stored.bytes + content.length > RUN_BYTES) throw new UnreadableDocument('too_large')
}
