// Defines the error that the client throws.
import type { ErrorCode, FieldErrorCode } from './records.ts'

export interface FieldError {
  code: FieldErrorCode
  message: string
}
/** Codes of errors that the client itself detects: no response, an unreadable response, or a conditional write with an unknown outcome. */
export type ClientErrorCode = 'network_error' | 'timeout' | 'unexpected_response' | 'outcome_unknown'

/** Thrown if the server refuses a request or does not respond. An aborted request throws the reason of its signal instead. */
export class KalendsError extends Error {
  override readonly name = 'KalendsError'
  readonly code: ErrorCode | ClientErrorCode
  /** HTTP status of the response; 0 if there was no response. */
  readonly status: number
  /** Names of the invalid or missing parameters. */
  readonly params: readonly string[]
  /** Error of each invalid parameter, by its name. */
  readonly details: Readonly<Record<string, FieldError>>
  /** The `data` object of the error response. */
  readonly data: Readonly<Record<string, unknown>>
  /** ID of the request in the log of the server. */
  readonly requestId: string | null
  /** Seconds to wait before the request is sent again, from `Retry-After`. */
  readonly retryAfter: number | null

  constructor(
    code: ErrorCode | ClientErrorCode,
    message: string,
    context: { response?: Response; status?: number; data?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, context.cause === undefined ? undefined : { cause: context.cause })
    const { response, data = {} } = context
    const { params = [], details = {} } = data as { params?: string[] | Record<string, string>; details?: Record<string, FieldError> }
    this.code = code
    this.status = context.status ?? response?.status ?? 0
    this.data = data
    this.params = Array.isArray(params) ? params : Object.keys(params)
    this.details = details
    this.requestId = response?.headers.get('x-request-id') ?? null
    this.retryAfter = parseRetryAfter(response?.headers.get('retry-after'))
  }
}

/** Returns whether a thrown value is a `KalendsError`, and has one of the codes if any are given. */
export function isKalendsError<C extends ErrorCode | ClientErrorCode>(
  error: unknown,
  ...codes: C[]
): error is KalendsError & { readonly code: C } {
  return error instanceof KalendsError && (codes.length === 0 || codes.some((code) => code === error.code))
}

/** `Retry-After` is a number of seconds or an HTTP date. */
function parseRetryAfter(value: string | null | undefined): number | null {
  if (!value) return null
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  return Number.isNaN(seconds) ? null : Math.max(0, seconds)
}
