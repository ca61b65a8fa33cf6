// Visibility of records as SQL predicates, and the same rules for a row that is already loaded (contract section 8).
import { hasRole, type Caller } from '../../kernel/security/caller.ts'
import { and, join, raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import type { Kind, StoredRow } from '../definition/kind.ts'
import { recordColumn } from '../definition/resource.ts'
import { canAttempt, canPublish, isEditor, MINIMUM_ROLES } from './permissions.ts'

export const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const
export type Status = (typeof STATUSES)[number]
/** The statuses in which contributors may edit their own records, as SQL. */
const UNPUBLISHED = `('draft', 'pending')`

/** The rows of `alias` that the caller may see, including the trash: published rows and the caller's own rows. Editors see all rows. */
export function visibleTo(kind: Kind, alias: string, caller: Caller): Sql {
  if (kind.access === 'term' || isEditor(caller)) return raw('true')
  if (kind.access === 'library') return hasRole(caller, 'contributor') ? raw('true') : isReferenced(kind, alias, true)
  return caller.id === null ? isPublic(alias) : sql`(${isPublic(alias)} or ${isAuthoredBy(alias, caller)})`
}
/** The same without the trash. Only requests for one record by its own URL use the predicate with the trash. */
export const visibleAndNotTrashed = (kind: Kind, alias: string, caller: Caller): Sql =>
  kind.access !== 'owned' || caller.id === null
    ? visibleTo(kind, alias, caller)
    : sql`${visibleTo(kind, alias, caller)} and ${ref(`${alias}.status`)} <> 'trash'`

/** The rows of `alias`, of a library, that a record shows; with `onlyPublic`, that it shows to the public. */
export const isReferenced = (kind: Kind, alias: string, onlyPublic: boolean): Sql => {
  const uses = (kind.referencedBy ?? []).map(({ table, column, protectedColumn }) => {
    const open = and([raw(`u.status = 'publish'`), ...(protectedColumn ? [sql`not ${ref(`u.${protectedColumn}`)}`] : [])])
    return sql`exists (select 1 from ${ref(table)} u where ${ref(`u.${column}`)} = ${ref(`${alias}.id`)}${onlyPublic ? sql` and ${open}` : raw('')})`
  })
  return sql`(${join(uses, ' or ')})`
}

/** The rows of `alias` whose protected fields the caller may see: those of unprotected records and of records that the caller may edit. */
export function notProtectedOrEditable(kind: Kind, alias: string, caller: Caller): Sql {
  if (!kind.passwordProtection || isEditor(caller)) return raw('true')
  const open = sql`not ${ref(`${alias}.${kind.passwordProtection.flagColumn}`)}`
  return hasRole(caller, 'contributor') ? sql`(${open} or ${editable(kind, alias, caller)})` : open
}
/** The rows of `alias` that the caller may edit, regardless of the scope of the token. `alias` is a row of the listing table, or `r`, a row of the main table. */
export function editableBy(kind: Kind, alias: string, caller: Caller): Sql {
  if (!hasRole(caller, MINIMUM_ROLES[kind.access].change)) return raw('false')
  return kind.access === 'term' || isEditor(caller) ? raw('true') : editable(kind, alias, caller)
}
function editable(kind: Kind, alias: string, caller: Caller): Sql {
  const authored = isAuthoredBy(alias, caller)
  return canPublish(caller) ? authored : and([authored, sql`${statusBefore(kind, alias)} in ${raw(UNPUBLISHED)}`])
}
/** The status of a row, or the status that a row in the trash had before. */
const statusBefore = (kind: Kind, alias: string): Sql => sql`case ${ref(`${alias}.status`)}
when 'trash' then ${alias === 'r' ? raw('r.trashed_from') : sql`(select r.trashed_from from ${ref(kind.table)} r where r.id = ${ref(`${alias}.${recordColumn(kind)}`)})`}
else ${ref(`${alias}.status`)} end`
const isPublic = (alias: string): Sql => sql`${ref(`${alias}.status`)} = 'publish'`
const isAuthoredBy = (alias: string, caller: Caller): Sql => sql`${ref(`${alias}.author_id`)} = ${caller.id}`

/** The rule of `visibleTo` for a row that is already loaded. */
export const isVisible = (kind: Kind, row: StoredRow, caller: Caller): boolean =>
  kind.access !== 'owned' || isEditor(caller) || row['status'] === 'publish' || (caller.id !== null && row['author_id'] === caller.id)
/** Whether the caller may update or delete this row. */
export const canEdit = (kind: Kind, row: StoredRow, caller: Caller): boolean =>
  canAttempt(caller, kind, 'change') && isEditable(kind, row, caller)
/** The same without the scope of the token: a read-only token does not hide fields that its user may see. */
export function isEditable(kind: Kind, row: StoredRow, caller: Caller): boolean {
  if (!hasRole(caller, MINIMUM_ROLES[kind.access].change)) return false
  if (kind.access === 'term' || isEditor(caller)) return true
  if (row['author_id'] !== caller.id) return false
  const status = row['status'] === 'trash' ? row['trashed_from'] : row['status']
  return canPublish(caller) || UNPUBLISHED.includes(`'${String(status)}'`)
}
/** Whether the response shows the protected fields of this row to the caller. */
export const canSeeProtectedFields = (kind: Kind, row: StoredRow, caller: Caller): boolean =>
  !kind.passwordProtection || row[kind.passwordProtection.flagColumn] !== true || isEditable(kind, row, caller)
