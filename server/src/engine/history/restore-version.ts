// Restores an earlier version of a record as a new version (contract 14.4.3).
import type { Db } from '../../kernel/database/database.ts'
import { Problem } from '../../kernel/errors/problems.ts'
import type { Kind, RequestContext, StoredRow } from '../definition/kind.ts'
import { isException } from '../definition/resource.ts'
import { sql } from '../../kernel/database/sql.ts'
import { findEditable } from '../write/write-records.ts'
import { applyState, type AppliedState } from './apply-state.ts'
import { loadRowsSince, type HistoryRow } from './log-rows.ts'
import { stateBefore } from './record-state.ts'

/** A version before more changes than this cannot be restored. */
const ROWS_MAX = 5_000

export interface RestoreRequest {
  readonly id: number
  readonly version: number
  /** Throws if the client requires another version of the record. */
  readonly precondition: (version: number) => void
}
/** Must run in a transaction. */
export async function restoreVersion(
  db: Db,
  kind: Kind,
  { id, version, precondition }: RestoreRequest,
  ctx: RequestContext,
): Promise<AppliedState> {
  const row = await findEditable(db, kind, { id }, ctx)
  const rows = await loadRowsSince(db, kind, { id, version }, ROWS_MAX)
  if (!(await isComplete(db, kind, { row, rows, version }))) throw new Problem('rest_version_not_found')
  const state: Record<string, unknown> = {}
  let isSecretChanged = false
  for (const { before, after } of rows) {
    Object.assign(state, before)
    isSecretChanged ||= stateBefore(kind, before ?? {}, after).hasLostSecret
  }
  const target = stateBefore(kind, state, null)
  return applyState(db, kind, { id, state: { ...target, hasLostSecret: isSecretChanged }, precondition }, ctx)
}

interface LoggedVersions {
  readonly row: StoredRow
  readonly rows: readonly HistoryRow[]
  readonly version: number
}
/** Whether the log has every change since the version. The version of a date also rises with its series, so its log must have the version itself. */
async function isComplete(db: Db, kind: Kind, { row, rows, version }: LoggedVersions): Promise<boolean> {
  const current = row['version'] as number
  if (version < 1 || version > current || rows.length === ROWS_MAX || rows.some(({ action }) => action === 'create')) return false
  if (version === current) return true
  if (!isException(kind, row)) return new Set(rows.map((each) => each.version)).size === current - version
  const [logged] = await db.query(
    sql`select 1 from changes where record_id = ${row['id']} and kind = ${kind.name} and version = ${version} limit 1`,
  )
  return logged !== undefined
}
