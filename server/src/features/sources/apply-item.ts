// Applies one item of a run to the calendar, with the operations of the engine, and decides its outcome (contract 19.3 and 19.4).
import type { Kind, RequestContext } from '../../engine/definition/kind.ts'
import { presentOne, findOne } from '../../engine/read/records.ts'
import { createRecord, type CreationContext } from '../../engine/write/write-records.ts'
import type { Db } from '../../kernel/database/database.ts'
import { ref, sql } from '../../kernel/database/sql.ts'
import { Problem } from '../../kernel/errors/problems.ts'
import { applyGone } from './apply-gone.ts'
import type { ImportBatch } from './import-batch.ts'
import { chooseFields, digestsAfter, type FieldDigests } from './imported-fields.ts'
import { keyOf, type ItemReference } from './importer.ts'
import {
  ITEM_ERRORS,
  NO_RESULT,
  seriesKeyOf,
  type AppliedRun,
  type ItemResult,
  type ReadContent,
  type StoredRecord,
  type WaitingItem,
} from './items.ts'
import { findState, writeInputs } from './record-writes.ts'
import { findStoredRecord, moveStoredRecord, storeRecords } from './source-records.ts'
import { externalSourceOf, type Source } from './source.ts'

const failed = (code: string, message: string, field: string | null = null): ItemResult => ({
  ...NO_RESULT,
  outcome: 'failed',
  reason: code,
  errors: [{ field, code, message }],
})

/** Must run in a transaction. */
export async function applyItem(db: Db, batch: ImportBatch, item: WaitingItem, ctx: RequestContext): Promise<ItemResult> {
  const { run } = batch
  const { content } = item
  const kind = ctx.site.kinds.get(item.kind)
  if (!kind) throw new Error(`There is no kind ${item.kind}.`)
  if (content.gone) return applyGone(db, run, { ...content, kind, key: item.key }, ctx)
  if (content.error !== null) return failed(content.error, ITEM_ERRORS[content.error] ?? 'The item is not valid.', content.errorField)
  const name = { source: run.source.id, kind: item.kind, key: item.key }
  if (content.oldKey !== null) await moveStoredRecord(db, { ...name, key: content.oldKey }, item)
  const known = content.oldKey === null ? batch.knownRecord(item) : await findStoredRecord(db, name)
  const target = content.dateOf ? await findDate(db, run.source, kind, content) : (known?.record_id ?? batch.recordWithExternalId(item))
  const { fields, notes } = await withReferences(db, run.source, content)
  const request: ItemWrite = { batch, run, kind, item, content, fields, known }
  const result =
    target === null
      ? ((await adoptTerm(db, request, ctx)) ?? (await createItem(db, request, ctx)))
      : await updateItem(db, request, target, ctx)
  return { ...result, notes: [...notes, ...result.notes], previous: known }
}

interface ItemWrite {
  readonly batch: ImportBatch
  readonly run: AppliedRun
  readonly kind: Kind
  readonly item: WaitingItem
  readonly content: ReadContent
  readonly fields: Readonly<Record<string, unknown>>
  readonly known: StoredRecord | null
}

const NO_DATE = 0
/** The date of a series that the item changes; 0 if the series does not have it. */
async function findDate(db: Db, source: Source, kind: Kind, { dateOf }: ReadContent): Promise<number> {
  const series = await findStoredRecord(db, { source: source.id, kind: kind.name, key: seriesKeyOf(kind.name, dateOf) ?? '' })
  if (!series || !dateOf || !kind.listing) return NO_DATE
  const isDay = dateOf.start.length === 10
  const [found] = await db.query<{ id: number }>(sql`
select o.id from ${ref(kind.listing.table)} o
where o.series_id = ${series.record_id} and o.original_start ${isDay ? sql`>= ${dateOf.start}::timestamp and o.original_start < ${dateOf.start}::date + 1` : sql`= ${dateOf.start}::timestamp`}
order by o.original_start limit 1`)
  return found?.id ?? NO_DATE
}

/** Replaces references by the IDs of records. A reference that is not found is left out. */
async function withReferences(db: Db, source: Source, { fields, references = {} }: ReadContent) {
  const found: Record<string, unknown> = {}
  let isComplete = true
  for (const [name, reference] of Object.entries(references)) {
    const wanted = [reference].flat()
    const ids: number[] = []
    for (const each of wanted) ids.push(...(await findReferenced(db, source, each)))
    isComplete &&= ids.length === wanted.length
    if (Array.isArray(reference)) found[name] = ids
    else if (ids.length > 0) found[name] = ids[0]
  }
  return { fields: { ...fields, ...found }, notes: isComplete ? [] : ['reference_not_found'] }
}
async function findReferenced(db: Db, source: Source, { kind, externalId }: ItemReference): Promise<number[]> {
  const rows = await db.query<{ record_id: number }>(sql`
select record_id from source_records where source_id = ${source.id} and kind = ${kind} and key = decode(${keyOf({ kind, externalId })}, 'hex')
  and external_id is not null`)
  return rows.map(({ record_id }) => record_id)
}

const EXTERNAL_ID = /^\P{Cc}{1,255}$/u
async function createItem(db: Db, { batch, run, kind, item, content, fields }: ItemWrite, ctx: RequestContext): Promise<ItemResult> {
  const { source } = run
  const status = content.isPrivate ? 'private' : source.status
  const externalIds = EXTERNAL_ID.test(item.external_id ?? '') ? { external_ids: { [externalSourceOf(source)]: item.external_id } } : {}
  const inputs = { ...batch.links.replace(kind, fields), ...(kind.access === 'owned' && { status }), ...externalIds }
  const own = content.keptIds?.own ? { ...ctx, newId: content.keptIds.own } : ctx
  const { id, notes, reused } = await createWithFreeSlug(db, kind, { ...inputs, ...content.announced }, own)
  if (content.announced) await writeInputs(db, kind, { id, inputs: inputsAfter(fields, content.announced) }, ctx)
  const created = { kind, item, content, recordId: id, fields, inputs, reused }
  return {
    ...NO_RESULT,
    outcome: 'new',
    recordId: id,
    isLogged: true,
    notes,
    duplicates: batch.duplicatesOf(content.fingerprint),
    created,
  }
}
/** A slug that another record has is replaced by a generated one. */
async function createWithFreeSlug(db: Db, kind: Kind, inputs: Readonly<Record<string, unknown>>, ctx: CreationContext) {
  try {
    return { ...(await createRecord(db, kind, inputs, ctx)), notes: [] }
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'rest_slug_taken' || inputs['slug'] === undefined) throw error
    const { slug: _, ...others } = inputs
    return { ...(await createRecord(db, kind, others, ctx)), notes: ['slug_taken'] }
  }
}

/** A term that the calendar has already, with the same slug, is used as it is. Later runs change it only if the document changes. */
async function adoptTerm(db: Db, { run, kind, item, content, fields }: ItemWrite, ctx: RequestContext): Promise<ItemResult | null> {
  if (kind.access !== 'term' || typeof fields['slug'] !== 'string') return null
  const [found] = await db.query<{ id: number }>(
    sql`select x.id from ${ref(kind.texts)} x where x.slug = ${fields['slug']} and x.slug_owner order by x.id limit 1`,
  )
  if (!found) return null
  const { id } = found
  const shown = await presentOne(db, kind, { row: await findOne(db, kind, { id }, ctx), as: 'listed' }, ctx)
  await storeRecords(db, run, [{ item, content, recordId: id, fields: digestsAfter(kind, {}, fields, shown) }], ctx)
  return { ...NO_RESULT, outcome: 'unchanged', recordId: id, notes: ['existing_term'] }
}

async function updateItem(db: Db, request: ItemWrite, id: number, ctx: RequestContext): Promise<ItemResult> {
  const { run, kind, item, content, known } = request
  const state = await findState(db, kind, id)
  // A date that an editor excluded is not in the series any more.
  if (content.dateOf && id === NO_DATE) return known ? leftAlone(known.record_id, 'deleted') : missingDate(db, request)
  if (known && state === null) return leftAlone(null, 'deleted')
  if (known && state === 'trash' && !known.is_gone) return leftAlone(id, 'trashed')
  const row = await findOne(db, kind, { id }, ctx)
  const digests: FieldDigests = known?.fields ?? {}
  const overrides = content.dateOf ? ((row['overrides'] ?? []) as readonly string[]) : null
  const shown = await presentOne(db, kind, { row, as: 'listed' }, ctx)
  const choice = chooseFields(kind, { sent: request.fields, known: digests, shown, precedence: run.source.precedence, overrides })
  const restored = state === 'trash' ? { status: content.isPrivate ? 'private' : run.source.status } : {}
  const inputs = { ...choice.inputs, ...restored }
  const isLogged = await writeItem(db, request, { id, inputs, shown, leftAlone: choice.leftAlone }, ctx)
  const after = isLogged ? await presentOne(db, kind, { row: await findOne(db, kind, { id }, ctx), as: 'listed' }, ctx) : shown
  await storeRecords(db, run, [{ item, content, recordId: id, fields: digestsAfter(kind, digests, choice.inputs, after) }], ctx)
  const outcome = isLogged ? 'changed' : choice.leftAlone.length > 0 ? 'left_alone' : 'unchanged'
  const reason = choice.leftAlone.length > 0 ? 'edited' : null
  return { ...NO_RESULT, outcome, recordId: id, isLogged, leftAlone: choice.leftAlone, reason }
}
type Values = Readonly<Record<string, unknown>>
/** The inputs that follow the announced ones. A new start shortens the rules of a series, so they are written again. */
const inputsAfter = (fields: Values, announced: Values): Values =>
  Object.fromEntries([...Object.keys(announced), 'recurrence'].flatMap((name) => (name in fields ? [[name, fields[name]]] : [])))
interface RecordWrite {
  readonly id: number
  readonly inputs: Values
  readonly shown: Values
  readonly leftAlone: readonly string[]
}
/** An event becomes rescheduled by a write that changes its start, so the announced times are written first. */
async function writeItem(db: Db, request: ItemWrite, { id, inputs, shown, leftAlone }: RecordWrite, ctx: RequestContext): Promise<boolean> {
  const { kind, fields, content } = request
  const { event_status: status, ...others } = inputs
  const write = async (sent: Values): Promise<boolean> => Object.keys(sent).length > 0 && writeInputs(db, kind, { id, inputs: sent }, ctx)
  if (status !== 'rescheduled' || !content.announced) return write(inputs)
  // An editor who changed the times keeps the status, too.
  if (shown['event_status'] === 'rescheduled' || leftAlone.includes('start_date')) return write(others)
  await write(content.announced)
  return write({ ...inputs, ...inputsAfter(fields, content.announced) })
}
/** Dates after the horizon are not stored yet. A later run changes them. */
async function missingDate(db: Db, { run, kind, content: { dateOf } }: ItemWrite): Promise<ItemResult> {
  const series = await findStoredRecord(db, { source: run.source.id, kind: kind.name, key: seriesKeyOf(kind.name, dateOf) ?? '' })
  const [last] = await db.query<{ is_after: boolean }>(sql`
select max(o.original_start) < ${dateOf?.start}::timestamp as is_after from ${ref(kind.listing?.table ?? '')} o where o.series_id = ${series?.record_id ?? 0}`)
  return last?.is_after ? leftAlone(null, 'beyond_horizon') : failed('no_such_date', ITEM_ERRORS['no_such_date'] ?? '')
}
const leftAlone = (recordId: number | null, reason: string): ItemResult => ({ ...NO_RESULT, outcome: 'left_alone', recordId, reason })
