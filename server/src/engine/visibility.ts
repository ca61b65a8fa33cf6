// Who may see and do what: one table of roles, one predicate, and its twin for a row that is already here (contract section 8).
import { atLeast, type Caller, type Role } from '../kernel/caller.ts'
import { all, raw, ref, sql, type Sql } from '../kernel/sql.ts'
import type { Kind, Stored } from './resource.ts'

export const ACTIONS = ['list', 'read', 'create', 'change', 'remove'] as const
export type Action = (typeof ACTIONS)[number]

/** The least role that may try; which records it may touch is decided for each. */
export const RIGHTS: Readonly<Record<Kind['access'], Readonly<Record<Action, Role>>>> = {
  owned: { list: 'anonymous', read: 'anonymous', create: 'contributor', change: 'contributor', remove: 'contributor' },
  term: { list: 'anonymous', read: 'anonymous', create: 'author', change: 'editor', remove: 'editor' },
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
  return caller.id === null ? isPublic(alias) : sql`(${isPublic(alias)} or ${isOwn(alias, caller)})`
}
/** The same without what is in the trash: for everything but reading one record by its own address. */
export const present = (kind: Kind, alias: string, caller: Caller): Sql =>
  kind.access === 'term' || caller.id === null
    ? visible(kind, alias, caller)
    : sql`${visible(kind, alias, caller)} and ${ref(`${alias}.status`)} <> 'trash'`

/** Rows of `alias` of a kind with a guard whose guarded fields the caller may see: those without one, and those he may edit. */
export function unguarded(kind: Kind, alias: string, caller: Caller): Sql {
  if (!kind.guard || rulesAll(caller)) return raw('true')
  const open = sql`not ${ref(`${alias}.${kind.guard.by}`)}`
  return caller.id === null ? open : sql`(${open} or ${editable(alias, caller)})`
}
function editable(alias: string, caller: Caller): Sql {
  if (rulesAll(caller)) return raw('true')
  if (!atLeast(caller, 'contributor')) return raw('false')
  const own = isOwn(alias, caller)
  return mayPublish(caller) ? own : all([own, sql`${ref(`${alias}.status`)} in ${raw(UNPUBLISHED)}`])
}
const isPublic = (alias: string): Sql => sql`${ref(`${alias}.status`)} = 'publish'`
const isOwn = (alias: string, caller: Caller): Sql => sql`${ref(`${alias}.author_id`)} = ${caller.id}`

/** `visible` for a row that is already here. */
export const isVisible = (kind: Kind, row: Stored, caller: Caller): boolean =>
  kind.access === 'term' || rulesAll(caller) || row['status'] === 'publish' || (caller.id !== null && row['author_id'] === caller.id)
/** Whether the caller may change or remove this row. */
export function mayEdit(kind: Kind, row: Stored, caller: Caller): boolean {
  if (!mayTry(caller, kind, 'change')) return false
  if (kind.access === 'term' || rulesAll(caller)) return true
  if (row['author_id'] !== caller.id) return false
  const status = row['status'] === 'trash' ? row['trashed_from'] : row['status']
  return mayPublish(caller) || UNPUBLISHED.includes(`'${String(status)}'`)
}
/** Whether guarded fields of this row are shown to the caller. */
export const seesGuarded = (kind: Kind, row: Stored, caller: Caller): boolean =>
  !kind.guard || row[kind.guard.by] !== true || mayEdit(kind, row, caller)

/** What a caller may do at all, for /me. */
export const abilities = (caller: Caller): Readonly<Record<string, boolean>> => ({
  create: writes(caller, 'contributor'),
  publish: writes(caller, 'author'),
  create_terms: writes(caller, 'author'),
  edit_others: writes(caller, 'editor'),
  manage_users: writes(caller, 'administrator'),
})
const writes = (caller: Caller, role: Role): boolean => caller.scope !== 'read' && atLeast(caller, role)
