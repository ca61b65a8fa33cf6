// Who may see and do what: one table of roles, one predicate, and its twin for a row that is already here (contract section 8).
import { atLeast, type Caller, type Role } from '../../kernel/security/caller.ts'
import { all, join, raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import type { Kind, Stored } from '../definition/resource.ts'

export const ACTIONS = ['list', 'read', 'create', 'change', 'remove'] as const
export type Action = (typeof ACTIONS)[number]

/** The least role that may try; which records it may touch is decided for each. */
export const RIGHTS: Readonly<Record<Kind['access'], Readonly<Record<Action, Role>>>> = {
  owned: { list: 'anonymous', read: 'anonymous', create: 'contributor', change: 'contributor', remove: 'contributor' },
  term: { list: 'anonymous', read: 'anonymous', create: 'author', change: 'editor', remove: 'editor' },
  library: { list: 'contributor', read: 'anonymous', create: 'author', change: 'author', remove: 'author' },
}
const READING: readonly Action[] = ['list', 'read']
export const mayTry = (caller: Caller, kind: Kind, action: Action): boolean =>
  atLeast(caller, RIGHTS[kind.access][action]) && (caller.scope !== 'read' || READING.includes(action))
export const mayPublish = (caller: Caller): boolean => atLeast(caller, 'author')
export const rulesAll = (caller: Caller): boolean => atLeast(caller, 'editor')

export const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const
export type Status = (typeof STATUSES)[number]
/** What a contributor may still change of his own. */
const UNPUBLISHED = `('draft', 'pending')`

/** Rows of `alias` that the caller may see, trash included: own ones, what is published, and for editors all. */
export function visible(kind: Kind, alias: string, caller: Caller): Sql {
  if (kind.access === 'term' || rulesAll(caller)) return raw('true')
  if (kind.access === 'library') return atLeast(caller, 'contributor') ? raw('true') : usedBy(kind, alias, true)
  return caller.id === null ? isPublic(alias) : sql`(${isPublic(alias)} or ${isOwn(alias, caller)})`
}
/** The same without what is in the trash: for everything but reading one record by its own address. */
export const present = (kind: Kind, alias: string, caller: Caller): Sql =>
  kind.access !== 'owned' || caller.id === null
    ? visible(kind, alias, caller)
    : sql`${visible(kind, alias, caller)} and ${ref(`${alias}.status`)} <> 'trash'`

/** Rows of `alias`, of a library, that some record shows; or shows to everybody. */
export const usedBy = (kind: Kind, alias: string, openly: boolean): Sql => {
  const arms = (kind.used ?? []).map(({ table, column, guard }) => {
    const open = all([raw(`u.status = 'publish'`), ...(guard ? [sql`not ${ref(`u.${guard}`)}`] : [])])
    return sql`exists (select 1 from ${ref(table)} u where ${ref(`u.${column}`)} = ${ref(`${alias}.id`)}${openly ? sql` and ${open}` : raw('')})`
  })
  return sql`(${join(arms, ' or ')})`
}

/** Rows of a link table `alias` of a kind with a guard whose guarded fields the caller may see: those without one, and those of records he may edit. */
export function unguarded(kind: Kind, alias: string, caller: Caller): Sql {
  if (!kind.guard || rulesAll(caller)) return raw('true')
  const open = sql`not ${ref(`${alias}.${kind.guard.by}`)}`
  return atLeast(caller, 'contributor') ? sql`(${open} or ${editable(kind, alias, caller)})` : open
}
function editable(kind: Kind, alias: string, caller: Caller): Sql {
  const own = isOwn(alias, caller)
  return mayPublish(caller) ? own : all([own, sql`${statusBefore(kind, alias)} in ${raw(UNPUBLISHED)}`])
}
/** The status, or of what is in the trash the one it had. */
const statusBefore = (kind: Kind, alias: string): Sql => sql`case ${ref(`${alias}.status`)}
when 'trash' then (select r.trashed_from from ${ref(kind.table)} r where r.id = ${ref(`${alias}.${kind.listing?.id ?? 'id'}`)})
else ${ref(`${alias}.status`)} end`
const isPublic = (alias: string): Sql => sql`${ref(`${alias}.status`)} = 'publish'`
const isOwn = (alias: string, caller: Caller): Sql => sql`${ref(`${alias}.author_id`)} = ${caller.id}`

/** `visible` for a row that is already here. */
export const isVisible = (kind: Kind, row: Stored, caller: Caller): boolean =>
  kind.access !== 'owned' || rulesAll(caller) || row['status'] === 'publish' || (caller.id !== null && row['author_id'] === caller.id)
/** Whether the caller may change or remove this row. */
export const mayEdit = (kind: Kind, row: Stored, caller: Caller): boolean => mayTry(caller, kind, 'change') && isEditable(kind, row, caller)
/** The same whatever the secret lends: what is read does not depend on it. */
function isEditable(kind: Kind, row: Stored, caller: Caller): boolean {
  if (!atLeast(caller, RIGHTS[kind.access].change)) return false
  if (kind.access === 'term' || rulesAll(caller)) return true
  if (row['author_id'] !== caller.id) return false
  const status = row['status'] === 'trash' ? row['trashed_from'] : row['status']
  return mayPublish(caller) || UNPUBLISHED.includes(`'${String(status)}'`)
}
/** Whether guarded fields of this row are shown to the caller. */
export const seesGuarded = (kind: Kind, row: Stored, caller: Caller): boolean =>
  !kind.guard || row[kind.guard.by] !== true || isEditable(kind, row, caller)

/** What a caller may do at all, for /me. */
export const abilities = (caller: Caller): Readonly<Record<string, boolean>> => ({
  create: writes(caller, 'contributor'),
  publish: writes(caller, 'author'),
  create_terms: writes(caller, 'author'),
  edit_others: writes(caller, 'editor'),
  manage_users: writes(caller, 'administrator'),
})
const writes = (caller: Caller, role: Role): boolean => caller.scope !== 'read' && atLeast(caller, role)
