// Stores external ids, finds the record that has one, and moves them to another record (contract 7.16).
import { advisoryLock } from '../../kernel/database/advisory-locks.ts'
import type { Db } from '../../kernel/database/database.ts'
import { sql, ref, type Sql } from '../../kernel/database/sql.ts'
import { overloaded, Problem } from '../../kernel/errors/problems.ts'
import type { ExternalIds, ExternalKey } from '../definition/external-ids.ts'
import type { Kind, RequestContext } from '../definition/kind.ts'
import type { WritePlan } from './write-plan.ts'

const MAX_LOOKUPS = 5
/**
 * Locks an external id until the end of the transaction, so that racing requests create one record. Returns the id of the record that has it, or
 * null. The row of that record is locked too. A write that does not take the first lock may move the external id meanwhile, so the lookup is repeated.
 */
export async function lockExternalId(db: Db, kind: Kind, key: ExternalKey): Promise<number | null> {
  await advisoryLock(db, `external id ${kind.name} ${key.source} ${key.id}`)
  for (let lookup = 0; lookup < MAX_LOOKUPS; lookup += 1) {
    const owner = await findOwner(db, kind, key)
    if (owner === null) return null
    await db.query(sql`select 1 from ${ref(kind.table)} where id = ${owner} for update`)
    if ((await findOwner(db, kind, key)) === owner) return owner
  }
  throw overloaded('conflict')
}
async function findOwner(db: Db, kind: Kind, { source, id }: ExternalKey): Promise<number | null> {
  const [found] = await db.query<{ record_id: number }>(
    sql`select record_id from external_ids where kind = ${kind.name} and source = ${source} and external_id = ${id}`,
  )
  return found?.record_id ?? null
}

/** Returns the external ids of a record, in the order of their sources. */
export async function loadExternalIds(db: Db, id: number): Promise<ExternalIds> {
  const rows = await db.query<{ source: string; external_id: string }>(
    sql`select source, external_id from external_ids where record_id = ${id} order by source collate "C"`,
  )
  return Object.fromEntries(rows.map(({ source, external_id }) => [source, external_id]))
}

/**
 * Throws 409 if another record of the kind has one of these external ids. The response does not name it, because the caller may not see it.
 * The locked external id is not checked: if another record took it meanwhile, the unique constraint makes the transaction start again.
 * Each external id has a lookup of its own, because a join would read the whole table if its statistics are older than an import.
 */
export async function rejectTakenExternalIds(
  db: Db,
  { kind, externalIds = {} }: Pick<WritePlan, 'kind' | 'externalIds'>,
  recordId: number | null,
  { lockedExternalId: locked }: Pick<RequestContext, 'lockedExternalId'>,
): Promise<void> {
  const checked = Object.fromEntries(Object.entries(externalIds).filter(([source, id]) => source !== locked?.source || id !== locked.id))
  if (Object.keys(checked).length === 0) return
  const [taken] = await db.query(sql`
select 1 from ${unnested(checked)} cross join lateral (
  select from external_ids x where x.kind = ${kind.name} and x.source = v.source and x.external_id = v.external_id
    and x.record_id is distinct from ${recordId}::bigint limit 1
) x limit 1`)
  if (taken) throw new Problem('rest_external_id_taken')
}

/** Inserts external ids of the record with this id, which may be an expression of the statement. */
export const insertExternalIds = (kind: Kind, ids: ExternalIds, recordId: Sql, from: Sql): Sql =>
  sql`insert into external_ids (kind, source, external_id, record_id) select ${kind.name}, v.source, v.external_id, ${recordId} from ${from}${unnested(ids)}`

/** Replaces all external ids of a record. */
export async function replaceExternalIds(db: Db, kind: Kind, id: number, ids: ExternalIds): Promise<void> {
  await db.query(sql`
delete from external_ids x where x.record_id = ${id}
and not exists (select 1 from ${unnested(ids)} where v.source = x.source and v.external_id = x.external_id)`)
  if (Object.keys(ids).length > 0)
    await db.query(
      sql`${insertExternalIds(kind, ids, sql`${id}::bigint`, sql``)}\non conflict on constraint external_ids_source do nothing`,
    )
}
const unnested = (ids: ExternalIds): Sql => sql`unnest(${Object.keys(ids)}::text[], ${Object.values(ids)}::text[]) v(source, external_id)`

/**
 * Moves the external ids of records to another record of the same kind. A record has one external id per source: that of the target stays, else that
 * of the first record in `from`. The others stay where they are, and are deleted together with their record.
 */
export const moveExternalIds = (db: Db, from: readonly number[], to: number): Promise<unknown> =>
  db.query(sql`
update external_ids x set record_id = ${to}
from (
  select distinct on (m.source) m.kind, m.source, m.external_id
  from external_ids m join unnest(${from}::bigint[]) with ordinality f(id, n) on f.id = m.record_id
  where not exists (select 1 from external_ids t where t.record_id = ${to} and t.source = m.source)
  order by m.source, f.n
) m
where (x.kind, x.source, x.external_id) = (m.kind, m.source, m.external_id)`)
