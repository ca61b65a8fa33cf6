// The columns that a write changes, and the action that the change log records for them.
import { isDeepStrictEqual } from 'node:util'
import type { Change } from '../changes/change-log.ts'
import type { Kind, StoredRow } from '../definition/kind.ts'

/** Columns whose value changed. Secrets are never selected, so they always count as changed. */
export const changedColumns = (columns: Readonly<Record<string, unknown>>, row: StoredRow): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(columns).filter(([name, value]) => !(name in row) || !isDeepStrictEqual(value ?? null, row[name] ?? null)),
  )

/** Names of the changed columns, with the generated flag column if the secret changed. */
export const changedColumnNames = ({ passwordProtection }: Kind, columns: Readonly<Record<string, unknown>>): ReadonlySet<string> =>
  new Set([
    ...Object.keys(columns),
    ...(passwordProtection && passwordProtection.digestColumn in columns ? [passwordProtection.flagColumn] : []),
  ])

export function actionOf(row: StoredRow, columns: Readonly<Record<string, unknown>>): Change['action'] {
  if (!('status' in columns)) return 'update'
  return columns['status'] === 'trash' ? 'trash' : row['status'] === 'trash' ? 'restore' : 'update'
}
