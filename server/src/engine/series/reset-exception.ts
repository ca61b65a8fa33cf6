// Resets an exception: fields that it overrides follow its series again (contract 13.5.2).
import type { Db } from '../../kernel/database/database.ts'
import { ref, sql } from '../../kernel/database/sql.ts'
import { changeSnapshot, diff, exceptionState, recordChange } from '../changes/change-log.ts'
import { RESET } from '../changes/erase.ts'
import type { Kind, RequestContext, StoredRow } from '../definition/kind.ts'
import { presentRows } from '../read/records.ts'
import { loadTexts } from '../texts/texts.ts'
import { inheritFieldChanges } from '../texts/translation-fields.ts'
import { loadLinks } from '../write/links.ts'
import { syncListing } from '../write/listing-rows.ts'
import { deleteException, updateExceptions } from '../write/exceptions.ts'
import { syncDates } from '../write/sync-dates.ts'

/** Drops overrides of an exception. `keep` are the overrides that stay. Without any, the exception becomes an ordinary date again; its id stays. */
export async function resetException(
  db: Db,
  kind: Kind,
  { exception, keep }: { readonly exception: StoredRow; readonly keep: readonly string[] },
  ctx: RequestContext,
): Promise<void> {
  const { listing } = kind
  if (!listing) return
  const id = exception['id'] as number
  const seriesId = exception[listing.seriesColumn] as number
  const before = exception['overrides'] as readonly string[]
  const overrides = before.filter((name) => keep.includes(name))
  if (overrides.length === before.length) return
  const ownStatus = overrides.includes('status') ? sql`` : sql`, own_status = null`
  const [series] = await db.query<StoredRow>(sql`select * from ${ref(kind.table)} where id = ${seriesId}`)
  if (!series) return
  await db.query(sql`
update ${ref(kind.table)} set overrides = ${overrides}::text[], own_version = own_version + 1${ownStatus}, modified_at = ${ctx.now.toString()}
where id = ${id}`)
  const state = changeSnapshot(kind, exception, await loadTexts(db, kind, id), await loadLinks(db, kind, id))
  if (overrides.length === 0) await deleteException(db, kind, listing, id)
  // The dates of the series are stored again, because an ordinary date has its local times in its listing row.
  const { exceptionDates } = await syncDates(db, kind, listing, { series }, ctx)
  const exceptions = await updateExceptions(db, kind, { series, linksChanged: true, dates: exceptionDates }, ctx)
  if (overrides.length > 0) await inheritFieldChanges(db, kind, { id, seriesId, overrides })
  await syncListing(db, kind, [series, ...exceptions.filter((row) => row.is_listed)])
  const { before: changed, after } = diff(state, await stateAfterReset(db, kind, { exception, overrides, seriesId }, ctx))
  await recordChange(db, {
    kind,
    id,
    version: (exception['version'] as number) + 1,
    action: 'update',
    caller: ctx.caller,
    changeId: ctx.changeId,
    language: null,
    before: { ...changed, ...(overrides.length === 0 && { [RESET]: exceptionState(kind, state) }) },
    after,
  })
}

interface ResetState {
  readonly exception: StoredRow
  readonly overrides: readonly string[]
  readonly seriesId: number
}
/** The date as the log has it after the reset. A date without an exception has the texts and links of its series. */
async function stateAfterReset(
  db: Db,
  kind: Kind,
  { exception, overrides, seriesId }: ResetState,
  ctx: RequestContext,
): Promise<Record<string, unknown>> {
  const id = exception['id'] as number
  const contentId = overrides.length === 0 ? seriesId : id
  // The exception of an excluded date has no entry after a complete reset.
  const [entry] = await presentRows(db, kind, { ids: [id] }, ctx)
  const own = overrides.includes('status') ? {} : { own_status: null }
  return changeSnapshot(
    kind,
    { ...(entry?.row ?? exception), overrides, ...own },
    await loadTexts(db, kind, contentId),
    await loadLinks(db, kind, contentId),
  )
}
