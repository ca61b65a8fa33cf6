// Identifies a database among its copies: a restored copy, and a server that was recovered to an earlier time or promoted, have another id.
import type { Db } from './database.ts'
import { sql } from './sql.ts'

/** The timeline changes when a server is promoted or recovered to a point in time, and the oid when a dump is restored beside its source. */
export const DATABASE_ID = sql`(select concat_ws('.', c.system_identifier, d.oid, substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))
from pg_control_system() c, pg_database d where d.datname = current_database())`

/** Returns the id and the time of the database server. */
export async function loadDatabaseId(db: Db): Promise<{ readonly id: string; readonly now: string }> {
  const [row] = await db.query<{ id: string; now: string }>(sql`select ${DATABASE_ID} as id, now()::text as now`)
  if (!row) throw new Error('The id of the database could not be read.')
  return row
}
