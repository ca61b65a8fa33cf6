// The second part of a run: processes its items in transactions of 100, until none is left or too many have failed.
import { newChangeId } from '../../engine/changes/change-log.ts'
import type { RequestContext } from '../../engine/definition/kind.ts'
import { sanitizeLargeHtml } from '../../engine/input/html-input.ts'
import type { Db } from '../../kernel/database/database.ts'
import { errorCode } from '../../kernel/database/database-errors.ts'
import { inRolledBackTransaction } from '../../kernel/database/database-views.ts'
import { raw, sql } from '../../kernel/database/sql.ts'
import { FieldError, Problem } from '../../kernel/errors/problems.ts'
import { translateFieldError, translator } from '../../kernel/text/messages.ts'
import { applyItem } from './apply-item.ts'
import { ImportBatch } from './import-batch.ts'
import { NO_RESULT, type AppliedRun, type ItemError, type ItemResult, type WaitingItem } from './items.ts'
import { PictureImports } from './picture-imports.ts'
import { endRun } from './prepare-run.ts'
import type { ImportServices } from './source-services.ts'
import { findImportCaller, findRun, importContext, type Run, type Source } from './source.ts'

const BATCH_ITEMS = 100
/** Items with one change ID. An undo reverses a change in one transaction, which must not have too many rows. */
const CHANGE_ITEMS = 25
const FAILURES_MAX = 1_000
const FAILED_SHARE = 0.1
/** A run stops after more failures than this. */
export const maxFailuresOf = (total: number): number => Math.max(FAILURES_MAX, FAILED_SHARE * total)

/** Processes a running run to its end. It can be repeated: items that are done are not processed again. */
export async function processRun(services: ImportServices, source: Source, run: Run): Promise<void> {
  const { database, clock } = services
  const caller = await findImportCaller(database, source.owner_id, source.scope)
  if (!caller) return database.transaction((db) => endRun(db, run.id, { state: 'failed', reason: 'owner', now: clock.now() }))
  const applied = { id: run.id, source }
  const context = (): RequestContext => ({
    ...importContext(services.site, caller, source.language, clock.now()),
    isDryRun: run.is_dry_run,
  })
  if (run.is_dry_run) return processDryRun(services, applied, context())
  const pictures = new PictureImports(services.importPicture)
  for (;;) {
    const items = await loadWaiting(database, run.id, BATCH_ITEMS)
    const ctx = await preparedContext(items, (own) => pictures.importAll(database, items, applied, own), context())
    const isOpen = await database.transaction(async (db) => {
      // The lock keeps a process that lost its job from processing the same items.
      if (!(await findRun(db, run.id, sql`x.state = 'running' for update`))) return false
      const waiting = new Set((await loadWaiting(db, run.id, BATCH_ITEMS)).map(({ position }) => position))
      const own = items.filter(({ position }) => waiting.has(position))
      await storeResults(db, run.id, await applyItems(db, applied, own, ctx))
      return continueRun(db, run, clock.now())
    })
    if (!isOpen) return
  }
}

/** All items are processed in one transaction, which is rolled back. Pictures are not fetched. Then the report is stored. */
async function processDryRun({ database, clock }: ImportServices, applied: AppliedRun, ctx: RequestContext): Promise<void> {
  const items = await loadWaiting(database, applied.id, Number.MAX_SAFE_INTEGER)
  const results = await inRolledBackTransaction(database, (db) => {
    const withoutPictures = items.map((item) => withoutPicture(item))
    return applyItems(db, applied, withoutPictures, ctx)
  })
  await database.transaction(async (db) => {
    if (!(await findRun(db, applied.id, sql`x.state = 'running' for update`))) return
    const kept = results.map((each) => ({
      ...each,
      changeId: null,
      result: { ...each.result, previous: null, recordId: each.result.outcome === 'new' ? null : each.result.recordId },
    }))
    await storeResults(db, applied.id, kept)
    await endRun(db, applied.id, { state: 'finished', reason: null, now: clock.now() })
  })
}
function withoutPicture(item: WaitingItem): WaitingItem {
  const { content } = item
  if (content.gone) return item
  const { image: _, ...fields } = content.fields
  return { ...item, content: { ...content, fields } }
}

/** Ends the run if no item is left, or if too many have failed. Returns whether it goes on. */
async function continueRun(db: Db, { id, total }: Run, now: Temporal.Instant): Promise<boolean> {
  const [counts] = await db.query<{ failed: number; is_open: boolean }>(sql`
select count(*) filter (where outcome = 'failed')::int as failed, bool_or(outcome is null) as is_open from source_items where run_id = ${id}`)
  const { failed, is_open: isOpen } = counts ?? { failed: 0, is_open: false }
  if (failed > maxFailuresOf(total)) {
    await endRun(db, id, { state: 'stopped', reason: 'too_many_failures', now })
    return false
  }
  if (!isOpen) await endRun(db, id, { state: 'finished', reason: null, now })
  return isOpen
}

const loadWaiting = (db: Db, runId: number, limit: number): Promise<WaitingItem[]> =>
  db.query<WaitingItem>(sql`
select position, kind, encode(key, 'hex') as key, external_id, record_id, content, notes from source_items
where run_id = ${runId} and outcome is null order by position limit ${limit}`)

/** Fetches pictures and sanitizes large HTML before the transaction begins. */
async function preparedContext(
  items: readonly WaitingItem[],
  importPictures: (ctx: RequestContext) => ReturnType<PictureImports['importAll']>,
  ctx: RequestContext,
): Promise<RequestContext> {
  const importedImages = await importPictures(ctx)
  const cleaned = new Map<string, string | FieldError>()
  for (const { kind: name, content } of items) {
    const kind = ctx.site.kinds.get(name)
    if (kind && !content.gone)
      for (const [html, result] of await sanitizeLargeHtml(kind, content.fields, ctx.site)) cleaned.set(html, result)
  }
  return { ...ctx, importedImages, cleaned }
}

interface Processed {
  readonly position: number
  readonly result: ItemResult
  readonly notes: readonly string[]
  readonly changeId: string | null
}
/** Checks the constraints of the item, and begins the next one, with one request to the database. An item that could not be read needs neither. */
const NEXT_ITEM = raw('set constraints all immediate; set constraints all deferred; release savepoint item; savepoint item')
/** Each item is undone on its own if it fails, and the next one is processed in the same transaction. */
async function applyItems(db: Db, run: AppliedRun, items: readonly WaitingItem[], ctx: RequestContext): Promise<Processed[]> {
  const processed: Processed[] = []
  let changeId = ctx.changeId
  const batch = new ImportBatch(run)
  await batch.load(db, items)
  await db.query(raw('savepoint item'))
  for (const [i, item] of items.entries()) {
    if (i % CHANGE_ITEMS === 0) changeId = newChangeId()
    const { item: own, notes } = withImportedPicture(item, ctx)
    if (batch.mustFlush(own)) {
      await batch.flush(db, ctx)
      // The rows stay if the item fails.
      await db.query(NEXT_ITEM, { customPlan: true })
    }
    let result: ItemResult
    try {
      result = await applyItem(db, batch, own, { ...ctx, changeId })
      if (own.content.gone || own.content.error === null) await db.query(NEXT_ITEM, { customPlan: true })
      if (result.created) batch.add(result.created)
    } catch (error) {
      // A conflict with another transaction may be gone if the whole batch is repeated.
      if (!(error instanceof Problem) && !db.isRetry) throw error
      result = failedResult(error)
      await db.query(raw('rollback to savepoint item'))
    }
    processed.push({
      position: item.position,
      result,
      notes: [...item.notes, ...notes, ...result.notes],
      changeId: result.isLogged ? changeId : null,
    })
  }
  await batch.flush(db, ctx)
  await db.query(raw('release savepoint item'))
  return processed
}
/** An item whose picture cannot be fetched is imported without it. */
function withImportedPicture(item: WaitingItem, { importedImages }: RequestContext): { item: WaitingItem; notes: readonly string[] } {
  const { content } = item
  const url = content.gone ? null : content.fields['image']
  const isFailed = typeof url === 'string' && importedImages?.get(url) instanceof FieldError
  return isFailed ? { item: withoutPicture(item), notes: ['picture_not_fetched'] } : { item, notes: [] }
}

/** Errors of the input end the item. All others end the attempt, which is repeated. */
function failedResult(error: unknown): ItemResult {
  if (!(error instanceof Problem) && !CONFLICTS.includes(errorCode(error))) throw error
  if (error instanceof Problem && error.status >= 500) throw error
  return { ...NO_RESULT, outcome: 'failed', reason: error instanceof Problem ? error.code : 'conflict', errors: errorsOf(error) }
}
/** Reports are in English, like the log. */
const english = translator('en')
const CONFLICTS = ['23505', '23503']
const ERRORS_MAX = 20
function errorsOf(error: unknown): ItemError[] {
  if (!(error instanceof Problem)) return [{ field: null, code: 'conflict', message: 'Another record has the same name or ID.' }]
  const fields = Object.entries(error.details.fieldErrors ?? {}).slice(0, ERRORS_MAX)
  if (fields.length === 0) return [{ field: null, code: error.code, message: english(error.text, error.details.values) }]
  return fields.map(([field, each]) => ({ field, code: each.code, message: translateFieldError(each, english) }))
}

/** An item that failed names the record that it would have changed, so that a permanent deletion of the record erases the item. */
const storeResults = (db: Db, runId: number, processed: readonly Processed[]): Promise<unknown> => {
  const rows = processed.map(({ position, result, notes, changeId }) => ({
    position,
    outcome: result.outcome,
    record_id: result.recordId,
    reason: result.reason,
    errors: result.errors,
    left_alone: result.leftAlone,
    notes: [...new Set(notes)],
    duplicates: result.duplicates,
    change_id: changeId,
    previous: result.previous,
  }))
  return db.query(sql`
update source_items i set content = case when v.outcome = 'failed' or x.is_dry_run then i.content end, outcome = v.outcome,
  record_id = coalesce(v.record_id, (select r.record_id from source_records r where v.outcome = 'failed' and r.source_id = x.source_id and r.kind = i.kind and r.key = i.key)),
  reason = v.reason, errors = v.errors, left_alone = v.left_alone,
  notes = v.notes, duplicates = v.duplicates, change_id = v.change_id, previous = v.previous
from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
  v(position int, outcome text, record_id bigint, reason text, errors jsonb, left_alone text[], notes text[], duplicates bigint[], change_id uuid, previous jsonb), source_runs x
where x.id = i.run_id and i.run_id = ${runId} and i.position = v.position`)
}
