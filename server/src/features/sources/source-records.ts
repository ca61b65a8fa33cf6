// Reads and writes the rows of `source_records`, by which runs find their records again.
import type { RequestContext } from '../../engine/definition/kind.ts'
import type { Db } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import type { FieldDigests } from './imported-fields.ts'
import { seriesKeyOf, type AppliedRun, type ReadContent, type StoredRecord, type WaitingItem } from './items.ts'

export interface RecordName {
  readonly source: number
  readonly kind: string
  readonly key: string
}

const named = ({ source, kind, key }: RecordName) => sql`source_id = ${source} and kind = ${kind} and key = decode(${key}, 'hex')`

const STORED_COLUMNS = sql`encode(x.key, 'hex') as key, x.external_id, x.record_id, encode(x.series_key, 'hex') as series_key,
  encode(x.fingerprint, 'hex') as fingerprint, x.fields, x.run_id, x.imported_at::text, x.is_gone`

export async function findStoredRecord(db: Db, name: RecordName): Promise<StoredRecord | null> {
  const [row] = await db.query<StoredRecord>(sql`select ${STORED_COLUMNS} from source_records x where ${named(name)}`)
  return row ?? null
}
/** The rows of these items, as far as they exist. */
export const loadStoredRecords = (
  db: Db,
  source: number,
  items: readonly Pick<WaitingItem, 'kind' | 'key'>[],
): Promise<(StoredRecord & { readonly kind: string })[]> =>
  db.query(sql`
select x.kind, ${STORED_COLUMNS} from source_records x
join unnest(${items.map(({ kind }) => kind)}::text[], ${items.map(({ key }) => key)}::text[]) v(kind, key) on v.kind = x.kind and decode(v.key, 'hex') = x.key
where x.source_id = ${source}`)

/** Gives the record a new key: the document has another ID for it. */
export const moveStoredRecord = (
  db: Db,
  from: RecordName,
  { key, external_id }: Pick<WaitingItem, 'key' | 'external_id'>,
): Promise<unknown> =>
  db.query(sql`update source_records set key = decode(${key}, 'hex'), external_id = ${external_id} where ${named(from)}`)

export interface WrittenRecord {
  readonly item: Pick<WaitingItem, 'kind' | 'key' | 'external_id'>
  readonly content: ReadContent
  readonly recordId: number
  readonly fields: FieldDigests
}
export const storeRecords = (
  db: Db,
  { id: runId, source }: AppliedRun,
  written: readonly WrittenRecord[],
  { now }: RequestContext,
): Promise<unknown> =>
  putRecords(
    db,
    source.id,
    written.map(({ item, content, recordId, fields }) => ({
      kind: item.kind,
      key: item.key,
      external_id: item.external_id,
      record_id: recordId,
      series_key: seriesKeyOf(item.kind, content.dateOf),
      fingerprint: content.fingerprint,
      fields,
      run_id: runId,
      imported_at: now.toString(),
      is_gone: false,
    })),
  )

/** Inserts the rows or replaces those with the same keys. */
export const putRecords = (db: Db, source: number, rows: readonly (StoredRecord & { readonly kind: string })[]): Promise<unknown> =>
  db.query(sql`
insert into source_records (source_id, kind, key, external_id, record_id, series_key, fingerprint, fields, run_id, imported_at, is_gone)
select ${source}, v.kind, decode(v.key, 'hex'), v.external_id, v.record_id, decode(v.series_key, 'hex'), decode(v.fingerprint, 'hex'), v.fields, v.run_id,
  v.imported_at, v.is_gone
from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
  v(kind text, key text, external_id text, record_id bigint, series_key text, fingerprint text, fields jsonb, run_id bigint, imported_at timestamptz, is_gone boolean)
on conflict on constraint source_records_pkey do update
  set (external_id, record_id, series_key, fingerprint, fields, run_id, imported_at, is_gone)
    = (excluded.external_id, excluded.record_id, excluded.series_key, excluded.fingerprint, excluded.fields, excluded.run_id, excluded.imported_at, excluded.is_gone)`)

export const forgetRecord = (db: Db, name: RecordName): Promise<unknown> => db.query(sql`delete from source_records where ${named(name)}`)
