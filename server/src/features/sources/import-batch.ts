// The rows of `source_records` that a batch of items reads and writes, in a few statements for the whole batch: with one for each item, a run
// would mostly wait for the database.
import type { Kind, RequestContext } from '../../engine/definition/kind.ts'
import { presentRows } from '../../engine/read/records.ts'
import type { Db } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import { digestsAfter } from './imported-fields.ts'
import { keyOf } from './importer.ts'
import { InlineLinks } from './inline-links.ts'
import { seriesKeyOf, type AppliedRun, type CreatedItem, type StoredRecord, type WaitingItem } from './items.ts'
import { loadStoredRecords, storeRecords } from './source-records.ts'
import { externalSourceOf } from './source.ts'

const DUPLICATES_MAX = 5
/** Records that are read at the same time. A dry run has all its items in one batch. */
const FLUSH_ROWS = 100
const nameOf = (kind: string, id: string | null): string => `${kind} ${id ?? ''}`

export class ImportBatch {
  readonly run: AppliedRun
  private readonly known = new Map<string, StoredRecord>()
  private readonly ids = new Map<string, number>()
  private readonly duplicates = new Map<string, number[]>()
  private created = new Map<string, CreatedItem>()
  readonly links = new InlineLinks()

  constructor(run: AppliedRun) {
    this.run = run
  }

  /** The row of an item, as it was before the batch. */
  knownRecord = ({ kind, key }: WaitingItem): StoredRecord | null => this.known.get(nameOf(kind, key)) ?? null
  /** The record with the external ID of an item. A run that was undone left its records in the trash, with their external IDs. */
  recordWithExternalId = ({ kind, external_id }: WaitingItem): number | null => this.ids.get(nameOf(kind, external_id)) ?? null
  /** Records of other sources with the same start, title and place. They are reported, and never merged. */
  duplicatesOf = (fingerprint: string): readonly number[] => this.duplicates.get(fingerprint) ?? []

  async load(db: Db, items: readonly WaitingItem[]): Promise<void> {
    const { source } = this.run
    const read = items.filter(({ content }) => !content.gone)
    for (const row of await loadStoredRecords(db, source.id, read)) this.known.set(nameOf(row.kind, row.key), row)
    const [kinds, externalIds] = [read.map(({ kind }) => kind), read.map(({ external_id }) => external_id)]
    const found = await db.query<{ kind: string; external_id: string; record_id: number }>(sql`
select x.kind, x.external_id, x.record_id from external_ids x
join unnest(${kinds}::text[], ${externalIds}::text[]) v(kind, external_id) on v.kind = x.kind and v.external_id = x.external_id
where x.source = ${externalSourceOf(source)}`)
    for (const { kind, external_id, record_id } of found) this.ids.set(nameOf(kind, external_id), record_id)
    const fingerprints = [...new Set(read.flatMap(({ content }) => (content.gone ? [] : [content.fingerprint])))]
    const same = await db.query<{ fingerprint: string; record_ids: number[] }>(sql`
select v.fingerprint, array(
  select distinct x.record_id from source_records x
  where x.fingerprint = decode(v.fingerprint, 'hex') and x.source_id <> ${source.id} and not x.is_gone order by x.record_id limit ${DUPLICATES_MAX}
) as record_ids
from unnest(${fingerprints}::text[]) v(fingerprint)`)
    for (const { fingerprint, record_ids } of same) this.duplicates.set(fingerprint, record_ids)
  }

  /** Remembers a record that was created. Its row is written later. */
  add(created: CreatedItem): void {
    this.created.set(created.item.key, created)
    this.links.remember(created.kind, created.inputs, created.reused)
  }
  /** Whether rows must be written before the item is processed: because it refers to one of their records, or because they are many. */
  mustFlush({ kind, content }: WaitingItem): boolean {
    if (this.created.size >= FLUSH_ROWS) return true
    if (content.gone) return false
    const references = Object.values(content.references ?? {})
      .flat()
      .map(keyOf)
    return [...references, seriesKeyOf(kind, content.dateOf) ?? ''].some((key) => this.created.has(key))
  }

  /** Writes the rows of the records that were created, with digests of their fields as the calendar shows them. */
  async flush(db: Db, ctx: RequestContext): Promise<void> {
    const created = [...this.created.values()]
    this.created = new Map()
    for (const kind of new Set(created.map((each) => each.kind))) {
      const own = created.filter((each) => each.kind === kind)
      const shown = await loadShown(db, kind, own, ctx)
      const written = own.map((each) => ({ ...each, fields: digestsAfter(kind, {}, each.fields, shown(each.recordId)) }))
      await storeRecords(db, this.run, written, ctx)
    }
  }
}

async function loadShown(db: Db, kind: Kind, created: readonly CreatedItem[], ctx: RequestContext) {
  const rows = await presentRows(db, kind, { ids: created.map(({ recordId }) => recordId) }, ctx)
  const byId = new Map(rows.map(({ row, record }) => [row['id'] as number, record]))
  return (id: number): Readonly<Record<string, unknown>> => {
    const record = byId.get(id)
    if (!record) throw new Error(`The record ${id} was created, but is not visible.`)
    return record
  }
}
