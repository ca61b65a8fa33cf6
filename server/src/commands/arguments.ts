// Parses the arguments and options of commands, and throws a UsageError that lists the allowed values.
import { UsageError, USER_ROLES } from '../features/accounts/users.ts'
import { SCOPES, type Role, type Scope } from '../kernel/security/caller.ts'

export function parseScope(text: string): Scope {
  const scope = SCOPES.find((each) => each === text)
  if (!scope) throw new UsageError(`Unknown scope "${text}". Valid scopes: ${SCOPES.join(', ')}.`)
  return scope
}
export function parseRole(text: string): Role {
  const role = USER_ROLES.find((each) => each === text)
  if (!role) throw new UsageError(`Unknown role "${text}". Valid roles: ${USER_ROLES.join(', ')}.`)
  return role
}
export function parseInteger(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`"${text}" is not a whole number.`)
  return Number(text)
}
export function parseDays(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new UsageError('--days must be a whole number of days, such as 90.')
  return Number(text)
}
