// Converts errors of the service, of Fastify, of the database and of the HTTP parser to HTTP responses.
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { lingerBeforeClose } from './lingering-close.ts'
import type { Inputs } from './request-parsing.ts'
import { OutcomeUnknown } from '../database/commit-outcome.ts'
import { endsConnection, errorCode } from '../database/database-errors.ts'
import { problemBody, negotiateLanguage, translator } from '../text/messages.ts'
import { VERSION } from '../runtime/version.ts'
import { databaseUnavailable, overloaded, mediaUnavailable, outcomeUnknown, Problem } from '../errors/problems.ts'

export interface LanguageOptions {
  readonly languages: readonly string[]
  readonly defaultLanguage: string
  /** The URL below which each error code has a page; `type` of RFC 9457 refers to it. */
  readonly errorPagesUrl?: string
}

const EXPOSED_HEADERS =
  'ETag, Location, Link, Retry-After, X-Total, X-TotalPages, X-Ignored-Parameters, X-Unmatched-Values, X-Occurrences-Until, X-Unpublished-Links, X-Reused-Records, X-Possible-Duplicates, X-Record-Version, X-Change-Id, X-Consistency-Token, X-Not-Restored, X-Dry-Run, Idempotent-Replayed, X-Request-Id, Content-Disposition, RateLimit, RateLimit-Policy, X-Kalends-Version, Preference-Applied'
export const ALLOWED_REQUEST_HEADERS =
  'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, Prefer, X-Consistency-Token, X-Event-Password, Accept-Language, Content-Disposition, X-HTTP-Method-Override'
/** Headers of every response of the API. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED_HEADERS,
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-kalends-version': VERSION,
}
export const VARY = 'Authorization, Accept-Encoding, X-Event-Password, X-Kalends-Session'

/** Converts any error to a response. The response to an unexpected error reveals nothing about it. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  switch (errorCode(error)) {
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_ASYNC_CONSTRAINT':
      return new Problem('rest_bad_url')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_EMPTY_TYPE':
      return new Problem('rest_unsupported_media_type')
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem('rest_body_too_large')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return new Problem('rest_invalid_json')
    case 'FST_ERR_HANDLER_TIMEOUT':
      return overloaded('deadline')
    case 'ECONNRESET':
      // The client disconnected while its body was read, so it does not get the response.
      if (error instanceof Error && error.message === 'aborted') return new Problem('rest_timeout')
  }
  if (DISK.test(errorCode(error))) return mediaUnavailable(error)
  if (error instanceof OutcomeUnknown) return outcomeUnknown(error.cause)
  if (isDatabaseBusy(error)) return overloaded('database', error)
  return isDatabaseUnavailable(error) ? databaseUnavailable(error) : new Problem('rest_internal_error', { cause: error })
}

/** Error codes of a disk that is full, read-only, broken or owned by another user. Requests write only pictures to disk. */
const DISK = /^E(ACCES|PERM|ROFS|NOSPC|DQUOT|IO|STALE|NOTDIR|MFILE|NFILE)$/
/**
 * A statement timeout, a lock timeout, a deadlock that repeats, and the timeout of the queue for a connection of the pool: PostgreSQL responds,
 * but not in time.
 */
const isDatabaseBusy = (error: unknown): boolean =>
  /^(57014|55P03|40001|40P01)$/.test(errorCode(error)) ||
  (error instanceof Error && error.message === 'timeout exceeded when trying to connect')
/** Error codes of a PostgreSQL that is starting, stopping, read-only or out of resources, and of lost connections. */
const UNAVAILABLE_CODES =
  /^(57P0[0-9]|53[0-9]{3}|08[0-9A-Z]{3}|25P0[0-9]|25006|58030|3D000|ECONN|ENOTFOUND|EAI_|EPIPE|ETIMEDOUT|EHOST|ENET)/
function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = errorCode(error)
  return (
    UNAVAILABLE_CODES.test(code) ||
    endsConnection(error) ||
    (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') ||
    /connection|not queryable|timeout/i.test(error.message)
  )
}

/** Selects the language of a message: from the parameter, the URL prefix or Accept-Language, or the default of the site. */
function messageLanguage(request: FastifyRequest, { languages, defaultLanguage }: LanguageOptions): string {
  const { url, headers } = request
  // A refused request must stay cheap, so its query string is searched and not parsed.
  const fromQuery = /[?&]i18n_language=([^&]{1,20})/.exec(url)?.[1]
  const fromBody = (request.body as Inputs | undefined)?.['i18n_language']
  const prefix = url.split(/[/?]/, 2)[1]
  const explicit = [fromBody, fromQuery, prefix].find((code): code is string => typeof code === 'string' && languages.includes(code))
  return explicit ?? negotiateLanguage(headers['accept-language'], languages) ?? defaultLanguage
}

export function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply, settings: LanguageOptions): FastifyReply {
  const language = messageLanguage(request, settings)
  const { accept } = request.headers
  const { headers, body } = renderProblem(problem, { language, accept, errorPagesUrl: settings.errorPagesUrl })
  if (problem.status === 413) lingerBeforeClose(reply.raw)
  return reply
    .code(problem.status)
    .headers({
      ...COMMON_HEADERS,
      'x-request-id': request.id,
      vary: `${VARY}, Accept, Accept-Language`,
      'cache-control': 'no-store',
      'content-type': acceptsProblem(accept) ? 'application/problem+json; charset=utf-8' : 'application/json; charset=utf-8',
      ...(problem.status === 413 && { connection: 'close' }),
      ...headers,
    })
    .send(body)
}
const acceptsProblem = (accept = ''): boolean => /application\/problem\+json/i.test(accept)

interface ProblemFormat {
  readonly language: string
  /** The Accept header of the request. */
  readonly accept: string | undefined
  readonly errorPagesUrl: string | undefined
}
/** Returns the body of an error, and the headers that belong to the error and not to the request. */
export const renderProblem = (problem: Problem, { language, accept, errorPagesUrl }: ProblemFormat) => ({
  headers: {
    'content-language': language,
    ...(problem.status === 401 && { 'www-authenticate': 'Bearer' }),
    ...problem.details.headers,
  } as Readonly<Record<string, string>>,
  body: JSON.stringify(problemBody(problem, translator(language), acceptsProblem(accept), errorPagesUrl)),
})

/** Writes the response directly to the socket, because input that the HTTP parser rejects never becomes a request. */
export function respondToParserError(error: Error & { code?: string }, socket: Socket, settings: LanguageOptions): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const problem = new Problem(
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'rest_headers_too_large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'rest_timeout'
        : 'rest_bad_url',
  )
  const body = JSON.stringify(problemBody(problem, translator(settings.defaultLanguage), false))
  const headers = {
    ...COMMON_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    vary: `${VARY}, Accept, Accept-Language`,
    connection: 'close',
    'content-length': String(Buffer.byteLength(body)),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${problem.status} Refused\r\n${lines.join('')}\r\n${body}`)
}
