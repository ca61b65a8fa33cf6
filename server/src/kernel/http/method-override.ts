// Handles X-HTTP-Method-Override, for clients behind proxies that allow only GET and POST (contract 1.9).
import type { IncomingMessage } from 'node:http'
import { FieldError, invalidParams } from '../errors/problems.ts'

const HEADER = 'x-http-method-override'
const METHODS: readonly string[] = ['PUT', 'PATCH', 'DELETE']
const overrideOf = ({ headers }: IncomingMessage): string | undefined => headers[HEADER]?.toString().toUpperCase()

/** Replaces the method of a POST by the one in the header. This happens before routing, so that permissions and preconditions apply. */
export function overrideMethod(request: IncomingMessage): void {
  const method = overrideOf(request)
  if (request.method === 'POST' && method !== undefined && METHODS.includes(method)) request.method = method
}

/** Refuses a request whose header had no effect, because an unintended write is worse than an error. */
export function refuseOverride(request: IncomingMessage): void {
  const method = overrideOf(request)
  if (method !== undefined && method !== request.method)
    throw invalidParams({ 'X-HTTP-Method-Override': new FieldError('not_choice', { words: METHODS.join(', ') }) })
}
