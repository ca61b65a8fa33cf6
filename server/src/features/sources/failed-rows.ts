// Writes the rows of a run that failed as CSV, with their original columns and the reasons, so that they can be corrected and imported again.
import type { Db } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import { csvCell } from '../../kernel/text/csv-cells.ts'
import { ERROR_COLUMN } from './importer.ts'
import type { ItemError } from './items.ts'
import type { Run } from './source.ts'

const BATCH_ROWS = 500

interface FailedRow {
  readonly position: number
  readonly cells: readonly string[] | null
  readonly errors: readonly ItemError[]
}
/** The reasons of an earlier run are left out. The size is at most about that of the document. */
export async function formatFailedRows(db: Db, { id, columns }: Run): Promise<string> {
  const all = (columns ?? []).map(({ name }) => name)
  const names = all.at(-1) === ERROR_COLUMN ? all.slice(0, -1) : all
  const lines = [csvLine([...names, ERROR_COLUMN])]
  for (let after = -1; ; ) {
    const rows = await db.query<FailedRow>(sql`
select position, content -> 'cells' as cells, errors from source_items
where run_id = ${id} and outcome = 'failed' and position > ${after} order by position limit ${BATCH_ROWS}`)
    for (const { cells, errors } of rows) lines.push(csvLine([...names.map((_, i) => cells?.[i] ?? ''), describeErrors(errors)]))
    if (rows.length < BATCH_ROWS) return `\ufeff${lines.join('')}`
    after = rows.at(-1)?.position ?? after
  }
}
const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`

export const describeErrors = (errors: readonly ItemError[]): string =>
  errors.map(({ field, message }) => (field === null ? message : `${field}: ${message}`)).join(' ')
