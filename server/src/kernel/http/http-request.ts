// Incoming requests: limits of the URL and headers, the request as routes see it, and its query string.
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { nest, queryPairs, type Inputs, type Pair } from './request-parsing.ts'
import { Problem } from '../errors/problems.ts'

/** A request before admission: its query string is not parsed yet. */
export interface HttpArrival {
  readonly id: string
  readonly params: Readonly<Record<string, string>>
  /** The language of the root that was used, if any. */
  readonly root: string | null
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly address: string
  /** Headers that are sent with every response, including errors. */
  readonly tell: (headers: Readonly<Record<string, string>>) => void
}
export interface HttpRequest extends HttpArrival {
  readonly query: Inputs
  readonly pairs: readonly Pair[]
}
export function readArrival(request: FastifyRequest, reply: FastifyReply): HttpArrival {
  const { root = null, ...params } = request.params as Record<string, string>
  return {
    id: request.id,
    params,
    root,
    headers: request.headers as Record<string, string | undefined>,
    address: request.ip,
    tell: (headers) => void reply.headers({ ...headers }),
  }
}

export function parseQuery(url: string): Pick<HttpRequest, 'pairs' | 'query'> {
  const pairs = queryPairs(url.slice(url.indexOf('?') + 1 || url.length))
  return { pairs, query: nest(pairs) }
}

interface Limits {
  readonly url_limit: number
  readonly headers_limit_bytes: number
}
/** RFC 9112 3.2: a request without a Host header, or with several, is refused. */
export function refuseMalformed({ url, raw }: FastifyRequest, { url_limit, headers_limit_bytes }: Limits): void {
  const hosts = countHosts(raw)
  if (hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1')) throw new Problem('rest_bad_url')
  if (url.length > url_limit) throw new Problem('rest_uri_too_long')
  if (headersSize(raw) > headers_limit_bytes) throw new Problem('rest_headers_too_large')
}

export const headersSize = ({ rawHeaders }: IncomingMessage): number => rawHeaders.reduce((sum, each) => sum + each.length + 2, 0)

/** Node keeps only the first of several Host headers in `headers`. */
export function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count
}
