// Refuses writes to routes that are read-only.
import type { FastifyInstance } from 'fastify'
import { Problem } from '../errors/problems.ts'

/** Other methods than GET and HEAD get 405 with an Allow header, as everywhere in the API (contract 1.6). */
export function refuseOtherMethods(app: FastifyInstance, url: string): void {
  const allow = { allow: 'GET, HEAD, OPTIONS' }
  app.options(url, async (_, reply) => reply.code(204).headers(allow).send())
  const refuse = async (): Promise<void> => Promise.reject(new Problem('rest_method_not_allowed', { headers: allow }))
  app.route({ method: ['POST', 'PUT', 'PATCH', 'DELETE'], url, onRequest: refuse, handler: refuse })
}
