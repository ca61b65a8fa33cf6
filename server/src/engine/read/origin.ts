// Columns that only single reads load: the summary of dates, and the source that a record was imported from (contract 19.4).
import type { Db } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import { showInstant } from '../../kernel/time/date-times.ts'
import { loadDateSummary } from './entries.ts'
import { canEdit } from '../access/visibility.ts'
import type { Kind, RequestContext, StoredRow } from '../definition/kind.ts'

interface Origin {
  readonly source: number
  readonly name: string
  readonly external_id: string | null
  readonly run: number
  readonly imported: string
  readonly fields: readonly string[]
  readonly is_gone: boolean
}
/** Returns the columns that only single reads have: the summary of dates, and the origin. */
export const loadSingleColumns = async (db: Db, kind: Kind, row: StoredRow, ctx: RequestContext): Promise<StoredRow> => ({
  ...(await loadDateSummary(db, kind, row, ctx)),
  ...(await loadOrigin(db, kind, row, ctx)),
})
/** Returns the column `origin` of the row; null if the record was not imported, or the caller may not edit it. */
async function loadOrigin(db: Db, kind: Kind, row: StoredRow, { caller }: RequestContext): Promise<StoredRow> {
  if (!('origin' in kind.fields) || !canEdit(kind, row, caller)) return {}
  const [origin] = await db.query<Origin>(sql`
select s.id as source, s.name, x.external_id, x.run_id as run, x.imported_at::text as imported, array(select jsonb_object_keys(x.fields) order by 1) as fields, x.is_gone
from source_records x join sources s on s.id = x.source_id
where x.record_id = ${row['id']} and x.kind = ${kind.name} order by x.source_id limit 1`)
  return origin ? { origin: { ...origin, imported: showInstant(origin.imported) } } : {}
}
