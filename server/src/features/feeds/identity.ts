// The calendar's own name, made once with its database: it outlives every address.
import type { Database } from '../../kernel/database.ts'
import { sql } from '../../kernel/sql.ts'

const known = new WeakMap<Database, string>()
export async function identityOf(database: Database): Promise<string> {
  const found = known.get(database) ?? (await database.query<{ id: string }>(sql`select id::text from identity`))[0]?.id
  if (!found) throw new Error('The calendar has lost its identity: restore the row of the table identity.')
  known.set(database, found)
  return found
}
