// Applies what a source does with records that its document no longer has (contract 19.3).
import type { Kind, RequestContext } from '../../engine/definition/kind.ts'
import { findOne, presentOne } from '../../engine/read/records.ts'
import { resetEntry } from '../../engine/series/reset-entry.ts'
import type { Db } from '../../kernel/database/database.ts'
import { chooseFields, digestsAfter } from './imported-fields.ts'
import { NO_RESULT, type AppliedRun, type ItemResult, type StoredRecord } from './items.ts'
import { findState, writeInputs } from './record-writes.ts'
import { findStoredRecord, putRecords, forgetRecord } from './source-records.ts'
import type { Source } from './source.ts'

export interface GoneItem {
  readonly kind: Kind
  readonly key: string
  readonly isDate: boolean
  /** Whether the record has a date that has not ended. Documents may leave out the others. */
  readonly isUpcoming: boolean
}
const CANCELED = { event_status: 'cancelled' } as const

export async function applyGone(
  db: Db,
  run: AppliedRun,
  { kind, key, isDate, isUpcoming }: GoneItem,
  ctx: RequestContext,
): Promise<ItemResult> {
  const name = { source: run.source.id, kind: kind.name, key }
  const known = await findStoredRecord(db, name)
  if (!known) return { ...NO_RESULT, outcome: 'unchanged' }
  const state = await findState(db, kind, known.record_id)
  const result = { ...NO_RESULT, recordId: state === null ? null : known.record_id, previous: known }
  const markGone = (changes: Partial<StoredRecord> = {}): Promise<unknown> =>
    putRecords(db, run.source.id, [{ ...known, ...changes, kind: kind.name, is_gone: true }])
  if (state === null || state === 'trash') {
    await markGone()
    return { ...result, outcome: 'left_alone', reason: state === null ? 'deleted' : 'trashed' }
  }
  if (isDate) {
    await forgetRecord(db, name)
    return { ...result, ...(await resetDate(db, run, { kind, known }, ctx)) }
  }
  const action = actionFor(kind, run.source.vanished)
  if (action === 'keep' || !isUpcoming) {
    await markGone()
    return { ...result, outcome: 'kept' }
  }
  if (action === 'trash') {
    await markGone()
    return {
      ...result,
      outcome: 'trashed',
      isLogged: await writeInputs(db, kind, { id: known.record_id, inputs: { status: 'trash' } }, ctx),
    }
  }
  const row = await findOne(db, kind, { id: known.record_id }, ctx)
  const shown = await presentOne(db, kind, { row, as: 'listed' }, ctx)
  const { precedence } = run.source
  const { inputs, leftAlone } = chooseFields(kind, { sent: CANCELED, known: known.fields, shown, precedence, overrides: null })
  const isLogged = Object.keys(inputs).length > 0 && (await writeInputs(db, kind, { id: known.record_id, inputs }, ctx))
  await markGone({ fields: digestsAfter(kind, known.fields, inputs, { ...shown, ...inputs }) })
  return {
    ...result,
    outcome: leftAlone.length > 0 ? 'left_alone' : 'canceled',
    isLogged,
    leftAlone,
    reason: leftAlone.length > 0 ? 'edited' : null,
  }
}

/** Only events can be canceled, and terms have no trash. */
const actionFor = (kind: Kind, vanished: Source['vanished']): Source['vanished'] =>
  kind.name === 'event' || (vanished === 'trash' && kind.access === 'owned') ? vanished : 'keep'

interface GoneDate {
  readonly kind: Kind
  readonly known: StoredRecord
}
/** The date follows its series again, except for fields that an editor changed. */
async function resetDate(db: Db, { source }: AppliedRun, { kind, known }: GoneDate, ctx: RequestContext) {
  const { record_id: id, fields: digests } = known
  const row = await findOne(db, kind, { id }, ctx)
  const overrides = (row['overrides'] ?? []) as readonly string[]
  const shown = await presentOne(db, kind, { row, as: 'listed' }, ctx)
  const sent = Object.fromEntries(Object.keys(digests).map((name) => [name, null]))
  const { leftAlone } = chooseFields(kind, { sent, known: digests, shown, precedence: source.precedence, overrides })
  const fields = overrides.filter((name) => !leftAlone.includes(name.split('.', 1)[0] ?? ''))
  const isLogged =
    fields.length > 0 && (await resetEntry(db, kind, { locator: { id }, fields, precondition: () => undefined }, ctx)).isLogged
  return {
    outcome: leftAlone.length > 0 ? ('left_alone' as const) : isLogged ? ('changed' as const) : ('unchanged' as const),
    isLogged,
    leftAlone,
    reason: leftAlone.length > 0 ? 'edited' : null,
  }
}
