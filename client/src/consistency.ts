// Keeps the consistency token of the last write, so that reads see it on every server of the calendar.

export interface TokenStore {
  /** Headers of a request. A server that has not stored the last write yet does not answer a read with them. */
  headers(method: string): Record<string, string>
  /** Notes the token of a response. A write without one makes reads go to the primary database, which has all writes. */
  note(method: string, token: string | null): void
}
export function createTokenStore(): TokenStore {
  let latest: string | null = null
  return {
    headers: (method) => (method === 'GET' && latest !== null ? { 'x-consistency-token': latest } : {}),
    note: (method, token) => {
      if (token === null && method === 'GET') return
      // Responses to concurrent writes may arrive in another order than the writes were stored.
      if (token === null || latest === null || isLaterToken(token, latest)) latest = token
    },
  }
}

/** A token has an identifier of the database, a timeline, and a position of two hexadecimal numbers. */
function isLaterToken(token: string, other: string): boolean {
  const [system, ...numbers] = tokenParts(token)
  const [otherSystem, ...otherNumbers] = tokenParts(other)
  const differing = numbers.findIndex((number, i) => number !== otherNumbers[i])
  return system !== otherSystem || (numbers[differing] ?? 0) > (otherNumbers[differing] ?? 0)
}
function tokenParts(token: string): [system: string, ...numbers: number[]] {
  const [system = '', timeline = '', position = ''] = token.split('.')
  return [system, Number(timeline), ...position.split('/').map((part) => Number.parseInt(part, 16))]
}
