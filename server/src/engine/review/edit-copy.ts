// Writes, shows, submits and deletes a working copy (contract 15.8).
import { Problem, mergeFieldErrors } from '../../kernel/errors/problems.ts'
import type { Db } from '../../kernel/database/database.ts'
import { checkIfMatch } from '../../kernel/http/etags.ts'
import type { Inputs } from '../../kernel/http/request-parsing.ts'
import { showInstant } from '../../kernel/time/date-times.ts'
import { isEditor } from '../access/permissions.ts'
import { isEditable } from '../access/visibility.ts'
import type { Kind, RequestContext } from '../definition/kind.ts'
import { recordIdOf } from '../read/entries.ts'
import { presentOne } from '../read/records.ts'
import { loadTexts } from '../texts/texts.ts'
import { writeLanguage } from '../texts/write-texts.ts'
import { previewCopy, previewIfPossible } from './apply-copy.ts'
import { mergeInputs, proposedInputs } from './copy-inputs.ts'
import { findConflicts, loadFieldStates, mergeBase } from './field-states.ts'
import { findProposable, requireNotTrashed } from './review-access.ts'
import { addDecision, type ReviewEvents } from './review-log.ts'
import {
  deleteWorkingCopy,
  findWorkingCopy,
  lockWorkingCopy,
  requireWorkingCopy,
  setCopyState,
  storeWorkingCopy,
  type WorkingCopy,
} from './working-copies.ts'

/** The headers with conditions on the version of the working copy. */
export type CopyConditions = Readonly<Record<string, string | undefined>>

const showCopy = (kind: Kind, copy: WorkingCopy, conflicts: readonly string[], preview: Record<string, unknown> | null) => ({
  kind: kind.name,
  id: copy.record_id,
  version: copy.version,
  base_version: copy.base_version,
  author: { id: copy.author_id, name: copy.author_name },
  state: copy.state,
  inputs: copy.inputs,
  preview,
  conflicts,
  created_utc: showInstant(copy.created_at),
  modified_utc: showInstant(copy.modified_at),
})
export type ShownCopy = ReturnType<typeof showCopy>

/** Must run in a transaction that is rolled back. */
export async function readCopy(db: Db, kind: Kind, id: number, ctx: RequestContext): Promise<ShownCopy> {
  const row = await findProposable(db, kind, id, ctx)
  const copy = await requireWorkingCopy(db, kind, id)
  const conflicts = await findConflicts(db, kind, { row, copy }, ctx)
  return showCopy(kind, copy, conflicts, await previewIfPossible(db, kind, { row, inputs: copy.inputs }, ctx))
}

export interface CopyWrite {
  readonly id: number
  readonly sent: Inputs
  /** Whether the edits are based on the present version of the record from now on. */
  readonly rebase: boolean
  readonly conditions: CopyConditions
}
/** Stores the inputs that differ from the record, after they were applied and rolled back, so that they have the errors of an update. */
export async function writeCopy(db: Db, kind: Kind, { id, sent, rebase, conditions }: CopyWrite, ctx: RequestContext): Promise<ShownCopy> {
  await lockWorkingCopy(db, id)
  const row = requireNotTrashed(kind, await findProposable(db, kind, id, ctx))
  const before = await findWorkingCopy(db, kind, id)
  checkConditions(conditions, before)
  if (before) requireOwn(before, ctx)
  const language = writeLanguage(await loadTexts(db, kind, recordIdOf(row)), String(row['language']), ctx)
  const shown = await presentOne(db, kind, { row, as: 'listed' }, ctx)
  const { inputs: proposed, fieldErrors } = proposedInputs(kind, sent, shown, ctx)
  const inputs = mergeInputs(kind, before?.inputs ?? {}, language, proposed)
  const preview = await previewCopy(db, kind, { row, inputs }, { ...ctx, paramErrors: mergeFieldErrors(ctx.paramErrors, fieldErrors) })
  const states = await loadFieldStates(db, kind, { row, inputs }, ctx)
  const isKept = before !== null && !rebase
  await storeWorkingCopy(
    db,
    kind,
    {
      record_id: id,
      base_version: isKept ? before.base_version : (row['version'] as number),
      inputs,
      base: isKept ? mergeBase(kind, states, before.base) : states,
    },
    ctx,
  )
  const copy = await requireWorkingCopy(db, kind, id)
  return showCopy(kind, copy, await findConflicts(db, kind, { row, copy }, ctx), preview)
}

/** Throws 412 unless the copy is in the state that the request requires. */
export function checkConditions(headers: CopyConditions, copy: WorkingCopy | null): void {
  const isRefused = copy ? headers['if-none-match']?.trim() === '*' : headers['if-match'] !== undefined
  if (isRefused) throw new Problem('rest_precondition_failed')
  if (copy) checkIfMatch(headers['if-match'])(copy.version)
}
/** Throws 409 if the copy belongs to another user, unless the caller is an editor. */
function requireOwn(copy: WorkingCopy, { caller }: RequestContext): void {
  if (copy.author_id !== caller.id && !isEditor(caller)) throw new Problem('rest_working_copy_taken')
}

export interface CopyRequest {
  readonly id: number
  readonly conditions: CopyConditions
}
/** Callers who may edit the record may also delete the copy of another user. */
export async function removeCopy(db: Db, kind: Kind, { id, conditions }: CopyRequest, ctx: RequestContext): Promise<void> {
  await lockWorkingCopy(db, id)
  const row = await findProposable(db, kind, id, ctx)
  const copy = await requireWorkingCopy(db, kind, id)
  checkConditions(conditions, copy)
  if (!isEditable(kind, row, ctx.caller)) requireOwn(copy, ctx)
  await deleteWorkingCopy(db, id)
}

export interface CopySubmission extends CopyRequest {
  readonly note: string
  readonly reviewEvents: ReviewEvents
}
/** Makes the copy wait for an editor. A copy that waits already stays as it is. */
export async function submitCopy(
  db: Db,
  kind: Kind,
  { id, conditions, note, reviewEvents }: CopySubmission,
  ctx: RequestContext,
): Promise<ShownCopy> {
  await lockWorkingCopy(db, id)
  const row = requireNotTrashed(kind, await findProposable(db, kind, id, ctx))
  const before = await requireWorkingCopy(db, kind, id)
  checkConditions(conditions, before)
  requireOwn(before, ctx)
  if (before.state === 'draft') {
    await setCopyState(db, id, 'pending', false)
    const decided = { id, authorId: before.author_id, decision: 'submit', note, isOfRecord: false } as const
    await addDecision(db, kind, { decided, reviewEvents }, ctx)
  }
  const copy = await requireWorkingCopy(db, kind, id)
  const conflicts = await findConflicts(db, kind, { row, copy }, ctx)
  return showCopy(kind, copy, conflicts, await previewCopy(db, kind, { row, inputs: copy.inputs }, { ...ctx, strict: false }))
}
