// The identity of the calendar: one UUID, created with its database. It does not depend on URLs, and a restored copy has the same one.
import type { Db } from './database.ts'
import { sql } from './sql.ts'

const known = new WeakMap<object, string>()
export async function loadCalendarId(db: Db): Promise<string> {
  const found = known.get(db.poolKey) ?? (await db.query<{ id: string }>(sql`select id::text from calendar_identity`))[0]?.id
  if (!found) throw new Error('The table calendar_identity is empty: restore its row from a backup.')
  known.set(db.poolKey, found)
  return found
}
