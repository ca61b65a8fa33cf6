// Writes to records in the name of a run, and the state in which a run finds them.
import type { Kind, RequestContext } from '../../engine/definition/kind.ts'
import { updateEntry } from '../../engine/series/scopes.ts'
import type { Db } from '../../kernel/database/database.ts'
import { ref, sql } from '../../kernel/database/sql.ts'

/** Returns whether the write changed anything. */
export async function writeInputs(
  db: Db,
  kind: Kind,
  { id, inputs }: { readonly id: number; readonly inputs: Readonly<Record<string, unknown>> },
  ctx: RequestContext,
): Promise<boolean> {
  const request = { locator: { id }, inputs, precondition: () => undefined, scope: 'this' as const }
  return (await updateEntry(db, kind, request, ctx)).isLogged
}
/** The status of a record; null if it does not exist. A date without a record of its own has the status of its series. */
export async function findState(db: Db, kind: Kind, id: number): Promise<string | null> {
  const table =
    kind.access === 'owned'
      ? sql`select r.status::text as status from ${ref(kind.table)} r where r.id = ${id}`
      : sql`select 'publish' as status from ${ref(kind.table)} r where r.id = ${id}`
  const [row] = await db.query<{ status: string }>(
    kind.listing ? sql`${table} union all select o.status::text from ${ref(kind.listing.table)} o where o.id = ${id} limit 1` : table,
  )
  return row?.status ?? null
}
