// Erasing: a record that was deleted for good leaves no content in the change log or in kept answers.
import type { Database, Db } from '../kernel/database.ts'
import { eraseAnswers } from '../kernel/idempotency.ts'
import { alone } from '../kernel/jobs.ts'
import { ref, sql, type Sql } from '../kernel/sql.ts'
import { linkFields, type Kind, type Site } from './resource.ts'

/** Columns that every kind of record may have, and that hold no content. */
const LIFECYCLE = ['status', 'author_id', 'published_at']

/** Names in the log that stay: they decide who sees a record and which filters find it. A new field goes unless it is of such a sort. */
export function columnsAfterErasing(kind: Kind): string[] {
  const fields = Object.entries(kind.fields).flatMap(([name, { place, output }]) => {
    if (place.in === 'reference') return [place.column]
    const isFlag = output !== null && 'type' in output && output.type === 'boolean'
    return isFlag ? [place.in === 'column' ? place.column : name] : []
  })
  const moments = Object.keys(kind.columns).filter((name) => kind.columns[name] === 'moment')
  return [...LIFECYCLE, ...fields, ...moments, ...linkFields(kind).map(([name]) => name)]
}

/** Takes the content of a record out of every row of the log, and out of answers that are kept for repeated requests. */
export async function eraseTraces(db: Db, name: string, kind: Kind | undefined, id: number): Promise<void> {
  const kept = kind ? columnsAfterErasing(kind) : LIFECYCLE
  await db.query(sql`
update changes set before = ${withOnly('before', kept)}, after = ${withOnly('after', kept)}
where kind = ${name} and record_id = ${id} and (before is not null or after is not null)`)
  await eraseAnswers(db, id)
}
const withOnly = (column: string, kept: readonly string[]): Sql => sql`case when ${ref(column)} is not null then
  coalesce((select jsonb_object_agg(j.key, j.value) from jsonb_each(${ref(column)}) j where j.key = any(${kept}::text[])), '{}') end`

const BATCH = 100
/** Erases what versions before this one have left of deleted records: a batch each time it is called. */
export const eraseLeftTraces = (database: Database, site: Site): Promise<void> =>
  alone(database, 'erase', async (db) => {
    const rows = await db.query<{ kind: string; record_id: number }>(
      sql`select kind, record_id from changes where action = 'delete' and before ? 'texts' order by id limit ${BATCH}`,
    )
    for (const { kind, record_id } of rows) await eraseTraces(db, kind, site.kinds.get(kind), record_id)
  })
