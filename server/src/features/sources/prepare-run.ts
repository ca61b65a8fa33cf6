// The first part of a run: gets the document, reads it, matches it with the records of the source, and stores its items.
import type { Db } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import { fetchDocument } from './fetch-document.ts'
import { UnreadableDocument, type ReadItems, type ReadColumn } from './importer.ts'
import type { ItemContent } from './items.ts'
import { reserveIds } from './kept-ids.ts'
import { matchItems, type KnownRecord, type MatchedItem, type Matching } from './match-items.ts'
import { readDocument } from './read-document.ts'
import type { ImportServices } from './source-services.ts'
import { findRun, type Run, type Source } from './source.ts'

/** Prepares a waiting run. Afterwards it is running, stopped or failed. */
export async function prepareRun(services: ImportServices, source: Source, run: Run): Promise<void> {
  const { database, clock } = services
  const read = await readItems(services, source, run).catch((error: unknown) => {
    if (error instanceof UnreadableDocument) return error
    throw error
  })
  await database.transaction(async (db) => {
    await db.query(sql`select 1 from sources where id = ${source.id} for update`)
    // Another process may have prepared the run, because this one did not report for too long.
    if (!(await findRun(db, run.id, sql`x.state = 'waiting' for update`))) return
    if (read.columns) await storeColumns(db, run.id, read.columns, run.is_dry_run || read instanceof UnreadableDocument)
    if (read instanceof UnreadableDocument) return endRun(db, run.id, { state: 'failed', reason: read.message, now: clock.now() })
    const gone = read.isPart ? [] : (read.mirror?.gone ?? null)
    const matching = matchItems(read.items, await loadKnown(db, source.id, clock.now()), gone)
    if (matching.isSuspicious && !run.accepts_gone)
      return endRun(db, run.id, { state: 'stopped', reason: 'too_many_gone', now: clock.now() })
    const keepsIds = !run.is_dry_run && (await reserveIds(db, read.items))
    await storeItems(db, run.id, matching, { keepsIds, isMirror: read.mirror !== undefined })
    await db.query(sql`delete from source_pages where run_id = ${run.id}`)
    await db.query(sql`
update source_runs set state = 'running', document = null, cursor = ${read.mirror?.cursor ?? null}, started_at = ${clock.now().toString()}, total = ${read.items.length + matching.gone.length}
where id = ${run.id}`)
  })
}

/** Examples are values of the document, so a run that writes its records has none. */
const storeColumns = (db: Db, id: number, columns: readonly ReadColumn[], hasExamples: boolean): Promise<unknown> =>
  db.query(sql`
update source_runs set columns = ${JSON.stringify(columns.map(({ name, field }) => ({ name, field })))}::jsonb,
  examples = ${hasExamples ? columns.map(({ example }) => example) : null} where id = ${id}`)

export interface RunEnd {
  readonly state: 'finished' | 'stopped' | 'failed' | 'undone'
  readonly reason: string | null
  readonly now: Temporal.Instant
}
/** Items that were not processed are removed, because they have the content of the document. */
export async function endRun(db: Db, id: number, { state, reason, now }: RunEnd): Promise<void> {
  await db.query(
    sql`update source_runs set state = ${state}, reason = ${reason}, document = null, ended_at = ${now.toString()} where id = ${id}`,
  )
  if (state === 'finished') await moveCursor(db, id)
  if (state === 'undone')
    await db.query(sql`update sources s set cursor = null from source_runs x where x.id = ${id} and s.id = x.source_id`)
  await db.query(sql`delete from source_pages where run_id = ${id}`)
  await db.query(sql`delete from source_items where run_id = ${id} and outcome is null`)
}

/** The next run starts after this one, unless something must be read again. */
const moveCursor = (db: Db, runId: number): Promise<unknown> =>
  db.query(sql`
update sources s set cursor = x.cursor from source_runs x
where x.id = ${runId} and s.id = x.source_id and x.cursor is not null and not x.is_dry_run and not exists (
  select 1 from source_items i where i.run_id = x.id
    and (i.outcome = 'failed' or i.reason = 'beyond_horizon' or 'picture_not_fetched' = any(i.notes))
)`)

async function readItems(services: ImportServices, source: Source, run: Run): Promise<ReadItems> {
  const { database, site } = services
  const [row] = await database.query<{ document: Buffer | null }>(sql`select document from source_runs where id = ${run.id}`)
  const document = row?.document ?? (await fetchDocument(services, source, run.id))
  return readDocument({
    type: source.type,
    document,
    options: { mapping: source.mapping, timeZone: site.timeZone, url: row?.document ? null : source.url },
  })
}
const loadKnown = (db: Db, sourceId: number, now: Temporal.Instant): Promise<KnownRecord[]> =>
  db.query<KnownRecord>(sql`
select x.kind, encode(x.key, 'hex') as key, x.external_id, x.record_id, encode(x.series_key, 'hex') as series_key, encode(x.fingerprint, 'hex') as fingerprint, x.is_gone,
  exists (
    select 1 from events r join occurrences o on o.series_id = r.id or o.id = r.id
    where r.id = x.record_id and r.status <> 'trash' and o.ends_at > ${now.toString()}
  ) as is_live
from source_records x where x.source_id = ${sourceId} order by x.record_id`)

const INSERT_ROWS = 500
interface StoreOptions {
  readonly keepsIds: boolean
  /** Whether records are gone although they have ended: other documents may leave these out. */
  readonly isMirror: boolean
}
/** Dates that follow their series again come first, because a series keeps dates with changes of their own. All other records that are gone come last. */
async function storeItems(db: Db, runId: number, { items, gone }: Matching, { keepsIds, isMirror }: StoreOptions): Promise<void> {
  const goneRow = (record: KnownRecord) => ({
    kind: record.kind,
    key: record.key,
    external_id: record.external_id,
    title: '',
    record_id: record.record_id,
    content: { gone: true, isDate: record.series_key !== null, isUpcoming: record.is_live || isMirror } satisfies ItemContent,
    notes: [],
  })
  const rows = [
    ...gone.filter(({ series_key }) => series_key !== null).map(goneRow),
    ...items.map((each) => itemRow(each, keepsIds)),
    ...gone.filter(({ series_key }) => series_key === null).map(goneRow),
  ].map((row, position) => ({ ...row, position }))
  for (let from = 0; from < rows.length; from += INSERT_ROWS)
    await db.query(sql`
insert into source_items (run_id, position, kind, key, external_id, title, record_id, content, notes)
select ${runId}, v.position, v.kind, decode(v.key, 'hex'), v.external_id, v.title, v.record_id, v.content, v.notes
from jsonb_to_recordset(${JSON.stringify(rows.slice(from, from + INSERT_ROWS))}::jsonb)
  v(position int, kind text, key text, external_id text, title text, record_id bigint, content jsonb, notes text[])`)
}
function itemRow({ item, key, oldKey }: MatchedItem, keepsIds: boolean) {
  const { kind, externalId, title, fields, dateOf, references, announced, keptIds, isPrivate, fingerprint, error, errorField, cells } = item
  const content: ItemContent = {
    gone: false,
    oldKey,
    fields,
    fingerprint,
    error,
    ...(dateOf && { dateOf }),
    ...(references && { references }),
    ...(announced && { announced }),
    ...(keptIds && keepsIds && { keptIds }),
    ...(isPrivate !== undefined && { isPrivate }),
    ...(errorField !== undefined && { errorField }),
    ...(cells && { cells }),
  }
  const notes = oldKey === null ? item.notes : [...item.notes, 'matched_by_content']
  return { kind, key, external_id: externalId, title, record_id: null, content, notes }
}
