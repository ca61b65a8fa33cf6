// Rights on working copies and in reviews: callers who may edit a record, and contributors for their own records (contract 15.8 and 15.9).
import type { Db } from '../../kernel/database/database.ts'
import { forbidden } from '../../kernel/errors/problems.ts'
import { hasRole, type Caller } from '../../kernel/security/caller.ts'
import { isEditable } from '../access/visibility.ts'
import type { Kind, RequestContext, StoredRow } from '../definition/kind.ts'
import { findOne, inTrash } from '../read/records.ts'
import { findEditableDate } from '../series/scopes.ts'
import { findEditable } from '../write/write-records.ts'

/** Whether the caller may write a working copy: contributors may not edit their own published records, but propose changes of them. */
export const canPropose = (kind: Kind, row: StoredRow, caller: Caller): boolean =>
  isEditable(kind, row, caller) || (hasRole(caller, 'contributor') && row['author_id'] === caller.id)

/** Returns the row of a record of which the caller may propose changes. Throws 404, 410 or 403, as a write to the record does. */
export async function findProposable(db: Db, kind: Kind, id: number, ctx: RequestContext): Promise<StoredRow> {
  const row = await findOne(db, kind, { id }, ctx)
  if (!canPropose(kind, row, ctx.caller)) throw forbidden(ctx.caller.id === null)
  return row
}

/** Locks the row of a record that the caller may edit, and that is not in the trash. Locks a series before its date, as every write does. */
export async function lockEditable(db: Db, kind: Kind, id: number, ctx: RequestContext): Promise<StoredRow> {
  const date = await findEditableDate(db, kind, { locator: { id }, inputs: {} }, ctx)
  return requireNotTrashed(kind, date ?? (await findEditable(db, kind, { id }, ctx)))
}
export function requireNotTrashed(kind: Kind, row: StoredRow): StoredRow {
  if (row['status'] === 'trash') throw inTrash(kind)
  return row
}
