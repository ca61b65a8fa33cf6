// Words that are typed, as values; what is no such word is told with the way out.
import { UsageError, USER_ROLES } from '../features/auth/users.ts'
import { SCOPES, type Role, type Scope } from '../kernel/security/caller.ts'

export function parseScope(word: string): Scope {
  const found = SCOPES.find((each) => each === word)
  if (!found) throw new UsageError(`There is no scope "${word}". Scopes: ${SCOPES.join(', ')}.`)
  return found
}
export function parseRole(word: string): Role {
  const found = USER_ROLES.find((each) => each === word)
  if (!found) throw new UsageError(`There is no role "${word}". Roles: ${USER_ROLES.join(', ')}.`)
  return found
}
export function parseInteger(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`"${text}" is not a whole number.`)
  return Number(text)
}
export function parseDays(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new UsageError('--days takes a whole number of days, such as 90.')
  return Number(text)
}
