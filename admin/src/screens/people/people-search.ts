// The search parameters of the list of people.
import type { UserRole, UserStatus } from '@kalends/client'

export const USER_ROLES = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const satisfies readonly UserRole[]
export const USER_STATUSES = ['active', 'invited', 'disabled'] as const satisfies readonly UserStatus[]
export interface PeopleSearch {
  /** Lists of events have a parameter `status` with other values. */
  readonly state?: UserStatus
  readonly role?: UserRole
  readonly search?: string
}
/** Keeps valid parameters of an address that anybody may have written. */
export function validatePeopleSearch(search: Record<string, unknown>): PeopleSearch {
  const { state, role, search: text } = search
  return {
    ...(USER_STATUSES.some((each) => each === state) && { state: state as UserStatus }),
    ...(USER_ROLES.some((each) => each === role) && { role: role as UserRole }),
    ...(['string', 'number'].includes(typeof text) && text !== '' && { search: String(text) }),
  }
}
