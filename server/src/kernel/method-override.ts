// X-HTTP-Method-Override: clients behind proxies that pass GET and POST only send a POST that stands for another method (contract 1.9).
import type { IncomingMessage } from 'node:http'
import { Fault, invalid } from './problems.ts'

const HEADER = 'x-http-method-override'
const METHODS: readonly string[] = ['PUT', 'PATCH', 'DELETE']
const overrideOf = ({ headers }: IncomingMessage): string | undefined => headers[HEADER]?.toString().toUpperCase()

/** Gives a POST the method that its header names, before it is routed: rights and preconditions are those of that method. */
export function overrideMethod(request: IncomingMessage): void {
  const method = overrideOf(request)
  if (request.method === 'POST' && method !== undefined && METHODS.includes(method)) request.method = method
}

/** Refuses a header that was not followed: a write that the client did not mean is worse than an error. */
export function refuseOverride(request: IncomingMessage): void {
  const method = overrideOf(request)
  if (method !== undefined && method !== request.method)
    throw invalid({ 'X-HTTP-Method-Override': new Fault('not_choice', { words: METHODS.join(', ') }) })
}
