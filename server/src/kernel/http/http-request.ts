// Incoming requests: size limits, conversion to the type that routes use, and the query string.
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expandBrackets, parseQueryPairs, type Inputs, type Pair } from './request-parsing.ts'
import { Problem } from '../errors/problems.ts'

/** A request before admission. Its query string is not parsed yet. */
export interface RequestHead {
  readonly id: string
  readonly params: Readonly<Record<string, string>>
  /** The language in the prefix of the URL, if any. */
  readonly languagePrefix: string | null
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly clientIp: string
  /** Sets headers of the response, including an error response. */
  readonly setHeaders: (headers: Readonly<Record<string, string>>) => void
}
export interface HttpRequest extends RequestHead {
  readonly query: Inputs
  readonly queryPairs: readonly Pair[]
}
export function toHttpRequest(request: FastifyRequest, reply: FastifyReply): RequestHead {
  const { root = null, ...params } = request.params as Record<string, string>
  return {
    id: request.id,
    params,
    languagePrefix: root,
    headers: request.headers as Record<string, string | undefined>,
    clientIp: request.ip,
    setHeaders: (headers) => void reply.headers({ ...headers }),
  }
}

export function parseQueryString(url: string): Pick<HttpRequest, 'queryPairs' | 'query'> {
  const pairs = parseQueryPairs(url.slice(url.indexOf('?') + 1 || url.length))
  return { queryPairs: pairs, query: expandBrackets(pairs) }
}

interface RequestLimits {
  readonly urlLimit: number
  readonly headersLimitBytes: number
}
/** Refuses requests that are too large, and those without a Host header or with several (RFC 9112 3.2). */
export function enforceRequestLimits({ url, raw }: FastifyRequest, { urlLimit, headersLimitBytes }: RequestLimits): void {
  const hosts = countHosts(raw)
  if (hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1')) throw new Problem('rest_bad_url')
  if (url.length > urlLimit) throw new Problem('rest_uri_too_long')
  if (headersSize(raw) > headersLimitBytes) throw new Problem('rest_headers_too_large')
}

export function headersSize({ rawHeaders }: IncomingMessage): number {
  let sum = 0
  for (const each of rawHeaders) sum += each.length + 2
  return sum
}

/** Node keeps only the first of several Host headers in `headers`. */
export function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count
}
