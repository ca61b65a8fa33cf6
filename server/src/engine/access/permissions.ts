// Roles and rights: the minimum role for each action on each kind, and the capabilities that follow from a role (contract section 8).
import { hasRole, type Caller, type Role } from '../../kernel/security/caller.ts'
import type { Kind } from '../definition/kind.ts'

/** `proposal` and `propose` read and write working copies, notes of a review, and presence; `review` decides on what was submitted. */
export const ACTIONS = [
  'list',
  'read',
  'create',
  'change',
  'remove',
  'merge',
  'reset',
  'history',
  'restore',
  'proposal',
  'propose',
  'review',
] as const
export type Action = (typeof ACTIONS)[number]

/** The minimum role for each action. Whether a caller may access a certain record is checked separately. */
export const MINIMUM_ROLES: Readonly<Record<Kind['access'], Readonly<Record<Action, Role>>>> = {
  owned: {
    list: 'anonymous',
    read: 'anonymous',
    create: 'contributor',
    change: 'contributor',
    remove: 'contributor',
    merge: 'editor',
    reset: 'contributor',
    history: 'contributor',
    restore: 'contributor',
    proposal: 'contributor',
    propose: 'contributor',
    review: 'editor',
  },
  term: {
    list: 'anonymous',
    read: 'anonymous',
    create: 'author',
    change: 'editor',
    remove: 'editor',
    merge: 'editor',
    reset: 'editor',
    history: 'editor',
    restore: 'editor',
    proposal: 'editor',
    propose: 'editor',
    review: 'editor',
  },
  library: {
    list: 'contributor',
    read: 'anonymous',
    create: 'author',
    change: 'author',
    remove: 'author',
    merge: 'editor',
    reset: 'author',
    history: 'author',
    restore: 'author',
    proposal: 'author',
    propose: 'author',
    review: 'editor',
  },
}
const READ_ACTIONS: readonly Action[] = ['list', 'read', 'history', 'proposal']
export const canAttempt = (caller: Caller, kind: Kind, action: Action): boolean =>
  hasRole(caller, MINIMUM_ROLES[kind.access][action]) && (caller.scope !== 'read' || READ_ACTIONS.includes(action))
export const canPublish = (caller: Caller): boolean => hasRole(caller, 'author')
export const isEditor = (caller: Caller): boolean => hasRole(caller, 'editor')

/** The capabilities that `GET /me` reports. */
export const capabilities = (caller: Caller): Readonly<Record<string, boolean>> => ({
  create: canWriteAs(caller, 'contributor'),
  publish: canWriteAs(caller, 'author'),
  create_terms: canWriteAs(caller, 'author'),
  edit_others: canWriteAs(caller, 'editor'),
  manage_users: canWriteAs(caller, 'administrator'),
})
export const canWriteAs = (caller: Caller, role: Role): boolean => caller.scope !== 'read' && hasRole(caller, role)
