// Visibility of records as SQL predicates, and the same rules for a row that is already loaded (contract section 8).
import { hasRole, type Caller } from '../../kernel/security/caller.ts'
import { and, join, raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import type { Kind, StoredRow } from '../definition/kind.ts'
import { canAttempt, canPublish, isEditor, MINIMUM_ROLES } from './permissions.ts'

export const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const
export type Status = (typeof STATUSES)[number]
/** What a contributor may still change of his own. */
const UNPUBLISHED = `('draft', 'pending')`

/** Rows of `alias` that the caller may see, trash included: own ones, what is published, and for editors all. */
export function visibleTo(kind: Kind, alias: string, caller: Caller): Sql {
  if (kind.access === 'term' || isEditor(caller)) return raw('true')
  if (kind.access === 'library') return hasRole(caller, 'contributor') ? raw('true') : isReferenced(kind, alias, true)
  return caller.id === null ? isPublic(alias) : sql`(${isPublic(alias)} or ${isAuthoredBy(alias, caller)})`
}
/** The same without what is in the trash: for everything but reading one record by its own address. */
export const visibleAndNotTrashed = (kind: Kind, alias: string, caller: Caller): Sql =>
  kind.access !== 'owned' || caller.id === null
    ? visibleTo(kind, alias, caller)
    : sql`${visibleTo(kind, alias, caller)} and ${ref(`${alias}.status`)} <> 'trash'`

/** Rows of `alias`, of a library, that some record shows; or shows to everybody. */
export const isReferenced = (kind: Kind, alias: string, openly: boolean): Sql => {
  const arms = (kind.referencedBy ?? []).map(({ table, column, protectedColumn: passwordProtection }) => {
    const open = and([raw(`u.status = 'publish'`), ...(passwordProtection ? [sql`not ${ref(`u.${passwordProtection}`)}`] : [])])
    return sql`exists (select 1 from ${ref(table)} u where ${ref(`u.${column}`)} = ${ref(`${alias}.id`)}${openly ? sql` and ${open}` : raw('')})`
  })
  return sql`(${join(arms, ' or ')})`
}

/** Rows of a link table `alias` of a kind with a guard whose guarded fields the caller may see: those without one, and those of records he may edit. */
export function notProtectedOrEditable(kind: Kind, alias: string, caller: Caller): Sql {
  if (!kind.passwordProtection || isEditor(caller)) return raw('true')
  const open = sql`not ${ref(`${alias}.${kind.passwordProtection.flagColumn}`)}`
  return hasRole(caller, 'contributor') ? sql`(${open} or ${editable(kind, alias, caller)})` : open
}
function editable(kind: Kind, alias: string, caller: Caller): Sql {
  const own = isAuthoredBy(alias, caller)
  return canPublish(caller) ? own : and([own, sql`${statusBefore(kind, alias)} in ${raw(UNPUBLISHED)}`])
}
/** The status, or of what is in the trash the one it had. */
const statusBefore = (kind: Kind, alias: string): Sql => sql`case ${ref(`${alias}.status`)}
when 'trash' then (select r.trashed_from from ${ref(kind.table)} r where r.id = ${ref(`${alias}.${kind.listing?.id ?? 'id'}`)})
else ${ref(`${alias}.status`)} end`
const isPublic = (alias: string): Sql => sql`${ref(`${alias}.status`)} = 'publish'`
const isAuthoredBy = (alias: string, caller: Caller): Sql => sql`${ref(`${alias}.author_id`)} = ${caller.id}`

/** `visible` for a row that is already here. */
export const isVisible = (kind: Kind, row: StoredRow, caller: Caller): boolean =>
  kind.access !== 'owned' || isEditor(caller) || row['status'] === 'publish' || (caller.id !== null && row['author_id'] === caller.id)
/** Whether the caller may change or remove this row. */
export const canEdit = (kind: Kind, row: StoredRow, caller: Caller): boolean =>
  canAttempt(caller, kind, 'change') && isEditable(kind, row, caller)
/** The same whatever the secret lends: what is read does not depend on it. */
function isEditable(kind: Kind, row: StoredRow, caller: Caller): boolean {
  if (!hasRole(caller, MINIMUM_ROLES[kind.access].change)) return false
  if (kind.access === 'term' || isEditor(caller)) return true
  if (row['author_id'] !== caller.id) return false
  const status = row['status'] === 'trash' ? row['trashed_from'] : row['status']
  return canPublish(caller) || UNPUBLISHED.includes(`'${String(status)}'`)
}
/** Whether guarded fields of this row are shown to the caller. */
export const canSeeProtectedFields = (kind: Kind, row: StoredRow, caller: Caller): boolean =>
  !kind.passwordProtection || row[kind.passwordProtection.flagColumn] !== true || isEditable(kind, row, caller)
