// Undoes a run: reverses its changes one after another, the last one first, and restores what the source knew of the records (contract 19.5).
import { undoChange } from '../../engine/history/undo-change.ts'
import type { Db } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import { Problem } from '../../kernel/errors/problems.ts'
import type { StoredRecord } from './items.ts'
import { endRun } from './prepare-run.ts'
import { putRecords, forgetRecord } from './source-records.ts'
import type { ImportServices } from './source-services.ts'
import { findImportCaller, findRun, importContext, type Run, type Source } from './source.ts'

/** It can be repeated: items of changes that are undone have no change ID any more. Records that were changed since stay as they are. */
export async function undoRun(services: ImportServices, source: Source, run: Run): Promise<void> {
  const { database, clock, site } = services
  const caller = await findImportCaller(database, run.requested_by, 'admin')
  const ctx = caller && importContext(site, caller, source.language, clock.now())
  for (let isOpen = ctx !== null; isOpen; )
    isOpen = await database.transaction(async (db) => {
      if (!ctx || !(await findRun(db, run.id, sql`x.state = 'undoing' for update`))) return false
      return undoLastChange(
        db,
        { source, run },
        { ...ctx, now: clock.now(), changeId: importContext(site, ctx.caller, source.language, ctx.now).changeId },
      )
    })
  await database.transaction((db) => endRun(db, run.id, { state: 'undone', reason: caller ? null : 'owner', now: clock.now() }))
}

interface UndoneItem {
  readonly position: number
  readonly kind: string
  readonly key: string
  readonly record_id: number | null
  readonly previous: StoredRecord | null
}
/** Returns whether there may be another change. */
async function undoLastChange(
  db: Db,
  { source, run }: { source: Source; run: Run },
  ctx: ReturnType<typeof importContext>,
): Promise<boolean> {
  const items = await db.query<UndoneItem & { change_id: string }>(sql`
select i.position, i.kind, encode(i.key, 'hex') as key, i.record_id, i.previous, i.change_id::text
from source_items i
where i.run_id = ${run.id} and i.change_id = (
  select l.change_id from source_items l where l.run_id = ${run.id} and l.change_id is not null order by l.position desc limit 1
)
order by i.position desc`)
  const [first] = items
  if (!first) return false
  const skipped = await undoSkippingChanged(db, first.change_id, ctx)
  for (const { kind, key, record_id: id, previous } of items) {
    if (skipped === null || skipped.has(`${kind} ${id ?? 0}`)) continue
    await forgetRecord(db, { source: source.id, kind, key })
    if (previous) await putRecords(db, source.id, [{ ...previous, kind }])
  }
  await db.query(sql`
update source_items set change_id = null, reason = case when ${skipped === null}
  or (kind || ' ' || record_id) = any(${[...(skipped ?? [])]}::text[]) then 'changed_since' else 'undone' end
where run_id = ${run.id} and change_id = ${first.change_id}::uuid`)
  return true
}
/** Returns the records that were changed since; null if nothing could be undone, because the log no longer has the change. */
async function undoSkippingChanged(db: Db, changeId: string, ctx: ReturnType<typeof importContext>): Promise<ReadonlySet<string> | null> {
  try {
    const { skipped } = await undoChange(db, { changeId, skipChanged: true }, ctx)
    return new Set(skipped.map(({ kind, id }) => `${kind} ${id}`))
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return null
    throw error
  }
}
