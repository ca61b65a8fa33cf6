// The search parameters of the security log.

export interface SecuritySearch {
  readonly action?: string
  readonly user?: number
}
export const validateSecuritySearch = ({ action, user }: Record<string, unknown>): SecuritySearch => ({
  ...(typeof action === 'string' && action !== '' && { action }),
  ...(Number.isSafeInteger(user) && Number(user) > 0 && { user: Number(user) }),
})
