// Erases the content of permanently deleted records from the change log and from stored responses.
import type { TSchema } from 'typebox'
import type { Database, Db } from '../../kernel/database/database.ts'
import { eraseStoredResponses } from '../../kernel/http/idempotency.ts'
import { literal, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import { linkFields } from '../definition/resource.ts'
import type { Kind, Site } from '../definition/kind.ts'

/** Columns without content that any kind may have. */
const LIFECYCLE = ['status', 'author_id', 'published_at']
/** The key of a log row of a series with the same columns of its exceptions, by ID. */
export const EXCEPTIONS = 'exceptions'
/** The key of a log row of an exception that became an ordinary date, with the same columns of the exception. The date has those of its series now. */
export const RESET = 'reset'
/** The key of a log row of a series with the state of exceptions that became single records, by ID. An index of such rows exists. */
export const ENDED = 'ended'

/** Columns that the log retains: they determine who sees a record and which filters match it. The content of all other fields is erased. */
export function columnsAfterErasing(kind: Kind): string[] {
  const fields = Object.entries(kind.fields).flatMap(([name, { storage, output }]) => {
    if (storage.in === 'reference') return [storage.column]
    return output !== null && isFlagOrChoice(output) ? [storage.in === 'column' ? storage.column : name] : []
  })
  const moments = Object.keys(kind.columns).filter((name) => kind.columns[name] === 'moment')
  const exceptions = kind.listing ? [EXCEPTIONS, RESET] : []
  return [...LIFECYCLE, ...fields, ...moments, ...linkFields(kind).map(([name]) => name), ...exceptions]
}

const isFlagOrChoice = (schema: TSchema): boolean => {
  const { type, enum: choices, anyOf = [] } = schema as { type?: string; enum?: unknown; anyOf?: readonly TSchema[] }
  return type === 'boolean' || choices !== undefined || anyOf.some(isFlagOrChoice)
}

/** Erases the content of a record from every row of the log and from responses stored for repeated requests. */
export async function eraseTraces(db: Db, name: string, kind: Kind | undefined, id: number): Promise<void> {
  const retained = kind ? columnsAfterErasing(kind) : LIFECYCLE
  await db.query(sql`
update changes set before = ${retainOnly('before', retained)}, after = ${retainOnly('after', retained)}
where kind = ${name} and record_id = ${id} and (before is not null or after is not null)`)
  if (kind?.listing)
    await db.query(sql`
update changes set before = before #- array[${ENDED}, ${String(id)}]
where before ? ${literal(ENDED)} and kind = ${name} and before -> ${ENDED} ? ${String(id)}`)
  await eraseStoredResponses(db, id)
}
const retainOnly = (column: string, retained: readonly string[]): Sql => sql`case when ${ref(column)} is not null then
  coalesce((select jsonb_object_agg(j.key, j.value) from jsonb_each(${ref(column)}) j where j.key = any(${retained}::text[])), '{}') end`

const BATCH = 100
/** Erases the content of records that earlier versions deleted, one batch per call. */
export const eraseLeftTraces = (database: Database, site: Site): Promise<void> =>
  database.transaction(async (db) => {
    const rows = await db.query<{ kind: string; record_id: number }>(
      // A record that an undo removed can be restored, so its content stays.
      sql`select kind, record_id from changes where action = 'delete' and before ? 'texts' and after is null order by id limit ${BATCH}`,
    )
    for (const { kind, record_id } of rows) await eraseTraces(db, kind, site.kinds.get(kind), record_id)
  })
