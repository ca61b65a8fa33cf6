// Keeps the IDs of records that are imported into an empty calendar.
import type { Db } from '../../kernel/database/database.ts'
import { raw, sql } from '../../kernel/database/sql.ts'
import type { ImportedItem } from './importer.ts'

const TABLES = ['events', 'venues', 'organizers', 'categories', 'tags', 'images']

/** Returns whether the calendar is empty, and makes new IDs greater than all IDs of the items then. Must run in a transaction. */
export async function reserveIds(db: Db, items: readonly ImportedItem[]): Promise<boolean> {
  const highest = items.reduce((max, { keptIds }) => Math.max(max, keptIds?.own ?? 0, keptIds?.image ?? 0), 0)
  if (highest === 0 || !(await isEmpty(db))) return false
  // A transaction that has taken an ID, and has not stored its record yet, ends before the second look.
  await db.query(raw(`lock table ${TABLES.join(', ')} in share mode`))
  if (!(await isEmpty(db))) return false
  await db.query(sql`select setval('record_ids', greatest(${highest}::bigint, (select last_value from record_ids)))`)
  return true
}
async function isEmpty(db: Db): Promise<boolean> {
  const [row] = await db.query<{ is_empty: boolean }>(
    raw(`select ${TABLES.map((table) => `not exists (select 1 from ${table})`).join(' and ')} as is_empty`),
  )
  return row?.is_empty === true
}
