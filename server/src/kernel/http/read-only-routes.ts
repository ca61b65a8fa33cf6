// Refuses the methods that a page does not have.
import type { FastifyInstance } from 'fastify'
import { Problem } from '../errors/problems.ts'

const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE']
/** Other methods than GET, HEAD and `writes` get 405 with an Allow header, as everywhere in the API (contract 1.6). */
export function refuseOtherMethods(app: FastifyInstance, url: string, writes: readonly string[] = []): void {
  const allow = { allow: ['GET', 'HEAD', ...writes, 'OPTIONS'].join(', ') }
  app.options(url, async (_, reply) => reply.code(204).headers(allow).send())
  const refuse = async (): Promise<void> => Promise.reject(new Problem('rest_method_not_allowed', { headers: allow }))
  app.route({ method: WRITES.filter((each) => !writes.includes(each)), url, onRequest: refuse, handler: refuse })
}
