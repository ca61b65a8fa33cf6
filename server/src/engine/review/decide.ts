// Publishes a working copy, and decides on records and working copies that were submitted (contract 15.8 and 15.9).
import { Problem } from '../../kernel/errors/problems.ts'
import { checkIfMatch } from '../../kernel/http/etags.ts'
import type { Db } from '../../kernel/database/database.ts'
import type { Kind, RequestContext, StoredRow } from '../definition/kind.ts'
import { updateEntry } from '../series/scopes.ts'
import { applyCopy, type AppliedCopy } from './apply-copy.ts'
import { checkConditions, type CopyRequest } from './edit-copy.ts'
import { findConflicts } from './field-states.ts'
import { lockEditable } from './review-access.ts'
import { addDecision, type ReviewEvents } from './review-log.ts'
import {
  deleteWorkingCopy,
  findWorkingCopy,
  lockWorkingCopy,
  requireWorkingCopy,
  setCopyState,
  type WorkingCopy,
} from './working-copies.ts'

export interface CopyPublication extends CopyRequest {
  readonly note: string
  readonly reviewEvents: ReviewEvents
}
export async function publishCopy(db: Db, kind: Kind, request: CopyPublication, ctx: RequestContext): Promise<AppliedCopy> {
  await lockWorkingCopy(db, request.id)
  const row = await lockEditable(db, kind, request.id, ctx)
  const copy = await requireWorkingCopy(db, kind, request.id)
  checkConditions(request.conditions, copy)
  return applyAndDelete(db, kind, { ...request, row, copy }, ctx)
}

type LockedCopy = CopyPublication & { readonly row: StoredRow; readonly copy: WorkingCopy }
/** Throws 412 with the fields that were changed in the record since. All others are merged. */
async function applyAndDelete(db: Db, kind: Kind, locked: LockedCopy, ctx: RequestContext): Promise<AppliedCopy> {
  const { id, row, copy, note, reviewEvents } = locked
  const conflicts = await findConflicts(db, kind, { row, copy }, ctx)
  if (conflicts.length > 0) throw new Problem('rest_working_copy_conflicts', { data: { conflicts } })
  const applied = await applyCopy(db, kind, { row, inputs: copy.inputs }, { ...ctx, strict: false })
  await deleteWorkingCopy(db, id)
  // A copy that nobody submitted was never part of a review.
  if (copy.state === 'pending') {
    const decided = { id, authorId: copy.author_id, decision: 'publish', note, isOfRecord: false } as const
    await addDecision(db, kind, { decided, reviewEvents }, ctx)
  }
  return applied
}

export interface Review extends CopyPublication {
  readonly decision: 'publish' | 'return'
}
/** Decides on the working copy that was submitted, else on the record. Throws 409 if neither waits. */
export async function decideReview(db: Db, kind: Kind, review: Review, ctx: RequestContext): Promise<AppliedCopy> {
  const { id, decision, conditions } = review
  await lockWorkingCopy(db, id)
  const row = await lockEditable(db, kind, id, ctx)
  const copy = await findWorkingCopy(db, kind, id)
  if (copy?.state !== 'pending') return decideRecord(db, kind, { ...review, row }, ctx)
  checkConditions(conditions, copy)
  return (decision === 'publish' ? applyAndDelete : returnCopy)(db, kind, { ...review, row, copy }, ctx)
}
async function returnCopy(
  db: Db,
  kind: Kind,
  { id, row, copy, note, reviewEvents }: LockedCopy,
  ctx: RequestContext,
): Promise<AppliedCopy> {
  await setCopyState(db, id, 'draft', true)
  const decided = { id, authorId: copy.author_id, decision: 'return', note, isOfRecord: false } as const
  await addDecision(db, kind, { decided, reviewEvents }, ctx)
  return { version: row['version'] as number, isLogged: false }
}
async function decideRecord(db: Db, kind: Kind, review: Review & { readonly row: StoredRow }, ctx: RequestContext): Promise<AppliedCopy> {
  const { id, row, decision, note, conditions, reviewEvents } = review
  if (row['status'] !== 'pending') throw new Problem('rest_nothing_to_review')
  const inputs = { status: decision === 'publish' ? 'publish' : 'draft' }
  const update = { locator: { id }, inputs, precondition: checkIfMatch(conditions['if-match']), scope: 'this' } as const
  const { version, isLogged } = await updateEntry(db, kind, update, ctx)
  const decided = { id, authorId: row['author_id'] as number, decision, note, isOfRecord: true }
  await addDecision(db, kind, { decided, reviewEvents }, ctx)
  return { version, isLogged }
}
