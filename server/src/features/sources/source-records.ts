// Reads and writes the rows of `source_records`, by which runs find their records again.
import type { RequestContext } from '../../engine/definition/kind.ts'
import type { Db } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import type { FieldDigests } from './imported-fields.ts'
import { seriesKeyOf, type AppliedRun, type ItemContent, type StoredRecord, type WaitingItem } from './items.ts'

export interface RecordName {
  readonly source: number
  readonly kind: string
  readonly key: string
}

const named = ({ source, kind, key }: RecordName) => sql`source_id = ${source} and kind = ${kind} and key = decode(${key}, 'hex')`

export async function findStoredRecord(db: Db, name: RecordName): Promise<StoredRecord | null> {
  const [row] = await db.query<StoredRecord>(sql`
select encode(key, 'hex') as key, external_id, record_id, encode(series_key, 'hex') as series_key, encode(fingerprint, 'hex') as fingerprint, fields,
  run_id, imported_at::text, is_gone
from source_records where ${named(name)}`)
  return row ?? null
}

/** Gives the record a new key: the document has another ID for it. */
export const moveStoredRecord = (
  db: Db,
  from: RecordName,
  { key, external_id }: Pick<WaitingItem, 'key' | 'external_id'>,
): Promise<unknown> =>
  db.query(sql`update source_records set key = decode(${key}, 'hex'), external_id = ${external_id} where ${named(from)}`)

export interface WrittenRecord {
  readonly item: Pick<WaitingItem, 'kind' | 'key' | 'external_id'>
  readonly content: Extract<ItemContent, { readonly gone: false }>
  readonly recordId: number
  readonly fields: FieldDigests
}
export const storeRecord = (
  db: Db,
  { id: runId, source }: AppliedRun,
  { item, content, recordId, fields }: WrittenRecord,
  { now }: RequestContext,
): Promise<unknown> =>
  putRecord(
    db,
    { source: source.id, kind: item.kind },
    {
      key: item.key,
      external_id: item.external_id,
      record_id: recordId,
      series_key: seriesKeyOf(item.kind, content.dateOf),
      fingerprint: content.fingerprint,
      fields,
      run_id: runId,
      imported_at: now.toString(),
      is_gone: false,
    },
  )

/** Inserts the row or replaces the one with the same key. */
export const putRecord = (db: Db, { source, kind }: Omit<RecordName, 'key'>, row: StoredRecord): Promise<unknown> =>
  db.query(sql`
insert into source_records (source_id, kind, key, external_id, record_id, series_key, fingerprint, fields, run_id, imported_at, is_gone)
values (${source}, ${kind}, decode(${row.key}, 'hex'), ${row.external_id}, ${row.record_id}, decode(${row.series_key}, 'hex'),
  decode(${row.fingerprint}, 'hex'), ${JSON.stringify(row.fields)}::jsonb, ${row.run_id}, ${row.imported_at}, ${row.is_gone})
on conflict on constraint source_records_pkey do update
  set (external_id, record_id, series_key, fingerprint, fields, run_id, imported_at, is_gone)
    = (excluded.external_id, excluded.record_id, excluded.series_key, excluded.fingerprint, excluded.fields, excluded.run_id, excluded.imported_at, excluded.is_gone)`)

export const forgetRecord = (db: Db, name: RecordName): Promise<unknown> => db.query(sql`delete from source_records where ${named(name)}`)
